"""Contenders of the core: playouts, the loop from Python, and batches, each checked against games from Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import sse_core as sse
from sse_core.small_star_empires import Batch

from .levels import level_of_loops, taken
from .racing import Contender
from .samples import GAMES, CheckError, Sample, check_games, check_means, sampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE_BY_SIDE = 1024
"""The number of games in a batch."""


def sample(start: sse.State) -> Sample:
    """Play a sample of games from Python; a reveal counts as a ply with one choice."""
    rng, choices, ends = sse.SplitMix64(0), 0, []
    for _ in range(GAMES):
        s = start
        while s.to_act:
            if s.to_act == (sse.CHANCE,):
                before, s = s.ply, s.resolve(rng)
                choices += s.ply - before
            else:
                la = s.legal_actions()
                choices += len(la)
                s = s.after(rng.choice(la))
        ends.append(s)
    return sampled("sse_core", [end.ply for end in ends], [end.totals for end in ends], choices)


def playouts(board: str, start: sse.State, games: Sample, threads: int = 0) -> Contender:
    """Return the contender of playouts, on so many threads, 0 for the default."""
    name = f"playouts, {board}, {f'threads={threads}, ' * (threads > 0)}{taken(start)}"
    return Contender(name, partial(plies_of, partial(sse.playouts, start, threads=max(1, threads))), games)


def plies_of(play: Callable[[int, int], Sequence[Any]], size: int, seed: int) -> int:
    """Play so many games with a function that returns totals, winners and plies; return the number of plies."""
    return int(play(size, seed)[2].sum())


def loop(name: str, start: sse.State, games: Sample) -> Contender:
    return Contender(name, partial(play_loop, start), games)


def play_loop(start: sse.State, size: int, seed: int) -> float:
    random, plies = Random(seed).random, 0
    for _ in range(size):
        s = start
        while la := s.legal_actions():
            s = s.after(la[int(random() * len(la))])
        plies += s.ply
    return plies


MASKS = {"masks of bits": (True, False), "masks of bytes": (False, False), "a kept mask of bytes": (False, True)}
"""The kinds of masks of a batch: whether they are packed, and whether the batch updates them itself."""


def batches(start: sse.State, games: Sample, totals: NDArray[Any], plies: NDArray[Any]) -> list[Contender]:
    """Return a contender for each of MASKS, and one that plays in one call; all play games like the given ones."""
    found = []
    for masks, (packed, kept) in MASKS.items():
        check_batch(start, totals, plies, packed=packed, kept=kept)
        batch = Batch(start, SIDE_BY_SIDE, seed=0, auto_reset=True)
        mask = batch.legal_mask(packed=packed, kept=kept)
        name = f"Batch of {SIDE_BY_SIDE:,}, {masks}, {level_of_loops()}"
        found.append(Contender(name, partial(play_batch, batch, None if kept else mask), games))
    check_play(start)
    batch = Batch(start, SIDE_BY_SIDE, seed=0, auto_reset=True)
    batch.legal_mask(packed=False, kept=True)
    name = f"Batch of {SIDE_BY_SIDE:,}, a kept mask of bytes, play, {level_of_loops()}"
    found.append(Contender(name, partial(play_at_once, batch), games))
    return found


def play_batch(batch: Batch, mask: NDArray[Any] | None, size: int, seed: int) -> float:
    """Step a batch so many times, and write the mask after each step, unless the batch updates it."""
    for _ in range(size):
        actions = batch.sample()
        batch.step(actions)
        if mask is not None:
            batch.legal_mask(out=mask)
    return size * batch.n


def play_at_once(batch: Batch, size: int, seed: int) -> float:
    """Play a ply so many times, each in a call that samples and steps; the batch keeps its mask."""
    for _ in range(size):
        batch.play()
    return size * batch.n


def check_playouts(name: str, start: sse.State, games: Sample) -> None:
    """Check playouts against games from Python."""
    played = sse.playouts(start, GAMES, 1)
    check_games(name, games, played.totals, played.plies)


def check_threads(start: sse.State) -> None:
    """Check that two threads play the same games as one."""
    one, two = (sse.playouts(start, GAMES, 5, threads=threads) for threads in (1, 2))
    if not (np.array_equal(one.totals, two.totals) and np.array_equal(one.plies, two.plies)):
        raise CheckError("two threads play other games than one")


def check_play(start: sse.State) -> None:
    """Check that a call of `play` does what `sample` and `step` do, and that the mask follows it."""
    played, stepped = (Batch(start, SIDE_BY_SIDE, seed=1, auto_reset=True) for _ in range(2))
    mask, its = (batch.legal_mask(packed=False, kept=True) for batch in (played, stepped))
    for _ in range(60):
        played.play()
        stepped.step(stepped.sample())
        if not (np.array_equal(mask, its) and np.array_equal(played.totals, stepped.totals)):
            raise CheckError("a batch plays otherwise in one call than by samples and steps")


def check_batch(start: sse.State, totals: NDArray[Any], plies: NDArray[Any], *, packed: bool, kept: bool) -> None:
    """Check the first game of each place: every sampled action is in the mask, and games are like the given ones."""
    batch = Batch(start, SIDE_BY_SIDE, seed=1, auto_reset=True)
    mask = batch.legal_mask(packed=packed, kept=kept)
    own_totals, own_plies = np.zeros((SIDE_BY_SIDE, start.board.players)), np.zeros(SIDE_BY_SIDE)
    going = np.ones(SIDE_BY_SIDE, np.bool_)
    while going.any():
        actions = batch.sample()
        bits = np.unpackbits(mask, axis=1, bitorder="little") if packed else mask
        if not bits[np.arange(SIDE_BY_SIDE), actions].all():
            raise CheckError("a batch samples what its mask forbids")
        batch.step(actions)
        if not kept:
            batch.legal_mask(out=mask)
        own_plies += going
        own_totals[going & batch.done] = batch.totals[going & batch.done]
        going &= ~batch.done
    check_means("the scores of a batch", own_totals, totals)
    check_means("the lengths of a batch", own_plies, plies)
