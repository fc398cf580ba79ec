"""The sentences of the page by language: all that it says is one, none is unused, and each language has them all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from tests.web.literals import Literal, literals, words_of_html

from sse_core import web

STATIC: Final = Path(web.__file__).parent / "static"
SCRIPTS: Final = sorted(STATIC.glob("*.js"))
PAGES: Final = sorted(STATIC.glob("*.html"))
ENTRY: Final = re.compile(r'^  "([\w.]+)": "((?:[^"\\]|\\.)+)",$')
LANGUAGES: Final = sorted(path.stem for path in (STATIC / "messages").glob("*.js"))

FILLED: Final = re.compile(r"\{(\w+)(, plural,(?: \w+ \{[^{}]*\})+)?\}")
"""A place of a sentence that is filled in, with the words for each class of numbers, as `messages.js` reads them."""

KEY: Final = re.compile(r"([a-z]\w*)\.\w+")
SAYING: Final = frozenset({"say", "sayWith"})

TWO_WORDS: Final = re.compile(r"[A-Za-z]{2,}[,.:;!?]? (?:\{\} )?[A-Za-z]{2,}")
WORD: Final = re.compile(r"[A-Za-z]{2,}")
CAPITAL: Final = re.compile(r"\W*[A-Z][a-z]{2,}")
TELLING: Final = frozenset(
    {"replaceChildren", "append", "prepend", "announce", "refuse", "confirmed", "tell", "note", "Error", "Refused"}
)
"""Functions that show or announce what they are given."""

ASKING: Final = frozenset({"querySelector", "querySelectorAll", "closest", "matches", "matchMedia"})
"""Functions that take a selector."""

NO_WORDS: Final = {
    "api.js": {"Content-Type"},
    # Selectors, which are used further below.
    "board.js": {"path, polygon, rect, circle, ellipse"},
    "shortcuts.js": {"input:not([type=radio]), textarea, select, [contenteditable]"},
    # The name of a key is asked of the event.
    "palette.js": {"Backspace", "Delete"},
    # Languages have their own names in every language.
    "messages.js": {"English", "Deutsch"},
}
"""What looks like words of a person's language, and is none."""


def sentences(language: str) -> dict[str, str]:
    """The sentences of a language by key; each stands on a line of its own."""
    text = (STATIC / "messages" / f"{language}.js").read_text(encoding="utf-8")
    head, _, body = text.partition("export default {\n")
    assert head.startswith("/**")
    assert body.endswith("};\n")
    lines = body.splitlines()[:-1]
    entries = [ENTRY.fullmatch(line) for line in lines]
    assert [line for line, entry in zip(lines, entries, strict=True) if entry is None] == []
    found = [(entry[1], entry[2]) for entry in entries if entry]
    assert len(dict(found)) == len(found), f"a key stands twice in {language}.js"
    return dict(found)


def filled(sentence: str) -> list[tuple[str, bool]]:
    """The names that are filled in, and whether their number decides about words."""
    return sorted((name, bool(forms)) for name, forms in FILLED.findall(sentence))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_sentences_with_all_that_is_filled_in(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    for key, words in other.items():
        assert filled(words) == filled(english[key]), key
        assert not set("{}") & set(FILLED.sub("", words)), f"a bracket of {key} is not understood"
        for _, forms in FILLED.findall(words):
            assert not forms or " other {" in forms, key


def test_the_page_names_the_languages_that_there_are() -> None:
    (named,) = re.findall(r"LANGUAGES = \{(.*?)\}", (STATIC / "messages.js").read_text(encoding="utf-8"))
    assert sorted(re.findall(r"(\w+): ", named)) == LANGUAGES


def test_each_sentence_is_said_and_each_that_is_said_is_there() -> None:
    english = sentences("en")
    kinds = {key.partition(".")[0] for key in english}
    said = set[str]()
    for path in SCRIPTS:
        for literal in literals(path.read_text(encoding="utf-8")):
            named = KEY.fullmatch(literal.text)
            if named and (named[1] in kinds or literal.call in SAYING):
                said.add(literal.text)
    for path in PAGES:
        said |= set(re.findall(r'data-say[\w-]*="([^"]*)"', path.read_text(encoding="utf-8")))
    assert said == set(english)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_what_is_said_is_given_all_that_is_filled_in(path: Path) -> None:
    english = sentences("en")
    code = path.read_text(encoding="utf-8")
    for found in re.finditer(r"\b(?:say|sayWith)\(", code):
        call = arguments(code, found.end())
        # Values with a name of their own are given elsewhere.
        for key in re.findall(r'"([\w.]+)"', call) if "{" in call else ():
            missing = [
                name for name, _ in filled(english.get(key, "")) if not re.search(rf"\b{name}\b", call.replace(key, ""))
            ]
            assert not missing, f"{key} lacks {missing}"


def arguments(code: str, start: int) -> str:
    """The text between the brackets of a call."""
    depth, at = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return code[start : at - 1]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_has_no_words_of_its_own(path: Path) -> None:
    """Texts with two words or a capital, and all texts that are given to what shows or announces them."""
    allowed = NO_WORDS.get(path.name, set())
    found = [each for each in literals(path.read_text(encoding="utf-8")) if is_words(each) and each.text not in allowed]
    assert [(each.line, each.text) for each in found] == []


def is_words(literal: Literal) -> bool:
    """Whether a text of a script seems to be in a person's language."""
    text = literal.text.replace("{}", "")
    if not WORD.search(text) or literal.call in SAYING | ASKING:
        return False
    if re.search(r"class: [^,]*$|\bkey === $|api\.tell\($", literal.before) or text.startswith("translate("):
        return False
    is_given = (literal.call == "el" and literal.place >= 2) or literal.call in TELLING or literal.is_shown
    return bool(is_given or TWO_WORDS.search(text) or CAPITAL.match(text))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_has_no_words_of_its_own(path: Path) -> None:
    """But for what is read where no script runs."""
    assert [words for words in words_of_html(path.read_text(encoding="utf-8")) if WORD.search(words)] == []


def test_words_of_a_script_are_found() -> None:
    """In each of the ways in which a script can show them."""
    ways = """
        el("p", {}, "text");
        el("p", { title: "text", class: "none" }, say("a.b"), is ? `${1} text` : null);
        line.textContent = found ? "text" : "";
        document.title = `text ${say("a.b", { c: "none" })}`;
        line.setAttribute("aria-label", "Text");
        list.replaceChildren(...[1].map(one), "text"); // "none"
        const WORDS = /none"/.test(one) ? "Two texts" : 'none';
        return `${one ? `more text` : 'none'}`;
    """
    found = [each.text for each in literals(ways) if is_words(each)]
    assert [re.sub(r"\W*(two|more|\{\})\W*", "", text.lower()).rstrip("s") for text in found] == ["text"] * 9
