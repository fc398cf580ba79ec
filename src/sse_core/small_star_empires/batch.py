"""Batches of games for learners: stepped together, with masks and observations as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypeVar

from .._fast import State, runs_v3
from ..checks import check_choice, check_flag, check_index, check_number, check_seed
from ..errors import ArgumentError, IllegalActionError
from ..threads import MAX_THREADS, Team
from .board import Board
from .options import Rules
from .positions import new_game
from .reasons import Reason
from .refusal_text import explain
from .tiles import Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

if runs_v3():
    from .._batch_v3 import Games
else:
    from .._batch import Games

__all__ = ["Batch", "observation_planes"]

Result = TypeVar("Result")

MAX_GAMES: Final = 1 << 24
LEAST: Final = 64
"""The smallest number of games for a thread: handing over fewer takes longer than playing them."""

_PLAYER_PLANES: Final = (
    "homeworld",
    "cities",
    "stations",
    "whole ships",
    "damaged ships",
    "cities in reserve",
    "stations in reserve",
    "tolls received",
    "passed",
)
_SYSTEM_PLANES: Final = (
    "planets",
    "red nebula",
    "green nebula",
    "blue nebula",
    "chromatic nebula",
    "wormhole",
    "black hole",
    "unexplored",
    *(tile.value for tile in Tile if tile not in (Tile.THREE, Tile.TWO, Tile.CHROMATIC)),
    "conquered",
    "reveal due",
    "refueling due",
    "choice due",
)


def observation_planes(players: SupportsIndex) -> tuple[str, ...]:
    """Return the names of the planes that `Batch.observe` writes, in order, for a number of players.

    Nine planes for each player come first. The first player is the one whose turn it is (seat 0 after the end); the
    others follow clockwise. The planes of homeworld, cities and stations are 1 in the cells that have one. The planes
    of ships have their number in each cell. The planes of reserves, received tolls and passing have the same number in
    every cell.

    Planes of systems follow. The first has the number of planets, those of revealed tiles included. The others are 1 in
    the cells with a kind of system or tile, with a conquest marker, or where an action is due. Numbers beyond 255 are
    written as 255.
    """
    count = check_number(players, "players", 4, 2)
    return (*(f"{what} of player +{seat}" for seat in range(count) for what in _PLAYER_PLANES), *_SYSTEM_PLANES)


class Batch:
    """Many games from one start, stepped together in n slots.

    Parameters
    ----------
    start
        The state that all games begin with, or a board for new games.
    n
        The number of slots, 1 to 2**24.
    rules
        As in `new_game`, for a board.
    seed
        The seed of tiles and samples, 0 to 2**64 − 1; see below.
    auto_reset
        Whether a slot begins a new game as soon as its game has ended. If not, the game stays finished until `reset`.
    chance
        Who reveals tiles (E9.2): the ``"batch"``, in which case CHANCE is never to act, or the ``"caller"``, who then
        steps reveals like all other actions.
    threads
        The number of threads that share the work of a call.

    Games are numbered: slot i begins with game i, and each new game in a slot has a number that is n larger. Game k has
    the seed ``child_seed(seed, k)`` and draws as `playout` does with that seed. Its tiles depend on its number and the
    actions played in it, not on other games, on `sample`, or on the number of threads. Games in which every action is a
    sample are those of ``playouts(start, ..., seed)``.

    Arrays given as arguments are C-contiguous and have the dtype and shape that the method names. They are read and
    written in place, never copied. Another dtype or shape raises ArgumentError, as a number out of range does.
    Calls from several threads wait for each other. Needs numpy.

    >>> from sse_core import Batch, base_map
    >>> batch = Batch(base_map(2), 3, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.to_act.tolist(), batch.state(2).ply
    ([1, 1, 1], 1)
    """

    def __init__(
        self,
        start: Board | State,
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
        if isinstance(start, State) and rules is not None:
            raise ArgumentError("a state has its rules already")
        self._start = start if isinstance(start, State) else new_game(start, rules=rules)
        if restarting and not self._start.to_act:
            raise ArgumentError("the game is over before it begins")
        self.n = check_number(n, "n", MAX_GAMES, 1)
        self._team = Team(check_number(threads, "threads", MAX_THREADS, 1))
        self._lock = Lock()
        self._games = Games(self._start, self.n, check_seed(seed), restarting, drawing == "batch")
        players = self._start.board.players
        self._to_act = numpy.empty(self.n, numpy.int8)
        self._done = numpy.zeros(self.n, numpy.uint8)
        self._totals = numpy.zeros((self.n, players), numpy.int32)
        self._winners = numpy.zeros((self.n, players), numpy.uint8)
        self._note_turns(numpy.zeros(self.n, numpy.uint8))

    @property
    def board(self) -> Board:
        """The board that all games are played on."""
        return self._start.board

    @property
    def n_actions(self) -> int:
        """The number of actions in the dense table; ids are smaller."""
        return len(self._start.actions)

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
        """The scores of each game's last end; zeros before it. Shape (n, players), int32, read-only."""
        return _read_only(self._totals)

    @property
    def winners(self) -> NDArray[np.bool_]:
        """The winners of each game's last end. Shape (n, players), bool, read-only."""
        import numpy

        return _read_only(self._winners.view(numpy.bool_))

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of the game in each slot, as `playout` takes it. Shape (n,), uint64, a new array."""
        import numpy

        found = numpy.empty(self.n, numpy.uint64)
        self._share(lambda first, stop: self._games.seeds(found, first, stop))
        return found

    @property
    def bytes_a_game(self) -> int:
        """The number of bytes that the batch keeps for each slot, without its arrays."""
        return self._games.bytes_a_game

    def reset(self, which: NDArray[np.bool_] | None = None) -> None:
        """Begin a new game in all slots, or in those where `which`, bool of shape (n,), is true."""
        import numpy

        marked = numpy.ones(self.n, numpy.uint8)
        if which is not None:
            marked = _checked(which, "which", numpy.bool_, (self.n,)).view(numpy.uint8)
        self._note_turns(marked)
        self._done[marked != 0] = 0

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play the action with the given id in each game; ids of finished games are ignored.

        `actions` has shape (n,), dtype int32. The call updates `to_act`, `done`, `totals` and `winners`. Raises
        IllegalActionError, which names the first game at fault, before any action is played.
        """
        import numpy

        ids = _checked(actions, "actions", numpy.int32, (self.n,))
        outputs = self._to_act, self._done, self._totals, self._winners
        with self._lock:
            refused = [at for at in self._spread(lambda first, stop: self._games.choose(ids, first, stop)) if at >= 0]
            if refused:
                raise self._refusal(min(refused))
            self._spread(lambda first, stop: self._games.step(*outputs, first, stop))

    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the id of a random legal action in each game; −1 in finished games. Shape (n,), dtype int32.

        Decisions are uniform, and tiles have their odds. The action is the next one of a `playout` with the
        game's seed. A second call at the same ply gives the same action.
        """
        import numpy

        ids = self._out(out, numpy.int32, (self.n,))
        self._share(lambda first, stop: self._games.sample(ids, first, stop))
        return ids

    def legal_mask(self, out: NDArray[Any] | None = None, *, packed: bool = True) -> NDArray[Any]:
        """Return which actions are legal for the player to act, or for CHANCE; none in finished games.

        A packed mask is uint8 of shape (n, ceil(n_actions / 8)); action 0 is the lowest bit of byte 0, as in
        ``numpy.unpackbits(..., bitorder="little")``. An unpacked mask is int8 of shape (n, n_actions), ones and
        zeros. An `out` of int8 asks for an unpacked mask, whatever `packed` is.
        """
        import numpy

        in_bytes = isinstance(out, numpy.ndarray) and out.dtype == numpy.int8
        if check_flag(packed, "packed") and not in_bytes:
            bits = self._out(out, numpy.uint8, (self.n, -(-self.n_actions // 8)))
            self._share(lambda first, stop: self._games.mask_bits(bits, first, stop))
            return bits
        bytes_ = self._out(out, numpy.int8, (self.n, self.n_actions))
        self._share(lambda first, stop: self._games.mask_bytes(bytes_, first, stop))
        return bytes_

    def observe(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return each game as the player whose turn it is sees it. Shape (n, planes, n_cells), uint8.

        The planes are those of `observation_planes`; `Board.hexes` has the place of each cell. An observation has the
        whole position except the ply, the banked points and the rules.
        """
        import numpy

        planes = len(observation_planes(self.board.players))
        views = self._out(out, numpy.uint8, (self.n, planes, self.board.n_cells))
        self._share(lambda first, stop: self._games.observe(views, first, stop))
        return views

    def scores(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the score of each player if the game ended now. Shape (n, players), int32."""
        import numpy

        points = self._out(out, numpy.int32, (self.n, self.board.players))
        self._share(lambda first, stop: self._games.scores(points, first, stop))
        return points

    def state(self, i: SupportsIndex) -> State:
        """Return the state of game i."""
        index = check_index(i, self.n, "game")
        with self._lock:
            return self._games.state(index)

    @staticmethod
    def from_states(states: Sequence[State], **options: Any) -> Batch:
        """Return a batch in which game i goes on from ``states[i]``; the options are those of `Batch`.

        A new game in any slot begins with ``states[0]``. Raises ArgumentError unless all states have the same board and
        the same rules.
        """
        given = list(states)
        if not given:
            raise ArgumentError("a batch has one game at least")
        for i, state in enumerate(given):
            if not isinstance(state, State):
                raise TypeError(f"a batch is made of States, not of {type(state).__name__}")
            if state.board != given[0].board or state.rules != given[0].rules:
                raise ArgumentError(f"state {i} is of another board, or of other rules, than state 0")
        batch = Batch(given[0], len(given), **options)
        for i, state in enumerate(given):
            batch._games.put(i, state)
        batch._note_turns(batch._done)
        return batch

    def _note_turns(self, marked: NDArray[np.uint8]) -> None:
        self._share(lambda first, stop: self._games.reset(marked, self._to_act, first, stop))

    def _refusal(self, i: int) -> IllegalActionError:
        """Return the error for the illegal action that was chosen in game i."""
        state, index = self._games.state(i), self._games.chosen_in(i)
        reason = state.why_not(index)
        action = index if reason is Reason.NO_SUCH_ACTION else state.actions[index]
        return IllegalActionError(f"game {i}: {explain(state, action, reason, None)}", reason)

    def _share(self, work: Callable[[int, int], Result]) -> list[Result]:
        """Run `work` on all games while other calls wait."""
        with self._lock:
            return self._spread(work)

    def _spread(self, work: Callable[[int, int], Result]) -> list[Result]:
        """Run `work` on all games, a range of them in each thread."""
        size = max(LEAST, -(-self.n // self._team.threads))
        starts = range(0, self.n, size)
        return self._team.run(lambda first: work(first, min(self.n, first + size)), starts, wait_running=True)

    def _out(self, out: NDArray[Any] | None, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        import numpy

        if out is None:
            return numpy.empty(shape, dtype)
        if not getattr(getattr(out, "flags", None), "writeable", True):
            raise ArgumentError("out is read-only")
        return _checked(out, "out", dtype, shape)


def _checked(array: NDArray[Any], name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array of this dtype and shape, C-contiguous; raise TypeError or ArgumentError for any other."""
    import numpy

    if not isinstance(array, numpy.ndarray):
        raise TypeError(f"{name} is a numpy array, not {type(array).__name__}")
    if array.dtype != dtype:
        raise ArgumentError(f"{name} has the dtype {array.dtype}, not {numpy.dtype(dtype)}")
    if array.shape != shape:
        raise ArgumentError(f"{name} has the shape {array.shape}, not {shape}")
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name} is not C-contiguous")
    return array


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
