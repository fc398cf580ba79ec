"""Findings of axe-core on a page, in any browser: those that are serious, with the elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["OPTIONS", "serious_words"]

OPTIONS: Final = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
"""Also that what can be called by voice has a name with the words that it shows, a rule that axe-core leaves out."""


def serious_words(violations: Sequence[Mapping[str, Any]]) -> str:
    """Return a line for each element that breaks a rule which is serious or critical; nothing if none does."""
    serious = [rule for rule in violations if rule["impact"] in {"serious", "critical"}]
    return "\n".join(
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in serious
        for node in rule["nodes"][:3]
    )
