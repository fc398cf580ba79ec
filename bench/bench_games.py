"""Bench of whole random games: `sse.playouts` on one thread, for every game and each number of players."""

from __future__ import annotations

from typing import Any

import sse_core as sse

from .racing import Contender, Race
from .samples import CheckError


def test_games(race: Race) -> None:
    """One turn each; chance events count as plies."""
    race([contender(name, start) for name, start in starts().items()], kind="whole random games", unit="games")


def starts() -> dict[str, Any]:
    """Return the start of every game, for each number of players."""
    return {
        f"{game.INFO.title}, {players}": game.new_game(players=players, seed=1)
        for game in sse.GAMES.values()
        for players in range(game.INFO.least_players, game.INFO.most_players + 1)
    }


def contender(name: str, start: Any) -> Contender:
    """Return a contender that plays random games from a start; its first game was checked against `playout`."""
    end = sse.playout(start, sse.child_seed(1, 0))
    first = sse.playouts(start, 1, 1)
    if first.plies[0] != end.ply - start.ply:
        raise CheckError(f"playouts of {name} play another game than playout")

    def run(games: int, seed: int) -> int:
        return len(sse.playouts(start, games, seed).plies)

    return Contender(name, run)
