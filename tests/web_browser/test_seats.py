"""Two people on two devices: links, names, who is here, whose turn it is, take-backs and the rematch."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from playwright.sync_api import Page, expect
from tests.web.test_clocks import DUEL, Time
from tests.web_browser.people import Table, words_of
from tests.web_browser.preparing import room
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

from sse_core.web.server import serving


def seat(page: Page, text: str) -> None:
    """Wait until a line of the table says this."""
    lines = page.get_by_role("region", name="At the table").get_by_role("listitem")
    expect(lines.filter(has_text=text)).to_be_visible()


def test_two_people_play_on_two_devices(visits: Callable[..., Visit]) -> None:
    here, there, elsewhere = visits(), visits(), visits()
    # Anna opens a game, and gets a link for the other one.
    page = here.tab("/?p=" + shared_duel(here))
    page.get_by_label("Player in seat B").select_option("human")
    page.get_by_role("radio", name="each on their own device").check()
    page.get_by_role("textbox", name="Your name").fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    invitation = page.get_by_role("dialog", name="Invite the others")
    link = invitation.get_by_role("textbox", name="Link for who plays B").input_value()
    assert_accessible(page)
    watch = invitation.get_by_role("textbox", name="Link for those who watch").input_value()
    invitation.get_by_role("button", name="Close").click()
    anna = Table(page)
    seat(page, "nobody yet")
    assert "#" not in page.url
    # Ben opens it, and says a name.
    ben = Table(there.tab(link))
    expect(ben.page).to_have_url(watch)
    seat(ben.page, "Anna")
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.page.get_by_role("button", name="Save name").click()
    seat(page, "Ben")
    seat(page, "● here")
    # A third one watches, and can do nothing.
    third = Table(elsewhere.tab(link))
    watches = "You watch this game, and see what all players know."
    expect(third.refusal).to_have_text(f"Somebody has taken this seat with the link already. {watches}")
    assert [line.split()[0] for line in elsewhere.watch.refusals()] == ["410"]
    # Where a part of the link is missing, that is said, and not that it was used.
    third.page.goto("about:blank")
    third.page.goto(f"{watch}#B")
    expect(third.refusal).to_contain_text("This link to a seat isn't whole")
    expect(third.refusal).to_contain_text(watches)
    assert [line.split()[0] for line in elsewhere.watch.refusals()] == ["403"]
    third.page.goto(watch)
    expect(third.page.get_by_text(watches)).to_be_visible()
    # Who opens it with a seat of one's own keeps that, and doesn't watch.
    again = Table(here.tab(link))
    expect(again.refusal).to_have_text("Somebody has taken this seat with the link already.")
    assert [line.split()[0] for line in here.watch.refusals()] == ["410"]
    again.page.close()
    for other in (ben, third):
        expect(other.page.get_by_role("heading", name="Anna is to act")).to_be_visible()
        expect(other.button("Hint")).to_be_disabled()
    expect(third.button("Resign")).to_be_hidden()
    # The page and the tab of who is to act say so.
    expect(anna.turn).to_have_text(words_of(r"Your turn \(move 1\)\.$"))
    expect(ben.turn).to_have_text(words_of(r"Move 1: A \(Anna\) is to act\.$"))
    expect(third.turn).to_have_text(words_of(r"Move 1: A \(Anna\) is to act\.$"))
    expect(page).to_have_title("● Your turn · Small Star Empires")
    expect(ben.page).to_have_title("Anna is to act · Small Star Empires")
    anna.play_one()
    expect(ben.page).to_have_title("● Your turn · Small Star Empires")
    expect(third.page).to_have_title("Ben is to act · Small Star Empires")
    # Nobody takes back another one's move, and the own one is asked for.
    expect(ben.button("Take back")).to_be_disabled()
    anna.button("Take back").click()
    expect(page.locator("#asked-words")).to_have_text("You ask to take back the last move. Waiting for Ben.")
    expect(ben.page.locator("#asked-words")).to_have_text("Anna asks to take back the last move.")
    assert_accessible(ben.page)
    ben.button("Refuse").click()
    expect(page.locator("#made")).to_have_text("The take-back was refused.")
    anna.button("Take back").click()
    ben.button("Agree").click()
    anna.expect_ply(0)
    anna.play_one()
    ben.expect_ply(1)
    # The seat outlasts a reload, and the sound can be switched off.
    ben.page.reload()
    seat(ben.page, "Ben")
    ben.button("Sound on").click()
    expect(ben.button("Sound off")).to_be_visible()
    ben.play_one()
    anna.expect_ply(2)
    # The list of games knows the seat of this browser, too.
    listed = here.tab().locator("#recent").get_by_role("listitem")
    expect(listed).to_contain_text("Your turn (move 3).")
    listed = there.tab().locator("#recent").get_by_role("listitem")
    expect(listed).to_contain_text("Move 3: A (Anna) is to act.")
    # Who leaves is away.
    elsewhere.close()
    expect(page.get_by_text("1 watches")).to_be_hidden()
    # The rematch is offered to both, with the seats turned.
    ben.button("Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(anna.result).to_contain_text("A (Anna) wins")
    anna.button("Rematch").click()
    page.wait_for_url(lambda url: url != watch)
    expect(ben.page.locator("#made")).to_have_text("Anna offers a rematch.")
    ben.button("Join the rematch").click()
    expect(ben.page).to_have_title("● Your turn · Small Star Empires")
    assert ben.page.url == page.url != watch


def test_a_game_goes_on_without_whom_it_waits_for(visits: Callable[..., Visit]) -> None:
    time = Time(flows=True)
    with serving(workers=1, now=time) as url:
        here, there = (visits(SimpleNamespace(url=url)) for _ in range(2))
        opened = here.context.request.post("/api/rooms", data={**DUEL, "seats": "own", "name": "Anna"}).json()["id"]
        (link,) = here.context.request.get(f"/api/rooms/{opened}/seats").json()["links"][1:]
        ben = there.tab(link["url"])
        anna = Table(here.tab(f"/g/{opened}"))
        seat(anna.page, "● here")
        ben.close()
        seat(anna.page, "○ away")
        anna.play_one()
        absent = anna.page.get_by_role("group", name="The game waits for B, who has been away for two minutes.")
        expect(absent).to_be_hidden()
        time.goes(120)
        # Whoever asks first finds that it is so, and all are told.
        anna.shown()
        expect(absent).to_be_visible()
        assert_accessible(anna.page)
        absent.get_by_role("button", name="Let a bot play on").click()
        anna.expect_ply(2)
        seat(anna.page, "Beginner")
        # Ben is back, and plays on.
        ben = there.tab(f"/g/{opened}")
        replaced = ben.get_by_role("group", name="You were away, and a bot plays at your seat.")
        replaced.get_by_role("button", name="Play on yourself").click()
        expect(replaced).to_be_hidden()
        anna.play_one()
        Table(ben).play_one()
        anna.expect_ply(4)
        # Once more, and now the game ends.
        anna.play_one()
        ben.close()
        seat(anna.page, "○ away")
        time.goes(120)
        anna.shown()
        absent.get_by_role("button", name="End the game").click()
        anna.page.get_by_role("dialog").get_by_role("button", name="End the game").click()
        expect(anna.result).to_contain_text("B has left after 5 moves: A (Anna) wins.")
        expect(absent).to_be_hidden()
        anna.page.close()


def shared_duel(visit: Visit) -> str:
    """The position, in an address, with which a duel begins."""
    path = room(visit.context, "small_star_empires", ["human", "human"], fields={"map": "duel"})
    url: str = visit.context.request.get(path.replace("/g/", "/api/rooms/") + "/link").json()["url"]
    return url.removeprefix("/?p=")


def test_only_one_plays_at_this_screen(visit: Visit) -> None:
    """It outlasts a reload, and can be ended. Nobody's view is shown before somebody has said who looks."""
    page = visit.tab(room(visit.context, "jump_wars", ["human", "human"], seed=5))
    first = page.locator("#cover-title .badge").inner_text()
    other = "B" if first == "A" else "A"
    page.get_by_role("button", name=f"Only {other} plays here").click()
    expect(page.locator("#board svg")).to_be_visible()
    page.reload()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.get_by_role("heading", name=f"{first} is to act", exact=True)).to_be_visible()
    page.get_by_role("button", name="Others play here, too").click()
    expect(page.get_by_role("heading", name=f"Pass the screen to {first}")).to_be_visible()
    assert page.locator("#board svg").count() == 0
    # With a bot that thinks, nobody is to act, and no view is shown either.
    page = visit.tab(room(visit.context, "jump_wars", ["mcts:30s", "human", "human"], seed=1, fields={"turns": 2}))
    expect(page.get_by_role("button", name="I am B: show my view")).to_be_visible()
    assert page.locator("#board svg").count() == 0
