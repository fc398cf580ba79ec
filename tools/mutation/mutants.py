"""Mutants of Cython sources: all changes of lines that a campaign tries, generated from tokens."""

from __future__ import annotations

import hashlib
import io
import keyword
import random
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from tokenize import TokenInfo
from typing import Final, NamedTuple

SWAPS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "<": ("compare", ("<=", ">=")),
    "<=": ("compare", ("<", ">")),
    ">": ("compare", (">=", "<=")),
    ">=": ("compare", (">", "<")),
    "==": ("compare", ("!=",)),
    "!=": ("compare", ("==",)),
    "+": ("sign", ("-",)),
    "-": ("sign", ("+",)),
    "+=": ("sign", ("-=",)),
    "-=": ("sign", ("+=",)),
    "&": ("bits", ("|",)),
    "|": ("bits", ("&",)),
    "^": ("bits", ("|",)),
    "<<": ("bits", (">>",)),
    ">>": ("bits", ("<<",)),
    "&=": ("bits", ("|=",)),
    "|=": ("bits", ("&=",)),
    "^=": ("bits", ("|=",)),
    "<<=": ("bits", (">>=",)),
    ">>=": ("bits", ("<<=",)),
    "and": ("logic", ("or",)),
    "or": ("logic", ("and",)),
    "both": ("set", ("either", "without")),
    "either": ("set", ("both",)),
    "without": ("set", ("both",)),
    "min": ("extreme", ("max",)),
    "max": ("extreme", ("min",)),
    "True": ("truth", ("False",)),
    "False": ("truth", ("True",)),
}
"""For each token, the kind of mutant and the tokens that replace it."""

DROPPED: Final = {"not", "~", "-"}
"""Tokens that a mutant drops before an operand."""

VECTORS: Final = {"Halves", "Sixteen", "Which", "Words"}
"""Types without a zero in C, which a function would return if its `return` were dropped."""

NUMBERS: Final = {"bint", "int", "uint64_t", "Py_ssize_t"}
"""Number types whose declarations may have an initial value."""

NOT_FUNCTIONS: Final = {"class", "enum", "extern", "packed", "struct"}
"""Words after `cdef` that don't begin a function."""

SIMPLE: Final = {"pass", "import", "cimport", "from", "global", "nonlocal"}
"""First words of statements without mutants. Decorators and the checks of the debug build have none either."""


class Mutant(NamedTuple):
    """One change of a source."""

    id: str
    """The id, which changes only with its line, or with equal lines before it in the function."""

    line: int
    before: str
    """The changed text: a statement, or one of its expressions."""

    after: str
    """The new text; `pass` if a statement is dropped."""

    @property
    def file(self) -> str:
        return self.id.split("/")[0]

    @property
    def kind(self) -> str:
        return self.id.split("/")[-1].split(".")[0]


@dataclass(frozen=True)
class Slot:
    """A statement or an expression that has mutants; one switch chooses among them."""

    start: int
    """Its beginning and end in the source, in characters."""

    end: int
    indent: int
    cast: str | None
    """The cast that gives every mutant of an expression the same C type; None for a statement."""

    mutants: tuple[Mutant, ...]


class Change(NamedTuple):
    start: int
    end: int
    text: str
    kind: str


def slots(name: str, source: str) -> list[Slot]:
    """Return every statement and expression of a source's functions that has mutants, from top to bottom."""
    found: list[Slot] = []
    same_lines: Counter[tuple[str, str]] = Counter()
    reader = _Reader(source)
    for function, returned, tokens in reader.lines_of_functions():
        text = " ".join(token.string for token in tokens)
        same_lines[function, text] += 1
        digest = hashlib.sha256(f"{text}\n{same_lines[function, text]}".encode()).hexdigest()[:8]
        kinds: Counter[str] = Counter()
        for span, cast, changes in _changes(reader, tokens, returned):
            start, end = span
            before = source[start:end]
            mutants: list[Mutant] = []
            for change in changes:
                after = source[start : change.start] + change.text + source[change.end : end]
                mutants.append(
                    Mutant(
                        f"{name}/{function}/{digest}/{change.kind}.{kinds[change.kind]}",
                        tokens[0].start[0],
                        before,
                        after,
                    )
                )
                kinds[change.kind] += 1
            if mutants:
                found.append(Slot(start, end, tokens[0].start[1], cast, tuple(mutants)))
    return found


