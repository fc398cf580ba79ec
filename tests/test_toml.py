"""Tables of TOML: what each reader takes, and errors that name file, table and key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sse_core.errors import NotationError, SetupError
from sse_core.forms.toml_table import TomlTable

FILE = """\
about = "of all kinds"

[pack]
name = "tiny"
format = 1
open = true
ratio = 0.5

[map]
sectors = { a = ["a1", "a2"], b = ["b1"] }
prices = [5, 8]
flags = [true, false]

[[tile]]
kind = "planet"
n = { per = "tiles" }

[[tile]]
kind = "space"
n = 2
"""


def table(text: str = FILE) -> TomlTable:
    return TomlTable.parse(text, "tiny.toml")


def test_each_type_is_read() -> None:
    whole = table()
    pack, laid = whole.table("pack"), whole.table("map")
    assert (pack.string("name"), pack.integer("format"), pack.flag("open"), pack.number("ratio")) == (
        "tiny",
        1,
        True,
        0.5,
    )
    assert pack.number("format") == 1.0
    assert table("knots = [1, 0.5]").numbers("knots") == [1.0, 0.5]
    assert (laid.integers("prices"), laid.flags("flags"), laid.items("prices")) == ([5, 8], [True, False], [5, 8])
    sectors = laid.table("sectors")
    assert {name: sectors.strings(name) for name in sectors.content} == {"a": ["a1", "a2"], "b": ["b1"]}
    first, second = whole.tables("tile")
    assert (first.is_table("n"), second.is_table("n"), second.integer("n")) == (True, False, 2)
    assert first.choice("kind", ["space", "planet"]) == "planet"
    assert first.has("kind")
    assert not first.has("count")
    first.add_defaults({"count": 3})
    assert first.integer_in("count", 3) == 3
    assert [*table("[a]\n[b]").tables_by_name()] == ["a", "b"]


REFUSED = {
    "tiny.toml: about is an integer in TOML, not 'of all kinds'": lambda whole: whole.integer("about"),
    "tiny.toml: pack is an array in TOML, not {": lambda whole: whole.tables("pack"),
    "tiny.toml: about is a table in TOML, not 'of all kinds'": lambda whole: whole.table("about"),
    "tiny.toml: [pack] name is true or false in TOML, not 'tiny'": lambda whole: whole.table("pack").flag("name"),
    "tiny.toml: [pack] format is a string in TOML, not 1": lambda whole: whole.table("pack").string("format"),
    "tiny.toml: [pack] open is an integer in TOML, not True": lambda whole: whole.table("pack").integer("open"),
    "tiny.toml: [pack] open is a number in TOML, not True": lambda whole: whole.table("pack").number("open"),
    "tiny.toml: [map] flags is a number in TOML, not True": lambda whole: whole.table("map").numbers("flags"),
    "tiny.toml: [pack] format is 1, not in 2 to 3": lambda whole: whole.table("pack").integer_in("format", 3, 2),
    "tiny.toml: [pack] size is missing": lambda whole: whole.table("pack").integer("size"),
    "tiny.toml: [pack] names is missing, and 'name' is unknown": lambda whole: whole.table("pack").integer("names"),
    "tiny.toml: [map.sectors] a is an integer in TOML, not 'a1'": lambda whole: (
        whole.table("map").table("sectors").integers("a")
    ),
    "tiny.toml: [tile.2] kind is one of planet, spice, not 'space' (did you mean 'spice'?)": lambda whole: whole.tables(
        "tile"
    )[1].choice("kind", ["planet", "spice"]),
    "tiny.toml: [tile.1.n] per is no measure": lambda whole: whole.tables("tile")[0].table("n").fail("per"),
}


class Failing(TomlTable):
    """A table that refuses what it is asked for."""

    def fail(self, key: str) -> None:
        raise self.refuse(key, "is no measure")


@pytest.mark.parametrize("message", REFUSED)
def test_errors_name_file_table_and_key(message: str) -> None:
    with pytest.raises(SetupError, match="^" + re.escape(message)):
        REFUSED[message](Failing.parse(FILE, "tiny.toml"))


def test_an_integer_may_be_too_large_for_a_number() -> None:
    with pytest.raises(SetupError, match=r"^tiny\.toml: ratio is too large a number: 10+"):
        table(f"ratio = 1{'0' * 400}").number("ratio")


def test_what_nobody_asked_for_is_refused() -> None:
    whole = table('[pack]\nname = "tiny"\nformta = 1')
    with pytest.raises(SetupError, match=r"^tiny\.toml: pack is unknown$"):
        whole.check_all_read()
    pack = whole.table("pack")
    pack.string("name")
    assert not pack.has("format")
    with pytest.raises(SetupError, match=r"^tiny\.toml: \[pack\] formta is unknown \(did you mean 'format'\?\)$"):
        whole.check_all_read()
    assert not pack.has("formta") or pack.integer("formta") == 1
    whole.check_all_read()


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a = 1\nb = = 2", 2, 5), ("a = [1,", 1, 8), ("a = 1\na = 2", 2, 6)],
)
def test_where_a_text_is_no_toml(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError, match=r"tiny\.toml: not TOML: ") as caught:
        table(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.text == text.splitlines()[line - 1]
    assert "(at " not in caught.value.message


def test_nested_too_deeply() -> None:
    with pytest.raises(NotationError, match="nested too deeply"):
        table(f"a = {'[' * 100_000}")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FILE.encode())
    assert TomlTable.read(path).string("about") == "of all kinds"
    path.write_bytes(b"a = '\xff'")
    with pytest.raises(SetupError, match=r"^tiny is not UTF-8 text: invalid start byte at byte 5$"):
        TomlTable.read(path, "tiny")
    with pytest.raises(OSError, match="missing"):
        TomlTable.read(tmp_path / "missing.toml")
