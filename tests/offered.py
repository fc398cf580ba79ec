"""Names that a module offers, as ``from module import *`` would take them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

__all__ = ["offered"]


def offered(module: ModuleType) -> dict[str, Any]:
    """Return what a module offers by name: a module whose names are lazy has none of them in its `vars` before."""
    return {name: getattr(module, name) for name in module.__all__}
