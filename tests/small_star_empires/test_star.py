"""The star bot: its options and levels, what it chooses without a search, what it keeps, and maps without weights."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
from tests.small_star_empires.test_learned import drawn, simple

import sse_core as sse
from sse_core import CHANCE, ArgumentError, IllegalActionError, SetupError, SplitMix64, State, small_star_empires
from sse_core._core.small_star_empires.tree_search import LearnedWeights
from sse_core.bots import BOTS, Mcts
from sse_core.bots.levels import levels_of
from sse_core.bots.naming import SearchingBot, SuggestingBot, TimedBot, bot_named
from sse_core.play.search.analysis import StoppableBot
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import position, rollouts, search
from sse_core.small_star_empires.strength import star
from sse_core.small_star_empires.strength.learned import kind_of, read_weights
from sse_core.small_star_empires.strength.search import CompiledTreeSearch
from sse_core.small_star_empires.strength.star import LEVELS, Star

KINDS: Final = ("duel", "base-3p", "base-4p", "unexplored-2p", "unexplored-3p", "everything-4p")
"""A map of each kind that has weights of its own."""

MOST: Final = 1 << 31
"""The most visits of a search."""


def start(name: str) -> State:
    return sse.new_game(sse.load_map(name))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights at random, which serve every kind of map."""
    found = tmp_path_factory.mktemp("weights") / "drawn.toml"
    found.write_text(drawn(1).text, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def weights(path: Path) -> LearnedWeights:
    return read_weights(path)


@pytest.fixture
def without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """No weights ship for any kind of map."""
    monkeypatch.setattr("sse_core.small_star_empires.strength.star.weights_of", lambda view: None)


# --- weights of one's own


def test_a_name_may_end_in_a_file_of_weights(path: Path, weights: LearnedWeights) -> None:
    """After an @; a budget or a level may stand before it."""
    view = start("duel")
    for text, same in ((f"40@{path}", Star(40, weights=path)), (f"club@{path}", Star(0, weights=path))):
        named = bot_named(f"star:{text}", small_star_empires)
        assert isinstance(named, Star)
        assert (named.visits, named.weights) == (same.visits, path)
        assert named.choose(view, 0, SplitMix64(5)) == same.choose(view, 0, SplitMix64(5))
    found = search(view, seed=SplitMix64(5).next(), weights=weights)
    found.run(visits=40)
    assert bot_named(f"star:40@{path}", small_star_empires).choose(view, 0, SplitMix64(5)) == found.best()
    alone = bot_named(f"star:@{path}", small_star_empires)
    assert isinstance(alone, Star)
    assert (alone.visits, alone.seconds, alone.weights) == (None, None, path)
    # The weights stay with further options.
    assert alone.with_option("2s").weights == path


def test_a_file_of_weights_that_changes_is_read_again(tmp_path: Path) -> None:
    path, view = tmp_path / "mine.toml", start("duel")
    texts = [drawn(seed).text for seed in (1, 2, 3)]
    path.write_text(texts[0], "utf-8")
    bot = bot_named(f"star:60@{path}", small_star_empires)
    for text in texts:
        path.write_text(text, "utf-8")
        (apart := tmp_path / "apart.toml").write_text(text, "utf-8")
        found = search(view, seed=SplitMix64(5).next(), weights=read_weights(apart))
        found.run(visits=60)
        assert bot.choose(view, 0, SplitMix64(5)) == found.best()
    path.write_text(texts[0].replace("spread = [", "spread = [1.0, "), "utf-8")
    with pytest.raises(SetupError, match=r"mine\.toml, line \d+: \[weights\] spread has"):
        bot.choose(view, 0, SplitMix64(5))


def line_of(text: str, begin: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(begin))


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("spread = [", "spread = [1.0, ", "spread", r"\[weights\] spread has"),
        ("planets = [", "planets = [1e9, ", "planets", r"\[position\] planets has"),
        ("\nplanets = ", "\nplanet = ", "[position]", r"\[position\] planets is missing, and 'planet' is unknown"),
        ("planets = [", "planets = [x", "planets", "column .*not TOML: Invalid value"),
    ],
)
def test_wrong_weights_are_refused_by_line(path: Path, tmp_path: Path, old: str, new: str, line: str, why: str) -> None:
    text, wrong = path.read_text("utf-8"), tmp_path / "wrong.toml"
    assert old in text
    wrong.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ArgumentError, match=rf"line {line_of(text, line)}\b.*{why}"):
        bot_named(f"star:100@{wrong}", small_star_empires)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("100@nowhere.toml", "'nowhere.toml' can't be read: No such file"),
        ("100@", "a file of weights follows after the @"),
        ("100@.", "can't be read: Is a directory"),
        ("@a\0b", "is no name of a file"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(option: str, why: str) -> None:
    with pytest.raises(ArgumentError, match=why):
        bot_named(f"star:{option}", small_star_empires)


# --- options


@pytest.mark.parametrize(
    ("option", "visits", "seconds", "blur"),
    [
        ("0", 0, None, 0),
        ("1000", 1000, None, 0),
        (str(MOST), MOST, None, 0),
        ("2s", None, 2, 0),
        ("0.5s", None, 0.5, 0),
        ("1000,2s", 1000, 2, 0),
        ("beginner", 0, None, 0.08),
        ("club", 0, None, 0),
        ("expert", 200, None, 0),
        ("master", 20_000, None, 0),
    ],
)
def test_options_are_budgets_and_levels(
    option: str, visits: int | None, seconds: float | None, blur: float, path: Path
) -> None:
    named = bot_named(f"star:{option}", small_star_empires)
    assert isinstance(named, Star)
    assert (named.visits, named.seconds, named.blur, named.weights) == (visits, seconds, blur, None)
    own = Star(7, weights=path).with_option(option)
    assert (own.visits, own.seconds, own.blur, own.weights) == (visits, seconds, blur, path)


@pytest.mark.parametrize(
    "option", ["", "strong", "2 s", "1e3", "-1", "1.5", "2s,1000", "s", "2S", "1000,", ",2s", " 5"]
)
def test_other_options_are_refused_with_those_that_there_are(option: str) -> None:
    words = (
        "star takes visits, seconds or both, such as 1000, 2s or 1000,2s, or a level, beginner, club, expert, master, "
        "and weights of your own after an @, as in 1000@mine.toml"
    )
    with pytest.raises(ArgumentError, match=f"^star:{option}: {words}, not '{option}'$"):
        bot_named(f"star:{option}", small_star_empires)


@pytest.mark.parametrize(("option", "meant"), [("Club", "club"), ("clubb", "club"), ("experts", "expert")])
def test_a_misspelt_level_is_guessed(option: str, meant: str) -> None:
    with pytest.raises(ArgumentError, match=rf"not '{option}' \(did you mean '{meant}'\?\)$"):
        star.with_option(option)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (str(MOST + 1), "visits is 2147483649, not in 0 to 2147483648"),
        ("0s", "seconds is 0, and a search takes more; 0 visits look one ply ahead"),
        ("100,0s", "seconds is 0, and a search takes more; 0 visits look one ply ahead"),
        ("0,2s", "0 visits look one ply ahead, and take no seconds"),
    ],
)
def test_budgets_out_of_range_are_refused(option: str, words: str) -> None:
    with pytest.raises(ArgumentError, match=f"^star:{option}: {words}"):
        bot_named(f"star:{option}", small_star_empires)


