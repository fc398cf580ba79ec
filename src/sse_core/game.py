"""The contract between games and tools: Protocols, and the plain values that they exchange.

A game is a module, or any object, that answers `Game`. Its positions answer `State`. Bots, the command, records, the
conformance suite and all other tools use these two. Features that only some games have are small Protocols below.

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
    SupportsIndex,
    TypeAlias,
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
    from .forms.messages import Labels, Messages
    from .seeds import SplitMix64

__all__ = [
    "CHANCE",
    "PLAIN",
    "AnyGame",
    "AnyState",
    "Bot",
    "Campaign",
    "CampaignGame",
    "ChanceGame",
    "DrawnGame",
    "EvaluatedGame",
    "FastGame",
    "Feature",
    "FeaturedGame",
    "Form",
    "Game",
    "GameBatch",
    "GameMap",
    "HouseRuledGame",
    "Info",
    "LeadGame",
    "Level",
    "LeveledGame",
    "MapGame",
    "MapSetting",
    "MapTool",
    "NarrowGame",
    "NotingBot",
    "ObservationSpace",
    "ObservedGame",
    "OptionBot",
    "OptionGame",
    "Outcome",
    "Pen",
    "Playouts",
    "Preset",
    "Reader",
    "Recorded",
    "Remark",
    "ReserveGame",
    "SealingState",
    "SearchingBot",
    "SecretState",
    "Sketch",
    "SketchGame",
    "StarterGame",
    "State",
    "Step",
    "SteppedGame",
    "SuggestingBot",
    "TableGame",
    "Theme",
    "ThumbnailGame",
    "TimedBot",
    "TranslatedGame",
    "VariantGame",
    "VectorGame",
]

CHANCE: Final = -1
"""The player who rolls the dice and turns the cards. It has no seat."""

if TYPE_CHECKING:
    # The type parameters of a bare `State` or `Game` default to Any. Python itself has such defaults from 3.13 on.
    import typing_extensions

    ActionT = typing_extensions.TypeVar("ActionT", default=Any)
    StateT = typing_extensions.TypeVar("StateT", bound="State[Any]", default=Any)
    StateT_co = typing_extensions.TypeVar("StateT_co", bound="State[Any]", covariant=True, default=Any)
    MapT_contra = typing_extensions.TypeVar("MapT_contra", bound="GameMap", contravariant=True, default=Any)
else:
    ActionT = TypeVar("ActionT")
    StateT = TypeVar("StateT")
    StateT_co = TypeVar("StateT_co", covariant=True)
    MapT_contra = TypeVar("MapT_contra", contravariant=True)

AnyGame: TypeAlias = "Game[Any, Any]"
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
    """The key in `GAMES`, and the name of the game's folder; of a game by a house rule the name of the rule."""

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
    """What the observations of a game are, as arrays (see `ObservedGame`)."""

    names: tuple[str, ...]
    """A name for each plane, or for each number: entry i of the first axis. Each is there once."""

    shape: tuple[int, ...]
    """``(len(names),)`` for numbers, ``(len(names), places)`` for planes."""

    dtype: str
    """The name of the dtype, as `numpy.dtype` takes it: ``"uint8"``, ``"int16"``."""

    low: tuple[int, ...]
    """The least value of each plane."""

    high: tuple[int, ...]
    """The greatest value of each plane; a number that is larger is written as this one."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number of a position (see `FeaturedGame`)."""

    name: str
    """Its key: lower case, words joined by underscores, such as ``soon_planets``."""

    one: str
    """What is counted, for one of it: ``system in reach``."""

    many: str
    """The same for several: ``systems in reach``. Its first word is the unit."""

    about: str
    """A sentence that says exactly what is counted, with the clause."""

    is_reason: bool = True
    """Whether it can be a reason for an action; False for what only says when it is, such as the ply."""

    @property
    def unit(self) -> str:
        """What the number counts, such as ``points`` or ``systems``."""
        return self.many.split()[0]


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
    """The lines that are seen at once; None: any number. A drawing with more may give way to a lower one that fits."""


