"""`sse rules`: print clauses or sections of the rules, or the list of sections."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from ...game import AnyGame
from ...play.rules import Rules, clause_blocks, page_of, rules_of
from ..terminal.output import echo, echo_json, listing, page_width, paragraph
from ..terminal.styles import signed, takes_unicode

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
    parser.add_argument("--json", action="store_true", help="as JSON; without a clause, the whole rules")


def run(args: Namespace) -> int:
    """Print the clauses and sections in the words of the game's RULES.md; without arguments, list the sections."""
    if args.json:
        echo_json(_object(args.words, args.game))
    else:
        echo(rules_page(args.words, args.game, args.parser.prog, unicode=takes_unicode()))
    return 0


def rules_page(words: Sequence[str], game: AnyGame, command: str, *, unicode: bool) -> str:
    """Return clauses and sections by their numbers or a title; without words, the list of sections.

    `command` is what people type to see a clause; `unicode` says whether signs beyond ASCII may be used. Raises
    ArgumentError if the rules have no such clause or section.
    """
    rules = rules_of(game)
    if not words:
        rows = [(section.number, section.title) for section in rules.sections]
        clause = next(iter(rules.clauses))
        ways = f"A section: {command} {rows[0][0]}.", f"A clause: {command} {clause}."
        return "\n".join([paragraph(rules.title), "", listing(rows), "", *map(paragraph, ways)])
    pages = (
        page_of((signed(block, unicode) for block in blocks), page_width()) for blocks in _found(words, rules, game)
    )
    return "\n\n".join(pages)


def _found(words: Sequence[str], rules: Rules, game: AnyGame) -> list[list[str]]:
    """Return the blocks of each requested clause or section."""
    found = rules.by_title(" ".join(words))
    if found is not None:
        return [found]
    if not any(char.isdigit() for word in words for char in word):
        # Words without a number form one title.
        words = [" ".join(words)]
    return [clause_blocks(word, game) for word in words]


def _object(words: Sequence[str], game: AnyGame) -> dict[str, object]:
    """Return the JSON object of clauses and sections, each in its section; without words, of all sections."""
    rules = rules_of(game)
    found = _found(words, rules, game) if words else [section.blocks for section in rules.sections]
    sections = [rules.section_of(blocks).to_object() for blocks in found]
    return {"game": game.INFO.name, "title": rules.title, "sections": sections}
