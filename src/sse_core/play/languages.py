"""Languages of games: the languages in which a game can be played, and the names of its data in them."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from ..forms.messages import ENGLISH, Labels, Messages, language
from ..game import AnyGame
from .introduction import translation_of
from .messages import MESSAGES

__all__ = ["LANGUAGES", "TranslatedGame", "label", "language_named", "language_of", "languages", "said"]

LANGUAGES: Final = ("de",)
"""The languages beside English."""


@runtime_checkable
class TranslatedGame(Protocol):
    """A game whose sentences can be translated."""

    @property
    def MESSAGES(self) -> Messages:
        """Its sentences."""
        ...

    @property
    def LABELS(self) -> Labels:
        """The sentences for names of its data; a name without a sentence is shown with blanks for underscores.

        The names are columns of `Game.score_table` and of a campaign's table, options of the set-up, and values of
        options.
        """
        ...


def language_named(name: str) -> str:
    """Return a language by its name, such as ``de``; English for any unknown name.

    So an invented name never becomes part of a path, and no cache by language grows with invented names.
    """
    return name if name in LANGUAGES else ENGLISH


def languages(game: AnyGame) -> tuple[str, ...]:
    """Return the languages of a game: English, and each language with catalogues for it and for all games together.

    The tests make sure that each catalogue is complete.

    >>> from sse_core import small_star_empires
    >>> languages(small_star_empires)
    ('en', 'de')
    """
    return ENGLISH, *(each for each in LANGUAGES if _is_whole(game, each))


def language_of(game: AnyGame) -> str:
    """Return the language in which the reader sees a game: the reader's own, or English if the game lacks it."""
    return language() if language() in languages(game) else ENGLISH


def _is_whole(game: AnyGame, language: str) -> bool:
    if not isinstance(game, TranslatedGame):
        return False
    catalogues = game.MESSAGES.catalogue(language), MESSAGES.catalogue(language)
    return all(catalogues) and translation_of(game.INFO.name, language) is not None


def label(name: str, game: AnyGame, of: str = "") -> str:
    """Return a name of a game's data for people: a column of a table, an option, or a value of the option `of`.

    >>> from sse_core import small_star_empires
    >>> label("first", small_star_empires), label("first", small_star_empires, of="edition")
    ('first player', 'first edition')
    """
    if isinstance(game, TranslatedGame):
        return game.MESSAGES.label(game.LABELS, name, of)
    return MESSAGES.label({}, name)


def said(sentence: str, game: AnyGame) -> str:
    """Return a sentence that a game has marked (`forms.messages.message`) in the reader's language.

    Such a sentence stands in a table made before the reader's language is known, such as the levels of bots.
    """
    return game.MESSAGES.say(sentence) if isinstance(game, TranslatedGame) else sentence
