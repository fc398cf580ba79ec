"""Reasons why actions are refused, clause by clause, each with what is missing.

Play asks only `rules.legal_ids`. This module explains refusals, so it need not be fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from . import rules
from .actions import SEATS, THRONE_PLACE, Verb
from .board import Board
from .content import SIDES
from .due import STEP_NAMES, Due
from .effect_rows import DURING, Part, Stage
from .layout import BLOCKED, FREE_ALLIES, GALAXY, IN_DECK, IN_HAND, NOBODY, ONE_WAY
from .position import Position
from .reasons import Reason
from .rules.battle import TOKEN_NUMBER, dial_end, hit_price, side_of
from .rules.merchant import far_price, values
from .rules.regent import influence_price
from .rules.scientist import price
from .rules.ships import docks, reach, terrain, units_of, with_room
from .rules.standing import ASTEROIDS_STOP, INVESTS, MOVES, ROOM, TRACK, has_powers, number, owner_of, ship_price
from .rules.verbs import can_do, can_pay
from .rules.wheel import distance
from .vocabulary import MOMENTS, RESOURCES, ROLES, SHIP_PRICES
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
    Due.DEPLOY: (Verb.DONE, Verb.DEPLOY),
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
    Due.PUT: (Verb.DONE, Verb.PUT),
    Due.EDICT: (Verb.EDICT,),
    Due.FAVOUR: (Verb.FAVOUR,),
    Due.POWER: (Verb.POWER,),
    Due.WINDOW: (Verb.DONE, Verb.CORE, Verb.USE),
    Due.EFFECT_RESOURCE: (Verb.RESOURCE,),
    Due.EFFECT_CARD: (Verb.DISCARD,),
    Due.EFFECT_SEAT: (Verb.AGAINST,),
    Due.EFFECT_TILE: (Verb.DONE, Verb.TILE),
    Due.EFFECT_AT: (Verb.DONE, Verb.AT, Verb.SETTLE),
    Due.EFFECT_FROM: (Verb.DONE, Verb.FROM),
    Due.EFFECT_SHIP: (Verb.SHIP,),
    Due.EFFECT_TO: (Verb.TO,),
    Due.EFFECT_HIT: (Verb.DONE, Verb.HIT),
    Due.EFFECT_UNIT: (Verb.UNIT,),
    Due.EFFECT_AGAIN: (Verb.DONE, Verb.USE),
    Due.EFFECT_EDICT: (Verb.EDICT,),
}
"""The verbs of each step; effects can be used beside some of them."""


def reason_for(b: Board, data: bytes, player: int, index: int) -> Reason:
    """Return the first reason why a player, or CHANCE, can't play the action with this id; OK if it is legal."""
    return why_not(b, data, player, index)[0]


def why_not(b: Board, data: bytes, player: int, index: int) -> Fault:
    """Return the first reason against an action, with a sentence that says what is missing, without full stop."""
    p = Position(data)
    if not 0 <= index < len(b.verbs):
        return Reason.NO_SUCH_ACTION, "that is no action of this game"
    if p.step == Due.END:
        return Reason.GAME_OVER, "the game is over"
    if player not in rules.to_act(data):
        return Reason.NOT_TO_ACT, _not_to_act(p, player)
    if index in rules.legal_ids(b, data, player):
        return Reason.OK, ""
    verb, number = Verb(b.verbs[index]), b.numbers[index]
    if verb not in _verbs_due(p):
        due = ", ".join(each.word for each in _verbs_due(p))
        return Reason.NOT_DUE, f"the step is {STEP_NAMES[p.step]}, where {due} can be chosen"
    found = sorted(_FAULTS[verb](b, p, player, number), key=lambda fault: int(fault[0]))
    return found[0] if found else (Reason.NOT_DUE, f"that can't be chosen in the step {STEP_NAMES[p.step]}")


