"""How hard Hypothesis tries: profile `dev` at the desk, `ci` in automation, `nightly` for long campaigns,
`mutation` where many mutants are tried. And the command, for all games' tests."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from tests.command import Run

# Times say nothing about rules, and a first example also pays for the tables of its board: no deadlines. Nor are there
# health checks, which count the first few examples or time them: they would fail by bad luck, or on a busy machine.
settings.register_profile("dev", deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("nightly", parent=settings.get_profile("dev"), max_examples=1_000, print_blob=True)
# The same examples for each mutant, and none made smaller once it fails.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("ci"),
    database=None,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

# What a command answers is shown as if the assertion stood in the test.
pytest.register_assert_rewrite("tests.command")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process."""
    from tests.command import runner

    return runner(capsys, monkeypatch)
