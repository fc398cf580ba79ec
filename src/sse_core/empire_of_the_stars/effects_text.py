"""Effects of actions in words: what changed on the table, beyond what the action says itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import ArgumentError, refused
from ..forms.checks import no_action
from .actions import SEATS, Action
from .board import Board
from .content import SIDES
from .due import Due
from .layout import GALAXY, NOBODY
from .position import Position, Row
from .reasons import Reason
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
    return tuple(_effects(after, Position(before.data), Position(after.data)))


def _effects(after: State, p: Position, q: Position) -> Iterator[str]:
    b = after.board
    yield from _dials(after, p, q)
    yield from _fallen(p, q)
    yield from _tokens(b, p, q)
    yield from _purses(p, q)
    yield from _scored(p, q)
    yield from _powers(b, p, q)
    if p.market and not q.market:
        yield "All market tiles show resources again (C6.5)."
    if p.emperor != q.emperor:
        yield f"{SEATS[q.emperor]} is the new Emperor (C11.7)."
    elif p.step == Due.PUT and q.step == Due.EDICT:
        yield f"{SEATS[q.emperor]} stays the Emperor (C11.7)."
    if p.edict != q.edict:
        yield f"The edict {b.content.edicts[q.edict].name} is in effect (C11.8)."
    if p.sector != NOBODY and q.sector == NOBODY:
        yield f"The battle in sector {b.content.sectors[p.sector].name} is over."
    if q.step == Due.FAVOUR:
        yield f"{SEATS[q.emperor]} names the winner among those still tied (C12.4)."
    if q.step == Due.END:
        yield "The game is over (C12.2)."


def _dials(after: State, p: Position, q: Position) -> Iterator[str]:
    """Yield both dials when they are opened; a battle may be over with them."""
    if p.step != Due.DIAL or q.step == Due.DIAL:
        return
    if q.sector == NOBODY:
        yield "The dials are open, and no hit can be used (C10.7)."
        return
    assert q.written[0] == 2
    for side, seat in enumerate((q.attacker, q.defender)):
        yield f"{SEATS[seat]} has set {dial_words(after, side)} (C10.5)."


def _fallen(p: Position, q: Position) -> Iterator[str]:
    """Yield ships that went to staging, and those that went back to the supply."""
    for seat in range(p.players):
        for kind, change in _changes(p.staging[seat], q.staging[seat]):
            if change > 0 and p.step in (Due.HIT_UNIT, Due.EFFECT_UNIT):
                yield f"A {SHIPS[kind]} of {SEATS[seat]} goes to staging (C10.9)."
            elif change < -1 and q.step not in (Due.DEPLOY, Due.DEPLOY_AT):
                yield f"{counted(-change, SHIPS[kind])} of {SEATS[seat]} found no room (C7.4)."


def _tokens(b: Board, p: Position, q: Position) -> Iterator[str]:
    """Yield what changed on planets and far space, where the action doesn't say it."""
    told = p.step in (Due.EXPLORE_SETTLE, Due.COLONIZE)
    for region, _ in () if told else _changes(p.token, q.token):
        name, new = b.content.regions[region], q.token[region]
        if not new:
            yield f"The planet at {name} loses its token of {SEATS[p.token[region] - 1 >> 1]}."
        else:
            what = "colony" if new & 1 else "starbase"
            yield f"The planet at {name} has a {what} of {SEATS[new - 1 >> 1]}."
    for place, change in _changes(p.far_space, q.far_space):
        if p.far_space[place] == GALAXY == -change:
            yield f"The galaxy token of far space {place + 1} is scored (C6.3)."


def _purses(p: Position, q: Position) -> Iterator[str]:
    """Yield changes of credits and resources."""
    for seat in range(p.players):
        words: list[str] = []
        credits = q.credits[seat] - p.credits[seat]
        if credits:
            words.append(f"{'gains' if credits > 0 else 'pays'} {counted(abs(credits), 'credit')}")
        for kind, change in _changes(p.resources[seat], q.resources[seat]):
            words.append(f"{'gains' if change > 0 else 'pays'} {abs(change)} {RESOURCES[kind]}")
        if words:
            yield f"{SEATS[seat]} {', '.join(words)}."


def _powers(b: Board, p: Position, q: Position) -> Iterator[str]:
    """Yield the powers when all are shown, and those that flip."""
    for seat in range(p.players):
        if p.step == Due.POWER and q.step != Due.POWER:
            yield f"{SEATS[seat]} has the power {b.content.powers[q.power[seat] - 1].name} (C1.8)."
        if p.surged[seat] != q.surged[seat]:
            clause = "C4.8" if q.surged[seat] else "C13.5"
            yield f"The power of {SEATS[seat]} flips to its {SIDES[q.surged[seat]]} side ({clause})."


def _scored(p: Position, q: Position) -> Iterator[str]:
    """Yield the tokens that went into thrones."""
    for seat in range(p.players):
        won = dict(_changes(p.throne[seat], q.throne[seat]))
        galaxy = won.pop(len(SEATS), 0)
        words = [counted(n, word) for n, word in ((sum(won.values()), "token"), (galaxy, "galaxy token")) if n]
        if words:
            yield f"{SEATS[seat]} scores {' and '.join(words)} (C3.1)."


def _changes(before: Row, after: Row) -> Iterator[tuple[int, int]]:
    """Yield each place where rows differ, and by how much the number is more after."""
    if before != after:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield place, new - old
