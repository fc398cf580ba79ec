"""Makers of states: the start of a game, or any position by its fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from ..errors import SetupError, rules_error
from ..forms.checks import check_number, check_seed
from ..seeds import SplitMix64
from .actions import MOST
from .board import CENTRE, N_COUNTERS, N_SPACES, SITES, Space, is_joined
from .cards import BASICS, COPIES
from .notation import SEATS
from .options import Options
from .placement import check_position
from .position import FIRST_FLEETS, NEUTRAL_FLEETS, NO_FLEETS, NO_SHEET, NOBODY, Due, Player, Position, level
from .state import State, check_state

__all__ = ["MAX_PLY", "content_of", "fresh_map", "max_plies", "position", "start", "state_of"]

MAX_PLY: Final = 10**9
"""The highest ply of a position."""

_PLAYERS: Final = 2


def start(
    *, players: int | None = None, seed: int | None = None, options: Options | None = None, **changes: Any
) -> State:
    """Return a new game (J1).

    Parameters
    ----------
    players
        2 to 5; None is 2. The rulebook is for 3 to 5, and 2 works.
    seed
        Lays the map, 0 to 2**64 − 1; None is 0. Chance draws the start player and the cards later.
    options
        What the players agree on; None is `Options()`.
    changes
        Options by name, such as ``grid="hex"``, that differ from `options`.

    Raises SetupError for a number out of range, or for a neutral Homeworld in a game for five (J3.3).
    """
    n = check_number(_PLAYERS if players is None else players, "players", 5, 2, error=rules_error)
    agreed = replace(Options() if options is None else options, **changes)
    if agreed.neutral and n > 4:
        raise rules_error("a neutral Homeworld stands in games for up to 4, not 5 (J3.3)")
    homeworlds = SITES[n]
    spaces = fresh_map(homeworlds, agreed, SplitMix64(check_seed(0 if seed is None else seed)))
    neutral = CENTRE if agreed.neutral else NOBODY
    return State(
        Position(
            options=agreed,
            spaces=spaces,
            homeworlds=homeworlds,
            fleets=(*(_row(space, FIRST_FLEETS) for space in homeworlds), _row(neutral, NEUTRAL_FLEETS)),
            held=tuple(_holder(space, homeworlds, neutral) for space in range(N_SPACES)),
            players=(Player(),) * n,
            unseen=COPIES,
        ),
        0,
    )


def _row(space: int, fleets: int) -> tuple[int, ...]:
    """Return the fleets of a side that has all of them in one space, or has none."""
    return tuple(fleets * (one == space) for one in range(N_SPACES)) if space != NOBODY else NO_FLEETS


def _holder(space: int, homeworlds: tuple[int, ...], neutral: int) -> int:
    if space == neutral:
        return len(homeworlds)
    return homeworlds.index(space) if space in homeworlds else NOBODY


def fresh_map(homeworlds: tuple[int, ...], options: Options, rng: SplitMix64) -> tuple[Space, ...]:
    """J1.2, J1.3: shuffle the counters and lay them by the number of the space, until the Homeworlds are joined."""
    sites = {*homeworlds, *([CENTRE] if options.neutral else [])}
    while True:
        counters = [counter for counter, n in N_COUNTERS.items() for _ in range(n)]
        rng.shuffle(counters)
        laid = iter(counters)
        spaces = tuple(Space.HOMEWORLD if space in sites else next(laid) for space in range(N_SPACES))
        if options.any_map or is_joined(options.grid, spaces, sites):
            return spaces


def position(contents: Position, ply: int = 0, written: Iterable[int] = ()) -> State:
    """Return the state of a position, reached after `ply` actions.

    `ply` is 0 to 10**9. While orders are sealed, `written` says how many of these actions each seat has written orders
    with, which a view doesn't count for other seats; empty: none of them. Raises SetupError, with the clause, if the
    position can't be.
    """
    if not isinstance(contents, Position):
        raise TypeError(f"contents is a Position, not {type(contents).__name__}")
    plies = check_number(ply, "ply", MAX_PLY, error=SetupError)
    return State(check_position(contents), plies, _check_written(contents, plies, tuple(written)))


def _check_written(p: Position, ply: int, written: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many actions each seat has written orders with, ``()`` for none; raise SetupError if it can't be."""
    if not written:
        return ()
    if len(written) != len(p.players):
        raise SetupError(f"written is a number for each of the {len(p.players)} seats, not {len(written)} in all")
    for seat, n in enumerate(written):
        if check_number(n, "written", ply, error=SetupError) and not _is_sealed(p, seat):
            raise SetupError(f"written is {n} for {SEATS[seat]}, who has no sealed orders (J4.2)")
    if sum(written) > ply:
        raise SetupError(f"written is {sum(written)} in all, and ply is {ply}")
    return written if any(written) else ()


def _is_sealed(p: Position, seat: int) -> bool:
    """Return whether a seat has begun its orders, and they are sealed."""
    return p.step is Due.ORDERS and p.players[seat].sheet != NO_SHEET


def content_of(state: State) -> tuple[Position, int, tuple[int, ...]]:
    """Return what texts say of a state: its position, its ply, and how many actions wrote sealed orders."""
    return check_state(state).position, state.ply, state.written


def state_of(content: tuple[Position, int, tuple[int, ...]]) -> State:
    """Return the state of such a content, as `position` does."""
    return position(*content)


# --- how long a game can be


def max_plies(state: State, /) -> int:
    """Return how many actions can follow at most.

    The bound is proved from the rules and far above what play reaches, since it lets every card raise every level and
    every token buy a fleet. The turn limit makes it finite (J3.4).
    """
    p = check_state(state).position
    if p.step is Due.END:
        return 0
    n = len(p.players)
    # J2.1, J2.2: a turn brings at most six cards a player, and a stolen one, to those in the hands.
    cards = sum(COPIES) + 6 * n + 1
    levels = max(level(p, seat, technology) for seat in range(n) for technology in BASICS)
    tokens = sum(one.tokens for one in p.players)
    fleets = sum(map(sum, p.fleets))
    plies = 1
    for _ in range(p.options.turn_limit - p.turn + 1):
        # A card, or Leadership, raises a level by one.
        levels += cards + n
        # J2.4: no space is worth more than 5 RT, a card is worth 2, and Manufacturing multiplies.
        tokens += n * (5 * N_SPACES + 2 * cards) * levels
        # A fleet costs 1 RT at least. Assimilation gives back half of what fell.
        fleets += tokens
        plies += _most_in_turn(n, cards, levels, tokens, fleets)
    return plies


def _most_in_turn(n: int, cards: int, levels: int, tokens: int, fleets: int) -> int:
    """Return a bound on the actions of a turn: each term stands for a kind of action."""
    ends = 14 * n
    draws = 3 * n + 6 * n + 1
    offers = n * (8 + 2 * _parts(tokens))
    orders = n * (2 + levels) * (3 + _parts(fleets))
    specials = n * (6 + 2 * _parts(levels + 1)) + n
    # Each round of a battle puts a point of damage on a fleet, or gives one up (J2.7).
    points = fleets * (levels + 3)
    deals = points * n * (2 + _parts(fleets) + n * _parts(points))
    return ends + draws + cards + offers + tokens + orders + specials + deals


def _parts(number: int) -> int:
    """Return the number of counts that write a number."""
    return number // MOST + 1
