"""Texts of the wrong kind: the error of every reader names the kind that it was given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.command import Run

import sse_core as sse
from sse_core import micro_space_empire as micro
from sse_core.errors import NotationCode
from sse_core.forms.kinds import kind_of, kind_of_bytes
from sse_core.small_star_empires import Campaign, format_campaign, parse_campaign, parse_game, parse_state

STATE = sse.new_game(sse.maps()["duel"])
GAME = sse.GameRecord(STATE, ())
CAMPAIGN = Campaign(2, 7)
SOLO = micro.new_game()
SOLO_GAME = micro.GameRecord(SOLO, ())

KINDS = {
    "a map": sse.format_map(STATE.board),
    "a map drawn by hand": "  A 2 1\n 1 r 3 .\n",
    "a position (sse-state)": sse.format_state(STATE),
    "a record (sse-game)": sse.format_game(GAME),
    "a campaign (sse-campaign)": format_campaign(CAMPAIGN),
    "a position (mse-state)": micro.format_state(SOLO),
    "a record (mse-game)": micro.format_game(SOLO_GAME),
    "JSON of a position (sse-state)": STATE.to_json(),
    "JSON of a record (sse-game)": GAME.to_json(),
    "JSON of a campaign (sse-campaign)": CAMPAIGN.to_json(),
    "JSON of a position (mse-state)": SOLO.to_json(),
    "JSON of a record (mse-game)": SOLO_GAME.to_json(),
    "JSON": '{"players": 2}',
    "an SVG picture": sse.to_svg(STATE),
    "an HTML page": "<!DOCTYPE html>\n<html></html>",
    "XML": "<game/>",
    "a drawing as `sse show` prints it": sse.to_text(STATE.board),
    "an empty text": " \n\n",
}
"""A text of each kind, by the kind."""

READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "a map": (sse.parse_map, "a map is wanted, and this looks like "),
    "a position (sse-state)": (parse_state, "a position (sse-state) is wanted, and this looks like "),
    "a record (sse-game)": (parse_game, "a record (sse-game) is wanted, and this looks like "),
    "a campaign (sse-campaign)": (parse_campaign, "a campaign (sse-campaign) is wanted, and this looks like "),
    "a position (mse-state)": (micro.parse_state, "a position (mse-state) is wanted, and this looks like "),
    "a record (mse-game)": (micro.parse_game, "a record (mse-game) is wanted, and this looks like "),
    "JSON of a position (sse-state)": (sse.State.from_json, "a position (sse-state) is wanted, and this looks like "),
    "JSON of a record (sse-game)": (
        lambda text: sse.GameRecord.from_json(text, sse.small_star_empires),
        "a record (sse-game) is wanted, and this looks like ",
    ),
    "JSON of a campaign (sse-campaign)": (
        Campaign.from_json,
        "a campaign (sse-campaign) is wanted, and this looks like ",
    ),
    "JSON of a position (mse-state)": (micro.State.from_json, "a position (mse-state) is wanted, and this looks like "),
    "JSON of a record (mse-game)": (
        lambda text: micro.GameRecord.from_json(text, micro),
        "a record (mse-game) is wanted, and this looks like ",
    ),
}
"""The reader of each kind, and the beginning of its error for another kind."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_known_by_its_beginning(kind: str) -> None:
    assert kind_of(KINDS[kind]) == kind.removesuffix(" drawn by hand")
    assert kind_of("\ufeff" + KINDS[kind]) == kind.removesuffix(" drawn by hand")


@pytest.mark.parametrize("text", ["hello", "hello: world", "# Rules", "import sse_core", "a2-c4=C", "sse", "7"])
def test_what_looks_like_nothing_is_nothing(text: str) -> None:
    assert kind_of(text) is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_a_reader_says_what_it_was_given(reader: str, kind: str) -> None:
    read, words = READERS[reader]
    if kind.removesuffix(" drawn by hand") == reader:
        read(KINDS[kind]) if kind == reader else None
        return
    with pytest.raises(sse.SseError) as error:
        read(KINDS[kind])
    message, reads_json = str(error.value), reader.startswith("JSON")
    if reads_json and kind == "JSON":
        assert "is missing" in message
    elif reads_json and kind.startswith("JSON"):
        assert words + kind.removeprefix("JSON of ") in message
    elif reads_json:
        assert f"this looks like {kind.removesuffix(' drawn by hand')}" in message
        assert "not JSON" in message
    else:
        assert words + kind.removesuffix(" drawn by hand") in message


