"""Words for cards: the effects of technologies and powers in sentences, for choices of an action and for drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ...drawing.panels import capital
from ...play.sentences import listed
from ..board import Board
from ..messages import counted, message, say
from ..packs.content import Amount, Do, Effect, Power, Technology
from ..packs.vocabulary import MOMENTS, NUMBERS, PRICES, SERVED, SHIPS, UNTIL, VERBS
from ..positions.fields import SECRET
from ..positions.position import Position
from .measures import for_each, tested
from .names import named
from .phrases import cards, credits, hits, moment_words, regions, resource, ships, tokens

__all__ = [
    "effect_words",
    "moment_words",
    "power_lines",
    "power_terms",
    "powers_told",
    "side_words",
    "sides_told",
    "start_words",
    "technology_words",
    "type_name",
]

_Counted: TypeAlias = Callable[[int], str]
"""The words for a number of a thing."""


def _ship(kind: int) -> _Counted:
    return lambda n: ships(n, kind)


def _resource(kind: int) -> _Counted:
    return lambda n: resource(n, kind)


def _times(n: int) -> str:
    return counted(n, "up to {n} time", "up to {n} times")


def _any(n: int) -> str:
    return counted(n, "{n} resource of choice", "{n} resources of choice")


_SHIPS: Final[tuple[_Counted, ...]] = (_ship(0), _ship(1), _ship(2))
_PURSE: Final[tuple[_Counted, ...]] = (credits, _resource(0), _resource(1), _resource(2))
_GAINED: Final[tuple[_Counted, ...]] = (*_PURSE, _any)
_TAKEN: Final[tuple[_Counted, ...]] = (*_PURSE, cards)
_SCORED: Final[tuple[_Counted, ...]] = (tokens, lambda n: counted(n, "{n} galaxy token", "{n} galaxy tokens"))
_COSTS: Final[tuple[_Counted, ...]] = (
    *_GAINED,
    lambda n: counted(n, "{n} token of the stock", "{n} tokens of the stock"),
    *_SHIPS,
    lambda n: counted(n, "{n} card of the hand", "{n} cards of the hand"),
)
_DESTROYED: Final[tuple[_Counted, ...]] = (
    lambda n: counted(n, "{n} enemy ship", "{n} enemy ships"),
    lambda n: counted(n, "{n} enemy fighter", "{n} enemy fighters"),
    lambda n: counted(n, "{n} enemy cruiser", "{n} enemy cruisers"),
    lambda n: counted(n, "{n} enemy dreadnought", "{n} enemy dreadnoughts"),
    lambda n: counted(n, "{n} enemy colony", "{n} enemy colonies"),
)

_TYPES: Final = (message("culture"), message("industry"), message("military"))
_FLAGS: Final = MappingProxyType({
    "asteroids_stop": (message("asteroid fields don't stop ships"), message("asteroid fields stop ships")),
    "deploy_to_colonies": (
        message("no ship is deployed to colonies"), message("ships are deployed to colonies, too")
    ),
    "guards": (message("ships guard no colonies against these hits"), message("ships guard colonies")),
})  # fmt: skip
"""The numbers of the rules that are 0 or 1, in words for each."""

_NUMBER_WORDS: Final = MappingProxyType({
    "moves.fighter": message("moves of a fighter"),
    "moves.cruiser": message("moves of a cruiser"),
    "moves.dreadnought": message("moves of a dreadnought"),
    "strength.fighter": message("strength of a fighter"),
    "strength.cruiser": message("strength of a cruiser"),
    "strength.dreadnought": message("strength of a dreadnought"),
    "strength.colony": message("strength of a colony"),
    "strength.starbase": message("strength of a starbase"),
    "hits.fighter": message("hits that destroy a fighter"),
    "hits.cruiser": message("hits that destroy a cruiser"),
    "hits.dreadnought": message("hits that destroy a dreadnought"),
    "room": message("room of a region"),
    "hand": message("cards in the hand"),
    "draws": message("cards drawn"),
    "buys": message("technologies bought"),
    "invests": message("investments"),
    "influence.free": message("free influence"),
    "influence.bought": message("influence that can be bought"),
    "influence.price": message("price of an influence"),
    "track.polymers": message("end of the polymers track"),
    "track.metal": message("end of the metal track"),
    "track.energy": message("end of the energy track"),
    "home_strength": message("strength of the home world"),
    "display": message("tiles of the display"),
})  # fmt: skip
_PRICED: Final = MappingProxyType({
    "fighter": (message("fighters cost {much} less"), message("fighters cost {much} more")),
    "cruiser": (message("cruisers cost {much} less"), message("cruisers cost {much} more")),
    "dreadnought": (message("dreadnoughts cost {much} less"), message("dreadnoughts cost {much} more")),
    "technology": (message("technologies cost {much} less"), message("technologies cost {much} more")),
    "technology.culture": (
        message("technologies of culture cost {much} less"), message("technologies of culture cost {much} more")
    ),
    "technology.industry": (
        message("technologies of industry cost {much} less"), message("technologies of industry cost {much} more")
    ),
    "technology.military": (
        message("military technologies cost {much} less"), message("military technologies cost {much} more")
    ),
    "far_space": (message("far space costs {much} less"), message("far space costs {much} more")),
    "influence": (message("influence costs {much} less"), message("influence costs {much} more")),
})  # fmt: skip
"""The words for cheaper and for dearer things."""

_DIALS: Final = (message("tactics {more}"), message("weapons {more}"), message("shields {more}"))
_SERVED: Final = MappingProxyType({
    "chooser": message("if the owner chose"),
    "others": message("if another one chose"),
    "side": message("for the side"),
    "all": message("for all players"),
})  # fmt: skip
_UNTIL: Final = MappingProxyType({
    "role": message("{does}, until the role ends"),
    "battle": message("{does}, until the battle ends"),
})  # fmt: skip
_MOVED: Final = (
    (message("move an own ship {regions}"), message("move a ship of an opponent {regions}")),
    (message("move an own fighter {regions}"), message("move a fighter of an opponent {regions}")),
    (message("move an own cruiser {regions}"), message("move a cruiser of an opponent {regions}")),
    (message("move an own dreadnought {regions}"), message("move a dreadnought of an opponent {regions}")),
)
_SETTLED: Final = (
    message("settle {planets} where own ships are"),
    message("settle {planets} beside own planets"),
    message("settle {planets} anywhere"),
)
_FALLS: Final = (
    message("destroy {what} in a sector with own units"),
    message("destroy {what} beside own units"),
    message("destroy {what} anywhere"),
)
_BUILT: Final = (
    message("build {ships} for nothing in staging"),
    message("build {ships} for nothing on the home world"),
    message("build {ships} for nothing on a starbase"),
)


def type_name(kind: int) -> str:
    """Return the name of a type of technology."""
    return say(_TYPES[kind])


def technology_words(card: Technology) -> str:
    """Return the type and the cost of a technology, then what it does."""
    words = say("{kind}, cost {n}.", kind=type_name(card.kind), n=card.cost)
    return " ".join([capital(words), *_sentences(card.effects)])


def power_terms(power: Power) -> str:
    """Return the words for a power: the start of its player, and the effects of both sides."""
    return " ".join(power_lines(power))


def power_lines(power: Power) -> list[str]:
    """Return the sentences of `power_terms`."""
    return [say("Begins with {what}.", what=start_words(power)), *sides_told(power)]


def sides_told(power: Power) -> list[str]:
    """Return the effects of each side of a power, with its name."""
    return [say("Core: {does}", does=side_words(power, 0)), say("Surge: {does}", does=side_words(power, 1))]


def powers_told(b: Board, p: Position, seat: int) -> list[str]:
    """Return the effects of a player's power with the side that is up; during the choice, the terms of each power."""
    held = p.power[seat]
    if held and held != SECRET:
        return [side_words(b.content.powers[held - 1], p.surged[seat])]
    dealt = () if held else p.dealt[seat]
    return [
        f"{named(power.name)}: {power_terms(power)}" for power in (b.content.powers[each - 1] for each in dealt if each)
    ]


