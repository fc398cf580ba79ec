"""The rules of a game, read from its RULES.md: sections and clauses, found by number or title, and laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from ..errors import ArgumentError
from ..game import AnyGame
from ..games import GAMES, place_of
from .house_rules import base_of, variant_of
from .markdown import WIDTH, blocks_of, layout

__all__ = ["Rules", "Section", "clause_blocks", "clause_text", "clauses_of", "page_of", "rules_of"]

_HEADING: Final = re.compile(r"## ((?P<number>[A-Z][0-9]+) )?(?P<title>.*)")
_MOST: Final = 8
"""The most clauses with a word that an error lists."""

_UNBROKEN: Final = 1 << 20
"""A width that no paragraph reaches."""

_CLAUSE: Final = re.compile(r"\*\*([A-Z][0-9]+\.[0-9]+)\*\*")


@dataclass
class Section:
    """A section: its number, which may be empty, its title, and its blocks of text."""

    number: str
    title: str
    blocks: list[str] = field(default_factory=list[str])

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield each block after the heading, with the number of the clause that it belongs to; empty for none."""
        clause = ""
        for block in self.blocks[1:]:
            if match := _CLAUSE.match(block):
                clause = match[1]
            yield clause, block

    def to_object(self) -> dict[str, Any]:
        """Return the JSON object of the section: the text before its clauses, then each clause.

        Every paragraph and every item of a list is a line.
        """
        texts = {
            clause: "\n\n".join(layout(_CLAUSE.sub("", block).lstrip(), _UNBROKEN) for _, block in parts)
            for clause, parts in groupby(self.parts(), key=itemgetter(0))
        }
        text = texts.pop("", "")
        clauses = [{"number": number, "text": words} for number, words in texts.items()]
        return {"number": self.number or None, "title": layout(self.title), "text": text, "clauses": clauses}


@dataclass
class Rules:
    """The rules of a game: sections and clauses in order."""

    title: str
    sections: list[Section]
    clauses: Mapping[str, list[str]]

    def section_of(self, blocks: Sequence[str]) -> Section:
        """Return the section with these blocks; of a clause, the section with that clause alone."""
        section = next(each for each in self.sections if blocks[0] in each.blocks)
        heading = section.blocks[0]
        return section if blocks[0] == heading else replace(section, blocks=[heading, *blocks])

    def by_title(self, words: str) -> list[str] | None:
        """Return the section whose title begins with these words; None if there is none."""
        found = (section for section in self.sections if section.title.lower().startswith(words.lower()))
        return next((section.blocks for section in found), None)

    def by_number(self, word: str, game: AnyGame) -> list[str]:
        """Return a clause or a section by its number; raise ArgumentError with close numbers if there is none."""
        pages = {**self.clauses, **{section.number: section.blocks for section in self.sections if section.number}}
        wanted = word.strip("().,").upper()
        if wanted in pages:
            return pages[wanted]
        for name in GAMES:
            if _place(name).is_file() and wanted in _rules(name).clauses:
                raise ArgumentError(f"{wanted} is a clause of another game: `sse rules {name} {wanted}`")
        # The other clauses of the same section are the nearest.
        near = [name for name in pages if "." in wanted and name.startswith(f"{wanted.partition('.')[0]}.")]
        near = near or get_close_matches(wanted, pages, n=5, cutoff=0.4)
        hint = f"near it are {', '.join(near)}" if near else f"sections are {self.sections[0].number} and so on"
        if not near and (told := self._with_words(word)):
            more = f" and {len(told) - _MOST} more" if len(told) > _MOST else ""
            hint = f"clauses with the word{'s' * (' ' in word)} are {', '.join(told[:_MOST])}{more}"
        raise ArgumentError(f"the rules of {game.INFO.title} have no {word}; {hint}")

    def _with_words(self, words: str) -> list[str]:
        """Return the numbers of the clauses that have these words."""
        text = " ".join(words.lower().split())
        return [name for name, blocks in self.clauses.items() if text in " ".join(" ".join(blocks).lower().split())]


def _place(game: str) -> Path:
    """Return the path of a game's rules, beside the file of its module."""
    return place_of(game).with_name("RULES.md")


@cache
def _rules(game: str) -> Rules:
    """Return the rules of a game, read from its RULES.md."""
    place = _place(game)
    if not place.is_file():
        raise ArgumentError(f"{game} has no RULES.md")
    text = place.read_text(encoding="utf-8")
    title, *blocks = blocks_of(text)
    sections: list[Section] = []
    clauses: dict[str, list[str]] = {}
    # Blocks before the first section, and before the first clause of a section, belong to no clause.
    clause: list[str] = []
    for block in blocks:
        if heading := _HEADING.fullmatch(block):
            sections.append(Section(heading["number"] or "", heading["title"], [block]))
            clause = []
            continue
        if match := _CLAUSE.match(block):
            clause = clauses[match[1]] = []
        clause.append(block)
        if sections:
            sections[-1].blocks.append(block)
    return Rules(layout(title), sections, clauses)


def _book_of(game: AnyGame) -> str:
    """Return the name of the game whose RULES.md has the rules of a game: the base of house rules."""
    return base_of(game).INFO.name


def rules_of(game: AnyGame) -> Rules:
    """Return the rules of a game; raise ArgumentError if it has no RULES.md."""
    return _rules(_book_of(game))


def clause_blocks(word: str, game: AnyGame) -> list[str]:
    """Return the blocks of a clause or a section by its number; raise ArgumentError if the rules of a game have none.

    Under a house rule, the last block names the rule.
    """
    blocks = [*rules_of(game).by_number(word, game)]
    variant = variant_of(game)
    if variant is not None:
        blocks.append(f"The house rule of this game: {variant.about}.")
    return blocks


def clause_text(word: str, game: AnyGame) -> str:
    """Return a clause or a section by its number, laid out; raise ArgumentError if the rules of a game have none."""
    return page_of(clause_blocks(word, game))


def clauses_of(game: AnyGame) -> list[str]:
    """Return the numbers of sections and clauses, in order; none for a game without RULES.md."""
    if not _place(_book_of(game)).is_file():
        return []
    rules = rules_of(game)
    return [*(section.number for section in rules.sections if section.number), *rules.clauses]


def page_of(blocks: Iterable[str], columns: int = WIDTH) -> str:
    """Return blocks of text as a page, laid out for so many columns."""
    return "\n\n".join(layout(block, columns) for block in blocks)
