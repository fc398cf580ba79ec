"""Words that people see of Small Star Empires: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from tests.small_star_empires import test_borders, test_rules, test_unexplored
from tests.small_star_empires.scenes import Scene, Story

import sse_core as sse
from sse_core.bots.levels import levels_of
from sse_core.errors import IllegalActionError, NotationError, SetupError, SseError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.play.languages import label, said
from sse_core.play.played import played
from sse_core.play.records import GameRecord
from sse_core.play.review import Reviewing
from sse_core.play.sentences import result_of
from sse_core.play.why import why
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import Campaign, campaign_table, campaign_terms, command
from sse_core.small_star_empires.options_text import setup_words

GAME: Final = sse.small_star_empires
NEWER: Final[Any] = GAME
"""The game, with names that it may not have yet."""

NAMES: Final = {"A": "1", "B": "2", "C": "3", "D": "4"}
"""Names of players without a letter."""

SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_SAID: Final = re.compile(
    r"'[^']*'"  # What somebody has typed.
    r"|\b(?:reveal|destroy)=\w+|\bstay\b|\b[a-z]{1,2}[0-9]+!?-[a-z]{1,2}[0-9]+(?:=[CS])?(?:\$[0-9]+)?"  # Notation.
    r"|\b[a-z]{1,2}[0-9]{1,3}\b|\b[a-z]\b|\b[A-DHNU]\b|Small Star Empires|\bE[0-9]+\.[0-9]+"
    r"|\bHex\(q=-?[0-9]+, r=-?[0-9]+\)"
)
NOTATED: Final = re.compile(r"^[^⟦]*|\w+=[\w,]+|\b[0-9]+[CS]\b")
"""What a terminal shows in notation: the map, then tiles, options and reserves."""

LETTER: Final = re.compile(r"[^\W\d_]+")

RULES: Final = {
    "first edition": sse.Rules(edition="first"),
    "open borders": sse.Rules(open_borders=True, toll_compulsory=False, territory_points=1),
    "strict": sse.Rules(unexplored_passable=False, damaged_jump=False, conquest_own_only=True),
    "lenient": sse.Rules(damaged_passes_unexplored=True, conquered_passable=True, nebula_points=(1, 2)),
    "many tiles": sse.Rules(edition="first", open_borders=True, bag=sse.Bag(5, 5, 5, 5, 5, 5, 5, 5, 5)),
}
TILED: Final = ("unexplored-2p", "everything-4p", "first-edition-2p")
STARTS: Final = {name: (name, None) for name in sse.maps()} | {
    f"{name}, {title}": (name, rules) for name in TILED for title, rules in RULES.items()
}


SCENES: Final[list[Scene]] = [
    *test_rules.MOVES,
    *test_rules.TURNS,
    *test_rules.ENDINGS,
    *test_borders.MOVES,
    *test_borders.TURNS,
    *test_unexplored.STORIES,
]
"""The positions by which the clauses are tested: every obstacle, every tile, each end."""


def unsaid(words: str) -> list[str]:
    """The words outside all sentences that are no place, symbol of the map, seat, clause, notation or title."""
    return LETTER.findall(NOT_SAID.sub("", SAID.sub(" ", words)))


def check(words: str) -> None:
    assert unsaid(words) == [], words


def test_unsaid_words_are_found() -> None:
    assert unsaid("⟦the ship at ⟧a1⟦ may fly⟧, A: E3.4, a2-c4=C$2, reveal=three") == []
    assert unsaid("⟦the ship at ⟧a1 may ⟦fly⟧ home") == ["may", "home"]


# --- games


def words_in(svg: str) -> Iterator[str]:
    """The words of a picture: what is written in it, and what is told of it."""
    for element in ElementTree.fromstring(svg).iter():
        yield element.text or ""
        yield element.tail or ""
        yield element.get("aria-label", "")


def refusals(state: sse.State, rng: SplitMix64, most: int) -> Iterator[str]:
    """Why some actions are refused, and what a click on their places is answered."""
    legal = {*state.legal_actions()}
    seat = max(0, *state.to_act, 0)
    for _ in range(most):
        action = state.actions[rng.below(len(state.actions))]
        if action in legal:
            continue
        for player in (None, seat, (seat + 1) % state.board.players):
            with pytest.raises(IllegalActionError) as refused:
                state.after(action, player)
            yield str(refused.value)
    for _ in range(most // 4):
        names = [rng.choice(state.board.cell_names) for _ in range(2)]
        kinds = rng.choice(((), ("city",), ("station",), ("damaged",), ("whole",), ("stay",)))
        for keys in (names[:1], names, [*names, *kinds], [names[0], *kinds, names[1]], [*kinds, "nowhere"], ["zz99"]):
            yield GAME.refusal(state, keys, seat)


def shown(state: sse.State, last: Sequence[sse.Action]) -> Iterator[str]:
    """What a page shows of a position, and the choices there."""
    yield from (GAME.reserve_text(state, seat) for seat in range(state.board.players))
    for action in state.legal_actions():
        yield from (word for step in GAME.steps(state, action) for word in (step.words, step.note))
    ships = [cell for seat in state.to_act if seat >= 0 for cell, _ in state.ships(seat)]
    marked, ship = state.board.cell_names[:1], ships[0] if ships else None
    yield from words_in(GAME.to_svg(state, last=last, marked=marked, territories=True, targets_of=ship))
    yield from words_in(GAME.thumbnail(state))
    yield from (label(column, GAME) for column in GAME.score_table(state)[0])
    yield NOTATED.sub("", GAME.to_text(state, last=last, marked=marked))


def asked(state: sse.State) -> Iterator[str]:
    """What a player is asked for each step of each action."""
    if hasattr(NEWER, "question") and state.to_act:
        for action in state.legal_actions():
            keys = [step.key for step in GAME.steps(state, action)]
            yield from (NEWER.question(state, keys[:n]) for n in range(len(keys)))


def told(before: sse.State, action: sse.Action, after: sse.State) -> Iterator[str]:
    yield from GAME.effects(before, action, after)
    if hasattr(NEWER, "told"):
        yield NEWER.told(before, action, after, names=[*NAMES.values()])


@pytest.mark.parametrize("name", STARTS)
def test_nothing_of_a_game_is_unsaid(name: str) -> None:
    board, rules = STARTS[name]
    state, rng = sse.new_game(sse.maps()[board], rules=rules), SplitMix64(len(name))
    with speaking(PSEUDO):
        last: list[sse.Action] = []
        while state.to_act:
            if state.ply % 15 == 0 or state.due is not None:
                for words in (*shown(state, last[-1:]), *refusals(state, rng, 8), *asked(state)):
                    check(words)
            actions = state.legal_actions()
            # A player who explores and refuels sees more of the game.
            exploring = [each for each in actions if isinstance(each, sse.Move) and each.target in state.unexplored]
            action = rng.choice(exploring or actions)
            after = state.after(action)
            for words in told(state, action, after):
                check(words)
            last.append(action)
            state = after
        for words in (*shown(state, last[-1:]), *refusals(state, rng, 40), GAME.verdict(state)):
            check(words)
        check(result_of(state, NAMES, GAME, in_moves=True))
        check(result_of(state, NAMES, GAME))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_nothing_of_a_scene_is_unsaid(scene: Scene) -> None:
    """All that can be done there, all that is refused, and what was played."""
    states = [scene.state]
    if isinstance(scene, Story):
        for text in scene.plays.split():
            state = states[-1]
            states.append(state.after(sse.parse_action(text, state)))
    with speaking(PSEUDO):
        for state in states:
            for words in (*shown(state, ()), *refusals(state, SplitMix64(1), 4), *asked(state)):
                check(words)
            for action in state.actions:
                if state.why_not(action):
                    with pytest.raises(IllegalActionError) as refused:
                        state.after(action)
                    check(str(refused.value))
                else:
                    for words in told(state, action, state.after(action)):
                        check(words)
        if states[-1].outcome is not None:
            check(GAME.verdict(states[-1]))


def test_every_reason_is_said() -> None:
    """What a board never allows is refused in sentences, too."""
    state = sse.new_game(sse.parse_map("A 1 x 2 B\n w 1   w 1"))
    with speaking(PSEUDO):
        for origin, target, piece, damaged in (
            (cell, other, piece, damaged)
            for cell in range(state.board.n_cells)
            for other in range(state.board.n_cells)
            for piece in ("city", "station", None, "ship")
            for damaged in (False, True, None)
        ):
            move = sse.Move(origin, target, piece, damaged)  # type: ignore[arg-type]
            if state.why_not(move):
                with pytest.raises(IllegalActionError) as refused:
                    state.after(move)
                check(str(refused.value).replace("=C", "").replace("=S", ""))
        for action in (sse.Reveal(sse.Tile.TWO), sse.Choose(1), 99_999):
            with pytest.raises(IllegalActionError) as refused:
                state.after(action)
            check(str(refused.value))
        for text in ("a1", "a9-a1", "a1-a2=C$3", "reveal=four", "destroy=b"):
            with pytest.raises(NotationError) as wrong:
                sse.parse_action(text, state)
            check(wrong.value.message.replace(", ".join(sse.Tile), ""))


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    with speaking(PSEUDO):
        for setup in map(sse.Setup, RULES.values()):
            check(" ".join(setup_words(setup)))
        for preset in GAME.presets().values():
            check(preset.title)
            check(preset.about)
            for words in (*words_in(GAME.to_svg(preset.value)), *words_in(GAME.thumbnail(preset.value))):
                check(words)
        for level in levels_of(GAME):
            check(f"{level.title}: {level.about}")
        for add in (command.add_setup, command.add_campaign):
            parser = ArgumentParser(add_help=False)
            add(parser)
            for option in parser._actions:
                check((option.help or "").replace(", ".join(command._OPTIONS), ""))
                if option.dest not in ("map", "players"):
                    check(label(option.dest, GAME))
                for choice in option.choices or ():
                    check(label(str(choice), GAME, option.dest))
        for usual in command.SUGGESTIONS.values():
            for words in usual.values():
                check(said(words, GAME))


def test_nothing_of_a_campaign_is_unsaid() -> None:
    campaign = Campaign(2, seed=1)
    rng = SplitMix64(1)
    with speaking(PSEUDO):
        while not campaign.is_over:
            check(campaign_terms(campaign))
            campaign = campaign.after(random_actions(campaign.next_game(), rng))
        for column in campaign_table(campaign)[0]:
            check(label(column, GAME))
        with pytest.raises(SseError) as over:
            campaign.next_game()
        check(str(over.value))


def random_actions(state: sse.State, rng: SplitMix64) -> list[sse.Action]:
    """The actions of a random game."""
    actions: list[sse.Action] = []
    while state.to_act:
        actions.append(rng.choice(state.legal_actions()))
        state = state.after(actions[-1])
    return actions


def test_nothing_of_a_review_is_unsaid() -> None:
    start = sse.new_game(sse.maps()["duel"])
    record = GameRecord(start, random_actions(start, SplitMix64(3)), tags=NAMES)
    work = Reviewing[Any](record, visits=30)
    with speaking(PSEUDO):
        found = [*work]
        review = work.review()
        assert review.turns
        for words in (*review.words, review.how, *words_in(review.to_svg()), *(each.found.how for each in found)):
            check(words)
        for each, words in review.turned:
            check(words)
            assert each.is_turn
        for state in islice(record.states(), 0, 20, 5):
            check(" ".join(why(state, state.legal_actions()[0]).sentences))


def test_effects_are_kept_for_readers_of_each_language() -> None:
    board = sse.parse_map("1 A ? B 1")
    before = sse.new_game(board).after(sse.Move(1, 2, "city"))
    move = played(before, CHANCE, sse.Reveal(sse.Tile.TWO), None)
    english = move.effects
    with speaking("de"):
        assert move.effects == ("A baut auf a3 eine Kolonie und bekommt 2 Punkte (E9.3)",)
    assert move.effects == english == ("A puts a city at a3 and scores 2 points (E9.3)",)


def test_nothing_of_a_drawn_map_is_unsaid() -> None:
    with speaking(PSEUDO):
        for tool in GAME.map_tools():
            check(f"{tool.words} {tool.group}")
            for words in words_in(GAME.tool_svg(tool.key)):
                check(words)
        for setting in GAME.map_settings():
            check(f"{setting.help} {setting.default}")
        for text in ("", "A", "A 1", "A 1 A", "A . C", "A w B", "A   1 B", "A 1 B", "A x 1 x B"):
            sketch = GAME.sketch(text)
            for remark in (*sketch.notes, *([sketch.fault] if sketch.fault else [])):
                check(remark.words)
            check(sketch.about)
            for words in words_in(sketch.to_svg()):
                check(re.sub(r"-?[0-9]+,-?[0-9]+", "", words))


def test_a_sketch_tells_each_reader_in_another_language() -> None:
    sketch = GAME.sketch("A 1 A")
    assert sketch.fault is not None
    assert sketch.fault.words == "homeworld A stands twice (E1.6)"
    with speaking("de"):
        assert sketch.fault.words == "die Heimatwelt A steht zweimal da (E1.6)"


def test_a_map_that_cannot_be_played_is_refused_in_sentences() -> None:
    with speaking(PSEUDO), pytest.raises(SetupError) as wrong:
        sse.parse_map("A 1 A")
    check(wrong.value.message)
