"""README and the pages in docs: examples run, commands and links exist, pictures and tables are true."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from tests.command import Run
from tests.libraries import has_libraries
from tests.shown_files import files_shown, laid_out

import sse_core as sse
from sse_core.small_star_empires.strength.learned import FOLDER

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MAKEFILE = ROOT / "Makefile"
README = ROOT / "README.md"
PAGES = sorted([README, *(page for page in (ROOT / "CONTRIBUTING.md",) if page.exists()), *DOCS.glob("*.md")])

in_checkout = pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout, not of the package")
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
each_page_that_can_run = pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.ci] * (page.stem in ("house_rule", "testing_rules", "web")))
        for page in PAGES
        if has_libraries(page.stem)
    ],
    ids=lambda page: page.stem,
)


def blocks(page: Path, language: str = "") -> list[str]:
    """The fenced blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def shown(page: Path, command: str) -> list[list[str]]:
    """The calls of a command that a page shows, in blocks and between backticks, as words."""
    text = page.read_text(encoding="utf-8")
    lines = [line.strip().removeprefix("$ ") for block in blocks(page) for line in block.splitlines()]
    lines += [line.strip() for line in text.splitlines() if line.startswith("    ")]
    lines += [
        " ".join(span.split()) for span in re.findall(r"`([^`]+)`", re.sub("```.*?```", "", text, flags=re.DOTALL))
    ]
    calls = [line.replace("\\|", "|").partition(" | ")[0] for line in lines if line.startswith(f"{command} ")]
    return [shlex.split(call, comments=True) for call in calls]


# --- examples


@each_page_that_can_run
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = blocks(page, "python")
    if files_shown(page):
        laid_out(page, tmp_path, monkeypatch)
    lines = [block for block in examples if block.startswith(">>>")]
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    for script in examples:
        if script not in lines:
            exec(compile(script, str(page), "exec"), {"__name__": page.stem})


def test_readme_has_twenty_lines_and_is_short() -> None:
    (example,) = blocks(README, "python")
    assert 15 <= example.count(">>>") + example.count("\n...") <= 25
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def test_readme_leads_each_reader_to_a_page_in_a_line() -> None:
    before = README.read_text(encoding="utf-8").partition("\n## ")[0]
    ways = dict(re.findall(r"^- \*\*(.+?)\*\*: (.+)$", before, re.MULTILINE))
    assert [*ways] == ["Write a bot", "Train a learner", "Embed a game", "Play", "Test rules and maps", "Work on it"]
    for links in ways.values():
        assert len(re.findall(r"\]\(", links)) >= 2


@in_checkout
def test_readme_lists_each_page_once() -> None:
    before = README.read_text(encoding="utf-8").partition("\n## ")[0]
    listed = re.findall(r"\]\(docs/(\w+)\.(?:md|ipynb)\)", before)
    pages = {path.stem for path in DOCS.iterdir() if path.suffix in (".md", ".ipynb")} - {"index"}
    assert {*listed} == pages
    assert len(listed) == len(pages)


@pytest.mark.ci
def test_all_docstring_examples_work() -> None:
    written = Counter[str]()
    for path in Path(sse.__file__).parent.rglob("*"):
        name = ".".join(path.relative_to(Path(sse.__file__).parents[1]).with_suffix("").parts)
        if path.suffix in (".py", ".pyx", ".pxd"):
            examples = re.findall(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
            written[name.removesuffix(".__init__")] += len(examples)
    names = [module.name for module in pkgutil.walk_packages(sse.__path__, "sse_core.")]
    taken = [name for name in names if not name.endswith("__main__")]
    attempted, passed_over = 0, {"sse_core._core.micro_space_empire.table"} - set(taken)
    for name in ["sse_core", *taken]:
        try:
            module = importlib.import_module(name)
        except sse.NotBuiltError:
            passed_over.add(name)
            continue
        except ModuleNotFoundError:
            # The library of an extra, which not every environment of the tests has.
            assert name.startswith(("sse_core.adapters.", "sse_core.archive", "sse_core.arena.archiving")), name
            passed_over.add(name)
            continue
        # To look for examples takes longer than to run them.
        if written[name]:
            result = doctest.testmod(module)
            assert result.failed == 0, name
            attempted += result.attempted
    left_out = tuple(f"{name}." for name in passed_over)
    expected = sum(count for name, count in written.items() if not f"{name}.".startswith(left_out))
    assert attempted == expected >= 60


# --- commands, links, files


@in_checkout
@each_page
def test_each_make_target_of_a_page_exists(page: Path) -> None:
    pytest.importorskip("pytest_benchmark", reason="benches need it")
    from bench.__main__ import ABOUT
    from bench.studies import STUDIES

    makefile = MAKEFILE.read_text(encoding="utf-8")
    targets = {*re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)}
    campaigns = {target.removeprefix("campaign-") for target in targets if target.startswith("campaign-")}
    names = {"bench": {*ABOUT, "all"}, "study": {*STUDIES}, "campaign": campaigns}
    for _, target, *words in shown(page, "make"):
        assert target in targets - {f"campaign-{name}" for name in campaigns}, f"make {target}"
        what = next((word.removeprefix("WHAT=").split() for word in words if word.startswith("WHAT=")), [])
        assert {*what} <= names.get(target, set()) | {"list", "name"}, words


