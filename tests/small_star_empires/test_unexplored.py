"""Unexplored systems by example, all of E9, for the core and the reference alike.

All expected values were worked out by hand from the clauses. ``scenes.py`` explains the notation of scenes.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from tests.small_star_empires.scenes import Implementation, Story, action_of, check_story, ids, text_of

from sse_core import (
    CHANCE,
    GameOverError,
    IllegalActionError,
    Outcome,
    Rules,
    SetupError,
    SplitMix64,
    State,
    base_map,
    new_game,
    parse_map,
)
from sse_core.small_star_empires import (
    BAGS,
    Bag,
    Due,
    Edition,
    Holes,
    Reason,
    Reveal,
    System,
    Tile,
    position,
    reference,
)

FIRST = Rules(edition="first")
OWN_ONLY = Rules(conquest_own_only=True)

# --- E3, E4.1, E5, E9.1: where ships go

NOT_PASSABLE = Rules(unexplored_passable=False)
DAMAGED_PASS = Rules(damaged_passes_unexplored=True)

LONE = "A ? 1 B"

MOVES = [
    Story("E3.3-unexplored-systems-and-no-others-ahead", "A ? ? B", rules=NOT_PASSABLE, legal="a1-a2=C"),
    Story(
        "E9.1-explored-with-a-city",
        LONE,
        legal="a1-a2=C a1-a3=CS",
        refused={
            "a1-a2=S": (
                Reason.EXPLORES_WITH_CITY,
                "ship at a1 explores a2 with a city, not with a station (E9.1)",
            )
        },
    ),
    Story(
        "E9.1-station-only-reserve",
        LONE,
        reserves=((0, 1), (1, 0)),
        legal="a1-a3=S",
        refused={
            "a1-a2=C": (Reason.NO_CITY_TO_EXPLORE, "player A has no city in reserve for a2 (E9.1)"),
            "a1-a2=S": Reason.EXPLORES_WITH_CITY,
        },
    ),
    Story("E9.1-city-only-reserve", LONE, reserves=((1, 0), (1, 0)), legal="a1-a2=C a1-a3=C"),
    Story(
        "E9.1-station-only-reserve-passes",
        "A ? ? B 1",
        mover=1,
        reserves=((0, 3), (9, 0)),
        plays="a4-a5=C",
        turn="B",
        out="A",
        legal="a4-a3=C a4-a2=C a5-a3=C a5-a2=C",
    ),
    Story(
        "E9.1-station-only-reserve-beyond-an-unexplored-system",
        "A ? 1 B 1",
        mover=1,
        reserves=((0, 3), (9, 0)),
        plays="a4-a5=C",
        turn="A",
        out="",
        legal="a1-a3=S",
    ),
    Story("E3.3-passes-unexplored-systems", "A ? ? 1 B", legal="a1-a2=C a1-a3=C a1-a4=CS"),
    Story(
        "E3.3-passes-unexplored-beside-own-and-wormhole",
        "A ? 1 w ? 2 B",
        held=("a3",),
        legal="a1-a2=C a1-a5=C a1-a6=CS",
    ),
    Story(
        "E3.3-lands-on-the-first-where-they-are-not-passed",
        "A 1 ? ? 2 B",
        rules=NOT_PASSABLE,
        legal="a1-a2=CS a1-a3=C",
        refused={
            "a1-a4=C": (Reason.BLOCKED_BY_UNEXPLORED, "ship at a1 cannot reach a4: a3 is unexplored (E3.3)"),
            "a1-a5=S": (Reason.BLOCKED_BY_UNEXPLORED, "ship at a1 cannot reach a5: a3 is unexplored (E3.3)"),
            "a1-a4=S": Reason.EXPLORES_WITH_CITY,
        },
    ),
    Story(
        "E3.3-passes-a-revealed-system-all-the-same",
        "A ? ? 2 B",
        found="a2=two",
        rules=NOT_PASSABLE,
        legal="a1-a2=CS a1-a3=C",
    ),
    Story("E3.2-a-revealed-tile-that-nobody-holds", LONE, found="a2=two", legal="a1-a2=CS a1-a3=CS"),
    Story("E3.2-damaged-ships-land-there-too", LONE, found="a2=two", ships=("a3*", ""), legal="a3-a2=CS a3-a1"),
    Story(
        "E3.4-an-opponent-on-a-tile-blocks",
        "1 A ? 1 B",
        found="a3=two",
        held=("", "a3"),
        legal="a2-a1=CS",
        refused={
            "a2-a3=C": Reason.OPPONENT_SYSTEM,
            "a2-a4=C": (Reason.BLOCKED, "ship at a2 cannot reach a4: a3 is held by player B (E3.4)"),
        },
    ),
    Story(
        "E3.5-an-own-tile-is-passed",
        LONE,
        found="a2=chromatic",
        held=("a2",),
        legal="a1-a3=CS",
        refused={"a1-a2=S": Reason.OWN_SYSTEM},
    ),
    *(
        Story(
            f"E3.4-{tile}-is-neither-entered-nor-passed",
            "A 1 ? 2 B",
            found=f"a3={tile}",
            legal="a1-a2=CS",
            refused={
                "a1-a3=C": (closed, f"ship at a1 cannot land on a3: {words}"),
                "a1-a3=S": (closed, f"ship at a1 cannot land on a3: {words}"),
                "a1-a4=C": (blocked, f"ship at a1 cannot reach a4: {words}"),
            },
        )
        for tile, closed, blocked, words in [
            ("asteroid", Reason.ASTEROID_FIELD, Reason.BLOCKED_BY_ASTEROIDS, "a3 is an asteroid field (E9.5)"),
            ("nordinn", Reason.NORDINN_SYSTEM, Reason.BLOCKED_BY_NORDINN, "a3 is of the Nordinn Empire (E9.9)"),
        ]
    ),
    Story(
        "E3.4-conquered-is-neither-entered-nor-passed",
        "A 1 3 2 B\n   ?",
        found="b1=nordinn",
        conquered="a3",
        legal="a1-a2=CS",
        refused={
            "a1-a3=C": (Reason.CONQUERED_SYSTEM, "ship at a1 cannot land on a3: a3 is conquered (E9.9)"),
            "a1-a4=C": (Reason.BLOCKED_BY_CONQUEST, "ship at a1 cannot reach a4: a3 is conquered (E9.9)"),
        },
    ),
    Story(
        "E3.4-conquered-for-all-others-too",
        "A 1 3 2 B\n   ?",
        found="b1=nordinn",
        conquered="a3",
        mover=1,
        legal="a5-a4=CS",
        refused={"a5-a3=S": Reason.CONQUERED_SYSTEM, "a5-a2=C": Reason.BLOCKED_BY_CONQUEST},
    ),
    Story(
        "E9.9-conquered-is-passed-as-an-option",
        "A 1 ? 2 B\n   ?",
        found="a3=two b1=nordinn",
        conquered="a3",
        rules=Rules(conquered_passable=True),
        legal="a1-a2=CS a1-a4=CS",
        refused={"a1-a3=C": (Reason.CONQUERED_SYSTEM, "ship at a1 cannot land on a3: a3 is conquered (E9.9)")},
    ),
    Story(
        "E9.5-the-option-opens-no-asteroid-field",
        "A 1 ? 2 B",
        found="a3=asteroid",
        rules=Rules(conquered_passable=True),
        legal="a1-a2=CS",
        refused={"a1-a4=C": Reason.BLOCKED_BY_ASTEROIDS},
    ),
    # E4.1: jumps
    Story(
        "E4.1-jumps-onto-an-unexplored-system",
        "A w   w ? B",
        legal="a1-a4=C",
        refused={"a1-a4=S": Reason.EXPLORES_WITH_CITY},
    ),
    Story("E4.1-jumps-where-unexplored-systems-are-not-passed", "A w   w ? B", rules=NOT_PASSABLE, legal="a1-a4=C"),
    Story(
        "E4.1-jumps-onto-no-closed-system",
        "1 A w   w ? B",
        found="a5=asteroid",
        legal="a2-a1=CS",
        refused={"a2-a5=C": (Reason.ASTEROID_FIELD, "ship at a2 cannot land on a5: a5 is an asteroid field (E9.5)")},
    ),
    Story(
        "E4.1-jumps-onto-no-conquered-system",
        "1 A w   w 2 B\n         ?",
        found="b1=nordinn",
        conquered="a5",
        rules=Rules(conquered_passable=True),
        legal="a2-a1=CS",
        refused={"a2-a5=C": Reason.CONQUERED_SYSTEM},
    ),
    Story(
        "E4.1-damaged-ships-jump-onto-no-unexplored-system",
        "A 1 w   w ? B",
        ships=("a2*", ""),
        legal="a2-a1",
        refused={"a2-a5=C": (Reason.DAMAGED_EXPLORER, "damaged ship at a2 cannot land on a5: it is unexplored (E5.2)")},
    ),
    Story(
        "E4.1-jumps-out-of-an-asteroid-field",
        "A ? w   w 1 B",
        found="a2=asteroid",
        ships=("a2*", ""),
        legal="a2-a5=CS a2-a1",
    ),
    # E5: damaged ships
    Story(
        "E5.2-neither-landed-on-nor-passed",
        "A 1 ? 2 B",
        ships=("a2*", ""),
        legal="a2-a1",
        refused={
            "a2-a3=C": (Reason.DAMAGED_EXPLORER, "damaged ship at a2 cannot land on a3: it is unexplored (E5.2)"),
            "a2-a3=S": Reason.DAMAGED_EXPLORER,
            "a2-a4=C": (Reason.BLOCKED_FOR_DAMAGED, "damaged ship at a2 cannot reach a4: a3 is unexplored (E5.2)"),
        },
    ),
    Story(
        "E5.2-passed-as-an-option-but-not-landed-on",
        "A 1 ? 2 3 B",
        ships=("a2*", ""),
        rules=DAMAGED_PASS,
        legal="a2-a1 a2-a4=CS",
        refused={
            "a2-a3=C": Reason.DAMAGED_EXPLORER,
            "a2-a5=C": Reason.OUT_OF_RANGE,
        },
    ),
    Story(
        "E5.2-the-option-needs-the-one-for-all-ships",
        "A 1 ? 2 B",
        ships=("a2*", ""),
        rules=replace(NOT_PASSABLE, damaged_passes_unexplored=True),
        legal="a2-a1",
        refused={
            "a2-a4=C": (Reason.BLOCKED_BY_UNEXPLORED, "damaged ship at a2 cannot reach a4: a3 is unexplored (E3.3)")
        },
    ),
    Story("E5.3-home-one-step-away", "A ? 1 B", found="a2=asteroid", ships=("a2*", ""), legal="a2-a1 a2-a3=CS"),
    Story(
        "E5.3-home-two-steps-away",
        "A 1 ? 2 . B",
        found="a3=asteroid",
        ships=("a3*", ""),
        legal="a3-a1 a3-a2=CS a3-a4=CS a3-a5=CS",
    ),
    Story(
        "E5.3-home-three-steps-away",
        "A 1 2 ? . B",
        found="a4=asteroid",
        ships=("a4*", ""),
        legal="a4-a2=CS a4-a3=CS a4-a5=CS",
        refused={"a4-a1": Reason.OUT_OF_RANGE},
    ),
    Story(
        "E5.3-home-behind-an-unexplored-system",
        "A ? 1 2 B",
        ships=("a3*", ""),
        legal="a3-a4=CS",
        refused={"a3-a1": (Reason.BLOCKED_FOR_DAMAGED, "damaged ship at a3 cannot reach a1: a2 is unexplored (E5.2)")},
    ),
    Story(
        "E5.3-home-behind-an-unexplored-system-as-an-option",
        "A ? 1 2 B",
        ships=("a3*", ""),
        rules=DAMAGED_PASS,
        legal="a3-a1 a3-a4=CS",
    ),
    Story("E5.3-home-behind-an-own-tile", "A ? 1 B", found="a2=two", held=("a2",), ships=("a3*", ""), legal="a3-a1"),
    Story(
        "E5.3-home-behind-an-asteroid-field",
        "A ? 1 2 B",
        found="a2=asteroid",
        ships=("a3*", ""),
        legal="a3-a4=CS",
        refused={
            "a3-a1": (Reason.BLOCKED_BY_ASTEROIDS, "damaged ship at a3 cannot reach a1: a2 is an asteroid field (E9.5)")
        },
    ),
    Story(
        "E5.3-home-behind-a-conquered-system",
        "A 1 ? 2 B",
        found="a3=nordinn",
        conquered="a2",
        ships=("a3*", ""),
        legal="a3-a4=CS",
        refused={"a3-a1": (Reason.BLOCKED_BY_CONQUEST, "damaged ship at a3 cannot reach a1: a2 is conquered (E9.9)")},
    ),
    Story(
        "E5.3-home-behind-a-conquered-system-as-an-option",
        "A 1 ? 2 B",
        found="a3=nordinn",
        conquered="a2",
        ships=("a3*", ""),
        rules=Rules(conquered_passable=True),
        legal="a3-a1 a3-a4=CS",
    ),
    Story(
        "E5.3-a-ship-from-the-homeworld-explores-after-the-repair",
        LONE,
        found="a2=asteroid",
        ships=("a2*", "a4"),
        plays="a2-a1",
        turn="B",
        now_ships=("a1", "a4"),
    ),
]

# --- E9.2: what is due, and what can come

EXPLORED = Story("", "A ? 1 B", plays="a1-a2=C")
REFUELED = Story("", "A ? 1 2 B", plays="a1-a2=C reveal=refueling")
CHOOSING = Story("", "1 A 1 ? 2 B 1", held=("a3", "a5"), plays="a2-a4=C reveal=nordinn")

ALL_KINDS = " ".join(f"reveal={tile}" for tile in Tile)

REVEALS = [
    replace(
        EXPLORED,
        id="E9.2-chance-is-to-act",
        turn="chance reveal a2",
        legal=ALL_KINDS,
        out="",
        now_held=("", ""),
        now_ships=("a1 a1 a1 a2", "a4 a4 a4 a4"),
        now_reserves=((16, 4), (16, 4)),
        now_banked=((0, 0), (0, 0)),
        refused={
            "a1-a3=C": (Reason.REVEAL_FIRST, "first it must be revealed what lies at a2 (E9.2)"),
            "a2-a3=C": Reason.REVEAL_FIRST,
            "a2-a1": Reason.REVEAL_FIRST,
            "destroy=a3": Reason.REVEAL_FIRST,
            "stay": Reason.REVEAL_FIRST,
        },
    ),
    Story(
        "E9.2-nothing-to-reveal-or-to-choose",
        LONE,
        refused={
            "reveal=three": (Reason.NO_REVEAL, "nothing is to be revealed now (E9.2)"),
            "destroy=a3": (Reason.NO_DESTRUCTION, "no city is to be destroyed now (E9.9)"),
            "stay": (Reason.MUST_MOVE, "player A must move (E2.1)"),
        },
    ),
    Story(
        "E9.2-no-tile-twice",
        "A ? ? B",
        rules=Rules(bag=Bag(three=1, two=1)),
        plays="a1-a2=C reveal=three a4-a3=C",
        turn="chance reveal a3",
        legal="reveal=two",
        refused={
            "reveal=three": (Reason.NO_TILE, "no tile 'three' is left in the bag (E9.2)"),
            "reveal=nordinn": Reason.NO_TILE,
        },
    ),
    Story(
        "E9.2-the-last-tile-of-a-kind",
        "A ? ? 1 B",
        found="a2=nordinn",
        plays="a5-a3=C",
        mover=1,
        legal=ALL_KINDS.replace(" reveal=nordinn", ""),
    ),
    Story(
        "E9.2-a-map-without-unexplored-systems-has-no-reveals",
        "A 1 B",
        refused={
            "reveal=three": Reason.NOTHING_HIDDEN,
            "destroy=a2": Reason.NOTHING_HIDDEN,
            "stay": (Reason.MUST_MOVE, "player A must move (E2.1)"),
        },
    ),
    Story(
        "E9.2-the-first-edition-has-fewer-kinds",
        LONE,
        rules=FIRST,
        plays="a1-a2=C",
        legal=ALL_KINDS.partition(" reveal=hollana")[0],
    ),
    Story(
        "E9.2-a-position-with-a-reveal-due",
        LONE,
        due="reveal a2",
        ships=("a2 a1", "a4"),
        plays="reveal=asteroid",
        turn="B",
        now_ships=("a1 a2*", "a4"),
    ),
]

# --- E9.3 to E9.9: what each kind does at once. A's homeworld is beside a2.

KINDS = [
    Story("E9.3-three-planets", LONE, plays="a1-a2=C reveal=three", sheets=((3, 0, 0, 3, 0, 0), (0,) * 6)),
    Story("E9.3-two-planets", LONE, plays="a1-a2=C reveal=two", sheets=((2, 0, 0, 3, 0, 0), (0,) * 6)),
    Story("E9.4-chromatic", LONE, plays="a1-a2=C reveal=chromatic", sheets=((0, 2, 0, 3, 0, 0), (0,) * 6)),
    # The station that was found has B's homeworld at two steps, and nobody else's next to it.
    Story("E9.6-abandoned", LONE, plays="a1-a2=C reveal=abandoned", sheets=((0, 0, 0, 3, 1, 0), (0,) * 6)),
    Story("E9.7-refueling", LONE, plays="a1-a2=C reveal=refueling stay", sheets=((0, 0, 0, 3, 1, 0), (0,) * 6)),
    # Two at once; A's homeworld is the only system next to it that is held, 3 and 2.
    Story("E9.8-hollana", LONE, plays="a1-a2=C reveal=hollana", sheets=((0, 0, 0, 3, 5, 0), (0,) * 6)),
    Story("E9.8-tennar", LONE, plays="a1-a2=C reveal=tennar", sheets=((0, 0, 0, 3, 4, 0), (0,) * 6)),
]
# What is scored at the reveal, by tile and edition, and all that the tile scores if A's homeworld alone is next to it.
POINTS_AT_ONCE: list[tuple[str, Edition, int, int]] = [
    ("abandoned", "second", 1, 1),
    ("abandoned", "first", 0, 1),
    ("refueling", "second", 1, 1),
    ("refueling", "first", 0, 1),
    ("hollana", "second", 2, 5),
    ("hollana", "first", 2, 5),
    ("tennar", "second", 2, 4),
    ("tennar", "first", 2, 4),
]

AT_ONCE = [
    *(
        replace(
            story,
            turn="B",
            out="",
            now_held=("a2", ""),
            now_conquered="",
            now_ships=("a1 a1 a1 a2", "a4 a4 a4 a4"),
            now_reserves=((15, 4), (16, 4)),
        )
        for story in KINDS
    ),
    *(
        Story(
            f"{clause}-{tile}",
            LONE,
            plays=f"a1-a2=C reveal={tile}",
            turn="B",
            legal="a4-a3=CS",
            now_held=("", ""),
            now_conquered="",
            now_ships=("a1 a1 a1 a2*", "a4 a4 a4 a4"),
            now_reserves=((16, 4), (16, 4)),
            sheets=((0, 0, 0, 3, 0, 0),) * 2,
        )
        for clause, tile in [("E9.5", "asteroid"), ("E9.9", "nordinn")]
    ),
    # E6.2: what is banked at once, by edition
    *(
        Story(
            f"E6.2-{tile}-in-the-{edition}-edition",
            LONE,
            rules=Rules(edition=edition, bag=BAGS["second"]),
            plays=f"a1-a2=C reveal={tile}",
            now_banked=((0, points), (0, 0)),
            sheets=((0, 0, 0, 3, total, 0), (0,) * 6),
        )
        for tile, edition, points, total in POINTS_AT_ONCE
    ),
    *(
        Story(
            f"E6.2-planets-of-a-tile-held-are-not-banked-in-the-{edition}-edition",
            LONE,
            rules=Rules(edition=edition),
            plays="a1-a2=C reveal=three",
            now_banked=((0, 0), (0, 0)),
            sheets=((3, 0, 0, 3, 0, 0), (0,) * 6),
        )
        for edition in ("second", "first")
    ),
    # E9.1, E9.5: the last city
    Story(
        "E9.5-the-last-city-stays-in-reserve",
        LONE,
        reserves=((1, 0), (1, 0)),
        plays="a1-a2=C reveal=asteroid",
        turn="B",
        now_reserves=((1, 0), (1, 0)),
    ),
    Story(
        "E2.3-over-when-the-last-city-of-all-is-put-on-a-tile",
        LONE,
        reserves=((1, 0), (0, 0)),
        plays="a1-a2=C reveal=three",
        turn="nobody",
        out="",
        outcome=Outcome((0,), (6, 0), "total"),
    ),
    Story(
        "E2.3-not-over-when-the-last-city-of-all-comes-to-an-asteroid-field",
        LONE,
        reserves=((1, 0), (0, 0)),
        plays="a1-a2=C reveal=asteroid",
        turn="A",
        out="B",
        legal="a2-a1 a2-a3=C",
    ),
    Story(
        "E2.2-stations-are-no-use-before-what-is-unexplored",
        "A ? ? B 1",
        reserves=((1, 2), (9, 0)),
        plays="a1-a2=C reveal=two a4-a5=C",
        turn="B",
        out="A",
        legal="a4-a3=C a5-a3=C",
    ),
    Story(
        "E2.1-the-turn-goes-on-from-who-explored",
        "A 1 B ? C 1",
        mover=1,
        plays="a3-a4=C reveal=asteroid",
        turn="C",
        now_ships=("a1 a1 a1", "a3 a3 a4*", "a5 a5 a5"),
    ),
    Story("E4.1-explored-by-a-jump", "A w   w ? 1 B", plays="a1-a4=C reveal=two", turn="B", now_held=("a4", "")),
    # E9.5: the field afterwards
    Story(
        "E9.5-no-other-ship-enters-or-passes",
        "A 1 ? 2 3 B",
        plays="a1-a3=C reveal=asteroid",
        turn="B",
        legal="a6-a5=CS a6-a4=CS",
        refused={
            "a6-a3=C": (Reason.ASTEROID_FIELD, "ship at a6 cannot land on a3: a3 is an asteroid field (E9.5)"),
            "a6-a2=C": (Reason.BLOCKED_BY_ASTEROIDS, "ship at a6 cannot reach a2: a3 is an asteroid field (E9.5)"),
        },
    ),
    Story(
        "E9.5-the-own-ships-neither-and-it-leaves-damaged",
        "A 1 ? 2 3 B",
        plays="a1-a3=C reveal=asteroid a6-a5=C",
        turn="A",
        legal="a1-a2=CS a3-a1 a3-a2=CS a3-a4=CS",
        refused={"a1-a3=C": Reason.ASTEROID_FIELD, "a1-a4=C": Reason.BLOCKED_BY_ASTEROIDS},
    ),
    Story(
        "E9.5-once-it-has-left-it-can-not-come-back",
        "A 1 ? 2 3 B",
        plays="a1-a3=C reveal=asteroid a6-a5=C a3-a2=C a6-a4=C",
        turn="A",
        now_held=("a2", "a4 a5"),
        now_ships=("a1 a1 a1 a2*", "a4 a5 a6 a6"),
        legal="a2-a1",
        refused={"a2-a3=C": Reason.ASTEROID_FIELD, "a1-a3=C": Reason.ASTEROID_FIELD},
    ),
    Story(
        "E9.5-not-even-when-repaired",
        "A 1 ? 2 3 B",
        ships=("a1", "a6"),
        plays="a1-a3=C reveal=asteroid a6-a5=C a3-a1 a5-a4=C",
        turn="A",
        legal="a1-a2=CS",
        refused={"a1-a3=C": Reason.ASTEROID_FIELD},
    ),
]

# --- E9.7: refueling

REFUELING = [
    replace(
        REFUELED,
        id="E9.7-a-second-move-is-due",
        turn="A refuel a2",
        legal="a2-a3=CS stay",
        now_held=("a2", ""),
        now_reserves=((15, 4), (16, 4)),
        refused={
            "a2-a4=C": (Reason.NOT_ADJACENT, "ship at a2 cannot reach a4: the fuel lasts for one step (E9.7)"),
            "a1-a3=C": (Reason.FUEL_FIRST, "player A goes on with the ship that refuels at a2, or stays (E9.7)"),
            "a2-a1": Reason.FUEL_FIRST,
            "a2!-a3=C": Reason.FUEL_FIRST,
            "reveal=three": Reason.FUEL_FIRST,
            "destroy=a3": Reason.FUEL_FIRST,
        },
    ),
    replace(
        REFUELED,
        id="E9.7-goes-on",
        plays=f"{REFUELED.plays} a2-a3=S",
        turn="B",
        now_held=("a2 a3s", ""),
        now_ships=("a1 a1 a1 a3", "a5 a5 a5 a5"),
        now_reserves=((15, 3), (16, 4)),
    ),
    replace(
        REFUELED,
        id="E9.7-stays",
        plays=f"{REFUELED.plays} stay",
        turn="B",
        out="",
        now_held=("a2", ""),
        now_ships=("a1 a1 a1 a2", "a5 a5 a5 a5"),
        now_reserves=((15, 4), (16, 4)),
    ),
    Story(
        "E9.7-all-systems-round-it",
        """
         1 r
        A ? ?
         x B
        """,
        plays="b1-b2=C reveal=refueling",
        turn="A refuel b2",
        legal="b2-a1=CS b2-a2=CS b2-b3=C stay",
        refused={"b2-b3=S": Reason.EXPLORES_WITH_CITY},
    ),
    Story(
        "E9.7-own-and-opponent-systems-are-no-way-on",
        """
         1 2
        A ? 3
         1 B
        """,
        held=("a1", "b3"),
        plays="b1-b2=C reveal=refueling",
        turn="A refuel b2",
        legal="b2-a2=CS b2-c1=CS stay",
        refused={"b2-a1=C": Reason.OWN_SYSTEM, "b2-b3=C": Reason.OPPONENT_SYSTEM},
    ),
    Story(
        "E9.7-nowhere-to-land-ends-the-turn",
        "A 1 ? 2 B 1",
        held=("a2", "a4"),
        plays="a1-a3=C reveal=refueling",
        turn="B",
        now_held=("a2 a3", "a4"),
    ),
    Story(
        "E9.7-no-city-left-for-what-is-unexplored-ends-the-turn",
        "A ? ? B 1",
        reserves=((1, 2), (9, 0)),
        plays="a1-a2=C reveal=refueling",
        turn="B",
        now_reserves=((0, 2), (9, 0)),
    ),
    Story(
        "E9.7-a-city-left-for-what-is-unexplored",
        "A ? ? B 1",
        reserves=((2, 2), (9, 0)),
        plays="a1-a2=C reveal=refueling",
        turn="A refuel a2",
        legal="a2-a3=C stay",
        refused={"a2-a3=S": Reason.EXPLORES_WITH_CITY},
    ),
    Story(
        "E9.7-only-stations-left",
        "A ? 1 B 1",
        reserves=((1, 2), (9, 0)),
        plays="a1-a2=C reveal=refueling",
        turn="A refuel a2",
        legal="a2-a3=S stay",
        refused={"a2-a3=C": Reason.NO_CITY},
    ),
    Story(
        "E9.7-nothing-left-ends-the-turn",
        "A ? 1 B 1",
        reserves=((1, 0), (9, 0)),
        plays="a1-a2=C reveal=refueling",
        turn="B",
        now_reserves=((0, 0), (9, 0)),
    ),
    Story(
        "E2.3-over-when-nothing-is-left-for-the-second-move",
        "A ? 1 B",
        reserves=((1, 0), (0, 0)),
        plays="a1-a2=C reveal=refueling",
        turn="nobody",
        outcome=Outcome((0,), (4, 0), "total"),
    ),
    Story(
        "E2.3-judged-after-the-second-move-only",
        "A ? 1 B",
        reserves=((1, 1), (0, 0)),
        plays="a1-a2=C reveal=refueling a2-a3=S",
        turn="nobody",
        out="",
        # One planet, B's homeworld beside the station, three systems in a row, one for refueling.
        sheets=((1, 0, 1, 3, 1, 0), (0,) * 6),
    ),
    Story("E9.7-not-across-a-wormhole", "A ? w 1 B", plays="a1-a2=C reveal=refueling", turn="B"),
    Story("E9.7-no-jump", "A ? w   w 1 B", plays="a1-a2=C reveal=refueling", turn="B"),
    Story(
        "E9.7-not-onto-a-closed-system",
        "A ? ? 1 B",
        found="a3=asteroid",
        plays="a1-a2=C reveal=refueling",
        turn="B",
    ),
    Story(
        "E9.7-not-onto-a-conquered-system",
        "A ? 2 1 B\n     ?",
        found="b1=nordinn",
        conquered="a3",
        rules=Rules(conquered_passable=True),
        plays="a1-a2=C reveal=refueling",
        turn="B",
    ),
    Story(
        "E9.7-not-onto-a-nordinn-system",
        "A ? ? 1 B",
        found="a3=nordinn",
        mover=1,
        ships=("a1 a3*", "a5"),
        plays="a5-a4=C a1-a2=C reveal=refueling",
        turn="A",
        out="B",
        legal="a3-a1",
    ),
    Story(
        "E9.7-refueling-into-refueling-into-asteroid",
        "A ? ? ? 1 B",
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=refueling a3-a4=C reveal=asteroid",
        turn="B",
        now_held=("a2 a3", ""),
        now_ships=("a1 a1 a1 a4*", "a6 a6 a6 a6"),
        now_reserves=((14, 4), (16, 4)),
        now_banked=((0, 2), (0, 0)),
    ),
    Story(
        "E9.7-a-chain-stops-for-each-reveal",
        "A ? ? ? 1 B",
        plays="a1-a2=C reveal=refueling a2-a3=C",
        turn="chance reveal a3",
        legal=ALL_KINDS,
        now_reserves=((15, 4), (16, 4)),
        now_ships=("a1 a1 a1 a3", "a6 a6 a6 a6"),
    ),
    Story(
        "E9.7-a-chain-may-be-left",
        "A ? ? ? 1 B",
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=refueling stay",
        turn="B",
        now_held=("a2 a3", ""),
    ),
    Story(
        "E9.7-a-chain-takes-a-city-each",
        "A ? ? ? 1 B",
        reserves=((2, 0), (9, 0)),
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=refueling",
        turn="B",
        now_reserves=((0, 0), (9, 0)),
    ),
    Story(
        "E9.7-the-way-back-is-own",
        "A ? ? B 1",
        plays="a1-a3=C reveal=two a4-a5=C a1-a2=C reveal=refueling",
        # a3 is A's own by now, a1 the homeworld: B is next, and shut in.
        turn="nobody",
        out="AB",
    ),
    Story(
        "E9.9-a-freed-refueling-station-gives-no-second-move",
        "A ? 1 B",
        found="a2=refueling",
        plays="a1-a2=C",
        turn="B",
        now_banked=((0, 0), (0, 0)),
        sheets=((0, 0, 0, 3, 0, 0), (0,) * 6),
    ),
]

# --- E9.9: the Nordinn Empire

RING = """
 1 1
