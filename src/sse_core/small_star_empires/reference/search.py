"""The search tree of Monte Carlo tree search in plain Python, written to be read, and used to test the core.

It grows simulation by simulation like the tree of the core (``_core/small_star_empires/tree_search.pyx`` and
``strength/tree.pxd``), equal to the last bit: numbers that the core has in single precision are rounded here, too. It
has no bound of memory. It shares with the core only the rules of a state, the weights, and the seeds.

A simulation goes down from the root. If a seat acts, it takes the child with the largest upper bound; if chance acts,
it draws an event. At the first node without children it gets a result, which is added to all nodes on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from ..._core.small_star_empires.tree_search import EXACT, STAGES, LearnedWeights
from ..._fast import State
from ...game import CHANCE
from ...play.turns import margin
from ...seeds import PlyStream, SplitMix64, child_seed
from ..actions import Action, Move

__all__ = ["Node", "ReferenceTree", "numbers", "played_on", "result_of"]

OPEN: Final = 0
PROVED: Final = 1
"""The grades of proof of a node: nothing is proved; each seat's share of the win under best play is; with `EXACT` the
margins are, too."""

EXPLORATION: Final = 0.4
"""The weight of exploration in a bound, for a search without learned weights."""

UNTRIED: Final = np.float32(1000)
"""A mean above all others: without learned weights each child is tried once before any is visited again."""

FPU_REDUCTION: Final = 0.08
"""The reduction for first-play urgency, with learned weights: an untried child counts as worth so much less than its
parent."""

EXPANSION_VISITS: Final = 8
"""The number of visits after which a node gets children; with learned weights it is 1."""

ORDER: Final = 1
"""The number of the seed from which priors are drawn; those of simulations are even."""


class Result(NamedTuple):
    """Each seat's share of the win, and its margin."""

    shares: Sequence[float]
    margins: Sequence[float]


@dataclass(slots=True, eq=False)
class Children:
    """The children of a node: the tried ones, and the priors of those that wait for their first visit."""

    seat: int
    """The seat that acts, or CHANCE."""

    mean: np.float32
    """The mean in the bounds of waiting children."""

    priors: list[np.float32]
    """The priors by rank: with learned weights, how likely each child is the best one; without, random numbers; for
    events, the tiles left."""

    tried: dict[int, Node] = field(default_factory=dict[int, "Node"])
    """By rank, in the order of their first trials."""

    next: int | None = None
    """The cached rank of the child that is tried next; None if it isn't known yet."""

    @property
    def waiting(self) -> list[int]:
        """The ranks of the children that wait."""
        return [rank for rank in range(len(self.priors)) if rank not in self.tried]

    @property
    def unproved(self) -> int:
        """The number of children that aren't proved."""
        return len(self.priors) - sum(child.proof != OPEN for child in self.tried.values())


class Node:
    """A position, with the sums of the results of all simulations that went through it.

    Once it is proved, the proved result replaces the sums. In a game for two only the numbers of seat 0 are stored,
    since those of seat 1 follow.
    """

    def __init__(self, state: State, prior: np.float32 = UNTRIED) -> None:
        players = state.board.players
        self.state = state
        self.prior = prior
        self.visits = 0
        self.proof = OPEN
        self.kept = 1 if players == 2 else players
        self.shares = [0.0] * self.kept
        self.margins = [0.0] * self.kept
        self.children: Children | None = None

    @property
    def counted(self) -> int:
        """The number of results in the sums."""
        return 1 if self.proof else self.visits

    def share(self, seat: int) -> float:
        """The sum of the shares of the win of a seat."""
        return self.shares[seat] if seat < self.kept else self.counted - self.shares[0]

    def margin(self, seat: int) -> float:
        """The sum of the margins of a seat."""
        return self.margins[seat] if seat < self.kept else -self.margins[0]

    @property
    def sums(self) -> Result:
        """The sums of all seats."""
        seats = range(self.state.board.players)
        return Result([self.share(seat) for seat in seats], [self.margin(seat) for seat in seats])

    def worth(self, seat: int) -> float:
        """The number that a seat maximizes: its share of the win, and a bonus of at most half a win for its margin."""
        points = self.margin(seat) / self.counted
        return self.share(seat) / self.counted + points / (2 * (10 + abs(points)))

    def add(self, result: Result) -> None:
        """Add the result of a simulation."""
        for seat in range(self.kept):
            self.shares[seat] += result.shares[seat]
            self.margins[seat] += result.margins[seat]

    def prove(self, result: Result, proof: int) -> None:
        """Store the proved result of best play."""
        self.shares, self.margins = list(result.shares[: self.kept]), list(result.margins[: self.kept])
        self.proof = proof