PLAIN: Final = Pen()
"""Plain ASCII, without colours."""


@dataclass(frozen=True, slots=True)
class Step:
    """One of the choices that make up an action."""

    key: str
    """What is chosen, as people write it: a place of the drawing, such as ``c4``, or a word."""

    words: str
    """The choice for people, such as ``fly to c4``."""

    note: str = ""
    """What comes with it, such as its price with a unit, then its clause in brackets. Empty for nothing to say."""

    costs: bool = False
    """Whether it costs something where other choices are free, such as a toll: a drawing marks it."""


@dataclass(frozen=True, slots=True)
class MapTool:
    """What a click puts on a place of a map that is being drawn, or does there."""

    key: str
    """Its name in lower case, with hyphens: ``red``, ``sector-3b``."""

    words: str
    """It in words for people, such as ``red nebula``."""

    group: str
    """The heading under which it stands, such as ``Systems``."""

    turns: int = 1
    """In how many ways it can be turned; 1 if it can't be."""

    shortcut: str = ""
    """The key of the keyboard that stands for it, as browsers name it (``KeyboardEvent.key``); empty for none."""


@dataclass(frozen=True, slots=True)
class MapSetting:
    """What a map says beside its drawing, such as how many pieces each player has."""

    key: str
    help: str
    """What it is, and how its value is written, with the clause."""

    default: str
    """What holds without a value, in words."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What there is to say about a map that is being drawn."""

    words: str
    """A sentence without a full stop, with the clause."""

    place: str = ""
    """The place that it is about, as `Sketch.put` takes it; empty for the map as a whole."""


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
    """What else the game reads, by the word after the prefix, letters from a to z: ``campaign`` for texts that begin
    with ``sse-campaign``. ``map`` stands for drawings, which have no first word."""


class Level(NamedTuple):
    """A bot with a word for its strength, for people who know none."""

    title: str
    player: str
    """The bot as players are named, such as ``mcts:2s``."""

    about: str
    """How it chooses, in a few words."""

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
        """The number of actions before this state; in a view, of those that its player knows."""
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
        """Return the legal actions of a player or CHANCE by ascending id, none out of turn. None: the one to act."""
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
        Where a view needs values for what is hidden, such as unseen cards, the game chooses them. The view of a view is
        the same view.

        While orders are sealed, its `ply` counts the actions before the writing began, and the player's own. Nothing
        tells whether another seat has begun to write, or how long it writes; `to_act` tells which ones have finished.
        """
        ...

    def to_json(self) -> str:
        """Return the position as a JSON object on one line."""
        ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...


class Bot(Protocol):
    """A player that is a program: a module, or any object, with `choose`."""

    # A bot of one game names its state and its action here, and one of all games a `State` of any: both are bots.
    def choose(self, view: Any, player: int, rng: SplitMix64, /) -> Any:
        """Return a legal action of `player`, who is to act.

        `view` is what the player may know of the state. A bot that draws takes its numbers from `rng`, by ``choice``,
        ``below`` or ``shuffle``, and from nowhere else: the same view and the same stream give the same action, unless
        the bot has a budget of time. `match.turns_of` hands over a stream that belongs to this ply alone.

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
        """Return the position of a text; how its lines end doesn't count, as `forms.lines.Lines` reads them."""
        ...

    def format_state(self, state: StateT, /) -> str:
        """Return the text of a position, without a newline at its end. It parses back to the position."""
        ...

    def told(
        self, before: StateT, action: ActionT, after: StateT, /, *, names: Sequence[str] = (), player: int | None = None
    ) -> str:
        """Return an action as a sentence in the past tense: who did what, where, and at what price.

        `before` and `after` are the states around the action, or one player's views of both. `names` says what each
        seat is called; a seat beyond its end has its letter. `player` did it; None stands for the first one to act. The
        sentence begins with a capital, or with a name, and has no full stop and no clause. Somebody who knows neither
        the notation nor the clauses understands it. It gives away nothing that only some players may know.
        """
        ...

    def effects(self, before: StateT, action: ActionT, after: StateT, /) -> tuple[str, ...]:
        """Return the effects of an action beyond what `told` says, in order: a sentence for each.

        `before` and `after` are the states around the action. The effects of chance on the players are included.
        Whoever may see the action is told its effects: they give away nothing that only some players may know.
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

        What a page needs to know of the drawing stands in attributes. An element that stands for a place has its name
        as ``data-place``, and the first thing that it draws is its outline. ``data-face="down"`` is added where it lies
        face down, and may turn over later. What goes from place to place has ``data-moves``, and lies inside the
        element of the place; the way that it came has the places as ``data-from`` and ``data-to``. The group of a map
        has the class ``map``, where there is more in the drawing. A page may turn it by a step under which the outline
        of a place stays the same, or mirror it: what is only moved (``translate``), and words, then stay upright. A
        small screen draws words larger: a group with ``data-label`` as a whole, about its own origin, any other text
        alone, and it leaves texts of the class ``name`` out, which only name their place.
        """
        ...


