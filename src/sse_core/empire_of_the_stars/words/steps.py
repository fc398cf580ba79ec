"""Words for choices: the label of each choice of an action, and a note with the facts that matter for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from ...play.sentences import listed
from ..actions import SEATS, Verb
from ..messages import counted, message, say
from ..packs.content import Face, named_effects
from ..packs.effect_rows import Part
from ..positions.due import Due
from ..positions.fields import GALAXY, POWERS
from .cards import effect_words, power_terms, side_words, technology_words
from .context import Context
from .moves import hits_of
from .phrases import (
    a_ship,
    an_edict,
    cards,
    credits,
    hits,
    purse,
    regions,
    resource,
    role_name,
    ships,
    tokens,
)
from .questions import money_in_trade
from .regions import beside, place_for_home, produced, there, whose_ships
from .table import effect_name

__all__ = ["CHOICES", "ENDS", "HEADS", "Choice", "numbers_words"]

Choice: TypeAlias = tuple[str, str]
"""The words of a choice, and its note."""

_Head: TypeAlias = Callable[[Context], Choice]
_Choice: TypeAlias = Callable[[Context, int], Choice]
_TOKEN_UNIT: Final = len(SEATS) * 3


def _noted(*parts: str, clause: str = "") -> str:
    """Return the non-empty parts of a note, then its clause in brackets."""
    text = "; ".join(filter(None, parts))
    return f"{text} ({clause})" if clause and text else text


# --- set-up, roles and tiles


def _at(s: Context, region: int) -> Choice:
    name = s.region(region)
    if s.p.step in (Due.HOME, Due.FIRST_TILE):
        return say("place it at {region}", region=name), _noted(place_for_home(s, region), clause="C1.9")
    stage = s.stage
    if s.p.step == Due.DEPLOY_AT or (stage is not None and stage.part == Part.BUILD_STARBASE):
        return say("to {region}", region=name), _noted(there(s, region), clause="C7.4")
    if stage is not None and stage.part == Part.UPGRADE:
        return say("make {region} a starbase", region=name), _noted(there(s, region), clause="C16.14")
    # The sector fights together, so its ships matter.
    near = beside(s, region) or say("no planet beside it")
    return say("place it at {region}", region=name), _noted(*whose_ships(s, region), near, clause="C4.1")


_ROLES: Final = (
    message("each player places a tile of the display in the galaxy; you may settle yours, if it is a planet"),
    message("you gain what a market tile shows, then the planets of all make what it shows"),
    message("you gain {market} from the market tiles, then all buy, sell, and invest in far space"),
    message("all build ships and deploy them to starbases; you build a fighter for nothing"),
    message("each player may draw a card and buy a technology; you pay 1 less"),
    message("each player moves ships, attacks, and settles planets; you are the last"),
    message("each player places influence, to get planets or to become Emperor; you are the last"),
)
"""The words for each role, with the privilege of the player who chooses it."""

_ROLE_CLAUSES: Final = ("C4.1", "C5.2", "C6.1", "C7.1", "C8.1", "C9.1", "C11.1")


def _role(verb: Verb) -> _Choice:
    def role(s: Context, role: int) -> Choice:
        market = sum(tile.credits for n, tile in enumerate(s.b.content.market) if s.p.market >> n & 1)
        idle = s.has_no_effect(role)
        does = say("it has no effect now") if idle else say(_ROLES[role], market=credits(market))
        parts = [does]
        if verb is not Verb.ROLE:
            paid, found = s.price(verb, role)[0], s.p.wheel[role]
            parts += [say("costs {n}", n=credits(paid)) if paid else say("costs nothing")]
            parts += [say("you take {n} from it", n=credits(found))] if found else []
        return role_name(role), _noted(*parts, clause=_ROLE_CLAUSES[role])

    return role


def _tile(s: Context, kind: int) -> Choice:
    tile, n = s.b.content.tiles[kind], s.p.display[kind]
    many = counted(n, "{n} of these lies there", "{n} of these lie there") if n > 1 else ""
    does, clause = {
        Face.SPACE: (say("nobody can settle there"), "C4.3"),
        Face.ASTEROIDS: (say("nobody can settle there; ships that enter stop"), "C9.4"),
        Face.WORMHOLE: (say("nobody can settle there; ships go from it to any region"), "C9.5"),
        Face.PLANET: (_planet_tile(s), "C4.2"),
    }[tile.face]
    if tile.face is Face.WORMHOLE and s.p.flags & POWERS:
        does = say("ships go from it to any region; after this round all powers show their surge side")
    return s.tile(kind), _noted(does, many, clause=clause)


def _planet_tile(s: Context) -> str:
    if s.is_chooser and s.p.step == Due.EXPLORE:
        return say("you may settle it at once")
    return say("free for whoever settles it")


def _settle(s: Context, region: int) -> Choice:
    left = say("{n} left in your stock", n=tokens(s.p.stock[s.seat] - 1))
    clause = "C4.2" if s.p.step == Due.EXPLORE_SETTLE else "C9.7" if s.p.step == Due.COLONIZE else "C16.14"
    return say("settle {region}", region=s.region(region)), _noted(s.tile(s.p.tile[region] - 1), left, clause=clause)


# --- money


def _market(s: Context, n: int) -> Choice:
    tile = s.b.content.market[n]
    shown = purse((0, *(int(kind in tile.kinds) for kind in range(3))))
    parts = [say("you gain {what}, then your planets make {made}", what=shown, made=produced(s, s.seat, tile.kinds))]
    for seat in range(s.p.players):
        if seat != s.seat:
            parts.append(say("those of {other} {made}", other=s.name(seat), made=produced(s, seat, tile.kinds)))
    parts.append(say("it shows {n} for Merchant then", n=credits(tile.credits)))
    return say("the tile with {what}", what=shown), _noted(*parts, clause="C5.2")


def _trade(kind: int) -> _Choice:
    def trade(s: Context, n: int) -> Choice:
        held, value = s.p.resources[s.seat][kind], s.state.market_values[kind]
        left = money_in_trade(s, kind) + (held - n) * value
        if n == held:
            does = say("buys and sells nothing")
        elif n > held:
            does = say("buys {n} for {price}", n=n - held, price=credits((n - held) * value))
        else:
            does = say("sells {n} for {price}", n=held - n, price=credits((held - n) * value))
        if left >= 0:
            after = say("{n} left", n=credits(left))
        else:
            after = say("you must sell others for {n} then", n=credits(-left))
        return resource(n, kind), _noted(does, after, clause="C6.2")

    return trade


def _invest(s: Context, place: int) -> Choice:
    there, price = s.p.far_space[place], s.price(Verb.INVEST, place)[0]
    if there == GALAXY:
        does = say("you score the galaxy token there, 1 point")
    elif there:
        does = say("your colony there becomes a starbase, 1 point more")
    else:
        does = say("you place a colony there, 1 point")
    left = say("{n} left", n=credits(s.p.credits[s.seat] - price))
    return say("location {n} for {price}", n=place + 1, price=credits(price)), _noted(does, left, clause="C6.3")


def _build(s: Context, kind: int) -> Choice:
    price = s.price(Verb.BUILD, kind)
    rest = [resource(have - n, each - 1) for each, (have, n) in enumerate(zip(s.purse, price, strict=True)) if n]
    left = say("{what} left to pay with", what=listed(rest)) if rest else say("your privilege")
    does = _ship_numbers(s, kind)
    supply = say("{ships} in your supply", ships=ships(s.p.supply[s.seat][kind], kind))
    ship = a_ship(kind)
    words = (
        say("{ship} for {price}", ship=ship, price=purse(price)) if any(price) else say("{ship} for nothing", ship=ship)
    )
    return words, _noted(does, left, supply, clause="C7.1")


def _ship_numbers(s: Context, kind: int) -> str:
    name = ("fighter", "cruiser", "dreadnought")[kind]
    return say("strength {n}, moves up to {far}", n=s.rule(f"strength.{name}"), far=regions(s.rule(f"moves.{name}")))


def _deploy(s: Context, kind: int) -> Choice:
    waiting = say("{ships} in staging", ships=ships(s.p.staging[s.seat][kind], kind))
    return a_ship(kind), _noted(waiting, clause="C7.3")


def _resource(s: Context, kind: int) -> Choice:
    have = say("you have {n}", n=resource(s.p.resources[s.seat][kind], kind))
    return resource(1, kind), _noted(have, clause="C16.14")


# --- cards


def _draw(s: Context, cost: int) -> Choice:
    n = s.state.decks[cost][0]
    lies = (
        say("{cards}, face down", cards=cards(n)) if n else say("empty: the pile below its top card becomes the deck")
    )
    return say("the deck of cost {cost}", cost=cost + 1), _noted(lies, clause="C8.1")


def _take(s: Context, cost: int) -> Choice:
    card = s.state.decks[cost][1]
    return (s.card(card), _does(s, card)) if card >= 0 else (say("an empty pile"), "")


def _does(s: Context, card: int) -> str:
    return technology_words(s.b.content.technologies[card]).removesuffix(".")


def _buy(s: Context, card: int) -> Choice:
    name, price = s.card(card), s.price(Verb.BUY, card)
    words = (
        say("{card} for {price}", card=name, price=purse(price)) if any(price) else say("{card} for nothing", card=name)
    )
    return words, _does(s, card)


def _card(s: Context, card: int) -> Choice:
    return s.card(card), _does(s, card)


def _power(s: Context, power: int) -> Choice:
    chosen = s.b.content.powers[power]
    return s.power(power), power_terms(chosen).removesuffix(".")


def _use(s: Context, effect: int) -> Choice:
    return effect_name(s.b, effect), effect_words(named_effects(s.b.content)[effect][1]).removesuffix(".")


# --- ships


def _from(s: Context, region: int) -> Choice:
    stage = s.stage
    clause = _move_clause(s)
    if stage is not None and stage.part == Part.PAY_SHIP:
        return say("take it from {region}", region=s.region(region)), _noted(there(s, region), clause=clause)
    return say("from {region}", region=s.region(region)), _noted(*whose_ships(s, region), clause=clause)


_MOVE_CLAUSES: Final = MappingProxyType({
    Due.MOVE: "C9.1",
    Due.MOVE_SHIP: "C9.1",
    Due.MOVE_TO: "C9.1",
    Due.BRING: "C10.2",
    Due.BRING_SHIP: "C10.2",
    Due.BRING_TO: "C10.2",
    Due.SHIFT: "C10.6",
    Due.SHIFT_SHIP: "C10.6",
    Due.SHIFT_TO: "C10.6",
})  # fmt: skip


def _move_clause(s: Context) -> str:
    return _MOVE_CLAUSES.get(Due(s.p.step), "C16.14")


def _ship(s: Context, ship: int) -> Choice:
    clause = _move_clause(s)
    if ship < 3:
        return a_ship(ship), _noted(_ship_numbers(s, ship), clause=clause)
    seat, kind = divmod(ship - 3, 3)
    n = say("{ships} there", ships=ships(s.p.ships[seat, kind, s.p.draft[0]], kind))
    return say("{ship} of {other}", ship=a_ship(kind), other=s.name(seat)), _noted(n, clause=clause)


def _to(s: Context, region: int) -> Choice:
    clause = _move_clause(s)
    return say("to {region}", region=s.region(region)), _noted(there(s, region), beside(s, region), clause=clause)


# --- battles


def _battle(s: Context, sector: int) -> Choice:
    strengths = [say("your strength there is {n}", n=s.state.strength(s.seat, sector))]
    for seat in range(s.p.players):
        if seat != s.seat and s.state.units(seat) & s.b.sectors[sector]:
            strengths.append(say("{other} has {n}", other=s.name(seat), n=s.state.strength(seat, sector)))
    return say("sector {sector}", sector=s.sector(sector)), _noted(*strengths, clause="C10.4")


def _against(s: Context, seat: int) -> Choice:
    if s.p.step == Due.EFFECT_SEAT:
        has = purse((s.p.credits[seat], *s.p.resources[seat]))
        return s.name(seat), _noted(say("has {what}", what=has), clause="C16.14")
    n = s.state.strength(seat, s.p.draft[0])
    return s.name(seat), _noted(say("has strength {n} there", n=n), clause="C10.4")


def _ally(s: Context, seat: int) -> Choice:
    if s.state.units(seat) & s.b.sectors[s.p.sector]:
        has = say("has strength {n} there", n=s.state.strength(seat, s.p.sector))
    else:
        has = say("has nothing there yet, and can bring ships")
    return s.name(seat), _noted(has, clause="C10.2")


def _join(s: Context, seat: int) -> Choice:
    side = s.p.side[seat]
    force = sum(s.state.strength(each, s.p.sector) for each in range(s.p.players) if s.p.side[each] == side)
    return s.name(seat), _noted(say("this side has strength {n} without you", n=force), clause="C10.2")


def _dial(message_of: Callable[[int], str], *, weapons: bool) -> _Choice:
    def dial(s: Context, n: int) -> Choice:
        if not weapons:
            left = say("{n} left for weapons and shields", n=s.p.force[s.side] - n)
            return message_of(n), _noted(left, clause="C10.5")
        shields = s.state.dial_end(max(0, s.p.force[s.side] - s.p.tactics[s.side] - n))
        return message_of(n), _noted(say("{n} for shields", n=shields), clause="C10.5")

    return dial


def _hit(s: Context, region: int) -> Choice:
    clause = "C16.14" if s.p.step == Due.EFFECT_HIT else "C10.7"
    return say("hit at {region}", region=s.region(region)), _noted(there(s, region), clause=clause)


def _unit(s: Context, unit: int) -> Choice:
    region = s.p.draft[0]
    by_effect = s.p.step == Due.EFFECT_UNIT
    n = hits_of(s, unit)
    takes = "" if by_effect else say("takes {hits}, {left} left", hits=hits(n), left=s.p.hits[s.side] - n)
    if unit < _TOKEN_UNIT:
        seat, kind = divmod(unit, 3)
        falls = say("it goes to the staging of its owner")
        words = say("{ship} of {other}", ship=a_ship(kind), other=s.name(seat))
        return words, _noted(takes, falls, clause="C16.14" if by_effect else "C10.9")
    starbase = not s.p.token[region] & 1
    falls = say("it becomes a colony") if starbase else say("you score its token, 1 point")
    words = say("the {token} of {other}", token=s.token(region), other=s.name(s.owner(region)))
    return words, _noted(takes, falls, clause="C16.14" if by_effect else "C10.7" if starbase else "C10.10")


# --- Regent and the end


def _put(s: Context, region: int) -> Choice:
    p = s.p
    if region == s.b.n_regions:
        placed = [p.on_throne[seat] + p.sway_throne[seat] for seat in range(p.players)]
        emperor = (
            say("you are the Emperor now")
            if p.emperor == s.seat
            else say("Emperor now: {other}", other=s.name(p.emperor))
        )
        return say("on the Throne"), _noted(emperor, _so_far(s, placed), clause="C11.7")
    placed = [p.placed[seat][region] + p.sway_at[seat][region] for seat in range(p.players)]
    if p.token[region]:
        # C11.4: tokens that already lie there count, too.
        placed[s.owner(region)] += 1 if p.token[region] & 1 else 2
    return say("on {region}", region=s.region(region)), _noted(there(s, region), _so_far(s, placed), clause="C11.5")


def _so_far(s: Context, placed: Sequence[int]) -> str:
    """Return the influence that players have in a place; empty for none."""
    parts = [say("you {n}", n=n) if seat == s.seat else f"{s.name(seat)} {n}" for seat, n in enumerate(placed) if n]
    return say("influence there: {what}", what=listed(parts)) if parts else say("no influence there yet")


def _edict(s: Context, edict: int) -> Choice:
    what = an_edict(s.b.content.edicts[edict])
    now = say("in effect now") if edict == s.p.edict else ""
    return s.edict(edict), _noted(what, now, clause="C12.1")


def _favour(s: Context, seat: int) -> Choice:
    return s.name(seat), _noted(counted(s.state.totals[seat], "{n} point", "{n} points"), clause="C12.4")


# --- verbs that take nothing


def _decline(s: Context) -> Choice:
    return say("join no side"), _noted(say("you stay out of this battle"), clause="C10.2")


def _influence(s: Context) -> Choice:
    price = s.price(Verb.INFLUENCE)[0]
    left = say(
        "{n} left, and {tokens} in your stock",
        n=credits(s.p.credits[s.seat] - price),
        tokens=tokens(s.p.stock[s.seat] - 1),
    )
    return say("1 influence for {price}", price=credits(price)), _noted(left, clause="C11.2")


def _core(s: Context) -> Choice:
    power = s.b.content.powers[s.p.power[s.seat] - 1]
    words = say("flip {power} back to its core side", power=s.power(s.p.power[s.seat] - 1))
    return words, _noted(side_words(power, 0).removesuffix("."), clause="C13.5")


def _exchange_again(s: Context, effect: int) -> Choice:
    return say("once more"), _use(s, effect)[1]


def _use_or_again(s: Context, effect: int) -> Choice:
    return _exchange_again(s, effect) if s.p.step == Due.EFFECT_AGAIN else _use(s, effect)


def _discard_head(s: Context) -> Choice:
    if s.p.step == Due.DISCARD:
        return say("discard a card"), _noted(say("open, on the pile of its cost"), clause="C8.3")
    if s.stage is not None and s.stage.part == Part.TAKE_CARD:
        return say("give a card away"), _noted(say("all see it"), clause="C16.14")
    return say("discard a card"), _noted(say("open, on the pile of its cost"), clause="C16.14")


def _ship_head(s: Context) -> Choice:
    words = say("choose a ship")
    return words, _noted(say("one at {region}", region=s.region(s.p.draft[0])), clause=_move_clause(s))


def _against_head(s: Context) -> Choice:
    clause = "C16.14" if s.p.step == Due.EFFECT_SEAT else "C10.1"
    return say("choose a player"), _noted(say("an opponent"), clause=clause)


def _unit_head(s: Context) -> Choice:
    clause = "C16.14" if s.p.step == Due.EFFECT_UNIT else "C10.7"
    return say("choose a unit"), _noted(say("one at {region}", region=s.region(s.p.draft[0])), clause=clause)


@dataclass(frozen=True)
class _Fixed:
    """A choice with the same words in every context."""

    words: str
    note: str

    def __call__(self, s: Context) -> Choice:
        return say(self.words), say(self.note)


_NO_MORE: Final = _Fixed(message("make no further use of it"), message("the rest of this effect is lost (C16.14)"))

ENDS: Final[Mapping[Due, _Head]] = MappingProxyType({
    Due.EXPLORE_SETTLE: _Fixed(message("leave it free"), message("somebody else may settle it (C4.2)")),
    Due.INVEST: _Fixed(message("invest nothing more"), message("keep your credits (C6.3)")),
    Due.BUILD: _Fixed(message("build nothing more"), message("keep your resources (C7.1)")),
    Due.DEPLOY: _Fixed(message("deploy nothing more"), message("ships left in staging go back to the supply (C7.4)")),
    Due.DRAW: _Fixed(message("draw no card"), message("then you may buy a technology (C8.1)")),
    Due.BUY: _Fixed(message("buy nothing"), message("keep your cards and resources (C8.2)")),
    Due.MOVE: _Fixed(message("move no more ships"), message("then you may attack, and settle planets (C9.6)")),
    Due.BATTLE: _Fixed(message("attack nobody"), message("then you may settle planets (C9.7)")),
    Due.INVITE: _Fixed(message("ask nobody more"), message("fight with those who join (C10.2)")),
    Due.BRING: _Fixed(message("bring no more ships"), message("fight with those that are there (C10.2)")),
    Due.SHIFT: _Fixed(message("move no more ships"), message("then hits are used (C10.6)")),
    Due.HIT: _Fixed(message("use no more hits"), message("the hits that are left are lost (C10.7)")),
    Due.COLONIZE: _Fixed(message("settle nothing more"), message("keep your tokens; your turn ends (C9.7)")),
    Due.INFLUENCE: _Fixed(message("buy none"), message("keep your credits (C11.2)")),
    Due.PUT: _Fixed(message("place no more"), message("you have no influence left (C11.3)")),
    Due.WINDOW: _Fixed(message("use no more cards"), message("nobody must use one (C13.2)")),
    Due.EFFECT_TILE: _NO_MORE,
    Due.EFFECT_AT: _NO_MORE,
    Due.EFFECT_FROM: _NO_MORE,
    Due.EFFECT_HIT: _NO_MORE,
    Due.EFFECT_AGAIN: _NO_MORE,
})  # fmt: skip
"""The words for ending a decision, by its step."""


def _done(s: Context) -> Choice:
    return ENDS[Due(s.p.step)](s)


HEADS: Final[Mapping[Verb, _Head]] = MappingProxyType({
    Verb.DONE: _done,
    Verb.DECLINE: _decline,
    Verb.INFLUENCE: _influence,
    Verb.ROLE: _Fixed(message("set the monolith"), message("on the first role (C2.2)")),
    Verb.ON: _Fixed(message("move the monolith clockwise"), message("1 credit for each role passed over (C2.3)")),
    Verb.BACK: _Fixed(message("move the monolith back"), message("1 credit for each role passed over (C2.3)")),
    Verb.TILE: _Fixed(message("take a tile"), message("of those on display (C4.1)")),
    Verb.MARKET: _Fixed(message("pick a market tile"), message("of those that show resources (C5.2)")),
    Verb.INVEST: _Fixed(message("invest in far space"), message("choose a location next (C6.3)")),
    Verb.BUILD: _Fixed(message("build a ship"), message("it goes to staging, then to a starbase of yours (C7.1)")),
    Verb.DEPLOY: _Fixed(message("deploy a ship"), message("to a starbase or your home world (C7.3)")),
    Verb.DRAW: _Fixed(
        message("draw unseen"), message("the top card of a face-down deck, which others don't see (C8.1)")
    ),
    Verb.TAKE: _Fixed(message("take an open card"), message("the top card of a pile, which all see (C8.1)")),
    Verb.BUY: _Fixed(message("buy a technology"), message("one of your cards, for resources (C8.2)")),
    Verb.DISCARD: _discard_head,
    Verb.SHIP: _ship_head,
    Verb.BATTLE: _Fixed(message("attack"), message("choose a sector next (C9.6)")),
    Verb.AGAINST: _against_head,
    Verb.ALLY: _Fixed(message("ask for help"), message("whoever joins fights on your side (C10.2)")),
    Verb.JOIN: _Fixed(message("join a side"), message("and fight in this battle (C10.2)")),
    Verb.UNIT: _unit_head,
    Verb.EDICT: _Fixed(message("choose an edict"), message("one is in effect at a time (C11.8)")),
    Verb.FAVOUR: _Fixed(message("name the winner"), message("one of those still equal (C12.4)")),
    Verb.RESOURCE: _Fixed(message("choose a resource"), message("polymers, metal or energy (C16.14)")),
    Verb.CORE: _core,
    Verb.USE: _Fixed(message("use a card"), message("a technology, or your power (C16.13)")),
})  # fmt: skip
"""The words of the first step of verbs with an argument, and of the only step of verbs without one."""


CHOICES: Final = MappingProxyType({
    Verb.AT: _at,
    Verb.ROLE: _role(Verb.ROLE),
    Verb.ON: _role(Verb.ON),
    Verb.BACK: _role(Verb.BACK),
    Verb.TILE: _tile,
    Verb.SETTLE: _settle,
    Verb.MARKET: _market,
    Verb.POLYMERS: _trade(0),
    Verb.METAL: _trade(1),
    Verb.ENERGY: _trade(2),
    Verb.INVEST: _invest,
    Verb.BUILD: _build,
    Verb.DEPLOY: _deploy,
    Verb.DRAW: _draw,
    Verb.TAKE: _take,
    Verb.BUY: _buy,
    Verb.DISCARD: _card,
    Verb.FROM: _from,
    Verb.SHIP: _ship,
    Verb.TO: _to,
    Verb.BATTLE: _battle,
    Verb.AGAINST: _against,
    Verb.ALLY: _ally,
    Verb.JOIN: _join,
    Verb.TACTICS: _dial(lambda n: say("{n} for tactics", n=n), weapons=False),
    Verb.WEAPONS: _dial(lambda n: say("{n} for weapons", n=n), weapons=True),
    Verb.HIT: _hit,
    Verb.UNIT: _unit,
    Verb.PUT: _put,
    Verb.EDICT: _edict,
    Verb.FAVOUR: _favour,
    Verb.POWER: _power,
    Verb.RESOURCE: _resource,
    Verb.USE: _use_or_again,
    Verb.REVEAL: lambda s, kind: (s.tile(kind), ""),
    Verb.CARD: _card,
    Verb.TURN: _card,
})  # fmt: skip
"""The words for the arguments of verbs: of the second step, or of the only step if the argument is chosen at once."""

_TENS: Final = MappingProxyType({
    Verb.POLYMERS: message("{low} to {high} polymers"),
    Verb.METAL: message("{low} to {high} metal"),
    Verb.ENERGY: message("{low} to {high} energy"),
    Verb.TACTICS: message("{low} to {high} for tactics"),
    Verb.WEAPONS: message("{low} to {high} for weapons"),
})  # fmt: skip


def numbers_words(verb: Verb, low: int, high: int) -> str:
    """Return the words for a range of numbers of which one is chosen next."""
    return say(_TENS[verb], low=low, high=high)
