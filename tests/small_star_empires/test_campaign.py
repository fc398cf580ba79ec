"""Campaigns (E10.2): reserves, win piles, who begins, the end, and campaigns as text and JSON."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from itertools import count
from random import Random
from typing import Any

import pytest
from tests.offered import offered

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.small_star_empires import BAGS, Bag, Reason, Reveal, Stay
from sse_core.small_star_empires.campaign import Campaign, format_campaign, parse_campaign

A, B, TIE = (0,), (1,), (0, 1)

DUEL = sse.maps()["duel"]

EVERYTHING = sse.Rules(open_borders=True, edition="first", bag=BAGS["second"].times(2))


def record(start: sse.State, seed: int) -> sse.GameRecord[sse.State, sse.Action]:
    """A game of random actions."""
    rng = Random(seed)
    state = start
    actions: list[Any] = []
    while legal := state.legal_actions():
        actions.append(rng.choice(legal))
        state = state.after(actions[-1])
    return sse.GameRecord(start, tuple(actions))


def winners_of(game: sse.GameRecord) -> tuple[int, ...]:
    assert game.final.outcome is not None
    winners: tuple[int, ...] = game.final.outcome.winners
    return winners


def won_by(campaign: Campaign, *winners: tuple[int, ...]) -> Campaign:
    """The campaign after games of random actions, won by these seats in order."""
    for wanted in winners:
        start = campaign.next_game()
        games = (record(start, seed) for seed in count())
        campaign = campaign.after(next(game for game in games if winners_of(game) == wanted))
    return campaign


def in_progress(campaign: Campaign, plies: int) -> Campaign:
    """The campaign with some random plies of its next game."""
    start = campaign.next_game()
    return campaign.with_unfinished(sse.GameRecord(start, record(start, 3).actions[:plies], {"A": "Ada"}))


def cities(campaign: Campaign) -> list[int]:
    start = campaign.next_game()
    return [start.reserve(player).cities for player in range(campaign.players)]


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    """Three games, one of them tied."""
    return won_by(Campaign(2, 7), A, TIE, B)


@pytest.fixture(scope="module")
def lines(campaign: Campaign) -> list[str]:
    return format_campaign(campaign).split("\n")


# --- the rules


@pytest.mark.parametrize(
    ("players", "n_cities", "n_stations", "ships", "points"), [(2, 14, 4, 4, 5), (3, 12, 3, 3, 4), (4, 10, 2, 2, 3)]
)
def test_box(players: int, n_cities: int, n_stations: int, ships: int, points: int) -> None:
    fresh = Campaign(players, 3)
    start = fresh.next_game()
    assert [start.reserve(player) for player in range(players)] == [(n_cities, n_stations)] * players
    assert [len(start.ships(player)) for player in range(players)] == [ships] * players
    assert (fresh.points_to_win, fresh.piles, fresh.winners, fresh.is_over) == (points, (0,) * players, (), False)


def test_the_winner_starts_the_next_game_with_one_city_less() -> None:
    fresh = Campaign(2, 7)
    assert cities(fresh) == [14, 14]
    once = won_by(fresh, B)
    assert (once.piles, cities(once)) == ((0, 1), [14, 13])
    assert once.next_game().reserve(1).stations == 4
    twice = won_by(once, B)
    assert (twice.piles, cities(twice)) == ((0, 2), [14, 12])
    assert cities(won_by(twice, A)) == [13, 12]


def test_each_who_ties_puts_a_city_in_the_pile() -> None:
    tied = won_by(Campaign(2, 7), TIE)
    assert (tied.piles, cities(tied)) == ((1, 1), [13, 13])
    three = won_by(Campaign(3, 1), (0, 2))
    assert (three.piles, cities(three)) == ((1, 0, 1), [11, 12, 11])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_moves_on_by_one_each_game(players: int) -> None:
    campaign = Campaign(players, 5)
    for index in range(players + 1):
        assert campaign.next_game().to_act == (index % players,)
        campaign = won_by(campaign, (index % players,))


def test_each_game_has_a_fresh_map() -> None:
    campaign = Campaign(3, 2**64 - 1, holes="balanced", unexplored=True, rules=EVERYTHING)
    for index in range(3):
        start = campaign.next_game()
        board = sse.base_map(3, seed=sse.child_seed(2**64 - 1, index), holes="balanced", unexplored=True)
        assert (start.board, start.rules, start.ply) == (board, EVERYTHING, 0)
        campaign = campaign.after(record(start, index))
    assert len({game.start.board for game in campaign.games}) == 3


def test_five_points_win() -> None:
    four = won_by(Campaign(2, 7), A, A, A, A)
    assert (four.is_over, cities(four)) == (False, [10, 14])
    five = won_by(four, A)
    assert (five.is_over, five.winners, five.piles) == (True, (0,), (5, 0))


def test_all_who_get_there_in_the_same_game_win_and_no_campaign_is_longer() -> None:
    level = won_by(Campaign(2, 7), A, B, A, B, A, B, A, B)
    assert (level.piles, level.winners) == ((4, 4), ())
    both = won_by(level, TIE)
    assert (both.piles, both.winners) == ((5, 5), (0, 1))
    assert len(both.games) == both.max_games == 9


def test_who_is_behind_does_not_win_in_a_tied_last_game() -> None:
    campaign = won_by(Campaign(2, 7), A, A, A, A, TIE)
    assert (campaign.piles, campaign.winners) == ((5, 1), (0,))


@pytest.mark.parametrize(("players", "longest"), [(2, 9), (3, 10), (4, 9)])
def test_bound(players: int, longest: int) -> None:
    campaign = Campaign(players, 1)
    assert campaign.max_games == longest == players * (campaign.points_to_win - 1) + 1
    # One seat after the other wins, so that nobody gets there before all are one short of it.
    for index in range(longest):
        assert not campaign.is_over
        campaign = won_by(campaign, (index % players,))
    assert campaign.is_over


# --- what is refused


def test_nothing_follows_the_end() -> None:
    over = won_by(Campaign(4, 7), A, A, A)
    for call in (over.next_game, lambda: over.after(over.games[0]), lambda: over.after(())):
        with pytest.raises(sse.GameOverError, match=r"over after 3 games \(E10.2\)") as refused:
            call()
        assert refused.value.reason is Reason.CAMPAIGN_OVER
    other = won_by(Campaign(4, 7), A, A, B, A)
    assert len(other.games) == 4
    with pytest.raises(sse.SetupError, match=r"game 4 follows the end of the campaign \(E10.2\)"):
        replace(over, games=(*over.games, other.games[3]))


def test_a_game_starts_where_the_campaign_says(campaign: Campaign) -> None:
    start = campaign.next_game()
    elsewhere = sse.new_game(sse.base_map(2, seed=1), cities=cities(campaign), first=1)
    for wrong in (
        elsewhere,
        sse.new_game(start.board, first=1),
        sse.new_game(start.board, first=0, cities=cities(campaign)),
        sse.new_game(start.board, first=1, cities=cities(campaign), rules=sse.Rules(open_borders=True)),
    ):
        with pytest.raises(sse.SetupError, match=r"game 4 starts otherwise than the campaign says \(E10.2\)"):
            campaign.after(record(wrong, 1))
    assert start == sse.new_game(start.board, first=1, cities=cities(campaign))
    for games in (campaign.games[1:], campaign.games[::-1], (campaign.games[0], campaign.games[2])):
        with pytest.raises(sse.SetupError, match=r"starts otherwise"):
            replace(campaign, games=games)
    for option in ({"seed": 8}, {"holes": "balanced"}, {"unexplored": True}, {"rules": EVERYTHING}):
        with pytest.raises(sse.SetupError, match="game 1 starts otherwise"):
            replace(campaign, **option)


def test_a_game_is_finished(campaign: Campaign) -> None:
    start = campaign.next_game()
    with pytest.raises(sse.SetupError, match=r"game 4 isn't finished \(E10.2\)"):
        campaign.after(sse.GameRecord(start, start.legal_actions()[:1]))


def test_games_are_legal(campaign: Campaign) -> None:
    with pytest.raises(sse.IllegalActionError, match="move 1: "):
        campaign.after([Stay()])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Campaign(1, 1), "players is 1, not in 2 to 4"),
        (lambda: Campaign(5, 1), "players is 5, not in 2 to 4"),
        (lambda: Campaign(2, -1), "seed is -1"),
        (lambda: Campaign(2, 2**64), "seed is"),
        (lambda: Campaign(2, 1, holes="black"), "holes"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, unexplored=True, rules=sse.Rules(bag=Bag(two=1))), r"E9\.1"),
    ],
)
def test_what_cannot_be(make: Callable[[], object], message: str) -> None:
    with pytest.raises(sse.SetupError, match=message):
        make()


def test_each_player_needs_a_chooser() -> None:
    with pytest.raises(sse.ArgumentError, match="2 players need as many choosers, not 1"):
        Campaign(2, 1).play([BOTS["random"].choose], 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Campaign("2", 1), "players is an integer, not str"),  # type: ignore[arg-type]
        (lambda: Campaign(True, 1), "players is an integer, not bool"),
        (lambda: Campaign(2, 1.0), "seed is an integer, not float"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, holes=3), "holes, unless None, is 'balanced'"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, unexplored=1), "unexplored is True or False"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, rules=3), "rules is a Rules or None, not int"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, games=("game",)), "made of GameRecords of Small Star Empires, not of str"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, games=7), "iterable"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, "balanced"), "positional"),  # type: ignore[call-arg]
        (lambda: Campaign(2, 1).after(3), "iterable"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1).after("a1"), "not in one str"),  # type: ignore[arg-type]
        (lambda: format_campaign(3), "a campaign is a Campaign, not int"),  # type: ignore[arg-type]
        (lambda: parse_campaign(b"sse-campaign 1"), "a campaign is a str, not bytes"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types(make: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make()


# --- playing it


def test_after_takes_records_actions_and_ids() -> None:
    fresh = Campaign(2, 7, unexplored=True)
    game = record(fresh.next_game(), 4)
    once = fresh.after(game)
    ids = [game.start.board.action_id(action) for action in game.actions]
    assert fresh.after(game.actions) == fresh.after(iter(game.actions)) == once
    assert fresh.after([index for index in ids if index is not None]) == once
    assert (fresh.games, once.games) == ((), (game,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_play_it_to_the_end(players: int) -> None:
    fresh = Campaign(players, 7, holes="balanced", unexplored=True, rules=EVERYTHING)
    choosers = [BOTS[name].choose for name in ("greedy", "random", "greedy", "random")][:players]
    played = fresh.play(choosers, 3)
    assert played.is_over
    assert max(played.piles) == played.points_to_win
    assert len(played.games) <= played.max_games
    assert any(isinstance(action, Reveal) for game in played.games for action in game.actions)
    assert fresh.play(choosers, 3) == played != fresh.play(choosers, 4)
    assert played.play(choosers, 9) is played
    # Played in pieces it is the same.
    begun = replace(fresh, games=played.games[:2])
    assert begun.play(choosers, 3) == played


def test_choosers_draw_from_generators_of_their_own() -> None:
    """What seat 0 draws doesn't depend on how often seat 1 does."""

    def drawing(n: int) -> Callable[[sse.State, int, sse.SplitMix64], int]:
        def choose(view: sse.State, player: int, rng: sse.SplitMix64) -> int:
            draws[player] += [rng.next() for _ in range(n)][:1]
            return view.legal_ids(player)[0]

        return choose

    found = []
    for n in (1, 2):
        draws: dict[int, list[int]] = {0: [], 1: []}
        Campaign(2, 7, unexplored=True).play([drawing(1), drawing(n)], 5)
        found.append(draws)
    assert found[0][0] == found[1][0]
    # Every turn has a generator of its own.
    assert len(set(found[0][0] + found[0][1])) == len(found[0][0] + found[0][1])
    assert found[0][0][:9] != found[0][1][:9]


