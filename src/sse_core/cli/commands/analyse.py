"""`sse analyse`: the worth of each action of a position, found by search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import inf
from typing import Any, Final

from ...bots.naming import bot_named, seconds_of, visits_of
from ...game import CHANCE, AnyGame, State
from ...play.search.analysis import Analysis, Line, Search
from ...play.search.analysis_json import analysis_object, texts_of
from ...play.search.features import featured
from ...play.search.monte_carlo import Budget, search_of
from ...play.search.reasons import why
from ...play.search.running import search_in_parts
from ...play.seats import label_of
from ...play.sentences import count
from ..loading import load_position, over_words
from ..number_options import parse_positive, parse_seconds, parse_threads
from ..players import parse_seed
from ..saving import signals_as_interrupts
from ..terminal.live_page import LivePage, is_terminal
from ..terminal.output import RefusedError, UsageError, add_position, align, echo, echo_json, page_width, paragraph
from ..terminal.progress import duration, speed
from ..terminal.styles import signed, takes_unicode

__all__ = ["add", "add_search", "add_search_bot", "run", "searching"]

_LEAST_THEN: Final = 12
"""The least columns for the expected play; with fewer it is left out."""


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    add_search(parser, "it")
    parser.add_argument("--top", type=parse_positive, metavar="N", help="the best N lines only")
    parser.add_argument(
        "--why", action="store_true", help="tell what sets the best action apart, in the numbers of the position"
    )
    add_search_bot(parser)
    parser.add_argument(
        "--engine",
        metavar="PROGRAM",
        help="ask a bot that is a program, such as './mybot --fast', in place of the search, and show what it says",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_search(parser: ArgumentParser, what: str) -> None:
    """Add the options of a search; `what` is the noun for what each budget is spent on, such as a position."""
    parser.add_argument(
        "--visits",
        type=parse_positive,
        metavar="N",
        help=f"how many simulations search {what}, such as 500, 10k or 1M; left out, and without --seconds: "
        "the default of the game",
    )
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        metavar="S",
        help=f"how long to search {what}, such as 5 or 0.5; Ctrl-C ends it, too",
    )
    parser.add_argument("--seed", type=parse_seed, default=0, metavar="S", help="the seed of the search; left out: 0")
    parser.add_argument(
        "--threads", type=parse_threads, default=1, metavar="N", help="how many threads search (default: 1)"
    )


def add_search_bot(parser: ArgumentParser) -> None:
    """Add the option for the bot whose search is used (`searching`)."""
    parser.add_argument(
        "--bot",
        metavar="BOT",
        help="search as this bot does: star:@mine.toml has weights of your own, star:1000@mine.toml a budget, too",
    )


def run(args: Namespace) -> int:
    """Search a position, and print a line for each legal action or chance event, the best one first.

    On a terminal the table is updated during the search. An interruption ends the search; the results are printed
    before it is raised.
    """
    game: AnyGame = args.game
    loaded = load_position(args)
    state = loaded.state
    if not state.to_act:
        raise RefusedError(f"{args.position}: {over_words(loaded, args.position, game)}")
    if args.engine is not None:
        if args.why or args.top or args.bot or args.threads != 1:
            raise UsageError("--engine shows what the engine says: it has no --why, --top, --bot or --threads")
        from ..engine_analysis import analyse_by_engine

        return analyse_by_engine(args.engine, state, args)
    if args.why:
        featured(game)
    search = searching(args)(state, seed=args.seed, threads=args.threads)
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
    reasons = why(state, found.lines[0].action) if args.why else None
    if args.json:
        told = analysis_object(found, found.lines[: args.top], state)
        echo_json(told if reasons is None else {**told, "why": asdict(reasons)})
    else:
        how = paragraph(signed(found.how, takes_unicode()), indent=0)
        parts = [_table(found, found.lines[: args.top], state), how]
        if reasons is not None:
            parts.append(paragraph(" ".join(reasons.sentences), indent=0))
        echo("\n\n".join(parts))
    if interruption is not None:
        raise interruption
    return 0


def searching(args: Namespace) -> Callable[..., Search[Any]]:
    """Return the function that makes a search of a position: `search_of`, or that of --bot with the same arguments.

    The budget of the bot goes into the arguments if these have none. Raises ArgumentError if there is no such bot,
    UsageError if it has no search.
    """
    if args.bot is None:
        return search_of
    bot = bot_named(args.bot, args.game)
    make: Callable[..., Search[Any]] | None = getattr(bot, "search_of", None)
    if make is None:
        raise UsageError(f"--bot {args.bot}: this bot has no search with an analysis of its own")
    if args.visits is None and args.seconds is None:
        args.visits, args.seconds = visits_of(bot) or None, seconds_of(bot)
    return make


def _show_while_searching(search: Search[Any], args: Namespace, state: State[Any]) -> None:
    """Search, and show the results on the terminal meanwhile; at the end they are removed."""
    page = LivePage()
    budget = Budget(args.visits, args.seconds, search.default_visits)

    try:
        for found, done in search_in_parts(search, budget):
            if not done:
                table = _table(found, found.lines[: args.top], state)
                page.show(f"{table}\n\n{_how_far(found.visits, budget.spent, budget, args.seconds)}")
    finally:
        page.clear()


def _how_far(visits: int, spent: float, budget: Budget, seconds: float | None) -> str:
    """Return the progress of the search in words: its time, its speed, and the rest of its budget."""
    parts = [f"{spent:.1f}{'' if seconds is None else f' of {seconds:g}'} s", f"{speed(visits, spent)} visits a second"]
    left = min(
        (budget.visits - visits) * spent / visits if visits else inf, inf if seconds is None else seconds - spent
    )
    return ", ".join([*parts, *([f"{duration(max(0.0, left))} left"] if left < inf else [])])


def _table(found: Analysis[Any], lines: Sequence[Line[Any]], state: State[Any]) -> str:
    """Return the table of results. Its numbers are for the player to act, or for the first seat if chance is due."""
    game, player, unicode = state.game, state.to_act[0], takes_unicode()
    seat, alone = max(player, 0), len(state.totals) == 1
    heading = ["action", "visits", "win %", signed("±", unicode), "score" if alone else "margin"]
    rows: list[list[str]] = [heading]
    texts = [texts_of(line, state) for line in lines]
    for line, (action, *_) in zip(lines, texts, strict=True):
        error = "exact" if line.exact else f"{100 * line.error:.1f}"
        margin = f"{float(line.margin[seat]):.3f}" if alone else f"{float(line.margin[seat]):+z.2f}"
        rows.append([action, f"{line.visits:,}", f"{100 * float(line.value[seat]):.1f}", error, margin])
    table = align(rows, left=1).split("\n")
    columns = page_width()
    room = columns - max(map(len, table)) - 2
    if room >= _LEAST_THEN and any(len(text) > 1 for text in texts):
        width = columns - room - 2
        ends = ["then", *(_cut(text[1:], room, signed("…", unicode)) for text in texts)]
        table = [f"{row:{width}}  {end}".rstrip() for row, end in zip(table, ends, strict=True)]
    label = label_of(player, {}, game)
    events = ("chance event", "chance events") if player == CHANCE else ("legal action", "legal actions")
    of = f", in the eyes of {label_of(seat, {}, game)}" if player == CHANCE and not alone else ""
    full = "; its memory is full" if found.is_full else ""
    visits = f"{found.visits:,} visit{'s' * (found.visits != 1)}"
    head = f"Ply {state.ply}, {label} to act, {count(len(found.lines), *events)}{of}; {visits}{full}:"
    return paragraph(head) + "\n\n" + "\n".join(table)


def _cut(texts: Sequence[str], width: int, dots: str) -> str:
    """Return as many texts as fit a width, and dots for the rest."""
    for n in range(len(texts), 0, -1):
        found = " ".join([*texts[:n], *([dots] if n < len(texts) else [])])
        if len(found) <= width:
            return found
    return dots if texts else ""
