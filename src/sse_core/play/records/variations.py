"""Variations: other ways in which a recorded game could have gone on, as a tree of moves.

A text has them as PGN does, in brackets behind the move that they replace:

>>> from sse_core import GameRecord, format_game, new_game, parse_map
>>> from sse_core.play.records.variations import Variation
>>> start = new_game(parse_map("A 1 2 3 B"))
>>> record = GameRecord(start, ["a1-a3=S"], variations=[Variation(1, ["a1-a2=C", "a5-a3=S"])])
>>> format_game(record).splitlines()[-7:]
['moves: 1', '1 A a1-a3=S', '(', '1 A a1-a2=C', '2 B a5-a3=S', ')', 'result: unfinished']
>>> [text for variation in record.variations for text in variation.texts]
['a1-a2=C', 'a5-a3=S']
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, Final, Generic, SupportsIndex

from ...errors import IllegalActionError, NotationCode, NotationError, RangeError, SetupCode, SetupError
from ...forms.checks import shown, type_named
from ...forms.expressions import constructor_call
from ...forms.json_object import JsonObject
from ...forms.lines import Lines, Word
from ...game import AnyGame
from ..seats import letter_of, seat_of
from .replaying import ActionT, Replay

__all__ = [
    "MAX_NESTING",
    "Variation",
    "count_moves",
    "moves_in",
    "moves_of",
    "play_line",
    "read_line",
    "variation_objects",
    "variations_after",
    "variations_along",
    "variations_in",
    "with_texts",
    "written_line",
]

MAX_NESTING: Final = 12
"""The greatest depth of variations within variations."""

_OPEN: Final = "("
_CLOSE: Final = ")"


@dataclass(frozen=True, init=False, repr=False)
class Variation(Generic[ActionT]):
    """Another way in which a game could have gone on from one of its positions.

    Parameters
    ----------
    number
        The number of its first move, from 1. It stands in place of the move of the game, or of the variation around it,
        that has the same number. A variation that goes on from the end of a game has the number after the last move.
    moves
        The actions in order, as `GameRecord` takes them.
    variations
        Other ways in which the variation could have gone on, in place of its second move or a later one.
    """

    number: int
    """The number of its first move, from 1."""

    moves: tuple[tuple[int, ActionT], ...]
    """The seat and the action of each move, in order; before a record has the variation, the moves as they were
    given."""

    variations: tuple[Variation[ActionT], ...] = ()
    """Other ways in which it could have gone on, by their numbers."""

    texts: tuple[str, ...] = field(default=(), init=False, compare=False)
    """The texts of its actions in order; empty before a record has the variation."""

    def __init__(self, number: SupportsIndex, moves: Iterable[Any], variations: Iterable[Variation[Any]] = ()) -> None:
        if isinstance(number, bool) or not isinstance(number, SupportsIndex):
            raise TypeError(f"the number of a move is an integer, not {type_named(number)}")
        if isinstance(moves, str):
            raise TypeError("moves come one by one, in a tuple or a list, not in one str")
        _fill(self, index(number), tuple(moves), checked(variations), ())

    def __repr__(self) -> str:
        return constructor_call(self)


def _fill(
    variation: Variation[Any],
    number: int,
    moves: tuple[Any, ...],
    variations: tuple[Variation[Any], ...],
    texts: tuple[str, ...],
) -> None:
    for name, value in (("number", number), ("moves", moves), ("variations", variations), ("texts", texts)):
        object.__setattr__(variation, name, value)


def checked(variations: Iterable[Variation[Any]]) -> tuple[Variation[Any], ...]:
    """Return variations in a tuple; raise TypeError if one of them is none."""
    if not isinstance(variations, (tuple, Iterable)):
        raise TypeError(f"variations come in a tuple or a list, not in {type_named(variations)}")
    found = tuple(variations)
    for each in found:
        if not isinstance(each, Variation):
            raise TypeError(f"a variation is a Variation, not {type_named(each)}")
    return found


def _made(
    number: int, moves: Iterable[tuple[int, Any]], texts: Iterable[str], variations: Iterable[Variation[Any]]
) -> Variation[Any]:
    """Return a variation of moves that were played."""
    found: Variation[Any] = object.__new__(Variation)
    _fill(found, number, tuple(moves), _in_order(variations), tuple(texts))
    return found


def _in_order(variations: Iterable[Variation[Any]]) -> tuple[Variation[Any], ...]:
    return tuple(sorted(variations, key=lambda each: each.number))


def count_moves(variations: Iterable[Variation[Any]]) -> int:
    """Return the number of moves in variations, including the variations within them."""
    return sum(len(each.moves) + count_moves(each.variations) for each in variations)


# --- playing


def play_line(
    replay: Replay[Any, Any], moves: Iterable[Any], variations: Iterable[Variation[Any]], path: tuple[int, ...] = ()
) -> tuple[Variation[Any], ...]:
    """Play the moves of a game or a variation; return its variations by number, each played once.

    `path` says which variation it is, with the places of those around it, from 1; it is empty for the game.

    Raises SetupError for a variation that can't stand there, and the errors of a move with its number.
    """
    ordered = _in_order(variations)
    if ordered:
        return _play_with(replay, moves, ordered, path)
    replay.play_all(moves)
    return ()


def _play_with(
    replay: Replay[Any, Any], moves: Iterable[Any], variations: Iterable[Variation[Any]], path: tuple[int, ...]
) -> tuple[Variation[Any], ...]:
    """Play the moves of a line that has variations, which are in order, each of them at its place."""
    waiting, found = deque(variations), list[Variation[Any]]()

    def play(state: Any) -> None:
        variation, here = waiting.popleft(), (*path, len(found) + 1)
        name = _named(here)
        if len(here) > MAX_NESTING:
            raise _refused(f"{name}: {MAX_NESTING} variations lie within each other at most")
        line: Replay[Any, Any] = Replay(state, keep_texts=True, first=variation.number, where=f"{name}, ")
        inner = play_line(line, variation.moves, variation.variations, here)
        if message := _why_not(line, replay, found):
            raise _refused(f"{name}: {message}")
        found.append(_made(line.first, line.moves, line.texts or (), inner))

    for given in moves:
        replay.play_next(given)
        while waiting and waiting[0].number == replay.last and replay.last >= _least(replay, path):
            play(replay.before)
    while waiting and not path and waiting[0].number == replay.last + 1:
        play(replay.state)
    if waiting:
        name = _named((*path, len(found) + 1))
        least, most = _least(replay, path), replay.last + (not path)
        span = f"{least} to {most}" if least <= most else "none"
        raise _refused(f"{name} begins with move {waiting[0].number}, and the moves that it may replace are {span}")
    return tuple(found)


def _least(line: Replay[Any, Any], path: tuple[int, ...]) -> int:
    """Return the least number of a variation within a line. One in place of the line's first move belongs beside it."""
    return line.first + bool(path)