def test_a_chooser_that_breaks_the_rules() -> None:
    with pytest.raises(sse.IllegalActionError):
        Campaign(2, 7).play([lambda view, player, rng: Stay()] * 2, 1)


# --- a game in progress


def test_a_game_in_progress_counts_for_nothing_yet(campaign: Campaign) -> None:
    left = in_progress(campaign, 5)
    assert left.unfinished is not None
    assert (left.games, left.piles, left.winners, left.is_over) == (campaign.games, campaign.piles, (), False)
    assert left.next_game() == campaign.next_game() == left.unfinished.start
    assert left != campaign
    assert replace(left, unfinished=None) == campaign
    whole = record(campaign.next_game(), 3)
    assert left.after(whole) == campaign.after(whole)
    assert left.after(whole).unfinished is None


def test_a_game_in_progress_goes_on_as_it_began(campaign: Campaign) -> None:
    left = in_progress(campaign, 5)
    with pytest.raises(sse.SetupError, match=r"game 4 is in progress, and doesn't go on like this \(E10.2\)"):
        left.after(record(campaign.next_game(), 4))
    start = campaign.next_game()
    for game, message in (
        (record(start, 3), "game 4 is finished, not in progress"),
        (campaign.games[0], "game 4 starts otherwise"),
        (sse.GameRecord(sse.new_game(start.board), ()), "game 4 starts otherwise"),
    ):
        with pytest.raises(sse.SetupError, match=message):
            campaign.with_unfinished(game)
    over = won_by(Campaign(4, 7), A, A, A)
    with pytest.raises(sse.SetupError, match="game 4 follows the end"):
        over.with_unfinished(over.games[0])
    with pytest.raises(TypeError, match="made of GameRecords of Small Star Empires, not of str"):
        campaign.with_unfinished("game")  # type: ignore[arg-type]


