"""Effects of cards in words: of a bought technology, of a used card, and of tokens paid for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..actions import Action, Verb
from ..messages import say
from ..options import options_of
from ..packs.content import named_effects
from ..positions.position import bytes_of
from .cards import effect_words
from .context import Context
from .phrases import tokens
from .table import effect_name

__all__ = ["card_effects"]

_CHANGED: Final = ("changed", "for_role", "for_battle", "plus", "spare")
"""The fields of a position that cards can change."""


def card_effects(before: Context, action: Action, after: Context) -> Iterator[str]:
    """Yield the effects of a bought card, of a used card if nothing else tells them, and the tokens that it cost."""
    content, number = before.b.content, before.number(action)
    if action.verb is Verb.BUY and options_of(before.p).technologies:
        does = " ".join(map(effect_words, content.technologies[number].effects)).removesuffix(".")
        if does:
            yield say("{card} does this: {what} (C8.2)", card=before.card(number), what=does)
    elif action.verb is Verb.USE and _has_changed(before, after):
        does = effect_words(named_effects(content)[number][1]).removesuffix(".")
        yield say("{card} does this: {what} (C16.14)", card=effect_name(before.b, number), what=does)
    for seat in range(before.p.players):
        paid = after.p.spent[seat] - before.p.spent[seat]
        if paid > 0:
            yield say("{who} pays {tokens} of the stock (C16.14)", who=before.name(seat), tokens=tokens(paid))


def _has_changed(before: Context, after: Context) -> bool:
    """Return whether some numbers have changed."""
    return any(before.p.data[bytes_of(name)] != after.p.data[bytes_of(name)] for name in _CHANGED)
