"""Makers of states: a new game, or any position from its bytes; and a bound on the length of a game."""

from __future__ import annotations

import os
from typing import Any, Final

from ...errors import SetupError, rules_error
from ...forms.checks import check_number, check_seed, check_text, check_type, shown
from ...forms.options import with_changes
from ...forms.packs import Pack
from ..board import Board
from ..messages import say
from ..options import Options
from ..packs.effect_rows import Part, Row
from ..packs.galaxy import is_connected
from ..packs.library import DEFAULT_PACK, PACKS, load_pack
from ..packs.rule_numbers import greatest
from ..packs.vocabulary import SUPPLY
from ..state import State, check_state
from .fields import POWERS, TECHNOLOGIES
from .position import Position

__all__ = ["MAX_PLY", "content_of", "max_plies", "new_game", "position", "state_of"]

MAX_PLY: Final = 10**9
"""The highest ply of a position."""

_PLAYERS: Final = 2


def new_game(
    *,
    players: int | None = None,
    seed: int | None = None,
    pack: str | os.PathLike[str] | Pack[Board] = DEFAULT_PACK,
    blocked: str = "",
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Return a new game (C1).

    Parameters
    ----------
    players
        2 to 4; None is 2.
    seed
        Deals cards, the display and the blocked sectors, 0 to 2**64 − 1; None is 0. Chance draws the rest later.
    pack
        The content pack: the name of one that ships, the name of a file, or one from `load_pack`.
    blocked
        For two players, the sectors that are blocked, such as ``"a b c d"`` (S53); empty: the seed draws them.
    options
        The options of the rules; None is `Options()`.
    changes
        Options by name, such as ``own_cap=True``, that differ from `options`.

    Raises SetupError for a number out of range, for sectors that can't be blocked, and for a pack that can't be played.
    """
    n = check_number(_PLAYERS if players is None else players, "players", 4, 2, error=rules_error)
    found = PACKS.add(pack) if isinstance(pack, Pack) else load_pack(pack)
    agreed = with_changes(Options, options, changes, "players", "seed", "pack", "blocked")
    if agreed.powers and not found.value.content.powers:
        raise rules_error(say("powers is True, and the pack {pack} has no powers (C15.1)", pack=found.name))
    first = check_seed(0 if seed is None else seed)
    sectors = _blocked(found.value, n, blocked)
    return State.dealt(found, n, agreed.flags, agreed.round_limit, sectors, first)


def _blocked(board: Board, players: int, names: str) -> tuple[int, ...] | None:
    """C14.1, S53: the sectors that are blocked for two players; None: the seed draws them."""
    named = check_text(names, "blocked").split()
    if players > 2:
        if named:
            raise rules_error(say("blocked names sectors for two players, and there are {n} (C14.1)", n=players))
        return ()
    if not named:
        return None
    known = [sector.name for sector in board.content.sectors]
    for word in named:
        if word not in known:
            sectors = ", ".join(known)
            words = say("blocked names no sector {name}; they are {sectors}", name=shown(word), sectors=sectors)
            raise rules_error(words)
    chosen = tuple(sorted(map(known.index, {*named})))
    if len(chosen) != board.content.blocked or len(named) != len(chosen):
        raise rules_error(say("blocked is {n} sectors, not {names} (C14.1)", n=board.content.blocked, names=names))
    if chosen not in board.blockable:
        inside = [region for number in chosen for region in board.content.sectors[number].regions]
        if is_connected(inside, board.beside):
            raise rules_error(say("blocked is {names}, and the others don't hang together (S53)", names=names))
        raise rules_error(say("blocked is {names}, and the blocked ones don't hang together (S53)", names=names))
    return chosen


def position(pack: Pack[Board], data: bytes, ply: int = 0) -> State:
    """Return the state of a position of a pack, reached after `ply` actions, 0 to 10**9.

    Raises SetupError, with the clause, if the position is impossible.
    """
    check_type(pack, Pack, "pack is a pack of load_pack")
    check_type(data, bytes, "data is bytes")
    return State.of(PACKS.add(pack), data, check_number(ply, "ply", MAX_PLY, error=SetupError))


def content_of(state: State) -> tuple[Pack[Board], bytes, int]:
    """Return the content of a state's texts: its pack, its position, its ply."""
    return check_state(state).pack, state.data, state.ply


def state_of(content: tuple[Pack[Board], bytes, int]) -> State:
    """Return the state of such a content, as `position` does."""
    return position(*content)


# --- how long a game can be


def max_plies(state: State) -> int:
    """Return an upper bound on the number of actions that can follow a state (S47).

    A round has at most one role, with one role more for two players, and the number of rounds is limited. Each player's
    turn in a role is bounded; Warlord has the largest bound:

    - each ship moves once, in three actions, and no more ships can be brought in a battle: three actions each;
    - each sector has one battle: two actions begin it, attacker and defender ask two players each and end that, these
      answer and end what they bring, dials have four actions;
    - tactics move each ship there once, in three actions, and hits make each unit there fall in two, a starbase twice;
    - each region is settled once, and each decision is ended.
    """
    board, p = check_state(state).board, Position(state.data)
    n = p.players
    fleet = sum(SUPPLY)
    regions = max(len(sector.regions) for sector in board.content.sectors)
    battle = 2 + 6 + 2 * (2 + 3 * fleet) + 4 + 1 + 3 * n * fleet + 2 * (n * fleet + 2 * regions) + 2
    warlord = n * (3 * fleet + 1 + len(board.sectors) * battle + 1 + board.n_regions + 1)
    # All other roles of a player: a tile, three amounts, two investments, ships built and deployed, cards, influence.
    others = n * (3 + 4 + 3 + (fleet + 1) + 2 * fleet + (4 + 1 + 7) + 1 + 4)
    # A filling of the display turns up players + 1 tiles, and puts each tile of the pack back once at most.
    reveals = n + 1 + sum(tile.n for tile in board.content.tiles)
    rounds = max(0, p.round_limit - p.round) + 2
    set_up = 3 * n
    effects = 0
    if p.flags & (POWERS | TECHNOLOGIES):
        # More cards, tiles, influence and ships are used in actions of the same kinds.
        effects = sum(_plies_of(board, row, n) for row in board.effects) + _WINDOWS * n
        effects += n * (2 * _MOST_NUMBER * fleet + 4 * 99 + 3 * _MOST_NUMBER)
    return set_up + effects + rounds * (warlord + others + reveals + 3 + effects) + 1


_WINDOWS: Final = 200
"""The most windows of a role: two, and three for each battle. In each window a player flips a power and ends the
step."""

_MOST_NUMBER: Final = 20


def _plies_of(board: Board, row: Row, players: int) -> int:
    """Return the most actions that come with an effect in one role."""
    reveals = players + _MOST_NUMBER + sum(tile.n for tile in board.content.tiles)
    choices = sum((greatest(stage.n) + 1) * (2 + reveals if stage.part == Part.PLACE else 3) for stage in row.stages)
    return row.times * (2 + choices)
