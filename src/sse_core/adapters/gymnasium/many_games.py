"""The class `ManyGames`: a `VectorEnv` of many games, stepped together by the game's `Batch`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias, cast

import numpy
from gymnasium import logger, spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ...bots import BOTS
from ...bots.naming import bot_named
from ...errors import ArgumentError, IllegalActionError
from ...forms.checks import check_choice, check_flag, check_number, check_text
from ...game import AnyGame, AnyState, Bot, ObservationSpace
from ...play.batches import VectorGame
from ...play.observation import observed
from ...play.threads import MAX_THREADS
from ...seeds import PlyStream
from ..pictures import RENDER_MODES, check_render_mode, drawn
from ..rewards import check_reward
from ..spaces import observation_box
from ..starts import GameSeeds, Starts, game_named
from .one_seat import ILLEGAL
from .opponents import by_seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ManyGames", "Policy"]

Policy: TypeAlias = "Callable[[NDArray[Any], NDArray[np.int8]], NDArray[Any]]"
"""A function that plays several games: it maps observations and masks, a row per game, to ids of actions."""

FINISHED: Final = -2
"""The value of ``to_act`` for a finished game of a `Batch`."""

WAIT: Final = -1
"""The id that leaves a game of a `Batch` as it is."""

_MODES: Final = tuple(mode for mode in RENDER_MODES if mode != "human")
"""The render modes; ``"human"`` is only for a single game."""

MAX_GAMES: Final = 1 << 24
"""The most games, a limit of `Batch`."""


class ManyGames(VectorEnv["NDArray[Any]", "NDArray[np.int64]", "NDArray[Any]"]):
    """Many games at once, in which the agent has one seat of each, or all seats (self-play).

    Parameters
    ----------
    num_envs
        The number of games.
    game
        The name of a game that has a `Batch`.
    seat
        The seat of the agent in each game, or None for self-play: the agent acts for every seat.
    opponent
        The player of the other seats: the name of a bot, a function from observations and masks to ids (`Policy`), or
        one of these for each other seat, by ascending seat. None is the bot ``"random"``; in self-play there is no
        opponent.
    illegal, reward, render_mode
        As in `OneSeat`. An illegal action ends only its own game.
    autoreset_mode
        When the next game begins: in the step after the end, in the same step, or by `reset` (``"NextStep"``,
        ``"SameStep"``, ``"Disabled"``).
    copy
        Whether the masks in ``info`` are copies. If not, they are the array that the batch updates: it is read-only and
        costs less. There, a game that an illegal action has ended still shows its legal actions.
    threads
        The number of threads, as in `Batch`.
    map, players, seed, options
        The start of the games, as in `OneSeat`. A list of maps, of numbers of players or of seeds, or several of the
        same length, gives several starts: game k begins with number k modulo their number, as in `Batch`.

    Games are numbered and seeded like those of a `Batch`, with ``reset(seed=...)`` as its seed. Each game equals the
    one that `OneSeat` plays with the seed of that game.

    ``info`` has the arrays ``action_mask`` and ``illegal`` of `OneSeat`. In self-play, observations and masks are those
    of the seat to act, at the end those of seat 0, and the reward is that of the seat that acted. Then ``info`` also
    has ``to_act``, the seat to act in each game, −2 at the end, and ``rewards``, the rewards of all seats.
    """

    metadata: dict[str, Any] = {"render_modes": [*_MODES], "render_fps": 1}  # noqa: RUF012 - as in VectorEnv

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        *,
        game: str,
        seat: SupportsIndex | None = 0,
        opponent: str | Policy | Sequence[str | Policy] | None = None,
        illegal: str = "end",
        reward: str = "win",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: SupportsIndex = 1,
        render_mode: str | None = None,
        map: str | Sequence[str] | None = None,
        players: int | Sequence[int] | None = None,
        seed: int | Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        played = game_named(game)
        if not isinstance(played, VectorGame):
            raise ArgumentError(f"{played.INFO.title} has no Batch: make_vec takes vectorization_mode='sync' for it")
        self.num_envs = n = check_number(num_envs, "num_envs", MAX_GAMES, 1)
        starts = _starts(game, {"map": map, "players": players, "seed": seed}, options)
        if any(not start.to_act for start in starts):
            raise ArgumentError("a game is over before it begins")
        self._players = numpy.array([len(start.totals) for start in starts])
        self._seat = None if seat is None else check_number(seat, "seat", int(self._players.min()) - 1)
        if self._seat is None and opponent is not None:
            raise ArgumentError("seat=None is self-play: leave opponent out")
        self._illegal = check_choice(illegal, ILLEGAL, "illegal", error=ArgumentError)
        self._reward = check_reward(reward)
        self._mode = _mode(autoreset_mode)
        copies = check_flag(copy, "copy")
        self.render_mode = check_render_mode(render_mode)
        if self.render_mode not in (None, *_MODES):
            raise ArgumentError(f"many games have no render_mode {render_mode!r}; they have {', '.join(_MODES)}")
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._observed = observed(played)
        parts = [self._observed.observation_space(start) for start in starts]
        whole = _widest(parts)
        self._planes = [[whole.names.index(name) for name in part.names] for part in parts]

        # `GameBatch` promises neither several starts, nor threads, nor a shared mask, so they are passed only on
        # demand.
        more = {} if check_number(threads, "threads", MAX_THREADS, 1) == 1 else {"threads": threads}
        makes = cast(Any, played)
        self._batch: Any = makes.Batch(starts[0] if len(starts) == 1 else starts, n, **more)
        self._kept: NDArray[np.int8] | None = None if copies else self._batch.legal_mask(packed=False, kept=True)
        self._n_actions = int(self._batch.n_actions)
        self.single_observation_space = observation_box(whole)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.single_action_space = spaces.Discrete(self._n_actions)
        self.action_space = batch_space(self.single_action_space, n)
        others = "random" if opponent is None else opponent
        self._answers = [] if self._seat is None else self._answers_of(others, self._seat, played)
        self._seeds = GameSeeds()
        self._waiting: NDArray[np.bool_] | None = None
        """The games that are over and haven't begun anew; None before `reset`."""

    # --- what Gymnasium calls

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games anew, or those marked by ``options["reset_mask"]``, an array of bool.

        With a seed, the batch begins from game number 0. Without one, each slot goes on to its next game. ``info`` has
        the masks of all games.
        """
        which = _reset_mask(options, self.num_envs)
        over = numpy.zeros(self.num_envs, numpy.bool_)
        if which is None:
            if seed is None and self._waiting is not None:
                self._batch.reset()
            else:
                number = self._seeds.next(seed)
                super().reset(seed=None if seed is None else number)
                self._batch.reset(seed=number)
        elif seed is not None:
            raise ArgumentError("a seed is that of all games: it takes no reset_mask")
        elif self._waiting is None:
            raise ResetNeeded("reset is called with reset_mask before all games have begun")
        else:
            self._batch.reset(which)
            over = self._waiting & ~which
        self._waiting = None
        self._reply()
        self._waiting = over
        gains = numpy.zeros((self.num_envs, self._players.max()))
        return self._observations(), self._info(over, numpy.zeros_like(over), gains)

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game, by ids of shape (num_envs,), and go on until the agent is to act.

        A game that begins anew in this step takes no action. Raises ArgumentError for an array of another shape,
        TypeError for one without integers, and ResetNeeded before `reset`, or if a finished game waits for it.
        """
        begun, batch = self._waiting, self._batch
        if begun is None:
            raise ResetNeeded("step is called before reset")
        ids = self._ids(actions, self.num_envs)
        begins = bool(begun.any())
        if begins and self._mode is AutoresetMode.DISABLED:
            raise ResetNeeded(f"game {int(begun.argmax())} is over: reset it, with options={{'reset_mask': ...}}")
        # If a bot or a function fails, the games are in an unknown state, and only `reset` is possible.
        self._waiting = None
        if begins:
            batch.reset(begun)
            ids[begun] = WAIT
        actor = batch.to_act.copy() if self._seat is None else None
        illegal = self._play(ids)
        failed = illegal if self._illegal == "end" else numpy.zeros_like(illegal)
        self._reply()
        ended = (batch.to_act == FINISHED) & ~begun | failed
        terminated, rewards, info = ended.copy(), numpy.zeros(self.num_envs), dict[str, Any]()
        gains = numpy.zeros((self.num_envs, self._players.max()))
        if ended.any():
            seats = numpy.full(self.num_envs, self._seat, numpy.int8) if actor is None else numpy.maximum(actor, 0)
            gains[ended] = batch.rewards(self._reward)[ended]
            gains[failed, seats[failed]] = -1
            rewards = gains[numpy.arange(self.num_envs), seats]
            if self._mode is AutoresetMode.SAME_STEP:
                info = self._final(ended, illegal)
                batch.reset(ended)
                self._reply()
                illegal = illegal & ~ended
                ended = numpy.zeros_like(ended)
        self._waiting = ended
        info |= self._info(ended, illegal, gains)
        return self._observations(), rewards, terminated, numpy.zeros_like(terminated), info

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture of each game, as `OneSeat.render` does; in self-play as the seat to act sees it."""
        if self._waiting is None:
            raise ResetNeeded("render is called before reset")
        if self.render_mode is None:
            logger.warn(f"render is called without a render_mode; there is {', '.join(_MODES)}")
            return None
        states = [self._batch.state(i) for i in range(self.num_envs)]
        seats = [self._seat if self._seat is not None else next(iter(state.to_act), 0) for state in states]
        return tuple(drawn(s.view(seat), (), self.render_mode) for s, seat in zip(states, seats, strict=True))

    # --- the games of the batch

    def _play(self, ids: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Play the legal ids; return in which games the ids are illegal."""
        try:
            # The batch itself checks all ids, and plays nothing if one is illegal.
            self._batch.step(ids)
        except IllegalActionError:
            illegal: NDArray[np.bool_] = self._batch.illegal(ids)
            ids[illegal] = self._batch.sample()[illegal] if self._illegal == "random" else WAIT
            self._batch.step(ids)
            return illegal
        return numpy.zeros(self.num_envs, numpy.bool_)

    def _reply(self) -> None:
        """Let the opponents play until the agent is to act in each game, or the game is over."""
        batch = self._batch
        while self._answers:
            to_act = batch.to_act
            waiting = (to_act >= 0) & (to_act != self._seat)
            if not waiting.any():
                return
            ids = numpy.full(self.num_envs, WAIT, numpy.int32)
            at_random: NDArray[np.bool_] | None = None
            for seats, answer in self._answers:
                rows = waiting & seats[to_act]
                if answer is None:
                    at_random = rows
                elif rows.any():
                    ids[rows] = answer(rows)
            if at_random is None or not numpy.array_equal(at_random, waiting):
                batch.step(ids)
            if at_random is not None:
                batch.play(which=at_random)

    def _answers_of(
        self, opponent: str | Policy | Sequence[str | Policy], seat: int, game: AnyGame
    ) -> list[tuple[NDArray[np.bool_], Callable[[NDArray[np.bool_]], Any] | None]]:
        """Return for each opponent the table of its seats, and a function from marked games to their ids.

        None is in the place of the function of the bot ``"random"``, which the batch plays by itself. The table of
        seats is long enough for the index `FINISHED`.
        """
        most = int(self._players.max())
        given = by_seat(opponent, seat, most)
        found: list[tuple[NDArray[np.bool_], Callable[[NDArray[np.bool_]], Any] | None]] = []
        for one in dict.fromkeys(given.values()):
            seats = numpy.zeros(most - FINISHED, numpy.bool_)
            seats[[other for other, its in given.items() if its == one]] = True
            found.append((seats, self._answer_of(one, game)))
        return found

    def _answer_of(self, opponent: str | Policy, game: AnyGame) -> Callable[[NDArray[np.bool_]], Any] | None:
        if callable(opponent):
            return lambda rows: self._chosen_by_policy(opponent, rows)
        bot = bot_named(check_text(opponent, "an opponent that is no function"), game)
        if bot is BOTS["random"]:
            return None
        return lambda rows: self._chosen_by_bot(bot, rows)

    def _chosen_by_bot(self, bot: Bot, rows: NDArray[np.bool_]) -> list[int]:
        seeds, chosen = self._batch.seeds, list[int]()
        for i in numpy.flatnonzero(rows):
            state = self._batch.state(i)
            player = state.to_act[0]
            action = bot.choose(state.view(player), player, PlyStream(int(seeds[i]), state.ply))
            legal = state.legal_actions(player)
            if action not in legal:
                state.after(action, player)
            chosen.append(state.legal_ids(player)[legal.index(action)])
        return chosen

    def _chosen_by_policy(self, policy: Policy, rows: NDArray[np.bool_]) -> NDArray[np.int32]:
        masks = self._masks()[rows]
        return self._ids(policy(self._batch.observe(which=rows), masks), len(masks), "an opponent's actions")

    def _ids(self, actions: Any, n: int, what: str = "actions") -> NDArray[np.int32]:
        """Return ids of actions as a fresh array; invalid ids become the first one beyond the table."""
        try:
            given = numpy.asarray(actions)
        except ValueError:
            raise ArgumentError(f"{what} are ids in an array of shape ({n},), not lists of several lengths") from None
        if given.dtype.kind not in "iu":
            raise TypeError(f"{what} are integers, not {given.dtype}")
        if given.shape != (n,):
            raise ArgumentError(f"{what} have the shape {given.shape}, not ({n},)")
        # As an unsigned number, a negative id is very large.
        return numpy.minimum(given.astype(numpy.uint64), numpy.uint64(self._n_actions)).astype(numpy.int32)

    # --- what the agent gets

    def _masks(self) -> NDArray[np.int8]:
        """Return the masks of all games: the batch's own array, or a new one, which costs less than a copy."""
        masks: NDArray[np.int8] = self._batch.legal_mask(packed=False) if self._kept is None else self._kept
        return masks

    def _start_of(self, games: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of the starts of some games."""
        return self._batch.board_of[games] if len(self._players) > 1 else numpy.zeros_like(games)

    def _observations(self) -> NDArray[Any]:
        """Return the observation of each game."""
        seen: NDArray[Any] = self._batch.observe()
        if self._seat:
            games = numpy.flatnonzero(self._batch.to_act == FINISHED)
            seen[games] = self._ends(seen[games], games)
        return seen

    def _ends(self, seen: NDArray[Any], games: NDArray[Any]) -> NDArray[Any]:
        """Return the agent's observations of finished games, for which the batch has written those of seat 0."""
        if self._seat:
            for row, i, start in zip(seen, games.tolist(), self._start_of(games).tolist(), strict=True):
                if self._batch.to_act[i] == FINISHED:
                    one = self._observed.observe(self._batch.state(i), self._seat)
                    row[self._planes[start], : one.shape[1]] = one
        return seen

    def _info(self, over: NDArray[np.bool_], illegal: NDArray[np.bool_], gains: NDArray[np.float64]) -> dict[str, Any]:
        """Return the info of a step or a reset, with an all-true mask of games for each array, as Gymnasium asks."""
        mask = self._masks()
        info: dict[str, Any] = {"action_mask": mask, "illegal": illegal}
        if self._kept is None:
            mask[over] = 0
        if self._seat is None:
            info["to_act"] = to_act = self._batch.to_act.copy()
            to_act[over] = FINISHED
            info["rewards"] = gains
        return info | dict.fromkeys([f"_{name}" for name in info], numpy.ones(self.num_envs, numpy.bool_))

    def _final(self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the final observations and infos of games that ended in this step, in Gymnasium's form."""
        games = numpy.flatnonzero(ended)
        seen = self._ends(self._batch.observe(which=ended), games)
        observations = numpy.full(self.num_envs, None, object)
        for i, one in zip(games.tolist(), seen, strict=True):
            observations[i] = one
        info = {
            # Nobody acts any more: the mask is a read-only array of zeros that takes no memory.
            "action_mask": numpy.broadcast_to(numpy.int8(0), (self.num_envs, self._n_actions)),
            "illegal": illegal & ended,
        }
        final = info | {f"_{name}": ended.copy() for name in info}
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": final,
            "_final_info": ended.copy(),
        }


# --- arguments


def _starts(game: str, several: Mapping[str, Any], options: Mapping[str, Any]) -> list[AnyState]:
    """Return the starts from options, which may be lists of equal length."""
    if "shuffled" in options:
        raise ArgumentError("many games take shuffled maps by a list of seeds, such as seed=[1, 2, 3]")
    lists: dict[str, Sequence[Any]] = {
        key: value for key, value in several.items() if isinstance(value, Sequence) and not isinstance(value, str)
    }
    lengths = {name: len(value) for name, value in lists.items()}
    if len(set(lengths.values())) > 1 or 0 in lengths.values():
        raise ArgumentError(f"lists of starts have one length, 1 or more, not {lengths}")
    n = next(iter(lengths.values()), 1)
    rows = [{key: value[i] if key in lists else value for key, value in several.items()} for i in range(n)]
    return [Starts(game, **row, options=options).first for row in rows]


def _widest(parts: Sequence[ObservationSpace]) -> ObservationSpace:
    """Return the space for observations of several starts; smaller ones fill the first places of the largest.

    The start with the most players has all planes.
    """
    most = max(parts, key=lambda part: len(part.names))
    bounds: dict[str, tuple[int, int]] = dict.fromkeys(most.names, (0, 0))
    for part in parts:
        for name, low, high in zip(part.names, part.low, part.high, strict=True):
            bounds[name] = min(bounds[name][0], low), max(bounds[name][1], high)
    places = max(part.shape[1] for part in parts)
    lowest, highest = (tuple(ends) for ends in zip(*bounds.values(), strict=True))
    return ObservationSpace(most.names, (len(most.names), places), most.dtype, lowest, highest)


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(check_choice(mode, [each.value for each in AutoresetMode], "autoreset_mode"))


def _reset_mask(options: Mapping[str, Any] | None, n: int) -> NDArray[np.bool_] | None:
    """Return the mask of a reset; None to reset all games. The options aren't changed."""
    given = dict(options or {})
    which: Any = given.pop("reset_mask", None)
    if given:
        raise ArgumentError(f"reset takes the option reset_mask alone, not {', '.join(map(str, given))}")
    if which is None:
        return None
    if getattr(which, "dtype", None) != numpy.bool_:
        raise TypeError(f"reset_mask is a numpy array of bool, not {getattr(which, 'dtype', type(which).__name__)}")
    if which.shape != (n,) or not which.any():
        raise ArgumentError(f"reset_mask has the shape {which.shape} and marks {which.sum()} games, not ({n},) and one")
    marked: NDArray[np.bool_] = which
    return marked
