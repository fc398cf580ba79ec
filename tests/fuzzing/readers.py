"""Everything that reads a text from outside, and what is asked of it: to refuse in words, or to read what it writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core import Campaign, GameRecord, State
from sse_core import micro_space_empire as micro

CORPUS: Final = Path(__file__).parent / "corpus"
FOUND: Final = Path(__file__).parents[2] / "build" / "fuzzing"

MOST: Final = 1 << 14
"""How long a text is tried, in characters: the longest that ship are shorter."""


class Reader(NamedTuple):
    """A way from texts to values, and the way back."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


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

READERS: Final[Mapping[str, Reader]] = {
    "cell": Reader(lambda text: sse.parse_cell(text, DUEL), lambda cell: sse.format_cell(cell, DUEL)),
    "action": Reader(lambda text: sse.parse_action(text, DUEL), lambda action: sse.format_action(action, DUEL)),
    "map": Reader(sse.parse_map, sse.format_map),
    "state": Reader(sse.parse_state, sse.format_state),
    "game": Reader(sse.parse_game, sse.format_game),
    "campaign": Reader(sse.parse_campaign, sse.format_campaign),
    "state-json": Reader(State.from_json, State.to_json),
    "game-json": Reader(GameRecord.from_json, GameRecord.to_json),
    "campaign-json": Reader(Campaign.from_json, Campaign.to_json),
    "micro-action": Reader(micro.parse_action, micro.format_action),
    "micro-state": Reader(micro.parse_state, micro.format_state),
    "micro-game": Reader(micro.parse_game, micro.format_game),
    "micro-state-json": Reader(micro.State.from_json, micro.State.to_json),
    "micro-game-json": Reader(micro.GameRecord.from_json, micro.GameRecord.to_json),
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
    return sorted((CORPUS / name).iterdir())


def texts_to_begin_with(name: str) -> list[str]:
    """Return texts that the reader takes, small ones, in which everything occurs."""
    starts = [sse.new_game(sse.parse_map(drawing)) for drawing in (PLAIN, FULL)]
    games = [GameRecord(start, actions) for start in starts for actions in ((), _any_game(start))]
    solos = [micro.start(), micro.start(expansion=True)]
    micro_games = [micro.GameRecord(start, actions) for start in solos for actions in ((), _any_game(start))]
    values: Mapping[str, list[Any]] = {
        "cell": [0, DUEL.n_cells - 1],
        "action": list(DUEL.actions[:40:7]),
        "map": [start.board for start in starts],
        "state": [state for game in games for state in list(game.states())[:: max(1, len(game.actions))]],
        "game": games,
        "campaign": [Campaign(2, seed=1), Campaign(3, seed=2, unexplored=True), _campaign_in_progress()],
        "micro-action": list(micro.ACTIONS[::7]),
        "micro-state": [state for game in micro_games for state in list(game.states())[::9]],
        "micro-game": micro_games,
    }
    return list(dict.fromkeys(READERS[name].write(value) for value in values[name.removesuffix("-json")]))


def _campaign_in_progress() -> Campaign:
    """Return a campaign on two small maps, in its second game."""
    campaign = Campaign(2, seed=3, maps=(sse.parse_map(PLAIN), sse.parse_map(FULL)))
    campaign = campaign.after(_any_game(campaign.next_game()))
    start = campaign.next_game()
    return campaign.with_unfinished(GameRecord(start, _any_game(start)[:3]))


def _any_game(state: Any) -> tuple[Any, ...]:
    actions: list[Any] = []
    stream = sse.SplitMix64(3)
    while state.to_act:
        legal = state.legal_actions()
        actions.append(legal[stream.below(len(legal))])
        state = state.after(actions[-1])
    return tuple(actions)
