"""Effects in words: one row for each kind, and a sentence for each change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from tests.micro_space_empire.test_rules import BANKING, DIPLOMACY, S, after, at

from sse_core import micro_space_empire
from sse_core.micro_space_empire import (
    ACTIONS,
    Action,
    Due,
    Event,
    GameRecord,
    State,
    System,
    Technology,
    effects,
    new_game,
    parse_action,
    told,
)
from sse_core.micro_space_empire.strategies import games

T: Final = Technology


@dataclass(frozen=True)
class Row:
    """An action in a position, and the sentences about it."""

    before: State
    action: str
    said: tuple[str, ...]


def attacked(target: System, **fields: Any) -> State:
    """A position in which the die of an attack is due."""
    return after(at(unaligned=(target,), **fields), f"conquer={target.name.lower()}")


SEEN: Final = (Event.ASTEROID, Event.STRIKE)
EMPIRE: Final = (S.WOLF_359, S.SIRIUS, S.PROXIMA)


def eventful(turn: int = 3, seen: tuple[Event, ...] = SEEN, **fields: Any) -> State:
    """A position in which an event is due."""
    return at(turn, Due.EVENT, seen=seen, **fields)


COLLECTED: Final = "1 metal and 1 wealth are collected (M4.1)"

TRADING: Final = after(at(metal=2, wealth=2, technologies=BANKING), "bide")

ROWS: Final = {
    "M2.2 a deck is chosen": Row(new_game(), "explore=near", ()),
    "M3.1 a card is turned over": Row(
        after(new_game(), "explore=near"),
        "turn=proxima",
        ("the military is 0 against a resistance of 6: Proxima joins the empire if the die shows 6 (M3.1)",),
    ),
    "M3.1 several faces will do": Row(
        at(unaligned=(S.PROXIMA,), military=2),
        "conquer=proxima",
        ("the military is 2 against a resistance of 6: Proxima joins the empire if the die shows 4 or more (M3.1)",),
    ),
    "M3.1 every face will do": Row(
        at(unaligned=(S.TAU_CETI,), military=3),
        "conquer=tau_ceti",
        ("the military is 3 against a resistance of 4: Tau Ceti joins the empire, whatever the die shows (M3.1)",),
    ),
    "M3.1 no face will do": Row(
        at(unaligned=(S.PROCYON,)),
        "conquer=procyon",
        ("the military is 0 against a resistance of 7: Procyon can't join the empire, whatever the die shows (M3.1)",),
    ),
    "M3.1 an attack succeeds": Row(
        attacked(S.CYGNUS, military=1),
        "die=4",
        (
            "4 and a military of 1 reach the resistance of 5: Cygnus joins the empire (M3.1)",
            "1 metal and 2 wealth are collected (M4.1)",
        ),
    ),
    "M3.1 an attack fails": Row(
        attacked(S.CYGNUS, military=1),
        "die=3",
        (
            "3 and a military of 1 are less than the resistance of 5: Cygnus stays unaligned (M3.1)",
            "the military falls to 0 (M3.1)",
            COLLECTED,
        ),
    ),
    "M3.1 nothing is left to lose": Row(
        attacked(S.CYGNUS),
        "die=3",
        ("3 and a military of 0 are less than the resistance of 5: Cygnus stays unaligned (M3.1)", COLLECTED),
    ),
    "M3.3 diplomacy or the die": Row(
        at(unaligned=(S.PROCYON,), diplomatic=True, technologies=DIPLOMACY),
        "conquer=procyon",
        ("Procyon can be taken by diplomacy or by the die (M3.3)",),
    ),
    "M3.3 diplomacy": Row(
        attacked(S.PROCYON, diplomatic=True, technologies=DIPLOMACY),
        "diplomacy",
        ("1 metal and 2 wealth are collected (M4.1)",),
    ),
    "M3.3 the die all the same": Row(
        attacked(S.PROCYON, diplomatic=True, technologies=DIPLOMACY),
        "roll",
        ("the military is 0 against a resistance of 7: Procyon can't join the empire, whatever the die shows (M3.1)",),
    ),
    "M3.3 diplomacy lapses": Row(
        at(diplomatic=True, technologies=DIPLOMACY),
        "bide",
        ("diplomacy lapses unused (M3.3)", COLLECTED),
    ),
    "M4.1 full stores": Row(
        at(metal=3, wealth=2),
        "bide",
        ("1 wealth is collected (M4.1)", "1 metal is lost: the store is full (M4.1)"),
    ),
    "M4.1 several are lost": Row(
        at(metal=3, wealth=3, empire=(S.CYGNUS,)),
        "bide",
        ("1 metal is lost: the store is full (M4.1)", "2 wealth are lost: the store is full (M4.1)"),
    ),
    "M4.3 a strike": Row(at(struck=True), "bide", ("nothing of the production is collected in the strike (M4.3)",)),
    "M4.3 half of the production": Row(
        at(struck=True, technologies=(T.ROBOT_WORKERS,), empire=(S.CYGNUS, S.PROCYON)),
        "bide",
        (
            "half of the production is collected in the strike (M4.3)",
            "1 metal and 2 wealth are collected (M4.1)",
        ),
    ),
    "M4.2 a trade": Row(
        TRADING,
        "trade=metal",
        (),
    ),
    "M4.2 the other way": Row(
        TRADING,
        "trade=wealth",
        (),
    ),
    "M4.2 nothing is traded": Row(TRADING, "keep", ()),
    "M5.1 military": Row(
        after(at(military=1), "bide"),
        "build",
        ("the military is 2 now (M5.1)",),
    ),
    "M5.1 a technology": Row(
        after(at(wealth=2), "bide"),
        "discover=robot_workers",
        ("1 wealth is left (M5.1)", "half of the production is collected after a strike, too (M4.3)"),
    ),
    "M1 larger stores": Row(
        after(at(metal=1, wealth=2, technologies=BANKING[:1]), "bide", "keep"),
        "discover=interstellar_banking",
        ("0 wealth are left (M5.1)", "each store holds 5 (M1)"),
    ),
    "M1 a larger military": Row(
        after(at(wealth=2), "bide"),
        "discover=capital_ships",
        ("0 wealth are left (M5.1)", "the military can go up to 5 (M1)"),
    ),
    "M5.1 nothing more": Row(after(at(wealth=2), "bide"), "done", ()),
    "M4.4 wealth": Row(
        eventful(seen=(Event.STRIKE, Event.PEACE_AND_QUIET)), "event=asteroid", ("1 wealth is found (M4.4)",)
    ),
    "M4.4 metal, and a full store": Row(
        eventful(metal=3), "event=derelict_ship", ("1 metal is found, and lost: the store is full (M4.4)",)
    ),
    "M4.3 a strike is announced": Row(
        eventful(seen=(Event.ASTEROID, Event.PEACE_AND_QUIET)),
        "event=strike",
        ("nothing of the production is collected in the next turn (M4.3)",),
    ),
    "M4.3 a strike and robots": Row(
        eventful(seen=(Event.ASTEROID, Event.PEACE_AND_QUIET), technologies=(T.ROBOT_WORKERS,)),
        "event=strike",
        ("half of the production is collected in the next turn (M4.3)",),
    ),
    "M4.3 a strike in the last turn": Row(
        eventful(13, (Event.ASTEROID, Event.PEACE_AND_QUIET, *tuple(Event)[2:5]), empire=EMPIRE),
        "event=strike",
        ("the strike comes too late to matter (M4.3)", "the game is over after turn 13 (M2.1)"),
    ),
    "M1 peace": Row(eventful(), "event=peace_and_quiet", ("nothing happens (M1)",)),
    "M6.1 a revolt": Row(
        eventful(empire=EMPIRE),
        "event=revolt_b",
        ("it strikes Wolf 359, which resists least; with force 1, Wolf 359 is lost if the die shows 4 or more (M6.2)",),
    ),
    "M6.1 a revolt in one of several": Row(
        eventful(empire=EMPIRE[1:]),
        "event=revolt_a",
        ("with force 1, it breaks out in Proxima or Sirius, which resist least (M6.1)",),
    ),
    "M6.1 chance says where": Row(
        after(eventful(empire=EMPIRE[1:]), "event=revolt_a"),
        "revolt=sirius",
        ("with force 1, Sirius is lost if the die shows 5 or more (M6.2)",),
    ),
    "M6.2 television helps": Row(
        eventful(empire=EMPIRE, technologies=DIPLOMACY[:1]),
        "event=revolt_b",
        ("it strikes Wolf 359, which resists least; with force 1, Wolf 359 is lost if the die shows 5 or more (M6.2)",),
    ),
    "M6.2 defenses help": Row(
        eventful(empire=EMPIRE, technologies=(T.ROBOT_WORKERS, T.PLANETARY_DEFENSES)),
        "event=small_invasion_force",
        ("it strikes Proxima, which joined last; with force 1, Proxima is lost if the die shows 6 (M6.2)",),
    ),
    "M6.2 no face will do": Row(
        eventful(empire=(S.EPSILON_ERIDANI,)),
        "event=small_invasion_force",
        (
            "it strikes Epsilon Eridani, which joined last; "
            "with force 1, Epsilon Eridani is safe, whatever the die shows (M6.2)",
        ),
    ),
    "M6.2 held": Row(
        after(eventful(empire=EMPIRE), "event=small_invasion_force"),
        "die=4",
        ("4 and force 1 are less than the resistance of 6: Proxima stays in the empire (M6.2)",),
    ),
    "M6.2 held, thanks to television": Row(
        after(eventful(empire=EMPIRE, technologies=DIPLOMACY[:1]), "event=revolt_b"),
        "die=4",
        ("4 and force 1 are less than the resistance of 6: Wolf 359 stays in the empire (M6.2)",),
    ),
    "M6.2 lost": Row(
        after(eventful(empire=EMPIRE), "event=small_invasion_force"),
        "die=5",
        ("5 and force 1 reach the resistance of 6: Proxima is lost, and unaligned (M6.2)",),
    ),
    "M6.3 the Home World alone in Year 1": Row(
        eventful(), "event=revolt_a", ("the Home World stands alone, and nothing happens in Year 1 (M6.3)",)
    ),
    "M6.3 the Home World alone in Year 2": Row(
        eventful(10), "event=revolt_a", ("the Home World stands alone and falls: the game is lost (M6.3)",)
    ),
    "M2.1 a new year": Row(
        eventful(7, (*SEEN, *tuple(Event)[2:5], Event.REVOLT_B)),
        "event=peace_and_quiet",
        ("nothing happens (M1)", "Year 2 begins, and all events are shuffled again (M2.1)"),
    ),
    "M3.3 diplomacy in the turn to come": Row(
        eventful(discovered=T.INTERSTELLAR_DIPLOMACY, technologies=DIPLOMACY),
        "event=peace_and_quiet",
        ("nothing happens (M1)", "diplomacy can take a system in turn 4 (M3.3)"),
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_effects_of_one_kind(row: Row) -> None:
    action = parse_action(row.action)
    assert effects(row.before, action, row.before.after(action)) == row.said


@given(games(whole=False))
def test_nothing_that_changes_is_left_unsaid(game: GameRecord[State, Action]) -> None:
    """What two positions show otherwise is said once, by `told` or in an effect with its clause; nothing else is."""
    states = list(game.states())
    for before, action, state in zip(states, game.actions, states[1:], strict=False):
        said = effects(before, action, state)
        whole = [told(before, action, state), *said]
        assert all(re.fullmatch(r".*[^.] \(M[0-9]+(\.[0-9]+)?\)", sentence) for sentence in said), said
        assert Counter(_kinds(whole)) == Counter(_changes(before, state)), (action, whole)


KINDS: Final = {
    r".*: ([A-Z][^:]*) joins the empire \(": r"joined \1",
    r"\w+ brought (.*) into the empire": r"joined \1",
    r".*: (.*) is lost, and unaligned": r"left \1",
    r"the military falls to (\d)": r"military \1",
    r"the military is (\d) now": r"military \1",
    r"(\d) metal and (\d) wealth are collected": r"collected \1 \2",
    r"(\d) metal (?:is|are) collected": r"collected \1 0",
    r"(\d) wealth (?:is|are) collected": r"collected 0 \1",
    r"\w+ traded 2 metal for 1 wealth": "traded -2 1",
    r"\w+ traded 2 wealth for 1 metal": "traded 1 -2",
    r"\w+ discovered .* for (\d) wealth": r"paid \1",
    r"1 (metal|wealth) is found \(": r"found \1",
    r"Year 2 begins": "year",
    r"the game is over": "over",
    r"the Home World .* the game is lost": "fallen",
}


def _kinds(said: Sequence[str]) -> Iterator[str]:
    """What sentences tell of, in the words of `_changes`."""
    for sentence in said:
        for pattern, kind in KINDS.items():
            if match := re.match(pattern, sentence):
                yield match.expand(kind)


def _changes(before: State, state: State) -> Iterator[str]:
    """What two positions show otherwise."""
    for system in set(state.empire) - set(before.empire):
        yield f"joined {system.title}"
    for system in set(before.empire) - set(state.empire):
        yield f"left {system.title}"
    if state.military != before.military:
        yield f"military {state.military}"
    metal, wealth = state.metal - before.metal, state.wealth - before.wealth
    if before.due in (Due.CHOICE, Due.DIPLOMACY, Due.ATTACK) and (metal or wealth):
        yield f"collected {metal} {wealth}"
    if before.due is Due.TRADE and (metal or wealth):
        yield f"traded {metal} {wealth}"
    if set(state.technologies) != set(before.technologies):
        yield f"paid {-wealth}"
    if before.due is Due.EVENT and (metal or wealth):
        yield f"found {'metal' if metal else 'wealth'}"
    if state.year > before.year:
        yield "year"
    if state.outcome is not None:
        yield "fallen" if state.lost else "over"


def test_clauses_are_those_of_the_rules() -> None:
    rules = (Path(micro_space_empire.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    for row in ROWS.values():
        for sentence in row.said:
            clause = sentence[sentence.rindex("(") + 1 : -1]
            assert f"**{clause}**" in rules or f"## {clause} " in rules


def test_other_things_have_no_effects() -> None:
    with pytest.raises(TypeError, match="an Action of Micro Space Empire has effects, not int"):
        effects(new_game(), 0, new_game().after(0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a position is a State of Micro Space Empire, not str"):
        effects("start", ACTIONS[0], new_game())  # type: ignore[arg-type]
