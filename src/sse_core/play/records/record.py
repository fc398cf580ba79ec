"""Game records: the start, the moves with their seats, and the result, as text and as JSON.

One class serves every game. The game of the start writes and reads its positions and actions (`game.Game`,
`game.Form`). `read` reads a text of any kind and any game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, SupportsFloat, SupportsIndex, TypeAlias, cast

from ...drawing.notebook import picture
from ...errors import ArgumentError, NotationCode, NotationError, RangeError, SetupCode, SetupError
from ...forms.checks import check_flag, check_number, check_text, check_type, shown, type_named
from ...forms.expressions import call
from ...forms.immutable import Immutable
from ...forms.json_object import JsonObject
from ...forms.kinds import (
    A_MAP,
    KINDS,
    MAP,
    check_kind,
    check_mark,
    empty_line_above,
    first_line,
    is_by_house_rule,
    is_name,
    kind_named,
    kind_of,
    listed,
    name_of,
    word_of,
    wrong_kind,
)
from ...forms.lines import Lines
from ...game import CHANCE, AnyGame, AnyState, Game, Info, Outcome, is_state
from ...games import GAMES, prefix_of
from ...seeds import SplitMix64
from ..seats import MAX_TAG
from .replaying import ActionT, Replay, StateT_co
from .rows import rows_of
from .variations import (
    Variation,
    checked,
    count_moves,
    moves_in,
    moves_of,
    play_line,
    read_line,
    variation_objects,
    variations_after,
    variations_in,
    with_texts,
    written_line,
)

__all__ = [
    "GameRecord",
    "check_tag",
    "checked_game",
    "checked_game_of",
    "format_game",
    "game_of",
    "parse_game",
    "read",
    "read_record",
    "read_record_object",
    "record_object",
    "record_parser",
]

AnyRecord: TypeAlias = "GameRecord[AnyState, Any]"

_VERSION: Final = 1
_KEPT: Final = 32
"""The most earlier positions that a record keeps; a position of a large game takes 4 kB."""

_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_MAPPINGS: Final = (dict, MappingProxyType, Mapping)
"""The usual mappings first: a check against `Mapping` takes as long as a dozen plies."""


@dataclass(frozen=True, init=False, repr=False)
class GameRecord(Immutable, Generic[StateT_co, ActionT]):
    """The record of a game, finished or not.

    Parameters
    ----------
    start
        A position, usually that of a new game.
    moves
        The actions in order, by value, id or text. A pair (seat, action), a plain tuple, has the seat, too. It is
        needed where several seats are to act.
    tags
        Other facts, such as the seed and the players: values of one printable line by name.
    variations
        Other ways in which the game could have gone on from its positions. Drawings, counts and lists of a record
        ignore them; `line` gives the record of a variation.

    Attributes
    ----------
    start
        The position before the first move.
    moves
        The seat and the action of each move, in order. The seat of chance is CHANCE.
    tags
        Values of one printable line by name, read-only.
    variations
        Other ways in which the game could have gone on, by the numbers of their first moves.
    final
        The state after the last move.

    Raises
    ------
    SetupError
        If a tag's name or value is invalid, or a variation can't stand at its place: for example, it begins with an
        action that the game, or another variation, has there.
    NotationError
        If a text is no action.
    IllegalActionError
        At the first illegal action. Every record is replayed at its construction.
    """

    start: StateT_co
    moves: tuple[tuple[int, ActionT], ...]
    tags: Mapping[str, str]
    variations: tuple[Variation[ActionT], ...]
    final: StateT_co = field(init=False, compare=False)
    _earlier: tuple[StateT_co, ...] = field(init=False, compare=False)
    """The kept states before the last moves, the oldest first."""

    def __init__(
        self,
        start: StateT_co,
        moves: Iterable[Any] = (),
        tags: Mapping[str, str] = MappingProxyType({}),
        variations: Iterable[Variation[Any]] = (),
    ) -> None:
        if game_of(start) is None:
            raise TypeError(f"a record starts from a State, not {type_named(start)}")
        if isinstance(moves, str):
            raise TypeError("moves come one by one, in a tuple or a list, not in one str")
        if not isinstance(tags, _MAPPINGS):
            raise TypeError(f"tags is a mapping from name to value, not {type(tags).__name__}")
        for key, value in tags.items():
            check_tag(key, value)
        replay: Replay[StateT_co, ActionT] = Replay(start)
        _fill(self, replay, tags, play_line(replay, moves, checked(variations)))

    @property
    def game(self) -> Game[StateT_co, ActionT]:
        """The game that was played."""
        return cast("Game[StateT_co, ActionT]", self.start.game)

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """The actions in order, without the seats."""
        return tuple(action for _, action in self.moves)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the actions in order; a record that was read already has them, any other is replayed once."""
        pairs = zip(self.states(), self.moves, strict=False)
        return tuple(self.game.format_action(action, state) for state, (_, action) in pairs)

    def states(self) -> Iterator[StateT_co]:
        """Yield every state from the start to the final one."""
        state = self.start
        yield state
        for player, action in self.moves:
            state = state.after(action, player)
            yield state

    def after(self, action: Any, player: SupportsIndex | None = None) -> GameRecord[StateT_co, ActionT]:
        """Return the record of the game with one more move, by value, id or text; this move alone is played.

        `player` is the seat that moves, or CHANCE. It is needed where several seats are to act. A record hands its
        texts on to the new one, so a game that is saved after each move is never replayed. Raises NotationError and
        IllegalActionError, in the words of the game: nothing in them tells what is sealed.

        >>> from sse_core import format_game, new_game, parse_map
        >>> record = GameRecord(new_game(parse_map("A 1 2 3 B")))
        >>> for text in ("a1-a3=S", "a5-a4=S"):
        ...     record = record.after(text)
        >>> format_game(record).splitlines()[-4:]
        ['moves: 2', '1 A a1-a3=S', '2 B a5-a4=S', 'result: unfinished']
        """
        keeps_texts = "texts" in vars(self) or not self.moves
        replay: Replay[StateT_co, ActionT] = Replay(self.start, keep_texts=keeps_texts)
        replay.go_on(self.final, self.moves, self.texts if keeps_texts else ())
        # No number stands in its errors: while orders are sealed, it would tell how many others have written.
        replay.play_given(action if player is None else (player, action))
        variations = variations_after(self.variations, replay.last, replay.moves[-1])
        earlier = (*self._earlier, self.final)
        return cast("GameRecord[StateT_co, ActionT]", _record_of(replay, self.tags, variations, earlier))

    def resolve(self, rng: SplitMix64) -> GameRecord[StateT_co, ActionT]:
        """Return the record after drawing chance events until none is due, each a move; see `State.resolve`.

        >>> from sse_core import SplitMix64, micro_space_empire as micro
        >>> GameRecord(micro.new_game(), ["explore=near"]).resolve(SplitMix64(1)).texts
        ('explore=near', 'turn=cygnus', 'die=5')
        """
        check_type(rng, SplitMix64, "rng is a SplitMix64")
        record = self
        while record.final.to_act == (CHANCE,):
            record = record.after(rng.draw(record.final.odds()), CHANCE)
        return record

    def undone(self, moves: SupportsIndex = 1) -> GameRecord[StateT_co, ActionT]:
        """Return the record without its last move, or without so many moves.

        A record keeps the positions before its last moves: 32 if it was made move by move, one if it was read. Within
        them nothing is replayed; further back the game is replayed from its start. A variation is kept as long as the
        game has the position in which it begins.

        Raises RangeError if the record has fewer moves, or for fewer than one.

        >>> from sse_core import new_game, parse_map
        >>> record = GameRecord(new_game(parse_map("A 1 2 3 B"))).after("a1-a3=S")
        >>> record.after("a5-a4=S").undone() == record
        True
        >>> record.undone().undone()
        Traceback (most recent call last):
            ...
        sse_core.errors.RangeError: there is no move to take back: the record has none
        """
        n = len(self.moves)
        if n == 0:
            raise RangeError("there is no move to take back: the record has none")
        left = n - check_number(moves, "the number of moves to take back", n, 1, error=RangeError)
        *earlier, state = self._stood(left)
        keeps_texts = "texts" in vars(self)
        replay: Replay[StateT_co, ActionT] = Replay(self.start, keep_texts=keeps_texts)
        replay.go_on(state, self.moves[:left], self.texts[:left] if keeps_texts else ())
        variations = tuple(each for each in self.variations if each.number <= left + 1)
        return cast("GameRecord[StateT_co, ActionT]", _record_of(replay, self.tags, variations, earlier))

    def _stood(self, moves: int) -> Sequence[StateT_co]:
        """Return the known states up to the one after the first moves, the oldest first."""
        known = len(self._earlier) - (len(self.moves) - moves)
        if known >= 0:
            return self._earlier[: known + 1]
        first = max(0, moves - _KEPT)
        replay: Replay[StateT_co, ActionT] = Replay(self.start)
        replay.play_all(self.moves[:first])
        states = [replay.state]
        for player, action in self.moves[first:moves]:
            replay.play(player, action)
            states.append(replay.state)
        return states

    def line(self, *path: SupportsIndex) -> GameRecord[StateT_co, ActionT]:
        """Return the record of a variation: the moves of the game before it, then the moves of the variation.

        ``line(0)`` takes the first variation, ``line(0, 2)`` the third one within that, and ``line()`` the game itself.
        All moves are replayed. Raises RangeError for a variation that isn't there.

        >>> from sse_core import new_game, parse_map
        >>> start = new_game(parse_map("A 1 2 3 B"))
        >>> record = GameRecord(start, ["a1-a3=S", "a5-a4=S"], variations=[Variation(2, ["a5-a4=C"])])
        >>> record.line(0).texts
        ('a1-a3=S', 'a5-a4=C')
        """
        return GameRecord(self.start, moves_of(self.moves, self.variations, path), self.tags)

    def to_json(self) -> str:
        """Return the record as a JSON object on one line, the twin of its text.

        Keys: ``format``, ``version``, ``tags``, ``start`` (as `State.to_json`), ``actions`` (texts), ``players`` (the
        seat of each action, −1 for chance; older records lack the key), ``result`` (null, or ``totals``, ``winners``
        and ``decided_by``). Where there are variations, ``variations`` has an object for each, with ``number``,
        ``actions``, ``players`` and, where it has some, ``variations``.
        """
        return json.dumps(record_object(self))

    @staticmethod
    def from_json(text: str, game: AnyGame | None = None) -> AnyRecord:
        """Return the record of a JSON text. `game`: your own game; None means the game of the key ``format``.

        Raises NotationError, SetupError or IllegalActionError if the text is no such record.
        """
        found = JsonObject.parse(text)
        return read_record_object(found, _game_named(found.string("format")) if game is None else checked_game(game))

    def __hash__(self) -> int:
        return hash((self.start, self.moves, frozenset(self.tags.items()), self.variations))

    def __repr__(self) -> str:
        moves = zip(self.states(), self.moves, self.texts, strict=False)
        actions = tuple(text if len(state.to_act) == 1 else (player, text) for state, (player, _), text in moves)
        tags = [dict(self.tags)] if self.tags else []
        variations = {"variations": with_texts(self.variations)} if self.variations else {}
        return call("GameRecord", self.start, actions, *tags, **variations)

    def to_svg(
        self,
        *,
        ply: SupportsIndex | None = None,
        animated: bool = False,
        plies: Iterable[SupportsIndex] | None = None,
        seconds: SupportsFloat = 1.0,
        loop: bool = True,
        **options: Any,
    ) -> str:
        """Return the end of the game, or the whole game, as one SVG document, with the last turn marked.

        ply
            The position after so many moves, from 0, the start; None: the final one.
        animated
            Show the whole game, one position after the other. It moves by CSS alone, in a page and as an image. In a
            page it stands still under the pointer, and readers who want reduced motion see the end alone.
        plies
            The positions of the animation in order, such as ``range(0, 41, 2)``; None: all, or 200 evenly spread ones
            if there are more.
        seconds
            How long the animation shows each position, 0.01 to 3600; the last one three times as long.
        loop
            Whether the animation begins again after the end; if not, the end stays.
        options
            Those of the game's own `to_svg`, such as ``theme="light"``.

        Raises RangeError for a ply that the record doesn't have, ArgumentError for another argument out of range, or
        for an argument of an animation without `animated`.
        """
        # Records are often read and seldom drawn: the modules that draw them are loaded when one is.
        from .pictures import animation_of, drawing_of

        if check_flag(animated, "animated"):
            if ply is not None:
                raise ArgumentError("an animation has plies, not one ply")
            return animation_of(self, plies, seconds, loop, options)
        if plies is not None or seconds != 1.0 or loop is not True:
            raise ArgumentError("plies, seconds and loop are for an animation: animated=True")
        return drawing_of(self, ply, options)

    def to_strip(
        self,
        plies: Iterable[SupportsIndex] | None = None,
        *,
        columns: SupportsIndex | None = None,
        width: SupportsIndex = 1000,
        **options: Any,
    ) -> str:
        """Return several positions of the game beside each other, as one SVG document.

        Above each stands the move that led to it; its turn is marked.

        plies
            The positions in order, from 0, the start; None: all, or 8 evenly spread ones if there are more.
        columns
            How many stand in a row, 1 to 100; None: 4 at most.
        width
            The width of the document in pixels, 100 to 20,000.
        options
            Those of the game's own `to_svg`, such as ``theme="light"``.

        Raises RangeError for a ply that the record doesn't have, ArgumentError for another argument out of range.
        """
        from .pictures import strip_of

        return strip_of(self, plies, columns, width, options)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a flat dictionary for each move, with the same keys: ``pandas.DataFrame(record.to_rows())``.

        All values are int, float, str, bool or None. The keys, in order:

        ``ply``
            The number of the move, from 1.
        ``turn``
            The number of the turn, from 1. Chance events and all decisions of one turn have the same.
        ``seat``
            Who moved: 0 for the first seat, −1 for chance.
        ``player``
            The letter of the seat, ``?`` for chance.
        ``name``
            The tag of the seat, such as the name of the bot; None without one.
        ``action``
            The action in notation.
        ``kind``
            The action's verb, such as ``explore``, or the name of its class in lower case, such as ``move``.
        ``is_chance``
            Whether it is a chance event.
        ``probability``
            Its probability if it is a chance event; else None.
        ``effects``
            Its effects beyond its own text, sentences with semicolons between them.
        ``total_A``, ``total_B`` …
            The total of each seat after the move.
        ``planets_A`` …
            The columns of the game's `score_table` after the move, seat after seat, ``_`` for blanks.

        >>> from sse_core import micro_space_empire as micro
        >>> rows = GameRecord(micro.new_game(), ["explore=near", "turn=sirius"]).to_rows()
        >>> [(row["player"], row["action"], row["probability"]) for row in rows]
        [('A', 'explore=near', None), ('?', 'turn=sirius', 0.14285714285714285)]
        """
        return rows_of(self)

    def _repr_svg_(self) -> str:
        """Return the drawing of the final state, which notebooks show, with the last turn marked."""
        return self.to_svg()

    def _repr_html_(self) -> str:
        """Return the drawing for notebooks, at most as wide as the page, with the players and the winner."""
        from .pictures import title_of

        return picture(self.to_svg(), title_of(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return GameRecord, (self.start, self.moves, dict(self.tags), self.variations)


def game_of(state: object) -> AnyGame | None:
    """Return the game of a state, None for a value of another type."""
    return state.game if is_state(state) else None


def checked_game_of(state: object) -> AnyGame:
    """Return the game of a state; raise TypeError for a value of another type."""
    game = game_of(state)
    if game is None:
        raise TypeError(f"a position is a State, not {type_named(state)}")
    return game


def _fill(
    record: AnyRecord,
    replay: Replay[Any, Any],
    tags: Mapping[str, str],
    variations: tuple[Variation[Any], ...],
    earlier: Iterable[Any] | None = None,
) -> None:
    """Fill a record with played moves and variations, checked tags, and earlier states.

    None: the state before the last move.
    """
    plain = {str.__str__(key): str.__str__(value) for key, value in tags.items()}
    put = object.__setattr__
    put(record, "start", replay.start)
    put(record, "moves", tuple(replay.moves))
    put(record, "tags", MappingProxyType(plain))
    put(record, "variations", variations)
    put(record, "final", replay.state)
    if earlier is None:
        earlier = (replay.before,) if replay.moves else ()
    put(record, "_earlier", tuple(earlier)[-_KEPT:])
    if replay.texts is not None:
        put(record, "texts", tuple(replay.texts))


def _record_of(
    replay: Replay[Any, Any],
    tags: Mapping[str, str],
    variations: tuple[Variation[Any], ...],
    earlier: Iterable[Any] | None = None,
) -> AnyRecord:
    """Return the record of played moves and checked tags; nothing is replayed."""
    record: AnyRecord = object.__new__(GameRecord)
    _fill(record, replay, tags, variations, earlier)
    return record


# --- any text


def read(text: str, game: AnyGame | None = None, *, most: int | None = None) -> Any:
    """Return the value of a text or a JSON object: a position, a record, a campaign, a map.

    The first word, or the key ``format``, names game and kind: ``sse-game`` is a record of the game with the prefix
    ``sse``. A text without such a word is a map. `game`: the only game whose texts are read, such as your own; None
    means every game of `GAMES`. `most`: the most moves of a record, which are counted before any is replayed.

    A text may be a whole file: CRLF, blanks at the ends of lines and a newline at the end don't count.

    Raises NotationError, SetupError or IllegalActionError if the text is no valid text of a game. A text with another
    beginning raises NotationError with the code ``kind``; its message lists the kinds.

    >>> from sse_core import small_star_empires
    >>> read("A 3 B").n_cells
    3
    """
    text = check_text(text, "a text")
    check_mark(text)
    own = None if game is None else checked_game(game)
    # The key may stand anywhere in an object, and also in objects within it.
    found = JsonObject.parse(text) if text.startswith("{") else None
    name = name_of(text) if found is None else found.string("format")
    if found is not None and not is_name(str(name)):
        raise NotationError(f"no format of ours: {shown(name)}", first_line(text), code=NotationCode.KIND)
    if name is None:
        return _read_map(text, own)
    owner, kind = _game_named(name) if own is None else own, word_of(name)
    if not name.startswith(f"{owner.INFO.prefix}-"):
        message = wrong_kind(f"a text of {owner.INFO.title}", kind_named(name))
        raise NotationError(message, first_line(text), code=NotationCode.KIND)
    if kind == "state":
        return owner.parse_state(text) if found is None else owner.FORM.read_state_object(found)
    if kind == "game":
        return read_record(Lines(text), owner, most) if found is None else read_record_object(found, owner, most)
    reader = owner.FORM.others.get(kind)
    parse = None if reader is None else reader.parse if found is None else reader.from_json
    if parse is None:
        message = (
            f"{owner.INFO.title} has no such text: it looks like {kind_of(text)}; it has {', '.join(_kinds_of(owner))}"
        )
        raise NotationError(message, first_line(text), code=NotationCode.KIND)
    return parse(text)


def _read_map(text: str, own: AnyGame | None) -> Any:
    """Return the map of a text without a first word. If no game is given, the first game with maps reads it."""
    owner = next(each for each in GAMES.values() if MAP in each.FORM.others) if own is None else own
    likeness, first = kind_of(text), first_line(text)
    reader = owner.FORM.others.get(MAP)
    if reader is not None and likeness in (None, A_MAP):
        try:
            return reader.parse(text)
        except SetupError:
            # A line with a colon belongs to a map's header; the map's own error says more about it.
            if likeness == A_MAP or ":" in first:
                raise
    if not first and likeness is not None and likeness.endswith(")"):
        raise empty_line_above(likeness)
    message = wrong_kind(listed(KINDS if own is None else _kinds_of(owner)), likeness or "none of them")
    raise NotationError(message, first, code=NotationCode.KIND)


def _kinds_of(game: AnyGame) -> list[str]:
    """Return the kinds of a game's texts."""
    kinds = dict.fromkeys(("state", "game", *game.FORM.others))
    maps = [] if kinds.pop(MAP, MAP) else [A_MAP]
    return [*maps, *(kind_named(f"{game.INFO.prefix}-{kind}") for kind in kinds)]


