"""The form for a new game: bad texts, drawn maps, records and positions, and what every field does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Response, Route, expect
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import text_of
from tests.web_browser.visits import Visit

import sse_core as sse

NIGHTLY = pytest.mark.nightly

DRAWN = "ships: 2\n\nA 1 . r\n 2 3 1\n. g b B"


def text_box(page: Page) -> None:
    page.get_by_text("Draw or paste your own").click()


def test_pictures_of_maps_are_loaded_when_they_come_near(visit: Visit) -> None:
    page = visit.tab()
    pictures = page.locator("#gallery img")
    expect(pictures.first).to_have_attribute("src", re.compile("/base-2p/"))
    last = pictures.last
    expect(last).not_to_have_attribute("src", re.compile("."))
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("src", re.compile(r"/unexplored-4p/.*theme=light"))
    page.wait_for_function("() => [...document.querySelectorAll('#gallery img')].at(-1).naturalWidth > 0")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("ships: 2\n\nA 1 . r\n 2 Q 1\n. g b B", "line 4.*column 4.*Q", id="a bad map"),
        pytest.param("ships: 2\n\nA 1 . r\n 2 3 1", "player B|homeworld", id="a map for one", marks=NIGHTLY),
        pytest.param(
            text_of(sse.new_game(sse.maps()["duel"]), 4).replace("a1-", "a1~", 1),
            "line",
            id="a bad record",
            marks=NIGHTLY,
        ),
        pytest.param("sse-game 1\nno such thing", "line 2", id="a broken record", marks=NIGHTLY),
        pytest.param("<script>alert(1)</script>", "line 1", id="markup", marks=NIGHTLY),
    ],
)
def test_a_bad_text_is_one_clear_line(visit: Visit, text: str, words: str) -> None:
    """And nothing that was filled in is lost. What is said of other texts is asked of the server, in `tests/web`."""
    page = visit.tab()
    page.get_by_label("Player in seat B").select_option("greedy")
    page.get_by_label("Seed", exact=True).fill("12345")
    page.get_by_role("switch", name=words_of("^open borders")).check()
    text_box(page)
    box = page.get_by_label("Text of a map, a position or a record")
    box.fill(text)
    alert = page.get_by_role("alert").filter(visible=True)
    expect(alert).to_have_text(re.compile(words))
    page.get_by_role("button", name="Start the game").click()
    expect(alert.first).to_have_text(re.compile(words))
    for line in alert.all_inner_texts():
        assert "\n" not in line.strip()
    expect(page).to_have_url(f"{visit.url}/")
    expect(box).to_have_value(text)
    expect(page.get_by_label("Player in seat B")).to_have_value("greedy")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("12345")
    expect(page.get_by_role("switch", name=words_of("^open borders"))).to_be_checked()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    assert {line.split()[0] for line in visit.watch.refusals()} == {"400"}


def test_a_text_is_an_example_a_file_or_typed_and_is_shown_and_played(visit: Visit) -> None:
    page = visit.tab()
    text_box(page)
    text = page.get_by_label("Text of a map, a position or a record")
    # A drawing stands in columns, so each symbol is as wide as any other.
    expect(text).to_have_css("font-family", words_of("monospace"))
    page.get_by_role("button", name="Begin with an example").click()
    expect(page.locator("#preview svg")).to_be_visible()
    assert sse.parse_map(text.input_value()).players >= 2
    other = DRAWN.replace("3", "1")
    page.get_by_label(words_of("Open a file")).set_input_files(
        {"name": "my.map", "mimeType": "text/plain", "buffer": other.encode()}
    )
    expect(text).to_have_value(other)
    expect(page.locator("#preview").locator("title", has_text="b2: 1 planet")).to_have_count(1)
    text.fill(DRAWN)
    preview = page.locator("#preview")
    for system in ("a1: homeworld of A", "c4: homeworld of B", "b2: 3 planets"):
        expect(preview.locator("title", has_text=system)).to_have_count(1)
    page.get_by_label("Player in seat B").select_option("human")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.place("b2")).to_be_visible()
    table.play(turns=2)
    table.expect_ply(2)


def test_a_pasted_record_goes_on_where_it_ends(visit: Visit) -> None:
    page = visit.tab()
    text_box(page)
    page.get_by_label("Text of a map, a position or a record").fill(text_of(sse.new_game(sse.maps()["duel"]), 6))
    page.get_by_label("Player in seat B").select_option("human")
    expect(page.locator("#preview").get_by_role("img").or_(page.locator("#preview svg")).first).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.expect_ply(6)
    expect(table.moves).to_have_count(6)
    table.play(turns=1)
    table.expect_ply(7)


def test_a_late_picture_changes_nothing(visit: Visit) -> None:
    """Choosing another game while the picture of the first is drawn cancels the picture, and keeps the choice."""
    page = visit.context.new_page()
    page.clock.install(time=0)
    page.route("**/api/draw", lambda route: held.append(route), times=1)
    held: list[Route] = []
    with page.expect_request("**/api/draw"):
        page.goto("/")
    # The clock stands: the pause after which the next picture is asked for doesn't end.
    page.clock.pause_at(60_000)
    visit.watch.may_lose_server = True
    with page.expect_event("requestfailed"):
        page.get_by_role("radio", name="Jump Wars").check()
    page.clock.resume()
    expect(page.locator("#preview svg > title")).to_have_text(re.compile("^Jump Wars"))
    expect(page.get_by_role("radio", name="Jump Wars")).to_be_checked()


def answers_seed(seed: str, answer: Response) -> bool:
    """Whether this is the answer to a request with this seed."""
    return f'"seed":"{seed}"' in (answer.request.post_data or "")


def test_the_same_seed_draws_the_same_map(visit: Visit) -> None:
    page = visit.tab()
    titles = page.locator("#preview [data-place] > title")
    seen: list[list[str]] = []
    for seed in ("1", "2", "1"):
        with page.expect_response(partial(answers_seed, seed)) as answer:
            page.get_by_label("Seed", exact=True).fill(seed)
        assert answer.value.ok
        expected = re.findall(r"<title>(\w+: [^<]*)</title>", answer.value.json()["svg"])
        expect(titles).to_have_text(expected, use_inner_text=False)
        seen.append(expected)
    assert seen[0] == seen[2] != seen[1]


def test_starts_and_levels_have_names(visits: Callable[..., Visit]) -> None:
    """A start has that of its game, a level its Elo where that is known, with the digits of the language."""
    page = visits().tab()
    expect(page.get_by_role("radio", name="Six black holes for 2")).to_have_value("base-2p-black-holes")
    levels = page.get_by_label("Player in seat B").locator("optgroup").first.locator("option")
    assert [re.sub(r"\d", "0", level) for level in levels.all_inner_texts()] == [
        "Beginner · about 000",
        "Club · about 0,000",
        "Expert · about 0,000",
        "Master · about 0,000",
    ]
    page.get_by_role("radio", name="Jump Wars").check()
    expect(page.get_by_role("radio", name="Without offers")).to_have_value("no-trade")
    assert levels.all_inner_texts() == ["Beginner", "Advanced", "Strong", "Very strong"]
    page.goto("/edit?game=small_star_empires")
    expect(page.get_by_role("option", name="Six black holes for 2")).to_have_count(1)
    page = visits(locale="de-DE").tab()
    levels = page.get_by_label("Spieler auf Platz B").locator("optgroup").first.locator("option")
    expect(levels.nth(1)).to_have_text(re.compile(r"^Vereinsspieler · etwa \d\.\d{3}$"))
