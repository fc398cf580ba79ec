"""Actions in words: one sentence in the past tense, such as "A bought Fold Drive for 2 energy"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ...errors import ArgumentError, refused
from ...forms.checks import check_texts, no_action
from ...play.sentences import listed
from ..actions import SEATS, Action, Verb
from ..messages import counted, message, say
from ..packs.effect_rows import Part
from ..positions.due import Due
from ..positions.fields import GALAXY, IN_HAND
from ..reasons import Reason
from ..state import State, check_state
from .context import Context
from .phrases import a_ship, an_edict, credits, moment_words, purse, resource, resource_name, role_name
from .table import effect_name

__all__ = ["ENDED", "TOLD", "told"]

_Told: TypeAlias = Callable[[Context, Context, int], str]
"""Takes the context before the action, the scene after it, and the number of the action's argument."""


def told(
    before: State, action: Action, after: State, /, *, names: Sequence[str] = (), player: int | None = None
) -> str:
    """Return an action as a sentence in the past tense: who did what, where, and at what price.

    `before` and `after` are the states around the action, or one player's views of both: a card that is hidden in them
    isn't named, and neither are sealed choices. `names` has the name of each seat; a seat beyond its end is called by
    its letter. `player` did it; None stands for the first one to act.

    Raises ArgumentError for states of two packs, IllegalActionError for a value that is no action of the game.

    >>> from sse_core.empire_of_the_stars import parse_action, new_game
    >>> before = new_game(players=2)
    >>> action = parse_action("at=a1", before)
    >>> told(before, action, before.after(action), names=["Greedy"])
    'Greedy placed the home world at a1'
    """
    check_around(before, action, after)
    called = check_texts(names, "names")
    context = Context(before, player, called)
    return TOLD[action.verb](context, Context(after, context.seat, called), context.number(action))


def check_around(before: State, action: Action, after: State) -> None:
    """Raise unless two states belong to one pack, and an action to its table."""
    check_state(before)
    check_state(after)
    if before.pack != after.pack:
        raise ArgumentError(f"the two states have the packs {before.pack.name} and {after.pack.name}")
    if not isinstance(action, Action):
        raise no_action(action, "an action is an Action")
    if before.board.table.id_of(action) < 0:
        raise refused(f"{action} is no action of this game", Reason.NO_SUCH_ACTION)


# --- ends of decisions


_FIRST_OR_FURTHER: Final = MappingProxyType({
    Due.INVEST: (
        message("{who} invested nothing in far space"),
        message("{who} invested nothing more in far space"),
    ),
    Due.DRAW: (message("{who} drew no card"), message("{who} drew no further card")),
    Due.BUY: (message("{who} bought no technology"), message("{who} bought no further technology")),
    Due.BATTLE: (message("{who} started no battle"), message("{who} started no further battle")),
    Due.INFLUENCE: (message("{who} bought no influence"), message("{who} bought no more influence")),
})  # fmt: skip
"""The sentence for a player who does nothing in a step, or nothing more."""


def _nothing_more(s: Context) -> str:
    step = Due(s.p.step)
    has_begun = s.p.fought > 0 if step is Due.BATTLE else s.p.count > 0
    return say(_FIRST_OR_FURTHER[step][has_begun], who=s.who)


def _no_more_use(s: Context) -> str:
    return say("{who} made no further use of {card}", who=s.who, card=s.effect)


def _no_card(s: Context) -> str:
    moment = s.p.window - 1
    if any(s.p.used[effect] for effect in s.b.at[moment] if s.owns(effect)):
        return say("{who} used no further card {when}", who=s.who, when=moment_words(moment))
    return say("{who} used no card {when}", who=s.who, when=moment_words(moment))


def _nobody_asked(s: Context) -> str:
    if s.p.asked[s.side]:
        return say("{who} asked nobody else for help in the battle", who=s.who)
    return say("{who} asked nobody for help in the battle", who=s.who)


