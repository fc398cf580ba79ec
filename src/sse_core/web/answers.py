"""Shapes of the server's JSON answers, as TypedDicts. ``static/answers.d.ts`` for the page is generated from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

__all__ = [
    "Analysed",
    "AnalysedLine",
    "Block",
    "BotShown",
    "Brief",
    "BriefSeat",
    "CampaignShown",
    "ClockShown",
    "Drawn",
    "Due",
    "FieldShown",
    "GameShown",
    "HidingShown",
    "Hinted",
    "Introduction",
    "Legal",
    "LevelShown",
    "Link",
    "Links",
    "MapNamed",
    "MoveShown",
    "News",
    "Page",
    "PresetDrawn",
    "PresetShown",
    "QuestionShown",
    "Refusal",
    "RemarkShown",
    "Rematch",
    "Reviewed",
    "ReviewedTurn",
    "RulesShown",
    "Score",
    "SeatShown",
    "Section",
    "SettingShown",
    "Shared",
    "Shown",
    "Sketched",
    "StepShown",
    "StopShown",
    "TableNews",
    "ToolShown",
    "Tools",
    "Tries",
    "Worth",
]


class StepShown(TypedDict):
    """One choice of an action: a place of the board, or words on a button."""

    key: str
    words: str
    note: str
    """A remark on the choice, such as a toll; empty without one."""

    costs: bool
    """Whether it costs something where other choices are free (`game.Step`)."""


class Legal(TypedDict):
    """A legal action."""

    id: int
    text: str
    steps: Sequence[StepShown]


class MoveShown(TypedDict):
    """A move of the game, or of a line that is tried."""

    ply: int
    """The number of the position after it."""

    seat: int
    """−1 for chance."""

    letter: str
    text: str
    """In the game's notation."""

    told: str
    """The move as a sentence, without a full stop; empty for one that is hidden."""

    effects: Sequence[str]
    continues: bool
    """Whether it belongs to the turn of the move before."""

    hidden: NotRequired[bool]
    """Whether the move is a secret from the viewer."""

    only: NotRequired[bool]
    """Whether it was the viewer's only legal action."""


class SeatShown(TypedDict):
    """A seat of a game."""

    letter: str
    label: str
    """The letter with the name."""

    player: str
    """``human``, or the bot as players are named."""

    name: str
    """The name of a person, empty without one, or of a level of bots."""

    is_person: bool
    is_free: bool
    """Whether nobody has taken the seat yet."""

    status: str
    """A word such as ``thinking``, in the language of the answer."""

    left: str
    """Why the person has left the game: ``resigned``, ``out of time`` or ``away``; empty for one who hasn't."""

    reserve: str
    holdings: Sequence[tuple[str, Sequence[str]]]
    """The player's possessions, as the name and the things of each kind; empty unless the game tells them
    (`game.TableGame`)."""

    acts: bool


class Due(TypedDict):
    """The next move of a position: its number, and who is to make it."""

    move: int
    """The number of the move."""

    seats: Sequence[int]
    """The seats that are to act, −1 for chance."""

    thinks: bool
    """Whether a bot thinks."""


class Score(TypedDict):
    """The table of points, a row for each seat; the last column has the total."""

    columns: Sequence[str]
    rows: Sequence[Sequence[int]]


class QuestionShown(TypedDict):
    """A take-back that somebody asks for."""

    seat: int
    back: int
    """How many moves it takes back."""
    open: Sequence[int]
    """The seats that haven't agreed yet."""


class Rematch(TypedDict):
    """A rematch that is offered."""

    id: str
    seat: int
    """Who offers it, −1 if nobody in particular does."""


class Tries(TypedDict):
    """The actions to try in a position that the game itself has left; every viewer may try them."""

    seat: int
    legal: Sequence[Legal]
    questions: Mapping[str, str]


class ClockShown(TypedDict):
    """The clocks. The server sends news when one is out, and none while it runs. A later action is refused."""

    control: str
    """Such as ``5+3``."""

    now: int
    """The time of the server in milliseconds."""

    left: Sequence[int | None]
    """The milliseconds that each seat has left, or had left at an earlier position; null without a clock."""

    ends: Sequence[int | None]
    """The moment at which each running clock is out, on the server's time in milliseconds; null for one that stands."""


