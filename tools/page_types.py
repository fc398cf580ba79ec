"""Generator of ``src/sse_core/web/static/answers.d.ts``: TypeScript types of the server's answers for the page.

``python -m tools.page_types`` writes the file from the shapes of `sse_core.web.answers`; a test compares it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from sse_core.web import answers

__all__ = ["PATH", "declarations"]

PATH: Final = Path(__file__).parents[1] / "src/sse_core/web/static/answers.d.ts"

_PLAIN: Final[Mapping[object, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "any",
}


def declarations() -> str:
    """Return the text of the file: an interface for each shape, with the first sentence of its docstring."""
    shapes = [_interface(getattr(answers, name)) for name in answers.__all__]
    head = "/** Answers of the server, made by tools/page_types.py from web/answers.py, which tells more. */\n"
    return "\n".join([head, *shapes])


def _interface(shape: type) -> str:
    about = (shape.__doc__ or "").strip().partition("\n")[0]
    lines = list[str]()
    for name, hint in get_type_hints(shape, include_extras=True).items():
        is_optional = get_origin(hint) is NotRequired
        lines.append(f"  {name}{'?' * is_optional}: {_type(get_args(hint)[0] if is_optional else hint)};\n")
    return f"/** {about} */\nexport interface {shape.__name__} {{\n{''.join(lines)}}}\n"


def _type(hint: Any) -> str:
    """Return the TypeScript type for a Python type."""
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return str(hint.__name__)
    if origin in (Union, UnionType):
        return " | ".join(map(_type, inner))
    if origin is Sequence:
        found = _type(inner[0])
        return f"({found})[]" if " " in found else f"{found}[]"
    if origin is Mapping:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    return _PLAIN[hint]


if __name__ == "__main__":
    PATH.write_text(declarations(), encoding="utf-8")
