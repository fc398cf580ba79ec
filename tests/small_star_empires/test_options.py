"""Each option of the rules by example, on and off, for the core and the reference alike.

All expected values were worked out by hand from the clauses. ``scenes.py`` explains the notation of scenes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import pytest
from tests.small_star_empires.scenes import Implementation, Story, cell_of, check_story

from sse_core import Outcome, Rules, new_game, parse_map
from sse_core.small_star_empires import BAGS, Bag, Setup, position, reference

Outcomes: TypeAlias = Mapping[str, Any]
"""How things stand at the end of a `Story`, by the names of its fields."""


@dataclass(frozen=True)
class Option:
    """One scene in which an option makes a difference."""

    name: str
    clause: str
    scene: Story
    """With the other options that it takes to see a difference; published values where it doesn't matter."""

    sides: Mapping[Any, Outcomes]
    """How things stand by the value of the option; the published value comes first."""

    @property
    def stories(self) -> dict[str, Story]:
        """The stories of all sides, by their ids."""
        return {
            f"{self.clause}-{self.name}={value}": replace(
                self.scene, rules=replace(self.scene.rules, **{self.name: value}), **side
            )
            for value, side in self.sides.items()
        }


BOTH = BAGS["second"]

OPTIONS = [
    # A's ship finds the Nordinn Empire, which destroys B's city of three planets: scored at once, or at the end.
    Option(
        "edition",
        "E6.2",
        Story("", "A ? 3 B", held=("", "a3"), rules=Rules(bag=BOTH), plays="a1-a2=C reveal=nordinn destroy=a3"),
        {
            "second": {"now_banked": ((0, 0), (3, 0)), "sheets": ((0, 0, 0, 3, 0, 0), (3, 0, 0, 3, 0, 0))},
            "first": {"now_banked": ((0, 0), (0, 0)), "sheets": ((0, 0, 0, 3, 0, 0), (0, 0, 0, 3, 0, 0))},
        },
    ),
    Option(
        "unexplored_passable",
        "E3.3",
        Story("", "A ? ? 1 B"),
        {True: {"legal": "a1-a2=C a1-a3=C a1-a4=CS"}, False: {"legal": "a1-a2=C"}},
    ),
    Option(
        "damaged_passes_unexplored",
        "E5.2",
        Story("", "A 1 ? 2 B", ships=("a2*", "")),
        {False: {"legal": "a2-a1"}, True: {"legal": "a2-a1 a2-a4=CS"}},
    ),
    Option(
        "damaged_jump",
        "E4.3",
        Story("", "A 1 w   w 2 B", ships=("a2*", "")),
        {True: {"legal": "a2-a1 a2-a5=CS"}, False: {"legal": "a2-a1"}},
    ),
    # A's own city was destroyed at a3, by the Nordinn Empire at b1.
    Option(
        "conquered_passable",
        "E9.9",
        Story("", "A 1 2 3 B\n   ?", found="b1=nordinn", conquered="a3"),
        {False: {"legal": "a1-a2=CS"}, True: {"legal": "a1-a2=CS a1-a4=CS"}},
    ),
    # A's ship finds the Nordinn Empire between its own homeworld and B's city.
    Option(
        "conquest_own_only",
        "E9.9",
        Story("", "A ? 1 B 2", held=("", "a3"), plays="a1-a2=C reveal=nordinn destroy=a3 a4-a5=C"),
        {
            False: {"now_conquered": "a3", "legal": "a2-a1"},
            True: {"now_conquered": "", "legal": "a2-a1 a2-a3=CS"},
        },
    ),
    Option(
        "open_borders",
        "E10.1",
        Story("", "A 1 2 3 B", held=("", "a3")),
        {False: {"legal": "a1-a2=CS"}, True: {"legal": "a1-a2=CS a1-a4=CS$1"}},
    ),
    Option(
        "toll_compulsory",
        "E10.1",
        Story("", "A 1 2 B", held=("", "a2"), rules=Rules(open_borders=True)),
        {True: {"legal": "a1-a3=CS$1"}, False: {"legal": "a1-a3=CS$1 stay"}},
    ),
    Option(
        "nebula_points",
        "E7.1",
        Story("", "A r r r r B", held=("a2 a3 a4 a5",), over=True),
        {
            (2, 5, 8): {"sheets": ((0, 8, 0, 3, 0, 0), (0, 0, 0, 0, 0, 0))},
            (2, 5, 8, 12, 16, 20): {"sheets": ((0, 12, 0, 3, 0, 0), (0, 0, 0, 0, 0, 0))},
            (1,): {"sheets": ((0, 1, 0, 3, 0, 0), (0, 0, 0, 0, 0, 0))},
        },
    ),
    # Two planets, or one and the larger territory.
    Option(
        "territory_points",
        "E7.3",
        Story("", "A 2 1 . B", held=("a2", "a3 a4"), over=True),
        {
            3: {
                "sheets": ((2, 0, 0, 0, 0, 0), (1, 0, 0, 3, 0, 0)),
                "outcome": Outcome((1,), (2, 4), "total"),
            },
            0: {
                "sheets": ((2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)),
                "outcome": Outcome((0,), (2, 1), "total"),
            },
        },
    ),
    Option(
        "bag",
        "E9.10",
        Story("", "A ? 1 B", plays="a1-a2=C"),
        {
            None: {
                "legal": "reveal=three reveal=two reveal=chromatic reveal=asteroid reveal=abandoned reveal=refueling "
                "reveal=hollana reveal=tennar reveal=nordinn"
            },
            Bag(two=1, asteroid=2): {"legal": "reveal=two reveal=asteroid"},
        },
    ),
]
STORIES = {name: story for option in OPTIONS for name, story in option.stories.items()}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_both_sides(story: Story, implementation: Implementation) -> None:
    check_story(story, implementation)