class Recorded(Protocol):
    """A game that was played, whole or in part: what its pictures and rows are made of (`play.records.GameRecord`)."""

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
class SecretState(Protocol):
    """A state of a game with secrets: hidden cards, sealed orders."""

    def sample(self, player: int, rng: SplitMix64, /) -> Self:
        """Return a full state, for search, drawn from the states in which the player has the same view.

        `rng` draws by ``below(n)``.
        """
        ...


@runtime_checkable
class SealingState(Protocol):
    """A state of a game that says what is sealed: where seats that act one after the other decide at once, too."""

    @property
    def is_sealed(self) -> bool:
        """Whether the action before this state is sealed: until it is opened, no other seat's view counts it."""
        ...


@runtime_checkable
class OptionGame(Protocol):
    """A game whose `start` has options that are words and numbers, which other programs can name."""

    @property
    def OPTIONS(self) -> Mapping[str, str | int | bool]:
        """The default of each such keyword option of `start` by name, `players` and `seed` aside.

        An option has values of the type of its default. An empty text stands for an option that is left out.
        """
        ...


@runtime_checkable
class ChanceGame(Protocol):
    """A game that chance has no part in from some of its starts; in any other it may have a part from all of them."""

    def has_chance(self, state: Any, /) -> bool:
        """Return whether chance may have a part after a state; False only if no chance event can follow."""
        ...


@runtime_checkable
class StarterGame(Protocol):
    """A game that the winner of the last game begins."""

    def begun_by(self, state: Any, player: int, /) -> State[Any]:
        """Return a start in which a player goes first; the state itself if it is known already who does.

        Raises RangeError if there is no such player.
        """
        ...


@runtime_checkable
class EvaluatedGame(Protocol):
    """A game that says what a position is worth before the end, better than its totals do."""

    def evaluate(self, state: Any, /) -> Sequence[float]:
        """Return the worth of a state for each seat: no number is negative, and a larger one is better.

        Only the numbers of one game compare, in a unit that the game chooses. A seat's share of their sum is a rough
        guess of its chances. After the end, the winners have nearly all of it.

        A state and the seat's own view of it have the same number for that seat. So it depends on nothing that is
        hidden from the seat.
        """
        ...


@runtime_checkable
class FeaturedGame(Protocol):
    """A game that tells in numbers what each seat has and what it can do next."""

    @property
    def FEATURES(self) -> Sequence[Feature]:
        """The numbers, in their order. Each name is there once."""
        ...

    def features(self, state: Any, player: SupportsIndex, /) -> Mapping[str, int]:
        """Return the numbers of a seat by name, in the order of `FEATURES`.

        Any state has them: out of turn, at a chance event and at the end, too. They depend on nothing that is hidden
        from the seat. Raises RangeError if there is no such seat.
        """
        ...


