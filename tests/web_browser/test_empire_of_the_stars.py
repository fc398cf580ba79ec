"""Empire of the Stars with powers: their sealed choice on two devices, effects, the end of a game, small screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.empire_of_the_stars import by_hand
from tests.web_browser.people import Table
from tests.web_browser.preparing import post, room
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.test_phone import READABLE, assert_fits, sizes_of_words
from tests.web_browser.test_whole_games import finished, saved
from tests.web_browser.visits import PHONE, Visit

import sse_core as sse
from sse_core import empire_of_the_stars
from sse_core.empire_of_the_stars.packs.vocabulary import ROLES
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.position import Position

GAME = "empire_of_the_stars"


def dealt(first: str, second: str) -> str:
    """The start of a game for two, in which these are the first powers dealt."""
    text = sse.format_state(empire_of_the_stars.new_game(players=2, powers=True, blocked="g h i j", seed=1))
    others = "A.2=heirs A.3=wayfinders"
    line = f"dealt: A.1={first} {others} B.1={second} B.2=exiles B.3=nomads"
    return re.sub("^dealt: .*$", line, text, flags=re.MULTILINE)


def take(table: Table, *texts: str) -> None:
    """Take the first actions that begin so by clicks, each when it is this person's turn."""
    for text in texts:
        expect(table.button("Hint")).to_be_enabled()
        table.take(next(action for action in table.legal() if action["text"].startswith(text)))


def ended(visit: Visit, table: Table) -> sse.GameRecord[Any, Any]:
    """Return the record of a game that is over: the page shows its points, draws it, and opens it again."""
    expect(table.result).to_contain_text(re.compile("wins?"))
    record = finished(table.page)
    assert saved(table.page, "Picture (SVG)").startswith("<svg")
    answer = visit.context.request.post("/api/draw", data={"text": sse.format_game(record)})
    assert answer.json()["kind"] == "record"
    return record


def test_two_people_choose_powers_and_use_them(visits: Callable[..., Visit]) -> None:
    """Nobody sees what the other one has chosen; a wormhole flips both, a window flips one back, and it is used."""
    here, there = visits(), visits()
    made = {"game": GAME, "players": ["human"] * 2, "seed": 1, "text": dealt("hive", "delvers"), "seats": "own"}
    path = f"/api/rooms/{post(here.context, '/api/rooms', made)['id']}"
    one, other = here.context.request.get(f"{path}/seats").json()["links"]
    # The other one comes first: then no dialog invites anybody.
    second = Table(there.tab(other["url"]))
    first = Table(here.tab(one["url"]))
    expect(first.choice("Hive")).to_contain_text("Begins with 4 credits")
    assert_accessible(first.page)
    first.choice("Hive").click()
    first.expect_ply(1)
    second.expect_ply(1)
    expect(second.page.locator("#table-seats")).to_contain_text("chosen, not shown yet")
    assert "hive" not in second.page.content().lower()
    take(second, "power=delvers")
    held = first.page.locator("#table-seats")
    for words in ("26 Hive (core side)", "23 Delvers (core side)", "Before Engineer: build 1 fighter"):
        expect(held).to_contain_text(words)
    # The lower number places its home world first, the higher one is Emperor.
    take(second, "at=a1", "at=a2")
    take(first, "at=d1", "at=d2", "role=explorer", "tile=space", "at=b1")
    take(second, "tile=2p", "at=c1", "on=steward", "market=1")
    expect(second.page.locator("#stage")).to_contain_text("decides which card is used after production")
    take(second, "use=delvers.core")
    # A wormhole is the second tile of the stack (S1). Placed, it flips both powers.
    take(second, "back=explorer", "tile=wormhole", "at=c2")
    take(first, "tile=", "at=b2")
    for words in ("26 Hive (surge side)", "23 Delvers (surge side)"):
        expect(held).to_contain_text(words)
    take(first, "on=engineer")
    take(second, "done")
    take(first, "core", "use=hive.core")
    for words in ("26 Hive (core side)", "23 Delvers (surge side)"):
        expect(held).to_contain_text(words)
    expect(first.moves.filter(has_text="use=hive.core")).to_have_count(1)


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.nightly) for n in (3, 4))])
def test_the_last_round_of_a_game_with_powers(visit: Visit, players: int) -> None:
    """An effect is used and taken back, the game ends, is recorded and drawn, and its record opens the same end."""
    hand = by_hand.Table(players, powers=True, round_limit=1).power("A", "Hive").power("B", "Delvers")
    text = sse.format_state(hand.purse("A", polymers=2, metal=2).role("engineer"))
    who = ["human", *["greedy"] * (players - 1)]
    page = visit.tab(room(visit.context, GAME, who, text=text))
    table = Table(page)
    take(table, "use=hive.core", "build=fighter")
    ply = table.ply.inner_text()
    table.button("Undo").click()
    expect(table.ply).not_to_have_text(ply)
    table.button("Redo").click()
    expect(table.ply).to_have_text(ply)
    table.play(turns=40)
    record = ended(visit, table)
    assert "use=hive.core" in [empire_of_the_stars.format_action(action, record.final) for _, action in record.moves]


