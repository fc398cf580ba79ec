"""Small values of Small Star Empires in which everything occurs, which the fuzzer begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.fuzzing.readers import any_game

import sse_core as sse
from sse_core import GameRecord
from sse_core.small_star_empires import Campaign

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


def _starts() -> list[sse.State]:
    return [sse.new_game(sse.parse_map(drawing)) for drawing in (PLAIN, FULL)]


def _campaign_in_progress() -> Campaign:
    """Return a campaign on two small maps, in its second game."""
    campaign = Campaign(2, seed=3, maps=(sse.parse_map(PLAIN), sse.parse_map(FULL)))
    campaign = campaign.after(any_game(campaign.next_game()))
    start = campaign.next_game()
    return campaign.with_unfinished(GameRecord(start, any_game(start).moves[:3]))


SMALL: Final[Mapping[str, Callable[[], list[Any]]]] = {
    "start": _starts,
    "campaign": lambda: [Campaign(2, seed=1), Campaign(3, seed=2, unexplored=True), _campaign_in_progress()],
    "map": lambda: [start.board for start in _starts()],
}
