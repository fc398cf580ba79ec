"""The command ``python -m bench.results``: it lists stale results, and with ``--release`` fails if there are any.

A result is stale if the measured sources have changed since, in more than comments and docstrings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .known import KNOWN
from .pages import stale


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a release must wait."""
    parser = argparse.ArgumentParser(prog="python -m bench.results", description="Name the results that are stale.")
    parser.add_argument("--release", action="store_true", help="fail where a result is stale")
    options = parser.parse_args(arguments)
    found = stale()
    for name in found:
        print(f"docs/results/{name}.toml is stale, since its code has changed: {KNOWN[name].command} WRITE=1")
    if found and options.release:
        print(f"No release: {len(found)} of {len(KNOWN)} results are stale.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
