"""The contract between games and tools: Protocols and the plain values they exchange. No logic, and no game's words.

A game is a module, or any object, that answers `Game`; its positions answer `State`. Bots, the command, records, the
conformance suite and every other tool are written against these two. What only some games have is a small Protocol of
its own below.

`State.to_act` is the whole turn model:

- ``()``: the game is over, and `State.outcome` says how it ended;
- ``(player,)``: one player chooses;
- several seats: each seals an order, one call of `State.after` a seat, in any order;
- ``(CHANCE,)``: a chance event is due, and `State.odds` gives the probability of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from .errors import Refusal
    from .json_object import JsonObject
    from .lines import Lines
    from .seeds import SplitMix64

__all__ = [
    "CHANCE",
    "AnalysedState",
    "AnalysisGame",
    "AnyGame",
    "AnyState",
    "Bot",
    "Campaign",
    "CampaignGame",
    "DrawnGame",
    "FastGame",
    "Form",
    "Game",
    "Info",
    "MapGame",
    "Outcome",
    "Preset",
    "Reader",
    "SecretState",
    "State",
    "VectorGame",
]

CHANCE: Final = -1
"""The player who rolls the dice and turns the cards; no seat."""

if TYPE_CHECKING:
    # A bare `State` or `Game` is one of any kind. Python itself knows defaults from 3.13 on.
    import typing_extensions

    ActionT = typing_extensions.TypeVar("ActionT", default=Any)
    StateT = typing_extensions.TypeVar("StateT", bound="State[Any]", default=Any)
else:
    ActionT = TypeVar("ActionT")
    StateT = TypeVar("StateT")

AnyGame: TypeAlias = "Game[Any, Any]"
AnyState: TypeAlias = "State[Any]"


# --- values


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    winners: tuple[int, ...]
    """The seats that won, ascending. A solo game's winners are ``(0,)`` or ``()``."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    decided_by: str
    """What separated the winners from the rest: ``"total"``, the name of a tie-break, or ``"shared"``. In a solo game:
    what the player won or lost by, such as ``"survival"``."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a game is called, and who plays it."""

    name: str
    """The key in `GAMES`, and the name of the game's folder."""

    title: str
    """The name for people."""

    prefix: str
    """How its texts begin, 1 to 9 letters from a to z: those of ``sse`` begin with ``sse-state``, ``sse-game`` and so
    on."""

    seats: str
    """A letter for each seat, as texts write it."""

    least_players: int
    most_players: int
    preset: str
    """The noun for what ships with the game, such as ``map``."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A start that ships with a game."""

    about: str
    """A line for people."""

    value: Any
    """A state, or a map (see `MapGame`)."""


@dataclass(frozen=True, slots=True)
class AnalysedState:
    """The worth of what can be done in a position."""

    actions: Sequence[Any]
    """The best one first."""

    rows: Sequence[Mapping[str, tuple[float, float]]]
    """The numbers of each action by column, in the order to print, each with its standard error, 0 if it is exact."""

    how: str
    """A sentence or two for people: the method, and what the numbers say."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One more kind of text that a game reads and writes."""

    parse: Callable[[str], Any]
    format: Callable[[Any], str]
    """Returns the text that parses back to a value."""

    from_json: Callable[[str], Any] | None = None
    """Reads the value's ``to_json()``; None where the kind has no JSON that can be read back."""


@dataclass(frozen=True)
class Form(Generic[StateT, ActionT]):
    """A game's positions inside longer texts, such as records, and the other kinds of text that the game reads."""

    example: str
    """The text of an action, for errors."""

    read_state: Callable[[Lines], StateT]
    """Takes all lines of a position and returns it."""

    state_object: Callable[[StateT], dict[str, Any]]
    """Returns the JSON object of a position."""

    read_state_object: Callable[[JsonObject], StateT]
    """Returns the position of such an object."""

    others: Mapping[str, Reader] = field(default_factory=dict[str, Reader])
    """What else the game reads, by the word after the prefix, letters from a to z: ``campaign`` for texts that begin
    with ``sse-campaign``. ``map`` stands for drawings, which have no first word."""


# --- the two Protocols of every game


