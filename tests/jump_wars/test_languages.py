"""Words that people see of Jump Wars: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from tests.jump_wars.combinations import options_of
from tests.jump_wars.rich_tables import rich_battle, rich_table
from tests.jump_wars.rows import ROWS
from tests.jump_wars.steps import SCENES
from tests.jump_wars.test_rules import ROWS as RULES

import sse_core as sse
from sse_core.bots.levels import levels_of
from sse_core.errors import ArgumentError, IllegalActionError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.jump_wars import Action, Card, Reason, State, command, position
from sse_core.jump_wars.notation import format_action
from sse_core.play.languages import label
from sse_core.play.random_play import choose
from sse_core.play.sentences import result_of
from sse_core.seeds import SplitMix64

GAME: Final = sse.jump_wars
NAMES: Final = {"A": "1", "B": "2", "C": "3", "D": "4", "E": "5"}
"""Names of players without a letter."""

SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_SAID: Final = re.compile(
    r"'[^']*'"  # What somebody has typed.
    r"|\b[a-z]+=\w+|^(?:done|take|ruins|brains|accept|refuse|fire|bomb|rewrite)\b"  # Notation.
    r"|\b[a-j](?:[0-9]|10)\b|\b[a-j]?[A-EN]\b|\b[a-j]\b|\b[A-EN][0-9]+\b|Jump Wars|\bJ[0-9]+\.[0-9]+"
)
VERBS: Final = re.compile(r"(?<=⟦what is due is ⟧)[a-z, ]+(⟦ or ⟧[a-z]+)?")
LETTER: Final = re.compile(r"[^\W\d_]+")


def unsaid(words: str) -> list[str]:
    """The words outside all sentences that are no place, seat, fleets, clause, notation or title."""
    return LETTER.findall(NOT_SAID.sub("", SAID.sub(" ", VERBS.sub("", words))))


def check(words: str) -> None:
    assert unsaid(words) == [], words


def test_unsaid_words_are_found() -> None:
    assert unsaid("done: ⟦what is due is ⟧take, ruins⟦ or ⟧brains (J5.1)") == []
    assert unsaid("⟦the fleets at ⟧a1⟦ jump⟧, A: J2.6, from=a1, B12, j10") == []
    assert unsaid("⟦the fleets at ⟧a1 may ⟦jump⟧ home, done") == ["may", "home", "done"]


# --- what is seen of a position


def words_in(svg: str) -> str:
    """The words of a picture: what is written in it, and what is told of it. A sentence can have several lines."""
    elements = ElementTree.fromstring(svg).iter()
    return " ".join(words for each in elements for words in (each.text, each.tail, each.get("aria-label")) if words)


def without_notation(words: str, last: Sequence[Action]) -> str:
    """Words without the texts of the last actions."""
    for action in last:
        words = words.replace(format_action(action), "")
    return words


def shown(state: State, last: Sequence[Action] = ()) -> Iterator[str]:
    """What a page shows of a position: its pictures and texts, and what each player holds."""
    for panel in (True, False):
        svg = GAME.to_svg(state, last=last, marked=["c4"], panel=panel)
        yield without_notation(words_in(svg), last)
    yield without_notation(GAME.to_text(state, last=last, marked=["c4"]).replace("\n", " "), last)
    yield from GAME.stage_lines(state)
    for seat in range(state.players):
        for name, lines in GAME.holdings(state, seat):
            yield from (name, *lines)
    yield from (label(column, GAME) for column in GAME.score_table(state)[0])
    if state.outcome is not None:
        yield GAME.verdict(state)
        yield result_of(state, NAMES, GAME, in_moves=True)


def offered(state: State) -> Iterator[str]:
    """What players are asked, and the buttons: about twelve actions of each."""
    for player in state.to_act:
        view = state if player == CHANCE else state.view(player)
        actions = state.legal_actions(player)
        for action in actions[:: 1 + len(actions) // 12]:
            path = GAME.steps(view, action, player)
            yield from (word for step in path for word in (step.words, step.note))
            keys = [step.key for step in path]
            yield from (GAME.question(view, keys[:n], player) for n in range(len(keys)))


def followed(state: State) -> Iterator[str]:
    """What is told of about twelve actions, to those who know all and to each player, and what follows from them."""
    for player in state.to_act:
        actions = state.legal_actions(player)
        for action in actions[:: 1 + len(actions) // 12]:
            after = state.after(action, player)
            yield from GAME.effects(state, action, after)
            yield GAME.told(state, action, after, names=[*NAMES.values()], player=player)
            for seat in range(state.players):
                then = state.view(seat), action, after.view(seat)
                yield GAME.told(*then, names=[*NAMES.values()], player=player)
                yield from GAME.effects(*then)


def refusals(state: State, rng: SplitMix64, most: int) -> Iterator[str]:
    """Why some actions are refused, and what a click on them is answered."""
    for _ in range(most):
        action = rng.choice(state.actions)
        for player in range(state.players):
            yield from refused(state, action, player)


def refused(state: State, action: Action, player: int) -> Iterator[str]:
    """Why an action is refused, and what a click on it is answered; nothing if it is legal."""
    if state.why_not(action, player) is Reason.OK:
        return
    with pytest.raises(IllegalActionError) as error:
        state.after(action, player)
    yield str(error.value)
    keys = [step.key for step in GAME.steps(state, action)]
    yield from (GAME.refusal(state, keys[:n], player) for n in range(1, len(keys) + 1))
    yield GAME.refusal(state, [*keys, "nowhere"], player)


# --- games and scenes


def checked_game(state: State, seed: int, most: int, every: int) -> State:
    """Play at random, look at every so many positions, and return the last one."""
    rng, last = SplitMix64(seed), list[Action]()
    for ply in range(most):
        if not state.to_act:
            break
        if ply % every == 0:
            for words in (*shown(state, last[-3:]), *offered(state), *followed(state), *refusals(state, rng, 4)):
                check(words)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        state = state.after(action, player)
        last.append(action)
    for words in (*shown(state, last[-3:]), *refusals(state, rng, 4)):
        check(words)
    return state


@pytest.mark.parametrize("name", GAME.presets())
def test_nothing_of_a_game_is_unsaid(name: str) -> None:
    with speaking(PSEUDO):
        checked_game(GAME.presets()[name].value, len(name), 300, 23)


@pytest.mark.parametrize("number", range(10))
def test_nothing_of_a_rich_game_is_unsaid(number: int) -> None:
    """It begins in the midst of a battle, or with high levels, by options of all kinds."""
    players, options = options_of(number)
    make = rich_battle if number % 3 == 0 else rich_table
    options["simultaneous"] = number % 2 == 0
    first = GAME.start(players=players, seed=number, turn_limit=20, **options)
    with speaking(PSEUDO):
        checked_game(position(make(first.position, Random(number)), 100), number, 250, 17)


@pytest.mark.parametrize("name", SCENES)
def test_nothing_of_a_step_is_unsaid(name: str) -> None:
    state = position(SCENES[name](), 100)
    with speaking(PSEUDO):
        for seat in range(state.players):
            for words in shown(state.view(seat)):
                check(words)
        for words in (*shown(state), *offered(state), *followed(state), *refusals(state, SplitMix64(1), 12)):
            check(words)


@pytest.mark.parametrize("name", ROWS)
def test_nothing_of_an_action_is_unsaid(name: str) -> None:
    row = ROWS[name]
    action = GAME.parse_action(row.action)
    with speaking(PSEUDO):
        after = row.before.after(action, row.seat)
        check(GAME.told(row.before, action, after, names=[*NAMES.values()], player=row.seat))
        for words in (*GAME.effects(row.before, action, after), *GAME.stage_lines(after)):
            check(words)


@cache
def states_of_rules() -> tuple[State, ...]:
    """The positions by which the clauses are tested."""
    return tuple(row.state() for row in RULES.values())


def test_every_reason_is_said() -> None:
    """Each is met in the positions that test the clauses, and at the end of a game."""
    states: list[State] = [*states_of_rules(), *(position(make(), 100) for make in SCENES.values())]
    met: dict[tuple[Reason, Any], str] = {}
    for state in states:
        for player in (CHANCE, *range(state.players)):
            for action in state.actions:
                reason = state.why_not(action, player)
                kind = reason, action.verb
                if reason is Reason.OK or kind in met:
                    continue
                with speaking(PSEUDO):
                    met[kind] = " ".join(refused(state, action, player))
    for words in met.values():
        check(words.removeprefix("done"))
    assert {*Reason} - {reason for reason, _ in met} == NOT_MET


NOT_MET: Final = {Reason.OK, Reason.NO_SUCH_ACTION}
"""What no action of the table is answered."""


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    with speaking(PSEUDO):
        for preset in GAME.presets().values():
            check(preset.title)
            check(preset.about)
        for level in levels_of(GAME):
            check(f"{level.title}: {level.about}")
        parser = ArgumentParser(add_help=False)
        command.add_setup(parser)
        for option in parser._actions:
            check(option.help or "")
            assert option.help
            if option.dest != "players":
                check(label(option.dest, GAME))
            for choice in option.choices or ():
                check(label(str(choice), GAME, option.dest))
        for name, value in GAME.OPTIONS.items():
            check(label(name, GAME))
            if name == "grid":
                check(label(str(value), GAME, name))
        for name, value in (("players", 3), ("first", "E")):
            args = parser.parse_args([])
            setattr(args, name, value)
            check(refused_setup(args))


def refused_setup(args: Namespace) -> str:
    """Why a game for two that are named isn't set up, without the option."""
    with pytest.raises(ArgumentTypeError) as error:
        command.set_up(args, 2, 0, str)
    return str(error.value).replace("--players", "").replace("--first", "")