ENDED: Final = MappingProxyType({
    Due.EXPLORE_SETTLE: lambda s: say(
        "{who} left the planet at {region} without an owner", who=s.who, region=s.region(s.p.draft[0])
    ),
    Due.INVEST: _nothing_more,
    Due.BUILD: lambda s: say("{who} ended building", who=s.who),
    Due.DEPLOY: lambda s: say("{who} deployed no more ships", who=s.who),
    Due.DRAW: _nothing_more,
    Due.BUY: _nothing_more,
    Due.MOVE: lambda s: say("{who} ended moving ships", who=s.who),
    Due.BATTLE: _nothing_more,
    Due.INVITE: _nobody_asked,
    Due.BRING: lambda s: say("{who} brought no more ships into the battle", who=s.who),
    Due.SHIFT: lambda s: say("{who} moved no more ships by tactics", who=s.who),
    Due.HIT: lambda s: say("{who} used no more hits", who=s.who),
    Due.COLONIZE: lambda s: say("{who} settled no further planet", who=s.who),
    Due.INFLUENCE: _nothing_more,
    Due.PUT: lambda s: say("{who} had no influence left to place", who=s.who),
    Due.WINDOW: _no_card,
    Due.EFFECT_TILE: _no_more_use,
    Due.EFFECT_AT: _no_more_use,
    Due.EFFECT_FROM: _no_more_use,
    Due.EFFECT_HIT: _no_more_use,
    Due.EFFECT_AGAIN: _no_more_use,
})  # fmt: skip
"""The sentence for `done`, by the step that it ends."""


def _done(s: Context, after: Context, n: int) -> str:
    return ENDED[Due(s.p.step)](s)


# --- set-up, roles and tiles


def _at_home(s: Context, region: str) -> str:
    return say("{who} placed the home world at {region}", who=s.who, region=region)


def _at_first_tile(s: Context, region: str) -> str:
    tile, home = s.tile(s.b.two_polymers), s.region(s.p.draft[0])
    return say(
        "{who} placed {tile} at {region}, beside the home world at {home}",
        who=s.who,
        tile=tile,
        region=region,
        home=home,
    )


def _at_tile(s: Context, region: str) -> str:
    return say("{who} placed {tile} at {region}", who=s.who, tile=s.tile(s.p.draft[0]), region=region)


def _at_dock(s: Context, region: str) -> str:
    return say("{who} deployed {ship} to {region}", who=s.who, ship=a_ship(s.p.draft[0]), region=region)


def _at_effect(s: Context, region: str) -> str:
    stage = s.stage
    assert stage is not None
    if stage.part == Part.UPGRADE:
        return say("{who} made the colony at {region} a starbase with {card}", who=s.who, region=region, card=s.effect)
    if stage.part == Part.BUILD_STARBASE:
        return say(
            "{who} built {ship} at {region} for nothing with {card}",
            who=s.who,
            ship=a_ship(stage.what),
            region=region,
            card=s.effect,
        )
    return say(
        "{who} placed {tile} at {region} with {card}",
        who=s.who,
        tile=s.tile(s.p.draft[0]),
        region=region,
        card=s.effect,
    )


_AT: Final = MappingProxyType({
    Due.HOME: _at_home,
    Due.FIRST_TILE: _at_first_tile,
    Due.EXPLORE_AT: _at_tile,
    Due.DEPLOY_AT: _at_dock,
    Due.EFFECT_AT: _at_effect,
})  # fmt: skip


def _at(s: Context, after: Context, region: int) -> str:
    return _AT[Due(s.p.step)](s, s.region(region))


def _role(verb: Verb) -> _Told:
    def role(s: Context, after: Context, role: int) -> str:
        paid, found = s.price(verb, role)[0], s.p.wheel[role]
        values = {"who": s.who, "role": role_name(role), "found": credits(found)}
        if not paid and not found:
            return say("{who} chose {role}", **values)
        if not paid:
            return say("{who} chose {role}, and took {found} that lay on it", **values)
        grew = (new > old for old, new in zip(s.p.wheel, after.p.wheel, strict=True))
        values["passed"] = listed(role_name(each) for each, more in enumerate(grew) if more)
        if not found:
            return counted(
                paid,
                "{who} passed over {passed}, laid 1 credit on it, and chose {role}",
                "{who} passed over {passed}, laid {n} credits on them, 1 each, and chose {role}",
                **values,
            )
        return counted(
            paid,
            "{who} passed over {passed}, laid 1 credit on it, chose {role}, and took the {found} on it",
            "{who} passed over {passed}, laid {n} credits on them, 1 each, chose {role}, and took the {found} on it",
            **values,
        )

    return role