def test_numbers_out_of_range_are_refused() -> None:
    for visits, seconds in ((-1, None), (MOST + 1, None), (None, 0), (None, -1), (0, 1)):
        with pytest.raises(ArgumentError):
            Star(visits, seconds=seconds)


def test_it_answers_what_bots_can_answer() -> None:
    assert isinstance(star, SuggestingBot)
    assert isinstance(star, StoppableBot)
    for bot in (Star(), Star(5), Star(seconds=1)):
        assert isinstance(bot, SearchingBot)
        assert isinstance(bot, TimedBot)
    assert {*LEVELS} <= {*star.USUAL_OPTIONS}


# --- levels


def test_the_levels_of_the_game_are_those_of_the_bot() -> None:
    assert (*levels_of(small_star_empires),) == small_star_empires.LEVELS
    assert [level.player for level in small_star_empires.LEVELS] == [f"star:{name}" for name in LEVELS]
    for level, arguments in zip(small_star_empires.LEVELS, LEVELS.values(), strict=True):
        assert level.title == level.player.removeprefix("star:").title()
        looks = f"weighs {arguments['visits']:,} positions" if arguments["visits"] else "looks one move ahead"
        assert level.about == looks + (", and errs" if arguments.get("blur") else "")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games_on_every_kind_of_map(level: str, name: str) -> None:
    """The master does so on the smallest map; elsewhere somebody stops it at each choice."""
    bot = star.with_option(level)
    if level == "master" and name != "duel":
        stop = Event()
        stop.set()
        bot = bot.with_stop(stop)
    state = start(name)
    for player, action, after in turns_of(state, [bot.choose] * state.board.players, 1):
        assert player == CHANCE or action in state.legal_actions(player)
        state = after
    assert state.outcome is not None


