"""PettingZoo environments (AEC) for every game of this package.

`env` makes an environment with the usual wrappers, `raw_env` one without. Both need PettingZoo:
``pip install '.[pettingzoo]'``.

There is no ``parallel_env``, and ``is_parallelizable`` is False, since a sealed order consists of several actions, and
seats finish theirs at different times. So seats write simultaneous orders one after the other, the first of
`State.to_act` first, and no observation tells what another seat has written.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import ArgumentError
from ..forms.checks import shown
from ..forms.libraries import missing
from ..game import CHANCE, AnyGame, AnyState
from ..play.observation import observed
from .chance import settled
from .masks import mask_of
from .pictures import RENDER_MODES, check_render_mode, drawn
from .rewards import Reward, check_reward, rewards_of
from .starts import GameSeeds, Starts

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as error:
    raise missing(error, __name__, "pettingzoo") from None

from .spaces import space_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["env", "raw_env"]

Observation: TypeAlias = dict[str, Any]
"""An observation: the arrays ``"observation"`` and ``"action_mask"``."""

_ILLEGAL: Final = -1.0
"""The reward of an agent for an illegal action; the others get 0."""

_AFTER_RESET: Final = frozenset(
    {"agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"}
)


def env(
    game: str = "small_star_empires",
    *,
    map: str | None = None,
    players: int | None = None,
    seed: int | None = None,
    shuffled: bool = False,
    reward: Reward = "win",
    render_mode: str | None = None,
    **options: str | int | bool | None,
) -> AECEnv[str, Observation, Any]:
    """Return an environment with the wrappers of PettingZoo's own board games.

    An illegal action ends the game: its agent gets the reward −1, the others 0. An id outside of the table of actions
    raises an AssertionError, and so does a step before ``reset()``. The parameters are those of `raw_env`.

    >>> agents = env("small_star_empires", players=3)
    >>> agents.reset(seed=7)
    >>> observation, reward, termination, truncation, info = agents.last()
    >>> agents.agent_selection, int(observation["action_mask"].sum())
    ('player_0', 34)
    """
    raw = raw_env(
        game,
        map=map,
        players=players,
        seed=seed,
        shuffled=shuffled,
        reward=reward,
        render_mode=render_mode,
        **options,
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=_ILLEGAL)))


class raw_env(AECEnv[str, Observation, Any]):
    """An environment without wrappers: an illegal action raises the game's IllegalActionError, and changes nothing.

    Parameters
    ----------
    game, map, players, seed, shuffled
        The start of each game (see `starts.Starts`). With `shuffled`, each game has a map of its own.
    reward
        The rewards at the end: ``"win"``, ``"margin"`` or ``"total"`` (see `rewards.Reward`). Earlier rewards are 0.
    render_mode
        One of `RENDER_MODES`, or None.
    options
        Further options of the game by name (see `starts.options_of`).

    Raises ArgumentError for unknown names, with the known ones, and the errors of the game for values that it refuses.

    ``reset(seed=s)`` begins the game with seed s, from which chance is drawn: agents that choose at random by the
    stream of their ply play ``playout(start, s)``. A later ``reset()`` begins the game of the next child seed of s; if
    no seed was ever given, the system draws one. `game_seed` has it.

    An observation is ``{"observation", "action_mask"}``: the observation of `play.observation.ObservedGame` for the
    agent's seat, and a mask with 1 for each legal action of the agent to act, 0 for all others. The arrays are fresh.
    An environment can be copied and pickled in the middle of a game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo reads it on classes, too
        "name": "sse_core_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "small_star_empires",
        *,
        map: str | None = None,
        players: int | None = None,
        seed: int | None = None,
        shuffled: bool = False,
        reward: Reward = "win",
        render_mode: str | None = None,
        **options: str | int | bool | None,
    ) -> None:
        self._starts = Starts(game, map=map, players=players, seed=seed, shuffled=shuffled, options=options)
        self._reward: Reward = check_reward(reward)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**type(self).metadata, "name": f"{self._starts.game.INFO.name}_v0"}
        first = self._starts.first
        # The result is stored, since a check of a Protocol takes longer than a step.
        self._observe = observed(first.game).observe
        self._n_actions = len(first.actions)
        self.possible_agents = [f"player_{seat}" for seat in range(len(first.totals))]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Observation]] = {
            agent: space_of(first) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._n_actions) for agent in self.possible_agents
        }
        self.agents = []
        self._seeds = GameSeeds()
        self._seed = 0
        self._state = first
        self._last: tuple[AnyState, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError: before ``reset()`` an environment lacks the attributes of a game."""
        hint = ": reset() begins a game" if name in _AFTER_RESET else ""
        raise AttributeError(f"{type(self).__name__} has no {name}{hint}")

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self._state.game

    @property
    def game_state(self) -> AnyState:
        """The full state of the game, hidden parts included; before the first ``reset()`` a start."""
        return self._state

    @property
    def game_seed(self) -> int:
        """The seed of the game, from which its chance events are drawn."""
        return self._seed

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations, always the same object."""
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the ids of the table of actions, always the same object."""
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game; `options` are ignored."""
        self._seed = self._seeds.next(seed)
        self._state = settled(self._starts.of(self._seed), self._seed)
        self._last = None
        self.agents = agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self.agent_selection = agents[0]
        # PettingZoo stores the agent to act here while agents that are done take their last steps.
        vars(self).pop("_skip_agent_selection", None)
        self._go_on(self._state.to_act)

    def step(self, action: Any) -> None:
        """Play the action of the agent to act; an agent that is done takes None.

        Raises IllegalActionError for an action that the rules refuse, TypeError for None, ValueError for an action of
        an agent that is done, ArgumentError when all agents are.
        """
        agent = self.agent_selection
        if agent not in self.terminations:
            raise ArgumentError("all agents are done: reset() begins another game")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._state
        after = before.after(action, self._seats[agent])
        to_act = after.to_act
        if to_act and to_act[0] == CHANCE:
            after = settled(after, self._seed)
            to_act = after.to_act
        self._last = before, action
        self._state = after
        self._go_on(to_act)

    def _go_on(self, to_act: tuple[int, ...]) -> None:
        """Select the agent to act, or end the game. Rewards are zero until then, so there is nothing to accumulate."""
        if to_act:
            self.agent_selection = self.possible_agents[to_act[0]]
        else:
            self.rewards = dict(zip(self.agents, rewards_of(self._state, self._reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and its mask of legal actions, as fresh arrays."""
        try:
            seat = self._seats[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None
        state = self._state
        is_next = agent == self.agent_selection and not self.terminations.get(agent, True)
        legal = state.legal_ids(seat) if is_next else ()
        return {
            "observation": self._observe(state, seat),
            "action_mask": mask_of(legal, self._n_actions),
        }

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the drawing of the full state in the render mode, with the last action marked.

        The mode ``"human"`` prints it, after each step by itself, and returns None.
        """
        if self.render_mode is None:
            logger.warn("render() draws nothing without a render_mode")
            return None
        last: tuple[Any, ...] = ()
        if self._last is not None:
            before, action = self._last
            # A step takes an action or its id, as a state does.
            last = (before.actions[action] if hasattr(action, "__index__") else action,)
        picture = drawn(self._state, last, self.render_mode)
        if self.render_mode == "human":
            sys.stdout.write(f"{picture}\n")
            return None
        return picture

    def _no_agent(self, agent: object) -> ArgumentError:
        return ArgumentError(f"there is no agent {shown(agent)}; they are {', '.join(self.possible_agents)}")

    def close(self) -> None:
        """Do nothing, since there is nothing to release."""