def _tile(s: Context, after: Context, kind: int) -> str:
    if s.p.step == Due.EFFECT_TILE:
        return say("{who} took {tile} from the display with {card}", who=s.who, tile=s.tile(kind), card=s.effect)
    return say("{who} took {tile} from the display", who=s.who, tile=s.tile(kind))


def _settle(s: Context, after: Context, region: int) -> str:
    tile = s.tile(s.p.tile[region] - 1)
    if s.p.step == Due.EFFECT_AT:
        return say(
            "{who} settled {tile} at {region} with {card}", who=s.who, tile=tile, region=s.region(region), card=s.effect
        )
    name = s.region(region)
    return say("{who} settled {tile} at {region} with 1 token of the stock", who=s.who, tile=tile, region=name)


def _reveal(s: Context, after: Context, kind: int) -> str:
    return say("The next tile of the display was {tile}", tile=s.tile(kind))


# --- money


def _market(s: Context, after: Context, tile: int) -> str:
    kinds = [*s.b.content.market[tile].kinds]
    what = purse((0, *(int(kind in kinds) for kind in range(3))))
    return say("{who} picked the market tile that gives {what}", who=s.who, what=what)


def _trade(kind: int) -> _Told:
    def trade(s: Context, after: Context, n: int) -> str:
        held, value = s.p.resources[s.seat][kind], s.state.market_values[kind]
        if n == held:
            return say("{who} neither bought nor sold {what}", who=s.who, what=resource_name(kind))
        what, price = resource(abs(n - held), kind), credits(abs(n - held) * value)
        if n > held:
            return say("{who} bought {what} for {price}", who=s.who, what=what, price=price)
        return say("{who} sold {what} for {price}", who=s.who, what=what, price=price)

    return trade


_INVESTED: Final = (
    message("{who} paid {price} for location {n} of far space, and placed a colony there"),
    message("{who} paid {price} for location {n} of far space, and scored the galaxy token there"),
    message("{who} paid {price} for location {n} of far space, and made the colony there a starbase"),
)
"""The sentence by the thing on the location: nothing, the galaxy token, or a colony."""


def _invest(s: Context, after: Context, place: int) -> str:
    price, lies = credits(s.price(Verb.INVEST, place)[0]), min(s.p.far_space[place], GALAXY + 1)
    return say(_INVESTED[lies], who=s.who, price=price, n=place + 1)


def _build(s: Context, after: Context, kind: int) -> str:
    price = s.price(Verb.BUILD, kind)
    if not any(price):
        return say("{who} built {ship} for nothing", who=s.who, ship=a_ship(kind))
    return say("{who} built {ship} for {price}", who=s.who, ship=a_ship(kind), price=purse(price))


def _deploy(s: Context, after: Context, kind: int) -> str:
    return say("{who} chose {ship} in staging to deploy", who=s.who, ship=a_ship(kind))


def _resource(s: Context, after: Context, kind: int) -> str:
    stage = s.stage
    assert stage is not None
    what = resource(1, kind)
    if stage.part == Part.PAY_ANY:
        return say("{who} paid {what} for {card}", who=s.who, what=what, card=s.effect)
    return say("{who} gained {what} with {card}", who=s.who, what=what, card=s.effect)


# --- cards


def _draw(s: Context, after: Context, cost: int) -> str:
    return say("{who} drew from the face-down deck of cost {n}", who=s.who, n=cost + 1)


def _take(s: Context, after: Context, cost: int) -> str:
    card = s.card(s.state.decks[cost][1])
    return say("{who} took {card} from the open pile of cost {n}", who=s.who, card=card, n=cost + 1)


def _card(s: Context, after: Context, card: int) -> str:
    # In the view of another player the card still lies in the deck.
    if after.p.place[card] == IN_HAND + s.seat:
        return say("{who} got the card {card}", who=s.who, card=s.card(card))
    return say("{who} got a card that stays hidden", who=s.who)


def _turn(s: Context, after: Context, card: int) -> str:
    return say("{card} was turned up on the empty pile of cost {n}", card=s.card(card), n=s.b.costs[card])


def _buy(s: Context, after: Context, card: int) -> str:
    price = s.price(Verb.BUY, card)
    if not any(price):
        return say("{who} bought {card} for nothing", who=s.who, card=s.card(card))
    return say("{who} bought {card} for {price}", who=s.who, card=s.card(card), price=purse(price))