A ? 1
 1 B
"""

NORDINN = [
    replace(
        CHOOSING,
        id="E9.9-a-single-candidate-is-an-action",
        turn="A choose a4",
        legal="destroy=a3",
        now_ships=("a2 a2 a2 a4*", "a6 a6 a6 a6"),
        now_reserves=((15, 4), (15, 4)),
        refused={
            "destroy=a5": (
                Reason.NO_CHOICE,
                "player A cannot choose a5: an own city next to a4 comes first, then any city of the others (E9.9)",
            ),
            "destroy=a1": Reason.NO_CHOICE,
            "stay": (
                Reason.CHOICE_FIRST,
                "player A must first choose a city that the Nordinn Empire at a4 destroys (E9.9)",
            ),
            "a2-a1=C": Reason.CHOICE_FIRST,
            "reveal=three": Reason.CHOICE_FIRST,
        },
    ),
    replace(
        CHOOSING,
        id="E9.9-an-own-city-is-destroyed-and-conquered",
        plays=f"{CHOOSING.plays} destroy=a3",
        turn="B",
        now_held=("", "a5"),
        now_conquered="a3",
        now_ships=("a2 a2 a2 a4*", "a6 a6 a6 a6"),
        now_reserves=((16, 4), (15, 4)),
        now_banked=((1, 0), (0, 0)),
    ),
    Story(
        "E9.9-own-adjacent-cities-but-not-stations",
        RING,
        held=("a1 a2s b3", "c1"),
        plays="b1-b2=C reveal=nordinn",
        turn="A choose b2",
        legal="destroy=a1 destroy=b3",
        refused={"destroy=a2": Reason.NO_CHOICE, "destroy=c1": Reason.NO_CHOICE},
    ),
    Story(
        "E9.9-only-a-station-next-to-it",
        RING,
        held=("a2s", "c1"),
        plays="b1-b2=C reveal=nordinn",
        turn="A choose b2",
        legal="destroy=c1",
        refused={"destroy=a2": Reason.NO_CHOICE},
    ),
    Story(
        "E9.9-cities-of-all-others-anywhere",
        "A ? 1 B 2 . C 1",
        held=("", "a3 a5s", "a6 a8"),
        plays="a1-a2=C reveal=nordinn",
        turn="A choose a2",
        legal="destroy=a3 destroy=a6 destroy=a8",
        refused={"destroy=a5": Reason.NO_CHOICE},
    ),
    Story(
        "E9.9-own-cities-elsewhere-are-safe",
        "A ? 1 2 B 1",
        held=("a4", "a3"),
        plays="a1-a2=C reveal=nordinn",
        turn="A choose a2",
        legal="destroy=a3",
        refused={"destroy=a4": Reason.NO_CHOICE},
    ),
    Story(
        "E9.9-no-city-that-counts",
        "A ? 1 2 B 1",
        held=("a4", "a3s"),
        plays="a1-a2=C reveal=nordinn",
        turn="B",
        now_held=("a4", "a3s"),
        now_ships=("a1 a1 a1 a2*", "a5 a5 a5 a5"),
        now_reserves=((15, 4), (16, 3)),
    ),
    Story(
        "E9.9-the-city-of-another-next-to-it-is-destroyed-and-conquered",
        "A ? 1 2 B 1",
        held=("a4", "a3"),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        now_held=("a4", ""),
        now_conquered="a3",
        now_reserves=((15, 4), (16, 4)),
        now_banked=((0, 0), (1, 0)),
        legal="a5-a6=CS",
        refused={"a5-a3=C": (Reason.CONQUERED_SYSTEM, "ship at a5 cannot land on a3: a3 is conquered (E9.9)")},
    ),
    Story(
        "E9.9-the-city-of-another-farther-off-is-destroyed-and-freed",
        "A ? 1 2 B 1",
        held=("", "a3 a4"),
        plays="a1-a2=C reveal=nordinn destroy=a4",
        turn="B",
        now_held=("", "a3"),
        now_conquered="",
        now_reserves=((16, 4), (15, 4)),
        now_banked=((0, 0), (2, 0)),
        legal="a5-a4=CS a5-a6=CS",
    ),
    Story(
        "E9.9-nobody-lands-again-where-the-city-of-another-was-conquered",
        "A ? 3 B 1",
        held=("", "a3"),
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C",
        turn="A",
        now_conquered="a3",
        legal="a2-a1",
        refused={"a2-a3=C": (Reason.CONQUERED_SYSTEM, "damaged ship at a2 cannot land on a3: a3 is conquered (E9.9)")},
    ),
    Story(
        "E9.9-ships-of-the-other-on-the-conquered-system-stay-and-can-leave",
        "A ? 1 2 B 2",
        held=("", "a3"),
        ships=("a1", "a3 a5"),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        now_ships=("a2*", "a3 a5"),
        legal="a3-a4=CS a3-a6=CS a5-a4=CS a5-a6=CS",
    ),
    Story(
        "E9.9-the-city-of-another-on-a-tile-is-conquered",
        "A ? ? B 1",
        found="a3=hollana",
        held=("", "a3"),
        banked=((0, 0), (0, 2)),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        now_conquered="a3",
        now_banked=((0, 0), (0, 2)),
        # Nobody holds more next to it than B's homeworld.
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 5, 0)),
    ),
    Story(
        "E9.9-of-two-others-one-is-next-to-it",
        """
        A ? B 2
         1 C 1
        """,
        held=("", "a4", "b1"),
        plays="a1-a2=C reveal=nordinn destroy=b1",
        turn="B",
        now_conquered="b1",
        now_reserves=((16, 4), (15, 4), (16, 4)),
    ),
    Story(
        "E9.9-of-two-others-one-is-farther-off",
        """
        A ? B 2
         1 C 1
        """,
        held=("", "a4", "b1"),
        plays="a1-a2=C reveal=nordinn destroy=a4",
        turn="B",
        now_conquered="",
        now_reserves=((16, 4), (16, 4), (15, 4)),
    ),
    Story(
        "E9.9-a-homeworld-next-to-it-is-no-city",
        "A ? B 1",
        plays="a1-a2=C reveal=nordinn",
        turn="B",
        now_held=("", ""),
        now_conquered="",
    ),
    Story(
        "E9.9-an-own-city-is-conquered-under-the-option-too",
        "A 1 ? 2 B 1",
        held=("a2", "a4"),
        rules=OWN_ONLY,
        plays="a1-a3=C reveal=nordinn destroy=a2",
        turn="B",
        now_conquered="a2",
    ),
    Story(
        "E9.9-the-city-of-another-is-destroyed-and-freed",
        "A ? 1 2 B 1",
        held=("a4", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        now_held=("a4", ""),
        now_conquered="",
        now_reserves=((15, 4), (16, 4)),
        now_banked=((0, 0), (1, 0)),
    ),
    Story(
        "E9.9-a-city-just-placed-by-refueling",
        "A ? ? 1 B",
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=nordinn",
        turn="A choose a3",
        legal="destroy=a2",
    ),
    Story(
        "E9.9-a-city-just-placed-by-refueling-destroyed",
        "A ? ? 1 B",
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=nordinn destroy=a2",
        turn="B",
        now_held=("", ""),
        now_conquered="a2",
        now_reserves=((16, 4), (16, 4)),
        # The point for the station was scored at once.
        now_banked=((0, 1), (0, 0)),
        sheets=((0, 0, 0, 3, 1, 0), (0, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-a-city-just-placed-by-refueling-destroyed-in-the-first-edition",
        "A ? ? 1 B",
        rules=Rules(edition="first", bag=BAGS["second"]),
        plays="a1-a2=C reveal=refueling a2-a3=C reveal=nordinn destroy=a2",
        now_banked=((0, 0), (0, 0)),
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E9.9-cities-on-tiles-count",
        """
         ? ?
        A ? ?
         ? B
        """,
        found="a1=abandoned a2=refueling b3=hollana c1=three",
        held=("a1 a2s b3 c1",),
        plays="b1-b2=C reveal=nordinn",
        legal="destroy=a1 destroy=b3 destroy=c1",
    ),
    # Who gets the city back
    Story(
        "E9.9-who-has-passed-stays-out",
        "A ? 1 B 2 C 1",
        held=("", "a3"),
        passed=(False, True, False),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="C",
        out="B",
        now_reserves=((16, 4), (16, 4), (16, 4)),
    ),
    Story(
        "E9.9-who-has-not-passed-yet-plays-on-with-it",
        LONE,
        held=("", "a3"),
        reserves=((1, 0), (0, 0)),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        out="",
        now_reserves=((1, 0), (1, 0)),
        legal="a4-a3=C",
    ),
    Story(
        "E9.9-an-own-city-comes-back-to-its-reserve",
        "A 1 ? ? B",
        held=("a2",),
        ships=("a1", "a5"),
        reserves=((2, 0), (0, 0)),
        plays="a1-a4=C reveal=refueling a4-a3=C reveal=nordinn destroy=a4",
        # A's ship is in a3: a2 is an own city still, the homeworld lies behind it.
        turn="A",
        out="B",
        now_reserves=((2, 0), (0, 0)),
        legal="a3-a1",
    ),
    # Ships stay and can leave
    Story(
        "E9.9-ships-on-an-own-destroyed-city-stay-and-can-leave",
        "1 A 1 ? 2 B 1",
        held=("a3",),
        ships=("a2 a3", "a6"),
        plays="a2-a4=C reveal=nordinn destroy=a3 a6-a7=C",
        turn="A",
        now_ships=("a3 a4*", "a7"),
        legal="a3-a1=CS a4-a5=CS",
        refused={
            "a4-a3=C": (Reason.CONQUERED_SYSTEM, "damaged ship at a4 cannot land on a3: a3 is conquered (E9.9)"),
            "a4-a2": (Reason.BLOCKED_BY_CONQUEST, "damaged ship at a4 cannot reach a2: a3 is conquered (E9.9)"),
        },
    ),
    Story(
        "E9.9-and-do-not-come-back",
        "1 A 1 ? 2 B 1",
        held=("a3",),
        ships=("a2 a3", "a6"),
        plays="a2-a4=C reveal=nordinn destroy=a3 a6-a7=C a3-a1=C a7-a5=C",
        turn="nobody",
        out="AB",
    ),
    Story(
        "E9.9-ships-on-a-freed-system-stay-and-can-leave",
        "A ? 1 B 2",
        held=("", "a3"),
        ships=("a1", "a3 a4"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        now_ships=("a2*", "a3 a4"),
        legal="a3-a5=CS a4-a3=CS a4-a5=CS",
    ),
    # A freed system is an ordinary one
    Story(
        "E9.9-freed-and-open-to-a-damaged-ship",
        "A ? 1 B 2",
        held=("", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C",
        turn="A",
        legal="a2-a1 a2-a3=CS",
    ),
    Story(
        "E9.9-freed-and-recolonized-with-a-station",
        "A ? 1 B 2",
        held=("", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=S",
        now_held=("a3s", "a5"),
        now_reserves=((16, 3), (15, 4)),
        now_banked=((0, 0), (1, 0)),
        # The planet of a3 scores for both; A's station is beside B's homeworld, B's two systems are the most.
        sheets=((1, 0, 1, 0, 0, 0), (3, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-freed-and-recolonized-in-the-first-edition",
        "A ? 1 B 2",
        held=("", "a3"),
        rules=Rules(edition="first", conquest_own_only=True, bag=BAGS["second"]),
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=S",
        now_banked=((0, 0), (0, 0)),
        sheets=((1, 0, 1, 0, 0, 0), (2, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E9.9-freed-and-recolonized-by-its-former-holder",
        "A ? 3 B",
        held=("", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a3=C",
        now_held=("", "a3"),
        now_banked=((0, 0), (3, 0)),
        sheets=((0, 0, 0, 0, 0, 0), (6, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-recolonized-by-its-former-holder-in-the-first-edition",
        "A ? 3 B",
        held=("", "a3"),
        rules=Rules(edition="first", conquest_own_only=True, bag=BAGS["second"]),
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a3=C",
        sheets=((0, 0, 0, 0, 0, 0), (3, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-points-of-a-conquered-system",
        "1 A 3 ? 2 B 1",
        held=("a3", "a5"),
        plays="a2-a4=C reveal=nordinn destroy=a3",
        sheets=((3, 0, 0, 0, 0, 0), (2, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-points-of-a-conquered-system-in-the-first-edition",
        "1 A 3 ? 2 B 1",
        held=("a3", "a5"),
        rules=Rules(edition="first", bag=BAGS["second"]),
        plays="a2-a4=C reveal=nordinn destroy=a3",
        sheets=((0, 0, 0, 0, 0, 0), (2, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E6.2-points-of-a-planetary-tile-destroyed",
        "A ? ? B 1",
        found="a3=three",
        held=("", "a3"),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        now_banked=((0, 0), (3, 0)),
        sheets=((0, 0, 0, 3, 0, 0), (3, 0, 0, 3, 0, 0)),
    ),
    # On a nebula: it counts at the end, for who holds it then
    Story(
        "E9.9-destroyed-on-a-nebula",
        "A ? r r B",
        held=("", "a3 a4"),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        now_banked=((0, 0), (0, 0)),
        sheets=((0, 0, 0, 0, 0, 0), (0, 2, 0, 3, 0, 0)),
    ),
    Story(
        "E9.9-a-freed-nebula-joins-the-next-holder",
        "A ? r B 1",
        held=("", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=C",
        sheets=((0, 2, 0, 0, 0, 0), (1, 0, 0, 3, 0, 0)),
    ),
    Story(
        "E9.9-a-conquered-nebula-is-nobody's",
        "1 A r ? 2 B 1",
        held=("a3 a1",),
        plays="a2-a4=C reveal=nordinn destroy=a3",
        now_conquered="a3",
        sheets=((1, 0, 0, 3, 0, 0), (0, 0, 0, 0, 0, 0)),
    ),
    # On Hollana: its two points at once stay, and its neighbours score as before
    Story(
        "E9.9-destroyed-on-hollana",
        "A ? ? B 1",
        found="a3=hollana",
        held=("", "a3"),
        banked=((0, 0), (0, 2)),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        turn="B",
        now_banked=((0, 0), (0, 2)),
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 5, 0)),
    ),
    Story(
        "E9.9-a-freed-hollana-gives-nothing-at-once",
        "A ? ? B 1",
        found="a3=hollana",
        held=("", "a3"),
        banked=((0, 0), (0, 2)),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=C",
        now_held=("a3", "a5"),
        now_banked=((0, 0), (0, 2)),
        sheets=((0, 0, 0, 0, 0, 0), (1, 0, 0, 3, 5, 0)),
    ),
    Story(
        "E9.9-a-conquered-hollana-keeps-its-end",
        "1 A ? ? B 1",
        found="a3=hollana",
        held=("a3",),
        banked=((0, 2), (0, 0)),
        plays="a2-a4=C reveal=nordinn destroy=a3",
        now_conquered="a3",
        now_banked=((0, 2), (0, 0)),
        sheets=((0, 0, 0, 3, 5, 0), (0, 0, 0, 3, 0, 0)),
    ),
    # On Tennar
    Story(
        "E9.9-destroyed-on-tennar",
        "A ? ? B 1",
        found="a3=tennar",
        held=("", "a3"),
        banked=((0, 0), (0, 2)),
        plays="a1-a2=C reveal=nordinn destroy=a3",
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 4, 0)),
    ),
    # On an abandoned trade station: its point stays, its end effect goes to the next holder
    Story(
        "E9.6-an-abandoned-station-is-a-station",
        "A ? ? 1 B",
        found="a2=abandoned",
        held=("", "a2"),
        mover=1,
        banked=((0, 0), (0, 1)),
        # Next to a2 lies A's homeworld.
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 1, 3, 1, 0)),
    ),
    Story(
        "E9.9-destroyed-on-an-abandoned-station",
        "A ? ? 1 B",
        found="a2=abandoned",
        held=("", "a2"),
        ships=("a1 a4", "a5"),
        banked=((0, 0), (0, 1)),
        plays="a4-a3=C reveal=nordinn destroy=a2",
        turn="B",
        now_held=("", ""),
        now_banked=((0, 0), (0, 1)),
        sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 1, 0)),
    ),
    *(
        Story(
            f"E9.9-a-freed-abandoned-station-counts-once-for-a-{piece}",
            "A ? ? B 1",
            found="a3=abandoned",
            held=("", "a3"),
            banked=((0, 0), (0, 1)),
            rules=OWN_ONLY,
            plays=f"a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3={letter}",
            now_banked=((0, 0), (0, 1)),
            sheets=((0, 0, 1, 0, 0, 0), (1, 0, 0, 3, 1, 0)),
        )
        for piece, letter in [("city", "C"), ("station", "S")]
    ),
    *(
        Story(
            f"E6.2-a-freed-{tile}-station-scores-for-the-next-holder-in-the-first-edition",
            "A ? ? B 1 .",
            found=f"a3={tile}",
            held=("", "a3"),
            rules=Rules(edition="first", conquest_own_only=True, bag=BAGS["second"]),
            plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=C",
            turn="B",
            now_banked=((0, 0), (0, 0)),
            sheets=((0, 0, stations, 0, 1, 0), (1, 0, 0, 3, 0, 0)),
        )
        # An abandoned station counts for B's homeworld beside it, too.
        for tile, stations in [("abandoned", 1), ("refueling", 0)]
    ),
    Story(
        "E9.9-a-freed-refueling-station-gives-nothing-at-once",
        "A ? ? B 1 .",
        found="a3=refueling",
        held=("", "a3"),
        banked=((0, 0), (0, 1)),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=C",
        turn="B",
        now_banked=((0, 0), (0, 1)),
        sheets=((0, 0, 0, 0, 0, 0), (1, 0, 0, 3, 1, 0)),
    ),
    Story(
        "E9.9-a-freed-chromatic-nebula-keeps-its-end",
        "A ? ? B 1",
        found="a3=chromatic",
        held=("", "a3"),
        rules=OWN_ONLY,
        plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C a2-a3=S",
        # A's station is beside B's homeworld.
        sheets=((0, 2, 1, 0, 0, 0), (1, 0, 0, 3, 0, 0)),
    ),
    *(
        Story(
            f"E9.9-a-conquered-{tile}-is-nobody's",
            "1 A ? ? B 1",
            found=f"a3={tile}",
            held=("a3",),
            banked=((0, points), (0, 0)),
            plays="a2-a4=C reveal=nordinn destroy=a3",
            now_conquered="a3",
            now_banked=((0, points), (0, 0)),
            sheets=((0, 0, 0, 3, points, 0), (0, 0, 0, 3, 0, 0)),
        )
        for tile, points in [("chromatic", 0), ("abandoned", 1), ("refueling", 1)]
    ),
    *(
        Story(
            f"E6.2-a-conquered-{tile}-station-in-the-first-edition",
            "1 A ? ? B 1",
            found=f"a3={tile}",
            held=("a3",),
            rules=Rules(edition="first", bag=BAGS["second"]),
            plays="a2-a4=C reveal=nordinn destroy=a3",
            now_conquered="a3",
            sheets=((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 0, 0)),
        )
        for tile in ("abandoned", "refueling")
    ),
    Story(
        "E9.9-several-empires-in-one-game",
        "A 1 ? ? B 1",
        held=("a2",),
        rules=Rules(bag=Bag(nordinn=2)),
        ships=("a1 a1", "a5"),
        plays="a1-a3=C reveal=nordinn destroy=a2 a5-a6=C a6-a4=C reveal=nordinn",
        # A is shut in between the conquered system and what was unexplored; B finds no city to destroy.
        turn="B",
        out="A",
        now_conquered="a2",
        now_ships=("a1 a3*", "a4*"),
        legal="a4-a5",
    ),
]


# --- E9.4, E9.6, E9.8: the end

# b2 lies between A's and B's homeworlds and four more systems.
ROUND = """
 A B
