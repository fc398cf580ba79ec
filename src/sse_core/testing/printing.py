"""Positions, boards and records as Hypothesis prints them: expressions with their texts on several lines."""

from __future__ import annotations

import re
from ast import literal_eval
from typing import Final

from hypothesis.vendor.pretty import RepresentationPrinter

from ..forms.expressions import call
from ..play.records.record import game_of

__all__ = ["multiline", "print_multiline"]

_LITERAL: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def multiline(expression: str) -> str:
    r"""Return a Python expression with its strings of several lines in triple quotes; its value stays the same.

    >>> print(multiline(r"parse_map('A 1\n 1 B')").replace('"', "'"))
    parse_map('''\
    A 1
     1 B''')
    """
    return _LITERAL.sub(lambda literal: _triple_quoted(literal[0]), expression)


def _triple_quoted(literal: str) -> str:
    text: str = literal_eval(literal)
    lines = text.split("\n")
    # A text that triple quotes can't hold without escapes stays on one line.
    if len(lines) == 1 or not all(map(str.isprintable, lines)) or set(text) & {"\\", '"'}:
        return literal
    return f'"""\\\n{text}"""'


def print_multiline(value: object, printer: RepresentationPrinter, cycle: bool) -> None:
    """Print a value as `multiline` writes it. Hypothesis calls this."""
    printer.text(multiline(_expression(value)))


def _expression(value: object) -> str:
    """Return the `repr` of a value; for a position that has no drawing in its `repr`, the call that parses its text."""
    expression = repr(value)
    game = game_of(value)
    if game is not None and expression.startswith("position("):
        return call("parse_state", game.format_state(value))
    return expression