def _discard(s: Context, after: Context, card: int) -> str:
    if s.p.step != Due.EFFECT_CARD:
        return say("{who} discarded {card}", who=s.who, card=s.card(card))
    taker = after.p.place[card] - IN_HAND
    if 0 <= taker < s.p.players:
        return say(
            "{who} gave {card} to {other} for {effect}",
            who=s.who,
            card=s.card(card),
            other=s.name(taker),
            effect=s.effect,
        )
    return say("{who} discarded {card} to pay for {effect}", who=s.who, card=s.card(card), effect=s.effect)


# --- ships

_FROM: Final = MappingProxyType({
    Due.MOVE: message("{who} chose a ship at {region} to move"),
    Due.BRING: message("{who} chose a ship at {region} to bring into the battle"),
    Due.SHIFT: message("{who} chose a ship at {region} to move by tactics"),
    Due.EFFECT_FROM: message("{who} chose a ship at {region} to move with {card}"),
})  # fmt: skip
_TO: Final = MappingProxyType({
    Due.MOVE_TO: message("{who} moved {ship} from {origin} to {target}"),
    Due.BRING_TO: message("{who} brought {ship} from {origin} to {target} into the battle"),
    Due.SHIFT_TO: message("{who} moved {ship} from {origin} to {target} by tactics"),
    Due.EFFECT_TO: message("{who} moved {ship} from {origin} to {target} with {card}"),
})  # fmt: skip


def _card_of(s: Context) -> str:
    return s.effect if s.p.effect else ""


def _from(s: Context, after: Context, region: int) -> str:
    stage = s.stage
    if stage is not None and stage.part == Part.PAY_SHIP:
        return say(
            "{who} gave {ship} at {region} back to the supply to pay for {card}",
            who=s.who,
            ship=a_ship(stage.what),
            region=s.region(region),
            card=s.effect,
        )
    return say(_FROM[Due(s.p.step)], who=s.who, region=s.region(region), card=_card_of(s))


def _ship(s: Context, after: Context, ship: int) -> str:
    # The first numbers are types of own ships; higher numbers also tell the owner.
    seat, kind = divmod(ship - 3, 3) if ship >= 3 else (s.seat, ship)
    return say("{who} chose {ship} at {region}", who=s.who, ship=s.ship(seat, kind), region=s.region(s.p.draft[0]))


def _to(s: Context, after: Context, region: int) -> str:
    named = s.p.step in (Due.SHIFT_TO, Due.EFFECT_TO)
    seat, kind = divmod(s.p.draft[1], 3) if named else (s.seat, s.p.draft[1])
    origin, target = s.region(s.p.draft[0]), s.region(region)
    ship, card = s.ship(seat, kind), _card_of(s)
    return say(_TO[Due(s.p.step)], who=s.who, ship=ship, origin=origin, target=target, card=card)


# --- battles


def _battle(s: Context, after: Context, sector: int) -> str:
    return say("{who} started a battle in sector {sector}", who=s.who, sector=s.sector(sector))


def _against(s: Context, after: Context, seat: int) -> str:
    if s.p.step == Due.EFFECT_SEAT:
        return say("{who} took from {other} with {card}", who=s.who, other=s.name(seat), card=s.effect)
    sector = s.sector(s.p.draft[0])
    return say("{who} attacked {other} in sector {sector}", who=s.who, other=s.name(seat), sector=sector)


def _ally(s: Context, after: Context, seat: int) -> str:
    return say("{who} asked {other} for help in the battle", who=s.who, other=s.name(seat))


def _join(s: Context, after: Context, seat: int) -> str:
    return say("{who} joined the side of {other} in the battle", who=s.who, other=s.name(seat))


def _unit(s: Context, after: Context, unit: int) -> str:
    region = s.p.draft[0]
    if unit < len(SEATS) * 3:
        what = s.ship(*divmod(unit, 3))
    else:
        what = say("the {token} of {other}", token=s.token(region), other=s.name(s.owner(region)))
    if s.p.step == Due.EFFECT_UNIT:
        return say(
            "{who} destroyed {what} at {region} with {card}",
            who=s.who,
            what=what,
            region=s.region(region),
            card=s.effect,
        )
    # A battle may be over with its last hit, and its hits are gone.
    hits = counted(hits_of(s, unit), "{n} hit", "{n} hits")
    name = s.region(region)
    if unit < len(SEATS) * 3 or s.p.token[region] & 1:
        return say("{who} destroyed {what} at {region} with {hits}", who=s.who, what=what, region=name, hits=hits)
    return say("{who} hit {what} at {region} with {hits}", who=s.who, what=what, region=name, hits=hits)


