"""The sentences of the page by language: the same keys and the same places to fill in, none unused, none unknown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from sse_core import web

STATIC: Final = Path(web.__file__).parent / "static"
ENTRY: Final = re.compile(r'^  "([\w.]+)": "((?:[^"\\]|\\.)+)",$')
LANGUAGES: Final = sorted(path.stem for path in (STATIC / "messages").glob("*.js"))


def sentences(language: str) -> dict[str, str]:
    """The sentences of a language by key; each stands on a line of its own."""
    lines = (STATIC / "messages" / f"{language}.js").read_text(encoding="utf-8").splitlines()
    assert (lines[1], lines[-1]) == ("export default {", "};")
    entries = [ENTRY.fullmatch(line) for line in lines[2:-1]]
    assert None not in entries, f"a line of {language}.js is no entry"
    found = [(entry[1], entry[2]) for entry in entries if entry]
    assert len(dict(found)) == len(found), f"a key stands twice in {language}.js"
    return dict(found)


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_a_language_has_all_sentences_with_all_that_is_filled_in(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    for key, words in english.items():
        assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", words)), key


def test_the_page_names_the_languages_that_there_are() -> None:
    (named,) = re.findall(r"LANGUAGES = \{(.*?)\}", (STATIC / "messages.js").read_text(encoding="utf-8"))
    assert sorted(re.findall(r"(\w+): ", named)) == LANGUAGES


def test_each_sentence_is_said_and_each_that_is_said_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    assert [key for key in sentences("en") if f'"{key}"' not in code] == []
    assert set(re.findall(r'say\("([\w.]+)"', code)) <= set(sentences("en"))
