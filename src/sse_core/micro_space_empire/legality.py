"""Legal actions of a position, as ids: decisions of the player, or chance events."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from .actions import FACES, IDS, Action, Resource, Verb
from .cards import Deck, Event, System, Technology
from .position import Due, Position, has, hidden, military_cap, near_unaligned, store_cap, weakest

__all__ = ["builds", "can_trade", "legal_ids", "may_explore_distant", "trades"]


def legal_ids(p: Position) -> tuple[int, ...]:
    """Return the ids of the legal actions, ascending."""
    return _LEGAL[p.due](p)


def _choices(p: Position) -> tuple[int, ...]:
    """Return the ids of phase 1: exploring, conquering, and always biding (M2.2, M3.4)."""
    ids = [_EXPLORE_NEAR] if hidden(p, Deck.NEAR) else []
    if may_explore_distant(p):
        ids.append(_EXPLORE_DISTANT)
    return (*ids, *_conquests(p.unaligned))


@cache
def _conquests(unaligned: int) -> tuple[int, ...]:
    """Return the ids of conquering each of these systems, and of biding (M2.2)."""
    return (*(_CONQUER + system for system in System if unaligned >> system & 1), _BIDE)


def may_explore_distant(p: Position) -> bool:
    """Return whether a distant system can be explored (M3.2).

    It takes Forward Starbases, no unaligned near system, and a card in the deck.
    """
    return has(p, Technology.FORWARD_STARBASES) and not near_unaligned(p) and bool(hidden(p, Deck.DISTANT))


def trades(p: Position) -> tuple[int, ...]:
    """Return the ids of the trades, and of keeping all; none if no trade is possible (M4.2)."""
    if not p.technologies & _COMMERCE:
        return ()
    ids = [_TRADE_METAL] if can_trade(p, Resource.METAL) else []
    if can_trade(p, Resource.WEALTH):
        ids.append(_TRADE_WEALTH)
    return (*ids, _KEEP) if ids else ()


def can_trade(p: Position, given: Resource) -> bool:
    """Return whether two of a resource are in store, and the store of the other has room (M4.2)."""
    if given is Resource.METAL:
        return p.metal >= 2 and p.wealth < store_cap(p)
    return p.wealth >= 2 and p.metal < store_cap(p)


def builds(p: Position) -> tuple[int, ...]:
    """Return the ids of building and discovering, and of ending that; none if neither is possible (M5.1)."""
    can_build = not p.built and bool(p.metal and p.wealth) and p.military < military_cap(p)
    return _projects(can_build, p.technologies, p.wealth if p.discovered is None else 0)


@cache
def _projects(can_build: bool, known: int, wealth: int) -> tuple[int, ...]:
    """Return these ids for a set of known technologies and the wealth that can buy another (M1)."""
    ids = [_BUILD] if can_build else []
    ids += [
        _DISCOVER + technology
        for technology in Technology
        if technology.cost <= wealth
        and not known >> technology & 1
        and (technology.before is None or known >> technology.before & 1)
    ]
    return (*ids, _DONE) if ids else ()


def _events(p: Position) -> tuple[int, ...]:
    """Return the ids of the events that have not come in this year, those that were set aside included (M2.1)."""
    return _unseen(p.seen)


@cache
def _unseen(seen: int) -> tuple[int, ...]:
    return tuple(_EVENT + event for event in Event if not seen >> event & 1)


def _revolting(p: Position) -> tuple[int, ...]:
    """Return the ids of a revolt in each of the weakest systems (M6.1)."""
    return tuple([_REVOLT + system for system in weakest(p)])


@cache
def _turns(cards: tuple[System, ...]) -> tuple[int, ...]:
    """Return the ids of turning over each of these cards (M2.2)."""
    return tuple(_TURN + system for system in cards)


_COMMERCE: Final = 1 << Technology.INTERSPECIES_COMMERCE
_EXPLORE_NEAR: Final = IDS[Action(Verb.EXPLORE, Deck.NEAR)]
_EXPLORE_DISTANT: Final = IDS[Action(Verb.EXPLORE, Deck.DISTANT)]
_CONQUER: Final = IDS[Action(Verb.CONQUER, System.WOLF_359)]
_BIDE: Final = IDS[Action(Verb.BIDE)]
_DIPLOMACY: Final = IDS[Action(Verb.DIPLOMACY)]
_ROLL: Final = IDS[Action(Verb.ROLL)]
_TRADE_METAL: Final = IDS[Action(Verb.TRADE, Resource.METAL)]
_TRADE_WEALTH: Final = IDS[Action(Verb.TRADE, Resource.WEALTH)]
_KEEP: Final = IDS[Action(Verb.KEEP)]
_BUILD: Final = IDS[Action(Verb.BUILD)]
_DISCOVER: Final = IDS[Action(Verb.DISCOVER, Technology.CAPITAL_SHIPS)]
_DONE: Final = IDS[Action(Verb.DONE)]
_TURN: Final = IDS[Action(Verb.TURN, System.WOLF_359)]
_EVENT: Final = IDS[Action(Verb.EVENT, Event.ASTEROID)]
_REVOLT: Final = IDS[Action(Verb.REVOLT, System.WOLF_359)]
_DICE: Final = tuple(IDS[Action(Verb.DIE, face)] for face in FACES)

_LEGAL: Final[dict[Due, Callable[[Position], tuple[int, ...]]]] = {
    Due.CHOICE: _choices,
    Due.NEAR: lambda p: _turns(hidden(p, Deck.NEAR)),
    Due.DISTANT: lambda p: _turns(hidden(p, Deck.DISTANT)),
    Due.DIPLOMACY: lambda p: (_DIPLOMACY, _ROLL),
    Due.ATTACK: lambda p: _DICE,
    Due.TRADE: trades,
    Due.BUILD: builds,
    Due.EVENT: _events,
    Due.REVOLT: _revolting,
    Due.DEFENSE: lambda p: _DICE,
    Due.END: lambda p: (),
}