1 ? 1
 1 1
"""

# Nobody's homeworld is next to a3.
APART = "A 1 ? 2 B"

NOTHING = (0, 0, 0, 0, 0, 0)
TERRITORY = (0, 0, 0, 3, 0, 0)

CHROMATIC = Bag(chromatic=3)

ENDS = [
    # E9.4: the best sum
    Story("E9.4-alone", LONE, found="a2=chromatic", held=("a2",), sheets=((0, 2, 0, 3, 0, 0), NOTHING)),
    Story("E9.4-held-with-a-station", LONE, found="a2=chromatic", held=("a2s",), sheets=((0, 2, 0, 3, 0, 0), NOTHING)),
    Story("E9.4-held-by-nobody", LONE, found="a2=chromatic", sheets=(TERRITORY, TERRITORY)),
    Story(
        "E9.4-joins-a-pair", "A r r ? B", found="a4=chromatic", held=("a2 a3 a4",), sheets=((0, 8, 0, 3, 0, 0), NOTHING)
    ),
    # 5 + 2 and 2 + 2 + 2: the pair.
    Story(
        "E9.4-one-of-two-colours",
        "A r g ? B",
        found="a4=chromatic",
        held=("a2 a3 a4",),
        sheets=((0, 7, 0, 3, 0, 0), NOTHING),
    ),
    # 8 and a fourth red that counts for nothing, or 8 + 2.
    Story(
        "E9.4-no-set-above-the-table",
        "A r r r ? B",
        found="a5=chromatic",
        held=("a2 a3 a4 a5",),
        sheets=((0, 10, 0, 3, 0, 0), NOTHING),
    ),
    # Three of each colour are full.
    Story(
        "E9.4-all-sets-full",
        "A r r r g g g b b b ? B",
        found="a11=chromatic",
        held=("a2 a3 a4 a5 a6 a7 a8 a9 a10 a11",),
        sheets=((0, 24, 0, 3, 0, 0), NOTHING),
    ),
    # 3 alike: 8; 2 and 1: 7; 1 of each: 6.
    Story(
        "E9.4-three-alone",
        "A ? ? ? B",
        found="a2=chromatic a3=chromatic a4=chromatic",
        held=("a2 a3 a4",),
        rules=Rules(bag=CHROMATIC),
        sheets=((0, 8, 0, 3, 0, 0), NOTHING),
    ),
    # Both to red: 9 + 1; one each: 2 + 2.
    Story(
        "E9.4-chosen-together",
        "A r g ? ? B",
        found="a4=chromatic a5=chromatic",
        held=("a2 a3 a4 a5",),
        rules=Rules(nebula_points=(1, 2, 9)),
        sheets=((0, 10, 0, 3, 0, 0), NOTHING),
    ),
    # One by one, the first would go to green (3 + 3) and the second to blue (3 + 3 + 3); both to red make 20.
    Story(
        "E9.4-not-one-by-one",
        "A r r ? ? B",
        found="a4=chromatic a5=chromatic",
        held=("a2 a3 a4 a5",),
        rules=Rules(nebula_points=(3, 3, 3, 20)),
        sheets=((0, 20, 0, 3, 0, 0), NOTHING),
    ),
    # A table that falls: another colour is better than the same, and where all colours are held one must be joined.
    Story(
        "E9.4-a-table-may-fall",
        "A r ? B",
        found="a3=chromatic",
        held=("a2 a3",),
        rules=Rules(nebula_points=(7, 1)),
        sheets=((0, 14, 0, 3, 0, 0), NOTHING),
    ),
    Story(
        "E9.4-each-joins-a-colour",
        "A r g b ? B",
        found="a5=chromatic",
        held=("a2 a3 a4 a5",),
        rules=Rules(nebula_points=(7, 1)),
        sheets=((0, 15, 0, 3, 0, 0), NOTHING),
    ),
    Story(
        "E9.4-players-apart",
        "A r ? ? r B",
        found="a3=chromatic a4=chromatic",
        held=("a2 a3", "a4 a5"),
        sheets=((0, 5, 0, 3, 0, 0), (0, 5, 0, 3, 0, 0)),
    ),
    # E9.6: an abandoned station counts as a station at the end
    Story(
        "E9.6-counts-beside-opponents",
        ROUND,
        found="b2=abandoned",
        held=("b2", "b3 c2s"),
        # Next to it B holds the homeworld, b3 and c2. B's station has A's b2 beside it.
        sheets=((0, 0, 3, 0, 0, 0), (2, 0, 1, 3, 0, 0)),
    ),
    Story(
        "E9.6-counts-once-with-a-station-on-it",
        ROUND,
        found="b2=abandoned",
        held=("b2s", "b3 c2s"),
        sheets=((0, 0, 3, 0, 0, 0), (2, 0, 1, 3, 0, 0)),
    ),
    Story(
        "E9.6-counts-for-nobody-if-nobody-holds-it",
        ROUND,
        found="b2=abandoned",
        held=("", "b3"),
        sheets=(NOTHING, (1, 0, 0, 3, 0, 0)),
    ),
    *(
        Story(
            f"E6.2-{tile}-of-a-holder-in-the-first-edition",
            APART,
            found=f"a3={tile}",
            held=("", "a3"),
            rules=FIRST,
            sheets=(TERRITORY, (0, 0, 0, 3, 1, 0)),
        )
        for tile in ("abandoned", "refueling")
    ),
    *(
        Story(
            f"E6.2-{tile}-of-nobody-in-the-first-edition",
            APART,
            found=f"a3={tile}",
            rules=FIRST,
            sheets=(TERRITORY, TERRITORY),
        )
        for tile in ("abandoned", "refueling")
    ),
    # E9.8: Hollana
    Story(
        "E9.8-hollana-homeworlds-tie",
        ROUND,
        found="b2=hollana",
        held=("b2",),
        sheets=((0, 0, 0, 3, 2, 0), (0, 0, 0, 0, 2, 0)),
    ),
    Story("E9.8-hollana-a-majority", ROUND, found="b2=hollana", held=("b1 b2",), sheets=((1, 0, 0, 3, 3, 0), NOTHING)),
    Story(
        "E9.8-hollana-a-majority-of-stations",
        ROUND,
        found="b2=hollana",
        held=("b1 b2", "b3s c2s"),
        # The stations of b3 and c2 have A's b2 beside them. B: homeworld, b3, c2 against A: homeworld, b1.
        sheets=((1, 0, 0, 3, 0, 0), (2, 0, 2, 3, 3, 0)),
    ),
    Story(
        "E9.8-hollana-scores-for-another-than-its-holder",
        ROUND,
        found="b2=hollana",
        held=("b1", "b2"),
        sheets=((1, 0, 0, 3, 3, 0), TERRITORY),
    ),
    Story(
        "E9.8-hollana-itself-is-not-next-to-it",
        ROUND,
        found="b2=hollana",
        held=("b2", "b3"),
        sheets=(TERRITORY, (1, 0, 0, 3, 3, 0)),
    ),
    Story("E9.8-hollana-freed", ROUND, found="b2=hollana", held=("b1",), sheets=((1, 0, 0, 3, 3, 0), NOTHING)),
    Story(
        "E9.8-hollana-conquered",
        " A B\n1 ? 1\n 1 ?",
        found="b2=hollana c2=nordinn",
        held=("b1",),
        conquered="b2",
        sheets=((1, 0, 0, 3, 3, 0), NOTHING),
    ),
    Story("E9.8-hollana-with-none-held", APART, found="a3=hollana", held=("a3",), sheets=(TERRITORY, TERRITORY)),
    Story(
        "E9.8-hollana-two-of-three-tie",
        "A ? B 1 C",
        found="a2=hollana",
        sheets=((0, 0, 0, 3, 2, 0), (0, 0, 0, 3, 2, 0), TERRITORY),
    ),
    Story(
        "E9.8-hollana-three-of-three-tie",
        """
         A B
        1 ? 1
         C 1
        """,
        found="b2=hollana",
        sheets=((0, 0, 0, 3, 2, 0),) * 3,
    ),
    Story(
        "E9.8-hollana-each-tile-by-itself",
        "A ? 1 2 3 ? B",
        found="a2=hollana a6=hollana",
        held=("a3 a5",),
        rules=Rules(bag=Bag(hollana=2)),
        # a2: A's homeworld and a3; a6: a5 and B's homeworld.
        sheets=((4, 0, 0, 3, 5, 0), (0, 0, 0, 3, 2, 0)),
    ),
    Story(
        "E9.8-hollana-two-points-at-once-besides",
        ROUND,
        found="b2=hollana",
        held=("b2",),
        banked=((0, 2), (0, 0)),
        sheets=((0, 0, 0, 3, 4, 0), (0, 0, 0, 0, 2, 0)),
    ),
    # E9.8: Tennar
    Story(
        "E9.8-tennar-homeworlds-count",
        ROUND,
        found="b2=tennar",
        held=("b2",),
        sheets=((0, 0, 0, 3, 2, 0), (0, 0, 0, 0, 2, 0)),
    ),
    Story(
        "E9.8-tennar-two-however-many",
        ROUND,
        found="b2=tennar",
        held=("b1 c1", "b3"),
        sheets=((2, 0, 0, 3, 2, 0), (1, 0, 0, 0, 2, 0)),
    ),
    Story(
        "E9.8-tennar-one-player-only",
        LONE,
        found="a2=tennar",
        held=("", "a2"),
        sheets=((0, 0, 0, 3, 2, 0), TERRITORY),
    ),
    Story(
        "E9.8-tennar-a-station-next-to-it",
        APART,
        found="a3=tennar",
        held=("", "a4s"),
        sheets=(NOTHING, (2, 0, 0, 3, 2, 0)),
    ),
    Story(
        "E9.8-tennar-itself-is-not-next-to-it", APART, found="a3=tennar", held=("a3",), sheets=(TERRITORY, TERRITORY)
    ),
    Story("E9.8-tennar-freed", ROUND, found="b2=tennar", sheets=((0, 0, 0, 3, 2, 0),) * 2),
    Story(
        "E9.8-tennar-conquered",
        " A B\n1 ? 1\n 1 ?",
        found="b2=tennar c2=nordinn",
        conquered="b2",
        sheets=((0, 0, 0, 3, 2, 0),) * 2,
    ),
    Story(
        "E9.8-tennar-each-tile-by-itself",
        "A ? ? B",
        found="a2=tennar a3=tennar",
        held=("a2 a3",),
        rules=Rules(bag=Bag(tennar=2)),
        # a2: A's homeworld; a3: A's a2 and B's homeworld.
        sheets=((0, 0, 0, 3, 4, 0), (0, 0, 0, 0, 2, 0)),
    ),
    # E7: what has been scored at once, and what ties are broken by
    Story(
        "E6.2-banked-points-count",
        "A 1 2 B ?",
        banked=((2, 3), (0, 1)),
        sheets=((2, 0, 0, 3, 3, 0), (0, 0, 0, 3, 1, 0)),
    ),
    Story(
        "E7.4-planets-held-and-not-those-of-cities-destroyed",
        "A 1 1 . 2 1 B ?",
        held=("a2 a3", "a5 a6"),
        banked=((1, 0), (0, 0)),
        reserves=((2, 1), (2, 1)),
        outcome=Outcome((1,), (6, 6), "planets"),
    ),
    Story(
        "E7.4-planets-of-tiles",
        "A ? r 2 1 B",
        found="a2=three",
        held=("a2", "a4 a5"),
        reserves=((2, 1), (2, 1)),
        # A: three planets; B: three planets and the larger territory.
        outcome=Outcome((1,), (3, 6), "total"),
    ),
    Story(
        "E7.4-planets-of-tiles-break-a-tie",
        "A ? . r 1 B",
        found="a2=three",
        held=("a2", "a4 a5"),
        reserves=((2, 1), (2, 1)),
        rules=Rules(territory_points=0),
        outcome=Outcome((0,), (3, 3), "planets"),
    ),
    Story(
        "E7.3-tiles-join-a-territory",
        "A ? 1 2 B",
        found="a2=refueling",
        held=("a2 a3", "a4"),
        sheets=((1, 0, 0, 3, 0, 0), (2, 0, 0, 0, 0, 0)),
    ),
    Story(
        "E7.3-conquered-systems-join-nothing",
        "A 1 . 1 B\n ?",
        found="b1=nordinn",
        conquered="a2",
        held=("a3",),
        sheets=(TERRITORY, TERRITORY),
    ),
    Story(
        "E7.2-an-opponent-on-a-tile-counts",
        "A 1 ? B",
        found="a3=chromatic",
        held=("a2s", "a3"),
        sheets=((1, 0, 1, 3, 0, 0), (0, 2, 0, 3, 0, 0)),
    ),
]

STORIES = [*MOVES, *REVEALS, *AT_ONCE, *REFUELING, *NORDINN, *(replace(end, over=True) for end in ENDS)]


@pytest.mark.parametrize("story", STORIES, ids=ids)
def test_stories(story: Story, implementation: Implementation) -> None:
    check_story(story, implementation)


@pytest.mark.parametrize("story", STORIES, ids=ids)
def test_core_and_reference_end_up_alike(story: Story) -> None:
    core = story.played(lambda state: state)
    assert isinstance(core, State)
    assert reference.same(core) == story.played(reference.same)


def test_ids_are_told_apart() -> None:
    names = [story.id for story in STORIES]
    assert sorted(set(names)) == sorted(names)


def test_reasons_come_in_their_order(implementation: Implementation) -> None:
    """An action that breaks several rules gets the first reason."""
    scene = Story("", "1 A ? ? 2 B", found="a3=asteroid", ships=("a2 a3*", "a6"), reserves=((0, 1), (1, 1)))
    due = replace(EXPLORED, rules=Rules(bag=Bag(two=1)))
    faults: list[tuple[Story, str, int | None, Reason]] = [
        (scene, "a2-a6=C", 1, Reason.OPPONENT_SYSTEM),
        (scene, "reveal=three", 1, Reason.NOT_TO_ACT),
        (scene, "reveal=three", CHANCE, Reason.NOT_TO_ACT),
        (scene, "reveal=three", 0, Reason.NO_REVEAL),
        (scene, "a6-a3=C", 1, Reason.NOT_TO_ACT),
        (scene, "a6-a3=C", 0, Reason.NO_SHIP),
        (scene, "a2-a3=C", 0, Reason.NO_CITY),
        (scene, "a2-a3=S", 0, Reason.ASTEROID_FIELD),
        (scene, "a2-a4=C", 0, Reason.NO_CITY_TO_EXPLORE),
        (scene, "a2-a4=S", 0, Reason.EXPLORES_WITH_CITY),
        (scene, "a3-a4=S", None, Reason.DAMAGED_EXPLORER),
        (scene, "a2-a5=S", None, Reason.BLOCKED_BY_ASTEROIDS),
        (due, "stay", 0, Reason.NOT_TO_ACT),
        (due, "stay", CHANCE, Reason.REVEAL_FIRST),
        (due, "reveal=three", 0, Reason.NOT_TO_ACT),
        (due, "reveal=three", CHANCE, Reason.NO_TILE),
        (due, "reveal=two", None, Reason.OK),
        (REFUELED, "a2-a3=C", CHANCE, Reason.NOT_TO_ACT),
        (CHOOSING, "destroy=a1", 1, Reason.NOT_TO_ACT),
    ]
    for story, text, player, reason in faults:
        state = story.played(implementation)
        assert state.why_not(action_of(state.board, text), player) is reason, (text, player)


# --- E9.1, E9.10: tiles and bags


def test_E9_10_bags() -> None:
    assert BAGS == {"second": (2, 3, 2, 2, 1, 2, 1, 1, 1), "first": (3, 4, 2, 2, 2, 2, 0, 0, 0)}
    assert [bag.total for bag in BAGS.values()] == [15, 15]
    assert [tile.planets for tile in Tile] == [3, 2, 0, 0, 0, 0, 0, 0, 0]
    assert [tile for tile in Tile if tile.is_closed] == [Tile.ASTEROID, Tile.NORDINN]


MANY = "A " + "? " * 16 + "B"


def test_E9_1_more_unexplored_systems_than_tiles() -> None:
    board = parse_map(MANY)
    with pytest.raises(SetupError, match=r"^too few tiles: the bag has 15, the map 16 to explore \(E9\.1\)$"):
        new_game(board)
    with pytest.raises(SetupError, match=r"^too few tiles: the bag has 15, the map 16 to explore \(E9\.1\)$"):
        new_game(board, rules=FIRST)
    with pytest.raises(SetupError, match=r"^too few tiles: the bag has 3, the map 16 to explore \(E9\.1\)$"):
        new_game(parse_map(f"bag: three=3\n\n{MANY}"))
    assert new_game(parse_map(MANY.replace("? B", "B"))).bag.total == 15


def test_E9_1_copies_of_the_game_multiply_the_bag() -> None:
    twice = Bag(4, 6, 4, 4, 2, 4, 2, 2, 2)
    assert BAGS["second"].times(2) == twice
    assert new_game(parse_map(MANY), rules=Rules(bag=twice)).bag == twice
    text = "three=4, two=6, chromatic=4, asteroid=4, abandoned=2, refueling=4, hollana=2, tennar=2, nordinn=2"
    assert new_game(parse_map(f"bag: {text}\n\n{MANY}")).bag == twice


EMPTY = {2: 9, 3: 10, 4: 11}


@pytest.mark.parametrize("players", EMPTY)
@pytest.mark.parametrize("holes", [None, "balanced", "wormholes", "black_holes"])
@pytest.mark.parametrize("seed", [None, 6])
def test_E9_1_each_empty_system_of_the_base_map(players: int, holes: Holes | None, seed: int | None) -> None:
    plain = base_map(players, seed=seed, holes=holes)
    board = base_map(players, seed=seed, holes=holes, unexplored=True)
    expected = [System.UNEXPLORED if system is System.EMPTY else system for system in plain.systems]
    assert list(board.systems) == expected
    assert expected.count(System.UNEXPLORED) == EMPTY[players] - (6 if holes else 0)
    assert len(new_game(board).unexplored) == expected.count(System.UNEXPLORED)


# --- E9.2: chance


def test_E9_2_odds(implementation: Implementation) -> None:
    state = EXPLORED.played(implementation)
    bag = BAGS["second"]
    assert state.odds() == tuple((Reveal(tile), Fraction(bag.of(tile), 15)) for tile in Tile)
    assert sum(chance for _, chance in state.odds()) == 1
    assert tuple(action for action, _ in state.odds()) == state.legal_actions()


def test_E9_2_odds_after_what_was_seen(implementation: Implementation) -> None:
    """A three and the Nordinn Empire were seen: one three is left and three twos."""
    scene = Story("", "A ? ? ? 1 B", rules=Rules(bag=Bag(three=2, two=3, nordinn=1)))
    state = replace(scene, plays="a1-a2=C reveal=three a6-a4=C reveal=nordinn destroy=a2 a1-a3=C").played(
        implementation
    )
    assert state.bag == Bag(three=1, two=3)
    assert state.unexplored == (2,)
    assert [state.tile(cell) for cell in range(6)] == [None, Tile.THREE, None, Tile.NORDINN, None, None]
    assert state.odds() == ((Reveal(Tile.THREE), Fraction(1, 4)), (Reveal(Tile.TWO), Fraction(3, 4)))


def test_E9_2_no_odds_while_a_player_acts(implementation: Implementation) -> None:
    for story in (replace(EXPLORED, plays=""), REFUELED, CHOOSING, replace(EXPLORED, mover=None, over=True, plays="")):
        state = story.played(implementation)
        assert state.odds() == ()
        assert state.resolve(SplitMix64(0)) == state


def test_E9_2_who_is_to_act(implementation: Implementation) -> None:
    state = EXPLORED.played(implementation)
    assert (state.to_act, state.due) == ((CHANCE,), Due("reveal", 1, 0))
    assert state.legal_actions(CHANCE) == state.legal_actions() != ()
    assert (state.legal_actions(0), state.legal_actions(1)) == ((), ())
    reveal = Reveal(Tile.THREE)
    assert state.why_not(reveal, CHANCE) is Reason.OK
    assert state.after(reveal, CHANCE) == state.after(reveal)
    with pytest.raises(IllegalActionError, match=r"^player A is not to act: chance is \(E2\.1\)$") as refusal:
        state.after(reveal, 0)
    assert refusal.value.reason is state.why_not(reveal, 0) is Reason.NOT_TO_ACT


@pytest.mark.parametrize(("story", "what", "cell"), [(REFUELED, "refuel", 1), (CHOOSING, "choose", 3)])
def test_E9_7_E9_9_the_same_player_acts_on(story: Story, what: str, cell: int, implementation: Implementation) -> None:
    state = story.played(implementation)
    assert (state.to_act, state.due) == ((0,), (what, cell, 0))
    assert state.legal_actions(0) == state.legal_actions() != ()
    assert (state.legal_actions(1), state.legal_actions(CHANCE)) == ((), ())
    assert {state.why_not(action, 1) for action in state.legal_actions()} == {Reason.NOT_TO_ACT}


def test_E9_2_chance_is_not_to_act_else(implementation: Implementation) -> None:
    state = replace(EXPLORED, plays="").played(implementation)
    action = state.legal_actions()[0]
    assert state.legal_actions(CHANCE) == ()
    assert state.why_not(action, CHANCE) is Reason.NOT_TO_ACT


class Number(SplitMix64):
    """A generator that draws the same number each time, and keeps how many there are to draw from."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.number


