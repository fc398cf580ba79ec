"""`sse playouts`: play many random games from a position, and print statistics of their results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...any_game import playouts
from ...game import AnyGame, State
from ...play.fast_play import FastGame
from ...seeds import child_seed
from ..loading import load_position, over_words
from ..number_options import parse_positive, parse_threads
from ..players import fresh_seed, parse_seed
from ..saving import signals_as_interrupts
from ..terminal.output import RefusedError, add_position, align, echo, echo_json, paragraph
from ..terminal.progress import Progress, speed
from ..terminal.styles import signed, takes_unicode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["add", "run"]

_GAMES: Final = 1000
_BATCH: Final = 1000
"""The games of a batch, for a game with fast random play."""


class _Results(NamedTuple):
    """The results of all games so far, a row for each."""

    totals: NDArray[np.int32]
    winners: NDArray[np.bool_]
    plies: NDArray[np.int32]


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    add_position(parser, game.INFO.preset)
    parser.add_argument(
        "--games",
        type=parse_positive,
        default=_GAMES,
        metavar="N",
        help=f"how many games, such as 500, 10k or 1M (default: {_GAMES})",
    )
    parser.add_argument(
        "--seed", type=parse_seed, metavar="S", help="the seed of all games; left out: a fresh one, which is shown"
    )
    parser.add_argument(
        "--threads", type=parse_threads, default=1, metavar="N", help="how many threads play (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: Namespace) -> int:
    """Play, and print the wins of each seat and the length of games; at an interruption the numbers so far.

    The games are played in batches, batch i with ``child_seed(seed, i)``: the same seed and number give the same games,
    and those before an interruption are the first of them.
    """
    game: AnyGame = args.game
    loaded = load_position(args)
    state = loaded.state
    if not state.to_act:
        raise RefusedError(f"{args.position}: {over_words(loaded, args.position, game)}")
    seed = fresh_seed() if args.seed is None else args.seed
    batch = _BATCH if isinstance(game, FastGame) else 1
    found: list[Any] = []
    interruption: KeyboardInterrupt | None = None
    progress = Progress(args.games, "games")
    try:
        with signals_as_interrupts(), progress:
            while progress.done < args.games:
                n = min(batch, args.games - progress.done)
                found.append(playouts(state, n, child_seed(seed, len(found)), threads=args.threads))
                progress.add(n)
    except KeyboardInterrupt as error:
        interruption = error
    results = _joined(found)
    if args.json:
        echo_json(_object(state, seed, results, finished=interruption is None))
    else:
        echo(_page(state, seed, results, progress, game))
    if interruption is not None:
        raise interruption
    return 0


def _joined(found: list[Any]) -> _Results | None:
    """Join the results of all batches; None if there are none."""
    import numpy

    if not found:
        return None
    parts = ([each.totals for each in found], [each.winners for each in found], [each.plies for each in found])
    return _Results(*(numpy.concatenate(part) for part in parts))


def _rows(state: State[Any], results: _Results) -> list[dict[str, Any]]:
    """Return the numbers of each seat. Joint winners share the win."""
    n = len(results.plies)
    shares = results.winners / results.winners.sum(axis=1, keepdims=True).clip(1)
    return [
        {
            "seat": state.game.INFO.seats[seat],
            "wins": int(results.winners[:, seat].sum()),
            "share": float(shares[:, seat].mean()),
            "error": float(shares[:, seat].std() / n**0.5),
            "score": float(results.totals[:, seat].mean()),
            "least": int(results.totals[:, seat].min()),
            "most": int(results.totals[:, seat].max()),
        }
        for seat in range(len(state.totals))
    ]


def _page(state: State[Any], seed: int, results: _Results | None, progress: Progress, game: AnyGame) -> str:
    head = f"{game.INFO.title}, random play from ply {state.ply}; seed {seed}"
    if results is None:
        return f"{paragraph(head)}\n\nNo game was played to its end."
    rows: list[list[object]] = [["seat", "wins", "share %", signed("±", takes_unicode()), "score", "least", "most"]]
    for row in _rows(state, results):
        share, error = f"{100 * row['share']:.1f}", f"{100 * row['error']:.1f}"
        rows.append([row["seat"], row["wins"], share, error, f"{row['score']:.2f}", row["least"], row["most"]])
    games = len(results.plies)
    plies = f"{results.plies.mean():.1f} plies in a game, {results.plies.min()} to {results.plies.max()}"
    fast = f"{games:,} game{'s' * (games != 1)}, {speed(games, progress.seconds)} a second; {plies}"
    return f"{paragraph(head)}\n\n{align(rows, left=1)}\n\n{paragraph(fast)}"


def _object(state: State[Any], seed: int, results: _Results | None, *, finished: bool) -> dict[str, Any]:
    """Return the JSON object of the results."""
    return {
        "ply": state.ply,
        "seed": seed,
        "finished": finished,
        "games": 0 if results is None else len(results.plies),
        "plies": None if results is None else float(results.plies.mean()),
        "players": [] if results is None else _rows(state, results),
    }