def _named(path: tuple[int, ...]) -> str:
    return f"variation {'.'.join(map(str, path))}"


def _refused(message: str) -> SetupError:
    return SetupError(message, code=SetupCode.VARIATION)


def _why_not(line: Replay[Any, Any], around: Replay[Any, Any], others: Iterable[Variation[Any]]) -> str:
    """Return why a variation with these moves can't stand beside the others; empty if it can."""
    if not line.moves:
        return "a variation has a move at least"
    if around.moves[line.first - around.first :][:1] == line.moves[:1]:
        return "a variation begins with another action than the line that it leaves"
    if any(each.number == line.first and each.moves[0] == line.moves[0] for each in others):
        return "another variation begins with the same action there"
    return ""


def variations_after(
    variations: Iterable[Variation[Any]], number: int, move: tuple[int, Any]
) -> tuple[Variation[Any], ...]:
    """Return the variations of a game after one more move, which has this number.

    A variation that began with this move goes on from the new end.
    """
    found: list[Variation[Any]] = []
    for each in variations:
        if each.number != number or each.moves[0] != move:
            found.append(each)
            continue
        later = [inner for inner in each.variations if inner.number > number + 1]
        if each.moves[1:]:
            found.append(_made(number + 1, each.moves[1:], each.texts[1:], later))
        found += [inner for inner in each.variations if inner.number == number + 1]
    return _in_order(found)


def variations_along(
    moves: Sequence[tuple[int, Any]], variations: Iterable[Variation[Any]], now: Sequence[tuple[int, Any]]
) -> tuple[Variation[Any], ...]:
    """Return the variations that a game keeps if its moves change to `now`.

    A variation that begins after the last common move is dropped.
    """
    both = next((place for place, pair in enumerate(zip(moves, now, strict=False)) if pair[0] != pair[1]), None)
    both = min(len(moves), len(now)) if both is None else both
    found = tuple(each for each in variations if each.number <= both + 1)
    for number, move in enumerate(now[both:], both + 1):
        found = variations_after(found, number, move)
    return found


def moves_of(
    moves: Sequence[tuple[int, Any]], variations: Sequence[Variation[Any]], path: Iterable[SupportsIndex]
) -> list[tuple[int, Any]]:
    """Return the moves of a game up to and through a variation. `path` has its place, in the game first, then within.

    Raises RangeError for a variation that isn't there.
    """
    line = list(moves)
    for place in map(index, path):
        if not 0 <= place < len(variations):
            raise RangeError(f"there is no variation {place}: there are {len(variations)}, from 0")
        line[variations[place].number - 1 :] = variations[place].moves
        variations = variations[place].variations
    return line


def with_texts(variations: Iterable[Variation[Any]]) -> list[Variation[Any]]:
    """Return variations of a record with the texts of their actions, for a `repr` as people write it."""
    return [
        Variation(each.number, _pairs([player for player, _ in each.moves], each.texts), with_texts(each.variations))
        for each in variations
    ]


