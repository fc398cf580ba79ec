"""The rules of Micro Space Empire in plain Python, for people to read and for tests of the core; never a fallback."""

from .rules import State, playout, same

__all__ = ["State", "playout", "same"]
