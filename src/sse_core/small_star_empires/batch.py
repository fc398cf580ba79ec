"""Batches of games for learners: stepped together, with masks and observations as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex

from .._core.small_star_empires.batch import Games
from .._fast import State
from ..errors import ArgumentError, IllegalActionError
from ..forms.arrays import array_to_fill, checked_array
from ..forms.checks import check_choice, check_flag, check_index, check_number, check_seed, type_named
from ..play.threads import MAX_THREADS, Team
from .board import Board
from .maps.grid import grid_places
from .observation import observation_planes
from .options import Rules
from .positions.makers import new_game
from .words.refusals import illegal_action

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Batch"]

MAX_GAMES: Final = 1 << 24
MAX_PLIES: Final = 1 << 24
"""The most plies of one call. No game is that long: it bounds what a batch with auto_reset plays."""

WHOLE: Final = 50
"""About how many plies a game has."""

MAX_PLACES: Final = 128 * 128
"""The most places of a grid. Wormholes join systems that lie thousands of steps apart."""

HAND_OVER: Final = 12_000
"""The least work of a thread, in nanoseconds: about the time that it takes to give work to a thread."""

_NANOSECONDS: Final = {
    "choose": 3,
    "count_legal": 1,
    "illegal": 3,
    "legal_ids": 100,
    "mask_bits": 15,
    "mask_bytes": 50,
    "observe": 80,
    "observe_on_grid": 800,
    "observe_some": 80,
    "play": 50,
    "reset": 20,
    "restart": 20,
    "sample": 9,
    "scores": 17,
    "seeds": 2,
    "started_at": 1,
    "step": 45,
}
"""The nanoseconds that a method of `Games` takes for a game, roughly."""


class Batch:
    """Many games, stepped together in n slots.

    Parameters
    ----------
    start
        The state that all games begin with, or a board for new games; or a sequence of these (see below).
    n
        The number of slots, 1 to 2**24.
    rules
        As in `new_game`, for boards.
    seed
        The seed of tiles and samples, 0 to 2**64 − 1; see below.
    auto_reset
        Whether a slot begins a new game as soon as its game has ended. If not, the game stays finished until `reset`.
    chance
        Who reveals tiles (E9.2): the ``"batch"``, in which case CHANCE is never to act, or the ``"caller"``, who then
        steps reveals like all other actions.
    threads
        The number of threads that share the work of a call. A thread gets at least as much work as it costs to start
        it: some 300 games of a step.

    Games are numbered: slot i begins with game i, and each new game in a slot has the number of the last one plus n.
    Game k has the seed ``child_seed(seed, k)`` and draws as `playout` does with that seed. Its tiles depend on its
    number and the actions played in it, not on other games, on `sample`, or on the number of threads. Games in which
    every action is a sample are those of ``playouts(start, ..., seed)``.

    With several starts, game k has start number k modulo the number of starts. So a slot keeps its start if n is a
    multiple of the number of starts; otherwise its start changes from game to game. Boards may differ in systems, rules
    and players. Each has its own table of actions, and arrays are as wide as the largest board needs: masks are zeros
    from a board's number of actions on, planes are zeros from its number of cells on and in the planes of players that
    it lacks, and the scores of such players are zeros. `board_of` says which game is on which of the `boards`.

    Arrays given as arguments are C-contiguous and aligned, and have the dtype and shape that the method names. They are
    read and written in place. Another dtype or shape raises ArgumentError, as a number out of range does. An `out` of
    another array class is filled, and a plain array of its memory is returned. Calls from several threads wait for each
    other. Needs numpy.

    >>> from sse_core import base_map
    >>> from sse_core.small_star_empires import Batch
    >>> batch = Batch(base_map(2), 3, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.to_act.tolist(), batch.state(2).ply
    ([1, 1, 1], 1)

    >>> batch = Batch([base_map(2, seed=7, holes="balanced"), base_map(3)], 4)
    >>> [len(board.actions) for board in batch.boards], batch.n_actions, batch.board_of.tolist()
    ([2773, 3139], 3139, [0, 1, 0, 1])
    """

    def __init__(
        self,
        start: Board | State | Sequence[Board | State],
        n: SupportsIndex,
        *,
        rules: Rules | None = None,
        seed: SupportsIndex = 0,
        auto_reset: bool = False,
        chance: Literal["batch", "caller"] = "batch",
        threads: SupportsIndex = 1,
    ) -> None:
        import numpy

        drawing = check_choice(chance, ("batch", "caller"), "chance")
        restarting = check_flag(auto_reset, "auto_reset")
        self._starts = _started(start, rules)
        for at, state in enumerate(self._starts):
            if restarting and not state.to_act:
                what = "the game" if len(self._starts) == 1 else f"start {at}"
                raise ArgumentError(f"{what} is over before it begins")
        self.n = check_number(n, "n", MAX_GAMES, 1)
        self._team = Team(check_number(threads, "threads", MAX_THREADS, 1))
        self._lock = Lock()
        self._games = Games(self._starts, self.n, check_seed(seed), restarting, drawing == "batch")
        self._boards = tuple(state.board for state in self._starts)
        self._n_actions = max(len(board.actions) for board in self._boards)
        self._n_cells = max(board.n_cells for board in self._boards)
        self._players = max(board.players for board in self._boards)
        self._to_act = numpy.empty(self.n, numpy.int8)
        self._done = numpy.zeros(self.n, numpy.uint8)
        self._totals = numpy.zeros((self.n, self._players), numpy.int32)
        self._winners = numpy.zeros((self.n, self._players), numpy.uint8)
        # The seats of the board that each slot's last game ended on; 2 before.
        self._seats = numpy.full(self.n, 2, numpy.uint8)
        self._note_turns()

    @property
    def board(self) -> Board:
        """The board that all games are played on; raises ArgumentError if there are several."""
        if any(board is not self._boards[0] for board in self._boards):
            raise ArgumentError(f"the games are on several boards: see the {len(self._boards)} in boards, and board_of")
        return self._boards[0]

    @property
    def boards(self) -> tuple[Board, ...]:
        """The board of each start, in the order of the starts."""
        return self._boards

    @property
    def board_of(self) -> NDArray[np.int32]:
        """The index in `boards` of the board that each game is on. Shape (n,), int32, a new array."""
        import numpy

        found = numpy.empty(self.n, numpy.int32)
        self._share("started_at", found)
        return found

    @property
    def n_actions(self) -> int:
        """The number of actions in the dense table, of several boards in the largest; ids are smaller."""
        return self._n_actions

    @property
    def to_act(self) -> NDArray[np.int8]:
        """Who is to act in each game: a seat, CHANCE (−1), or −2 in a finished game. Shape (n,), int8, read-only."""
        return _read_only(self._to_act)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last `step` that played an action in a game ended it. Shape (n,), bool, read-only."""
        import numpy

        return _read_only(self._done.view(numpy.bool_))

    @property
    def totals(self) -> NDArray[np.int32]:
        """The scores of each slot's last game that ended; zeros before. Shape (n, players), int32, read-only."""
        return _read_only(self._totals)

    @property
    def winners(self) -> NDArray[np.bool_]:
        """The winners of each slot's last game that ended. Shape (n, players), bool, read-only."""
        import numpy

        return _read_only(self._winners.view(numpy.bool_))

    def rewards(self, reward: Literal["win", "margin", "total"] = "win") -> NDArray[np.float64]:
        """Return what each player gets for the games that are `done`; zeros in others. Shape (n, players), float64.

        ``"win"`` is the share of the win: 1 for a sole winner, −1 for the loser of two, −1/2 for each loser of three.
        Players who win together share it: all players together get zero. ``"margin"`` is the own total less the mean of
        the others', which adds to zero, too, and ``"total"`` the own total. Seats that a board lacks get zero.

        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch = Batch(base_map(2), 1, seed=1)
        >>> while not batch.done.all():
        ...     batch.step(batch.sample())
        >>> batch.totals.tolist(), batch.rewards().tolist(), batch.rewards("margin").tolist()
        ([[36, 37]], [[-1.0, 1.0]], [[-1.0, 1.0]])
        """
        import numpy

        kind = check_choice(reward, ("win", "margin", "total"), "reward")
        found = numpy.zeros((self.n, self._players))
        with self._lock:
            ended = numpy.flatnonzero(self._done)
            seats = self._seats[ended, None].astype(numpy.float64)
            worth = (self._winners if kind == "win" else self._totals)[ended].astype(numpy.float64)
        if kind == "win":
            worth /= worth.sum(axis=1, keepdims=True)
        if kind != "total":
            worth = (seats * worth - worth.sum(axis=1, keepdims=True)) / (seats - 1)
            worth[numpy.arange(self._players) >= seats] = 0
        found[ended] = worth
        return found

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of the game in each slot, as `playout` takes it. Shape (n,), uint64, a new array."""
        import numpy

        found = numpy.empty(self.n, numpy.uint64)
        self._share("seeds", found)
        return found

    @property
    def bytes_a_game(self) -> int:
        """The number of bytes that the batch keeps for each slot, without its arrays."""
        return self._games.bytes_a_game

    def reset(self, which: NDArray[np.bool_] | None = None, *, seed: SupportsIndex | None = None) -> None:
        """Begin a new game in all slots, or in those where `which`, bool of shape (n,), is true.

        With a `seed` the batch is like a new one of that seed: slot i begins with game i, and nothing is left of
        earlier games. Its arrays, a kept mask included, stay the same objects. A seed is for all games, so it excludes
        `which`.
        """
        if seed is not None:
            if which is not None:
                raise ArgumentError("a seed is that of all games: it takes no which")
            self._restart(check_seed(seed))
            return
        marked = self._marked(which)
        with self._lock:
            self._spread("reset", marked, self._to_act)
            self._done[marked != 0] = 0

    def _restart(self, seed: int) -> None:
        with self._lock:
            self._games.seed = seed
            self._spread("restart", self._to_act)
            for results in (self._done, self._totals, self._winners):
                results[:] = 0

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play the action with the given id in each game; −1 leaves a game as it is, and finished games ignore any id.

        `actions` has shape (n,), dtype int32. The call updates `to_act`, `done`, `totals` and `winners`; a game that is
        left as it is keeps its rows in them. Raises IllegalActionError, which names the first game at fault, before any
        action is played: `illegal` says beforehand which games are at fault.
        """
        import numpy

        ids = checked_array(actions, "actions", numpy.int32, (self.n,))
        outputs = self._to_act, self._done, self._totals, self._winners, self._seats
        with self._lock:
            refused = [at for at in self._spread("choose", ids) if at >= 0]
            if refused:
                raise self._refusal(min(refused))
            self._spread("step", *outputs)

    def illegal(self, actions: NDArray[np.int32], out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return in which games `step` refuses the given id. Shape (n,), dtype bool.

        With −1 in their place the other games are played:

        >>> import numpy as np
        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch = Batch(base_map(2), 3, seed=1)
        >>> actions = np.array([0, batch.n_actions, -1], np.int32)
        >>> batch.illegal(actions).tolist()
        [True, True, False]
        >>> actions[1:] = batch.sample()[1:]
        >>> batch.step(np.where(batch.illegal(actions), np.int32(-1), actions))
        >>> [batch.state(i).ply for i in range(3)]
        [0, 1, 1]
        """
        import numpy

        ids = checked_array(actions, "actions", numpy.int32, (self.n,))
        found = array_to_fill(out, numpy.bool_, (self.n,))
        self._share("illegal", ids, found.view(numpy.uint8))
        return found

    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the id of a random legal action in each game; −1 in finished games. Shape (n,), dtype int32.

        Decisions are uniform, and tiles have their odds. The action is the next one of a `playout` with the
        game's seed. A second call at the same ply gives the same action.
        """
        import numpy

        ids = array_to_fill(out, numpy.int32, (self.n,))
        self._share("sample", ids)
        return ids

    def play(
        self,
        plies: SupportsIndex | None = 1,
        *,
        which: NDArray[np.bool_] | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        """Play random actions: what `plies` calls of ``step(sample())`` do, in one call, and quicker.

        Each game plays so many actions, 0 to 2**24, or fewer if it is over before. None plays every game to its end.
        With `auto_reset` the new game of a slot plays what is left of the plies; after None it has just begun. All
        arrays are as after the last of those steps. If `which`, bool of shape (n,), is given, only the games where it
        is true play; the others keep all they have, as with −1.

        Game k draws its actions as `playout` does with the seed ``child_seed(seed, k)``; without a `seed` it is the
        batch's. A tile that the batch reveals is drawn from the game's own seed even so. What is drawn depends on the
        seed, the game's number and its ply alone. So the same seed plays the same from the same positions, whatever was
        called before and in any number of threads.

        Random opponents answer where it is their turn, and rollouts go on from any positions:

        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch = Batch(base_map(2), 3, seed=1)
        >>> batch.play(9)
        >>> batch.play(which=batch.to_act == 1)
        >>> batch.to_act.tolist(), batch.state(2).ply
        ([0, 0, 0], 10)
        >>> rollouts = Batch.from_states([batch.state(2)] * 3)
        >>> rollouts.play(None, seed=7)
        >>> rollouts.totals.tolist()
        [[40, 34], [43, 38], [41, 36]]
        """
        count = 0 if plies is None else check_number(plies, "plies", MAX_PLIES)
        marked = None if which is None else self._marked(which)
        drawn = None if seed is None else check_seed(seed)
        if plies is not None and not count:
            return
        outputs = self._to_act, self._done, self._totals, self._winners, self._seats
        with self._lock:
            drawn = self._games.seed if drawn is None else drawn
            self._spread("play", marked, count, drawn, *outputs, times=count or WHOLE)

    def legal_mask(self, out: NDArray[Any] | None = None, *, packed: bool = True, kept: bool = False) -> NDArray[Any]:
        """Return which actions are legal for the player to act, or for CHANCE; none in finished games.

        A packed mask is uint8 of shape (n, ceil(n_actions / 8)); action 0 is the lowest bit of byte 0, as in
        ``numpy.unpackbits(..., bitorder="little")``. An unpacked mask is int8 of shape (n, n_actions), ones and
        zeros. An `out` of int8 asks for an unpacked mask, whatever `packed` is.

        A `kept` mask is the batch's own array: each call returns the same one, and from the first call on `step`,
        `play` and `reset` bring it up to date. In an unpacked mask they write only the changes, which takes a fraction
        of the time. The array is read-only, and can't be made writable: `step` reads in it what is legal. Copy it to
        keep it beyond the next step.

        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch = Batch(base_map(2), 2, seed=1)
        >>> mask = batch.legal_mask(packed=False, kept=True)
        >>> mask.sum(axis=1).tolist()
        [34, 34]
        >>> for _ in range(5):
        ...     batch.step(batch.sample())
        >>> mask.sum(axis=1).tolist()
        [60, 78]
        """
        import numpy

        in_bytes = isinstance(out, numpy.ndarray) and out.dtype == numpy.int8
        in_bits = check_flag(packed, "packed") and not in_bytes
        if check_flag(kept, "kept"):
            if out is not None:
                raise ArgumentError("a kept mask is the batch's own: it takes no out")
            return self._kept_mask(in_bits)
        if in_bits:
            bits = array_to_fill(out, numpy.uint8, (self.n, -(-self.n_actions // 8)))
            self._share("mask_bits", bits)
            return bits
        bytes_ = array_to_fill(out, numpy.int8, (self.n, self.n_actions))
        self._share("mask_bytes", bytes_)
        return bytes_

    def _kept_mask(self, packed: bool) -> NDArray[Any]:
        import numpy

        with self._lock:
            rows = self._games.keep_bits(-(-self.n_actions // 8)) if packed else self._games.keep_bytes(self.n_actions)
            return numpy.asarray(rows)

    def legal_ids(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the ids of the legal actions of all games, and the offset at which each game's ids begin.

        The ids of game i, ascending, are ``ids[offsets[i]:offsets[i + 1]]``; a finished game has none. The ids are
        int32, the n + 1 offsets int64, as in a sparse matrix by rows (CSR). A game has some tens of ids, while its mask
        has thousands of bytes. A random policy needs no mask:

        >>> import numpy as np
        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch, rng = Batch(base_map(2), 4, seed=1), np.random.default_rng(1)
        >>> ids, offsets = batch.legal_ids()
        >>> offsets.tolist()
        [0, 34, 68, 102, 136]
        >>> batch.step(ids[offsets[:-1] + rng.integers(np.diff(offsets))])
        """
        import numpy

        offsets = numpy.zeros(self.n + 1, numpy.int64)
        with self._lock:
            self._spread("count_legal", offsets[1:])
            numpy.cumsum(offsets, out=offsets)
            ids = numpy.empty(offsets[-1], numpy.int32)
            self._spread("legal_ids", offsets, ids)
        return ids, offsets

    @property
    def grid_shape(self) -> tuple[int, int]:
        """The numbers of rows and columns of the grid of `observe`: as many as the largest board needs.

        Raises ArgumentError if wormholes join systems so far apart that the grid would have more than 16,384 places.
        """
        return self._on_grid[0]

    @cached_property
    def _on_grid(self) -> tuple[tuple[int, int], NDArray[np.int32]]:
        """The shape of the grid, and the place on it of each cell of each start's board."""
        import numpy

        found = [grid_places(board) for board in self._boards]
        rows, columns = (int(n) + 1 for n in numpy.max([places.max(axis=0) for places in found], axis=0))
        if rows * columns > MAX_PLACES:
            raise ArgumentError(f"no grid of {rows} rows and {columns} columns: it would have over {MAX_PLACES} places")
        places = numpy.zeros((len(found), self._n_cells), numpy.int32)
        for at, each in enumerate(found):
            places[at, : len(each)] = each[:, 0] * columns + each[:, 1]
        return (rows, columns), places

    def observe(
        self, out: NDArray[np.uint8] | None = None, *, which: NDArray[np.bool_] | None = None, grid: bool = False
    ) -> NDArray[np.uint8]:
        """Return each game as the player whose turn it is sees it. Shape (n, planes, n_cells), uint8.

        The planes are those of `observation_planes`; `Board.hexes` has the place of each cell. An observation has the
        whole position except the ply, the banked points and the rules.

        Only the games where `which`, bool of shape (n,), is true are observed if it is given: the array has as many
        rows as `which` has true items, in the order of the games, and costs no more. Without `auto_reset` these may be
        the finished ones, before `reset` begins them anew:

        >>> from sse_core import base_map
        >>> from sse_core.small_star_empires import Batch
        >>> batch = Batch(base_map(2), 8, seed=1)
        >>> while not batch.done.any():
        ...     batch.step(batch.sample())
        >>> final = batch.observe(which=batch.done)
        >>> final.shape == (batch.done.sum(), 36, 57)
        True
        >>> batch.reset(batch.done)

        On a `grid` each plane is a rectangle for convolutions, in which `grid_places` has the row and the column of
        each cell. Shape (n, planes + 1, rows, columns): the last plane is 1 where the board has a cell, and all planes
        are 0 elsewhere.

        >>> batch.observe(grid=True).shape, batch.grid_shape
        ((8, 37, 9, 9), (9, 9))
        """
        import numpy

        planes = len(observation_planes(self._players))
        on_grid = check_flag(grid, "grid")
        if which is None and not on_grid:
            views = array_to_fill(out, numpy.uint8, (self.n, planes, self._n_cells))
            self._share("observe", views, self._players)
            return views
        slots = numpy.flatnonzero(self._marked(which))
        n = len(slots)
        if on_grid:
            (rows, columns), places = self._on_grid
            views = array_to_fill(out, numpy.uint8, (n, planes + 1, rows, columns))
            flat = views.reshape(n, planes + 1, rows * columns)
            self._share("observe_on_grid", slots, places, flat, self._players, n=n)
            return views
        views = array_to_fill(out, numpy.uint8, (n, planes, self._n_cells))
        self._share("observe_some", slots, views, self._players, n=n)
        return views

    def scores(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the score of each player if the game ended now. Shape (n, players), int32."""
        import numpy

        points = array_to_fill(out, numpy.int32, (self.n, self._players))
        self._share("scores", points)
        return points

    def state(self, i: SupportsIndex) -> State:
        """Return the state of game i."""
        index = check_index(i, self.n, "game")
        with self._lock:
            return self._games.state(index)

    @staticmethod
    def from_states(states: Sequence[State], **options: Any) -> Batch:
        """Return a batch in which game i goes on from ``states[i]``; the options are those of `Batch`.

        New games begin with ``states[0]``. If the states have several boards or rules, the starts of the batch are the
        first state of each board and rules.
        """
        given = list(states)
        if not given:
            raise ArgumentError("a batch has one game at least")
        at: dict[tuple[Board, Rules], int] = {}
        starts: list[State] = []
        for state in given:
            if not isinstance(state, State):
                raise TypeError(f"a batch is made of States of Small Star Empires, not of {type_named(state)}")
            if at.setdefault((state.board, state.rules), len(starts)) == len(starts):
                starts.append(state)
        batch = Batch(starts, len(given), **options)
        for i, state in enumerate(given):
            batch._games.put(i, at[state.board, state.rules], state)
        batch._note_turns()
        return batch

    def _marked(self, which: NDArray[np.bool_] | None) -> NDArray[np.uint8]:
        """Return a byte for each game, not zero where `which` is true."""
        import numpy

        # A copy, so that no other thread can change it between the check and the use.
        if which is None:
            return numpy.ones(self.n, numpy.uint8)
        return checked_array(which, "which", numpy.bool_, (self.n,)).view(numpy.uint8).copy()

    def _note_turns(self) -> None:
        import numpy

        self._share("reset", numpy.zeros(self.n, numpy.uint8), self._to_act)

    def _refusal(self, i: int) -> IllegalActionError:
        """Return the error for the illegal action that was chosen in game i."""
        state, index = self._games.state(i), self._games.chosen_in(i)
        action = state.actions[index] if 0 <= index < len(state.actions) else index
        error = illegal_action(state, action, state.why_not(action), None)
        return IllegalActionError(f"game {i}: {error}", error.reason)

    def _share(self, method: str, *arguments: Any, n: int | None = None) -> None:
        """Run a method of `Games` on all games, or on `n` rows, while other calls wait."""
        with self._lock:
            self._spread(method, *arguments, n=n)

    def _spread(self, method: str, *arguments: Any, n: int | None = None, times: int = 1) -> list[Any]:
        """Run a method of `Games` on all games, or on `n` rows, by ranges; return what it returned for each range.

        `times` is how often the method does its work in each game.
        """
        n = self.n if n is None else n
        work: Callable[..., Any] = getattr(self._games, method)
        threads = self._team.threads
        size = n if threads == 1 else max(-(-HAND_OVER // (times * _NANOSECONDS[method])), -(-n // threads))
        if size >= n:
            return [work(*arguments, 0, n)]
        starts = range(0, n, size)
        return self._team.run(lambda first: work(*arguments, first, min(n, first + size)), starts, wait_running=True)


def _started(start: Board | State | Sequence[Board | State], rules: Rules | None) -> tuple[State, ...]:
    """Return the states that games begin with, one at least."""
    given: tuple[Any, ...] = (start,)
    if isinstance(start, Sequence) and not isinstance(start, str):
        given = tuple(start)
    if not given:
        raise ArgumentError("a batch has one start at least")
    if rules is not None and any(isinstance(one, State) for one in given):
        raise ArgumentError("a state has its rules already")
    for one in given:
        if not isinstance(one, Board | State):
            found = type_named(one)
            raise TypeError(f"a batch is made of Boards and States of Small Star Empires, not of {found}")
    return tuple(one if isinstance(one, State) else new_game(one, rules=rules) for one in given)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
