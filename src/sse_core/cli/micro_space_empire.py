"""Micro Space Empire at the command: its set-up option, its files, its score sheet. Answers `Table`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from .. import bots
from ..game_tree import perft_divide
from ..json_object import JsonObject
from ..micro_space_empire import Due, GameRecord, State, analysis, parse_game, parse_state, planner, start
from ..micro_space_empire.record import SEATS
from .pages import RefusedError, UsageError, quoting, read
from .tables import Analysed, Loaded

__all__ = [
    "BOTS",
    "NAME",
    "SEATS",
    "SHIPPED",
    "TITLE",
    "add_analysis",
    "add_setup",
    "analyse",
    "goes_on",
    "load",
    "perft_divide",
    "record",
    "score_sheet",
    "set_up",
    "shipped",
    "to_json",
    "verdict",
]

NAME: Final = "micro_space_empire"
TITLE: Final = "Micro Space Empire"
SHIPPED: Final = "start"
BOTS: Final[Mapping[str, Any]] = MappingProxyType({**bots.BOTS, "planner": planner})

_STARTS: Final[Mapping[str, tuple[bool, str]]] = MappingProxyType(
    {
        "start": (False, "a new game"),
        "expansion": (True, "a new game with Aquila and Queloz in the box"),
    }
)


def add_setup(parser: ArgumentParser) -> None:
    """Add the choice of the box."""
    parser.add_argument("--expansion", action="store_true", help="put Aquila and Queloz into the box (M1)")


def set_up(args: Namespace, named: int | None, seed: int) -> State:
    """Return a new game; the seed is not asked, since cards are shuffled as they are turned over."""
    if named not in (None, 1):
        raise UsageError(f"this is a game for one, and the players named are {named}")
    return start(expansion=args.expansion)


def shipped() -> Mapping[str, str]:
    """Return a line on each start of a game."""
    return {name: line for name, (_, line) in _STARTS.items()}


def load(name: str) -> Loaded:
    """Return the position or record of a file, or the start that has this name."""
    if name in _STARTS:
        return _state(start(expansion=_STARTS[name][0]))
    try:
        text = read(name, "mse")
    except FileNotFoundError:
        raise RefusedError(f"{name}: no such file, and no start of {TITLE} has this name") from None
    with quoting(name):
        return _parse(text)


def _parse(text: str) -> Loaded:
    """Return what a text holds; its beginning, or the key `format`, tells which kind it is."""
    if text.startswith("{"):
        kind = JsonObject.parse(text).content.get("format")
        return _record(GameRecord.from_json(text)) if kind == "mse-game" else _state(State.from_json(text))
    return _record(parse_game(text)) if text.startswith("mse-game ") else _state(parse_state(text))


def _state(state: State) -> Loaded:
    return Loaded(state, state)


def _record(found: GameRecord) -> Loaded:
    return Loaded(found.final, found.final, record=found, tags=found.tags)


def record(start: State, actions: Sequence[Any], tags: Mapping[str, str]) -> GameRecord:
    """Return the record of a game."""
    return GameRecord(start, tuple(actions), tags)


def to_json(loaded: Loaded) -> str:
    """Return a record or position as its JSON twin."""
    return str((loaded.record or loaded.shown).to_json())


def goes_on(state: State) -> bool:
    """Return whether a turn is under way: all but its first choice (M2.2)."""
    return state.due is not Due.CHOICE


def score_sheet(state: State) -> list[dict[str, int]]:
    """Return the points by column; the total is 0 in a lost game (M6.3, M7)."""
    return [state.score._asdict() | {"total": state.totals[0]}]


def verdict(state: State) -> str:
    """Return whether the Home World held out (M6.3)."""
    return f"the Home World fell in turn {state.turn} (M6.3)" if state.lost else "the Home World held out (M2.1)"


def add_analysis(parser: ArgumentParser) -> None:
    """Add how hard to try."""
    parser.add_argument(
        "--exact-from",
        type=int,
        default=analysis.EXACT_FROM,
        metavar="TURN",
        help=f"work positions out exactly from this turn on: {analysis.EXACT_FROM}, left out, takes about a second, "
        "11 half a minute, each turn more some thirty times as long",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=analysis.GAMES,
        metavar="N",
        help=f"simulate so many games for each action before that turn; left out: {analysis.GAMES}",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="what their draws come from; left out: 0")


def analyse(state: State, args: Namespace) -> Analysed:
    """Return what each action is worth."""
    found = analysis.analyse(state, exact_from=args.exact_from, games=args.games, seed=args.seed)
    rows = [{"score": worth.score, "survival": worth.survival} for worth in found.worths]
    return Analysed([worth.action for worth in found.worths], rows, _how(found, args.seed))


def _how(found: analysis.Analysis, seed: int) -> str:
    if not found.games:
        return f"Exact, under best play: {found.positions:,} positions were worked out."
    return (
        f"Means of {found.games} games of the planner for each action, seed {seed}, ± one standard error. "
        "Best play is worth as much or more."
    )
