"""Files that a page shows: blocks of Python or Cython below a line that ends with the name of a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

__all__ = ["HOUSE_RULE", "files_shown", "laid_out"]

HOUSE_RULE = Path(__file__).parents[1] / "docs" / "house_rule.md"
"""The page of house rules, which is part of the checkout, not of the package."""


def files_shown(page: Path) -> dict[str, str]:
    """The files of a page by name."""
    text = page.read_text(encoding="utf-8")
    return dict(re.findall(r"`([\w.]+\.pyx?)`:\n\n```(?:python|cython)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


def laid_out(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Write the files of a page to a folder, from which they are imported, and make it the current one."""
    found = files_shown(page)
    for name, source in found.items():
        (folder / name).write_text(source, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name.removesuffix(".py"), raising=False)
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    return [*found]
