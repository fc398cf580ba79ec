"""Times of the texts of every game: positions at the start, in the middle and at the end, records, and pickles."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final, NamedTuple

import pytest

import sse_core as sse
from sse_core.game import CHANCE

from .earlier import Earlier, repeated, work
from .racing import Contender, Pair, Race

SECONDS: Final = 0.05
"""The time of a turn."""

MAPS: Final = ("base-2p", "everything-2p", "epic-4p")
OTHERS: Final = [name for name in sse.GAMES if name != "small_star_empires"]

LONGEST: Final = 120
"""The most plies of a game whose record is read, and whose last position is the end."""

WHERE: Final = ("start", "middle", "end")


class Line(NamedTuple):
    """A game that was played: its positions and its moves, each with its seat."""

    game: str
    states: list[Any]
    moves: list[tuple[int, Any]]


@cache
def played(name: str) -> Line:
    """Return a random game on a map that ships, or of another game, of at most `LONGEST` plies."""
    game = "small_star_empires" if name in MAPS else name
    state: Any = sse.new_game(sse.load_map(name)) if name in MAPS else sse.GAMES[name].new_game(seed=1)
    line, rng = Line(game, [state], []), sse.SplitMix64(1)
    while state.to_act and len(line.moves) < LONGEST:
        player = state.to_act[0]
        action = rng.draw(state.odds()) if player == CHANCE else rng.choice(state.legal_actions(player))
        state = state.after(action, player)
        line.states.append(state)
        line.moves.append((player, action))
    return line


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("name", [*MAPS, *OTHERS])
@pytest.mark.parametrize("operation", ["parse_state", "format_state", "from JSON", "to_json", "pickle"])
def test_positions(operation: str, name: str, where: str, race: Race, builds: list[Earlier]) -> None:
    line = played(name)
    state = line.states[(len(line.states) - 1) * WHERE.index(where) // 2]
    text = sse.GAMES[line.game].format_state(state)
    written = {"format_state": text, "to_json": state.to_json()}
    assert work(operation, line.game, text)() == written.get(operation, state)
    compare(operation, line.game, text, f"{name}, {where}", race, builds)


@pytest.mark.parametrize("name", [*MAPS, *OTHERS])
@pytest.mark.parametrize("operation", ["read", "format_game"])
def test_records(operation: str, name: str, race: Race, builds: list[Earlier]) -> None:
    """The record of the game, which is replayed when it is read."""
    line = played(name)
    record = sse.GameRecord(line.states[0], line.moves)
    text = sse.format_game(record)
    assert work(operation, line.game, text)() == (text if operation == "format_game" else record)
    compare(operation, line.game, text, f"{name}, {len(line.moves)} moves", race, builds)


def compare(operation: str, game: str, text: str, what: str, race: Race, builds: list[Earlier]) -> None:
    """Time an operation on a text, also in the earlier build if there is one."""
    for each in builds:
        # The first time it loads the game and makes the state, which no turn should count.
        each.repeated(operation, game, text, 1, 0)
    mine = Contender("core", partial(repeated, operation, game, text))
    theirs = [Contender("earlier", partial(each.repeated, operation, game, text), cpu=each.cpu) for each in builds]
    race(
        [mine, *theirs],
        [Pair.of(mine, each) for each in theirs],
        seconds=SECONDS,
        kind="texts",
        unit="calls",
        operation=operation,
        what=what,
    )
