"""Docstrings of modules, of the package, its tests, benches and tools: they begin with what a module is."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "bench", "tools", "docs")

QUESTION = re.compile(r"(What|How|Whether|Where|When|Why|Which|Who|Whose|That)\b")
"""The words that begin a question or a clause, and name nothing."""


def beginning(text: str) -> str:
    """The first words of a module, or of a header: of its docstring, or of the comment at its top."""
    found = re.match(r'(?:# cython:.*\n)?(?:r?"""|# )(\S+)', text)
    return found[1] if found else ""


def modules() -> dict[str, str]:
    paths = (
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*.p*") if path.suffix in (".py", ".pyx", ".pxd")
    )
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    return {name: text for name, text in texts.items() if text}


def test_each_module_says_what_it_is() -> None:
    begins = {name: beginning(text) for name, text in modules().items()}
    assert begins
    assert [name for name, words in begins.items() if not words] == []
    assert {name: words for name, words in begins.items() if QUESTION.match(words)} == {}


def test_a_question_is_found() -> None:
    assert QUESTION.match(beginning('"""What notebooks show."""\n'))
    assert QUESTION.match(beginning('# cython: language_level=3\n"""How long it takes."""\n'))
    assert QUESTION.match(beginning("# Whether a ship flies.\n"))
    assert not QUESTION.match(beginning('"""Reasons for refused actions."""\n'))
    assert not beginning("from __future__ import annotations\n")
