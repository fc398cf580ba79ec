"""Reading of positions from their text, line by line. Errors have the line and the column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from ..errors import NotationError, SetupError
from ..forms.checks import guess
from ..forms.lines import Lines, Word
from .actions import MOST, Verb
from .board import N_SPACES, SIDE, Grid, Space, space_named
from .cards import BASICS, COPIES, Card, card_named, name_of
from .notation import NEUTRAL_NAME, SEATS, side_named
from .options import MAX_TURNS, Options
from .placement import MAX_FLEETS, MAX_LEVEL, MAX_POINTS, MAX_TOKENS
from .position import NOBODY, Battle, Deal, Offer, Order, Player, Position, Sheet, Step
from .positions import MAX_PLY
from .state_words import (
    ALL_FIRST,
    BEGUN,
    DONE,
    DRAW_VERBS,
    LED,
    NOBODY_NAME,
    NONE,
    PLANET,
    STANDARD,
    STATE_PREFIX,
    VOID,
    YES,
    draft_kinds,
    map_of,
)

__all__ = ["read_contents"]

T = TypeVar("T")


def read_contents(lines: Lines) -> tuple[Position, int]:
    """Take the lines of a position; return it and its ply. What it says is not checked yet."""
    lines.take_exactly(STATE_PREFIX)
    options = _read_options(lines)
    ply = _number(lines.take("ply: "), MAX_PLY)
    lines.take_exactly("map:")
    spaces, homeworlds = _read_map(lines)
    n = len(homeworlds)
    turn = _number(lines.take("turn: "), MAX_TURNS)
    start_player = _seat_or_nobody(lines.take("start player: "), n)
    step, actor, begun = _read_step(lines, n)
    contents = Position(
        options=options,
        spaces=spaces,
        homeworlds=homeworlds,
        start_player=start_player,
        turn=turn,
        step=step,
        actor=actor,
        begun=begun,
        draft=_read_draft(lines, step, n),
        counted=_read_number_line(lines, "counted: "),
        used=_read_used(lines),
        due=_read_number_line(lines, "due: "),
        sold=_read_number_line(lines, "sold: "),
        offer=_read_offer(lines, n),
        alliance=_read_alliance(lines, n),
        **_read_neutral_holder(lines, n),
        battle=_read_battle(lines, n),
        players=tuple(_read_player(lines, f"{SEATS[seat]} ") for seat in range(n)),
        **_read_sides(lines, n),
        unseen=_read_cards(lines, "unseen: "),
        discard=_read_cards(lines, "discard: "),
    )
    return contents, ply


# --- the top


def _read_options(lines: Lines) -> Options:
    names = [field.name for field in fields(Options)]
    values: dict[str, Any] = {}
    for word in lines.take_words("options: ", STANDARD):
        name, equals, value = _split(word, "=")
        if not equals or name.text not in names:
            raise word.error(
                f"an option is written like `trade=yes`, and is one of {', '.join(names)}{guess(name.text, names)}"
            )
        values[name.text] = _option(name.text, value)
    return Options(**values)


def _option(name: str, value: Word) -> Any:
    if name == "grid":
        return _known(value, {str(grid): grid for grid in Grid}, "a grid")
    if name == "turn_limit":
        return _number(value, MAX_TURNS, 1)
    return _known(value, {YES: True}, f"{name}, where it is named,")


def _read_map(lines: Lines) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return the spaces, and the space of each Homeworld."""
    above = lines.taken
    rows = [lines.take("").text for _ in range(SIDE)]
    try:
        return map_of(rows)
    except NotationError as error:
        raise NotationError(error.message, error.text, error.column, error.line + above) from None
    except SetupError as error:
        raise SetupError(error.message, above + 1) from None


def _read_step(lines: Lines, n: int) -> tuple[Step, int, bool]:
    """Return the step, its actor or NOBODY, and whether the decision has begun."""
    first, *others = _some_words(lines, "step: ", "a step")
    step = _known(first, {str(step): step for step in Step}, "a step")
    seats = [_seat(word, n) for word in others if word.text != BEGUN]
    return step, seats[0] if seats else NOBODY, any(word.text == BEGUN for word in others)