class State(Protocol[ActionT]):
    """A position of a game: an immutable value, equal to another if all that the two hold is equal."""

    @property
    def game(self) -> Game[Any, ActionT]:
        """The game that it is a position of."""
        ...

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose decision is due, ascending; ``(CHANCE,)`` for a chance event, ``()`` at the end."""
        ...

    @property
    def actions(self) -> Sequence[ActionT]:
        """The dense table of every action that can ever come up here; an action's id is its index."""
        ...

    @property
    def ply(self) -> int:
        """How many actions led here."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat would score if the game ended now."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ...

    def legal_actions(self, player: int | None = None) -> tuple[ActionT, ...]:
        """Return what `player`, or CHANCE, may do, by ascending id; None means the one to act, others get ``()``."""
        ...

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """Return the ids of `legal_actions`, ascending."""
        ...

    def after(self, action: ActionT | int, player: int | None = None) -> Self:
        """Return the state after an action or its id; raise IllegalActionError if the rules refuse it."""
        ...

    def why_not(self, action: ActionT | int, player: int | None = None) -> Refusal:
        """Return the reason for which `after` refuses an action; the reason of value 0 if the action is legal."""
        ...

    def odds(self) -> tuple[tuple[ActionT, Fraction], ...]:
        """Return each chance event that can come now with its probability; ``()`` where none is due."""
        ...

    def resolve(self, rng: SplitMix64) -> Self:
        """Return the state after drawing chance events until none is due, each as ``rng.draw(odds())`` does."""
        ...

    def view(self, player: int) -> Self:
        """Return what `player` may know of this state."""
        ...

    def to_json(self) -> str:
        """Return the position as a JSON object on one line, the twin of its text."""
        ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...


class Bot(Protocol):
    """A player that is a program: a module, or any object, with `choose`."""

    def choose(self, view: State[ActionT], player: int, rng: SplitMix64, /) -> ActionT:
        """Return one of the legal actions of `player`, who is one of those to act.

        `view` is what that player may know of the state. All chance comes from `rng`: the same view and a generator
        in the same state give the same action.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        ...


class Game(Protocol[StateT, ActionT]):
    """A game: a module with these names.

    Two modules of the game's folder belong to tools and may be missing. ``command`` (see `cli.command`) adds options
    of `sse play`; ``strategies`` has the Hypothesis strategies of the game's types.
    """

    @property
    def INFO(self) -> Info:
        """What the game is called, and who plays it."""
        ...

    @property
    def FORM(self) -> Form[StateT, ActionT]:
        """How positions are written in records, and what else the game reads."""
        ...

    @property
    def BOTS(self) -> Mapping[str, Any]:
        """The bots for this game alone, by name; each answers `Bot` for states of this game.

        Those for every game are in `sse_core.bots.BOTS`.
        """
        ...

    def start(self, *, players: int | None = None, seed: int | None = None) -> StateT:
        """Return the first state; games add keyword options of their own."""
        ...

    def presets(self) -> Mapping[str, Preset]:
        """Return the starts that ship with the game, by name."""
        ...

    def max_plies(self, state: StateT, /) -> int:
        """Return an upper bound on the number of actions that can follow a state."""
        ...

    def continues_turn(self, state: StateT, /) -> bool:
        """Return whether the next action belongs to the turn of the action before it."""
        ...

    def score_table(self, state: StateT, /) -> Sequence[Mapping[str, int]]:
        """Return each seat's score by column, in the order to print; ``total`` is the last column."""
        ...

    def verdict(self, state: StateT, /) -> str:
        """Return how the winners of a finished game were separated from the rest: a clause for people."""
        ...

    def parse_action(self, text: str, context: StateT, /) -> ActionT:
        """Return the action that a text names."""
        ...

    def format_action(self, action: ActionT, context: StateT, /) -> str:
        """Return the text of an action, which parses back to it."""
        ...

    def parse_state(self, text: str, /) -> StateT:
        """Return the position that a text describes."""
        ...

    def format_state(self, state: StateT, /) -> str:
        """Return the text of a position, which parses back to it."""
        ...

    def effects(self, before: StateT, action: ActionT, after: StateT, /) -> tuple[str, ...]:
        """Return what an action did beyond its own text: a sentence for each effect, in their order.

        `before` and `after` are the states around the action. What chance did to the players is among the effects.
        """
        ...

    def to_text(self, state: StateT, /, *, last: Sequence[ActionT] = ()) -> str:
        """Draw a state for a terminal, and mark the last actions: those that led to it, such as the last turn's."""
        ...

    def to_svg(self, state: StateT, /, *, last: Sequence[ActionT] = ()) -> str:
        """Draw a state as SVG, and mark the last actions."""
        ...


