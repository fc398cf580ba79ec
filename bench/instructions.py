"""Instruction counts of the core's inner calls, taken with valgrind and compared with the stored counts.

`make bench WHAT=instructions` fails if a count has grown by more than 5 %; with ``WRITE=1`` it stores the new counts.
Counts don't depend on the load of the machine, and differ by less than 0.01 % between runs. They depend on the
compiler, so counts of another version aren't compared.

One process starts under valgrind, prepares the positions, and forks for every count, so that Python starts only once. A
kernel runs for n rounds, for 2n, and for n again. The difference between the second count and the mean of the others is
the cost of n rounds, without the work before and between them. Valgrind doesn't know every instruction of new
processors, so kernels run the portable code, and lanes the code for AVX2 if the processor has it. Instructions aren't
time: a change can save instructions and still run slower, which `make bench` would show.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import sse_core as sse
from sse_core._core.variants import PORTABLE, V3, variant

from .compiling import ROOT, CompileError, compiled, loaded
from .levels import games_of, levels
from .tables import table

KEPT: Final = Path(__file__).with_suffix(".json")

SEED: Final = 2024
DEPTH: Final = 3
"""The depth of perft."""

ALLOWED: Final = 1.05
"""The largest accepted ratio of a count to the stored one."""

VALGRIND: Final = (
    "valgrind",
    "--tool=cachegrind",
    "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
    "--vgdb=no",
)
ENVIRONMENT: Final = {"PYTHONHASHSEED": "0", "SSE_PORTABLE": "1", "OPENBLAS_NUM_THREADS": "1"}

REFERENCES: Final = re.compile(r"==(\d+)== I\s+refs:\s+([\d,]+)")
ROUNDS: Final = (1, 2, 1)


class CheckError(Exception):
    """A check without counts, or without stored counts to compare with; the message says why."""


class Kernel(NamedTuple):
    """An operation on a position whose instructions are counted."""

    operation: str
    """A function of `kernels.pyx`, or one of `run`."""

    map: str
    plies: int
    """The plies of the random game before the position."""

    unit: str
    """The unit of the counts."""

    times: int
    """The rounds of the shorter run, which takes some million instructions."""


MIDGAME: Final = {"base-2p": 16, "base-4p": 28, "everything-2p": 40}
KERNELS: Final = (
    *(Kernel("list_turns", name, plies, "call", 20_000) for name, plies in MIDGAME.items()),
    *(Kernel("play_each", name, plies, "action", 200) for name, plies in MIDGAME.items()),
    *(Kernel("largest_territories", name, plies, "player", 20_000) for name, plies in MIDGAME.items()),
    *(Kernel("score_all", name, plies, "call", 5_000) for name, plies in MIDGAME.items()),
    *(Kernel("all_features", name, plies, "call", 1_000) for name, plies in MIDGAME.items()),
    *(Kernel("evaluations", name, plies, "call", 1_000) for name, plies in MIDGAME.items()),
    *(Kernel("all_priors", name, plies, "call", 1_000) for name, plies in MIDGAME.items()),
    *(Kernel("playouts", name, 0, "ply", 500) for name in ("base-2p", "base-2p-wormholes", "everything-2p")),
    Kernel("perft", "base-2p", 0, "leaf", 10),
    *(Kernel("lanes", name, 0, "ply", 2_000) for name in ("base-2p", "base-4p", "base-2p-wormholes")),
)
COUNTED: Final = [kernel for kernel in KERNELS if kernel.operation != "lanes" or V3 in levels()]
"""The kernels that run on this machine, those of lanes last."""


PLAYED_BY: Final = {"playouts": ("loops", PORTABLE), "lanes": ("lanes", V3)}
"""The modules whose games are counted, with the processor level of each."""


def main(arguments: list[str] | None = None) -> int:
    """Count, then compare or store; the exit status is 1 if a count has grown too much, or is impossible."""
    parser = argparse.ArgumentParser(description="Count the core's instructions and compare them with those kept.")
    parser.add_argument("--write", action="store_true", help=f"keep the counts in {KEPT.name}, comparing nothing")
    parser.add_argument("--run", type=int, metavar="N", help="only run the first N kernels, for valgrind to look at")
    options = parser.parse_args(arguments)
    if options.run:
        run_all(KERNELS[: options.run])
        return 0
    try:
        return check(write=options.write)
    except (CheckError, CompileError) as error:
        print(f"bench/instructions.py: {error}", file=sys.stderr)
        return 1


def check(*, write: bool) -> int:
    """Count the instructions of the kernels, and store or compare the counts; return the exit status."""
    if shutil.which(VALGRIND[0]) is None:
        raise CheckError("instructions are counted by valgrind, which is not on the path")
    made_by = {"flags": compiled("kernels", PORTABLE), **versions()}
    if write:
        text = json.dumps({**made_by, "instructions": count_all()}, indent=2)
        KEPT.write_text(f"{text}\n", encoding="utf-8", newline="\n")
        print(f"{KEPT} keeps {len(COUNTED)} counts")
        return 0
    kept = read_kept()
    differing = [name for name in made_by if made_by[name] != kept.get(name)]
    for name in differing:
        print(f"{name}: {made_by[name]} here, {kept.get(name)} when the counts were kept")
    if "compiler" in differing or "machine" in differing:
        print("Nothing is compared: another compiler makes other instructions of the same code.")
        return 0
    return compare(kept["instructions"], count_all())


def read_kept() -> dict[str, Any]:
    """Return the stored file; raise CheckError if there is none, or if it has no counts."""
    try:
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
        if not isinstance(kept["instructions"], dict):
            raise TypeError("instructions is no object")
    except FileNotFoundError:
        raise CheckError(f"{KEPT} is not there; --write makes it") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CheckError(f"{KEPT} holds no counts ({type(error).__name__}: {error})") from None
    return dict(kept)


def compare(kept: dict[str, dict[str, float]], counted: dict[str, dict[str, float]]) -> int:
    """Print the old and new count and the ratio of every kernel; return 1 if a ratio is too large."""
    rows, dearer = [], 0
    for kernel in COUNTED:
        now, old = counted[kernel.operation][kernel.map], kept.get(kernel.operation, {}).get(kernel.map)
        cells = ["–", f"{now:,.1f}", "–", "not kept"]
        if old is not None:
            word = "dearer" if now > old * ALLOWED else "cheaper" if now * ALLOWED < old else ""
            cells = [f"{old:,.1f}", f"{now:,.1f}", f"{now / old:.3f}", word]
            dearer += word == "dearer"
        rows.append([kernel.operation, kernel.map, kernel.unit, *cells])
    print("\n".join(table(["kernel", "position", "per", "kept", "now", "ratio", ""], rows)))
    if dearer:
        print(
            f"{dearer} of {len(COUNTED)} take more than {ALLOWED - 1:.0%} more instructions than kept. If that is "
            "meant, `.venv/bin/python -m bench.instructions --write` keeps the new counts."
        )
    return int(dearer > 0)


# --- counting


def count_all() -> dict[str, dict[str, float]]:
    """Return the instructions of one operation, by kernel and position."""
    done = subprocess.run(
        [*VALGRIND, sys.executable, "-m", "bench.instructions", "--run", str(len(COUNTED))],
        cwd=ROOT,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=False,
    )
    # Each process prints its number and its operations. Valgrind prints the counts in lines with that number.
    took = {int(process): int(count.replace(",", "")) for process, count in REFERENCES.findall(done.stderr)}
    runs = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    if done.returncode or len(runs) != len(ROUNDS) * len(COUNTED):
        raise CheckError(f"the kernels failed under valgrind:\n{done.stderr[-4000:]}")
    found: dict[str, dict[str, float]] = {}
    for index, kernel in enumerate(COUNTED):
        three = runs[len(ROUNDS) * index : len(ROUNDS) * (index + 1)]
        instructions, operations = _more([took[process] for process, _ in three]), _more([done for _, done in three])
        found.setdefault(kernel.operation, {})[kernel.map] = round(instructions / operations, 2)
    return found


def _more(of_runs: Sequence[int]) -> float:
    """Return the second of three counts minus the mean of the others."""
    first, second, third = of_runs
    return second - (first + third) / 2


def run_all(kernels: Sequence[Kernel]) -> None:
    """Run each kernel in a separate process, which prints its number and the number of its operations."""
    positions = [midgame(kernel.map, kernel.plies) for kernel in kernels]
    for kernel, position in zip(kernels, positions, strict=True):
        run(kernel.operation, position, 1)
    for kernel, position in zip(kernels, positions, strict=True):
        for rounds in ROUNDS:
            child = os.fork()
            if child == 0:
                os.write(1, b"%d %d\n" % (os.getpid(), run(kernel.operation, position, rounds * kernel.times)))
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                sys.exit(f"{kernel} failed")


def run(operation: str, position: sse.State, times: int) -> int:
    """Do rounds of an operation, and return the number of its units."""
    if operation in PLAYED_BY:
        name, level = PLAYED_BY[operation]
        module = variant(f"sse_core._core.small_star_empires.{name}", level)
        return int(games_of(module, position)(times, SEED)[2].sum())
    if operation == "perft":
        return sum(sse.perft(position, DEPTH) for _ in range(times))
    return int(getattr(_kernels(), operation)(position, times))


def midgame(name: str, plies: int) -> sse.State:
    """Return a position of a random game on a map that ships: the first start of a turn after so many plies."""
    state, stream = sse.new_game(sse.load_map(name)), sse.SplitMix64(SEED)
    while state.ply < plies or state.due is not None:
        legal = state.legal_actions()
        state = state.after(legal[stream.below(len(legal))])
    return state


# --- versions


def versions() -> dict[str, str]:
    """Return the versions on which the counts may depend."""
    valgrind = subprocess.run([VALGRIND[0], "--version"], capture_output=True, text=True, check=True)
    return {
        "compiler": str(_kernels().COMPILER),
        "machine": platform.machine(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "valgrind": valgrind.stdout.strip().removeprefix("valgrind-"),
    }


@cache
def _kernels() -> ModuleType:
    return loaded("kernels", PORTABLE)


if __name__ == "__main__":
    sys.exit(main())
