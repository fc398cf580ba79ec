"""Text and JSON of actions, positions and records; errors name the place and the clause."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from tests.jump_wars.steps import LATER, SCENES, raised
from tests.offered import offered

from sse_core.errors import IllegalActionError, NotationError, SetupError
from sse_core.jump_wars import (
    ACTIONS,
    Action,
    Card,
    GameRecord,
    Options,
    Position,
    State,
    Verb,
    format_action,
    format_game,
    format_state,
    new_game,
    parse_action,
    parse_game,
    parse_state,
)
from sse_core.jump_wars.strategies import games, options, random_state, states
from sse_core.seeds import SplitMix64

START = """\
jw-state 1
options: standard
ply: 0
map:
A.%~~+~.~.
~.%#..#~%~
.+~.~#.#~%
+.+~#+.+.%
+#++..+.#~
%....%~%#.
~###~.%...
##+.++#.#%
~#~#++#++#
+~.#.+.~.B
turn: 1
start player: nobody
step: start
A levels: all:1
A learned: none
A tokens: 0
A hand: none
B levels: all:1
B learned: none
B tokens: 0
B hand: none
A fleets: a1:5
A held: a1
B fleets: j10:5
B held: j10
neutral fleets: none
neutral held: none
unseen: initiative:5 attack:5 defense:5 jump:5 command:5 logistics:5 research:5 manufacturing:5 miniaturization:5 \
espionage:5 trade:5 diplomacy:5 ram_scoops:1 event_skimming:1 nova_bombs:1 cloaking:1 space_raiding:1 assimilation:1 \
leadership:1 genesis:1 star_docks:1 time_jump:1 planet_jump:1 progenitor_ruins:1 sabotage:1 positronic_brains:1
discard: none"""


def text_of_scene(name: str) -> str:
    return format_state(State.of(SCENES[name](), 12))


def lines_of_scene(name: str, first: str) -> list[str]:
    """Return the lines of a position that begin so."""
    return [line for line in text_of_scene(name).split("\n") if line.startswith(first)]


# --- there and back


def test_a_new_game_as_text() -> None:
    assert format_state(new_game()) == START
    assert parse_state(START) == new_game()


@pytest.mark.parametrize("name", SCENES)
def test_a_position_of_each_step_and_its_views_lead_back(name: str) -> None:
    state = State.of(SCENES[name](), 12)
    for seen in (state, *map(state.view, range(3))):
        text = format_state(seen)
        assert parse_state(text) == seen
        assert format_state(parse_state(text)) == text
        assert State.to_json(State.from_json(seen.to_json())) == seen.to_json()
        assert State.from_json(seen.to_json()) == seen


@given(states())
def test_texts_and_json_lead_back(state: State) -> None:
    for seen in (state, *map(state.view, range(state.players))):
        assert parse_state(format_state(seen)) == seen
        assert State.from_json(seen.to_json()) == seen


@pytest.mark.ci
def test_texts_and_json_of_long_play_lead_back() -> None:
    """From 40 positions on, of 2 to 5 players, both grids and all options."""
    for seed in range(40):
        stream = SplitMix64(seed)
        state = random_state(stream.below)
        for ply in range(40):
            if not state.to_act:
                break
            player = stream.choice(state.to_act)
            state = state.after(stream.choice(state.legal_ids(player)), player)
            if ply % 4 == 0:
                seen = state if ply % 8 else state.view(stream.below(state.players))
                assert parse_state(format_state(seen)) == seen
                assert State.from_json(seen.to_json()) == seen


@given(games(whole=False))
def test_records_lead_back(game: GameRecord[State, Action]) -> None:
    assert parse_game(format_game(game)) == game
    assert GameRecord.from_json(game.to_json()) == game


@given(options())
def test_options_lead_back(chosen: Options) -> None:
    state = new_game(players=3, options=chosen)
    text = format_state(state)
    assert parse_state(text).position.options == chosen
    assert (chosen == Options()) == ("options: standard\n" in text)


def test_actions_lead_back() -> None:
    for number, action in enumerate(ACTIONS):
        text = format_action(action)
        assert format_action(number) == text
        for spelt in (str.lower, str.upper, str.title, str.swapcase):
            assert parse_action(spelt(text)) == action


def test_a_state_evaluates_from_its_repr() -> None:
    import sse_core.jump_wars as names

    for state in (
        new_game(),
        new_game(players=4, seed=7, grid="hex", turn_limit=5, neutral=True),
        new_game(seed=10),
        State.of(LATER, 3),
        State.of(SCENES["deal, second"](), 3),
    ):
        assert eval(repr(state), offered(names)) == state
    assert repr(new_game(players=4, seed=7, grid="hex")) == "new_game(players=4, seed=7, grid='hex')"
    assert repr(new_game(seed=10)).startswith("parse_state('jw-state 1\\n")


# --- what a text says


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action(Verb.DONE), "done"),
        (Action(Verb.BOOST, Card.ATTACK), "boost=attack"),
        (Action(Verb.GIVE, Card.NOVA_BOMBS), "give=nova_bombs"),
        (Action(Verb.OFFER, 1), "offer=B"),
        (Action(Verb.SABOTAGE, 5), "sabotage=neutral"),
        (Action(Verb.SABOTAGE, 4), "sabotage=E"),
        (Action(Verb.FROM, 0), "from=a1"),
        (Action(Verb.PLANET, 32), "planet=c4"),
        (Action(Verb.TO, 99), "to=j10"),
        (Action(Verb.COUNT, 3), "count=3"),
        (Action(Verb.FIRST, 2), "first=C"),
        (Action(Verb.DRAW, Card.JUMP), "draw=jump"),
    ],
)
def test_words_of_actions(action: Action, text: str) -> None:
    assert format_action(action) == text


@pytest.mark.parametrize(
    ("scene", "lines"),
    [
        ("draw", ["turn: 2", "start player: B", "step: draw B"]),
        ("draw", ["A learned: leadership star_docks time_jump planet_jump sabotage positronic_brains"]),
        ("draw", ["A tokens: 250", "A hand: attack:2 nova_bombs:1 progenitor_ruins:1"]),
        ("drawing", ["step: draw B begun", "used: take", "due: 2"]),
        ("drawn", ["used: take ruins brains", "due: 2"]),
        ("pay", ["step: pay A begun", "offer: A B give attack,nova_bombs pay 99 ask none charge 0"]),
        ("answer", ["step: answer B", "offer: A B give none pay 5 ask trade,genesis charge 7"]),
        ("theft", ["step: theft A begun", "draft: B", "A levels: trade:2"]),
        ("mine", ["sold: 1", "A boosts: attack:1 manufacturing:1", "A this turn: led", "discard: attack:2"]),
        ("sabotage, space", ["draft: neutral"]),
        ("sabotage, card", ["draft: B j1"]),
        ("orders", ["step: orders begun", "A orders: a1-a2:2 a1-b1:planet", "A writes: a1"]),
        ("orders", ["A sealed: attack", "A sealed lead: command"]),
        ("orders, in parts", ["A writes: a1 b1 99"]),
        ("orders, done", ["A orders: a1-a2:2", "A this turn: done"]),
        ("rewriting, from", ["draft: 1", "A orders: a1-b1:planet", "A writes: a1"]),
        ("negate, card", ["draft: A 2"]),
        ("deal, second", ["step: deal C", "battle: c2 1", "battle damage: A:3x0 B:3x0 C:3x0", "battle kills: none"]),
        ("deal, second", ["battle groups: B,C,A", "battle deals: B:1x1:C=2"]),
        ("later round", ["battle: c2 2", "battle damage: A:1x2,2x0 B:1x3,1x0", "battle groups: B,A"]),
        ("split in parts", ["draft: 0", "counted: 99"]),
        ("against the neutral", ["battle: e5 1", "battle damage: C:3x0 neutral:3x0", "battle groups: C,neutral"]),
        ("neutral holder", ["neutral holder: C 1", "C fleets: e5:1 e10:5", "C held: e5 e10", "neutral fleets: none"]),
        ("end", ["step: end", "turn: 9"]),
    ],
)
def test_lines_of_positions(scene: str, lines: list[str]) -> None:
    assert {*lines} <= {*text_of_scene(scene).split("\n")}


def test_lines_of_a_void_order_and_of_an_alliance() -> None:
    p = SCENES["negate, order"]()
    order = p.players[0].written_orders.orders[0]._replace(void=True)
    written = p.players[0].written_orders._replace(orders=(order,))
    text = format_state(
        State.of(p._replace(players=(p.players[0]._replace(written_orders=written), *p.players[1:])), 0)
    )
    assert "\nA orders: a1-a2:2:void\n" in text
    text = format_state(State.of(SCENES["orders"]()._replace(alliance=(1, 0)), 0))
    assert "\nalliance: B A\n" in text
    assert parse_state(text).position.alliance == (1, 0)


def test_the_view_of_a_position_hides_and_says_so() -> None:
    text = format_state(State.of(SCENES["orders"](), 0).view(1))
    assert "\nA hand: none\nA hidden: 4\n" in text
    assert "\nA orders:" not in text
    assert "\nA sealed:" not in text
    assert "\nB hand: jump:1 trade:1\n" in text


def test_a_position_in_which_orders_are_written_says_how_many_actions_wrote_them() -> None:
    """Old texts don't: then nothing is known of these actions."""
    state = State.of(SCENES["orders"](), 12, (4, 0, 0))
    text, as_json = format_state(state), state.to_json()
    assert text == text_of_scene("orders").replace("ply: 12\n", "ply: 12\nwritten: 4 0 0\n")
    assert parse_state(text) == State.from_json(as_json) == state
    assert [(view.ply, view.written) for view in map(state.view, range(3))] == [(12, (4, 0, 0)), (8, ()), (8, ())]
    assert parse_state(text_of_scene("orders")).written == ()


