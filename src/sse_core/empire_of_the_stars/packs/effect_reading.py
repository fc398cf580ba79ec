"""The reader of effects of technologies and powers: from the tables of a pack to rows of small integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ...forms.checks import guess, shown
from ...forms.toml_table import TomlTable
from .content import MAX_AMOUNT, MAX_PRICE, NONE, Amount, Do, Effect
from .vocabulary import (
    BATTLE_MOMENTS,
    COMPARISONS,
    COSTS,
    MEASURES,
    MOMENTS,
    PRICES,
    RESOURCES,
    SERVED,
    SHIPS,
    TESTS,
    UNTIL,
    VERBS,
    WHAT,
    WHERE,
    WORKS,
)

__all__ = ["amount_of", "read_effects", "works_at"]

_MOST_VERBS: Final = 4
_MOST_TESTS: Final = 4
_MONEY: Final = ("credits", *RESOURCES)
_OF: Final = ("owner", "opponents", "highest", "lowest")
_FOR_EVER: Final = ("owner", "all")
_ASKING: Final = ("move", "settle", "upgrade", "remove", "draw", "place", "swap", "edict")
"""Verbs that always need a choice of their player, or of chance; other verbs need one with some of their words."""

_OWN: Final = ("take", "surge", "core")
"""Verbs that concern their owner alone."""

_SIGNED: Final = 9
"""The largest change of a number, up or down."""

Reader: TypeAlias = Callable[[TomlTable, str], Do]


def read_effects(table: TomlTable, key: str) -> tuple[Effect, ...]:
    """Return the effects of a key, in order; none if there is no such key."""
    return tuple(map(_effect, table.tables(key))) if table.has(key) else ()


def works_at(verb: str, moment: str) -> bool:
    """Return whether a verb can work at a moment.

    >>> works_at("dial", "battle:open"), works_at("dial", "after:merchant")
    (True, False)
    """
    return moment in WORKS[verb] or moment.partition(":")[0] in WORKS[verb]


def amount_of(table: TomlTable, key: str, most: int = MAX_AMOUNT, least: int = 1) -> Amount:
    """Return an amount, here for each of a measure: ``{ per = "planets", each = 1, most = 3, of = "owner" }``."""
    if not table.is_table(key):
        return Amount(table.integer_in(key, most, least))
    by = table.table(key)
    return Amount(
        by.integer_in("each", most, 1) if by.has("each") else 1,
        MEASURES.index(by.choice("per", MEASURES)),
        by.integer_in("most", MAX_AMOUNT, 1) if by.has("most") else MAX_AMOUNT,
        _OF.index(by.choice("of", _OF)) if by.has("of") else 0,
    )


def _money(table: TomlTable, key: str) -> tuple[int, int, int, int]:
    """Return the credits, polymers, metal and energy of a table, such as ``{ metal = 1 }``; there is one at least."""
    within = table.table(key)
    found = [within.integer_in(each, MAX_AMOUNT, 1) if within.has(each) else 0 for each in _MONEY]
    if not any(found):
        raise table.refuse(key, f"has none of {', '.join(_MONEY)}")
    return found[0], found[1], found[2], found[3]


def _effect(table: TomlTable) -> Effect:
    when = table.choice("when", MOMENTS)
    until = table.choice("until", UNTIL) if table.has("until") else UNTIL[0]
    if when == "always" and table.has("until"):
        raise table.refuse("until", 'has no meaning beside when = "always", which lasts for ever')
    cost, times, must = _use(table, when)
    does = table.tables("do")
    if not 1 <= len(does) <= _MOST_VERBS:
        raise table.refuse("do", f"has {len(does)} verbs, not 1 to {_MOST_VERBS}")
    who = table.choice("who", SERVED) if table.has("who") else SERVED[0]
    _check_moment(table, when, who, until)
    for each in does:
        _check_verb(each, when, who, must=must)
    return Effect(
        MOMENTS.index(when),
        SERVED.index(who),
        _tests(table) if table.has("if") else (),
        cost,
        tuple(_do(each, when) for each in does),
        times,
        UNTIL.index(until),
        must,
    )


def _use(table: TomlTable, when: str) -> tuple[tuple[tuple[int, int], ...], int, bool]:
    """Return the price of an effect's use, how often it works in a role, and whether it happens by itself."""
    cost = _cost(table) if table.has("cost") else ()
    times = table.integer_in("times", MAX_AMOUNT) if table.has("times") else 1
    if times == 0 and not cost:
        raise table.refuse("times", "is 0, any number of times, and there is no cost")
    must = table.flag("must") if table.has("must") else False
    if must and cost:
        raise table.refuse("must", "is true, and there is a cost: nobody must pay")
    if when in ("always", "setup") and cost:
        raise table.refuse("cost", f"has no meaning beside when = {when!r}, when nothing is asked")
    return cost, times, must


