"""The subject Jump Wars of `insight`: a game's data, and tables of lengths, wins by seat and special technologies.

Ring: laboratory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from sse_core import jump_wars
from sse_core.game import State
from sse_core.jump_wars.cards import SPECIALS, Card, name_of
from sse_core.jump_wars.info import INFO

from .figures import Subject, Turns, mean, share, wins_of
from .tables import table

PLAYERS: Final = range(2, 6)

SIMULATIONS: Final = {2: 20, 3: 10, 4: 5, 5: 5}
"""The simulations per plan of mcts, by players; a game has thousands of choices, and more with more players."""


class Game(NamedTuple):
    """The stored data of a game."""

    turns: int
    plies: int
    decided_by: str
    winners: list[int]
    first: int
    """The seat of the start player."""
    learned: list[list[str]]
    """The special technologies that each seat learned."""


def watched(start: State[Any], turns: Turns) -> Game:
    """Return the data of a game."""
    state: Any = start
    for _, _, after in turns:
        state = after
    p, outcome = state.position, state.outcome
    assert outcome is not None
    learned = [sorted(name_of(card) for card in one.learned) for one in p.players]
    return Game(p.turn, state.ply, outcome.decided_by, list(outcome.winners), p.start_player, learned)


# --- tables


def report(found: Mapping[tuple[str, int], Sequence[Game]]) -> Iterator[str]:
    """Return the lines of the section."""
    yield "Each bot plays against itself in all seats, on the square grid, with a limit of 100 turns and no option set."
    numbers = ", ".join(f"{n} with {players}" for players, n in SIMULATIONS.items())
    yield "mcts makes so many simulations for each plan, such as all orders of a turn:"
    yield f"{numbers} players. Intervals are those of 95 %."
    yield ""
    lengths = ["bot", "players", "games", "turns", "median", "at the turn limit", "actions"]
    yield from table(lengths, [length(*key, games) for key, games in found.items()])
    yield ""
    yield "How games end, and how often the start player wins. Who shares a win has a part of it."
    yield ""
    heading = ["bot", "players", "conquest", "homeworlds", "fleets", "tokens", "start player wins", "fair"]
    yield from table(heading, [ending(*key, games) for key, games in found.items()])
    yield ""
    yield "How often each seat wins, wherever the start player sits:"
    yield ""
    yield from table(["bot", "players", *INFO.seats], [seats(*key, games) for key, games in found.items()])
    for bot in dict.fromkeys(bot for bot, _ in found):
        games = {players: found[bot, players] for players in PLAYERS if (bot, players) in found}
        if games:
            yield ""
            yield f"How often those win who learned a special technology, with {bot}, and how often it was learned:"
            yield ""
            wanted = [f"{players} players" for players in games]
            yield from table(
                ["special", *wanted], [special(card, games) for card in SPECIALS if card is not Card.PROGENITOR_RUINS]
            )
            yield ""
            yield "A fair share is " + ", ".join(f"{100 / n:.1f} % of {n} players" for n in games) + "."
    yield ""
    yield "Progenitor Ruins is never learned. Who wins has more time and cards to learn, so these shares show what goes"
    yield "together, not what causes a win. The intervals take the seats of a game as independent."


def length(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    turns = [game.turns for game in games]
    limit = sum(game.decided_by not in ("conquest", "neutral") for game in games)
    plies = fmean(game.plies for game in games)
    return [
        bot,
        str(players),
        f"{len(games):,}",
        mean(turns),
        f"{median(turns):.0f}",
        share(limit, len(games)),
        f"{plies:,.0f}",
    ]


def ending(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    n = len(games)
    ways = [
        share(sum(game.decided_by == way for game in games), n)
        for way in ("conquest", "homeworlds", "fleets", "tokens")
    ]
    first = share(sum(wins_of(game.winners, game.first) for game in games), n)
    return [bot, str(players), *ways, first, f"{100 / players:.1f} %"]


def seats(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    """Return the cells with the share of the wins of each seat; empty cells for missing seats."""
    won = [share(sum(wins_of(game.winners, seat) for game in games), len(games)) for seat in range(players)]
    return [bot, str(players), *won, *[""] * (len(INFO.seats) - players)]


def special(card: Card, games: Mapping[int, Sequence[Game]]) -> list[str]:
    cells = []
    for players in games:
        won = [
            wins_of(game.winners, seat)
            for game in games[players]
            for seat in range(players)
            if name_of(card) in game.learned[seat]
        ]
        cells.append(f"{share(sum(won), len(won))}, {len(won)} times" if won else "–")
    return [card.title, *cells]


SUBJECT: Final[Subject[Game]] = Subject(
    "",
    PLAYERS,
    lambda players, seed: jump_wars.new_game(players=players, seed=seed),
    SIMULATIONS,
    {"greedy": 2000, "mcts": 500},
    watched,
    lambda kept: Game(**kept),
    report,
)
"""The subject Jump Wars."""
