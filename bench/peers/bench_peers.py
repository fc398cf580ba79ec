"""Bench of random play and territories against other engines, each with a file of its own for its contenders."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import pytest

import sse_core as sse

from .. import core, micro
from ..levels import NAMES, games_of, lanes, loops
from ..racing import Contender, Pair, Race
from ..samples import GAMES, STANDARD_ERRORS, Sample
from . import chance, naive, openspiel, pgx
from .territories import Positions

# Warnings of other engines are ignored.
pytestmark = pytest.mark.filterwarnings("default")

BOARD = "base-2p"

ABOUT = (
    f"{BOARD} is the map of the base game for two.",
    "Actions are the legal ones that a contender listed and chose from. In amazons a ply is a third of a turn: the "
    "queen, her target, the arrow. In all other games it is a whole turn.",
    f"The games were checked first: mean scores and lengths agree within {STANDARD_ERRORS} standard errors with those "
    "of the naive version, or of games played from Python, and perft(3) with that of the naive version.",
)


@pytest.fixture(scope="module", autouse=True)
def told(remarks: list[str]) -> None:
    remarks.extend(ABOUT)


@pytest.fixture(scope="module")
def start() -> sse.State:
    return sse.new_game(sse.load_map(BOARD))


@pytest.fixture(scope="module")
def games(start: sse.State) -> Sample:
    return core.sample(start)


@pytest.fixture(scope="module")
def yardstick(start: sse.State, games: Sample) -> naive.Naive:
    """Return the naive version, after a check that the core agrees with it."""
    built = naive.built(start.board)
    naive.check_core(start, built, games)
    return built


@pytest.fixture(scope="module")
def spiel(remarks: list[str]) -> Any:
    return peer("pyspiel", "open_spiel", "OpenSpiel", remarks)


def peer(module: str, package: str, name: str, remarks: list[str]) -> Any:
    """Return a module of another engine and note its version, or skip the bench and say why."""
    try:
        found = import_module(module)
    except Exception as error:
        pytest.skip(f"rows beside {name}, which can't be imported ({type(error).__name__}: {error})")
    remarks.append(f"{name} is version {version(package)}.")
    return found


def at_levels(start: sse.State, games: Sample) -> list[Contender]:
    """Return contenders of playouts for this processor's level and each older one, the newest first."""
    modules = loops() | {level: module for level, module in lanes(start).items() if level != "portable"}
    older = [
        Contender(f"playouts, {BOARD}, {NAMES[level]}", partial(core.plies_of, games_of(module, start)), games)
        for level, module in list(modules.items())[-2::-1]
    ]
    return [core.playouts(BOARD, start, games), *older]


def test_rollouts(race: Race, start: sse.State, games: Sample, spiel: Any, remarks: list[str]) -> None:
    """Playouts compared with OpenSpiel's rollouts, all in C or C++."""
    mine = at_levels(start, games)
    amazons, havannah, *others = theirs = [openspiel.rollouts(spiel, shown) for shown in openspiel.GAME]
    faster = [Pair.of(each, amazons, havannah, beside="OpenSpiel, the faster of amazons and havannah") for each in mine]
    remarks.append(openspiel.ABOUT_ROLLOUTS)
    race([*mine, *theirs], [*faster, *(Pair.of(mine[0], other) for other in others)])


def test_naive(race: Race, start: sse.State, games: Sample, yardstick: naive.Naive) -> None:
    mine, theirs = at_levels(start, games), naive.playouts("naive Cython", yardstick, games)
    race([*mine, theirs], [Pair.of(each, theirs) for each in mine])


def test_from_python(race: Race, start: sse.State, games: Sample, spiel: Any) -> None:
    """The loop of README, with a call for each action."""
    mine, theirs = core.loop("base-2p, from Python", start, games), openspiel.loop(spiel, "amazons")
    race([mine, theirs], [Pair.of(mine, theirs)])


def test_chance(race: Race, spiel: Any, remarks: list[str]) -> None:
    mine, theirs = micro.contenders()[0], [chance.contender(spiel, name) for name in chance.THEIRS]
    remarks.append(chance.ABOUT)
    race([mine, *theirs], [Pair.of(mine, other) for other in theirs])


@pytest.mark.parametrize("shown", pgx.GAME)
def test_batches(
    shown: str, race: Race, start: sse.State, games: Sample, yardstick: naive.Naive, remarks: list[str]
) -> None:
    """Batches compared with those of Pgx, whose games are checked against OpenSpiel."""
    pgx.choose_one_core()
    peer("jax", "jax", "jax", remarks)
    peer("pgx.experimental", "pgx", "Pgx", remarks)
    spiel = peer("pyspiel", "open_spiel", "OpenSpiel", remarks)
    mine = core.batches(start, games, *naive.games(yardstick, 10 * GAMES, 3))
    theirs = pgx.contenders(shown, core.SIDE_BY_SIDE, openspiel.sample(spiel, pgx.SAME_IN_OPENSPIEL[shown]))
    remarks.append(pgx.about(core.SIDE_BY_SIDE))
    race([*mine, *theirs], [Pair.of(each, *theirs, beside=f"Pgx {shown}, the faster of its two") for each in mine])


def test_territories(race: Race, start: sse.State, yardstick: naive.Naive, remarks: list[str]) -> None:
    positions = Positions(start)
    n = positions.kernels.AT_ONCE
    many, one = positions.core(f"core, {n} positions a call", n), positions.core("core, a position a call", 1)
    slow = positions.naive("naive Cython", yardstick)
    by_heart = positions.naive_by_heart("naive Cython, each many times", yardstick)
    remarks.append(positions.about)
    pairs = Pair.of(many, slow), Pair.of(many, by_heart), Pair.of(many, one), Pair.of(one, slow)
    race([many, one, slow, by_heart], pairs, kind="largest territory", unit="territories")
