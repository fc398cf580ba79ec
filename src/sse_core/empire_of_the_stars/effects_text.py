"""Effects of actions in words: what changed on the table, beyond what the action says itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import ArgumentError, refused
from ..forms.checks import no_action
from .actions import SEATS, Action
from .board import Board
from .content import SIDES
from .due import Due
from .layout import (
    ATTACKER,
    CREDITS,
    DEFENDER,
    EDICT,
    EMPEROR,
    FAR,
    GALAXY,
    MARKET,
    N_PLAYERS,
    NOBODY,
    POWER,
    RESOURCE,
    SECTOR,
    STAGING,
    STEP,
    SURGED,
    THRONE,
    TOKEN,
    WRITTEN,
    Data,
    get4,
)
from .reasons import Reason
from .rules.tokens import turn_order
from .state import State, check_state
from .vocabulary import RESOURCES, SHIPS
from .words import counted, dial_words

__all__ = ["effects"]


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action beyond its own text, in order: a sentence for each.

    `before` and `after` are the states around the action. Nothing tells of a card that only some players know, or of a
    dial before both are set.

    Raises ArgumentError for states of two packs, IllegalActionError for what is no action of the game.
    """
    check_state(before)
    check_state(after)
    if before.pack != after.pack:
        raise ArgumentError(f"the two states have the packs {before.pack.name} and {after.pack.name}")
    if not isinstance(action, Action):
        raise no_action(action, "an action is an Action")
    if before.board.table.id_of(action) < 0:
        raise refused(f"{action} is no action of this game", Reason.NO_SUCH_ACTION)
    return tuple(_effects(before.board, before.data, action, after.data))


def _effects(b: Board, p: Data, action: Action, q: Data) -> Iterator[str]:
    yield from _dials(b, p, q)
    yield from _fallen(p, q)
    yield from _tokens(b, p, q)
    yield from _purses(p, q)
    yield from _scored(p, q)
    yield from _powers(b, p, q)
    if p[MARKET] and not q[MARKET]:
        yield "All market tiles show resources again (C6.5)."
    if p[EMPEROR] != q[EMPEROR]:
        yield f"{SEATS[q[EMPEROR]]} is the new Emperor (C11.7)."
    elif p[STEP] == Due.PUT and q[STEP] == Due.EDICT:
        yield f"{SEATS[q[EMPEROR]]} stays the Emperor (C11.7)."
    if p[EDICT] != q[EDICT]:
        yield f"The edict {b.content.edicts[q[EDICT]].name} is in effect (C11.8)."
    if p[SECTOR] != NOBODY and q[SECTOR] == NOBODY:
        yield f"The battle in sector {b.content.sectors[p[SECTOR]].name} is over."
    if q[STEP] == Due.FAVOUR:
        yield f"{SEATS[q[EMPEROR]]} names the winner among those still tied (C12.4)."
    if q[STEP] == Due.END:
        yield "The game is over (C12.2)."


def _dials(b: Board, p: Data, q: Data) -> Iterator[str]:
    """Yield both dials when they are opened; a battle may be over with them."""
    if p[STEP] != Due.DIAL or q[STEP] == Due.DIAL:
        return
    if q[SECTOR] == NOBODY:
        yield "The dials are open, and no hit can be used (C10.7)."
        return
    assert q[WRITTEN] == 2
    for side, place in enumerate((ATTACKER, DEFENDER)):
        yield f"{SEATS[q[place]]} has set {dial_words(b, q, side)} (C10.5)."


def _fallen(p: Data, q: Data) -> Iterator[str]:
    """Yield ships that went to staging, and those that went back to the supply."""
    for seat in range(p[N_PLAYERS]):
        for kind, ship in enumerate(SHIPS):
            change = q[STAGING + 3 * seat + kind] - p[STAGING + 3 * seat + kind]
            if change > 0 and p[STEP] in (Due.HIT_UNIT, Due.EFFECT_UNIT):
                yield f"A {ship} of {SEATS[seat]} goes to staging (C10.9)."
            elif change < 0 and q[STEP] not in (Due.DEPLOY, Due.DEPLOY_AT) and change < -1:
                yield f"{counted(-change, ship)} of {SEATS[seat]} found no room (C7.4)."


def _tokens(b: Board, p: Data, q: Data) -> Iterator[str]:
    """Yield what changed on planets and far space, where the action doesn't say it."""
    for region in range(b.n_regions):
        old, new = p[TOKEN + region], q[TOKEN + region]
        if old == new or p[STEP] in (Due.EXPLORE_SETTLE, Due.COLONIZE):
            continue
        name = b.content.regions[region]
        if not new:
            yield f"The planet at {name} loses its token of {SEATS[old - 1 >> 1]}."
        else:
            what = "colony" if new & 1 else "starbase"
            yield f"The planet at {name} has a {what} of {SEATS[new - 1 >> 1]}."
    for place in range(len(b.content.far_space)):
        if p[FAR + place] == GALAXY and q[FAR + place] == 0:
            yield f"The galaxy token of far space {place + 1} is scored (C6.3)."


def _purses(p: Data, q: Data) -> Iterator[str]:
    """Yield changes of credits and resources."""
    for seat in turn_order(p, 0):
        words: list[str] = []
        credits = get4(q, CREDITS + 4 * seat) - get4(p, CREDITS + 4 * seat)
        if credits:
            words.append(f"{'gains' if credits > 0 else 'pays'} {counted(abs(credits), 'credit')}")
        for resource, name in enumerate(RESOURCES):
            change = q[RESOURCE + 3 * seat + resource] - p[RESOURCE + 3 * seat + resource]
            if change:
                words.append(f"{'gains' if change > 0 else 'pays'} {abs(change)} {name}")
        if words:
            yield f"{SEATS[seat]} {', '.join(words)}."


def _powers(b: Board, p: Data, q: Data) -> Iterator[str]:
    """Yield the powers when all are shown, and those that flip."""
    for seat in range(p[N_PLAYERS]):
        if p[STEP] == Due.POWER and q[STEP] != Due.POWER:
            yield f"{SEATS[seat]} has the power {b.content.powers[q[POWER + seat] - 1].name} (C1.8)."
        if p[SURGED + seat] != q[SURGED + seat]:
            clause = "C4.8" if q[SURGED + seat] else "C13.5"
            yield f"The power of {SEATS[seat]} flips to its {SIDES[q[SURGED + seat]]} side ({clause})."


def _scored(p: Data, q: Data) -> Iterator[str]:
    """Yield the tokens that went into thrones."""
    for seat in range(p[N_PLAYERS]):
        own = sum(q[THRONE + 5 * seat + c] - p[THRONE + 5 * seat + c] for c in range(4))
        galaxy = q[THRONE + 5 * seat + 4] - p[THRONE + 5 * seat + 4]
        words = [counted(n, word) for n, word in ((own, "token"), (galaxy, "galaxy token")) if n]
        if words:
            yield f"{SEATS[seat]} scores {' and '.join(words)} (C3.1)."