# --- what only some games have


@runtime_checkable
class SecretState(Protocol):
    """A state of a game with secrets: hidden cards, sealed orders."""

    def sample(self, player: int, rng: SplitMix64, /) -> Self:
        """Return a full state drawn from all that `player` can't tell from this one, for search.

        The player's view of it equals the player's view of this state. `rng` draws by ``below(n)``.
        """
        ...


@runtime_checkable
class MapGame(Protocol):
    """A game that is played on maps."""

    def new_game(self, layout: Any, /) -> Any:
        """Return the first state of a game on a map, which has `to_json` and which `to_text` and `to_svg` draw."""
        ...


@runtime_checkable
class VectorGame(Protocol):
    """A game that steps many games at once in arrays."""

    def Batch(self, start: Any, n: int, /, *, seed: int = 0) -> Any:
        """Return `n` games side by side that begin with `start`."""
        ...

    def observation_planes(self, players: int, /) -> Sequence[str]:
        """Return what each plane of an observation shows, in order."""
        ...


class FastGame(Protocol):
    """A game with quicker ways of its own to count positions and to play at random (see `sse_core.any_game`)."""

    def perft(self, state: Any, depth: int, /, *, threads: int = 1) -> int:
        """Return how many positions lie `depth` plies ahead."""
        ...

    def perft_divide(self, state: Any, depth: int, /, *, threads: int = 1) -> dict[Any, int]:
        """Return the `perft` behind each legal action."""
        ...

    def playout(self, state: Any, seed: int, /) -> Any:
        """Return the end of a game of uniform random play."""
        ...

    def playouts(self, state: Any, n: int, seed: int, /, *, threads: int = 1, ends: bool = False) -> Any:
        """Return how n games of uniform random play ended."""
        ...


@runtime_checkable
class AnalysisGame(Protocol):
    """A game that works out what actions are worth."""

    def analyse(self, state: Any, /) -> Any:
        """Return what the legal actions of a state are worth."""
        ...


@runtime_checkable
class DrawnGame(Protocol):
    """A game whose types Hypothesis draws by annotation, from its module ``strategies``."""

    @property
    def STRATEGIES(self) -> Mapping[str, str]:
        """The public types by name, and the function of ``strategies`` for each."""
        ...


class Campaign(Protocol):
    """Games in a row, as an immutable value."""

    @property
    def seed(self) -> int:
        """The seed of all its games."""
        ...

    @property
    def games(self) -> Sequence[Any]:
        """The records of the finished games, in order."""
        ...

    @property
    def unfinished(self) -> Any:
        """The record of the game in progress, None if there is none."""
        ...

    @property
    def piles(self) -> Sequence[int]:
        """How often each seat has won."""
        ...

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won the campaign, none while it goes on."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        ...

    def next_game(self) -> State[Any]:
        """Return the start of the next game."""
        ...

    def after(self, game: Any, /) -> Self:
        """Return the campaign with the record of one more finished game."""
        ...

    def with_unfinished(self, game: Any, /) -> Self:
        """Return the campaign with the record of a game in progress."""
        ...

    def to_json(self) -> str:
        """Return the campaign as JSON, the twin of its text."""
        ...


@runtime_checkable
class CampaignGame(Protocol):
    """A game that is played in campaigns; its `Form` reads them as ``campaign``."""

    def format_campaign(self, campaign: Any, /) -> str:
        """Return a campaign as text, which parses back to it."""
        ...

    def campaign_terms(self, campaign: Any, /) -> str:
        """Return what is special to the games of a campaign, and what wins it, with the clause."""
        ...

    def campaign_table(self, campaign: Any, /) -> Sequence[Mapping[str, Any]]:
        """Return each game of a campaign by column, in the order to print: numbers, texts, or lists of them."""
        ...