def _game_named(name: str) -> AnyGame:
    """Return the game of `GAMES` with the prefix of a name such as ``sse-game``."""
    for key in GAMES:
        if name.startswith(f"{prefix_of(key)}-"):
            return GAMES[key]
    if is_by_house_rule(name):
        raise NotationError(
            "this is by a house rule: give its game, which house_game makes of its file", name, code=NotationCode.KIND
        )
    prefixes = listed([f"{prefix_of(key)}-" for key in GAMES])
    raise NotationError(f"no game has such texts; they begin with {prefixes}", name, code=NotationCode.KIND)


def checked_game(game: AnyGame) -> AnyGame:
    """Return a game; raise TypeError for another value, such as a name."""
    if isinstance(game, str) and game in GAMES:
        raise TypeError(f"a game is a module, GAMES[{game!r}], not its name")
    if not isinstance(getattr(game, "INFO", None), Info):
        raise TypeError(f"a game has the names of `sse_core.game.Game`, which {shown(game)} lacks")
    return game


# --- records as text


def format_game(record: AnyRecord) -> str:
    """Return a record as text: tags, the start, a line for each move, and the result.

    A variation stands between ``(`` and ``)``, on lines of their own, behind the move that it replaces.

    The first line has the game's prefix and the version, such as ``sse-game 1``. The text has no newline at its end. It
    parses back to an equal record.
    """
    if not isinstance(record, GameRecord):
        raise TypeError(f"a record is a GameRecord, not {type_named(record)}")
    game = record.game
    lines = [f"{_name(game)} {_VERSION}", *(f"{key}: {value}" for key, value in record.tags.items()), ""]
    lines += [game.format_state(record.start), f"moves: {len(record.moves)}"]
    lines += written_line(game, 1, record.moves, record.texts, record.variations)
    lines.append(f"result: {_format_result(game, record.final.outcome)}")
    return "\n".join(lines)


