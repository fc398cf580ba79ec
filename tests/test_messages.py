"""Sentences in the language of whoever reads: what the source says, what catalogues have, and what each game offers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from tests.said_in_source import Said, said_in_source

import sse_core as sse
from sse_core.bots.levels import levels_of
from sse_core.forms.messages import ENGLISH, PSEUDO, Messages, language, speaking
from sse_core.play.introduction import translation_of
from sse_core.play.languages import LANGUAGES, TranslatedGame, label, language_named, languages, said

FIELD: Final = re.compile(r"\{([a-z_]+)\}")
PACKAGES: Final = ("play", "web", *sse.GAMES)
TRANSLATED: Final = tuple(sse.GAMES)
"""The games that are offered in every language."""


def catalogue(package: str, name: str) -> dict[str, Any]:
    return dict(Messages(f"sse_core.{package}").catalogue(name))


def forms_by_sentence(package: str) -> dict[str, tuple[str, ...]]:
    """The forms of each sentence of a package."""
    return {each.forms[0]: each.forms for each in said_in_source() if each.package == package and each.forms}


# --- the source


def test_every_sentence_is_written_out() -> None:
    """A translator finds it: no sentence is put together, and fields are plain names."""
    assert len(said_in_source()) > 300
    assert [each.where for each in said_in_source() if not each.is_readable] == []
    for each in said_in_source():
        assert {each.package} <= {*PACKAGES}, each.where
        for form in each.forms:
            assert not re.search(r"[{}]", FIELD.sub("", form)), each.where


def test_every_field_has_a_value() -> None:
    for each in said_in_source():
        if each.function == "message" or not each.forms or each.values is None:
            continue
        own = {"n"} if each.function == "counted" else set[str]()
        named = {field for form in each.forms for field in FIELD.findall(form)} - own
        assert named == each.values - own, each.where


def test_nothing_keeps_a_sentence_for_the_next_reader() -> None:
    """It is said to somebody: neither while a module is imported, nor in a function whose answers are kept."""
    assert [(each.where, each.kept_by) for each in said_in_source() if each.kept_by] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_sentence_has_one_set_of_forms(package: str) -> None:
    """It is said, or counted with one plural: a catalogue has one place for it."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for each in said_in_source():
        if each.package == package and each.forms:
            found.setdefault(each.forms[0], set()).add(each.forms)
    assert {sentence: forms for sentence, forms in found.items() if len(forms) > 1} == {}


# --- catalogues


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("package", ["play", "web", *TRANSLATED])
def test_a_catalogue_has_each_sentence(package: str, name: str) -> None:
    """What lacks is listed, and so is what nothing says any more."""
    wanted, found = forms_by_sentence(package), catalogue(package, name)
    assert sorted({*wanted} - {*found}) == [], "these lack a translation"
    assert sorted({*found} - {*wanted}) == [], "nothing says these"


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_translation_has_the_same_fields_and_forms(package: str, name: str) -> None:
    wanted = forms_by_sentence(package)
    for sentence, translation in catalogue(package, name).items():
        forms = translation if isinstance(translation, list) else [translation]
        assert len(forms) == len(wanted[sentence]), sentence
        for original, form in zip(wanted[sentence], forms, strict=True):
            assert sorted({*FIELD.findall(form)}) == sorted({*FIELD.findall(original)}), form
            assert CLAUSE.findall(form) == CLAUSE.findall(original), form
            assert not re.search(r"[{}]", FIELD.sub("", form)), form


CLAUSE: Final = re.compile(r"\b[A-Z][0-9]+\.[0-9]+\b")


# --- languages


def test_a_game_is_offered_in_the_languages_that_it_has_wholly() -> None:
    assert {name: languages(game) for name, game in sse.GAMES.items()} == {
        name: (ENGLISH, *LANGUAGES) if name in TRANSLATED else (ENGLISH,) for name in sse.GAMES
    }
    assert all(translation_of(name, each) for name in TRANSLATED for each in LANGUAGES)


def test_a_language_holds_where_it_is_spoken() -> None:
    messages = Messages("sse_core.play")
    assert language() == ENGLISH
    with speaking("de"):
        assert messages.say("{one} and {other}", one="A", other="B") == "A und B"
        with speaking(ENGLISH):
            assert messages.say("{one} and {other}", one="A", other="B") == "A and B"
        assert messages.counted(1, "{n} move", "{n} moves") == "1 Zug"
        assert messages.counted(2, "{n} move", "{n} moves") == "2 Zügen"
    assert messages.counted(2, "{n} move", "{n} moves") == "2 moves"


def test_what_a_catalogue_lacks_stays_english() -> None:
    for name in ("de", "fr"):
        with speaking(name):
            assert Messages("sse_core.play").say("no such {thing}", thing="sentence") == "no such sentence"
            assert Messages("sse_core.play").counted(2, "{n} sentence", "{n} sentences") == "2 sentences"


def test_pseudo_english_has_sentences_in_brackets_and_values_outside() -> None:
    messages = Messages("sse_core.play")
    with speaking(PSEUDO):
        assert messages.say("{one} and {other}.", one="A", other=messages.say("chance")) == "A⟦ and ⟧⟦chance⟧⟦.⟧"
        assert messages.counted(2, "{n} ply", "{n} plies") == "2⟦ plies⟧"


# --- what no module of a game says


def names_of_data(game: Any) -> Iterator[tuple[str, str]]:
    """The names of a game's data that people meet: columns, options, and values of options."""
    yield from ((column, "") for column in game.score_table(game.new_game())[0])
    yield from ((name, "") for name in game.OPTIONS)


def test_a_language_that_somebody_makes_up_is_english() -> None:
    """Nothing is kept for it, and its name reaches no file."""
    assert [language_named(name) for name in ("en", *LANGUAGES)] == ["en", *LANGUAGES]
    assert {language_named(name) for name in ("", "tlh", "xx", "DE", "../de", PSEUDO)} == {"en"}


@pytest.mark.parametrize("name", TRANSLATED)
def test_names_of_data_are_translated(name: str) -> None:
    game = sse.GAMES[name]
    assert isinstance(game, TranslatedGame)
    with speaking(PSEUDO):
        for each, of in names_of_data(game):
            assert label(each, game, of).startswith("⟦"), each
    assert label("other_name", game) == "other name"


def test_a_game_without_translations_has_names_with_blanks() -> None:
    with speaking("de"):
        assert label("no_such_name", sse.GAMES["jump_wars"]) == "no such name"
        assert said("as it is", sse.GAMES["jump_wars"]) == "as it is"


def test_levels_have_their_words_in_the_language() -> None:
    with speaking("de"):
        assert levels_of(sse.small_star_empires)[0].title == "Anfänger"
        assert [level.title for level in levels_of(sse.GAMES["jump_wars"])] == [
            "Anfänger",
            "Fortgeschritten",
            "Stark",
            "Sehr stark",
        ]


def test_the_reader_of_the_source_sees_what_is_wrong() -> None:
    """A call at import, in a cache, of a sentence that is put together: the tests above depend on it."""
    assert {each.function for each in said_in_source()} == {"say", "counted", "message"}
    assert {each.package for each in said_in_source()} <= {*PACKAGES}
    assert Said("play", "", "say", (), False, None, "cache") not in said_in_source()
