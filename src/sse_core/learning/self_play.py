"""Games of self-play, from which weights are learned. A chunk of them is a file, so that a stopped run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from .._core.small_star_empires.tree_search import LearnedWeights, SearchTree
from ..game import CHANCE
from ..seeds import SplitMix64, child_seed
from ..small_star_empires import State
from ..small_star_empires.learned import read_weights
from .files import write_whole
from .kinds import KINDS

__all__ = ["Game", "Task", "games_of", "play_chunks"]

CHUNK = 50
"""The games of a file."""

RANDOM_TURNS = 4
"""The turns of each player that are random at the beginning of a game: so many at most, drawn anew for each game."""

ARENA = 32 << 20
"""The bytes of a tree."""

WON = 0.99
"""The share of the win above which a proved action is taken at once."""


class Game(NamedTuple):
    """A game of self-play."""

    number: int
    opening: int
    """The random plies at its beginning."""

    ids: list[int]
    """All actions, chance events included."""

    visits: list[list[int]]
    """For each ply the visits of the legal actions by rank; nothing where nobody searched."""

    totals: list[int]


class Task(NamedTuple):
    """A chunk of games."""

    kind: str
    first: int
    """The number of its first game."""

    visits: int
    weights: Path | None
    """The file of the weights that guide the search; None: rollouts."""

    file: Path


def play_chunks(kind: str, first: int, games: int, visits: int, weights: Path | None, folder: Path, jobs: int) -> None:
    """Play the games of a round that are missing in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [
        Task(kind, number, visits, weights, folder / f"games-{number}.jsonl")
        for number in range(first, first + games, CHUNK)
    ]
    with ProcessPoolExecutor(jobs) as team:
        for _ in team.map(_play_chunk, [task for task in tasks if not task.file.exists()]):
            pass


def games_of(folder: Path) -> Iterator[Game]:
    """Yield the games of a round."""
    for file in sorted(folder.glob("games-*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield Game(**json.loads(line))


def _play_chunk(task: Task) -> None:
    weights = None if task.weights is None else read_weights(task.weights)
    games = [_play(KINDS[task.kind].start(number), number, task.visits, weights) for number in _numbers(task.first)]
    write_whole(task.file, "".join(json.dumps(game._asdict()) + "\n" for game in games))


def _numbers(first: int) -> Iterable[int]:
    return range(first, first + CHUNK)


def _play(state: State, number: int, visits: int, weights: LearnedWeights | None) -> Game:
    """Play one game: a random opening, then what a search likes best."""
    rng = SplitMix64(child_seed(number, 1))
    opening = rng.below(RANDOM_TURNS * state.board.players + 1)
    ids, counts = list[int](), list[list[int]]()
    while state.to_act:
        legal = state.legal_ids()
        found = list[int]()
        if state.to_act == (CHANCE,):
            action = state.board.actions.index(rng.draw(state.odds()))
        elif len(ids) < opening or len(legal) == 1:
            action = legal[rng.below(len(legal))]
        else:
            rank, found = _searched(state, rng.next(), visits, weights)
            action = legal[rank]
        ids.append(action)
        counts.append(found)
        state = state.after(action)
    return Game(number, opening, ids, counts, list(state.totals))


def _searched(state: State, seed: int, visits: int, weights: LearnedWeights | None) -> tuple[int, list[int]]:
    """Return the rank of the best action, and the visits of each."""
    tree = SearchTree(state, seed, ARENA, weights)
    tree.run(visits, 1 << 40)
    children, seat = tree.children(), state.to_act[0]
    counts = [child[0] for child in children]
    wins = [rank for rank, (_, shares, _, proof) in enumerate(children) if proof and shares[seat] > WON]
    return (wins[0] if wins else counts.index(max(counts))), counts
