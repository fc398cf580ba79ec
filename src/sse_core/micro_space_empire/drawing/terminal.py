"""Drawings of positions for a terminal: the turn, the mat, the cards and the points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_marked, check_pen
from ...drawing.panels import capital
from ...drawing.pens import Painted, drawn, joined, painted, side_by_side, wrapped
from ...forms.messages import message
from ...game import PLAIN, Pen
from ..actions import Action
from ..cards import Deck, Event, EventKind, System, Technology, cards_of
from ..messages import say
from ..positions.position import (
    NEAR_CARDS,
    TURNS,
    Due,
    Position,
    has,
    hidden,
    military_cap,
    near_cards,
    production,
    score_of,
    store_cap,
    total_of,
    year_of,
)
from ..state import State, check_state
from ..text.notation import name_of
from ..words.names import title_of
from .trace import MARK, Trace, trace_of

__all__ = ["deck_counts", "deck_words", "due_words", "event_line", "to_text", "turn_words"]

_WIDTH: Final = 80
_NO_BREAK: Final = "\xa0"
"""A blank inside a card, where lines don't break."""

_CARDS: Final = frozenset(name_of(card) for kind in (System, Technology, Event) for card in kind)
"""The names of all cards in texts of actions."""

_DUE_WORDS: Final = {
    Due.CHOICE: message("phase 1: explore, conquer, or bide"),
    Due.NEAR: message("a near system is turned over"),
    Due.DISTANT: message("a distant system is turned over"),
    Due.DIPLOMACY: message("diplomacy or the die, for {target}"),
    Due.ATTACK: message("the die: {target} is attacked"),
    Due.TRADE: message("phase 2: trade"),
    Due.BUILD: message("phase 3: build and discover"),
    Due.EVENT: message("phase 4: an event"),
    Due.REVOLT: message("{event}: where does it break out?"),
    Due.DEFENSE: message("the die: {event} strikes {target}"),
    Due.END: message("the game is over"),
}
"""The words for the due step; ``{target}`` and ``{event}`` are titles of cards."""


