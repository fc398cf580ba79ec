"""The two implementations of the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.small_star_empires.strategies import AnyState

from sse_core import State
from sse_core.small_star_empires import reference

# What a story fails by is shown as if the assertion stood in the test.
pytest.register_assert_rewrite("tests.small_star_empires.scenes")


@pytest.fixture(scope="session", params=["fast", "reference"])
def implementation(request: pytest.FixtureRequest) -> Callable[[State], AnyState]:
    """What takes a state of the core to the same state of the implementation under test."""
    return reference.same if request.param == "reference" else _itself


def _itself(state: State) -> AnyState:
    return state
