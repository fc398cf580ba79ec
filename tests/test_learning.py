"""Learning of weights: games of self-play and their searches, samples of them, and a whole round."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import pytest
from tests.test_strange_arguments import STRANGE, Door, complaint

import sse_core as sse
from sse_core._core.small_star_empires.tree_search import SearchTree
from sse_core.arena import ArenaError
from sse_core.game import CHANCE
from sse_core.learning import MAP_KINDS, Clock, MapKind, Round, learn, own_kind, rounds, rounds_of
from sse_core.learning.policies import fit_policy
from sse_core.learning.processes import processes, results_in_order
from sse_core.learning.samples import Samples, samples_of
from sse_core.learning.searcher import Searcher
from sse_core.learning.self_play import self_play, starts_of_games
from sse_core.learning.stages import Floats, hats
from sse_core.learning.values import fit_value
from sse_core.seeds import PlyStream, child_seed
from sse_core.small_star_empires import FEATURES
from sse_core.small_star_empires.strength.action_features import ACTION_FEATURES
from sse_core.small_star_empires.strength.learned import FOLDER, weights_in

VISITS = 30

PROGRAM = """
import sys
import sse_core.learning
print({"numpy", "sse_core.learning.fitting"} & {*sys.modules})
"""


def weights_of(kind: str) -> Path:
    return FOLDER / f"{kind}.toml"


def test_numpy_is_loaded_by_the_first_fit() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def synthetic(kind: MapKind, truth: Floats, choices: int) -> Samples:
    """Samples whose shares of visits, and whose points, are those of known weights."""
    rng, seats = np.random.default_rng(3), kind.players
    pieces = rng.integers(0, kind.pieces[-1] + 5, choices)
    sizes = rng.integers(2, 9, choices)
    actions = rng.integers(0, 3, (sizes.sum(), truth.shape[1])).astype(np.float32)
    by_choice = hats(pieces, kind.pieces) @ truth
    odds = 2 ** (actions * np.repeat(by_choice, sizes, axis=0)).sum(axis=1)
    begins = np.cumsum(sizes) - sizes
    features = rng.integers(-3, 4, (choices, seats, len(FEATURES))).astype(np.float32)
    worth = np.repeat(by_choice[:, :1], seats, axis=1) * features[:, :, 0]
    return Samples(
        game=np.arange(choices),
        pieces=pieces,
        features=features,
        totals=worth,
        wins=(worth == worth.max(axis=1, keepdims=True)) / 1.0,
        choice_game=np.arange(choices),
        choice_pieces=pieces,
        sizes=sizes,
        actions=actions,
        shares=odds / np.repeat(np.add.reduceat(odds, begins), sizes),
    )


def test_a_fit_finds_the_weights_by_which_samples_were_made() -> None:
    """Between stages, too, with the ridges as the only error."""
    kind = MAP_KINDS["plain-2"]
    truth = np.random.default_rng(5).normal(0, 0.6, (len(kind.pieces), len(ACTION_FEATURES)))
    samples = synthetic(kind, truth, 30_000)
    found, report = fit_policy(samples, kind)
    # The last stage is a third of its interval, which few positions reach.
    assert np.abs(found - truth)[:-1].max() < 0.05
    lost, uniform, least = map(float, re.findall(r"\d\.\d+", report))
    assert least <= lost < least + 0.002 < uniform
    value, _, told = fit_value(samples, kind)
    assert np.abs(value[:-1, 0] - truth[:-1, 0]).max() < 0.02
    assert np.abs(value[:, 1:]).max() < 0.02
    assert told.startswith("the worth of seats explains 1.000")


@pytest.mark.parametrize("kind", ["plain-2", "variant-3"])
def test_each_choice_of_a_game_is_that_of_a_search_whose_visits_are_kept(kind: str, tmp_path: Path) -> None:
    """Replayed ply by ply with the searches themselves."""
    first, players = 7, MAP_KINDS[kind].players
    bot, weights = Searcher(VISITS, weights_of(kind)), weights_in(weights_of(kind))
    searched = 0
    for row in self_play(MAP_KINDS[kind], first, 2, bot, tmp_path / "games.sqlite3"):
        state, seed = MAP_KINDS[kind].start(first + row.number), child_seed(first + row.number, 1)
        assert row.actions is not None
        assert row.searches is not None
        assert row.seats == (0,) * players
        assert row.opening <= 4 * players
        for ply, (action, visits) in enumerate(zip(row.actions, row.searches, strict=True)):
            if ply < row.opening or state.to_act == (CHANCE,) or state.legal_count() == 1:
                assert visits == ()
            else:
                tree = SearchTree(state, PlyStream(seed, ply).next(), 32 << 20, weights)
                tree.run(VISITS, 1 << 40)
                counts = [child[0] for child in tree.children()]
                assert [*visits] == counts
                proved = [child[1][state.to_act[0]] > 0.99 for child in tree.children() if child[3]]
                assert any(proved) or counts[state.legal_ids().index(action)] == max(counts)
                searched += 1
            state = state.after(action)
        assert state.outcome is not None
        assert (row.winners, row.totals) == (state.outcome.winners, state.outcome.totals)
    assert searched > 20


def test_games_begin_with_openings_of_their_own() -> None:
    starts = starts_of_games(MAP_KINDS["plain-2"], 0)
    found = [next(starts) for _ in range(20)]
    assert {len(start.opening) for start in found} > {0, 8}
    assert max(len(start.opening) for start in found) <= 8
    assert next(starts_of_games(MAP_KINDS["plain-2"], 19)) == found[19]


def test_a_run_that_was_stopped_goes_on_with_the_same_games(tmp_path: Path) -> None:
    kind, bot = MAP_KINDS["plain-2"], Searcher(VISITS, weights_of("plain-2"))
    whole = self_play(kind, 40, 6, bot, tmp_path / "whole.sqlite3")
    assert self_play(kind, 40, 2, bot, tmp_path / "stopped.sqlite3") == whole[:2]
    with processes(2) as workers:
        assert self_play(kind, 40, 6, bot, tmp_path / "stopped.sqlite3", workers=workers) == whole
    # Games that are enough end it, and a later call has the others.
    few = self_play(kind, 40, 6, bot, tmp_path / "few.sqlite3", ended=lambda games: games == 3)
    assert few == whole[:3]
    # So does one that asks for less than the file was begun for.
    assert self_play(kind, 40, 5, bot, tmp_path / "few.sqlite3") == whole[:5]
    assert self_play(kind, 40, 6, bot, tmp_path / "few.sqlite3") == whole
    # Those of other weights, and of more visits, are other games.
    with pytest.raises(ArenaError, match='"weights": null'):
        self_play(kind, 40, 6, Searcher(VISITS, None), tmp_path / "whole.sqlite3")
    with pytest.raises(ArenaError, match="is of another arena"):
        self_play(kind, 41, 6, bot, tmp_path / "whole.sqlite3")


def test_a_search_that_fails_ends_self_play(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[weights]\n", "utf-8")
    with pytest.raises(ArenaError, match=r"games\.sqlite3, game 0: .*broken\.toml"):
        self_play(MAP_KINDS["plain-2"], 0, 2, Searcher(VISITS, broken), tmp_path / "games.sqlite3")


def test_samples_are_the_positions_of_games_with_what_came_of_them(tmp_path: Path) -> None:
    kind, first = MAP_KINDS["plain-2"], 19
    games = self_play(kind, first, 2, Searcher(VISITS, weights_of("plain-2")), tmp_path / "games.sqlite3")
    found = samples_of(games, kind, first)
    plies = [game.plies - game.opening for game in games]
    assert found.game.tolist() == [19] * plies[0] + [20] * plies[1]
    assert found.is_held.sum() == plies[1]
    told = [visits for game in games for visits in game.searches or () if sum(visits) >= 20]
    assert found.sizes.tolist() == [len(visits) for visits in told]
    assert np.allclose(found.shares, np.concatenate([np.array(visits) / sum(visits) for visits in told]))
    for game, place in zip(games, (0, plies[0]), strict=True):
        mean = sum(game.totals) / 2
        assert found.totals[place].tolist() == [total - mean for total in game.totals]
        assert found.wins[place].sum() == 1
        assert (found.wins[place] > 0).nonzero()[0].tolist() == [*game.winners]
    assert np.allclose(found.features.mean(axis=1), 0, atol=1e-4)


@pytest.mark.ci
def test_a_round_is_played_fitted_matched_calibrated_and_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {
        "_VISITS": (VISITS, VISITS),
        "_FIRST_VISITS": 5,
        "_FIRST_RIVAL": "greedy",
        "_FIRST_GAMES": 4,
        "_CALIBRATIONS": 1,
        "_CALIBRATION_GAMES": 2,
        "_WON_GAMES": 2,
    }.items():
        monkeypatch.setattr(rounds, name, value)
    told: list[str] = []
    best = learn(MAP_KINDS["plain-2"], tmp_path, rounds=1, games=20, tell=told.append)
    # So few games say too little of what is won for weights to play with.
    found = tomllib.loads(best.read_text("utf-8"))
    assert found["weights"]["test"] == f"{told[1].partition(': ')[2]}"
    assert [len(found[part]) for part in ("position", "action")] == [45, 37]
    (only,) = rounds_of(MAP_KINDS["plain-2"], tmp_path)
    assert only.match.startswith("5 visits against greedy, 4 games: ")
    assert told[0].startswith("plain-2, round 1: 20 games; the worth of seats explains ")
    assert told[1] == f"plain-2, round 1: {only.match}"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.toml")}
    assert learn(MAP_KINDS["plain-2"], tmp_path, rounds=1, games=20) == best
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.toml")} == before


def square(number: int, folder: Path | None = None) -> int:
    """Return the square of a number; end the process the first time that the number is 5, and a folder is there."""
    if folder is not None and number == 5 and not (folder / "ended").exists():
        (folder / "ended").touch()
        os.kill(os.getpid(), signal.SIGTERM)
    if number < 0:
        raise ValueError("a square of a negative number isn't asked for here")
    return number * number


def test_a_process_that_dies_is_replaced_and_results_come_in_the_order_of_items(tmp_path: Path) -> None:
    with processes(2) as workers:
        found = results_in_order(partial(square, folder=tmp_path), range(12), workers, at_once=5)
    assert (tmp_path / "ended").exists()
    assert found == results_in_order(square, range(12), None, at_once=5) == [number * number for number in range(12)]


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_of_a_call_is_raised(count: int) -> None:
    with processes(count) as workers, pytest.raises(ValueError, match="isn't asked for here"):
        results_in_order(square, [2, -1], workers, at_once=1)


# --- strange arguments


def learning(option: str) -> Door:
    """Return `learn` in a folder that has all that is asked for, so that nothing is played, with one option."""

    def call(value: Any) -> Path:
        with TemporaryDirectory() as name:
            weights = Round(MAP_KINDS["plain-2"], 0, Path(name)).weights
            weights.parent.mkdir(parents=True)
            copyfile(FOLDER / "plain-2.toml", weights)
            given: dict[str, Any] = {"rounds": 1, "games": 20, "seconds": 1.0, option: value}
            return learn(MAP_KINDS["plain-2"], Path(name), **given)

    return call


DOORS: Final[Mapping[str, Door]] = {
    "own_kind": own_kind,
    "own_kind of a start": lambda value: own_kind([sse.new_game(players=2, seed=1), value]),
    **{f"learn, {option}": learning(option) for option in ("rounds", "games", "tested", "seed", "jobs")},
    "learn, kind": lambda value: learn(value, Path("nowhere")),
    "Clock, the seconds of learn": lambda value: Clock(value, Path("nowhere")),
}


@pytest.mark.parametrize("name", DOORS)
def test_a_strange_argument_is_taken_or_refused_in_words(name: str) -> None:
    found = {what: complaint(DOORS[name], make()) for what, make in STRANGE.items()}
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def test_there_is_a_kind_of_own_starts_only_with_starts() -> None:
    with pytest.raises(sse.ArgumentError, match="starts are one state or more, and there are none"):
        own_kind([])
