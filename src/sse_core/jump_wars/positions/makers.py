"""Makers of states: the start of a game, or any position by its fields."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import Any, Final

from ...errors import SetupError, rules_error
from ...forms.checks import check_index, check_number, check_seed
from ...forms.options import with_changes
from ...seeds import SplitMix64
from ..actions import MOST, Verb, id_of
from ..board import CENTRE, N_COUNTERS, N_SPACES, SITES, Space, is_joined
from ..cards import BASICS, COPIES
from ..options import Options
from ..state import State, check_state
from ..text.notation import SEATS
from .checks import check_position
from .position import (
    FIRST_FLEETS,
    MAX_ORDERS,
    NEUTRAL_FLEETS,
    NO_FLEETS,
    NOBODY,
    Due,
    Player,
    Position,
    hand_size,
    is_sealed,
    level,
)

__all__ = ["MAX_PLY", "begun_by", "content_of", "fresh_map", "max_plies", "new_game", "position", "state_of"]

MAX_PLY: Final = 10**9
"""The highest ply of a position."""

_PLAYERS: Final = 2

_BONUS: Final = 3
"""An upper bound on the bonus of a space to Attack or Defense (J2.7)."""

_WORTH: Final = {Space.HOMEWORLD: 7, Space.STAR_FIELD: 3, Space.CLUSTER: 2, Space.NEBULA: 1}
"""An upper bound on the RT of a space (J2.4): a Homeworld may give RT to its owner and to an enemy."""


def new_game(
    *,
    players: int | None = None,
    seed: int | None = None,
    first: int | None = None,
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Return a new game (J1).

    Parameters
    ----------
    players
        2 to 5; None is 2. The rulebook is for 3 to 5, and 2 works.
    seed
        Lays the map, 0 to 2**64 − 1; None is 0. Chance draws the cards later.
    first
        The seat of the start player, such as that of the winner of the last game; None: chance draws it (J1.5).
    options
        The options of the rules; None is `Options()`.
    changes
        Options by name, such as ``grid="hex"``, that differ from `options`.

    Raises SetupError for a number out of range, or for a neutral Homeworld in a game for five (J3.3).
    """
    n = check_number(_PLAYERS if players is None else players, "players", 5, 2, error=rules_error)
    agreed = with_changes(Options, options, changes, "players", "seed", "first")
    if agreed.neutral and n > 4:
        raise rules_error("a neutral Homeworld stands in games for up to 4, not 5 (J3.3)")
    homeworlds = SITES[agreed.grid][n]
    spaces = fresh_map(homeworlds, agreed, SplitMix64(check_seed(0 if seed is None else seed)))
    neutral = CENTRE if agreed.neutral else NOBODY
    state = State.of(
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
    if first is None:
        return state
    return begun_by(state, check_number(first, "first", n - 1, error=rules_error))


def begun_by(state: State, player: int, /) -> State:
    """Return a start with this start player, in place of the drawing by chance; the state itself if it has one already.

    Raises RangeError if there is no such player.
    """
    seat = check_index(player, check_state(state).players, "player")
    if state.position.step is not Due.START:
        return state
    return State.of(state.after(id_of(Verb.FIRST, seat)).position, state.ply)


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

    `ply` is 0 to 10**9. While orders or deals are sealed, `written` has the number of actions that each seat has made
    for its own; a view doesn't count those of other seats. Empty: none. Raises SetupError, with the clause, if the
    position is impossible.
    """
    if not isinstance(contents, Position):
        raise TypeError(f"contents is a Position, not {type(contents).__name__}")
    plies = check_number(ply, "ply", MAX_PLY, error=SetupError)
    return State.of(check_position(contents), plies, _check_written(contents, plies, tuple(written)))


def _check_written(p: Position, ply: int, written: tuple[int, ...]) -> tuple[int, ...]:
    """Return the checked number of actions in each seat's sealed decision, ``()`` for none; raise SetupError."""
    if not written:
        return ()
    if len(written) != len(p.players):
        raise SetupError(f"written is a number for each of the {len(p.players)} seats, not {len(written)} in all")
    for seat, n in enumerate(written):
        if check_number(n, "written", ply, error=SetupError) and not is_sealed(p, seat):
            raise SetupError(f"written is {n} for {SEATS[seat]}, who has sealed nothing (J4.3)")
    if sum(written) > ply:
        raise SetupError(f"written is {sum(written)} in all, and ply is {ply}")
    return written if any(written) else ()


def content_of(state: State) -> tuple[Position, int, tuple[int, ...]]:
    """Return the content of a state's texts: its position, its ply, and the numbers of actions in sealed orders."""
    return check_state(state).position, state.ply, state.written


def state_of(content: tuple[Position, int, tuple[int, ...]]) -> State:
    """Return the state of such a content, as `position` does."""
    return position(*content)


# --- how long a game can be


def max_plies(state: State, /) -> int:
    """Return an upper bound on the number of actions that can follow.

    The bound is proved from the rules. It lets all cards serve one technology and all tokens buy fleets, so it is far
    above what play reaches: 1.4 billion for a new game of two players, 330 thousand for one turn of it. It grows
    fast with the players and with the turn limit, which makes it finite (J3.4): five players have 170 billion.
    """
    p = check_state(state).position
    if p.step is Due.END:
        return 0
    n = len(p.players)
    first_level = max(level(p, seat, technology) for seat in range(n) for technology in BASICS)
    in_hands = sum(map(hand_size, p.players))
    # J2.4: before the jumps a space has fleets of one side only, except Homeworlds.
    worth = sum(_WORTH.get(space, 0) for space in p.spaces)
    tokens = sum(one.tokens for one in p.players)
    fallen = sum(p.battle.kills) if p.battle is not None else 0
    fleets = sum(map(sum, p.fleets))
    sides = n + p.options.neutral
    plies, mined, spent, most_tokens = 1, 0, in_hands, tokens
    for turn in range(1, p.options.turn_limit - p.turn + 2):
        # J2.1: a player draws six cards in a turn at most: three, two by Progenitor Ruins, one by Positronic Brains.
        spent = in_hands + 6 * n * turn
        # J2.3, J2.9: a single card raises a level in two cases: one card for each player and turn, and the boosts of
        # this turn. All other levels take two cards. Leadership raises one level for each player.
        alone = n * turn + sum(COPIES) + 6 * n
        levels = first_level + min(spent, (spent + alone) // 2) + n
        mined += worth * levels
        # J2.4: a card is worth 2, however early it is sold.
        most_tokens = tokens + mined + 2 * spent * levels
        # J2.5: a fleet costs 1 RT at least. J2.7: Assimilation gives back half of the fallen fleets.
        most_fleets = 2 * (fleets + most_tokens) + fallen
        plies += _most_in_turn(n, levels, most_tokens if p.options.trade else 0)
        plies += _most_in_battles(sides, levels + _BONUS, most_fleets)
    # Every card is spent once, and every token on one fleet.
    return plies + spent + most_tokens


def _most_in_turn(n: int, levels: int, tokens: int) -> int:
    """Return a bound on the actions of a turn outside its battles, without those that spend a card or build a fleet."""
    # Draw: three decisions, six chance events, and the end. Tech, pairs, Mine, Build, orders, the last step: an end
    # each. Sabotage: the side and the space, or the end. Leadership. Time Jump: whose order, or the end.
    decisions = n * (10 + 6 + 2 + 1 + 1)
    # The steal, with its chance event, and the alliance.
    privileges = 2 + 1
    # J4.6: an offer, four cards or ends, two numbers of RT, the answer.
    offers = n * (6 + 2 * _parts(tokens))
    # J2.6, J4.10: from, to, and the number of fleets, or a Planet Jump; 40 orders at most.
    order = 2 + _parts(5 + levels)
    orders = n * min(1 + levels, MAX_ORDERS) * order
    # Espionage begins, and writes an order or ends. The numbers of orders are those of Espionage and Time Jumps.
    espionage = 1 + order
    numbers = (n + 1) * _parts(MAX_ORDERS)
    return decisions + privileges + offers + orders + espionage + numbers


def _most_in_battles(sides: int, strength: int, fleets: int) -> int:
    """Return a bound on the actions of the battles of a turn.

    `strength` bounds Attack and Defense; the fleets are those of all battles, and each is in one (J4.12).
    """
    battles = min(N_SPACES, fleets // 2)
    # Fire is one action. Bombs are one action and a number. The points for each enemy but the last are a number: there
    # are two numbers less than sides. The last part of each number may be short; all other parts write 99.
    deals = battles * most_rounds(sides, strength, fleets) * sides
    given_up = fleets // MOST
    if sides == 2:
        return 2 * deals + given_up
    # If no side falls, all points are damage to standing fleets: together no more than their Defense. Else a side deals
    # its Attack for each fleet, and all sides but one can fall.
    points = fleets * strength * sides // MOST
    return sides * deals + given_up + points


def most_rounds(sides: int, strength: int, fleets: int) -> int:
    """Return a bound on the rounds of a battle; `strength` bounds Attack and Defense with the bonus of a space (J2.7).

    Let H be the damage that makes all fleets there fall: at most fleets times strength, and at least 1 for each fleet.
    In a round in which no side falls, take the side with most fleets. It loses half of them before it deals; or it
    deals with at least half, and each of these does at least 1 point of damage, or is given up. So H falls by half of
    these fleets, which is H / (2 sides strength) at least. A side falls in fewer rounds than there are sides, and one
    round has begun.
    """
    return int(2 * sides * strength * log(max(1, fleets * strength))) + 1 + sides


def _parts(number: int) -> int:
    """Return the number of parts that a number is written in."""
    return number // MOST + 1