class CampaignShown(TypedDict):
    """A campaign: games in a row."""

    terms: str
    number: int
    """The number of the current game."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    piles: Sequence[int]
    """The wins of each seat."""

    winners: Sequence[str]
    is_over: bool


class Page(TypedDict):
    """A position of a game as one seat may see it, without the list of moves.

    While players write sealed orders, ``version``, ``ply`` and ``moves`` don't count the moves of others: they count
    one for each player who has finished, and all of them once the orders are opened. So each viewer has plies and
    versions of its own.
    """

    id: str
    game: str
    title: str
    language: str
    """The language of all words here: the one that was asked for, or else English."""

    version: int
    ply: int
    first_ply: int
    last_ply: int
    seats: Sequence[SeatShown]
    to_act: Sequence[int]
    person: int | None
    """The seat that is to act; one of the client's own if several players write orders at once."""

    viewer: int | None
    """The seat whose secrets are shown; null if everything is shown."""

    mine: Sequence[int] | None
    """The seats whose secrets the request sends, empty for a spectator; null in a game at one screen."""

    table: int
    """A number that changes with names, seats, questions and offers, but not with the game."""

    asked: QuestionShown | None
    rematch: Rematch | None
    thinking: int | None
    """The seat of a bot that thinks."""

    finished: bool
    result: str | None
    situation: str
    """Whose turn it is, as a sentence for the viewer; ``due`` says it for programs."""

    due: Due | None
    """Null where the game doesn't continue from this position."""

    stage: Sequence[str]
    """Lines about the turn, in a game that tells them (`game.TableGame`)."""

    trouble: str
    """Why the game can't go on, such as a bot that failed."""

    warning: str
    """A sentence while the server can't save the game; else empty."""

    hiding: HidingShown | None
    """Null if the server has worked out all that moves have hidden."""

    score: Score
    svg: str
    is_latest: bool
    moves_from: int
    """How many of its first moves the client keeps; ``moves`` replace all later ones."""

    known: str
    """What the client sends in its next request, to say which moves it has."""

    can_undo: bool
    can_redo: bool
    legal: Sequence[Legal] | None
    questions: Mapping[str, str]
    """The question for the next step, by the keys of the steps before it, joined by blanks; by ``""`` for the first."""

    tries: Tries | None
    """Null in a game that has secrets."""

    line: Sequence[MoveShown]
    """The moves of the line that is tried; the server doesn't keep them."""

    secrets: bool
    seed: str | None
    """Null while it would tell secrets."""

    has_map: bool
    clock: ClockShown | None
    campaign: CampaignShown | None


class Shown(Page):
    """A position of a game, as one seat may see it."""

    moves: Sequence[MoveShown]
    """All moves, or the new ones for a client that sends ``known``."""


class BriefSeat(TypedDict):
    """A seat in a list of games."""

    letter: str
    name: str
    player: str
    points: int
    acts: bool


class Brief(TypedDict):
    """A game as it stands, for a list of games."""

    id: str
    title: str
    status: str
    due: Due | None
    finished: bool
    mine: Sequence[int] | None
    seats: Sequence[BriefSeat]


class TableNews(TypedDict):
    """News of the people at a game. In a game at one screen they have ``table`` alone, once it isn't 0."""

    table: NotRequired[int]
    here: NotRequired[Sequence[int]]
    """The seats whose pages are open."""

    watching: NotRequired[int]
    """How many others look."""

    away: NotRequired[Sequence[int]]
    """The seats of people who have been away at their turn for two minutes, if there are any."""


class HidingShown(TypedDict):
    """How many moves of a pasted game are checked for secrets; until all are, the unchecked ones stay hidden."""

    done: int
    of: int


class News(TableNews):
    """News of a game, for one viewer."""

    version: int
    thinking: int | None
    warning: str
    hiding: NotRequired[HidingShown]


class Refusal(TypedDict):
    """The reason why an action isn't legal; empty if it is."""

    reason: str
    clause: str | None


class Link(TypedDict):
    """A link to a seat, as an address that begins with ``/``."""

    seat: int
    url: str


class Links(TypedDict):
    """Links to the client's own seats, for another device; the host gets links to the free seats, too."""

    links: Sequence[Link]
    watch: str
    draws: bool
    """Whether the server can draw QR codes."""


class Hinted(TypedDict):
    """The best action that a search finds."""

    id: int
    text: str
    words: str
    steps: Sequence[StepShown]
    value: float
    visits: int
    exact: bool


class AnalysedLine(TypedDict):
    """A line of an analysis: an action and the expected replies, with shares and margins by seat."""

    text: str
    value: Sequence[float]
    margin: Sequence[float]
    visits: int
    error: float
    exact: bool
    line: Sequence[str]


class Analysed(TypedDict):
    """What a search has found so far."""

    ply: int
    visits: int
    seconds: float
    how: str
    exact: bool
    worth: Sequence[float] | None
    """The worth of the position for each seat; null where there is nothing to choose."""

    lines: Sequence[AnalysedLine]
    seat: int
    done: bool


class Worth(TypedDict):
    """The worth of a position: each seat's share of the win."""

    ply: int
    value: Sequence[float]


class ReviewedTurn(TypedDict):
    """A review's comment on one turn."""

    ply: int
    seat: int
    letter: str
    words: str