def _read_draft(lines: Lines, step: Step, n: int) -> tuple[int, ...]:
    if not lines.peek().startswith("draft: "):
        return ()
    words, kinds = _some_words(lines, "draft: ", "a number"), draft_kinds(step)
    if len(words) > len(kinds):
        raise words[len(kinds)].error(f"a draft has at most {len(kinds)} numbers")
    return tuple(_drafted(word, kind, n) for word, kind in zip(words, kinds, strict=False))


def _drafted(word: Word, kind: str, n: int) -> int:
    if kind == "side":
        return _side(word, n)
    if kind == "space":
        return _space(word)
    return _number(word, MAX_POINTS, 1) - 1 if kind == "place" else _number(word, MAX_POINTS)


def _read_used(lines: Lines) -> frozenset[Verb]:
    if not lines.peek().startswith("used: "):
        return frozenset()
    known = {str(verb): verb for verb in DRAW_VERBS}
    return frozenset(_known(word, known, "what is used") for word in lines.take_words("used: ", ""))


_OFFER: Final = ("give", "pay", "ask", "charge")
"""The words of an offer, each with a value after it."""


def _read_offer(lines: Lines, n: int) -> Offer | None:
    if not lines.peek().startswith("offer: "):
        return None
    words = _some_words(lines, "offer: ", "a seat")
    if len(words) != 10 or tuple(word.text for word in words[2::2]) != _OFFER:
        raise words[0].error("an offer is written like `A B give attack pay 3 ask none charge 0`")
    giver, receiver, _, give, _, pay, _, ask, _, charge = words
    return Offer(
        _seat(giver, n),
        _seat(receiver, n),
        _listed_cards(give),
        _number(pay, MAX_TOKENS),
        _listed_cards(ask),
        _number(charge, MAX_TOKENS),
    )


def _listed_cards(word: Word) -> tuple[Card, ...]:
    return () if word.text == NONE else tuple(map(_card, _parts(word, ",")))


def _read_alliance(lines: Lines, n: int) -> tuple[int, int] | None:
    if not lines.peek().startswith("alliance: "):
        return None
    words = _some_words(lines, "alliance: ", "a seat")
    if len(words) != 2:
        raise words[0].error("an alliance is written like `A B`: the diplomat, and the ally")
    return _seat(words[0], n), _seat(words[1], n)


def _read_neutral_holder(lines: Lines, n: int) -> dict[str, Any]:
    if not lines.peek().startswith("neutral holder: "):
        return {}
    words = _some_words(lines, "neutral holder: ", "a seat")
    if len(words) != 2:
        raise words[0].error("the neutral holder is written like `A 2`: a seat, and the turns in a row")
    return {"neutral_holder": _seat_or_nobody(words[0], n), "neutral_turns": _number(words[1], MAX_TURNS)}


# --- a battle


def _read_battle(lines: Lines, n: int) -> Battle | None:
    if not lines.peek().startswith("battle: "):
        return None
    words = _some_words(lines, "battle: ", "a space")
    if len(words) != 2:
        raise words[0].error("a battle is written like `e5 1`: its space, and its round")
    return Battle(
        _space(words[0]),
        _number(words[1], MAX_POINTS),
        _read_damage(lines, n),
        _by_side(
            dict(_named_numbers(lines.take_words("battle kills: ", NONE), lambda name: _side(name, n), MAX_POINTS)), n
        ),
        tuple(
            tuple(_side(name, n) for name in _parts(group, ",")) for group in lines.take_words("battle groups: ", NONE)
        ),
        _read_deals(lines, n),
    )


_RUN: Final = re.compile(r"([0-9]{1,13})x([0-9]{1,13})")