def test_options_are_said_on_the_table() -> None:
    options: dict[str, Any] = {"grid": "hex", "turn_limit": 9, "neutral": True, "trade": False}
    switches = ("void_orders", "must_raise", "genesis_adds", "any_map", "simultaneous")
    line = GAME.stage_lines(GAME.start(seed=1, **options | dict.fromkeys(switches, True)))[2]
    assert line == (
        "Options: hexagonal grid, turn limit 9, neutral Homeworld, no trade, void orders, must raise, Genesis adds, "
        "any map, simultaneous deals"
    )


def test_a_card_is_named_for_whoever_reads() -> None:
    with speaking("de"):
        assert Card.NOVA_BOMBS.title == "Novabomben"
    assert Card.NOVA_BOMBS.title == "Nova Bombs"


def test_a_picture_is_drawn_anew_for_readers_of_another_language() -> None:
    state = GAME.start(seed=1)
    english = GAME.to_svg(state)
    with speaking("de"):
        german = GAME.to_svg(state)
        assert "a1: Heimatwelt von A, 5 Flotten von A" in german
        assert "Angriff von A: 1" in german
    assert GAME.to_svg(state) == english
    assert "a1: Homeworld of A, 5 fleets of A" in english


def test_an_unfinished_game_has_no_verdict() -> None:
    with pytest.raises(ArgumentError):
        GAME.verdict(GAME.start())
