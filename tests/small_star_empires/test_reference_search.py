"""The search in the core against the same in plain Python: each number of each tree, and the bytes that it takes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.profiles import by_profile, one_a_kind
from tests.small_star_empires.test_search import start
from tests.small_star_empires.test_solving import late_and_long, late_position

import sse_core as sse
from sse_core import State
from sse_core._core.small_star_empires.tree_search import EXACT, LearnedWeights, SearchTree
from sse_core.small_star_empires.reference.search import Node, ReferenceTree, numbers
from sse_core.small_star_empires.strength.learned import FOLDER, kind_of, read_weights, weights_of
from sse_core.testing import states

MEGABYTES: Final = 16 << 20
NEVER: Final = 1 << 40
FEW: Final = settings(max_examples=settings().max_examples // 4)


class Twins:
    """Two trees of a state, in the core and in plain Python."""

    def __init__(self, state: State, seed: int, weights: LearnedWeights | None = None) -> None:
        self.core, self.plain = SearchTree(state, seed, MEGABYTES, weights), ReferenceTree(state, seed, weights)

    def run(self, visits: int) -> None:
        """Search both, and compare all that they say."""
        assert self.core.run(visits, NEVER) == self.plain.run(visits)
        self.compare()

    def advance(self, state: State) -> bool:
        """Go on to a position in both, and compare what is kept."""
        is_kept = self.plain.advance(state)
        assert self.core.advance(state) is is_kept
        self.compare()
        return is_kept

    def compare(self) -> None:
        rows = self.core.children()
        assert rows == self.plain.children()
        assert self.core.root == numbers(self.plain.root)
        assert self.core.is_settled is self.plain.is_settled
        assert [self.core.expected(rank) for rank in range(len(rows))] == [
            self.plain.expected(rank) for rank in range(len(rows))
        ]


def both_kinds(state: State) -> tuple[LearnedWeights | None, ...]:
    """Games to the end, and the weights that ship."""
    return None, weights_of(state)


@pytest.mark.parametrize("name", one_a_kind(sorted(sse.maps())))
def test_trees_are_those_of_plain_python_on_each_map_that_ships(name: str) -> None:
    for weights in both_kinds(start(name)):
        Twins(start(name), 5, weights).run(120)


@pytest.mark.parametrize("name", ["base-2p", "base-3p", "everything-4p"])
def test_deep_trees_are(name: str) -> None:
    for weights in both_kinds(start(name)):
        Twins(start(name), 1, weights).run(by_profile(dev=300, ci=300, nightly=6_000))


@FEW
@given(states(), st.integers(0, 2**64 - 1), st.booleans())
def test_trees_of_drawn_positions_are(state: State, seed: int, is_guided: bool) -> None:
    Twins(state, seed, weights_of(state) if is_guided else None).run(60)


def test_trees_that_are_proved_are() -> None:
    """Near the end of a game trees are searched until nothing is left, or for a while."""
    proofs = [0] * (EXACT + 1)
    for seed in range(by_profile(dev=40, ci=80, nightly=400)):
        state = late_position(seed, 400)
        for weights in both_kinds(state):
            twins = Twins(state, seed, weights)
            twins.run(by_profile(dev=250, ci=250, nightly=1_000))
            proofs[twins.plain.root.proof] += 1
    assert min(proofs[0], proofs[1], proofs[EXACT]) >= 5


def test_trees_of_longer_ends_are() -> None:
    for seed in range(by_profile(dev=2, ci=4)):
        Twins(late_and_long(seed), seed).run(1_000)


@pytest.mark.parametrize("name", ["base-2p", "base-4p", "everything-2p", "unexplored-3p"])
def test_what_is_kept_from_move_to_move_is(name: str) -> None:
    """A game along the play that is expected, and now and then off it, where a new tree begins."""
    for weights in both_kinds(start(name)):
        state, rng, kept = start(name), random.Random(3), list[bool]()
        twins = Twins(state, 3, weights)
        while state.to_act:
            twins.run(25)
            for _ in range(rng.choice((1, 1, 2))):
                if state.to_act:
                    state = state.after(state.legal_ids()[most_visited(twins.plain, state, rng)])
            kept.append(twins.advance(state))
        assert min(kept.count(True), kept.count(False)) >= 3


def most_visited(tree: ReferenceTree, state: State, rng: random.Random) -> int:
    """The rank of the action with most visits; now and then, and where the position isn't the root, of any."""
    visits = [row[0] for row in tree.children()]
    if rng.random() < 0.2 or len(visits) != state.legal_count():
        return rng.randrange(state.legal_count())
    return visits.index(max(visits))


@pytest.mark.parametrize("rollouts", [0, 1, 2, 3, 4, 7])
@pytest.mark.parametrize("endgame", [0, 17, 255])
def test_trees_with_some_games_to_the_end_are(rollouts: int, endgame: int, tmp_path: Path) -> None:
    """With weights one simulation in so many is one, and so are all from positions with fewer pieces left."""
    for name, ply in (("duel", 0), ("base-3p", 42), ("everything-2p", 24)):
        state, rng = start(name), random.Random(ply)
        while state.ply < ply:
            state = state.after(rng.choice(state.legal_ids()))
        text = (FOLDER / f"{kind_of(state)}.toml").read_text(encoding="utf-8")
        for key, number in (("rollouts", rollouts), ("endgame", endgame)):
            text, n = re.subn(rf"^{key} = \d+$", f"{key} = {number}", text, flags=re.MULTILINE)
            assert n == 1
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        Twins(state, 9, read_weights(path)).run(100)


# --- bytes


@pytest.mark.parametrize("name", ["duel", "base-2p", "base-3p", "everything-4p"])
def test_a_tree_takes_the_bytes_of_its_blocks(name: str) -> None:
    """Those that were left behind for larger ones count until the next move."""
    for weights in both_kinds(start(name)):
        twins = Twins(start(name), 5, weights)
        twins.run(500)
        assert twins.core.used == 16 + sum(sum(blocks_of(node)) for node in parents(twins.plain.root))
        visits = [row[0] for row in twins.core.children()]
        assert twins.advance(start(name).after(start(name).legal_ids()[visits.index(max(visits))]))
        assert twins.core.used == 16 + sum(blocks_of(node)[-1] for node in parents(twins.plain.root))


def parents(node: Node) -> Iterator[Node]:
    """The nodes of a tree that have children."""
    if node.children is not None:
        yield node
        for child in node.children.tried.values():
            yield from parents(child)


def blocks_of(node: Node) -> list[int]:
    """The bytes of the blocks that a node's children had, the last one at last.

    The first one has two places, each further one twice as many and two more, but no more than there are children. A
    child has a prior of four bytes. A place has a bound, a record and the sums of each seat that is kept.
    """
    assert node.children is not None
    n, tried = len(node.children.priors), len(node.children.tried)
    rooms = [min(n, 2)]
    while rooms[-1] < tried:
        rooms.append(min(n, 2 * rooms[-1] + 2))
    return [-(-(24 + room * (8 + 20 + 16 * node.kept) + 4 * n) // 16) * 16 for room in rooms]
