"""Answers of the server: the shapes of their JSON. ``static/answers.d.ts``, made from these, has them for the page."""

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
    """What there is to know of it, such as a toll; empty if there is nothing."""

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
    """Whether who looks may not know what was done."""

    only: NotRequired[bool]
    """Whether it was the only legal action of who looks."""


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
    """Such as ``thinking``, in the language of all words."""

    left: str
    """Why who sat there has left the game: ``resigned``, ``out of time`` or ``away``; empty if that isn't so."""

    reserve: str
    holdings: Sequence[tuple[str, Sequence[str]]]
    """For each kind of thing its name and its things, in a game that tells them (`game.TableGame`)."""

    acts: bool


class Due(TypedDict):
    """What is due in a position."""

    move: int
    """The number of the move."""

    seats: Sequence[int]
    """Those that are to act, −1 for chance."""

    thinks: bool
    """Whether a bot thinks."""


class Score(TypedDict):
    """The points by seat; the last column has the total."""

    columns: Sequence[str]
    rows: Sequence[Sequence[int]]


class QuestionShown(TypedDict):
    """A take-back that somebody asks for."""

    seat: int
    back: int
    """How many moves."""

    open: Sequence[int]
    """Those who haven't agreed yet."""


class Rematch(TypedDict):
    """A rematch that is offered."""

    id: str
    seat: int
    """Who offers it, −1 if nobody in particular does."""


class Tries(TypedDict):
    """What may be tried in a position from which the game doesn't go on, by anybody who may look."""

    seat: int
    legal: Sequence[Legal]
    questions: Mapping[str, str]


class ClockShown(TypedDict):
    """The clocks. No news come while one runs; they do when it is out. An action that comes later is refused."""

    control: str
    """Such as ``5+3``."""

    now: int
    """The milliseconds of the server."""

    left: Sequence[int | None]
    """The milliseconds of each seat, in an earlier position those of then; null where there are none."""

    ends: Sequence[int | None]
    """For each clock that runs the moment at which it is out, in the milliseconds of the server."""


class CampaignShown(TypedDict):
    """A campaign: games in a row."""

    terms: str
    number: int
    """The number of the game that is played."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    piles: Sequence[int]
    """What each seat has won."""

    winners: Sequence[str]
    is_over: bool


class Page(TypedDict):
    """A position of a game, as one seat may see it, without its moves.

    While orders are written, what others have written can't be counted: ``version``, ``ply``, ``moves`` and all that
    comes from them have their moves from the time when the orders are opened, and before that only one for each who has
    finished. So a ply, as a version, is that of a viewer.
    """

    id: str
    game: str
    title: str
    language: str
    """That of all words here: the one that was asked for, or else English."""

    version: int
    ply: int
    first_ply: int
    last_ply: int
    seats: Sequence[SeatShown]
    to_act: Sequence[int]
    person: int | None
    """The seat that is to answer, an own one if several write orders at once."""

    viewer: int | None
    """The seat whose secrets are shown, null if all is."""

    mine: Sequence[int] | None
    """With seats of people's own those whose secrets the request sends, without any one watches; null at one screen."""

    table: int
    """A number that changes with names, seats, what is asked and what is offered, and not with the game."""

    asked: QuestionShown | None
    rematch: Rematch | None
    thinking: int | None
    """The seat of a bot that thinks."""

    finished: bool
    result: str | None
    situation: str
    """Whose turn it is, as a sentence to who looks; ``due`` tells it to programs."""

    due: Due | None
    """Null where the game doesn't go on."""

    stage: Sequence[str]
    """Lines about the turn, in a game that tells them (`game.TableGame`)."""

    trouble: str
    """Why the game can't go on, such as a bot that failed."""

    warning: str
    """That the game can't be kept now."""

    hiding: HidingShown | None
    """Null if all is known."""

    score: Score
    svg: str
    is_latest: bool
    moves_from: int
    """So many of the moves that the client has stay; ``moves`` come in place of all after them."""

    known: str
    """What a client says of the moves that it has, the next time."""

    can_undo: bool
    can_redo: bool
    legal: Sequence[Legal] | None
    questions: Mapping[str, str]
    """What is asked for the next step, by the keys of the steps before it with blanks between; without any first."""

    tries: Tries | None
    """Null in a game that has secrets."""

    line: Sequence[MoveShown]
    """The moves that were tried; nothing of them is kept."""

    secrets: bool
    seed: str | None
    """Null while it would give secrets away."""

    has_map: bool
    clock: ClockShown | None
    campaign: CampaignShown | None


