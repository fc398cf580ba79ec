"""Drawings of positions for a terminal: the turn, the mat, the cards and the points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from ..drawing.checks import check_marked, check_pen
from ..drawing.pens import Painted, drawn, joined, painted, side_by_side, wrapped
from ..game import PLAIN, Pen
from .actions import Action
from .cards import Deck, Event, Kind, System, Technology, cards_of
from .notation import name_of
from .position import (
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
from .state import State, check_state
from .trace import MARK, Trace, trace_of

__all__ = ["deck_counts", "due_words", "event_line", "to_text"]

_WIDTH: Final = 80
_NO_BREAK: Final = "\xa0"
"""A blank inside a card, where lines don't break."""

_CARDS: Final = frozenset(name_of(card) for kind in (System, Technology, Event) for card in kind)
"""The names of all cards, as texts of actions write them."""

_DUE_WORDS: Final = {
    Due.CHOICE: "phase 1: explore, conquer, or bide",
    Due.NEAR: "a near system is turned over",
    Due.DISTANT: "a distant system is turned over",
    Due.DIPLOMACY: "diplomacy or the die, for {target}",
    Due.ATTACK: "the die: {target} is attacked",
    Due.TRADE: "phase 2: trade",
    Due.BUILD: "phase 3: build and discover",
    Due.EVENT: "phase 4: an event",
    Due.REVOLT: "{event}: where does it break out?",
    Due.DEFENSE: "the die: {event} strikes {target}",
    Due.END: "the game is over",
}
"""The words for what is due; ``{target}`` and ``{event}`` are titles of cards."""


def to_text(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
    """Return a drawing of a position for a terminal: the turn, the mat, the cards, and the score as it stands.

    It is at most 80 columns wide and has no newline at its end. `last` has the actions that led to the position, such
    as those of the last turn: their cards are marked by ``*``, and a line names the actions. The cards that `marked`
    names, as in texts of actions (``wolf_359``), stand in brackets.

    Raises ArgumentError for a marked card that isn't in the game, IllegalActionError for what is no action of it,
    TypeError for a value of another type.
    """
    look = _Look(trace_of(last), check_marked(marked, _CARDS, "card"), check_pen(pen))
    lines = [part for line in _lines(check_state(state).position, look) for part in _wrapped(line)]
    return drawn(lines, pen).replace(_NO_BREAK, " ")


def _wrapped(line: Painted) -> list[Painted]:
    return wrapped(line, _WIDTH, "  ") or [line]


class _Look(NamedTuple):
    """How a drawing looks: what is marked, and the pen."""

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
        """Return an amount of what has a cap, as a bar and in numbers."""
        full, free = ("█", "░") if self.pen.unicode else ("#", ".")
        bar = painted("[") + painted(full * amount, "strong") + painted(free * (cap - amount), "dim")
        return bar + painted(f"]{' ' * (5 - cap)} {amount}/{cap}")


def due_words(p: Position) -> str:
    """Return the words for what is due, with the titles of its cards."""
    if p.lost:
        return "the Home World has fallen"
    names = {"target": "" if p.target is None else p.target.title, "event": "" if p.event is None else p.event.title}
    return _DUE_WORDS[p.due].format(**names)


def _lines(p: Position, look: _Look) -> Iterator[Painted]:
    yield painted(f"Turn {p.turn} of {TURNS}, Year {year_of(p.turn)}: {due_words(p)}", "strong")
    if words := look.trace.words:
        cards = f" ({MARK} their cards)" if look.trace.titles else ""
        yield painted("Last: ") + painted(words, "last") + painted(cards)
    yield Painted("")
    metal, wealth = production(p.empire)
    strike = _strike_words(p)
    yield painted("metal     ") + look.bar(p.metal, store_cap(p)) + painted(f"  +{metal} a turn{strike}")
    yield painted("wealth    ") + look.bar(p.wealth, store_cap(p)) + painted(f"  +{wealth} a turn{strike}")
    yield painted("military  ") + look.bar(p.military, military_cap(p))
    yield Painted("")
    for right in Technology:
        if right.before is not None:
            yield side_by_side(((0, _technology(p, right.before, look)), (28, _technology(p, right, look))))
    yield Painted("")
    home = painted("Home World".replace(" ", _NO_BREAK))
    yield _listed("Empire, as it grew", [home, *(look.card(one, _card_line(one)) for one in p.empire)])
    unaligned = cards_of(System, p.unaligned)
    yield _listed("Unaligned", [look.card(one, _card_line(one)) for one in unaligned])
    decks = [painted(f"{count}{_NO_BREAK}{deck}") for deck, count in deck_counts(p).items()]
    yield _listed("Still to be turned over", decks)
    events = cards_of(Event, p.seen)
    yield _listed(f"Events of Year {year_of(p.turn)}", [look.card(one, event_line(p, one)) for one in events])
    if p.diplomatic:
        yield painted("Diplomacy can take a system in this turn.")
    yield Painted("")
    score = score_of(p)
    yield painted(
        f"Points: systems {score.systems}, technologies {score.technologies}, explored {score.explored}, "
        f"scientific {score.scientific}, warlord {score.warlord}: "
    ) + painted(f"{total_of(p)}{', lost' if p.lost else ''}", "strong")


def _strike_words(p: Position) -> str:
    if not p.struck:
        return ""
    return ", half of it in the strike" if has(p, Technology.ROBOT_WORKERS) else ", nothing in the strike"


def _technology(p: Position, technology: Technology, look: _Look) -> Painted:
    known = has(p, technology)
    mark = ("✓" if look.pen.unicode else "x") if known else " "
    box = painted("[") + painted(mark, "strong") + painted(f"] {technology.cost} ")
    return box + look.card(technology, technology.title)


def _card_line(system: System) -> str:
    """Return a system as its card shows it: title, resistance, production, points."""
    parts = [f"r{system.resistance}"]
    parts += ["metal"] * system.metal + ["wealth"] * system.wealth + [f"{system.points} VP"]
    return f"{system.title} ({' '.join(parts)})"


def event_line(p: Position, event: Event) -> str:
    """Return an event with the force that its card has in this year."""
    if event.kind in (Kind.REVOLT, Kind.INVASION):
        return f"{event.title} (force {event.force[year_of(p.turn) - 1]})"
    return event.title


def deck_counts(p: Position) -> dict[Deck, int]:
    """Return the number of cards that are left in each deck (M1)."""
    counts = {deck: len(hidden(p, deck)) for deck in Deck}
    if counts[Deck.NEAR]:
        counts[Deck.NEAR] -= len(near_cards(p)) - NEAR_CARDS
    return counts


def _listed(label: str, parts: Sequence[Painted]) -> Painted:
    """Return texts with commas after a label."""
    return painted(f"{label}: ") + (joined(parts, ", ") if parts else painted("none"))
