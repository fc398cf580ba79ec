"""Words that people see of Empire of the Stars: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.lockstep import LEANINGS, SWITCHES, WITH_EFFECTS, weight, with_cards
from tests.empire_of_the_stars.test_card_words import VARIED

import sse_core as sse
from sse_core.bots.levels import levels_of
from sse_core.empire_of_the_stars import Action, Due, State, Verb, command, load_pack, start
from sse_core.empire_of_the_stars.card_words import effect_words, technology_words
from sse_core.empire_of_the_stars.legality import verbs_of
from sse_core.empire_of_the_stars.names import named
from sse_core.empire_of_the_stars.position import Position
from sse_core.empire_of_the_stars.render_words import edict_condition
from sse_core.empire_of_the_stars.vocabulary import MEASURES
from sse_core.errors import IllegalActionError, SetupError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.play.introduction import tour_of
from sse_core.play.languages import label
from sse_core.play.played import played
from sse_core.play.sentences import result_of

GAME: Final = sse.empire_of_the_stars
HOUSE: Final = load_pack("house").value.content
NAMES: Final = ("1", "2", "3", "4")
"""Names of players without a letter."""

PLIES: Final = 500
GAMES: Final = range(22)
"""Games with all numbers of players, with and without powers, and with each option, by weights of `lockstep.py`."""

SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")
NOT_SAID: Final = re.compile(
    r"'[^']*'"  # What somebody has typed.
    r"|\b(?:done|decline|core|influence)\b|\b[a-z]+=[A-Za-z0-9.-]+"  # Notation.
    r"|\b[a-j][1-4]\b|\b[a-j]\b|\b[ABCD]\b|\b[CS][0-9]+(?:\.[0-9]+)?\b|Empire of the Stars"
    r"|\b(?:[0-9]+[pmefcd])+\b"  # Tiles and fleets in short.
)
LETTER: Final = re.compile(r"[^\W\d_]+")


def unsaid(words: str) -> list[str]:
    """The words outside all sentences that are no place, seat, clause, notation or title."""
    return LETTER.findall(NOT_SAID.sub("", SAID.sub(" ", words)))


def check(words: Iterable[str]) -> None:
    for each in words:
        assert unsaid(each) == [], each


def test_unsaid_words_are_found() -> None:
    assert unsaid("⟦the ship at ⟧a1⟦ moves⟧, A: C9.1, to=c4, 2p A:2f1c") == []
    assert unsaid("⟦the ship at ⟧a1 moves ⟦far⟧ from home") == ["moves", "from", "home"]


# --- games


def begun(number: int) -> State:
    """The start of a game of the pack that ships; every second one has powers, and technologies from the first."""
    rng, powers = Random(number), number % 2 == 1
    options: dict[str, Any] = {name: rng.random() < 0.5 for name in SWITCHES if name != "technologies"}
    limit = (200, 60, 3)[number % 3]
    state = start(players=2 + number % 3, seed=number, powers=powers, round_limit=limit, **options)
    return with_cards(state, rng) if powers else state


def moves(number: int) -> Iterator[tuple[State, int, Action, State]]:
    """The moves of a game: the state, who moves, the action, and the state after it."""
    rng, state, leanings = Random(number), begun(number), [*(LEANINGS | WITH_EFFECTS).values()]
    leaning = leanings[number % len(leanings)]
    for _ in range(PLIES):
        if not state.to_act:
            return
        player = rng.choice(state.to_act)
        legal = {GAME.format_action(action, state): action for action in state.legal_actions(player)}
        texts = sorted(legal)
        weights = [1.0 if player == CHANCE else weight(choice, texts, leaning) for choice in texts]
        action = legal[rng.choices(texts, weights)[0]]
        after = state.after(action, player)
        yield state, player, action, after
        state = after


def words_in(svg: str) -> str:
    """The words of a picture, line by line: a sentence may go on in the next line, or be cut, and ends there."""
    found, is_open = list[str](), False
    for element in ElementTree.fromstring(svg).iter():
        for part in filter(None, (element.text, element.tail, element.get("aria-label"))):
            is_open = part.rfind("⟦") > part.rfind("⟧") or (is_open and "⟧" not in part)
            found.append(f"{part}⟧" if is_open and part.endswith("…") else part)
            is_open = is_open and not part.endswith("…")
    return " ".join(found)


def shown(state: State, last: Sequence[Action] = ()) -> Iterator[str]:
    """What a page and a terminal show of a position."""
    yield from GAME.stage_lines(state)
    for seat in range(state.players):
        for kind, things in GAME.holdings(state, seat):
            yield from (kind, *things)
    for draw in (GAME.to_svg, GAME.narrow_svg):
        yield words_in(draw(state, last=last, marked=["a1"]))
    yield GAME.to_text(state, last=last, marked=["a1"])


def asked(state: State, player: int) -> Iterator[str]:
    """What a player is asked and can choose."""
    for action in state.legal_actions(player):
        path = GAME.steps(state, action)
        yield from chain.from_iterable((step.words, step.note) for step in path)
        yield from (GAME.question(state, [step.key for step in path[:n]], player) for n in range(len(path)))


def refusals(state: State, rng: Random, most: int) -> Iterator[str]:
    """Why some actions are refused, most of which belong to what is due, and what clicks are answered."""
    due = verbs_of(Due(Position(state.data).step))
    actions = [action for action in state.actions if action.verb in due or rng.random() < 0.01]
    for action in rng.sample(actions, min(most, len(actions))):
        for player in (None, *range(state.players)):
            if state.why_not(action, player):
                with pytest.raises(IllegalActionError) as refused:
                    state.after(action, player)
                yield str(refused.value)
        keys = re.split("=", GAME.format_action(action, state))
        yield from (GAME.refusal(state, keys[first:last], 0) for first, last in ((0, 1), (0, 2), (1, 2)))


@pytest.mark.parametrize("number", GAMES)
def test_nothing_of_a_game_is_unsaid(number: int) -> None:
    rng = Random(number)
    with speaking(PSEUDO):
        state = begun(number)
        for place, (state, player, action, after) in enumerate(moves(number)):
            check((GAME.told(state, action, after, names=NAMES, player=player), *GAME.effects(state, action, after)))
            if place % 5 == 0:
                check(refusals(state, rng, 10))
                view = state.view(rng.randrange(state.players))
                check(refusals(view, rng, 3))
            if place % 7 == 0 and player != CHANCE:
                check(asked(state.view(player), player))
            if place % 40 == 0:
                check(shown(state, [action]))
                check(shown(state.view(rng.randrange(state.players))))
            state = after
        check((*shown(state), *refusals(state, rng, 20)))
        if state.outcome is not None:
            names = dict(zip("ABCD", NAMES, strict=True))
            check((GAME.verdict(state), result_of(state, names, GAME), result_of(state, names, GAME, in_moves=True)))


def test_the_games_have_all_that_words_are_for() -> None:
    """Each verb, each step, and each end of one comes up in them: a game that ends, too."""
    found = [(Due(Position(state.data).step), action.verb) for number in GAMES for state, _, action, _ in moves(number)]
    assert {verb for _, verb in found} == {*Verb}
    assert {step for step, _ in found} == {due for due in Due if verbs_of(due)}


def test_nothing_of_a_tour_is_unsaid() -> None:
    with speaking(PSEUDO):
        for stop in tour_of(GAME.INFO.name):
            state: Any = stop.state
            if stop.action is not None:
                after: Any = stop.after
                check((*shown(state), *asked(state.view(stop.seat), stop.seat)))
                check(GAME.effects(state, stop.action, after))
            if stop.tried:
                check([GAME.refusal(state, stop.tried, stop.seat)])


def test_every_reason_of_a_crowded_table_is_said() -> None:
    """Each action of the table, by each player."""
    table = Table(3).token("A", "a2").ships("A", "cruiser", "a3").ships("B", "fighter", "a3", 2)
    table = table.card("Festival Fleet", "hand", "A").card("Study Circles", "own", "B").purse("A", 5, 1, 1, 1)
    with speaking(PSEUDO):
        for role in ("explorer", "steward", "merchant", "engineer", "scientist", "warlord", "regent"):
            state = table.role(role)
            for action, player in product(state.actions, range(3)):
                if state.why_not(action, player):
                    with pytest.raises(IllegalActionError) as refused:
                        state.after(action, player)
                    check([str(refused.value)])


# --- cards


def test_the_names_of_all_cards_that_ship_are_said() -> None:
    with speaking(PSEUDO):
        for name in chain(*([card.name for card in kind] for kind in (HOUSE.technologies, HOUSE.edicts, HOUSE.powers))):
            assert named(name) == f"⟦{name}⟧"
        assert named("Mirror Fleet") == "Mirror Fleet", "a pack of somebody else has its own names"


def test_all_that_cards_can_do_is_said() -> None:
    with speaking(PSEUDO):
        check(map(effect_words, VARIED))
        check(map(technology_words, HOUSE.technologies))
        for measure in range(len(MEASURES)):
            check(edict_condition(HOUSE.edicts[1]._replace(measure=measure, least=least)) for least in (False, True))


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    parser = ArgumentParser(add_help=False)
    with speaking(PSEUDO):
        command.add_setup(parser)
        for option in parser._actions:
            check([option.help or "", label(option.dest, GAME)])
        check(label(name, GAME, of="pack") for name in command.SHIPPED["pack"])
        for preset in GAME.presets().values():
            check([preset.title, preset.about])
        for level in levels_of(GAME):
            check([level.title, level.about])


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 3, "blocked": "a b c d"},
        {"players": 2, "blocked": "a b c x"},
        {"players": 2, "blocked": "a b c"},
        {"players": 2, "blocked": "a c e g"},
        {"players": 2, "blocked": "a b c e"},
    ],
)
def test_what_the_setup_refuses_is_said(wrong: dict[str, Any]) -> None:
    with speaking(PSEUDO), pytest.raises(SetupError) as refused:
        start(**wrong)
    check([str(refused.value).replace("a b c", "")])


def test_effects_are_kept_for_readers_of_each_language() -> None:
    state = play(Table(2).ships("B", "cruiser", "a3").role("warlord"), "done battle=a")
    move = played(state, state.to_act[0], state.legal_actions()[0], None)
    english = move.effects
    with speaking(PSEUDO):
        others = move.effects
    assert len(others) == len(english) > 0
    assert {*others}.isdisjoint(english)
    assert move.effects == english
