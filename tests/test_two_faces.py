"""Parts that the terminal and the page share: moves, who may see them, searches, contents, sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from tests import bids, heaps

import sse_core as sse
from sse_core import micro_space_empire
from sse_core.game import CHANCE, Step
from sse_core.play.records.contents import content_of
from sse_core.play.records.pictures import title_of
from sse_core.play.records.played import PlayedMove, last_actions, played
from sse_core.play.records.record import GameRecord
from sse_core.play.search.analysis_json import analysis_object, texts_of
from sse_core.play.search.monte_carlo import Budget, search_of
from sse_core.play.search.running import search_in_parts
from sse_core.play.seats import label_of, labels_of, letter_of, tags_of
from sse_core.play.sentences import refusal_of, result_of
from sse_core.play.steps import stepper, words_of
from sse_core.play.visibility import Visibility, seen_by
from sse_core.small_star_empires import Campaign

ROUND = [(0, "take 1"), (1, "take 2"), (CHANCE, "a stone")]
"""A round of Heaps: two sealed orders, which chance follows."""


def moves_of(start: Any, moves: Sequence[tuple[int, Any]]) -> list[PlayedMove]:
    """Play moves from a start."""
    found: list[PlayedMove] = []
    state = start
    for player, action in moves:
        found.append(played(state, player, action, found[-1] if found else None))
        state = found[-1].after
    return found


# --- moves, and who sees them


def test_a_move_is_sealed_while_others_still_write() -> None:
    assert [move.sealed for move in moves_of(heaps.new_game(), ROUND * 2)] == [True, False, False, True, False, False]


def test_an_order_is_seen_by_its_writer_until_the_last_one_opens_it() -> None:
    moves = moves_of(heaps.new_game(), ROUND)
    assert seen_by(moves[:1], 0) == [True]
    assert seen_by(moves[:1], 1) == [False]
    assert seen_by(moves[:1], None) == [True]
    assert seen_by(moves, 0) == seen_by(moves, 1) == [True] * 3


def test_what_was_before_a_move_makes_no_difference_to_who_sees_it() -> None:
    moves = [
        *moves_of(heaps.new_game(), ROUND * 2),
        *moves_of(bids.new_game(), [(CHANCE, "card 2"), (CHANCE, "card 3")]),
    ]
    for seat, begin in product((0, 1), range(len(moves))):
        assert seen_by(moves[begin:], seat) == seen_by(moves, seat)[begin:]


def test_several_persons_see_together_what_each_of_them_may_see() -> None:
    moves = moves_of(heaps.new_game(), ROUND)
    visibility = Visibility((0, 1))
    assert [visibility.add(move) for move in moves] == [[], [0, 1], [2]]
    assert visibility.seen == [True] * 3


def test_a_hidden_card_is_no_last_action_of_who_may_not_see_it() -> None:
    # Chance deals a card to each seat, face down.
    moves = moves_of(bids.new_game(), [(CHANCE, "card 2"), (CHANCE, "card 3")])
    seen = {seat: seen_by(moves, seat) for seat in (0, 1)}
    assert seen == {0: [True, False], 1: [False, True]}
    for seat in (0, 1):
        assert last_actions(moves, seen[seat]) == [
            move.action for move, is_seen in zip(moves, seen[seat], strict=True) if is_seen
        ]
    together = Visibility((0, 1))
    assert [together.add(move) for move in moves] == [[], []]


def test_the_last_turn_has_the_actions_since_one_that_continues_none() -> None:
    moves = moves_of(heaps.new_game(), ROUND)
    last: list[Any] = []
    for place, move in enumerate(moves, 1):
        last = [*(last if move.continues else []), move.action]
        assert last_actions(moves, [True] * place) == last
    assert last_actions([], []) == []


# --- searches


def test_a_search_in_parts_ends_when_its_visits_are_made() -> None:
    search = search_of(heaps.new_game())
    *_, (found, done) = search_in_parts(search, Budget(30, None, search.default_visits))
    assert (found.visits, done) == (30, True)


def test_a_search_in_parts_ends_when_what_was_found_is_enough() -> None:
    search = search_of(sse.small_star_empires.new_game(seed=1))
    parts = search_in_parts(search, Budget(None, 60, search.default_visits), first=0.01, is_enough=lambda found: True)
    assert [done for _, done in parts] == [True]


def test_a_search_in_parts_tells_something_however_short_its_time() -> None:
    search = search_of(micro_space_empire.new_game())
    *_, (found, done) = search_in_parts(search, Budget(None, 1e-9, search.default_visits))
    assert found.lines
    assert done


def test_the_object_of_an_analysis_has_texts_as_people_write_them() -> None:
    state = micro_space_empire.new_game()
    found = sse.analyse(state, visits=40, seed=1)
    whole = analysis_object(found, found.lines[:1], state)
    assert (whole["ply"], whole["player"], len(whole["lines"])) == (0, 0, 1)
    (line,) = whole["lines"]
    assert line["action"] == line["line"][0] == micro_space_empire.format_action(found.lines[0].action)
    assert texts_of(found.lines[0], state, most=1) == line["line"][:1]


# --- contents


def test_contents_are_told_apart() -> None:
    duel = sse.load_map("duel")
    start = sse.new_game(duel)
    campaign = Campaign(2, 5)
    record = GameRecord(start, [start.legal_actions()[0]], {"seed": "3"})
    found = [content_of(value) for value in (duel, start, record, campaign)]
    assert [each.kind for each in found] == ["map", "position", "record", "campaign"]
    assert [each.state for each in found] == [start, start, record.final, campaign.next_game()]
    assert [dict(each.tags) for each in found] == [{}, {}, {"seed": "3"}, {}]
    assert {each.players for each in found} == {2}
    with pytest.raises(sse.NotationError, match="Heaps has nothing to show of this"):
        content_of(3, heaps)


# --- words


def test_seats_have_letters_and_names() -> None:
    game = sse.GAMES["small_star_empires"]
    tags = tags_of(7, ["human", "greedy"], game)
    assert tags == {"seed": "7", "A": "human", "B": "greedy"}
    assert [letter_of(player, game) for player in (CHANCE, 0, 1)] == ["?", "A", "B"]
    assert [label_of(player, tags, game) for player in (CHANCE, 1, 2)] == ["chance", "B (greedy)", "C"]
    assert labels_of((0, 1), tags, game) == "A (human) and B (greedy)"


def test_the_result_is_a_sentence() -> None:
    state = heaps.new_game()
    while state.to_act:
        state = state.after(state.legal_ids(state.to_act[0])[0], state.to_act[0])
    words = result_of(state, {"A": "human"}, heaps)
    assert words.startswith("A (human)")
    assert words.endswith(f"after {state.ply} plies: {heaps.verdict(state)}.")


def test_the_title_of_a_game_names_players_as_sentences_do() -> None:
    tags = {"A": "greedy", "B": "human"}
    state, moves = heaps.new_game(), list[Any]()
    while state.to_act:
        moves.append((state.to_act[0], state.legal_actions()[0]))
        state = state.after(moves[-1][1], moves[-1][0])
    winners = labels_of(state.outcome.winners, tags, heaps) if state.outcome else ""
    assert winners
    players = ", ".join(label_of(seat, tags, heaps) for seat in (0, 1))
    for n, end in ((0, "unfinished"), (len(moves), winners)):
        title = title_of(GameRecord(heaps.new_game(), moves[:n], tags))
        assert title.startswith(f"{heaps.INFO.title}: {players}; {n} plies, {end}"), title
    assert result_of(state, tags, heaps).startswith(winners)


def test_a_refusal_has_no_place_in_a_text() -> None:
    assert refusal_of(sse.NotationError("no such cell", "z9", 1)) == "no such cell"
    assert refusal_of(sse.SetupError("too few", 3, 1)) == "line 3, column 1: too few"


def test_steps_are_those_of_the_game_or_made_of_the_text() -> None:
    state = sse.new_game(sse.load_map("duel"))
    action = state.legal_actions()[0]
    steps = stepper(state)(action)
    assert len(steps) > 1
    assert words_of(steps) == ", ".join(step.words for step in steps)
    assert stepper(heaps.new_game())("take 1") == (Step("take 1", "take 1"),)
    assert stepper(heaps.new_game(), lambda text: [Step(word, word) for word in text.split()])("take 1")[1].key == "1"