@pytest.mark.nightly
@pytest.mark.parametrize("powers", [False, True], ids=["plain", "powers"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_clicks(visit: Visit, players: int, powers: bool) -> None:
    """A person against bots, from the set-up to the Emperor's check."""
    who = ["human", *["greedy"] * (players - 1)]
    page = visit.tab(room(visit.context, GAME, who, fields={"powers": powers}))
    table = Table(page)
    table.play(turns=1000)
    record = ended(visit, table)
    assert record.start.ply == 0
    # The Emperor's check ended it, not the last round.
    final = Position(record.final.data)
    assert final.round < final.round_limit
    assert {player for player, _ in record.moves} >= {*range(players)}


def test_what_lies_in_a_region_is_read_on_a_phone(visits: Callable[..., Visit]) -> None:
    """Plates of ships in one region are drawn larger, and none hides another; the page fits the screen."""
    hand = by_hand.Table(4, powers=True).tile("b4", "1p1m").token("C", "b4")
    for seat, kind in zip("ACD", ("fighter", "fighter", "dreadnought"), strict=True):
        hand.ships(seat, kind, "b4")
    visit = visits(**PHONE)
    text = sse.format_state(hand.role("warlord"))
    page = visit.tab(room(visit.context, GAME, ["human"] * 4, text=text))
    page.get_by_role("button", name="show my view").click()
    Table(page).await_turn()
    assert_fits(page)
    small = {words: size for words, size in sizes_of_words(page).items() if size < READABLE - 0.05}
    assert small == {}
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('#board [data-place="b4"] [data-moves="ship"]')]
            .map(plate => plate.getBoundingClientRect()).map(({top, bottom}) => [top, bottom])"""
    )
    assert len(boxes) == 3
    ordered = sorted(boxes)
    for (_, bottom), (top, _) in pairwise(ordered):
        assert bottom - top < 2


@pytest.mark.parametrize("width", [360, 390, 768, 1440])
def test_the_names_of_roles_stay_in_their_plates(visits: Callable[..., Visit], width: int) -> None:
    """They can be read, and no name is drawn so large for it that it reaches beyond its plate."""
    visit = visits(viewport={"width": width, "height": 900})
    hand = by_hand.Table(4).role("warlord")
    page = visit.tab(room(visit.context, GAME, ["human", *["greedy"] * 3], text=sse.format_state(hand)))
    Table(page).await_turn()
    beyond = page.evaluate(
        """() => [...document.querySelectorAll("#board .role")].flatMap(role => {
            const plate = role.querySelector("rect").getBoundingClientRect();
            return [...role.querySelectorAll("text")].filter(text => {
                const box = text.getBoundingClientRect();
                return box.left < plate.left || box.right > plate.right;
            }).map(text => text.textContent);
        })"""
    )
    assert page.locator("#board .role").count() == 7
    assert beyond == []
    names = {role.capitalize() for role in ROLES}
    assert all(size > READABLE - 0.05 for words, size in sizes_of_words(page).items() if words in names)


@pytest.mark.parametrize("window", [PHONE, {"viewport": {"width": 800, "height": 900}}], ids=["column", "map alone"])
def test_no_region_hides_the_plates_of_another_on_a_phone(visits: Callable[..., Visit], window: dict[str, Any]) -> None:
    """Drawn larger, a plate reaches over neighbours: it lies above them, and below its tile."""
    hand = by_hand.Table(2)
    names = ["b1", "b2", "c1", "c2", "e1", "f2"]
    for name in names:
        hand.ships("A", "fighter", name)
    visit = visits(**window)
    page = visit.tab(room(visit.context, GAME, ["human", "greedy"], text=sse.format_state(hand.role("warlord"))))
    Table(page).await_turn()
    seen = page.evaluate(
        """names => names.map(name => {
            document.querySelector(`#board [data-place="${name}"]`).scrollIntoView({block: "center"});
            const box = document.querySelector(`#board [data-place="${name}"] [data-moves]`).getBoundingClientRect();
            const ends = [box.left + 3, box.right - 3].map(x => document.elementFromPoint(x, box.top + box.height / 2));
            return ends.map(each => each?.closest("[data-place]")?.dataset.place);
        })""",
        names,
    )
    assert seen == [[name, name] for name in names]


def steward() -> str:
    """The position in which A picks a market tile."""
    state = by_hand.Table(2, powers=True).role("steward")
    while Position(state.data).step != Due.STEWARD:
        state = by_hand.play(state, "done")
    return sse.format_state(state)


@pytest.mark.parametrize(("width", "layout"), [(360, "narrow"), (1440, "wide")])
def test_a_market_tile_is_picked_in_the_picture(visits: Callable[..., Visit], width: int, layout: str) -> None:
    """On a phone the table stands below the galaxy, in a wide window beside it; the replay stands above a column."""
    visit = visits(**(PHONE if layout == "narrow" else {"viewport": {"width": width, "height": 900}}))
    page = visit.tab(room(visit.context, GAME, ["human", "greedy"], text=steward()))
    table = Table(page)
    table.await_turn()
    expect(page.locator(f"#board svg[data-layout={layout}]")).to_have_count(1)
    expect(page.locator("#replay")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    tile = page.locator('#board .market-tile[data-place="2"]')
    expect(tile).to_contain_text("1 metal")
    before = table.ply.inner_text()
    tile.click()
    expect(table.ply.or_(table.button("Make this move"))).not_to_have_count(0)
    if table.button("Make this move").is_visible():
        table.button("Make this move").click()
    expect(table.ply).not_to_have_text(before)
    assert any(move["text"] == "market=2" for move in table.shown()["moves"])


def test_the_map_alone_has_no_place_that_is_not_seen(visits: Callable[..., Visit]) -> None:
    """What stands beside the map is then chosen by buttons alone, and no key leads to it."""
    visit = visits(viewport={"width": 1440, "height": 900})
    page = visit.tab(room(visit.context, GAME, ["human", "greedy"], text=steward()))
    table = Table(page)
    table.await_turn()
    tile = page.locator('#board .market-tile[data-place="2"]')
    expect(tile).to_be_visible()
    table.button("Map only").click()
    expect(tile).to_be_hidden()
    table.choice("pick a market tile").click()
    expect(page.locator("#board .is-choice")).to_have_count(0)
    expect(table.choice("the tile with 1 metal")).to_be_visible()
    table.button("Map only").click()
    expect(page.locator("#board .market-tile.is-choice")).to_have_count(4)
