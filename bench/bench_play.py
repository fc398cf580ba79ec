"""Bench of the core's random play and perft: lanes and loops at each processor level, threads, batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
import pytest
from numpy.typing import NDArray

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.play import turns
from sse_core.small_star_empires import Batch, action_features, features, reference, search
from sse_core.small_star_empires.reference import (
    action_features as reference_action_numbers,
)
from sse_core.small_star_empires.reference import (
    features as reference_numbers,
)

from . import core, fast_games, micro
from .compiling import compiled, loaded
from .levels import NAMES, games_of, here, lanes, levels, loops, taken
from .machine import CORES
from .racing import Contender, Pair, Race, Run
from .samples import GAMES, Sample

PLAIN: Final = ("base-2p", "base-3p", "base-4p", "base-2p-balanced")
VARIED: Final = ("everything-2p", "everything-4p", "epic-4p", "unexplored-2p", "first-edition-2p")

DEPTH: Final = 5
"""The depth of perft."""

TABLE: Final = 1 << 16
"""The number of positions in perft's table."""


@pytest.fixture
def start(board: str) -> sse.State:
    return sse.new_game(sse.load_map(board))


@pytest.fixture
def games(start: sse.State) -> Sample:
    return core.sample(start)


@pytest.mark.parametrize("board", [*PLAIN, *VARIED])
def test_levels(board: str, start: sse.State, games: Sample, race: Race) -> None:
    """Lanes and loops for each level of this processor, after a check that both play the games of `playouts`."""
    right = sse.playouts(start, GAMES, 1)
    core.check_playouts(board, start, games)

    def contenders(kind: str, modules: dict[str, ModuleType]) -> dict[str, Contender]:
        play = {level: games_of(module, start) for level, module in modules.items()}
        for level, played in play.items():
            same = all(map(np.array_equal, played(GAMES, 1), right[:3]))
            assert same, f"{kind} for {NAMES[level]} play other games than playouts"
        return {
            level: Contender(f"{kind}, {board}, {NAMES[level]}", partial(core.plies_of, played), games)
            for level, played in play.items()
        }

    apart, together = contenders("loops", loops()), contenders("lanes", lanes(start))
    last = list(apart)[-1]
    pairs = [Pair.of(lane, apart.get(level, apart[last])) for level, lane in together.items()]
    if last != "portable":
        pairs.append(Pair.of(apart[last], apart["portable"]))
    race([*together.values(), *apart.values()], pairs)


@pytest.mark.parametrize("board", VARIED)
def test_variants(board: str, start: sse.State, games: Sample, race: Race) -> None:
    """Games with variants or on a large board, compared with the base game."""
    base = sse.new_game(sse.load_map("base-2p"))
    mine, theirs = core.playouts(board, start, games), core.playouts("base-2p", base, core.sample(base))
    race([mine, theirs], [Pair.of(mine, theirs)])


@pytest.mark.skipif(len(CORES) < 2, reason="there is one core only, or the number of cores is unknown")
@pytest.mark.parametrize("board", ["base-2p", "everything-2p"])
def test_threads(board: str, start: sse.State, games: Sample, race: Race) -> None:
    core.check_threads(start)
    alone, two = (core.playouts(board, start, games, threads) for threads in (1, 2))
    race([two, alone], [Pair.of(two, alone)], wide=True)


@pytest.mark.parametrize("board", ["base-2p"])
def test_batch(start: sse.State, games: Sample, race: Race) -> None:
    """Masks of bytes, written anew or updated, compared with masks of bits; and plies of one call with those of two."""
    played = sse.playouts(start, GAMES, 3)
    bits, whole, kept, at_once = core.batches(start, games, played.totals, played.plies)
    pairs = [Pair.of(whole, bits), Pair.of(kept, bits), Pair.of(kept, whole), Pair.of(at_once, kept)]
    race([whole, kept, at_once, bits], pairs)


@pytest.mark.parametrize("board", ["base-2p", "everything-2p"])
def test_perft(board: str, start: sse.State, race: Race) -> None:
    """Perft with a table of positions, compared with perft without one; both counts are equal."""
    right = sse.perft(start, DEPTH)
    assert sse.perft(start, DEPTH, table=TABLE) == right

    def counted(name: str, table: int) -> Contender:
        def run(times: int, _: int) -> int:
            return sum(sse.perft(start, DEPTH, table=table) for _ in range(times))

        return Contender(f"{board}, depth {DEPTH}, {name}", run)

    kept, every = counted(f"a table of {TABLE:,} positions", TABLE), counted("no table", 0)
    race([kept, every], [Pair.of(kept, every)], kind="perft", unit="ways")