def _not_to_act(p: Position, player: int) -> str:
    seats = rules.to_act(p.data)
    who = "chance" if seats == (-1,) else " and ".join(f"player {SEATS[seat]}" for seat in seats)
    whose = "chance" if player == -1 else f"player {SEATS[player]}"
    return f"{who} {'are' if len(seats) > 1 else 'is'} to act, not {whose}"


def verbs_of(step: int) -> tuple[Verb, ...]:
    """Return the verbs of a step; there are none at the end."""
    return _VERBS.get(step, ())


def _verbs_due(p: Position) -> tuple[Verb, ...]:
    if p.step == Due.ROLE:
        return (Verb.ROLE,) if p.monolith == NOBODY else (Verb.ON, Verb.BACK)
    effect = (Verb.USE,) if has_powers(p.data) and p.step in DURING else ()
    return (*verbs_of(p.step), *effect)


# --- regions and tiles


def _stage(b: Board, p: Position) -> Stage | None:
    """Return the part of an effect that is half done, if there is one."""
    return b.effects[p.effect - 1].stages[p.part - 1] if p.effect else None


def _name(b: Board, region: int) -> str:
    return b.content.regions[region]


def _against_region(b: Board, p: Position, region: int) -> Iterator[Fault]:
    """Yield what speaks against placing a tile in a region."""
    tile = p.tile[region]
    if tile == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    elif tile:
        yield Reason.HAS_TILE, f"{_name(b, region)} has a tile"


