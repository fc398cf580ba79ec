"""Words that people see of Empire of the Stars: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice, product
from random import Random
from typing import Any, Final

import pytest
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.lockstep import LEANINGS, SWITCHES, WITH_EFFECTS, inclined, with_cards
from tests.empire_of_the_stars.test_card_words import VARIED
from tests.profiles import shortened
from tests.random_games import Move, moves
from tests.unsaid import Seen

import sse_core as sse
from sse_core.empire_of_the_stars import Action, Due, State, Verb, load_pack, new_game
from sse_core.empire_of_the_stars.board import Board
from sse_core.empire_of_the_stars.drawing.captions import edict_condition
from sse_core.empire_of_the_stars.packs.vocabulary import MEASURES
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.words.cards import effect_words, technology_words
from sse_core.empire_of_the_stars.words.legality import verbs_of
from sse_core.empire_of_the_stars.words.names import named
from sse_core.errors import SetupError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.play.introduction import tour_of
from sse_core.play.records.played import played
from sse_core.play.steps import refusal

GAME: Final = sse.empire_of_the_stars
HOUSE: Final = load_pack("house").value.content

PLIES: Final = 500
GAMES: Final = (7, 19, 6, 8, 3, 9, 18, 10, 17, 0, 13)
"""Games with all numbers of players, with and without powers, and with each option, by weights of `lockstep.py`.

The first ones say most.
"""

MORE: Final = sorted({*range(22)} - {*GAMES})
"""Games that say hardly anything that those don't."""


def tried(state: State) -> Sequence[Action]:
    """Actions most of which belong to what is due: of all others nearly every one is refused for that alone."""
    return with_verbs(state.board, verbs_of(Due(Position(state.data).step)))


@cache
def with_verbs(board: Board, verbs: tuple[Verb, ...]) -> Sequence[Action]:
    return [action for number, action in enumerate(board.actions) if action.verb in verbs or number % 100 == 0]


SEEN: Final = Seen(
    GAME,
    # Notation; places; tiles and fleets in short.
    outside=r"\b(?:done|decline|core|influence)\b|\b[a-z]+=[A-Za-z0-9.-]+"
    r"|\b[a-j][1-4]\b|\b[a-j]\b|\b(?:[0-9]+[pmefcd])+\b",
    place=lambda _: "a1",
    tried=tried,
)


def test_unsaid_words_are_found() -> None:
    assert SEEN.unsaid("⟦the ship at ⟧a1⟦ moves⟧, A: C9.1, to=c4, 2p A:2f1c") == []
    assert SEEN.unsaid("⟦the ship at ⟧a1 moves ⟦far⟧ from home") == ["moves", "from", "home"]


# --- games


def begun(number: int) -> State:
    """The start of a game of the pack that ships; every second one has powers, and technologies from the first."""
    rng, powers = Random(number), number % 2 == 1
    options: dict[str, Any] = {name: rng.random() < 0.5 for name in SWITCHES if name != "technologies"}
    limit = (200, 60, 3)[number % 3]
    state = new_game(players=2 + number % 3, seed=number, powers=powers, round_limit=limit, **options)
    return with_cards(state, rng) if powers else state


@cache
def moves_of(number: int) -> tuple[Move, ...]:
    """The moves of a game."""
    leanings = [*(LEANINGS | WITH_EFFECTS).values()]
    choose = inclined(leanings[number % len(leanings)])
    return tuple(islice(moves(begun(number), Random(number), choose), PLIES))


@pytest.mark.parametrize("number", shortened([*GAMES, *MORE], 3, ci=7))
def test_nothing_of_a_game_is_unsaid(number: int) -> None:
    SEEN.check_game(moves_of(number), every=25, drawn=6)


def test_the_games_have_all_that_words_are_for() -> None:
    """Each verb, each step, and each end of one comes up in them: a game that ends, too."""
    found = [(Due(Position(move.before.data).step), move.action.verb) for number in GAMES for move in moves_of(number)]
    assert {verb for _, verb in found} == {*Verb}
    assert {step for step, _ in found} == {due for due in Due if verbs_of(due)}


def test_nothing_of_a_tour_is_unsaid() -> None:
    for stop in tour_of(GAME.INFO.name):
        SEEN.check(chain(SEEN.shown(stop.state), SEEN.drawn(stop.state), SEEN.offered(stop.state)))
        if stop.action is not None:
            SEEN.check(SEEN.told(Move(stop.state, stop.seat, stop.action, stop.after)))
        if stop.tried:
            with speaking(PSEUDO):
                SEEN.check([refusal(stop.state, stop.tried, stop.seat)])


def crowded_tables() -> Iterator[State]:
    """With each role due, with an effect that has nothing to do, and with one that is half paid."""
    table = Table(3).token("A", "a2").ships("A", "cruiser", "a3").ships("B", "fighter", "a3", 2)
    table = table.card("Festival Fleet", "hand", "A").card("Study Circles", "own", "B").purse("A", 5, 1, 1, 1)
    for role in ("explorer", "steward", "merchant", "engineer", "scientist", "warlord", "regent"):
        yield table.role(role)
    table = Table(2, powers=True).power("A", "Sappers").power("B", "Brokers").card("Twin Docks", "own", "A")
    yield play(table.role("warlord"), "done")
    yield play(table.purse("A", metal=2).role("engineer"), "use=twin-docks")


def test_every_reason_of_a_crowded_table_is_said() -> None:
    """Each action of the table, by each player."""
    for state in crowded_tables():
        for action, player in product(state.actions, range(state.players)):
            if state.why_not(action, player):
                SEEN.check(SEEN.refused(state, action, player))


# --- cards


def test_the_names_of_all_cards_that_ship_are_said() -> None:
    with speaking(PSEUDO):
        for name in chain(*([card.name for card in kind] for kind in (HOUSE.technologies, HOUSE.edicts, HOUSE.powers))):
            assert named(name) == f"⟦{name}⟧"
        assert named("Mirror Fleet") == "Mirror Fleet", "a pack of somebody else has its own names"


def test_all_that_cards_can_do_is_said() -> None:
    with speaking(PSEUDO):
        SEEN.check(map(effect_words, VARIED))
        SEEN.check(map(technology_words, HOUSE.technologies))
        for measure in range(len(MEASURES)):
            SEEN.check(
                edict_condition(HOUSE.edicts[1]._replace(measure=measure, least=least)) for least in (False, True)
            )


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    SEEN.check_setup()


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
        new_game(**wrong)
    SEEN.check([str(refused.value).replace("a b c", "")])


def test_effects_are_kept_for_readers_of_each_language() -> None:
    state = play(Table(2).ships("B", "cruiser", "a3").role("warlord"), "done battle=a")
    move = played(state, state.to_act[0], state.legal_actions()[0], None)
    english = move.effects
    with speaking(PSEUDO):
        others = move.effects
    assert len(others) == len(english) > 0
    assert {*others}.isdisjoint(english)
    assert move.effects == english