def _check_moment(table: TomlTable, when: str, who: str, until: str) -> None:
    """Refuse an effect that has no meaning at its moment."""
    if when == "always" and table.has("if"):
        raise table.refuse("if", "has no meaning beside when = 'always', which lasts for ever")
    if when == "always" and who not in _FOR_EVER:
        raise table.refuse("who", f"is {who!r}, and what works always serves {' or '.join(_FOR_EVER)}")
    if who == "side" and when not in BATTLE_MOMENTS:
        raise table.refuse("who", f"is 'side', and there is no battle at {when!r}")
    if until == "battle" and when not in BATTLE_MOMENTS:
        raise table.refuse("until", f"is 'battle', and there is no battle at {when!r}")
    if table.has("must") and when.startswith("during:") and when != "during:produce":
        raise table.refuse("must", f"has no meaning at {when!r}, where the owner says when")


def _check_verb(table: TomlTable, when: str, who: str, *, must: bool) -> None:
    """Refuse a verb that needs a choice at a moment without choices, or that can't serve so many players."""
    verb = next((each for each in VERBS if table.has(each)), "")
    asks = _asks(table, verb)
    if must and asks:
        raise table.refuse(verb, "asks for something, and must is true: it happens by itself")
    serves_one = asks or verb in _OWN
    if (who == "side" and serves_one) or (who == "all" and (serves_one or verb in ("dial", "spare"))):
        raise table.refuse(verb, f"serves one player, not {who}")
    if when == "always" and any(table.has(key) and table.is_table(key) for key in ("add", "less")):
        raise table.refuse(verb, "changes by a measure, and what works always changes by a number")


def _asks(table: TomlTable, verb: str) -> bool:
    """Return whether a verb needs a choice of its player."""
    if verb == "take":
        each = table.has("from") and table.value("from") == "each"
        if each and table.value(verb) == "card":
            raise table.refuse("from", "is 'each', and a card is taken from one opponent")
        return not each
    if verb in ("gain", "build") and table.value(verb) == "any":
        return True
    return verb in _ASKING or (verb in ("gain", "build") and table.has("at") and table.value("at") == "starbase")


def _tests(table: TomlTable) -> tuple[tuple[int, int, int], ...]:
    found: list[tuple[int, int, int]] = []
    for item in table.items("if"):
        match item:
            case [str(test), str(comparison), int(number)] if not isinstance(number, bool):
                pass
            case _:
                raise table.refuse("if", f'has tests like ["planets", ">=", 3], not {shown(item)}')
        if test not in TESTS:
            raise table.refuse("if", f"has no test {shown(test)}{guess(test, TESTS)}; they are {', '.join(TESTS)}")
        if comparison not in COMPARISONS:
            raise table.refuse("if", f"compares by {', '.join(COMPARISONS)}, not {shown(comparison)}")
        if not 0 <= number <= MAX_PRICE:
            raise table.refuse("if", f"compares with {shown(number)}, not with 0 to {MAX_PRICE}")
        found.append((TESTS.index(test), COMPARISONS.index(comparison), number))
    if len(found) > _MOST_TESTS:
        raise table.refuse("if", f"has {len(found)} tests, more than {_MOST_TESTS}")
    return tuple(found)


def _cost(table: TomlTable) -> tuple[tuple[int, int], ...]:
    cost = table.table("cost")
    found = tuple((number, cost.integer_in(key, MAX_AMOUNT, 1)) for number, key in enumerate(COSTS) if cost.has(key))
    if not found:
        raise table.refuse("cost", f"has none of {', '.join(COSTS)}")
    return found


