"""Crowded pictures, by geometry: words stay in their shapes, plates stand beside tiles and beside each other."""

from __future__ import annotations

from itertools import combinations
from typing import Final
from xml.etree.ElementTree import Element

import pytest
from tests.pictures import SVG, Box, box_of, lines_of, picture_of

from sse_core.drawing.svg import document
from sse_core.empire_of_the_stars import new_game
from sse_core.empire_of_the_stars.drawing.art import RADIUS, art_of
from sse_core.empire_of_the_stars.drawing.region import drawn_region
from sse_core.empire_of_the_stars.drawing.wheel import WHEEL_RADIUS, wheel_of
from sse_core.empire_of_the_stars.packs.content import Face
from sse_core.empire_of_the_stars.packs.vocabulary import ROLES
from sse_core.empire_of_the_stars.positions.fields import HOME_TILE
from sse_core.empire_of_the_stars.positions.position import Position

STATE: Final = new_game(seed=3, players=4)
ART: Final = art_of("light")
LETTER: Final = 0.75
"""The height of a capital, in parts of the size of the font, and more."""

TILES: Final = {
    **{
        face.name.lower(): 1 + next(i for i, tile in enumerate(STATE.board.content.tiles) if tile.face is face)
        for face in Face
    },
    "home world": HOME_TILE + 1,
}
MOST_INFLUENCE: Final = 16


def picture(*parts: str) -> Element:
    return picture_of(document(100, 100, *parts, shapes=ART.shapes, text_anchor="middle"))


# --- regions


@pytest.mark.parametrize("ships", [(2, 0, 0), (8, 4, 2)], ids=["fighters", "all"])
@pytest.mark.parametrize("token", [0, 1, 2], ids=["no token", "colony", "starbase"])
@pytest.mark.parametrize("tile", TILES)
def test_no_plate_hides_a_tile_a_token_or_another_plate(tile: str, token: int, ships: tuple[int, ...]) -> None:
    """For each number of players with ships in the region, and with influence there."""
    for fleets in range(5):
        for influence in range(5):
            p = Position(bytearray(STATE.data))
            p.tile[0], p.token[0] = TILES[tile], token
            for seat in range(fleets):
                for kind, n in enumerate(ships):
                    p.ships[seat, kind, 0] = n
            for seat in range(influence):
                p.placed[seat][0] = MOST_INFLUENCE
            check_region(picture(drawn_region(ART, STATE.board, p, 0, (0, 0))), fleets + influence)


def check_region(root: Element, n_plates: int) -> None:
    """Assert that what is in a region about the origin stands apart."""
    (place,) = root.iterfind(f"{SVG}g")
    labels = [each for each in place if each.get("data-label")]
    plates = [box_of(each) for each in labels if each.find(f".//{SVG}rect") is not None]
    others = [box_of(each) for each in place if each.tag == f"{SVG}g" and each.find(f".//{SVG}circle") is not None]
    assert len(plates) == n_plates
    for one, other in combinations(plates, 2):
        assert not one.meets(other)
    for plate in plates:
        assert not any(plate.meets(other) for other in others)
        assert -RADIUS - 3 <= plate.left <= plate.right <= RADIUS + 3
        assert plate.bottom <= RADIUS + 1.01
    for label in labels:
        words_fit(label, box_of(label))


def words_fit(part: Element, box: Box) -> None:
    """Assert that the words of a part are within a box, by the drawing's own widths of letters."""
    for left, right, y, words in lines_of(part):
        assert box.left <= left <= right <= box.right, words
        assert box.top <= y <= box.bottom, words


# --- the wheel


@pytest.mark.parametrize("chosen", range(len(ROLES)), ids=ROLES)
@pytest.mark.parametrize("credits", [0, 6, 6000])
def test_words_of_the_wheel_stay_in_their_plates(chosen: int, credits: int) -> None:
    """So do credits and the monolith; plates and what stands on the Throne are apart, and within the wheel.

    Each role is chosen once; there are as many edicts as roles, so each edict is there, too.
    """
    p = Position(bytearray(STATE.data))
    p.monolith, p.edict = chosen, chosen
    for role in range(len(ROLES)):
        p.wheel[role] = credits
    for seat in range(4):
        p.on_throne[seat] = 9
    root = picture(wheel_of(ART, STATE.board, p))
    assert len(STATE.board.content.edicts) == len(ROLES)
    roles = [each for each in root if each.get("class") == "role"]
    plates = [box_of(each) for each in roles]
    assert len(roles) == len(ROLES)
    for each, box in zip(roles, plates, strict=True):
        outline = next(each.iter(f"{SVG}rect"))
        assert box.right - box.left == pytest.approx(float(outline.get("width", 0)), abs=0.02), "nothing reaches beyond"
        words_fit(each, Box(box.left + 4, box.right - 4, box.top, box.bottom))
    for one, other in combinations(plates, 2):
        assert not one.meets(other)
    throne = [each for each in root if each.get("data-label") and each.get("class") != "role"]
    items = [box_of(each) for each in throne]
    for words in (each for each in root if each.tag == f"{SVG}text"):
        size = float(words.get("font-size", 0))
        (((left, right, y, _)),) = lines_of(words)
        items.append(Box(left, right, y - LETTER * size, y + 0.2 * size))
    for one, other in combinations(items, 2):
        assert not one.meets(other), (one, other)
    for item in items:
        assert not any(item.meets(plate) for plate in plates), item
    assert all(max(map(abs, box)) <= WHEEL_RADIUS for box in (*plates, *items))
