"""Packs: how texts and JSON name them, where readers find them, and what is said of one that isn't here."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from sse_core.errors import NotationError, SetupError
from sse_core.forms.json_object import JsonObject
from sse_core.forms.lines import Lines
from sse_core.forms.packs import SEARCH, Pack, Packs
from sse_core.forms.toml_table import TomlTable

HOUSE = """\
# The numbers in this file are this project's own.
[pack]
name = "house"
about = "the pack that ships"
format = 1

[[tile]]
kind = "planet"
count = 5

[[tile]]
kind = "space"
count = 2
"""


@dataclass(frozen=True)
class Content:
    """What a game makes of a pack."""

    tiles: tuple[tuple[str, int], ...]


def read(table: TomlTable) -> Content:
    rows = table.tables("tile")
    return Content(tuple((row.choice("kind", ["planet", "space"]), row.integer_in("count", 9, 1)) for row in rows))


@dataclass(frozen=True)
class Position:
    """A position of a game that is played with a pack."""

    pack: Pack[Content]
    turn: int


def write_text(position: Position) -> str:
    return f"tiles-state 1\n{position.pack.line}\nturn: {position.turn}"


def read_text(text: str, packs: Packs[Content]) -> Position:
    lines = Lines(text)
    lines.take_exactly("tiles-state 1")
    return Position(packs.read_line(lines), int(lines.take("turn: ").text))


def write_json(position: Position) -> str:
    return json.dumps({"format": "tiles-state", "pack": position.pack.to_object(), "turn": position.turn})


def read_json(text: str, packs: Packs[Content]) -> Position:
    found = JsonObject.parse(text)
    return Position(packs.read_object(found.object("pack")), found.integer("turn"))


Fresh = Callable[[], Packs[Content]]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fresh:
    """The packs of a game that ships one, as another process has them: none is loaded."""
    folder = tmp_path / "game_of_tiles" / "data" / "packs"
    folder.mkdir(parents=True)
    (folder.parents[1] / "__init__.py").touch()
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    (folder / "README").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return lambda: Packs("game_of_tiles", read)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a pack that doesn't ship."""
    folder = tmp_path / "own"
    folder.mkdir()
    path = folder / "mansion.toml"
    path.write_text(HOUSE.replace("house", "mansion"), encoding="utf-8")
    return path


def test_a_pack_that_ships_is_read_by_its_name(fresh: Fresh) -> None:
    assert fresh().names() == ("house",)
    pack = fresh().load("house")
    assert (pack.name, pack.about, pack.value) == (
        "house",
        "the pack that ships",
        Content((("planet", 5), ("space", 2))),
    )
    assert pack.digest == sha256(pack.content.encode()).hexdigest()[:16]
    assert pack.line == f"pack: house {pack.digest}"
    assert json.loads(pack.content)["tile"][1] == {"count": 2, "kind": "space"}
    assert repr(pack) == f"Pack(name='house', digest='{pack.digest}')"


def test_a_game_without_packs_ships_none() -> None:
    assert Packs("tests.heaps", read).names() == ()


def test_positions_name_the_pack_and_read_back(fresh: Fresh) -> None:
    position = Position(fresh().load("house"), 7)
    assert read_text(write_text(position), fresh()) == position
    assert read_json(write_json(position), fresh()) == position
    assert write_text(read_text(write_text(position), fresh())) == write_text(position)


def test_blanks_comments_and_the_order_of_keys_change_no_digest(fresh: Fresh, own: Path) -> None:
    digest = fresh().load(own).digest
    text = own.read_text(encoding="utf-8")
    moved = text.replace('kind = "space"\ncount = 2', 'count = 2  # or more\nkind   = "space"')
    assert moved != text
    own.write_text(moved, encoding="utf-8")
    assert fresh().load(own).digest == digest
    own.write_text(text.replace("count = 2", "count = 3"), encoding="utf-8")
    assert fresh().load(own).digest != digest


def test_a_pack_that_was_loaded_is_found(fresh: Fresh, own: Path) -> None:
    packs = fresh()
    text = write_text(Position(packs.load(own), 1))
    own.unlink()
    assert read_text(text, packs).turn == 1
    with pytest.raises(NotationError, match="not here"):
        read_text(text, fresh())


