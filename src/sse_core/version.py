"""The version of the package, as `pyproject.toml` has it."""

from typing import Final

__all__ = ["__version__"]

__version__: Final = "0.1.0"
