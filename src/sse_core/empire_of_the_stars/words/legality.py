"""Reasons for refused actions with sentences about what is missing, clause by clause.

The core decides what is legal. This module words why another action isn't, by the answers of the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ...game import CHANCE
from ...play.sentences import listed
from ..actions import SEATS, Verb
from ..messages import counted, message, say
from ..packs.content import NONE
from ..packs.effect_rows import DURING, Part, Stage
from ..packs.vocabulary import NUMBERS
from ..packs.vocabulary import SHIPS as SHIP_NAMES
from ..positions.due import Due
from ..positions.fields import (
    BLOCKED,
    FREE_ALLIES,
    GALAXY,
    IN_DECK,
    IN_HAND,
    NOBODY,
    ONE_WAY,
    POWERS,
    TECHNOLOGIES,
)
from ..positions.position import Position
from ..reasons import Reason
from ..state import State
from .names import named
from .phrases import (
    a_ship,
    credits,
    hits,
    moment_words,
    regions,
    resource,
    resource_name,
    role_name,
    tile_name,
)
from .table import due_words, effect_name

__all__ = ["fault_of", "reason_for", "stage_of", "verbs_of"]

Fault: TypeAlias = tuple[Reason, str]
_Against: TypeAlias = Callable[[State, Position, int, int], Iterator[Fault]]

_MOVES, _ROOM, _INVESTS, _TRACK, _ASTEROIDS_STOP = map(
    NUMBERS.index, ("moves.fighter", "room", "invests", "track.polymers", "asteroids_stop")
)
_TOKEN_UNIT: Final = len(SEATS) * len(SHIP_NAMES)
"""The number of a colony or starbase among the units of a hit; a ship has seat * 3 plus its type."""

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
    p = Position(state.data)
    # Most actions aren't due, and no words are needed for them.
    return _untimely(state, p, player, index) or _fault(state, p, player, index)[0]


def fault_of(state: State, player: int, index: int) -> Fault:
    """Return the first reason against an illegal action, and a sentence without full stop about what is missing."""
    p = Position(state.data)
    match _untimely(state, p, player, index):
        case Reason.GAME_OVER as reason:
            return reason, say("the game is over")
        case Reason.NOT_TO_ACT as reason:
            return reason, _not_to_act(state.to_act, player)
        case Reason.NOT_DUE as reason:
            return reason, _due(state, p)
        case _:
            return _fault(state, p, player, index)


def _untimely(state: State, p: Position, player: int, index: int) -> Reason:
    """Return why no action of this kind is due from the player; `OK` if one is."""
    if p.step == Due.END:
        return Reason.GAME_OVER
    if player not in state.to_act:
        return Reason.NOT_TO_ACT
    return Reason.OK if Verb(state.board.verbs[index]) in _verbs_due(p) else Reason.NOT_DUE


def _fault(state: State, p: Position, player: int, index: int) -> Fault:
    """Return the first reason against an action whose verb is due."""
    against = _FAULTS[Verb(state.board.verbs[index])]
    found = sorted(against(state, p, player, state.board.numbers[index]), key=lambda fault: int(fault[0]))
    return found[0] if found else (Reason.NOT_DUE, _due(state, p))


def _due(s: State, p: Position) -> str:
    """Return what is due, and the verbs for it."""
    verbs = ", ".join(f"'{each.word}'" for each in _verbs_due(p))
    return say("{due}, by {verbs}", due=due_words(s.board, p), verbs=verbs)


def _not_to_act(seats: tuple[int, ...], player: int) -> str:
    return counted(
        len(seats),
        "{who} is to act, not {other}",
        "{who} are to act, not {other}",
        who=listed(_player(seat) for seat in seats),
        other=_player(player),
    )


def _player(seat: int) -> str:
    return say("chance") if seat == CHANCE else say("player {player}", player=SEATS[seat])


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
    """Yield the reasons against placing a tile in a region."""
    tile = p.tile[region]
    if tile == BLOCKED:
        yield Reason.BLOCKED, _blocked(s, region)
    elif tile:
        yield Reason.HAS_TILE, say("{region} has a tile", region=_name(s, region))


def _blocked(s: State, region: int) -> str:
    return say("{region} is blocked", region=_name(s, region))


def _against_at(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    step, name = p.step, _name(s, region)
    stage = stage_of(s, p)
    if stage is not None and stage.part == Part.UPGRADE:
        yield Reason.NO_PLACE, say("player {player} has no colony at {region}", player=SEATS[player], region=name)
        return
    if stage is not None and stage.part != Part.PLACE:
        words = say("player {player} has no starbase with room at {region}", player=SEATS[player], region=name)
        yield Reason.NO_PLACE, words
        return
    if step == Due.DEPLOY_AT:
        if not s.room(player) >> region & 1:
            yield Reason.NO_ROOM, _no_room(s, player, region)
        if not s.docks(player) >> region & 1:
            words = say("{region} has no starbase of player {player}", region=name, player=SEATS[player])
            yield Reason.NO_STARBASE, words
        return
    yield from _against_region(s, p, region)
    if step == Due.FIRST_TILE and not s.board.near[p.draft[0]] >> region & 1:
        home = _name(s, p.draft[0])
        yield Reason.NOT_BESIDE, say("{region} isn't beside the home world at {home}", region=name, home=home)
    if step in (Due.HOME, Due.FIRST_TILE):
        words = say("with {region} taken, too few pairs of regions are left for home worlds", region=name)
        yield Reason.NO_PLACE_LEFT, words


def _no_room(s: State, player: int, region: int) -> str:
    n = s.numbers(player)[_ROOM]
    return say("{region} has {ships}", region=_name(s, region), ships=counted(n, "{n} ship", "{n} ships"))


def _against_tile(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    tile = tile_name(s.board.content.tiles[kind])
    yield Reason.NOT_ON_DISPLAY, say("the display has no such tile: {tile}", tile=tile)


def _against_reveal(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    tile = tile_name(s.board.content.tiles[kind])
    yield Reason.NOT_ON_DISPLAY, say("no such tile can be turned up now: {tile}", tile=tile)


def _against_settle(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EXPLORE_SETTLE:
        yield Reason.OTHER_TILE, say("the tile was placed at {region}", region=_name(s, p.draft[0]))
        return
    name = _name(s, region)
    if p.step == Due.EFFECT_AT:
        yield Reason.NO_PLACE, say("the effect settles nothing at {region}", region=name)
    if not p.stock[player]:
        yield Reason.NO_TOKEN, _no_token(player)
    if p.tile[region] not in s.board.planets:
        yield Reason.NO_PLANET, say("{region} has no planet", region=name)
    if p.token[region]:
        owner = SEATS[p.token[region] - 1 >> 1]
        yield Reason.HAS_OWNER, say("the planet at {region} is player {player}'s", region=name, player=owner)
    words = say("player {player} isn't the only one with ships at {region}", player=SEATS[player], region=name)
    yield Reason.NOT_ALONE, words


def _no_token(player: int) -> str:
    return say("player {player} has no token in the stock", player=SEATS[player])


# --- roles and money


def _money(p: Position, player: int, price: int) -> str:
    return say(
        "that costs {price}, and player {player} has {n}",
        price=credits(price),
        player=SEATS[player],
        n=p.credits[player],
    )


def _price(s: State, verb: Verb, n: int, player: int) -> tuple[int, int, int, int]:
    return s.price(s.board.first[verb] + n, player)


def _against_role(s: State, p: Position, player: int, role: int, *, back: bool) -> Iterator[Fault]:
    if back and p.flags & ONE_WAY:
        yield Reason.ONE_WAY, say("the monolith goes clockwise")
    if role == p.monolith:
        yield Reason.SAME_ROLE, say("the monolith stands on {role}", role=role_name(role))
    else:
        yield Reason.NO_CREDITS, _money(p, player, _price(s, Verb.BACK if back else Verb.ON, role, player)[0])


def _against_market(s: State, p: Position, player: int, tile: int) -> Iterator[Fault]:
    if p.market >> tile & 1:
        yield Reason.SHOWS_CREDITS, say("market tile {n} shows credits", n=tile + 1)


def _against_amount(resource: int) -> _Against:
    def against(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
        end = s.numbers(player)[_TRACK + resource]
        if n > end:
            words = say("the track of {resource} ends at {n}", resource=resource_name(resource), n=end)
            yield Reason.TRACK_END, words
        value = credits(s.market_values[resource])
        words = say("a unit is worth {value}, and {n} are more than can be paid for", value=value, n=n)
        yield Reason.NO_CREDITS, words

    return against


def _against_invest(s: State, p: Position, player: int, place: int) -> Iterator[Fault]:
    there = p.far_space[place]
    if there > GALAXY:
        owner, starbase = divmod(there - 2, 2)
        if owner != player:
            words = say("far space {n} is player {player}'s", n=place + 1, player=SEATS[owner])
            yield Reason.OWNED_BY_OTHER, words
        elif starbase:
            yield Reason.OWNED_BY_OTHER, say("far space {n} has a starbase already", n=place + 1)
    cost = _price(s, Verb.INVEST, place, player)[0]
    if p.count >= s.numbers(player)[_INVESTS]:
        words = counted(
            p.count,
            "player {player} has invested {n} time",
            "player {player} has invested {n} times",
            player=SEATS[player],
        )
        yield Reason.NO_MORE, words
    if cost > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, cost)
    if not there and not p.stock[player]:
        yield Reason.NO_TOKEN, _no_token(player)


def _has(p: Position, player: int) -> str:
    amounts = (resource(n, kind) for kind, n in enumerate(p.resources[player]))
    return say("player {player} has {what}", player=SEATS[player], what=", ".join(amounts))


def _against_build(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not p.supply[player][kind]:
        words = say("the supply of player {player} lacks {ship}", player=SEATS[player], ship=a_ship(kind))
        yield Reason.NO_SUPPLY, words
    _, *amounts = _price(s, Verb.BUILD, kind, player)
    cost = ", ".join(resource(n, each) for each, n in enumerate(amounts))
    words = say("{ship} costs {price}, and {has}", ship=a_ship(kind), price=cost, has=_has(p, player))
    yield Reason.NO_RESOURCES, words


def _against_deploy(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    if not s.docks(player):
        yield Reason.NO_ROOM, say("player {player} has no starbase with room", player=SEATS[player])
    words = say("the staging of player {player} lacks {ship}", player=SEATS[player], ship=a_ship(kind))
    yield Reason.NOT_IN_STAGING, words


# --- cards


def _against_draw(s: State, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, say("the deck of cost {cost} is empty", cost=cost + 1)


def _against_take(s: State, p: Position, player: int, cost: int) -> Iterator[Fault]:
    yield Reason.EMPTY_DECK, say("the pile of cost {cost} is empty", cost=cost + 1)


def _card(s: State, card: int) -> str:
    return named(s.board.content.technologies[card].name)


def _not_in_hand(s: State, player: int, card: int) -> str:
    return say("player {player} has no {card} in hand", player=SEATS[player], card=_card(s, card))


def _against_buy(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    if p.place[card] != IN_HAND + player:
        yield Reason.NOT_IN_HAND, _not_in_hand(s, player, card)
        return
    kind = s.board.kinds[card]
    cost = resource(_price(s, Verb.BUY, card, player)[1 + kind], kind)
    words = say("{card} costs {price}, and {has}", card=_card(s, card), price=cost, has=_has(p, player))
    yield Reason.NO_RESOURCES, words


def _against_discard(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    yield Reason.NOT_IN_HAND, _not_in_hand(s, player, card)


def _against_card(s: State, p: Position, player: int, card: int) -> Iterator[Fault]:
    if p.place[card] != IN_DECK:
        yield Reason.NO_CARD, say("{card} doesn't lie in a deck", card=_card(s, card))
    else:
        yield Reason.NO_CARD, say("{card} is no card of cost {cost}", card=_card(s, card), cost=p.draft[0] + 1)


# --- ships


def _any_ship(p: Position) -> bool:
    return p.step in (Due.BRING, Due.BRING_SHIP) and p.flags & FREE_ALLIES != 0


def _against_sector(s: State, p: Position, region: int, *, inside: bool) -> Iterator[Fault]:
    """Yield the reasons against a region in a battle: it is outside its sector, or in it."""
    if s.board.sectors[p.sector] >> region & 1 == inside:
        return
    name, sector = _name(s, region), _sector(s, p.sector)
    if inside:
        yield Reason.OUTSIDE, say("{region} is outside the sector {sector}", region=name, sector=sector)
    else:
        yield Reason.OUTSIDE, say("{region} is in the sector {sector}", region=name, sector=sector)


def _sector(s: State, sector: int) -> str:
    return s.board.content.sectors[sector].name


def _against_from(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    step, name = p.step, _name(s, region)
    if step == Due.EFFECT_FROM:
        yield Reason.NO_SHIP, say("the effect takes no ship from {region}", region=name)
        return
    if step != Due.MOVE:
        yield from _against_sector(s, p, region, inside=step != Due.BRING)
    seats = [seat for seat in range(p.players) if p.side[seat]] if step == Due.SHIFT else [player]
    there = [place for seat in seats for kind in range(3) if p.ships[place := (seat, kind, region)]]
    if not there:
        yield Reason.NO_SHIP, say("no such ship is at {region}", region=name)
        return
    used = p.shifted if step == Due.SHIFT else p.moved
    if not _any_ship(p) and all(used[place] >= p.ships[place] for place in there):
        yield Reason.HAS_MOVED, say("all ships at {region} have moved", region=name)
    yield Reason.NO_TARGET, say("no ship at {region} gets to a region where it can stop", region=name)


def _against_ship(s: State, p: Position, player: int, ship: int) -> Iterator[Fault]:
    name = _name(s, p.draft[0])
    if p.step == Due.EFFECT_SHIP:
        yield Reason.NO_SHIP, say("the effect moves no such ship from {region}", region=name)
        return
    of_seats = p.step == Due.SHIFT_SHIP
    if of_seats != (ship >= 3):
        yield Reason.NO_SHIP, _ship_written(of_seats=of_seats)
        return
    seat, kind = divmod(ship - 3, 3) if of_seats else (player, ship)
    place = seat, kind, p.draft[0]
    if seat >= p.players or not p.ships[place] or (of_seats and not p.side[seat]):
        yield Reason.NO_SHIP, say("no such ship is at {region}", region=name)
        return
    used = p.shifted if of_seats else p.moved
    if not _any_ship(p) and used[place] >= p.ships[place]:
        yield Reason.HAS_MOVED, say("all ships of this type at {region} have moved", region=name)
    yield Reason.NO_TARGET, say("no ship of this type at {region} gets to a region where it can stop", region=name)


def _ship_written(*, of_seats: bool) -> str:
    if of_seats:
        return say("a ship is written with its owner, like B.cruiser")
    return say("a ship is written with its type alone")


def _against_to(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    seat, kind = divmod(p.draft[1], 3) if p.step in (Due.SHIFT_TO, Due.EFFECT_TO) else (player, p.draft[1])
    name = _name(s, region)
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, _blocked(s, region)
    if not s.room(seat) >> region & 1:
        yield Reason.NO_ROOM, _no_room(s, seat, region)
    if region == p.draft[0]:
        yield Reason.SAME_REGION, say("the ship is at {region}", region=name)
    owner = next((each for each in range(p.players) if p.home[each] == region and each != seat), None)
    if owner is not None:
        words = say("{region} is the home world of player {player}", region=name, player=SEATS[owner])
        yield Reason.HOME_WORLD, words
    stage = stage_of(s, p)
    far = s.numbers(seat)[_MOVES + kind] if stage is None else stage.steps
    if not s.reach(seat, p.draft[0], far) >> region & 1:
        words = say(
            _TOO_FAR[s.numbers(seat)[_ASTEROIDS_STOP] > 0],
            target=name,
            origin=_name(s, p.draft[0]),
            ship=a_ship(kind),
            far=regions(far),
        )
        yield Reason.OUT_OF_RANGE, words
    if p.step == Due.BRING_TO:
        yield from _against_sector(s, p, region, inside=True)


_TOO_FAR: Final = (
    message("{target} is out of reach from {origin}: {ship} moves {far}"),
    message("{target} is out of reach from {origin}: {ship} moves {far}, and stops in asteroid fields"),
)


# --- battles


def _side_of(p: Position, seat: int) -> int:
    """Return the side of the attacker, 0, or of the defender, 1."""
    return int(seat != p.attacker)


def _against_seat(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, _no_player(seat)
    elif seat == player:
        yield Reason.OWN_SEAT, say("that is player {player}'s own seat", player=SEATS[seat])


def _no_player(seat: int) -> str:
    return say("there is no player {player}", player=SEATS[seat])


def _against_battle(s: State, p: Position, player: int, sector: int) -> Iterator[Fault]:
    name = _sector(s, sector)
    if p.fought >> sector & 1:
        yield Reason.FOUGHT, say("there was a battle in the sector {sector} in this turn", sector=name)
    if s.units(player) & s.board.sectors[sector]:
        yield Reason.NO_UNIT, say("the sector {sector} has no unit of an opponent", sector=name)
    else:
        words = say("the sector {sector} has no unit of player {player}", sector=name, player=SEATS[player])
        yield Reason.NO_UNIT, words


def _against_against(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(s, p, player, seat)
    if p.step == Due.EFFECT_SEAT:
        words = say("player {player} has nothing that the effect takes", player=SEATS[seat])
        yield Reason.NOTHING_TO_TAKE, words
        return
    sector = _sector(s, p.draft[0])
    words = say("player {player} has no unit in the sector {sector}", player=SEATS[seat], sector=sector)
    yield Reason.NO_UNIT, words


def _against_ally(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    yield from _against_seat(s, p, player, seat)
    if seat in (p.attacker, p.defender) or p.asked[_side_of(p, player)] >> seat & 1:
        words = say("player {player} is asked already, or is attacker or defender", player=SEATS[seat])
        yield Reason.ASKED, words
    else:
        words = say(
            "player {player} has no unit in the sector {sector}, and can bring none",
            player=SEATS[seat],
            sector=_sector(s, p.sector),
        )
        yield Reason.NO_UNIT, words


def _against_join(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, _no_player(seat)
    words = say("player {other} didn't ask player {player}", other=SEATS[seat], player=SEATS[player])
    yield Reason.NOT_ASKED, words


def _against_dial(s: State, p: Position, player: int, n: int, *, weapons: bool) -> Iterator[Fault]:
    side = _side_of(p, player)
    if weapons != (p.written[side] > 0):
        yield Reason.NOT_DUE, say("tactics are set first, then weapons")
        return
    left = p.force[side] - (p.tactics[side] if weapons else 0)
    words = say("{n} of the strength are left, and a part of the dial is up to {most}", n=left, most=s.dial_end(left))
    yield Reason.STRENGTH, words


def _against_hit(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if p.step == Due.EFFECT_HIT:
        yield Reason.NO_HIT, say("the effect destroys no unit at {region}", region=_name(s, region))
        return
    yield from _against_sector(s, p, region, inside=True)
    left = hits(p.hits[_side_of(p, player)])
    words = say("no unit of the other side at {region} falls to {hits}", region=_name(s, region), hits=left)
    yield Reason.NO_HIT, words


def _against_unit(s: State, p: Position, player: int, unit: int) -> Iterator[Fault]:
    name = _name(s, p.draft[0])
    if p.step == Due.EFFECT_UNIT:
        yield Reason.NO_HIT, say("the effect destroys no such unit at {region}", region=name)
        return
    enemy, region = 2 - _side_of(p, player), p.draft[0]
    left = p.hits[_side_of(p, player)]
    if unit == _TOKEN_UNIT:
        token = p.token[region]
        if token and p.side[token - 1 >> 1] == enemy:
            yield Reason.GUARDED, say("ships guard the colony at {region}", region=name)
        else:
            yield Reason.NO_HIT, say("{region} has no token of the other side", region=name)
        return
    seat, kind = divmod(unit, 3)
    if seat >= p.players or p.side[seat] != enemy or not p.ships[seat, kind, region]:
        yield Reason.NO_HIT, say("{region} has no such ship of the other side", region=name)
    else:
        takes = hits(s.hits(seat, kind))
        words = say("{ship} takes {hits}, and {n} are left", ship=a_ship(kind), hits=takes, n=left)
        yield Reason.NO_HIT, words


# --- regent and the end


def _against_influence(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    if not p.stock[player]:
        yield Reason.NO_TOKEN, _no_token(player)
    price = _price(s, Verb.INFLUENCE, 0, player)[0]
    if price > p.credits[player]:
        yield Reason.NO_CREDITS, _money(p, player, price)
    words = say("player {player} has bought {n} in this role", player=SEATS[player], n=p.count)
    yield Reason.NO_MORE, words


def _against_put(s: State, p: Position, player: int, region: int) -> Iterator[Fault]:
    if not p.influence[player] and not p.sway[player]:
        yield Reason.NO_MORE, say("player {player} has no influence left", player=SEATS[player])
    if region == s.board.n_regions:
        # There is no other reason against the Throne.
        return
    if p.tile[region] == BLOCKED:
        yield Reason.BLOCKED, _blocked(s, region)
    words = say("{region} has no planet for influence; it goes on planets or the Throne", region=_name(s, region))
    yield Reason.NO_PLANET, words


def _against_favour(s: State, p: Position, player: int, seat: int) -> Iterator[Fault]:
    if seat >= p.players:
        yield Reason.NO_PLAYER, _no_player(seat)
    yield Reason.NOT_TIED, say("player {player} isn't among those still tied", player=SEATS[seat])


def _against_done(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    if p.step == Due.BRING:
        sector = _sector(s, p.sector)
        words = say("player {player} needs a unit in the sector {sector}", player=SEATS[player], sector=sector)
        yield Reason.NEEDS_UNIT, words
    elif p.step == Due.HIT:
        yield Reason.MUST_HIT, say("hits are left that can be used")
    elif p.step == Due.DEPLOY:
        yield Reason.MUST_PLACE, say("ships are deployed as long as there is any and a place for it")
    elif p.step == Due.PUT:
        yield Reason.MUST_PLACE, say("influence is placed as long as there is any and a place for it")
    elif p.step in (Due.EFFECT_FROM, Due.EFFECT_AT):
        yield Reason.MUST_PAY, say("the effect isn't paid, or its tile isn't placed")


# --- powers and effects


def _against_power(s: State, p: Position, player: int, power: int) -> Iterator[Fault]:
    name = named(s.board.content.powers[power].name)
    yield Reason.NOT_DEALT, say("player {player} wasn't dealt {power}", player=SEATS[player], power=name)


def _against_resource(s: State, p: Position, player: int, kind: int) -> Iterator[Fault]:
    what = resource_name(kind)
    yield Reason.NO_RESOURCES, say("player {player} has no {resource}", player=SEATS[player], resource=what)


def _against_core(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    words = say("the power of player {player} shows its core side, or this isn't before a role", player=SEATS[player])
    yield Reason.NO_FLIP, words


def _against_use(s: State, p: Position, player: int, effect: int) -> Iterator[Fault]:
    """Yield the reasons against the use of an effect."""
    row, name = s.board.effects[effect], effect_name(s.board, effect)
    if p.step == Due.EFFECT_AGAIN:
        yield Reason.NOT_NOW, say("another effect is half done")
        return
    if row.card != NONE and not p.flags & TECHNOLOGIES:
        words = say("{card} is a technology, and they don't act in this game", card=name)
        yield Reason.NOT_OWNED, words
        return
    reason = s.why_not_use(effect, player)
    values = {"player": SEATS[player], "card": name, "when": moment_words(row.when)}
    yield reason, say(_UNUSABLE[reason], **values)


_UNUSABLE: Final = {
    Reason.NOT_OWNED: message("player {player} doesn't have {card}"),
    Reason.OTHER_SIDE: message("the other side of the power is up, not that of {card}"),
    Reason.NOT_NOW: message("{card} works {when}"),
    Reason.USED: message("{card} was used as often as it can be in this role"),
    Reason.NO_PRICE: message("player {player} can't pay what {card} costs"),
    Reason.NO_EFFECT: message("{card} has nothing to do now"),
    Reason.NOT_MET: message("{card} needs what isn't so now"),
}


def _nothing(s: State, p: Position, player: int, n: int) -> Iterator[Fault]:
    """Return no reasons: if the verb is due, it is always legal."""
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
