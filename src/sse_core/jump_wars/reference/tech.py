"""J2.3, the Tech phase: a card each, then pairs."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import Action, Verb, ids_of
from ..cards import BASICS, SPECIALS, Card
from ..positions.position import NOBODY, Due, Position, changed, decide, has, with_player
from . import mine
from .decisions import DONE, Rule, Rules, next_after
from .hand import holds, spend

__all__ = ["RULES", "begin"]


def begin(p: Position) -> Position:
    """The start player is first."""
    return decide(p, Due.TECH, p.start_player)


def _can_learn(p: Position, player: int, special: Card) -> bool:
    """J2.3, J4.7: a special of the hand that isn't learned yet; Progenitor Ruins never is."""
    return special is not Card.PROGENITOR_RUINS and not has(p, player, special) and holds(p, player, special)


def _legal_tech(p: Position, player: int) -> Iterator[int]:
    raises = [card for card in BASICS if holds(p, player, card)]
    learns = [card for card in SPECIALS if _can_learn(p, player, card)]
    # J2.3: a player may pass, unless the option makes it a must.
    if not p.options.must_raise or not (raises or learns):
        yield DONE
    yield from ids_of(Verb.RAISE, raises)
    yield from ids_of(Verb.LEARN, learns)


def _play_tech(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.RAISE:
        p = _raised(spend(p, player, action.argument or 0), player, action.argument or 0)
    elif action.verb is Verb.LEARN:
        special = Card(action.argument or 0)
        p = with_player(spend(p, player, special), player, learned=p.players[player].learned | {special})
    follower = next_after(p, player)
    return decide(p, Due.PAIRS, p.start_player) if follower == NOBODY else decide(p, Due.TECH, follower)


def _legal_pairs(p: Position, player: int) -> Iterator[int]:
    yield DONE
    yield from ids_of(Verb.PAIR, (card for card in BASICS if holds(p, player, card, 2)))


def _play_pairs(p: Position, player: int, action: Action) -> Position:
    if action.verb is Verb.PAIR:
        card = action.argument or 0
        return _raised(spend(spend(p, player, card), player, card), player, card)
    follower = next_after(p, player)
    return mine.begin(p) if follower == NOBODY else decide(p, Due.PAIRS, follower)


def _raised(p: Position, player: int, technology: int) -> Position:
    return with_player(p, player, levels=changed(p.players[player].levels, technology, 1))


RULES: Rules = {Due.TECH: Rule(_legal_tech, _play_tech), Due.PAIRS: Rule(_legal_pairs, _play_pairs)}