def _read_damage(lines: Lines, n: int) -> tuple[tuple[int, ...], ...]:
    """Return the damage of each fleet, by side; all sides together have no more fleets than a position may have."""
    found: dict[int, tuple[int, ...]] = {}
    left = MAX_FLEETS
    for word in lines.take_words("battle damage: ", NONE):
        name, _, runs = _split(word, ":")
        fleets: list[int] = []
        for run in _parts(runs, ","):
            match = _RUN.fullmatch(run.text)
            if match is None or int(match[1]) > left:
                raise run.error(f"damage is written like `1x3,2x0`, for at most {MAX_FLEETS} fleets")
            left -= int(match[1])
            fleets += [int(match[2])] * int(match[1])
        found[_side(name, n)] = tuple(fleets)
    return tuple(found.get(side, ()) for side in range(n + 1))


_DEAL: Final = re.compile(r"[^:]*:[0-9]{1,13}x[0-9]{1,13}:[^:]*")


def _read_deals(lines: Lines, n: int) -> tuple[Deal, ...]:
    if not lines.peek().startswith("battle deals: "):
        return ()
    return tuple(_deal(word, n) for word in lines.take_words("battle deals: ", NONE))


def _deal(word: Word, n: int) -> Deal:
    if not _DEAL.fullmatch(word.text):
        raise word.error("a deal is written like `A:2x3:B=4`: its side, bombs and their force, points for each side")
    name, bombs, shares = _parts(word, ":")
    number, _, force = _split(bombs, "x")
    points = dict(
        _named_numbers(_parts(shares, ",") if shares.text else [], lambda side: _side(side, n), MAX_POINTS, "=")
    )
    return Deal(_side(name, n), _number(number, MAX_POINTS), _number(force, MAX_POINTS), _by_side(points, n))


def _by_side(numbers: Mapping[int, int], n: int) -> tuple[int, ...]:
    return tuple(numbers.get(side, 0) for side in range(n + 1))


# --- players and sides


def _read_player(lines: Lines, seat: str) -> Player:
    def words(name: str) -> list[Word]:
        """Take a line that may be left out."""
        return lines.take_words(f"{seat}{name}: ", NONE) if lines.peek().startswith(f"{seat}{name}: ") else []

    levels = _read_levels(lines, f"{seat}levels: ")
    boosts = _basics(words("boosts"), 0)
    learned = frozenset(map(_card, lines.take_words(f"{seat}learned: ", NONE)))
    tokens = _number(lines.take(f"{seat}tokens: "), MAX_TOKENS)
    hand = _read_cards(lines, f"{seat}hand: ")
    hidden = _read_number_line(lines, f"{seat}hidden: ")
    orders = tuple(map(_order, words("orders")))
    draft = _sheet_draft(words("writes"))
    sealed = tuple(_card(word, BASICS) for word in words("sealed"))
    led = next((int(_card(word, BASICS)) for word in words("sealed lead")), NOBODY)
    flags = [_known(word, {LED: LED, DONE: DONE}, "what the turn has brought") for word in words("this turn")]
    sheet = Sheet(orders, draft, sealed, led, DONE in flags)
    return Player(levels, boosts, learned, LED in flags, tokens, hand, hidden, sheet)


def _read_levels(lines: Lines, prefix: str) -> tuple[int, ...]:
    return _basics(lines.take_words(prefix, ALL_FIRST), 1)


def _basics(words: Iterable[Word], least: int) -> tuple[int, ...]:
    """Return a number for each basic technology; those that aren't named have the least one."""
    found = dict(_named_numbers(words, lambda name: _card(name, BASICS), MAX_LEVEL))
    return tuple(found.get(card, least) for card in BASICS)


def _read_cards(lines: Lines, prefix: str) -> tuple[int, ...]:
    found = dict(_named_numbers(lines.take_words(prefix, NONE), _card, max(COPIES)))
    return tuple(found.get(card, 0) for card in Card)


_ORDER: Final = re.compile(rf"[a-z0-9]*-[a-z0-9]*:(?:[0-9]*|{PLANET})(?::{VOID})?")


def _order(word: Word) -> Order:
    if not _ORDER.fullmatch(word.text):
        raise word.error("an order is written like `a1-b2:3`, `a1-b1:planet` or `a1-b2:3:void`")
    jump, what, *void = _parts(word, ":")
    origin, target = _parts(jump, "-")
    fleets = 0 if what.text == PLANET else _number(what, MAX_FLEETS, 1)
    return Order(_space(origin), _space(target), fleets, bool(void))