@pytest.mark.parametrize(
    ("bag", "kinds"),
    [
        (BAGS["second"], [tile for tile in Tile for _ in range(BAGS["second"].of(tile))]),
        # Odds of 1/3 and 2/3, of 1/2 and 1/2, of 1.
        (Bag(two=2, asteroid=4), [Tile.TWO, Tile.ASTEROID, Tile.ASTEROID]),
        (Bag(abandoned=6, tennar=6), [Tile.ABANDONED, Tile.TENNAR]),
        (Bag(hollana=12), [Tile.HOLLANA]),
    ],
    ids=["second", "one in three", "one in two", "one"],
)
def test_E9_2_resolve_draws_on_the_common_denominator(
    bag: Bag, kinds: list[Tile], implementation: Implementation
) -> None:
    """Numbers below the least common denominator of the odds are the tiles, in the order of kinds."""
    board = parse_map("A ? 1 B")
    state = implementation(position(board, rules=Rules(bag=bag), ships=[[1], [3]], due=("reveal", 1)))
    for number, kind in enumerate(kinds):
        rng = Number(number)
        assert state.resolve(rng) == state.after(Reveal(kind))
        assert rng.asked == [len(kinds)]


@pytest.mark.parametrize("action", ["reveal=three", "destroy=a3", "stay", "a1-a2=C"])
def test_E2_3_nothing_is_done_after_the_end(action: str, implementation: Implementation) -> None:
    state = replace(EXPLORED, over=True, plays="").played(implementation)
    assert (state.to_act, state.legal_actions(), state.due) == ((), (), None)
    with pytest.raises(GameOverError, match=r"^the game is over \(E2\.3\)$") as refusal:
        state.after(action_of(state.board, action))
    assert refusal.value.reason is Reason.GAME_OVER


def test_E6_2_totals_are_the_same_in_both_editions_unless_a_city_is_destroyed() -> None:
    """Random games of both editions with one bag, played alike to their ends."""
    board = base_map(2, seed=3, unexplored=True)
    differ = 0
    for seed in range(12):
        rng = Random(seed)
        second, first = (
            new_game(board, rules=Rules(edition=edition, bag=BAGS["second"])) for edition in ("second", "first")
        )
        destroyed = 0
        while second.to_act:
            assert first.legal_actions() == second.legal_actions()
            action = rng.choice(second.legal_actions())
            destroyed += text_of(second, action).startswith("destroy")
            first, second = first.after(action), second.after(action)
            assert first.totals == second.totals or destroyed
        differ += first.totals != second.totals
    assert differ
