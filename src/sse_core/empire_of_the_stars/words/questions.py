"""Questions to players for each choice of an action, in words, with the clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ...errors import ArgumentError
from ...forms.checks import check_texts, lowered
from ...play.sentences import listed
from ..actions import Verb
from ..messages import counted, message, say
from ..options import options_of
from ..packs.effect_rows import DURING, Part
from ..positions.due import Due
from ..positions.fields import IN_HAND, NOBODY, POWERS
from ..state import State, check_state
from .context import Context
from .phrases import (
    a_ship,
    cards,
    credits,
    fleet,
    hits,
    moment_words,
    purse,
    regions,
    resource,
    role_name,
    tokens,
)

__all__ = ["ASKED", "question"]

_Question: TypeAlias = Callable[[Context], str]


def question(state: State, keys: Sequence[str] = (), /, player: int | None = None) -> str:
    """Return the question to a player for the step after these keys, in words, with its clause.

    The keys are the beginning of a legal action of the player, None for the one to act; for CHANCE the question is what
    happens.

    Raises ArgumentError if this player is not to act.

    >>> from sse_core.empire_of_the_stars import parse_action, new_game
    >>> state = new_game(players=2)
    >>> question(state)
    'Your home world begins with 1 fighter. Where do you place it? (C1.9)'
    """
    chosen = check_texts(keys, "keys")
    acting = check_state(state).to_act
    if not acting or (player is not None and player not in acting):
        raise ArgumentError("nobody is asked a question here")
    context = Context(state, player)
    deeper = _DEEPER.get(lowered(chosen[0])) if chosen else None
    if not chosen and context.p.step in DURING and {*_verbs(context)} <= {Verb.DONE, Verb.USE}:
        return say("Nothing else is left to do here. Do you use one of your cards? (C16.13)")
    return (deeper or ASKED[Due(context.p.step)])(context)


def _verbs(s: Context) -> Iterator[Verb]:
    """Yield the verbs that can be chosen."""
    return (action.verb for action in s.state.legal_actions(s.seat))


# --- chance


def _revealed(s: Context) -> str:
    return say("Which tile is turned up? (C4.6)")


def _drawn(s: Context) -> str:
    return say("Which card of cost {n} does {who} draw? (C8.1)", n=s.p.draft[0] + 1, who=s.who)


def _turned(s: Context) -> str:
    return say("Which card of cost {n} is turned up? (C8.1)", n=s.p.draft[0] + 1)


# --- set-up and the wheel


def _home(s: Context) -> str:
    ships = s.b.content.powers[s.p.power[s.seat] - 1].fleet if s.p.flags & POWERS else (1, 0, 0)
    return say("Your home world begins with {ships}. Where do you place it? (C1.9)", ships=fleet(ships))


def _first_tile(s: Context) -> str:
    home, tile = s.region(s.p.draft[0]), s.tile(s.b.two_polymers)
    if options_of(s.p).start_colony:
        return say(
            "Beside your home world at {home} lies {tile}, as your colony. Where do you place it? (C1.9)",
            home=home,
            tile=tile,
        )
    return say("Beside your home world at {home} lies {tile}. Where do you place it? (C1.9)", home=home, tile=tile)


def _way(s: Context) -> str:
    if s.p.monolith == NOBODY:
        return _role(s)
    return say(
        "Which way does the monolith move from {role}, to the role of the next round? "
        "Each role that it passes over costs 1 credit, and you have {n} (C2.3)",
        role=role_name(s.p.monolith),
        n=credits(s.p.credits[s.seat]),
    )


def _role(s: Context) -> str:
    if s.p.monolith == NOBODY:
        return say("Which role is played first? All players have a turn with it, and you have its privilege (C2.2)")
    return say(
        "Which role comes after {role}? All players have a turn with it, and you have its privilege. "
        "Each role that the monolith passes over costs 1 credit, and you have {n} (C2.3)",
        role=role_name(s.p.monolith),
        n=credits(s.p.credits[s.seat]),
    )


# --- Explorer, Steward, Merchant


def _tile(s: Context) -> str:
    return say("Which tile of the display do you take, to place it in a region without a tile? (C4.1)")


def _tile_at(s: Context) -> str:
    tile = s.tile(s.p.draft[0])
    if s.is_chooser and s.p.draft[0] + 1 in s.b.planets:
        return say("Where do you place {tile}? You chose the role, so you may settle it at once (C4.1)", tile=tile)
    return say("Where do you place {tile}? (C4.1)", tile=tile)


def _settle_tile(s: Context) -> str:
    region = s.p.draft[0]
    return say(
        "Do you settle {tile} at {region} with 1 of the {n} in your stock? (C4.2)",
        tile=s.tile(s.p.tile[region] - 1),
        region=s.region(region),
        n=tokens(s.p.stock[s.seat]),
    )


def _market(s: Context) -> str:
    return say(
        "Which market tile do you pick? You gain 1 of each resource on it, then the planets of all players make those "
        "of these resources that they can (C5.2)"
    )


_TRADES: Final = (
    message(
        "Polymers cost {value} each, to buy or to sell. You have {n}, and {money}. "
        "How many polymers do you want to have? (C6.2)"
    ),
    message(
        "Metal costs {value} for each, to buy or to sell. You have {n}, and {money}. "
        "How much metal do you want to have? (C6.2)"
    ),
    message(
        "Energy costs {value} for each, to buy or to sell. You have {n}, and {money}. "
        "How much energy do you want to have? (C6.2)"
    ),
)


def _trade(kind: int) -> _Question:
    def trade(s: Context) -> str:
        value, n = credits(s.state.market_values[kind]), resource(s.p.resources[s.seat][kind], kind)
        return say(_TRADES[kind], value=value, n=n, money=credits_in_trade(s, kind))

    return trade


def credits_in_trade(s: Context, kind: int) -> str:
    """Return the words for the credits left for this kind of resource, or still missing for the kinds before it."""
    n = money_in_trade(s, kind)
    return say("{n} to spend", n=credits(n)) if n >= 0 else say("{n} still to pay by selling", n=credits(-n))


def money_in_trade(s: Context, kind: int) -> int:
    """Return the credits of a trade as a number; below 0 if the purchases so far exceed the sales."""
    held, values = s.p.resources[s.seat], s.state.market_values
    return s.p.credits[s.seat] + sum(values[each] * (held[each] - s.p.draft[each]) for each in range(kind))


def _invest(s: Context) -> str:
    return say(
        "Do you invest in far space? A location is worth a galaxy token, a colony or a starbase there. "
        "You have {money} and can invest {times} (C6.3)",
        money=credits(s.p.credits[s.seat]),
        times=times(s.rule("invests") - s.p.count),
    )


def _location(s: Context) -> str:
    return say("In which location of far space do you invest? You have {n} (C6.3)", n=credits(s.p.credits[s.seat]))


def times(n: int) -> str:
    """Return the words for how often something can be done."""
    return say("once more") if n == 1 else counted(n, "{n} time", "{n} times")


# --- Engineer, Scientist


def _build(s: Context) -> str:
    return say("Do you build a ship? You have {what} to pay with (C7.1)", what=_resources(s))


def _resources(s: Context) -> str:
    return purse((0, *s.p.resources[s.seat]))


def _which_ship(s: Context) -> str:
    return say("Which ship do you build? You have {what} to pay with (C7.1)", what=_resources(s))


def _deploy(s: Context) -> str:
    return say("In staging you have {ships}. Which one do you deploy next? (C7.3)", ships=fleet(s.p.staging[s.seat]))


def _deploy_at(s: Context) -> str:
    ship, room = a_ship(s.p.draft[0]), counted(s.rule("room"), "{n} ship", "{n} ships")
    if options_of(s.p).own_cap:
        return say("Where do you deploy {ship}? A region holds {n} of yours (C7.3)", ship=ship, n=room)
    return say("Where do you deploy {ship}? A region holds {n} (C7.3)", ship=ship, n=room)


def _draw(s: Context) -> str:
    left = counted(s.rule("draws") - s.p.count, "a card", "{n} cards")
    return say(
        "Do you draw {cards}, unseen from a deck or open from a pile? You hold {hand} (C8.1)",
        cards=left,
        hand=cards(_hand(s)),
    )


def _hand(s: Context) -> int:
    return [*s.p.place[: s.b.n_cards]].count(IN_HAND + s.seat) + sum(s.p.hidden[s.seat])


def _deck(s: Context) -> str:
    return say("From which face-down deck do you draw? Cards that cost more do more (C8.1)")


def _pile(s: Context) -> str:
    return say("Which open card do you take? All see it (C8.1)")


def _buy(s: Context) -> str:
    return say("Do you buy a technology of your hand? You have {what} to pay with (C8.2)", what=_resources(s))


def _technology(s: Context) -> str:
    return say("Which technology do you buy? You have {what} to pay with (C8.2)", what=_resources(s))


def _discard(s: Context) -> str:
    return say(
        "You hold {hand}, and may keep {n}. Which one do you discard? (C8.3)", hand=cards(_hand(s)), n=s.rule("hand")
    )


# --- Warlord


def _move(s: Context) -> str:
    return say("From where do you move a ship? Each of your ships moves once, or stays (C9.1)")


def _ship(s: Context) -> str:
    return say("Which ship do you move from {region}? (C9.1)", region=s.region(s.p.draft[0]))


def _target(s: Context) -> str:
    kind = s.p.draft[1]
    return say(
        "Where does {ship} go from {region}? It moves up to {n} (C9.1)",
        ship=a_ship(kind),
        region=s.region(s.p.draft[0]),
        n=regions(s.rule(_MOVES[kind])),
    )


_MOVES: Final = ("moves.fighter", "moves.cruiser", "moves.dreadnought")


def _battle(s: Context) -> str:
    return say("Do you attack somebody? You can in each sector where you and an opponent have a unit, once (C9.6)")


def _sector(s: Context) -> str:
    return say("In which sector do you attack? All 4 regions of it fight together (C9.6)")


def _against(s: Context) -> str:
    sector = s.p.draft[0]
    return say(
        "Whom do you attack in sector {sector}? Your strength there is {n} (C10.1)",
        sector=s.sector(sector),
        n=s.state.strength(s.seat, sector),
    )


def _strengths(s: Context) -> tuple[int, int]:
    """Return the strength of the own side, and of the other, while allies are asked."""
    found = [0, 0]
    for seat in range(s.p.players):
        if s.p.side[seat]:
            found[s.p.side[seat] - 1] += s.state.strength(seat, s.p.sector)
    return found[s.side], found[1 - s.side]


def _invite(s: Context) -> str:
    own, other = _strengths(s)
    enemy = s.name(s.p.attacker if s.side else s.p.defender)
    return say(
        "You have strength {own} against {other} of {enemy} in sector {sector}. "
        "Whom do you ask to join your side? (C10.2)",
        own=own,
        other=other,
        enemy=enemy,
        sector=s.sector(s.p.sector),
    )


def _answer(s: Context) -> str:
    p = s.p
    asking = [lead for side, lead in enumerate((p.attacker, p.defender)) if p.asked[side] >> s.seat & 1]
    names = listed(map(s.name, asking))
    return say(
        "{attacker} attacks {defender} in sector {sector}, and you are asked for help by {asking}. "
        "Whose side do you join? (C10.2)",
        attacker=s.name(p.attacker),
        defender=s.name(p.defender),
        sector=s.sector(p.sector),
        asking=names,
    )


def _bring(s: Context) -> str:
    return say(
        "From where do you bring a ship into the battle in sector {sector}? (C10.2)", sector=s.sector(s.p.sector)
    )


def _bring_ship(s: Context) -> str:
    return say("Which ship do you bring from {region} into the battle? (C10.2)", region=s.region(s.p.draft[0]))


def _bring_to(s: Context) -> str:
    return say(
        "Where in sector {sector} does {ship} from {region} go? (C10.2)",
        sector=s.sector(s.p.sector),
        ship=a_ship(s.p.draft[1]),
        region=s.region(s.p.draft[0]),
    )


def _dial(s: Context) -> str:
    force, enemy = s.p.force[s.side], s.name(s.p.attacker if s.side else s.p.defender)
    if s.p.written[s.side]:
        return say(
            "You have {left} strength left of {force}. How much of it goes into weapons? Each one beyond the shields "
            "of {enemy} is a hit; the rest is your shields (C10.5)",
            left=force - s.p.tactics[s.side],
            force=force,
            enemy=enemy,
        )
    return say(
        "Your strength of {force} goes into tactics, weapons and shields, against {other} of {enemy}. How much "
        "goes into tactics? Whoever has more scores a galaxy token, and may move so many ships as the difference "
        "says (C10.5)",
        force=force,
        other=s.p.force[1 - s.side],
        enemy=enemy,
    )


def _shift(s: Context) -> str:
    return say(
        "Your tactics move {ships} of either side. From which region does one go? (C10.6)",
        ships=counted(s.p.shifts, "{n} more ship", "{n} more ships"),
    )


def _shift_ship(s: Context) -> str:
    return say("Which ship do your tactics move from {region}? (C10.6)", region=s.region(s.p.draft[0]))


def _shift_to(s: Context) -> str:
    seat, kind = divmod(s.p.draft[1], 3)
    return say("Where does {ship} go from {region}? (C10.6)", ship=s.ship(seat, kind), region=s.region(s.p.draft[0]))


def _hit(s: Context) -> str:
    return say(
        "You have {hits} left against the other side. In which region does the next one fall? (C10.7)",
        hits=hits(s.p.hits[s.side]),
    )


def _hit_unit(s: Context) -> str:
    return say(
        "What do you hit at {region}? You have {hits} left (C10.7)",
        region=s.region(s.p.draft[0]),
        hits=hits(s.p.hits[s.side]),
    )


def _colonize(s: Context) -> str:
    return say(
        "Which free planet with your ships do you settle? You have {tokens} in stock (C9.7)",
        tokens=tokens(s.p.stock[s.seat]),
    )


# --- Regent and the end


def _influence(s: Context) -> str:
    price = credits(s.price(Verb.INFLUENCE)[0])
    return say(
        "You have {n} influence. Do you buy one more for {price}? You have {money} (C11.2)",
        n=_held(s),
        price=price,
        money=credits(s.p.credits[s.seat]),
    )


def _held(s: Context) -> int:
    return s.p.influence[s.seat] + s.p.sway[s.seat]


def _put(s: Context) -> str:
    return say(
        "You have {n} influence left to place. Where does one go? On a planet the most influence keeps or takes it, on "
        "the Throne it makes the Emperor (C11.3)",
        n=_held(s),
    )


def _edict(s: Context) -> str:
    return say(
        "You are the Emperor. Which edict is in effect? It is scored now, and each time you receive the scepter (C11.8)"
    )


def _favour(s: Context) -> str:
    return say("Points and planets are equal, and you are the Emperor. Who wins? (C12.4)")


# --- powers and effects


def _power(s: Context) -> str:
    return say("Which of the powers that you were dealt do you keep? All are shown at once (C1.8)")


def _window(s: Context) -> str:
    return say("Do you use one of your cards now, {when}? (C13.3)", when=moment_words(s.p.window - 1))


def _effect_resource(s: Context) -> str:
    assert s.stage is not None
    if s.stage.part == Part.PAY_ANY:
        return say("Which resource do you pay for {card}? (C16.14)", card=s.effect)
    return say("Which resource do you gain with {card}? (C16.14)", card=s.effect)


def _effect_card(s: Context) -> str:
    assert s.stage is not None
    if s.stage.part == Part.PAY_CARD:
        return say("Which card do you discard to pay for {card}? (C16.14)", card=s.effect)
    return say("{card} takes a card from you. Which one do you give away? (C16.14)", card=s.effect)


def _effect_at(s: Context) -> str:
    return say(_EFFECT_AT[_part(s)], card=s.effect)


_EFFECT_AT: Final = MappingProxyType({
    Part.PLACE: message("Where do you place the tile of {card}? (C16.14)"),
    Part.BUILD_STARBASE: message("At which of your starbases does {card} build the ship? (C16.14)"),
    Part.SETTLE: message("Which free planet do you settle with {card}? (C16.14)"),
    Part.UPGRADE: message("Which of your colonies does {card} make a starbase? (C16.14)"),
})  # fmt: skip


def _part(s: Context) -> Part:
    assert s.stage is not None
    return Part(s.stage.part)


def _effect_from(s: Context) -> str:
    assert s.stage is not None
    if s.stage.part == Part.PAY_SHIP:
        return say("{card} costs {ship}. From where do you take it? (C16.14)", card=s.effect, ship=a_ship(s.stage.what))
    return say("From where do you move a ship with {card}? (C16.14)", card=s.effect)


def _effect_to(s: Context) -> str:
    assert s.stage is not None
    seat, kind = divmod(s.p.draft[1], 3)
    return say(
        "Where does {card} move {ship} from {region}? It moves up to {n} (C16.14)",
        card=s.effect,
        ship=s.ship(seat, kind),
        region=s.region(s.p.draft[0]),
        n=regions(s.stage.steps),
    )


_OF_EFFECT: Final = MappingProxyType({
    Due.EFFECT_SEAT: message("From whom does {card} take? (C16.14)"),
    Due.EFFECT_TILE: message("Which tile of the display do you place with {card}? (C16.14)"),
    Due.EFFECT_SHIP: message("Which ship does {card} move from {region}? (C16.14)"),
    Due.EFFECT_HIT: message("Where does {card} destroy a unit? (C16.14)"),
    Due.EFFECT_UNIT: message("What does {card} destroy at {region}? (C16.14)"),
    Due.EFFECT_AGAIN: message("Do you exchange once more with {card}? (C16.14)"),
    Due.EFFECT_EDICT: message("Which edict do you choose with {card}? (C16.14)"),
})  # fmt: skip


def _of_effect(s: Context) -> str:
    region = s.region(s.p.draft[0]) if s.p.draft[0] < s.b.n_regions else ""
    return say(_OF_EFFECT[Due(s.p.step)], card=s.effect, region=region)


def _use(s: Context) -> str:
    return say("Which card do you use? (C16.13)")


ASKED: Final = MappingProxyType({
    Due.HOME: _home,
    Due.FIRST_TILE: _first_tile,
    Due.ROLE: _way,
    Due.EXPLORE: _tile,
    Due.REVEAL: _revealed,
    Due.EXPLORE_AT: _tile_at,
    Due.EXPLORE_SETTLE: _settle_tile,
    Due.STEWARD: _market,
    Due.TRADE: _trade(0),
    Due.TRADE_METAL: _trade(1),
    Due.TRADE_ENERGY: _trade(2),
    Due.INVEST: _invest,
    Due.BUILD: _build,
    Due.DEPLOY: _deploy,
    Due.DEPLOY_AT: _deploy_at,
    Due.DRAW: _draw,
    Due.CARD: _drawn,
    Due.TURN: _turned,
    Due.BUY: _buy,
    Due.DISCARD: _discard,
    Due.MOVE: _move,
    Due.MOVE_SHIP: _ship,
    Due.MOVE_TO: _target,
    Due.BATTLE: _battle,
    Due.AGAINST: _against,
    Due.INVITE: _invite,
    Due.ANSWER: _answer,
    Due.BRING: _bring,
    Due.BRING_SHIP: _bring_ship,
    Due.BRING_TO: _bring_to,
    Due.DIAL: _dial,
    Due.SHIFT: _shift,
    Due.SHIFT_SHIP: _shift_ship,
    Due.SHIFT_TO: _shift_to,
    Due.HIT: _hit,
    Due.HIT_UNIT: _hit_unit,
    Due.COLONIZE: _colonize,
    Due.INFLUENCE: _influence,
    Due.PUT: _put,
    Due.EDICT: _edict,
    Due.FAVOUR: _favour,
    Due.POWER: _power,
    Due.WINDOW: _window,
    Due.EFFECT_RESOURCE: _effect_resource,
    Due.EFFECT_CARD: _effect_card,
    Due.EFFECT_SEAT: _of_effect,
    Due.EFFECT_TILE: _of_effect,
    Due.EFFECT_AT: _effect_at,
    Due.EFFECT_FROM: _effect_from,
    Due.EFFECT_SHIP: _of_effect,
    Due.EFFECT_TO: _effect_to,
    Due.EFFECT_HIT: _of_effect,
    Due.EFFECT_UNIT: _of_effect,
    Due.EFFECT_AGAIN: _of_effect,
    Due.EFFECT_EDICT: _of_effect,
})  # fmt: skip
"""The question for the first choice of each step."""

_DEEPER: Final = MappingProxyType({
    Verb.ON.word: _role,
    Verb.BACK.word: _role,
    Verb.INVEST.word: _location,
    Verb.BUILD.word: _which_ship,
    Verb.DRAW.word: _deck,
    Verb.TAKE.word: _pile,
    Verb.BUY.word: _technology,
    Verb.BATTLE.word: _sector,
    Verb.USE.word: _use,
})  # fmt: skip
"""The question after the first choice, for steps with a second question."""
