"""Jump Wars and Micro Space Empire: turns through the list of choices, its search, and hands that stay hidden."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect
from tests.profiles import by_profile
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

import sse_core as sse
from sse_core import jump_wars, micro_space_empire
from sse_core.bots import BOTS
from sse_core.play.turns import turns_of


def position(seed: int, plies: int) -> str:
    """A position of Jump Wars without offers, after so many actions of two random players."""
    for _, _, state in turns_of(jump_wars.new_game(seed=seed, trade=False), [BOTS["random"].choose] * 2, seed):
        if state.ply == plies:
            return sse.format_state(state)
    raise AssertionError("the game is over before")


def test_micro_space_empire_by_its_list(visit: Visit) -> None:
    page = visit.tab()
    page.get_by_role("radio", name="Micro Space Empire").check()
    expect(page.get_by_label("Player in seat A")).to_have_value("human")
    page.get_by_label("Seed", exact=True).fill("5")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.play(turns=6)
    assert_accessible(page)
    expect(table.moves.filter(has_text="event=").first).to_be_visible()
    record = sse.read(page.request.get(f"{page.url.replace('/g/', '/api/rooms/')}/record").text().strip())
    assert record.game is micro_space_empire
    assert record.final.ply == table.shown()["ply"] >= 6


@pytest.mark.nightly
def test_micro_space_empire_to_its_end(visit: Visit) -> None:
    page = visit.tab(room(visit.context, "micro_space_empire", ["human"], seed=2))
    table = Table(page)
    table.play(turns=80)
    expect(table.result).not_to_be_empty()


def test_turns_of_jump_wars(visit: Visit) -> None:
    page = visit.tab()
    page.get_by_role("radio", name="Jump Wars").check()
    page.get_by_label("Player in seat B").select_option("random")
    page.get_by_label("Seed", exact=True).fill("5")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.play(turns=by_profile(6, 6, nightly=12))
    assert_accessible(page)
    shown = table.shown()
    assert shown["ply"] >= 10
    assert {move["letter"] for move in shown["moves"]} >= {"A", "B"}


def test_a_long_list_is_searched(visit: Visit) -> None:
    """A list of 63 choices is no longer than the screen; one of them is found by words, and taken."""
    page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], text=position(seed=1, plies=942)))
    page.get_by_role("button", name=words_of("show my view")).click()
    table = Table(page)
    table.await_turn()
    buttons = table.choices.locator("button.choice:visible")
    expect(buttons).to_have_count(63)
    box = table.choices.bounding_box()
    assert box is not None
    assert box["height"] <= 860
    search = page.get_by_role("searchbox", name="Search the choices")
    search.fill("no such words")
    expect(buttons).to_have_count(0)
    expect(page.get_by_text("No choice has these words")).to_be_visible()
    search.fill("H6 to")
    expect(buttons).to_have_count(1)
    search.press("Enter")
    # How many jump is no choice: it is made, and told.
    table.expect_ply(944)
    expect(table.moves.last).to_contain_text("the only choice")
    expect(table.moves.first).to_contain_text("to=h6")
    made = r"^Made for you: A ordered 1 of 1 fleet to jump from e6 to h6 \(the only choice\)$"
    expect(page.locator("#made")).to_have_text(words_of(made))


def test_choices_of_several_kinds_lead_on(visit: Visit) -> None:
    """Sixteen actions of four kinds are four choices, two of which lead on to more."""
    page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], text=position(seed=4, plies=1013)))
    page.get_by_role("button", name=words_of("show my view")).click()
    table = Table(page)
    table.await_turn()
    assert len(table.legal()) == 16
    buttons = table.choices.locator("button.choice:visible")
    expect(buttons).to_have_count(4)
    table.choice("use Leadership").click()
    expect(buttons).to_have_count(12)
    table.page.locator("#step-back").click()
    expect(buttons).to_have_count(4)
    table.choice("use Leadership").click()
    action = next(action for action in table.legal() if action["text"] == "lead=defense")
    table.choose(action["steps"][-1])
    table.expect_ply(1014)


def held_by_the_first(cards: str) -> str:
    """A position of Jump Wars in which player B is to act, and player A's hidden hand has this card."""
    text = position(seed=5, plies=41)
    hand, unseen = "nova_bombs:1", "assimilation:1"
    assert f"A hand: research:1 {hand}\n" in text
    if cards != "nova_bombs":
        # The cards change places; a text has them in the order of the box.
        text = text.replace(f" {unseen}", "", 1).replace(f" {hand}", f" {unseen}", 1)
        text = text.replace("event_skimming:1 cloaking:1", f"event_skimming:1 {hand} cloaking:1")
    return text


def test_hidden_hands_stay_hidden(visit: Visit) -> None:
    """Two games differ in the hand of the first player alone: the page of the second is the same in both."""
    seen, hands = list[str](), list[str]()
    for card in ("nova_bombs", "assimilation"):
        page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], text=held_by_the_first(card)))
        expect(page.get_by_role("heading", name="Pass the screen to B")).to_be_visible()
        assert page.locator("#board svg").count() == 0
        page.get_by_role("button", name="I am B: show my view").click()
        table = Table(page)
        table.await_turn()
        expect(page.locator("#board svg")).to_be_visible()
        own = page.url.rpartition("/")[2]
        seen.append(page.content().replace(own, "ID"))
        hands.append(table.shown("?seat=0")["svg"])
        page.close()
    assert hands[0] != hands[1]
    assert seen[0] == seen[1]


def test_what_is_drawn_is_hidden_from_others(visit: Visit) -> None:
    """Player A gets two cards, and passes the screen: the list of moves tells player B that, and not which."""
    page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], seed=5))
    expect(page.get_by_role("button", name="I am A: show my view")).to_be_focused()
    assert_accessible(page)
    page.get_by_role("button", name="I am A: show my view").click()
    table = Table(page)
    table.await_turn()
    drawn = [move["text"] for move in table.shown()["moves"] if move["text"].startswith("draw=")]
    assert len(drawn) == 2
    for text in drawn:
        expect(table.moves.filter(has_text=text)).not_to_have_count(0)
    for step in next(action for action in table.legal() if action["text"] == "done")["steps"]:
        table.choose(step)
    expect(page.get_by_role("heading", name="Pass the screen to B")).to_be_visible()
    assert not [text for text in drawn if text in page.content()], "the cover hides it"
    expect(page.locator("#table-seats")).to_be_empty()
    # The view of B is on its way: until it is there, nothing shows that was drawn for A.
    held: list[Route] = []
    page.route(re.compile(r"/api/rooms/[^/]+\?"), lambda route: held.append(route))
    page.get_by_role("button", name="I am B: show my view").click()
    expect(page.locator("#cover")).to_be_hidden()
    for panel in ("#score", "#moves", "#actions"):
        expect(page.locator(panel)).to_be_hidden()
    for route in held:
        route.continue_()
    page.unroute_all()
    table.await_turn()
    expect(page.locator("#table-seats")).not_to_be_empty()
    expect(table.moves.filter(has_text="take")).to_have_count(2)
    assert not [text for text in drawn if text in page.content()]
