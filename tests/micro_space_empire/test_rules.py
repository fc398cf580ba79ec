"""Rules, clause by clause: legal actions of positions, refused ones and their reasons, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from sse_core.errors import GameOverError, IllegalActionError
from sse_core.micro_space_empire import (
    ACTIONS,
    Due,
    Event,
    Position,
    Reason,
    State,
    System,
    Technology,
    format_action,
    new_game,
    parse_action,
    position,
)

BANKING = (Technology.INTERSPECIES_COMMERCE, Technology.INTERSTELLAR_BANKING)
STARBASES = (Technology.CAPITAL_SHIPS, Technology.FORWARD_STARBASES)
DIPLOMACY = (Technology.HYPER_TELEVISION, Technology.INTERSTELLAR_DIPLOMACY)
S = System


def at(turn: int = 5, due: Due = Due.CHOICE, **fields: Any) -> State:
    """A position with these fields, sets of cards given by card; as many events were seen as the turn asks."""
    seen = turn - 1 if turn <= 7 else turn - 8
    base: dict[str, Any] = {
        "turn": turn,
        "due": due,
        "metal": 0,
        "wealth": 0,
        "military": 0,
        "technologies": (),
        "empire": (),
        "unaligned": (),
        "seen": tuple(event for event in Event if event.force == (0, 0) or event is Event.REVOLT_B)[:seen],
        "struck": False,
        "diplomatic": False,
        "built": False,
        "discovered": None,
        "event": None,
        "target": None,
        "lost": False,
        "expansion": False,
    }
    values = base | fields
    if len(values["seen"]) < seen:
        values["seen"] += tuple(event for event in Event if event not in values["seen"])[: seen - len(values["seen"])]
    for name in ("technologies", "unaligned", "seen"):
        values[name] = sum(1 << card for card in values[name])
    return position(Position(**values))


def legal(state: State) -> set[str]:
    return {format_action(action, state) for action in state.legal_actions()}


def after(state: State, *actions: str) -> State:
    for text in actions:
        state = state.after(parse_action(text, state))
    return state


FACES = {f"die={face}" for face in range(1, 7)}
NEAR = ("wolf_359", "proxima", "epsilon_eridani", "cygnus", "tau_ceti", "procyon", "sirius")


@dataclass(frozen=True)
class Row:
    """The legal actions of a position, and some refused ones."""

    state: State
    legal: set[str]
    refused: dict[str, Reason]


ROWS = {
    "M2.2 the first turn": Row(
        new_game(), {"explore=near", "bide"}, {"explore=distant": Reason.NO_STARBASES, "die=1": Reason.NOT_DUE}
    ),
    "M2.2 a card is turned over": Row(
        after(new_game(), "explore=near"), {f"turn={name}" for name in NEAR}, {"turn=canopus": Reason.NO_CARD}
    ),
    "M1 the expansion's cards are nine": Row(
        after(new_game(expansion=True), "explore=near"), {f"turn={name}" for name in (*NEAR, "aquila", "queloz")}, {}
    ),
    "M1 the seventh of nine is the last": Row(
        at(8, expansion=True, empire=(S.AQUILA, S.QUELOZ, S.WOLF_359, S.PROXIMA, S.CYGNUS, S.SIRIUS, S.TAU_CETI)),
        {"bide"},
        {"explore=near": Reason.EMPTY_DECK},
    ),
    "M3.1 the die": Row(after(new_game(), "explore=near", "turn=sirius"), FACES, {"roll": Reason.NOT_DUE}),
    "M3.1 only what is unaligned is conquered": Row(
        at(empire=(S.WOLF_359,), unaligned=(S.CYGNUS,)),
        {"explore=near", "conquer=cygnus", "bide"},
        {"conquer=wolf_359": Reason.NOT_UNALIGNED, "conquer=proxima": Reason.NOT_UNALIGNED},
    ),
    "M3.2 starbases open the distant deck": Row(
        at(technologies=STARBASES, empire=(S.WOLF_359,)), {"explore=near", "explore=distant", "bide"}, {}
    ),
    "M3.2 not while a near system is unaligned": Row(
        at(technologies=STARBASES, unaligned=(S.WOLF_359,)),
        {"explore=near", "conquer=wolf_359", "bide"},
        {"explore=distant": Reason.UNALIGNED_NEAR},
    ),
    "M3.2 unaligned distant systems do not matter": Row(
        at(technologies=STARBASES, unaligned=(S.CANOPUS,)),
        {"explore=near", "explore=distant", "conquer=canopus", "bide"},
        {},
    ),
    "M3.2 the distant deck": Row(
        after(at(technologies=STARBASES, unaligned=(S.CANOPUS,)), "explore=distant"),
        {"turn=polaris", "turn=galaxys_edge"},
        {"turn=canopus": Reason.NO_CARD, "turn=sirius": Reason.NO_CARD},
    ),
    "M3.3 diplomacy or the die": Row(
        after(at(technologies=DIPLOMACY, diplomatic=True, unaligned=(S.CYGNUS,)), "conquer=cygnus"),
        {"diplomacy", "roll"},
        {"die=6": Reason.NOT_DUE},
    ),
    "M3.3 the die after all": Row(
        after(at(technologies=DIPLOMACY, diplomatic=True, unaligned=(S.CYGNUS,)), "conquer=cygnus", "roll"), FACES, {}
    ),
    "M3.4 nothing to explore or conquer": Row(
        at(8, empire=tuple(s for s in S if s.deck == "near" and s < 10)),
        {"bide"},
        {"explore=near": Reason.EMPTY_DECK, "explore=distant": Reason.NO_STARBASES},
    ),
    "M4.2 both ways": Row(
        after(at(technologies=BANKING[:1], metal=1, wealth=1), "bide"),
        {"trade=metal", "trade=wealth", "keep"},
        {"build": Reason.NOT_DUE},
    ),
    "M4.2 not into a full store": Row(
        after(at(technologies=BANKING[:1], metal=3, wealth=1), "bide"),
        {"trade=metal", "keep"},
        {"trade=wealth": Reason.FULL},
    ),
    "M4.2 two are given": Row(
        after(at(technologies=BANKING[:1], metal=0, wealth=1), "bide"),
        {"trade=wealth", "keep"},
        {"trade=metal": Reason.NO_RESOURCES},
    ),
    "M5.1 what can be paid": Row(
        after(at(metal=0, wealth=2), "bide"),
        {"build", "discover=capital_ships", "discover=robot_workers", "discover=hyper_television"}
        | {"discover=interspecies_commerce", "done"},
        {
            "discover=forward_starbases": Reason.NOT_NEXT,
            "discover=interstellar_banking": Reason.NOT_NEXT,
            "keep": Reason.NOT_DUE,
        },
    ),
    "M5.1 once a turn each": Row(
        after(at(metal=0, wealth=2), "bide", "build"),
        {"discover=robot_workers", "discover=interspecies_commerce", "done"},
        {"build": Reason.ONCE_A_TURN, "discover=capital_ships": Reason.NO_RESOURCES},
    ),
    "M5.1 one technology a turn": Row(
        after(at(metal=1, wealth=3), "bide", "discover=robot_workers"),
        {"build", "done"},
        {"discover=interspecies_commerce": Reason.ONCE_A_TURN, "discover=robot_workers": Reason.KNOWN},
    ),
    "M5.1 within the cap": Row(
        after(at(metal=2, wealth=2, military=3), "bide"),
        {f"discover={name}" for name in ("capital_ships", "robot_workers", "hyper_television")}
        | {"discover=interspecies_commerce", "done"},
        {"build": Reason.FULL},
    ),
    "M5.1 capital ships, then military 4": Row(
        after(at(metal=2, wealth=4, technologies=BANKING, military=3), "bide", "keep", "discover=capital_ships"),
        {"build", "done"},
        {},
    ),
    "M2.1 an event comes once a year": Row(
        at(3, Due.EVENT, seen=(Event.STRIKE, Event.ASTEROID)),
        {f"event={event.name.lower()}" for event in Event if event not in (Event.STRIKE, Event.ASTEROID)},
        {"event=strike": Reason.NO_CARD, "bide": Reason.NOT_DUE},
    ),
    "M6.1 chance chooses among equals": Row(
        after(at(3, Due.EVENT, empire=(S.PROXIMA, S.PROCYON, S.SIRIUS)), "event=revolt_a"),
        {"revolt=proxima", "revolt=sirius"},
        {"revolt=procyon": Reason.NOT_WEAKEST},
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_may_be_done(name: str) -> None:
    row = ROWS[name]
    assert legal(row.state) == row.legal
    for text, reason in row.refused.items():
        action = parse_action(text, row.state)
        assert row.state.why_not(action) is reason
        with pytest.raises(IllegalActionError) as caught:
            row.state.after(action)
        assert caught.value.reason is reason
        assert str(caught.value).endswith(f"({reason.clause})")


def test_trading_needs_commerce() -> None:
    state = after(at(metal=3, wealth=3), "bide")
    assert state.due is Due.BUILD
    with pytest.raises(IllegalActionError, match="what is due is build"):
        state.after(parse_action("trade=metal", state))


# --- what follows


@dataclass(frozen=True)
class Step:
    """A position, an action, and all that it changes."""

    state: State
    action: str
    changes: dict[str, Any]


def sets(*cards: int) -> int:
    return sum(1 << card for card in cards)


EMPIRE = (S.WOLF_359, S.SIRIUS, S.PROXIMA)
TRADING = after(at(metal=2, wealth=2, technologies=BANKING), "bide")
BUILDING = after(at(metal=1, wealth=3, technologies=(Technology.ROBOT_WORKERS,)), "bide")
SEEN = (Event.ASTEROID, Event.STRIKE)
EVENT = at(3, Due.EVENT, metal=1, wealth=1, empire=EMPIRE, seen=SEEN)
NEXT = {"turn": 4, "due": Due.CHOICE}
REVOLT = after(EVENT, "event=revolt_b")
INVASION = after(EVENT, "event=small_invasion_force")
DIPLOMATIC = at(12, technologies=(*DIPLOMACY, *STARBASES), military=1, diplomatic=True)
LAST = at(13, Due.EVENT, wealth=1, empire=EMPIRE, seen=(*SEEN, *tuple(Event)[4:7]))

STEPS = {
    "M2.2 explore near": Step(new_game(), "explore=near", {"due": Due.NEAR}),
    "M2.2 explore distant": Step(at(technologies=STARBASES), "explore=distant", {"due": Due.DISTANT}),
    "M2.2 turn over": Step(
        after(new_game(), "explore=near"),
        "turn=cygnus",
        {"due": Due.ATTACK, "target": S.CYGNUS, "unaligned": sets(S.CYGNUS)},
    ),
    "M2.2 conquer": Step(
        at(unaligned=(S.SIRIUS, S.CYGNUS)), "conquer=cygnus", {"due": Due.ATTACK, "target": S.CYGNUS}
    ),
    "M2.2 bide": Step(at(), "bide", {"due": Due.BUILD, "metal": 1, "wealth": 1}),
    "M3.1 success": Step(
        after(at(empire=(S.SIRIUS,), unaligned=(S.WOLF_359, S.CYGNUS)), "conquer=cygnus"),
        "die=5",
        {
            "due": Due.BUILD, "target": None, "empire": (S.SIRIUS, S.CYGNUS), "unaligned": sets(S.WOLF_359),
            "metal": 1, "wealth": 2,
        },
    ),
    "M3.1 failure": Step(
        after(at(military=2, unaligned=(S.WOLF_359, S.CYGNUS)), "conquer=cygnus"),
        "die=2",
        {"due": Due.BUILD, "target": None, "military": 1, "metal": 1, "wealth": 1},
    ),
    "M3.3 diplomacy comes before the die": Step(
        after(DIPLOMATIC, "explore=distant"),
        "turn=canopus",
        {"due": Due.DIPLOMACY, "target": S.CANOPUS, "unaligned": sets(S.CANOPUS)},
    ),
    "M3.3 diplomacy": Step(
        after(DIPLOMATIC, "explore=distant", "turn=canopus"),
        "diplomacy",
        {"due": Due.BUILD, "target": None, "empire": (S.CANOPUS,), "unaligned": 0, "metal": 1, "wealth": 2},
    ),
    "M3.3 roll": Step(after(DIPLOMATIC, "explore=distant", "turn=canopus"), "roll", {"due": Due.ATTACK}),
    "M4.2 metal for wealth": Step(TRADING, "trade=metal", {"due": Due.BUILD, "metal": 1, "wealth": 4}),
    "M4.2 wealth for metal": Step(TRADING, "trade=wealth", {"due": Due.BUILD, "metal": 4, "wealth": 1}),
    "M4.2 keep": Step(TRADING, "keep", {"due": Due.BUILD}),
    "M5.1 build": Step(BUILDING, "build", {"metal": 1, "wealth": 2, "military": 1, "built": True}),
    "M5.1 discover": Step(
        BUILDING,
        "discover=hyper_television",
        {
            "due": Due.EVENT, "wealth": 0, "discovered": Technology.HYPER_TELEVISION,
            "technologies": sets(Technology.ROBOT_WORKERS, Technology.HYPER_TELEVISION),
        },
    ),
    "M5.1 done": Step(BUILDING, "done", {"due": Due.EVENT}),
    "M6 asteroid": Step(
        at(3, Due.EVENT, empire=EMPIRE, seen=(Event.STRIKE, Event.PEACE_AND_QUIET)),
        "event=asteroid",
        NEXT | {"wealth": 1, "seen": sets(Event.STRIKE, Event.PEACE_AND_QUIET, Event.ASTEROID)},
    ),
    "M6 derelict ship": Step(
        EVENT, "event=derelict_ship", NEXT | {"metal": 2, "seen": sets(*SEEN, Event.DERELICT_SHIP)}
    ),
    "M4.3 strike": Step(
        at(3, Due.EVENT, seen=(Event.ASTEROID, Event.PEACE_AND_QUIET)),
        "event=strike",
        NEXT | {"struck": True, "seen": sets(Event.STRIKE, Event.PEACE_AND_QUIET, Event.ASTEROID)},
    ),
    "M6 peace": Step(EVENT, "event=peace_and_quiet", NEXT | {"seen": sets(*SEEN, Event.PEACE_AND_QUIET)}),
    "M6.1 revolt": Step(
        EVENT,
        "event=revolt_b",
        {"due": Due.DEFENSE, "event": Event.REVOLT_B, "target": S.WOLF_359, "seen": sets(*SEEN, Event.REVOLT_B)},
    ),
    "M6.1 one of several": Step(
        at(3, Due.EVENT, empire=(S.PROXIMA, S.PROCYON, S.SIRIUS), seen=SEEN),
        "event=revolt_a",
        {"due": Due.REVOLT, "event": Event.REVOLT_A, "seen": sets(*SEEN, Event.REVOLT_A)},
    ),
    "M6.1 chance chooses": Step(
        after(at(3, Due.EVENT, empire=(S.PROXIMA, S.PROCYON, S.SIRIUS), seen=SEEN), "event=revolt_a"),
        "revolt=sirius",
        {"due": Due.DEFENSE, "target": S.SIRIUS},
    ),
    "M6.1 invasion": Step(
        EVENT,
        "event=small_invasion_force",
        {
            "due": Due.DEFENSE, "event": Event.SMALL_INVASION_FORCE, "target": S.PROXIMA,
            "seen": sets(*SEEN, Event.SMALL_INVASION_FORCE),
        },
    ),
    "M6.2 held": Step(INVASION, "die=4", NEXT | {"event": None, "target": None}),
    "M6.2 lost": Step(
        INVASION,
        "die=5",
        NEXT | {"event": None, "target": None, "empire": EMPIRE[:2], "unaligned": sets(S.PROXIMA)},
    ),
    "M6.2 lost to a revolt": Step(
        REVOLT, "die=4", NEXT | {"event": None, "target": None, "empire": EMPIRE[1:], "unaligned": sets(S.WOLF_359)}
    ),
    "M2.1 the next turn": Step(
        after(BUILDING, "build", "done"),
        "event=revolt_a",
        {"turn": 6, "due": Due.CHOICE, "built": False, "seen": BUILDING.position.seen | sets(Event.REVOLT_A)},
    ),
    "M3.3 the turn after its discovery": Step(
        at(5, Due.EVENT, technologies=DIPLOMACY, discovered=DIPLOMACY[1]),
        "event=revolt_a",
        {
            "turn": 6, "due": Due.CHOICE, "discovered": None, "diplomatic": True,
            "seen": at(5, Due.EVENT).position.seen | sets(Event.REVOLT_A),
        },
    ),
    "M3.3 and no longer": Step(
        at(9, Due.EVENT, technologies=DIPLOMACY, diplomatic=True, seen=(Event.ASTEROID,)),
        "event=strike",
        {"turn": 10, "due": Due.CHOICE, "diplomatic": False, "struck": True, "seen": sets(*SEEN)},
    ),
    "M2.1 a new year": Step(
        at(7, Due.EVENT, seen=tuple(Event)[:6]), "event=revolt_b", {"turn": 8, "due": Due.CHOICE, "seen": 0}
    ),
    "M2.1 the end": Step(
        LAST,
        "event=derelict_ship",
        {"due": Due.END, "metal": 1, "seen": LAST.position.seen | sets(Event.DERELICT_SHIP)},
    ),
    "M2.1 the end forgets the turn": Step(
        at(
            13, Due.EVENT, military=1, empire=EMPIRE, technologies=DIPLOMACY, diplomatic=True, built=True,
            seen=LAST.events,
        ),
        "event=derelict_ship",
        {
            "due": Due.END, "metal": 1, "diplomatic": False, "built": False,
            "seen": LAST.position.seen | sets(Event.DERELICT_SHIP),
        },
    ),
    "M6.3 the Home World falls": Step(
        at(8, Due.EVENT, technologies=(Technology.ROBOT_WORKERS,), discovered=Technology.ROBOT_WORKERS, seen=()),
        "event=revolt_a",
        {"due": Due.END, "lost": True, "discovered": None, "seen": sets(Event.REVOLT_A)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_what_follows(name: str) -> None:
    step = STEPS[name]
    then = after(step.state, step.action)
    assert then.position == step.state.position._replace(**step.changes)
    assert then.ply == step.state.ply + 1


@pytest.mark.parametrize("expansion", [False, True])
def test_the_start(expansion: bool) -> None:
    first = Position(1, Due.CHOICE, 0, 0, 0, 0, (), 0, 0, False, False, False, None, None, None, False, expansion)
    assert new_game(expansion=expansion).position == first


# --- M2: the course


def test_a_year_has_its_events() -> None:
    state = new_game()
    for turn in range(1, 14):
        assert (state.turn, state.year) == (turn, 1 if turn <= 7 else 2)
        assert len(state.events) == (turn - 1 if turn <= 7 else turn - 8)
        state = after(state, "bide")
        while state.due is not Due.EVENT:
            state = after(state, "done")
        harmless = ("asteroid", "strike", "derelict_ship", "peace_and_quiet")
        names = [event.name.lower() for event in Event if event not in state.events]
        peaceful = [name for name in names if name in harmless]
        if not peaceful and state.year == 2:
            break
        state = after(state, f"event={(peaceful or names)[0]}")
    assert state.turn == 12, "with the Home World alone four harmless events last for four turns of Year 2"


def test_a_decision_with_one_option_is_skipped() -> None:
    assert after(new_game(), "bide").due is Due.BUILD
    assert after(at(struck=True), "bide").due is Due.EVENT


def test_after_the_end_nothing_may_be_done() -> None:
    over = after(at(13, Due.EVENT, empire=(S.WOLF_359,), seen=tuple(Event)[:5]), "event=peace_and_quiet")
    assert (over.to_act, over.due) == ((), Due.END)
    with pytest.raises(GameOverError):
        over.after(parse_action("bide", over))


# --- M3: the attack


@pytest.mark.parametrize(("military", "needed"), [(0, 6), (1, 5), (2, 4), (3, 3)])
def test_the_die_and_the_military_must_reach_the_resistance(military: int, needed: int) -> None:
    state = after(at(military=military), "explore=near", "turn=sirius")
    for face in range(1, 7):
        then = after(state, f"die={face}")
        won = face >= needed
        assert (then.empire, then.unaligned) == (((S.SIRIUS,), ()) if won else ((), (S.SIRIUS,)))
        assert then.military == (military if won else max(0, military - 1))


def test_what_is_joined_produces_in_the_same_turn() -> None:
    state = after(new_game(), "explore=near", "turn=wolf_359", "die=5")
    assert (state.metal, state.wealth, state.production) == (2, 1, (2, 1))


def test_a_conquest_fails_like_an_exploration() -> None:
    state = after(at(military=2, unaligned=(S.EPSILON_ERIDANI,)), "conquer=epsilon_eridani", "die=5")
    assert (state.military, state.unaligned, state.empire) == (1, (S.EPSILON_ERIDANI,), ())


def test_diplomacy_takes_a_system_without_a_roll_and_lapses() -> None:
    state = at(6, metal=0, wealth=4, technologies=(*BANKING, DIPLOMACY[0]), seen=tuple(Event)[:5])
    state = after(state, "bide", "keep", "discover=interstellar_diplomacy", "event=peace_and_quiet")
    assert state.position.diplomatic
    won = after(state, "explore=near", "turn=epsilon_eridani", "diplomacy")
    assert won.empire == (S.EPSILON_ERIDANI,)
    bided = after(state, "bide")
    while bided.due is not Due.EVENT:
        bided = after(bided, "keep" if bided.due is Due.TRADE else "done")
    assert not after(bided, "event=revolt_b").position.diplomatic


# --- M4: resources


def test_what_the_stores_cannot_hold_is_lost() -> None:
    assert after(at(metal=3, wealth=2), "bide").position[2:4] == (3, 3)
    full = after(at(metal=3, wealth=2, technologies=BANKING), "bide")
    assert (full.metal, full.wealth) == (4, 3)


@pytest.mark.parametrize(("workers", "collected"), [(False, (0, 0)), (True, (2, 1))])
def test_a_strike(workers: bool, collected: tuple[int, int]) -> None:
    technologies = (Technology.ROBOT_WORKERS,) if workers else ()
    state = at(7, Due.EVENT, empire=(S.WOLF_359, S.PROXIMA), technologies=technologies, seen=tuple(Event)[2:8])
    struck = after(state, "event=strike")
    assert (struck.turn, struck.position.struck) == (8, True), "it carries into Year 2"
    then = after(struck, "bide")
    assert (then.metal, then.wealth) == collected
    assert not then.position.struck


@pytest.mark.parametrize(("event", "name"), [("asteroid", "wealth"), ("derelict_ship", "metal")])
@pytest.mark.parametrize(("held", "then"), [(0, 1), (2, 3), (3, 3)])
def test_the_resource_of_an_event(event: str, name: str, held: int, then: int) -> None:
    state = at(6, Due.EVENT, seen=(Event.STRIKE, *tuple(Event)[3:7]), **{name: held})
    assert getattr(after(state, f"event={event}"), name) == then


# --- M5: building


def test_military_costs_one_of_each() -> None:
    state = after(at(metal=1, wealth=1), "bide", "build")
    assert (state.metal, state.wealth, state.military) == (1, 1, 1)


@pytest.mark.parametrize("technology", Technology)
def test_what_a_technology_costs(technology: Technology) -> None:
    known = BANKING if technology not in BANKING else BANKING[: technology % 2]
    known += () if technology.before is None or technology.before in known else (technology.before,)
    wealth = technology.cost if technology.cost <= (5 if known[:2] == BANKING else 3) else 3
    state = at(6, Due.BUILD, wealth=wealth, technologies=known)
    then = after(state, f"discover={technology.name.lower()}")
    assert then.wealth == wealth - technology.cost
    assert set(then.technologies) == {*known, technology}


# --- M6: events


@pytest.mark.parametrize(
    ("turn", "event", "target", "technologies", "lost_from"),
    [
        (3, Event.REVOLT_A, S.TAU_CETI, (), 3),
        (9, Event.REVOLT_A, S.TAU_CETI, (), 1),
        (9, Event.REVOLT_A, S.TAU_CETI, DIPLOMACY[:1], 2),
        (3, Event.REVOLT_B, S.TAU_CETI, (), 3),
        (9, Event.REVOLT_B, S.TAU_CETI, (Technology.ROBOT_WORKERS, Technology.PLANETARY_DEFENSES), 2),
        (3, Event.SMALL_INVASION_FORCE, S.CYGNUS, (), 4),
        (9, Event.SMALL_INVASION_FORCE, S.CYGNUS, (), 3),
        (3, Event.LARGE_INVASION_FORCE, S.CYGNUS, (), 3),
        (9, Event.LARGE_INVASION_FORCE, S.CYGNUS, (Technology.ROBOT_WORKERS, Technology.PLANETARY_DEFENSES), 3),
        (9, Event.LARGE_INVASION_FORCE, S.CYGNUS, DIPLOMACY[:1], 2),
    ],
)
def test_a_revolt_strikes_the_weakest_and_an_invasion_the_last(
    turn: int, event: Event, target: System, technologies: tuple[Technology, ...], lost_from: int
) -> None:
    seen = (Event.PEACE_AND_QUIET, Event.STRIKE)[: turn - 1 if turn <= 7 else turn - 8]
    state = at(turn, Due.EVENT, empire=(S.SIRIUS, S.TAU_CETI, S.CYGNUS), technologies=technologies, seen=seen)
    state = after(state, f"event={event.name.lower()}")
    assert state.target is target
    for face in range(1, 7):
        then = after(state, f"die={face}")
        assert (target in then.unaligned) == (target not in then.empire) == (face >= lost_from)


def test_a_reconquest_counts_as_new() -> None:
    state = at(4, military=3, empire=(S.WOLF_359, S.PROXIMA), unaligned=(S.CYGNUS,))
    state = after(state, "conquer=cygnus", "die=6", "done", "event=small_invasion_force", "die=6")
    assert (state.empire, state.unaligned) == ((S.WOLF_359, S.PROXIMA), (S.CYGNUS,))


@pytest.mark.parametrize("event", [event for event in Event if event.force != (0, 0)])
def test_the_home_world_alone(event: Event) -> None:
    name = f"event={event.name.lower()}"
    peace = after(at(1, Due.EVENT, seen=()), name)
    assert (peace.turn, peace.lost, peace.due) == (2, False, Due.CHOICE)
    fallen = after(at(8, Due.EVENT, seen=(), unaligned=(S.SIRIUS,), technologies=DIPLOMACY), name)
    assert (fallen.to_act, fallen.lost, fallen.totals, fallen.score.total) == ((), True, (0,), 2)
    assert fallen.outcome is not None
    assert (fallen.outcome.winners, fallen.outcome.decided_by) == ((), "defeat")


# --- M7: the score


def test_the_most_there_can_be() -> None:
    everything = at(
        13, Due.END, empire=tuple(S)[:10], technologies=tuple(Technology), seen=tuple(Event)[:6], military=5
    )
    assert everything.score == (14, 8, 1, 1, 3, 27)


def test_bonuses() -> None:
    some = at(12, empire=tuple(S)[:8], unaligned=(S.POLARIS, S.GALAXYS_EDGE), technologies=STARBASES)
    assert some.score == (9, 2, 1, 0, 0, 12)


# --- what is refused


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"turn": 14}, "turn is 14"),
        ({"turn": 1, "metal": 1}, r"metal or wealth is in store before the first collection \(M1\)"),
        ({"turn": 3, "military": 3}, r"military is 3 after 2 turns, and a turn can build one \(M5.1\)"),
        ({"due": Due.EVENT, "built": True}, r"military was built in this turn, and is 0 \(M5.1\)"),
        (
            {"turn": 2, "technologies": STARBASES},
            r"2 technologies after 1 turn, and a turn can discover one \(M5.1\)",
        ),
        (
            {"turn": 2, "seen": (Event.STRIKE,)},
            r"^Strike came in the turn before, and does not reduce the collection \(M4.3\)$",
        ),
        (
            {"turn": 2, "struck": True},
            r"^a strike reduces the collection, and Strike has not come in this year \(M4.3\)$",
        ),
        ({"turn": 9, "seen": (Event.REVOLT_A,)}, r"came in Year 2 to the Home World alone, and the game is not lost"),
        (
            {"turn": 8, "due": Due.END, "lost": True, "seen": (Event.STRIKE,)},
            r"^the game is lost, and no revolt or invasion came in this year \(M6.3\)$",
        ),
        ({"wealth": 4}, r"wealth is 4, not in 0 to 3 \(M1\)"),
        ({"military": -1}, r"military is -1, not in 0 to 3 \(M1\)"),
        (
            {"technologies": (Technology.FORWARD_STARBASES,)},
            r"^Capital Ships must be discovered before Forward Starbases \(M1\)$",
        ),
        ({"empire": (S.CANOPUS,)}, r"without Forward Starbases \(M3.2\)"),
        ({"empire": (S.SIRIUS, S.SIRIUS)}, r"Sirius is there twice \(M1\)"),
        ({"empire": (S.SIRIUS,), "unaligned": (S.SIRIUS,)}, r"Sirius is there twice \(M1\)"),
        ({"empire": (S.AQUILA,)}, r"Aquila comes with the expansion \(M1\)"),
        ({"turn": 2, "empire": (S.SIRIUS, S.CYGNUS)}, r"2 systems were turned over in 1 turn \(M2.2\)"),
        ({"seen": tuple(Event)[:5]}, r"5 events were turned over this year, not 4 \(M2.1\)"),
        ({"due": Due.ATTACK}, r"attack is due without a target \(M2.2\)"),
        ({"due": Due.ATTACK, "target": S.SIRIUS}, r"Sirius is attacked, and isn't unaligned \(M3.1\)"),
        ({"due": Due.END, "seen": tuple(Event)[:5]}, r"ends after turn 13 \(M2.1\)"),
        ({"due": Due.TRADE}, r"trade is due, and no action is legal \(M2.2\)"),
        ({"built": True}, r"military and technologies come in phase 3"),
        ({"diplomatic": True}, r"diplomacy is possible in the turn after"),
        ({"lost": True}, r"a game is lost in Year 2"),
        ({"due": Due.EVENT, "struck": True}, r"a strike ends with the collection, which is over in this turn \(M4.3\)"),
    ],
)
def test_positions_that_cannot_be(fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        at(**fields)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("turn", True, "turn is int, not bool"),
        ("metal", 1.0, "metal is int, not float"),
        ("due", "choice", "due is Due, not str"),
        ("struck", 0, "struck is bool, not int"),
        ("empire", [S.SIRIUS], "empire is tuple, not list"),
        ("empire", (6,), "the empire has Systems, not int"),
        ("discovered", 2, "discovered is Technology or None, not int"),
        ("technologies", 256, "technologies is 256, no set of 8 cards"),
        ("technologies", -1, "technologies is -1, no set of 8 cards"),
        ("unaligned", 1 << 12, "unaligned is 4096, no set of 12 cards"),
        ("seen", 256, "seen is 256, no set of 8 cards"),
    ],
)
def test_what_is_no_position(name: str, value: object, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        position(new_game().position._replace(**{name: cast(Any, value)}))


def test_whose_turn_it_is() -> None:
    state = after(new_game(), "explore=near")
    assert state.why_not(parse_action("turn=sirius", state), 0) is Reason.NOT_TO_ACT
    with pytest.raises(IllegalActionError, match="chance is to act"):
        state.after(parse_action("turn=sirius", state), 0)
    with pytest.raises(IndexError):
        state.legal_actions(1)


def test_what_is_no_action() -> None:
    for action in (-1, len(ACTIONS), 1 << 64):
        assert new_game().why_not(action) is Reason.NO_SUCH_ACTION
        with pytest.raises(IllegalActionError, match="is no action of this game"):
            new_game().after(action)
    nothing: Any
    for nothing in (True, "bide", 1.5):
        with pytest.raises(TypeError, match="an action is an Action or its id"):
            new_game().after(nothing)
