"""The readers of outside texts, of every game: each refuses a text in words, or reads what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import Campaign, GameRecord
from sse_core.forms.json_object import JsonObject
from sse_core.game import AnyGame
from sse_core.play.records import format_game, parse_game

CORPUS: Final = Path(__file__).parent / "corpus"
FOUND: Final = Path(__file__).parents[2] / "build" / "fuzzing"

MOST: Final = 1 << 14
"""The longest text that is tried, in characters; all texts that ship are shorter."""


class Reader(NamedTuple):
    """A way from texts to values, the way back, and values to begin with."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    begin: Callable[[], list[Any]]


DUEL: Final = sse.load_map("duel")
PLAIN: Final = "A 1 w   w r B"
FULL: Final = """\
origin: -1 2
rules: open_borders=yes
bag: three=1, two=1, chromatic=1, asteroid=1, abandoned=1, refueling=1, hollana=1, tennar=1, nordinn=1
ships: 2
cities: 4
stations: 2

 A ? 1
? x g ?
 ? B ?
"""

SMALL: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "small_star_empires": lambda: [sse.new_game(sse.parse_map(drawing)) for drawing in (PLAIN, FULL)],
    "micro_space_empire": lambda: [
        sse.GAMES["micro_space_empire"].start(),
        sse.micro_space_empire.start(expansion=True),
    ],
    "jump_wars": lambda: [
        sse.jump_wars.start(turn_limit=1),
        sse.jump_wars.start(players=4, grid="hex", trade=True, neutral=True, turn_limit=1),
    ],
}
"""Small starts in which everything occurs; of another game it is the start with seed 0."""

OTHERS: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "sse-campaign": lambda: [Campaign(2, seed=1), Campaign(3, seed=2, unexplored=True), _campaign_in_progress()],
    "sse-map": lambda: [start.board for start in SMALL["small_star_empires"]()],
}
"""Values of the other kinds of text."""


def readers_of(game: AnyGame) -> Iterator[tuple[str, Reader]]:
    """Yield the readers of a game with their names: actions, positions, records, other kinds, and JSON."""
    prefix, form = game.INFO.prefix, game.FORM
    start = game.start(seed=0)

    def starts() -> list[Any]:
        return SMALL[game.INFO.name]() if game.INFO.name in SMALL else [start]

    def records() -> list[GameRecord[Any, Any]]:
        return [record for begun in starts() for record in (GameRecord(begun), _any_game(begun))]

    def states() -> list[Any]:
        return [state for record in records() for state in list(record.states())[:: max(1, len(record.moves) // 3)]]

    yield (
        f"{prefix}-action",
        Reader(
            lambda text: game.parse_action(text, start),
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
        name = f"{prefix}-{kind}"
        yield name, Reader(reader.parse, reader.format, OTHERS[name])
        if reader.from_json is not None:
            yield f"{name}-json", Reader(reader.from_json, lambda value: str(value.to_json()), OTHERS[name])


READERS: Final[Mapping[str, Reader]] = {
    "sse-cell": Reader(
        lambda text: sse.parse_cell(text, DUEL),
        lambda cell: sse.format_cell(cell, DUEL),
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


def _campaign_in_progress() -> Campaign:
    """Return a campaign on two small maps, in its second game."""
    campaign = Campaign(2, seed=3, maps=(sse.parse_map(PLAIN), sse.parse_map(FULL)))
    campaign = campaign.after(_any_game(campaign.next_game()))
    start = campaign.next_game()
    return campaign.with_unfinished(GameRecord(start, _any_game(start).moves[:3]))


def _any_game(start: Any) -> GameRecord[Any, Any]:
    moves: list[tuple[int, Any]] = []
    stream, state = sse.SplitMix64(3), start
    while state.to_act:
        player = state.to_act[0]
        legal = state.legal_actions(player)
        moves.append((player, legal[stream.below(len(legal))]))
        state = state.after(moves[-1][1], player)
    return GameRecord(start, moves)
