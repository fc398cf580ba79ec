"""Somebody who has never seen the game wins the first one, by what the page says and nothing else.

The plan is that of the last step of the tour, word by word: "In each turn look at every place where a ship of yours can
land, and count: 1 for each planet, 3 for a nebula, and with a trade station 1 for each system of another player beside
it. Take the place that counts most, with a trade station if that is why, else with a city. Of equal ones take the
nearest to the other homeworld."
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from tests.web.table import Table

NAME: Final = "small_star_empires"
SVG: Final = "{http://www.w3.org/2000/svg}"
AT: Final = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)")
OTHERS: Final = re.compile(r"\b(city|trade station|homeworld) of B\b")


class Place(NamedTuple):
    """A place of the picture: where it is drawn, and what is said of it."""

    x: float
    y: float
    title: str

    def distance(self, other: Place) -> float:
        return hypot(self.x - other.x, self.y - other.y)


def places_of(svg: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        name, at = group.get("data-place"), AT.match(group.get("transform", ""))
        if name is not None and at is not None:
            found[name] = Place(float(at[1]), float(at[2]), group.findtext(f"{SVG}title") or "")
    return found


def counts_of(choice: Mapping[str, Any], places: Mapping[str, Place]) -> tuple[float, float]:
    """What a legal choice counts by the plan, and how near to the other homeworld it is."""
    _, target, piece = choice["steps"]
    here = places[target["key"]]
    planets = re.search(r"(\d) planet", here.title)
    count = float(planets[1]) if planets else 3.0 if "nebula" in here.title else 0.0
    step = min(here.distance(other) for other in places.values() if other is not here)
    if "trade station" in piece["words"]:
        count += sum(here.distance(other) < 1.3 * step for other in places.values() if OTHERS.search(other.title))
    else:
        # "With a trade station if that is why, else with a city."
        count += 0.5
    home = next(place for place in places.values() if "homeworld of B" in place.title)
    return count, -here.distance(home)


def last_words(table: Table) -> str:
    first = table.get(f"/api/tours/{NAME}/1")
    return str(table.get(f"/api/tours/{NAME}/{first['stops']}")["words"])


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (2, 3, 4, 5))])
def test_the_plan_of_the_tour_beats_the_beginner(table: Table, seed: int) -> None:
    """In the first game, to which the tour leads."""
    said = re.sub(r"\s+", " ", __doc__ or "").partition('"')[2].rpartition('"')[0]
    assert said in last_words(table), "the test follows other words than the page has"
    (game,) = [game for game in table.get("/api/games") if game["name"] == NAME]
    room = table.open(NAME, **game["first_game"], seed=seed)

    def choose(shown: Mapping[str, Any]) -> Mapping[str, Any]:
        places = places_of(shown["svg"])
        found: Mapping[str, Any] = max(shown["legal"], key=lambda choice: counts_of(choice, places))
        return found

    end = table.play(room, choose)
    assert [seat["name"] for seat in end["seats"]] == ["", "Beginner"]
    assert end["result"].startswith("A wins")
