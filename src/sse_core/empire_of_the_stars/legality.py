"""Reasons why actions are refused, clause by clause, each with what is missing.

The core says what is legal. This module words why another action isn't, by what the core answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ..game import CHANCE
from .actions import SEATS, THRONE_PLACE, Verb
from .content import NONE, SIDES
from .due import STEP_NAMES, Due
from .effect_rows import DURING, Part, Stage
from .layout import BLOCKED, FREE_ALLIES, GALAXY, IN_DECK, IN_HAND, NOBODY, ONE_WAY, POWERS, TECHNOLOGIES
from .position import Position
from .reasons import Reason
from .state import State
from .vocabulary import MOMENTS, NUMBERS, RESOURCES, ROLES
from .vocabulary import SHIPS as SHIP_NAMES

__all__ = ["fault_of", "reason_for", "stage_of", "verbs_of"]

Fault: TypeAlias = tuple[Reason, str]
_Against: TypeAlias = Callable[[State, Position, int, int], Iterator[Fault]]

_MOVES, _ROOM, _INVESTS, _TRACK, _ASTEROIDS_STOP = map(
    NUMBERS.index, ("moves.fighter", "room", "invests", "track.polymers", "asteroids_stop")
)
_TOKEN_UNIT: Final = len(SEATS) * len(SHIP_NAMES)
"""The number of a colony or starbase among the units of a hit; ships have seat * 3 and their type."""

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


def reason_for(state: State, player: int, index: int) -> Reason:
    """Return the first reason why a player, or CHANCE, can't play the action with this id, which isn't legal."""
    return fault_of(state, player, index)[0]


def fault_of(state: State, player: int, index: int) -> Fault:
    """Return the first reason against an action that isn't legal, and a sentence without full stop: what is missing."""
    p = Position(state.data)
    if p.step == Due.END:
        return Reason.GAME_OVER, "the game is over"
    if player not in state.to_act:
        return Reason.NOT_TO_ACT, _not_to_act(state.to_act, player)
    verb, number = Verb(state.board.verbs[index]), state.board.numbers[index]
    if verb not in _verbs_due(p):
        due = ", ".join(each.word for each in _verbs_due(p))
        return Reason.NOT_DUE, f"the step is {STEP_NAMES[p.step]}, where {due} can be chosen"
    found = sorted(_FAULTS[verb](state, p, player, number), key=lambda fault: int(fault[0]))
    return found[0] if found else (Reason.NOT_DUE, f"that can't be chosen in the step {STEP_NAMES[p.step]}")


def _not_to_act(seats: tuple[int, ...], player: int) -> str:
    who = "chance" if seats == (CHANCE,) else " and ".join(f"player {SEATS[seat]}" for seat in seats)
    whose = "chance" if player == CHANCE else f"player {SEATS[player]}"
    return f"{who} {'are' if len(seats) > 1 else 'is'} to act, not {whose}"


def verbs_of(step: int) -> tuple[Verb, ...]:
    """Return the verbs of a step; there are none at the end."""
    return _VERBS.get(step, ())


def _verbs_due(p: Position) -> tuple[Verb, ...]:
    if p.step == Due.ROLE:
        return (Verb.ROLE,) if p.monolith == NOBODY else (Verb.ON, Verb.BACK)
    effect = (Verb.USE,) if p.flags & (POWERS | TECHNOLOGIES) and p.step in DURING else ()
    return (*verbs_of(p.step), *effect)


# --- regions and tiles


def stage_of(s: State, p: Position) -> Stage | None:
    """Return the part of an effect that is half done, if there is one."""
    return s.board.effects[p.effect - 1].stages[p.part - 1] if p.effect else None


def _name(s: State, region: int) -> str:
    return s.board.content.regions[region]


def _against_region(s: State, p: Position, region: int) -> Iterator[Fault]:
    """Yield what speaks against placing a tile in a region."""
    tile = p.tile[region]
    if tile == BLOCKED:
        yield Reason.BLOCKED, f"{_name(s, region)} is blocked"
    elif tile:
        yield Reason.HAS_TILE, f"{_name(s, region)} has a tile"


