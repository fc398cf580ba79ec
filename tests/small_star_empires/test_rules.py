"""Each clause of RULES.md by example, corner cases included, for the core and the reference alike.

All expected values were worked out by hand from the clauses. ``scenes.py`` explains the notation of scenes. This
file has the base game, the end, and the maps; unexplored systems, open borders and the options have their own files.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

import pytest
from tests.small_star_empires.scenes import (
    Implementation,
    Refusal,
    Scene,
    action_of,
    cell_of,
    ids,
    reached,
    refusal_of,
    ships_of,
)

from sse_core import Board, GameOverError, IllegalActionError, Outcome, Rules, base_map, format_map, new_game, parse_map
from sse_core.small_star_empires import DIRECTIONS, Hex, Holes, Move, Reason, Score, System, reference

# --- E3 to E5: where ships go


@dataclass(frozen=True)
class Moves(Scene):
    """All legal actions in a scene, and some refused ones."""

    reach: Mapping[str, str]
    """The targets of each ship; of a ship with ``!`` those of the damaged one of two. Nothing else is legal."""

    refused: Mapping[str, Refusal] = field(default_factory=dict)


HEXAGON = """
    1 1 1
   1 1 1 1
  1 1 A 1 1
   1 1 1 1
    1 1 B
"""

# Three systems in each direction from A.
STAR = """
   1     1
    1 B 1
     1 1
1 1 1 A 1 1 1
     1 1
    1   1
   1     1
"""

# Both a1 and a2 touch the one wormhole; no straight line leads from A to a2.
ONE_WORMHOLE = """
 1 2
A w B
"""

# a2 and c1 touch one wormhole each, b2 touches both, and no straight line joins the three.
TWO_WORMHOLES = """
  A   2
 w . w
