"""Parameters of requests, a dataclass for each kind of request, and `read`, which checks and converts their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

from ...forms.checks import guess, shown
from ...forms.messages import ENGLISH, speaking
from ...game import Theme
from ...play.languages import language_named
from ...play.sentences import digits
from ..drawing import Layout, Style, layout_named, theme_named
from ..errors import MAX_SHORT, WebError, texts_of
from ..messages import say
from ..room_json import Known, known_of
from ..security import MAX_BODY
from ..texts.sharing import MAX_TEXT

__all__ = [
    "Act",
    "Agreement",
    "Answer",
    "Asked",
    "AtVersion",
    "Change",
    "Draw",
    "Graph",
    "HintAsked",
    "InLanguage",
    "InStyle",
    "InTheme",
    "NameAsked",
    "NewRoom",
    "Nothing",
    "Packed",
    "PictureAsked",
    "Resign",
    "RoomAsked",
    "SeatAsked",
    "Sit",
    "SketchAsked",
    "StopAsked",
    "Text",
    "ToolAsked",
    "Undo",
    "Variations",
    "View",
    "Why",
    "WhyAtStop",
    "Without",
    "read",
]

Asked = TypeVar("Asked", bound="InLanguage")
Reader: TypeAlias = Callable[[str, object], Any]

LongText: TypeAlias = Annotated[str | None, MAX_BODY]
KnownMoves: TypeAlias = Annotated[Known | None, known_of]
"""Which moves a client has: the ``known`` of the last answer that it got."""

_MOST_DIGITS: Final = 9


@dataclass(frozen=True, kw_only=True)
class InLanguage:
    """A request in a language. Words without a translation are answered in English."""

    lang: Annotated[str, language_named] = ENGLISH
    """The code of a language, such as ``de``."""


@dataclass(frozen=True, kw_only=True)
class Nothing(InLanguage):
    """A request without other keys."""


@dataclass(frozen=True, kw_only=True)
class InTheme(InLanguage):
    """A request for a picture."""

    theme: Annotated[Theme, theme_named] = "dark"


@dataclass(frozen=True, kw_only=True)
class InStyle(InTheme):
    """A request for a picture that may be for a narrow window."""

    layout: Annotated[Layout, layout_named] = "wide"
    """``wide``, or ``narrow``, in a game that has such drawings (`game.NarrowGame`)."""

    @property
    def style(self) -> Style:
        """The style of the pictures."""
        return Style(self.theme, self.layout == "narrow")


@dataclass(frozen=True, kw_only=True)
class StopAsked(InStyle):
    """A request for a stop of a tour."""


@dataclass(frozen=True, kw_only=True)
class WhyAtStop(InLanguage):
    """A question why no legal action at a stop of a tour begins with these steps."""

    keys: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Packed(InTheme):
    """A request for the text that an address shares."""

    p: str | None = None


@dataclass(frozen=True, kw_only=True)
class ToolAsked(InTheme):
    """A request for the small picture of a tool."""

    turn: int | None = None


@dataclass(frozen=True, kw_only=True)
class SketchAsked(InTheme):
    """An edit of a sketch: a click with a tool on a place, or a new value of a setting; without either, no edit."""

    game: str | None = None
    text: Annotated[str | None, MAX_TEXT] = None
    tool: str | None = None
    place: str | None = None
    turn: int | None = None
    setting: str | None = None
    value: str | None = None


@dataclass(frozen=True, kw_only=True)
class _GameRequest(InLanguage):
    """A request for a new game, whose values `plan.plan_of` checks."""

    game: Any = None
    players: Any = None
    """``human`` or bots such as ``mcts:1000``."""

    seed: Any = None
    fields: Any = None
    """Values by name."""

    preset: Any = None
    """The name of a start that ships."""

    text: Any = None
    """A map, a position, a record or a campaign."""

    seats: Any = None
    """``shared``, the default: all people play at one screen; or ``own``: each person has a seat, known by a secret.

    The person who opens the game gets the secret of the first seat, in a cookie for this room, and has the name there.
    """

    campaign: Any = None
    """True for the first game of a new one."""

    clock: Any = None
    """A time control such as ``5+3``: 1 to 180 minutes for each person, and 0 to 180 seconds that a turn adds."""

    @property
    def game_request(self) -> dict[str, Any]:
        """The keys that were given."""
        return {key: value for key in _GAME_REQUEST_KEYS if (value := getattr(self, key)) is not None}


_GAME_REQUEST_KEYS: Final = tuple(
    field.name for field in fields(_GameRequest) if field.name not in InLanguage.__annotations__
)


@dataclass(frozen=True, kw_only=True)
class NewRoom(_GameRequest):
    """A new game. All but the game may be left out."""

    name: str | None = None
    """The name of the person who opens it."""


@dataclass(frozen=True, kw_only=True)
class Draw(_GameRequest, InTheme):
    """A text to draw, of one game or of any for null; without a text, the start of the game that is wished."""

    text: LongText = None


@dataclass(frozen=True, kw_only=True)
class Text(InLanguage):
    """A text, such as an address that is to be a QR code."""

    text: str | None = None


@dataclass(frozen=True, kw_only=True)
class View(InLanguage):
    """A position of a game."""

    ply: int | None = None
    seat: int | None = None
    """The seat of a person, in a game with secrets; by default that of the person to act."""

    line: LongText = None
    """Actions that are tried from there, a move a line like ``A c4-d5=C``, ``?`` for chance, 200 at most."""


@dataclass(frozen=True, kw_only=True)
class PictureAsked(View, InStyle):
    """The picture of a position of a game."""


@dataclass(frozen=True, kw_only=True)
class RoomAsked(PictureAsked):
    """A game at a position, with the moves that are new to the client."""

    known: KnownMoves = None


@dataclass(frozen=True, kw_only=True)
class SeatAsked(InLanguage):
    """A request from a seat, or for a text of the game that needs no seat."""

    seat: int | None = None


@dataclass(frozen=True, kw_only=True)
class AtVersion(InStyle):
    """A change of a game; refused unless the game is still at this version."""

    version: int
    known: KnownMoves = None


@dataclass(frozen=True, kw_only=True)
class Change(AtVersion):
    """A change of a game by a seat. A person who holds a single seat needn't name it."""

    seat: int | None = None


