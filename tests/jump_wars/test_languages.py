"""Words that people see of Jump Wars: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from functools import cache
from itertools import chain, islice, product
from typing import Any, Final

import pytest
from tests.jump_wars.rich_tables import rich_start
from tests.jump_wars.rows import ROWS, battle
from tests.jump_wars.steps import SCENES
from tests.jump_wars.test_render import a_crowd
from tests.jump_wars.test_rules import ROWS as RULES
from tests.profiles import shortened
from tests.random_games import Move, moves
from tests.unsaid import Seen

import sse_core as sse
from sse_core.errors import ArgumentError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.jump_wars import Card, Reason, State, command, position
from sse_core.seeds import SplitMix64

GAME: Final = sse.jump_wars
SEEN: Final = Seen(
    GAME,
    # Notation, verbs that are due, places, fleets.
    outside=r"\b[a-z]+=\w+|^(?:done|take|ruins|brains|accept|refuse|fire|bomb|rewrite)\b"
    r"|(?<=⟦what is due is ⟧)[a-z, ]+(?:⟦ or ⟧[a-z]+)?|\b[a-j](?:[0-9]|10)\b|\b[a-j]?[A-EN]\b|\b[a-j]\b",
    place=lambda _: "c4",
    pictures=lambda state: [GAME.to_svg(state, panel=False)],
)


def test_unsaid_words_are_found() -> None:
    assert SEEN.unsaid("done: ⟦what is due is ⟧take, ruins⟦ or ⟧brains (J5.1)") == []
    assert SEEN.unsaid("⟦the fleets at ⟧a1⟦ jump⟧, A: J2.6, from=a1, B12, j10") == []
    assert SEEN.unsaid("⟦the fleets at ⟧a1 may ⟦jump⟧ home, done") == ["may", "home", "done"]


# --- games and scenes


@pytest.mark.parametrize("name", GAME.presets())
def test_nothing_of_a_game_is_unsaid(name: str) -> None:
    SEEN.check_game(islice(moves(GAME.presets()[name].value, SplitMix64(len(name))), 80), every=40)


@pytest.mark.parametrize("number", shortened(range(10), 4))
def test_nothing_of_a_rich_game_is_unsaid(number: int) -> None:
    """It begins in the midst of a battle, or with high levels, by options of all kinds."""
    SEEN.check_game(islice(moves(rich_start(number), SplitMix64(number)), 120), every=40)


@pytest.mark.parametrize("name", SCENES)
def test_nothing_of_a_step_is_unsaid(name: str) -> None:
    state = position(SCENES[name](), 100)
    SEEN.check_position(state)
    SEEN.check(SEEN.offered(state, 1_000))
    SEEN.check_drawings(state)


def battle_with_kills() -> State:
    p = battle({"fleets": 2}, {"fleets": 3}).position
    assert p.battle is not None
    return position(p._replace(battle=p.battle._replace(kills=(1, 2, 0))), 100)


@pytest.mark.parametrize("make", [battle_with_kills, a_crowd])
def test_nothing_that_is_rare_is_unsaid(make: Callable[[], State]) -> None:
    """A kill, and all at once: cards, specials, boosts, and orders that are void."""
    state = make()
    SEEN.check_position(state)
    SEEN.check_drawings(state)


def test_nothing_of_a_single_fleet_is_unsaid() -> None:
    SEEN.check_game(islice(moves(battle({"fleets": 1}, {"fleets": 1}), SplitMix64(1)), 9), every=3)


@pytest.mark.parametrize("name", ROWS)
def test_nothing_of_an_action_is_unsaid(name: str) -> None:
    row = ROWS[name]
    action = GAME.parse_action(row.action)
    after = row.before.after(action, row.seat)
    player = row.before.to_act[0] if row.seat is None else row.seat
    SEEN.check(SEEN.told(Move(row.before, player, action, after)))
    with speaking(PSEUDO):
        SEEN.check(GAME.stage_lines(after))


@cache
def states_of_rules() -> tuple[State, ...]:
    """The positions by which the clauses are tested."""
    return tuple(row.state() for row in RULES.values())


def test_every_reason_is_said() -> None:
    """Each is met in the positions that test the clauses, and at the end of a game, for each verb that it refuses."""
    met = dict[tuple[Reason, Any], tuple[State, Any, int]]()
    for state in (*states_of_rules(), *(position(make(), 100) for make in SCENES.values())):
        for player, action in product((CHANCE, *range(state.players)), state.actions):
            met.setdefault((state.why_not(action, player), action.verb), (state, action, player))
    for (reason, _), refused in met.items():
        if reason is not Reason.OK:
            SEEN.check(words.removeprefix("done") for words in chain(SEEN.refused(*refused), SEEN.clicked(*refused)))
    assert {*Reason} - {reason for reason, _ in met} == {Reason.NO_SUCH_ACTION}, "no action of the table is answered so"


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    SEEN.check_setup()


@pytest.mark.parametrize(("name", "value"), [("players", 3), ("first", "E")])
def test_what_the_setup_refuses_is_said(name: str, value: Any) -> None:
    """A game for two that are named isn't set up with the option."""
    parser = ArgumentParser(add_help=False)
    command.add_setup(parser)
    args = parser.parse_args([])
    setattr(args, name, value)
    with speaking(PSEUDO), pytest.raises(ArgumentTypeError) as error:
        command.set_up(args, 2, 0, str)
    SEEN.check([str(error.value).replace(f"--{name}", "")])


def test_options_are_said_on_the_table() -> None:
    options: dict[str, Any] = {"grid": "hex", "turn_limit": 9, "neutral": True, "trade": False}
    switches = ("void_orders", "must_raise", "genesis_adds", "any_map", "simultaneous")
    line = GAME.stage_lines(GAME.new_game(seed=1, **options | dict.fromkeys(switches, True)))[2]
    assert line == (
        "Options: hexagonal grid, turn limit 9, neutral Homeworld, no trade, void orders, must raise, Genesis adds, "
        "any map, simultaneous deals"
    )


def test_a_card_is_named_for_whoever_reads() -> None:
    with speaking("de"):
        assert Card.NOVA_BOMBS.title == "Novabomben"
    assert Card.NOVA_BOMBS.title == "Nova Bombs"


def test_a_picture_is_drawn_anew_for_readers_of_another_language() -> None:
    state = GAME.new_game(seed=1)
    english = GAME.to_svg(state)
    with speaking("de"):
        german = GAME.to_svg(state)
        assert "a1: Heimatwelt von A, 5 Flotten von A" in german
        assert "Angriff von A: 1" in german
    assert GAME.to_svg(state) == english
    assert "a1: Homeworld of A, 5 fleets of A" in english


def test_an_unfinished_game_has_no_verdict() -> None:
    with pytest.raises(ArgumentError):
        GAME.verdict(GAME.new_game())
