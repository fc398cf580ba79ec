"""Try readers on texts from a coverage-guided fuzzer: ``python -m tests.fuzzing --seconds 60 sse-state sse-map``.

Texts that led somewhere new stay in build/fuzzing; ``--keep`` takes the smallest of them into the corpus that the tests
read. A failure is left there, too, as a file named crash-…: write the test, then mend the reader.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Final

from .readers import FOUND, READERS, kept, texts_to_begin_with

MANY: Final = 64
"""So many texts of a reader are kept at most, the smallest of those that led somewhere new."""


def main() -> int:
    """Fuzz the readers one after the other, each in a process of its own; 1 if one broke."""
    parser = argparse.ArgumentParser(prog="tests.fuzzing", description="Fuzz what reads texts from outside.")
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"some of {', '.join(READERS)} (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="how long each is tried (default: 60)")
    parser.add_argument("--keep", action="store_true", help="take the smallest texts found into the corpus instead")
    options = parser.parse_args()
    names = options.readers or list(READERS)
    if unknown := set(names) - set(READERS):
        parser.error(f"no such reader: {', '.join(sorted(unknown))}")
    broken = []
    for name in names:
        (FOUND / name).mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(texts_to_begin_with(name)):
            (FOUND / name / f"begin-{number}").write_text(text, encoding="utf-8", newline="")
        work = "-merge=1" if options.keep else f"-max_total_time={options.seconds}"
        if subprocess.run([sys.executable, "-m", "tests.fuzzing.fuzzer", name, work], check=False).returncode:
            broken.append(name)
        if options.keep:
            for path in sorted(kept(name), key=lambda path: (path.stat().st_size, path.name))[MANY:]:
                path.unlink()
    if broken:
        print(f"broken: {', '.join(broken)}; what broke them is in {FOUND}", file=sys.stderr)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