def _pairs(players: Iterable[int], texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    return zip(players, texts, strict=True)


# --- text


def written_line(
    game: AnyGame,
    first: int,
    moves: Sequence[tuple[int, Any]],
    texts: Iterable[str],
    variations: Iterable[Variation[Any]],
) -> Iterator[str]:
    """Yield the lines of a text with moves, the first of which has this number, and with their variations."""
    waiting = deque(variations)
    number = first - 1
    for number, ((player, _), text) in enumerate(zip(moves, texts, strict=True), first):
        yield f"{number} {letter_of(player, game)} {text}"
        while waiting and waiting[0].number == number:
            yield from _written(game, waiting.popleft())
    for each in waiting:
        yield from _written(game, each)


def _written(game: AnyGame, variation: Variation[Any]) -> Iterator[str]:
    yield _OPEN
    yield from written_line(game, variation.number, variation.moves, variation.texts, variation.variations)
    yield _CLOSE


def moves_in(lines: Lines) -> tuple[int, int]:
    """Return the number of moves in the lines of a text: the game's and its variations'.

    Nothing is played. Raises NotationError for a bracket without its twin, or too many within each other.
    """
    opened: list[Word] = []
    game = others = 0
    for word in lines.ahead():
        if word.text == _OPEN:
            opened.append(word)
            if len(opened) > MAX_NESTING:
                raise word.error(f"{MAX_NESTING} variations lie within each other at most")
        elif word.text == _CLOSE:
            if not opened:
                raise word.error(f"no variation is open here, which {_CLOSE!r} could end")
            opened.pop()
        elif opened:
            others += 1
        else:
            game += 1
    if opened:
        raise opened[-1].error(f"this variation has no end: {_CLOSE!r} is missing")
    return game, others


def read_line(lines: Lines, replay: Replay[Any, Any], *, is_game: bool = True) -> tuple[Variation[Any], ...]:
    """Take the lines of a game, or of a variation, and play them; return its variations by number.

    `moves_in` has found no fault in the brackets. Raises the errors of a move with its line, and SetupError with the
    line for a variation that can't stand there.
    """
    found: list[Variation[Any]] = []
    while not lines.at_end and lines.peek() != _CLOSE:
        if lines.peek() == _OPEN:
            found.append(_read_variation(lines, replay, found, is_game))
        else:
            _read_move(lines, replay)
    return _in_order(found)


def _read_variation(
    lines: Lines, around: Replay[Any, Any], others: Sequence[Variation[Any]], is_game: bool
) -> Variation[Any]:
    opening = lines.take(_OPEN)
    number = around.last + (is_game and lines.peek().startswith(f"{around.last + 1} "))
    if number < around.first + (not is_game):
        raise opening.error("a variation stands behind the move that it replaces")
    state = around.before if number == around.last else around.state
    line: Replay[Any, Any] = Replay(state, keep_texts=True, first=number)
    inner = read_line(lines, line, is_game=False)
    if message := _why_not(line, around, others):
        raise SetupError(message, opening.line, 1, SetupCode.VARIATION)
    lines.take(_CLOSE)
    return _made(number, line.moves, line.texts or (), inner)


def _read_move(lines: Lines, replay: Replay[Any, Any]) -> None:
    """Take the line of a move and play it, or raise if it is illegal."""
    number, state = replay.last + 1, replay.state
    game: AnyGame = state.game
    word = lines.take(f"{number} ")
    seat, _, text = word.text.partition(" ")
    player = seat_of(seat, game, len(state.totals))
    if player is None:
        raise word.error(
            f"a move is written like `1 A {game.FORM.example}`: its number, its player, ? for chance, its action"
        )
    try:
        replay.play(player, game.parse_action(text, state))
    except NotationError as error:
        column = word.column + len(seat) + error.column
        raise NotationError(error.message, word.whole_line, column, word.line, error.code) from None
    except IllegalActionError as error:
        raise type(error)(f"line {word.line}, move {number}, {text}: {error.message}", error.reason) from None


# --- JSON


def variation_objects(variations: Iterable[Variation[Any]]) -> dict[str, Any]:
    """Return the key ``variations`` of a JSON object: a list of objects; no key for none."""
    found = [
        {
            "number": each.number,
            "actions": list(each.texts),
            "players": [player for player, _ in each.moves],
            **variation_objects(each.variations),
        }
        for each in variations
    ]
    return {"variations": found} if found else {}


def variations_in(found: JsonObject) -> tuple[Variation[Any], ...]:
    """Return the variations of a JSON object, of texts that aren't yet played."""
    if "variations" not in found.content:
        return ()
    return tuple(_read_object(each) for each in found.objects("variations"))


def _read_object(found: JsonObject) -> Variation[Any]:
    number, actions, players = found.integer("number"), found.strings("actions"), found.integers("players")
    if len(players) != len(actions):
        message = f"players has {len(players)} seats for {len(actions)} actions"
        raise NotationError(message, shown(players), code=NotationCode.COUNT)
    return Variation(number, _pairs(players, actions), variations_in(found))
