"""The readers of outside texts, of every game: each refuses a text in words, or reads what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import GameRecord
from sse_core.forms.json_object import JsonObject
from sse_core.game import AnyGame
from sse_core.play.records.record import format_game, parse_game
from sse_core.play.records.variations import Variation
from sse_core.small_star_empires import format_cell, parse_cell

CORPUS: Final = Path(__file__).parent / "corpus"
FOUND: Final = Path(__file__).parents[2] / "build" / "fuzzing"

START: Final = "start"
"""The kind of small values that every game has."""

MOST: Final = 1 << 14
"""The longest text that is tried, in characters; all texts that ship are shorter."""


class Reader(NamedTuple):
    """A way from texts to values, the way back, and values to begin with."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    begin: Callable[[], list[Any]]


DUEL: Final = sse.load_map("duel")


def small(game: AnyGame, kind: str) -> list[Any]:
    """Return small values of a kind, such as ``start`` or ``map``, in which everything occurs.

    They are in `SMALL` of the file ``small.py`` of the game's folder of tests. Without one there is the start with seed
    0 alone.
    """
    name = f"tests.{game.INFO.name}.small"
    if find_spec(f"tests.{game.INFO.name}") is None or find_spec(name) is None:
        assert kind == START, f"{name} has no values of the kind {kind}"
        return [game.new_game(seed=0)]
    found: dict[str, Callable[[], list[Any]]] = import_module(name).SMALL
    return found[kind]()


def readers_of(game: AnyGame) -> Iterator[tuple[str, Reader]]:
    """Yield the readers of a game with their names: actions, positions, records, other kinds, and JSON."""
    prefix, form = game.INFO.prefix, game.FORM
    start = game.new_game(seed=0)

    def action_of(text: str) -> Any:
        action = game.parse_action(text, start)
        # What the board's table lacks is an action, too, which the rules refuse; it is never written.
        game.format_action(action, start)
        return action

    def records() -> list[GameRecord[Any, Any]]:
        starts = small(game, START)
        return [record for begun in starts for record in (GameRecord(begun), any_game(begun), branched_game(begun))]

    def states() -> list[Any]:
        return [state for record in records() for state in list(record.states())[:: max(1, len(record.moves) // 3)]]

    yield (
        f"{prefix}-action",
        Reader(
            action_of,
            lambda action: game.format_action(action, start),
            lambda: list(start.actions[:: max(1, len(start.actions) // 9)]),
        ),
    )
    yield f"{prefix}-state", Reader(game.parse_state, game.format_state, states)
    yield f"{prefix}-game", Reader(lambda text: parse_game(text, game), format_game, records)
    yield (
        f"{prefix}-state-json",
        Reader(lambda text: form.read_state_object(JsonObject.parse(text)), lambda state: str(state.to_json()), states),
    )
    yield f"{prefix}-game-json", Reader(lambda text: GameRecord.from_json(text, game), GameRecord.to_json, records)
    for kind, reader in form.others.items():
        name, values = f"{prefix}-{kind}", partial(small, game, kind)
        yield name, Reader(reader.parse, reader.format, values)
        if reader.from_json is not None:
            yield f"{name}-json", Reader(reader.from_json, lambda value: str(value.to_json()), values)


READERS: Final[Mapping[str, Reader]] = {
    "sse-cell": Reader(
        lambda text: parse_cell(text, DUEL),
        lambda cell: format_cell(cell, DUEL),
        lambda: [0, DUEL.n_cells - 1],
    ),
    **{name: reader for game in sse.GAMES.values() for name, reader in readers_of(game)},
}


def try_to_read(name: str, text: str) -> bool:
    """Return whether a reader takes a text; fail where it breaks, or takes what it doesn't write the same way again."""
    reader = READERS[name]
    try:
        value = reader.read(text)
    except sse.SseError:
        return False
    written = reader.write(value)
    again = reader.read(written)
    assert again == value, f"{name}: another value was read from what it writes of {text!r}"
    assert reader.write(again) == written, f"{name}: what it writes of {text!r} is no fixed point"
    return True


def kept(name: str) -> list[Path]:
    """Return the texts that are kept for a reader: those that once led somewhere new."""
    return sorted((CORPUS / name).iterdir()) if (CORPUS / name).exists() else []


def texts_to_begin_with(name: str) -> list[str]:
    """Return texts that the reader takes, small ones, in which everything occurs."""
    reader = READERS[name]
    return list(dict.fromkeys(map(reader.write, reader.begin())))


def branched_game(start: Any) -> GameRecord[Any, Any]:
    """Return a game of one move with every other action there as a variation, and one that goes on from the end."""
    begun = any_game(start)
    end = Variation(2, begun.moves[1:3])
    player = begun.moves[0][0] if begun.moves else 0
    others = [action for action in (start.legal_actions(player) if begun.moves else ()) if action != begun.actions[0]]
    beside = [Variation(1, [(player, action)]) for action in others[:3]]
    return GameRecord(start, begun.moves[:1], variations=[*beside, *([end] if end.moves else [])])


def any_game(start: Any) -> GameRecord[Any, Any]:
    """Return a game of random moves from a start to the end."""
    moves: list[tuple[int, Any]] = []
    stream, state = sse.SplitMix64(3), start
    while state.to_act:
        player = state.to_act[0]
        legal = state.legal_actions(player)
        moves.append((player, legal[stream.below(len(legal))]))
        state = state.after(moves[-1][1], player)
    return GameRecord(start, moves)
