"""Drawings of positions for a terminal: the turn, the mat, the cards and the points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from ..checks import check_marked, check_pen
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
    check_pen(pen)
    marks = _Marks(trace_of(last), check_marked(marked, _CARDS, "card"))
    lines = _lines(check_state(state).position, marks)
    wrapped = (wrap(line, _WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines)
    return "\n".join("\n".join(parts) for parts in wrapped).replace(_NO_BREAK, " ")


class _Marks(NamedTuple):
    """What is marked in a drawing."""

    trace: Trace
    """The last actions."""

    cards: frozenset[str]
    """The names of the cards that stand in brackets."""

    def on(self, card: System | Event | Technology, text: str) -> str:
        """Return the text of a card with its marks."""
        text = self.trace.sign(card) + text
        return f"[{text}]" if name_of(card) in self.cards else text


def due_words(p: Position) -> str:
    """Return the words for what is due, with the titles of its cards."""
    if p.lost:
        return "the Home World has fallen"
    names = {"target": "" if p.target is None else p.target.title, "event": "" if p.event is None else p.event.title}
    return _DUE_WORDS[p.due].format(**names)


def _lines(p: Position, marks: _Marks) -> Iterator[str]:
    yield f"Turn {p.turn} of {TURNS}, Year {year_of(p.turn)}: {due_words(p)}"
    if marks.trace.words:
        yield f"Last: {marks.trace.words}{f' ({MARK} their cards)' if marks.trace.titles else ''}"
    yield ""
    metal, wealth = production(p.empire)
    yield f"metal     {_bar(p.metal, store_cap(p))}  +{metal} a turn{_strike_words(p)}"
    yield f"wealth    {_bar(p.wealth, store_cap(p))}  +{wealth} a turn{_strike_words(p)}"
    yield f"military  {_bar(p.military, military_cap(p))}"
    yield ""
    for right in Technology:
        if right.before is not None:
            yield "".join(f"{_technology(p, one, marks):<28}" for one in (right.before, right)).rstrip()
    yield ""
    systems = (marks.on(one, _card_line(one)) for one in p.empire)
    yield f"Empire, as it grew: {_listed(('Home World', *systems))}"
    unaligned = cards_of(System, p.unaligned)
    yield f"Unaligned: {_listed(marks.on(one, _card_line(one)) for one in unaligned)}"
    yield f"Still to be turned over: {_listed(f'{count} {deck}' for deck, count in deck_counts(p).items())}"
    events = cards_of(Event, p.seen)
    yield f"Events of Year {year_of(p.turn)}: {_listed(marks.on(one, event_line(p, one)) for one in events)}"
    if p.diplomatic:
        yield "Diplomacy can take a system in this turn."
    yield ""
    score = score_of(p)
    yield (
        f"Points: systems {score.systems}, technologies {score.technologies}, explored {score.explored}, "
        f"scientific {score.scientific}, warlord {score.warlord}: {score.total}{', lost' if p.lost else ''}"
    )


def _bar(amount: int, cap: int) -> str:
    return f"[{'#' * amount}{'.' * (cap - amount)}]{' ' * (5 - cap)} {amount}/{cap}"


def _strike_words(p: Position) -> str:
    if not p.struck:
        return ""
    return ", half of it in the strike" if has(p, Technology.ROBOT_WORKERS) else ", nothing in the strike"


def _technology(p: Position, technology: Technology, marks: _Marks) -> str:
    return f"[{'x' if has(p, technology) else ' '}] {technology.cost} {marks.on(technology, technology.title)}"


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


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(text.replace(" ", _NO_BREAK) for text in texts) or "none"
