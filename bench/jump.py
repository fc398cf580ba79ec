"""Jump Wars as a contender: the core and the plain rules, played from Python in the same loop, and playouts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from sse_core import CHANCE, child_seed, jump_wars
from sse_core.jump_wars import State, rules
from sse_core.jump_wars.position import Position
from sse_core.play import random_play

from .core import plies_of
from .racing import Contender
from .samples import CheckError

CHECKED = 2
"""The games that both sides play before they are timed."""


def play(start: State, size: int, seed: int) -> float:
    """Play games; return the number of plies. An event is drawn from those that can come, not by its odds."""
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        s = start
        while la := s.legal_ids():
            s = s.after(la[int(rnd() * len(la))])
        plies += s.ply - start.ply
    return plies


def play_plain(start: Position, size: int, seed: int) -> float:
    """Play the same games by the plain rules."""
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        p = start
        while to_act := rules.to_act(p):
            la = rules.legal_ids(p, to_act[0])
            p = rules.play(p, to_act[0], la[int(rnd() * len(la))])
            plies += 1
    return plies


def contenders(players: int) -> list[Contender]:
    """Return the core and the plain rules in the same loop, and playouts, after both sides played the same games."""
    start, name = jump_wars.start(players=players, seed=1), f"Jump Wars for {players}"
    if play(start, CHECKED, 1) != play_plain(start.position, CHECKED, 1):
        raise CheckError(f"{name} has other games by the plain rules")
    if jump_wars.playout(start, 1) != random_play.playout(start, 1):
        raise CheckError(f"playout of {name} plays another game than is played from Python")
    return [
        Contender(f"{name}, from Python", partial(play, start)),
        Contender(f"{name}, the plain rules from Python", partial(play_plain, start.position)),
        Contender(f"playouts, {name}", partial(plies_of, partial(jump_wars.playouts, start))),
    ]


def positions(players: int, seed: int = 1) -> Sequence[State]:
    """Return the states of a random game in which a player is to act, each with its first seat to act."""
    found: list[Any] = []
    state = jump_wars.start(players=players, seed=seed)
    rng = Random(child_seed(seed, players))
    while legal := state.legal_ids():
        if state.to_act != (CHANCE,):
            found.append(state)
        state = state.after(rng.choice(legal))
    return found