def _sheet_draft(words: list[Word]) -> tuple[int, ...]:
    """Return an order that is being written: two spaces at most, and the parts of the number."""
    if len(words) > 3:
        raise words[3].error("an order that is being written has two spaces and a number at most")
    spaces = [_space(word) for word in words[:2]]
    parts = [_number(word, MAX_FLEETS) // MOST for word in words[2:]]
    return (*spaces, *[MOST] * sum(parts))


def _read_sides(lines: Lines, n: int) -> dict[str, Any]:
    """Return the fleets of each side, and who held each space."""
    fleets: list[tuple[int, ...]] = []
    held = [NOBODY] * N_SPACES
    for side in range(n + 1):
        name = NEUTRAL_NAME if side == n else SEATS[side]
        found = dict(_named_numbers(lines.take_words(f"{name} fleets: ", NONE), _space, MAX_FLEETS))
        fleets.append(tuple(found.get(space, 0) for space in range(N_SPACES)))
        for word in lines.take_words(f"{name} held: ", NONE):
            held[_space(word)] = side
    return {"fleets": tuple(fleets), "held": tuple(held)}


# --- words


def _some_words(lines: Lines, prefix: str, first: str) -> list[Word]:
    """Take a line of at least one word."""
    words = lines.take_words(prefix, "")
    if not words:
        raise NotationError(f"expected {first} after {prefix!r}", lines.last, len(prefix) + 1, lines.taken)
    return words


def _parts(word: Word, separator: str) -> list[Word]:
    """Return the parts of a word, each with its column."""
    found: list[Word] = []
    column = word.column
    for text in word.text.split(separator):
        found.append(word._replace(text=text, column=column))
        column += len(text) + len(separator)
    return found


def _split(word: Word, separator: str) -> tuple[Word, str, Word]:
    """Return what is before the first separator, the separator or nothing, and what is behind it."""
    left, found, right = word.text.partition(separator)
    return word._replace(text=left), found, word._replace(text=right, column=word.column + len(left) + len(found))


def _named_numbers(
    words: Iterable[Word], key: Callable[[Word], int], most: int, separator: str = ":"
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of words such as ``attack:2``."""
    for word in words:
        name, _, number = _split(word, separator)
        yield key(name), _number(number, most)


def _read_number_line(lines: Lines, prefix: str) -> int:
    """Take the line of a number that may be left out, and is 0 then."""
    return _number(lines.take(prefix), MAX_POINTS) if lines.peek().startswith(prefix) else 0


def _number(word: Word, most: int, least: int = 0) -> int:
    text = word.text
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and least <= int(text) <= most):
        raise word.error(f"expected a number from {least} to {most}")
    return int(text)


def _known(word: Word, known: Mapping[str, T], what: str) -> T:
    if word.text not in known:
        raise word.error(f"{what} is one of {', '.join(known)}{guess(word.text, known)}")
    return known[word.text]


def _seat(word: Word, n: int) -> int:
    seat = side_named(word.text, n)
    if seat is None or seat == n:
        raise word.error(f"expected a seat, {SEATS[0]} to {SEATS[n - 1]}")
    return seat


def _seat_or_nobody(word: Word, n: int) -> int:
    return NOBODY if word.text == NOBODY_NAME else _seat(word, n)


def _side(word: Word, n: int) -> int:
    side = side_named(word.text, n)
    if side is None:
        raise word.error(f"expected a seat, {SEATS[0]} to {SEATS[n - 1]}, or {NEUTRAL_NAME}")
    return side


def _space(word: Word) -> int:
    space = space_named(word.text)
    if space is None:
        raise word.error("expected a space, a1 to j10")
    return space


def _card(word: Word, known: Iterable[Card] = tuple(Card)) -> Card:
    names = [name_of(card) for card in known]
    card = card_named(word.text)
    if card is None or word.text not in names:
        raise word.error(f"expected one of {', '.join(names)}{guess(word.text, names)}")
    return card