# --- refused actions


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("frm=a1", 1, "there is no action 'frm' (did you mean 'from'?); they are done, take, "),
        ("", 1, "there is no action ''; they are done, "),
        ("done=1", 5, "done stands alone"),
        ("from", 5, "from is written like from=a1; it takes a space, a1 to j10"),
        ("from=k1", 6, "from is written like from=a1; it takes a space, a1 to j10"),
        ("from=a01", 6, "from is written like from=a1"),
        ("to=a11", 4, "it takes a space, a1 to j10"),
        ("count=100", 7, "count is written like count=0 (did you mean '10'?); it takes a number from 0 to 99"),
        ("count=-1", 7, "it takes a number from 0 to 99"),
        ("count=01", 7, "it takes a number from 0 to 99"),
        ("count=\N{ARABIC-INDIC DIGIT ONE}", 7, "it takes a number from 0 to 99"),
        ("boost=atack", 7, "(did you mean 'attack'?); it takes initiative, attack, defense, "),
        ("boost=nova_bombs", 7, "boost is written like boost=initiative; it takes initiative, "),
        ("learn=attack", 7, "learn is written like learn=ram_scoops"),
        ("offer=F", 7, "offer is written like offer=A; it takes A, B, C, D, E"),
        ("sabotage=nobody", 10, "it takes A, B, C, D, E, neutral"),
        ("done ", 1, "there is no action 'done ' (did you mean 'done'?)"),
        ("from=a1\0", 6, "from is written like from=a1"),
        ("x" * 100_000, 1, "there is no action 'xxx"),
    ],
)
def test_refused_actions(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert message in caught.value.message
    assert caught.value.column == column


def test_values_that_are_no_actions() -> None:
    for action in (
        Action(Verb.BOOST, Card.NOVA_BOMBS),
        Action(Verb.COUNT, 100),
        Action(Verb.DONE, 1),
        Action(Verb.AT, [1]),  # type: ignore[arg-type]
        len(ACTIONS),
        -1,
    ):
        with pytest.raises(IllegalActionError, match=r"is no action of this game \(J5.1\)"):
            format_action(action)
    for value in ("done", 1.0, True):
        with pytest.raises(TypeError, match="an action is an Action or its id"):
            format_action(value)  # type: ignore[arg-type]


# --- refused positions

_SIDES = "expected a seat, A to C, or neutral"

REFUSED_LINES: list[tuple[str, str, str, str]] = [
    ("draw", "jw-state 1", "jw-state 2", "line 1, column 1: expected 'jw-state 1' here"),
    (
        "draw",
        "jw-state 1",
        "sse-state 1",
        "a position (jw-state) is wanted, and this looks like a position (sse-state)",
    ),
    ("draw", "options: ", "options: ", "line 2, column 9: expected 'options: standard' here"),
    (
        "draw",
        "options: ",
        "options: trde=yes",
        "line 2, column 10: an option is written like `trade=no`, and is one of grid, turn_limit, neutral, trade, "
        "void_orders, must_raise, genesis_adds, any_map, simultaneous (did you mean 'trade'?)",
    ),
    ("draw", "options: ", "options: trade", "line 2, column 10: an option is written like `trade=no`"),
    ("draw", "options: ", "options: trade=off", "line 2, column 16: trade is one of yes, no"),
    ("draw", "options: ", "options: trade=yes neutral=yes", "line 2, column 10: expected 'options: neutral=yes"),
    (
        "draw",
        "options: ",
        "options: grid=hexx",
        "line 2, column 15: a grid is one of square, hex (did you mean 'hex'?)",
    ),
    ("draw", "options: ", "options: turn_limit=0", "line 2, column 21: expected a number from 1 to 1000"),
    ("draw", "options: ", "options: trade=no neutral=yes", "line 2, column 10: expected 'options: neutral=yes trade"),
    ("draw", "ply: ", "ply: -1", "line 3, column 6: expected a number from 0 to 1000000000"),
    ("draw", "ply: ", "ply: 012", "line 3, column 6: expected 'ply: 12' here"),
    ("draw", "ply: ", f"ply: {'9' * 5000}", "line 3, column 6: expected a number from 0 to 1000000000"),
    ("draw", "ply: ", "ply: 1\N{SUPERSCRIPT TWO}", "line 3, column 6: expected a number from 0 to 1000000000"),
    ("draw", "map:", "map: 1", "line 4, column 5: expected nothing after 'map:'"),
    ("draw", "A.~", "A.~.##%~+", "line 5, column 10: a row of the map has 10 spaces"),
    ("draw", "A.~", "A.~.##%~+B.", "line 5, column 11: a row of the map has 10 spaces"),
    ("draw", "A.~", "A.~.##%~?B", "line 5, column 9: a space is one of . + % # ~, a seat from A to E, or N"),
    ("draw", "A.~", "A.~.##%~AB", "line 5, column 9: there is a second Homeworld A"),
    ("draw", "A.~", "D.~.##%~+B", "line 5: there is no Homeworld A on the map (J1.3)"),
    ("draw", "A.~", "..~.##%~+.", "line 5: the number of Homeworlds is 1, not in 2 to 5"),
    ("draw", "turn: ", "turn: 1001", "line 15, column 7: expected a number from 1 to 1000"),
    ("draw", "start player: ", "start player: D", "line 16, column 15: expected a seat, A to C"),
    ("draw", "start player: ", "start player: b", "line 16, column 15: expected a seat, A to C"),
    ("draw", "step: ", "step: ", "line 17, column 6: expected a step after 'step:'"),
    ("draw", "step: ", "step: draws B", "line 17, column 7: a step is one of start, draw, "),
    ("draw", "step: ", "step: draws B", "(did you mean 'draw'?)"),
    ("draw", "step: ", "step: draw B started", "line 17, column 14: expected a seat, A to C"),
    ("draw", "step: ", "step: draw B C", "line 17, column 13: expected 'step: draw B' here"),
    ("draw", "step: ", "step: draw begun B", "line 17, column 12: expected 'step: draw B begun' here"),
    ("draw", "step: ", "step: draw B\ndraft: ", "line 18, column 1: expected 'A levels: ' here"),
    ("draw", "step: ", "step: draw B\ndraft: 1 2 3 4 5 6 7", "line 18, column 20: a draft has at most 6 numbers"),
    ("sabotage, card", "draft: ", "draft: D j1", f"line 18, column 8: {_SIDES}"),
    ("sabotage, card", "draft: ", "draft: B j0", "line 18, column 10: expected a space, a1 to j10"),
    ("negate, card", "draft: ", "draft: A 0", "line 18, column 10: expected a number from 1 to 1000000000000"),
    ("split in parts", "counted: ", "counted: many", "line 19, column 10: expected a number from 0 to 1000000000000"),
    (
        "drawing",
        "used: ",
        "used: tke",
        "line 18, column 7: what is used is one of take, ruins, brains (did you mean 'take'?)",
    ),
    ("drawn", "used: ", "used: ruins take brains", "line 18, column 7: expected 'used: take ruins brains' here"),
    ("drawing", "due: ", "due: x", "line 19, column 6: expected a number from 0 to"),
    (
        "answer",
        "offer: ",
        "offer: A B give none pay 5 ask trade",
        "line 18, column 8: an offer is written like `A B give attack pay 3 ask none charge 0`",
    ),
    (
        "answer",
        "offer: ",
        "offer: A D give none pay 5 ask trade charge 7",
        "line 18, column 10: expected a seat, A to C",
    ),
    (
        "answer",
        "offer: ",
        "offer: A B give none pay 5 ask trade,genesys charge 7",
        "line 18, column 38: expected one of initiative, ",
    ),
    ("answer", "offer: ", "offer: A B give none pay 5 ask trade,genesys charge 7", "(did you mean 'genesis'?)"),
    (
        "answer",
        "offer: ",
        "offer: A B give none pay 1000000001 ask trade charge 7",
        "line 18, column 26: expected a number from 0 to 1000000000",
    ),
    ("orders", "step: ", "step: orders begun\nalliance: A", "line 18, column 11: an alliance is written like `A B`"),
    ("orders", "step: ", "step: orders begun\nalliance: A neutral", "line 18, column 13: expected a seat, A to C"),
    (
        "neutral holder",
        "neutral holder: ",
        "neutral holder: C",
        "line 18, column 17: the neutral holder is written like `A 2`",
    ),
    (
        "neutral holder",
        "neutral holder: ",
        "neutral holder: C 1001",
        "line 18, column 19: expected a number from 0 to 1000",
    ),
    ("deal", "battle: ", "battle: c2", "line 18, column 9: a battle is written like `e5 1`: its space, and its round"),
    ("deal", "battle: ", "battle: c2 one", "line 18, column 12: expected a number from 1 to"),
    ("deal", "battle damage: ", "battle damage: A:3x0 B:3", "line 19, column 24: damage is written like `1x3,2x0`"),
    ("deal", "battle damage: ", "battle damage: A:3x0 B:1000000x0", "line 19, column 24: damage is written like"),
    ("deal", "battle damage: ", "battle damage: A:3x0 D:3x0", f"line 19, column 22: {_SIDES}"),
    ("deal", "battle damage: ", "battle damage: A:1x0,2x0 B:3x0", "line 19, column 18: expected 'battle damage: A:3x0"),
    ("deal", "battle kills: ", "battle kills: A", "line 20, column 16: expected a number from 0 to"),
    ("deal", "battle groups: ", "battle groups: B;A", f"line 21, column 16: {_SIDES}"),
    (
        "deal, second",
        "battle deals: ",
        "battle deals: B:1:C=2",
        "line 22, column 15: a deal is written like `A:2x3:B=4`",
    ),
    ("deal, second", "battle deals: ", "battle deals: B:1x1:C=x", "line 22, column 23: expected a number from 0 to"),
    (
        "deal, second",
        "battle deals: ",
        "battle deals: B:1x1:A=0,C=2",
        "line 22, column 21: expected 'battle deals: B:1x1:C=2'",
    ),
    ("draw", "A levels: ", "A levels: genesis:2", "line 18, column 11: expected one of initiative, attack, "),
    ("draw", "A levels: ", "A levels: attack:1", "line 18, column 12: expected 'A levels: all:1' here"),
    ("mine", "A boosts: ", "A boosts: attack", "column 17: expected a number from 0 to"),
    ("draw", "A learned: ", "A learned: time_jmp", "line 19, column 12: expected one of initiative, "),
    ("draw", "A tokens: ", "A tokens: 1e3", "line 20, column 11: expected a number from 0 to 1000000000"),
    ("draw", "A hand: ", "A hand: attack:2 attack:2", "line 21, column 17: expected 'A hand: attack:2' here"),
    ("orders", "A orders: ", "A orders: a1>a2:2", "column 11: an order is written like `a1-b2:3`, `a1-b1:planet`"),
    ("orders", "A orders: ", "A orders: a1-a2:0", "column 17: expected a number from 1 to 65535"),
    ("orders", "A orders: ", "A orders: a1-z2:2", "column 14: expected a space, a1 to j10"),
    ("orders", "A orders: ", "A orders: a1-a2:02", "column 17: expected 'A orders: a1-a2:2' here"),
    ("orders", "A writes: ", "A writes: a1 b1 99 99", "column 20: an order that is being written has two spaces"),
    ("orders", "A writes: ", "A writes: a1 b1 98", "column 16: expected 'A writes: a1 b1' here"),
    ("orders", "A writes: ", "A writes: a1 b1 990000000000", "column 17: expected a number from 0 to 1000000"),
    ("orders", "A sealed: ", "A sealed: atack", "column 11: expected one of initiative, "),
    ("orders", "A sealed lead: ", "A sealed lead: genesis", "column 16: expected one of initiative, "),
    ("orders, done", "A this turn: ", "A this turn: over", "column 14: what the turn has brought is one of led, done"),
    ("draw", "C fleets: ", "C fleets: e10", "column 14: expected a number from 0 to"),
    ("draw", "C fleets: ", "C fleets: e10:1000001", "column 15: expected a number from 0 to 1000000"),
    ("draw", "C held: ", "C held: e11", "column 9: expected a space, a1 to j10"),
    ("draw", "B held: ", "B held: a1 j1", "expected 'A held: none' here"),
    ("orders", "ply: ", "ply: 12\nwritten: 3", "written is a number for each of the 3 seats, not 1 in all"),
    ("orders", "ply: ", "ply: 12\nwritten: 3 0 0 0", "written is a number for each of the 3 seats, not 4 in all"),
    ("orders", "ply: ", "ply: 12\nwritten: 0 0 0", "line 4, column 1: expected 'map:' here"),
    ("orders", "ply: ", "ply: 12\nwritten: 3 x 0", "line 4, column 12: expected a number from 0 to 1000000000"),
    ("orders", "ply: ", "ply: 12\nwritten: 13 0 0", "written is 13, not in 0 to 12"),
    ("orders", "ply: ", "ply: 12\nwritten: 3 1 0", "written is 1 for B, who has sealed nothing (J4.3)"),
    ("draw", "ply: ", "ply: 12\nwritten: 3 0 0", "written is 3 for A, who has sealed nothing (J4.3)"),
    ("draw", "neutral fleets: ", "D fleets: none", "column 1: expected 'neutral fleets: ' here"),
    ("draw", "unseen: ", "unseen: none", "there are 0 cards Initiative, not 5 (J1.5)"),
    ("draw", "discard: ", "discard: none\n\n", "the text should end before this empty line"),
    ("draw", "discard: ", "discard:", "column 9: expected 'discard: none' here"),
    ("draw", "A tokens: ", "A tokens: 0\n", "line 21, column 1: expected 'A hand: ' here"),
    ("draw", "A tokens: ", "A token\0s: 0", "line 20, column 8: an unprintable character (U+0000) stands here"),
]
"""A scene, the beginning of a line, another line instead, and the error."""


@pytest.mark.parametrize(("scene", "line", "instead", "message"), REFUSED_LINES)
def test_refused_lines(scene: str, line: str, instead: str, message: str) -> None:
    lines = text_of_scene(scene).split("\n")
    (place,) = [place for place, found in enumerate(lines) if found.startswith(line)]
    lines[place] = instead
    with pytest.raises((NotationError, SetupError)) as caught:
        parse_state("\n".join(lines))
    assert message in str(caught.value)


def test_a_text_that_ends_early_is_refused_at_every_line() -> None:
    lines = text_of_scene("deal, second").split("\n")
    for end in range(1, len(lines)):
        with pytest.raises(NotationError) as caught:
            parse_state("\n".join(lines[:end]))
        assert caught.value.line == end


def test_an_impossible_position_is_refused_with_its_last_line() -> None:
    text = text_of_scene("draw").replace("turn: 2", "turn: 10")
    with pytest.raises(SetupError) as caught:
        parse_state(text)
    assert str(caught.value) == f"line {text.count(chr(10)) + 1}: turn is 10, and the limit is 9 (J3.4)"


@pytest.mark.parametrize("value", [None, 7, b"jw-state 1", ["jw-state 1"]])
def test_what_is_no_text_is_refused(value: Any) -> None:
    for read in (parse_state, parse_action, State.from_json):
        if value is None and read is parse_action:
            continue  # JSON calls a missing action null (`tests/test_makers.py`).
        with pytest.raises(TypeError, match="is a str, not"):
            read(value)


# --- refused JSON


def changed(found: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a JSON object with another value at a path such as ``players 0 hand``."""
    *above, last = path.split()
    inner: Any = found
    for key in above:
        inner = inner[int(key) if key.isdigit() else key]
    inner[last] = value
    return found


REFUSED_JSON: list[tuple[str, str, object, str]] = [
    ("draw", "format", "sse-state", "a position (jw-state) is wanted, and this looks like a position (sse-state)"),
    ("draw", "version", 2, "version should be 1"),
    ("draw", "ply", True, "ply is an integer in JSON"),
    ("draw", "ply", -1, "ply is -1, not in 0 to 1000000000"),
    ("draw", "written", [1, 0, 0], "written is 1 for A, who has sealed nothing (J4.3)"),
    ("orders", "written", [0, 0, 0], "the key 'written' should not be there"),
    ("orders", "written", {}, "written is an array in JSON"),
    ("draw", "extra", 1, "the key 'extra' should not be there"),
    ("draw", "options grid", "triangle", "grid is 'square' or 'hex', not 'triangle' (J1.1)"),
    ("draw", "options trade", 1, "trade is true or false in JSON"),
    ("draw", "options turn_limit", 0, "turn_limit is 0, not in 1 to 1000"),
    ("draw", "map", [], "a map has 10 rows"),
    ("draw", "map", ["A........B"] + ["." * 10] * 8, "a map has 10 rows"),
    ("draw", "map", ["A...?....B"] + ["." * 10] * 9, "line 1, column 5: a space is one of"),
    ("draw", "map", ["A........B"] + ["." * 10] * 9, "the map has 2 players, and players has 3"),
    ("draw", "players", [], "the map has 3 players, and players has 0"),
    ("draw", "players", [1, 2, 3], "players is an object in JSON"),
    ("draw", "turn", 10**400, "turn is"),
    ("draw", "turn", 2.0, "turn is an integer in JSON"),
    ("draw", "step", "soon", "a step is one of start, draw, "),
    ("draw", "actor", "D", "there is no such seat; they are A to C"),
    ("draw", "actor", "neutral", "there is no such seat; they are A to C"),
    ("draw", "actor", 1, "actor is a string in JSON"),
    ("drawing", "used", ["tke"], "what is used is of take, ruins, brains (did you mean 'take'?)"),
    ("drawn", "used", ["ruins", "take", "brains"], "used should be"),
    ("draw", "draft", ["a1"], "draft is an integer in JSON"),
    ("draw", "unseen", {"attak": 5}, "there is no such card (did you mean 'attack'?)"),
    ("draw", "unseen", {"attack": -1}, "unseen is -1, not in 0 to 5"),
    ("draw", "players 0 levels", {"genesis": 2}, "only basic technologies have levels (J1.5)"),
    ("draw", "players 0 levels", {"attack": 2}, "levels is 0, not in 1 to 10000"),
    ("draw", "players 0 hand", {"attack": 2, "jump": 0}, "there are"),
    ("draw", "players 0 written_orders", None, "written_orders is an object in JSON"),
    ("draw", "players 0 fleets", {"k1": 1}, "there is no such space; they are a1 to j10"),
    ("draw", "players 0 held", ["a1", "b1"], "b1 is held by another side than has fleets there (J2.7)"),
    ("draw", "players 0 held", ["a1", "a1"], "players[0].held should be"),
    ("orders", "players 0 written_orders led", "genesis", "only basic technologies have levels (J1.5)"),
    ("orders", "alliance", ["A"], "an alliance is a diplomat and an ally"),
    ("answer", "offer receiver", "neutral", "there is no such seat; they are A to C"),
    ("answer", "offer give", ["attack"] * 3, "give has 3 cards, and at most 2 can be (J4.6)"),
    ("deal", "battle damage", {"F": [0]}, "there is no such side; they are A to C, and neutral"),
    ("deal", "battle damage", {"A": [0.5]}, "A is an integer in JSON"),
    ("deal", "battle groups", [["B", "A"]], "groups is an object in JSON"),
    ("deal", "battle groups", [], "each side deals once in a round"),
    ("deal, second", "battle deals", [{}], "the key 'side' is missing"),
]
"""A scene, the path of a key, another value, and the error."""


@pytest.mark.parametrize(("scene", "path", "value", "message"), REFUSED_JSON)
def test_refused_json(scene: str, path: str, value: object, message: str) -> None:
    found = json.loads(State.of(SCENES[scene](), 12).to_json())
    with pytest.raises((NotationError, SetupError)) as caught:
        State.from_json(json.dumps(changed(found, path, value)))
    assert message in str(caught.value)


def test_each_missing_key_is_named() -> None:
    for key in json.loads(new_game().to_json()):
        found = json.loads(new_game().to_json())
        del found[key]
        with pytest.raises(NotationError, match=f"the key '{key}' is missing"):
            State.from_json(json.dumps(found))


def test_json_that_is_nested_too_deeply() -> None:
    for text in (
        '{"players": ' + "[" * 100_000,
        json.dumps(changed(json.loads(new_game().to_json()), "map", nested(33))),
    ):
        with pytest.raises(NotationError, match="not JSON"):
            State.from_json(text)


def nested(levels: int) -> list[Any]:
    return [nested(levels - 1)] if levels else [1]


def test_a_record_of_the_deepest_position_is_read() -> None:
    """Written orders are the innermost objects."""
    game = GameRecord(State.of(SCENES["rewriting, from"](), 0), ["to=a2", "count=1"])
    assert GameRecord.from_json(game.to_json()) == game
    assert parse_game(format_game(game)) == game


# --- records


def test_a_record_with_an_illegal_action() -> None:
    text = format_game(GameRecord(new_game(), ["first=A", "take"]))
    with pytest.raises(IllegalActionError, match=r"move 2, done: "):
        parse_game(text.replace(" take", " done"))


def test_a_record_names_the_seat_of_a_sealed_order() -> None:
    state = State.of(SCENES["orders, done"](), 0)
    game = GameRecord(state, [(2, "done"), (1, "from=j1")])
    lines = format_game(game).split("\n")
    assert lines[-3:-1] == ["1 C done", "2 B from=j1"]
    assert parse_game("\n".join(lines)) == game


def test_a_misspelt_move_has_its_place() -> None:
    text = format_game(GameRecord(new_game(), ["first=A", "take"])).replace(" take", " tke")
    with pytest.raises(NotationError) as caught:
        parse_game(text)
    assert (caught.value.line, caught.value.column) == (text.count("\n"), 5)
    assert "(did you mean 'take'?)" in str(caught.value)


# --- hostile texts

HOSTILE = [
    "",
    "\0",
    "jw-state 1" * 100_000,
    "jw-state 1\noptions: standard\nply: " + "9" * 1_000_000,
    "jw-state 1\n" + "\n" * 1_000_000,
    START + "\n" + "discard: none\n" * 100_000,
    START.replace("5", "\N{ARABIC-INDIC DIGIT FIVE}"),
    START.replace("none", "\ud800"),
    START.replace("A held: a1", "A held: " + "a1 " * 100_000),
    START.replace("A hand: none", "A hand: " + "attack:5 " * 30_000),
    START.replace("A levels: all:1", "A levels: attack:" + "9" * 13),
    START.replace("step: start", "step: deal A\nbattle: a1 1\nbattle damage: " + "A:999999x0 " * 50_000),
    START.replace("step: start", "step: split A\ndraft: " + "1 " * 100_000),
    START.replace("A tokens: 0", "A tokens: 0" + " " * 1_000_000 + "0"),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises((NotationError, SetupError)):
        parse_state(text)


def damaged(text: str, seed: int) -> str:
    """Return a text with a few lines or characters changed."""
    stream = SplitMix64(seed)
    for _ in range(1 + stream.below(3)):
        at, lines = stream.below(len(text)), text.split("\n")
        match stream.below(5):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + stream.choice("0123456789ABCDEN:x,-=ab \n\0") + text[at + 1 :]
            case 2:
                stream.shuffle(lines)
                text = "\n".join(lines)
            case 3:
                place = stream.below(len(lines))
                text = "\n".join([*lines[:place], *lines[place + 1 :]])
            case _:
                digits = [place for place, sign in enumerate(text) if sign.isdigit()]
                place = stream.choice(digits)
                text = text[:place] + str(stream.below(1_000)) + text[place + 1 :]
    return text


@pytest.mark.parametrize("name", SCENES)
def test_damaged_texts_are_refused_or_play_on(name: str) -> None:
    """What is read is written back, and play goes on from it."""
    for seed in range(25):
        text = damaged(text_of_scene(name), seed)
        try:
            state = parse_state(text)
        except (NotationError, SetupError):
            continue
        assert format_state(state) == text
        assert_plays_on(state, seed)


@pytest.mark.parametrize("name", SCENES)
def test_damaged_json_is_refused_or_plays_on(name: str) -> None:
    # A key and a value to a line.
    whole = json.dumps(json.loads(State.of(SCENES[name](), 12).to_json()), indent=1)
    for seed in range(25):
        try:
            state = State.from_json(damaged(whole, seed))
        except (NotationError, SetupError):
            continue
        assert State.from_json(state.to_json()) == state
        assert_plays_on(state, seed)


def assert_plays_on(state: State, seed: int) -> None:
    stream = SplitMix64(seed)
    for _ in range(15):
        if not state.to_act:
            return
        player = stream.choice(state.to_act)
        legal = state.legal_ids(player)
        assert legal
        state = state.after(stream.choice(legal), player)
        for viewer in range(state.players):
            assert state.view(viewer).to_act == state.to_act


def test_numbers_at_their_bounds_lead_back() -> None:
    p: Position = raised(LATER, 0, Card.JUMP, 9_999)
    p = p._replace(players=(p.players[0]._replace(tokens=10**9), *p.players[1:]))
    state = State.of(p, 10**9)
    assert parse_state(format_state(state)) == state
    assert State.from_json(state.to_json()) == state
