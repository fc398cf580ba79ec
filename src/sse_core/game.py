"""The contract between games and tools: Protocols, and the plain values that they exchange.

A game is a module, or any object, that answers `Game`. Its positions answer `State`. Bots, the command, records, the
conformance suite and all other tools use these two.

An ability that only some games have is a small Protocol beside the tool that uses it, such as `play.steps.SteppedGame`.
Tools of one layer may not import each other: a Protocol that several of them use is at the end of this file. What a
single game has for a single tool is an attribute, which the tool looks up by name.

`State.to_act` is the whole turn model:

- ``()``: the game is over, and `State.outcome` says how it ended;
- ``(player,)``: one player chooses;
- several seats: each writes sealed orders, in one action or in several. A seat leaves `to_act` with its last action, so
  the last writer acts alone. When that seat is done, too, all orders are open. Until then nobody sees what another seat
  writes, or how much, and it never matters which seat writes first;
- ``(CHANCE,)``: a chance event is due, and `State.odds` has the probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeGuard,
    TypeVar,
    runtime_checkable,
)

from .forms.immutable import Immutable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .errors import Refusal
    from .forms.json_object import JsonObject
    from .forms.lines import Lines
    from .seeds import SplitMix64

__all__ = [
    "CHANCE",
    "PLAIN",
    "AnyGame",
    "AnyState",
    "Bot",
    "Form",
    "Game",
    "Info",
    "Level",
    "NarrowGame",
    "ObservationSpace",
    "OptionGame",
    "Outcome",
    "Pen",
    "Playouts",
    "Preset",
    "Reader",
    "Recorded",
    "State",
    "Step",
    "TableGame",
    "Theme",
    "is_state",
]

CHANCE: Final = -1
"""The player who rolls the dice and turns the cards. It has no seat."""

if TYPE_CHECKING:
    # The type parameters of a bare `State` or `Game` default to Any. Python itself has such defaults from 3.13 on.
    import typing_extensions

    ActionT = typing_extensions.TypeVar("ActionT", default=Any)
    StateT = typing_extensions.TypeVar("StateT", bound="State[Any]", default=Any)
    StateT_co = typing_extensions.TypeVar("StateT_co", bound="State[Any]", covariant=True, default=Any)
else:
    ActionT = TypeVar("ActionT")
    StateT = TypeVar("StateT")
    StateT_co = TypeVar("StateT_co", covariant=True)

AnyState: TypeAlias = "State[Any]"

Theme: TypeAlias = Literal["dark", "light", "print"]
"""The colours of a drawing: on a dark page, on a light one, and on paper."""


# --- values


@dataclass(frozen=True, slots=True)
class Outcome(Immutable):
    """The end of a game."""

    winners: tuple[int, ...]
    """The seats that won, ascending. A solo game's winners are ``(0,)`` or ``()``."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    decided_by: str
    """The criterion that separated the winners from the rest: ``"total"``, the name of a tie-break, or ``"shared"``.
    In a solo game: the criterion of the win or the loss, such as ``"survival"``."""


@dataclass(frozen=True, slots=True)
class Info:
    """The names of a game and its seats."""

    name: str
    """The key in `GAMES`, and the name of the game's folder; in a game by a house rule, the name of the rule."""

    title: str
    """The name for people."""

    prefix: str
    """The beginning of the game's texts, 1 to 9 letters from a to z: with ``sse`` they begin with ``sse-state``,
    ``sse-game`` and so on."""

    seats: str
    """A letter for each seat, as texts write it."""

    least_players: int
    most_players: int
    preset: str
    """The noun for a preset of the game, such as ``map``."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A start that ships with a game."""

    about: str
    """A line for people."""

    value: Any
    """A state, or a map (see `MapGame`)."""

    title: str = ""
    """The name for people, such as ``Six black holes``; empty where the key in `Game.presets` is name enough."""


class Playouts(NamedTuple):
    """The results of n games of random play, as numpy arrays whose row i is game i."""

    totals: NDArray[np.int32]
    """Shape (n, players): the final score of each seat."""

    winners: NDArray[np.bool_]
    """Shape (n, players): whether the seat won."""

    plies: NDArray[np.int32]
    """Shape (n,): the number of actions from the given state to the end, chance events included."""

    ends: tuple[Any, ...] | None = None
    """The final states; None unless they were asked for."""


