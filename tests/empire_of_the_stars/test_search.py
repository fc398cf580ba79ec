"""The search of Empire of the Stars: plans that are kept, and what it finds."""

from __future__ import annotations

from tests.empire_of_the_stars.by_hand import Table, play
from tests.test_plan_searches import sailing, searched

from sse_core import empire_of_the_stars
from sse_core.bots import Mcts
from sse_core.bots import random as random_bot
from sse_core.empire_of_the_stars import Action, State, format_action
from sse_core.play.turns import turns_of


def texts(state: State, line: tuple[Action, ...]) -> list[str]:
    return [format_action(action, state) for action in line]


# --- plans that are kept


def test_a_plan_that_was_chosen_goes_on_without_another_search() -> None:
    state = sailing()
    found = searched(state, 60)
    line = next(line for line in found.analysis().lines if line.visits and len(line.line) == 3).line
    for place, action in enumerate(line[:-1]):
        state = state.after(action, 0)
        assert found.advance(state)
        kept = found.visits
        found.run(seconds=1000)
        assert found.visits == kept > 0
        assert found.analysis().lines[0].line == line[place + 1 :]
    # What follows the move is another decision.
    assert not found.advance(state.after(line[-1], 0))
    assert found.visits == 0


# --- what it finds


def test_a_ship_goes_to_a_planet_that_it_can_settle() -> None:
    state = play(sailing(), "from=a1 ship=cruiser")
    assert texts(state, searched(state, 100).analysis().lines[0].line)[0] in ("to=a2", "to=a3", "to=b1")


def test_the_winner_is_named() -> None:
    """C12.4."""
    state = play(Table(3, round_limit=1).scored("A", 3).scored("C", 3).role("steward"), "C:market=1")
    best = searched(state, 10).analysis().lines[0]
    assert texts(state, best.line) == ["favour=C"]
    assert best.value[2] > 0.9


def test_few_simulations_win_against_random_players() -> None:
    for seed, players in enumerate((2, 3)):
        bots = [Mcts(6).choose, *[random_bot.choose] * (players - 1)]
        *_, (_, _, end) = turns_of(empire_of_the_stars.new_game(players=players, seed=seed), bots, seed)
        assert end.outcome is not None
        assert end.outcome.winners == (0,)