def mutants(name: str, source: str) -> list[Mutant]:
    """Return every mutant of a source."""
    return [mutant for slot in slots(name, source) for mutant in slot.mutants]


def sample(known: Sequence[Mutant], n: int, seed: int) -> list[Mutant]:
    """Return n of each file's mutants, in order; a larger sample includes the smaller ones."""
    found: list[Mutant] = []
    for _, group in groupby(known, key=lambda mutant: mutant.file):
        of_file = list(group)
        picked = random.Random(seed).sample(range(len(of_file)), len(of_file))[:n]
        found += [of_file[index] for index in sorted(picked)]
    return found


class _Reader:
    """A reader of a source's logical lines."""

    def __init__(self, source: str) -> None:
        self._begins = [0]
        for line in source.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))
        self._source = source

    def start(self, token: TokenInfo) -> int:
        return self._begins[token.start[0] - 1] + token.start[1]

    def end(self, token: TokenInfo) -> int:
        return self._begins[token.end[0] - 1] + token.end[1]

    def lines_of_functions(self) -> Iterator[tuple[str, str, list[TokenInfo]]]:
        """Yield each logical line of a function's body, with the function's name and the word before it, its type."""
        # Functions and classes around a line: column, name ("" for a class) and type.
        blocks: list[tuple[int, str, str]] = []
        for line in self._lines():
            column = line[0].start[1]
            while blocks and column <= blocks[-1][0]:
                blocks.pop()
            if _is_block(line):
                blocks.append((column, *_function(line)))
            elif blocks and blocks[-1][1]:
                yield *blocks[-1][1:], line

    def _lines(self) -> Iterator[list[TokenInfo]]:
        line: list[TokenInfo] = []
        for token in self._tokens():
            if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
                if line:
                    yield line
                line = []
            elif token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
                line.append(token)

    def _tokens(self) -> Iterator[TokenInfo]:
        """Yield the tokens of the source, each f-string as a single token, as before Python 3.12."""
        begun: list[TokenInfo] = []
        for token in tokenize.generate_tokens(io.StringIO(self._source).readline):
            kind = tokenize.tok_name[token.type]
            if kind == "FSTRING_START":
                begun.append(token)
            if not begun:
                yield token
            if kind == "FSTRING_END":
                first = begun.pop()
                if not begun:
                    text = self._source[self.start(first) : self.end(token)]
                    yield TokenInfo(tokenize.STRING, text, first.start, token.end, token.line)


def _is_block(line: list[TokenInfo]) -> bool:
    """Return whether a line begins a function, a class, or a block of declarations."""
    return line[0].string in {"def", "cdef", "cpdef", "class", "ctypedef"} and line[-1].string == ":"


def _function(line: list[TokenInfo]) -> tuple[str, str]:
    """Return the name of the function that a line begins and the word before it; nothing of a class."""
    words = [token.string for token in line]
    if words[0] in {"class", "ctypedef"} or (words[0] != "def" and words[1] in NOT_FUNCTIONS):
        return "", ""
    name = words.index("(") - 1
    return words[name], words[name - 1]


def _changes(
    reader: _Reader, line: list[TokenInfo], returned: str
) -> Iterator[tuple[tuple[int, int], str | None, list[Change]]]:
    """Yield each slot of a function's logical line: its place, its cast, and its changes."""
    first = line[0].string
    if first in SIMPLE or first in {"@", "sse_check"} or line[0].type == tokenize.STRING:
        return
    if first in {"cdef", "if", "elif", "while", "for"}:
        for part in _expressions(line):
            span = reader.start(part[0]), reader.end(part[-1])
            changes = _in_expression(reader, part)
            if first in {"if", "elif"}:
                changes += [Change(*span, text, "condition") for text in ("True", "False")]
            elif first == "for" and not (len(part) == 1 and part[0].type == tokenize.NUMBER):
                changes.append(Change(span[1], span[1], " - 1", "range"))
            yield span, _cast(line), changes
    elif line[-1].string != ":":
        span = reader.start(line[0]), reader.end(line[-1])
        changes = [] if first == "raise" else _in_expression(reader, line)
        if first == "return" and returned in VECTORS:
            pass
        elif first in {"return", "continue", "break", "raise"} or len(line) > 1:
            changes.append(Change(*span, "pass", "drop"))
        yield span, None, changes


