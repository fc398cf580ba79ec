"""Mutant schemata: sources that contain all mutants, of which the number in SSE_MUTANT activates one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tools.mutation.mutants import Mutant, Slot, slots

SWITCH: Final = "sse_mutant"

# Mutants call these functions, which a source of Small Star Empires may lack; a second cimport of a name is harmless.
# Those of Jump Wars cimport all names, and have other functions by these.
_CIMPORT: Final = "\nfrom sse_core._core.small_star_empires.cells cimport both, either, without\n"
_FOOT: Final = f"""
{_CIMPORT}
cdef extern from *:
    int {SWITCH}
"""

HEADER: Final = f"""\
/* The number of the mutant that is switched on in this module; 0 is none. Included first. */
#include <stdlib.h>
static int {SWITCH};
__attribute__((constructor)) static void sse_choose_mutant(void) {{
    const char* chosen = getenv("SSE_MUTANT");
    {SWITCH} = chosen ? atoi(chosen) : 0; }}
"""


def schemata(name: str, source: str, numbers: Mapping[str, int]) -> str:
    """Return a source that contains those of its mutants whose id has a number."""
    parts: list[str] = []
    at = 0
    for slot in slots(name, source):
        mutants = [mutant for mutant in slot.mutants if mutant.id in numbers]
        if mutants:
            parts += [source[at : slot.start], _switched(slot, mutants, numbers, source[slot.start : slot.end])]
            at = slot.end
    parts.append(source[at:])
    foot = _FOOT if name != "cells.pxd" and "small_star_empires" in source else _FOOT.replace(_CIMPORT, "")
    return "".join(parts) + (foot if len(parts) > 1 else "")


def _switched(slot: Slot, mutants: list[Mutant], numbers: Mapping[str, int], original: str) -> str:
    if slot.cast is not None:
        others = "".join(f"{slot.cast}({mutant.after}) if {SWITCH} == {numbers[mutant.id]} else " for mutant in mutants)
        return f"({others}{slot.cast}({original}))"
    margin = " " * slot.indent
    lines: list[str] = []
    for mutant in mutants:
        lines.append(
            f"{'elif' if lines else 'if'} {SWITCH} == {numbers[mutant.id]}:\n{margin}    {mutant.after}\n{margin}"
        )
    return "".join(lines) + f"else:\n{margin}    {original}"
