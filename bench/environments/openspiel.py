"""Contenders of OpenSpiel: random play from Python in our games and in OpenSpiel's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

__all__ = ["contenders"]

GAMES: Final = {
    "base-2p": "python_small_star_empires(map=base-2p)",
    "unexplored-2p": "python_small_star_empires(map=unexplored-2p)",
    "everything-4p": "python_small_star_empires(map=everything-4p)",
    "Micro Space Empire": "python_micro_space_empire",
    "Jump Wars, 3 turns": "python_jump_wars(turn_limit=3)",
    "python_tic_tac_toe": "python_tic_tac_toe",
    "python_kuhn_poker": "python_kuhn_poker",
    "C++ hex": "hex",
}
"""The games by their names in the table; the last three are OpenSpiel's own."""


def contenders() -> dict[str, Callable[[], Iterator[int]]]:
    """Return the contenders by name: functions that yield the number of steps after each game."""
    # These need the extra `openspiel`.
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe

    from sse_core.adapters import openspiel

    registered: list[Any] = [kuhn_poker, tic_tac_toe, openspiel]
    assert all(registered)
    library: Any = pyspiel
    return {name: partial(played, library.load_game(text)) for name, text in GAMES.items()}


def played(game: Any) -> Iterator[int]:
    """Play random games."""
    random = Random(1)
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                events, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(events, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        yield steps
