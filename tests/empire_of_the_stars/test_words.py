"""Words for people: moves told, questions, steps, effects and stage lines of Empire of the Stars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final

import pytest
from tests import random_games
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.lockstep import LEANINGS, WITH_EFFECTS, begin, inclined, with_cards
from tests.random_games import Move

from sse_core import ArgumentError, IllegalActionError
from sse_core.empire_of_the_stars import (
    Action,
    Due,
    State,
    Verb,
    effects,
    holdings,
    new_game,
    parse_action,
    question,
    stage_lines,
    steps,
    told,
)
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.words.legality import verbs_of
from sse_core.empire_of_the_stars.words.moves import ENDED, TOLD
from sse_core.empire_of_the_stars.words.questions import ASKED
from sse_core.empire_of_the_stars.words.steps import CHOICES, ENDS, HEADS
from sse_core.game import CHANCE, Step

CHANCE_STEPS: Final = {Due.REVEAL, Due.CARD, Due.TURN}
STEPS: Final = {due for due in Due if verbs_of(due)}
DECISIONS: Final = STEPS - CHANCE_STEPS
ENDED_STEPS: Final = {due for due in DECISIONS if Verb.DONE in verbs_of(due)}

GAMES: Final = (118, 29, 78, 7, 65)
"""Games of ``lockstep.py`` by their numbers, which have all verbs, all steps and all ends of steps among them."""

PLIES: Final = 600


# --- the tables


def test_every_verb_has_its_words() -> None:
    assert {*TOLD} == {*Verb}
    assert {*HEADS} | {*CHOICES} == {*Verb}


def test_every_step_has_its_question_and_every_end_its_words() -> None:
    assert {*ASKED} == STEPS
    assert {*ENDED} == {*ENDS} == ENDED_STEPS


# --- real positions


@lru_cache(maxsize=len(GAMES))
def moves(number: int) -> tuple[Move, ...]:
    """The moves of a game."""
    rng = Random(number)
    state = begin(number, rng)
    if number % 4 == 3:
        state = with_cards(state, rng)
    leanings = LEANINGS | WITH_EFFECTS
    leaning = leanings[rng.choice([*leanings])]
    return tuple(islice(random_games.moves(state, rng, inclined(leaning)), PLIES))


def step_of(state: State) -> Due:
    return Due(Position(state.data).step)


def test_the_games_have_everything_that_words_are_for() -> None:
    played = [(step_of(state), action.verb) for number in GAMES for state, _, action, _ in moves(number)]
    assert {step for step, _ in played} == STEPS
    assert {verb for _, verb in played} == {*Verb}
    assert {step for step, verb in played if verb is Verb.DONE} == ENDED_STEPS


def sound(words: str) -> bool:
    """Whether a sentence or a phrase can be read: no notation, nothing left to fill in, no full stop at its end."""
    return bool(words.strip()) and not words.endswith(".") and re.search(r"[={}_]|\bNone\b|^\d+$|^\W", words) is None


@pytest.mark.parametrize("number", GAMES)
def test_moves_and_effects_are_sentences(number: int) -> None:
    for before, player, action, after in moves(number):
        names = ("Ann", "Bob", "Cy", "Dee")
        sentence = told(before, action, after, names=names, player=player)
        assert sound(sentence), sentence
        assert sentence[0].isupper(), sentence
        assert not re.search(r"\(C\d|\b[ABCD]\b", sentence), sentence
        if player >= 0:
            assert sentence.startswith(names[player]), sentence
        for effect in effects(before, action, after):
            assert sound(effect), effect
            assert re.search(r" \(C\d+\.\d+\)$", effect), effect


@pytest.mark.parametrize("number", GAMES)
def test_every_choice_has_a_question_and_buttons_that_differ(number: int) -> None:
    for state, player, _, _ in moves(number):
        view = state if player == CHANCE else state.view(player)
        paths = {action: steps(view, action, player) for action in view.legal_actions(player)}
        said = {tuple((step.words, step.note) for step in path) for path in paths.values()}
        assert len(said) == len(paths)
        for beginning in {tuple(step.key for step in path[:n]) for path in paths.values() for n in range(len(path))}:
            asked = question(view, beginning, player)
            assert sound(asked), asked
            assert re.search(r"\?.* \(C\d+\.\d+\)$", asked), asked
        for step in {step for path in paths.values() for step in path}:
            assert sound(step.words), step
            assert not step.note or sound(step.note), step
            assert not re.match(r"\(?C\d", step.note), step


@pytest.mark.parametrize("number", GAMES)
def test_the_stage_and_what_is_held_are_told_in_words(number: int) -> None:
    for state, _, _, _ in moves(number)[::7]:
        lines = stage_lines(state)
        assert all(map(sound, lines)), lines
        for seat in range(state.players):
            kinds = holdings(state, seat)
            assert all(sound(thing) for _, things in kinds for thing in things), kinds


def sentences(number: int, verb: Verb) -> Iterator[tuple[str, State, int, Action, State]]:
    """What is told of the moves with a verb, to those who see them as the other players do."""
    for before, player, action, after in moves(number):
        if action.verb is verb:
            who = Position(before.data).actor if player == CHANCE else player
            viewer = (who + 1) % before.players
            yield told(before.view(viewer), action, after.view(viewer), player=player), before, player, action, after


@pytest.mark.parametrize("number", GAMES)
def test_all_are_told_the_same(number: int) -> None:
    """Nothing hidden is in a sentence: that of a view is that of the whole state, but for a card that is drawn."""
    for place, (before, player, action, after) in enumerate(moves(number)):
        viewer = place % before.players
        seen, later = before.view(viewer), after.view(viewer)
        if action.verb is not Verb.CARD:
            assert told(seen, action, later, player=player) == told(before, action, after, player=player)
        if step_of(before) not in (Due.DIAL, Due.POWER):
            assert effects(seen, action, later) == effects(before, action, after)


@pytest.mark.parametrize("number", GAMES)
def test_a_card_that_is_drawn_is_told_to_its_owner_alone(number: int) -> None:
    """C8.1: it may be kept hidden."""
    for sentence, before, player, action, after in sentences(number, Verb.CARD):
        owner = Position(before.data).actor
        name = before.board.content.technologies[before.board.arguments[Verb.CARD].index(action.argument)].name
        assert sentence == f"{'ABCD'[owner]} got a card that stays hidden"
        own = told(before.view(owner), action, after.view(owner), player=player)
        assert own == f"{'ABCD'[owner]} got the card {name}"


@pytest.mark.parametrize("verb", [Verb.TACTICS, Verb.WEAPONS, Verb.POWER])
def test_what_is_sealed_is_not_told(verb: Verb) -> None:
    """C1.8, C10.5: the same is told whatever was chosen, of the whole state, too."""
    alike = {sentence[1:] for number in GAMES for sentence, *_ in sentences(number, verb)}
    of_all = {
        told(before, action, after, player=player)[1:]
        for number in GAMES
        for _, before, player, action, after in sentences(number, verb)
    }
    assert len(alike | of_all) == 1


# --- examples by hand


def move(state: State, text: str, *names: str) -> str:
    """What is told of the next move."""
    action = parse_action(text, state)
    return told(state, action, state.after(action), names=names)


def what_follows(state: State, text: str) -> tuple[str, ...]:
    action = parse_action(text, state)
    return effects(state, action, state.after(action))


def button(state: State, text: str) -> Step:
    """The last button of an action."""
    return steps(state, parse_action(text, state))[-1]


def test_a_ship_has_its_price() -> None:
    state = Table().purse("A", 0, 4, 3, 2).role("engineer")
    assert move(state, "build=fighter", "Ann", "Bob", "Cy") == "Cy built a fighter for nothing"
    assert button(state, "build=fighter") == Step(
        "fighter",
        "a fighter for nothing",
        "strength 1, moves up to 4 regions; your privilege; 7 fighters in your supply (C7.1)",
    )
    state = play(state, "done")
    assert question(state) == "Do you build a ship? You have 4 polymers, 3 metal and 2 energy to pay with (C7.1)"
    assert move(state, "build=cruiser") == "A built a cruiser for 2 polymers, 2 metal and 1 energy"
    assert button(state, "build=cruiser").words == "a cruiser for 2 polymers, 2 metal and 1 energy"
    left = "2 polymers, 1 metal and 1 energy left to pay with"
    assert button(state, "build=cruiser").note == (
        f"strength 3, moves up to 3 regions; {left}; 4 cruisers in your supply (C7.1)"
    )
    # Its price is told, and is no effect.
    assert what_follows(state, "build=cruiser") == ()
    assert move(state, "done") == "A ended building"


def test_a_role_says_what_it_does_and_what_the_way_to_it_costs() -> None:
    state = Table().purse("A", 5).role("regent")
    while step_of(state) != Due.ROLE:
        state = state.after(state.legal_ids()[0])
    assert state.to_act == (0,)
    assert question(state) == (
        "Which way does the monolith move from Regent, to the role of the next round? "
        "Each role that it passes over costs 1 credit, and you have 5 credits (C2.3)"
    )
    assert question(state, ["on"]) == (
        "Which role comes after Regent? All players have a turn with it, and you have its privilege. "
        "Each role that the monolith passes over costs 1 credit, and you have 5 credits (C2.3)"
    )
    assert move(state, "on=explorer") == "A chose Explorer"
    assert move(state, "on=steward") == "A passed over Explorer, laid 1 credit on it, and chose Steward"
    laid = "laid 2 credits on them, 1 each"
    assert move(state, "on=merchant") == f"A passed over Explorer and Steward, {laid}, and chose Merchant"
    assert button(state, "on=engineer") == Step(
        "engineer",
        "Engineer",
        "all build ships and deploy them to starbases; you build a fighter for nothing; costs 3 credits (C7.1)",
    )


def test_trade_says_what_is_bought_and_what_is_left() -> None:
    state = Table().purse("C", 5, 3).role("merchant")
    assert question(state) == (
        "Polymers cost 3 credits each, to buy or to sell. You have 3 polymers, and 5 credits to spend. "
        "How many polymers do you want to have? (C6.2)"
    )
    assert button(state, "polymers=4") == Step("4", "4 polymers", "buys 1 for 3 credits; 2 credits left (C6.2)")
    assert button(state, "polymers=1") == Step("1", "1 polymer", "sells 2 for 6 credits; 11 credits left (C6.2)")
    assert button(state, "polymers=3").note == "buys and sells nothing; 5 credits left (C6.2)"
    state = play(state, "polymers=1")
    assert move(state, "metal=2") == "C bought 2 metal for 8 credits"
    assert move(play(state, "metal=2"), "energy=0") == "C neither bought nor sold energy"
    # The whole trade is told in its parts.
    assert what_follows(play(state, "metal=2"), "energy=0") == ()


def test_far_space_says_what_lies_there() -> None:
    state = play(Table().purse("C", 20).far(2).far(3, "C").role("merchant"), "polymers=0 metal=0 energy=0")
    state = state if step_of(state) == Due.INVEST else play(state, "polymers=3 metal=2 energy=1")
    while state.to_act != (2,):
        state = state.after(state.legal_ids()[0])
    prices = state.board.content.far_space
    assert (
        move(state, "invest=1")
        == f"C paid {prices[0]} credits for location 1 of far space, and scored the galaxy token there"
    )
    assert (
        move(state, "invest=2") == f"C paid {prices[1]} credits for location 2 of far space, and placed a colony there"
    )
    assert button(state, "invest=3").words == f"location 3 for {prices[2]} credits"
    assert (
        button(state, "invest=3").note == "your colony there becomes a starbase, 1 point more; 14 credits left (C6.3)"
    )
    assert what_follows(state, "invest=1") == ()


def test_a_battle_is_told_from_its_strengths_to_its_end() -> None:
    state = play(Table(2).ships("B", "cruiser", "a3").role("warlord"), "done battle=a")
    assert question(state) == "Whom do you attack in sector a? Your strength there is 3 (C10.1)"
    assert button(state, "against=B" if state.to_act == (0,) else "against=A").note.startswith("has strength 3 there")
    assert what_follows(state, "against=B") == ("A has strength 3, B 3, and both set their dials in secret (C10.4)",)
    state = play(state, "against=B A:tactics=0 A:weapons=3 B:tactics=0")
    last = parse_action("weapons=3", state)
    after = state.after(last, 1)
    assert effects(state, last, after) == (
        "A has set tactics 0, weapons 3 and shields 0 (C10.5)",
        "B has set tactics 0, weapons 3 and shields 0 (C10.5)",
        "Both have equal tactics, and move no ships by them (C10.6)",
        "A makes 3 hits, B 3 hits (C10.7)",
    )
    assert (
        question(after)
        == "You have 3 hits left against the other side. In which region does the next one fall? (C10.7)"
    )
    state = play(after, "hit=a3")
    assert button(state, "unit=B.cruiser") == Step(
        "B.cruiser", "a cruiser of B", "takes 2 hits, 1 left; it goes to the staging of its owner (C10.9)"
    )
    assert move(state, "unit=B.cruiser", "Ann", "Bob") == "Ann destroyed a cruiser of Bob at a3 with 2 hits"
    assert what_follows(state, "unit=B.cruiser")[0] == "1 cruiser of B goes to staging (C10.9)"


def test_influence_is_counted_where_all_see_who_gets_what() -> None:
    state = play(Table().token("A", "a2").role("regent"), "done done done")
    assert question(state).startswith("You have 2 influence left to place. Where does one go?")
    state = play(state, "put=a2 put=throne put=a2 put=a2 put=throne")
    assert button(state, "put=a2").note == (
        "a colony of A, a planet that makes 2 polymers; influence there: A 2 and B 2 (C11.5)"
    )
    assert move(state, "put=throne", "Ann", "Bob", "Cy") == "Cy placed 1 influence on the Throne"
    assert what_follows(state, "put=throne") == (
        "Influence at a2 is A 2 and B 2, equal: nobody keeps the planet (C11.5)",
        "Influence on the Throne is A 1 and C 2: C stays the Emperor (C11.7)",
        "Tokens that don't stay go back to the stocks: A 3 tokens, B 2 tokens and C 2 tokens (C11.5)",
    )


def test_influence_says_what_stays_as_it_was() -> None:
    table = Table(2).token("A", "a2").tile("a3", "1m").role("regent")
    state = play(table, "done done put=a2 put=a3 put=a2")
    assert what_follows(state, "put=a3") == (
        "Influence at a2 is A 2 and B 1: it stays a colony of A (C11.6)",
        "Influence at a3 is A 1 and B 1, equal: the planet stays free (C11.5)",
        "Nobody has influence on the Throne: the chooser B is the Emperor (C11.7)",
        "Tokens that don't stay go back to the stocks: A 2 tokens and B 2 tokens (C11.5)",
    )


def test_hits_and_dials_that_do_nothing_are_told() -> None:
    """C10.7: a side may have more hits than there are units, and dials may bring none."""
    table = Table(2).ships("A", "cruiser", "a3").ships("B", "fighter", "a3").role("warlord")
    fight = play(table, "done battle=a against=B A:tactics=0")
    state = play(fight, "A:weapons=3 B:tactics=0 weapons=0 hit=a3")
    over = "The battle in sector a is over (C10.7)"
    assert what_follows(state, "unit=B.fighter")[1:] == ("A has 1 hit left, and nothing to destroy (C10.7)", over)
    assert button(fight, "tactics=0").note == "1 left for weapons and shields (C10.5)"
    state = play(fight, "A:weapons=0 B:tactics=0")
    equal = "The dials are open: tactics are equal, and nobody has hits to use (C10.7)"
    assert effects(state, parse_action("weapons=0", state), play(state, "weapons=0")) == (equal, over)


def test_an_edict_says_why_it_is_scored() -> None:
    """C12.2: the next to get the scepter is the Emperor; C3.1: a galaxy token serves for a stock that is empty."""
    state = Table(2).scored("A", 16).role("steward")
    followed: tuple[str, ...] = ()
    while not any("gets the scepter, so" in effect for effect in followed):
        player = state.to_act[0]
        index = state.legal_ids(player)[0]
        after = state.after(index, player)
        followed, state = effects(state, state.actions[index], after), after
    scored = "1 token of each stock, and no galaxy token for anybody"
    assert f"The Emperor B gets the scepter, so the edict Chaos is scored: {scored} (C12.2)" in followed
    assert "The stock of A is empty, and a galaxy token serves instead (C3.1)" in followed


def test_a_card_that_is_bought_says_what_it_does() -> None:
    state = play(Table(2).purse("B", 0, 5, 5, 5).card("Bulk Haulers", "hand", "B").role("scientist"), "done")
    told_of_it = ("Bulk Haulers does this: Always: cruisers cost 1 metal less (C8.2)",)
    assert what_follows(state, "buy=bulk-haulers") == told_of_it


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (Table().scored("A", 16), "no token is left in the stock of A (C12.2)"),
        (Table().pile(0), "no galaxy token is left in the pile (C12.2)"),
        (Table(round_limit=1).scored("C", 1), "this was the last round (C12.2)"),
    ],
)
def test_why_the_game_is_over(table: Table, why: str) -> None:
    """Whoever is first to act plays the first legal action to the end; who has scored alone has no equal."""
    state = table.state
    followed: list[str] = []
    while state.to_act:
        player = state.to_act[0]
        index = state.legal_ids(player)[0]
        after = state.after(index, player)
        followed, state = [*effects(state, state.actions[index], after)], after
    assert followed[-1] == f"The game is over: {why}"


def test_a_place_for_a_home_world_says_what_is_near() -> None:
    state = play(new_game(players=2, blocked="g h i j"), "at=a1 at=a2")
    assert question(state) == "Your home world begins with 1 fighter. Where do you place it? (C1.9)"
    assert button(state, "at=a3").words == "place it at a3"
    assert button(state, "at=a3").note == (
        "2 regions beside it; 8 regions in reach of a fighter; 1 free planet among them; "
        "1 move to the home world of A (C1.9)"
    )
    assert button(state, "at=f4").note == (
        "2 regions beside it; 8 regions in reach of a fighter; 12 moves to the home world of A (C1.9)"
    )


# --- what is refused


def test_what_is_no_move_is_not_told() -> None:
    state = new_game()
    with pytest.raises(IllegalActionError):
        told(state, Action(Verb.AT, "z9"), state)
    with pytest.raises(ArgumentError):
        question(Table().role("explorer"), player=0)


def test_an_action_that_is_not_legal_has_its_keys_alone() -> None:
    assert steps(new_game(), Action(Verb.BUILD, "fighter")) == (Step("build", "build"), Step("fighter", "fighter"))


@pytest.mark.parametrize("number", GAMES)
def test_ships_that_go_back_to_the_supply_are_told(number: int) -> None:
    """C7.4: each of them, once, whoever's move ends the deploying."""
    for before, _, action, after in moves(number):
        p, q = Position(before.data), Position(after.data)
        if p.step == Due.EFFECT_FROM:
            continue
        more = sum(map(sum, q.supply)) - sum(map(sum, p.supply)) + (action.verb is Verb.BUILD)
        back = re.findall(r"(\d) \w+ of . stayed in staging", " ".join(effects(before, action, after)))
        assert sum(map(int, back)) == max(more, 0), action
