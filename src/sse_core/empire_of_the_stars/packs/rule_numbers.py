"""Rule numbers under a pack: their values without effects, and bounds on the changes by its effects."""

from __future__ import annotations

from typing import Final

from .content import MAX_AMOUNT, NONE, Amount, Content, Do, Effect, named_effects
from .vocabulary import (
    LEAST,
    MOMENTS,
    MOST,
    NUMBERS,
    PRICES,
    RESOURCES,
    RULE_NUMBERS,
    SERVED,
    SHIPS,
    STANDING,
    VERBS,
)

__all__ = ["bases", "changed_by", "greatest", "highest", "total_changes"]

_NUMBER: Final = VERBS.index("number")
_PRICE: Final = VERBS.index("price")
_ALWAYS: Final = MOMENTS.index("always")
_TRACK: Final = NUMBERS.index(f"track.{RESOURCES[0]}")
_KINDS: Final = (*RESOURCES, "any")
_MONEY: Final = ("credits", *RESOURCES, "any")
_SHARED: Final = (SERVED.index("side"), SERVED.index("all"))


def bases(content: Content) -> tuple[int, ...]:
    """Return each number of `RULE_NUMBERS` without effects."""
    found = [*STANDING, *[0] * (len(RULE_NUMBERS) - len(STANDING))]
    found[_TRACK : _TRACK + 3] = content.tracks
    return tuple(found)


def changed_by(do: Do) -> int:
    """Return the place in `RULE_NUMBERS` of the number that a verb changes; NONE if it changes none."""
    if do.verb == _NUMBER:
        return do.what
    if do.verb != _PRICE:
        return NONE
    if do.what < len(SHIPS):
        kind = _KINDS.index(_MONEY[do.where])
        return len(NUMBERS) + len(_KINDS) * do.what + kind
    return len(NUMBERS) + len(_KINDS) * len(SHIPS) + do.what - len(SHIPS)


assert len(RULE_NUMBERS) == len(NUMBERS) + len(_KINDS) * len(SHIPS) + len(PRICES) - len(SHIPS)


def greatest(amount: Amount) -> int:
    """Return the largest size of an amount, up or down."""
    return abs(amount.number) if amount.per == NONE else max(amount.most, -amount.number * MAX_AMOUNT)


def _uses(effect: Effect) -> int:
    """Return how often an effect works in one role at most."""
    return 1 if effect.when == _ALWAYS else effect.times or MAX_AMOUNT


def total_changes(content: Content, number: int) -> int:
    """Return how much all effects together can change a number, up or down."""
    return sum(
        greatest(do.n) * _uses(effect)
        for _, effect in named_effects(content)
        for do in effect.does
        if changed_by(do) == number and not do.steps
    )


def highest(content: Content, number: int, *, players: int = 1) -> int:
    """Return the largest value of a number, added up over so many players.

    The changes by one player's effects count once, unless the effects serve other players, too.
    """
    base, most = bases(content)[number], MOST[number]
    total = players * base
    for _, effect in named_effects(content):
        for do in effect.does:
            if changed_by(do) == number:
                more = max(0, do.n.number - base) if do.steps else greatest(do.n) * _uses(effect)
                total += min(more, most) * (players if effect.who in _SHARED else 1)
    return min(total, players * max(base, most))


assert all(least <= most for least, most in zip(LEAST, MOST, strict=True))
