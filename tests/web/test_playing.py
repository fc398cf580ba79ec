"""Whole games over HTTP, played by clients of a real server: moves, undo, redo, resigning, looking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core import jump_wars, micro_space_empire
from sse_core.bots.naming import bot_named
from sse_core.game import CHANCE
from sse_core.play.turns import turns_of
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import parse_state

EVERYTHING = {
    "holes": "balanced",
    "unexplored": True,
    "rule": ["open_borders=yes", "toll_compulsory=no"],
    "edition": "first",
}
SHORT = {"turns": 2}
"""Jump Wars of two turns, each of which has some sixty plies."""


def chosen(texts: Sequence[str]) -> int:
    """Any one of some legal actions, by their texts alone: the page counts no plies that others have sealed."""
    return crc32(" ".join(texts).encode()) % len(texts)


def on_the_page(shown: Mapping[str, Any]) -> Any:
    return shown["legal"][chosen([action["text"] for action in shown["legal"]])]


def in_a_match(view: Any, player: int, rng: SplitMix64) -> Any:
    actions = view.legal_actions(player)
    return actions[chosen([sse.format_action(action, view) for action in actions])]


GAMES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("small_star_empires", ["human", "greedy"], {}),
    ("small_star_empires", ["human", "mcts:50", "random"], EVERYTHING),
    ("small_star_empires", ["human", "greedy", "human", "human"], {"holes": "black_holes"}),
    ("micro_space_empire", ["human"], {"expansion": True}),
    ("jump_wars", ["human", "random"], SHORT),
    ("jump_wars", ["human", "human", "greedy"], {"turns": 1, "grid": "hex", "no_trade": True}),
]
LONGEST = ("small_star_empires-4", "jump_wars-3")
"""They are left to CI: their games and numbers of players come up in others, too."""


def _names() -> list[Any]:
    named = {f"{game}-{len(who)}": (game, who, fields) for game, who, fields in GAMES}
    return [pytest.param(*row, id=name, marks=[pytest.mark.ci] * (name in LONGEST)) for name, row in named.items()]


@pytest.mark.parametrize(("game", "players", "fields"), _names())
def test_a_whole_game_is_the_one_that_a_match_plays(
    table: Table, game: str, players: list[str], fields: dict[str, Any]
) -> None:
    room = table.open(game, players, seed="11", fields=fields)
    end = table.play(room, on_the_page)
    record = sse.read(table.get(f"{room}/record"))
    assert end["result"] is not None
    assert end["last_ply"] == len(record.moves) == len(end["moves"])
    assert [move["text"] for move in end["moves"]] == [
        sse.format_action(action, state) for state, (_, action) in zip(record.states(), record.moves, strict=False)
    ]
    choosers = [in_a_match if name == "human" else bot_named(name, sse.GAMES[game]).choose for name in players]
    played = list(turns_of(record.start, choosers, 11))
    assert [(player, action) for player, action, _ in played] == list(record.moves)
    assert record.tags == {"seed": "11", **dict(zip(sse.GAMES[game].INFO.seats, players, strict=False))}


def test_a_game_has_the_start_that_the_command_sets_up(table: Table) -> None:
    room = table.open("small_star_empires", seed=5, fields={**EVERYTHING, "first": "B"})
    state = parse_state(table.get(f"{room}/position"))
    board = sse.base_map(2, seed=5, holes="balanced", unexplored=True)
    rules = sse.Rules(open_borders=True, toll_compulsory=False, edition="first")
    assert state == sse.new_game(board, rules=rules, first=1)
    assert sse.parse_map(table.get(f"{room}/map")) == board


def test_chance_is_drawn_and_told(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "human"], seed=3, fields={"unexplored": True})
    shown = table.get(room)
    explore = next(action for action in shown["legal"] if "explore" in action["steps"][-1]["words"])
    after = table.act(room, shown, id=explore["id"])
    reveal = after["moves"][1]
    assert (reveal["letter"], reveal["seat"], reveal["ply"], reveal["continues"]) == ("?", CHANCE, 2, True)
    assert reveal["text"].startswith("reveal=")
    assert "(E9" in reveal["effects"][0]


def test_undo_goes_back_across_a_reveal_and_redo_draws_the_same_tile(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "greedy"], seed=3, fields={"unexplored": True})
    start = table.get(room)
    assert (start["can_undo"], start["can_redo"]) == (False, False)
    explore = next(action for action in start["legal"] if "explore" in action["steps"][-1]["words"])
    table.act(room, start, id=explore["id"])
    after = table.settled(room)
    assert after["can_undo"]
    back = table.post(f"{room}/undo", version=after["version"])
    assert (back["ply"], back["legal"], back["svg"]) == (0, start["legal"], start["svg"])
    assert (back["can_undo"], back["can_redo"]) == (False, True)
    again = table.post(f"{room}/redo", version=back["version"])
    assert [move["text"] for move in again["moves"]] == [move["text"] for move in after["moves"]]
    assert again["svg"] == after["svg"]
    table.post(f"{room}/undo", version=again["version"])
    shown = table.get(room)
    table.act(room, shown, id=explore["id"])
    assert [move["text"] for move in table.settled(room)["moves"]] == [move["text"] for move in after["moves"]]


def test_another_move_forgets_what_was_undone(table: Table) -> None:
    room = table.open()
    shown = table.act(room, table.get(room))
    shown = table.act(room, shown)
    shown = table.post(f"{room}/undo", version=shown["version"])
    shown = table.post(f"{room}/undo", version=shown["version"])
    shown = table.act(room, shown, id=shown["legal"][-1]["id"])
    assert not shown["can_redo"]
    refused = table.post(f"{room}/redo", 409, version=shown["version"])
    assert refused == {"error": "there is nothing to do again", "clause": None}


def test_undo_goes_back_to_a_ply(table: Table) -> None:
    room = table.open()
    shown = table.get(room)
    for _ in range(6):
        shown = table.act(room, shown)
    back = table.post(f"{room}/undo", version=shown["version"], to=2)
    assert (back["ply"], back["last_ply"]) == (2, 2)
    again = table.post(f"{room}/redo", version=back["version"])
    assert again["svg"] == shown["svg"]
    refused = table.post(f"{room}/undo", 409, version=again["version"], to=-1)
    assert refused["error"] == "there is nothing to undo"


def test_a_bot_that_thinks_can_be_taken_back(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "mcts:30s"])
    shown = table.get(room)
    after = table.act(room, shown)
    assert (after["thinking"], after["person"], after["legal"]) == (1, None, None)
    assert after["situation"] == "Move 2: B (mcts:30s) is thinking."
    assert after["due"] == {"move": 2, "seats": [1], "thinks": True}
    back = table.post(f"{room}/undo", version=after["version"])
    assert (back["thinking"], back["person"], back["ply"]) == (None, 0, 0)


def test_old_versions_and_wrong_seats_are_refused(table: Table) -> None:
    room = table.open()
    shown = table.get(room)
    table.act(room, shown)
    stale = table.act(room, shown, 409)
    assert stale["error"] == "the game has gone on since: look at it as it stands now"
    shown = table.get(room)
    wrong = table.post(f"{room}/act", 409, version=shown["version"], seat=0, id=shown["legal"][0]["id"])
    assert wrong["error"] == "B is to act, not A"
    for seat in (5, -1):
        table.post(f"{room}/act", 400, version=shown["version"], seat=seat, id=0)
    assert table.get(room) == shown


def test_an_illegal_move_is_refused_with_its_clause(table: Table) -> None:
    room = table.open("small_star_empires", text="A 3 . 2 B")
    shown = table.act(room, table.get(room), text="a1-a3=S")
    refused = table.act(room, shown, 409, text="a5-a2=C")
    assert refused == {"error": "ship at a5 cannot reach a2: a3 is held by player A (E3.4)", "clause": "E3.4"}
    for text, clause in (("a5-a4", "E6.1"), ("a5-a9=C", None), ("a5-a1=C", "E3.4"), ("", None)):
        refused = table.act(room, shown, 400 if clause is None else 409, text=text)
        assert "line 1" not in refused["error"]
        assert refused["clause"] == clause
    assert table.act(room, shown, 409, id=len(sse.parse_map("A 3 . 2 B").actions) - 1)["clause"] == "E2.1"
    assert table.act(room, shown, 400, id=10**9)["error"].startswith("there is no action")
    assert table.get(room) == shown
    assert table.act(room, shown, text="A5-A4=c")["moves"][1]["text"] == "a5-a4=C"


def test_why_tells_the_clause(table: Table) -> None:
    room = table.open("small_star_empires", text="A 3 . 2 B")
    for keys, clause in ((["a2"], "E2.1"), (["a1", "a5"], "E3.4"), (["a1", "a1"], "E3.1"), (["stay"], "E2.1")):
        answer = table.post(f"{room}/why", seat=0, keys=keys)
        assert answer["clause"] == clause, answer
        assert answer["reason"].endswith(f"({clause})")
    assert table.post(f"{room}/why", seat=0, keys=["a1", "a2"]) == {"reason": "", "clause": None}
    assert table.post(f"{room}/why", seat=0, text="a1-a5=C")["clause"] == "E3.4"
    assert table.get(f"/api/rules/small_star_empires/{clause}")["text"].startswith("E2.1")
    table.post(f"{room}/why", 409, seat=1, keys=["a2"])


def test_resigning_ends_a_game_for_two_and_can_be_taken_back(table: Table) -> None:
    room = table.open()
    shown = table.act(room, table.get(room))
    end = table.post(f"{room}/resign", version=shown["version"], seat=1)
    assert end["finished"]
    assert end["result"] == "B resigns after 1 move: A wins."
    assert [seat["status"] for seat in end["seats"]] == ["", "resigned"]
    assert (end["legal"], end["person"], end["to_act"]) == (None, None, [])
    table.act(room, {**shown, "version": end["version"]}, 409, id=0)
    record = sse.read(table.get(f"{room}/record"))
    assert record.tags["resigned"] == "B"
    back = table.post(f"{room}/undo", version=end["version"])
    assert not back["finished"]
    assert back["ply"] == 0


def test_a_bot_plays_on_for_one_of_three_who_resigns(table: Table) -> None:
    room = table.open("small_star_empires", ["human"] * 3)
    shown = table.get(room)
    table.post(f"{room}/resign", version=shown["version"], seat=0)
    shown = table.settled(room)
    assert (shown["finished"], shown["person"], shown["ply"]) == (False, 1, 1)
    assert [seat["player"] for seat in shown["seats"]] == ["star:beginner", "human", "human"]


def test_a_rematch_turns_the_seats(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "greedy"], seed=4, fields={"holes": "black_holes"})
    table.play(room, on_the_page)
    other = f"/api/rooms/{table.post(f'{room}/rematch', 201)['id']}"
    shown = table.settled(other)
    assert [seat["player"] for seat in shown["seats"]] == ["greedy", "human"]
    assert (shown["person"], shown["ply"]) == (1, 1)
    assert shown["seed"] != "4"
    assert "x" in table.get(f"{other}/map")


def test_a_finished_game_is_stepped_through(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "greedy"], seed=2)
    end = table.play(room, on_the_page)
    record = sse.read(table.get(f"{room}/record"))
    for ply, state in enumerate(record.states()):
        shown = table.get(room, ply=ply, theme="light")
        assert (shown["ply"], shown["last_ply"], shown["legal"]) == (ply, end["last_ply"], None)
        assert parse_state(table.get(f"{room}/position", ply=ply)) == state
        rows = [list(row.values()) for row in sse.score_table(state)]
        assert shown["score"]["rows"] == rows
    assert table.get(f"{room}/picture.svg", ply=0, theme="print").startswith("<svg")
    assert "there is no ply 999" in table.get(room, 400, ply=999)["error"]


def test_bots_play_each_other_to_the_end(table: Table) -> None:
    room = table.open("micro_space_empire", ["planner"], seed=1)
    shown = table.settled(room)
    while not shown["finished"]:
        shown = table.settled(room)
    assert shown["person"] is None
    refused = table.post(f"{room}/undo", 409, version=shown["version"])
    assert refused["error"] == "there is nothing to undo"


def test_the_steps_of_each_legal_action_are_those_of_the_game(table: Table) -> None:
    for game in (jump_wars, micro_space_empire, sse.small_star_empires):
        room = table.open(game.INFO.name, ["human"] * game.INFO.least_players, seed=1)
        shown = table.get(room)
        state = game.new_game(seed=1).resolve(SplitMix64(0)) if game is micro_space_empire else None
        for action in shown["legal"]:
            assert action["steps"]
            if state is not None:
                found = game.steps(state, state.actions[action["id"]])
                assert [step["key"] for step in action["steps"]] == [step.key for step in found]


def test_a_hint_is_a_legal_action_in_words(table: Table) -> None:
    room = table.open("small_star_empires", ["human", "greedy"])
    shown = table.get(room)
    found = table.post(f"{room}/hint", seat=0, seconds=0.1)
    (action,) = [action for action in shown["legal"] if action["id"] == found["id"]]
    assert (found["text"], found["steps"]) == (action["text"], action["steps"])
    assert found["words"] == ", ".join(step["words"] for step in action["steps"])
    assert 0 <= found["value"] <= 1
    table.post(f"{room}/hint", 409, seat=1, seconds=0.1)
    for seconds in (0, -1, "1", None, True):
        table.post(f"{room}/hint", 400, seat=0, seconds=seconds)


def test_an_analysis_ends_when_the_win_is_proved(table: Table) -> None:
    room = table.open("small_star_empires", text="A 3 . 2 B")
    with table.events(room, "analysis") as events:
        found = list(events)
    assert [event["done"] for event in found] == [False] * (len(found) - 1) + [True]
    best = found[-1]["lines"][0]
    assert (best["value"], best["error"], len(best["margin"])) == ([1, 0], 0, 2)
    assert best["line"][0] == best["text"]
    legal = {action["text"] for action in table.get(room)["legal"]}
    assert {line["text"] for line in found[-1]["lines"]} == legal


def test_pictures_have_the_layout_that_is_asked_for(table: Table) -> None:
    """A game without narrow drawings has its own in any layout."""
    for game, is_narrow in (("micro_space_empire", True), ("small_star_empires", False)):
        room = table.open(game, ["human"] * (1 if is_narrow else 2))
        wide = table.get(room)["svg"]
        narrow = table.get(room, layout="narrow")["svg"]
        assert ('data-layout="narrow"' in narrow, narrow != wide) == (is_narrow, is_narrow)
        assert table.get(f"{room}/picture.svg", layout="narrow") == narrow
        assert table.get(room, layout="wide")["svg"] == wide
        assert "layout is 'wide' or 'narrow', not 'flat'" in table.get(room, 400, layout="flat")["error"]
        stop = table.get(f"/api/tours/{game}/1", layout="narrow")
        assert ('data-layout="narrow"' in stop["before"]["svg"]) == is_narrow
        first = table.get(room)["legal"][0]["id"]
        act = {"version": table.get(room)["version"], "seat": 0, "id": first, "layout": "narrow"}
        assert ('data-layout="narrow"' in table.post(f"{room}/act", **act)["svg"]) == is_narrow
