"""Pictures and tables for notebooks: self-contained HTML, in the colours of the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from ..game import CHANCE, Analysis, Line

if TYPE_CHECKING:
    import typing_extensions

    ScoreT = typing_extensions.TypeVar("ScoreT", default=Any)
else:
    ScoreT = TypeVar("ScoreT")

__all__ = ["ScoreSheet", "ScoreTable", "analysis_table", "paragraph", "picture", "score_table", "table"]

_ROWS: Final = 20
"""The number of lines of an analysis in the first table."""

_FAR: Final = 8
"""The most actions of a line that are shown."""


def picture(svg: str, caption: str = "") -> str:
    """Return a drawing that is never wider than the page, with words below it."""
    fitted = svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    words = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin:0">{fitted}{words}</figure>'


def table(
    caption: str,
    heading: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    words: Collection[int] = (0,),
    note: str = "",
) -> str:
    """Return a table with a caption above it and a note below; all is escaped. Without rows there are only these two.

    `words` are the columns of words, which stand on the left; the others have numbers. If the first column has words,
    they are the headings of the rows.
    """
    below = paragraph(note) if note else ""
    if not rows:
        return paragraph(caption) + below
    head = _row(heading, ["col"] * len(heading), words)
    body = "".join(_row(row, ["row"] if 0 in words else [], words) for row in rows)
    above = f'<caption style="{_CAPTION}">{escape(caption)}</caption>' if caption else ""
    return f"<table>{above}<thead>{head}</thead><tbody>{body}</tbody></table>{below}"


def paragraph(words: str) -> str:
    """Return a paragraph with lines of a good length."""
    return f'<p style="max-width:50em">{escape(words)}</p>'


_CAPTION: Final = "caption-side:top;text-align:left;white-space:nowrap;padding:2px 8px"
_WORDS: Final = "text-align:left;padding:2px 8px"
_NUMBERS: Final = "text-align:right;padding:2px 8px"


def _row(texts: Sequence[str], scopes: Sequence[str], words: Collection[int]) -> str:
    """Return a row; as many of its first texts as there are scopes are headings."""
    parts: list[str] = []
    for column, text in enumerate(texts):
        is_heading = column < len(scopes)
        style = (_WORDS if column in words else _NUMBERS) + (";white-space:nowrap" if is_heading else "")
        name, scope = ("th", f' scope="{scopes[column]}"') if is_heading else ("td", "")
        parts.append(f'<{name}{scope} style="{style}">{escape(text)}</{name}>')
    return f"<tr>{''.join(parts)}</tr>"


# --- scores


class ScoreSheet(tuple[ScoreT, ...]):
    """The points of each seat, part by part: a tuple of scores by seat, which notebooks show as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return score_table(list(map(_parts, self)))


class ScoreTable(list[Mapping[str, int]]):
    """The points of each seat by column: a list by seat, which notebooks show as a table."""

    def _repr_html_(self) -> str:
        return score_table(self)


def score_table(rows: Sequence[Mapping[str, int]], *, is_one: bool = False) -> str:
    """Return the table of scores by seat, without the seats if it is the score of one."""
    columns = list(rows[0]) if rows else []
    seats = [] if is_one else ["seat"]
    body = [
        [*(_LETTERS[seat] for _ in seats), *(str(row[column]) for column in columns)] for seat, row in enumerate(rows)
    ]
    return table("", [*seats, *columns], body, words=() if is_one else (0,))


_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _parts(score: Any) -> Mapping[str, int]:
    """Return a score by column, the total last."""
    if isinstance(score, Mapping):
        return cast("Mapping[str, int]", score)
    return {**score._asdict(), "total": score.total}


# --- analyses


def analysis_table(found: Analysis[Any]) -> str:
    """Return the lines of an analysis, the best one first; those after the first 20 are folded up."""
    if not found.lines:
        return paragraph("The game is over: there is no action to analyse.")
    seats = _seats(found)
    alone = len(seats) == 1
    values = ["win %"] if alone else [f"win % {seat}" for seat in seats]
    margins = ["score"] if alone else [f"margin {seat}" for seat in seats]
    heading = ["action", "visits", *values, "±", *margins, "expected play"]
    rows = [_line_row(line, _texts(found, line), alone) for line in found.lines]
    words = (0, len(heading) - 1)
    first = table(_caption(found), heading, rows[:_ROWS], words=words)
    more = ""
    if rest := rows[_ROWS:]:
        more = f"<details><summary>{len(rest)} more</summary>{table('', heading, rest, words=words)}</details>"
    return f"{first}{more}{paragraph(found.how)}"


def _seats(found: Analysis[Any]) -> Sequence[str]:
    n = len(found.lines[0].value)
    return _LETTERS[:n] if found.state is None else found.state.game.INFO.seats[:n]


def _caption(found: Analysis[Any]) -> str:
    n = len(found.lines)
    visits = f"{found.visits:,} visit{'s' * (found.visits != 1)}{'; its memory is full' if found.is_full else ''}"
    if found.state is None:
        return visits
    player = _player(found)
    who = "chance" if player == CHANCE else found.state.game.INFO.seats[player]
    noun = "chance event" if player == CHANCE else "legal action"
    return f"Ply {found.state.ply}, {who} to act, {n} {noun}{'s' * (n != 1)}; {visits}"


def _player(found: Analysis[Any]) -> int:
    assert found.state is not None
    return found.state.to_act[0] if found.player is None else found.player


def _line_row(line: Line[Any], texts: Sequence[str], alone: bool) -> list[str]:
    error = "exact" if line.exact else f"{100 * line.error:.1f}"
    margins = [f"{float(margin):.3f}" if alone else f"{float(margin):+.2f}" for margin in line.margin]
    then = " ".join(texts[1:_FAR]) + (" …" if len(texts) > _FAR else "")
    return [texts[0], f"{line.visits:,}", *(f"{100 * float(value):.1f}" for value in line.value), error, *margins, then]


def _texts(found: Analysis[Any], line: Line[Any]) -> list[str]:
    """Return the text of each action of a line; what Python writes for it if the state isn't known."""
    from ..play.search import follow

    if found.state is None:
        return [str(action) for action in islice(line.line, _FAR + 1)]
    steps = follow(found.state, line.line, found.player)
    return [before.game.format_action(action, before) for before, _, action in islice(steps, _FAR + 1)]
