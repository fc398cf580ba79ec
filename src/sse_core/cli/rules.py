"""`sse rules`: a clause or a section of the rules, or the list of sections."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from ..game import AnyGame
from ..play.rules import clause_blocks, page_of, rules_of
from .looks import signed, takes_unicode
from .pages import echo, listing, page_width, paragraph

__all__ = ["add", "rules_page", "run"]


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
    echo(rules_page(args.words, args.game, args.parser.prog, unicode=takes_unicode()))
    return 0


def rules_page(words: Sequence[str], game: AnyGame, command: str, *, unicode: bool) -> str:
    """Return clauses and sections by their numbers or a title; without words, the list of sections.

    `command` is what people type to see a clause, `unicode` whether signs beyond ASCII may be used. Raises
    ArgumentError if the rules have none of these.
    """
    rules = rules_of(game)
    if not words:
        rows = [(section.number, section.title) for section in rules.sections]
        clause = next(iter(rules.clauses))
        ways = f"A section: {command} {rows[0][0]}.", f"A clause: {command} {clause}."
        return "\n".join([paragraph(rules.title), "", listing(rows), "", *map(paragraph, ways)])
    found = rules.by_title(" ".join(words))
    if not any(char.isdigit() for word in words for char in word):
        # Words without a number are meant together.
        words = [" ".join(words)]
    pages = [clause_blocks(word, game) for word in words] if found is None else [found]
    return "\n\n".join(page_of((signed(block, unicode) for block in blocks), page_width()) for blocks in pages)
