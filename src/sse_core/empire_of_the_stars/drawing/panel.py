"""Panels of players in SVG drawings: tracks, credits, tokens, ships beside the map, cards, technologies, the power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...drawing.panels import Panel, cut, text_width
from ...drawing.svg import at, element, title
from ...game import Outcome
from ..actions import SEATS
from ..board import Board
from ..messages import counted, say
from ..positions.fields import IN_HAND, NOBODY, OWNED, SECRET
from ..positions.position import Position, Row
from ..state import State
from ..words.cards import power_lines, sides_told
from ..words.names import named
from ..words.phrases import credits, resource, ships
from ..words.table import cards_of, power_words
from .art import Art
from .captions import token_words
from .places import card_place, power_place, seat_place, side_place
from .rows import INNER, SMALL, WORDS, Item, boxed, card_plate, face_down, flow, head, told_plate

__all__ = ["player_panel"]

_COLOURS: Final = 5
_GALAXY: Final = _COLOURS - 1
"""The colour of galaxy tokens, after those of the seats."""


def player_panel(art: Art, state: State, p: Position, seat: int) -> Panel:
    """Return the panel of a player. In a view it shows what the viewer may know."""
    b, status = state.board, _status(p, seat, state.to_act, state.outcome)
    rows = [
        _name_row(art, b, p, seat, status, state.totals[seat]),
        _tracks_row(art, b, p, seat),
        flow(art, say("has"), [*_purse(art, p, seat)]),
        flow(art, say("throne"), [*_throne(art, p, seat)]),
        flow(art, say("supply"), [*_ships(art, p.supply[seat])]),
        flow(art, say("staging"), [*_ships(art, p.staging[seat])]),
        *_power(art, b, p, seat),
        *_hand(art, b, p, seat),
        *_owned(art, b, p, seat),
    ]
    is_bright = seat in state.to_act or (state.outcome is not None and seat in state.outcome.winners)
    return boxed(art, rows, art.palette.lines[seat], bright=is_bright)


def _status(p: Position, seat: int, to_act: Sequence[int], outcome: Outcome | None) -> list[str]:
    found = [say("chooser")] if p.monolith != NOBODY and p.chooser == seat and outcome is None else []
    if outcome is not None:
        found += [say("won")] if seat in outcome.winners else []
    elif seat in to_act:
        found.append(say("to act"))
    return found


def _name_row(art: Art, b: Board, p: Position, seat: int, status: Sequence[str], points: int) -> Panel:
    """Return the letter, the crown and the scepter, the status and the points."""
    token = element("g", art.token(seat, starbase=False, radius=12), title(_who(seat)), **seat_place(b, seat))
    parts, x = [element("g", token, transform=at(13, 13))], 42.0
    for has, form, caption in (
        (p.emperor == seat, art.crown, say("the Emperor")),
        (p.scepter == seat, art.scepter, say("holds the scepter")),
    ):
        if has:
            parts.append(element("g", title(caption), form.drawn(), transform=at(x, 13)))
            x += 24
    scored = counted(points, "{n} point", "{n} points")
    room = INNER - text_width(scored, 15) - x
    parts.append(art.start(x - 8, 18, cut(", ".join(status), room, WORDS), WORDS, art.palette.dim))
    parts.append(art.text(INNER, 18, scored, 15, font_weight="bold", text_anchor="end"))
    return Panel("".join(parts), 32)


def _who(seat: int) -> str:
    return say("player {who}", who=SEATS[seat])


def _tracks_row(art: Art, b: Board, p: Position, seat: int) -> Panel:
    """Return the track of each resource: its sign, the number, and below them a box for each step up to the end."""
    wide, content = (INNER + 6) / 3, ""
    for kind, (n, end) in enumerate(zip(p.resources[seat], b.content.tracks, strict=True)):
        words = resource(n, kind)
        parts = [title(say("{words} of {end} at most, {who}", words=words, end=end, who=SEATS[seat]))]
        parts.append(art.resources[kind].drawn(6, 9, 1.1))
        parts.append(art.start(15, 13, cut(words, wide - 18, SMALL), SMALL, font_weight="bold"))
        parts += _boxes(art, kind, n, end, wide - 8)
        content += element("g", *parts, class_="track", transform=at(wide * kind, 0))
    return Panel(content, 38)


def _boxes(art: Art, kind: int, n: int, end: int, wide: float) -> Iterator[str]:
    """Yield the boxes of a track, filled up to the number."""
    step, palette = wide / max(1, end), art.palette
    for place in range(end):
        fill = palette.resources[kind] if place < n else palette.box
        size = {"x": step * place, "y": 20, "width": step - 1, "height": 10, "rx": 1.5}
        yield element("rect", **size, fill=fill, stroke=palette.faint, stroke_width=0.6)


def _purse(art: Art, p: Position, seat: int) -> Iterator[Item]:
    """Yield the credits, the stock, and influence that waits to be placed."""
    yield Item(art.gold.drawn(), 14, credits(p.credits[seat]))
    stock = counted(p.stock[seat], "{n} token in stock", "{n} tokens in stock")
    yield Item(_disc(art, seat), 12, stock)
    waiting = p.influence[seat]
    if waiting:
        plate_of = art.influence(seat, waiting)
        yield Item(plate_of.content, plate_of.width, say("{n} influence to place", n=waiting))


def _disc(art: Art, seat: int) -> str:
    """Return a token of the stock."""
    return element("circle", r=5.5, fill=art.palette.seats[seat], stroke=art.palette.letter, stroke_width=0.9)


def _throne(art: Art, p: Position, seat: int) -> Iterator[Item]:
    """Yield the tokens in the throne, by colour."""
    for colour, n in enumerate(p.throne[seat]):
        if n and colour == _GALAXY:
            yield Item(art.galaxy.drawn(), 18, token_words(n, is_galaxy=True))
        elif n:
            form = art.token(colour, starbase=False, radius=8)
            yield Item(form, 17, token_words(n), say("{tokens} of {who}", tokens=token_words(n), who=SEATS[colour]))


def _ships(art: Art, numbers: Row) -> Iterator[Item]:
    """Yield ships beside the map: the form of each type, and how many there are."""
    for kind, n in enumerate(numbers):
        if n:
            yield Item(art.inked_ships[kind].drawn(), 13, ships(n, kind))


# --- cards


def _power(art: Art, b: Board, p: Position, seat: int) -> Iterator[Panel]:
    """Yield the power with the effects of both sides; during the choice, the powers that were dealt."""
    words, held = power_words(b, p, seat), p.power[seat]
    if held == SECRET:
        yield face_down(art, say("power: {words}", words=words))
    elif held:
        power = held - 1
        does = sides_told(b.content.powers[power])
        yield _told(art, say("power {words}", words=words), does, side_place(b, power, p.surged[seat]))
    elif words:
        yield head(art, say("powers, of which one is kept"))
        for power in (each - 1 for each in p.dealt[seat] if each):
            dealt = b.content.powers[power]
            yield _told(art, named(dealt.name), power_lines(dealt), power_place(b, power))


def _told(art: Art, name: str, does: Sequence[str], place: dict[str, float | str]) -> Panel:
    drawn = told_plate(art, name, does, caption=" ".join([f"{name}.", *does]))
    return Panel(element("g", drawn.content, class_="power", **place), drawn.height + 4)


def _hand(art: Art, b: Board, p: Position, seat: int) -> Iterator[Panel]:
    """Yield the cards in hand; hidden ones by their cost."""
    cards = cards_of(b, p, IN_HAND + seat)
    hidden = [(cost, n) for cost, n in enumerate(p.hidden[seat], 1) if n]
    total = len(cards) + sum(n for _, n in hidden)
    yield head(art, say("hand"), counted(total, "{n} card", "{n} cards"))
    for card in cards:
        more = say("known to all") if p.known[card] else ""
        yield card_plate(art, b, card, card_place(b, card), more=more)
    for cost, n in hidden:
        words = counted(n, "{n} card of cost {cost}, face down", "{n} cards of cost {cost}, face down", cost=cost)
        yield face_down(art, words)


def _owned(art: Art, b: Board, p: Position, seat: int) -> Iterator[Panel]:
    """Yield the technologies that a player owns."""
    cards = cards_of(b, p, OWNED + seat)
    yield head(art, say("owned technologies"), counted(len(cards), "{n} card", "{n} cards"))
    for card in cards:
        yield card_plate(art, b, card, card_place(b, card))
