"""Observations of hostile texts: how readers take damaged positions, records, actions, maps, packs and JSON."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.fuzzing.readers import READERS, kept, texts_to_begin_with

import sse_core as sse
from sse_core import GameRecord, SplitMix64
from sse_core.game import AnyGame, State
from sse_core.games import place_of
from sse_core.play.game_commands import ShippingCommand, command_of

from .apart import answer_apart
from .mutants import mutated
from .seen import Seen, answer_of, outcome_of

__all__ = ["of_hostile"]

_MOVES: Final = 40
"""The most moves of records for damaged texts, since each reading replays them."""

_PACK: Final = Path("hostile.toml")
"""The file of a damaged pack, in the current folder."""


def of_hostile(game: AnyGame, record: GameRecord[Any, Any], stream: SplitMix64, texts: int) -> Iterator[Seen]:
    """Yield the readings of damaged texts, made from a played game and from the fuzzer's corpus."""
    readers = [name for name in READERS if name.startswith(f"{game.INFO.prefix}-")]
    played = dict(_texts_of(record))
    for n in range(texts):
        name = stream.choice(readers)
        text = _text(name, played.get(name, ()), stream)
        read = answer_of(_read, name, text, record.start)
        if not name.endswith(("-action", "-cell")):
            read += f"\nread: {answer_of(_read_any, text)}"
        yield Seen("hostile", f"text {n}, {name}", f"{text!r}\n{read}")
    for n in range(texts // 8):
        for name, text in _pack_texts(game.INFO.name):
            changed = mutated(text, stream)
            # A pack that was read stays registered, and would change the answers to later texts.
            yield Seen("hostile", f"pack {n}, {name}", answer_apart(_load, game, name, changed))


@cache
def _known(name: str) -> Sequence[str]:
    """Return the seed texts of a fuzzer, and its corpus of texts that reached new code."""
    return [*texts_to_begin_with(name), *(path.read_bytes().decode("utf-8", "replace") for path in kept(name))]


def _texts_of(record: GameRecord[Any, Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the texts of a game by the names of their readers."""
    game, prefix = record.game, record.game.INFO.prefix
    short: GameRecord[Any, Any] = GameRecord(record.start, record.moves[:_MOVES], {"seed": "7"})
    states: list[State[Any]] = [record.start, short.final, record.final]
    yield f"{prefix}-action", [*short.texts]
    yield f"{prefix}-state", [game.format_state(state) for state in states]
    yield f"{prefix}-state-json", [state.to_json() for state in states]
    yield f"{prefix}-game", [sse.format_game(short)]
    yield f"{prefix}-game-json", [short.to_json()]


def _text(name: str, played: Sequence[str], stream: SplitMix64) -> str:
    """Return a text for a reader: mostly a damaged one of its own kind, seldom one of another kind."""
    way = stream.below(16)
    if way == 0:
        return stream.choice(_known(stream.choice([*READERS])))
    text = stream.choice(played if played and way < 8 else _known(name))
    return text if way == 15 else mutated(text, stream)


def _read(name: str, text: str, start: State[Any]) -> str:
    """Return the value of a text, written again."""
    reader = READERS[name]
    if name.endswith("-action"):
        game = start.game
        return game.format_action(game.parse_action(text, start), start)
    return reader.write(reader.read(text))


def _read_any(text: str) -> str:
    """Return which kind of value a text is, for a reader of all games."""
    return type(sse.read(text)).__name__


# --- packs


@cache
def _pack_texts(game: str) -> Sequence[tuple[str, str]]:
    """Return the packs that ship with a game, with their names."""
    folder = place_of(game).parent / "data" / "packs"
    return [(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))]


def _load(game: AnyGame, name: str, text: str) -> str:
    """Return the content of a pack's file, loaded through the game's only option for files."""
    command: Any = command_of(game)
    assert isinstance(command, ShippingCommand)
    _PACK.write_bytes(text.encode("utf-8", "surrogatepass"))
    (option,) = command.SHIPPED
    begin: Callable[..., State[Any]] = game.new_game
    outcome = outcome_of(command.load_named, Namespace(**{option: str(_PACK)}))
    if outcome is not None:
        raise outcome
    return game.format_state(begin(seed=1, **{option: str(_PACK)}))
