"""List of all known results: the command that makes each, and the sources that it measures."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["KNOWN", "Known"]


class Known(NamedTuple):
    """The description of a result."""

    command: str
    """The command that reproduces it."""

    sources: tuple[str, ...]
    """The sources that it measures (`sources.digest_of`). After a change of them it is stale."""

    timed: bool = True
    """Whether it has times, so that it is written only on a quiet machine."""


SMALL: Final = ("src/sse_core/_core/*.pxd", "src/sse_core/_core/small_star_empires", "src/sse_core/_fast.p*")
"""The compiled rules of Small Star Empires, and the fast code that uses them."""

PLAIN: Final = tuple(
    f"src/sse_core/small_star_empires/reference/{name}.py" for name in ("rules", "scoring", "features")
)
"""The same rules in plain Python."""

TEXTS: Final = ("src/sse_core/small_star_empires/text/state.py", "src/sse_core/forms")

STAR: Final = (
    *SMALL,
    *(f"src/sse_core/small_star_empires/strength/{name}.py" for name in ("search", "star", "learned", "solving")),
    "src/sse_core/small_star_empires/data/learned",
    "src/sse_core/bots",
)
"""The players of Small Star Empires."""

LEARNING: Final = (
    *SMALL,
    "src/sse_core/small_star_empires/strength/search.py",
    "src/sse_core/small_star_empires/data/learned",
    "src/sse_core/learning",
)

JUMP: Final = ("src/sse_core/_core/*.pxd", "src/sse_core/_core/jump_wars", "src/sse_core/jump_wars")
EMPIRE: Final = (
    "src/sse_core/_core/*.pxd",
    "src/sse_core/_core/empire_of_the_stars",
    "src/sse_core/empire_of_the_stars",
)
MICRO: Final = ("src/sse_core/_core/*.pxd", "src/sse_core/_core/micro_space_empire", "src/sse_core/micro_space_empire")

INTERVALS: Final = (
    *(
        f"src/sse_core/arena/figures/{name}.py"
        for name in ("intervals", "likelihood", "evidence", "strengths", "fitting")
    ),
    "bench/intervals.py",
)
"""The computation and the simulation of intervals."""

BRUTE_FORCE: Final = tuple(f"tools/solved/{name}.py" for name in ("smallest", "every_map", "layouts"))
"""An independent implementation of the rules for small maps, which doesn't use the core."""

PAGE: Final = ("src/sse_core/web/*.py", "src/sse_core/web/api", "src/sse_core/web/room")

KNOWN: Final = {
    "speed": Known("make bench WHAT=speed", (*SMALL, *PLAIN, *TEXTS)),
    "games": Known("make bench WHAT=games", ("src/sse_core/_core",)),
    "play": Known("make bench WHAT=play", (*SMALL, *MICRO, "src/sse_core/small_star_empires/batch.py")),
    "growth": Known("make bench WHAT=growth", (*SMALL, "src/sse_core/small_star_empires/batch.py")),
    "peers": Known("make bench WHAT=peers", (*SMALL, "bench/peers")),
    "ratios": Known(
        "make bench WHAT=ratios EARLIER=python",
        (*SMALL, *MICRO, "src/sse_core/small_star_empires/batch.py", *TEXTS, "bench/peers"),
    ),
    "memory": Known("make bench WHAT=memory", SMALL, timed=False),
    "imports": Known("make bench WHAT=imports", ("src/sse_core/lazy.py", "src/sse_core/__init__.pyi"), timed=False),
    "views": Known("make bench WHAT=views", ("src/sse_core/_core", "bench/views.py")),
    "search": Known("make bench WHAT=search", (*SMALL, "bench/peers")),
    "solver": Known("make bench WHAT=solver", SMALL),
    "serve": Known("make bench WHAT=serve", PAGE),
    "hostile": Known("make bench WHAT=hostile", (*PAGE, "bench/attacks.py")),
    "environments": Known("make bench WHAT=environments", ("src/sse_core/_core", "src/sse_core/adapters")),
    "archive": Known(
        "make bench WHAT=archive", (*SMALL, "src/sse_core/archive", "src/sse_core/play/records/record.py")
    ),
    "arena": Known("make bench WHAT=arena", ("src/sse_core/arena",)),
    "intervals": Known("make study WHAT=intervals", INTERVALS, timed=False),
    "strategies": Known("make study WHAT=strategies", MICRO, timed=False),
    "strength": Known("make study WHAT=strength", STAR),
    "star": Known("make study WHAT=strength", STAR),
    "ladder": Known("make study WHAT=ladder", STAR),
    "openings": Known("make study WHAT=openings", STAR, timed=False),
    "maps": Known("make study WHAT=maps", (*STAR, "src/sse_core/arena/even_starts.py"), timed=False),
    "insight_jump_wars": Known("make study WHAT=insight GAME=jump_wars", JUMP, timed=False),
    "insight_empire_of_the_stars": Known("make study WHAT=insight GAME=empire_of_the_stars", EMPIRE, timed=False),
    "solved": Known("make study WHAT=solved", (*SMALL, "tools/solved/maps"), timed=False),
    "smallest": Known("make study WHAT=smallest", BRUTE_FORCE, timed=False),
    "learning": Known("make study WHAT=train", LEARNING, timed=False),
    "learning_by_clock": Known("make study WHAT=train MINUTES=10", (*LEARNING, "tools/train.py"), timed=False),
    "calibration": Known("make study WHAT=calibration", LEARNING, timed=False),
    # It names its commit itself, and measures no particular sources.
    "elsewhere": Known("make campaign WHAT=elsewhere", (), timed=False),
}
"""The results, by the names of their files."""