@pytest.mark.parametrize("plies", [0, 1, 17])
def test_played_on_from_inside_a_game_it_is_the_same(plies: int) -> None:
    fresh = Campaign(3, 7, unexplored=True, rules=EVERYTHING)
    choosers = [BOTS[name].choose for name in ("random", "greedy", "random")]
    played = fresh.play(choosers, 3)
    second = played.games[1]
    begun = sse.GameRecord(second.start, second.actions[:plies])
    assert replace(fresh, games=played.games[:1], unfinished=begun).play(choosers, 3) == played


# --- on maps


def test_maps_come_by_turns_with_their_rules_and_ships_and_the_reserves_of_a_campaign() -> None:
    boards = (DUEL, sse.maps()["everything-2p"])
    campaign = Campaign(2, 7, maps=boards)
    assert campaign.rules is None
    for index in range(4):
        start = campaign.next_game()
        board = boards[index % 2]
        assert (start.board, start.rules, start.to_act) == (board, board.setup.rules, (index % 2,))
        assert len(start.ships(0)) == (4, 3)[index % 2]
        assert cities(campaign) == [14 - pile for pile in campaign.piles]
        assert start.reserve(0).stations == 4
        campaign = won_by(campaign, (A, B)[index % 2])
    assert campaign != won_by(Campaign(2, 7, maps=boards[::-1]), A, B, A, B)
    changed = Campaign(2, 7, maps=boards, rules=EVERYTHING)
    assert changed.next_game().rules == changed.rules == EVERYTHING


