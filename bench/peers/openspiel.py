"""Contenders of OpenSpiel: random rollouts inside its C++ search, and a loop from Python."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

from ..racing import Contender
from ..samples import GAMES, STANDARD_ERRORS, CheckError, Sample, sampled

GAME = {
    "amazons": "amazons",
    "havannah": "havannah(board_size=8)",
    "hex, 9 × 9": "hex(board_size=9)",
    "breakthrough": "breakthrough",
}
"""OpenSpiel's name of a game, by its name in tables."""

ABOUT_ROLLOUTS = (
    "OpenSpiel's rollouts are those of its C++ `RandomRolloutEvaluator`, n from the root and n from a child in one "
    f"call of its `MCTSBot`. Their plies are computed from the mean length of {GAMES:,} games played from Python; the "
    "table shows its standard error."
)


@cache
def sample(spiel: Any, game: str) -> Sample:
    """Play a sample of games from Python."""
    start, random, choices, ends = spiel.load_game(game), Random(0).random, 0, []
    for _ in range(GAMES):
        st = start.new_initial_state()
        while la := st.legal_actions():
            choices += len(la)
            st.apply_action(la[int(random() * len(la))])
        if not st.is_terminal():
            raise CheckError(f"a game of {game} stops before its end")
        ends.append(st)
    return sampled(game, [end.move_number() for end in ends], [end.returns() for end in ends], choices)


def rollouts(spiel: Any, shown: str) -> Contender:
    """Return the checked contender of a game's rollouts."""
    game, games = spiel.load_game(GAME[shown]), sample(spiel, GAME[shown])
    check_rollouts(spiel, game, shown, games)
    play = partial(play_rollouts, spiel, game, games.length)
    return Contender(f"OpenSpiel rollouts, {shown}", play, games, counted=False)


def play_rollouts(spiel: Any, game: Any, length: float, size: int, seed: int) -> float:
    """Play twice so many games inside one call: from the root, then from one of its children."""
    bot_of(spiel, game, size, seed).step(game.new_initial_state())
    return size * (2 * length - 1)


def bot_of(spiel: Any, game: Any, rollouts: int, seed: int) -> Any:
    return spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(rollouts, seed), 1.4, 2, 100, False, seed, False)


def loop(spiel: Any, shown: str) -> Contender:
    """Return the contender of a plain loop from Python."""
    game, games = spiel.load_game(GAME[shown]), sample(spiel, GAME[shown])
    return Contender(f"OpenSpiel {shown}, from Python", partial(play_loop, game), games)


def play_loop(game: Any, size: int, seed: int) -> float:
    random, plies = Random(seed).random, 0
    for _ in range(size):
        st = game.new_initial_state()
        while la := st.legal_actions():
            st.apply_action(la[int(random() * len(la))])
        plies += st.move_number()
    return plies


def check_rollouts(spiel: Any, game: Any, shown: str, games: Sample) -> None:
    """Check that one call makes the expected number of rollouts, and that these are like the sampled games."""
    values = []
    rollouts = GAMES // 20
    for seed in range(20):
        root = bot_of(spiel, game, rollouts, seed).mcts_search(game.new_initial_state())
        visited = [child for child in root.children if child.explore_count]
        if root.explore_count != 2 or [child.explore_count for child in visited] != [1]:
            raise CheckError(f"OpenSpiel's search of {shown} doesn't roll out from the root and from one child")
        values.append(root.total_reward - visited[0].total_reward)
    error = (2 / GAMES) ** 0.5 * float(games.scores[:, 0].std())
    if abs(np.mean(values) - games.scores[:, 0].mean()) > STANDARD_ERRORS * error:
        raise CheckError(f"OpenSpiel's rollouts of {shown} end otherwise than games from Python")