def _do(table: TomlTable, when: str) -> Do:
    verbs = [verb for verb in VERBS if table.has(verb)]
    if not verbs:
        word = next((key for key in table.content if guess(key, VERBS)), next(iter(table.content), "do"))
        raise table.refuse(word, f"is no verb{guess(word, VERBS)}; they are {', '.join(VERBS)}")
    verb, *others = verbs
    if others:
        raise table.refuse(others[0], f"is a second verb beside {verb}")
    if not works_at(verb, when):
        raise table.refuse(verb, f"can't work at {when!r}; it works at {', '.join(WORKS[verb])}")
    return _READERS[verb](table, verb)


def _word(table: TomlTable, key: str, words: Sequence[str], usual: str | None = None) -> int:
    """Return the place of a word; that of the usual word if the key is left out, NONE if there is no usual word."""
    if usual is not None and not table.has(key):
        return words.index(usual) if usual else NONE
    return words.index(table.choice(key, words))


def _n(table: TomlTable, key: str = "n") -> Amount:
    return amount_of(table, key) if table.has(key) else Amount(1)


def _change(table: TomlTable, key: str) -> Amount:
    if table.is_table(key):
        return amount_of(table, key, _SIGNED)
    number = table.integer_in(key, _SIGNED, -_SIGNED)
    if number == 0:
        raise table.refuse(key, "is 0, which changes nothing")
    return Amount(number)


def _gain(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table))


def _take(table: TomlTable, verb: str) -> Do:
    whom = _word(table, "from", WHERE[verb], "opponent")
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table), whom)


def _score(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table))


def _number(table: TomlTable, verb: str) -> Do:
    what = _word(table, verb, WHAT[verb])
    if table.has("to"):
        if table.has("add"):
            raise table.refuse("add", "stands beside to: a number is set, or added to")
        return Do(VERBS.index(verb), what, Amount(table.integer_in("to", MAX_AMOUNT)), steps=1)
    return Do(VERBS.index(verb), what, _change(table, "add"))


def _price(table: TomlTable, verb: str) -> Do:
    what = _word(table, verb, WHAT[verb])
    kind = _word(table, "in", WHERE[verb], "any")
    if PRICES[what] not in SHIPS and table.has("in"):
        paid = "by its type" if PRICES[what].startswith("technology") else "in credits"
        raise table.refuse("in", f"has no meaning: {PRICES[what]} is paid {paid}")
    if kind == 0:
        raise table.refuse("in", "is 'credits', and ships are paid in resources")
    return Do(VERBS.index(verb), what, _change(table, "less"), kind)


def _build(table: TomlTable, verb: str) -> Do:
    where = _word(table, "at", WHERE[verb], "staging")
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table), where)


def _move(table: TomlTable, verb: str) -> Do:
    steps = table.integer_in("steps", _SIGNED, 1) if table.has("steps") else 1
    whose = _word(table, "of", WHERE[verb], "own")
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table), whose, steps)


def _settle(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), n=amount_of(table, verb), where=_word(table, "where", WHERE[verb], "ship"))


def _remove(table: TomlTable, verb: str) -> Do:
    where = _word(table, "where", WHERE[verb], "sector")
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _n(table), where)


def _draw(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), table.integer_in("cost", 3, 1), amount_of(table, verb))


def _swap(table: TomlTable, verb: str) -> Do:
    give, get = _money(table, verb), _money(table, "for")
    return Do(VERBS.index(verb), n=_n(table), give=give, get=get)


def _dial(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), _word(table, verb, WHAT[verb]), _change(table, "add"))


def _counted(table: TomlTable, verb: str) -> Do:
    """Return a verb whose only argument is a number."""
    return Do(VERBS.index(verb), n=amount_of(table, verb))


def _once(table: TomlTable, verb: str) -> Do:
    return Do(VERBS.index(verb), n=Amount(table.integer_in(verb, 1, 1)))


_READERS: Final = MappingProxyType(
    {
        "gain": _gain,
        "take": _take,
        "score": _score,
        "number": _number,
        "price": _price,
        "build": _build,
        "move": _move,
        "settle": _settle,
        "upgrade": _counted,
        "remove": _remove,
        "draw": _draw,
        "place": _counted,
        "influence": _counted,
        "swap": _swap,
        "dial": _dial,
        "spare": _counted,
        "edict": _once,
        "surge": _once,
        "core": _once,
    }
)
"""The reader of each verb's table."""
