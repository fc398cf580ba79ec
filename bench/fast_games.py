"""Contenders of Jump Wars and Empire of the Stars: core and plain rules in one loop from Python, and playouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sse_core import CHANCE, child_seed, empire_of_the_stars, jump_wars
from sse_core.empire_of_the_stars import reference as empire_reference
from sse_core.empire_of_the_stars.actions import text_of
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.jump_wars import reference as jump_rules
from sse_core.play import random_play

from .core import plies_of
from .racing import Contender
from .samples import CheckError


class Plain(NamedTuple):
    """The plain rules from a state on, as functions: a new game, the seat to act, its ids, and the next position."""

    begin: Callable[[], Any]
    to_act: Callable[[Any], tuple[int, ...]]
    legal_ids: Callable[[Any, int], Sequence[int]]
    play: Callable[[Any, int, int], Any]
    """A function that may change the game that it is given."""


class Game(NamedTuple):
    """A timed game."""

    module: Any
    title: str
    plain: Callable[[Any], Plain]
    """A function that returns the plain rules of a state."""


def _jump(state: Any) -> Plain:
    return Plain(lambda: state.position, jump_rules.to_act, jump_rules.legal_ids, jump_rules.play)


def _empire(state: Any) -> Plain:
    board = state.board
    components = empire_reference.Components(board.content)
    texts = [*map(text_of, board.actions)]
    ids = {text: index for index, text in enumerate(texts)}

    def legal_ids(game: empire_reference.Game, player: int) -> list[int]:
        return sorted(ids[text] for text in game.legal(player))

    def play(game: empire_reference.Game, player: int, index: int) -> empire_reference.Game:
        game.play(player, texts[index])
        return game

    begin = partial(empire_reference.game_at, components, Position(state.data))
    return Plain(begin, lambda game: game.to_act, legal_ids, play)


GAMES: Final = MappingProxyType(
    {
        "jump_wars": Game(jump_wars, "Jump Wars", _jump),
        "empire_of_the_stars": Game(empire_of_the_stars, "Empire of the Stars", _empire),
    }
)

CHECKED = 2
"""The number of games that both sides play for the check before the timing."""


def play(start: Any, size: int, seed: int) -> float:
    """Play games; return the number of plies. Chance events are drawn uniformly from the possible ones."""
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        s = start
        while la := s.legal_ids():
            s = s.after(la[int(rnd() * len(la))])
        plies += s.ply - start.ply
    return plies


def play_plain(rules: Plain, size: int, seed: int) -> float:
    """Play the same games by the plain rules."""
    begin, whose, legal_ids, follow = rules
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        p = begin()
        while to_act := whose(p):
            la = legal_ids(p, to_act[0])
            p = follow(p, to_act[0], la[int(rnd() * len(la))])
            plies += 1
    return plies


def contenders(game: str, players: int, **options: Any) -> list[Contender]:
    """Return the core and the plain rules in the same loop, and playouts; both were checked to play the same games."""
    module, title, plain = GAMES[game]
    start, name = module.new_game(players=players, seed=1, **options), " ".join([f"{title} for {players}", *options])
    if play(start, CHECKED, 1) != play_plain(plain(start), CHECKED, 1):
        raise CheckError(f"{name} has other games by the plain rules")
    if module.playout(start, 1) != random_play.playout(start, 1):
        raise CheckError(f"playout of {name} plays another game than is played from Python")
    return [
        Contender(f"{name}, from Python", partial(play, start)),
        Contender(f"{name}, the plain rules from Python", partial(play_plain, plain(start))),
        Contender(f"playouts, {name}", partial(plies_of, partial(module.playouts, start))),
    ]


def positions(game: str, players: int, seed: int = 1, **options: Any) -> Sequence[Any]:
    """Return the states of a random game in which a player is to act, each with the first seat to act."""
    found: list[Any] = []
    state = GAMES[game].module.new_game(players=players, seed=seed, **options)
    rng = Random(child_seed(seed, players))
    while legal := state.legal_ids():
        if state.to_act != (CHANCE,):
            found.append(state)
        state = state.after(rng.choice(legal))
    return found
