"""Battles whose deals are sealed (J5.11) keep the promises of the contract: few random games come to one."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any, Final

import pytest
from tests.jump_wars.rich_tables import rich_battle
from tests.offered import offered
from tests.profiles import shortened

from sse_core import jump_wars
from sse_core.jump_wars import State, new_game, position
from sse_core.testing import CHECKS
from sse_core.testing.conformance.random_game import RandomGame

SECRETS: Final = (
    "turns",
    "bound",
    "views",
    "seals",
    "texts",
    "json",
    "records",
    "evaluation",
    "observations",
    "effects",
)
"""The checks of what is played, written and seen."""


def in_battle() -> Any:
    """The game, whose starts are battles of all players."""
    game = ModuleType(jump_wars.__name__)
    vars(game).update(offered(jump_wars))

    def begun(*, players: int | None = None, seed: int | None = None) -> State:
        table = new_game(players=players, simultaneous=True, turn_limit=20, seed=seed)
        return position(rich_battle(table.position, Random(seed or 0)), 100)

    vars(game)["new_game"] = begun
    return game


@pytest.mark.parametrize("players", shortened((2, 3, 5)))
def test_sealed_deals_keep_the_promises(players: int) -> None:
    played = RandomGame(in_battle(), players, {"players": players}, thorough=False)
    assert any(isinstance(state, State) and state.is_sealed and state.position.battle for state in played.all_states)
    for state in played.all_states:
        # What is sealed together is one turn.
        assert isinstance(state, State)
        assert jump_wars.continues_turn(state) or not state.is_sealed
    for check in SECRETS:
        CHECKS[check].hold(played)
