"""The playthroughs in ``data``, one short game each, that a person can read: ``python -m tests.adapters.playthroughs``.

They are games of OpenSpiel's `generate_playthrough`, whose seeds make them short. Tensors are left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

__all__ = ["DATA", "GOLDEN", "main", "playthrough"]

DATA: Final = Path(__file__).parent / "data"
GOLDEN: Final = {
    "python_small_star_empires": ("python_small_star_empires(map=ships: 1//A 1 2/ 3 . B)", 4),
    "python_micro_space_empire": ("python_micro_space_empire", 12),
    "python_jump_wars": ("python_jump_wars(turn_limit=1)", 13),
    "python_empire_of_the_stars": ("python_empire_of_the_stars(round_limit=1)", 7),
}
"""The game and the seed of each file, by its name."""


def playthrough(name: str) -> str:
    """Return the text of a file, generated anew."""
    # Only these need OpenSpiel.
    from open_spiel.python.algorithms import generate_playthrough

    from sse_core.adapters import openspiel

    assert name.removeprefix("python_") in openspiel.PARAMETERS
    game, seed = GOLDEN[name]
    library: Any = generate_playthrough
    text: str = library.playthrough(game, [], observation_params_string="text(tensor=False)", seed=seed)
    return text


def main() -> None:
    """Write the files."""
    for name in GOLDEN:
        (DATA / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
