"""Reasons for an action in the numbers of a position: what is told, and all that stands behind it."""

from __future__ import annotations

import re
from statistics import fmean

import pytest
from hypothesis import given, settings

import sse_core as sse
from sse_core.play.search.reasons import Why, why
from sse_core.small_star_empires import FEATURES, Move, features, position
from sse_core.testing import states

LINE = position(sse.parse_map("A 3 . w 1 2 B"), ships=[[0], [6]], reserves=[(2, 1), (2, 1)])


def told(text: str) -> Why:
    return why(LINE, sse.parse_action(text, LINE))


@settings(max_examples=max(5, settings().max_examples // 10))
@given(states(stage="unfinished"))
def test_each_number_stands_beside_what_it_was_and_what_others_make_of_it(state: sse.State) -> None:
    action = state.legal_actions()[-1]
    found = why(state, action)
    if state.to_act == (sse.CHANCE,):
        assert found == Why(("Chance is to act: nothing is chosen.",), ())
        return
    after = state.after(action)
    others = [state.after(other) for other in state.legal_actions()[:-1]]
    seats = range(state.board.players)
    assert [(change.player, change.name) for change in found.changes] == [
        (seat, feature.name) for seat in seats for feature in FEATURES
    ]
    for change in found.changes:
        assert change.before == features(state, change.player)[change.name]
        assert change.after == features(after, change.player)[change.name]
        means = [features(other, change.player)[change.name] for other in others]
        assert change.others == (pytest.approx(fmean(means)) if means else None)
    assert len(found.sentences) <= 3
    assert all(sentence.endswith(".") for sentence in found.sentences)


def test_what_sets_an_action_apart_is_told() -> None:
    """It shuts B's only ship in."""
    assert told("a1-a6=C").sentences == (
        "After a1-a6=C, A has 1 fewer system with planets in reach before any opponent (-2.1), 2 more systems with "
        "planets that no opponent reaches (+0.9) and 2 more systems with planets that no opponent reaches in two moves "
        "(+0.9).",
        "Then B has 1 more ship stuck (+0.1) and 2 fewer systems with two planets or more in reach (-1.1).",
        "In brackets: the change by the 7 other actions, on the mean.",
    )


def test_numbers_that_are_told_are_true() -> None:
    for action in LINE.legal_actions():
        found = why(LINE, action)
        changes = {(change.player, change.name): change for change in found.changes}
        text = " ".join(found.sentences[:-1])
        phrases = re.findall(r"(\d+ more|\d+ fewer|as many) ([a-z -]+?) \(([+-]\d+\.\d)\)", text)
        assert phrases
        for gain, words, mean in phrases:
            names = {feature.name for feature in FEATURES if words in (feature.one, feature.many)}
            assert any(
                f"{change.others - change.before:+.1f}" == mean
                and abs(change.after - change.before) == (0 if gain == "as many" else int(gain.split()[0]))
                for (_, name), change in changes.items()
                if name in names and change.others is not None
            )


def test_the_only_action_has_no_others_to_stand_beside() -> None:
    state = position(sse.parse_map("A 3 B"), ships=[[0], [2]], reserves=[(2, 0), (2, 0)])
    found = why(state, state.legal_actions()[0])
    assert len(state.legal_actions()) == 1
    assert found.sentences[-1] == "There is no other action."
    assert {change.others for change in found.changes} == {None}
    assert "A has 3 more points for planets" in found.sentences[0]


def test_what_cannot_be_explained_is_refused() -> None:
    micro = sse.micro_space_empire.new_game()
    with pytest.raises(sse.ArgumentError, match="Micro Space Empire has no numbers of its positions"):
        why(micro, micro.legal_actions()[0])
    end = sse.playout(LINE, 1)
    with pytest.raises(sse.ArgumentError, match="the game is over: no action is left to explain"):
        why(end, LINE.legal_actions()[0])
    with pytest.raises(sse.IllegalActionError):
        why(LINE, Move(1, 2, "city"))
