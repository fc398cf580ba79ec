"""Other actions tried from the positions of a game: lines that leave it, and the record that keeps them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.play.records.variations import Variation
from sse_core.web.trial_lines import MAX_LINE, MAX_TRIED


def played(table: Table, moves: int = 3, game: str = "small_star_empires", players: int = 2, **more: Any) -> str:
    """A game of people after so many actions."""
    room = table.open(game, ["human"] * players, seed=3, **more)
    for _ in range(moves):
        table.act(room, table.settled(room))
    return room


def words_of(shown: dict[str, Any], action: dict[str, Any]) -> str:
    return f"{shown['seats'][shown['tries']['seat']]['letter']} {action['text']}"


def test_a_line_leaves_the_game_as_it_is(table: Table) -> None:
    room = played(table, fields={"map": "duel"})
    before = table.get(room)
    assert before["is_latest"]
    assert (before["tries"], before["line"]) == (None, [])
    shown = table.get(room, ply=1)
    assert not shown["is_latest"]
    assert shown["legal"] is None
    record = sse.read(table.get(f"{room}/record"))
    state = [*record.states()][1]
    assert [action["id"] for action in shown["tries"]["legal"]] == list(state.legal_ids())
    line: list[str] = []
    for action in (shown["tries"]["legal"][-1], None, None):
        chosen = action or shown["tries"]["legal"][0]
        line.append(words_of(shown, chosen))
        state = state.after(chosen["id"])
        shown = table.get(room, ply=1, line="\n".join(line))
        assert [f"{move['letter']} {move['text']}" for move in shown["line"]] == line
        assert [move["ply"] for move in shown["line"]] == [2 + place for place in range(len(line))]
        assert (shown["ply"], shown["last_ply"], shown["is_latest"]) == (1 + len(line), 3, False)
        assert shown["moves"] == before["moves"]
        for what in ("position", "link"):
            assert table.get(f"{room}/{what}", ply=1, line="\n".join(line)) == (
                f"{sse.format_state(state)}\n" if what == "position" else shown_link(table, sse.format_state(state))
            )
        assert shown["svg"] == table.get(f"{room}/picture.svg", ply=1, line="\n".join(line))
    now = table.get(room)
    assert {**now, "svg": ""} == {**before, "svg": ""}


def shown_link(table: Table, text: str) -> dict[str, str]:
    room = table.open(text=text)
    found: dict[str, str] = table.get(f"{room}/link")
    return found


def test_the_end_of_a_line_says_who_would_win(table: Table) -> None:
    room = played(table, 1, fields={"map": "duel"})
    line: list[str] = []
    shown = table.get(room, ply=0)
    while shown["tries"]:
        line.append(words_of(shown, shown["tries"]["legal"][0]))
        shown = table.get(room, ply=0, line="\n".join(line))
    assert shown["situation"].startswith("So the game would end: ")
    assert not shown["finished"]


def test_chance_is_chosen_in_a_line(table: Table) -> None:
    """What comes is not drawn: nobody looks into the future of the game so."""
    room = played(table, 2, "micro_space_empire", 1)
    shown = table.get(room, ply=1)
    assert shown["tries"]["seat"] == -1
    assert len(shown["tries"]["legal"]) > 1
    for action in shown["tries"]["legal"]:
        again = table.get(room, ply=1, line=f"? {action['text']}")
        assert again["line"][0]["letter"] == "?"


def test_after_resigning_the_last_position_can_be_tried(table: Table) -> None:
    room = played(table, 2, fields={"map": "duel"})
    assert table.get(room)["tries"] is None
    shown = table.get(room)
    table.post(f"{room}/resign", version=shown["version"], seat=shown["person"])
    assert table.get(room)["tries"]


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("A", 400, "move 1 of the line is no seat with an action, such as A "),
        ("X a1-a2=C", 400, "move 1 of the line is no seat"),
        (f"A {'x' * 3000}", 400, "move 1 of the line is no seat"),
        ("A fly", 400, "move 1 of the line: "),
        ("B fly\n", 400, "move 1 of the line: "),
        ("A a1-a1=C", 409, "move 1 of the line: "),
        ("\n".join(["A a1-a2=C"] * (MAX_LINE + 1)), 400, f"201 moves, and {MAX_LINE} is the most here"),
    ],
)
def test_a_line_that_cannot_be_is_refused(table: Table, line: str, status: int, message: str) -> None:
    room = played(table, 1, fields={"map": "duel"})
    for what in ("", "/position", "/picture.svg", "/link"):
        assert message in table.get(room + what, status, ply=0, line=line)["error"]


def test_why_not_is_answered_in_a_line(table: Table) -> None:
    room = played(table, 2, fields={"map": "duel"})
    shown = table.get(room, ply=0)
    first = shown["tries"]["legal"][0]["steps"][0]["key"]
    asked = table.post(f"{room}/why", seat=0, ply=0, keys=[first, first])
    assert asked["clause"] == "E3.1"
    line = words_of(shown, shown["tries"]["legal"][0])
    assert table.post(f"{room}/why", seat=1, ply=0, line=line, keys=[first])["reason"]
    assert "nothing can be tried" in table.post(f"{room}/why", 409, seat=0, ply=0, line=line, keys=[first])["error"]
    assert "nothing can be tried" in table.post(f"{room}/why", 409, seat=0, ply=2, keys=[first])["error"]


# --- the record


def test_the_record_has_what_the_page_tried_and_gives_it_back(table: Table) -> None:
    room = played(table, 3, fields={"map": "duel"})
    plain = table.get(f"{room}/record")
    tries = table.get(room, ply=1)["tries"]["legal"]
    other = next(each["text"] for each in tries if each["text"] != table.get(room)["moves"][1]["text"])
    variations = [{"number": 2, "actions": [other], "players": [1]}]
    text = table.http.post(f"{room}/record", json={"variations": variations}).text
    record = sse.read(text)
    assert [each.texts for each in record.variations] == [(other,)]
    assert sse.format_game(record.line()) + "\n" == plain
    assert table.http.post(f"{room}/record", json={"variations": []}).text == plain
    opened = table.post("/api/rooms", 201, game="small_star_empires", text=text)
    assert opened["variations"] == variations
    assert "variations" not in table.post("/api/rooms", 201, game="small_star_empires", text=plain)


def deep(levels: int) -> Any:
    return [{"number": 1, "actions": [], "players": [], "variations": deep(levels - 1)}] if levels else []


@pytest.mark.parametrize(
    ("variations", "message"),
    [
        ("x", "variations is an array"),
        ([3], "variations is an object"),
        (None, "variations is an array"),
        ([{"number": 2}], "the key 'actions' is missing"),
        ([{"number": 2, "actions": ["fly"], "players": [1]}], "variation 1, move 2: "),
        ([{"number": 9, "actions": ["fly"], "players": [1]}], "begins with move 9"),
        ([{"number": 1, "actions": ["a"] * 501, "players": [0] * 501}], f"501 moves, and {MAX_TRIED} is the most"),
        (deep(300), "nested too deeply"),
    ],
)
def test_variations_that_cannot_be_are_refused(table: Table, variations: Any, message: str) -> None:
    room = played(table, 2, fields={"map": "duel"})
    assert message in table.post(f"{room}/record", 400, variations=variations)["error"]


# --- secrets


def test_nothing_is_tried_while_the_game_has_secrets(table: Table) -> None:
    room = table.open("jump_wars", ["human", "human"], seed=5, fields={"turns": 2})
    for _ in range(3):
        shown = table.settled(room)
        table.act(room, shown)
    shown = table.get(room, ply=1)
    assert shown["tries"] is None
    line = f"A {shown['moves'][1]['text']}"
    for what in ("", "/position", "/picture.svg", "/link"):
        assert "can be tried after its end" in table.get(room + what, 409, ply=1, line=line)["error"]
    assert "secrets" in table.post(f"{room}/record", 409, variations=[])["error"]
    assert table.post(f"{room}/why", 409, seat=0, ply=1, keys=["x"])["error"]
    shown = table.get(room)
    table.post(f"{room}/resign", version=shown["version"], seat=shown["person"])
    if table.get(room)["finished"]:
        assert table.get(room, ply=1)["tries"]


@pytest.mark.ci
def test_the_variations_of_a_secret_game_are_not_given_back(table: Table) -> None:
    start = sse.GAMES["jump_wars"].new_game(seed=5)
    first, second = start.legal_ids()[:2]
    player = start.to_act[0]
    record = sse.GameRecord(start, [(player, first)], variations=[Variation(1, [(player, second)])])
    text = sse.format_game(record)
    opened = table.post("/api/rooms", 201, game="jump_wars", players=["human", "human"], text=text)
    assert "variations" not in opened
    assert table.post("/api/rooms", 201, game="jump_wars", players=["random"] * 2, text=text)["variations"]
