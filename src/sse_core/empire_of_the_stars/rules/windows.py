"""C13.3, C16.13: when effects can be used: owners of usable effects are asked, or use them beside their own actions."""

from __future__ import annotations

from typing import Final

from ..actions import Verb
from ..board import Board
from ..content import NONE
from ..due import Due
from ..effect_rows import MOMENT, Part
from ..layout import (
    ACTOR,
    ATTACKER,
    CHOOSER,
    DEFENDER,
    EMPEROR,
    NOBODY,
    OWNED,
    PLACE,
    POWER,
    RETURN,
    SECTOR,
    SIDE,
    STEP,
    SURGED,
    USED,
    WINDOW,
    WRITTEN,
    Data,
)
from ..vocabulary import BATTLE_MOMENTS, COMPARISONS, MEASURES, ROLES, SERVED, TESTS
from . import verbs
from .form import Rule, Rules
from .measures import measure
from .sides import by_number, flip
from .standing import has_powers, tactics

__all__ = ["RULES", "ask", "open_window", "usable", "use", "uses"]

_CHOOSER, _OTHERS = (SERVED.index(word) for word in ("chooser", "others"))
_WINNER, _EMPEROR, _ATTACKER = (TESTS.index(word) for word in ("winner", "emperor", "attacker"))
_AT_LEAST, _AT_MOST, _EQUAL = range(len(COMPARISONS))
_BATTLE: Final = frozenset(MOMENT[name] for name in BATTLE_MOMENTS)
_BEFORE: Final = range(MOMENT[f"before:{ROLES[0]}"], MOMENT[f"before:{ROLES[0]}"] + len(ROLES))
_SET_UP: Final = MOMENT["setup"]


def _value(b: Board, p: Data, seat: int, test: int) -> int:
    """Return what a test compares."""
    if test < len(MEASURES):
        return measure(b, p, seat, test)
    if test == _EMPEROR:
        return p[EMPEROR] == seat
    if test == _ATTACKER:
        return p[ATTACKER] == seat
    assert test == _WINNER
    return _won_tactics(p, seat)


def _won_tactics(p: Data, seat: int) -> bool:
    """C10.6: whether a player is the attacker or defender whose tactics are higher, once the dials are open."""
    if p[SECTOR] == NOBODY or min(p[WRITTEN : WRITTEN + 2]) < 2 or seat not in (p[ATTACKER], p[DEFENDER]):
        return False
    attacker, defender = tactics(p, 0), tactics(p, 1)
    return attacker > defender if seat == p[ATTACKER] else defender > attacker


def _holds(b: Board, p: Data, seat: int, test: tuple[int, int, int]) -> bool:
    what, comparison, number = test
    value = _value(b, p, seat, what)
    return (
        value >= number if comparison == _AT_LEAST else value <= number if comparison == _AT_MOST else value == number
    )


def usable(b: Board, p: Data, seat: int, effect: int) -> bool:
    """Return whether a player can use an effect now, if its moment is now."""
    row = b.effects[effect]
    if row.card != NONE:
        if p[PLACE + row.card] != OWNED + seat:
            return False
    elif p[POWER + seat] != row.power + 1 or p[SURGED + seat] != row.side:
        return False
    if p[USED + effect] >= row.times or (row.when in _BATTLE and not p[SIDE + seat]):
        return False
    if row.who == _CHOOSER:
        if seat != p[CHOOSER]:
            return False
    elif row.who == _OTHERS and seat == p[CHOOSER]:
        return False
    if not verbs.can_pay(b, p, seat, row) or not all(_holds(b, p, seat, test) for test in row.tests):
        return False
    return any(stage.part >= Part.GAIN_ANY and verbs.can_do(b, p, seat, stage, row.who) for stage in row.stages)


def uses(b: Board, p: Data, seat: int, step: int) -> list[int]:
    """Return the ids of the effects that a player can use beside the own actions of a step."""
    if not has_powers(p):
        return []
    first = b.first[Verb.USE]
    return [first + effect for effect in b.during[step] if usable(b, p, seat, effect)]


def use(b: Board, p: bytearray, seat: int, effect: int) -> None:
    """Use an effect; beside a step's own actions, the step goes on afterwards."""
    if not p[WINDOW]:
        p[RETURN] = p[STEP]
    p[USED + effect] += 1
    verbs.begin(b, p, seat, effect)


# --- windows


def open_window(b: Board, p: bytearray, moment: int, then: int) -> None:
    """Ask the owners of effects of a moment, lowest number first, and go on with a step afterwards."""
    p[STEP] = then
    if has_powers(p) and (b.at[moment] or (moment in _BEFORE and any(p[SURGED : SURGED + 4]))):
        p[WINDOW], p[RETURN], p[STEP] = moment + 1, then, Due.ASK
        p[ACTOR] = by_number(p)[0]


def ask(b: Board, p: bytearray) -> None:
    """Ask the next player, from the actor on, who can use an effect; what must happen happens by itself."""
    moment = p[WINDOW] - 1
    seats = by_number(p)
    for seat in seats[seats.index(p[ACTOR]) :]:
        p[ACTOR] = seat
        can = [effect for effect in b.at[moment] if usable(b, p, seat, effect)]
        must = next((effect for effect in can if b.effects[effect].must or moment == _SET_UP), None)
        if must is not None:
            use(b, p, seat, must)
            return
        if can or (moment in _BEFORE and p[SURGED + seat]):
            p[STEP] = Due.WINDOW
            return
    p[STEP] = p[RETURN]
    p[WINDOW] = p[RETURN] = 0


def _legal(b: Board, p: Data, seat: int) -> list[int]:
    moment = p[WINDOW] - 1
    core = [b.first[Verb.CORE]] if moment in _BEFORE and p[SURGED + seat] else []
    first = b.first[Verb.USE]
    return [b.first[Verb.DONE], *core, *(first + effect for effect in b.at[moment] if usable(b, p, seat, effect))]


def _play(b: Board, p: bytearray, seat: int, verb: int, effect: int) -> None:
    if verb == Verb.USE:
        use(b, p, seat, effect)
        return
    p[STEP] = Due.ASK
    if verb == Verb.CORE:
        # S51: who doesn't want to surge flips back.
        flip(b, p, seat, 0)
        return
    seats = by_number(p)
    following = seats.index(seat) + 1
    if following < len(seats):
        p[ACTOR] = seats[following]
    else:
        p[STEP] = p[RETURN]
        p[WINDOW] = p[RETURN] = 0


RULES: Final[Rules] = {Due.WINDOW: Rule(_legal, _play)}
"""C13.3."""
