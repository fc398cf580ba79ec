"""Options of Micro Space Empire in the `sse` command: the expansion, and the effort of the analysis."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from ..game import AnalysedState
from . import analysis
from .positions import start
from .state import State

__all__ = ["add_analysis", "add_setup", "analyse", "set_up"]


def add_setup(parser: ArgumentParser) -> None:
    """Add the option for the expansion."""
    parser.add_argument("--expansion", action="store_true", help="put Aquila and Queloz into the box (M1)")


def set_up(args: Namespace, players: int | None, seed: int, load_map: Callable[[str], Any]) -> State:
    """Return a new game. It doesn't depend on the seed, since cards are drawn when they are turned over."""
    if players not in (None, 1):
        raise ArgumentTypeError(f"this is a game for one, and the players named are {players}")
    return start(expansion=args.expansion)


def add_analysis(parser: ArgumentParser) -> None:
    """Add the options for the effort of the analysis."""
    parser.add_argument(
        "--exact-from",
        type=int,
        default=analysis.EXACT_FROM,
        metavar="TURN",
        help=f"the first turn with exact values; left out: {analysis.EXACT_FROM}, which takes less than a second; 11 "
        "takes some seconds, and each turn earlier some thirty times as long",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=analysis.GAMES,
        metavar="N",
        help=f"the number of simulated games for each action before that turn; left out: {analysis.GAMES}",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the simulated games; left out: 0")


def analyse(state: State, args: Namespace) -> AnalysedState:
    """Return the worth of each action."""
    found = analysis.analyse(state, exact_from=args.exact_from, games=args.games, seed=args.seed)
    rows = [{"score": worth.score, "survival": worth.survival} for worth in found.worths]
    return AnalysedState([worth.action for worth in found.worths], rows, _how(found, args.seed))


def _how(found: analysis.Analysis, seed: int) -> str:
    if not found.games:
        return f"Exact, under best play: {found.positions:,} positions were worked out."
    return (
        f"Means of {found.games} games of the planner for each action, seed {seed}, ± one standard error. "
        "Best play is worth as much or more."
    )