class Shown(Page):
    """A position of a game, as one seat may see it."""

    moves: Sequence[MoveShown]
    """All moves, or those that are new to a client that has said its ``known``."""


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
    """News of the table; with seats of people's own all of them, else the number alone, once it isn't 0."""

    table: NotRequired[int]
    here: NotRequired[Sequence[int]]
    """The seats whose pages are open, with seats of people's own."""

    watching: NotRequired[int]
    """The number of others."""

    away: NotRequired[Sequence[int]]
    """The seats of those who have been away for two minutes at their turn, if there are any."""


class HidingShown(TypedDict):
    """Of how many moves of a pasted game it is known what they have hidden: until then they are hidden themselves."""

    done: int
    of: int


class News(TableNews):
    """News of a game, as a seat may know them."""

    version: int
    thinking: int | None
    warning: str
    hiding: NotRequired[HidingShown]


class Refusal(TypedDict):
    """An answer to why something isn't legal; an empty reason if it is."""

    reason: str
    clause: str | None


class Link(TypedDict):
    """A link to a seat, from ``/``."""

    seat: int
    url: str


class Links(TypedDict):
    """Links to the own seats, for another device, and to those that are free, for who opened the game."""

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
    """An action with what is expected to follow; shares and margins by seat."""

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
    """That of the position for each seat, null where nothing is to be chosen."""

    lines: Sequence[AnalysedLine]
    seat: int
    done: bool


class Worth(TypedDict):
    """The worth of a position: each seat's share of the win."""

    ply: int
    value: Sequence[float]


class ReviewedTurn(TypedDict):
    """A turn of a game in the words of its review."""

    ply: int
    seat: int
    letter: str
    words: str


class Reviewed(TypedDict):
    """A review as far as it has come."""

    positions: int
    searched: int
    svg: Mapping[str, str]
    """The graph of the shares by theme; its elements of the class ``ply`` have the ply in ``data-ply``."""

    worths: Sequence[Worth]
    turns: Sequence[ReviewedTurn]
    words: str
    how: str
    done: bool


class Drawn(TypedDict):
    """A text, drawn: a map, a position, a record, a campaign, or the start of a game."""

    game: str
    kind: str
    svg: str
    players: int
    about: str
    edit: str | None
    """An address, from ``/``, where its map is drawn further, null if it can't be."""


class Shared(Drawn):
    """A text that an address shares, drawn."""

    text: str


class PresetDrawn(Shared):
    """A map or a start of the package, drawn."""

    name: str


class StopShown(TypedDict):
    """A stop of a tour, with the position before the visitor's action, and after it."""

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
    """Those of the way from one to the other."""


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
    """Null where nobody has measured it."""


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
    """The usual values of a field for many, with a line for each."""


class Introduction(TypedDict):
    """A game for somebody who has never played it."""

    about: Sequence[str]
    """Three lines: what the game is, how a turn goes, how one wins."""

    first_game: Mapping[str, Any] | None
    """What to post to ``/api/rooms`` for a first game, with the name of the game."""

    has_tour: bool
    language: str
    """That of these words: the one that was asked for, if the game has them in it, else ``en``."""


class GameShown(Introduction):
    """A game, for the first screen and the form."""

    name: str
    title: str
    preset: str
    least_players: int
    most_players: int
    seats: str
    presets: Sequence[PresetShown]
    """Those of ``preset``, such as the maps that ship."""

    levels: Sequence[LevelShown]
    """By their strength."""

    bots: Sequence[BotShown]
    fields: Sequence[FieldShown]
    campaign_fields: Sequence[str]
    """The names of those of campaigns, none if the game has no campaigns."""

    draws_maps: bool
    is_drawn: bool
    """Whether its maps can be drawn click by click."""

    example_map: str


class ToolShown(TypedDict):
    """A thing that a click puts on a map."""

    key: str
    words: str
    group: str
    turns: int
    shortcut: str


class SettingShown(TypedDict):
    """A value that a map says beside its drawing."""

    key: str
    help: str
    default: str


class MapNamed(TypedDict):
    """A map that can be opened."""

    name: str
    title: str


class Tools(TypedDict):
    """The things that maps of a game are drawn with."""

    game: str
    title: str
    preset: str
    presets: Sequence[MapNamed]
    tools: Sequence[ToolShown]
    settings: Sequence[SettingShown]


class RemarkShown(TypedDict):
    """A fault of a map that is drawn, or what else there is to say of it."""

    words: str
    clause: str | None
    place: str
    line: int | None
    column: int | None


class Sketched(TypedDict):
    """A text of a map, playable or not."""

    text: str
    about: str
    svg: str | None
    """Null for a text that is no drawing."""

    fault: RemarkShown | None
    """Why it can't be played, null if it can be."""

    notes: Sequence[RemarkShown]
    fits: Sequence[str]
    """The places where the tool fits best."""

    counts: Mapping[str, int]
    settings: Mapping[str, str]
    play: str | None
    """An address, from ``/``, that opens a new game on the map."""


class Block(TypedDict):
    """A clause of the rules, or a text between two."""

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
