"""Learning of weights: what is loaded for it, and the samples and weights that come from games."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import sse_core.learning
print({"numpy", "sse_core.learning.fitting"} & {*sys.modules})
"""


def test_numpy_is_loaded_by_the_first_fit() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