@dataclass(frozen=True, slots=True)
class ObservationSpace:
    """The format of a game's observations as arrays (see `play.observation.ObservedGame`)."""

    names: tuple[str, ...]
    """The name of each plane, or of each number: entry i of the first axis. No name comes twice."""

    shape: tuple[int, ...]
    """``(len(names),)`` for numbers, ``(len(names), places)`` for planes."""

    dtype: str
    """The name of the dtype, as `numpy.dtype` takes it: ``"uint8"``, ``"int16"``."""

    low: tuple[int, ...]
    """The least value of each plane."""

    high: tuple[int, ...]
    """The greatest value of each plane; a larger number is written as this value."""


def _unpainted(words: str, role: str) -> str:
    return words


@dataclass(frozen=True, slots=True)
class Pen:
    """The colours, the characters and the lines that a drawing for a terminal may use."""

    paint: Callable[[str, str], str] = _unpainted
    """Returns words in the colour of a role; the colour takes no columns. A role is a seat's letter, ``"strong"``,
    ``"dim"``, ``"marked"`` for a marked place, or ``"last"`` for what the last actions changed."""

    unicode: bool = False
    """Whether characters beyond ASCII may be used."""

    lines: int | None = None
    """The number of lines of the window; None: any number. A game may replace a drawing with more lines by a lower
    one."""


PLAIN: Final = Pen()
"""Plain ASCII, without colours."""


@dataclass(frozen=True, slots=True)
class Step:
    """One of the choices that make up an action."""

    key: str
    """The choice, as people write it: a place of the drawing, such as ``c4``, or a word."""

    words: str
    """The choice for people, such as ``fly to c4``."""

    note: str = ""
    """A note on the choice, such as its price with a unit, then its clause in brackets. Empty if there is nothing to
    say."""

    costs: bool = False
    """Whether it costs something where other choices are free, such as a toll: a drawing marks it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A further kind of text that a game reads and writes."""

    parse: Callable[[str], Any]
    format: Callable[[Any], str]
    """Returns the text that parses back to a value."""

    from_json: Callable[[str], Any] | None = None
    """Reads the value's ``to_json()``; None if the kind has no JSON."""


@dataclass(frozen=True)
class Form(Generic[StateT, ActionT]):
    """Functions that read and write a game's positions inside longer texts, such as records, and its other texts."""

    example: str
    """The text of an action, for errors."""

    read_state: Callable[[Lines], StateT]
    """Takes the lines of a position and returns it."""

    state_object: Callable[[StateT], dict[str, Any]]
    """Returns the JSON object of a position."""

    read_state_object: Callable[[JsonObject], StateT]
    """Returns the position of a JSON object."""

    others: Mapping[str, Reader] = field(default_factory=dict[str, Reader])
    """The readers of the game's other texts, by the word after the prefix, letters from a to z: ``campaign`` for texts
    that begin with ``sse-campaign``. ``map`` stands for drawings, which have no first word."""


class Level(NamedTuple):
    """A bot with a word for its strength, for people who know no bots."""

    title: str
    player: str
    """The bot as players are named, such as ``mcts:2s``."""

    about: str
    """Its way to choose, in a few words."""

    elo: int | None = None
    """About how strong it is, on a scale on which ``random`` has 0; None where nobody has measured it."""


# --- the two Protocols of every game


class State(Protocol[ActionT]):
    """A position of a game: an immutable value. Two positions are equal if all their content is equal.

    A copy and a deep copy of a position are the position itself (`forms.immutable.Immutable`).
    """

    @property
    def game(self) -> Game[Any, ActionT]:
        """The game of the position."""
        ...

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act, ascending; ``(CHANCE,)`` for a chance event, ``()`` at the end."""
        ...

    @property
    def actions(self) -> Sequence[ActionT]:
        """The dense table of all actions that can come up in the game; an action's id is its index."""
        ...

    @property
    def ply(self) -> int:
        """The number of actions before this state; in a view, the number of those that its player knows."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each seat if the game ended now."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None while it goes on."""
        ...

    def legal_actions(self, player: int | None = None) -> Sequence[ActionT]:
        """Return the legal actions of a player or CHANCE by ascending id, none if out of turn. None: the one to act."""
        ...

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """Return the ids of `legal_actions`, ascending."""
        ...

    def after(self, action: ActionT | int, player: int | None = None) -> Self:
        """Return the state after an action or its id; raise IllegalActionError if the rules refuse it."""
        ...

    def why_not(self, action: ActionT | int, player: int | None = None) -> Refusal:
        """Return the reason why `after` refuses an action; the reason with value 0 if the action is legal."""
        ...

    def odds(self) -> tuple[tuple[ActionT, Fraction], ...]:
        """Return each possible chance event with its probability; ``()`` if none is due."""
        ...

    def resolve(self, rng: SplitMix64) -> Self:
        """Return the state after drawing chance events until none is due, each by ``rng.draw(odds())``."""
        ...

    def view(self, player: int) -> Self:
        """Return the state as a player may know it.

        It has the same turn and the same legal actions of `player`, and `after` takes them: bots look ahead in views.
        If a view needs values for hidden things, such as unseen cards, the game chooses them. The view of a view is the
        same view.

        While orders are sealed, its `ply` counts the actions before the writing began, and the player's own. Nothing
        tells whether another seat has begun to write, or how long it writes; `to_act` tells which ones have finished.
        """
        ...

    def to_json(self) -> str:
        """Return the position as a JSON object on one line."""
        ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...


