"""OpenSpiel games for every game of this package, registered on import. It needs the extra ``openspiel``.

The name in OpenSpiel is ``python_`` and the name of the game; `PARAMETERS` has the possible parameters in brackets:

>>> import pyspiel
>>> game = pyspiel.load_game("python_small_star_empires(players=3,seed=7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), game.num_players(), game.get_type().chance_mode.name
(1, 3, 'DETERMINISTIC')

All games are sequential. A sealed order consists of several actions, and seats end their orders at different times,
which a simultaneous node of OpenSpiel can't express. So the seats write one after the other, the lowest first.
Observations and information states don't tell what another seat has written, only that it has finished.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy

from ..errors import ArgumentError
from ..forms.checks import check_flag, check_index, shown
from ..forms.libraries import missing
from ..game import CHANCE, AnyGame, AnyState, ObservationSpace
from ..games import GAMES
from ..play.observation import ObservedGame
from ..play.state_kinds import SecretState, may_have_chance
from ..seeds import SplitMix64
from .moments import OVER, Moment, SecretMoment, first_moment
from .rewards import rewards_of
from .starts import Starts, options_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LONGEST_GAME", "PARAMETERS", "Game", "Observer", "State"]

LONGEST_GAME: Final = 2**30 - 1
"""The largest `max_game_length` of a game. OpenSpiel counts in 32 bits, and adds as many chance events to the length of
a game. So larger bounds, such as that of Jump Wars, are cut off here."""

_ASKED: Final[Mapping[str, str | int | bool]] = MappingProxyType({"players": 0, "map": "", "seed": -1})
"""The parameters of every game, with their default values, which stand for "left out"."""

PARAMETERS: Final[Mapping[str, Mapping[str, str | int | bool]]] = MappingProxyType(
    {name: MappingProxyType({**_ASKED, **options_of(game)}) for name, game in GAMES.items()}
)
"""The parameters of each game with their defaults: those of `Starts`. ``players=0``, ``map=`` and ``seed=-1`` stand for
those that are left out."""

_SEEDS: Final = 2**53
"""The number of different draws of an OpenSpiel generator, which gives fractions from 0 to 1 with 53 bits."""


def _library() -> Any:
    """Return the module of OpenSpiel, which has no type hints."""
    try:
        import pyspiel
    except ModuleNotFoundError as error:
        raise missing(error, __name__, "openspiel") from None
    return pyspiel


pyspiel: Final = _library()
_Game: Any = pyspiel.Game
_State: Any = pyspiel.State
assert (int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)) == (CHANCE, OVER)


class Game(_Game):  # type: ignore[misc]
    """A game of this package from the start that the parameters give; the base of a class for each game."""

    name: ClassVar[str]
    """The name of the game in `GAMES`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raise ArgumentError for an unknown map, and the game's errors for values that it refuses."""
        given = dict(params or {})
        start = _start_of(self.name, given)
        n = len(start.totals)
        about = pyspiel.GameInfo(
            num_distinct_actions=len(start.actions),
            # Chance events have ids in the same table.
            max_chance_outcomes=len(start.actions) if may_have_chance(start) else 0,
            num_players=n,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if n == 1 else 0.0,
            max_game_length=min(LONGEST_GAME, start.game.max_plies(start)),
        )
        pyspiel.Game.__init__(self, _type_of(start, has_chance=may_have_chance(start)), about, given)
        self.first = first_moment(start)
        """The moment at which play begins."""

    @property
    def start(self) -> AnyState:
        """The position at which play begins."""
        return self.first.state

    @property
    def observation_space(self) -> ObservationSpace | None:
        """The layout of tensors, with a name for each plane or number; None for a game without tensors."""
        game = self.start.game
        return game.observation_space(self.start) if isinstance(game, ObservedGame) else None

    def new_initial_state(self) -> State:
        """Return the state at which play begins."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """Return a writer of observations or information states; None for an unsupported kind.

        Supported is what a seat may know, public and private together, with and without perfect recall. The parameter
        ``tensor=False`` leaves the tensor out.
        """
        if iig_obs_type is not None and not (
            iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            return None
        return Observer(self, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall, params=params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # It pickles by the string of the game, as OpenSpiel does. Unpickling imports this module, which registers it.
        return _loaded, (str(self),)


class State(_State):  # type: ignore[misc]
    """A state of an OpenSpiel game."""

    def __init__(self, game: Game) -> None:
        pyspiel.State.__init__(self, game)
        # OpenSpiel copies every attribute by `copy.deepcopy`, and a moment is its own copy.
        self.moment: Moment = game.first
        """The position, with the memories of seats."""

    @property
    def now(self) -> AnyState:
        """The position."""
        return self.moment.state

    def current_player(self) -> int:
        """Return the player to act, the first of several, as a number of `pyspiel.PlayerId`."""
        return self.moment.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.player == OVER

    def _legal_actions(self, player: int) -> tuple[int, ...]:
        return self.moment.state.legal_ids(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the id of each possible chance event with its probability."""
        state = self.moment.state
        return [(event, float(odds)) for event, (_, odds) in zip(state.legal_ids(CHANCE), state.odds(), strict=True)]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.moment.state
        found = state.actions[check_index(action, len(state.actions), "action")]
        return state.game.format_action(found, state)

    def returns(self) -> list[float]:
        """Return the share of the win for each seat (see `adapters.rewards.shares`); zeros while the game goes on."""
        return list(rewards_of(self.moment.state, "win"))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that a seat can't distinguish from this one, drawn by `SecretState.sample`.

        The seat has the same memory. The others remember only what they see in it, and it has no history. In a game
        without secrets it is a copy.
        """
        seat = check_index(player, len(self.moment.state.totals), "player")
        if not isinstance(self.moment, SecretMoment):
            copy: State = pyspiel.State.clone(self)
            return copy
        resampled = State(pyspiel.State.get_game(self))
        resampled.moment = self.moment.sample(seat, SplitMix64(int(sampler() * _SEEDS)))
        return resampled

    def __str__(self) -> str:
        state = self.moment.state
        return state.game.format_state(state)


class Observer:
    """An observer, which writes what a seat sees of a state, or with perfect recall its memory."""

    tensor: NDArray[np.float32] | None
    """The observation as a flat array of numbers; None without one, such as with perfect recall."""

    dict: Mapping[str, NDArray[np.float32]]
    """The numbers as ``observation``, in the shape of `Game.observation_space`."""

    def __init__(self, game: Game, *, recalls: bool, params: Mapping[str, Any]) -> None:
        unknown = sorted(set(params) - {"name", "tensor"})
        if unknown:
            raise ArgumentError(f"an observation has no parameter {shown(unknown[0])}; it has tensor")
        has_tensor = check_flag(params.get("tensor", True), "tensor") and not recalls
        self._recalls = recalls
        self._game: AnyGame = game.start.game
        self.tensor, self.dict = None, {}
        space = game.observation_space if has_tensor else None
        if space is not None:
            self._read = numpy.zeros(space.shape, space.dtype)
            self.tensor = numpy.zeros(self._read.size, numpy.float32)
            self.dict = {"observation": self.tensor.reshape(space.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Write the observation of a state by a seat into `tensor`."""
        if self.tensor is not None:
            game: Any = self._game
            game.observe(state.moment.state, player, self._read)
            self.dict["observation"][...] = self._read

    def string_from(self, state: State, player: int) -> str:
        """Return the view of a seat as text; with perfect recall, a text for the seat's whole memory."""
        moment = state.moment
        seat = check_index(player, len(moment.state.totals), "player")
        if not self._recalls:
            return self._game.format_state(moment.state.view(seat))
        if isinstance(moment, SecretMoment):
            return f"{seat} {moment.memory(seat).hex()}"
        history: str = pyspiel.State.history_str(state)
        return history