def test_the_club_beats_the_beginner_and_the_expert_beats_the_club() -> None:
    """With the weights that ship."""
    for strong, weak in (("club", "beginner"), ("expert", "club"), ("beginner", "random")):
        bots: list[Any] = [BOTS["random"] if name == "random" else star.with_option(name) for name in (strong, weak)]
        wins = 0.0
        for seed in range(8):
            own = seed % 2
            choosers = [bots[(seat + own) % 2].choose for seat in range(2)]
            *_, (_, _, end) = turns_of(sse.new_game(sse.base_map(2, seed=seed)), choosers, seed)
            assert end.outcome is not None
            wins += (own in end.outcome.winners) / len(end.outcome.winners)
        assert wins >= 5, (strong, weak)


# --- without a search


def positions() -> list[tuple[State, int]]:
    """Positions of random games on every kind of map, with who is to act."""
    found = []
    for number, name in enumerate(KINDS):
        first = start(name)
        for _, _, state in turns_of(first, [BOTS["random"].choose] * first.board.players, number):
            if (
                state.ply % 5 == 1
                and state.ply < 25
                and state.to_act not in ((), (CHANCE,))
                and state.legal_count() > 1
            ):
                found.append((state, state.to_act[0]))
    assert len(found) > 12
    return found


def share_after(state: State, action: sse.Action, player: int, weights: LearnedWeights) -> float:
    """The share that a seat expects after an action; where a tile is revealed, the mean over all tiles."""
    after = state.after(action)
    if after.to_act != (CHANCE,):
        return weights.evaluate(after)[0][player]
    return sum(float(odds) * weights.evaluate(after.after(tile))[0][player] for tile, odds in after.odds())


def test_0_visits_take_the_action_with_the_best_odds_and_prior(path: Path, weights: LearnedWeights) -> None:
    """Odds alone, and priors alone, would choose others in some of these positions."""
    found, revealing, by_odds, by_priors = positions(), 0, 0, 0
    for state, player in found:
        priors = dict(zip(state.legal_actions(), weights.priors(state), strict=True))
        shares = {action: share_after(state, action, player, weights) for action in priors}
        odds = {action: share / (1 - share) for action, share in shares.items()}
        worths = {action: odds[action] * priors[action] ** 0.2 for action in odds}
        chosen = Star(0, weights=path).choose(state.view(player), player, SplitMix64(1))
        assert worths[chosen] == max(worths.values())
        by_odds += odds[chosen] == max(odds.values())
        by_priors += priors[chosen] == max(priors.values())
        revealing += any(state.after(action).to_act == (CHANCE,) for action in priors)
    assert by_odds < len(found) > by_priors
    assert revealing > 3


def test_0_visits_take_a_win_that_is_proved(path: Path, weights: LearnedWeights) -> None:
    """Whatever its prior is: a share of all of the win has no odds."""
    state = position(sse.parse_map("A 3 . B"), ships=[[0], [3]], reserves=[(1, 0), (0, 0)])
    shares = [share_after(state, action, 0, weights) for action in state.legal_actions()]
    assert max(shares) == 1 > min(shares)
    chosen = Star(0, weights=path).choose(state, 0, SplitMix64(1))
    assert shares[state.legal_actions().index(chosen)] == 1


