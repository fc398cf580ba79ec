"""Contenders of Micro Space Empire, played from Python; Python code draws chance events, which are plies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Final

from sse_core import CHANCE, micro_space_empire
from sse_core.micro_space_empire import reference

from .core import plies_of
from .racing import Contender
from .samples import GAMES, CheckError, Sample, check_count, check_games, sampled

ROUNDING: Final = 1e-9
"""The largest error of a probability in floating point."""


def even(events: Sequence[tuple[Any, Any]]) -> list[Any]:
    """Return the events of pairs of event and probability; raise CheckError unless all are equally likely."""
    if any(abs(float(probability) * len(events) - 1) > ROUNDING for _, probability in events):
        raise CheckError(f"{events} are not equally likely")
    return [event for event, _ in events]


def play(start: Any, size: int, seed: int) -> float:
    """Play games from the start of the core or of its reference; return the number of plies."""
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        s = start
        while to_act := s.to_act:
            if to_act == (CHANCE,):
                events = s.odds()
                s = s.after(events[int(rnd() * len(events))][0])
            else:
                la = s.legal_ids()
                s = s.after(la[int(rnd() * len(la))])
            plies += 1
    return plies


def sample() -> Sample:
    """Play a sample of games from Python, with chance events as plies, and check it against playouts."""
    rnd, choices, ends = Random(0).random, 0, []
    for _ in range(GAMES):
        s = micro_space_empire.new_game()
        while s.to_act:
            la = even(s.odds()) if s.to_act == (CHANCE,) else s.legal_ids()
            choices += len(la)
            s = s.after(la[int(rnd() * len(la))])
        ends.append(s)
    games = sampled("Micro Space Empire", [end.ply for end in ends], [end.totals for end in ends], choices)
    judges = micro_space_empire.playouts(micro_space_empire.new_game(), GAMES, 1)
    check_games("Micro Space Empire", games, judges.totals, judges.plies)
    return games


def contenders() -> list[Contender]:
    """Return the core and its reference, both played from Python in the same loop, and playouts."""
    games, start = sample(), micro_space_empire.new_game()
    slow = reference.same(start)
    if play(start, GAMES // 20, 1) != play(slow, GAMES // 20, 1):
        raise CheckError("Micro Space Empire has other games in its reference")
    check_count("Micro Space Empire", games, play(start, GAMES, 1))
    return [
        Contender("Micro Space Empire, from Python", partial(play, start), games),
        Contender("Micro Space Empire, the reference from Python", partial(play, slow), games),
        Contender(
            "playouts, Micro Space Empire", partial(plies_of, partial(micro_space_empire.playouts, start)), games
        ),
    ]
