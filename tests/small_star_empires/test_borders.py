"""Open borders by example (E10.1), for the core and the reference alike.

All expected values were worked out by hand from the clauses. ``scenes.py`` explains the notation of scenes.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace

import pytest
from tests.small_star_empires.scenes import Implementation, Story, action_of, check_story, ids

from sse_core import NotationError, Outcome, Rules, State, format_action, parse_action
from sse_core.small_star_empires import Bag, Reason, Stay, reference

OPEN = Rules(open_borders=True)
VOLUNTARY = Rules(open_borders=True, toll_compulsory=False)


@dataclass(frozen=True)
class Borders(Story):
    """A story with open borders."""

    _: KW_ONLY
    rules: Rules = field(default=OPEN)


ROW = "A 1 2 3 . B"

# b1 touches the wormhole a1; a3 leads to a2, b3 and A's homeworld.
HOLES = """
 w . w
1 2 3 A B
"""

MOVES = [
    # What a way costs
    Borders(
        "E10.1-one-system",
        ROW,
        held=("", "a3"),
        legal="a1-a2=CS a1-a4=CS$1 a1-a5=CS$1",
        refused={
            "a1-a3=C": (Reason.OPPONENT_SYSTEM, "ship at a1 cannot land on a3: it is held by player B (E3.4)"),
            "a1-a3=S": Reason.OPPONENT_SYSTEM,
        },
    ),
    Borders("E10.1-a-station-costs-as-much", ROW, held=("", "a3s"), legal="a1-a2=CS a1-a4=CS$1 a1-a5=CS$1"),
    Borders("E10.1-two-systems", ROW, held=("", "a2 a3"), legal="a1-a4=CS$2 a1-a5=CS$2"),
    Borders("E10.1-two-systems-apart", ROW, held=("", "a2 a4"), legal="a1-a3=CS$1 a1-a5=CS$2"),
    Borders(
        "E10.1-more-tolls-than-cities-and-few-places-to-land",
        "A 1 2 3 . B",
        held=("", "a2 a3 a4"),
        reserves=((3, 1), (16, 4)),
        legal="a1-a5=S$3",
    ),
    Borders("E10.1-a-homeworld", "A 1 B 2 3", legal="a1-a2=CS a1-a4=CS$1 a1-a5=CS$1"),
    Borders(
        "E10.1-several-opponents",
        "A 1 2 3 B . C",
        held=("", "a2", "a3"),
        legal="a1-a4=CS$2 a1-a6=CS$3",
    ),
    Borders("E10.1-own-systems-cost-nothing", ROW, held=("a2 a4", "a3"), legal="a1-a5=CS$1"),
    Borders("E10.1-wormholes-cost-nothing", "A w 1 2 B", held=("", "a3"), legal="a1-a4=CS$1"),
    Borders("E10.1-unexplored-systems-cost-nothing", "A ? 1 2 B", held=("", "a3"), legal="a1-a2=C a1-a4=CS$1"),
    Borders("E10.1-a-tile-costs-as-much", "A ? 1 2 B", found="a2=two", held=("", "a2"), legal="a1-a3=CS$1 a1-a4=CS$1"),
    Borders(
        "E10.1-who-has-passed-is-paid-too",
        ROW,
        held=("", "a3"),
        passed=(False, True),
        legal="a1-a2=CS a1-a4=CS$1 a1-a5=CS$1",
    ),
    Borders("E10.1-each-seat-pays", ROW, held=("a3", ""), mover=1, legal="a6-a5=CS a6-a4=CS a6-a2=CS$1"),
    Borders(
        "E3.4-shut-without-the-option",
        ROW,
        held=("", "a3"),
        rules=Rules(),
        legal="a1-a2=CS",
        refused={"a1-a4=C": (Reason.BLOCKED, "ship at a1 cannot reach a4: a3 is held by player B (E3.4)")},
    ),
    # What still stops a flight
    Borders("E3.4-a-gap-stops", "A 1 2   3 B", held=("", "a2"), legal="a1-a3=CS$1"),
    Borders("E3.4-a-black-hole-stops", "A 1 2 x 3 B", held=("", "a2"), legal="a1-a3=CS$1"),
    *(
        Borders(
            f"E3.4-{tile}-stops",
            "A 1 2 ? 3 B",
            found=f"a4={tile}",
            held=("", "a2"),
            legal="a1-a3=CS$1",
            refused={"a1-a5=C": (reason, f"ship at a1 cannot reach a5: a4 is {words}")},
        )
        for tile, reason, words in [
            ("asteroid", Reason.BLOCKED_BY_ASTEROIDS, "an asteroid field (E9.5)"),
            ("nordinn", Reason.BLOCKED_BY_NORDINN, "of the Nordinn Empire (E9.9)"),
        ]
    ),
    Borders(
        "E3.4-a-conquered-system-stops",
        "A 1 2 3 ? B",
        found="a5=nordinn",
        conquered="a4",
        held=("", "a2"),
        legal="a1-a3=CS$1",
        refused={
            "a1-a4=C": Reason.CONQUERED_SYSTEM,
            "a1-a5=C": Reason.NORDINN_SYSTEM,
        },
    ),
    Borders(
        "E9.9-a-conquered-system-passed-as-an-option",
        """
        A 1 2 3 B
           ?
        """,
        found="b1=nordinn",
        conquered="a3",
        held=("", "a2"),
        rules=Rules(open_borders=True, conquered_passable=True),
        legal="a1-a4=CS$1",
        refused={"a1-a3=C": Reason.CONQUERED_SYSTEM},
    ),
    Borders(
        "E3.3-unexplored-systems-stop-as-an-option",
        "A 1 ? 2 B",
        held=("", "a2"),
        rules=Rules(open_borders=True, unexplored_passable=False),
        legal="a1-a3=C$1",
        refused={"a1-a4=C": (Reason.BLOCKED_BY_UNEXPLORED, "ship at a1 cannot reach a4: a3 is unexplored (E3.3)")},
    ),
    # What must remain
    Borders(
        "E10.1-what-is-blocked-at-any-price",
        "1 A 1 2 ? 3 B",
        found="a5=asteroid",
        held=("", "a3"),
        reserves=((0, 1), (1, 0)),
        legal="a2-a1=S",
        refused={"a2-a4=S": Reason.NO_TOLL, "a2-a6=S": Reason.BLOCKED_BY_ASTEROIDS, "a2-a6=C": Reason.NO_CITY},
    ),
    Borders(
        "E10.1-a-city-must-remain-for-a-city",
        "1 A 1 2 B",
        held=("", "a3"),
        reserves=((1, 0), (1, 0)),
        legal="a2-a1=C",
        refused={
            "a2-a4=C": (
                Reason.NO_TOLL,
                "ship at a2 cannot reach a4: the way costs 1 city and a city to land with, player A has 1 in reserve "
                "(E10.1)",
            ),
            "a2-a4=S": Reason.NO_STATION,
        },
    ),
    Borders(
        "E10.1-toll-and-one-city",
        "1 A 1 2 B",
        held=("", "a3"),
        reserves=((2, 0), (1, 0)),
        legal="a2-a1=C a2-a4=C$1",
    ),
    Borders(
        "E10.1-a-station-needs-the-toll-only",
        "1 A 1 2 B",
        held=("", "a3"),
        reserves=((1, 1), (1, 0)),
        legal="a2-a1=CS a2-a4=S$1",
        refused={"a2-a4=C": Reason.NO_TOLL},
    ),
    Borders(
        "E10.1-a-station-without-the-toll",
        "1 A 1 2 B",
        held=("", "a3"),
        reserves=((0, 2), (1, 0)),
        legal="a2-a1=S",
        refused={
            "a2-a4=S": (
                Reason.NO_TOLL,
                "ship at a2 cannot reach a4: the way costs 1 city, player A has 0 in reserve (E10.1)",
            ),
            "a2-a4=C": Reason.NO_CITY,
        },
    ),
    Borders(
        "E10.1-stations-pay-no-toll",
        "1 A 1 2 3 B",
        held=("", "a3 a4"),
        reserves=((1, 4), (1, 0)),
        legal="a2-a1=CS",
        refused={
            "a2-a5=S": (
                Reason.NO_TOLL,
                "ship at a2 cannot reach a5: the way costs 2 cities, player A has 1 in reserve (E10.1)",
            )
        },
    ),
    Borders(
        "E10.1-as-far-as-the-cities-last",
        "A 1 2 . 3 . B",
        held=("", "a2 a4"),
        reserves=((2, 1), (1, 0)),
        legal="a1-a3=CS$1 a1-a5=S$2 a1-a6=S$2",
        refused={"a1-a5=C": Reason.NO_TOLL},
    ),
    Borders(
        "E10.1-a-city-must-remain-for-what-is-unexplored",
        "1 A 1 ? B",
        held=("", "a3"),
        reserves=((1, 1), (1, 0)),
        legal="a2-a1=CS",
        refused={"a2-a4=C": Reason.NO_TOLL, "a2-a4=S": Reason.EXPLORES_WITH_CITY},
    ),
    Borders(
        "E10.1-toll-and-one-city-for-what-is-unexplored",
        "1 A 1 ? B",
        held=("", "a3"),
        reserves=((2, 1), (1, 0)),
        legal="a2-a1=CS a2-a4=C$1",
    ),
    Borders(
        "E10.1-a-repair-needs-the-toll-only",
        "A 1 2 3 B",
        ships=("a3*", ""),
        held=("", "a2"),
        reserves=((1, 0), (1, 0)),
        legal="a3-a1$1 a3-a4=C",
    ),
    Borders(
        "E10.1-a-repair-without-the-toll",
        "A 1 2 3 B",
        ships=("a3*", ""),
        held=("", "a2"),
        reserves=((0, 1), (1, 0)),
        legal="a3-a4=S",
        refused={
            "a3-a1": (
                Reason.NO_TOLL,
                "damaged ship at a3 cannot reach a1: the way costs 1 city, player A has 0 in reserve (E10.1)",
            )
        },
    ),
    # E5.1: damaged ships
    Borders(
        "E5.1-tolls-count-for-the-range",
        "A 1 2 3 g B",
        ships=("a2*", ""),
        held=("", "a3"),
        legal="a2-a1 a2-a4=CS$1",
        refused={"a2-a5=C": Reason.OUT_OF_RANGE},
    ),
    Borders(
        "E5.3-across-an-opponent-and-no-further",
        "A 1 2 3 g B",
        ships=("a4*", ""),
        held=("", "a2 a3"),
        legal="a4-a5=CS",
        refused={"a4-a1": Reason.OUT_OF_RANGE, "a4-a2=C": Reason.OPPONENT_SYSTEM},
    ),
    Borders(
        "E3.4-the-damaged-of-two-pays-as-well",
        "A 1 2 3 g B",
        ships=("a3 a3*", ""),
        held=("", "a2"),
        legal="a3-a4=CS a3-a5=CS a3!-a1$1 a3!-a4=CS a3!-a5=CS",
        refused={"a3-a1": Reason.NOT_DAMAGED},
    ),
    # The cheapest way is the move
    Borders("E10.1-a-jump-costs-nothing", "A w 1 w 2 3 B", held=("", "a3"), legal="a1-a5=CS a1-a6=CS$1"),
    Borders(
        "E10.1-a-jump-needs-no-toll",
        "A w 1 w 2 3 B",
        held=("", "a3"),
        reserves=((1, 0), (1, 0)),
        legal="a1-a5=C",
        refused={"a1-a6=C": Reason.NO_TOLL},
    ),
    Borders(
        "E10.1-a-jump-of-a-damaged-ship", HOLES, ships=("b1*", ""), held=("", "b2"), legal="b1-a2=CS b1-b3=CS b1-b4"
    ),
    Borders(
        "E4.3-a-damaged-ship-that-does-not-jump-pays",
        HOLES,
        ships=("b1*", ""),
        held=("", "b2"),
        rules=Rules(open_borders=True, damaged_jump=False),
        legal="b1-b3=CS$1",
        refused={"b1-a2=C": Reason.NO_DAMAGED_JUMP, "b1-b4": Reason.OUT_OF_RANGE},
    ),
    Borders(
        "E4.3-a-whole-ship-jumps-where-damaged-ones-pay",
        HOLES,
        ships=("b1 b1*", ""),
        held=("", "b2"),
        rules=Rules(open_borders=True, damaged_jump=False),
        legal="b1-a2=CS b1-b3=CS b1!-b3=CS$1",
    ),
]

TURNS = [
    Borders(
        "E10.1-paid-and-kept",
        ROW,
        held=("", "a3"),
        plays="a1-a4=C$1",
        turn="B",
        now_held=("a4", "a3"),
        now_ships=("a1 a1 a1 a4", "a6 a6 a6 a6"),
        # B's own reserve stays as it was: 16 less the city of a3.
        now_reserves=((14, 4), (15, 4)),
        now_received=(0, 1),
        sheets=((3, 0, 0, 3, 0, 0), (2, 0, 0, 3, 0, 2)),
    ),
    Borders(
        "E10.1-each-opponent-is-paid",
        "A 1 2 3 B . C",
        held=("", "a2", "a3"),
        plays="a1-a6=S$3",
        turn="B",
        now_reserves=((13, 3), (15, 4), (15, 4)),
        now_received=(0, 2, 1),
        # A's station lies between two homeworlds; nobody has two systems in a row.
        sheets=((0, 0, 2, 3, 0, 0), (1, 0, 0, 3, 0, 4), (2, 0, 0, 3, 0, 2)),
    ),
    Borders(
        "E10.1-paid-again-and-again",
        "A 1 2 3 . B 1",
        held=("", "a2"),
        received=(3, 5),
        plays="a1-a3=C$1 a6-a7=C a1-a4=C$1",
        now_received=(3, 7),
        now_reserves=((12, 4), (14, 4)),
        sheets=((5, 0, 0, 3, 0, 6), (2, 0, 0, 3, 0, 14)),
    ),
    Borders(
        "E10.1-a-repair-with-a-toll",
        "A 1 2 3 B 1",
        ships=("a3*", "a5"),
        held=("", "a2"),
        plays="a3-a1$1",
        turn="B",
        now_ships=("a1", "a5"),
        now_reserves=((15, 4), (15, 4)),
        now_received=(0, 1),
    ),
    Borders(
        "E9.5-the-toll-is-gone-and-the-city-stays",
        "A 1 ? B 1",
        held=("", "a2"),
        reserves=((2, 0), (1, 0)),
        plays="a1-a3=C$1 reveal=asteroid",
        turn="B",
        now_reserves=((1, 0), (1, 0)),
        now_received=(0, 1),
    ),
    Borders(
        "E9.1-the-toll-is-paid-before-the-reveal",
        "A 1 ? B 1",
        held=("", "a2"),
        plays="a1-a3=C$1",
        turn="chance reveal a3",
        now_reserves=((15, 4), (15, 4)),
        now_received=(0, 1),
    ),
    Borders(
        "E9.7-the-second-move-pays-nothing",
        "A ? 1 2 B 1",
        held=("", "a3"),
        plays="a1-a2=C reveal=refueling",
        # The only way on would be across a3.
        turn="B",
        now_received=(0, 0),
    ),
    Borders(
        "E9.7-adjacent-systems-only",
        """
         1 .
        A ? 2 3
         x B 1
        """,
        held=("", "b3"),
        plays="b1-b2=C reveal=refueling",
        turn="A refuel b2",
        legal="b2-a1=CS b2-a2=CS stay",
        refused={"b2-b4=C": Reason.NOT_ADJACENT, "b2-b3=C": Reason.OPPONENT_SYSTEM},
    ),
    Borders(
        "E10.1-received-cities-are-not-placed",
        "A 1 2 3 B 1",
        held=("", "a2"),
        reserves=((5, 0), (0, 0)),
        plays="a1-a3=C$1",
        turn="A",
        out="B",
        now_received=(0, 1),
        now_reserves=((3, 0), (0, 0)),
    ),
    Borders(
        "E2.3-over-when-only-received-cities-are-left",
        "A 1 2 3 B",
        held=("", "a2"),
        reserves=((2, 0), (0, 0)),
        plays="a1-a3=C$1",
        turn="nobody",
        out="",
        outcome=Outcome((1,), (5, 6), "total"),
    ),
    # E2.2, E10.1: the pass rule
    Borders(
        "E10.1-who-can-only-pay-must",
        "A 1 2 B 1",
        mover=1,
        held=("", "a2"),
        plays="a4-a5=C",
        turn="A",
        out="",
        legal="a1-a3=CS$1",
        refused={"stay": (Reason.MUST_MOVE, "player A must move (E2.1)")},
    ),
    Borders(
        "E10.1-who-can-only-pay-for-a-station",
        "A 1 2 B 1",
        mover=1,
        held=("", "a2"),
        reserves=((1, 1), (5, 0)),
        plays="a4-a5=C",
        turn="A",
        out="",
        legal="a1-a3=S$1",
    ),
    Borders(
        "E10.1-who-can-only-pay-for-a-repair",
        "A 1 2 B 1",
        mover=1,
        held=("", "a2"),
        ships=("a3*", "a4"),
        reserves=((1, 0), (5, 0)),
        plays="a4-a5=C",
        turn="A",
        legal="a3-a1$1",
    ),
    *(
        Borders(
            f"E10.1-who-can-not-pay-passes-with-{cities}-and-{stations}",
            "A 1 2 B 1",
            mover=1,
            held=("", "a2"),
            reserves=((cities, stations), (5, 0)),
            plays="a4-a5=C",
            turn="B",
            out="A",
            legal="a4-a3=C a5-a3=C",
        )
        for cities, stations in [(1, 0), (0, 2)]
    ),
    Borders(
        "E2.2-who-has-passed-stays-out-though-paid",
        "A 1 . 2 B 1 C",
        mover=2,
        held=("", "a3", "a6"),
        passed=(False, True, False),
        plays="a7-a4=C$1",
        turn="A",
        out="B",
        now_received=(0, 1, 0),
    ),
    # toll_compulsory
    Borders(
        "E10.1-need-not-pay",
        "A 1 2 B 1",
        held=("", "a2"),
        rules=VOLUNTARY,
        legal="a1-a3=CS$1 a1-a5=CS$2 stay",
    ),
    Borders(
        "E10.1-who-can-put-a-city-for-free-must-move",
        "A 1 2 B",
        reserves=((2, 0), (1, 0)),
        rules=VOLUNTARY,
        legal="a1-a2=C a1-a3=C",
    ),
    Borders(
        "E10.1-who-can-put-a-station-for-free-must-move",
        "A 1 2 B",
        reserves=((0, 2), (1, 0)),
        rules=VOLUNTARY,
        legal="a1-a2=S a1-a3=S",
    ),
    Borders(
        "E10.1-the-way-home-is-no-move-of-a-whole-ship",
        "A 1 B 2",
        ships=("a2", ""),
        held=("a2", ""),
        rules=VOLUNTARY,
        legal="a2-a4=CS$1 stay",
    ),
    Borders(
        "E10.1-who-stays-is-out",
        "A 1 2 B 1",
        held=("", "a2"),
        rules=VOLUNTARY,
        plays="stay",
        turn="B",
        out="A",
        now_reserves=((16, 4), (15, 4)),
        now_received=(0, 0),
    ),
    Borders(
        "E10.1-a-later-seat-that-stays-is-out",
        "A 1 2 B",
        held=("a3", ""),
        mover=1,
        rules=VOLUNTARY,
        plays="stay",
        turn="A",
        out="B",
    ),
    Borders(
        "E10.1-who-stays-is-out-for-good",
        "A 1 2 B 1",
        held=("", "a2"),
        rules=VOLUNTARY,
        plays="stay a4-a3=C",
        turn="B",
        out="A",
    ),
    Borders(
        "E10.1-the-last-who-stays-ends-the-game",
        "A 1 2 B 1",
        held=("", "a2"),
        passed=(False, True),
        rules=VOLUNTARY,
        plays="stay",
        turn="nobody",
        out="AB",
    ),
    Borders(
        "E10.1-may-pay-all-the-same",
        "A 1 2 B 1",
        held=("", "a2"),
        rules=VOLUNTARY,
        plays="a1-a3=C$1",
        turn="B",
        out="",
        now_received=(0, 1),
    ),
    Borders(
        "E10.1-who-has-a-free-move-must-move",
        "1 A 1 2 B",
        held=("", "a3"),
        rules=VOLUNTARY,
        legal="a2-a1=CS a2-a4=CS$1",
        refused={"stay": (Reason.FREE_MOVES, "player A must move, and has moves that cost no toll (E10.1)")},
    ),
    Borders(
        "E10.1-a-repair-is-a-free-move",
        "A 1 2 3 B",
        ships=("a2*", "a5"),
        held=("", "a3"),
        rules=VOLUNTARY,
        legal="a2-a1 a2-a4=CS$1",
        refused={"stay": Reason.FREE_MOVES},
    ),
    Borders(
        "E10.1-a-jump-is-a-free-move",
        "A w 1 w 2 3 B",
        held=("", "a3"),
        rules=VOLUNTARY,
        legal="a1-a5=CS a1-a6=CS$1",
    ),
    Borders(
        "E10.1-who-can-not-pay-does-not-stay-but-passes",
        "A 1 2 B 1",
        mover=1,
        held=("", "a2"),
        reserves=((1, 0), (5, 0)),
        rules=VOLUNTARY,
        plays="a4-a5=C",
        turn="B",
        out="A",
    ),
    Borders(
        "E2.2-no-staying-without-open-borders",
        "1 A 1 2 B",
        held=("", "a3"),
        rules=Rules(toll_compulsory=False),
        legal="a2-a1=CS",
        refused={"stay": Reason.FREE_MOVES},
    ),
    Borders(
        "E9.7-stay-after-refueling-puts-nobody-out",
        "A ? 1 2 B",
        rules=VOLUNTARY,
        plays="a1-a2=C reveal=refueling stay",
        turn="B",
        out="",
    ),
    # E7.4: what was received is no reserve
    Borders(
        "E7.4-received-cities-break-no-tie",
        "A 1 . 3 B",
        held=("a2", "a4"),
        received=(1, 0),
        reserves=((2, 1), (2, 1)),
        over=True,
        sheets=((1, 0, 0, 3, 0, 2), (3, 0, 0, 3, 0, 0)),
        outcome=Outcome((1,), (6, 6), "planets"),
    ),
    Borders(
        "E9.9-a-destroyed-city-leaves-the-tolls",
        "A 1 ? 2 B 1",
        held=("", "a2 a4"),
        rules=Rules(open_borders=True, bag=Bag(nordinn=1)),
        plays="a1-a3=C$1 reveal=nordinn destroy=a2",
        turn="B",
        now_received=(0, 1),
        now_reserves=((15, 4), (15, 4)),
        # A planet of a2 scored at once, two of a4 held, a city received.
        sheets=((0, 0, 0, 0, 0, 0), (3, 0, 0, 3, 0, 2)),
    ),
    Borders(
        "E9.9-the-conquered-way-is-closed-whatever-is-paid",
        "A 1 ? 2 B 1",
        held=("", "a2 a4"),
        ships=("a1 a1", "a5"),
        rules=Rules(open_borders=True, bag=Bag(nordinn=1)),
        plays="a1-a3=C$1 reveal=nordinn destroy=a2",
        turn="B",
        out="",
        now_conquered="a2",
        legal="a5-a6=CS",
    ),
    Borders(
        "E10.1-the-freed-way-costs-nothing-any-more",
        "A 1 ? 2 B 1",
        held=("", "a2 a4"),
        ships=("a1 a1", "a5"),
        rules=Rules(open_borders=True, conquest_own_only=True, bag=Bag(nordinn=1)),
        plays="a1-a3=C$1 reveal=nordinn destroy=a2 a5-a6=C",
        turn="A",
        legal="a1-a2=CS a3-a1 a3-a2=CS",
    ),
]

STORIES = [*MOVES, *TURNS]


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


def test_E10_1_only_legal_moves_cost_a_toll(implementation: Implementation) -> None:
    """A city needs two cities in reserve here, a station one; a4 is too far for either."""
    scene = Borders("", "1 A 1 2 . 3 B", held=("", "a3 a5"), reserves=((1, 1), (5, 0)))
    state = scene.played(implementation)
    costs = {text: state.toll(action_of(state.board, text)) for text in ("a2-a4=S", "a2-a4=C", "a2-a6=S", "a2-a1=C")}
    assert costs == {"a2-a4=S": 1, "a2-a4=C": 0, "a2-a6=S": 0, "a2-a1=C": 0}
    assert [state.toll(action) for action in state.actions] == [
        state.toll(index) for index in range(len(state.actions))
    ]
    over = replace(scene, over=True).played(implementation)
    assert {over.toll(action) for action in over.actions} == {0}


def test_E10_1_the_first_action_of_all_can_cost_a_toll(implementation: Implementation) -> None:
    state = Borders("", "A B 1").played(implementation)
    assert state.actions[0] == action_of(state.board, "a1-a3=C")
    assert [state.toll(0), state.toll(1)] == [1, 1]


def test_E10_1_who_stays_pays_nothing(implementation: Implementation) -> None:
    state = Borders("", "1 B A", rules=VOLUNTARY).played(implementation)
    assert state.legal_actions() == (*(action_of(state.board, f"a3-a1={piece}") for piece in "CS"), Stay())
    assert [state.toll(action) for action in state.legal_actions()] == [1, 1, 0]


def test_E10_1_of_two_ships_together_the_damaged_one_pays_where_the_other_jumps(implementation: Implementation) -> None:
    """E4.3: only the whole ship jumps."""
    rules = Rules(open_borders=True, damaged_jump=False)
    state = Borders("", "w 1 B 2 w A", ships=("a2 a2*", ""), rules=rules).played(implementation)
    assert {text: state.toll(action_of(state.board, text)) for text in ("a2-a4=C", "a2!-a4=C")} == {
        "a2-a4=C": 0,
        "a2!-a4=C": 1,
    }


def test_E10_1_the_toll_stands_in_the_text() -> None:
    state = Borders("", ROW, held=("", "a2 a3")).state
    action = action_of(state.board, "a1-a4=C")
    assert format_action(action, state) == "a1-a4=C$2"
    assert format_action(action, state.board) == "a1-a4=C"
    assert parse_action("a1-a4=C$2", state) == parse_action("a1-a4=C", state) == action
    with pytest.raises(NotationError, match=r"this move costs a toll of 2 \(E10\.1\)"):
        parse_action("a1-a4=C$1", state)
    with pytest.raises(NotationError, match=r"this move costs no toll here \(E10\.1\)"):
        parse_action("a1-a4=C$2", state.board)


def test_E10_1_a_repair_with_its_toll_in_the_text() -> None:
    state = Borders("", "A 1 2 3 B", ships=("a3*", ""), held=("", "a2")).state
    assert format_action(action_of(state.board, "a3-a1"), state) == "a3-a1$1"
    assert parse_action("a3-a1$1", state) == action_of(state.board, "a3-a1")
