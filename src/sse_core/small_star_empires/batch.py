"""Games side by side in arrays, for learners: stepped together, with masks and observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypeVar

from .._fast import State, runs_v3
from ..checks import check_choice, check_flag, check_index, check_number, check_seed
from ..errors import IllegalActionError, SetupError
from ..threads import MAX_THREADS, Team
from . import explain
from .board import Board
from .options import Rules
from .positions import new_game
from .reasons import Reason
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
"""How many games a thread is given at least: fewer are done sooner than handed over."""

_OF_A_PLAYER: Final = (
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
_OF_SYSTEMS: Final = (
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
    """Return the names of the planes that `Batch.observe` writes, in their order, for so many players.

    Nine planes for each player come first, beginning with the one whose turn it is (seat 0 after the end) and going on
    clockwise: the homeworld, cities and stations are ones where they are; ships are counted where they are; reserves,
    tolls received and whether the player has passed are the same number in every cell. Planes of systems follow:
    how many planets there are, those of revealed tiles too, then ones for what lies there, for conquered systems, and
    for the cell where something is due. Numbers beyond 255 are written as 255.
    """
    count = check_number(players, "players", 4, 2)
    return (*(f"{what} of player +{seat}" for seat in range(count) for what in _OF_A_PLAYER), *_OF_SYSTEMS)


class Batch:
    """Many games from one start, side by side in n slots.

    Parameters
    ----------
    start
        A board, on which games begin, or the state that all of them begin with.
    n
        How many slots, 1 to 2**24.
    rules
        As in `new_game`, for a board.
    seed
        What tiles and samples are drawn from, 0 to 2**64 − 1; below it says how.
    auto_reset
        Whether a new game begins in a slot as soon as one has ended there. Else it stays finished until `reset`.
    chance
        Who draws tiles (E9.2): the ``"batch"``, so that CHANCE is never to act, or the ``"caller"``, for whom reveals
        are actions like all others.
    threads
        How many threads share the work of a call.

    The games are numbered: slot i begins with game i, and each new game in it has a number that is larger by n. Game k
    has the seed ``child_seed(seed, k)``, and draws as `playout` does with that seed: ply p from ``PlyStream``. So tiles
    depend on the game's number, its ply and what was played in it, not on the number of threads, on `sample`, or on
    other games. Games in which every action is a sample are those of ``playouts(start, …, seed)``.

    Arrays that a caller passes are C-contiguous and of the dtype and shape that the method names. They are written in
    place and never copied. Needs numpy. Several threads may call one batch; each call waits for the one before.

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
            raise SetupError("a state has its rules already")
        self._start = start if isinstance(start, State) else new_game(start, rules=rules)
        if restarting and not self._start.to_act:
            raise SetupError("the game is over before it begins")
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
        """How many actions the dense table has: ids are below it."""
        return len(self._start.actions)

    @property
    def to_act(self) -> NDArray[np.int8]:
        """Who is to act in each game: a seat, CHANCE (−1), or −2 if it is finished. Shape (n,), int8, read-only."""
        return _read_only(self._to_act)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether each game ended in the last `step` that did something in it. Shape (n,), bool, read-only."""
        import numpy

        return _read_only(self._done.view(numpy.bool_))

    @property
    def totals(self) -> NDArray[np.int32]:
        """What the players of each game scored when it ended last, else zeros. Shape (n, players), int32, read-only."""
        return _read_only(self._totals)

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Who won each game when it ended last. Shape (n, players), bool, read-only."""
        import numpy

        return _read_only(self._winners.view(numpy.bool_))

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of each slot's game, as `playout` and `match.turns_of` take it. Shape (n,), uint64, a new array."""
        import numpy

        found = numpy.empty(self.n, numpy.uint64)
        self._share(lambda first, stop: self._games.seeds(found, first, stop))
        return found

    @property
    def bytes_a_game(self) -> int:
        """How many bytes the batch keeps for each game, its arrays not counted."""
        return self._games.bytes_a_game

    def reset(self, which: NDArray[np.bool_] | None = None) -> None:
        """Begin a new game in all slots, or in those that a bool array of shape (n,) marks."""
        import numpy

        marked = numpy.ones(self.n, numpy.uint8)
        if which is not None:
            marked = _checked(which, "which", numpy.bool_, (self.n,)).view(numpy.uint8)
        self._note_turns(marked)
        self._done[marked != 0] = 0

    def step(self, actions: NDArray[np.int32]) -> None:
        """Do the action with the given id in each game, whatever stands there for finished games.

        `actions` has shape (n,), dtype int32. `to_act`, `done`, `totals` and `winners` are up to date then. Raises
        IllegalActionError, which names the first game at fault, before anything is done.
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
        """Return the id of a random legal action of each game, a tile by its odds; −1 if the game is finished.

        Shape (n,), dtype int32. It is the action that `playout` of the game's seed does next. It depends on the state
        and the seed alone: asked for twice at the same ply, it is the same.
        """
        import numpy

        ids = self._out(out, numpy.int32, (self.n,))
        self._share(lambda first, stop: self._games.sample(ids, first, stop))
        return ids

    def legal_mask(self, out: NDArray[Any] | None = None, *, packed: bool = True) -> NDArray[Any]:
        """Return which actions are legal for whoever is to act.

        Packed, it is uint8 of shape (n, ceil(n_actions / 8)): action 0 is the lowest bit of byte 0, as
        ``numpy.unpackbits(..., bitorder="little")`` has it. Else int8 of shape (n, n_actions), ones and zeros; an
        `out` of int8 asks for that, too. All zeros for finished games.
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
        """Return what each game looks like to the player whose turn it is.

        Shape (n, planes, n_cells), uint8; the planes are those of `observation_planes`, a cell's place on the plane is
        in `Board.hexes`. Nothing is hidden in this game, so it is all there is to know but the ply, the points banked,
        and the rules.
        """
        import numpy

        planes = len(observation_planes(self.board.players))
        views = self._out(out, numpy.uint8, (self.n, planes, self.board.n_cells))
        self._share(lambda first, stop: self._games.observe(views, first, stop))
        return views

    def scores(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return what each player would score if the game ended now. Shape (n, players), int32."""
        import numpy

        points = self._out(out, numpy.int32, (self.n, self.board.players))
        self._share(lambda first, stop: self._games.scores(points, first, stop))
        return points

    def state(self, i: SupportsIndex) -> State:
        """Return one game as a State."""
        index = check_index(i, self.n, "game")
        with self._lock:
            return self._games.state(index)

    @staticmethod
    def from_states(states: Sequence[State], **options: Any) -> Batch:
        """Return a batch in which game i goes on from the i-th state; options as of `Batch`.

        A new game in any slot begins with the first of the states. Raises SetupError unless all states are of one
        board and one set of rules.
        """
        given = list(states)
        if not given:
            raise SetupError("a batch has one game at least")
        for i, state in enumerate(given):
            if not isinstance(state, State):
                raise TypeError(f"a batch is made of States, not of {type(state).__name__}")
            if state.board != given[0].board or state.rules != given[0].rules:
                raise SetupError(f"state {i} is of another board, or of other rules, than state 0")
        batch = Batch(given[0], len(given), **options)
        for i, state in enumerate(given):
            batch._games.put(i, state)
        batch._note_turns(batch._done)
        return batch

    def _note_turns(self, marked: NDArray[np.uint8]) -> None:
        self._share(lambda first, stop: self._games.reset(marked, self._to_act, first, stop))

    def _refusal(self, i: int) -> IllegalActionError:
        """Return the error for what was chosen in game i, which is illegal there."""
        state, index = self._games.state(i), self._games.chosen_in(i)
        reason = state.why_not(index)
        action = index if reason is Reason.NO_SUCH_ACTION else state.actions[index]
        return IllegalActionError(f"game {i}: {explain.explain(state, action, reason, None)}", reason)

    def _share(self, work: Callable[[int, int], Result]) -> list[Result]:
        """Do some work on all games; other calls of the batch wait."""
        with self._lock:
            return self._spread(work)

    def _spread(self, work: Callable[[int, int], Result]) -> list[Result]:
        """Do some work on all games, a part of them in each thread."""
        size = max(LEAST, -(-self.n // self._team.threads))
        starts = range(0, self.n, size)
        return self._team.run(lambda first: work(first, min(self.n, first + size)), starts, settle=True)

    def _out(self, out: NDArray[Any] | None, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        import numpy

        if out is None:
            return numpy.empty(shape, dtype)
        if not getattr(getattr(out, "flags", None), "writeable", True):
            raise SetupError("out is read-only")
        return _checked(out, "out", dtype, shape)


def _checked(array: NDArray[Any], name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array if it is as it must be; raise TypeError or SetupError."""
    import numpy

    if not isinstance(array, numpy.ndarray):
        raise TypeError(f"{name} is a numpy array, not {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{name} has the dtype {array.dtype}, not {numpy.dtype(dtype)}")
    if array.shape != shape:
        raise SetupError(f"{name} has the shape {array.shape}, not {shape}")
    if not array.flags.c_contiguous:
        raise SetupError(f"{name} is not C-contiguous")
    return array


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
