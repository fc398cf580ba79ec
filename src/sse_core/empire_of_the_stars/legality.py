"""Reasons why actions are refused, clause by clause, each with what is missing.

Play asks only `rules.legal_ids`. This module explains refusals, so it need not be fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from . import rules
from .actions import SEATS, THRONE_PLACE, Verb
from .board import Board
from .due import STEP_NAMES, Due
from .layout import (
    ASKED,
    ATTACKER,
    BLOCKED,
    CREDITS,
    DEFENDER,
    DRAFT,
    FAR,
    FLAGS,
    FORCE,
    FOUGHT,
    FREE_ALLIES,
    GALAXY,
    HITS,
    HOME,
    IN_DECK,
    IN_HAND,
    MARKET,
    MONOLITH,
    MOVED,
    N_PLAYERS,
    NOBODY,
    ONE_WAY,
    PLACE,
    RESOURCE,
    SECTOR,
    SHIFTED,
    SHIPS,
    SIDE,
    STEP,
    STOCK,
    SUPPLIES,
    TACTICS,
    TILE,
    TOKEN,
    WRITTEN,
    Data,
    get2,
    get4,
    ships_at,
)
from .reasons import Reason
from .rules.battle import TOKEN_NUMBER, dial_end, side_of
from .rules.engineer import docks
from .rules.merchant import values
from .rules.regent import influence_price
from .rules.scientist import price
from .rules.ships import terrain, units_of, with_room
from .rules.wheel import distance
from .vocabulary import HITS as PRICES
from .vocabulary import MOVES, RESOURCES, ROLES, SHIP_PRICES
from .vocabulary import SHIPS as SHIP_NAMES

__all__ = ["reason_for", "verbs_of", "why_not"]

Fault: TypeAlias = tuple[Reason, str]

_VERBS: Final[dict[int, tuple[Verb, ...]]] = {
    Due.HOME: (Verb.AT,),
    Due.FIRST_TILE: (Verb.AT,),
    Due.ROLE: (Verb.ROLE, Verb.ON, Verb.BACK),
    Due.EXPLORE: (Verb.TILE,),
    Due.EXPLORE_AT: (Verb.AT,),
    Due.EXPLORE_SETTLE: (Verb.DONE, Verb.SETTLE),
    Due.REVEAL: (Verb.REVEAL,),
    Due.STEWARD: (Verb.MARKET,),
    Due.TRADE: (Verb.POLYMERS,),
    Due.TRADE_METAL: (Verb.METAL,),
    Due.TRADE_ENERGY: (Verb.ENERGY,),
    Due.INVEST: (Verb.DONE, Verb.INVEST),
    Due.BUILD: (Verb.DONE, Verb.BUILD),
    Due.DEPLOY: (Verb.DEPLOY,),
    Due.DEPLOY_AT: (Verb.AT,),
    Due.DRAW: (Verb.DONE, Verb.DRAW, Verb.TAKE),
    Due.CARD: (Verb.CARD,),
    Due.TURN: (Verb.TURN,),
    Due.BUY: (Verb.DONE, Verb.BUY),
    Due.DISCARD: (Verb.DISCARD,),
    Due.MOVE: (Verb.DONE, Verb.FROM),
    Due.MOVE_SHIP: (Verb.SHIP,),
    Due.MOVE_TO: (Verb.TO,),
    Due.BATTLE: (Verb.DONE, Verb.BATTLE),
    Due.AGAINST: (Verb.AGAINST,),
    Due.INVITE: (Verb.DONE, Verb.ALLY),
    Due.ANSWER: (Verb.DECLINE, Verb.JOIN),
    Due.BRING: (Verb.DONE, Verb.FROM),
    Due.BRING_SHIP: (Verb.SHIP,),
    Due.BRING_TO: (Verb.TO,),
    Due.DIAL: (Verb.TACTICS, Verb.WEAPONS),
    Due.SHIFT: (Verb.DONE, Verb.FROM),
    Due.SHIFT_SHIP: (Verb.SHIP,),
    Due.SHIFT_TO: (Verb.TO,),
    Due.HIT: (Verb.DONE, Verb.HIT),
    Due.HIT_UNIT: (Verb.UNIT,),
    Due.COLONIZE: (Verb.DONE, Verb.SETTLE),
    Due.INFLUENCE: (Verb.DONE, Verb.INFLUENCE),
    Due.PUT: (Verb.PUT,),
    Due.EDICT: (Verb.EDICT,),
    Due.FAVOUR: (Verb.FAVOUR,),
}
"""The verbs of each step."""


def reason_for(b: Board, p: bytes, player: int, index: int) -> Reason:
    """Return the first reason why a player, or CHANCE, can't play the action with this id; OK if it is legal."""
    return why_not(b, p, player, index)[0]