def hits_of(s: Context, unit: int) -> int:
    """Return how many hits a unit takes at the region that is chosen: a ship, or the token there."""
    seat, kind = divmod(unit, 3)
    if unit < len(SEATS) * 3:
        return s.state.hits(seat, kind)
    return 1 + s.p.spare[s.owner(s.p.draft[0])]


# --- influence, edicts and cards with effects


def _influence(s: Context, after: Context, n: int) -> str:
    return say(
        "{who} took one more token of the stock as influence, for {price}",
        who=s.who,
        price=credits(s.price(Verb.INFLUENCE)[0]),
    )


def _put(s: Context, after: Context, region: int) -> str:
    if region == s.b.n_regions:
        return say("{who} placed 1 influence on the Throne", who=s.who)
    owner = s.owner(region)
    name = s.region(region)
    if owner == s.seat:
        return say("{who} placed 1 influence at {region}, a planet already held", who=s.who, region=name)
    if owner < s.p.players:
        other = s.name(owner)
        return say("{who} placed 1 influence on the planet of {other} at {region}", who=s.who, other=other, region=name)
    return say("{who} placed 1 influence on the free planet at {region}", who=s.who, region=name)


def _edict(s: Context, after: Context, edict: int) -> str:
    name, what = s.edict(edict), an_edict(s.b.content.edicts[edict])
    if s.p.step == Due.EFFECT_EDICT:
        return say("{who} chose the edict {edict} with {card}: {what}", who=s.who, edict=name, card=s.effect, what=what)
    if edict == s.p.edict:
        return say("{who} kept the edict {edict}: {what}", who=s.who, edict=name, what=what)
    return say("{who} chose the edict {edict}: {what}", who=s.who, edict=name, what=what)


def _core(s: Context, after: Context, n: int) -> str:
    power = s.power(s.p.power[s.seat] - 1)
    return say("{who} flipped the power {power} back to its core side", who=s.who, power=power)


def _use(s: Context, after: Context, effect: int) -> str:
    card, price = effect_name(s.b, effect), s.price(Verb.USE, effect)
    if s.p.step == Due.EFFECT_AGAIN:
        return say("{who} exchanged once more with {card}", who=s.who, card=card)
    if any(price):
        return say("{who} used {card} for {price}", who=s.who, card=card, price=purse(price))
    return say("{who} used {card}", who=s.who, card=card)


TOLD: Final = MappingProxyType({
    Verb.DONE: _done,
    Verb.DECLINE: lambda s, after, n: say("{who} joined no side of the battle", who=s.who),
    Verb.INFLUENCE: _influence,
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
    Verb.DISCARD: _discard,
    Verb.FROM: _from,
    Verb.SHIP: _ship,
    Verb.TO: _to,
    Verb.BATTLE: _battle,
    Verb.AGAINST: _against,
    Verb.ALLY: _ally,
    Verb.JOIN: _join,
    Verb.TACTICS: lambda s, after, n: say("{who} set tactics, sealed until both sides have set all", who=s.who),
    Verb.WEAPONS: lambda s, after, n: say(
        "{who} set weapons and shields, sealed until both sides have set all", who=s.who
    ),
    Verb.HIT: lambda s, after, n: say("{who} chose {region} for the next hit", who=s.who, region=s.region(n)),
    Verb.UNIT: _unit,
    Verb.PUT: _put,
    Verb.EDICT: _edict,
    Verb.FAVOUR: lambda s, after, seat: say("{who} named {other} the winner", who=s.who, other=s.name(seat)),
    Verb.POWER: lambda s, after, n: say("{who} chose a power, in secret", who=s.who),
    Verb.RESOURCE: _resource,
    Verb.CORE: _core,
    Verb.USE: _use,
    Verb.REVEAL: _reveal,
    Verb.CARD: _card,
    Verb.TURN: _turn,
})  # fmt: skip
"""The sentence of each verb."""