@runtime_checkable
class LeadGame(Protocol):
    """A game that finds the leads after all actions of a player at once, quicker than action by action."""

    def expected_leads(self, state: Any, player: SupportsIndex, /) -> Sequence[float]:
        """Return what `bots.greedy.expected_lead` returns after each of the player's `legal_ids`, in their order.

        The numbers are those of `EvaluatedGame.evaluate`, in which the game has them: a player's own less the largest
        of the others; where a chance event is due, the mean of that over the events. ``()`` out of turn.

        An action that opens what others have sealed counts as if all were still sealed: nobody knows what they wrote.
        """
        ...


@runtime_checkable
class SteppedGame(Protocol):
    """A game whose actions people choose step by step, such as a place, a target and what is done there."""

    def steps(self, state: Any, action: Any, /, player: int | None = None) -> Sequence[Step]:
        """Return the choices that make up a legal action of a player, None for the one to act, in order.

        Two legal actions of a seat differ in a key, and the keys of none are the beginning of another's.
        """
        ...

    def question(self, state: Any, keys: Sequence[str] = (), /, player: int | None = None) -> str:
        """Return what a player is asked for the step behind these keys, in words: a question, with its clause.

        The keys are the beginning of a legal action of the player, None for the one to act. Somebody who doesn't know
        the game learns from it what is chosen, of how many, and for what.
        """
        ...

    def refusal(self, state: Any, keys: Sequence[str], /, player: int | None = None) -> str:
        """Return why no legal action of a player begins with these keys, with the clause; empty if one does.

        None stands for the player to act.
        """
        ...


@runtime_checkable
class ReserveGame(Protocol):
    """A game in which players have something in reserve, beside their score."""

    def reserve_text(self, state: Any, player: int, /) -> str:
        """Return what a player has in reserve, in words for people."""
        ...


@runtime_checkable
class TableGame(Protocol):
    """A game that tells what lies on its table beside the map in words, too: not every screen has room for drawings."""

    def stage_lines(self, state: Any, /) -> Sequence[str]:
        """Return where a game stands, as lines: first the turn, the phase and what is due; then what belongs to nobody.

        Of a player's view they say what the player may know.
        """
        ...

    def holdings(self, state: Any, player: int, /) -> Sequence[tuple[str, Sequence[str]]]:
        """Return what a player has, by kind, the most important first: the name of each kind, and its things in words.

        A kind of which there is nothing has no things. Of a view they say what its player may know.
        """
        ...


@runtime_checkable
class TranslatedGame(Protocol):
    """A game that speaks to people in the language of whoever reads."""

    @property
    def MESSAGES(self) -> Messages:
        """Its sentences."""
        ...

    @property
    def LABELS(self) -> Labels:
        """The sentences for names of its data; a name without one is told with blanks for underscores.

        They are those of columns of `Game.score_table` and of the table of a campaign, of options of the set-up, and of
        values of options.
        """
        ...


class GameMap(Protocol):
    """A map: what a `MapGame` is played on. Its game's `to_text` and `to_svg` draw it."""

    def to_json(self) -> str:
        """Return the map as a JSON object on one line."""
        ...


@runtime_checkable
class MapGame(Protocol[MapT_contra, StateT_co]):
    """A game that is played on maps; its `Form` reads them as ``map``."""

    def new_game(self, layout: MapT_contra, /) -> StateT_co:
        """Return the first state of a game on a map."""
        ...

    def map_of(self, state: Any, /) -> GameMap:
        """Return the map that a state is played on."""
        ...