def why_not(b: Board, p: bytes, player: int, index: int) -> Fault:
    """Return the first reason against an action, with a sentence that says what is missing, without full stop."""
    if not 0 <= index < len(b.verbs):
        return Reason.NO_SUCH_ACTION, "that is no action of this game"
    if p[STEP] == Due.END:
        return Reason.GAME_OVER, "the game is over"
    if player not in rules.to_act(p):
        return Reason.NOT_TO_ACT, _not_to_act(p, player)
    if index in rules.legal_ids(b, p, player):
        return Reason.OK, ""
    verb, number = Verb(b.verbs[index]), b.numbers[index]
    if verb not in _verbs_due(p):
        due = ", ".join(each.word for each in _verbs_due(p))
        return Reason.NOT_DUE, f"the step is {STEP_NAMES[p[STEP]]}, where {due} can be chosen"
    found = sorted(_FAULTS[verb](b, p, player, number), key=lambda fault: int(fault[0]))
    return found[0] if found else (Reason.NOT_DUE, f"that can't be chosen in the step {STEP_NAMES[p[STEP]]}")


def _not_to_act(p: Data, player: int) -> str:
    seats = rules.to_act(p)
    who = "chance" if seats == (-1,) else " and ".join(f"player {SEATS[seat]}" for seat in seats)
    whose = "chance" if player == -1 else f"player {SEATS[player]}"
    return f"{who} {'are' if len(seats) > 1 else 'is'} to act, not {whose}"


def verbs_of(step: int) -> tuple[Verb, ...]:
    """Return the verbs of a step; there are none at the end."""
    return _VERBS.get(step, ())


def _verbs_due(p: Data) -> tuple[Verb, ...]:
    if p[STEP] == Due.ROLE:
        return (Verb.ROLE,) if p[MONOLITH] == NOBODY else (Verb.ON, Verb.BACK)
    return verbs_of(p[STEP])


# --- regions and tiles


def _name(b: Board, region: int) -> str:
    return b.content.regions[region]


def _against_region(b: Board, p: Data, region: int) -> Iterator[Fault]:
    """Yield what speaks against placing a tile in a region."""
    tile = p[TILE + region]
    if tile == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    elif tile:
        yield Reason.HAS_TILE, f"{_name(b, region)} has a tile"


