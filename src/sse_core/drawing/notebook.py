"""Pictures and tables for notebooks: self-contained HTML, in the colours of the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

if TYPE_CHECKING:
    import typing_extensions

    ScoreT = typing_extensions.TypeVar("ScoreT", default=Any)
else:
    ScoreT = TypeVar("ScoreT")

__all__ = ["LETTERS", "ScoreSheet", "ScoreTable", "paragraph", "picture", "score_table", "table"]


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
        [*(LETTERS[seat] for _ in seats), *(str(row[column]) for column in columns)] for seat, row in enumerate(rows)
    ]
    return table("", [*seats, *columns], body, words=() if is_one else (0,))


LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _parts(score: Any) -> Mapping[str, int]:
    """Return a score by column, the total last."""
    if isinstance(score, Mapping):
        return cast("Mapping[str, int]", score)
    return {**score._asdict(), "total": score.total}