def is_state(value: object) -> TypeGuard[AnyState]:
    """Return whether a value is a state of any game, of this package or of another one. A game is none, nor a record.

    >>> from sse_core import GAMES, read
    >>> all(is_state(game.new_game()) for game in GAMES.values()), is_state(read("A 3 B"))
    (True, False)
    """
    # Records and modules may also have an attribute `game`, and a class of states has all attributes of its states.
    return hasattr(value, "to_act") and not isinstance(value, type) and getattr(value, "game", None) is not None


class Bot(Protocol):
    """A player that is a program: a module, or any object, with `choose`."""

    # A bot of one game names its state and its action here, and one of all games a `State` of any: both are bots.
    def choose(self, view: Any, player: int, rng: SplitMix64, /) -> Any:
        """Return a legal action of `player`, who is to act.

        `view` is what the player may know of the state. A bot that draws takes its numbers from `rng`, by ``choice``,
        ``below`` or ``shuffle``, and from nowhere else: the same view and the same stream give the same action, unless
        the bot has a budget of time. `bots.turns_of` hands over a stream that belongs to this ply alone.

        Raises IllegalActionError, GameOverError below it, if `player` is not to act.
        """
        ...


class Game(Protocol[StateT, ActionT]):
    """A game: a module with these names.

    Two modules of the game's folder are for tools, and optional: ``command`` adds options of the `sse` command (see
    `cli.command`), and ``strategies`` has the Hypothesis strategies of the game's types.
    """

    @property
    def INFO(self) -> Info:
        """The names of the game and its seats."""
        ...

    @property
    def FORM(self) -> Form[StateT, ActionT]:
        """The functions that read and write the game's texts inside records, and its other texts."""
        ...

    @property
    def BOTS(self) -> Mapping[str, Any]:
        """The bots for this game alone, by name; each answers `Bot` for states of this game.

        Those for every game are in `sse_core.bots.BOTS`.
        """
        ...

    def new_game(self, *, players: int | None = None, seed: int | None = None) -> StateT:
        """Return the first state of a new game; games add options of their own."""
        ...

    def presets(self) -> Mapping[str, Preset]:
        """Return the starts that ship with the game, by name."""
        ...

    def max_plies(self, state: StateT, /) -> int:
        """Return an upper bound on the number of actions that can follow a state."""
        ...

    def continues_turn(self, state: StateT, /) -> bool:
        """Return whether the next action belongs to the turn of the action before it.

        All orders that are sealed at the same time are one turn, whoever writes them. The next decision begins a new
        turn, even if the last writer makes it.
        """
        ...

    def score_table(self, state: StateT, /) -> Sequence[Mapping[str, int]]:
        """Return each seat's score by column, in the order to print; ``total`` is the last column."""
        ...

    def verdict(self, state: StateT, /) -> str:
        """Return a phrase for people: the criterion that separated the winners of a finished game from the rest."""
        ...

    def parse_action(self, text: str, context: StateT, /) -> ActionT:
        """Return the action of a text."""
        ...

    def format_action(self, action: ActionT, context: StateT, /) -> str:
        """Return the text of an action. It parses back to the action."""
        ...

    def parse_state(self, text: str, /) -> StateT:
        """Return the position of a text; the kind of line ends doesn't matter (see `forms.lines.Lines`)."""
        ...

    def format_state(self, state: StateT, /) -> str:
        """Return the text of a position, without a newline at its end. It parses back to the position."""
        ...

    def told(
        self, before: StateT, action: ActionT, after: StateT, /, *, names: Sequence[str] = (), player: int | None = None
    ) -> str:
        """Return an action as a sentence in the past tense: who did what, where, and at what price.

        `before` and `after` are the states around the action, or one player's views of both. `names` has the name of
        each seat; a seat beyond its end is called by its letter. `player` did it; None stands for the first one to act.
        The sentence begins with a capital, or with a name, and has no full stop and no clause. Somebody who knows
        neither the notation nor the clauses understands it. It gives away nothing that only some players may know.
        """
        ...

    def effects(self, before: StateT, action: ActionT, after: StateT, /) -> tuple[str, ...]:
        """Return the effects of an action beyond what `told` says, in order: a sentence for each.

        `before` and `after` are the states around the action. The effects of chance on the players are included.
        Everybody who may see the action is told its effects: they give away nothing that only some players may know.
        """
        ...

    def to_text(
        self, state: StateT, /, *, last: Sequence[ActionT] = (), marked: Collection[str] = (), pen: Pen = PLAIN
    ) -> str:
        """Return a drawing of a state for a terminal.

        The last actions are marked, such as those of the last turn, and so are the places of `marked`, named as people
        write them, such as the targets of a move. Colours and characters of the pen change no column of the drawing.
        """
        ...

    def to_svg(
        self, state: StateT, /, *, last: Sequence[ActionT] = (), marked: Collection[str] = (), theme: Theme = "dark"
    ) -> str:
        """Return a drawing of a state as SVG, with the last actions and some places marked; games add options.

        Attributes tell a page what it needs to know of the drawing. The element of a place has the place's name as
        ``data-place``, and the first shape in it is its outline. A place that lies face down, and may turn over later,
        has ``data-face="down"``. A piece that goes from place to place has ``data-moves``, and lies inside the element
        of its place; the line of its last way has the two places as ``data-from`` and ``data-to``. If the drawing has
        more than a map, the group of the map has the class ``map``. A page may mirror the map, or turn it by a step
        under which the outline of a place stays the same: words, and elements that are only moved (``translate``), then
        stay upright. A small screen enlarges words: a group with ``data-label`` as a whole, about its own origin, any
        other text alone. It leaves out texts of the class ``name``, which only name their place.
        """
        ...