3   B
"""

NO_JUMPS_IF_DAMAGED = Rules(damaged_jump=False)

MOVES = [
    # E3.1: straight lines
    Moves(
        "E3.1-six-directions-any-distance",
        HEXAGON,
        {"c3": "a1 a3 b2 b3 c1 c2 c4 c5 d2 d3 e1"},
        {
            "c3-a2=C": (
                Reason.NO_LINE,
                "c3 to a2 with a city is no action of this board: c3 and a2 share no line (E3.1)",
            ),
            "c3-b1=S": Reason.NO_LINE,
            "c3-b4=C": Reason.NO_LINE,
            "c3-d1=C": Reason.NO_LINE,
            "c3-d4=C": Reason.NO_LINE,
            "c3-e2=C": Reason.NO_LINE,
            "c3-c3=C": Reason.SAME_SYSTEM,
        },
    ),
    Moves(
        "E3.1-does-not-bend",
        """
         . 1 2
        A 3   B
        """,
        {"b1": "a1 b2"},
        {"b1-a2=C": Reason.NO_LINE, "b1-a3=C": Reason.NO_LINE},
    ),
    Moves("E3.1-gap-stops", "A 1   2 B", {"a1": "a2"}, {"a1-a3=C": Reason.GAP}),
    # E3.2: what can be landed on
    Moves("E3.2-planets-nebulae-empty", "A 1 2 3 r g b . B", {"a1": "a2 a3 a4 a5 a6 a7 a8"}),
    # E3.3: what can be crossed
    Moves("E3.3-crosses-own-system", "A 1 2 3 B", {"a1": "a3 a4"}, held=("a2",)),
    Moves("E3.3-crosses-own-systems-in-a-row", "A 1 2 3 B", {"a1": "a4"}, held=("a2s a3",)),
    Moves(
        "E3.3-crosses-own-homeworld",
        "1 A 2 3 B",
        {"a1": "a3 a4"},
        {"a1-a2": (Reason.NOT_DAMAGED, "ship at a1 is whole and needs no repair at a2 (E5.3)")},
        ships=("a1", "a5"),
        held=("a1",),
    ),
    Moves("E3.3-crosses-wormhole", "A w 1 B", {"a1": "a3"}, {"a1-a2=C": Reason.WORMHOLE}),
    Moves("E3.3-crosses-wormholes-in-a-row", "A 1 w w 2 B", {"a1": "a2 a5"}),
    Moves("E3.3-crosses-a-mixture", "A 1 w 2 w 3 r B", {"a1": "a2 a6 a7"}, held=("a4",)),
    Moves(
        "E3.3-gap-behind-wormhole-stops",
        "A 1 w   2 B",
        {"a1": "a2"},
        {"a1-a4=C": Reason.GAP},
    ),
    # E3.4: what stops a flight, and what does not
    Moves(
        "E3.4-opponent-city-blocks",
        "A 1 2 3 B",
        {"a1": "a2"},
        {
            "a1-a3=C": (Reason.OPPONENT_SYSTEM, "ship at a1 cannot land on a3: it is held by player B (E3.4)"),
            "a1-a4=C": (Reason.BLOCKED, "ship at a1 cannot reach a4: a3 is held by player B (E3.4)"),
        },
        held=("", "a3"),
    ),
    Moves(
        "E3.4-opponent-station-blocks",
        "A 1 2 3 B",
        {"a1": "a2"},
        {"a1-a3=S": Reason.OPPONENT_SYSTEM, "a1-a4=S": Reason.BLOCKED},
        held=("", "a3s"),
    ),
    Moves(
        "E3.4-opponent-homeworld-blocks",
        "A 1 B 2 3",
        {"a1": "a2"},
        {
            "a1-a3=C": Reason.OPPONENT_SYSTEM,
            "a1-a4=S": (Reason.BLOCKED, "ship at a1 cannot reach a4: a3 is held by player B (E3.4)"),
            "a1-a5=C": Reason.BLOCKED,
        },
    ),
    Moves(
        "E3.4-blocks-at-the-second-step-in-every-direction",
        STAR,
        {"d4": "c1 c2 d3 d5 e1 e2"},
        {f"d4-{end}=C": Reason.BLOCKED for end in ["a1", "a2", "d1", "d7", "g1", "g2"]},
        held=("", "b1 b3 d2 d6 f1 f2"),
    ),
    Moves(
        "E3.4-blocks-at-the-third-step-in-every-direction",
        STAR,
        {"d4": "b1 b3 c1 c2 d2 d3 d5 d6 e1 e2 f1 f2"},
        {f"d4-{end}=S": Reason.OPPONENT_SYSTEM for end in ["a1", "a2", "d1", "d7", "g1", "g2"]},
        held=("", "a1s a2s d1s d7 g1 g2"),
    ),
    Moves(
        "E3.4-the-nearest-of-several-blocks",
        STAR,
        {"d4": "c1 c2 d3 d5 e1 e2"},
        held=("", "a1 b1 a2 b3 d1 d2 d6 d7 f1 g1 f2 g2"),
    ),
    Moves(
        "E3.4-nearest-of-two-blockers-is-named",
        "A 1 . 2 3 B   C",
        {"a1": "a2"},
        {"a1-a5=C": (Reason.BLOCKED, "ship at a1 cannot reach a5: a3 is held by player C (E3.4)")},
        held=("", "a4", "a3"),
    ),
    Moves(
        "E3.4-blocks-behind-an-own-system",
        "g A 1 2 3 B",
        {"a2": "a1"},
        {"a2-a5=C": (Reason.BLOCKED, "ship at a2 cannot reach a5: a4 is held by player B (E3.4)")},
        held=("a3", "a4"),
    ),
    Moves(
        "E3.4-who-has-passed-still-blocks",
        "A 1 2 3 B . C",
        {"a1": "a2"},
        {"a1-a4=C": Reason.BLOCKED},
        held=("", "", "a3"),
        passed=(False, False, True),
    ),
    Moves(
        "E3.4-black-hole-stops",
        "A 1 x 2 B",
        {"a1": "a2"},
        {"a1-a3=C": Reason.BLACK_HOLE, "a1-a4=C": Reason.BEHIND_BLACK_HOLE},
    ),
    Moves("E3.4-black-hole-at-once", "2 A x 1 B", {"a2": "a1"}, {"a2-a4=C": Reason.BEHIND_BLACK_HOLE}),
    Moves("E3.4-ships-never-block", "A 1 2 3 B", {"a1": "a2 a3 a4", "a3": "a2 a4"}, ships=("a1 a3", "a2 a3 a4*")),
    Moves("E3.4-equal-ships-are-one-action", "A 1 2 B", {"a1": "a2 a3"}, ships=("a1 a1 a1 a1", "")),
    Moves(
        "E3.4-no-ship-there",
        "A 1 2 B",
        {"a1": "a2 a3"},
        {
            "a2-a3=C": (Reason.NO_SHIP, "player A has no ship at a2 (E2.1)"),
            "a3-a2=C": Reason.NO_SHIP,
            "a4-a3=C": Reason.NO_SHIP,
        },
        ships=("a1", "a3 a4"),
    ),
    # E3.5: where no ship lands
    Moves(
        "E3.5-not-on-own-city-or-station",
        "A 1 2 3 B",
        {"a1": "a4"},
        {
            "a1-a2=C": (Reason.OWN_SYSTEM, "ship at a1 cannot land on a2: it is held by player A already (E3.5)"),
            "a1-a2=S": Reason.OWN_SYSTEM,
            "a1-a3=C": Reason.OWN_SYSTEM,
        },
        held=("a2 a3s",),
    ),
    Moves(
        "E3.5-not-on-own-homeworld",
        "1 A 2 B",
        {"a1": "a3"},
        {"a1-a2=C": Reason.OWN_SYSTEM, "a1-a2": Reason.NOT_DAMAGED},
        ships=("a1", "a4"),
    ),
    # E3.6: a piece in reserve
    Moves(
        "E3.6-only-cities-left",
        "A 1 2 B",
        {"a1": "a2 a3"},
        {"a1-a2=S": (Reason.NO_STATION, "player A has no station in reserve for a2 (E3.6)")},
        reserves=((1, 0), (1, 1)),
    ),
    Moves(
        "E3.6-only-stations-left",
        "A 1 2 B",
        {"a1": "a2 a3"},
        {"a1-a2=C": (Reason.NO_CITY, "player A has no city in reserve for a2 (E3.6)")},
        reserves=((0, 1), (1, 1)),
    ),
    Moves(
        "E3.6-nothing-left-but-a-repair",
        "A 1 2 B",
        {"a2": "a1"},
        {"a1-a3=C": Reason.NO_CITY, "a1-a3=S": Reason.NO_STATION, "a2-a3=C": Reason.NO_CITY},
        ships=("a1 a2*", "a4"),
        reserves=((0, 0), (1, 0)),
    ),
    # E4.1: jumps
    Moves(
        "E4.1-lands-beside-another-wormhole",
        "A w 1   2 w B",
        {"a1": "a3 a4"},
        {"a1-a6=C": Reason.OPPONENT_SYSTEM, "a1-a5=C": Reason.WORMHOLE},
    ),
    Moves(
        "E4.1-not-beside-the-one-entered",
        """
         1 2
        A w 3   . w B
        """,
        {"b1": "a1 b3 b4"},
        {"b1-a2=C": Reason.NO_LINE},
    ),
    Moves(
        "E4.1-beside-the-one-entered-and-another",
        """
           2 w
        A w B
        """,
        {"b1": "a1"},
    ),
    Moves(
        "E4.1-adjacent-wormholes",
        """
           1 2
        A w w B
        """,
        {"b1": "a1 a2"},
    ),
    Moves("E4.1-opens-all-other-wormholes", "A w   1 w   2 w B", {"a1": "a3 a5"}),
    Moves("E4.1-from-the-homeworld", TWO_WORMHOLES, {"a1": "a2 b2 c1"}),
    Moves("E4.1-from-the-other-homeworld", TWO_WORMHOLES, {"c2": "a2 b2 c1"}, mover=1),
    Moves(
        "E4.1-only-if-beside-it-when-the-turn-begins",
        "A 1 w   w 2 B",
        {"a1": "a2", "a2": "a5"},
        {"a1-a5=C": Reason.GAP},
        ships=("a1 a2", "a6"),
    ),
    Moves("E4.1-opponents-between-do-not-matter", "A w 1 2 w 3 B", {"a1": "a4 a6"}, held=("", "a3")),
    Moves("E4.1-black-hole-between-does-not-matter", "A w x 2 w 3 B", {"a1": "a4 a6"}),
    Moves(
        "E4.1-not-onto-an-opponent",
        "A w 1 2 w 3 B",
        {"a1": "a6"},
        {"a1-a4=C": (Reason.OPPONENT_SYSTEM, "ship at a1 cannot land on a4: it is held by player B (E3.4)")},
        held=("", "a3 a4"),
    ),
    Moves(
        "E4.1-not-onto-an-own-system", "A w 1 2 w 3 B", {"a1": "a6"}, {"a1-a4=C": Reason.OWN_SYSTEM}, held=("a4", "a3")
    ),
    Moves("E4.1-needs-a-piece", "A w   w 1 2 B", {"a1": "a4"}, {"a1-a4=C": Reason.NO_CITY}, reserves=((0, 1), (1, 1))),
    Moves("E4.1-flight-and-jump-are-one-action", "A w w 1 B", {"a1": "a4"}),
    Moves("E4.1-not-home-if-whole", "A w   w 1 2 B", {"a4": "a5"}, {"a4-a1": Reason.NOT_DAMAGED}, ships=("a4", "a6")),
    # E4.2: one wormhole, several touched, and never in place
    Moves(
        "E4.2-a-single-wormhole-leads-nowhere",
        ONE_WORMHOLE,
        {"b1": "a1"},
        {"b1-a2=C": Reason.NO_LINE},
    ),
    Moves("E4.2-any-of-the-wormholes-touched", TWO_WORMHOLES, {"b2": "a2 c1"}, ships=("b2", ""), held=("b2",)),
    Moves(
        "E4.2-never-where-it-began",
        "A 1 w 2 w 3 B",
        {"a4": "a2 a6"},
        {"a4-a4=C": Reason.SAME_SYSTEM},
        ships=("a4", ""),
    ),
    # E4.3: the option
    Moves("E4.3-damaged-ships-jump", "A 1 w   w 2 B", {"a2": "a1 a5"}, ships=("a2*", "")),
    Moves(
        "E4.3-damaged-ships-do-not-jump",
        "A 1 w   w 2 B",
        {"a2": "a1"},
        {
            "a2-a5=C": (
                Reason.NO_DAMAGED_JUMP,
                "damaged ship at a2 cannot jump to a5: damaged ships don't jump in this game (E4.3)",
            )
        },
        ships=("a2*", ""),
        rules=NO_JUMPS_IF_DAMAGED,
    ),
    Moves("E4.3-whole-ships-jump-anyway", "A 1 w   w 2 B", {"a2": "a5"}, ships=("a2", ""), rules=NO_JUMPS_IF_DAMAGED),
    # E5.1: two systems at most
    Moves(
        "E5.1-two-systems",
        "A 1 2 3 g r B",
        {"a2": "a1 a3 a4"},
        {
            "a2-a5=C": (
                Reason.OUT_OF_RANGE,
                "damaged ship at a2 cannot reach a5: a damaged ship flies two systems at most (E5.1)",
            ),
            "a2-a6=S": Reason.OUT_OF_RANGE,
        },
        ships=("a2*", ""),
    ),
    Moves(
        "E5.1-two-systems-in-every-direction",
        """
           1 B   1
            1 1 1
             1 1
        1 1 1 1 1 1 A
             1 1
            1 1 1
           1     1
        """,
        {"d4": "b1 b3 c1 c2 d2 d3 d5 d6 e1 e2 f1 f3"},
        {
            "d4-a1=C": Reason.OUT_OF_RANGE,
            "d4-a3=C": Reason.OUT_OF_RANGE,
            "d4-d1=C": Reason.OUT_OF_RANGE,
            "d4-g1=C": Reason.OUT_OF_RANGE,
            "d4-g2=C": Reason.OUT_OF_RANGE,
            "d4-b2=C": Reason.NO_LINE,
        },
        ships=("d4*", ""),
    ),
    Moves(
        "E5.1-own-systems-count",
        "A 1 2 3 g r . B",
        {"a4": "a2 a3 a6"},
        {"a4-a1": Reason.OUT_OF_RANGE, "a4-a7=C": Reason.OUT_OF_RANGE},
        ships=("a4*", ""),
        held=("a5",),
    ),
    Moves(
        "E5.1-own-homeworld-counts", "1 A 2 3 B", {"a1": "a2 a3"}, {"a1-a4=C": Reason.OUT_OF_RANGE}, ships=("a1*", "")
    ),
    Moves("E5.1-wormholes-count", "A w 1 2 B", {"a1": "a3"}, {"a1-a4=C": Reason.OUT_OF_RANGE}, ships=("a1*", "")),
    Moves(
        "E5.1-two-wormholes-use-up-the-range",
        "2 A w w 1 B",
        {"a2": "a1"},
        {"a2-a5=C": Reason.OUT_OF_RANGE},
        ships=("a2*", ""),
        rules=NO_JUMPS_IF_DAMAGED,
    ),
    Moves("E5.1-does-not-limit-jumps", "2 A w w 1 B", {"a2": "a1 a5"}, ships=("a2*", "")),
    Moves(
        "E5.1-too-far-goes-before-blocked",
        "A 1 2 3 g B",
        {"a2": "a1"},
        {
            "a2-a5=C": Reason.OUT_OF_RANGE,
            "a2-a4=C": (Reason.BLOCKED, "damaged ship at a2 cannot reach a4: a3 is held by player B (E3.4)"),
        },
        ships=("a2*", ""),
        held=("", "a3"),
    ),
    # E5.3: repairs
    Moves("E5.3-repair-one-step-away", "A 1 2 B", {"a2": "a1 a3"}, ships=("a2*", "")),
    Moves("E5.3-repair-two-steps-away", "A 1 2 3 B", {"a3": "a1 a2 a4"}, ships=("a3*", "")),
    Moves("E5.3-repair-across-an-own-system", "A 1 2 3 B", {"a3": "a1 a4"}, ships=("a3*", ""), held=("a2",)),
    Moves("E5.3-repair-across-a-wormhole", "A w 1 B", {"a3": "a1"}, ships=("a3*", "")),
    Moves("E5.3-may-fly-on-through-the-homeworld", "1 A 2 3 B", {"a3": "a1 a2 a4"}, ships=("a3*", "")),
    Moves(
        "E5.3-repair-blocked",
        "A 1 2 3 B",
        {"a3": "a4"},
        {"a3-a1": (Reason.BLOCKED, "damaged ship at a3 cannot reach a1: a2 is held by player B (E3.4)")},
        ships=("a3*", ""),
        held=("", "a2"),
    ),
    Moves(
        "E5.3-only-on-the-own-homeworld",
        "A 1 B",
        {"a2": "a1"},
        {
            "a2-a3": (Reason.OPPONENT_SYSTEM, "damaged ship at a2 cannot land on a3: it is held by player B (E3.4)"),
            "a2-a3=C": Reason.OPPONENT_SYSTEM,
            "a2-a1=C": Reason.OWN_SYSTEM,
        },
        ships=("a2*", ""),
    ),
    Moves(
        "E5.3-only-on-the-own-homeworld-of-the-second-seat",
        "A 1 B",
        {"a2": "a3"},
        {"a2-a1": Reason.OPPONENT_SYSTEM},
        ships=("", "a2*"),
        mover=1,
    ),
    Moves("E5.3-repair-by-jump", "A w   w 1 2 B", {"a4": "a1 a5"}, ships=("a4*", "")),
    Moves(
        "E5.3-no-jump-to-another-homeworld",
        "A 1 w   w B 2",
        {"a2": "a1"},
        {"a2-a5": (Reason.OPPONENT_SYSTEM, "damaged ship at a2 cannot land on a5: it is held by player B (E3.4)")},
        ships=("a2*", ""),
    ),
    Moves(
        "E5.3-repair-by-jump-is-an-option",
        "A w   w 1 2 B",
        {"a4": "a5"},
        {
            "a4-a1": (
                Reason.NO_DAMAGED_JUMP,
                "damaged ship at a4 cannot jump to a1: damaged ships don't jump in this game (E4.3)",
            )
        },
        ships=("a4*", ""),
        rules=NO_JUMPS_IF_DAMAGED,
    ),
    Moves("E5.3-repair-needs-no-reserve", "A 1 2 B", {"a2": "a1"}, ships=("a2*", ""), reserves=((0, 0), (1, 0))),
    Moves("E5.3-not-by-staying-at-home", "A 1 B", {"a1": "a2"}, {"a1-a1": Reason.SAME_SYSTEM}, ships=("a1*", "")),
    # E3.4: the damaged of two ships in one place is named as such, alone it is not
    Moves(
        "E3.4-damaged-beside-whole",
        "A 1 2 3 g r B",
        {"a3": "a2 a4 a5 a6", "a3!": "a1 a2 a4 a5"},
        {
            "a3-a1": Reason.NOT_DAMAGED,
            "a3!-a6=C": (
                Reason.OUT_OF_RANGE,
                "a3 to a6 with a city, damaged, is no action of this board: "
                "a damaged ship flies two systems at most (E5.1)",
            ),
        },
        ships=("a3 a3* a3 a3*", ""),
    ),
    Moves(
        "E3.4-damaged-beside-whole-blocked",
        "A 1 2 3 B",
        {"a3": "a4", "a3!": "a4"},
        {"a3!-a1": (Reason.BLOCKED, "damaged ship at a3 cannot reach a1: a2 is held by player B (E3.4)")},
        ships=("a3 a3*", ""),
        held=("", "a2"),
    ),
    Moves(
        "E3.4-damaged-beside-whole-with-empty-reserve",
        "A 1 2 B",
        {"a3!": "a1"},
        {"a3-a1": Reason.NOT_DAMAGED, "a3!-a2=C": Reason.NO_CITY},
        ships=("a3 a3*", ""),
        reserves=((0, 0), (1, 0)),
    ),
    Moves(
        "E3.4-damaged-alone-is-not-named",
        "A 1 2 3 g B",
        {"a3": "a1 a2 a4 a5"},
        {"a3!-a4=C": (Reason.NO_DAMAGED_SHIP, "player A has no damaged ship beside a whole one at a3 (E3.4)")},
        ships=("a3* a3*", "a3"),
    ),
    Moves(
        "E3.4-whole-alone-is-not-named",
        "A 1 2 3 g B",
        {"a3": "a2 a4 a5"},
        {"a3!-a4=C": Reason.NO_DAMAGED_SHIP},
        ships=("a3", "a3*"),
    ),
]


@pytest.mark.parametrize("moves", MOVES, ids=ids)
def test_moves(moves: Moves, implementation: Implementation) -> None:
    state = implementation(moves.state)
    expected = reached(state, moves.reach)
    table = state.board.actions
    assert state.legal_actions() == tuple(sorted(expected, key=table.index))
    assert {action for action in table if state.why_not(action) is Reason.OK} == expected


@pytest.mark.parametrize("moves", [moves for moves in MOVES if moves.refused], ids=ids)
def test_refusals(moves: Moves, implementation: Implementation) -> None:
    state = implementation(moves.state)
    assert {text: refusal_of(state, text, known) for text, known in moves.refused.items()} == moves.refused
    assert state == implementation(moves.state)


def test_core_gives_the_same_moves_as_ids() -> None:
    for moves in MOVES:
        state = moves.state
        assert [state.actions[index] for index in state.legal_ids()] == list(state.legal_actions())
        assert state.legal_count() == len(state.legal_actions())


def test_reasons_come_in_their_order(implementation: Implementation) -> None:
    """An action that breaks several rules gets the first reason."""
    scene = Scene("", "g A 1 2 3 B", ships=("a4", "a4*"), held=("a3", "a5"), reserves=((0, 1), (1, 1)))
    state = implementation(scene.state)
    faults = {
        ("a4-a2=C", 1): Reason.OWN_SYSTEM,
        ("a3-a5=C", 1): Reason.NOT_TO_ACT,
        ("a3-a5=C", 0): Reason.NO_SHIP,
        ("a4-a2", 0): Reason.NOT_DAMAGED,
        ("a4-a6", 0): Reason.NOT_DAMAGED,
        ("a4-a3=C", 0): Reason.NO_CITY,
        ("a4-a5=C", None): Reason.NO_CITY,
        ("a4-a3=S", None): Reason.OWN_SYSTEM,
        ("a4-a5=S", 0): Reason.OPPONENT_SYSTEM,
    }
    found = {(text, player): state.why_not(action_of(state.board, text), player) for text, player in faults}
    assert found == faults


def test_E2_1_who_is_not_to_act(implementation: Implementation) -> None:
    state = implementation(Scene("", "A 1 2 B", mover=1).state)
    action = action_of(state.board, "a4-a3=C")
    assert (state.to_act, state.legal_actions(0)) == ((1,), ())
    assert state.legal_actions(1) == state.legal_actions() != ()
    assert state.why_not(action, 1) is Reason.OK
    with pytest.raises(IllegalActionError, match=r"^player A is not to act: player B is \(E2\.1\)$") as refusal:
        state.after(action, 0)
    assert refusal.value.reason is Reason.NOT_TO_ACT
    assert state.after(action, 1) == state.after(action)


def test_E2_3_nothing_is_legal_after_the_end(implementation: Implementation) -> None:
    state = implementation(Scene("", "A 1 2 B", over=True).state)
    action = action_of(state.board, "a1-a2=C")
    assert (state.to_act, state.legal_actions(), state.legal_actions(0)) == ((), (), ())
    assert state.why_not(action, 1) is Reason.GAME_OVER
    assert state.why_not(Move(0, 3, "city")) is Reason.OPPONENT_SYSTEM
    with pytest.raises(GameOverError, match=r"^the game is over \(E2\.3\)$") as refusal:
        state.after(action)
    assert refusal.value.reason is Reason.GAME_OVER


# --- E2, E5.3, E6: what an action does, and how the turn goes on


@dataclass(frozen=True)
class Turns(Scene):
    """Actions in a row, and the expected result. None: not compared."""

    plays: str
    to_act: tuple[int, ...]
    out: tuple[bool, ...] | None = None
    """Who has passed then."""

    _: KW_ONLY
    fleets: tuple[str, ...] | None = None
    pieces: Mapping[str, tuple[int, str] | None] = field(default_factory=dict)
    """Owner and piece of some systems; None for one that nobody holds."""

    stock: tuple[tuple[int, int], ...] | None = None
    reach: Mapping[str, str] | None = None
    outcome: Outcome | None = None


# C can be shut in by A, who sits between B and C.
SHUT_IN = "B . . A 1 C"

TURNS = [
    # E2.1
    Turns("E2.1-the-next-seat", "A 1 B 2 C 3", "a1-a2=C", (1,), (False,) * 3),
    Turns("E2.1-after-the-last-seat-the-first", "A 1 B 2 C 3", "a5-a6=C", (0,), (False,) * 3, mover=2),
    Turns(
        "E2.1-a-turn-is-one-ship-and-one-landing",
        "A 1 2 3 B",
        "a1-a3=C",
        (1,),
        fleets=("a1 a3", "a5"),
        ships=("a1 a1", "a5"),
    ),
    # E2.2
    Turns("E2.2-not-judged-before-the-turn-comes", SHUT_IN, "a4-a5=C", (1,), (False, False, False)),
    Turns("E2.2-judged-when-the-turn-comes", SHUT_IN, "a4-a5=C a1-a2=C", (0,), (False, False, True)),
    Turns(
        "E2.2-several-pass-at-one-action",
        "B 1 A 2 3 C",
        "a3-a2=C",
        (0,),
        (False, True, True),
        held=("a5",),
        reach={"a2": "a4", "a3": "a4"},
    ),
    Turns(
        "E2.2-the-last-one-plays-on-alone", "A 1 2 3 B", "a1-a2=C a1-a3=S", (0,), (False, True), passed=(False, True)
    ),
    Turns("E2.2-out-for-good", "A 1 2 B 3 g C", "a1-a2=C", (2,), (False, True, False), passed=(False, True, False)),
    Turns("E2.2-no-ship-no-move", "A 1 2 B", "a1-a2=C", (0,), (False, True), ships=("a1", "")),
    Turns(
        "E2.2-the-mover-is-judged-last-in-the-new-place",
        """
           3
        A 1   B
        """,
        "b1-b2=C",
        (0,),
        (False, True),
        ships=("b1", "b3"),
        reach={"b2": "a1"},
    ),
    Turns(
        "E2.2-a-repair-left-is-a-move",
        "A 1 2 B",
        "a1-a2=C",
        (1,),
        (False, False),
        ships=("a1", "a3*"),
        reserves=((2, 0), (0, 0)),
        reach={"a3": "a4"},
    ),
    Turns("E3.6-an-empty-reserve-passes", "A 1 2 B", "a1-a2=C", (0,), (False, True), reserves=((2, 0), (0, 0))),
    Turns("E3.6-a-station-left-is-enough", "A 1 2 B", "a1-a2=C", (1,), (False, False), reserves=((2, 0), (0, 1))),
    # E2.3
    Turns(
        "E2.3-over-when-all-have-passed",
        "A 1 B",
        "a1-a2=C",
        (),
        (True, True),
        stock=((15, 4), (16, 4)),
        outcome=Outcome((0,), (4, 0), "total"),
    ),
    Turns(
        "E2.3-over-when-the-last-one-is-stuck",
        "B 1 A 2 3 C",
        "a3-a2=C a3-a4=S",
        (),
        (True, True, True),
        held=("a5",),
        outcome=Outcome((0,), (9, 0, 0), "total"),
    ),
    Turns(
        "E2.3-over-when-all-reserves-are-empty-despite-a-repair",
        "A 1 2 B",
        "a1-a2=C",
        (),
        (False, False),
        ships=("a1 a2*", "a3*"),
        reserves=((1, 0), (0, 0)),
        outcome=Outcome((0,), (4, 0), "total"),
    ),
    Turns(
        "E2.3-not-over-while-a-station-is-left",
        "A 1 2 B",
        "a1-a2=C",
        (1,),
        (False, False),
        reserves=((1, 0), (0, 1)),
        reach={"a4": "a3"},
    ),
    Turns(
        "E2.3-over-in-the-middle-of-a-round",
        "A 1 2 B   C",
        "a4-a3=S",
        (),
        (False,) * 3,
        mover=1,
        reserves=((0, 0), (0, 1), (0, 0)),
        ships=("a2*", "a4", "a5"),
        outcome=Outcome((1,), (0, 5, 0), "total"),
    ),
    Turns(
        "E2.3-not-over-while-one-who-has-passed-has-pieces",
        "A 1 2 B",
        "a1-a2=C",
        (),
        (True, True),
        passed=(False, True),
        reserves=((1, 0), (3, 0)),
        stock=((0, 0), (3, 0)),
    ),
    Turns(
        "E2.3-a-repair-waits-while-one-who-has-passed-has-pieces",
        "A 1 2 B",
        "a1-a3=C",
        (0,),
        (False, True),
        passed=(False, True),
        ships=("a1 a2*", ""),
        reserves=((1, 0), (3, 0)),
        reach={"a2": "a1"},
    ),
    # E6.1
    Turns(
        "E6.1-a-city",
        "A 1 2 3 B",
        "a1-a3=C",
        (1,),
        fleets=("a1 a1 a1 a3", "a5 a5 a5 a5"),
        stock=((15, 4), (16, 4)),
        pieces={"a1": (0, "homeworld"), "a2": None, "a3": (0, "city"), "a5": (1, "homeworld")},
    ),
    Turns(
        "E6.1-a-station",
        "A 1 2 B",
        "a1-a2=S",
        (1,),
        stock=((16, 3), (16, 4)),
        pieces={"a2": (0, "station"), "a3": None},
    ),
    Turns(
        "E4.1-a-jump",
        "A w   w 1 2 B",
        "a1-a4=S",
        (1,),
        ships=("a1", "a6"),
        fleets=("a4", "a6"),
        pieces={"a4": (0, "station")},
    ),
    # E5
    Turns(
        "E5.1-stays-damaged-when-it-lands",
        "A 1 2 3 B",
        "a2-a3=C",
        (1,),
        ships=("a2*", "a5"),
        fleets=("a3*", "a5"),
        pieces={"a3": (0, "city")},
    ),
    Turns(
        "E5.3-a-repair-is-the-whole-turn",
        "A 1 2 3 B",
        "a3-a1",
        (1,),
        (False, False),
        ships=("a3* a4", "a5"),
        held=("a3",),
        fleets=("a1 a4", "a5"),
        stock=((15, 4), (16, 4)),
        pieces={"a1": (0, "homeworld"), "a2": None, "a3": (0, "city")},
    ),
    Turns(
        "E5.3-then-it-moves-as-any-other",
        "A 1 2 3 g r B",
        "a2-a1 a7-a6=C",
        (0,),
        ships=("a2*", "a7"),
        reach={"a1": "a2 a3 a4 a5"},
    ),
    Turns(
        "E5.3-repair-by-jump",
        "A w   w 1 2 B",
        "a4-a1",
        (1,),
        ships=("a4*", "a6"),
        fleets=("a1", "a6"),
        pieces={"a4": None},
    ),
    Turns(
        "E5.3-out-and-back-home", "A 1 2 3 B", "a1-a2=C a5-a4=C a2-a1", (1,), ships=("a1*", "a5"), fleets=("a1", "a4")
    ),
    Turns(
        "E5.3-the-second-seat-at-its-own-homeworld",
        "A 1 2 B",
        "a3-a4",
        (0,),
        mover=1,
        ships=("a1", "a3*"),
        fleets=("a1", "a4"),
    ),
    # E3.4
    Turns(
        "E3.4-the-damaged-of-two-moves",
        "A 1 2 3 g B",
        "a3!-a4=C",
        (1,),
        ships=("a3 a3*", "a6"),
        fleets=("a3 a4*", "a6"),
    ),
    Turns(
        "E3.4-the-whole-of-two-moves", "A 1 2 3 g B", "a3-a4=C", (1,), ships=("a3 a3*", "a6"), fleets=("a3* a4", "a6")
    ),
    Turns(
        "E3.4-the-damaged-of-two-is-repaired",
        "A 1 2 3 g B",
        "a3!-a1",
        (1,),
        ships=("a3 a3*", "a6"),
        fleets=("a1 a3", "a6"),
    ),
    Turns(
        "E3.4-damaged-ships-meet-in-one-system",
        "A 1 2 B",
        "a1-a3=C",
        (1,),
        ships=("a1 a3*", "a3"),
        fleets=("a3 a3*", "a3"),
    ),
]


@pytest.mark.parametrize("turns", TURNS, ids=ids)
def test_turns(turns: Turns, implementation: Implementation) -> None:
    state = start = implementation(turns.state)
    board = state.board
    for text in turns.plays.split():
        state = state.after(action_of(board, text))
    assert state.to_act == turns.to_act
    assert state.ply == len(turns.plays.split())
    assert turns.out is None or state.passed == turns.out
    players = range(board.players)
    assert turns.stock is None or [state.reserve(player) for player in players] == list(turns.stock)
    if turns.fleets is not None:
        assert [state.ships(player) for player in players] == [ships_of(board, fleet) for fleet in turns.fleets]
    for name, expected in turns.pieces.items():
        cell = cell_of(board, name)
        assert (state.owner(cell), state.piece(cell)) == (expected or (None, None)), name
    if turns.reach is not None:
        assert set(state.legal_actions()) == reached(state, turns.reach)
    assert (state.outcome is None) == (state.to_act != ())
    assert turns.outcome is None or state.outcome == turns.outcome
    assert start == implementation(turns.state)


# --- E1.7, E2: how a game starts


@dataclass(frozen=True)
class Start:
    id: str
    map: str
    to_act: tuple[int, ...]
    out: tuple[bool, ...]
    first: int = 0
    ships: int | None = None
    cities: int = 16
    stations: int = 4
    totals: tuple[int, ...] | None = None


STARTS = [
    Start("E2.1-seat-0-begins", "A 1 2 B", (0,), (False, False)),
    Start("E2.1-the-table-names-who-begins", "A 1 2 B", (1,), (False, False), first=1),
    Start("E2.2-the-first-can-not-move", "A x 1 B", (1,), (True, False)),
    Start("E2.2-the-first-two-can-not-move", "A x B x 1 C", (2,), (True, True, False)),
    Start("E2.2-who-comes-later-is-not-judged", "A x B x 1 C", (2,), (False, True, False), first=1),
    Start("E2.2-the-turn-goes-on-past-the-last-seat", "A 1 B x C", (0,), (False, False, True), first=2),
    Start("E2.3-nobody-can-move", "A x B", (), (True, True), totals=(3, 3)),
    Start("E2.3-homeworlds-side-by-side", "A B", (), (True, True), totals=(3, 3)),
    Start("E2.3-no-ships", "A 1 2 B", (), (True, True), ships=0, totals=(3, 3)),
    Start("E2.3-empty-reserves", "A 1 2 B", (), (True, True), cities=0, stations=0, totals=(3, 3)),
    Start("E3.6-stations-alone-will-do", "A 1 2 B", (0,), (False, False), cities=0),
]


@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_starts(start: Start) -> None:
    board = parse_map(start.map)
    core = new_game(board, first=start.first, ships=start.ships, cities=start.cities, stations=start.stations)
    plain = reference.new_game(
        board, first=start.first, ships=start.ships, cities=start.cities, stations=start.stations
    )
    for state in (core, plain):
        assert (state.to_act, state.passed, state.ply) == (start.to_act, start.out, 0)
        if start.totals is None:
            assert state.outcome is None
        else:
            assert state.outcome == Outcome((0, 1), start.totals, "shared")
    assert reference.same(core) == plain


@pytest.mark.parametrize(("players", "ships"), [(2, 4), (3, 3), (4, 2)])
def test_E1_7_what_all_begin_with(players: int, ships: int) -> None:
    board = base_map(players)
    for state in (new_game(board), reference.new_game(board)):
        for player in range(players):
            home = board.homeworld(player)
            assert state.ships(player) == ((home, False),) * ships
            assert state.reserve(player) == (16, 4)
            assert (state.owner(home), state.piece(home)) == (player, "homeworld")
        assert sum(state.owner(cell) is not None for cell in range(board.n_cells)) == players


@pytest.mark.parametrize(("players", "counts"), [(2, (34, 34)), (3, (34, 34, 34)), (4, (34, 38, 34, 38))])
@pytest.mark.parametrize("seed", [None, 1, 2**64 - 1])
def test_E3_1_first_moves_on_the_base_map(players: int, counts: tuple[int, ...], seed: int | None) -> None:
    """17 systems lie in line with a homeworld, 19 for two of the seats of four; each takes a city or a station."""
    board = base_map(players, seed=seed)
    for first, count in enumerate(counts):
        assert new_game(board, first=first).legal_count() == count
        assert len(reference.new_game(board, first=first).legal_actions()) == count


# --- E7: the score


@dataclass(frozen=True)
class Sheets(Scene):
    """The score of each player: planets, nebulae, stations, territory; tiles and tolls are 0."""

    sheets: tuple[tuple[int, int, int, int], ...]
    _: KW_ONLY
    over: bool = True


# b2 has all others round it, A and B lie side by side.
ROUND = """
 A B
