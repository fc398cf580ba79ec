"""The rules in plain Python, clause by clause, for people to read and for tests of the core. No game is played by it.

`State` has the methods of the compiled `sse_core.micro_space_empire.State` for play, with the same results in the same
order and the same reasons. It shares no code with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, SupportsIndex, cast

from ..._core.micro_space_empire.state import State as FastState
from ...errors import refused
from ...game import CHANCE, Outcome
from ...seeds import PlyStream, SplitMix64
from ..actions import ACTIONS, TABLE, Action, Resource, Verb
from ..cards import Deck, Event, EventKind, System, Technology
from ..positions.position import (
    CHANCES,
    TURNS,
    TURNS_OF_YEAR_1,
    Due,
    Position,
    Score,
    changed,
    has,
    hidden,
    military_cap,
    near_unaligned,
    production,
    score_of,
    store_cap,
    weakest,
    year_of,
)
from ..reasons import Reason
from ..words.refusals import VERBS, illegal_action

__all__ = ["State", "playout", "same"]


@dataclass(frozen=True)
class State:
    """A position and the number of actions that led to it."""

    position: Position
    ply: int

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table of every action."""
        return ACTIONS

    @property
    def to_act(self) -> tuple[int, ...]:
        """M2.2: the player, or chance; nobody at the end."""
        if self.position.due is Due.END:
            return ()
        return (CHANCE,) if self.position.due in CHANCES else (0,)

    @property
    def score(self) -> Score:
        """M7: the points as they stand."""
        return score_of(self.position)

    @property
    def totals(self) -> tuple[int]:
        """M6.3, M7: the score, 0 in a lost game."""
        return (0 if self.position.lost else self.score.total,)

    @property
    def outcome(self) -> Outcome | None:
        """M6.3, M7: the player wins by survival; None while the game goes on."""
        if self.to_act:
            return None
        if self.position.lost:
            return Outcome((), (0,), "defeat")
        return Outcome((0,), self.totals, "survival")

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """M2.2: the ids of the legal actions of the player, or of CHANCE, ascending; None is the one to act."""
        return _legal_ids(self.position) if player is None or (player,) == self.to_act else ()

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """M2.2: the actions with these ids."""
        return tuple(ACTIONS[index] for index in self.legal_ids(player))

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """M2.1, M2.2, M6.1: each chance event that can come with its probability, the same for all."""
        events = self.legal_actions(CHANCE)
        return tuple((event, Fraction(1, len(events))) for event in events)

    def after(self, action: Action | SupportsIndex, player: int | None = None) -> State:
        """Return the state after an action or its id; raise the error of `why_not`'s reason."""
        reason, index = self.why_not(action, player), TABLE.id_of(action)
        if reason is Reason.NO_SUCH_ACTION:
            raise refused(f"{action!r} is no action of this game", reason)
        if reason is not Reason.OK:
            raise illegal_action(self.position, ACTIONS[index], reason)
        return State(_played(self.position, index), self.ply + 1)

    def why_not(self, action: Action | SupportsIndex, player: int | None = None) -> Reason:
        """Return the first reason for which an action or id is refused."""
        index = TABLE.id_of(action)
        if not 0 <= index < len(ACTIONS):
            return Reason.NO_SUCH_ACTION
        if player is not None and self.to_act and (player,) != self.to_act:
            return Reason.NOT_TO_ACT
        return _reason_for(self.position, ACTIONS[index])

    def resolve(self, rng: SplitMix64) -> State:
        """Return the state after drawing chance events until none is due; every event is one draw."""
        state = self
        while state.to_act == (CHANCE,):
            state = state.after(rng.choice(state.legal_ids()))
        return state

    def view(self, player: int) -> State:
        """Return this state: nothing is hidden."""
        return self


def same(state: FastState) -> State:
    """Return the state of this module with the same contents."""
    return State(state.position, state.ply)


def playout(state: State, seed: int) -> State:
    """Return the end of a game of uniform random play; each ply draws from its own stream."""
    while legal := state.legal_ids():
        state = state.after(PlyStream(seed, state.ply).choice(legal))
    return state


# --- legal actions, and reasons for refused ones


