"""Micro Space Empire as a contender, played from Python: a chance event is a ply, drawn by Python code."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from sse_core import CHANCE, micro_space_empire
from sse_core.bots import random
from sse_core.match import turns_of

from .racing import Contender
from .samples import GAMES, check_count, check_games, sampled


def drawn(events: Sequence[tuple[Any, Any]], at: float) -> Any:
    """Return an event, each with its probability, by a number from 0 to 1."""
    for event, probability in events:
        at -= float(probability)
        if at < 0:
            return event
    return events[-1][0]


def evenly(ids: Sequence[int]) -> list[tuple[int, float]]:
    return [(index, 1 / len(ids)) for index in ids]


def play(size: int, seed: int) -> float:
    rnd, plies, start = Random(seed).random, 0, micro_space_empire.start()
    for _ in range(size):
        s = start
        while to_act := s.to_act:
            if to_act == (CHANCE,):
                s = s.after(drawn(s.odds(), rnd()))
            else:
                la = s.legal_ids()
                s = s.after(la[int(rnd() * len(la))])
            plies += 1
    return plies


def contender() -> Contender:
    """Return Micro Space Empire; games that the random bot plays judge the loop's."""
    rnd, choices, ends = Random(0).random, 0, []
    for _ in range(GAMES):
        s = micro_space_empire.start()
        while s.to_act:
            choices += len(s.legal_ids())
            s = s.after(drawn(s.odds(), rnd()) if s.to_act == (CHANCE,) else drawn(evenly(s.legal_ids()), rnd()))
        ends.append(s)
    games = sampled("Micro Space Empire", [end.ply for end in ends], [end.totals for end in ends], choices)
    judges = [played(seed) for seed in range(GAMES)]
    totals, plies = np.array([end.totals for end in judges]), np.array([end.ply for end in judges])
    check_games("the random bot", games, totals, plies)
    check_count("Micro Space Empire", games, play(GAMES, 1))
    return Contender("Micro Space Empire, from Python", play, games)


def played(seed: int) -> micro_space_empire.State:
    *_, (_, _, final) = turns_of(micro_space_empire.start(), [random.choose], seed)
    return final