class AnyGame(Game[Any, Any], Protocol):
    """A game whose states have no type of their own here: `GAMES` has such ones. It makes states of type `State`."""

    def new_game(self, *, players: int | None = None, seed: int | None = None) -> AnyState:
        """Return the first state of a new game; games add options of their own."""
        ...

    def parse_state(self, text: str, /) -> AnyState:
        """Return the position of a text; the kind of line ends doesn't matter (see `forms.lines.Lines`)."""
        ...


class Recorded(Protocol):
    """A game that was played, whole or in part: the source of pictures and rows (`play.records.record.GameRecord`)."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game that was played."""
        ...

    @property
    def start(self) -> State[Any]:
        """The position before the first move."""
        ...

    @property
    def moves(self) -> Sequence[tuple[int, Any]]:
        """The seat, or CHANCE, and the action of each move, in order."""
        ...

    @property
    def actions(self) -> Sequence[Any]:
        """The action of each move, in order."""
        ...

    @property
    def tags(self) -> Mapping[str, str]:
        """Other facts by name, such as who played a seat."""
        ...

    @property
    def final(self) -> State[Any]:
        """The state after the last move."""
        ...

    def states(self) -> Iterator[State[Any]]:
        """Yield the start, then the state after each move."""
        ...


# --- optional Protocols


@runtime_checkable
class OptionGame(Protocol):
    """A game whose `new_game` has options that are words or numbers, so that other programs can set them."""

    @property
    def OPTIONS(self) -> Mapping[str, str | int | bool]:
        """The default of each such option by name; `players` and `seed`, which all games have, are none of them.

        An option has values of the type of its default. `new_game` takes each default, and it changes nothing: an empty
        text is an option that is left out. An option that names content, such as `pack` of Empire of the Stars, also
        takes the path of a file: a server lets its clients choose among the names of its `PACKS`.
        """
        ...


@runtime_checkable
class TableGame(Protocol):
    """A game that also says in words what lies on its table beside the map, for screens without room for a drawing."""

    def stage_lines(self, state: Any, /) -> Sequence[str]:
        """Return the stage of a game as lines: turn, phase and what is due, then the things that belong to nobody.

        In a player's view they tell only what the player may know.
        """
        ...

    def holdings(self, state: Any, player: int, /) -> Sequence[tuple[str, Sequence[str]]]:
        """Return a player's holdings by kind, the most important first: the name of each kind, and its things in words.

        A kind may have no things. In a view they tell only what its player may know.
        """
        ...


@runtime_checkable
class NarrowGame(Protocol):
    """A game that also draws positions for narrow windows, such as the window of a phone."""

    def narrow_svg(
        self, state: Any, /, *, last: Sequence[Any] = (), marked: Collection[str] = (), theme: Theme = "dark"
    ) -> str:
        """Return the drawing of `Game.to_svg` in a column of 300 pixels, with words of 11 at least.

        It has the same places as the drawing of `Game.to_svg`. Its document has ``data-layout="narrow"``, and the other
        one ``"wide"``: so a page knows that both exist.
        """
        ...
