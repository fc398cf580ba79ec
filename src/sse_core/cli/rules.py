"""`sse rules`: a clause or a section of the rules, or the list of sections."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from ..game import AnyGame
from ..play.rules import clause_text, page_of, rules_of
from .pages import align, echo

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
    echo(rules_page(args.words, args.game, args.parser.prog))
    return 0


def rules_page(words: Sequence[str], game: AnyGame, command: str) -> str:
    """Return clauses and sections by their numbers or a title; without words, the list of sections.

    `command` is what people type to see a clause. Raises ArgumentError if the rules have none of these.
    """
    rules = rules_of(game)
    if not words:
        rows = [[section.number, section.title] for section in rules.sections]
        clause = next(iter(rules.clauses))
        return (
            f"{rules.title}\n\n{align(rows, left=2)}\n\n"
            f"A section: {command} {rows[0][0]}. A clause: {command} {clause}."
        )
    found = rules.by_title(" ".join(words))
    if found is not None:
        return page_of(found)
    return "\n\n".join(clause_text(word, game) for word in words)
