"""`sse analyse`: the worth of each action of a position, found by search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any, Final

from ..game import CHANCE, Analysis, AnyGame, Line, Search, State
from ..play.search import Budget, follow, search_of
from .growing import GrowingPage, is_terminal
from .keeping import signals_as_interrupts
from .loading import load
from .numbers import parse_positive, parse_seconds, parse_threads
from .pages import WIDTH, RefusedError, add_position, align, count, echo, echo_json, paragraph
from .players import parse_seed
from .progress import duration, speed
from .score import player_label

__all__ = ["add", "run"]

_PAUSE: Final = 0.25
"""The seconds between two states of the table while it grows."""

_LEAST_THEN: Final = 12
"""The least columns for the play that is expected; with fewer it is left out."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument(
        "--visits",
        type=parse_positive,
        metavar="N",
        help="how many simulations, such as 500, 10k or 1M; left out, and without --seconds: the default of the game",
    )
    parser.add_argument(
        "--seconds", type=parse_seconds, metavar="S", help="how long to search, such as 5 or 0.5; Ctrl-C ends it, too"
    )
    parser.add_argument("--seed", type=parse_seed, default=0, metavar="S", help="the seed of the search; left out: 0")
    parser.add_argument(
        "--threads", type=parse_threads, default=1, metavar="N", help="how many threads search (default: 1)"
    )
    parser.add_argument("--top", type=parse_positive, metavar="N", help="the best N lines only")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Search a position, and print a line for each legal action or chance event, the best one first.

    On a terminal the table grows while the search goes on. An interruption ends the search; what was found is printed
    before it is raised.
    """
    game: AnyGame = args.game
    state = load(args.position, game).state
    if not state.to_act:
        raise RefusedError(f"{args.position}: the game is over, and no action is legal")
    search = search_of(state, seed=args.seed, threads=args.threads)
    interruption = None
    try:
        with signals_as_interrupts():
            if args.json or not is_terminal():
                search.run(visits=args.visits, seconds=args.seconds)
            else:
                _show_while_searching(search, args, state)
    except KeyboardInterrupt as error:
        interruption = error
    found = search.analysis()
    if args.json:
        echo_json(_object(found, found.lines[: args.top], state))
    else:
        echo(f"{_table(found, found.lines[: args.top], state)}\n\n{paragraph(found.how, indent=0)}")
    if interruption is not None:
        raise interruption
    return 0


def _show_while_searching(search: Search[Any], args: Namespace, state: State[Any]) -> None:
    """Search, and show what is found on the terminal; at the end nothing of it stands there."""
    page = GrowingPage()
    budget = Budget(args.visits, args.seconds, search.default_visits)

    def tell(found: Analysis[Any], spent: float) -> None:
        table = _table(found, found.lines[: args.top], state)
        page.show(f"{table}\n\n{_how_far(found.visits, spent, budget, args.seconds)}")

    try:
        _search_in_parts(search, budget, tell)
    finally:
        page.clear()


def _how_far(visits: int, spent: float, budget: Budget, seconds: float | None) -> str:
    """Return the time and the speed of the search, and how much of its budget is left."""
    parts = [f"{spent:.1f}{'' if seconds is None else f' of {seconds:g}'} s", f"{speed(visits, spent)} visits a second"]
    left = min(
        (budget.visits - visits) * spent / visits if visits else inf, inf if seconds is None else seconds - spent
    )
    return ", ".join([*parts, *([f"{duration(max(0.0, left))} left"] if left < inf else [])])


def _search_in_parts(search: Search[Any], budget: Budget, tell: Callable[[Analysis[Any], float], None]) -> None:
    """Search as long as a budget allows, and tell a few times a second what was found, and the time that it took."""
    done = 0
    while budget.allows(done):
        begin = perf_counter()
        pause = min(_PAUSE, budget.end - begin)
        if pause <= 0:
            return
        visits = None if budget.visits == inf else int(budget.visits) - done
        search.run(visits=visits, seconds=pause)
        if perf_counter() - begin < pause:
            # All visits are made, or everything is proved.
            return
        found = search.analysis()
        done = found.visits
        tell(found, budget.spent)


def _table(found: Analysis[Any], lines: Sequence[Line[Any]], state: State[Any]) -> str:
    """Return the table of what was found. Its numbers are those of the player to act, of the first seat for chance."""
    game, player = state.game, state.to_act[0]
    seat, alone = max(player, 0), len(state.totals) == 1
    heading = ["action", "visits", "win %", "±", "score" if alone else "margin"]
    rows: list[list[str]] = [heading]
    texts = [_texts(line, state) for line in lines]
    for line, (action, *_) in zip(lines, texts, strict=True):
        error = "exact" if line.exact else f"{100 * line.error:.1f}"
        margin = f"{float(line.margin[seat]):.3f}" if alone else f"{float(line.margin[seat]):+.2f}"
        rows.append([action, f"{line.visits:,}", f"{100 * float(line.value[seat]):.1f}", error, margin])
    table = align(rows, left=1).split("\n")
    room = WIDTH - max(map(len, table)) - 2
    if room >= _LEAST_THEN and any(len(text) > 1 for text in texts):
        width = WIDTH - room - 2
        ends = ["then", *(_cut(text[1:], room) for text in texts)]
        table = [f"{row:{width}}  {end}".rstrip() for row, end in zip(table, ends, strict=True)]
    label = player_label(player, {}, game)
    events = ("chance event", "chance events") if player == CHANCE else ("legal action", "legal actions")
    of = f", in the eyes of {player_label(seat, {}, game)}" if player == CHANCE and not alone else ""
    full = "; its memory is full" if found.is_full else ""
    visits = f"{found.visits:,} visit{'s' * (found.visits != 1)}"
    head = f"Ply {state.ply}, {label} to act, {count(len(found.lines), *events)}{of}; {visits}{full}:"
    return paragraph(head) + "\n\n" + "\n".join(table)


def _texts(line: Line[Any], state: State[Any]) -> list[str]:
    """Return the text of each action of a line."""
    return [before.game.format_action(action, before) for before, _, action in follow(state, line.line)]


def _cut(texts: Sequence[str], width: int) -> str:
    """Return as many texts as a width has room for, and dots for the others."""
    for n in range(len(texts), 0, -1):
        found = " ".join([*texts[:n], *(["…"] if n < len(texts) else [])])
        if len(found) <= width:
            return found
    return "…" if texts else ""


def _object(found: Analysis[Any], lines: Sequence[Line[Any]], state: State[Any]) -> dict[str, Any]:
    """Return the JSON object of what was found."""
    return {
        "ply": state.ply,
        "player": state.to_act[0],
        "visits": found.visits,
        "seconds": found.seconds,
        "exact": found.exact,
        "is_full": found.is_full,
        "how": found.how,
        "lines": [
            {
                "action": (texts := _texts(line, state))[0],
                "visits": line.visits,
                "value": [float(share) for share in line.value],
                "margin": [float(lead) for lead in line.margin],
                "error": line.error,
                "exact": line.exact,
                "line": texts,
            }
            for line in lines
        ],
    }
