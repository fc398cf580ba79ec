"""Pictures of the documentation, each drawn by the code that the page shows or names.

``python -m tools.pictures`` writes them into ``docs``. A test draws them again and compares the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import sse_core as sse
from sse_core import jump_wars
from sse_core import micro_space_empire as micro
from sse_core.micro_space_empire.strength import planner
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import thumbnail

__all__ = ["PICTURES"]

DOCS: Final = Path(__file__).parents[1] / "docs"


def _game() -> str:
    start = sse.new_game(sse.base_map(3, seed=2026, holes="balanced"))
    return sse.to_svg(sse.playout(start, 9))


def _jump_wars() -> str:
    state = jump_wars.parse_state((DOCS / "jump_wars.txt").read_text(encoding="utf-8"))
    return jump_wars.to_svg(state) + "\n"


def _micro_space_empire() -> str:
    states = (state for _, _, state in turns_of(micro.new_game(), [planner.choose], 2))
    return micro.to_svg(next(state for state in states if state.turn == 10 and state.due is micro.Due.CHOICE))


def _duel(plies: int) -> sse.State:
    """Return a position of a random game on the map ``duel``."""
    state = sse.new_game(sse.maps()["duel"])
    rng = sse.SplitMix64(1)
    for _ in range(plies):
        state = state.after(rng.choice(state.legal_actions()))
    return state


def _theme(theme: sse.game.Theme) -> Callable[[], str]:
    return lambda: sse.to_svg(_duel(10), theme=theme, panel=False, width=240)


def _targets() -> str:
    board = sse.parse_map("A 1 2 . 1 1 B\n w     w 1\n        2")
    state = sse.new_game(board, rules=sse.Rules(open_borders=True))
    for text in ("a1-a3=C", "a7-a4=S"):
        state = state.after(sse.parse_action(text, state))
    return sse.to_svg(state, targets_of="a1", panel=False, width=420)


def _territories() -> str:
    end = sse.playout(sse.new_game(sse.maps()["duel"]), 5)
    return sse.to_svg(end, territories=True, orientation="flat", coordinates=False, panel=False, width=260)


def _thumbnail() -> str:
    return thumbnail(sse.maps()["base-3p"])


def _of(game: str) -> Callable[[], str]:
    """Return the function that draws the end of a random game, for a game without a picture of its own below."""
    return lambda: sse.to_svg(sse.playout(sse.GAMES[game].new_game(seed=1), 1)) + "\n"


_CHOSEN: Final[dict[str, Callable[[], str]]] = {
    "game.svg": _game,
    "jump_wars.svg": _jump_wars,
    "micro_space_empire.svg": _micro_space_empire,
    "picture_dark.svg": _theme("dark"),
    "picture_light.svg": _theme("light"),
    "picture_print.svg": _theme("print"),
    "picture_targets.svg": _targets,
    "picture_territories.svg": _territories,
    "picture_thumbnail.svg": _thumbnail,
}

PICTURES: Final[dict[str, Callable[[], str]]] = {
    **{f"{game}.svg": _of(game) for game in sse.GAMES if (DOCS / f"{game}.md").exists()},
    **_CHOSEN,
}
"""The function for each picture, by the name of its file in ``docs``. Each game with its own page has one."""


def main() -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        svg = draw()
        (DOCS / name).write_text(svg, encoding="utf-8")
        print(f"docs/{name}: {len(svg):,} characters")


if __name__ == "__main__":
    main()