class PathStep(NamedTuple):
    """A node on the way of a simulation."""

    node: Node
    parent: Node | None
    better: Node | None
    """The proved sibling that would have been taken, if proved children weren't skipped."""


class ReferenceTree:
    """The tree of a state, searched with learned weights; if they are None, by games to the end."""

    def __init__(self, state: State, seed: int, weights: LearnedWeights | None = None) -> None:
        self.weights = weights
        self._begin(state, seed)

    def _begin(self, state: State, seed: int) -> None:
        self.seed = seed
        self.number = 0
        self.drawn = SplitMix64(child_seed(seed, ORDER))
        self.root = Node(state)

    def run(self, visits: int) -> int:
        """Make so many simulations, or until nothing is left to simulate; return their number."""
        done = 0
        while done < visits and not self.is_settled:
            self._simulate()
            done += 1
        return done

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to simulate: the game is over, or the root or all its children are proved."""
        root = self.root
        is_over = not root.state.to_act
        return is_over or root.proof != OPEN or (root.children is not None and root.children.unproved == 0)

    # --- a simulation

    def _simulate(self) -> None:
        seed = child_seed(self.seed, self.number)
        self.number += 2
        node, proof = self.root, OPEN
        path = [PathStep(node, None, None)]
        while True:
            if not node.state.to_act:
                result, proof = result_of(node.state), EXACT
                break
            if node.children is None and (node is self.root or node.visits >= self._expansion_visits):
                node.children = self._grown(node)
            if node.children is None:
                result = self._judgement(node.state, seed)
                break
            child, better = self._chosen(node, node.children, seed)
            path.append(PathStep(child, node, better))
            node = child
            if node.proof:
                result = node.sums
                break
        _note(path, result, proof)

    @cached_property
    def _expansion_visits(self) -> int:
        return EXPANSION_VISITS if self.weights is None else 1

    def _judgement(self, state: State, seed: int) -> Result:
        """The result of a position by the weights, or by a game played on from there."""
        if self.weights is not None and not self._plays_on(state, self.weights):
            return Result(*self.weights.evaluate(state))
        return result_of(played_on(state, seed))

    def _plays_on(self, state: State, weights: LearnedWeights) -> bool:
        """Whether the weights ask for a game to the end: always late in the game, else in one simulation of so many."""
        left = sum(sum(state.reserve(seat)) for seat in range(state.board.players))
        # The number of the simulation decides.
        return min(left, STAGES - 1) < weights.endgame or (
            weights.rollouts > 0 and (self.number // 2) % weights.rollouts == 0
        )

    def _grown(self, node: Node) -> Children:
        """New children for a node; all of them wait."""
        state = node.state
        (seat,) = state.to_act
        if seat == CHANCE:
            return Children(CHANCE, UNTRIED, [np.float32(count) for count in state.bag if count])
        if self.weights is None:
            return Children(seat, UNTRIED, [self._draw() for _ in state.legal_actions()])
        odds, total = self.weights.odds(state)
        part = np.float32(1) / np.float32(total)
        priors = [np.float32(each) * (part * (np.float32(0.9) + np.float32(0.2) * self._draw())) for each in odds]
        worth = node.worth(seat) if node.visits else 0.5
        return Children(seat, np.float32(worth - FPU_REDUCTION), priors)

    def _draw(self) -> np.float32:
        """A random number from 0 to 1."""
        return np.float32((self.drawn.next() >> 40) / (1 << 24))

    # --- the choice of a child

    def _chosen(self, node: Node, children: Children, seed: int) -> tuple[Node, Node | None]:
        """The child that a simulation takes, and a better one that is skipped because it is proved, else None."""
        if children.seat == CHANCE:
            events = [event for event, _ in node.state.odds()]
            rank = events.index(PlyStream(seed, node.state.ply).draw(node.state.odds()))
            return _tried(node, children, rank), None
        width = self._width(max(node.visits, 1))
        child = _tried(node, children, self._best(children, width, is_unproved=False))
        if child.proof == OPEN or children.unproved == 0:
            return child, None
        return _tried(node, children, self._best(children, width, is_unproved=True)), child

    def _width(self, visits: int) -> np.float32:
        """The factor of exploration in bounds below a node with so many visits."""
        if self.weights is not None:
            return np.float32(self.weights.c_puct) * np.float32(sqrt(visits))
        # The logarithm to base 2, interpolated between powers of two.
        whole = visits.bit_length() - 1
        return np.float32(EXPLORATION * sqrt(whole + visits / (1 << whole) - 1))

    def _best(self, children: Children, width: np.float32, *, is_unproved: bool) -> int:
        """The rank of the child with the largest bound, of all children or of the unproved; the first among equals."""
        bounds = {rank: self._bound(child, children.seat, width) for rank, child in children.tried.items()}
        if is_unproved:
            bounds = {rank: bound for rank, bound in bounds.items() if children.tried[rank].proof == OPEN}
        if children.next is None and children.waiting:
            waiting = {rank: children.mean + width * children.priors[rank] for rank in children.waiting}
            children.next = _first_largest(waiting)
        if children.next is not None:
            bounds[children.next] = children.mean + width * children.priors[children.next]
        return _first_largest(bounds)

    def _bound(self, child: Node, seat: int, width: np.float32) -> np.float32:
        mean = np.float32(child.worth(seat))
        if child.proof:
            return mean
        if self.weights is not None:
            return mean + width * (child.prior / np.float32(1 + child.visits))
        return mean + width * np.float32(1 / sqrt(child.visits))

    # --- results

    def children(self) -> list[tuple[int, tuple[float, ...], tuple[float, ...], int]]:
        """Return (visits, shares, margins, proof) of each child of the root by rank, as `SearchTree.children` does."""
        below = self.root.children
        if below is None:
            return []
        none = Node(self.root.state)
        return [numbers(below.tried.get(rank, none)) for rank in range(len(below.priors))]

    def expected(self, rank: int) -> list[int]:
        """Return the ranks of the expected line of play, which begins with the root's child of the given rank."""
        ranks, node = [rank], self.root
        while node.children is not None and ranks[-1] in node.children.tried:
            node = node.children.tried[ranks[-1]]
            if node.children is None or not node.children.tried:
                break
            ranks.append(_expected_child(node, node.children))
        return ranks

    def advance(self, state: State) -> bool:
        """Make a later state the root; return whether it was in the tree. If so, the part below it is kept."""
        found = next((node for node in _all_below(self.root) if node.state == state), None)
        if found is None:
            self._begin(state, child_seed(self.seed, self.number + 1))
            return False
        self.root = found
        return True


