"""The class `OneSeat`: an environment for one seat of a game, in which bots play the other seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

import gymnasium
import numpy
from gymnasium import logger, spaces
from gymnasium.error import ResetNeeded

from ...errors import ArgumentError
from ...forms.checks import check_choice, check_number
from ...game import CHANCE, AnyState
from ...play.observation import observed
from ...seeds import PlyStream
from ..chance import settled
from ..masks import mask_of
from ..pictures import RENDER_MODES, check_render_mode, drawn
from ..rewards import Reward, check_reward, rewards_of
from ..spaces import observation_box
from ..starts import GameSeeds, Starts
from .opponents import bots_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ILLEGAL", "OneSeat", "number_of"]

ILLEGAL: Final = ("end", "refuse", "random")
"""The effect of an illegal action: it ends the game with −1, is refused, or is replaced by a random one."""


class OneSeat(gymnasium.Env["NDArray[Any]", "np.int64"]):
    """An environment for one seat of a game. It observes what the seat sees when it is to act, and at the end.

    Parameters
    ----------
    game
        The name of a game (`GAMES`).
    seat
        The seat of the agent.
    opponent
        The bot in each other seat, by name, as `sse play` takes it: ``"random"``, ``"greedy"``, ``"mcts:200"``, a file
        of your own; or a name for each of them, by ascending seat.
    illegal
        The effect of an illegal action: it ends the game with the reward −1 (``"end"``), does nothing (``"refuse"``),
        or is replaced by an action of the random bot (``"random"``).
    reward
        The reward at the end: ``"win"``, ``"margin"`` or ``"total"`` (see `adapters.rewards.rewards_of`). All other
        rewards are 0.
    render_mode
        None, or one of `RENDER_MODES`: the game as the seat sees it.
    map, players, seed, shuffled, options
        The start of the games (see `adapters.starts.Starts`).

    ``info`` has a fresh ``action_mask`` of the legal actions, and ``illegal``, whether the last action was illegal. The
    mask is all zeros at the end.

    The game after ``reset(seed=s)`` is the one that `bots.turns_of` plays with this seed. Each later `reset` without a
    seed uses the next child seed of it (`adapters.starts.GameSeeds`). Raises ArgumentError for an unknown name, with
    the known ones.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - as in gymnasium.Env

    def __init__(
        self,
        game: str,
        *,
        seat: SupportsIndex = 0,
        opponent: str | Sequence[str] = "random",
        illegal: str = "end",
        reward: str = "win",
        render_mode: str | None = None,
        map: str | None = None,
        players: int | None = None,
        seed: int | None = None,
        shuffled: bool = False,
        **options: Any,
    ) -> None:
        self._starts = Starts(game, map=map, players=players, seed=seed, shuffled=shuffled, options=options)
        first = self._starts.first
        seats = len(first.totals)
        self._seat = check_number(seat, "seat", seats - 1)
        self._opponent = opponent
        self._bots = bots_for(opponent, self._starts.game, self._seat, seats)
        self._illegal = check_choice(illegal, ILLEGAL, "illegal", error=ArgumentError)
        self._reward: Reward = check_reward(reward)
        self.render_mode = check_render_mode(render_mode)
        self._observed = observed(self._starts.game)
        self.observation_space = observation_box(self._observed.observation_space(first))
        self._n_actions = len(first.actions)
        self.action_space = spaces.Discrete(self._n_actions)
        self._seeds = GameSeeds()
        self._seed = 0
        self._state: AnyState | None = None
        self._legal: tuple[int, ...] = ()
        self._over = False

    @property
    def game_state(self) -> AnyState:
        """The full state of the game, hidden parts included; before the first `reset` a start."""
        return self._starts.first if self._state is None else self._state

    @property
    def game_seed(self) -> int:
        """The seed of the game, from which bots and chance draw."""
        return self._seed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game, and play until the seat is to act; raise ArgumentError for a seed beyond 2**64 − 1."""
        if options:
            raise ArgumentError(f"reset takes no options, not {', '.join(map(str, options))}: `make` has them all")
        self._seed = self._seeds.next(seed)
        super().reset(seed=None if seed is None else self._seed)
        self._over = False
        state = self._go_to(self._starts.of(self._seed))
        if self.render_mode == "human":
            self.render()
        return self._observed.observe(state, self._seat), self._info(illegal=False)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action of the seat by its id, and go on until the seat is to act again.

        Anything but the id of a legal action is an illegal action. If the game ended before the seat could act at all,
        the first step reports the end, whatever its action.
        """
        state, seat, reward, illegal = self._state, self._seat, 0.0, False
        if state is None:
            raise ResetNeeded("step is called before reset")
        if self._over:
            logger.warn("step is called after the end of the game: nothing happens until reset")
        elif state.to_act:
            number = number_of(action)
            illegal = number not in self._legal
            if illegal and self._illegal == "random":
                number = PlyStream(self._seed, state.ply).choice(self._legal)
            if not illegal or self._illegal == "random":
                state = self._go_to(state.after(number, seat))
            elif self._illegal == "end":
                self._over, self._legal, reward = True, (), -1.0
        if not (self._over or state.to_act):
            self._over, reward = True, rewards_of(state, self._reward)[seat]
        if self.render_mode == "human":
            self.render()
        return self._observed.observe(state, seat), reward, self._over, False, self._info(illegal=illegal)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions, as MaskablePPO asks for it."""
        return mask_of(self._legal, self._n_actions).astype(numpy.bool_)

    def render(self) -> Any:
        """Return the game as the seat sees it: text, SVG, or an array of shape (height, width, 3).

        The mode ``"human"`` prints the text, after each step by itself, and returns None.
        """
        if self._state is None:
            raise ResetNeeded("render is called before reset")
        if self.render_mode is None:
            logger.warn(f"render is called without a render_mode; there is {', '.join(RENDER_MODES)}")
            return None
        picture = drawn(self._state.view(self._seat), (), self.render_mode)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes without the bots, which a copy makes again from their names."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_bots", "_observed")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        game = self._starts.game
        self._bots = bots_for(self._opponent, game, self._seat, len(self._starts.first.totals))
        self._observed = observed(game)

    def _go_to(self, state: AnyState) -> AnyState:
        """Play until the seat is to act or the game is over; store and return the state."""
        seat, bots, seed = self._seat, self._bots, self._seed
        while (to_act := state.to_act) and (player := to_act[0]) != seat:
            if player == CHANCE:
                state = settled(state, seed)
            else:
                action = bots[player].choose(state.view(player), player, PlyStream(seed, state.ply))
                state = state.after(action, player)
        self._state, self._legal = state, state.legal_ids(seat) if to_act else ()
        return state

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        return {"action_mask": mask_of(self._legal, self._n_actions), "illegal": illegal}


def number_of(action: Any) -> int:
    """Return an action as an integer id; −1 for anything that is no integer."""
    try:
        return index(action)
    except TypeError:
        return -1
