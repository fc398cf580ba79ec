"""Results of benches and studies: what their files hold, where pages show them, and when they are stale."""

from __future__ import annotations

import os
import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

results = pytest.importorskip("bench.results", reason="benches are part of the checkout")

from bench import __main__ as door  # noqa: E402 - only a checkout has benches
from bench import studies  # noqa: E402
from bench.results import KNOWN, __main__, files, pages  # noqa: E402
from bench.results.files import Result, Table  # noqa: E402
from bench.results.sources import digest_of, stripped  # noqa: E402

from sse_core import small_star_empires  # noqa: E402

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "docs" / "results").glob("*.toml"))
WITH_RESULTS = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


# --- files


def test_each_result_that_is_known_is_there_and_one_page_shows_it() -> None:
    assert [path.stem for path in FILES] == sorted(KNOWN)
    linked = [name for page in WITH_RESULTS for _, _, name in pages.LINK.findall(page.read_text(encoding="utf-8"))]
    # README shows this one, and has no link, since it has a table.
    assert sorted(linked) == sorted({*KNOWN} - {"games"})


def test_the_commit_is_changed_by_all_but_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study writes the first of its results before the last one is measured."""
    monkeypatch.setattr(files, "ROOT", tmp_path)
    for name, value in {"GLOBAL": os.devnull, "NOSYSTEM": "1", "COUNT": "0"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    (tmp_path / "docs" / "results").mkdir(parents=True)
    source, *written = (tmp_path / name for name in ("source.py", "README.md", "docs/results/ladder.toml"))
    for path in (source, *written):
        path.write_text("first", encoding="utf-8")
    for words in (["init"], ["add", "."], ["commit", "-m", "First"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    commit = files.head_of("ladder", "here").commit
    assert re.fullmatch("[0-9a-f]{8}", commit)
    for path in written:
        path.write_text("second", encoding="utf-8")
    assert files.head_of("ladder", "here").commit == commit
    source.write_text("second", encoding="utf-8")
    assert files.head_of("ladder", "here").commit == f"{commit}-dirty"


@each_file
def test_a_result_says_where_it_comes_from(path: Path) -> None:
    result = files.read(path)
    assert result.made.removeprefix("make ").split()[0] in ("bench", "study", "campaign")
    assert date(2026, 11, 21) <= result.date
    assert re.fullmatch(r"[0-9a-f]{8,}(-dirty)?", result.commit)
    assert re.fullmatch(r"[0-9a-f]{16}", result.digest)


@each_file
def test_a_result_is_written_as_it_is_read(path: Path) -> None:
    lines = "\n".join(files.lines_of(files.read(path)))
    text = path.read_text(encoding="utf-8")
    # Solved maps are written by their family.
    assert text == lines if path.stem != "solved" else text.startswith(lines)


@pytest.mark.parametrize("name", KNOWN)
def test_each_pattern_of_sources_names_some(name: str) -> None:
    assert all(any(True for _ in ROOT.glob(pattern)) for pattern in KNOWN[name].sources)


@pytest.mark.parametrize("name", sorted({*KNOWN} - {"elsewhere"}))
def test_a_command_that_makes_a_result_knows_all_its_words(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It refuses the one alone that is added. Pages give the command to whoever finds a result stale."""
    monkeypatch.setattr(studies, "demand_quiet", lambda *_: None)
    _, target, what, *options = KNOWN[name].command.split()
    words = [what.removeprefix("WHAT=")]
    for variable, value in (option.split("=") for option in options):
        words += [f"--{variable.lower()}", value]
    with pytest.raises(SystemExit):
        (studies if target == "study" else door).main([*words, "--write", "--no-such-option"])
    assert capsys.readouterr().err.endswith("error: unrecognized arguments: --no-such-option\n")


def test_a_section_becomes_parts_and_these_the_section() -> None:
    table = "| a   | b \\| c |\n| --- | ------ |\n| 1 s | –      |"
    section = f'### A "heading"\n\nWords\nin \\lines\\.\n\n{table}\n\nMore """words""".'
    parts = files.parts_of(section)
    assert parts == [
        '### A "heading"\n\nWords\nin \\lines\\.',
        Table(["a", "b \\| c"], [["1 s", "–"]]),
        'More """words""".',
    ]
    assert "\n\n".join(map(str, parts)) == section


def test_a_result_reads_back_to_itself(tmp_path: Path) -> None:
    parts: list[files.Part] = ['A "text"\nwith \\ and """.', Table(["", "x"], [["a", "1"], ["long name", "2 %"]])]
    result = Result("make bench WHAT=x", date(2026, 1, 2), "0123abcd", "", ["a.py"], "0" * 16, parts)
    (tmp_path / "x.toml").write_text("\n".join(files.lines_of(result)), "utf-8")
    assert files.read(tmp_path / "x.toml") == result


# --- sources


PYTHON = '''"""What it is."""
# Why.
from x import y  # For z.

NAMES = (
    "one",  # The first.
    "two",
)
"""What they are."""


def f(a, b="#"):
    """Return it.

    At length.
    """
    text = \\
        "kept"
    return f"{a}#{b}" + 'it"s' + text  # Now.
'''

CYTHON = '''# cython: language_level=3
# A header.
from libc.stdint cimport uint64_t
cdef extern from *:
    """
    #define TWO 2
    """
    const int TWO

cdef inline int f(int* a) noexcept nogil:
    # E3.1: why.
    return a[0] & 0xFFULL  # it's
'''


def test_comments_docstrings_and_blank_lines_are_nothing() -> None:
    assert stripped(PYTHON).split("\n") == [
        "from x import y",
        "NAMES = (",
        '    "one",',
        '    "two",',
        ")",
        'def f(a, b="#"):',
        "    text = \\",
        '        "kept"',
        """    return f"{a}#{b}" + 'it"s' + text""",
    ]
    kept = stripped(CYTHON)
    assert "#define TWO 2" in kept
    assert "header" not in kept
    assert kept.endswith("    return a[0] & 0xFFULL")


