"""C11.8, C12: edicts and their scoring, and the end of the game."""

from __future__ import annotations

from typing import Final

from ...game import Outcome
from ..actions import Verb
from ..board import Board
from ..content import NONE
from ..due import Due
from ..effect_rows import MOMENT
from ..layout import (
    ACTOR,
    EDICT,
    EDICT_SUBSTITUTE,
    EMPEROR,
    FAVOURED,
    FLAGS,
    N_PLAYERS,
    NOBODY,
    PILE,
    STEP,
    STOCK,
    Data,
    get2,
)
from ..vocabulary import MEASURES, N_EDICTS
from .form import Rule, Rules
from .measures import measure
from .tokens import points, score_galaxy, score_token, turn_order
from .windows import open_window

__all__ = ["RULES", "begin_end", "best", "finish", "must_end", "outcome", "score_edict", "tied"]

_PLANETS: Final = MEASURES.index("planets")
_EDICT: Final = MOMENT["edict"]
_FINAL: Final = MOMENT["final"]


def best(b: Board, p: Data) -> int:
    """C12.1, S46: the player who alone meets the condition of the edict; NOBODY if none does."""
    edict = b.content.edicts[p[EDICT]]
    if edict.measure == NONE:
        return NOBODY
    values = [measure(b, p, seat, edict.measure) for seat in range(p[N_PLAYERS])]
    top = min(values) if edict.least else max(values)
    return values.index(top) if values.count(top) == 1 else NOBODY


def score_edict(b: Board, p: bytearray) -> None:
    """C12.1: each scores a token of the stock, and who meets the condition a galaxy token."""
    substitute = get2(p, FLAGS) & EDICT_SUBSTITUTE != 0
    for seat in turn_order(p, p[EMPEROR]):
        score_token(p, seat, substitute=substitute)
    winner = best(b, p)
    if winner != NOBODY:
        score_galaxy(p, winner)


def must_end(p: Data) -> bool:
    """C12.2, S40: whether a stock or the pile is empty."""
    return p[PILE] == 0 or 0 in p[STOCK : STOCK + p[N_PLAYERS]]


def _legal_edicts(b: Board, p: Data, seat: int) -> list[int]:
    return [*range(b.first[Verb.EDICT], b.first[Verb.EDICT] + N_EDICTS)]


def _play_edict(b: Board, p: bytearray, seat: int, verb: int, edict: int) -> None:
    p[EDICT] = edict
    score_edict(b, p)
    open_window(b, p, _EDICT, Due.END_ROLE)


# --- the end


def tied(b: Board, p: Data) -> tuple[list[int], list[int]]:
    """C12.4: the players with most points, and of these those with most planets."""
    totals = [points(b, p, seat) for seat in range(p[N_PLAYERS])]
    first = [seat for seat, total in enumerate(totals) if total == max(totals)]
    planets = {seat: measure(b, p, seat, _PLANETS) for seat in first}
    return first, [seat for seat in first if planets[seat] == max(planets.values())]


def begin_end(b: Board, p: bytearray) -> None:
    """C12.2: effects at the end of the game, then it is counted."""
    open_window(b, p, _FINAL, Due.COUNTED)


def finish(b: Board, p: bytearray) -> None:
    """C12.4: end the game, unless the Emperor has to name the winner."""
    p[STEP] = Due.FAVOUR if len(tied(b, p)[1]) > 1 else Due.END
    p[ACTOR] = p[EMPEROR]


def _legal_favour(b: Board, p: Data, seat: int) -> list[int]:
    return [b.first[Verb.FAVOUR] + each for each in tied(b, p)[1]]


def _play_favour(b: Board, p: bytearray, seat: int, verb: int, winner: int) -> None:
    p[FAVOURED] = winner
    p[STEP] = Due.END


def outcome(b: Board, p: Data) -> Outcome | None:
    """Return the end of the game, None while it goes on: decided by ``total``, ``planets`` or ``favour``."""
    if p[STEP] != Due.END:
        return None
    totals = tuple(points(b, p, seat) for seat in range(p[N_PLAYERS]))
    first, second = tied(b, p)
    if len(first) == 1:
        return Outcome((first[0],), totals, "total")
    if len(second) == 1:
        return Outcome((second[0],), totals, "planets")
    return Outcome((p[FAVOURED],), totals, "favour")


RULES: Final[Rules] = {
    Due.EDICT: Rule(_legal_edicts, _play_edict),
    Due.FAVOUR: Rule(_legal_favour, _play_favour),
}