def parse_game(text: str, game: AnyGame | None = None) -> AnyRecord:
    """Return the record of a text, as `format_game` writes it, with any line ends. Moves are replayed.

    `game`: the game that was played, such as your own; None means the game of `GAMES` that the text names.

    Raises
    ------
    NotationError
        With line and column, if the text is written in another way, or has another result than the game.
    SetupError
        If the start is an impossible position.
    IllegalActionError
        With line, action, reason and clause, at the first illegal action.
    """
    text = check_text(text, "a record")
    check_mark(text)
    name = name_of(text.lstrip("\r\n"))
    if game is None and name is None:
        looks = kind_of(text)
        message = wrong_kind("a record", looks) if looks else "a record begins like `sse-game 1`"
        raise NotationError(message, first_line(text), code=NotationCode.KIND)
    played = _game_named(str(name)) if game is None else checked_game(game)
    check_kind(text, _name(played))
    return read_record(Lines(text), played)


def record_parser(name: str) -> Callable[[str], GameRecord[Any, Any]]:
    """Return `parse_game` for one game of `GAMES`; the game is looked up when a text is read."""

    def parse_record(text: str) -> AnyRecord:
        """Return the record of a text, as `format_game` writes it, with any line ends. Moves are replayed.

        Raises
        ------
        NotationError
            With line and column, if the text is written in another way, or has another result than the game.
        SetupError
            If the start is an impossible position (see `parse_state`).
        IllegalActionError
            With line, action, reason and clause, at the first illegal action.
        """
        return parse_game(text, GAMES[name])

    parse_record.__name__ = parse_record.__qualname__ = "parse_game"
    return parse_record


