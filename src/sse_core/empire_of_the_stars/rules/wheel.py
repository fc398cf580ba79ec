"""C2: the choice of a role, and what comes after it; C14.2 for two players."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board
from ..due import Due
from ..effect_rows import MOMENT
from ..layout import (
    ACTOR,
    CHOOSER,
    COUNT,
    CREDITS,
    EMPEROR,
    FLAGS,
    MONOLITH,
    N_PLAYERS,
    NOBODY,
    ONE_WAY,
    ROUND,
    ROUND_LIMIT,
    SCEPTER,
    SECOND,
    STEP,
    WHEEL,
    Data,
    get2,
    get4,
    put2,
)
from ..vocabulary import ROLES
from .edicts import must_end, score_edict
from .form import Rule, Rules
from .sides import end_effects, end_uses
from .standing import has_powers
from .tokens import earn
from .windows import open_window

__all__ = ["RULES", "begin_role", "distance", "edict_scored", "end_role", "role_over"]

_N: Final = len(ROLES)
_BEFORE: Final = MOMENT[f"before:{ROLES[0]}"]
_AFTER: Final = MOMENT[f"after:{ROLES[0]}"]
_EDICT: Final = MOMENT["edict"]


def distance(b: Board, p: Data, role: int, *, back: bool) -> int:
    """Return how many spaces the monolith moves to a role, clockwise or back; 0 for the role that it stands on."""
    steps = (b.places[role] - b.places[p[MONOLITH]]) % _N
    return (_N - steps) % _N if back else steps


def _legal(b: Board, p: Data, seat: int) -> list[int]:
    if p[MONOLITH] == NOBODY:
        first = b.first[Verb.ROLE]
        return [*range(first, first + _N)]
    most = get4(p, CREDITS + 4 * seat) + 1
    ways = [(Verb.ON, False)] if get2(p, FLAGS) & ONE_WAY else [(Verb.ON, False), (Verb.BACK, True)]
    return [
        b.first[verb] + role for verb, back in ways for role in range(_N) if 0 < distance(b, p, role, back=back) <= most
    ]


def _play(b: Board, p: bytearray, seat: int, verb: int, role: int) -> None:
    if verb != Verb.ROLE:
        # C2.3: a credit on each role between.
        back = verb == Verb.BACK
        step = -1 if back else 1
        passed = distance(b, p, role, back=back) - 1
        earn(p, seat, -passed)
        place = b.places[p[MONOLITH]]
        for n in range(1, passed + 1):
            each = WHEEL + 2 * b.content.wheel[(place + step * n) % _N]
            put2(p, each, get2(p, each) + 1)
    p[MONOLITH] = role
    earn(p, seat, get2(p, WHEEL + 2 * role))
    put2(p, WHEEL + 2 * role, 0)
    p[CHOOSER] = seat
    p[COUNT] = 0
    put2(p, ROUND, get2(p, ROUND) + 1)
    p[STEP] = Due.BEGIN_ROLE


def begin_role(b: Board, p: bytearray) -> None:
    """C13.3, S50: effects before the role, then the role."""
    open_window(b, p, _BEFORE + p[MONOLITH], Due.DO_ROLE)


def end_role(b: Board, p: bytearray) -> None:
    """C13.3, S50: effects after the role, then its end."""
    open_window(b, p, _AFTER + p[MONOLITH], Due.ROLE_OVER)


def role_over(b: Board, p: bytearray) -> None:
    """C2.5, C14.2, C12.2: the scepter goes on, and the next role is due, or the game ends."""
    if has_powers(p) and end_effects(b, p):
        return
    holder = p[SCEPTER]
    p[STEP], p[ACTOR], p[COUNT] = Due.ROLE, holder, 0
    if p[N_PLAYERS] == 2 and get2(p, ROUND) > 1:
        p[SECOND] ^= 1
        if p[SECOND]:
            return
    holder = (holder + 1) % p[N_PLAYERS]
    p[SCEPTER] = p[ACTOR] = holder
    if holder == p[EMPEROR]:
        score_edict(b, p)
        open_window(b, p, _EDICT, Due.EDICT_SCORED)
    elif get2(p, ROUND) >= get2(p, ROUND_LIMIT):
        p[STEP] = Due.FINISH


def edict_scored(b: Board, p: bytearray) -> None:
    """C12.2, S47: the holder of the scepter goes on, or the game ends."""
    p[STEP], p[ACTOR] = Due.ROLE, p[SCEPTER]
    if has_powers(p):
        end_uses(b, p)
    if must_end(p):
        p[STEP] = Due.FINISH
    if get2(p, ROUND) >= get2(p, ROUND_LIMIT):
        p[STEP] = Due.FINISH


RULES: Final[Rules] = {Due.ROLE: Rule(_legal, _play)}