class Sketch(Protocol):
    """A map that is being drawn: an immutable value, which need not be playable yet. It is its text, and no more."""

    @property
    def text(self) -> str:
        """The text that reads back to it: that of the map, once it can be played."""
        ...

    @property
    def about(self) -> str:
        """What is drawn, in words for people."""
        ...

    @property
    def fault(self) -> Remark | None:
        """Why it can't be played, in the words of the error of the map's text; None if it can be."""
        ...

    @property
    def notes(self) -> Sequence[Remark]:
        """What is allowed, and hardly meant."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of each tool's things are on the map, by the key of the tool; others aren't counted."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """The value of each setting that the text names, by its key."""
        ...

    def put(self, tool: str, place: str, /, turn: int = 0) -> Self:
        """Return the sketch after a click with a tool on a place of its picture; `turn` counts steps from 0.

        What can't stand in a text raises SetupError, such as one place too many; a tool, a place or a turn that there
        isn't raises ArgumentError.
        """
        ...

    def fits(self, tool: str, /, turn: int = 0) -> Sequence[str]:
        """Return the places where what a tool puts fits best beside what is drawn, and covers none of it.

        There are none for a tool that puts a single thing. Raises ArgumentError as `put`.
        """
        ...

    def with_setting(self, key: str, value: str, /) -> Self:
        """Return the sketch with another value of a setting; an empty one stands for the default.

        Raises SetupError for a value that can't be, ArgumentError for a setting that there isn't.
        """
        ...

    def to_svg(self, *, theme: Theme = "dark") -> str:
        """Return its drawing, with all places where something can be put; `Game.to_svg` says how they are named."""
        ...


@runtime_checkable
class SketchGame(Protocol):
    """A `MapGame` whose maps can be drawn click by click."""

    def map_tools(self) -> Sequence[MapTool]:
        """Return the tools, those of a group one after the other."""
        ...

    def map_settings(self) -> Sequence[MapSetting]:
        """Return the settings, in the order in which a text has them."""
        ...

    def tool_svg(self, key: str, /, turn: int = 0, *, theme: Theme = "dark") -> str:
        """Return a small drawing of what a tool puts on a map, so often turned; raise ArgumentError as `Sketch.put`."""
        ...

    def sketch(self, text: str = "", /) -> Sketch:
        """Return what a text of a map has, playable or not; the empty field for an empty text.

        Raises SetupError, with line and column, for a text that is no drawing.
        """
        ...


@runtime_checkable
class NarrowGame(Protocol):
    """A game that draws positions for narrow windows, too, such as that of a phone."""

    def narrow_svg(
        self, state: Any, /, *, last: Sequence[Any] = (), marked: Collection[str] = (), theme: Theme = "dark"
    ) -> str:
        """Return the drawing of `Game.to_svg` in a column of 300 pixels, with words of 11 at least.

        It has the same places. Its document has ``data-layout="narrow"``, and that of `Game.to_svg` ``"wide"``: so a
        page knows that there are both.
        """
        ...


@runtime_checkable
class ThumbnailGame(Protocol):
    """A game with small drawings, which still tell its positions and maps apart."""

    def thumbnail(self, what: Any, /, *, theme: Theme = "dark") -> str:
        """Return a drawing of a position, or of a map, without words."""
        ...


class GameBatch(Protocol[StateT_co]):
    """Many games of one kind, stepped together, with a row for each in every array. Chance events draw themselves."""

    @property
    def n_actions(self) -> int:
        """The number of actions in the dense table of actions."""
        ...

    @property
    def to_act(self) -> NDArray[np.int8]:
        """Who is to act in each game: a seat, or −2 in a finished game. Shape (n,)."""
        ...

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last `step` that played an action in the game ended it. Shape (n,)."""
        ...

    @property
    def totals(self) -> NDArray[np.int32]:
        """The scores of the game that ended; zeros before. Shape (n, players)."""
        ...

    @property
    def winners(self) -> NDArray[np.bool_]:
        """The winners of the game that ended. Shape (n, players)."""
        ...

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of the game in each slot, as `FastGame.playout` takes it. Shape (n,)."""
        ...

    def rewards(self, reward: Literal["win", "margin", "total"] = "win", /) -> NDArray[np.float64]:
        """Return what each seat gets for the games that are `done`; zeros in others. Shape (n, players).

        ``"win"`` is the share of the win, from −1 to 1, ``"margin"`` the own total less the mean of the others',
        ``"total"`` the own total. The first two add to zero over the seats of a game.
        """
        ...

    def step(self, actions: NDArray[np.int32], /) -> None:
        """Play the action with the given id in each game that isn't finished; −1 leaves a game as it is. Shape (n,).

        Raises IllegalActionError before any action is played, in the games that `illegal` names.
        """
        ...

    def illegal(self, actions: NDArray[np.int32], /) -> NDArray[np.bool_]:
        """Return in which games `step` refuses the given id. Shape (n,)."""
        ...

    def reset(self, which: NDArray[np.bool_] | None = None, /, *, seed: SupportsIndex | None = None) -> None:
        """Begin a new game in all slots, or in those that are marked; with a `seed` the games of a new batch of it."""
        ...

    def sample(self) -> NDArray[np.int32]:
        """Return the id of a random legal action in each game, −1 in finished ones. Shape (n,).

        A game in which all actions are samples is that of `FastGame.playouts` with its number and the batch's seed.
        """
        ...

    def legal_mask(self, *, packed: bool = True) -> NDArray[Any]:
        """Return which actions are legal: uint8 of shape (n, ceil(n_actions / 8)), action 0 the lowest bit of byte 0.

        An unpacked mask is int8 of shape (n, n_actions), ones and zeros.
        """
        ...

    def observe(self, *, which: NDArray[np.bool_] | None = None) -> NDArray[np.uint8]:
        """Return each game as the player to act sees it, or each that is marked. Shape (n, planes, places)."""
        ...

    def state(self, i: SupportsIndex, /) -> StateT_co:
        """Return the state of game i."""
        ...


@runtime_checkable
class VectorGame(Protocol[StateT]):
    """A game that steps many games at once in arrays."""

    def Batch(self, start: StateT, n: SupportsIndex, /, *, seed: SupportsIndex = 0) -> GameBatch[StateT]:
        """Return a batch of `n` games that begin with `start`."""
        ...

    def observation_planes(self, players: SupportsIndex, /) -> Sequence[str]:
        """Return the meaning of each plane of an observation, in order."""
        ...


@runtime_checkable
class ObservedGame(Protocol):
    """A game that writes what a seat sees as an array of fixed shape, such as a network takes.

    A plane whose name ends in ``of player +k`` belongs to the seat k places after the observer, clockwise, and every
    seat sees the same there. So for another observer these planes are turned, and +0 is the observer's own.
    """

    def observation_space(self, state: Any, /) -> ObservationSpace:
        """Return what the observations of a state are; the same for all states of one game."""
        ...

    def observe(self, state: Any, player: SupportsIndex, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return a state as a seat sees it: a new array, or `out`, C-contiguous, of that shape and dtype.

        Any seat sees any state: out of turn, at a chance event and at the end, too. A state and the seat's own view of
        it give the same array. So it depends on nothing that is hidden from the seat, and not on the number of
        sealed actions of others. What it leaves out, the game's pages say.

        Raises RangeError if there is no such seat, ArgumentError for an `out` of another shape or dtype, TypeError for
        one that is no array.
        """
        ...