NOT_READ = ["JSON", "an SVG picture", "an HTML page", "XML", "a drawing as `sse show` prints it", "an empty text"]


@pytest.mark.parametrize(
    ("text", "likeness"),
    [
        *((KINDS[kind], kind) for kind in NOT_READ if kind != "JSON"),
        ("", "an empty text"),
        ("[]", "JSON"),
        (' {"format": "sse-state"}', "JSON"),
        ("hello", "none of them"),
        ("null", "none of them"),
        ("# Rules\n\nNone.", "none of them"),
    ],
)
def test_what_no_reader_takes_is_told_with_the_kinds_that_there_are(text: str, likeness: str) -> None:
    """It was taken for a map that can't be."""
    for game, kinds in (
        (None, "a map, a position, a record or a campaign"),
        (sse.small_star_empires, "a map, a position (sse-state), a record (sse-game) or a campaign (sse-campaign)"),
        (micro, "a position (mse-state) or a record (mse-game)"),
    ):
        with pytest.raises(sse.NotationError) as error:
            sse.read(text, game)
        assert error.value.code == NotationCode.KIND
        assert str(error.value).startswith(f"line 1, column 1: {kinds} is wanted, and this looks like {likeness}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A 3 Q", "unknown symbol 'Q'"),
        ("A\n 3 Q", "unknown symbol 'Q'"),
        ("note: mine\n\nA", "has 2 to 4 homeworlds, this one 1"),
        ("orign: 0 0\n\nA 3 B", "unknown key 'orign'"),
    ],
)
def test_a_map_that_cannot_be_is_told_as_one(text: str, words: str) -> None:
    with pytest.raises(sse.SetupError, match=words):
        sse.read(text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_before_a_text_is_named_by_every_reader(kind: str) -> None:
    """It can't be seen, so the error says what it is, where, and how to be rid of it."""
    text = "\ufeff" + KINDS[kind]
    for read in (sse.read, *(read for read, _ in READERS.values())):
        with pytest.raises((sse.NotationError, sse.SetupError), match="line 1, column 1: a byte order mark") as error:
            read(text)
        assert "read the file as utf-8-sig, or leave out that character" in str(error.value)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind == "a map" or kind.endswith(")")])
def test_files_with_a_mark_are_read_as_those_without(run: Run, tmp_path: Path, kind: str) -> None:
    game = ["micro_space_empire"] if "mse" in kind else []
    for encoding in ("utf-8", "utf-8-sig"):
        (tmp_path / encoding).write_text(KINDS[kind], encoding=encoding)
    plain, marked = (run("show", *game, tmp_path / encoding) for encoding in ("utf-8", "utf-8-sig"))
    assert plain == marked
    assert plain.status == 0


def test_an_empty_line_before_a_text_is_named() -> None:
    with pytest.raises(sse.NotationError, match=r"an empty line stands before a position \(sse-state\)"):
        sse.read("\n" + sse.format_state(STATE))


def test_another_version_is_told_as_such() -> None:
    with pytest.raises(sse.NotationError, match="expected 'sse-state 1' here"):
        parse_state(sse.format_state(STATE).replace("sse-state 1", "sse-state 2"))


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"\x89PNG\r\n\x1a\n\0", "a PNG picture"), (b"\xff\xfeA\0", "UTF-16"), (b"\x1f\x8b\x08\xff", "a gzip archive")],
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, kind: str) -> None:
    assert kind_of_bytes(data) == kind
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(sse.SetupError, match=f"is not UTF-8 text, and looks like {kind}: "):
        sse.load_map(path)
    assert kind_of_bytes(b"A \xff B") is None