def start_words(power: Power) -> str:
    """Return the credits, the resources and the ships that a power begins with."""
    purse = [_so_many(n, words) for n, words in zip(power.start, _PURSE, strict=True) if n.number]
    fleet = [ships(n, kind) for kind, n in enumerate(power.fleet) if n]
    return listed([*purse, *fleet]) or say("nothing")


def side_words(power: Power, side: int) -> str:
    """Return a sentence for each effect of a side of a power."""
    return " ".join(_sentences((power.core, power.surge)[side])) or say("Nothing.")


def effect_words(effect: Effect) -> str:
    """Return a sentence about an effect: its moment, its price, and what it does."""
    who = SERVED[effect.who]
    head = [
        moment_words(effect.when),
        *([say(_SERVED[who])] if who in _SERVED else []),
        *(tested(*test) for test in effect.tests),
        *([say("for {price}", price=listed(_COSTS[what](n) for what, n in effect.cost))] if effect.cost else []),
    ]
    return capital(f"{', '.join(head)}: {_does(effect)}.")


def _does(effect: Effect) -> str:
    """Return the words for an effect's work: what it does, how often, and for how long."""
    words = _done(effect)
    if effect.times > 1:
        words = f"{words}, {_times(effect.times)}"
    elif not effect.times:
        words = say("{does}, any number of times", does=words)
    return say("{does}, by itself", does=words) if effect.must else words