def read_record(lines: Lines, game: AnyGame, most: int | None = None) -> GameRecord[Any, Any]:
    """Read all lines as a record of at most so many moves; raise as `parse_game` does.

    Moves are counted before they are replayed.
    """
    first = lines.taken
    lines.take_exactly(f"{_name(game)} {_VERSION}")
    tags: dict[str, str] = {}
    while lines.peek():
        tag = lines.take("")
        key, colon, value = tag.text.partition(": ")
        if not colon or key in tags:
            raise tag.error("a tag is written like `key: value`, each key once")
        try:
            check_tag(key, value)
        except SetupError as error:
            raise tag.error(error.message) from None
        tags[key] = value
    lines.take_exactly("")
    start = lines.take_until("moves: ")
    number = lines.take("moves: ")
    moves = lines.take_until("result: ")
    n_moves, in_variations = moves_in(moves)
    if number.text != str(n_moves):
        raise number.error(f"{n_moves} moves follow", NotationCode.COUNT)
    if message := _too_many(n_moves + in_variations, most):
        raise number.error(message, NotationCode.COUNT)
    lines.take("result: ")
    replay: Replay[Any, Any] = Replay(game.FORM.read_state(start), keep_texts=True)
    record: AnyRecord = _record_of(replay, tags, read_line(moves, replay))
    lines.check_written_as(format_game(record), first)
    return record