def made(target: str) -> str:
    """What make prints, under no other make."""
    env = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "WHAT")
    }
    command = ["make", "-s", "--no-print-directory", target]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout


@in_checkout
def test_the_targets_fit_one_screen_by_groups() -> None:
    said = made("help").splitlines()
    assert len(said) <= 24
    assert max(map(len, said)) <= 80
    assert re.findall(r"^(\w+) +make", "\n".join(said), re.MULTILINE) == [
        *("begin", "test", "look", "measure", "study", "release")
    ]
    listed = made("campaign")
    defined = re.findall(r"^campaign-([a-z-]+): \$", MAKEFILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [line.split()[0] for line in listed.splitlines()] == defined
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for target in re.findall(r"^.{9}make (\S+)", "\n".join(said), re.MULTILINE):
        assert target == "help" or f"| `make {target}` |" in page, target


@each_page
def test_each_sse_command_of_a_page_exists(page: Path, run: Run) -> None:
    for _, command, *words in shown(page, "sse"):
        if command == "COMMAND" or command.startswith("--"):
            continue
        if command == "rules":
            assert run(command, *words).status == 0
            continue
        game = [word for word in words[:1] if word in sse.GAMES]
        known = set(re.findall(r"--[a-z-]+", run(command, *game, "--help").out))
        options = {word for word in words if word.startswith("--")}
        assert options <= known, f"sse {command} {' '.join(words)}"


@in_checkout
def test_each_command_of_sse_is_on_its_page(run: Run) -> None:
    commands = re.findall(r"^    ([a-z]+) ", run("--help").out, re.MULTILINE)
    assert len(commands) >= 8
    assert {command for _, command, *_ in shown(DOCS / "command.md", "sse")} >= set(commands)


@in_checkout
@each_page
def test_each_link_of_a_page_leads_to_a_file(page: Path) -> None:
    text = re.sub("```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!\w+://|#)([^)#\s]+)[^)]*\)", text):
        assert (page.parent / target).exists(), target


FOLDERS = [
    ROOT,
    *(ROOT / "src" / "sse_core" / name for name in ("", "_core", "web/static", *sse.GAMES)),
    *(ROOT / "src" / "sse_core" / "_core" / name for name in sse.GAMES),
    *(ROOT / "tests" / name for name in (*sse.GAMES, "heaps")),
]
"""The folders from which pages name files: a name is a path from one of them."""

FILE = re.compile(
    r"[\w-]+\.(py|py[xid]|pxd|md|rst|toml|json|jsonl|txt|svg|map|ipynb|js|css|html|sse|sqlite3)|Makefile"
    r"|[\w.<>~-]+(/[\w.<>-]+)*/[\w.<>-]*"
)
"""A name with the ending of a file, or a path."""

MADE = re.compile(
    r"(build|demo|DIR|\.venv|~|\.\.)/.*|demo|mybot\.py|\./mybot|data/packs|rooms\.sqlite3|sse-(campaign-)?7\.sse"
)
"""Files that commands make, files of the reader's own, and what no game has yet."""


def file_names(text: str) -> list[str]:
    """The names of files and folders between backticks; ``<game>`` stands for each game."""
    spans = re.findall(r"`([^`\s]+)`", re.sub("^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE))
    names = [span.rstrip("/") for span in spans if FILE.fullmatch(span)]
    return [name.replace("<game>", game) for name in names for game in (sse.GAMES if "<game>" in name else [""])]


def missing(text: str) -> list[str]:
    """The names of files in a text that no folder of `FOLDERS` has."""
    names = [name for name in file_names(text) if not MADE.fullmatch(name)]
    return [name for name in names if not any((folder / name).exists() for folder in FOLDERS)]


@in_checkout
@each_page
def test_each_file_that_a_page_names_exists(page: Path) -> None:
    assert {*missing(page.read_text(encoding="utf-8"))} <= {*files_shown(page)}


@in_checkout
def test_a_name_of_no_file_is_found() -> None:
    text = "`Makefile`, `play/records/record.py`, `RULES.md`, `tests/<game>/`, `build/docs` and `mybot.py` are right."
    assert len(file_names(text)) == 5 + len(sse.GAMES)
    assert missing(text) == []
    for wrong in (
        "records.py",
        "_core/nothing.pxd",
        "src/sse_core/nowhere/",
        "tests/<game>/nothing.py",
        "cli/command.py",
    ):
        assert missing(f"{text} `{wrong}` is wrong.") != []


@in_checkout
@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CHANGELOG.md", *sorted(DOCS.glob("api/*.rst"))], ids=lambda page: page.stem
)
def test_each_name_of_the_package_on_a_page_can_be_imported(page: Path) -> None:
    for name in re.findall(r"\bsse_core(?:\.[A-Za-z_]\w*)+", page.read_text(encoding="utf-8")):
        module, *path = name.split(".")
        if not all(map(has_libraries, path)):
            continue
        # A header is cimported instead (tests/test_cimport.py).
        if Path(sse.__file__).parent.joinpath(*path).with_suffix(".pxd").exists():
            continue
        found = importlib.import_module(module)
        for part in path:
            if not hasattr(found, part):
                importlib.import_module(f"{found.__name__}.{part}")
            found = getattr(found, part)


@in_checkout
def test_the_tree_has_each_file_with_a_sentence() -> None:
    from tools import tree

    package = ROOT / "src" / "sse_core"
    shown = [line.split(maxsplit=1) for line in tree.lines() if not line.startswith(" " * tree.SAYS)]
    present = [path for path in package.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".md")]
    assert sorted(name for name, *_ in shown if not name.endswith("/")) == sorted(
        path.name for path in present if not path.name.startswith("__")
    )
    assert [name for name, *words in shown if not words] == []
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert "  _fast.pyx " in tree.expanded(page)
    assert tree.LINK.search(tree.expanded(page)) is None


@in_checkout
def test_a_sentence_of_the_tree_is_the_first_of_a_docstring_a_comment_or_a_heading(tmp_path: Path) -> None:
    from tools.tree import sentence_of

    for name, text in (
        ("a.py", '"""A thing: one.\n\nMore.\n"""\n'),
        ("b.pyx", '# cython: language_level=3\n"""A thing:\none. And more.\n"""\n'),
        ("c.pxd", "# For Jump Wars. A thing: one. Header-only.\n#\n# More.\n\ncdef int n\n"),
        ("RULES.md", "# A thing: one\n\nMore.\n"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        assert sentence_of(tmp_path / name) == "A thing: one"


@in_checkout
def test_each_file_of_the_table_of_changes_is_there() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rows = page.partition("| to change")[2].partition("\n\n")[0]
    paths = re.findall(r"`((?:src|tests|tools|bench|docs)/[\w./]+)`", rows)
    assert len(paths) >= 15
    assert [path for path in paths if not (ROOT / path).exists()] == []


# --- pictures and tables


@in_checkout
def test_a_map_as_the_page_of_the_command_draws_it() -> None:
    (block,) = (block for block in blocks(DOCS / "command.md") if block.startswith("  A 2 1 "))
    drawing = "\n".join(line[:9] for line in block.splitlines())
    drawn, duel = sse.parse_map(drawing), sse.maps()["duel"]
    lies = [(q, r - 2) for q, r in drawn.hexes]
    assert (lies, drawn.systems) == (list(duel.hexes), duel.systems)


@in_checkout
def test_the_page_of_what_was_learned_shows_lines_of_a_file() -> None:
    shown = (
        (DOCS / "strength.md").read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0].splitlines()
    )
    lines = (FOLDER / "plain-2.toml").read_text(encoding="utf-8").splitlines()
    assert len(shown) > 5
    assert set(shown) <= set(lines)