def _expressions(line: list[TokenInfo]) -> list[list[TokenInfo]]:
    """Return the expressions of a line whose statement a switch can't repeat."""
    first = line[0].string
    if first == "cdef":
        return [part for part in map(_initial, _split(line[1:])) if part]
    if first == "for":
        words = [token.string for token in line]
        begin = words.index("in") + 1
        # The step is left alone: Cython makes no C loop from a range without a constant step.
        return _split(line[begin + 2 : -2])[:2] if words[begin] == "range" else []
    return [line[1:-1]]


def _cast(line: list[TokenInfo]) -> str:
    words = [token.string for token in line]
    if words[0] == "cdef":
        declared = words[1 : words.index("=")] if "=" in words else words[1:]
        if "*" in declared:
            return f"<{' '.join(declared[: declared.index('*') + 1])}>"  # A row of an array becomes a pointer, too.
        return f"<{words[1]}>" if words[1] in NUMBERS else ""
    return "" if words[0] == "for" else "not not "


def _initial(declaration: list[TokenInfo]) -> list[TokenInfo]:
    """Return the tokens after the `=` of a declaration."""
    words = [token.string for token in declaration]
    return declaration[words.index("=") + 1 :] if "=" in words else []


def _split(tokens: list[TokenInfo]) -> list[list[TokenInfo]]:
    """Split tokens at the commas that are outside brackets."""
    parts: list[list[TokenInfo]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.string in "([{") - (token.string in ")]}")
        if token.string == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _in_expression(reader: _Reader, tokens: list[TokenInfo]) -> list[Change]:
    changes: list[Change] = []
    before = ""
    cast = False
    pointer = -1  # The place of an operand that is cast to a pointer.
    loops = 0  # The number of comprehensions whose `in` is still to come.
    for at, token in enumerate(tokens):
        text = token.string
        span = reader.start(token), reader.end(token)
        expects_operand = _expects_operand(before)
        after = tokens[at + 1].string if at + 1 < len(tokens) else ""
        if cast or (text == "<" and expects_operand):
            # A type in angle brackets before an operand is a cast.
            cast = text != ">"
            pointer = at + 1 if text == ">" and tokens[at - 1].string == "*" else pointer
            before = "(" if text == ">" else before
            continue
        if text == "-" and pointer == at - 1:
            pass  # Pointers can be subtracted, but not added.
        elif text == "is" and after != "not":
            changes.append(Change(*span, "is not", "compare"))
        elif text == "for":
            loops += 1
        elif text == "in" and loops:
            loops -= 1
        elif text == "in" and before != "not":
            changes.append(Change(*span, "not in", "compare"))
        elif text in DROPPED and (expects_operand or after == "in"):
            changes.append(Change(*span, "", "not"))
        elif text in SWAPS and (not expects_operand or text in {"True", "False"} or after == "("):
            kind, others = SWAPS[text]
            changes += [Change(*span, other, kind) for other in others]
        elif token.type == tokenize.NUMBER and (text.isdigit() or text.startswith("0x")):
            value = int(text, 0)
            changes.append(Change(*span, str(value + 1), "number"))
            if 0 < value < 256:
                changes.append(Change(*span, str(value - 1), "number"))
        elif _is_whole_constant(tokens, at):
            changes.append(Change(*span, f"{text} + 1", "constant"))
        before = text
    return changes


def _expects_operand(before: str) -> bool:
    """Return whether an operand follows a token, so that an operator after it is unary."""
    if before in {"True", "False", "None"}:
        return False
    return not before or before in keyword.kwlist or not (before[-1].isalnum() or before[-1] in "_)]}\"'")


def _is_whole_constant(tokens: list[TokenInfo], at: int) -> bool:
    """Return whether a token is a named constant that is the whole value of a return or an assignment."""
    text = tokens[at].string
    return (
        len(text) > 1
        and text.isupper()
        and at == len(tokens) - 1
        and at > 0
        and tokens[at - 1].string in {"=", "return"}
    )