def _too_many(moves: int, most: int | None) -> str:
    """Return the message for too many moves; empty if the number is allowed."""
    return "" if most is None or moves <= most else f"the record has {moves:,} moves, and {most:,} is the most here"


def _name(game: AnyGame) -> str:
    return f"{game.INFO.prefix}-game"


def _format_result(game: AnyGame, outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winners = " ".join(game.INFO.seats[player] for player in outcome.winners) or "nobody"
    return f"totals {' '.join(map(str, outcome.totals))}, winners {winners}, decided by {outcome.decided_by}"


# --- records as JSON


def record_object(record: AnyRecord) -> dict[str, Any]:
    """Return the JSON object of a record, as `GameRecord.to_json` writes it."""
    outcome = record.final.outcome
    return {
        "format": _name(record.game),
        "version": _VERSION,
        "tags": dict(record.tags),
        "start": record.game.FORM.state_object(record.start),
        "actions": list(record.texts),
        "players": [player for player, _ in record.moves],
        **variation_objects(record.variations),
        "result": None if outcome is None else asdict(outcome),
    }


def read_record_object(found: JsonObject, game: AnyGame, most: int | None = None) -> GameRecord[Any, Any]:
    """Return the record of a JSON object as `record_object` makes it, of at most so many moves.

    Moves are counted before they are replayed.
    """
    found.check_format(_name(game))
    actions = found.strings("actions")
    variations = variations_in(found)
    if message := _too_many(len(actions) + count_moves(variations), most):
        raise NotationError(message, shown(actions), code=NotationCode.COUNT)
    players = found.integers("players") if "players" in found.content else None
    if players is not None and len(players) != len(actions):
        message = f"players has {len(players)} seats for {len(actions)} actions"
        raise NotationError(message, shown(players), code=NotationCode.COUNT)
    start, tags = game.FORM.read_state_object(found.object("start")), found.object("tags")
    replay: Replay[Any, Any] = Replay(start, keep_texts=True)
    moves: Iterable[tuple[int, str]] = (
        _with_seats(replay, actions) if players is None else zip(players, actions, strict=True)
    )
    known = {key: tags.string(key) for key in tags.content}
    for key, value in known.items():
        check_tag(key, value)
    record: AnyRecord = _record_of(replay, known, play_line(replay, moves, variations))
    found.add_defaults({"players": [player for player, _ in record.moves]})
    found.check_written_as(record.to_json())
    return record


def _with_seats(replay: Replay[Any, Any], actions: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the actions of a record without ``players``, each with the seat that is to act then."""
    for number, text in enumerate(actions, 1):
        to_act = replay.state.to_act
        if len(to_act) > 1:
            message = f"move {number}: players is missing, and seats {to_act} are to act"
            raise NotationError(message, text, code=NotationCode.KEY)
        yield to_act[0] if to_act else 0, text


# --- tags


def check_tag(key: str, value: str) -> None:
    """Raise SetupError if a record can't have a tag of this name and value, TypeError if one is no str."""
    if not isinstance(key, str) or not isinstance(value, str):
        raise TypeError(f"the name and the value of a tag are str, not {shown(key)} and {shown(value)}")
    if not _TAG.fullmatch(key):
        message = f"a tag's name is up to 40 letters, digits, - and _, a letter first; not {shown(key)}"
        raise SetupError(message, code=SetupCode.TAG)
    if not value or len(value) > MAX_TAG or not value.isprintable() or value != value.strip():
        message = f"a tag's value is 1 to {MAX_TAG} printable characters without blanks around; not {shown(value)}"
        raise SetupError(message, code=SetupCode.TAG)