def test_a_blur_takes_an_action_half_as_often_for_each_such_step(path: Path, weights: LearnedWeights) -> None:
    state, n, blur = start("duel"), 4_000, 0.05
    shares = {action: share_after(state, action, 0, weights) for action in state.legal_actions()}
    best = max(shares.values())
    odds = {action: 2 ** ((share - best) / blur) for action, share in shares.items()}
    bot = Star(0, blur=blur, weights=path)
    counts = Counter(bot.choose(state, 0, SplitMix64(seed)) for seed in range(n))
    expected = {action: n * part / sum(odds.values()) for action, part in odds.items()}
    often = [action for action, count in expected.items() if count >= 5]
    assert len(often) > 3
    # Thirteen degrees of freedom at most: chance alone exceeds 35 once in a thousand seeds, and these are fixed.
    assert sum((counts[action] - expected[action]) ** 2 / expected[action] for action in often) < 35


def test_the_only_action_is_taken_without_a_draw(path: Path) -> None:
    state = position(sse.parse_map("A . B"), ships=[[0], [2]], reserves=[(1, 0), (1, 0)])
    assert state.legal_count() == 1
    rng = SplitMix64(4)
    for bot in (Star(weights=path), Star(0, weights=path), Star(0, blur=0.1), Star(seconds=1)):
        assert bot.choose(state, 0, rng) == state.legal_actions()[0]
    assert rng.next() == SplitMix64(4).next()


def test_whoever_is_not_to_act_is_refused(path: Path) -> None:
    for bot in (Star(5, weights=path), Star(0, weights=path)):
        with pytest.raises(IllegalActionError):
            bot.choose(start("duel"), 1, SplitMix64(1))


# --- with a search


def first_of(found: Any, visits: int) -> sse.Action:
    """The best action that a new search finds."""
    found.run(visits=visits)
    action: sse.Action = found.analysis().lines[0].action
    return action


def test_visits_take_what_the_search_with_the_weights_finds(path: Path, weights: LearnedWeights) -> None:
    for state, player in positions()[::3]:
        for seed in (1, 2):
            chosen = Star(60, weights=path).choose(state.view(player), player, SplitMix64(seed))
            assert chosen == first_of(search(state, seed=SplitMix64(seed).next(), weights=weights), 60)


def test_the_weights_of_the_kind_of_map_guide_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: Path, weights: LearnedWeights
) -> None:
    """Each map asks for its own; a file that is named serves all."""
    plain = tmp_path / "planets.toml"
    plain.write_text(simple({"planets": 16.0}).text, encoding="utf-8")
    by_kind = {"plain-2": weights, "variant-2": read_weights(plain)}
    monkeypatch.setattr("sse_core.small_star_empires.strength.star.weights_of", lambda view: by_kind[kind_of(view)])
    for name, own in (("duel", path), ("everything-2p", plain)):
        state = start(name)
        for visits in (0, 60):
            chosen = [Star(visits, weights=each).choose(state, 0, SplitMix64(3)) for each in (None, own)]
            assert chosen[0] == chosen[1]


def test_with_seconds_it_keeps_the_tree_of_each_seat(path: Path) -> None:
    """Another position of the same kind of map goes on with it, a new game as well."""
    bot, state = Star(seconds=0.01, weights=path), start("base-2p")
    kept = dict[int, CompiledTreeSearch]()
    for _ in range(4):
        (player,) = state.to_act
        state = state.after(bot.choose(state, player, SplitMix64(1)))
        known = bot._kept[player][1]
        assert known is kept.setdefault(player, known)
    assert {*kept} == {0, 1}
    assert kept[0] is not kept[1]
    bot.choose(start("base-2p"), 0, SplitMix64(1))
    assert bot._kept[0][1] is kept[0]
    assert kept[0].state == start("base-2p")


