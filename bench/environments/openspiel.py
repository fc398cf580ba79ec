"""Games under OpenSpiel: random play from Python, beside games that OpenSpiel has itself."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

__all__ = ["GAMES", "rows"]

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
"""The games by the names that are shown; the last three are OpenSpiel's own."""


def rows(seconds: float = 0.5, rounds: int = 5) -> list[tuple[str, float]]:
    """Return the steps of a second of one processor for each game: the median of so many rounds, played by turns."""
    # These need the extra `openspiel`.
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe

    from sse_core.adapters import openspiel

    registered: list[Any] = [kuhn_poker, tic_tac_toe, openspiel]
    assert all(registered)
    library: Any = pyspiel
    random = Random(1)
    games = {name: library.load_game(text) for name, text in GAMES.items()}
    taken = [{name: speed(game, random, seconds) for name, game in games.items()} for _ in range(rounds)]
    return [(name, median(one[name] for one in taken)) for name in games]


def speed(game: Any, random: Random, seconds: float) -> float:
    """Play random games for so many seconds of the processor, and return the steps of one."""
    steps, begun = 0, process_time()
    while process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                events, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(events, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (process_time() - begun)


if __name__ == "__main__":
    for name, found in rows():
        print(f"{name:20} {found:>12,.0f}")
