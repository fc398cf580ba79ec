"""Checks of pictures: drawings for a terminal and as SVG, animations, strips, rows."""

from __future__ import annotations

import re
from typing import Any, Final, get_args

from ...drawing.markup import parse as parse_svg
from ...game import NarrowGame, Pen, Theme
from ...play.records.record import GameRecord
from .check import check
from .random_game import RandomGame, expect, seats_of

_LOW: Final = 20
"""The lines of a low window."""

_IN_PICTURES: Final = 12
"""The number of moves that are drawn as an animation."""


@check("drawings")
def check_drawings(played: RandomGame) -> None:
    """A state has one drawing, the end of a game another than its start, and the last action is marked.

    Paint changes no column of the drawing for a terminal, nor do characters beyond ASCII. For a low window it has no
    more lines than are seen, or is the usual one.
    """
    game = played.game
    (first, *_, last), again = played.states, played.new_game()
    for draw in (game.to_text, game.to_svg):
        expect(draw(first) == draw(again), "the same state is drawn in two ways")
        expect(draw(first) != draw(last), "start and end of a game look the same")
        for turn in played.turns:
            after = turn.state.after(turn.action, turn.player)
            expect(draw(after, last=[turn.action]) != draw(after), f"the last action {turn.action!r} isn't marked")
    for state in (first, last):
        plain = game.to_text(state)
        expect(plain.isascii(), "the plain drawing has a character beyond ASCII")
        expect(_PAINT.sub("", game.to_text(state, pen=Pen(_painted))) == plain, "paint changes the drawing")
        columns = [*map(len, plain.splitlines())]
        for pen in (Pen(unicode=True), Pen(_painted, unicode=True)):
            lines = _PAINT.sub("", game.to_text(state, pen=pen)).splitlines()
            expect([*map(len, lines)] == columns, "characters beyond ASCII change the columns of the drawing")
        low = game.to_text(state, pen=Pen(lines=_LOW))
        expect(low == plain or low.count("\n") < _LOW, "the drawing for a low window doesn't fit it")


_PAINT: Final = re.compile("\x02[^\x03]*\x03|\x04")
"""The paint of `_painted`."""


def _painted(words: str, role: str) -> str:
    return f"\x02{role}\x03{words}\x04"


@check("pictures")
def check_pictures(played: RandomGame) -> None:
    """A picture is an SVG document in each theme, and has no place twice. One for narrow windows has the same places.

    A recorded game has one animation and one strip, SVG documents both, and rows that end with its totals.
    """
    game = played.game
    for state in played.states[::5]:
        for theme in get_args(Theme):
            picture = game.to_svg(state, theme=theme)
            expect(parse_svg(picture).markup == picture, f"the picture in the theme {theme} is no SVG document")
            places = re.findall(r' data-place="([^"]*)"', picture)
            expect(len({*places}) == len(places), f"a place is twice in a picture: {places}")
            if isinstance(game, NarrowGame):
                narrow = game.narrow_svg(state, theme=theme)
                expect(parse_svg(narrow).markup == narrow, "the narrow picture is no SVG document")
                there = re.findall(r' data-place="([^"]*)"', narrow)
                expect(sorted(there) == sorted(places), f"the narrow picture has other places: {there}")
    turns = played.all_turns[:_IN_PICTURES]
    record: GameRecord[Any, Any] = GameRecord(played.new_game(), [(turn.player, turn.action) for turn in turns])
    for picture, again in (
        (record.to_svg(animated=True), record.to_svg(animated=True)),
        (record.to_strip(), record.to_strip()),
    ):
        expect(parse_svg(picture).markup == picture, "a picture of the game is no SVG document")
        expect(picture == again, "the same game is drawn in two ways")
    rows = record.to_rows()
    expect(len(rows) == len(turns), f"{len(turns)} moves have {len(rows)} rows")
    expect(len({tuple(row) for row in rows}) <= 1, "rows of one game have different keys")
    letters = game.INFO.seats
    for row, state in zip(rows, list(record.states())[1:], strict=True):
        totals = tuple(row[f"total_{letters[seat]}"] for seat in seats_of(state))
        expect(totals == state.totals, f"row {row['ply']} has the totals {totals}, not {state.totals}")