def _against_at(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    step = p.step
    stage = _stage(b, p)
    if stage is not None and stage.part != Part.PLACE:
        what = "a colony" if stage.part == Part.UPGRADE else "a starbase with room"
        yield Reason.NO_PLACE, f"player {SEATS[player]} has no {what[2:]} at {_name(b, region)}"
        return
    if step == Due.DEPLOY_AT:
        if not with_room(b, p.data, player) >> region & 1:
            yield Reason.NO_ROOM, f"{_name(b, region)} has {number(b, p.data, player, ROOM)} ships"
        if not docks(b, p.data, player) >> region & 1:
            yield Reason.NO_STARBASE, f"{_name(b, region)} has no starbase of player {SEATS[player]}"
        return
    yield from _against_region(b, p, region)
    if step == Due.FIRST_TILE and not b.near[p.draft[0]] >> region & 1:
        yield Reason.NOT_BESIDE, f"{_name(b, region)} isn't beside the home world at {_name(b, p.draft[0])}"
    if step in (Due.HOME, Due.FIRST_TILE):
        yield Reason.NO_PLACE_LEFT, f"with {_name(b, region)} taken, too few pairs of regions are left for home worlds"


def _against_tile(b: Board, p: Position, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"the display has no {b.content.tiles[kind].name}"


def _against_reveal(b: Board, p: Position, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"no {b.content.tiles[kind].name} can be turned up now"


def _against_settle(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EXPLORE_SETTLE:
        yield Reason.OTHER_TILE, f"the tile was placed at {_name(b, p.draft[0])}"
        return
    if p.step == Due.EFFECT_AT:
        yield Reason.NO_PLACE, f"the effect settles nothing at {_name(b, region)}"
    if not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"
    if p.tile[region] not in b.planets:
        yield Reason.NO_PLANET, f"{_name(b, region)} has no planet"
    if p.token[region]:
        yield Reason.HAS_OWNER, f"the planet at {_name(b, region)} is player {SEATS[p.token[region] - 1 >> 1]}'s"
    yield Reason.NOT_ALONE, f"player {SEATS[player]} isn't the only one with ships at {_name(b, region)}"


# --- roles and money


def _money(p: Position, player: int, price: int) -> str:
    return f"that costs {price} credits, and player {SEATS[player]} has {p.credits[player]}"


def _against_role(b: Board, p: Position, player: int, role: int, *, back: bool) -> Iterator[Fault]:
    if back and p.flags & ONE_WAY:
        yield Reason.ONE_WAY, "the monolith goes clockwise"
    if role == p.monolith:
        yield Reason.SAME_ROLE, f"the monolith stands on {ROLES[role]}"
    else:
        yield Reason.NO_CREDITS, _money(p, player, distance(b, p.data, role, back=back) - 1)


def _against_market(b: Board, p: Position, player: int, tile: int) -> Iterator[Fault]:
    if p.market >> tile & 1:
        yield Reason.SHOWS_CREDITS, f"market tile {tile + 1} shows credits"


def _against_amount(resource: int) -> Callable[[Board, Position, int, int], Iterator[Fault]]:
    def against(b: Board, p: Position, player: int, n: int) -> Iterator[Fault]:
        end = number(b, p.data, player, TRACK + resource)
        if n > end:
            yield Reason.TRACK_END, f"the track of {RESOURCES[resource]} ends at {end}"
        value = values(b, p.data)[resource]
        yield Reason.NO_CREDITS, f"a unit is worth {value} credits, and {n} are more than can be paid for"

    return against


def _against_invest(b: Board, p: Position, player: int, place: int) -> Iterator[Fault]:
    there = p.far_space[place]
    if there > GALAXY:
        owner, starbase = divmod(there - 2, 2)
        if owner != player:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} is player {SEATS[owner]}'s"
        elif starbase:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} has a starbase already"
    cost = far_price(b, p.data, player, place)
    if p.count >= number(b, p.data, player, INVESTS):
        yield Reason.NO_MORE, f"player {SEATS[player]} has invested {p.count} times"
    if cost > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, cost)
    if not there and not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"


def _has(p: Position, player: int) -> str:
    amounts = p.resources[player]
    return f"player {SEATS[player]} has {amounts[0]} polymers, {amounts[1]} metal, {amounts[2]} energy"


def _against_build(b: Board, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not p.supply[player][kind]:
        yield Reason.NO_SUPPLY, f"the supply of player {SEATS[player]} has no {SHIP_NAMES[kind]}"
    polymers, metal, energy = ship_price(b, p.data, player, kind, SHIP_PRICES[kind])
    cost = f"a {SHIP_NAMES[kind]} costs {polymers} polymers, {metal} metal, {energy} energy"
    yield Reason.NO_RESOURCES, f"{cost}, and {_has(p, player)}"


def _against_deploy(b: Board, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not docks(b, p.data, player):
        yield Reason.NO_ROOM, f"player {SEATS[player]} has no starbase with room"
    yield Reason.NOT_IN_STAGING, f"the staging of player {SEATS[player]} has no {SHIP_NAMES[kind]}"


# --- cards


def _against_draw(b: Board, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the deck of cost {cost + 1} is empty"


def _against_take(b: Board, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the pile of cost {cost + 1} is empty"


def _card(b: Board, card: int) -> str:
    return b.content.technologies[card].name


def _against_buy(b: Board, p: Position, player: int, card: int) -> Iterator[Fault]:
    if p.place[card] != IN_HAND + player:
        yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(b, card)} in hand"
        return
    kind, cost = b.kinds[card], price(b, p.data, player, card)
    yield Reason.NO_RESOURCES, f"{_card(b, card)} costs {cost} {RESOURCES[kind]}, and {_has(p, player)}"


def _against_discard(b: Board, p: Position, player: int, card: int) -> Iterator[Fault]:
    yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(b, card)} in hand"


def _against_card(b: Board, p: Position, player: int, card: int) -> Iterator[Fault]:
    where = "doesn't lie in a deck" if p.place[card] != IN_DECK else f"is no card of cost {p.draft[0] + 1}"
    yield Reason.NO_CARD, f"{_card(b, card)} {where}"


# --- ships


def _any_ship(p: Position) -> bool:
    return p.step in (Due.BRING, Due.BRING_SHIP) and p.flags & FREE_ALLIES != 0


def _against_from(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    step = p.step
    if step == Due.EFFECT_FROM:
        yield Reason.NO_SHIP, f"the effect takes no ship from {_name(b, region)}"
        return
    if step != Due.MOVE:
        inside = b.sectors[p.sector] >> region & 1
        if inside == (step == Due.BRING):
            sector = b.content.sectors[p.sector].name
            where = "in" if step == Due.BRING else "outside"
            yield Reason.OUTSIDE, f"{_name(b, region)} is {where} the sector {sector}"
    if step == Due.SHIFT:
        seats = [seat for seat in range(p.players) if p.side[seat]]
    else:
        seats = [player]
    places = [(seat, kind, region) for seat in seats for kind in range(3)]
    there = [place for place in places if p.ships[place]]
    if not there:
        yield Reason.NO_SHIP, f"no such ship is at {_name(b, region)}"
        return
    used = p.shifted if step == Due.SHIFT else p.moved
    if not _any_ship(p) and all(used[place] >= p.ships[place] for place in there):
        yield Reason.HAS_MOVED, f"all ships at {_name(b, region)} have moved"
    yield Reason.NO_TARGET, f"no ship at {_name(b, region)} gets to a region where it can stop"


def _against_ship(b: Board, p: Position, player: int, ship: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_SHIP:
        yield Reason.NO_SHIP, f"the effect moves no such ship from {_name(b, p.draft[0])}"
        return
    of_seats = p.step == Due.SHIFT_SHIP
    if of_seats != (ship >= 3):
        yield Reason.NO_SHIP, f"a ship is written with {'its owner, like B.cruiser' if of_seats else 'its type alone'}"
        return
    seat, kind = divmod(ship - 3, 3) if of_seats else (player, ship)
    place = seat, kind, p.draft[0]
    if seat >= p.players or not p.ships[place] or (of_seats and not p.side[seat]):
        yield Reason.NO_SHIP, f"no such {SHIP_NAMES[kind]} is at {_name(b, p.draft[0])}"
        return
    used = p.shifted if of_seats else p.moved
    if not _any_ship(p) and used[place] >= p.ships[place]:
        yield Reason.HAS_MOVED, f"the {SHIP_NAMES[kind]} at {_name(b, p.draft[0])} has moved"
    yield Reason.NO_TARGET, f"the {SHIP_NAMES[kind]} gets to no region where it can stop"


def _against_to(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    seat, kind = divmod(p.draft[1], 3) if p.step in (Due.SHIFT_TO, Due.EFFECT_TO) else (player, p.draft[1])
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    if not with_room(b, p.data, seat) >> region & 1:
        yield Reason.NO_ROOM, f"{_name(b, region)} has {number(b, p.data, seat, ROOM)} ships"
    if region == p.draft[0]:
        yield Reason.SAME_REGION, f"the ship is at {_name(b, region)}"
    owner = next((each for each in range(p.players) if p.home[each] == region and each != seat), None)
    if owner is not None:
        yield Reason.HOME_WORLD, f"{_name(b, region)} is the home world of player {SEATS[owner]}"
    stage = _stage(b, p)
    far = number(b, p.data, seat, MOVES + kind) if stage is None else stage.steps
    if not reach(b, p.data, terrain(b, p.data), seat, kind, p.draft[0], far) >> region & 1:
        stop = ", and stops in asteroid fields" if number(b, p.data, seat, ASTEROIDS_STOP) else ""
        why = f"a {SHIP_NAMES[kind]} moves {far} regions{stop}"
        yield Reason.OUT_OF_RANGE, f"{_name(b, region)} is out of reach from {_name(b, p.draft[0])}: {why}"
    if p.step == Due.BRING_TO and not b.sectors[p.sector] >> region & 1:
        yield Reason.OUTSIDE, f"{_name(b, region)} is outside the sector {b.content.sectors[p.sector].name}"


# --- battles


def _against_seat(b: Board, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    elif seat == player:
        yield Reason.OWN_SEAT, f"that is player {SEATS[seat]}'s own seat"


def _against_battle(b: Board, p: Position, player: int, sector: int) -> Iterator[Fault]:
    name = b.content.sectors[sector].name
    if p.fought >> sector & 1:
        yield Reason.FOUGHT, f"there was a battle in the sector {name} in this turn"
    own = units_of(b, p.data, player) & b.sectors[sector]
    yield Reason.NO_UNIT, f"the sector {name} has no unit of {'an opponent' if own else f'player {SEATS[player]}'}"


def _against_against(b: Board, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(b, p, player, seat)
    if p.step == Due.EFFECT_SEAT:
        yield Reason.NOTHING_TO_TAKE, f"player {SEATS[seat]} has nothing that the effect takes"
        return
    name = b.content.sectors[p.draft[0]].name
    yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}"


def _against_ally(b: Board, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(b, p, player, seat)
    if seat in (p.attacker, p.defender) or p.asked[side_of(p.data, player)] >> seat & 1:
        yield Reason.ASKED, f"player {SEATS[seat]} is asked already, or is attacker or defender"
    else:
        name = b.content.sectors[p.sector].name
        yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}, and can bring none"


def _against_join(b: Board, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_ASKED, f"player {SEATS[seat]} didn't ask player {SEATS[player]}"


def _against_dial(b: Board, p: Position, player: int, n: int, *, weapons: bool) -> Iterator[Fault]:
    side = side_of(p.data, player)
    if weapons != (p.written[side] > 0):
        yield Reason.NOT_DUE, "tactics are set first, then weapons"
        return
    left = p.force[side] - (p.tactics[side] if weapons else 0)
    yield Reason.STRENGTH, f"{left} of the strength are left, and a part of the dial is up to {dial_end(b, left)}"


def _against_hit(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_HIT:
        yield Reason.NO_HIT, f"the effect destroys no unit at {_name(b, region)}"
        return
    if not b.sectors[p.sector] >> region & 1:
        yield Reason.OUTSIDE, f"{_name(b, region)} is outside the sector {b.content.sectors[p.sector].name}"
    hits = p.hits[side_of(p.data, player)]
    yield Reason.NO_HIT, f"no unit of the other side at {_name(b, region)} falls to {hits} hits"


def _against_unit(b: Board, p: Position, player: int, unit: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_UNIT:
        yield Reason.NO_HIT, f"the effect destroys no such unit at {_name(b, p.draft[0])}"
        return
    enemy, region = 2 - side_of(p.data, player), p.draft[0]
    hits = p.hits[side_of(p.data, player)]
    if unit == TOKEN_NUMBER:
        token = p.token[region]
        if token and p.side[token - 1 >> 1] == enemy:
            yield Reason.GUARDED, f"ships guard the colony at {_name(b, region)}"
        else:
            yield Reason.NO_HIT, f"{_name(b, region)} has no token of the other side"
        return
    seat, kind = divmod(unit, 3)
    if seat >= p.players or p.side[seat] != enemy or not p.ships[seat, kind, region]:
        yield Reason.NO_HIT, f"{_name(b, region)} has no such ship of the other side"
    else:
        yield Reason.NO_HIT, f"a {SHIP_NAMES[kind]} takes {hit_price(b, p.data, seat, kind)} hits, and {hits} are left"


# --- regent and the end


def _against_influence(b: Board, p: Position, player: int, n: int) -> Iterator[Fault]:
    if not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"
    price_now = influence_price(b, p.data, player)
    if price_now > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, price_now)
    yield Reason.NO_MORE, f"player {SEATS[player]} has bought {p.count} in this role"


def _against_put(b: Board, p: Position, player: int, region: int) -> Iterator[Fault]:
    if not p.influence[player] and not p.sway[player]:
        yield Reason.NO_MORE, f"player {SEATS[player]} has no influence left"
    if region == b.n_regions:
        # Nothing else speaks against the Throne.
        return
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(b, region)} is blocked"
    yield Reason.NO_PLANET, f"{_name(b, region)} has no planet for influence; it goes on planets or the {THRONE_PLACE}"


def _against_favour(b: Board, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_TIED, f"player {SEATS[seat]} isn't among those still tied"


def _against_done(b: Board, p: Position, player: int, n: int) -> Iterator[Fault]:
    if p.step == Due.BRING:
        yield (
            Reason.NEEDS_UNIT,
            f"player {SEATS[player]} needs a unit in the sector {b.content.sectors[p.sector].name}",
        )
    elif p.step == Due.HIT:
        yield Reason.MUST_HIT, "hits are left that can be used"
    elif p.step in (Due.DEPLOY, Due.PUT):
        what = "ships are deployed" if p.step == Due.DEPLOY else "influence is placed"
        yield Reason.MUST_PLACE, f"{what} as long as there is any and a place for it"
    elif p.step in (Due.EFFECT_FROM, Due.EFFECT_AT):
        yield Reason.MUST_PAY, "the effect isn't paid, or its tile isn't placed"


# --- powers and effects


def _against_power(b: Board, p: Position, player: int, power: int) -> Iterator[Fault]:
    yield Reason.NOT_DEALT, f"player {SEATS[player]} wasn't dealt {b.content.powers[power].name}"


def _against_resource(b: Board, p: Position, player: int, resource: int) -> Iterator[Fault]:
    yield Reason.NO_RESOURCES, f"player {SEATS[player]} has no {RESOURCES[resource]}"


def _against_core(b: Board, p: Position, player: int, n: int) -> Iterator[Fault]:
    yield Reason.NO_FLIP, f"the power of player {SEATS[player]} shows its core side, or this isn't before a role"


def _against_use(b: Board, p: Position, player: int, effect: int) -> Iterator[Fault]:
    """Yield what speaks against the use of an effect, in the order in which one would look."""
    row, name = b.effects[effect], b.arguments[Verb.USE][effect]
    if p.step == Due.EFFECT_AGAIN:
        yield Reason.NOT_NOW, "another effect is half done"
        return
    if owner_of(b, p.data, effect) != player:
        yield Reason.NOT_OWNED, f"player {SEATS[player]} doesn't have {name}"
    elif row.card < 0 and p.surged[player] != row.side:
        yield Reason.OTHER_SIDE, f"the power shows its {SIDES[1 - row.side]} side"
    moments = (p.window - 1,) if p.window else ()
    if row.when not in moments and effect not in b.during[p.step]:
        yield Reason.NOT_NOW, f"{name} works at {MOMENTS[row.when]}"
    if p.used[effect] >= row.times:
        yield Reason.USED, f"{name} was used {p.used[effect]} times in this role"
    if not can_pay(b, p.data, player, row):
        yield Reason.NO_PRICE, f"player {SEATS[player]} can't pay what {name} costs"
    if not any(stage.part >= Part.GAIN_ANY and can_do(b, p.data, player, stage, row.who) for stage in row.stages):
        yield Reason.NO_EFFECT, f"{name} has nothing to do now"
    yield Reason.NOT_MET, f"{name} needs what isn't so now"


def _nothing(b: Board, p: Position, player: int, n: int) -> Iterator[Fault]:
    """Return nothing: where it is due, the verb is always legal."""
    return iter(())


_FAULTS: Final[dict[Verb, Callable[[Board, Position, int, int], Iterator[Fault]]]] = {
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
    Verb.POWER: _against_power,
    Verb.RESOURCE: _against_resource,
    Verb.CORE: _against_core,
    Verb.USE: _against_use,
    Verb.REVEAL: _against_reveal,
    Verb.CARD: _against_card,
    Verb.TURN: _against_card,
}