@pytest.mark.parametrize("name", [field.name for field in fields(Rules)])
def test_no_option_is_forgotten(name: str) -> None:
    """Each option has a scene in which the published value and another one differ in the same things."""
    (option,) = (option for option in OPTIONS if option.name == name)
    published, *others = option.sides
    assert published == getattr(Rules(), name)
    assert others
    for other in others:
        assert option.sides[other].keys() == option.sides[published].keys()
        assert option.sides[other] != option.sides[published]


def test_no_option_is_made_up() -> None:
    assert [option.name for option in OPTIONS] == [field.name for field in fields(Rules)]


# --- where the options come from


def test_E9_10_whose_bag_is_drawn_from() -> None:
    """The game's, else the map's, else the edition's."""
    own, of_map = Bag(tennar=4), Bag(three=1, hollana=1)
    plain, named = parse_map("A ? 1 B"), parse_map("bag: three=1, hollana=1\n\nA ? 1 B")
    assert new_game(plain).bag == BAGS["second"]
    assert new_game(plain, rules=Rules(edition="first")).bag == BAGS["first"]
    assert new_game(plain, rules=Rules(bag=own)).bag == own
    assert new_game(named).bag == new_game(named, rules=Rules(edition="first")).bag == of_map
    assert new_game(named, rules=Rules(bag=own)).bag == own


def test_E10_5_words_of_the_editions() -> None:
    assert [(rules.city_word, rules.cities_word) for rules in (Rules(), Rules(edition="first"))] == [
        ("city", "cities"),
        ("colony", "colonies"),
    ]


EPIC = """
rules: open_borders=yes nebula_points=2,5,8,12,16,20
ships: 3
cities: 32
stations: 8

A 1 2 3 B
""".lstrip()


def test_E10_3_a_map_names_rules_and_pieces() -> None:
    board = parse_map(EPIC)
    rules = Rules(open_borders=True, nebula_points=(2, 5, 8, 12, 16, 20))
    assert board.setup == Setup(rules=rules, ships=3, cities=32, stations=8)
    for state in (new_game(board), reference.new_game(board), position(board)):
        assert state.rules == rules
        assert [len(state.ships(player)) for player in range(2)] == [3, 3]
        assert [state.reserve(player) for player in range(2)] == [(32, 8), (32, 8)]


def test_E10_3_a_game_may_say_otherwise_than_its_map() -> None:
    board = parse_map(EPIC)
    for state in (
        new_game(board, rules=Rules(), ships=1, cities=5, stations=[0, 2]),
        reference.new_game(board, rules=Rules(), ships=1, cities=5, stations=[0, 2]),
    ):
        assert state.rules == Rules()
        assert [state.ships(player) for player in range(2)] == [((0, False),), ((4, False),)]
        assert [state.reserve(player) for player in range(2)] == [(5, 0), (5, 2)]


def test_E10_3_a_position_counts_from_the_map_s_box() -> None:
    board = parse_map(EPIC)
    state = position(board, owners={cell_of(board, "a2"): 0, cell_of(board, "a3"): 1}, pieces={2: "station"})
    assert [state.reserve(player) for player in range(2)] == [(31, 8), (32, 7)]
