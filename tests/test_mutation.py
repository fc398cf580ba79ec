"""Mutants of a few lines each; `make campaign WHAT=mutation` tries the mutants of the compiled rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from tools.mutation.build import sources
from tools.mutation.mutants import Mutant, mutants, sample, slots
from tools.mutation.report import EQUIVALENT, fate, read_equivalents, report
from tools.mutation.results import Result
from tools.mutation.schemata import schemata
from tools.mutation.stages import ORDINARY, STAGES, name_of, path_of

ROOT: Final = Path(__file__).parents[1]
RULES: Final = sources(ROOT)
"""The files that have mutants, by the names that mutants know them by."""

STATEMENTS = {
    "x = a < b": {"x = a <= b", "x = a >= b"},
    "x = a >= b": {"x = a > b", "x = a < b"},
    "x = a == b": {"x = a != b"},
    "x = a is b": {"x = a is not b"},
    "x = a is not b": {"x = a is  b"},
    "x = a in b": {"x = a not in b"},
    "x = a not in b": {"x = a  in b"},
    "x = a + 1": {"x = a - 1", "x = a + 2", "x = a + 0"},
    "x = a[0]": {"x = a[1]"},
    "x = 0xFFFF": {"x = 65536"},
    "x = -a": {"x = a"},
    "x = a - b": {"x = a + b"},
    "x += a": {"x -= a"},
    "x |= a & ~b": {"x &= a & ~b", "x |= a | ~b", "x |= a & b"},
    "x = a << b": {"x = a >> b"},
    "x = a and b": {"x = a or b"},
    "x = not a": {"x =  a"},
    "x = both(a, b)": {"x = either(a, b)", "x = without(a, b)"},
    "x = without(a, b)": {"x = both(a, b)"},
    "f(max(a, b))": {"f(min(a, b))"},
    "f(a, False)": {"f(a, True)"},
    "x = CITY": {"x = CITY + 1"},
    "return NO_SHIP": {"return NO_SHIP + 1"},
    "f(&x)": set(),
    "f(*x)": set(),
    "x = <int>a": set(),
    "x = <const ActionRow*>a": set(),
    "x = <const char*>a - b": set(),
    "x = <int>a - b": {"x = <int>a + b"},
    "x = [a for a in b]": set(),
    'x = f"{a + 1} < 2"': set(),
    "continue": set(),
}
"""The mutants of each statement, apart from dropping it."""

HEADS = {
    "if a < b:": {"a <= b", "a >= b", "True", "False"},
    "elif a:": {"True", "False"},
    "while a and b:": {"a or b"},
    "for i in range(n):": {"n - 1"},
    "for i in range(3):": {"4", "2"},
    "for i in range(1, n):": {"2", "0", "n - 1"},
    "for i in range(n, 0, -1):": {"n - 1", "1"},
    "for a in b:": set(),
    "cdef int a, b = 1, c = x + y": {"2", "0", "x - y"},
    "cdef Cells a[2]": set(),
}
"""The mutants of the expressions of lines that can't be dropped."""

NOT_MUTATED = (
    "sse_check(a < b)",
    '"""Return 1."""',
    "# return 1",
    "pass",
    "with nogil:",
    "else:",
    "global x",
)

SOURCE = """\
N = 1

cdef packed struct Pair:
    int a[2]

cdef inline int f(int x) noexcept nogil:
    # It is 1 < 2.
    cdef bint small = x < 2
    if small and x:
        return (
            1
        )
    return N

cdef class Game:
    x = 1

    def g(self, y=1):
        raise ValueError(f"not {y + 1}")
"""


def _in_function(line: str) -> list[Mutant]:
    return mutants("f.pyx", f"def f():\n    {line}\n")


@pytest.mark.parametrize("line", STATEMENTS)
def test_statements(line: str) -> None:
    assert {mutant.after for mutant in _in_function(line)} == STATEMENTS[line] | {"pass"}
    assert {mutant.before for mutant in _in_function(line)} == {line}


@pytest.mark.parametrize("line", HEADS)
def test_expressions_of_lines_that_stay(line: str) -> None:
    assert {mutant.after for mutant in _in_function(line)} == HEADS[line]


@pytest.mark.parametrize("line", NOT_MUTATED)
def test_what_has_no_mutants(line: str) -> None:
    assert _in_function(line) == []


