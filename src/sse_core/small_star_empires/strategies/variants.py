"""Random rules for tests: the base game, each variant alone, and all variants together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ...play.draws import Choice, one_of
from .. import Bag, Board, Edition, Rules, Setup, System

__all__ = ["VARIANTS", "Variant", "random_bag", "random_rules", "random_setup", "with_enough_tiles"]

_EDITIONS: Final[tuple[Edition, ...]] = ("second", "first")
_NEBULA_TABLES: Final = ((2, 5, 8), (2,), (0,), (1, 0), (3, 7), (1, 2, 4, 8), tuple(range(1, 17)), (999,) * 5)
_TERRITORY: Final = (3, 0, 1, 999)
_OWN_BAGS: Final = (
    Bag(three=2, two=2, chromatic=2, asteroid=2, abandoned=2, refueling=2, hollana=2, tennar=2, nordinn=2),
    Bag(refueling=12, nordinn=6, asteroid=4),
    Bag(nordinn=12, two=6, three=6),
    Bag(chromatic=8, hollana=6, tennar=6),
    Bag(abandoned=15, two=0, nordinn=2),
)
_BAGS: Final = (None, *_OWN_BAGS)


@dataclass(frozen=True)
class Variant:
    """A way to play: with or without unexplored systems (E9), and with some options (E10)."""

    hides: bool
    """Whether some systems are unexplored."""

    rules: Callable[[Choice], Rules]
    """The choice of options, made for each game."""


def _any_rules(below: Choice) -> Rules:
    """Choose every option; the simplest choice is the published game."""
    return Rules(
        edition=one_of(below, _EDITIONS),
        unexplored_passable=below(3) < 2,
        damaged_passes_unexplored=below(3) == 2,
        damaged_jump=below(3) < 2,
        conquered_passable=below(3) == 2,
        conquest_own_only=below(3) == 2,
        open_borders=below(2) == 1,
        toll_compulsory=below(3) < 2,
        nebula_points=one_of(below, _NEBULA_TABLES),
        territory_points=one_of(below, _TERRITORY),
        bag=one_of(below, _BAGS),
    )


def _base_rules(below: Choice) -> Rules:
    """Choose the options that have an effect without unexplored systems and with closed borders."""
    return Rules(
        damaged_jump=below(3) < 2,
        nebula_points=one_of(below, _NEBULA_TABLES),
        territory_points=one_of(below, _TERRITORY),
    )


def _passing_rules(below: Choice) -> Rules:
    """Choose the options on passing systems."""
    return Rules(
        unexplored_passable=below(2) == 0,
        damaged_passes_unexplored=below(2) == 1,
        damaged_jump=below(2) == 0,
        conquered_passable=below(2) == 1,
        conquest_own_only=below(2) == 1,
        bag=one_of(below, _BAGS),
    )


VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        "base": Variant(False, _base_rules),
        "unexplored": Variant(True, lambda below: Rules()),
        "first edition": Variant(True, lambda below: Rules(edition="first")),
        "own bags": Variant(True, lambda below: Rules(bag=one_of(below, _OWN_BAGS))),
        "passing": Variant(True, _passing_rules),
        "open borders": Variant(False, lambda below: Rules(open_borders=True)),
        "tolls by choice": Variant(False, lambda below: Rules(open_borders=True, toll_compulsory=False)),
        "everything": Variant(True, _any_rules),
    }
)
"""The variants by name; the base game is the first, to which failures shrink."""


def random_rules(below: Choice) -> Rules:
    """Choose the rules of some variant."""
    return one_of(below, tuple(VARIANTS.values())).rules(below)


def with_enough_tiles(rules: Rules, board: Board) -> Rules:
    """Return the rules, without their own bag if it has too few tiles for the board (E9.1)."""
    too_few = board.setup.bag_under(rules).total < board.systems.count(System.UNEXPLORED)
    return replace(rules, bag=None) if too_few else rules


def random_bag(below: Choice) -> Bag:
    """Choose up to four tiles of each kind; the simplest bag is empty."""
    return Bag(*(below(5) for _ in Bag._fields))


def random_setup(below: Choice) -> Setup:
    """Choose the setup of a map; the simplest names nothing."""
    if not below(2):
        return Setup()
    rules = random_rules(below)
    return Setup(
        rules,
        bag=one_of(below, _BAGS) if rules.bag is None else None,
        ships=one_of(below, (None, 1, 2, 3, 0, 16)),
        cities=one_of(below, (None, 1, 2, 32, 0, 255)),
        stations=one_of(below, (None, 1, 2, 8, 0, 255)),
        note=one_of(below, (None, "Drawn for a test: see E1.6.")),
    )
