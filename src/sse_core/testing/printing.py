"""Positions, boards and records as Hypothesis prints them: as expressions, texts of several lines as such."""

from __future__ import annotations

import re
from ast import literal_eval
from typing import Final

from hypothesis.vendor.pretty import RepresentationPrinter

from ..expressions import call
from ..records import game_of

__all__ = ["drawn", "print_drawn"]

_LITERAL: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def drawn(expression: str) -> str:
    r"""Return a Python expression with its strings of several lines in triple quotes; it evaluates to the same.

    >>> print(drawn(r"parse_map('A 1\n 1 B')").replace('"', "'"))
    parse_map('''\
    A 1
     1 B''')
    """
    return _LITERAL.sub(lambda literal: _in_lines(literal[0]), expression)


def _in_lines(literal: str) -> str:
    text: str = literal_eval(literal)
    lines = text.split("\n")
    # Between triple quotes some texts would have to be escaped; these stay on one line.
    if len(lines) == 1 or not all(map(str.isprintable, lines)) or set(text) & {"\\", '"'}:
        return literal
    return f'"""\\\n{text}"""'


def print_drawn(value: object, printer: RepresentationPrinter, cycle: bool) -> None:
    """Print a value as `drawn` writes it: what Hypothesis calls."""
    printer.text(drawn(_expression(value)))


def _expression(value: object) -> str:
    """Return the `repr` of a value; where that tells a position piece by piece, its text, which is a drawing."""
    expression = repr(value)
    game = game_of(value)
    if game is not None and expression.startswith("position("):
        return call("parse_state", game.format_state(value))
    return expression
