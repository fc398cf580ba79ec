"""Ends of lines: texts of every kind and game are read with CRLF, blanks at ends of lines, and a final newline."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from tests.command import Run
from tests.fuzzing.readers import READERS, texts_to_begin_with

import sse_core as sse
from sse_core.forms.lines import Lines
from sse_core.play.records.record import parse_game
from sse_core.small_star_empires import parse_campaign

KINDS: Final = [name for name in READERS if not name.endswith(("-action", "-cell"))]
DRAWN: Final = [name for name in KINDS if not name.endswith("-json")]
STRICT: Final = [name for name in DRAWN if not name.endswith("-map")]
"""The kinds whose texts begin with their name, and have one spelling."""

ENDS: Final[dict[str, Callable[[str], str]]] = {
    "a final newline": lambda text: f"{text}\n",
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "a final CRLF": lambda text: f"{text}\n".replace("\n", "\r\n"),
    "blanks": lambda text: f"{text}  \n".replace("\n", "  \n"),
    "blanks and a tab before CRLF": lambda text: f"{text}\n".replace("\n", " \t\r\n"),
    "the last quotes indented": lambda text: f"{text}\n    ",
}
"""Ways to end the lines of a text that don't count."""

UNPRINTABLE: Final = {
    "\t": "a tab (U+0009)",
    "\r": "a carriage return without a newline (U+000D)",
    "\f": "an unprintable character (U+000C)",
    "\0": "an unprintable character (U+0000)",
    "\x85": "an unprintable character (U+0085)",
    "\xa0": "an unprintable character (U+00A0)",
    "\u2028": "an unprintable character (U+2028)",
}


@cache
def texts_of(name: str) -> list[str]:
    """Return the first text of a kind, the last and the longest one, without newlines at their ends."""
    texts = [text.rstrip("\n") for text in texts_to_begin_with(name)]
    return list(dict.fromkeys([texts[0], texts[-1], max(texts, key=len)]))


def error_of(read: Callable[[str], object], text: str) -> sse.NotationError | sse.SetupError:
    """Return the error for a text."""
    with pytest.raises(sse.SseError) as caught:
        read(text)
    error = caught.value
    assert isinstance(error, (sse.NotationError, sse.SetupError))
    return error


@pytest.mark.parametrize("name", KINDS)
def test_how_lines_end_does_not_count(name: str) -> None:
    reader = READERS[name]
    for text in texts_of(name):
        value = reader.read(text)
        for how, change in ENDS.items():
            assert reader.read(change(text)) == sse.read(change(text)) == value, how


@pytest.mark.parametrize("name", DRAWN)
def test_errors_point_to_the_same_place_however_lines_end(name: str) -> None:
    for text in texts_of(name):
        lines = text.split("\n")
        for place in range(0, len(lines), max(1, len(lines) // 4)):
            wrong = "\n".join([*lines[:place], f"{lines[place]} @ wrong", *lines[place + 1 :]])
            for read in (READERS[name].read, sse.read):
                error = error_of(read, wrong)
                for how in ("a final CRLF", "blanks"):
                    changed = error_of(read, ENDS[how](wrong))
                    assert (type(changed), changed.args) == (type(error), error.args)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in DRAWN])
def test_errors_of_json_show_the_line_however_it_ends(name: str) -> None:
    text = json.dumps(json.loads(texts_of(name)[0]), indent=1).replace(",\n", "\n", 1)
    assert error_of(READERS[name].read, text.replace("\n", "\r\n")).args == error_of(READERS[name].read, text).args


@pytest.mark.parametrize("name", STRICT)
def test_other_ends_are_told(name: str) -> None:
    text = texts_of(name)[0]
    for read in (READERS[name].read, sse.read):
        more = error_of(read, f"{text}\n\n")
        assert (more.message, more.line) == ("the text should end before this empty line", text.count("\n") + 2)
        for above in ("\n", "\r\n", " \n", "\n\n"):
            error = error_of(read, above + text)
            assert (error.message[:29], error.line) == ("an empty line stands before a", 1)
        assert error_of(read, text.replace("\n", "\r")).message == f"{UNPRINTABLE[chr(13)]} stands here"


@pytest.mark.parametrize("name", STRICT)
@pytest.mark.parametrize("character", UNPRINTABLE)
def test_an_unprintable_character_is_named_where_it_stands(name: str, character: str) -> None:
    lines = texts_of(name)[0].split("\n")
    for place in {1, len(lines) // 2, len(lines) - 1}:
        wrong = [*lines[:place], f"{lines[place]}{character}.", *lines[place + 1 :]]
        for read in (READERS[name].read, sse.read):
            error = error_of(read, "\n".join(wrong))
            assert error.message == f"{UNPRINTABLE[character]} stands here"
            assert (error.line, error.column) == (place + 1, len(lines[place]) + 1)
            assert isinstance(error, sse.NotationError)
            assert error.text == wrong[place]


def test_a_record_below_an_empty_line_is_told_without_the_name_of_its_game() -> None:
    for text in ("\nsse-game 1", "\r\nsse-game 1"):
        assert error_of(parse_game, text).message == "an empty line stands before a record (sse-game)"


def test_a_word_may_be_missing_behind_a_prefix() -> None:
    """A line that ends with a prefix has lost the blank at its end."""
    word = Lines("hand: \nlast: 1").take("hand: ")
    assert (word.text, word.whole_line, word.column) == ("", "hand:", 6)
    lines = Lines("hand: \nlast: 1")
    lines.check_written_as("hand: \nlast: 1\n", 0)


@pytest.mark.parametrize("game", sse.GAMES)
def test_records_that_the_command_writes_are_read(run: Run, tmp_path: Path, game: str) -> None:
    chosen = [] if game == "small_star_empires" else [game]
    players = ["random"] * (1 if game == "micro_space_empire" else 2)
    assert run("play", *chosen, *players, "--seed", 1, "--quiet", "--out", tmp_path).status == 0
    record = sse.read((tmp_path / "game.sse").read_text(encoding="utf-8"))
    assert record.final.outcome is not None
    assert parse_game((tmp_path / "game.sse").read_bytes().decode(), sse.GAMES[game]) == record
    assert sse.read(run("show", *chosen, "--json", tmp_path / "game.sse").out) == record


def test_a_campaign_that_the_command_writes_is_read(run: Run, tmp_path: Path) -> None:
    assert run("campaign", "random", "random", "--seed", 1, "--out", tmp_path).status == 0
    text = (tmp_path / "campaign.sse").read_text(encoding="utf-8")
    assert sse.read(text) == parse_campaign(text)
    assert sse.read(text).is_over
