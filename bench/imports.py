"""Bench of imports: their CPU time compared with numpy's, and the modules that they load."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from statistics import median
from typing import Final

from .tables import TIMES, spread, table

ROUNDS: Final = 20

BARE: Final = "pass"
NUMPY: Final = "import numpy"
HYPOTHESIS: Final = "import hypothesis"
ALONE: Final = {"HYPOTHESIS_NO_PLUGINS": "1"}
"""The environment variable that keeps Hypothesis from loading plug-ins, such as ours."""

PROGRAMS: Final = {
    "`import sse_core`": "import sse_core",
    "`from sse_core import State, new_game`": "from sse_core import State, new_game",
    "a game on the base map": """
from sse_core import base_map, new_game
state = new_game(base_map(2))
while legal := state.legal_actions():
    state = state.after(legal[0])
""",
    "the same in another game": """
from sse_core import jump_wars
state = jump_wars.new_game(turn_limit=2)
while state.to_act:
    state = state.after(state.legal_ids(state.to_act[0])[0], state.to_act[0])
""",
}

MODULES: Final = "\nimport sys; print(len([name for name in sys.modules if name.split('.')[0] == 'sse_core']))"


def section() -> str:
    """Return the table, with the cost of the plug-in for programs that only import Hypothesis."""
    contenders: dict[str, tuple[str, dict[str, str]]] = {name: (program, {}) for name, program in PROGRAMS.items()}
    contenders |= {"bare": (BARE, {}), "numpy": (NUMPY, {})}
    contenders |= {"plugins": (HYPOTHESIS, {}), "no plugins": (HYPOTHESIS, ALONE)}
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, (program, variables) in contenders.items():
            times[name].append(seconds(program, variables))
    bare = median(times["bare"])
    numpy = median(times["numpy"]) - bare
    rows = [
        ["nothing", spread(times["bare"], TIMES), "", ""],
        ["`import numpy`", spread(times["numpy"], TIMES), "1", ""],
    ]
    for name, program in PROGRAMS.items():
        share = (median(times[name]) - bare) / numpy
        rows.append([name, spread(times[name], TIMES), f"{share:.2f}", modules(program)])
    plugin = (median(times["plugins"]) - median(times["no plugins"])) * 1e3
    costs = f"the plug-in costs {plugin:.0f} ms and {modules(HYPOTHESIS)} modules"
    heading = ["program", "CPU time", "of numpy's, without Python's own", "modules of sse_core"]
    return "\n".join([*table(heading, rows), "", f"To a program that imports Hypothesis alone, {costs}."])


def seconds(program: str, variables: dict[str, str]) -> float:
    """Return the CPU time, user and system, of a program in a separate process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-P", "-c", program], check=True, env=os.environ | variables)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def modules(program: str) -> str:
    """Return the number of modules of the package that a program loads, the package itself included."""
    command = [sys.executable, "-P", "-c", program + MODULES]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
