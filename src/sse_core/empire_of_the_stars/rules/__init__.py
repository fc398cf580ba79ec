"""The rules in plain Python, a file for each role: what is legal, and what follows.

The functions here take a board, a position and a seat, or CHANCE, and know actions by their ids. `..state` makes a game
of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from ...game import CHANCE
from ..actions import Verb
from ..board import Board
from ..due import CHANCE_STEPS, GROUP, Due
from ..layout import (
    ACTOR,
    ATTACKER,
    BEGUN,
    DEFENDER,
    FLAGS,
    MONOLITH,
    N_PLAYERS,
    POWER,
    POWERS,
    RETURN,
    STEP,
    WINDOW,
    WRITTEN,
    Data,
)
from ..vocabulary import ROLES
from . import (
    battle,
    edicts,
    engineer,
    explorer,
    merchant,
    regent,
    scientist,
    set_up,
    steward,
    verbs,
    warlord,
    wheel,
    windows,
)
from .edicts import outcome
from .form import Rules
from .set_up import dealt
from .tokens import points

__all__ = ["dealt", "legal_ids", "odds", "outcome", "play", "to_act", "totals"]

_BY_STEP: Final[Rules] = {
    **set_up.RULES,
    **wheel.RULES,
    **explorer.RULES,
    **steward.RULES,
    **merchant.RULES,
    **engineer.RULES,
    **scientist.RULES,
    **warlord.RULES,
    **battle.RULES,
    **regent.RULES,
    **edicts.RULES,
    **windows.RULES,
    **verbs.RULES,
}
_LEGAL: Final = [_BY_STEP[due].legal if due in _BY_STEP else None for due in Due]
_PLAY: Final = [_BY_STEP[due].play if due in _BY_STEP else None for due in Due]
_GROUPS: Final = [GROUP.get(due, -1) for due in Due]
_IS_CHANCE: Final = [due in CHANCE_STEPS for due in Due]

_ROLES: Final = {
    "explorer": explorer.begin,
    "steward": steward.begin,
    "merchant": merchant.begin,
    "engineer": engineer.begin,
    "scientist": scientist.begin,
    "warlord": warlord.begin,
    "regent": regent.begin,
}
_BEGIN: Final = [_ROLES[role] for role in ROLES]


def _begin_role(b: Board, p: bytearray) -> None:
    _BEGIN[p[MONOLITH]](b, p)


_RESUME: Final[dict[int, Callable[[Board, bytearray, int, int], None]]] = {
    Due.EXPLORE: explorer.resume,
    **dict.fromkeys((Due.TRADE, Due.INVEST), merchant.resume),
    **dict.fromkeys((Due.BUILD, Due.DEPLOY), engineer.resume),
    **dict.fromkeys((Due.DRAW, Due.BUY), scientist.resume),
    **dict.fromkeys((Due.MOVE, Due.BATTLE, Due.COLONIZE), warlord.resume),
    **dict.fromkeys((Due.INFLUENCE, Due.PUT), regent.resume),
}


def _resume(b: Board, p: bytearray) -> None:
    """Let the step go on beside whose own actions an effect was used."""
    step = p[RETURN]
    p[RETURN] = 0
    _RESUME[step](b, p, p[ACTOR], step)


_AUTOMATIC: Final[dict[int, Callable[[Board, bytearray], None]]] = {
    Due.SET_UP_OVER: set_up.take_starts,
    Due.GAME_BEGINS: set_up.begin_game,
    Due.BEGIN_ROLE: wheel.begin_role,
    Due.DO_ROLE: _begin_role,
    Due.END_ROLE: wheel.end_role,
    Due.ROLE_OVER: wheel.role_over,
    Due.SET_DIALS: battle.set_dials,
    Due.OPEN_DIALS: battle.open_dials,
    Due.BATTLE_OVER: battle.end,
    Due.AFTER_BATTLE: warlord.after_battle,
    Due.EDICT_SCORED: wheel.edict_scored,
    Due.FINISH: edicts.begin_end,
    Due.COUNTED: edicts.finish,
    Due.ASK: windows.ask,
    Due.GO_ON: verbs.go_on,
    Due.RESUME: _resume,
}
"""What stands between steps goes on by itself."""


def to_act(p: Data) -> tuple[int, ...]:
    """C16.1: the seats to act: one, or both who still set dials; CHANCE where something is drawn."""
    step = p[STEP]
    if step == Due.DIAL:
        waiting = [seat for side, seat in ((0, p[ATTACKER]), (1, p[DEFENDER])) if p[WRITTEN + side] < 2]
        return tuple(sorted(waiting))
    if step == Due.POWER:
        return tuple(seat for seat in range(p[N_PLAYERS]) if not p[POWER + seat])
    if step == Due.END:
        return ()
    return (CHANCE,) if _IS_CHANCE[step] else (p[ACTOR],)


def legal_ids(b: Board, p: Data, player: int) -> tuple[int, ...]:
    """Return the ids of the legal actions of a player, or of CHANCE, ascending; none out of turn."""
    if player not in to_act(p):
        return ()
    legal = _LEGAL[p[STEP]]
    assert legal is not None
    found = legal(b, p, player)
    if p[FLAGS] & POWERS and b.during[p[STEP]]:
        found += windows.uses(b, p, player, p[STEP])
    return tuple(found)


def play(b: Board, before: bytes, player: int, index: int) -> bytes:
    """Return the position after a legal action."""
    p = bytearray(before)
    step, actor = p[STEP], p[ACTOR]
    verb = b.verbs[index]
    if verb == Verb.USE and b.during[step] and not p[WINDOW]:
        windows.use(b, p, player, b.numbers[index])
    else:
        rule = _PLAY[step]
        assert rule is not None
        rule(b, p, player, verb, b.numbers[index])
    while (now := p[STEP]) > Due.END:
        _AUTOMATIC[now](b, p)
    p[BEGUN] = _IS_CHANCE[now] or (p[ACTOR] == actor and _GROUPS[now] == _GROUPS[step])
    return bytes(p)


def odds(b: Board, p: Data) -> dict[int, Fraction]:
    """Return the probability of each chance event that can come, by its id, ascending; empty if none is due."""
    if not _IS_CHANCE[p[STEP]]:
        return {}
    if p[STEP] != Due.REVEAL:
        return scientist.odds(b, p)
    weights = explorer.events(b, p)
    total = sum(weights.values())
    ids = legal_ids(b, p, CHANCE)
    return {index: Fraction(weight, total) for index, weight in zip(ids, weights.values(), strict=True)}


def totals(b: Board, p: Data) -> tuple[int, ...]:
    """C12.3: the points of each player."""
    return tuple(points(b, p, seat) for seat in range(p[N_PLAYERS]))
