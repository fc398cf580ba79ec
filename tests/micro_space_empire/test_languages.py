"""Words that people see of Micro Space Empire: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from tests.micro_space_empire.test_effects import ROWS
from tests.micro_space_empire.test_rules import S, at
from tests.micro_space_empire.test_words import STEERED

from sse_core import micro_space_empire as game
from sse_core.bots.levels import levels_of
from sse_core.errors import IllegalActionError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.micro_space_empire import ACTIONS, Action, State, command, planner
from sse_core.micro_space_empire.perfect import Perfect
from sse_core.micro_space_empire.whole import VARIABLE
from sse_core.play.languages import label
from sse_core.play.records import GameRecord
from sse_core.play.review import Reviewing
from sse_core.play.sentences import result_of
from sse_core.seeds import SplitMix64

NAMES: Final = {"A": "1"}
"""The name of the player, without a letter."""

SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_SAID: Final = re.compile(
    r"'[^']*'"  # What somebody has typed.
    r"|\b[a-z]+=\w+|^(?:bide|diplomacy|roll|keep|build|done): |\bA\b|\bM[0-9]+\.[0-9]\b|\bM[0-9]\b|Micro Space Empire"
)
TRACE: Final = re.compile(r"(?<=⟦Last: ⟧)[^⟦]*")
"""The last actions in notation; a terminal breaks their line."""

LETTER: Final = re.compile(r"[^\W\d_]+")
SEEDS: Final = range(4)


def unsaid(words: str) -> list[str]:
    """The words outside all sentences that are no seat, clause, notation or title."""
    return LETTER.findall(NOT_SAID.sub("", SAID.sub(" ", words)))


def check(words: str) -> None:
    assert unsaid(words) == [], words


def test_unsaid_words_are_found() -> None:
    assert unsaid("build: ⟦the store of ⟧⟦metal⟧⟦ is full⟧ (M4.2), explore=near, 'what'") == []
    assert unsaid("⟦the store of ⟧metal ⟦is full⟧ again") == ["metal", "again"]


# --- games


def words_in(svg: str) -> str:
    """The words of a picture: what is written in it, and what is told of it. A sentence may stand on several lines."""
    return " ".join(words.strip() for words in ElementTree.fromstring(svg).itertext())


def shown(state: State, last: Sequence[Action]) -> Iterator[str]:
    """What a page and a terminal show of a position."""
    for draw in (game.to_svg, game.narrow_svg):
        words = words_in(draw(state, last=last, marked=["near"]))
        yield re.sub(r"(?<=⟦Marked: ⟧)near", "", TRACE.sub("", words))
    text = re.sub(r"\n *", " ", game.to_text(state, last=last, marked=["wolf_359"]))
    # A technology that is known has a cross.
    yield re.sub(r"\[x\]", "", TRACE.sub("", text))
    yield from (label(column, game) for column in game.score_table(state)[0])


def asked(state: State) -> Iterator[str]:
    """What a player is asked for each step of each action, and the choices."""
    for action in state.legal_actions():
        steps = game.steps(state, action)
        yield from (word for step in steps for word in (step.words, step.note))
        yield from (game.question(state, [step.key for step in steps[:n]]) for n in range(len(steps)))


def refusals(state: State) -> Iterator[str]:
    """Why actions are refused, and what a click on their cards is answered."""
    legal = {*state.legal_actions()}
    for action in ACTIONS:
        if action in legal:
            continue
        for player in (None, 0, CHANCE):
            with pytest.raises(IllegalActionError) as refused:
                state.after(action, player)
            yield str(refused.value)
        yield game.refusal(state, [step.key for step in game.steps(state, action)])
    yield game.refusal(state, ["nowhere"])


def told(before: State, action: Action) -> Iterator[str]:
    after = before.after(action)
    yield from game.effects(before, action, after)
    yield game.told(before, action, after, names=[*NAMES.values()])


@pytest.mark.parametrize("preset", game.presets())
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_of_a_game_is_unsaid(preset: str, seed: int) -> None:
    """A game of the planner, which sees more of it than one of random choices."""
    state, rng = game.presets()[preset].value, SplitMix64(seed)
    last: list[Action] = []
    with speaking(PSEUDO):
        while state.to_act:
            every = state.ply % 5 == 0
            for words in (
                *asked(state),
                *(shown(state, last[-2:]) if every else ()),
                *(refusals(state) if every else ()),
            ):
                check(words)
            actions = state.legal_actions()
            action = planner.choose(state, 0, rng) if state.to_act == (0,) and rng.below(3) else rng.choice(actions)
            for words in told(state, action):
                check(words)
            last.append(action)
            state = state.after(action)
        for words in (*shown(state, last[-3:]), *refusals(state), game.verdict(state), result_of(state, NAMES, game)):
            check(words)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_nothing_of_a_scene_is_unsaid(row: Any) -> None:
    """The positions by which effects are tested: what can be done there, what is refused, and what follows."""
    action = game.parse_action(row.action)
    after = row.before.after(action)
    with speaking(PSEUDO):
        for state in (row.before, after):
            for words in (*shown(state, ()), *asked(state), *refusals(state)):
                check(words)
        for words in told(row.before, action):
            check(words)
        if after.outcome is not None:
            check(game.verdict(after))


@pytest.mark.parametrize("state", STEERED, ids=[str(state.due) for state in STEERED])
def test_nothing_that_is_rare_is_unsaid(state: State) -> None:
    with speaking(PSEUDO):
        for words in (*shown(state, ()), *asked(state), *refusals(state)):
            check(words)
        for action in state.legal_actions():
            for words in told(state, action):
                check(words)


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    with speaking(PSEUDO):
        for preset in game.presets().values():
            check(preset.title)
            check(preset.about)
        for level in levels_of(game):
            check(f"{level.title}: {level.about}")
        parser = ArgumentParser(add_help=False)
        command.add_setup(parser)
        for option in parser._actions:
            check(option.help or "")
            check(label(option.dest, game))


def test_nothing_of_a_search_is_unsaid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    early, late = game.start(expansion=True), at(13, empire=(S.TAU_CETI,))
    with speaking(PSEUDO):
        for state in (early, game.start(), late):
            search = game.search(state)
            search.run(visits=2)
            check(search.analysis().how)
        for start in (early, game.start()):
            check(re.sub(VARIABLE, "", Perfect().note(start)))


def test_nothing_of_a_review_is_unsaid() -> None:
    start, rng = game.start(), SplitMix64(3)
    actions: list[Action] = []
    state = start
    while state.to_act:
        actions.append(rng.choice(state.legal_actions()))
        state = state.after(actions[-1])
    work = Reviewing[Any](GameRecord(start, actions, tags=NAMES), visits=4)
    with speaking(PSEUDO):
        found = [*work]
        review = work.review()
        picture = re.sub(r"(?<=A: )[a-z]+\b(?!=)", "", words_in(review.to_svg()))
        for words in (*review.words, review.how, picture, *(each.found.how for each in found)):
            check(words)


def test_a_german_game_is_told_in_german() -> None:
    before = game.start().after(game.parse_action("explore=near"))
    action = game.parse_action("turn=tau_ceti")
    after = before.after(action)
    with speaking("de"):
        assert game.told(before, action, after) == "Tau Ceti wurde aufgedeckt, ein nahes System; es bringt 1 Punkt"
        assert game.effects(before, action, after) == (
            "Militär 0 steht gegen Widerstand 4: Tau Ceti kommt ins Reich, wenn der Würfel 4 oder mehr zeigt (M3.1)",
        )
        assert game.refusal(game.start(), ["explore", "distant"]) == (
            "explore=distant: für ferne Systeme brauchst du Vorgeschobene Basen (M3.2)"
        )
