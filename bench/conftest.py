"""Fixtures of all benches: the race, the pace of the run, and remarks about the machine for the run's file."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .earlier import Earlier
from .levels import here
from .machine import load, pin
from .racing import NORMAL, QUICK, Pace, Race

REMARKS: Final = pytest.StashKey[list[str]]()
LOAD: Final = pytest.StashKey[float | None]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="take fewer and shorter turns, for a first impression")
    parser.addoption("--earlier", metavar="PYTHON", help="a Python with an earlier build of sse_core, to race with")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REMARKS] = list[str]()
    config.stash[LOAD] = load()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    if call.excinfo is not None and isinstance(call.excinfo.value, pytest.skip.Exception):
        item.config.stash[REMARKS].append(f"Missing: {call.excinfo.value}.")
    return (yield)


def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    machine_info.update(level=here(), load=config.stash[LOAD])


def pytest_benchmark_update_json(config: pytest.Config, output_json: dict[str, Any]) -> None:
    told = config.stash[REMARKS]
    output_json.update(
        remarks=sorted(set(told), key=told.index),
        rounds=pace_of(config).rounds,
        quick=config.getoption("quick"),
        selected=config.getoption("keyword"),
    )


def pace_of(config: pytest.Config) -> Pace:
    return QUICK if config.getoption("quick") else NORMAL


@pytest.fixture(scope="session", autouse=True)
def one_core() -> None:
    """Pin the process to one core from the start, so that threads of engines stay there, too."""
    pin(wide=False)


@pytest.fixture(scope="session")
def remarks(pytestconfig: pytest.Config) -> list[str]:
    """The remarks below the tables; each is told once."""
    return pytestconfig.stash[REMARKS]


@pytest.fixture(scope="session")
def builds(pytestconfig: pytest.Config) -> Iterator[list[Earlier]]:
    """The earlier build, if one was named."""
    python = pytestconfig.getoption("earlier")
    found = [Earlier(python)] if python else []
    yield found
    for each in found:
        each.close()


@pytest.fixture
def race(benchmark: BenchmarkFixture, pytestconfig: pytest.Config) -> Race:
    return Race(benchmark, pace_of(pytestconfig))