def _legal_ids(p: Position) -> tuple[int, ...]:
    """Return the ids of the actions against which there is no reason, ascending."""
    return tuple(index for index, action in enumerate(ACTIONS) if _reason_for(p, action) is Reason.OK)


def _reason_for(p: Position, action: Action) -> Reason:
    """Return the first reason for which an action is refused, whoever acts; `Reason.OK` if it is legal."""
    if p.due is Due.END:
        return Reason.GAME_OVER
    if action.verb not in VERBS[p.due]:
        return Reason.NOT_DUE
    argument = action.argument
    match action.verb:
        case Verb.EXPLORE:
            return _why_not_explored(p, cast(Deck, argument))
        case Verb.CONQUER:
            return Reason.OK if p.unaligned >> cast(System, argument) & 1 else Reason.NOT_UNALIGNED
        case Verb.TRADE:
            return _why_not_traded(p, cast(Resource, argument))
        case Verb.BUILD:
            return _why_not_built(p)
        case Verb.DISCOVER:
            return _why_not_discovered(p, cast(Technology, argument))
        case Verb.TURN:
            return Reason.OK if argument in hidden(p, Deck(p.due)) else Reason.NO_CARD
        case Verb.EVENT:
            return Reason.NO_CARD if p.seen >> cast(Event, argument) & 1 else Reason.OK
        case Verb.REVOLT:
            return Reason.OK if argument in weakest(p) else Reason.NOT_WEAKEST
        case _:
            return Reason.OK


def _why_not_explored(p: Position, deck: Deck) -> Reason:
    """Return why a deck can't be explored (M3.2, M3.4)."""
    if not hidden(p, deck):
        return Reason.EMPTY_DECK
    if deck is Deck.NEAR:
        return Reason.OK
    if not has(p, Technology.FORWARD_STARBASES):
        return Reason.NO_STARBASES
    return Reason.UNALIGNED_NEAR if near_unaligned(p) else Reason.OK


def _why_not_traded(p: Position, given: Resource) -> Reason:
    """Return why a resource can't be traded (M4.2)."""
    if not has(p, Technology.INTERSPECIES_COMMERCE):
        return Reason.NO_COMMERCE
    if (p.metal if given is Resource.METAL else p.wealth) < 2:
        return Reason.NO_RESOURCES
    return Reason.OK if (p.wealth if given is Resource.METAL else p.metal) < store_cap(p) else Reason.FULL


def _why_not_built(p: Position) -> Reason:
    """Return why military can't be built (M5.1)."""
    if p.built:
        return Reason.ONCE_A_TURN
    if not (p.metal and p.wealth):
        return Reason.NO_RESOURCES
    return Reason.OK if p.military < military_cap(p) else Reason.FULL


def _why_not_discovered(p: Position, technology: Technology) -> Reason:
    """Return why a technology can't be discovered (M1, M5.1)."""
    if has(p, technology):
        return Reason.KNOWN
    if technology.before is not None and not has(p, technology.before):
        return Reason.NOT_NEXT
    if p.discovered is not None:
        return Reason.ONCE_A_TURN
    return Reason.OK if technology.cost <= p.wealth else Reason.NO_RESOURCES


# --- effects of actions


def _played(p: Position, index: int) -> Position:
    """Return the position after the legal action of this id, at the next decision or chance event."""
    effect, argument = _EFFECTS[index]
    return effect(p, argument)


def _explore(p: Position, deck: Deck) -> Position:
    """Explore: the top card of the deck is turned over next (M2.2)."""
    return changed(p, due=Due.NEAR if deck is Deck.NEAR else Due.DISTANT)


def _turn(p: Position, system: System) -> Position:
    """Turn over a system: it must be attacked (M2.2)."""
    return changed(p, due=_attack(p), target=system, unaligned=p.unaligned | 1 << system)


def _conquer(p: Position, system: System) -> Position:
    """Attack an unaligned system (M2.2)."""
    return changed(p, due=_attack(p), target=system)


def _attack(p: Position) -> Due:
    """Return the first step of an attack: the die, or the choice between diplomacy and the die (M3.1, M3.3)."""
    return Due.DIPLOMACY if p.diplomatic else Due.ATTACK