def test_code_alone_changes_a_digest_wherever_it_lies(tmp_path: Path) -> None:
    def digest(text: str, name: str) -> str:
        root = tmp_path / str(len([*tmp_path.iterdir()]))
        for place, content in ((name, text), ("a/weights.toml", "x = 1 # kept"), ("a/notes.md", text)):
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            (root / place).write_text(content, "utf-8")
        return digest_of(["a"], root)

    same = digest(PYTHON, "a/b.py")
    assert digest(PYTHON.replace("Why.", "Because."), "a/c/b.py") == same
    assert digest(PYTHON.replace("At length.", "In short.").replace("\n\n\ndef", "\n\ndef"), "a/b.pyx") == same
    for wrong in (PYTHON.replace('"#"', '"-"'), PYTHON.replace("two", "three"), PYTHON.replace("kept", "gone")):
        assert digest(wrong, "a/b.py") != same
    assert digest(PYTHON, "b.py") != same


# --- pages


def result_of(sources: list[str], digest: str) -> str:
    table = Table(["player", "Elo"], [["`star`", "+12"]])
    head = Result("make study WHAT=ladder", date(2026, 1, 2), "0123abcd", "a machine", sources, digest)
    return "\n".join(files.lines_of(head._replace(parts=["Words:", table])))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a result whose source stands beside it."""
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    monkeypatch.setattr(files, "ROOT", tmp_path)
    (tmp_path / "source.py").write_text("n = 1\n", "utf-8")
    (tmp_path / "ladder.toml").write_text(result_of(["source.py"], digest_of(["source.py"], tmp_path)), "utf-8")
    return tmp_path


def test_a_link_that_is_a_paragraph_becomes_the_result(folder: Path) -> None:
    page = "# Page\n\n[The ladder](results/ladder.toml)\n\nSee [the ladder](results/ladder.toml).\n"
    shown = (
        "**The ladder** (`make study WHAT=ladder`, 2026-01-02, commit 0123abcd, on a machine)\n\nWords:\n\n"
        "| player | Elo |\n| ------ | --- |\n| `star` | +12 |"
    )
    assert pages.expanded(page) == page.replace("[The ladder](results/ladder.toml)", shown)


def test_a_result_is_stale_where_its_code_has_changed_and_a_release_refuses_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "source.py").write_text("# The number.\nn = 1\n", "utf-8")
    assert __main__.main([]) == __main__.main(["--release"]) == 0
    assert capsys.readouterr() == ("", "")
    (folder / "source.py").write_text("n = 2\n", "utf-8")
    assert __main__.main([]) == 0
    told = "docs/results/ladder.toml is stale, since its code has changed: make study WHAT=ladder WRITE=1\n"
    assert capsys.readouterr() == (told, "")
    assert __main__.main(["--release"]) == 1
    assert capsys.readouterr().err.startswith("No release: 1 of ")
    assert "; the code has changed since)" in pages.expanded("[The ladder](results/ladder.toml)")


def test_the_picture_of_growth_has_each_curve(tmp_path: Path) -> None:
    growth_plot = pytest.importorskip("bench.growth_plot", reason="it is drawn by matplotlib")
    parts = files.read(ROOT / "docs" / "results" / "growth.toml").parts
    found = dict(growth_plot.curves(parts))
    assert [*found] == [*growth_plot.AXES]
    growth_plot.draw(tmp_path / "growth.svg", parts)
    drawn = (tmp_path / "growth.svg").read_text(encoding="utf-8")
    for title, table in found.items():
        assert f">{title}</text>" in drawn
        assert table.columns[0] in drawn


def test_the_picture_of_learning_has_each_rival_and_round(tmp_path: Path) -> None:
    learning_plot = pytest.importorskip("bench.learning_plot", reason="it is drawn by matplotlib")
    parts = files.read(ROOT / "docs" / "results" / "learning_by_clock.toml").parts
    learning_plot.draw(tmp_path / "learning.svg", parts)
    drawn = (tmp_path / "learning.svg").read_text(encoding="utf-8")
    (shown,) = (part for part in parts if isinstance(part, Table))
    for name in shown.columns[4:]:
        assert f">{name.removeprefix('wins % ')}</text>" in drawn
    # A cap above and one below each mark, and the mark itself.
    marks = re.findall(r'<use xlink:href="#\w+" x="[\d.]+" y="[\d.]+"', drawn)
    assert len(marks) >= 3 * len(shown.rows) * len(shown.columns[4:])


def test_the_tables_of_readme_are_those_of_the_results() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- (\w+):begin -->", readme) == [*door.ROWS_OF_README]
    for name, take in door.ROWS_OF_README.items():
        parts = files.read(ROOT / "docs" / "results" / f"{name}.toml").parts
        table = take([part for part in parts if isinstance(part, Table)])
        assert f"<!-- {name}:begin -->\n\n{table}\n\n<!-- {name}:end -->" in readme


def test_the_levels_have_the_elo_of_the_ladder() -> None:
    """Each is what the ladder on the base map for two found, to the nearest fifty."""
    parts = files.read(ROOT / "docs" / "results" / "ladder.toml").parts
    first = next(part for part in parts if isinstance(part, Table))
    rated = {row[0].strip("`"): float(row[1]) for row in first.rows}
    for level in small_star_empires.LEVELS:
        # The club is a search without a tree, which the ladder has under that name.
        found = rated["star:0" if level.player == "star:club" else level.player]
        assert level.elo == 50 * round(found / 50)