def test_only_functions_have_mutants() -> None:
    assert [(mutant.line, mutant.id.split("/")[1], mutant.after) for mutant in mutants("a.pyx", SOURCE)] == [
        (8, "f", "x <= 2"),
        (8, "f", "x >= 2"),
        (8, "f", "x < 3"),
        (8, "f", "x < 1"),
        (9, "f", "small or x"),
        (9, "f", "True"),
        (9, "f", "False"),
        (10, "f", "return (\n            2\n        )"),
        (10, "f", "return (\n            0\n        )"),
        (10, "f", "pass"),
        (13, "f", "pass"),
        (19, "g", "pass"),
    ]


def test_a_vector_is_always_returned() -> None:
    """C has no zero for it, which a function without a return would give."""
    for head, dropped in (("cdef inline Words f(int x) noexcept nogil:", False), ("cdef inline int f(Words x):", True)):
        assert ("pass" in {mutant.after for mutant in mutants("a.pxd", f"{head}\n    return x + 1\n")}) is dropped


def test_ids_differ_and_survive_what_changes_elsewhere() -> None:
    before = [mutant.id for mutant in mutants("a.pyx", SOURCE)]
    assert len(set(before)) == len(before)
    changed = (
        SOURCE.replace("# It is 1 < 2.", "cdef int z = 7")
        .replace("  x = 1", "  x = 2")
        .replace("if small", "if  small")
    )
    after = [mutant.id for mutant in mutants("a.pyx", changed)]
    assert [id for id in after if id in before] == before
    twice = [mutant.id for mutant in mutants("a.pyx", "def f(x):\n    x += y\n    x += y\n")]
    assert len(set(twice)) == len(twice) == 4


PLAIN = """\
def f(x, y):
    if x < 3:
        y = x + (1)
    elif not y:
        y -= 2
    for i in range(1, x):
        y += i if i != 2 and y else x
    return (
        y
    )
"""