@runtime_checkable
class FastGame(Protocol[StateT, ActionT]):
    """A game with fast functions of its own for perft and random play.

    They give what those for any game give (see `sse_core.any_game`, which takes these where a game has them).
    """

    def perft(
        self, state: StateT, depth: SupportsIndex, /, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
    ) -> int:
        """Return the number of sequences of `depth` actions, with a transposition table of so many positions."""
        ...

    def perft_divide(
        self, state: StateT, depth: SupportsIndex, /, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
    ) -> dict[ActionT, int]:
        """Return the `perft` of each legal action."""
        ...

    def playout(self, state: StateT, seed: SupportsIndex, /) -> StateT:
        """Return the end of a game of uniform random play."""
        ...

    def playouts(
        self,
        state: StateT,
        n: SupportsIndex,
        seed: SupportsIndex,
        /,
        *,
        threads: SupportsIndex = 1,
        ends: bool = False,
    ) -> Playouts:
        """Return the results of n games of uniform random play."""
        ...


@runtime_checkable
class LeveledGame(Protocol):
    """A game with levels of bots of its own, in place of those that serve every game (`bots.levels`)."""

    @property
    def LEVELS(self) -> Sequence[Level]:
        """All levels, the weakest first."""
        ...


@runtime_checkable
class TimedBot(Protocol):
    """A bot that can be given a time for each choice."""

    @property
    def seconds(self) -> float | None:
        """The seconds of a choice; None if it takes no account of time."""
        ...


