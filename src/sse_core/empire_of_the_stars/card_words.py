"""Words for cards: what technologies and powers do, from their effects. Choices of an action and drawings tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from .board import Board
from .content import MAX_AMOUNT, NONE, SIDES, Amount, Do, Effect, Power, Technology
from .layout import SECRET
from .phrases import moment_words
from .position import Position
from .vocabulary import (
    COMPARISONS,
    MEASURES,
    MOMENTS,
    NUMBERS,
    PRICES,
    SERVED,
    SHIPS,
    TESTS,
    TYPES,
    UNTIL,
    VERBS,
)
from .words import counted, ships_words

__all__ = [
    "effect_words",
    "moment_words",
    "power_terms",
    "powers_told",
    "side_words",
    "start_words",
    "technology_words",
]

_Noun: TypeAlias = tuple[str, str]
"""The words for one thing, and for several."""

_CREDITS: Final[_Noun] = ("credit", "credits")
_PURSE: Final[tuple[_Noun, ...]] = (_CREDITS, ("polymer", "polymers"), ("metal", "metal"), ("energy", "energy"))
_ANY: Final[_Noun] = ("resource of choice", "resources of choice")
_SHIPS: Final[tuple[_Noun, ...]] = tuple((ship, f"{ship}s") for ship in SHIPS)
_ANY_SHIP: Final[_Noun] = ("ship", "ships")
_COLONY: Final[_Noun] = ("colony", "colonies")
_CARD: Final[_Noun] = ("card", "cards")
_TOKENS: Final[tuple[_Noun, ...]] = (("token", "tokens"), ("galaxy token", "galaxy tokens"))
_COSTS: Final[tuple[_Noun, ...]] = (
    *_PURSE,
    _ANY,
    ("token of the stock", "tokens of the stock"),
    *_SHIPS,
    ("card of the hand", "cards of the hand"),
)
_FLAGS: Final = MappingProxyType({
    "asteroids_stop": ("asteroid fields don't stop ships", "asteroid fields stop ships"),
    "deploy_to_colonies": ("no ship is deployed to colonies", "ships are deployed to colonies, too"),
    "guards": ("ships guard no colonies against these hits", "ships guard colonies"),
})  # fmt: skip
"""The numbers of the rules that are 0 or 1, in words for each."""

_NUMBER_WORDS: Final = MappingProxyType({
    "room": "room of a region",
    "hand": "cards in the hand",
    "draws": "cards drawn",
    "buys": "technologies bought",
    "invests": "investments",
    "influence.free": "free influence",
    "influence.bought": "influence that can be bought",
    "influence.price": "price of an influence",
    "home_strength": "strength of the home world",
    "display": "tiles of the display",
})  # fmt: skip
_OF: Final = ("owner's", "opponents'", "highest opponent's", "lowest opponent's")
_SERVED: Final = MappingProxyType({
    "chooser": "if the owner chose",
    "others": "if another one chose",
    "side": "for the side",
    "all": "for all players",
})  # fmt: skip
_SETTLED: Final = ("where own ships are", "beside own planets", "anywhere")
_FALLS: Final = ("in a sector with own units", "beside own units", "anywhere")
_BUILT: Final = ("in staging", "on the home world", "on a starbase")


def technology_words(card: Technology) -> str:
    """Return the type and the cost of a technology, then what it does."""
    return " ".join([f"{TYPES[card.kind].capitalize()}, cost {card.cost}.", *_sentences(card.effects)])


def power_terms(power: Power) -> str:
    """Return how a player begins with a power, and what both sides do."""
    sides = (f"{name.capitalize()}: {side_words(power, side)}" for side, name in enumerate(SIDES))
    return f"Begins with {start_words(power)}. {' '.join(sides)}"


def powers_told(b: Board, p: Position, seat: int) -> list[str]:
    """Return what a player's power does with the side that is up; while it is chosen, the terms of each one dealt."""
    held = p.power[seat]
    if held and held != SECRET:
        return [side_words(b.content.powers[held - 1], p.surged[seat])]
    dealt = () if held else p.dealt[seat]
    return [f"{power.name}: {power_terms(power)}" for power in (b.content.powers[each - 1] for each in dealt if each)]


def start_words(power: Power) -> str:
    """Return the credits, the resources and the ships that a power begins with."""
    purse = [_so_many(n, noun) for n, noun in zip(power.start, _PURSE, strict=True) if n.number]
    return ", ".join([*purse, ships_words(bytes(power.fleet))])


def side_words(power: Power, side: int) -> str:
    """Return what a side of a power does: a sentence for each effect."""
    return " ".join(_sentences((power.core, power.surge)[side])) or "Nothing."


def effect_words(effect: Effect) -> str:
    """Return when an effect works, for what price, and what it does, as a sentence."""
    moment = MOMENTS[effect.when]
    who = SERVED[effect.who]
    head = [
        moment_words(effect.when),
        *([_SERVED[who]] if who in _SERVED else []),
        *(_test(*test) for test in effect.tests),
        *([f"for {_joined(_so_many(Amount(n), _COSTS[what]) for what, n in effect.cost)}"] if effect.cost else []),
    ]
    words = _joined(map(_do, effect.does))
    if effect.times != 1:
        words += f", {effect.times} times" if effect.times else ", any number of times"
    changes = any(VERBS[do.verb] in ("number", "price") for do in effect.does)
    if changes and moment != "always":
        words += f", until the {UNTIL[effect.until]} ends"
    if effect.must:
        words += ", by itself"
    text = f"{', '.join(head)}: {words}."
    return text[0].upper() + text[1:]


def _sentences(effects: Iterable[Effect]) -> list[str]:
    return [effect_words(effect) for effect in effects]


def _joined(words: Iterable[str]) -> str:
    return " and ".join(words)


