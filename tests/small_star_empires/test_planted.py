"""The machine finds mistakes of rules with its default settings."""

from __future__ import annotations

import re
from time import process_time
from typing import Any

import pytest
from hypothesis import Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.small_star_empires.planted import LONGER, NAMED, PLANTED

import sse_core as sse
from sse_core.small_star_empires import house_game, reference
from sse_core.testing import EVENTS, GameMachine


def _machine(rule: type[reference.State]) -> Any:
    return GameMachine.of(sse.small_star_empires, house_game(rule).by_these_rules)


def _difference(machine: Any, from_seed: int, runs: int = 100) -> str:
    """Run a machine, by default as often as Hypothesis does; return what it found, not made smaller."""
    options = settings(
        machine.TestCase.settings, max_examples=runs, database=None, phases=[Phase.generate], report_multiple_bugs=False
    )
    try:
        run_state_machine_as_test(seed(from_seed)(machine), settings=options)
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("rule", NAMED)
@pytest.mark.ci
def test_the_machine_finds_what_it_once_missed(rule: type[reference.State]) -> None:
    """The first run should find it; another one has other draws."""
    before = process_time()
    found = next(filter(None, (_difference(_machine(rule), number) for number in (1, 2, 3))), "")
    print(f"\n{rule.__name__}: {process_time() - before:.1f} s: {found.splitlines()[:1]}")
    assert " differs: " in found
    # Actions are told by their texts.
    assert "Move(" not in found.partition("\n")[0]


@pytest.mark.nightly
def test_the_machine_finds_what_is_planted() -> None:
    """It finds what two plies can show, but for one in thirteen at most, and what takes longer, as the table says."""
    runs = {rule: _first_run(rule) for rule in (*PLANTED, *LONGER)}
    assert len(PLANTED) == 26
    assert len([rule for rule in PLANTED if runs[rule]]) >= 24


def _first_run(rule: type[reference.State]) -> int:
    """Return which of three runs is the first to find a mistake, 0 if none is, and print what it took."""
    before = process_time()
    run = next((number for number in (1, 2, 3) if _difference(_machine(rule), number)), 0)
    print(f"\n{rule.__name__:25} run {run or 'none'} {process_time() - before:5.1f} s", end="")
    return run


class Nothing(reference.State):
    """Nothing differs."""


@pytest.mark.ci
def test_the_statistics_are_by_clause() -> None:
    """What a run has reached is told behind the clause that it is about."""
    machine = _machine(Nothing)
    assert _difference(machine, 1, runs=15) == ""
    told = {tuple(name.split(" ", 1)) for name in machine.reached}
    assert told <= {(clause, name) for name, clause in EVENTS.items()}
    assert len({clause for clause, _ in told}) > 10
    assert all(re.fullmatch(r"E\d+\.\d+", clause) for clause in EVENTS.values())