def numbers(node: Node) -> tuple[int, tuple[float, ...], tuple[float, ...], int]:
    """Return the visits of a node, its sums by seat or else its proved numbers, and its grade of proof."""
    shares, margins = node.sums
    return node.visits, tuple(shares), tuple(margins), node.proof


def _all_below(node: Node) -> Iterator[Node]:
    yield node
    if node.children is not None:
        for child in node.children.tried.values():
            yield from _all_below(child)


def _first_largest(bounds: dict[int, np.float32]) -> int:
    return max(sorted(bounds), key=lambda rank: bounds[rank])


def _tried(node: Node, children: Children, rank: int) -> Node:
    """The child of a rank, made if it was still waiting."""
    if rank not in children.tried:
        after = node.state.after(node.state.legal_ids()[rank])
        children.tried[rank] = Node(after, children.priors[rank])
        children.next = None
    return children.tried[rank]


def _expected_child(node: Node, children: Children) -> int:
    """The rank of the child with most visits; in a proved choice, that of the best proved child."""
    ranks = sorted(children.tried)
    if not node.proof or children.seat == CHANCE:
        return max(ranks, key=lambda rank: children.tried[rank].visits)
    first, *others = (rank for rank in ranks if children.tried[rank].proof)
    for rank in others:
        if _is_better(children.tried[rank], children.tried[first], children.seat):
            first = rank
    return first