def test_a_larger_sample_goes_on_with_the_smaller_one() -> None:
    known = [*mutants("a.pyx", SOURCE), *mutants("b.pyx", SOURCE)]
    samples = [sample(known, n, seed=3) for n in range(len(known) // 2 + 2)]
    assert [len(chosen) for chosen in samples] == [*range(0, len(known) + 1, 2), len(known)]
    assert all(set(fewer) <= set(more) for fewer, more in pairwise(samples))
    assert samples[-1] == known
    assert sample(known, 3, seed=3) != sample(known, 3, seed=4)


@pytest.mark.parametrize(
    ("declaration", "cast"),
    [
        ("cdef int n = 1", "<int>"),
        ("cdef Py_ssize_t n = 1, m = 2", "<Py_ssize_t>"),
        ("cdef Cells left = both(a, b)", ""),
        ("cdef const Cells* up = t.ray[a + 1]", "<const Cells *>"),
    ],
)
def test_a_mutant_has_the_type_of_what_it_replaces(declaration: str, cast: str) -> None:
    assert {slot.cast for slot in slots("a.pyx", f"cdef void f():\n    {declaration}\n")} == {cast}


def test_a_switch_chooses_among_all_mutants() -> None:
    known = mutants("cells.pxd", PLAIN)
    numbers = {mutant.id: number for number, mutant in enumerate(known, 1)}
    built, foot, _ = schemata("cells.pxd", PLAIN, numbers).partition("\n\ncdef extern")
    assert foot
    assert _answers(built, sse_mutant=0) == _answers(PLAIN)
    for slot in slots("cells.pxd", PLAIN):
        for mutant in slot.mutants:
            assert PLAIN[slot.start : slot.end] == mutant.before
            alone = PLAIN[: slot.start] + mutant.after + PLAIN[slot.end :]
            assert _answers(built, sse_mutant=numbers[mutant.id]) == _answers(alone), mutant


def _answers(source: str, **names: object) -> list[object]:
    exec(source, names)
    f: Any = names["f"]
    return [f(x, y) for x in range(6) for y in (0, 1)]


def _table(results: Iterable[Result]) -> dict[str, Result]:
    return {result.id: result for result in results}


def test_the_report_asks_for_every_survivor(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = mutants("cells.pxd", "def f(x):\n    return x + 1\n")
    plus, more, less, drop = (mutant.id for mutant in chosen)
    results = _table(
        [
            Result(plus, "killed", "test_a", 1, 0.5),
            Result(more, "timeout", "test_a", 1, 0.5),
            Result(less, "survived", "", len(ORDINARY), 9.0),
            Result(drop, "survived", "", 1, 9.0),
        ]
    )
    assert [fate(mutant, results, {}) for mutant in chosen] == ["killed", "timeout", "survived", "to do"]
    assert not report(chosen, results, {})
    said = capsys.readouterr().out
    assert f"cells.pxd:2  {less}\n    return x + 1\n    return x + 0\n" in said
    assert "66.7 %" in said
    assert not report(chosen, results, {less: "says the same"})
    assert report(chosen, results, {less: "says the same", drop: "says the same"})


def test_every_mutant_that_is_listed_as_equivalent_exists() -> None:
    listed = read_equivalents(EQUIVALENT)
    files = {id.split("/")[0] for id in listed}
    known = {mutant.id for file in files & RULES.keys() for mutant in mutants(file, RULES[file].read_text("utf-8"))}
    assert set(listed) <= known


def test_every_mutant_that_is_listed_as_equivalent_has_one_reason() -> None:
    groups = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]
    listed = Counter(id for group in groups for id in group["mutants"])
    assert [id for id, times in listed.items() if times > 1] == []


def test_stages_are_of_files_and_tests_that_exist() -> None:
    """A stage whose tests have other names now would stop the campaign."""
    assert RULES.keys() >= STAGES.keys()
    for test in {test for stages in (*STAGES.values(), ORDINARY) for stage in stages for test in stage}:
        file, _, name = test.partition("::")
        source = (ROOT / "tests" / "small_star_empires" / file).read_text("utf-8")
        assert not name or f"\ndef {name}(" in source, test


@pytest.mark.parametrize("test", ["test_core.py::test_a[x/y-::]", "../test_seeds.py", "../micro_space_empire/a.py::b"])
def test_the_test_that_killed_a_mutant_is_asked_by_its_name(test: str) -> None:
    assert path_of(test).startswith("tests/")
    assert name_of(path_of(test)) == test


TESTED = """\
import os

MUTANT = os.environ["SSE_MUTANT"]

def test_slow():
    sum(range(2_000_000))

def test_quick():
    assert MUTANT != "1"

def test_endless():
    while MUTANT == "2":
        pass

def test_crash():
    if MUTANT == "3":
        os.abort()
"""

TRIED = """\
import json, sys
from pathlib import Path
from tools.mutation import trial

trial.GRACE = 1
tree, file = Path(sys.argv[1]), "test_tried.py"
sound = trial.run_tests(tree, 0, [file])
slow = f"{file}::test_slow"
asked = ((1, ()), (1, [slow]), (2, ()), (3, ()))
tried = [trial.run_tests(tree, number, [file], first, sound.seconds) for number, first in asked]
some = trial.run_tests(tree, 0, [file], (), sound.seconds, sound.seconds[slow] / 2)
print(json.dumps([sound, some, *tried]))
"""


@pytest.mark.ci
@pytest.mark.skipif(not hasattr(os, "fork"), reason="trials are forked")
def test_a_trial_ends_with_the_first_test_that_tells(tmp_path: Path) -> None:
    """Those come first that are likely to tell, then the quick ones; endless ones are ended, and crashes are told."""
    folder = tmp_path / "tests" / "small_star_empires"
    folder.mkdir(parents=True)
    (folder / "test_tried.py").write_text(TESTED, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", TRIED, tmp_path], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert not done.returncode, done.stderr
    sound, some, quick, after, endless, crash = json.loads(done.stdout)
    names = {f"test_tried.py::test_{name}" for name in ("slow", "quick", "endless", "crash")}
    assert (sound[0], sound[2].keys()) == ("survived", names)
    slow = max(sound[2], key=sound[2].__getitem__)
    assert slow == "test_tried.py::test_slow"
    assert (some[0], some[2].keys()) == ("survived", names - {slow})
    for trial, outcome, test in (
        (quick, "killed", "quick"),
        (after, "killed", "quick"),
        (endless, "timeout", "endless"),
    ):
        assert trial[:2] == [outcome, f"test_tried.py::test_{test}"]
    assert crash[:2] == ["crashed", "test_tried.py::test_crash"]
    assert slow in after[2]
    assert slow not in quick[2]