def _done(effect: Effect) -> str:
    """Return the words for all that an effect does; changed numbers hold for the role or the battle, all else stays."""
    changes = [VERBS[do.verb] in ("number", "price") for do in effect.does]
    words = [_do(do) for do in effect.does]
    if MOMENTS[effect.when] == "always" or not any(changes):
        return listed(words) if all(changes) else "; ".join(words)
    if all(changes):
        return _until(effect, listed(words))
    return "; ".join(_until(effect, each) if ends else each for each, ends in zip(words, changes, strict=True))


def _until(effect: Effect, words: str) -> str:
    return say(_UNTIL[UNTIL[effect.until]], does=words)


def _sentences(effects: Iterable[Effect]) -> list[str]:
    return [effect_words(effect) for effect in effects]


def _so_many(n: Amount, words: _Counted) -> str:
    """Return the words for a number of things, or for a number for each of a measure."""
    return for_each(words(n.number), n)


def _often(words: str, n: Amount) -> str:
    """Return the words for a deed, and how often it is done if not once."""
    return words if n == Amount(1) else f"{words}, {_so_many(n, _times)}"


def _more(n: Amount) -> str:
    return for_each(f"{n.number:+}", n)


def _number(do: Do) -> str:
    name = NUMBERS[do.what]
    if name in _FLAGS:
        value = do.n.number if do.steps else int(do.n.number > 0)
        return say(_FLAGS[name][min(value, 1)])
    what = say(_NUMBER_WORDS[name])
    return say("{what} is {n}", what=what, n=do.n.number) if do.steps else f"{what} {_more(do.n)}"


def _price(do: Do) -> str:
    name = PRICES[do.what]
    n = do.n._replace(number=abs(do.n.number))
    if name in SHIPS:
        much = _so_many(n, _GAINED[do.where])
    else:
        much = _so_many(n, str if name.startswith("technology") else credits)
    return say(_PRICED[name][do.n.number <= 0], much=much)


def _exchange(do: Do) -> str:
    give, get = (
        listed(words(n) for n, words in zip(amounts, _PURSE, strict=True) if n) for amounts in (do.give, do.get)
    )
    return _often(say("give {give}, get {get}", give=give, get=get), do.n)


def _taken(do: Do) -> str:
    much = _so_many(do.n, _TAKEN[do.what])
    if do.where:
        return say("take {much} from each opponent", much=much)
    return say("take {much} from an opponent", much=much)


def _moved(do: Do) -> str:
    return _often(say(_MOVED[do.what][do.where > 0], regions=regions(do.steps)), do.n)


def _upgraded(do: Do) -> str:
    if do.n == Amount(1):
        return say("make a colony a starbase")
    colonies = _so_many(do.n, lambda n: counted(n, "{n} colony", "{n} colonies"))
    return say("make {colonies} starbases", colonies=colonies)


def _settled(do: Do) -> str:
    planets = _so_many(do.n, lambda n: counted(n, "{n} planet", "{n} planets"))
    return say(_SETTLED[do.where], planets=planets)


def _placed(do: Do) -> str:
    return _so_many(do.n, lambda n: counted(n, "place {n} tile of the display", "place {n} tiles of the display"))


_DOES: Final[Mapping[str, Callable[[Do], str]]] = MappingProxyType(
    {
        "gain": lambda do: say("gain {much}", much=_so_many(do.n, _GAINED[do.what])),
        "take": _taken,
        "score": lambda do: say("score {tokens}", tokens=_so_many(do.n, _SCORED[do.what])),
        "number": _number,
        "price": _price,
        "build": lambda do: say(_BUILT[do.where], ships=_so_many(do.n, _SHIPS[do.what])),
        "move": _moved,
        "settle": _settled,
        "upgrade": _upgraded,
        "remove": lambda do: say(_FALLS[do.where], what=_so_many(do.n, _DESTROYED[do.what])),
        "draw": lambda do: say("draw {cards} of cost {cost}", cards=_so_many(do.n, cards), cost=do.what),
        "place": _placed,
        "influence": lambda do: say("gain {n} influence that is no token", n=_so_many(do.n, str)),
        "swap": _exchange,
        "dial": lambda do: say(_DIALS[do.what], more=_more(do.n)),
        "spare": lambda do: say("{hits} on the own side less", hits=_so_many(do.n, hits)),
        "edict": lambda do: say("choose the edict anew"),
        "surge": lambda do: say("the own power flips to surge"),
        "core": lambda do: say("the own power flips to core"),
    }
)
"""The words for each verb."""


def _do(do: Do) -> str:
    """Return the words for a verb."""
    return _DOES[VERBS[do.verb]](do)
