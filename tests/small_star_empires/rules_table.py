"""The table of options in RULES.md, made from the code of `Rules`; run as a script it writes the table there."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

from sse_core import Rules
from sse_core.small_star_empires import options

BEGIN = "<!-- options:begin -->"
END = "<!-- options:end -->"


def options_table() -> str:
    """Return the table: each option, its default, its clauses, and what it decides."""
    said = _docstrings()
    rows = ["| option | default | clause | what it decides |", "|---|---|---|---|"]
    for field in fields(Rules):
        words = re.sub(r"\s+", " ", said[field.name].partition("\n\n")[0])
        match = re.fullmatch(r"(.*) \((E[0-9., E]+)\)\.", words)
        assert match is not None, f"the docstring of {field.name} ends in its clauses: {words}"
        rows.append(f"| `{field.name}` | `{field.default!r}` | {match[2]} | {match[1]} |")
    return "\n".join(rows)


def written_table(text: str) -> str:
    """Return the table that stands in a text."""
    return text.partition(BEGIN)[2].partition(END)[0].strip()


def _docstrings() -> dict[str, str]:
    """Return the docstring below each field of `Rules`."""
    (module,) = [node for node in ast.parse(inspect.getsource(options)).body if getattr(node, "name", "") == "Rules"]
    assert isinstance(module, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(module.body, module.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(below, ast.Expr)
            assert isinstance(below.value, ast.Constant)
            found[field.target.id] = inspect.cleandoc(str(below.value.value))
    return found


if __name__ == "__main__":
    path = Path(str(files("sse_core") / "small_star_empires" / "RULES.md"))
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n\n{options_table()}\n\n{END}{after}", encoding="utf-8", newline="\n")