def test_a_campaign_on_a_map_is_played_to_its_end() -> None:
    fresh = Campaign(4, 7, maps=[sse.maps()["everything-4p"]])  # type: ignore[arg-type]
    assert isinstance(fresh.maps, tuple)
    played = fresh.play([BOTS["random"].choose] * 4, 1)
    assert played.is_over
    assert {game.start.board for game in played.games} == {fresh.maps[0]}


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Campaign(3, 1, maps=(DUEL,)), sse.SetupError, "map 1 is for 2 players, the campaign for 3"),
        (lambda: Campaign(2, 1, maps=(DUEL,), unexplored=True), sse.SetupError, "are for base maps"),
        (lambda: Campaign(2, 1, maps=(DUEL,), holes="balanced"), sse.SetupError, "are for base maps"),
        (lambda: Campaign(2, 1, maps=(DUEL,) * 10), sse.SetupError, r"10 maps, and no more than 9 games .*\(E10\.2\)"),
        (lambda: Campaign(2, 1, maps=("duel",)), TypeError, "played on Boards, not on str"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, maps=DUEL), TypeError, "iterable"),  # type: ignore[arg-type]
        (lambda: Campaign(2, 1, maps=(DUEL,), rules=3), TypeError, "a Rules or None, not int"),  # type: ignore[arg-type]
    ],
)
def test_maps_that_cannot_be(make: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


# --- text


CAMPAIGNS = {
    "fresh": lambda: Campaign(4, 2**64 - 1),
    "every option": lambda: Campaign(3, 0, holes="wormholes", unexplored=True, rules=EVERYTHING),
    "going on": lambda: won_by(Campaign(2, 7, unexplored=True), A, TIE, B),
    "in progress": lambda: in_progress(won_by(Campaign(2, 7, unexplored=True), A, TIE), 9),
    "in its first game": lambda: in_progress(Campaign(3, 7, rules=EVERYTHING), 0),
    "on a map": lambda: in_progress(won_by(Campaign(2, 7, maps=(DUEL,)), A, B), 3),
    "on maps": lambda: won_by(Campaign(2, 7, maps=(DUEL, sse.maps()["everything-2p"], DUEL)), A, B, A, B),
    "on a map with other rules": lambda: Campaign(2, 7, maps=(DUEL,), rules=EVERYTHING),
    "over": lambda: Campaign(4, 9, holes="black_holes", rules=EVERYTHING).play([BOTS["random"].choose] * 4, 1),
}


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_text_is_a_fixed_point(name: str) -> None:
    campaign = CAMPAIGNS[name]()
    text, as_json = format_campaign(campaign), campaign.to_json()
    for twin in (
        parse_campaign(text),
        Campaign.from_json(as_json),
        pickle.loads(pickle.dumps(campaign)),
        copy.copy(campaign),
        copy.deepcopy(campaign),
        eval(repr(campaign), offered(sse.small_star_empires)),
    ):
        assert twin == campaign
        assert hash(twin) == hash(campaign)
        assert (twin.piles, twin.winners) == (campaign.piles, campaign.winners)
        assert format_campaign(twin) == text
        assert twin.to_json() == as_json
    assert not text.endswith("\n")
    assert "\n" not in as_json


def test_text_reads_like_this(campaign: Campaign, lines: list[str]) -> None:
    assert lines[:9] == [
        "sse-campaign 1",
        "players: 2",
        "seed: 7",
        "holes: none",
        "unexplored: no",
        "rules: default",
        "games: 3",
        "game 1",
        "sse-game 1",
    ]
    assert lines[-2:] == ["win piles: 2 2", "winners: nobody"]
    second = lines.index("game 2")
    assert "\n".join(lines[8:second]) == sse.format_game(campaign.games[0])
    assert format_campaign(won_by(campaign, A, A, A)).endswith("\nwin piles: 5 2\nwinners: A")


def test_text_of_maps_and_of_a_game_in_progress_reads_like_this() -> None:
    board = sse.parse_map("ships: 2\n\nA 1 2 B")
    campaign = Campaign(2, 7, maps=(DUEL, board))
    campaign = campaign.with_unfinished(sse.GameRecord(campaign.next_game(), ()))
    lines = format_campaign(campaign).split("\n")
    assert lines[5:8] == ["rules: those of the maps", "maps: 2", "map 1"]
    second = lines.index("map 2")
    assert lines[second + 1 : second + 8] == [
        "origin: 0 0",
        "ships: 2",
        "",
        "A 1 2 B",
        "games: 0",
        "game 1 in progress",
        "sse-game 1",
    ]
    assert lines[-3:] == ["result: unfinished", "win piles: 0 0", "winners: nobody"]


def test_tags_are_kept_whatever_their_names() -> None:
    fresh = Campaign(2, 7)
    game = record(fresh.next_game(), 1)
    tags = {"game": "2", "win": "piles: 1", "result": "x", "moves": "3", "winners": "A"}
    once = fresh.after(sse.GameRecord(game.start, game.actions, tags))
    assert once != fresh.after(game)
    assert dict(parse_campaign(format_campaign(once)).games[0].tags) == tags
    assert Campaign.from_json(once.to_json()) == once


def test_differences_show() -> None:
    one = Campaign(2, 7)
    others = [Campaign(3, 7), Campaign(2, 8), replace(one, holes="balanced"), replace(one, unexplored=True)]
    others += [replace(one, rules=EVERYTHING), won_by(one, A)]
    assert len({one, *others, Campaign(2, 7)}) == 7
    assert all(other != one for other in others)


def test_it_is_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        Campaign(2, 7).seed = 8  # type: ignore[misc]


# --- texts that are refused


@pytest.mark.parametrize(
    ("found", "put", "error", "column", "message"),
    [
        ("sse-campaign 1", "sse-campaign 2", sse.NotationError, 1, "expected 'sse-campaign 1'"),
        ("players: 2", "players: 5", sse.SetupError, 10, "players is 5, not in 2 to 4"),
        ("players: 2", "players: two", sse.NotationError, 10, "expected a number"),
        ("seed: 7", f"seed: {2**64}", sse.SetupError, 7, "seed is"),
        ("seed: 7", "seed: -1", sse.NotationError, 7, "expected a number"),
        ("seed: 7", "seed: 07", sse.NotationError, 7, "expected 'seed: 7'"),
        ("holes: none", "holes: some", sse.NotationError, 8, "holes are none, balanced, wormholes, black_holes"),
        ("unexplored: no", "unexplored: No", sse.NotationError, 13, "`yes` or `no`"),
        ("rules: default", "rules: bribes=yes", sse.NotationError, 8, "name=value"),
        ("rules: default", "rules: open_borders=yes open_borders=yes", sse.NotationError, 25, "twice"),
        ("rules: default", "rules: damaged_jump=yes", sse.NotationError, 9, "expected 'rules: default'"),
        ("games: 3", "games: many", sse.NotationError, 8, "expected a number"),
        ("games: 3", "games: 03", sse.NotationError, 8, "expected 'games: 3'"),
        ("game 1", "game one", sse.NotationError, 1, "expected 'game 1'"),
        ("game 3", "game  3", sse.NotationError, 1, ""),
        ("win piles: 2 2", "win piles: 3 1", sse.NotationError, 12, "expected 'win piles: 2 2'"),
        ("winners: nobody", "winners: A", sse.NotationError, 10, "expected 'winners: nobody'"),
        ("winners: nobody", "winners: nobody\nA", sse.NotationError, 1, "should end before"),
    ],
)
def test_a_changed_line_is_refused(
    lines: list[str], found: str, put: str, error: type[sse.SseError], column: int, message: str
) -> None:
    index = lines.index(found)
    with pytest.raises(error) as refused:
        parse_campaign("\n".join([*lines[:index], put, *lines[index + 1 :]]))
    assert message in str(refused.value)
    if message:
        assert (refused.value.line, refused.value.column) == (index + 1 + put.count("\n"), column)  # type: ignore[attr-defined]


@pytest.mark.ci
def test_each_left_out_line_is_refused(lines: list[str]) -> None:
    for index in range(len(lines)):
        with pytest.raises(sse.SseError):
            parse_campaign("\n".join([*lines[:index], *lines[index + 1 :]]))


@pytest.mark.ci
def test_each_doubled_line_is_refused(lines: list[str]) -> None:
    for index, line in enumerate(lines):
        with pytest.raises(sse.SseError):
            parse_campaign("\n".join([*lines[:index], line, *lines[index:]]))


def test_an_illegal_action_tells_its_line(lines: list[str]) -> None:
    second = lines.index("game 2")
    move = 3 + next(index for index in range(second, len(lines)) if lines[index].startswith("moves: "))
    changed = [*lines[:move], f"{lines[move][:4]}stay", *lines[move + 1 :]]
    with pytest.raises(sse.IllegalActionError, match=f"^line {move + 1}, move 3, stay: "):
        parse_campaign("\n".join(changed))
    changed[move] = f"{lines[move][:4]}!"
    with pytest.raises(sse.NotationError, match=f"^line {move + 1}, column 5: ") as refused:
        parse_campaign("\n".join(changed))
    assert refused.value.text == changed[move]


def test_another_start_tells_its_line(campaign: Campaign, lines: list[str]) -> None:
    """A second game with three cities too many, and no other fault."""
    second, third = lines.index("game 2"), lines.index("game 3")
    start = campaign.games[1].start
    other = record(sse.new_game(start.board, first=1), 1)
    other = sse.GameRecord(other.start, other.actions, {"A": "Ada"})
    changed = [*lines[: second + 1], *sse.format_game(other).split("\n"), *lines[third:]]
    line = next(index for index, text in enumerate(changed) if index > second and text.startswith("A reserve: ")) + 1
    with pytest.raises(sse.NotationError, match="this game starts with 'A reserve: cities 13, ") as refused:
        parse_campaign("\n".join(changed))
    assert refused.value.line == line
    assert refused.value.text == "A reserve: cities 16, stations 4"


def test_a_start_that_cannot_be_tells_its_game(lines: list[str]) -> None:
    second = lines.index("game 2")
    to_act = lines.index("to act: B", second)
    changed = [*lines[:to_act], "to act: nobody", *lines[to_act + 1 :]]
    with pytest.raises(sse.SetupError, match="the game isn't over") as refused:
        parse_campaign("\n".join(changed))
    assert refused.value.line == second + 2


def test_an_unfinished_game_tells_its_line(campaign: Campaign, lines: list[str]) -> None:
    second, third = lines.index("game 2"), lines.index("game 3")
    game = campaign.games[1]
    short = sse.format_game(sse.GameRecord(game.start, game.actions[:-1])).split("\n")
    with pytest.raises(sse.SetupError, match="game 2 isn't finished") as refused:
        parse_campaign("\n".join([*lines[: second + 1], *short, *lines[third:]]))
    assert refused.value.line == second + 1


def test_a_game_after_the_end_tells_its_line() -> None:
    over = won_by(Campaign(4, 7), A, A, A)
    lines = format_campaign(over).split("\n")
    end = lines.index("win piles: 3 0 0 0")
    lines[lines.index("games: 3")] = "games: 4"
    changed = [*lines[:end], "game 4", *sse.format_game(over.games[0]).split("\n"), *lines[end:]]
    with pytest.raises(sse.SetupError, match="follows the end of the campaign") as refused:
        parse_campaign("\n".join(changed))
    assert (refused.value.line, refused.value.column) == (end + 1, 1)


@pytest.mark.parametrize(
    ("found", "put", "error", "line", "message"),
    [
        ("maps: 2", "maps: 1", sse.NotationError, "map 2", "expected 'games: '"),
        ("maps: 2", "maps: 3", sse.NotationError, "games: 0", "expected 'map 3'"),
        ("maps: 2", "maps: none", sse.NotationError, "maps: 2", "expected a number"),
        ("map 2", "map two", sse.NotationError, "map 2", "map 2"),
        ("A 1 2 B", "A 1 z B", sse.SetupError, "A 1 2 B", "unknown symbol 'z'"),
        ("A 1 2 B", "A 1 B C", sse.SetupError, "maps: 2", "map 2 is for 3 players"),
        ("holes: none", "holes: balanced", sse.SetupError, "maps: 2", "are for base maps"),
        ("game 1 in progress", "game 2 in progress", sse.NotationError, "game 1 in progress", "win piles"),
        ("rules: those of the maps", "rules: those", sse.NotationError, "rules: those of the maps", ""),
        ("  A 2 1", "  A 1 1", sse.NotationError, None, "this game starts with"),
    ],
)
def test_changed_maps_and_games_in_progress_are_refused(
    found: str, put: str, error: type[sse.SseError], line: str | None, message: str
) -> None:
    campaign = Campaign(2, 7, maps=(DUEL, sse.parse_map("A 1 2 B")))
    campaign = campaign.with_unfinished(sse.GameRecord(campaign.next_game(), ()))
    lines = format_campaign(campaign).split("\n")
    index = lines.index(found)
    with pytest.raises(error) as refused:
        parse_campaign("\n".join([*lines[:index], put, *lines[index + 1 :]]))
    assert message in str(refused.value)
    if line is not None:
        assert refused.value.line == lines.index(line) + 1  # type: ignore[attr-defined]


def test_a_finished_game_is_not_in_progress(campaign: Campaign) -> None:
    lines = format_campaign(won_by(Campaign(2, 7), A)).split("\n")
    lines[lines.index("game 1")] = "game 1 in progress"
    lines[lines.index("games: 1")] = "games: 0"
    with pytest.raises(sse.SetupError, match="game 1 is finished, not in progress") as refused:
        parse_campaign("\n".join(lines))
    assert refused.value.line == lines.index("game 1 in progress") + 1


@pytest.mark.parametrize(("n", "line"), [("2", "game 3"), ("4", "win piles: 2 2")])
def test_a_wrong_number_of_games_tells_the_line(lines: list[str], n: str, line: str) -> None:
    changed = "\n".join(lines).replace("games: 3", f"games: {n}")
    with pytest.raises(sse.NotationError, match="should end before this line") as refused:
        parse_campaign(changed)
    assert refused.value.line == lines.index(line) + 1


@pytest.mark.parametrize(
    ("found", "put"),
    [
        ('"version": 1', '"version": 2'),
        ('"players": 2', '"players": 3'),
        ('"seed": 7', '"seed": 8'),
        ('"seed": 7', '"seed": "7"'),
        ('"holes": null', '"holes": "some"'),
        ('"holes": null', '"holes": 0'),
        ('"holes": null, ', ""),
        ('"unexplored": false', '"unexplored": null'),
        ('"rules": "default"', '"rules": ""'),
        ('"rules": "default"', '"rules": "those of the maps"'),
        ('"maps": []', '"maps": ["A 1 B"]'),
        ('"maps": []', '"maps": null'),
        ('"unfinished": null', '"unfinished": {}'),
        ('"piles": [2, 2]', '"piles": [2, 3]'),
        ('"winners": []}', '"winners": [0]}'),
        ('"winners": []}', '"winners": [], "more": 1}'),
    ],
)
def test_changed_json_is_refused(campaign: Campaign, found: str, put: str) -> None:
    text = campaign.to_json()
    assert found in text
    with pytest.raises(sse.SseError):
        Campaign.from_json(text.replace(found, put))


def test_json_from_before_there_were_maps_is_read(campaign: Campaign) -> None:
    """Older campaigns have no maps and no game in progress; both have their defaults."""
    today = json.loads(campaign.to_json())
    assert (today.pop("maps"), today.pop("unfinished")) == ([], None)
    assert Campaign.from_json(json.dumps(today)) == campaign


def test_json_of_another_start_is_refused(campaign: Campaign) -> None:
    games = campaign.games[1].to_json()
    assert games in campaign.to_json()
    with pytest.raises(sse.SetupError, match="game 2 starts otherwise"):
        Campaign.from_json(campaign.to_json().replace(games, campaign.games[0].to_json()))
