"""Which tests a mutant is put before, and in which order."""

from __future__ import annotations

from typing import Final, NamedTuple


class Stage(NamedTuple):
    """Tests that are run together."""

    tests: tuple[str, ...]
    patience: int
    """Seconds of the processor's time that one test may take; several times what the slowest of them does."""


QUICK: Final = Stage(
    (
        "test_equivalence.py::test_games_on_more_than_64_cells",
        "test_equivalence.py::test_fleets_of_any_size",
        "test_equivalence.py::test_tolls_on_a_row_longer_than_a_word",
        "test_equivalence.py::test_unexplored_systems_on_a_row_longer_than_a_word",
        "test_rules.py",
        "test_unexplored.py",
        "test_borders.py",
        "test_options.py",
        "test_chance.py",
        "test_positions.py",
        "test_perft.py::test_core",
    ),
    5,
)
LAWS: Final = Stage(("test_equivalence.py", "test_properties.py"), 40)
LOOPS: Final = Stage(
    (
        "test_equivalence.py::test_fleets_of_any_size",
        "test_playing.py",
        "test_perft.py::test_core",
        "../test_seeds.py",
        "test_batch.py",
    ),
    10,
)
DOORS: Final = Stage(
    (
        "test_doors.py",
        "test_playing.py",
        "test_boards.py",
        "test_memory.py",
        "test_notation_properties.py",
        "../test_conformance.py",
    ),
    10,
)
MANY: Final = Stage(("test_playing.py", "test_batch.py", "test_memory.py"), 10)

ORDINARY: Final = (QUICK, MANY, LAWS)
STAGES: Final = {
    "_fast.pyx": (QUICK, MANY, DOORS, LAWS),
    "_batch.pyx": (MANY,),
    "_loops.pyx": (LOOPS, LAWS),
    "_playing.pxd": (LOOPS, LAWS),
    "_random.pxd": (LOOPS, LAWS),
}
"""The tests that can tell what is wrong in a file, in the order in which they kill soonest; `ORDINARY` for others."""


def stages_of(file: str) -> tuple[Stage, ...]:
    return STAGES.get(file, ORDINARY)
