"""Games of cards and dice, played from Python: a chance event is a ply, drawn by the same Python code on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from sse_core import CHANCE, micro_space_empire
from sse_core.bots import random
from sse_core.match import turns_of

from .field import Contender
from .samples import GAMES, CheckError, Sample, check_games, sampled

THEIRS = "tic_tac_toe", "blackjack"

ABOUT = (
    "Micro Space Empire is plain Python. One loop plays it and these two games of OpenSpiel. A chance event is a ply, "
    "too, drawn from the pairs of event and probability that both engines give."
)


def drawn(events: Sequence[tuple[Any, Any]], at: float) -> Any:
    """Return an event, each with its probability, by a number from 0 to 1."""
    for event, probability in events:
        at -= float(probability)
        if at < 0:
            return event
    return events[-1][0]


def play_core(size: int, seed: int) -> float:
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


def play_spiel(game: Any, size: int, seed: int) -> float:
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        s = game.new_initial_state()
        while not s.is_terminal():
            if s.is_chance_node():
                s.apply_action(drawn(s.chance_outcomes(), rnd()))
            else:
                la = s.legal_actions()
                s.apply_action(la[int(rnd() * len(la))])
            plies += 1
    return plies


def core() -> Contender:
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
    check_count("Micro Space Empire", games, play_core(GAMES, 1))
    return Contender("Micro Space Empire, from Python", play_core, games)


def evenly(ids: Sequence[int]) -> list[tuple[int, float]]:
    return [(index, 1 / len(ids)) for index in ids]


def played(seed: int) -> micro_space_empire.State:
    *_, (_, _, final) = turns_of(micro_space_empire.start(), [random.choose], seed)
    return final


def spiel(module: Any, name: str) -> Contender:
    """Return a game of OpenSpiel, whose plies are its moves."""
    game, rnd, choices, lengths, scores = module.load_game(name), Random(0).random, 0, [], []
    for _ in range(GAMES):
        s = game.new_initial_state()
        while not s.is_terminal():
            events = s.chance_outcomes() if s.is_chance_node() else evenly(s.legal_actions())
            choices += len(events)
            s.apply_action(drawn(events, rnd()))
        lengths.append(s.move_number())
        scores.append(s.returns())
    games = sampled(name, lengths, scores, choices)
    check_count(name, games, play_spiel(game, GAMES, 1))
    return Contender(f"OpenSpiel {name}, from Python", partial(play_spiel, game), games)


def check_count(what: str, games: Sample, plies: float) -> None:
    """See that the loop counts the plies that games of the sample have."""
    error = games.length * games.error * (2 * GAMES) ** 0.5 * GAMES**0.5
    if abs(plies - games.lengths.sum()) > 5 * error:
        raise CheckError(f"{GAMES} games of {what} have {plies} plies, others {games.lengths.sum()}")
