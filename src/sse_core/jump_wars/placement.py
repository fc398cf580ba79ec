"""Checks of positions made by hand: each field by itself, and all that the rules say of them together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import SetupError
from ..forms.groups import Items
from ..forms.shapes import Kind
from .board import CENTRE, N_COUNTERS, N_SPACES, PLAYERS, SITES, Space, distance, is_joined, space_name
from .cards import COPIES, Card
from .notation import SEATS, side_name
from .placement_decisions import faults_of_decision
from .position import (
    FIGHTING,
    FIRST_FLEETS,
    NEUTRAL_FLEETS,
    NO_CARDS,
    NOBODY,
    Due,
    Player,
    Position,
    has,
    side_at,
    sides_at,
)
from .rules.final import NEUTRAL_TURNS, would_win
from .shapes import MAX_FLEETS, shapes_of

__all__ = ["check_position"]

_STEPS: Final = tuple(Due)
_BEFORE_BUILD: Final = frozenset(_STEPS[: _STEPS.index(Due.BUILD)])
_BEFORE_JUMPS: Final = frozenset(_STEPS[: _STEPS.index(Due.DEAL)])


def check_position(p: Position) -> Position:
    """Return a position that can be; raise SetupError, with the clause, for one that can't.

    Views, with their hidden cards, sheets and offers, are positions, too. A game can go on from every position that
    passes. Not all of them can be reached: how a player came by his cards, levels, fleets and tokens isn't added up,
    nor what boosts cost; in a battle, the order of Initiative and the damage and kills of the rounds before aren't
    worked out again; carried-out orders, and who held a space before them, are not compared with the fleets.

    Raises TypeError if a field is of the wrong type. A number is bounded, far above what games lead to: fleets by
    `MAX_FLEETS`, all sides together, levels by `MAX_LEVEL`, boosts by `MAX_BOOST`, tokens by `MAX_TOKENS`.
    """
    Items(Kind(Player)).check(p.players, "players")
    if len(p.players) not in PLAYERS:
        raise SetupError(f"there are {len(p.players)} players, not {min(PLAYERS)} to {max(PLAYERS)} (J1.3)")
    shapes_of(len(p.players)).position.check(p, "contents")
    for fault in _faults(p):
        raise SetupError(fault)
    return p


def _faults(p: Position) -> Iterator[str]:
    yield from _faults_of_map(p)
    yield from _faults_of_turn(p)
    yield from _faults_of_players(p)
    yield from _faults_of_cards(p)
    yield from _faults_of_fleets(p)
    yield from _faults_of_neutral(p)
    yield from faults_of_decision(p)
    yield from _faults_of_end(p)


# --- the map


def _faults_of_map(p: Position) -> Iterator[str]:
    if p.options.neutral and len(p.players) > 4:
        yield f"a neutral Homeworld stands in games for up to 4, not {len(p.players)} (J3.3)"
    sites = {*p.homeworlds, *([CENTRE] if p.options.neutral else [])}
    if len(sites) < len(p.homeworlds) + p.options.neutral:
        yield "two Homeworlds are in one space (J1.3)"
    for space, kind in enumerate(p.spaces):
        if (kind is Space.HOMEWORLD) != (space in sites):
            there = "is no Homeworld, and must be one" if space in sites else "is a Homeworld of nobody"
            yield f"{space_name(space)} {there} (J1.3)"
    for kind, most in N_COUNTERS.items():
        if p.spaces.count(kind) > most:
            yield f"{p.spaces.count(kind)} spaces are {_title(kind)}, and there are {most} counters (J1.2)"
    for seat, (space, site) in enumerate(zip(p.homeworlds, SITES[p.options.grid][len(p.players)], strict=True)):
        if space != site and not has(p, seat, Card.PLANET_JUMP):
            yield f"the Homeworld of {SEATS[seat]} is not in {space_name(site)}, and can't jump (J1.3)"
        if distance(p.options.grid, space, site) > p.turn:
            yield f"the Homeworld of {SEATS[seat]} is more jumps from {space_name(site)} than there were turns (J4.11)"
    if not p.options.any_map and not is_joined(p.options.grid, p.spaces, sites):
        yield "Black Holes cut a Homeworld off (J1.3)"


def _title(kind: Space) -> str:
    return kind.name.replace("_", " ").title()


# --- players and cards


def _faults_of_turn(p: Position) -> Iterator[str]:
    if p.turn > p.options.turn_limit:
        yield f"turn is {p.turn}, and the limit is {p.options.turn_limit} (J3.4)"
    if (p.start_player == NOBODY) != (p.step is Due.START):
        yield f"{p.step} is due {'without' if p.start_player == NOBODY else 'with'} a start player (J1.5)"
    if p.step is Due.START and (p.turn, p.players, p.discard) != (1, (Player(),) * len(p.players), NO_CARDS):
        yield "the start player is drawn before anybody has cards, levels or tokens (J1.4)"


def _faults_of_players(p: Position) -> Iterator[str]:
    for seat, one in enumerate(p.players):
        for card in sorted(one.learned):
            if card.is_basic or card is Card.PROGENITOR_RUINS:
                yield f"{SEATS[seat]} has learned {card.title}, which can't be (J2.3)"
        if one.led and (Card.LEADERSHIP not in one.learned or not any(one.boosts)):
            missing = "a boost" if Card.LEADERSHIP in one.learned else Card.LEADERSHIP.title
            yield f"{SEATS[seat]} has used {Card.LEADERSHIP.title} without {missing} (J2.9)"
    if p.alliance is not None and p.alliance[0] == p.alliance[1]:
        yield "an alliance is with another player (J2.2)"
    if p.alliance is not None and _STEPS.index(p.step) <= _STEPS.index(Due.ALLIANCE):
        yield f"there is an alliance already, and {p.step} is due (J2.2)"


def _faults_of_cards(p: Position) -> Iterator[str]:
    for card in Card:
        hands = sum(one.hand[card] + one.sheet.boosts.count(card) for one in p.players)
        found = p.unseen[card] + p.discard[card] + hands
        if found != COPIES[card]:
            yield f"there are {found} cards {card.title}, not {COPIES[card]} (J1.5)"
    hidden = sum(one.hidden for one in p.players)
    if hidden > sum(p.unseen):
        yield f"{hidden} cards are hidden in hands, and {sum(p.unseen)} are unseen (J1.6)"


# --- fleets


def _faults_of_fleets(p: Position) -> Iterator[str]:
    fleets = sum(map(sum, p.fleets))
    if fleets > MAX_FLEETS:
        yield f"there are {fleets} fleets, and a position has at most {MAX_FLEETS}"
    for space, kind in enumerate(p.spaces):
        if kind is Space.BLACK_HOLE and (p.held[space] != NOBODY or sides_at(p, space)):
            yield f"{space_name(space)} is a Black Hole, and fleets are or were there (J2.6)"
    if p.turn == 1 and p.step in _BEFORE_BUILD:
        yield from _faults_of_first_fleets(p)
    if p.step in _BEFORE_BUILD:
        yield from _faults_of_held(p)
    elif p.step in _BEFORE_JUMPS:
        yield from _faults_of_built(p)
    elif p.step not in FIGHTING:
        for space in range(N_SPACES):
            if len(sides_at(p, space)) > 1:
                yield f"two sides have fleets in {space_name(space)} after the fights (J2.7)"


def _faults_of_first_fleets(p: Position) -> Iterator[str]:
    for seat, space in enumerate(SITES[p.options.grid][len(p.players)]):
        if (p.fleets[seat][space], sum(p.fleets[seat])) != (FIRST_FLEETS, FIRST_FLEETS):
            yield f"{SEATS[seat]} begins with {FIRST_FLEETS} fleets in {space_name(space)} (J1.4)"
    if p.options.neutral and p.fleets[-1][CENTRE] != NEUTRAL_FLEETS:
        yield f"the neutral side begins with {NEUTRAL_FLEETS} fleets (J3.3)"


def _faults_of_held(p: Position) -> Iterator[str]:
    """Before the Build phase, fleets are where they were at the end of the last turn."""
    for space in range(N_SPACES):
        if sides_at(p, space) != [side for side in (p.held[space],) if side != NOBODY]:
            yield f"{space_name(space)} is held by another side than has fleets there (J2.7)"


def _faults_of_built(p: Position) -> Iterator[str]:
    """Before the jumps, fleets are where the side had some at the end of the last turn, or on the own Homeworld."""
    for side, fleets in enumerate(p.fleets):
        for space, count in enumerate(fleets):
            if count and p.held[space] != side and p.homeworlds[side : side + 1] != (space,):
                name = side_name(side, len(p.players))
                yield f"{name} has fleets in {space_name(space)}, which it did not hold, before the jumps (J2.5)"


# --- the neutral side, and the end


def _faults_of_neutral(p: Position) -> Iterator[str]:
    neutral = len(p.players)
    there = p.fleets[neutral][CENTRE]
    if sum(p.fleets[neutral]) != there or there > NEUTRAL_FLEETS * p.options.neutral:
        where = "on its Homeworld, with the option `neutral`"
        yield f"the neutral side has at most {NEUTRAL_FLEETS} fleets, {where} (J3.3)"
    for space, side in enumerate(p.held):
        if side == neutral and (space != CENTRE or not p.options.neutral):
            yield f"the neutral side never holds {space_name(space)} (J3.3)"
    if there and p.held[CENTRE] != neutral:
        yield "the neutral side has fleets, and did not hold its Homeworld (J3.3)"
    if (p.neutral_holder == NOBODY) != (p.neutral_turns == 0):
        yield "the neutral Homeworld is held by a player for some turns, or by nobody for none (J3.3)"
    if p.neutral_turns > p.turn - (p.step is not Due.END):
        yield f"the neutral Homeworld is held for {p.neutral_turns} turns in turn {p.turn} (J3.3)"
    holder = side_at(p, CENTRE) if p.step is Due.END else p.held[CENTRE]
    if holder == neutral or not p.options.neutral:
        holder = NOBODY
    if p.neutral_holder != holder:
        yield "the player who counts as the holder of the neutral Homeworld does not hold it (J3.3)"


def _faults_of_end(p: Position) -> Iterator[str]:
    if p.step is Due.END:
        if len(would_win(p)) != 1 and p.turn != p.options.turn_limit:
            yield "the game is over, and nobody has won, nor is it the last turn (J3.1)"
    elif p.turn > 1 and p.step in _BEFORE_JUMPS and len(_could_win(p)) == 1:
        yield "the game goes on, and a player had won as the last turn ended (J3.1)"


def _could_win(p: Position) -> set[int]:
    """Return the players who met a condition of victory as the last turn ended (J4.13)."""
    seats = range(len(p.players))
    conquerors = {
        seat
        for seat in seats
        if all(p.held[space] == seat for other, space in enumerate(p.homeworlds) if other != seat)
    }
    return conquerors | ({p.neutral_holder} if p.neutral_turns >= NEUTRAL_TURNS else set())
