"""Sphinx extension that checks the built site: every page of `docs` is in it, word for word, and no two share a file.

`docs/conf.py` loads it. It imports nothing from Sphinx, so tests and type checks don't need Sphinx. Its findings are
warnings, which `make docs` treats as errors.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from logging import getLogger
from os.path import relpath
from pathlib import Path
from typing import Any, Final, Protocol

__all__ = ["INCLUDE", "lost_words", "pages", "seen_words", "setup", "shown_text", "words"]

INCLUDE: Final = re.compile(r"```{include} (\S+)\n```\n")
"""The first lines of a page that shows a file of the repository."""


# --- words: runs of letters and digits, so that quotes and dashes may be typeset differently.


def words(text: str) -> Counter[str]:
    """Return how often each word occurs in a text."""
    return Counter(re.findall(r"[^\W_]+", text))


def shown_text(page: Path) -> str:
    """Return the text of a page without marks and targets of links: of Markdown, reStructuredText or a notebook."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".rst":
        # The argument of a directive is the name that it shows. A directive for a whole module shows the module's
        # names.
        text = re.sub(r"^\.\. toctree::\n(?:(?: .*)?\n)*|^\.\. automodule::.*$", "", text, flags=re.MULTILINE)
        return re.sub(r"^ +:[\w-]+:.*$|^\.\. [\w:-]+::|:[\w:]+:(?=`)|<[^>]*>(?=`)", "", text, flags=re.MULTILINE)
    if page.suffix == ".ipynb":
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
        return "\n".join(source if kind == "code" else _shown_in_markdown(source) for kind, source in cells)
    if included := INCLUDE.match(text):
        return shown_text(page.parent / included[1]) + _shown_in_markdown(text[included.end() :])
    return _shown_in_markdown(text)


def _shown_in_markdown(text: str) -> str:
    text = re.sub(r"^(```+){.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->|^```[^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    # These are numbers of lists, pictures, targets of links, and tags.
    shown = re.sub(r"^ *\d+\. |!\[[^\]]*\]\([^)]*\)|(?<=\])\([^()\s]*\)|</?[a-z]+>", "", text, flags=re.MULTILINE)
    return html.unescape(shown)


def seen_words(built: str) -> Counter[str]:
    """Return how often each word occurs in the content of a built page, without its header, lists and menus."""
    found = re.search(r'role="main".*</article>', built, re.DOTALL)
    if found is None:
        return Counter()
    # A tag may end a word, like that of a cell, or be inside one, like those for colours in code.
    apart, joined = (html.unescape(re.sub(r"<[^>]*>", between, found[0])) for between in (" ", ""))
    return words(apart) | words(joined)


def lost_words(page: Path, built: Path) -> list[str]:
    """Return the words of a page that its built page has fewer times, in the order of the page."""
    wanted = words(shown_text(page))
    return [*(wanted - (seen_words(built.read_text(encoding="utf-8")) if built.exists() else Counter()))]


def pages(docs: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the pages in a folder and its subfolders, except hidden ones."""
    for page in sorted(docs.rglob("*")):
        if page.suffix in suffixes and not any(part.startswith(".") for part in page.relative_to(docs).parts):
            yield page


# --- the extension


class Builder(Protocol):
    """The parts of Sphinx's builder that are used."""

    format: str

    def get_outfilename(self, pagename: str) -> Path: ...


class Environment(Protocol):
    """The parts of Sphinx's environment that are used."""

    def doc2path(self, docname: str, base: bool) -> Path: ...


class App(Protocol):
    """The parts of Sphinx's application that are used."""

    builder: Builder
    env: Environment
    config: Any
    srcdir: Path
    outdir: Path

    def connect(self, event: str, callback: Any) -> int: ...


def setup(app: App) -> dict[str, bool]:
    """Connect the checks to a build of HTML."""
    say = getLogger(f"sphinx.{__name__}").warning
    written: dict[str, str] = {}

    def note_file(app: App, page: str, template: str, context: object, doctree: object) -> None:
        """Warn of a second page in one file; some systems ignore case in names of files."""
        file = relpath(app.builder.get_outfilename(page), app.outdir)
        maker = str(app.env.doc2path(page, base=False)) if doctree is not None else f"Sphinx's own {template}"
        if file.casefold() in written:
            say("%s and %s are both written to %s: rename one", written[file.casefold()], maker, file)
        written[file.casefold()] = maker

    def compare(app: App, error: Exception | None) -> None:
        """Warn of each page that has lost words in the site."""
        if error is not None or app.builder.format != "html":
            return
        for page in pages(app.srcdir, tuple(app.config.source_suffix)):
            built = app.builder.get_outfilename(page.relative_to(app.srcdir).with_suffix("").as_posix())
            if lost := lost_words(page, built):
                lacking = f"lacks {len(lost)} words of the page: {' '.join(lost[:10])}"
                where = relpath(built, app.outdir)
                say("%s isn't whole in the site: %s %s", page, where, lacking if built.exists() else "isn't there")

    app.connect("html-page-context", note_file)
    app.connect("build-finished", compare)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
