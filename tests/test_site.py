"""The site that `make docs` builds: each page is whole and has a file of its own, each name has a page."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

reference_pages = pytest.importorskip("tools.reference_pages", reason="tools are part of the checkout")
whole_site = pytest.importorskip("tools.whole_site", reason="tools are part of the checkout")

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="docs are part of the checkout")
PAGES = [*whole_site.pages(DOCS, (".md", ".ipynb"))] if DOCS.exists() else []


# --- what is lost


def built(text: str) -> str:
    """A page of the site that shows a text."""
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in text.splitlines())
    return f'<ul><li>lost</li></ul><article role="main" id="main">{lines}</article><ul><li>lost</li></ul>'


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_word_that_a_page_lacks_is_found(page: Path, tmp_path: Path) -> None:
    text, file = whole_site.shown_text(page), tmp_path / "page.html"
    file.write_text(built(text), "utf-8")
    assert whole_site.lost_words(page, file) == []
    words = [*whole_site.words(text)]
    assert len(words) >= 40
    for word in (words[0], words[len(words) // 2], words[-1]):
        last = [*re.finditer(rf"(?<![^\W_]){word}(?![^\W_])", text)][-1]
        file.write_text(built(f"{text[: last.start()]} {text[last.end() :]}"), "utf-8")
        assert whole_site.lost_words(page, file) == [word]


def test_a_page_that_another_one_was_written_over_is_found(tmp_path: Path) -> None:
    """As that of the search form was, with the title of each page in its menus."""
    file = tmp_path / "strength.html"
    for text in ("Search", "", whole_site.shown_text(DOCS / "maps.md")):
        file.write_text(built(text), "utf-8")
        assert len(whole_site.lost_words(DOCS / "strength.md", file)) > 100
    assert whole_site.lost_words(DOCS / "strength.md", tmp_path / "nothing.html")[:2] == ["How", "strong"]


@pytest.mark.ci
@pytest.mark.skipif(not all(find_spec(name) for name in ("sphinx", "furo")), reason="the extra [docs] isn't installed")
def test_the_build_fails_where_a_page_is_lost(tmp_path: Path) -> None:
    pages = {
        "index": "Welcome\n=======\n\n.. toctree::\n\n   search\n   sub/note\n   sub/Note\n",
        "search": "Found nowhere\n=============\n\nUnder these words.\n",
        "sub/note": "A note\n======\n\nOn paper.\n",
        "sub/Note": "A Note\n======\n\nOn parchment.\n",
        "left/out": "Left out\n========\n\nBy a pattern.\n",
    }
    for name, text in pages.items():
        path = tmp_path / "docs" / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    conf = "extensions = ['tools.whole_site']\nhtml_theme = 'furo'\nexclude_patterns = ['left']\n"
    (tmp_path / "docs" / "conf.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{conf}", "utf-8")
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "docs", "site"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    said = re.sub(r"\x1b\[[\d;]*m|WARNING: ", "", done.stderr).replace(f"{tmp_path}/docs/", "").splitlines()
    assert said == [
        "sub/Note.rst and sub/note.rst are both written to sub/note.html: rename one",
        "search.rst and Sphinx's own search.html are both written to search.html: rename one",
        "left/out.rst isn't whole in the site: left/out.html isn't there",
        "search.rst isn't whole in the site: search.html lacks 5 words of the page: Found nowhere Under these words",
    ]


# --- the reference


def test_each_public_name_stands_on_one_page_and_no_page_on_too_many() -> None:
    pages, elsewhere = reference_pages.pages(DOCS), reference_pages.by_hand(DOCS)
    shown = {page: re.findall(r"^\.\. auto(?:class|function|data):: (\S+)", text, re.M) for page, text in pages.items()}
    whole = {*re.findall(r"^\.\. automodule:: (\S+)\n   :members:", "\n".join(pages.values()), re.M), *elsewhere}
    counted = Counter(name for names in shown.values() for name in names)
    for owner in reference_pages.owners():
        first = pages[f"{owner.page}.rst"]
        for name in reference_pages.public_names(owner.module):
            home = reference_pages.origin(owner.module, name)
            assert counted.pop(f"{owner.module}.{name}", 0) == (home not in whole), name
            assert f" {owner.module}.{name}\n" in first or f"`{name} <" in first, name
    assert not counted
    assert max(map(len, shown.values())) <= 44


def test_each_name_comes_from_where_it_is_defined() -> None:
    """Classes and functions say so themselves; constants are followed through the imports."""
    for owner in reference_pages.owners():
        module = import_module(owner.module)
        for name in reference_pages.public_names(owner.module):
            home = import_module(reference_pages.origin(owner.module, name))
            assert home is getattr(module, name) or getattr(home, name) is getattr(module, name)
    assert (
        reference_pages.origin("sse_core.small_star_empires", "MAX_CELLS")
        == "sse_core.small_star_empires.maps.playable"
    )
    assert reference_pages.origin("sse_core.small_star_empires", "BAGS") == "sse_core.small_star_empires.maps.tiles"


def test_each_page_of_the_reference_is_in_a_list() -> None:
    pages = reference_pages.pages(DOCS)
    listed = [page for text in pages.values() for page in re.findall(r"^   \w+ </(.*)>$", text, re.MULTILINE)]
    first = {owner.page for owner in reference_pages.owners()}
    assert sorted(f"{page}.rst" for page in [*listed, *first]) == sorted(pages)


def test_a_name_that_stands_elsewhere_leads_there() -> None:
    aliases = reference_pages.aliases(DOCS)
    assert aliases["sse_core.NotationError"] == "sse_core.errors.NotationError"
    assert aliases["sse_core.read"] == "sse_core.play.records.record.read"
    assert not any(alias.startswith("sse_core.State") for alias in aliases)
