"""Text of positions: complete, strictly read, and written back character by character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from ..errors import SetupError
from ..forms.checks import check_text
from ..forms.expressions import call
from ..forms.kinds import check_kind
from ..forms.lines import Lines
from .board import space_name
from .cards import Card, name_of
from .notation import SEATS, side_name
from .options import Options
from .position import NOBODY, Battle, Deal, Order, Player, Position, Sheet, Step
from .positions import position, start
from .state import State, check_state
from .state_reading import read_contents
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
    STATE_NAME,
    STATE_PREFIX,
    VOID,
    YES,
    draft_words,
    format_map,
)

__all__ = ["STATE_NAME", "format_state", "parse_state", "read_state", "state_expression"]


def format_state(state: State) -> str:
    """Return a position as text that says everything: the map, the fleets, the cards, and what is due.

    The first line is ``jw-state 1``; the text has no newline at its end. On the map ``.`` is a Void, ``+`` a Star
    Field, ``%`` a Cluster, ``#`` a Black Hole, ``~`` a Nebula, a letter a Homeworld. What isn't there, such as a
    battle, has no line. The text parses back to an equal state.
    """
    return _format(check_state(state).position, state.ply)


def parse_state(text: str) -> State:
    """Return the position that a text describes, exactly as `format_state` writes it.

    Raises NotationError, with line and column, if it isn't written so; SetupError if the position can't be.
    """
    check_kind(check_text(text, "a position"), STATE_NAME)
    return read_state(Lines(text))


def read_state(lines: Lines) -> State:
    """Take all the lines and return the position that they describe."""
    first = lines.taken
    contents, ply = read_contents(lines)
    last = lines.taken
    lines.check_written_as(_format(contents, ply), first)
    try:
        return position(contents, ply)
    except SetupError as error:
        raise SetupError(error.message, last) from None


_SEEDS: Final = 10
"""The seeds that are tried for the expression of a new game: each costs a shuffle of the counters."""


def state_expression(state: State) -> str:
    """Return a Python expression for a state: its `repr`.

    A new game with a seed from 0 to 9 is ``start(...)``, any other position ``parse_state(...)``.
    """
    p = state.position
    if p.step is Step.START:
        options = p.options.changes()
        if "grid" in options:
            options["grid"] = p.options.grid.value
        for seed in range(_SEEDS):
            if state == start(players=len(p.players), seed=seed, **options):
                return call("start", players=len(p.players), seed=seed, **options)
    return call("parse_state", format_state(state))


# --- the whole position


def _format(p: Position, ply: int) -> str:
    lines = [
        STATE_PREFIX,
        f"options: {' '.join(_option_words(p.options)) or STANDARD}",
        f"ply: {ply}",
        "map:",
        *format_map(p),
        f"turn: {p.turn}",
        f"start player: {_seat_or_nobody(p.start_player)}",
        f"step: {' '.join(_step_words(p))}",
        *_decision_lines(p),
    ]
    if p.alliance is not None:
        lines.append(f"alliance: {' '.join(SEATS[seat] for seat in p.alliance)}")
    if p.neutral_turns or p.neutral_holder != NOBODY:
        lines.append(f"neutral holder: {_seat_or_nobody(p.neutral_holder)} {p.neutral_turns}")
    if p.battle is not None:
        lines += _battle_lines(p.battle, len(p.players))
    for seat, player in enumerate(p.players):
        lines += [f"{SEATS[seat]} {line}" for line in _player_lines(player)]
    for side, fleets in enumerate(p.fleets):
        name = side_name(side, len(p.players))
        lines.append(f"{name} fleets: {_counted((space_name(space), n) for space, n in enumerate(fleets))}")
        lines.append(
            f"{name} held: {_join(space_name(space) for space, holder in enumerate(p.held) if holder == side)}"
        )
    return "\n".join([*lines, f"unseen: {_cards(p.unseen)}", f"discard: {_cards(p.discard)}"])


def _option_words(options: Options) -> Iterator[str]:
    for name, value in options.changes().items():
        yield f"{name}={YES if value is True else value}"


def _step_words(p: Position) -> Iterator[str]:
    yield p.step
    if p.actor != NOBODY:
        yield SEATS[p.actor]
    if p.begun:
        yield BEGUN


def _decision_lines(p: Position) -> Iterator[str]:
    """Yield the lines on a decision in progress."""
    if p.draft:
        yield f"draft: {' '.join(draft_words(p))}"
    if p.counted:
        yield f"counted: {p.counted}"
    if p.used:
        yield f"used: {' '.join(verb for verb in DRAW_VERBS if verb in p.used)}"
    if p.due:
        yield f"due: {p.due}"
    if p.sold:
        yield f"sold: {p.sold}"
    if p.offer is not None:
        giver, receiver, give, pay, ask, charge = p.offer
        gives, asks = (",".join(map(name_of, cards)) or NONE for cards in (give, ask))
        yield f"offer: {SEATS[giver]} {SEATS[receiver]} give {gives} pay {pay} ask {asks} charge {charge}"


# --- a battle


def _battle_lines(battle: Battle, n_players: int) -> Iterator[str]:
    names = [side_name(side, n_players) for side in range(n_players + 1)]
    damage = [f"{name}:{_runs(fleets)}" for name, fleets in zip(names, battle.damage, strict=True) if fleets]
    yield f"battle: {space_name(battle.space)} {battle.round}"
    yield f"battle damage: {_join(damage)}"
    yield f"battle kills: {_counted(zip(names, battle.kills, strict=True))}"
    yield f"battle groups: {_join(','.join(names[side] for side in group) for group in battle.groups)}"
    if battle.deals:
        yield f"battle deals: {_join(_deal_word(deal, names) for deal in battle.deals)}"


def _runs(damage: Sequence[int]) -> str:
    """Return the damage of fleets, equal ones together: ``1x3,2x0`` is a fleet with 3 points and two with none."""
    return ",".join(f"{len(list(run))}x{points}" for points, run in groupby(damage))


def _deal_word(deal: Deal, names: Sequence[str]) -> str:
    """Return a deal: ``A:2x3:B=4`` is two bombs of 3 points each, and 4 points by fire for side B."""
    points = ",".join(f"{name}={n}" for name, n in zip(names, deal.points, strict=True) if n)
    return f"{names[deal.side]}:{deal.bombs}x{deal.force}:{points}"


# --- players


def _player_lines(player: Player) -> Iterator[str]:
    """Yield the lines on a player, without the letter."""
    raised = [n if n > 1 else 0 for n in player.levels]
    yield f"levels: {_cards(raised) if any(raised) else ALL_FIRST}"
    if any(player.boosts):
        yield f"boosts: {_cards(player.boosts)}"
    yield f"learned: {_join(map(name_of, sorted(player.learned)))}"
    yield f"tokens: {player.tokens}"
    yield f"hand: {_cards(player.hand)}"
    if player.hidden:
        yield f"hidden: {player.hidden}"
    yield from _sheet_lines(player.sheet)
    flags = [LED] * player.led + [DONE] * player.sheet.done
    if flags:
        yield f"this turn: {' '.join(flags)}"


def _sheet_lines(sheet: Sheet) -> Iterator[str]:
    if sheet.orders:
        yield f"orders: {' '.join(map(_order_word, sheet.orders))}"
    if sheet.draft:
        spaces, parts = sheet.draft[:2], sheet.draft[2:]
        yield f"writes: {' '.join([*map(space_name, spaces), *([str(sum(parts))] if parts else [])])}"
    if sheet.boosts:
        yield f"sealed: {' '.join(map(name_of, sheet.boosts))}"
    if sheet.led != NOBODY:
        yield f"sealed lead: {name_of(Card(sheet.led))}"


def _order_word(order: Order) -> str:
    """Return an order: ``a1-b2:3`` moves three fleets, ``a1-b1:planet`` the Homeworld; a void one ends in ``:void``."""
    what = PLANET if order.is_planet else order.fleets
    return f"{space_name(order.origin)}-{space_name(order.target)}:{what}{f':{VOID}' if order.void else ''}"


# --- words


def _cards(cards: Iterable[int]) -> str:
    """Return how many cards, or levels, of each kind there are, such as ``attack:2 jump:1``."""
    return _counted((name_of(Card(card)), n) for card, n in enumerate(cards))


def _counted(counts: Iterable[tuple[str, int]]) -> str:
    return _join(f"{name}:{n}" for name, n in counts if n)


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or NONE


def _seat_or_nobody(seat: int) -> str:
    return NOBODY_NAME if seat == NOBODY else SEATS[seat]
