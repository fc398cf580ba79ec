"""Moves, questions and buttons in words: each kind by hand, and sentences of all actions of many positions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import pytest
from tests.jump_wars.by_hand import dealt, due, learned, manned, opened, order, ordered, raised
from tests.jump_wars.by_hand import played as played_by_hand
from tests.jump_wars.rich_tables import rich_start
from tests.jump_wars.rows import OFFERED, ROWS, Row, around, battle, battle_for_the_centre, spying
from tests.jump_wars.steps import SCENES

from sse_core.errors import ArgumentError, IllegalActionError
from sse_core.game import CHANCE, Step
from sse_core.jump_wars import (
    ACTIONS,
    Action,
    Card,
    Due,
    State,
    Verb,
    parse_action,
    position,
    question,
    steps,
    told,
)
from sse_core.jump_wars.positions.position import FIGHTING
from sse_core.play.random_play import choose
from sse_core.seeds import SplitMix64

NAMES: Final = ("Ann", "Bob", "Cleo", "Dora", "Eve")
C: Final = Card


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_an_action_of_one_kind_is_told(row: Row) -> None:
    action = parse_action(row.action)
    assert told(row.before, action, row.before.after(action, row.seat), names=NAMES, player=row.seat) == row.told


# --- positions of all kinds


@cache
def scenes() -> tuple[State, ...]:
    """A position for each step, and more."""
    planets = due(learned(around(), 0, C.PLANET_JUMP), Due.ORDERS)
    made = (position(make(), 100) for make in SCENES.values())
    drawn = played_by_hand(due(opened(), Due.DRAW, 0), "take", "draw=jump", "draw=jump")
    return (*made, planets, drawn, *(row.before for row in ROWS.values()))


@cache
def games() -> tuple[State, ...]:
    """The positions of random games that begin in the midst of a battle, or with high levels, with all options."""
    return tuple(state for number in range(12) for state in game(number))


def game(number: int) -> Iterator[State]:
    """The positions of a game."""
    state = rich_start(number)
    for _ in range(250):
        if not state.to_act:
            break
        yield state
        rng = SplitMix64(1000 * number + state.ply)
        player = rng.choice(state.to_act)
        action = rng.draw(state.odds()) if player == CHANCE else choose(state.view(player), player, rng)
        state = state.after(action, player)
    yield state


def choices(state: State) -> Iterator[tuple[int, Action]]:
    """Each action that a player, or chance, can choose."""
    return ((player, action) for player in state.to_act for action in state.legal_actions(player))


def sampled(state: State) -> list[tuple[int, Action]]:
    """About twenty of them."""
    found = [*choices(state)]
    return found[:: 1 + len(found) // 20]


TOLD: Final = r"(Ann|Bob|Cleo|Dora|Eve|The start player was) \w[^.=]*[^.= ]"
"""It begins with a name, and has neither a full stop nor notation."""

CLAUSE: Final = r"\(J\d(\.\d+)?\)"
ASKED: Final = rf"[A-Z][^=]*\? ([^=]*[.:] )?{CLAUSE}|[^=?]*\. {CLAUSE}"
NOTED: Final = rf"[^=.]*[^=. (:] {CLAUSE}"


def test_every_verb_is_told_and_every_step_is_asked_for() -> None:
    """A new verb, or a new step, needs words, and a position in which they are seen."""
    verbs: dict[tuple[Verb, Due], str] = {}
    questions: dict[Due, str] = {}
    for state in scenes():
        questions[state.position.step] = question(state)
        for player, action in choices(state):
            said = told(state, action, state.after(action, player), names=NAMES, player=player)
            assert re.fullmatch(TOLD, said), said
            assert not re.search(r"\(J\d", said)
            # It fits "You" as well as a name.
            assert not re.search(r"(Ann|Bob|Cleo|Dora|Eve|and) (has|holds|is|was|\w+s)\b", said), said
            verbs[action.verb, state.position.step] = said
    assert {verb for verb, _ in verbs} == {action.verb for action in ACTIONS} == {*Verb}
    assert {*questions} == {*Due}
    assert {step for verb, step in verbs if verb is Verb.DONE} == DONE_AT
    assert len({*questions.values()}) == len(Due)


DONE_AT: Final = {
    *(Due.DRAW, Due.OFFER, Due.GIVE, Due.ASK, Due.STEAL, Due.ALLIANCE, Due.TECH, Due.PAIRS, Due.MINE, Due.BUILD),
    *(Due.SABOTAGE, Due.ORDERS, Due.ESPIONAGE, Due.REWRITING, Due.TIME_JUMP, Due.FINAL),
}
"""The steps that `done` ends."""


def test_every_action_of_a_game_is_told_in_a_sentence() -> None:
    for state in games():
        for player, action in sampled(state):
            after = state.after(action, player)
            said = told(state, action, after, names=NAMES, player=player)
            assert re.fullmatch(TOLD, said), said
            if player != CHANCE:
                own = told(state.view(player), action, after.view(player), names=NAMES, player=player)
                assert own == said or state.position.options.simultaneous, action


def seen(state: State) -> list[State]:
    """What each seat sees, and what those see who watch, which is what all know."""
    views = [state.view(seat) for seat in range(state.players)]
    common = views[0]
    for seat in range(1, state.players):
        common = common.view(seat)
    return [*views, common]


def test_a_sentence_shows_nothing_that_the_states_hide() -> None:
    """Actions that look alike to somebody are told alike: drawn cards, offers, orders, and sealed deals."""
    alike: dict[tuple[State, int, State], set[str]] = defaultdict(set)
    actions: dict[tuple[State, int, State], set[Action]] = defaultdict(set)
    for state in (*scenes(), *games()):
        p = state.position
        if p.step in FIGHTING and not p.options.simultaneous:
            # Two deals can have the same end, and everybody sees which one it was.
            continue
        views = seen(state)
        for player, action in sampled(state):
            for seat, (view, then) in enumerate(zip(views, seen(state.after(action, player)), strict=True)):
                if seat != player:
                    key = view, player, then
                    alike[key].add(told(view, action, then, names=NAMES, player=player))
                    actions[key].add(action)
    assert {len(said) for said in alike.values()} == {1}
    hidden = [key for key, found in actions.items() if len(found) > 1]
    assert {*(Due.DRAW, Due.THEFT, Due.OFFER, Due.ORDERS, Due.DEAL)} <= {key[0].position.step for key in hidden}


# --- questions and buttons


def paths(state: State, player: int) -> dict[Sequence[str], Sequence[Step]]:
    """The steps of each action that a player can choose, by their keys."""
    found = (steps(state, action, player) for action in state.legal_actions(player))
    return {tuple(step.key for step in each): each for each in found}


def test_a_button_says_what_it_is_and_its_note_what_comes_of_it() -> None:
    """Two actions of a decision never have the same words, and what is chosen first has the same words for all."""
    asked = 0
    for state in (*scenes(), *games()[::7]):
        for player in state.to_act:
            if player == CHANCE:
                continue
            view = state.view(player)
            words: dict[Sequence[str], set[tuple[str, str]]] = defaultdict(set)
            ways = paths(view, player)
            for keys, path in ways.items():
                for place, step in enumerate(path):
                    words[keys[: place + 1]].add((step.words, step.note))
                    assert re.search("[a-z]{2}|RT", step.words), step
                    assert "=" not in step.words
                    is_ten = place + 1 < len(path) and re.fullmatch(r"\d+-\d+", step.key)
                    assert is_ten or re.fullmatch(NOTED, step.note), step
                for n in range(len(keys)):
                    said = question(view, keys[:n], player)
                    assert re.fullmatch(ASKED, said), said
                    assert said == question(state, keys[:n], player)
                    asked += 1
            assert all(len(each) == 1 for each in words.values())
            assert len({tuple(step.words for step in path) for path in ways.values()}) == len(ways)
    assert asked > 3000


def test_the_keys_of_steps_behind_a_verb_have_questions_of_their_own() -> None:
    behind: dict[str, set[str]] = defaultdict(set)
    for state in scenes():
        for player in state.to_act:
            for keys in paths(state, player):
                if len(keys) > 1 and not keys[0][0].isdigit():
                    said = question(state, keys[:1], player)
                    behind[keys[0]].add(said)
                    if state.position.step not in (Due.FINAL, Due.GIVE, Due.ASK, Due.SABOTAGE_CARD, Due.NEGATE_CARD):
                        assert said != question(state, (), player)
    verbs = "boost lead raise learn pair discard offer give ask steal ally sabotage planet negate"
    assert {*behind} == {*verbs.split()}


def jumping() -> State:
    """A, of a game for two, is about to say how many fleets jump from a1 to b1."""
    return played_by_hand(due(around(), Due.ORDERS), "A:from=a1", "A:to=b1")


def fighting() -> State:
    """Five fleets of A, with Nova Bombs, against four of B in a Void."""
    return battle(
        {"fleets": 5, "attack": 2, "initiative": 2}, {"fleets": 4, "defense": 3}, specials=((0, C.NOVA_BOMBS),)
    )


def rich(tokens: int) -> State:
    p = opened()
    one = p.players[0]._replace(tokens=tokens)
    return due(p._replace(players=(one, *p.players[1:])), Due.BUILD, 0)


QUESTIONS: Final = {
    "J2.1": (
        due(raised(opened(), 0, research=2), Due.DRAW, 0),
        [],
        "Take your 3 cards of this turn? The deck has 74 cards. (J2.1)",
    ),
    "J2.2 answer": (
        OFFERED,
        [],
        "Do you accept? A offers you Jump, Trade and 5 RT for 3 RT. You have no cards and 4 RT. (J2.2)",
    ),
    "J2.5": (rich(12), [], "Where do you build a fleet, for 5 of your 12 Resource Tokens (RT)? (J2.5)"),
    "J2.5 too dear": (rich(3), [], "Do you go on? A fleet costs 5 Resource Tokens (RT), and you have 3. (J2.5)"),
    "J2.6 first": (
        due(around(), Due.ORDERS),
        [],
        "From which space do fleets of yours jump? 0 of at most 2 orders are written, unseen by others. (J2.6)",
    ),
    "J2.6 how many": (
        jumping(),
        [],
        "How many fleets jump from a1 to b1? 5 of yours are free there, and an order moves 6 at most. (J2.6)",
    ),
    "J2.6 which": (
        played_by_hand(spying(), "rewrite"),
        [],
        "Which of your orders do you rewrite? They are 1: a1 to b1 with 2 fleets, 2: a1 to b2 with 3 fleets. (J2.6)",
    ),
    "J2.7": (
        fighting(),
        [],
        "Do you fire at 4 fleets of B with your 5 fleets at c3, or give some up as Nova Bombs? It is round 1 of the "
        "battle. (J2.7)",
    ),
    "J2.7 bombs": (
        played_by_hand(fighting(), "bomb"),
        [],
        "How many fleets do you give up as Nova Bombs? You have 5 fleets at c3, and each bomb is 2 points of damage on "
        "every fleet there, your own too. (J2.7)",
    ),
    "J2.7 neutral fleets": (
        battle_for_the_centre(),
        [],
        "Do you fire at 3 neutral fleets with your 4 fleets at e5? It is round 1 of the battle. (J2.7)",
    ),
    "J2.7 split": (
        played_by_hand(battle({"fleets": 4, "initiative": 2}, {"fleets": 2}, {"fleets": 3}), "fire"),
        [],
        "How many points of damage hit the 2 fleets of B? You have 4 points of damage, and the rest hits C. (J2.7)",
    ),
    "J2.5 sabotage": (
        ROWS["J2.5 sabotage"].before,
        [],
        "Which card do you discard, to destroy a fleet of B at j10? You hold 1 card. (J2.5)",
    ),
    "J2.5 sabotage of the neutral side": (
        ROWS["J4.9 sabotage of the neutral side"].before,
        [],
        "Which card do you discard, to destroy a neutral fleet at e5? You hold 1 card. (J2.5)",
    ),
    "J2.9": (
        due(dealt(opened(), 0, C.ATTACK), Due.MINE, 0),
        ["boost"],
        "Which technology do you boost until the turn ends, for one of its cards? (J2.9)",
    ),
    "J2.8": (
        due(ordered(dealt(opened(), 0, *[C.JUMP] * 5, C.TRADE), {}), Due.FINAL, 0),
        [],
        "Which cards do you discard? You hold 6 cards, and keep 4 at most. (J2.8)",
    ),
}


@pytest.mark.parametrize(("state", "keys", "said"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_of_one_kind(state: State, keys: list[str], said: str) -> None:
    assert question(state, keys) == said


def besieged() -> State:
    """A is about to choose a target beside a Homeworld of B with four fleets, where B defends with more."""
    p = manned(manned(around(), 0, i9=3, a1=1), 1, j10=4)
    return played_by_hand(due(p, Due.ORDERS), "A:from=i9")


def rewriting(n: int) -> State:
    """A is about to choose one of so many orders to rewrite."""
    p = raised(manned(around(), 0, a1=n), 0, espionage=2, command=n)
    return played_by_hand(due(ordered(p, {0: (order("a1", "b1", 1),) * n}), Due.ESPIONAGE, 0), "rewrite")


BUTTONS: Final = {
    "fleets": (jumping(), "count=2", [("2 fleets", "jump to b1; leaves 3 fleets at a1 (J2.6)")]),
    "all fleets": (
        jumping(),
        "count=5",
        [
            (
                "5 fleets",
                "jump to b1; leaves no fleet at a1, which brings 5 RT a turn only with fleets there (J2.6)",
            )
        ],
    ),
    "a Homeworld": (
        besieged(),
        "to=j10",
        [
            (
                "jump to j10",
                "the Homeworld of player B, 2 RT a turn; 4 fleets of B there now; you fight with Initiative 1, Attack "
                "1 and Defense 1; B fights with Initiative 1, Attack 3 and Defense 3 (J2.6)",
            )
        ],
    ),
    "a fleet": (rich(12), "build=a1", [("build a fleet at a1", "for 5 of 12 RT; 5 fleets of yours there now (J2.5)")]),
    "no fleet": (rich(12), "done", [("build no fleets", "you keep 12 RT (J2.5)")]),
    "fire": (
        fighting(),
        "fire",
        [("fire with all 5 fleets", "10 points of damage on B (a fleet falls at 3 points of damage) (J2.7)")],
    ),
    "bombs": (
        played_by_hand(fighting(), "bomb"),
        "count=2",
        [("2 fleets", "4 points of damage on every fleet at c3; 6 points of damage by your other 3 fleets (J2.7)")],
    ),
    "a boost": (
        due(dealt(raised(opened(), 0, jump=3), 0, C.JUMP), Due.MINE, 0),
        "boost=jump",
        [
            ("boost a technology", "discard a card of it for a level until the turn ends (J2.9)"),
            ("Jump", "from level 3 to 4: fleets jump one step farther (J2.9)"),
        ],
    ),
    "a special": (
        due(dealt(opened(), 0, C.CLOAKING), Due.TECH, 0),
        "learn=cloaking",
        [
            ("learn a special technology", "discard its card, and have what it does for good (J2.3)"),
            ("Cloaking", "2 Initiative more in the first round of a battle (J2.3)"),
        ],
    ),
    "one of many orders": (
        rewriting(12),
        "count=11",
        [("orders 10 to 19", ""), ("order 11", "a1 to b1 with 1 fleet (J2.6)")],
    ),
    "orders": (
        due(ordered(around(), {0: (order("a1", "b1", 2),)}, done=False), Due.ORDERS).view(0),
        "done",
        [("seal your 1 order", "1: a1 to b1 with 2 fleets; all other fleets stay (J2.6)")],
    ),
    "a theft": (
        due(dealt(raised(opened(), 0, trade=2), 1, C.JUMP), Due.STEAL, 0),
        "steal=B",
        [
            ("steal a card", "a random one, from a hand that you choose (J2.2)"),
            ("player B", "holds 1 card, and has 0 RT (J2.2)"),
        ],
    ),
}


@pytest.mark.parametrize(("state", "text", "said"), BUTTONS.values(), ids=BUTTONS)
def test_a_button_of_one_kind(state: State, text: str, said: list[tuple[str, str]]) -> None:
    assert [(step.words, step.note) for step in steps(state, parse_action(text))] == said


def test_notes_of_orders_are_those_of_the_writer_whose_view_it_is() -> None:
    """Both may boost Jump, where they have different levels."""
    p = dealt(dealt(raised(opened(), 1, jump=4), 0, C.JUMP), 1, C.JUMP)
    state = due(p, Due.ORDERS)
    notes = [steps(state.view(seat), parse_action("boost=jump"))[1].note for seat in (0, 1)]
    assert notes == [f"from level {n} to {n + 1}: fleets jump one step farther (J2.9)" for n in (1, 4)]


# --- what is told to whom


def test_an_offer_is_told_to_the_two_alone() -> None:
    for text, verb in (("accept", "accepted"), ("refuse", "refused")):
        action = parse_action(text)
        after = OFFERED.after(action)
        full, *parts = (
            told(before, action, then, names=NAMES)
            for before, then in ((OFFERED, after), *((OFFERED.view(seat), after.view(seat)) for seat in range(3)))
        )
        assert parts == [full, full, f"Bob {verb} the offer of Ann, which others don't see"]


def test_a_card_is_told_to_whoever_sees_it() -> None:
    """A draws, and steals from B; C sees neither card."""
    p = raised(dealt(opened(3), 1, C.JUMP), 0, trade=2)
    drawing = played_by_hand(due(p, Due.DRAW, 0), "take")
    stealing = played_by_hand(due(p, Due.STEAL, 0), "steal=B")
    for state, said in (
        (drawing, ["Ann drew Jump", "Ann drew a card", "Ann drew a card"]),
        (stealing, ["Ann stole Jump from Bob", "Ann stole Jump from Bob", "Ann stole a card from Bob"]),
    ):
        action = parse_action("draw=jump")
        after = state.after(action)
        assert [told(state.view(seat), action, after.view(seat), names=NAMES) for seat in range(3)] == said


def test_orders_are_sealed_until_all_are_open() -> None:
    state = due(around(), Due.ORDERS)
    sentences: list[list[str]] = [[], []]
    for text in ("0:from=a1", "0:to=b1", "0:count=2", "0:done", "1:done"):
        seat, _, action = text.partition(":")
        after = state.after(parse_action(action), int(seat))
        for viewer in (0, 1):
            views = state.view(viewer), parse_action(action), after.view(viewer)
            sentences[viewer].append(told(*views, names=NAMES, player=int(seat)))
        state = after
    opening = "Bob finished last, without orders, and all orders were opened"
    assert sentences[0] == [
        "Ann began an order for fleets at a1",
        "Ann chose b1 as the target of fleets at a1",
        "Ann ordered 2 of 5 fleets to jump from a1 to b1",
        "Ann sealed 1 order",
        opening,
    ]
    writing = "Ann went on writing orders, which are sealed"
    assert sentences[1] == [writing, writing, writing, "Ann sealed the orders", opening]


def test_a_seat_without_a_name_has_its_letter() -> None:
    state = due(opened(3), Due.OFFER, 2)
    done = parse_action("done")
    assert told(state, done, state.after(done)) == "C made no offer"
    assert told(state, done, state.after(done), names=["Ann", "Bob"]) == "C made no offer"
    assert told(state, done, state.after(done), names=["Ann", "Bob", "You"]) == "You made no offer"


def test_what_is_no_move_is_not_told() -> None:
    state = due(opened(), Due.OFFER, 0)
    done: Any = parse_action("done")
    with pytest.raises(ArgumentError, match="leads to another position"):
        told(state, done, state)
    with pytest.raises(IllegalActionError):
        told(state, parse_action("take"), state)
    with pytest.raises(TypeError, match="an Action of Jump Wars is told, not str"):
        told(state, "done", state)  # type: ignore[arg-type]
