"""Texts and JSON of version 0.1 load unchanged. Its records in JSON have no ``players``; they are written with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

import sse_core as sse
from sse_core import micro_space_empire
from sse_core.small_star_empires import Campaign, format_campaign

POSITION: Final = """\
sse-state 1
rules: open_borders=yes
ply: 9
to act: chance
due: B reveal c4
passed: nobody
A ships: a2 c1!
A cities: a2
A stations: b3
A reserve: cities 13, stations 3
A received: 1
A banked: planets 1, tiles 0
B ships: b4 c4
B cities: a4 b4
B stations: none
B reserve: cities 12, stations 4
conquered: b1=.
origin: 0 0
bag: three=2, two=1, nordinn=1
ships: 2

A 1 t 2
 # w r 3
n x b ? B"""

RECORD: Final = """\
sse-game 1
seed: 7
A: random
B: greedy

sse-state 1
rules: default
ply: 0
to act: A
passed: nobody
A ships: a1
A cities: none
A stations: none
A reserve: cities 16, stations 4
B ships: a3
B cities: none
B stations: none
B reserve: cities 16, stations 4
origin: 0 0
ships: 1

A ? B
moves: 3
1 A a1-a2=C
2 ? reveal=nordinn
3 A a2-a1
result: totals 3 3, winners A B, decided by shared"""

CAMPAIGN: Final = """\
sse-campaign 1
players: 2
seed: 7
holes: none
unexplored: no
rules: those of the maps
maps: 1
map 1
origin: 0 0
ships: 1

A 3 . B
games: 1
game 1
sse-game 1

sse-state 1
rules: default
ply: 0
to act: A
passed: nobody
A ships: a1
A cities: none
A stations: none
A reserve: cities 14, stations 4
B ships: a4
B cities: none
B stations: none
B reserve: cities 14, stations 4
origin: 0 0
ships: 1

A 3 . B
moves: 2
1 A a1-a2=C
2 B a4-a3=C
result: totals 6 3, winners A, decided by total
game 2 in progress
sse-game 1

sse-state 1
rules: default
ply: 0
to act: B
passed: nobody
A ships: a1
A cities: none
A stations: none
A reserve: cities 13, stations 4
B ships: a4
B cities: none
B stations: none
B reserve: cities 14, stations 4
origin: 0 0
ships: 1

A 3 . B
moves: 1
1 B a4-a2=C
result: unfinished
win piles: 1 0
winners: nobody"""

SOLO_POSITION: Final = """\
mse-state 1
box: base
ply: 0
turn: 1
due: choice
metal: 0
wealth: 0
military: 0
technologies: none
empire: none
unaligned: none
events: none
this turn: none"""

SOLO_RECORD: Final = f"""\
mse-game 1
seed: 7

