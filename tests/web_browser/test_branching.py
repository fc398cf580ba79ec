"""Branches: other actions tried from earlier positions, walked through, kept in the browser and in the record."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect
from tests.web_browser.people import Table
from tests.web_browser.preparing import room, text_of
from tests.web_browser.test_accessibility import assert_accessible
from tests.web_browser.visits import Visit

import sse_core as sse


def test_other_actions_are_tried_and_kept(visit: Visit, tmp_path: Path) -> None:
    text = text_of(sse.new_game(sse.maps()["duel"]), 6)
    record = sse.read(text)
    page = visit.tab(room(visit.context, "small_star_empires", ["human", "human"], text=text))
    table = Table(page)
    table.await_turn()
    # Go back, and try what the game didn't do: the game stays as it is.
    table.moves.nth(1).click()
    table.expect_ply(2, 6)
    shown = table.shown("?ply=2")
    other = next(each for each in shown["tries"]["legal"] if each["text"] != record.texts[2])
    for step in other["steps"]:
        table.choose(step)
    branch = page.get_by_role("list", name="Branch 3.")
    expect(branch.get_by_role("button")).to_have_count(1)
    expect(branch.get_by_role("button")).to_have_attribute("aria-current", "step")
    expect(table.ply).to_have_text("3 of 3 in a branch")
    expect(table.turn).to_contain_text("Move 4")
    assert table.shown()["last_ply"] == 6
    second_tab = visit.tab(page.url)
    expect(second_tab.get_by_role("button", name="in a branch")).to_have_count(1)
    # Another one, typed; what is refused is told, and leaves no trace.
    page.keyboard.press("/")
    page.keyboard.type("b1-b1=C\n")
    expect(table.refusal).to_be_visible()
    reply = table.shown(f"?ply=2&line=A {other['text']}")["tries"]["legal"][0]["text"]
    page.get_by_label("An action in notation").fill(reply)
    page.keyboard.press("Enter")
    expect(table.ply).to_have_text("4 of 4 in a branch")
    # A branch of the branch. Esc leaves the field, and then the arrow keys step.
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(table.ply).to_have_text("3 of 4 in a branch")
    second = table.shown(f"?ply=2&line=A {other['text']}")["tries"]["legal"][1]
    page.get_by_label("An action in notation").fill(second["text"])
    page.keyboard.press("Enter")
    inner = branch.get_by_role("list", name="Branch 4.")
    expect(inner.get_by_role("button")).to_have_count(1)
    expect(second_tab.get_by_role("button", name="in a branch")).to_have_count(3)
    second_tab.close()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    table.expect_ply(0, 6)
    # A reload keeps them, and buttons go there; the keys walk along the line.
    page.reload()
    inner.get_by_role("button").click()
    expect(table.ply).to_have_text("4 of 4 in a branch")
    expect(inner.get_by_role("button")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(table.ply).to_have_text("3 of 4 in a branch")
    page.keyboard.press("End")
    expect(table.ply).to_have_text("4 of 4 in a branch")
    page.keyboard.press("Escape")
    table.expect_ply(2, 6)
    # The record has the tree, and a new game that begins with it has it, too.
    with page.expect_download() as download:
        page.get_by_role("link", name="Record").click()
    path = tmp_path / "game.sse"
    download.value.save_as(path)
    saved = sse.read(path.read_text(encoding="utf-8"))
    assert saved.texts == record.texts
    assert [each.texts for each in saved.variations] == [(other["text"], reply)]
    assert [each.texts for each in saved.variations[0].variations] == [(second["text"],)]
    page.goto("/")
    expect(page.locator("#preview svg")).to_have_count(1)
    page.get_by_label("Open a file").set_input_files(path)
    # A computer player might answer with the move of a branch, and the branch would be the game.
    page.get_by_label("Player in seat B").select_option("human")
    page.get_by_role("button", name="Start the game").click()
    table.await_turn()
    expect(branch.get_by_role("button", name="in a branch")).to_have_count(3)
    # What the game itself does goes on from there: the branch is the game now, but for its other end.
    table.moves.nth(1).click()
    table.expect_ply(2, 6)
    table.button("Play on from here").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    table.expect_ply(2)
    table.take(other)
    expect(page.get_by_role("list", name="Branch 4.")).to_have_count(2)
    # Each can be removed.
    for left in (1, 0):
        page.get_by_role("button", name="Remove the branch").first.click()
        expect(page.get_by_role("list", name="Branch 4.")).to_have_count(left)