class Reviewed(TypedDict):
    """A review of a game, finished or in progress."""

    positions: int
    searched: int
    svg: Mapping[str, str]
    """The graph of the shares, by theme. Its elements of the class ``ply`` have the ply in ``data-ply``."""

    worths: Sequence[Worth]
    turns: Sequence[ReviewedTurn]
    words: str
    how: str
    done: bool


class Drawn(TypedDict):
    """The drawing of a text: of a map, a position, a record, a campaign, or the start of a game."""

    game: str
    kind: str
    svg: str
    players: int
    about: str
    edit: str | None
    """The address, from ``/``, that opens its map in the editor; null if the map can't be edited."""


class Shared(Drawn):
    """The drawing of a text that an address shares."""

    text: str


class PresetDrawn(Shared):
    """The drawing of a map or a start of the package."""

    name: str


class StopShown(TypedDict):
    """A stop of a tour, with the positions before and after the visitor's action."""

    title: str
    stop: int
    stops: int
    step: int
    steps: int
    heading: str
    words: str
    done: str
    language: str
    tried: Sequence[str]
    """Keys that are refused, which the visitor is to try."""

    action: int | None
    """The id of the action that the visitor is to make."""

    before: Shown
    after: Shown | None
    pictures: Sequence[str]
    """The pictures between the two positions."""


class PresetShown(TypedDict):
    """A map or a start of the package."""

    name: str
    title: str
    about: str


class LevelShown(TypedDict):
    """A level of bots."""

    title: str
    player: str
    about: str
    elo: int | None
    """Null for a level that wasn't measured."""


class BotShown(TypedDict):
    """A bot of the package."""

    name: str
    takes_budget: bool


class FieldShown(TypedDict):
    """A field of the form for a new game."""

    name: str
    label: str
    help: str
    kind: str
    """``choice``, ``flag`` (true or false), ``text``, ``number`` or ``many`` (a list of texts)."""

    choices: Sequence[str]
    names: Sequence[str]
    """The choices as people read them."""

    default: Any
    suggestions: Mapping[str, str]
    """The usual values of a field that takes many, with a line about each."""


class Introduction(TypedDict):
    """A game for somebody who has never played it."""

    about: Sequence[str]
    """Three lines: what the game is, how a turn goes, how one wins."""

    first_game: Mapping[str, Any] | None
    """What to post to ``/api/rooms`` for a first game, with the name of the game."""

    has_tour: bool
    language: str
    """The language of these words: the one that was asked for, if the game has it, else ``en``."""


class GameShown(Introduction):
    """A game, for the first screen and the form."""

    name: str
    title: str
    preset: str
    least_players: int
    most_players: int
    seats: str
    presets: Sequence[PresetShown]
    """The choices for ``preset``, such as the maps that ship."""

    levels: Sequence[LevelShown]
    """The levels, weakest first."""

    bots: Sequence[BotShown]
    fields: Sequence[FieldShown]
    campaign_fields: Sequence[str]
    """The names of the fields for campaigns; none if the game has no campaigns."""

    draws_maps: bool
    is_drawn: bool
    """Whether its maps can be drawn click by click."""

    example_map: str


class ToolShown(TypedDict):
    """A tool of the map editor: what a click puts on a map."""

    key: str
    words: str
    group: str
    turns: int
    shortcut: str


class SettingShown(TypedDict):
    """A setting of a map beside its drawing."""

    key: str
    help: str
    default: str


class MapNamed(TypedDict):
    """A map that the editor can open."""

    name: str
    title: str


class Tools(TypedDict):
    """The tools and settings of the map editor of a game."""

    game: str
    title: str
    preset: str
    presets: Sequence[MapNamed]
    tools: Sequence[ToolShown]
    settings: Sequence[SettingShown]


class RemarkShown(TypedDict):
    """A remark on a sketch: a fault, or something else to know."""

    words: str
    clause: str | None
    place: str
    line: int | None
    column: int | None


class Sketched(TypedDict):
    """A sketch: the text of a map, playable or not."""

    text: str
    about: str
    svg: str | None
    """Null for a text that doesn't draw a map."""

    fault: RemarkShown | None
    """Why the map can't be played; null if it can."""

    notes: Sequence[RemarkShown]
    fits: Sequence[str]
    """The places where the tool fits best."""

    counts: Mapping[str, int]
    settings: Mapping[str, str]
    play: str | None
    """An address, from ``/``, that opens a new game on the map."""


class Block(TypedDict):
    """A clause of the rules, or a text between two clauses."""

    clause: str | None
    text: str


class Section(TypedDict):
    """A section of the rules."""

    number: str
    title: str
    blocks: Sequence[Block]


class RulesShown(TypedDict):
    """The rules of a game."""

    game: str
    title: str
    sections: Sequence[Section]