def _against_at(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    step = p[STEP]
    if step == Due.DEPLOY_AT:
        if not with_room(b, p, player) >> region & 1:
            yield Reason.NO_ROOM, f"{_name(b, region)} has 3 ships"
        if not docks(b, p, player) >> region & 1:
            yield Reason.NO_STARBASE, f"{_name(b, region)} has no starbase of player {SEATS[player]}"
        return
    yield from _against_region(b, p, region)
    if step == Due.FIRST_TILE and not b.near[p[DRAFT]] >> region & 1:
        yield Reason.NOT_BESIDE, f"{_name(b, region)} isn't beside the home world at {_name(b, p[DRAFT])}"
    if step in (Due.HOME, Due.FIRST_TILE):
        yield Reason.NO_PLACE_LEFT, f"with {_name(b, region)} taken, too few pairs of regions are left for home worlds"


def _against_tile(b: Board, p: Data, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"the display has no {b.content.tiles[kind].name}"


def _against_reveal(b: Board, p: Data, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"no {b.content.tiles[kind].name} can be turned up now"


def _against_settle(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    if p[STEP] == Due.EXPLORE_SETTLE:
        yield Reason.OTHER_TILE, f"the tile was placed at {_name(b, p[DRAFT])}"
        return
    if not p[STOCK + player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"
    if p[TILE + region] not in b.planets:
        yield Reason.NO_PLANET, f"{_name(b, region)} has no planet"
    if p[TOKEN + region]:
        yield Reason.HAS_OWNER, f"the planet at {_name(b, region)} is player {SEATS[p[TOKEN + region] - 1 >> 1]}'s"
    yield Reason.NOT_ALONE, f"player {SEATS[player]} isn't the only one with ships at {_name(b, region)}"


# --- roles and money


def _money(p: Data, player: int, price: int) -> str:
    return f"that costs {price} credits, and player {SEATS[player]} has {get4(p, CREDITS + 4 * player)}"


def _against_role(b: Board, p: Data, player: int, role: int, *, back: bool) -> Iterator[Fault]:
    if back and get2(p, FLAGS) & ONE_WAY:
        yield Reason.ONE_WAY, "the monolith goes clockwise"
    if role == p[MONOLITH]:
        yield Reason.SAME_ROLE, f"the monolith stands on {ROLES[role]}"
    else:
        yield Reason.NO_CREDITS, _money(p, player, distance(b, p, role, back=back) - 1)


def _against_market(b: Board, p: Data, player: int, tile: int) -> Iterator[Fault]:
    if p[MARKET] >> tile & 1:
        yield Reason.SHOWS_CREDITS, f"market tile {tile + 1} shows credits"


def _against_amount(resource: int) -> Callable[[Board, Data, int, int], Iterator[Fault]]:
    def against(b: Board, p: Data, player: int, n: int) -> Iterator[Fault]:
        if n > b.content.tracks[resource]:
            yield Reason.TRACK_END, f"the track of {RESOURCES[resource]} ends at {b.content.tracks[resource]}"
        value = values(b, p)[resource]
        yield Reason.NO_CREDITS, f"a unit is worth {value} credits, and {n} are more than can be paid for"

    return against


def _against_invest(b: Board, p: Data, player: int, place: int) -> Iterator[Fault]:
    there = p[FAR + place]
    if there > GALAXY:
        owner, starbase = divmod(there - 2, 2)
        if owner != player:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} is player {SEATS[owner]}'s"
        elif starbase:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} has a starbase already"
    cost = b.content.far_space[place]
    if cost > get4(p, CREDITS + 4 * player):
        yield Reason.NO_CREDITS, _money(p, player, cost)
    if not there and not p[STOCK + player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"


def _has(p: Data, player: int) -> str:
    amounts = p[RESOURCE + 3 * player : RESOURCE + 3 * player + 3]
    return f"player {SEATS[player]} has {amounts[0]} polymers, {amounts[1]} metal, {amounts[2]} energy"


def _against_build(b: Board, p: Data, player: int, kind: int) -> Iterator[Fault]:
    if not p[SUPPLIES + 3 * player + kind]:
        yield Reason.NO_SUPPLY, f"the supply of player {SEATS[player]} has no {SHIP_NAMES[kind]}"
    polymers, metal, energy = SHIP_PRICES[kind]
    cost = f"a {SHIP_NAMES[kind]} costs {polymers} polymers, {metal} metal, {energy} energy"
    yield Reason.NO_RESOURCES, f"{cost}, and {_has(p, player)}"


def _against_deploy(b: Board, p: Data, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_IN_STAGING, f"the staging of player {SEATS[player]} has no {SHIP_NAMES[kind]}"


# --- cards


def _against_draw(b: Board, p: Data, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the deck of cost {cost + 1} is empty"


def _against_take(b: Board, p: Data, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the pile of cost {cost + 1} is empty"


def _card(b: Board, card: int) -> str:
    return b.content.technologies[card].name


def _against_buy(b: Board, p: Data, player: int, card: int) -> Iterator[Fault]:
    if p[PLACE + card] != IN_HAND + player:
        yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(b, card)} in hand"
        return
    kind, cost = b.kinds[card], price(b, p, player, card)
    yield Reason.NO_RESOURCES, f"{_card(b, card)} costs {cost} {RESOURCES[kind]}, and {_has(p, player)}"


def _against_discard(b: Board, p: Data, player: int, card: int) -> Iterator[Fault]:
    yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(b, card)} in hand"


def _against_card(b: Board, p: Data, player: int, card: int) -> Iterator[Fault]:
    where = "doesn't lie in a deck" if p[PLACE + card] != IN_DECK else f"is no card of cost {p[DRAFT] + 1}"
    yield Reason.NO_CARD, f"{_card(b, card)} {where}"


# --- ships


def _any_ship(p: Data) -> bool:
    return p[STEP] in (Due.BRING, Due.BRING_SHIP) and get2(p, FLAGS) & FREE_ALLIES != 0


def _against_from(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    step = p[STEP]
    if step != Due.MOVE:
        inside = b.sectors[p[SECTOR]] >> region & 1
        if inside == (step == Due.BRING):
            sector = b.content.sectors[p[SECTOR]].name
            where = "in" if step == Due.BRING else "outside"
            yield Reason.OUTSIDE, f"{_name(b, region)} is {where} the sector {sector}"
    if step == Due.SHIFT:
        seats = [seat for seat in range(p[N_PLAYERS]) if p[SIDE + seat]]
    else:
        seats = [player]
    places = [ships_at(seat, kind, region) for seat in seats for kind in range(3)]
    there = [place for place in places if p[SHIPS + place]]
    if not there:
        yield Reason.NO_SHIP, f"no such ship is at {_name(b, region)}"
        return
    used = SHIFTED if step == Due.SHIFT else MOVED
    if not _any_ship(p) and all(p[used + place] >= p[SHIPS + place] for place in there):
        yield Reason.HAS_MOVED, f"all ships at {_name(b, region)} have moved"
    yield Reason.NO_TARGET, f"no ship at {_name(b, region)} gets to a region where it can stop"


def _against_ship(b: Board, p: Data, player: int, ship: int) -> Iterator[Fault]:
    of_seats = p[STEP] == Due.SHIFT_SHIP
    if of_seats != (ship >= 3):
        yield Reason.NO_SHIP, f"a ship is written with {'its owner, like B.cruiser' if of_seats else 'its type alone'}"
        return
    seat, kind = divmod(ship - 3, 3) if of_seats else (player, ship)
    place = ships_at(seat, kind, p[DRAFT])
    if seat >= p[N_PLAYERS] or not p[SHIPS + place] or (of_seats and not p[SIDE + seat]):
        yield Reason.NO_SHIP, f"no such {SHIP_NAMES[kind]} is at {_name(b, p[DRAFT])}"
        return
    used = SHIFTED if of_seats else MOVED
    if not _any_ship(p) and p[used + place] >= p[SHIPS + place]:
        yield Reason.HAS_MOVED, f"the {SHIP_NAMES[kind]} at {_name(b, p[DRAFT])} has moved"
    yield Reason.NO_TARGET, f"the {SHIP_NAMES[kind]} gets to no region where it can stop"


def _against_to(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    seat, kind = divmod(p[DRAFT + 1], 3) if p[STEP] == Due.SHIFT_TO else (player, p[DRAFT + 1])
    if p[TILE + region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    if not with_room(b, p, seat) >> region & 1:
        yield Reason.NO_ROOM, f"{_name(b, region)} has 3 ships"
    if region == p[DRAFT]:
        yield Reason.SAME_REGION, f"the ship is at {_name(b, region)}"
    owner = next((each for each in range(p[N_PLAYERS]) if p[HOME + each] == region and each != seat), None)
    if owner is not None:
        yield Reason.HOME_WORLD, f"{_name(b, region)} is the home world of player {SEATS[owner]}"
    if not terrain(b, p).reach(p[DRAFT], MOVES[kind]) >> region & 1:
        why = f"a {SHIP_NAMES[kind]} moves {MOVES[kind]} regions, and stops in asteroid fields"
        yield Reason.OUT_OF_RANGE, f"{_name(b, region)} is out of reach from {_name(b, p[DRAFT])}: {why}"
    if p[STEP] == Due.BRING_TO and not b.sectors[p[SECTOR]] >> region & 1:
        yield Reason.OUTSIDE, f"{_name(b, region)} is outside the sector {b.content.sectors[p[SECTOR]].name}"


# --- battles


def _against_seat(b: Board, p: Data, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p[N_PLAYERS]:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    elif seat == player:
        yield Reason.OWN_SEAT, f"that is player {SEATS[seat]}'s own seat"


def _against_battle(b: Board, p: Data, player: int, sector: int) -> Iterator[Fault]:
    name = b.content.sectors[sector].name
    if get2(p, FOUGHT) >> sector & 1:
        yield Reason.FOUGHT, f"there was a battle in the sector {name} in this turn"
    own = units_of(b, p, player) & b.sectors[sector]
    yield Reason.NO_UNIT, f"the sector {name} has no unit of {'an opponent' if own else f'player {SEATS[player]}'}"


def _against_against(b: Board, p: Data, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(b, p, player, seat)
    name = b.content.sectors[p[DRAFT]].name
    yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}"


def _against_ally(b: Board, p: Data, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(b, p, player, seat)
    if seat in (p[ATTACKER], p[DEFENDER]) or p[ASKED + side_of(p, player)] >> seat & 1:
        yield Reason.ASKED, f"player {SEATS[seat]} is asked already, or is attacker or defender"
    else:
        name = b.content.sectors[p[SECTOR]].name
        yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}, and can bring none"


def _against_join(b: Board, p: Data, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p[N_PLAYERS]:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_ASKED, f"player {SEATS[seat]} didn't ask player {SEATS[player]}"


def _against_dial(b: Board, p: Data, player: int, n: int, *, weapons: bool) -> Iterator[Fault]:
    side = side_of(p, player)
    if weapons != (p[WRITTEN + side] > 0):
        yield Reason.NOT_DUE, "tactics are set first, then weapons"
        return
    left = get2(p, FORCE + 2 * side) - (get2(p, TACTICS + 2 * side) if weapons else 0)
    yield Reason.STRENGTH, f"{left} of the strength are left, and a part of the dial is up to {dial_end(b, left)}"


def _against_hit(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    if not b.sectors[p[SECTOR]] >> region & 1:
        yield Reason.OUTSIDE, f"{_name(b, region)} is outside the sector {b.content.sectors[p[SECTOR]].name}"
    hits = get2(p, HITS + 2 * side_of(p, player))
    yield Reason.NO_HIT, f"no unit of the other side at {_name(b, region)} falls to {hits} hits"


def _against_unit(b: Board, p: Data, player: int, unit: int) -> Iterator[Fault]:
    enemy, region = 2 - side_of(p, player), p[DRAFT]
    hits = get2(p, HITS + 2 * side_of(p, player))
    if unit == TOKEN_NUMBER:
        token = p[TOKEN + region]
        if token and p[SIDE + (token - 1 >> 1)] == enemy:
            yield Reason.GUARDED, f"ships guard the colony at {_name(b, region)}"
        else:
            yield Reason.NO_HIT, f"{_name(b, region)} has no token of the other side"
        return
    seat, kind = divmod(unit, 3)
    if seat >= p[N_PLAYERS] or p[SIDE + seat] != enemy or not p[SHIPS + ships_at(seat, kind, region)]:
        yield Reason.NO_HIT, f"{_name(b, region)} has no such ship of the other side"
    else:
        yield Reason.NO_HIT, f"a {SHIP_NAMES[kind]} takes {PRICES[kind]} hits, and {hits} are left"


# --- regent and the end


def _against_influence(b: Board, p: Data, player: int, n: int) -> Iterator[Fault]:
    yield Reason.NO_CREDITS, _money(p, player, influence_price(p))


def _against_put(b: Board, p: Data, player: int, region: int) -> Iterator[Fault]:
    if p[TILE + region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    yield Reason.NO_PLANET, f"{_name(b, region)} has no planet for influence; it goes on planets or the {THRONE_PLACE}"


def _against_favour(b: Board, p: Data, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p[N_PLAYERS]:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_TIED, f"player {SEATS[seat]} isn't among those still tied"


def _against_done(b: Board, p: Data, player: int, n: int) -> Iterator[Fault]:
    if p[STEP] == Due.BRING:
        yield (
            Reason.NEEDS_UNIT,
            f"player {SEATS[player]} needs a unit in the sector {b.content.sectors[p[SECTOR]].name}",
        )
    elif p[STEP] == Due.HIT:
        yield Reason.MUST_HIT, "hits are left that can be used"


def _nothing(b: Board, p: Data, player: int, n: int) -> Iterator[Fault]:
    """Return nothing: where it is due, the verb is always legal."""
    return iter(())


_FAULTS: Final[dict[Verb, Callable[[Board, Data, int, int], Iterator[Fault]]]] = {
    Verb.DONE: _against_done,
    Verb.DECLINE: _nothing,
    Verb.INFLUENCE: _against_influence,
    Verb.AT: _against_at,
    Verb.ROLE: _nothing,
    Verb.ON: lambda b, p, player, role: _against_role(b, p, player, role, back=False),
    Verb.BACK: lambda b, p, player, role: _against_role(b, p, player, role, back=True),
    Verb.TILE: _against_tile,
    Verb.SETTLE: _against_settle,
    Verb.MARKET: _against_market,
    Verb.POLYMERS: _against_amount(0),
    Verb.METAL: _against_amount(1),
    Verb.ENERGY: _against_amount(2),
    Verb.INVEST: _against_invest,
    Verb.BUILD: _against_build,
    Verb.DEPLOY: _against_deploy,
    Verb.DRAW: _against_draw,
    Verb.TAKE: _against_take,
    Verb.BUY: _against_buy,
    Verb.DISCARD: _against_discard,
    Verb.FROM: _against_from,
    Verb.SHIP: _against_ship,
    Verb.TO: _against_to,
    Verb.BATTLE: _against_battle,
    Verb.AGAINST: _against_against,
    Verb.ALLY: _against_ally,
    Verb.JOIN: _against_join,
    Verb.TACTICS: lambda b, p, player, n: _against_dial(b, p, player, n, weapons=False),
    Verb.WEAPONS: lambda b, p, player, n: _against_dial(b, p, player, n, weapons=True),
    Verb.HIT: _against_hit,
    Verb.UNIT: _against_unit,
    Verb.PUT: _against_put,
    Verb.EDICT: _nothing,
    Verb.FAVOUR: _against_favour,
    Verb.REVEAL: _against_reveal,
    Verb.CARD: _against_card,
    Verb.TURN: _against_card,
}