def test_micro(race: Race) -> None:
    """Micro Space Empire: the core and its reference in plain Python in the same loop, and playouts."""
    core, reference, playouts = micro.contenders()
    race([core, reference, playouts], [Pair.of(core, reference), Pair.of(playouts, core)])


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("jump_wars", 2, {}),
        ("jump_wars", 5, {}),
        ("empire_of_the_stars", 2, {}),
        ("empire_of_the_stars", 4, {}),
        ("empire_of_the_stars", 4, {"powers": True}),
    ],
)
def test_fast_games(game: str, players: int, options: dict[str, Any], race: Race) -> None:
    """Jump Wars and Empire of the Stars: the core and the plain rules in the same loop, and playouts."""
    core, plain, playouts = fast_games.contenders(game, players, **options)
    race([core, plain, playouts], [Pair.of(core, plain), Pair.of(playouts, core)])


def test_observations(race: Race) -> None:
    """Observations of the states of a random game as new and as given arrays, compared with a batch of one."""
    contenders = [each for name in sse.GAMES for each in observers(name)]
    by_batches = Contender(
        "a batch of one, small_star_empires", observed(batch_of_one, states_of("small_star_empires"))
    )
    pairs = [Pair.of(contenders[0], by_batches), Pair.of(contenders[1], contenders[0])]
    race([*contenders, by_batches], pairs, kind="observations", unit="observations")


@pytest.mark.parametrize("board", ["base-2p", "base-3p", "base-4p", "everything-2p"])
def test_learned(board: str, start: sse.State, race: Race) -> None:
    """The star bot's work at a leaf and at an expanded node, in positions of its games, compared with a random game."""
    compiled("kernels", levels()[-1])
    kernels, states = loaded("kernels", levels()[-1]), positions_of_star(start)
    for state in states[::16]:
        plain, (seat,) = reference.same(state), state.to_act
        assert features(state, seat) == reference_numbers.features(plain, seat)
        assert action_features(state) == reference_action_numbers.action_features(plain)

    def judged(name: str, *, nodes: bool) -> Contender:
        def run(times: int, _: int) -> int:
            return int(kernels.judge_each(states, nodes, times))

        return Contender(f"{name}, {board}, {here()}", run)

    def played(times: int, seed: int) -> int:
        return len(sse.playouts(start, times, seed).plies)

    leaves, nodes = judged("evaluation of a leaf", nodes=False), judged("policy of a node", nodes=True)
    games = Contender(f"random game, {board}, {taken(start)}", played)
    race([leaves, nodes, games], [Pair.of(leaves, games), Pair.of(nodes, games)], kind="learned search", unit="units")


def positions_of_star(start: sse.State) -> list[sse.State]:
    """Return the positions with a choice from two games of the star bot."""
    found = []
    for seed in range(2):
        state, rng = start, sse.SplitMix64(seed)
        while state.to_act:
            if state.to_act == (sse.CHANCE,):
                state = state.resolve(rng)
                continue
            if len(state.legal_actions()) > 1:
                found.append(state)
            searched = search(state, seed=seed, megabytes=8)
            searched.run(visits=100)
            state = state.after(searched.best())
    return found


def states_of(name: str) -> list[Any]:
    """Return the states of a random game for two, or of a solo game."""
    options = {"turn_limit": 8} if name == "jump_wars" else {}
    choosers = [BOTS["random"].choose] * 2
    return [state for _, _, state in turns.turns_of(sse.GAMES[name].new_game(seed=1, **options), choosers, 1)]


def observers(name: str) -> Iterator[Contender]:
    """Yield contenders that observe the states of a game in new arrays, and in a given one, checked to agree."""
    states, game = states_of(name), cast(Any, sse.GAMES[name])
    place = game.observe(states[0], 0)
    for state in states:
        new = game.observe(state, 0)
        assert np.array_equal(game.observe(state, 0, place), new)
        if name == "small_star_empires" and state.to_act == (0,):
            assert np.array_equal(batch_of_one(state), new)
    yield Contender(f"observe, {name}", observed(lambda state: game.observe(state, 0), states))
    yield Contender(f"observe into an array, {name}", observed(lambda state: game.observe(state, 0, place), states))


def batch_of_one(state: sse.State) -> NDArray[np.uint8]:
    seen: NDArray[np.uint8] = Batch.from_states([state]).observe()[0]
    return seen


def observed(observe: Callable[[Any], object], states: Sequence[Any]) -> Run:
    """Return work that observes states, again and again from the first."""

    def run(times: int, _: int) -> int:
        for state in islice(cycle(states), times):
            observe(state)
        return times

    return run
