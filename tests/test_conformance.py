"""Every game of `GAMES` passes `check_game`, and each check finds the fault that was planted for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Final

import pytest
from tests import bids, heaps
from tests.bids import Bids
from tests.heaps import Heaps
from tests.profiles import PROFILE, by_profile

import sse_core as sse
from sse_core.game import AnyGame
from sse_core.seeds import SplitMix64
from sse_core.testing import CHECKS, check_game
from sse_core.testing.conformance.random_game import RandomGame

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "small_star_empires": [
        {},
        {"players": 4, "holes": "wormholes", "unexplored": True, "rules": sse.Rules(open_borders=True)},
    ],
    "micro_space_empire": [{}, {"expansion": True}],
    # A turn has some 60 plies and every kind of decision; all 100 turns would take minutes.
    "jump_wars": [
        {"turn_limit": 2},
        {"players": 4, "grid": "hex", "neutral": True, "turn_limit": 1},
    ],
    # In whole games battles with allies come up, too.
    "empire_of_the_stars": [
        {},
        {"players": 4, "own_cap": True, "reshuffle": True, "start_colony": True},
        {"players": 3, "powers": True, "round_limit": 12},
    ],
}
"""The options of the start of each game."""

FAULTY: list[tuple[AnyGame, str]] = [
    *((Heaps(fault), check) for fault, check in heaps.FAULTS.items()),
    *((Bids(fault), check) for fault, check in bids.FAULTS.items()),
]
"""Games with a fault, and the check that must find it."""

SEEDS: Final = by_profile(dev=1, ci=1, nightly=4)
"""How many games are checked: with these seeds."""

THOROUGH: Final = by_profile(dev=0, ci=0, nightly=4)
"""In the games of how many seeds every turn is looked at, and every bot asked with its own budget."""

STARTS = [(name, options) for name in sse.GAMES for options in OPTIONS.get(name, [{}])]
FIRST: Final[list[Any]] = [n for n, (name, options) in enumerate(STARTS) if options == OPTIONS.get(name, [{}])[0]]
FURTHER: Final = [pytest.param(n, marks=pytest.mark.ci) for n in range(len(STARTS)) if n not in FIRST]
"""The places of the starts: one of each game, and those that a short profile leaves out."""


@cache
def played(start: int, seed: int) -> RandomGame:
    """The game from one of `STARTS`, which all checks look at, as those of `check_game` do."""
    name, options = STARTS[start]
    return RandomGame(sse.GAMES[name], seed, options, thorough=seed < THOROUGH)


@pytest.mark.parametrize("start", FIRST + FURTHER, ids=lambda start: f"{STARTS[start][0]}-{len(STARTS[start][1])}")
@pytest.mark.parametrize("check", CHECKS)
def test_every_game_passes(check: str, start: int) -> None:
    for seed in range(SEEDS if check not in ("presets", "seeds") else 1):
        CHECKS[check].hold(played(start, seed))


@pytest.mark.parametrize("game", [heaps, bids], ids=["heaps", "bids"])
@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_game_passes(check: str, game: AnyGame) -> None:
    _run_check(check, game, SEEDS)


@pytest.mark.ci
def test_a_game_with_ways_of_its_own_to_count_and_play_passes() -> None:
    quick: Any = Heaps("quick")
    assert quick.perft(heaps.new_game(), 3) == 8
    check_game(Heaps("quick"), seeds=range(SEEDS))


@pytest.mark.ci
def test_a_game_with_batches_passes() -> None:
    check_game(Heaps("batch"), seeds=range(SEEDS))


@pytest.mark.parametrize("game", [Heaps("observed"), Bids("observed")], ids=repr)
@pytest.mark.ci
def test_a_game_that_is_observed_passes(game: AnyGame) -> None:
    check_game(game, seeds=range(SEEDS))


@pytest.mark.ci
def test_a_game_that_tells_whether_chance_has_a_part_passes() -> None:
    check_game(Heaps("calm"), seeds=range(SEEDS))


def test_half_an_answer_is_told() -> None:
    with pytest.raises(AssertionError, match=r"FastGame\.perft is missing, and the game has playout "):
        check_game(Heaps("half quick"), seeds=[0])


def test_every_check_has_a_fault_that_it_must_find() -> None:
    assert set(CHECKS) == {check for _, check in FAULTY}


@pytest.mark.parametrize(("game", "check"), FAULTY, ids=[repr(game) for game, _ in FAULTY])
@pytest.mark.ci
def test_a_fault_is_found_by_its_check(game: AnyGame, check: str) -> None:
    with pytest.raises(AssertionError) as caught:
        _run_check(check, game, 4)
    assert f" (check {check!r} of {game!r}, seed " in str(caught.value)
    if PROFILE == "nightly":
        with pytest.raises(AssertionError):
            check_game(game)


def _run_check(check: str, game: AnyGame, n: int) -> None:
    for seed in range(n):
        CHECKS[check](game, seed)


def test_a_missing_name_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(heaps, "to_svg")
    game: Any = heaps
    with pytest.raises(AssertionError, match=r"Game\.to_svg is missing"):
        check_game(game, seeds=[0])


def test_a_game_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(heaps, "new_game")
    game: Any = heaps
    with pytest.raises(AssertionError, match=r"^Game\.new_game is missing \(check 'names' of tests\.heaps, seed 0,"):
        check_game(game, seeds=[0])


@pytest.mark.parametrize("run", [check_game, lambda game: CHECKS["turns"](game, 1)], ids=["all checks", "a check"])
def test_a_name_is_no_game(run: Callable[[Any], None]) -> None:
    with pytest.raises(TypeError, match=r"^a game is a module, GAMES\['jump_wars'\], not its name"):
        run("jump_wars")


@pytest.mark.parametrize("seeds", [3, None, "12"])
def test_seeds_are_several(seeds: Any) -> None:
    with pytest.raises(TypeError, match=rf"^seeds are integers, such as range\(4\) or \[7\], not {seeds!r}$"):
        check_game(heaps, seeds=seeds)


def test_a_prefix_that_readers_would_not_know_is_told() -> None:
    with pytest.raises(AssertionError, match="the prefix 'heapsofstones' is not 1 to 9 letters"):
        check_game(Heaps("long prefix"), seeds=[0])


@pytest.mark.ci
def test_check_game_passes_options_to_start() -> None:
    with pytest.raises(AssertionError, match="nebulae"):
        check_game(heaps, seeds=[0], nebulae=3)
    check_game(heaps, seeds=[0], stones=4)


def test_the_toy_is_a_game() -> None:
    game: AnyGame = heaps
    assert game.new_game().to_act == (0, 1)


@pytest.mark.ci
def test_checks_hold_without_asserts() -> None:
    script = "import tests.heaps, sse_core.testing; sse_core.testing.check_game(tests.heaps.Heaps('odds'), seeds=[0])"
    done = subprocess.run([sys.executable, "-O", "-c", script], capture_output=True, text=True)
    assert "AssertionError: odds add to 2/3" in done.stderr


@pytest.mark.ci
def test_a_game_with_steps_passes() -> None:
    check_game(Heaps("steps"), seeds=range(SEEDS))


def test_every_turn_is_looked_at_if_the_checks_are_thorough() -> None:
    """Else the first one, the last one, and others of the same seed."""
    options = {"stones": 60}
    whole, some, again = (RandomGame(heaps, 3, options, thorough=thorough) for thorough in (True, False, False))
    n = len(whole.all_turns)
    assert n > 40
    assert (len(whole.turns), len(whole.states)) == (n, n + 1)
    assert len(some.places) == 12
    assert (some.places[0], some.places[-1]) == (0, n - 1)
    assert sorted(set(some.places)) == list(some.places) == list(again.places)
    assert some.states[-1].outcome is not None


class Budgeted:
    """A bot that takes a number as its budget, and notes with which one it was asked."""

    asked: ClassVar[set[int]] = set()

    def __init__(self, budget: int = 1_000_000) -> None:
        self.budget = budget

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        self.asked.add(self.budget)
        return view.legal_actions(player)[0]

    def with_option(self, text: str) -> Budgeted:
        return Budgeted(int(text))


@pytest.mark.parametrize("thorough", [False, True])
def test_bots_get_a_small_budget_unless_the_checks_are_thorough(
    thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    Budgeted.asked.clear()
    monkeypatch.setattr(heaps, "BOTS", {"budgeted": Budgeted()})
    CHECKS["bots"](heaps, 0, thorough=thorough)
    (budget,) = Budgeted.asked
    assert (budget == 1_000_000) == thorough