1 . 1
 1 1
"""

SHEETS = [
    Sheets("E7.0-planets-by-city-or-station", "A 1 2 3 . B", ((6, 0, 0, 3), (0, 0, 0, 0)), held=("a2 a3 a4s a5",)),
    Sheets("E7.0-empty-systems-have-none", "A . . B", ((0, 0, 0, 3), (0, 0, 0, 3)), held=("a2", "a3")),
    Sheets("E7.1-one", "A r r r r B", ((0, 2, 0, 3), (0, 0, 0, 0)), held=("a2",)),
    Sheets("E7.1-two", "A r r r r B", ((0, 5, 0, 3), (0, 0, 0, 0)), held=("a2s a3",)),
    Sheets("E7.1-three", "A r r r r B", ((0, 8, 0, 3), (0, 0, 0, 0)), held=("a2 a3 a4",)),
    Sheets("E7.1-more-than-the-table", "A r r r r B", ((0, 8, 0, 3), (0, 0, 0, 0)), held=("a2 a3 a4 a5",)),
    Sheets("E7.1-colours-apart", "A r g b r g B", ((0, 12, 0, 3), (0, 0, 0, 0)), held=("a2 a3 a4 a5 a6",)),
    Sheets("E7.1-green", "A g g g B", ((0, 8, 0, 3), (0, 0, 0, 0)), held=("a2 a3 a4",)),
    Sheets("E7.1-blue", "A b b B", ((0, 5, 0, 3), (0, 0, 0, 0)), held=("a2 a3",)),
    Sheets("E7.1-players-apart", "A r r r B", ((0, 2, 0, 0), (0, 5, 0, 3)), held=("a2", "a3 a4")),
    Sheets(
        "E7.1-a-table-of-one-entry",
        "A r r g B",
        ((0, 8, 0, 3), (0, 0, 0, 0)),
        held=("a2 a3 a4",),
        rules=Rules(nebula_points=(4,)),
    ),
    Sheets(
        "E7.1-a-longer-table",
        "A r r r r B",
        ((0, 11, 0, 3), (0, 0, 0, 0)),
        held=("a2 a3 a4 a5",),
        rules=Rules(nebula_points=(1, 2, 4, 11, 16)),
    ),
    Sheets(
        "E7.1-a-table-may-fall",
        "A b b B",
        ((0, 1, 0, 3), (0, 0, 0, 0)),
        held=("a2 a3",),
        rules=Rules(nebula_points=(7, 1)),
    ),
    Sheets("E7.2-city-station-and-homeworld", ROUND, ((1, 0, 3, 3), (2, 0, 1, 3)), held=("b1 b2s", "b3 c2s")),
    Sheets("E7.2-two-stations-share-a-system", "A 1 2 3 B", ((4, 0, 3, 3), (2, 0, 0, 0)), held=("a2s a4s", "a3")),
    Sheets("E7.2-cities-earn-nothing", "A 1 2 3 B", ((4, 0, 0, 3), (2, 0, 0, 0)), held=("a2 a4", "a3")),
    Sheets("E7.2-own-and-free-systems-do-not-count", "A 1 2 3 B", ((3, 0, 0, 3), (0, 0, 0, 0)), held=("a2 a3s",)),
    Sheets("E7.2-stations-of-both-sides", "A 1 2 B", ((1, 0, 1, 3), (2, 0, 1, 3)), held=("a2s", "a3s")),
    Sheets(
        "E7.2-opponents-of-every-seat", "A . B . C", ((0, 0, 0, 0), (0, 0, 2, 3), (0, 0, 0, 0)), held=("", "a2s a4s")
    ),
    Sheets("E7.2-not-across-a-wormhole", "A 1 w 2 B", ((1, 0, 0, 3), (2, 0, 0, 3)), held=("a2s", "a4s")),
    Sheets("E7.3-homeworld-included", "A 1 2 3 B", ((1, 0, 0, 3), (2, 0, 0, 0)), held=("a2", "a3")),
    Sheets("E7.3-away-from-the-homeworld", "A 1 2 3 g B", ((5, 0, 0, 3), (0, 2, 0, 3)), held=("a3 a4", "a5")),
    Sheets(
        "E7.3-parts-are-not-added-up", "A 1 2 3 g r 1 1 B", ((4, 2, 0, 0), (2, 0, 0, 3)), held=("a2 a4 a5", "a7 a8")
    ),
    Sheets("E7.3-wormholes-join-nothing", "A w 1 2 w 3 B", ((3, 0, 0, 3), (3, 0, 0, 3)), held=("a3 a4", "a6")),
    Sheets("E7.3-round-a-bend", ROUND, ((2, 0, 0, 3), (1, 0, 0, 0)), held=("b1 c1", "b3")),
    Sheets(
        "E7.3-round-a-black-hole",
        """
         A 1
        1 x 1
         1 B
        """,
        ((4, 0, 0, 3), (0, 0, 0, 0)),
        held=("a2 b1 b3 c1",),
    ),
    Sheets("E7.3-two-of-three-tie", "A 1 B 1 C", ((1, 0, 0, 3), (1, 0, 0, 3), (0, 0, 0, 0)), held=("a2", "a4")),
    Sheets("E7.3-all-tie-at-the-start", "A 1 B 1 C", ((0, 0, 0, 3),) * 3),
    Sheets(
        "E7.3-points-are-an-option",
        "A 1 2 B",
        ((1, 0, 0, 10), (0, 0, 0, 0)),
        held=("a2",),
        rules=Rules(territory_points=10),
    ),
    Sheets(
        "E7.3-may-be-worth-nothing",
        "A 1 2 B",
        ((1, 0, 0, 0), (0, 0, 0, 0)),
        held=("a2",),
        rules=Rules(territory_points=0),
    ),
    Sheets("E7.0-while-the-game-goes-on", "A 1 2 B", ((1, 0, 0, 3), (0, 0, 0, 0)), held=("a2",), over=False),
]


@pytest.mark.parametrize("sheets", SHEETS, ids=ids)
def test_scores(sheets: Sheets, implementation: Implementation) -> None:
    state = implementation(sheets.state)
    assert state.score_sheet() == tuple(Score(*sheet, 0, 0) for sheet in sheets.sheets)
    assert state.totals == tuple(sum(sheet) for sheet in sheets.sheets)
    assert tuple(score.total for score in state.score_sheet()) == state.totals
    assert (state.outcome is not None) == sheets.over


@dataclass(frozen=True)
class Ending(Scene):
    """The winners of a finished game, and what decided it."""

    outcome: Outcome
    _: KW_ONLY
    over: bool = True


EVEN = "A 1 2 . 2 1 B"
ALIKE = ("a2 a3", "a6 a5")
MORE_PLANETS = "A 1 2 r 1 B"
HALVES = ("a2 a3", "a4 a5")

ENDINGS = [
    Ending("E7.0-highest-total", EVEN, Outcome((0,), (6, 1), "total"), held=("a2 a3", "a6"), reserves=((0, 0), (9, 9))),
    Ending("E7.0-highest-total-of-the-second", EVEN, Outcome((1,), (1, 6), "total"), held=("a2", "a6 a5")),
    Ending("E7.4-cities", EVEN, Outcome((1,), (6, 6), "cities"), held=ALIKE, reserves=((1, 4), (2, 0))),
    Ending("E7.4-stations", EVEN, Outcome((0,), (6, 6), "stations"), held=ALIKE, reserves=((2, 1), (2, 0))),
    Ending("E7.4-planets", MORE_PLANETS, Outcome((0,), (6, 6), "planets"), held=HALVES, reserves=((2, 1), (2, 1))),
    Ending("E7.4-planets-of-the-second", "A 1 r 2 1 B", Outcome((1,), (6, 6), "planets"), held=HALVES),
    Ending("E7.4-shared", EVEN, Outcome((0, 1), (6, 6), "shared"), held=ALIKE, reserves=((2, 1), (2, 1))),
    Ending(
        "E7.4-cities-before-planets",
        MORE_PLANETS,
        Outcome((1,), (6, 6), "cities"),
        held=HALVES,
        reserves=((1, 3), (2, 0)),
    ),
    Ending(
        "E7.4-stations-before-planets",
        MORE_PLANETS,
        Outcome((1,), (6, 6), "stations"),
        held=HALVES,
        reserves=((1, 0), (1, 1)),
    ),
    Ending(
        "E7.4-more-cities-but-fewer-points",
        "A 1 . 1 B . C",
        Outcome((1,), (4, 4, 0), "cities"),
        held=("a2", "a4"),
        reserves=((1, 0), (2, 0), (9, 9)),
    ),
    Ending(
        "E7.4-narrowed-step-by-step",
        "A . B . C",
        Outcome((1,), (3, 3, 3), "stations"),
        reserves=((5, 1), (5, 2), (4, 9)),
    ),
    Ending(
        "E7.4-shared-by-two-of-three",
        "A 1 . 1 B . C",
        Outcome((0, 1), (4, 4, 0), "shared"),
        held=("a2", "a4"),
        reserves=((1, 1), (1, 1), (5, 5)),
    ),
    Ending(
        "E7.4-shared-after-narrowing",
        "A . B . C",
        Outcome((0, 2), (3, 3, 3), "shared"),
        reserves=((5, 2), (5, 1), (5, 2)),
    ),
    Ending("E7.4-shared-by-four", "A . B . C . D", Outcome((0, 1, 2, 3), (3, 3, 3, 3), "shared")),
    Ending(
        "E2.3-ended-by-empty-reserves",
        EVEN,
        Outcome((0, 1), (6, 6), "shared"),
        held=ALIKE,
        reserves=((0, 0), (0, 0)),
        mover=None,
        over=False,
    ),
]


@pytest.mark.parametrize("ending", ENDINGS, ids=ids)
def test_endings(ending: Ending, implementation: Implementation) -> None:
    assert implementation(ending.state).outcome == ending.outcome


# --- E1, E8: the board


def test_E1_1_directions() -> None:
    assert DIRECTIONS == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@pytest.mark.parametrize(
    ("sign", "planets", "nebula", "homeworld", "held"),
    [
        ("1", 1, None, None, True),
        ("2", 2, None, None, True),
        ("3", 3, None, None, True),
        ("r", 0, 0, None, True),
        ("g", 0, 1, None, True),
        ("b", 0, 2, None, True),
        (".", 0, None, None, True),
        ("A", 0, None, 0, False),
        ("B", 0, None, 1, False),
        ("C", 0, None, 2, False),
        ("D", 0, None, 3, False),
        ("w", 0, None, None, False),
        ("x", 0, None, None, False),
        ("?", 0, None, None, True),
    ],
)
def test_E1_2_signs(sign: str, planets: int, nebula: int | None, homeworld: int | None, held: bool) -> None:
    system = System(sign)
    assert (system.planets, system.nebula, system.homeworld) == (planets, nebula, homeworld)
    assert system.can_be_landed_on == held
    assert system.is_hole == (sign in "wx")


def test_E1_2_there_are_no_other_signs() -> None:
    assert sorted(system.value for system in System) == sorted("123rgb.ABCDwx?")


# The table of E1.3: what lies E, NE, NW, W, SW, SE of a sector's middle.
SIDE_A = {1: "31r2g1", 2: "21b131", 3: "2g131b", 4: "r12131", 5: "b12132", 6: "132g21", 7: "2113r2"}
SIDE_B = {2: "11b213", 3: "1g123b", 5: "b31221"}

# The seven centres of E1.5 in their order, the homeworlds by number of players, and where each one's arc begins.
CENTRES = (Hex(0, 0), Hex(3, -2), Hex(1, -3), Hex(-2, -1), Hex(-3, 2), Hex(-1, 3), Hex(2, 1))
SEATS = {
    2: (Hex(-1, -3), Hex(1, 3)),
    3: (Hex(3, -4), Hex(1, 3), Hex(-4, 1)),
    4: (Hex(-1, -3), Hex(3, -4), Hex(1, 3), Hex(-3, 4)),
}
ARC_BEGINS = {Hex(-1, -3): "NE", Hex(3, -4): "E", Hex(1, 3): "SW", Hex(-3, 4): "W", Hex(-4, 1): "NW"}
COMPASS = ("E", "NE", "NW", "W", "SW", "SE")


def signs(board: Board) -> dict[Hex, str]:
    return {place: board.system(cell).value for cell, place in enumerate(board.hexes)}


def ring(board: Board, centre: Hex) -> str:
    drawn = signs(board)
    return "".join(drawn[centre.step(direction)] for direction in range(6))


@pytest.mark.parametrize(("players", "systems"), [(2, 57), (3, 61), (4, 65)])
@pytest.mark.parametrize("seed", [None, 5])
def test_E1_5_number_of_systems(players: int, systems: int, seed: int | None) -> None:
    board = base_map(players, seed=seed)
    assert (board.n_cells, board.players) == (systems, players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_E1_3_unturned_sectors_lie_in_their_order(players: int) -> None:
    board = base_map(players)
    assert [ring(board, centre) for centre in CENTRES] == list(SIDE_A.values())
    assert {signs(board)[centre] for centre in CENTRES} == {"."}


@pytest.mark.parametrize("seed", [None, 0, 99])
def test_E1_3_counts_of_side_a(seed: int | None) -> None:
    board = base_map(4, seed=seed)
    drawn = signs(board)
    main = Counter(drawn[centre.step(direction)] for centre in CENTRES for direction in range(6))
    main.update(drawn[centre] for centre in CENTRES)
    assert main == {"1": 16, "2": 10, "3": 7, "r": 3, "g": 3, "b": 3, ".": 7}
    assert Counter(drawn.values()) - main == {"1": 4, "2": 4, ".": 4, "A": 1, "B": 1, "C": 1, "D": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [None, 3])
def test_E1_4_home_sectors(players: int, seed: int | None) -> None:
    drawn = signs(base_map(players, seed=seed))
    for seat, home in enumerate(SEATS[players]):
        begin = COMPASS.index(ARC_BEGINS[home])
        assert drawn[home] == "ABCD"[seat]
        assert "".join(drawn[home.step((begin + turn) % 6)] for turn in range(3)) == "2.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_E1_5_seats_go_round_clockwise(players: int) -> None:
    board = base_map(players)
    places = [board.hexes[board.homeworld(player)] for player in range(players)]
    assert places == list(SEATS[players])
    # On a screen r grows downwards, so angles grow clockwise.
    angles = [math.atan2(r * math.sqrt(3) / 2, q + r / 2) for q, r in places]
    turns = [(angle - angles[0]) % math.tau for angle in angles]
    assert turns == sorted(turns)


def test_E1_5_the_unturned_map_for_two() -> None:
    assert format_map(base_map(2)) == (
        "origin: -1 -4\n"
        "\n"
        " . 2 1 g\n"
        "1 A 3 . 2 b 1\n"
        " 2 1 1 b 1 . 2\n"
        "1 . r r 1 3 1\n"
        " 3 1 2 . 3 1 1\n"
        "  2 1 g 1 3 . 2\n"
        " 1 . b 2 3 r 2\n"
        "  3 2 g . 1 B 1\n"
        "       2 1 2 .\n"
    )


def turns_of(systems: str) -> set[str]:
    return {systems[k:] + systems[:k] for k in range(6)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_E1_5_a_seed_shuffles_and_turns_the_sectors(players: int) -> None:
    first_rings = set()
    for seed in range(100):
        rings = [ring(base_map(players, seed=seed), centre) for centre in CENTRES]
        # Every sector lies somewhere, turned somehow: no two of them are turns of each other.
        assert sorted(min(turns_of(systems)) for systems in rings) == sorted(
            min(turns_of(systems)) for systems in SIDE_A.values()
        )
        first_rings.add(rings[0])
    assert {min(turns_of(systems)) for systems in first_rings} == {
        min(turns_of(systems)) for systems in SIDE_A.values()
    }
    assert len(first_rings) > 7


def test_E1_5_a_turn_carries_each_system_on_counter_clockwise() -> None:
    """A turned sector still reads the same way round: no mirrored ring ever comes up."""
    known = set().union(*(turns_of(systems) for systems in SIDE_A.values()))
    rings = {ring(base_map(2, seed=seed), centre) for seed in range(50) for centre in CENTRES}
    assert rings <= known


def test_E1_5_the_same_seed_gives_the_same_map() -> None:
    assert base_map(3, seed=12) is base_map(3, seed=12)
    assert len({base_map(3, seed=seed) for seed in range(100)}) == 100


@pytest.mark.parametrize("sector", SIDE_B)
def test_E1_3_side_b(sector: int) -> None:
    board = base_map(2, sides={sector: "B"})
    expected = SIDE_A | {sector: SIDE_B[sector]}
    assert [ring(board, centre) for centre in CENTRES] == list(expected.values())
    assert Counter(SIDE_B[sector]) == Counter(SIDE_A[sector])


def test_E1_3_sides_together_and_shuffled() -> None:
    assert base_map(2, sides={1: "A", 4: "A"}) is base_map(2)
    board = base_map(2, seed=4, sides={2: "B", 3: "B", 5: "B"})
    rings = sorted(min(turns_of(ring(board, centre))) for centre in CENTRES)
    assert rings == sorted(min(turns_of(systems)) for systems in (SIDE_A | SIDE_B).values())


TILES: dict[Holes, str] = {"balanced": "wxwxwx", "wormholes": "wwwwww", "black_holes": "xxxxxx"}
# In the order of CENTRES without the middle one: (3, -2), (1, -3), (-2, -1), (-3, 2), (-1, 3), (2, 1).


@pytest.mark.parametrize("holes", TILES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [None, 8])
def test_E8_1_tiles(holes: Holes, players: int, seed: int | None) -> None:
    plain, board = base_map(players, seed=seed), base_map(players, seed=seed, holes=holes)
    assert signs(board) == signs(plain) | dict(zip(CENTRES[1:], TILES[holes], strict=True))
    assert signs(board)[Hex(0, 0)] == "."
    for cell, system in enumerate(board.systems):
        wormholes = sum(board.system(other) is System.WORMHOLE for other in board.neighbours(cell))
        assert wormholes <= (0 if system.homeworld is not None else 1)
