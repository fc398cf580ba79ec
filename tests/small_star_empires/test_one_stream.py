"""One seed, one game: random bots, `playout`, `playouts`, `Batch` and `sse play` draw the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from tests.command import Run
from tests.profiles import shortened

import sse_core as sse
from sse_core import CHANCE, SplitMix64, State, child_seed
from sse_core.bots import random
from sse_core.play.turns import turns_of
from sse_core.seeds import PlyStream
from sse_core.small_star_empires import Bag, Batch, Campaign, parse_campaign, parse_game, parse_state, position
from sse_core.testing import seeds, states

GOLDEN = 0x9E3779B97F4A7C15
EVERY_VARIANT = ("everything-4p", "unexplored-3p", "first-edition-2p", "epic-2p", "base-2p")


def started(name: str) -> State:
    return sse.new_game(sse.load_map(name))


def played(start: State, seed: int) -> list[State]:
    """Every state of a game of random bots, as `sse play` plays it."""
    choosers = [random.choose] * start.board.players
    return [start, *(state for _, _, state in turns_of(start, choosers, seed))]


# --- Python's game is the core's


@pytest.mark.parametrize("name", sse.maps())
def test_random_bots_play_the_playout_from_any_ply(name: str) -> None:
    for seed in (0, 7, 2**64 - 1):
        game = played(started(name), seed)
        assert len(game) > 5
        assert [sse.playout(state, seed) for state in game] == [game[-1]] * len(game)
        assert sse.playout(started(name), seed ^ 1) != game[-1]


@given(states(), seeds())
def test_random_bots_play_the_playout_from_any_position(state: State, seed: int) -> None:
    assert sse.playout(state, seed) == played(state, seed)[-1]


def test_a_position_read_from_its_text_goes_on_with_the_game() -> None:
    state = played(started("unexplored-2p"), 5)[9]
    assert state.ply == 9
    assert sse.playout(parse_state(sse.format_state(state)), 5) == sse.playout(started("unexplored-2p"), 5)


def test_playouts_are_the_games_of_child_seeds() -> None:
    start = started("unexplored-3p")
    expected = [played(start, child_seed(4, game))[-1] for game in range(20)]
    assert sse.playouts(start, 20, 4, ends=True, threads=2).ends == tuple(expected)


def test_the_command_plays_the_playout(run: Run, tmp_path: Path) -> None:
    run("play", "random", "random", "random", "--unexplored", "--seed", 12, "--out", tmp_path)
    record = parse_game((tmp_path / "game.sse").read_text(encoding="utf-8"))
    start = sse.new_game(sse.base_map(3, seed=12, unexplored=True))
    assert record.start == start
    assert record.final == sse.playout(start, 12)


def test_a_campaign_plays_the_playouts(run: Run, tmp_path: Path) -> None:
    campaign = Campaign(2, 6, unexplored=True).play([random.choose] * 2, 6)
    assert [game.final for game in campaign.games] == [
        sse.playout(game.start, child_seed(6, index)) for index, game in enumerate(campaign.games)
    ]
    run("campaign", "random", "random", "--unexplored", "--seed", 6, "--out", tmp_path)
    text = (tmp_path / "campaign.sse").read_text(encoding="utf-8").removesuffix("\n")
    assert [game.actions for game in parse_campaign(text).games] == [game.actions for game in campaign.games]


# --- batches


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("chance", ["batch", "caller"])
@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_sampled_games_of_a_batch_are_playouts(name: str, chance: Any, threads: int) -> None:
    start, n = started(name), 130
    batch = Batch(start, n, seed=8, chance=chance, threads=threads)
    assert batch.seeds.tolist() == [child_seed(8, game) for game in range(n)]
    while any(batch.to_act >= CHANCE):
        batch.step(batch.sample())
    assert tuple(batch.state(i) for i in range(n)) == sse.playouts(start, n, 8, ends=True).ends


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_tiles_of_a_batch_depend_on_nothing_but_seed_and_play(name: str) -> None:
    """Any choices: the tiles are those of `turns_of`, however often actions are sampled in between."""
    start, n = started(name), 12

    def choose(view: State, player: int, rng: SplitMix64 | None = None) -> int:
        legal = view.legal_ids(player)
        return legal[view.ply * 7 % len(legal)]

    batch = Batch(start, n, seed=3)
    for ply in range(1_000):
        if not any(batch.to_act >= 0):
            break
        for _ in range(ply % 3):
            batch.sample()
        games = [batch.state(i) for i in range(n)]
        batch.step(np.array([choose(game, game.to_act[0]) if game.to_act else -1 for game in games], np.int32))
    for i in range(n):
        *_, (_, _, final) = turns_of(start, [choose] * start.board.players, child_seed(3, i))
        assert batch.state(i) == final


def test_new_games_of_a_batch_are_numbered_on() -> None:
    """Slot i has the games i, i + n, i + 2n and so on, and each of them is the playout of its number."""
    start, n = started("unexplored-2p"), 7
    batch, found = Batch(start, n, seed=2, auto_reset=True), dict[int, list[int]]()
    numbers = list(range(n))
    while len(found) < 4 * n:
        assert batch.seeds.tolist() == [child_seed(2, number) for number in numbers]
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.done):
            found[numbers[i]] = batch.totals[i].tolist()
            numbers[i] += n
    ends = sse.playouts(start, max(found) + 1, 2)
    assert found == {number: ends.totals[number].tolist() for number in found}


def test_a_slot_that_is_reset_has_its_next_game() -> None:
    batch = Batch(started("unexplored-2p"), 3, seed=2)
    batch.step(batch.sample())
    batch.reset(np.array([True, False, True]))
    batch.reset(np.array([True, False, False]))
    assert batch.seeds.tolist() == [child_seed(2, number) for number in (6, 1, 5)]


def test_games_of_a_batch_go_on_from_states_under_their_seeds() -> None:
    begun = [played(started("everything-2p"), seed)[5 * seed] for seed in range(6)]
    batch = Batch.from_states(begun, seed=9, chance="caller")
    while any(batch.to_act >= CHANCE):
        batch.step(batch.sample())
    assert [batch.state(i) for i in range(6)] == [sse.playout(state, child_seed(9, i)) for i, state in enumerate(begun)]


# --- numbers that are rejected, since they would make some events more likely


def seed_of_first(number: int) -> int:
    """The seed whose stream begins with a number: SplitMix64 backwards."""
    z = number
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        whole = z
        for _ in range(64 // shift + 1):
            whole = z ^ (whole >> shift)
        z = whole * pow(factor, -1, 1 << 64) % (1 << 64)
    return (z - GOLDEN) % (1 << 64)


DECIDING = position(sse.load_map("base-2p"), ply=6)
"""34 actions are legal, so that of 2**32 numbers 18 are rejected."""

REVEALING = position(
    sse.parse_map("A ? 1 B"),
    rules=sse.Rules(bag=Bag(three=255, asteroid=199, nordinn=101)),
    ships=[[1], [3]],
    due=("reveal", 1),
    ply=3,
)
"""555 tiles are left, so that 451 numbers are rejected."""

# Found by trying: the first number of this ply is rejected, and the next one as well.
REJECTED_TWICE = [(DECIDING, 34, 0x0787878839E5F487), (REVEALING, 555, 0x007615380049A547)]


def is_rejected(number: int, n: int) -> bool:
    return (number >> 32) * n % (1 << 32) < (1 << 32) % n


@pytest.mark.parametrize(("state", "n", "number"), REJECTED_TWICE, ids=["decision", "reveal"])
def test_a_rejected_number_is_followed_by_those_of_its_own_stream(state: State, n: int, number: int) -> None:
    stream = SplitMix64(number)
    follow = [stream.next() for _ in range(3)]
    assert [is_rejected(drawn, n) for drawn in (number, *follow)] == [True, True, False, False]
    rank = (follow[1] >> 32) * n >> 32
    seed = (seed_of_first(number) - state.ply * GOLDEN) % (1 << 64)
    assert child_seed(seed, state.ply) == number
    assert PlyStream(seed, state.ply).below(n) == rank

    if state.to_act == (CHANCE,):
        tiles = [event for event, share in state.odds() for _ in range(int(share * n))]
        after = state.after(tiles[rank])
    else:
        after = state.after(state.legal_actions()[rank])
    assert played(state, seed)[1] == after
    assert sse.playout(state, seed) == sse.playout(after, seed) == played(state, seed)[-1]

    batch = Batch.from_states([state], seed=seed_of_first(seed), chance="caller")
    assert batch.seeds.tolist() == [seed]
    batch.step(batch.sample())
    assert batch.state(0) == after
    assert Batch.from_states([state], seed=seed_of_first(seed)).state(0) == (after if n == 555 else state)


# Of three choices the lowest number of all is rejected; the second of these makes the lowest product that is not.
@pytest.mark.parametrize("upper", [0, pow(3, -1, 1 << 32), 1, (1 << 32) - 1])
def test_numbers_near_the_rejected_ones(upper: int) -> None:
    start = sse.new_game(sse.parse_map("A 3 3 3 B"), stations=0)
    assert start.legal_count() == 3
    seed = seed_of_first(upper << 32)
    assert child_seed(seed, 0) == upper << 32
    assert is_rejected(upper << 32, 3) == (upper == 0)
    assert sse.playout(start, seed) == played(start, seed)[-1]


# --- odds on their common denominator


@pytest.mark.parametrize(
    ("bag", "n"),
    [
        (Bag(two=2, asteroid=4), 3),
        (Bag(three=6, two=10, tennar=4), 10),
        (Bag(nordinn=9), 1),
        (Bag(three=4, asteroid=6, nordinn=5), 15),
    ],
)
def test_the_core_draws_tiles_on_the_common_denominator(bag: Bag, n: int) -> None:
    board = sse.parse_map("A ? 1 B")
    state = position(board, rules=sse.Rules(bag=bag), ships=[[1], [3]], due=("reveal", 1), ply=2)
    tiles = [event for event, share in state.odds() for _ in range(int(share * n))]
    assert len(tiles) == n
    batch = Batch(state, 100, seed=1, chance="caller")
    for i, drawn in enumerate(batch.sample()):
        seed = child_seed(1, i)
        expected = tiles[(child_seed(seed, 2) >> 32) * n >> 32]
        assert state.actions[drawn] == expected
        assert sse.playout(state, seed) == sse.playout(state.after(expected), seed)


# --- in every process and version

KNOWN = {
    "base-2p": [(35, 39), (32, 45), (36, 36)],
    "epic-4p-galaxies": [(59, 45, 46, 43), (54, 45, 60, 27), (45, 48, 49, 40)],
    "unexplored-3p": [(45, 54, 36), (46, 52, 42), (50, 37, 43)],
    "first-edition-2p": [(40, 53), (55, 51), (39, 47)],
    "everything-4p": [(81, 54, 62, 53), (61, 61, 58, 55), (54, 53, 47, 58)],
}
"""Totals at the ends of the playouts of seeds 0, 1 and 2, by map."""


@pytest.mark.parametrize("name", KNOWN)
def test_seeds_have_the_games_they_always_had(name: str) -> None:
    assert [sse.playout(started(name), seed).totals for seed in range(3)] == KNOWN[name]


@pytest.mark.parametrize("portable", shortened(["0", "1"]))
def test_another_process_plays_the_same_game(portable: str) -> None:
    script = (
        "import sse_core as sse\n"
        "from sse_core.bots import random\n"
        "from sse_core.play.turns import turns_of\n"
        "for name in ('unexplored-3p', 'everything-2p'):\n"
        "    start = sse.new_game(sse.load_map(name))\n"
        "    *_, (_, _, final) = turns_of(start, [random.choose] * start.board.players, 31)\n"
        "    batch = sse.small_star_empires.Batch(start, 2, seed=31)\n"
        "    while max(batch.to_act) >= 0:\n"
        "        batch.step(batch.sample())\n"
        "    ends = final, sse.playout(start, 31), batch.state(1)\n"
        "    print(*map(sse.format_state, ends), sep='\\n--\\n', end='\\n--\\n')\n"
    )
    environment = os.environ | {"SSE_PORTABLE": portable, "PYTHONHASHSEED": "123"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    expected: list[State] = []
    for start in map(started, ("unexplored-3p", "everything-2p")):
        expected += [played(start, 31)[-1]] * 2 + [sse.playout(start, child_seed(31, 1))]
    assert done.stdout.split("\n--\n")[:-1] == list(map(sse.format_state, expected))
