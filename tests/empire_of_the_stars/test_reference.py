"""The reference of Empire of the Stars by itself: games that begin anywhere, copies, whole games that fit a view."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.empire_of_the_stars.comparison import begun_at, begun_with, laid_at
from tests.empire_of_the_stars.lockstep import begin
from tests.profiles import by_profile

from sse_core.empire_of_the_stars import new_game, reference
from sse_core.empire_of_the_stars.actions import text_of
from sse_core.empire_of_the_stars.positions.fields import LAYOUT
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.reference import CHANCE, Components, Deal, Game, game_at, known_to, sample
from sse_core.seeds import SplitMix64

PLIES = 4
EVERY = by_profile(dev=3, ci=3, nightly=1)


def seen(game: Game) -> dict[str, Any]:
    """What players see of a game: the table, who acts, what can be done, the odds, the points."""
    legal = {seat: game.legal(seat) for seat in (CHANCE, *game.seats)}
    return game.table() | {"step": game.step, "legal": legal, "odds": game.odds(), "totals": game.totals}


def play_at_random(game: Game, rng: Random) -> None:
    player = rng.choice(game.to_act)
    game.play(player, rng.choice(sorted(game.legal(player))))


@pytest.mark.parametrize("number", range(0, 57 * by_profile(dev=4, ci=12, nightly=600), 57))
def test_a_game_begun_at_any_position_goes_on_as_the_one_that_came_there(number: int) -> None:
    """For some plies, after which another position comes.

    The numbers of players, powers and packs that are made up come in turn: twelve games have each with each.
    """
    rng = Random(number)
    state = begin(number, rng)
    game = begun_with(state)
    ids = {text_of(action): index for index, action in enumerate(state.board.actions)}
    while game.to_act:
        seed = rng.getrandbits(32)
        if state.ply % EVERY == 0:
            begun, gone_on = begun_at(state), game.copy()
            for each in (begun, gone_on):
                stream = Random(seed)
                for _ in range(PLIES):
                    if each.to_act:
                        play_at_random(each, stream)
            assert seen(begun) == seen(gone_on)
        player = rng.choice(game.to_act)
        choice = rng.choice(sorted(game.legal(player)))
        state = state.after(ids[choice], player)
        game.play(player, choice)
    assert seen(begun_at(state)) == seen(game)


def test_every_field_of_a_position_counts() -> None:
    """A game reads each of them, but for what says only whose turn goes on."""
    asked: set[str] = set()

    class Listening(Position):
        def __getattribute__(self, name: str) -> Any:
            asked.add(name)
            return super().__getattribute__(name)

    for number in range(1, 8, 2):
        rng = Random(number)
        state = begin(number, rng)
        game = begun_with(state)
        components = Components(state.board.content)
        ids = {text_of(action): index for index, action in enumerate(state.board.actions)}
        while game.to_act:
            game_at(components, Listening(state.data))
            player = rng.choice(game.to_act)
            choice = rng.choice(sorted(game.legal(player)))
            state = state.after(ids[choice], player)
            game.play(player, choice)
    by_bytes = {"ships", "moved", "shifted"}
    names = {"then" if field.name == "return" else field.name for field in LAYOUT}
    assert names - asked - by_bytes == {"begun"}


def test_a_copy_goes_on_by_itself() -> None:
    game = begun_with(new_game(players=3, seed=3, powers=True))
    rng = Random(3)
    for _ in range(40):
        twin, before = game.copy(), seen(game)
        assert seen(twin) == before
        play_at_random(twin, rng)
        assert seen(game) == before
        play_at_random(game, rng)


def test_an_action_that_is_not_legal_is_refused() -> None:
    game = begun_with(new_game(players=3, seed=3))
    before = seen(game)
    with pytest.raises(ValueError, match="role=regent isn't legal for player 0"):
        game.play(0, "role=regent")
    assert seen(game) == before


def test_a_game_begins_at_no_view() -> None:
    state = new_game(players=3, seed=3)
    with pytest.raises(ValueError, match="not at what a player sees of it"):
        game_at(Components(state.board.content), Position(state.view(0).data))


def test_a_deal_that_no_seed_deals_is_refused() -> None:
    game = laid_at(new_game(players=3, seed=3))
    components = game.components
    tops = [card for pile in game.piles.values() for card in pile]
    hands = [player.hand for player in game.players]
    good = Deal([], game.display, 0, hands, tops, [[], [], []])
    assert Game.from_deal(components, 3, game.options, good).to_act == (0,)
    for clause, bad in {
        "C14.1": good._replace(blocked=["a"]),
        "C1.6": good._replace(display=+(game.display + game.display)),
        "C1.2": good._replace(tops=[*tops, tops[0]]),
    }.items():
        with pytest.raises(ValueError, match=clause):
            Game.from_deal(components, 3, game.options, bad)


def test_a_drawn_game_fits_what_the_player_knows() -> None:
    """And it is the same for the same stream."""
    for number in range(1, 9, 2):
        rng = Random(number)
        game = begun_with(begin(number, rng))
        for ply in range(120):
            if not game.to_act:
                break
            seat = rng.choice(game.seats)
            drawn = sample(game, seat, SplitMix64(ply))
            known, again = known_to(game, seat), known_to(drawn, seat)
            for name in ("tactics", "weapons"):
                # A dial that is half set isn't begun in what was drawn.
                known.pop(f"battle's {name}", None)
                again.pop(f"battle's {name}", None)
            assert again == known
            assert seen(sample(game, seat, SplitMix64(ply))) == seen(drawn)
            play_at_random(game, rng)


def test_the_reference_shares_plain_values_alone_with_the_core() -> None:
    """Content and its words, options, the names of fields and steps; CHANCE, and the stream of chance."""
    found: set[str] = set()
    for path in sorted(Path(reference.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level > 1:
                found.add("." * node.level + (node.module or ""))
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                assert not (node.module or "").startswith("sse_core")
    assert found == {
        *("..packs.content", "..packs.vocabulary", "..positions.due", "..positions.fields", "..positions.position"),
        *("..options", "...game", "...seeds"),
    }
