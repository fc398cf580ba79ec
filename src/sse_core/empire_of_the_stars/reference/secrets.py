"""Secrets: a table as one player may know it (C1.8, C10.5, C16.12, S24), and samples of whole games that fit it."""

from __future__ import annotations

from typing import Any, Final

from ...seeds import SplitMix64
from .game import Game
from .things import SECRET, Battle, kept

__all__ = ["known_to", "sample"]

_HALF_SEED: Final = 31
"""The bits of half a seed."""


def known_to(game: Game, viewer: int) -> dict[str, Any]:
    """Return the table as a player may know it: without unseen cards of others, sealed dials and secret powers."""
    table = game.table()
    table["decks"] = {cost: {*deck} for cost, deck in game.decks.items()}
    hidden = [_hidden(game, seat, viewer) for seat in game.seats]
    for cards in hidden:
        for card in cards:
            table["decks"][game.components.cost[card]].add(card)
    table["players' hand"] = [p.hand - cards for p, cards in zip(game.players, hidden, strict=True)]
    table["players' hidden"] = [_by_cost(game, cards) for cards in hidden]
    others = [player for seat, player in enumerate(game.players) if seat != viewer]
    if game.step == "power":
        table["players' dealt"] = [set() if p in others else {*p.dealt} for p in game.players]
        table["players' power"] = [SECRET if p in others and p.power else p.power for p in game.players]
    if game.step == "dial":
        for dial in ("tactics", "weapons"):
            table[f"battle's {dial}"] = {seat: n for seat, n in table[f"battle's {dial}"].items() if seat == viewer}
    return table


def _hidden(game: Game, seat: int, viewer: int) -> set[str]:
    """S24: the cards of a hand that are hidden from a viewer."""
    player = game.players[seat]
    return set() if seat == viewer else player.hand - player.shown


def _by_cost(game: Game, cards: set[str]) -> dict[int, int]:
    costs = [game.components.cost[card] for card in cards]
    return kept({cost: costs.count(cost) for cost in game.decks})


def sample(game: Game, viewer: int, rng: SplitMix64) -> Game:
    """Return a whole game that looks like this one to a player.

    Each way to deal the hidden cards and powers is equally likely; dials, and powers that were chosen, are drawn by
    random choices. Two draws of ``rng.below(2**31)`` are the upper and the lower half of the seed of the stream that
    all these come from.
    """
    upper, lower = rng.below(1 << _HALF_SEED), rng.below(1 << _HALF_SEED)
    stream = SplitMix64(upper << _HALF_SEED | lower)
    twin = game.copy()
    _deal_cards(twin, viewer, stream)
    if game.step == "power":
        _deal_powers(twin, viewer, stream)
    if game.step == "dial":
        _set_dials(twin, twin.this_battle, viewer, stream)
    twin.tell_again(twin.now, twin.so_far)
    return twin


def _deal_cards(game: Game, viewer: int, stream: SplitMix64) -> None:
    """C8.1: hidden cards come from all cards of their cost that the viewer hasn't seen."""
    hidden = [_hidden(game, seat, viewer) for seat in game.seats]
    costs = [_by_cost(game, cards) for cards in hidden]
    for player, cards in zip(game.players, hidden, strict=True):
        player.hand -= cards
        for card in cards:
            game.decks[game.components.cost[card]].add(card)
    for player, counts in zip(game.players, costs, strict=True):
        for cost, n in counts.items():
            for _ in range(n):
                card = stream.choice([card for card in game.components.cards if card in game.decks[cost]])
                game.decks[cost].remove(card)
                player.hand.add(card)


def _deal_powers(game: Game, viewer: int, stream: SplitMix64) -> None:
    """C1.8: the powers of others are any but the viewer's own."""
    left = [power for power in game.components.powers if power not in game.players[viewer].dealt]
    for seat, player in enumerate(game.players):
        if seat != viewer:
            player.dealt = [left.pop(stream.below(len(left))) for _ in player.dealt]
            player.power = player.power and stream.choice(player.dealt)


def _set_dials(game: Game, battle: Battle, viewer: int, stream: SplitMix64) -> None:
    """C10.5: set each finished dial anew; a half-set dial becomes one that isn't begun."""
    for leader in battle.leaders:
        if leader == viewer:
            continue
        is_set = leader in battle.weapons
        battle.tactics.pop(leader, None)
        battle.weapons.pop(leader, None)
        if is_set:
            strength = battle.strength[leader]
            battle.tactics[leader] = stream.below(game.dial_end(strength) + 1)
            battle.weapons[leader] = stream.below(game.dial_end(strength - battle.tactics[leader]) + 1)