def to_text(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
    """Return a drawing of a position for a terminal: the turn, the mat, the cards, and the score as it stands.

    It is at most 80 columns wide and has no newline at its end. `last` has the actions that led to the position, such
    as those of the last turn: their cards are marked by ``*``, and a line names the actions. The cards that `marked`
    names, as in texts of actions (``wolf_359``), stand in brackets.

    Raises ArgumentError for a marked card that isn't in the game, IllegalActionError for a value that is no action of
    it, TypeError for a value of another type.
    """
    look = _Look(trace_of(last), check_marked(marked, _CARDS, "card"), check_pen(pen))
    lines = [part for line in _lines(check_state(state).position, look) for part in _wrapped(line)]
    return drawn(lines, pen).replace(_NO_BREAK, " ")


def _wrapped(line: Painted) -> list[Painted]:
    return wrapped(line, _WIDTH, "  ") or [line]


class _Look(NamedTuple):
    """The look of a drawing: the marks, and the pen."""

    trace: Trace
    """The last actions."""

    marked: frozenset[str]
    """The names of the cards that stand in brackets."""

    pen: Pen

    def card(self, card: System | Event | Technology, text: str) -> Painted:
        """Return the text of a card with its marks."""
        sign = self.trace.sign(card)
        text = (sign + text).replace(" ", _NO_BREAK)
        if name_of(card) in self.marked:
            return painted(f"[{text}]", "marked")
        return painted(text, "last" if sign else "")

    def bar(self, amount: int, cap: int) -> Painted:
        """Return an amount with its cap, as a bar and in numbers."""
        full, free = ("█", "░") if self.pen.unicode else ("#", ".")
        bar = painted("[") + painted(full * amount, "strong") + painted(free * (cap - amount), "dim")
        return bar + painted(f"]{' ' * (5 - cap)} {amount}/{cap}")


def due_words(p: Position) -> str:
    """Return the words for the due step, with the titles of its cards."""
    if p.lost:
        return say("the Home World has fallen")
    target, event = ("" if card is None else title_of(card) for card in (p.target, p.event))
    return say(_DUE_WORDS[p.due], target=target, event=event)


def turn_words(p: Position) -> str:
    """Return the words for the turn of the game."""
    return say("turn {turn} of {turns}, Year {year}", turn=p.turn, turns=TURNS, year=year_of(p.turn))


def _lines(p: Position, look: _Look) -> Iterator[Painted]:
    yield painted(f"{capital(turn_words(p))}: {due_words(p)}", "strong")
    if words := look.trace.words:
        cards = say(" ({sign} their cards)", sign=MARK) if look.trace.titles else ""
        yield painted(say("Last: ")) + painted(words, "last") + painted(cards)
    yield Painted("")
    metal, wealth = production(p.empire)
    yield _named(say("metal")) + look.bar(p.metal, store_cap(p)) + painted(f"  {_made_words(p, metal)}")
    yield _named(say("wealth")) + look.bar(p.wealth, store_cap(p)) + painted(f"  {_made_words(p, wealth)}")
    yield _named(say("military")) + look.bar(p.military, military_cap(p))
    yield Painted("")
    for right in Technology:
        if right.before is not None:
            yield side_by_side(((0, _technology(p, right.before, look)), (28, _technology(p, right, look))))
    yield Painted("")
    home = painted(say("Home World").replace(" ", _NO_BREAK))
    yield _listed(say("Empire, as it grew"), [home, *(look.card(one, _card_line(one)) for one in p.empire)])
    unaligned = cards_of(System, p.unaligned)
    yield _listed(say("Unaligned"), [look.card(one, _card_line(one)) for one in unaligned])
    decks = [painted(deck_words(deck, n).replace(" ", _NO_BREAK)) for deck, n in deck_counts(p).items()]
    yield _listed(say("Still to be turned over"), decks)
    events = cards_of(Event, p.seen)
    heading = say("Events of Year {year}", year=year_of(p.turn))
    yield _listed(heading, [look.card(one, event_line(p, one)) for one in events])
    if p.diplomatic:
        yield painted(say("Diplomacy can take a system in this turn."))
    yield Painted("")
    score, total = score_of(p), total_of(p)
    yield painted(
        say(
            "Points: systems {systems}, technologies {technologies}, explored {explored}, scientific {scientific}, "
            "warlord {warlord}: ",
            systems=score.systems,
            technologies=score.technologies,
            explored=score.explored,
            scientific=score.scientific,
            warlord=score.warlord,
        )
    ) + painted(say("{n}, lost", n=total) if p.lost else str(total), "strong")


def _named(name: str) -> Painted:
    """Return the name of a store or of the military, as wide as the others."""
    return painted(f"{name:10}")


def _made_words(p: Position, n: int) -> str:
    """Return the production of a resource in a turn, and the rest of it after a strike (M4.3)."""
    if not p.struck:
        return say("+{n} a turn", n=n)
    if has(p, Technology.ROBOT_WORKERS):
        return say("+{n} a turn, half of it in the strike", n=n)
    return say("+{n} a turn, nothing in the strike", n=n)


def _technology(p: Position, technology: Technology, look: _Look) -> Painted:
    known = has(p, technology)
    mark = ("✓" if look.pen.unicode else "x") if known else " "
    box = painted("[") + painted(mark, "strong") + painted(f"] {technology.cost} ")
    return box + look.card(technology, title_of(technology))


def _card_line(system: System) -> str:
    """Return a system as its card shows it: title, resistance, production, points."""
    shown = {"system": title_of(system), "resistance": system.resistance, "points": system.points}
    if system.metal:
        return say("{system} (r{resistance} metal {points} VP)", **shown)
    if system.wealth:
        return say("{system} (r{resistance} wealth {points} VP)", **shown)
    return say("{system} (r{resistance} {points} VP)", **shown)


def event_line(p: Position, event: Event) -> str:
    """Return an event with the force that its card has in this year."""
    if event.kind in (EventKind.REVOLT, EventKind.INVASION):
        return say("{event} (force {n})", event=title_of(event), n=event.force[year_of(p.turn) - 1])
    return title_of(event)


def deck_counts(p: Position) -> dict[Deck, int]:
    """Return the number of cards that are left in each deck (M1)."""
    counts = {deck: len(hidden(p, deck)) for deck in Deck}
    if counts[Deck.NEAR]:
        counts[Deck.NEAR] -= len(near_cards(p)) - NEAR_CARDS
    return counts


def deck_words(deck: Deck, n: int) -> str:
    """Return the number of cards that are left in a deck, in words."""
    return say("{n} near", n=n) if deck is Deck.NEAR else say("{n} distant", n=n)


def _listed(label: str, parts: Sequence[Painted]) -> Painted:
    """Return texts with commas after a label."""
    return painted(f"{label}: ") + (joined(parts, ", ") if parts else painted(say("none")))