def _test(test: int, comparison: int, number: int) -> str:
    name, sign = TESTS[test], COMPARISONS[comparison]
    if test >= len(MEASURES):
        holds = number > 0 if sign == "==" else sign == ">="
        what = {"winner": "tactics won", "emperor": "Emperor", "attacker": "the attacker"}[name]
        return f"if {'' if holds else 'not '}{what}"
    much = {">=": f"{number} or more", "<=": f"{number} or fewer", "==": f"exactly {number}"}[sign]
    return f"with {much} {_measure(test)}"


def _measure(number: int) -> str:
    """Return a measure in words, such as ``technologies of culture``."""
    name, _, kind = MEASURES[number].replace("_", " ").partition(".")
    if name == "made":
        return f"{kind} made by own planets"
    if name in ("wormholes", "asteroids"):
        return f"{name.replace('asteroids', 'asteroid fields')} with own ships"
    if name == "home fleet":
        return "ships on the home world"
    if name == "staging":
        return "ships in staging"
    if name in ("stock", "throne"):
        return f"tokens of the {name}"
    return f"{name} of {kind}" if kind else name


def _so_many(n: Amount, noun: _Noun) -> str:
    """Return a number of things, or so many for each of a measure."""
    return f"{n.number} {noun[n.number != 1]}{_each(n)}"


def _each(n: Amount) -> str:
    if n.per == NONE:
        return ""
    most = "" if n.most == MAX_AMOUNT else f" ({n.most} at most)"
    return f" for each of the {_OF[n.of]} {_measure(n.per)}{most}"


def _more(what: str, n: Amount) -> str:
    return f"{what} {n.number:+}{_each(n)}"


def _number(do: Do) -> str:
    name = NUMBERS[do.what]
    start, _, kind = name.partition(".")
    if name in _FLAGS:
        value = do.n.number if do.steps else int(do.n.number > 0)
        return _FLAGS[name][min(value, 1)]
    what = (
        _NUMBER_WORDS.get(name)
        or {
            "moves": f"moves of a {kind}",
            "strength": f"strength of a {kind}",
            "hits": f"hits that destroy a {kind}",
            "track": f"end of the {kind} track",
        }[start]
    )
    return f"{what} is {do.n.number}" if do.steps else _more(what, do.n)


def _price(do: Do) -> str:
    name, _, kind = PRICES[do.what].replace("_", " ").partition(".")
    less = "less" if do.n.number > 0 else "more"
    n = do.n._replace(number=abs(do.n.number))
    if name in SHIPS:
        return f"{name}s cost {_so_many(n, (*_PURSE, _ANY)[do.where])} {less}"
    if name == "technology":
        return f"technologies{f' of {kind}' if kind else ''} cost {n.number} {less}{_each(n)}"
    return f"{name} costs {_so_many(n, _CREDITS)} {less}"


def _exchange(do: Do) -> str:
    give, get = (
        _joined(_so_many(Amount(n), noun) for n, noun in zip(amounts, _PURSE, strict=True) if n)
        for amounts in (do.give, do.get)
    )
    often = "" if do.n == Amount(1) else f", {_so_many(do.n, ('time', 'times'))}"
    return f"give {give}, get {get}{often}"


def _taken(do: Do) -> str:
    whom = "an opponent" if do.where == 0 else "each opponent"
    return f"take {_so_many(do.n, (*_PURSE, _CARD)[do.what])} from {whom}"


def _moved(do: Do) -> str:
    ship = (_ANY_SHIP, *_SHIPS)[do.what][0]
    whose = f"a {ship} of an opponent" if do.where else f"an own {ship}"
    often = "" if do.n == Amount(1) else f", {_so_many(do.n, ('time', 'times'))}"
    return f"move {whose} {counted(do.steps, 'region')}{often}"


def _upgraded(do: Do) -> str:
    return f"make {_so_many(do.n, _COLONY)} starbases" if do.n != Amount(1) else "make a colony a starbase"


def _removed(do: Do) -> str:
    one, many = (_ANY_SHIP, *_SHIPS, _COLONY)[do.what]
    return f"destroy {_so_many(do.n, (f'enemy {one}', f'enemy {many}'))} {_FALLS[do.where]}"


_DOES: Final[Mapping[str, Callable[[Do], str]]] = MappingProxyType(
    {
        "gain": lambda do: f"gain {_so_many(do.n, (*_PURSE, _ANY)[do.what])}",
        "take": _taken,
        "score": lambda do: f"score {_so_many(do.n, _TOKENS[do.what])}",
        "number": _number,
        "price": _price,
        "build": lambda do: f"build {_so_many(do.n, _SHIPS[do.what])} for nothing {_BUILT[do.where]}",
        "move": _moved,
        "settle": lambda do: f"settle {_so_many(do.n, ('planet', 'planets'))} {_SETTLED[do.where]}",
        "upgrade": _upgraded,
        "remove": _removed,
        "draw": lambda do: f"draw {_so_many(do.n, _CARD)} of cost {do.what}",
        "place": lambda do: f"place {_so_many(do.n, ('tile', 'tiles'))} of the display",
        "influence": lambda do: f"gain {_so_many(do.n, ('influence', 'influence'))} that is no token",
        "swap": _exchange,
        "dial": lambda do: _more(("tactics", "weapons", "shields")[do.what], do.n),
        "spare": lambda do: f"{_so_many(do.n, ('hit', 'hits'))} on the own side less",
        "edict": lambda do: "choose the edict anew",
        "surge": lambda do: "the own power flips to surge",
        "core": lambda do: "the own power flips to core",
    }
)
"""What each verb does, in words."""


def _do(do: Do) -> str:
    """Return what a verb does."""
    return _DOES[VERBS[do.verb]](do)