@dataclass(frozen=True, kw_only=True)
class Act(AtVersion):
    """An action of a person: by its id, or its text."""

    seat: int
    id: int | None = None
    text: str | None = None

    @property
    def action(self) -> int | str:
        """The id, or the text; raises WebError for neither."""
        return self.text if self.text is not None else _integer("id", self.id)


@dataclass(frozen=True, kw_only=True)
class Undo(Change):
    """A step back to the last decision of a person, or to the last one before or at a ply."""

    to: int | None = None


@dataclass(frozen=True, kw_only=True)
class Resign(AtVersion):
    """A person who resigns."""

    seat: int


@dataclass(frozen=True, kw_only=True)
class Agreement(InStyle):
    """An agreement between the people of a game."""

    seat: int
    known: KnownMoves = None


@dataclass(frozen=True, kw_only=True)
class Answer(Agreement):
    """An answer to a request for a take-back. From the person who made the request it is a withdrawal."""

    agrees: bool


@dataclass(frozen=True, kw_only=True)
class Without(Agreement):
    """A request to go on without a person who is away: a bot takes the seat, or the game ends."""

    absent: int
    bot: bool


@dataclass(frozen=True, kw_only=True)
class Sit(InLanguage):
    """A person who takes a seat by the fragment of a link, such as ``B-`` and the secret."""

    key: str | None = None
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class NameAsked(InLanguage):
    """A name for the person at a seat."""

    seat: int
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class Why(InLanguage):
    """A question why no legal action begins with some steps, or why an action is refused."""

    seat: int
    keys: Any = None
    text: str | None = None
    ply: int | None = None
    line: LongText = None


@dataclass(frozen=True, kw_only=True)
class HintAsked(InLanguage):
    """A request for a hint: the best action that a search finds in so many seconds."""

    seat: int
    seconds: Any = 1


@dataclass(frozen=True, kw_only=True)
class Graph(InLanguage):
    """A request for a review, with the width of its graph in pixels."""

    width: int | None = None


@dataclass(frozen=True, kw_only=True)
class Variations(InLanguage):
    """Variations for a record, as in its JSON, 500 moves at most."""

    variations: Any = None


# --- reading


def read(shape: type[Asked], values: Mapping[str, object], *, from_address: bool = False) -> Asked:
    """Return a request as a dataclass. Its values come from the JSON of a body, or from the query of an address.

    Raises WebError for a key that the shape doesn't have, one that is missing, and a value of another kind.
    """
    readers = _readers(cast(Hashable, shape), from_address)
    for name in values:
        if name not in readers:
            known = f"they are {', '.join(readers)}" if readers else "there are none"
            raise WebError(f"there is no key {shown(name)} here; {known}{guess(name, readers)}")
    spoken = values.get("lang")
    with speaking(language_named(spoken) if isinstance(spoken, str) else ENGLISH):
        return shape(**{name: reader(name, values.get(name, MISSING)) for name, reader in readers.items()})


@lru_cache
def _readers(shape: Any, from_address: bool) -> Mapping[str, Reader]:
    """Return the reader of each field of a dataclass."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        field.name: _with_default(_reader(hints[field.name], from_address), field.default, hints[field.name] is Any)
        for field in fields(shape)
    }


def _with_default(reader: Reader, default: object, takes_null: bool) -> Reader:
    """Return a reader that gives the default for a missing value, and for null unless null is a value of its own."""

    def found(name: str, value: object) -> Any:
        if default is not MISSING and (value is MISSING or (value is None and not takes_null)):
            return default
        return reader(name, None if value is MISSING else value)

    return found


def _reader(hint: Any, from_address: bool) -> Reader:
    """Return the function that checks and converts a value of a type."""
    if get_origin(hint) is Annotated:
        _, extra = get_args(hint)
        if callable(extra):
            return lambda name, value: extra(_text(name, value, MAX_SHORT))
        return lambda name, value: _text(name, value, extra)
    kinds = [kind for kind in get_args(hint) or (hint,) if kind is not NoneType]
    if get_origin(hint) is Sequence:
        return lambda name, value: texts_of(value, name)
    if hint is Any:
        return lambda name, value: value
    if kinds == [int]:
        return _integer_of_text if from_address else _integer
    if kinds == [bool]:
        return _flag
    return lambda name, value: _text(name, value, MAX_SHORT)


def _text(name: str, value: object, most: int) -> str:
    if not isinstance(value, str):
        raise WebError(f"{name} is a text, not {shown(value)}")
    if len(value) > most:
        number, bound = digits(f"{len(value):,}"), digits(f"{most:,}")
        raise WebError(say("{key} has {n} characters, and {most} is the most here", key=name, n=number, most=bound))
    return value


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise WebError(f"{name} is an integer, not {shown(value)}")
    return value


def _integer_of_text(name: str, value: object) -> int | None:
    """Return the integer that a query has as text; None for nothing after the ``=``."""
    if value == "":
        return None
    if not isinstance(value, str) or not re.fullmatch(rf"-?[0-9]{{1,{_MOST_DIGITS}}}", value):
        raise WebError(f"{name} is an integer, not {shown(value)}")
    return int(value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise WebError(f"{name} is true or false, not {shown(value)}")
    return value
