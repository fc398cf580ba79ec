"""Contenders of OpenSpiel with chance, played by the loop for Micro Space Empire."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from ..micro import even
from ..racing import Contender
from ..samples import GAMES, check_count, sampled

THEIRS = "tic_tac_toe", "blackjack"

ABOUT = (
    "One loop in Python plays Micro Space Empire and these two games of OpenSpiel. A chance event is a ply, too. Both "
    "engines give pairs of event and probability; the events are equally likely, which is checked, so that the loop "
    "draws one by its place."
)


def play_spiel(game: Any, size: int, seed: int) -> float:
    rnd, plies = Random(seed).random, 0
    for _ in range(size):
        s = game.new_initial_state()
        while not s.is_terminal():
            if s.is_chance_node():
                events = s.chance_outcomes()
                s.apply_action(events[int(rnd() * len(events))][0])
            else:
                la = s.legal_actions()
                s.apply_action(la[int(rnd() * len(la))])
            plies += 1
    return plies


def contender(module: Any, name: str) -> Contender:
    """Return a game of OpenSpiel, whose plies are its moves."""
    game, rnd, choices, lengths, scores = module.load_game(name), Random(0).random, 0, [], []
    for _ in range(GAMES):
        s = game.new_initial_state()
        while not s.is_terminal():
            la = even(s.chance_outcomes()) if s.is_chance_node() else s.legal_actions()
            choices += len(la)
            s.apply_action(la[int(rnd() * len(la))])
        lengths.append(s.move_number())
        scores.append(s.returns())
    games = sampled(name, lengths, scores, choices)
    check_count(name, games, play_spiel(game, GAMES, 1))
    return Contender(f"OpenSpiel {name}, from Python", partial(play_spiel, game), games)