def _against_at(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    step = p.step
    stage = stage_of(s, p)
    if stage is not None and stage.part != Part.PLACE:
        what = "a colony" if stage.part == Part.UPGRADE else "a starbase with room"
        yield Reason.NO_PLACE, f"player {SEATS[player]} has no {what[2:]} at {_name(s, region)}"
        return
    if step == Due.DEPLOY_AT:
        if not s.room(player) >> region & 1:
            yield Reason.NO_ROOM, f"{_name(s, region)} has {s.numbers(player)[_ROOM]} ships"
        if not s.docks(player) >> region & 1:
            yield Reason.NO_STARBASE, f"{_name(s, region)} has no starbase of player {SEATS[player]}"
        return
    yield from _against_region(s, p, region)
    if step == Due.FIRST_TILE and not s.board.near[p.draft[0]] >> region & 1:
        yield Reason.NOT_BESIDE, f"{_name(s, region)} isn't beside the home world at {_name(s, p.draft[0])}"
    if step in (Due.HOME, Due.FIRST_TILE):
        yield Reason.NO_PLACE_LEFT, f"with {_name(s, region)} taken, too few pairs of regions are left for home worlds"


def _against_tile(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"the display has no {s.board.content.tiles[kind].name}"


def _against_reveal(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    yield Reason.NOT_ON_DISPLAY, f"no {s.board.content.tiles[kind].name} can be turned up now"


def _against_settle(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EXPLORE_SETTLE:
        yield Reason.OTHER_TILE, f"the tile was placed at {_name(s, p.draft[0])}"
        return
    if p.step == Due.EFFECT_AT:
        yield Reason.NO_PLACE, f"the effect settles nothing at {_name(s, region)}"
    if not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"
    if p.tile[region] not in s.board.planets:
        yield Reason.NO_PLANET, f"{_name(s, region)} has no planet"
    if p.token[region]:
        yield Reason.HAS_OWNER, f"the planet at {_name(s, region)} is player {SEATS[p.token[region] - 1 >> 1]}'s"
    yield Reason.NOT_ALONE, f"player {SEATS[player]} isn't the only one with ships at {_name(s, region)}"


# --- roles and money


def _money(p: Position, player: int, price: int) -> str:
    return f"that costs {price} credits, and player {SEATS[player]} has {p.credits[player]}"


def _price(s: State, verb: Verb, n: int, player: int) -> tuple[int, int, int, int]:
    return s.price(s.board.first[verb] + n, player)


def _against_role(s: State, p: Position, player: int, role: int, *, back: bool) -> Iterator[Fault]:
    if back and p.flags & ONE_WAY:
        yield Reason.ONE_WAY, "the monolith goes clockwise"
    if role == p.monolith:
        yield Reason.SAME_ROLE, f"the monolith stands on {ROLES[role]}"
    else:
        yield Reason.NO_CREDITS, _money(p, player, _price(s, Verb.BACK if back else Verb.ON, role, player)[0])


def _against_market(s: State, p: Position, player: int, tile: int) -> Iterator[Fault]:
    if p.market >> tile & 1:
        yield Reason.SHOWS_CREDITS, f"market tile {tile + 1} shows credits"


def _against_amount(resource: int) -> _Against:
    def against(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
        end = s.numbers(player)[_TRACK + resource]
        if n > end:
            yield Reason.TRACK_END, f"the track of {RESOURCES[resource]} ends at {end}"
        value = s.market_values[resource]
        yield Reason.NO_CREDITS, f"a unit is worth {value} credits, and {n} are more than can be paid for"

    return against


def _against_invest(s: State, p: Position, player: int, place: int) -> Iterator[Fault]:
    there = p.far_space[place]
    if there > GALAXY:
        owner, starbase = divmod(there - 2, 2)
        if owner != player:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} is player {SEATS[owner]}'s"
        elif starbase:
            yield Reason.OWNED_BY_OTHER, f"far space {place + 1} has a starbase already"
    cost = _price(s, Verb.INVEST, place, player)[0]
    if p.count >= s.numbers(player)[_INVESTS]:
        yield Reason.NO_MORE, f"player {SEATS[player]} has invested {p.count} times"
    if cost > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, cost)
    if not there and not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"


def _has(p: Position, player: int) -> str:
    amounts = p.resources[player]
    return f"player {SEATS[player]} has {amounts[0]} polymers, {amounts[1]} metal, {amounts[2]} energy"


def _against_build(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not p.supply[player][kind]:
        yield Reason.NO_SUPPLY, f"the supply of player {SEATS[player]} has no {SHIP_NAMES[kind]}"
    _, polymers, metal, energy = _price(s, Verb.BUILD, kind, player)
    cost = f"a {SHIP_NAMES[kind]} costs {polymers} polymers, {metal} metal, {energy} energy"
    yield Reason.NO_RESOURCES, f"{cost}, and {_has(p, player)}"


def _against_deploy(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not s.docks(player):
        yield Reason.NO_ROOM, f"player {SEATS[player]} has no starbase with room"
    yield Reason.NOT_IN_STAGING, f"the staging of player {SEATS[player]} has no {SHIP_NAMES[kind]}"


# --- cards


def _against_draw(s: State, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the deck of cost {cost + 1} is empty"


def _against_take(s: State, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, f"the pile of cost {cost + 1} is empty"


def _card(s: State, card: int) -> str:
    return s.board.content.technologies[card].name


def _against_buy(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    if p.place[card] != IN_HAND + player:
        yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(s, card)} in hand"
        return
    kind = s.board.kinds[card]
    cost = _price(s, Verb.BUY, card, player)[1 + kind]
    yield Reason.NO_RESOURCES, f"{_card(s, card)} costs {cost} {RESOURCES[kind]}, and {_has(p, player)}"


def _against_discard(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    yield Reason.NOT_IN_HAND, f"player {SEATS[player]} has no {_card(s, card)} in hand"


def _against_card(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    where = "doesn't lie in a deck" if p.place[card] != IN_DECK else f"is no card of cost {p.draft[0] + 1}"
    yield Reason.NO_CARD, f"{_card(s, card)} {where}"


# --- ships


def _any_ship(p: Position) -> bool:
    return p.step in (Due.BRING, Due.BRING_SHIP) and p.flags & FREE_ALLIES != 0


def _against_sector(s: State, p: Position, region: int, *, inside: bool) -> Iterator[Fault]:
    """Yield what speaks against a region for a battle: it is outside its sector, or in it."""
    if s.board.sectors[p.sector] >> region & 1 != inside:
        where = "outside" if inside else "in"
        yield Reason.OUTSIDE, f"{_name(s, region)} is {where} the sector {s.board.content.sectors[p.sector].name}"


def _against_from(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    step = p.step
    if step == Due.EFFECT_FROM:
        yield Reason.NO_SHIP, f"the effect takes no ship from {_name(s, region)}"
        return
    if step != Due.MOVE:
        yield from _against_sector(s, p, region, inside=step != Due.BRING)
    seats = [seat for seat in range(p.players) if p.side[seat]] if step == Due.SHIFT else [player]
    there = [place for seat in seats for kind in range(3) if p.ships[place := (seat, kind, region)]]
    if not there:
        yield Reason.NO_SHIP, f"no such ship is at {_name(s, region)}"
        return
    used = p.shifted if step == Due.SHIFT else p.moved
    if not _any_ship(p) and all(used[place] >= p.ships[place] for place in there):
        yield Reason.HAS_MOVED, f"all ships at {_name(s, region)} have moved"
    yield Reason.NO_TARGET, f"no ship at {_name(s, region)} gets to a region where it can stop"


def _against_ship(s: State, p: Position, player: int, ship: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_SHIP:
        yield Reason.NO_SHIP, f"the effect moves no such ship from {_name(s, p.draft[0])}"
        return
    of_seats = p.step == Due.SHIFT_SHIP
    if of_seats != (ship >= 3):
        yield Reason.NO_SHIP, f"a ship is written with {'its owner, like B.cruiser' if of_seats else 'its type alone'}"
        return
    seat, kind = divmod(ship - 3, 3) if of_seats else (player, ship)
    place = seat, kind, p.draft[0]
    if seat >= p.players or not p.ships[place] or (of_seats and not p.side[seat]):
        yield Reason.NO_SHIP, f"no such {SHIP_NAMES[kind]} is at {_name(s, p.draft[0])}"
        return
    used = p.shifted if of_seats else p.moved
    if not _any_ship(p) and used[place] >= p.ships[place]:
        yield Reason.HAS_MOVED, f"the {SHIP_NAMES[kind]} at {_name(s, p.draft[0])} has moved"
    yield Reason.NO_TARGET, f"the {SHIP_NAMES[kind]} gets to no region where it can stop"


def _against_to(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    seat, kind = divmod(p.draft[1], 3) if p.step in (Due.SHIFT_TO, Due.EFFECT_TO) else (player, p.draft[1])
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(s, region)} is blocked"
    if not s.room(seat) >> region & 1:
        yield Reason.NO_ROOM, f"{_name(s, region)} has {s.numbers(seat)[_ROOM]} ships"
    if region == p.draft[0]:
        yield Reason.SAME_REGION, f"the ship is at {_name(s, region)}"
    owner = next((each for each in range(p.players) if p.home[each] == region and each != seat), None)
    if owner is not None:
        yield Reason.HOME_WORLD, f"{_name(s, region)} is the home world of player {SEATS[owner]}"
    stage = stage_of(s, p)
    far = s.numbers(seat)[_MOVES + kind] if stage is None else stage.steps
    if not s.reach(seat, p.draft[0], far) >> region & 1:
        stop = ", and stops in asteroid fields" if s.numbers(seat)[_ASTEROIDS_STOP] else ""
        why = f"a {SHIP_NAMES[kind]} moves {far} regions{stop}"
        yield Reason.OUT_OF_RANGE, f"{_name(s, region)} is out of reach from {_name(s, p.draft[0])}: {why}"
    if p.step == Due.BRING_TO:
        yield from _against_sector(s, p, region, inside=True)


# --- battles


def _side_of(p: Position, seat: int) -> int:
    """Return the side of the attacker, 0, or of the defender, 1."""
    return int(seat != p.attacker)


def _against_seat(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    elif seat == player:
        yield Reason.OWN_SEAT, f"that is player {SEATS[seat]}'s own seat"


def _against_battle(s: State, p: Position, player: int, sector: int) -> Iterator[Fault]:
    name = s.board.content.sectors[sector].name
    if p.fought >> sector & 1:
        yield Reason.FOUGHT, f"there was a battle in the sector {name} in this turn"
    own = s.units(player) & s.board.sectors[sector]
    yield Reason.NO_UNIT, f"the sector {name} has no unit of {'an opponent' if own else f'player {SEATS[player]}'}"


def _against_against(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(s, p, player, seat)
    if p.step == Due.EFFECT_SEAT:
        yield Reason.NOTHING_TO_TAKE, f"player {SEATS[seat]} has nothing that the effect takes"
        return
    name = s.board.content.sectors[p.draft[0]].name
    yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}"


def _against_ally(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(s, p, player, seat)
    if seat in (p.attacker, p.defender) or p.asked[_side_of(p, player)] >> seat & 1:
        yield Reason.ASKED, f"player {SEATS[seat]} is asked already, or is attacker or defender"
    else:
        name = s.board.content.sectors[p.sector].name
        yield Reason.NO_UNIT, f"player {SEATS[seat]} has no unit in the sector {name}, and can bring none"


def _against_join(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_ASKED, f"player {SEATS[seat]} didn't ask player {SEATS[player]}"


def _against_dial(s: State, p: Position, player: int, n: int, *, weapons: bool) -> Iterator[Fault]:
    side = _side_of(p, player)
    if weapons != (p.written[side] > 0):
        yield Reason.NOT_DUE, "tactics are set first, then weapons"
        return
    left = p.force[side] - (p.tactics[side] if weapons else 0)
    yield Reason.STRENGTH, f"{left} of the strength are left, and a part of the dial is up to {s.dial_end(left)}"


def _against_hit(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_HIT:
        yield Reason.NO_HIT, f"the effect destroys no unit at {_name(s, region)}"
        return
    yield from _against_sector(s, p, region, inside=True)
    hits = p.hits[_side_of(p, player)]
    yield Reason.NO_HIT, f"no unit of the other side at {_name(s, region)} falls to {hits} hits"


def _against_unit(s: State, p: Position, player: int, unit: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_UNIT:
        yield Reason.NO_HIT, f"the effect destroys no such unit at {_name(s, p.draft[0])}"
        return
    enemy, region = 2 - _side_of(p, player), p.draft[0]
    hits = p.hits[_side_of(p, player)]
    if unit == _TOKEN_UNIT:
        token = p.token[region]
        if token and p.side[token - 1 >> 1] == enemy:
            yield Reason.GUARDED, f"ships guard the colony at {_name(s, region)}"
        else:
            yield Reason.NO_HIT, f"{_name(s, region)} has no token of the other side"
        return
    seat, kind = divmod(unit, 3)
    if seat >= p.players or p.side[seat] != enemy or not p.ships[seat, kind, region]:
        yield Reason.NO_HIT, f"{_name(s, region)} has no such ship of the other side"
    else:
        yield Reason.NO_HIT, f"a {SHIP_NAMES[kind]} takes {s.hits(seat, kind)} hits, and {hits} are left"


# --- regent and the end


def _against_influence(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    if not p.stock[player]:
        yield Reason.NO_TOKEN, f"player {SEATS[player]} has no token in the stock"
    price = _price(s, Verb.INFLUENCE, 0, player)[0]
    if price > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, price)
    yield Reason.NO_MORE, f"player {SEATS[player]} has bought {p.count} in this role"


def _against_put(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if not p.influence[player] and not p.sway[player]:
        yield Reason.NO_MORE, f"player {SEATS[player]} has no influence left"
    if region == s.board.n_regions:
        # Nothing else speaks against the Throne.
        return
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, f"{_name(s, region)} is blocked"
    yield Reason.NO_PLANET, f"{_name(s, region)} has no planet for influence; it goes on planets or the {THRONE_PLACE}"


def _against_favour(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, f"there is no player {SEATS[seat]}"
    yield Reason.NOT_TIED, f"player {SEATS[seat]} isn't among those still tied"


def _against_done(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    if p.step == Due.BRING:
        yield (
            Reason.NEEDS_UNIT,
            f"player {SEATS[player]} needs a unit in the sector {s.board.content.sectors[p.sector].name}",
        )
    elif p.step == Due.HIT:
        yield Reason.MUST_HIT, "hits are left that can be used"
    elif p.step in (Due.DEPLOY, Due.PUT):
        what = "ships are deployed" if p.step == Due.DEPLOY else "influence is placed"
        yield Reason.MUST_PLACE, f"{what} as long as there is any and a place for it"
    elif p.step in (Due.EFFECT_FROM, Due.EFFECT_AT):
        yield Reason.MUST_PAY, "the effect isn't paid, or its tile isn't placed"


# --- powers and effects


def _against_power(s: State, p: Position, player: int, power: int) -> Iterator[Fault]:
    yield Reason.NOT_DEALT, f"player {SEATS[player]} wasn't dealt {s.board.content.powers[power].name}"


def _against_resource(s: State, p: Position, player: int, resource: int) -> Iterator[Fault]:
    yield Reason.NO_RESOURCES, f"player {SEATS[player]} has no {RESOURCES[resource]}"


def _against_core(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    yield Reason.NO_FLIP, f"the power of player {SEATS[player]} shows its core side, or this isn't before a role"


def _against_use(s: State, p: Position, player: int, effect: int) -> Iterator[Fault]:
    """Yield what speaks against the use of an effect."""
    row, name = s.board.effects[effect], s.board.arguments[Verb.USE][effect]
    if p.step == Due.EFFECT_AGAIN:
        yield Reason.NOT_NOW, "another effect is half done"
        return
    if row.card != NONE and not p.flags & TECHNOLOGIES:
        yield Reason.NOT_OWNED, f"{name} is a technology, and they don't act in this game"
        return
    reason = s.why_not_use(effect, player)
    yield (
        reason,
        {
            Reason.NOT_OWNED: f"player {SEATS[player]} doesn't have {name}",
            Reason.OTHER_SIDE: f"the power shows its {SIDES[1 - row.side]} side",
            Reason.NOT_NOW: f"{name} works at {MOMENTS[row.when]}",
            Reason.USED: f"{name} was used {p.used[effect]} times in this role",
            Reason.NO_PRICE: f"player {SEATS[player]} can't pay what {name} costs",
            Reason.NO_EFFECT: f"{name} has nothing to do now",
            Reason.NOT_MET: f"{name} needs what isn't so now",
        }[reason],
    )


def _nothing(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    """Return nothing: where it is due, the verb is always legal."""
    return iter(())


_FAULTS: Final[dict[Verb, _Against]] = {
    Verb.DONE: _against_done,
    Verb.DECLINE: _nothing,
    Verb.INFLUENCE: _against_influence,
    Verb.AT: _against_at,
    Verb.ROLE: _nothing,
    Verb.ON: lambda s, p, player, role: _against_role(s, p, player, role, back=False),
    Verb.BACK: lambda s, p, player, role: _against_role(s, p, player, role, back=True),
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
    Verb.TACTICS: lambda s, p, player, n: _against_dial(s, p, player, n, weapons=False),
    Verb.WEAPONS: lambda s, p, player, n: _against_dial(s, p, player, n, weapons=True),
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