def test_a_pack_in_a_folder_is_found(fresh: Fresh, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(fresh().load(own), 1)
    monkeypatch.setenv(SEARCH, f"nowhere:{own.parent}".replace(":", os.pathsep))
    assert read_text(write_text(position), fresh()) == position
    own.write_text(own.read_text(encoding="utf-8").replace("mansion", "palace"), encoding="utf-8")
    with pytest.raises(NotationError, match=r"\[pack\] name is 'palace', and the file is that of 'mansion'"):
        read_text(write_text(position), fresh())


def test_a_pack_that_was_unpickled_is_handed_in(fresh: Fresh, own: Path) -> None:
    pack = fresh().load(own)
    for twin in (pickle.loads(pickle.dumps(pack)), copy.deepcopy(pack)):
        packs = fresh()
        assert packs.add(twin) == pack
        assert read_text(write_text(Position(pack, 1)), packs).pack.value == pack.value
    assert hash(pickle.loads(pickle.dumps(pack))) == hash(pack)


def test_a_pack_is_made_again_of_its_content(fresh: Fresh, own: Path) -> None:
    """As in another process, to which a value of a pack went with the pack's content."""
    pack = fresh().load(own)
    packs = fresh()
    assert packs.remake(pack.content) == pack
    assert read_text(write_text(Position(pack, 1)), packs).pack.value == pack.value
    with pytest.raises(SetupError, match=r"^the pack: \[tile.2\] count is 10"):
        packs.remake(pack.content.replace('"count": 2', '"count": 10'))


def test_the_error_says_which_pack_is_missing(fresh: Fresh, own: Path) -> None:
    position = Position(fresh().load(own), 1)
    with pytest.raises(NotationError) as caught:
        read_text(write_text(position), fresh())
    assert str(caught.value) == (
        "line 2, column 7: the pack 'mansion' is not here: none of that name ships with the game or is loaded, "
        f"and no folder of SSE_PACKS has mansion.toml: 'pack: mansion {position.pack.digest}'"
    )
    with pytest.raises(NotationError, match=r"the pack 'mansion' is not here.*'digest': '[0-9a-f]{16}'"):
        read_json(write_json(position), fresh())
    with pytest.raises(SetupError, match=r"'hose' is not here \(did you mean 'house'\?\)"):
        fresh().find("hose", "0" * 16)
    message = r"no pack 'hose' ships with the game, and there is no such file \(did you mean 'house'\?\)"
    with pytest.raises(SetupError, match=message):
        fresh().load("hose")
    with pytest.raises(OSError, match="hose"):
        fresh().load("./hose.toml")


def test_the_error_says_where_the_digest_differs(
    fresh: Fresh, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = fresh()
    shipped, other = packs.load("house").digest, "0123456789abcdef"
    with pytest.raises(NotationError) as caught:
        read_text(f"tiles-state 1\npack: house {other}\nturn: 1", fresh())
    message = f"the pack 'house' is wanted with the digest {other}, and here it has {shipped} (house.toml)"
    assert str(caught.value) == f"line 2, column 7: {message}: 'pack: house {other}'"
    changed = own.with_name("house.toml")
    changed.write_text(HOUSE.replace("count = 2", "count = 3"), encoding="utf-8")
    ours = fresh().load(changed)
    monkeypatch.setenv(SEARCH, str(own.parent))
    assert read_text(f"tiles-state 1\n{ours.line}\nturn: 1", fresh()).pack == ours
    with pytest.raises(NotationError, match=re.escape(f"{shipped} (house.toml), {ours.digest} ({changed})")):
        read_text(f"tiles-state 1\npack: house {other}\nturn: 1", fresh())


@pytest.mark.parametrize("line", ["pack: house", "pack: house 12", "pack: House 0123456789abcdef"])
def test_a_line_that_names_no_pack(line: str, fresh: Fresh) -> None:
    with pytest.raises(NotationError, match="line 2, column 7: a pack is written like `house 0123456789abcdef`"):
        read_text(f"tiles-state 1\n{line}\nturn: 1", fresh())


def test_an_object_that_names_no_pack(fresh: Fresh) -> None:
    for pack in ({"name": "house", "digest": "12"}, {"name": "a/b", "digest": "0" * 16}):
        with pytest.raises(NotationError, match="a pack has a name, and a digest of 16 hexadecimal digits"):
            read_json(json.dumps({"pack": pack, "turn": 1}), fresh())
    with pytest.raises(NotationError, match="the key 'digest' is missing"):
        read_json(json.dumps({"pack": {"name": "house"}, "turn": 1}), fresh())


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("count = 2", "count = 10", "[tile.2] count is 10, not in 1 to 9"),
        ("count = 2", "count = 2\ncuont = 3", "[tile.2] cuont is unknown"),
        ('kind = "space"', 'kind = "spice"', "[tile.2] kind is one of planet, space, not 'spice'"),
        ('"mansion"', '"My mansion"', "[pack] name is up to 40 of a to z"),
        ("format = 1", "format = 2", "[pack] format is 2, not 1"),
        ("format = 1", "", "[pack] format is missing"),
        ('about = "the pack that ships"', 'about = ""', "[pack] about is a line for people"),
        ("count = 2", "count = inf", "a pack has no infinite numbers and no nan"),
        ("count = 2", "count = 2026-01-01", "a pack has no dates and times: 2026-01-01"),
        ("count = 2", "count = ", "not TOML: Invalid value"),
        ("[pack]", "[puck]", "pack is missing, and 'puck' is unknown"),
    ],
)
def test_content_that_cannot_be_played(before: str, after: str, message: str, fresh: Fresh, own: Path) -> None:
    text = own.read_text(encoding="utf-8")
    assert before in text
    own.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises((SetupError, NotationError), match=re.escape(f"{own}: {message}")):
        fresh().load(own)
