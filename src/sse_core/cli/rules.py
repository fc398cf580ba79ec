"""`sse rules`: a clause or a section of the rules, or the list of sections."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from ..game import AnyGame
from ..games import GAMES, place_of
from .markdown import blocks_of, layout
from .pages import RefusedError, align, echo

__all__ = ["add", "clause_text", "clauses_of", "rules_page", "run"]

_HEADING: Final = re.compile(r"## ((?P<number>[A-Z][0-9]+) )?(?P<title>.*)")
_CLAUSE: Final = re.compile(r"\*\*([A-Z][0-9]+\.[0-9]+)\*\*")


def add(parser: ArgumentParser, game: AnyGame) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="CLAUSE",
        help="a clause such as E3.5 (errors cite them), a section such as E3, or the beginning of a section's title; "
        "left out: list the sections",
    )


def run(args: Namespace) -> int:
    """Print the clauses and sections in the words of the game's RULES.md; without arguments, list the sections."""
    echo(rules_page(args.words, args.game, args.parser.prog))
    return 0


def rules_page(words: Sequence[str], game: AnyGame, command: str) -> str:
    """Return clauses and sections by their numbers or a title; without words, the list of sections.

    `command` is what people type to see a clause. Raises RefusedError if the rules have none of these.
    """
    rules = _rules(game.INFO.name)
    if not words:
        rows = [[section.number, section.title] for section in rules.sections]
        clause = next(iter(rules.clauses))
        return (
            f"{rules.title}\n\n{align(rows, left=2)}\n\n"
            f"A section: {command} {rows[0][0]}. A clause: {command} {clause}."
        )
    found = rules.by_title(" ".join(words))
    if found is not None:
        return _page(found)
    return "\n\n".join(clause_text(word, game) for word in words)


def clause_text(word: str, game: AnyGame) -> str:
    """Return a clause or a section by its number, laid out; raise RefusedError if the rules of a game have none."""
    return _page(_rules(game.INFO.name).by_number(word, game))


def _page(blocks: Sequence[str]) -> str:
    return "\n\n".join(map(layout, blocks))


def clauses_of(game: AnyGame) -> list[str]:
    """Return the numbers of sections and clauses, in order; none for a game without RULES.md."""
    if not _place(game.INFO.name).is_file():
        return []
    rules = _rules(game.INFO.name)
    return [*(section.number for section in rules.sections if section.number), *rules.clauses]


# --- the rules as a text


@dataclass
class _Section:
    """A section: its number, which may be empty, its title, and its blocks of text."""

    number: str
    title: str
    blocks: list[str] = field(default_factory=list[str])


@dataclass
class _Rules:
    """The rules of a game: sections and clauses in order."""

    title: str
    sections: list[_Section]
    clauses: Mapping[str, list[str]]

    def by_title(self, words: str) -> list[str] | None:
        """Return the section whose title begins with these words; None if there is none."""
        found = (section for section in self.sections if section.title.lower().startswith(words.lower()))
        return next((section.blocks for section in found), None)

    def by_number(self, word: str, game: AnyGame) -> list[str]:
        """Return a clause or a section by its number; raise RefusedError with close numbers if there is none."""
        pages = {**self.clauses, **{section.number: section.blocks for section in self.sections if section.number}}
        wanted = word.strip("().,").upper()
        if wanted in pages:
            return pages[wanted]
        for name in GAMES:
            if _place(name).is_file() and wanted in _rules(name).clauses:
                raise RefusedError(f"{wanted} is a clause of another game: `sse rules {name} {wanted}`")
        # The other clauses of the same section are the nearest.
        near = [name for name in pages if "." in wanted and name.startswith(f"{wanted.partition('.')[0]}.")]
        near = near or get_close_matches(wanted, pages, n=5, cutoff=0.4)
        hint = f"near it are {', '.join(near)}" if near else f"sections are {self.sections[0].number} and so on"
        raise RefusedError(f"the rules of {game.INFO.title} have no {word}; {hint}")


def _place(game: str) -> Path:
    """Return where the rules of a game stand: beside the file of its module."""
    return place_of(game).with_name("RULES.md")


@cache
def _rules(game: str) -> _Rules:
    """Return the rules of a game, read from its RULES.md."""
    place = _place(game)
    if not place.is_file():
        raise RefusedError(f"{game} has no RULES.md")
    text = place.read_text(encoding="utf-8")
    title, *blocks = blocks_of(text)
    sections: list[_Section] = []
    clauses: dict[str, list[str]] = {}
    # Blocks before the first section, and before the first clause of a section, belong to no clause.
    clause: list[str] = []
    for block in blocks:
        if heading := _HEADING.fullmatch(block):
            sections.append(_Section(heading["number"] or "", heading["title"], [block]))
            clause = []
            continue
        if match := _CLAUSE.match(block):
            clause = clauses[match[1]] = []
        clause.append(block)
        if sections:
            sections[-1].blocks.append(block)
    return _Rules(layout(title), sections, clauses)