def _loaded(text: str) -> Any:
    """Return the game of a string, for unpickling."""
    return pyspiel.load_game(text)


def _start_of(name: str, params: Mapping[str, Any]) -> AnyState:
    """Return the start of a game from parameters."""
    options = dict(params)
    asked = {key: options.pop(key, none) for key, none in _ASKED.items()}
    usual: dict[str, Any] = {key: None if value == _ASKED[key] else value for key, value in asked.items()}
    if usual["map"] is not None:
        _check_carried(usual["map"])
    return Starts(name, **usual, options=options).first


def _check_carried(text: str) -> None:
    """Raise ArgumentError for a map that the string of a game would change: OpenSpiel copies games by strings."""
    try:
        carried = pyspiel.game_parameters_from_string(f"game(map={text})")
    except pyspiel.SpielError:
        carried = {}
    if carried != {"name": "game", "map": text} or "\n" in str(text):
        raise ArgumentError(
            f"the string of a game can't carry the map {shown(text)}: a drawing has / for line ends, and its header no "
            "comma and no equals sign; a map that ships is named"
        )


def _type_of(start: AnyState, *, has_chance: bool) -> Any:
    """Return the OpenSpiel type of a game from a start. Solvers ask the type, not states, whether there is chance."""
    kind, info = pyspiel.GameType, start.game.INFO
    has_secrets = isinstance(start, SecretState)
    return kind(
        short_name=f"python_{info.name}",
        long_name=info.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC,
        information=(kind.Information.IMPERFECT_INFORMATION if has_secrets else kind.Information.PERFECT_INFORMATION),
        utility=kind.Utility.GENERAL_SUM if info.most_players == 1 else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=info.least_players,
        max_num_players=info.most_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=isinstance(start.game, ObservedGame),
        parameter_specification=dict(PARAMETERS[info.name]),
    )


def _register() -> None:
    """Register every game in OpenSpiel. A registered type allows chance if some start of the game has it."""
    for name, game in GAMES.items():
        # A class is passed instead of a function, since OpenSpiel releases it after Python has ended.
        own = type(name.title().replace("_", ""), (Game,), {"name": name, "__doc__": f"{game.INFO.title}."})
        pyspiel.register_game(_type_of(game.new_game(), has_chance=True), own)


_register()