# --- games


def result_of(state: State) -> Result:
    """E7.0, E7.4: the result of a finished game for each seat. The winners share the win."""
    outcome = state.outcome
    assert outcome is not None
    seats = range(state.board.players)
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in seats]
    return Result(shares, [margin(outcome.totals, seat) for seat in seats])


def played_on(state: State, seed: int) -> State:
    """The end of a game at random among the richest systems in reach; ply p draws from ``PlyStream(seed, p)``."""
    while state.to_act:
        stream = PlyStream(seed, state.ply)
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()))
        else:
            state = state.after(stream.choice(_rich_actions(state)))
    return state


def _rich_actions(state: State) -> Sequence[Action]:
    """The actions that land on a nebula or two planets; if there are none, those that land on a planet; else all."""
    actions = state.legal_actions()
    landings = [action for action in actions if isinstance(action, Move) and action.piece is not None]
    for fewest in (2, 1):
        found = [
            landing
            for landing in landings
            if (system := state.board.system(landing.target)).nebula is not None or system.planets >= fewest
        ]
        if found:
            return found
    return actions


# --- proofs


def _note(path: list[PathStep], result: Result, proof: int) -> None:
    """Add a result to the nodes on the way, the last one first.

    If the last node was just proved, the nodes above it that follow from it are proved, too, and pass on their proved
    results. A node passes on a proved child's result, too, if that child is better than the simulated one: the seat to
    act would take it.
    """
    for node, parent, better in reversed(path):
        node.visits += 1
        if proof:
            node.prove(result, proof)
        elif not node.proof:
            node.add(result)
        if parent is not None and parent.children is not None:
            if proof:
                result, proof = _proved(parent.children, node, result)
            if better is not None and not proof:
                result = better.sums


def _proved(children: Children, child: Node, result: Result) -> tuple[Result, int]:
    """The result and the proof of a node whose child was just proved, or the child's result and OPEN."""
    if children.unproved:
        is_win = children.seat != CHANCE and child.share(children.seat) == 1
        return result, PROVED if is_win else OPEN
    if children.seat == CHANCE:
        return _proved_chance(children)
    found = list(children.tried.values())
    best = found[0]
    for other in found[1:]:
        if _is_better(other, best, children.seat):
            best = other
    # A better margin can only be found among children with the same share.
    level = [each for each in found if _is_level(each.share(children.seat), best.share(children.seat))]
    proof = EXACT if all(each.proof == EXACT for each in level) else PROVED
    seats = range(best.state.board.players)
    is_alike = all(_is_level(each.share(seat), best.share(seat)) for each in level for seat in seats)
    # Children that are equal for the seat may differ for other seats, and unknown margins would decide between them.
    return (best.sums, proof) if proof == EXACT or is_alike else (result, OPEN)


def _proved_chance(children: Children) -> tuple[Result, int]:
    """The mean of all events by their odds."""
    n_players = children.tried[0].state.board.players
    shares, margins, whole = [0.0] * n_players, [0.0] * n_players, 0.0
    for rank, count in enumerate(children.priors):
        whole += float(count)
        for seat in range(n_players):
            shares[seat] += float(count) * children.tried[rank].share(seat)
            margins[seat] += float(count) * children.tried[rank].margin(seat)
    proof = min(child.proof for child in children.tried.values())
    return Result([share / whole for share in shares], [points / whole for points in margins]), proof


def _is_level(a: float, b: float) -> bool:
    """Whether two shares or margins are equal apart from rounding."""
    return abs(a - b) < 1e-9


def _is_better(child: Node, than: Node, seat: int) -> bool:
    """Whether a proved child is better for a seat: by its share, its margin, and then the less for the next seats."""
    n_players = child.state.board.players
    for turn in range(n_players):
        player = (seat + turn) % n_players
        for a, b in ((child.share(player), than.share(player)), (child.margin(player), than.margin(player))):
            if not _is_level(a, b):
                return (a > b) == (turn == 0)
    return False