{SOLO_POSITION}
moves: 5
1 A explore=near
2 ? turn=wolf_359
3 ? die=1
4 A build
5 ? event=asteroid
result: unfinished"""

TEXTS: Final = {
    "a position": POSITION,
    "a record": RECORD,
    "a campaign": CAMPAIGN,
    "a position of Micro Space Empire": SOLO_POSITION,
    "a record of Micro Space Empire": SOLO_RECORD,
}


def written(value: Any) -> str:
    if isinstance(value, Campaign):
        return format_campaign(value)
    return sse.format_game(value) if isinstance(value, sse.GameRecord) else sse.format_state(value)


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_loads_and_is_written_as_it_was(name: str) -> None:
    assert written(sse.read(TEXTS[name])) == TEXTS[name]


# --- JSON


def start(to_act: int, cities: tuple[int, int], drawing: str, last: str) -> dict[str, Any]:
    """Return the first position of a game for two on one line of systems, the second ship on the last of them."""
    return {
        "format": "sse-state",
        "version": 1,
        "rules": {
            "edition": "second",
            "unexplored_passable": True,
            "damaged_passes_unexplored": False,
            "damaged_jump": True,
            "conquered_passable": False,
            "conquest_own_only": False,
            "open_borders": False,
            "toll_compulsory": True,
            "nebula_points": [2, 5, 8],
            "territory_points": 3,
            "bag": None,
        },
        "ply": 0,
        "to_act": [to_act],
        "due": None,
        "passed": [False, False],
        "players": [
            {
                "ships": [ship],
                "cities": [],
                "stations": [],
                "reserve": {"cities": reserve, "stations": 4},
                "received": 0,
                "banked": {"planets": 0, "tiles": 0},
            }
            for ship, reserve in zip(("a1", last), cities, strict=True)
        ],
        "tiles": {},
        "conquered": [],
        "map": f"origin: 0 0\nships: 1\n\n{drawing}\n",
    }


def game(begun: Mapping[str, Any], tags: Mapping[str, str], actions: list[str], result: Any) -> dict[str, Any]:
    """Return a record as version 0.1 wrote it: without the players of the actions."""
    format = begun["format"].replace("state", "game")
    return {"format": format, "version": 1, "tags": tags, "start": begun, "actions": actions, "result": result}


RECORD_OBJECT: Final = game(
    start(0, (16, 16), "A ? B", "a3"),
    {"seed": "7", "A": "random", "B": "greedy"},
    ["a1-a2=C", "reveal=nordinn", "a2-a1"],
    {"winners": [0, 1], "totals": [3, 3], "decided_by": "shared"},
)
SOLO_OBJECT: Final = game(
    {
        "format": "mse-state",
        "version": 1,
        "ply": 0,
        "turn": 1,
        "metal": 0,
        "wealth": 0,
        "military": 0,
        "due": "choice",
        "event": None,
        "target": None,
        "technologies": [],
        "discovered": None,
        "empire": [],
        "unaligned": [],
        "events": [],
        "expansion": False,
        "lost": False,
        "struck": False,
        "diplomatic": False,
        "built": False,
    },
    {"seed": "7"},
    ["explore=near", "turn=wolf_359", "die=1", "build", "event=asteroid"],
    None,
)
CAMPAIGN_OBJECT: Final[dict[str, Any]] = {
    "format": "sse-campaign",
    "version": 1,
    "players": 2,
    "seed": 7,
    "holes": None,
    "unexplored": False,
    "maps": ["origin: 0 0\nships: 1\n\nA 3 . B\n"],
    "rules": "those of the maps",
    "games": [
        game(
            start(0, (14, 14), "A 3 . B", "a4"),
            {},
            ["a1-a2=C", "a4-a3=C"],
            {"winners": [0], "totals": [6, 3], "decided_by": "total"},
        )
    ],
    "unfinished": game(start(1, (13, 14), "A 3 . B", "a4"), {}, ["a4-a2=C"], None),
    "piles": [1, 0],
    "winners": [],
}
OBJECTS: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "a position": (start(0, (16, 16), "A ? B", "a3"), "\n".join(RECORD.split("\n")[5:-5])),
    "a record": (RECORD_OBJECT, RECORD),
    "a campaign": (CAMPAIGN_OBJECT, CAMPAIGN),
    "a record of Micro Space Empire": (SOLO_OBJECT, SOLO_RECORD),
}
"""An object of each kind, and the text of the same value."""


@pytest.mark.parametrize("name", OBJECTS)
def test_json_loads_as_the_text_of_the_same_value(name: str) -> None:
    found, text = OBJECTS[name]
    assert written(sse.read(json.dumps(found))) == text


@pytest.mark.parametrize(("found", "players"), [(RECORD_OBJECT, [0, -1, 0]), (SOLO_OBJECT, [0, -1, -1, 0, -1])])
def test_json_of_a_record_is_written_with_its_players(found: dict[str, Any], players: list[int]) -> None:
    record = sse.read(json.dumps(found))
    assert json.loads(record.to_json()) == {**found, "players": players}
    assert sse.read(record.to_json()) == record


def test_json_of_a_campaign_is_written_with_the_players_of_its_records() -> None:
    campaign = sse.read(json.dumps(CAMPAIGN_OBJECT))
    again = json.loads(campaign.to_json())
    assert again["games"] == [{**CAMPAIGN_OBJECT["games"][0], "players": [0, 1]}]
    assert again["unfinished"] == {**CAMPAIGN_OBJECT["unfinished"], "players": [1]}
    assert {**again, "games": (), "unfinished": ()} == {**CAMPAIGN_OBJECT, "games": (), "unfinished": ()}


def test_old_json_is_checked_as_strictly_as_new() -> None:
    with pytest.raises(sse.NotationError, match="result should be"):
        sse.read(json.dumps({**RECORD_OBJECT, "result": None}))
    with pytest.raises(sse.IllegalActionError, match="move 2: "):
        micro_space_empire.GameRecord.from_json(json.dumps({**SOLO_OBJECT, "actions": ["explore=near", "build"]}))


def test_rules_from_before_an_option_have_its_default() -> None:
    begun = start(0, (16, 16), "A ? B", "a3")
    del begun["rules"]["conquest_own_only"]
    assert sse.read(json.dumps(begun)).rules == sse.Rules()
