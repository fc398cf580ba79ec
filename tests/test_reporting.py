"""Reports of tests that run in workers: what fails, is skipped or prints is shown as it is without them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

SOURCE = """
import pytest

@pytest.fixture
def broken():
    raise ValueError("in the setup")

@pytest.fixture
def left():
    yield
    print("printed at the end")
    raise ValueError("in the teardown")

@pytest.fixture
def loud():
    print("printed at the start")
    yield
    print("printed at the very end")

def test_sound(): pass
def test_without_setup(broken): pass
def test_with_a_bad_end(left): pass
def test_wrong(loud): assert 1 == 2
def test_loud(loud): pass
def test_skipped(): pytest.skip("not now")
@pytest.mark.skip(reason="not at all")
def test_never(): pass
@pytest.mark.xfail(reason="known")
def test_known(): assert False
"""
"""A test of each kind."""


def said(folder: Path, *options: str) -> list[str]:
    """What a run prints from its first failure on, without processes and times."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-rA", *options]
    paths = [str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    page = done.stdout[done.stdout.index("= ERRORS =") :]
    return sorted(line for line in re.sub(r" in [\d.]+s\b|\[gw0\].*", "", page).splitlines() if line.strip("= "))


@pytest.mark.ci
def test_a_worker_shows_what_one_process_shows(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SOURCE, encoding="utf-8")
    alone = said(tmp_path, "-n0")
    assert said(tmp_path, "-n1") == alone
    assert any("3 passed, 2 skipped, 1 xfailed, 2 errors" in line for line in alone)
    assert sum("printed at the very end" in line for line in alone) == 2