def test_a_tree_is_kept_for_its_weights_alone(monkeypatch: pytest.MonkeyPatch, weights: LearnedWeights) -> None:
    by_kind: Mapping[str, LearnedWeights] = {"plain-2": weights}
    monkeypatch.setattr("sse_core.small_star_empires.strength.star.weights_of", lambda view: by_kind.get(kind_of(view)))
    bot = Star(seconds=0.01)
    bot.choose(start("duel"), 0, SplitMix64(1))
    first = bot._kept[0]
    bot.choose(start("base-2p"), 0, SplitMix64(1))
    assert bot._kept[0][1] is first[1]
    state = start("everything-2p")
    assert bot.choose(state, 0, SplitMix64(1)) in state.legal_actions()
    assert bot._kept[0][0] is None
    assert bot._kept[0][1] is not first[1]


def test_visits_alone_keep_nothing(path: Path) -> None:
    """So a game that is resumed goes on in the same way."""
    bot, state = Star(30, weights=path), start("base-2p")
    for seed in range(4):
        (player,) = state.to_act
        action = bot.choose(state, player, SplitMix64(seed))
        assert action == Star(30, weights=path).choose(state, player, SplitMix64(seed))
        state = state.after(action)
    assert bot._kept == {}


def test_a_token_ends_the_search(path: Path) -> None:
    stop, state = Event(), start("base-2p")
    stop.set()
    for given in (Star(MOST, weights=path), Star(seconds=1e9, weights=path), Star(0, blur=0.5, weights=path)):
        bot = given.with_stop(stop)
        assert (bot.visits, bot.seconds, bot.blur, bot.weights) == (given.visits, given.seconds, given.blur, path)
        assert bot.choose(state, 0, SplitMix64(1)) in state.legal_actions()
    assert star.with_stop(stop).choose(state, 0, SplitMix64(1)) in state.legal_actions()


def test_it_goes_through_pickle(path: Path) -> None:
    state = start("duel")
    for bot in (Star(), Star(40, weights=path), Star(0, blur=0.1, weights=path), Star(seconds=2)):
        again = pickle.loads(pickle.dumps(bot))
        assert (again.visits, again.seconds, again.blur, again.weights) == (
            *(bot.visits, bot.seconds),
            *(bot.blur, bot.weights),
        )
        if bot.seconds is None:
            assert again.choose(state, 0, SplitMix64(9)) == bot.choose(state, 0, SplitMix64(9))


# --- maps without weights, and mcts


@pytest.mark.usefixtures("without_weights")
def test_without_weights_it_plays_as_mcts_does() -> None:
    """With 0 visits, as mcts with a visit for each action."""
    for state, player in positions()[::3]:
        for visits in (0, 40):
            chosen = Star(visits).choose(state.view(player), player, SplitMix64(6))
            like = Mcts(visits or state.legal_count())
            assert chosen == like.choose(state.view(player), player, SplitMix64(6))


def test_mcts_asks_no_weights(monkeypatch: pytest.MonkeyPatch, weights: LearnedWeights) -> None:
    """Whatever ships, it chooses as a search by rollouts does with the same seed, and says that it counts games."""
    monkeypatch.setattr(sys.modules[CompiledTreeSearch.__module__], "weights_of", lambda state: weights)
    differing = 0
    for state, player in positions():
        seed = SplitMix64(8).next()
        chosen = Mcts(100).choose(state.view(player), player, SplitMix64(8))
        assert chosen == first_of(rollouts(state, seed=seed), 100)
        differing += chosen != first_of(search(state, seed=seed), 100)
    assert differing > 3


def test_a_search_says_what_its_numbers_come_from(weights: LearnedWeights) -> None:
    guided, by_rollouts = search(start("duel"), weights=weights), rollouts(start("duel"))
    for found in (guided, by_rollouts):
        found.run(visits=1_200)
    assert guided.analysis().how.startswith("Tree search with learned weights, 1,200 positions judged. The value is")
    assert by_rollouts.analysis().how.startswith("Monte Carlo tree search, 1,200 simulated games. The value is")