def _bide(p: Position, _: None) -> Position:
    """Bide: attack nothing, and collect (M2.2)."""
    return _collect(p)


def _negotiate(p: Position, _: None) -> Position:
    """Use diplomacy: the attack succeeds without a roll (M3.3)."""
    return _joined(p)


def _roll(p: Position, _: None) -> Position:
    """Choose the die (M3.3)."""
    return changed(p, due=Due.ATTACK)


def _die(p: Position, face: int) -> Position:
    """Roll the die of an attack, or of a revolt or an invasion (M3.1, M6.2)."""
    return _attacked(p, face) if p.due is Due.ATTACK else _defended(p, face)


def _attacked(p: Position, face: int) -> Position:
    """End an attack: success joins the system, failure costs one military (M3.1)."""
    if face + p.military >= _target(p).resistance:
        return _joined(p)
    return _collect(p, target=None, military=max(0, p.military - 1))


def _joined(p: Position) -> Position:
    """Join the target to the empire, as its latest system (M3.1, M6.1)."""
    target = _target(p)
    return _collect(p, target=None, empire=(*p.empire, target), unaligned=p.unaligned & ~(1 << target))


def _target(p: Position) -> System:
    assert p.target is not None
    return p.target


def _collect(p: Position, **changes: Any) -> Position:
    """Put the production into the stores, as far as there is room; a strike reduces it (M4.1, M4.3)."""
    metal, wealth = production(changes.get("empire", p.empire))
    if p.struck:
        works = has(p, Technology.ROBOT_WORKERS)
        metal, wealth = ((metal + 1) // 2, (wealth + 1) // 2) if works else (0, 0)
    cap = store_cap(p)
    metal, wealth = min(cap, p.metal + metal), min(cap, p.wealth + wealth)
    p = changed(p, due=Due.TRADE, metal=metal, wealth=wealth, struck=False, **changes)
    return p if _offers(p, Verb.TRADE) else _to_build(p)


def _trade(p: Position, given: Resource) -> Position:
    """Give two of a resource for one of the other (M4.2)."""
    if given is Resource.METAL:
        return _to_build(changed(p, metal=p.metal - 2, wealth=p.wealth + 1))
    return _to_build(changed(p, metal=p.metal + 1, wealth=p.wealth - 2))


def _to_build(p: Position, _: None = None) -> Position:
    """Go on with phase 3 if it offers something, else with phase 4 (M2.2)."""
    p = changed(p, due=Due.BUILD)
    return p if _offers(p, Verb.BUILD, Verb.DISCOVER) else changed(p, due=Due.EVENT)


def _offers(p: Position, *verbs: Verb) -> bool:
    """Return whether an action with one of these verbs is legal; if none is, its phase is skipped (M2.2)."""
    return any(_reason_for(p, action) is Reason.OK for action in ACTIONS if action.verb in verbs)


def _build(p: Position, _: None) -> Position:
    """Build one military for one metal and one wealth (M5.1)."""
    return _to_build(changed(p, metal=p.metal - 1, wealth=p.wealth - 1, military=p.military + 1, built=True))


def _discover(p: Position, technology: Technology) -> Position:
    """Discover a technology for its price in wealth (M5.1)."""
    known, wealth = p.technologies | 1 << technology, p.wealth - technology.cost
    return _to_build(changed(p, wealth=wealth, technologies=known, discovered=technology))


def _done(p: Position, _: None) -> Position:
    """End phase 3 (M2.2)."""
    return changed(p, due=Due.EVENT)


def _event(p: Position, event: Event) -> Position:
    """Turn over an event: it does what its card says for the year (M6)."""
    return _EFFECT_OF_KIND[event.kind](p, event, p.seen | 1 << event)


def _find_wealth(p: Position, _: Event, seen: int) -> Position:
    """Find one wealth, which is lost if the store is full (M4.4)."""
    return _end_turn(p, seen=seen, wealth=min(store_cap(p), p.wealth + 1))


def _find_metal(p: Position, _: Event, seen: int) -> Position:
    """Find one metal, which is lost if the store is full (M4.4)."""
    return _end_turn(p, seen=seen, metal=min(store_cap(p), p.metal + 1))


def _strike(p: Position, _: Event, seen: int) -> Position:
    """Strike: the next collection is reduced (M4.3)."""
    return _end_turn(p, seen=seen, struck=True)


def _rest(p: Position, _: Event, seen: int) -> Position:
    """Do nothing: peace and quiet (M1)."""
    return _end_turn(p, seen=seen)


def _invade(p: Position, event: Event, seen: int) -> Position:
    """Invade the system that joined last (M6.1)."""
    return (
        changed(p, due=Due.DEFENSE, seen=seen, event=event, target=p.empire[-1]) if p.empire else _home_alone(p, seen)
    )


def _revolt(p: Position, event: Event, seen: int) -> Position:
    """Revolt in the weakest system; chance chooses among equals (M6.1)."""
    if not p.empire:
        return _home_alone(p, seen)
    systems = weakest(p)
    p = changed(p, due=Due.REVOLT, seen=seen, event=event)
    return p if len(systems) > 1 else _revolt_in(p, systems[0])


def _home_alone(p: Position, seen: int) -> Position:
    """Return the effect of a revolt or an invasion on the Home World alone: none in Year 1, defeat in Year 2 (M6.3)."""
    return _end_turn(p, seen=seen) if year_of(p.turn) == 1 else _end(p, seen=seen, lost=True)


def _revolt_in(p: Position, system: System) -> Position:
    """Revolt in this system (M6.1)."""
    return changed(p, due=Due.DEFENSE, target=system)


def _defended(p: Position, face: int) -> Position:
    """End a revolt or an invasion: die and force against the resistance, which a technology raises (M6.2)."""
    event, target = p.event, _target(p)
    assert event is not None
    shield = Technology.HYPER_TELEVISION if event.kind is EventKind.REVOLT else Technology.PLANETARY_DEFENSES
    if face + event.force[year_of(p.turn) - 1] >= target.resistance + has(p, shield):
        rest = tuple([system for system in p.empire if system is not target])
        return _end_turn(p, event=None, target=None, empire=rest, unaligned=p.unaligned | 1 << target)
    return _end_turn(p, event=None, target=None)


def _end_turn(p: Position, **changes: Any) -> Position:
    """Begin the next turn, or end the game; a new year has all its events again (M2.1, M3.3)."""
    if p.turn == TURNS:
        return _end(p, **changes)
    if p.turn == TURNS_OF_YEAR_1:
        changes["seen"] = 0
    diplomatic = p.discovered is Technology.INTERSTELLAR_DIPLOMACY
    return changed(p, turn=p.turn + 1, due=Due.CHOICE, diplomatic=diplomatic, built=False, discovered=None, **changes)


def _end(p: Position, **changes: Any) -> Position:
    """End the game, and clear the fields that belong to the turn (M2.1)."""
    changes["struck"] = False
    return changed(p, due=Due.END, diplomatic=False, built=False, discovered=None, **changes)


_EFFECT_OF_KIND: Final[dict[EventKind, Callable[[Position, Event, int], Position]]] = {
    EventKind.METAL: _find_metal,
    EventKind.WEALTH: _find_wealth,
    EventKind.STRIKE: _strike,
    EventKind.REVOLT: _revolt,
    EventKind.INVASION: _invade,
    EventKind.PEACE: _rest,
}

_EFFECT_OF: Final[dict[Verb, Callable[[Position, Any], Position]]] = {
    Verb.EXPLORE: _explore,
    Verb.CONQUER: _conquer,
    Verb.BIDE: _bide,
    Verb.DIPLOMACY: _negotiate,
    Verb.ROLL: _roll,
    Verb.TRADE: _trade,
    Verb.KEEP: _to_build,
    Verb.BUILD: _build,
    Verb.DISCOVER: _discover,
    Verb.DONE: _done,
    Verb.TURN: _turn,
    Verb.DIE: _die,
    Verb.EVENT: _event,
    Verb.REVOLT: _revolt_in,
}

_EFFECTS: Final = tuple((_EFFECT_OF[action.verb], action.argument) for action in ACTIONS)
"""By id: the function of an action, and its argument."""