@runtime_checkable
class SearchingBot(Protocol):
    """A bot that can be given a number of visits for each choice."""

    @property
    def visits(self) -> int | None:
        """The visits of a choice; None if something else bounds it, such as time or a default."""
        ...


@runtime_checkable
class OptionBot(Protocol):
    """A bot whose name may carry an option behind a colon, such as ``mcts:10000`` or ``mcts:2s``."""

    def with_option(self, text: str, /) -> Bot:
        """Return the bot with an option; raise ArgumentError, which says what options there are, for another text."""
        ...


@runtime_checkable
class SuggestingBot(OptionBot, Protocol):
    """A bot with options that names the usual ones, which the Tab key completes."""

    @property
    def USUAL_OPTIONS(self) -> Sequence[str]:
        """Options that `with_option` takes."""
        ...


@runtime_checkable
class NotingBot(Protocol):
    """A bot that may play otherwise than its name says, such as one that needs a table of positions."""

    def note(self, start: State[Any], /) -> str:
        """Return how it plays from a state, as a sentence, if that isn't what its name says; empty if it is.

        Raises ArgumentError if it can't play.
        """
        ...


@runtime_checkable
class DrawnGame(Protocol):
    """A game whose types Hypothesis draws by annotation, from its module ``strategies``.

    A `GameRecord` of the game's type ``State`` is drawn by the function ``games`` of that module.
    """

    @property
    def STRATEGIES(self) -> Mapping[str, str]:
        """The function of ``strategies`` for each public type, by the name of the type."""
        ...


@runtime_checkable
class HouseRuledGame(Protocol):
    """A game that can be played by house rules, which a file of one's own has."""

    def house_game(self, rules: Any, /) -> Game[Any, Any]:
        """Return the game by the house rules of a file, or of a class, which is a `VariantGame`.

        Raises ArgumentError if there are none, or they can't be played; the message says where and why.
        """
        ...


@runtime_checkable
class VariantGame(Protocol):
    """A game by house rules: it shares the set-up, the maps and the rule book of the game that it changes."""

    @property
    def base(self) -> Game[Any, Any]:
        """The game whose rules are changed."""
        ...

    @property
    def about(self) -> str:
        """What the house rules say, in a sentence without a full stop."""
        ...

    def rule_name(self) -> str:
        """Return the house rules as texts of the game name them, so that others find them: with a digest of their file.

        Raises ArgumentError if they are in no file.
        """
        ...

    def by_these_rules(self, state: Any, /) -> State[Any]:
        """Return the same position as a state of the base, by the house rules; a start begins anew."""
        ...


@runtime_checkable
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
        """The number of wins of each seat."""
        ...

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won the campaign; empty while it goes on."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the campaign has a winner."""
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
        """Return the campaign as a JSON object."""
        ...


@runtime_checkable
class CampaignGame(Protocol):
    """A game that is played in campaigns; its `Form` reads them as ``campaign``."""

    def format_campaign(self, campaign: Any, /) -> str:
        """Return a campaign as text. It parses back to the campaign."""
        ...

    def campaign_terms(self, campaign: Any, /) -> str:
        """Return the special rules of a campaign's games, and the goal of the campaign, with the clause."""
        ...

    def campaign_table(self, campaign: Any, /) -> Sequence[Mapping[str, Any]]:
        """Return each game of a campaign by column, in the order to print: numbers, texts, or lists of them."""
        ...
