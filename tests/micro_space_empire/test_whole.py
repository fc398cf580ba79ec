"""Tables of late positions, held to the recursion of best play; and the bot that plays from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.micro_space_empire.test_best_play import TWO_TURNS, analyse
from tests.micro_space_empire.test_best_play import prospects as prospects_in
from tests.micro_space_empire.test_rules import S, at
from tools import micro_whole

import sse_core as sse
from sse_core import micro_space_empire
from sse_core.errors import ArgumentError, SseError
from sse_core.game import CHANCE
from sse_core.micro_space_empire import BOTS, Due, Event, State, Technology, new_game, search
from sse_core.micro_space_empire.strength import planner, tablebase_values
from sse_core.micro_space_empire.strength.best_play import Prospect, Prospects
from sse_core.micro_space_empire.strength.endgame import Endgame
from sse_core.micro_space_empire.strength.perfect import Perfect
from sse_core.micro_space_empire.strength.prospects import VARIABLE, Ahead, known, table_from
from sse_core.micro_space_empire.strength.tablebase import EXACT, find_layers, number_of, path_of, read_layer
from sse_core.micro_space_empire.strength.tablebase_core import Solver, Values
from sse_core.micro_space_empire.strength.tablebase_prospects import LateTable, stored_table
from sse_core.micro_space_empire.strength.tablebase_values import (
    BEST,
    HIGHEST,
    LEAST_SAFE,
    LEAST_SCORE,
    MOST_SAFE,
    MOST_SCORE,
    SAFEST,
    SOUNDEST,
    Aim,
    add_values,
    read_values,
)
from sse_core.seeds import SplitMix64

NEAR = 1e-7


def beginning(turn: int, seed: int, *, planned: bool) -> State | None:
    """The beginning of a turn in a game of the planner, or of random play; None if the game is lost before it."""
    state, rng = new_game(), SplitMix64(seed)
    while state.to_act and not (state.turn == turn and state.due is Due.CHOICE):
        if state.to_act == (CHANCE,):
            state = state.resolve(rng)
        else:
            state = state.after(planner.choose(state, 0, rng) if planned else rng.choice(state.legal_actions()))
    return state if state.to_act else None


def beginnings(turn: int, n: int, *, planned: bool) -> list[State]:
    return [state for seed in range(n) if (state := beginning(turn, seed, planned=planned)) is not None]


def safest(options: list[Prospect]) -> Prospect:
    return max(options, key=lambda option: option.survival)


def found_in(folder: Path, aim: Aim, states: list[State], known: tuple[int, ...] = EXACT) -> list[list[float]]:
    """The values of positions at the start of one turn."""
    first = find_layers(folder, states, known=known)
    add_values(folder, first, aim, known=known)
    layer = read_layer(folder, first, known)
    values = [read_values(folder, first, aim, file, known) for file in range(len(aim.files))]
    numbers = [number_of(layer, state.position) for state in states]
    assert min(numbers) >= 0
    return [[v[n] / unit for v, unit in zip(values, aim.units, strict=True)] for n in numbers]


@pytest.mark.parametrize(("turn", "planned", "n"), [(13, False, 60), (13, True, 30), (12, False, 20), (12, True, 4)])
def test_a_table_has_the_prospects_of_best_play(turn: int, planned: bool, n: int, tmp_path: Path) -> None:
    states = beginnings(turn, n, planned=planned)
    prospects = Prospects()
    for state, values in zip(states, found_in(tmp_path, BEST, states), strict=True):
        assert values == pytest.approx(prospects.of(state.position), abs=NEAR)


@pytest.mark.parametrize(("turn", "n"), [(13, 60), (12, 12)])
def test_a_table_has_the_highest_survival(turn: int, n: int, tmp_path: Path) -> None:
    states = beginnings(turn, n, planned=False)
    prospects = Prospects(safest)
    found = found_in(tmp_path, SAFEST, states)
    assert any(0 < survival < 1 for (survival,) in found)
    for state, (survival,) in zip(states, found, strict=True):
        assert survival == pytest.approx(prospects.of(state.position).survival, abs=NEAR)


T = Technology
QUIET = (Event.ASTEROID, Event.STRIKE, Event.DERELICT_SHIP, Event.PEACE_AND_QUIET)
SMALL, LARGE, A, B = (
    Event.SMALL_INVASION_FORCE, Event.LARGE_INVASION_FORCE, Event.REVOLT_A, Event.REVOLT_B,
)  # fmt: skip
EDGES = {
    "a strike is due, with Robot Workers and full stores": at(
        12, struck=True, metal=3, wealth=3, military=2, technologies=(T.ROBOT_WORKERS, T.INTERSPECIES_COMMERCE),
        empire=(S.CYGNUS, S.WOLF_359), unaligned=(S.TAU_CETI,), seen=(Event.STRIKE, A, SMALL, Event.ASTEROID),
    ),
    "diplomacy, and a distant system to explore": at(
        12, diplomatic=True, metal=2, wealth=4, military=4,
        technologies=set(T) - {T.ROBOT_WORKERS, T.PLANETARY_DEFENSES},
        empire=(S.WOLF_359, S.PROXIMA, S.EPSILON_ERIDANI, S.CYGNUS, S.TAU_CETI, S.PROCYON, S.SIRIUS),
        unaligned=(S.CANOPUS,), seen=QUIET,
    ),
    "Banking and Capital Ships to come": at(
        12, metal=3, wealth=3, military=3, technologies=(T.INTERSPECIES_COMMERCE,),
        empire=(S.CYGNUS, S.PROCYON), unaligned=(S.EPSILON_ERIDANI,), seen=(A, B, SMALL, LARGE),
    ),
    "a strike may come, before the last turn": at(
        12, metal=1, wealth=2, technologies=(T.ROBOT_WORKERS,), empire=(S.WOLF_359, S.CYGNUS, S.PROCYON),
        unaligned=(S.SIRIUS, S.PROXIMA), seen=(A, Event.ASTEROID, LARGE, Event.PEACE_AND_QUIET),
    ),
    "shields, two revolts and equals": at(
        12, military=1, technologies=(T.ROBOT_WORKERS, T.PLANETARY_DEFENSES, T.HYPER_TELEVISION),
        empire=(S.WOLF_359, S.CYGNUS, S.EPSILON_ERIDANI), seen=(SMALL, *QUIET[:3]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("state", EDGES.values(), ids=EDGES)
def test_rare_positions(state: State, tmp_path: Path) -> None:
    ((score, survival),) = found_in(tmp_path, BEST, [state])
    assert (score, survival) == pytest.approx(Prospects().of(state.position), abs=NEAR)


def test_the_order_of_three_systems_matters_in_turn_eleven(tmp_path: Path) -> None:
    """A revolt takes the last system, an invasion the one before it, or the other way round: the third comes next."""
    seen = (Event.STRIKE, Event.ASTEROID, Event.PEACE_AND_QUIET)
    orders = [(S.PROCYON, S.EPSILON_ERIDANI, S.WOLF_359), (S.EPSILON_ERIDANI, S.PROCYON, S.WOLF_359)]
    states = [at(11, empire=order, wealth=1, seen=seen) for order in orders]
    (one, _), (other, _) = found_in(tmp_path, BEST, states)
    assert one != pytest.approx(other, abs=1e-4)


FORGOTTEN = (0,) * 14


def test_bounds_hold_where_the_order_is_forgotten(tmp_path: Path) -> None:
    states = beginnings(12, 30, planned=False)
    rough, exact = tmp_path / "rough", tmp_path / "exact"
    rough.mkdir()
    exact.mkdir()
    best, safe = found_in(exact, BEST, states), found_in(exact, SAFEST, states)
    most, least = (found_in(rough, aim, states, FORGOTTEN) for aim in (MOST_SCORE, LEAST_SCORE))
    up, down = (found_in(rough, aim, states, FORGOTTEN) for aim in (MOST_SAFE, LEAST_SAFE))
    for (score, _), (survival,), (high,), (low,), (safer,), (riskier,) in zip(
        best, safe, most, least, up, down, strict=True
    ):
        assert low - NEAR <= score <= high + NEAR
        assert riskier - NEAR <= survival <= safer + NEAR
    # The order does matter to some of them.
    assert any(high > low + 0.01 for (high,), (low,) in zip(most, least, strict=True))


def test_a_layer_is_found_again_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = beginnings(11, 3, planned=False)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    find_layers(whole, states)
    monkeypatch.setattr("sse_core.micro_space_empire.strength.tablebase._BLOCKS_AT_ONCE", 40)
    find_layers(parts, states)
    for file in sorted(whole.iterdir()):
        assert (parts / file.name).read_bytes() == file.read_bytes()


def test_a_building_that_was_stopped_goes_on(tmp_path: Path) -> None:
    states = beginnings(12, 6, planned=False)
    values = found_in(tmp_path, BEST, states)
    kept = (tmp_path / "turn-13.score").stat().st_mtime_ns
    for kind in BEST.files:
        (tmp_path / f"turn-12.{kind}").unlink()
    assert found_in(tmp_path, BEST, states) == values
    assert (tmp_path / "turn-13.score").stat().st_mtime_ns == kept


def in_turn(state: State) -> Iterator[State]:
    rng = SplitMix64(1)
    while state.to_act:
        yield state
        state = state.resolve(rng) if state.to_act == (CHANCE,) else state.after(planner.choose(state, 0, rng))


def test_positions_inside_a_turn_are_known() -> None:
    state = beginnings(12, 6, planned=True)[-1]
    prospects, table = Prospects(), table_from(state)
    for later in in_turn(state):
        assert known(later) == pytest.approx(prospects.of(later.position), abs=NEAR)
        assert table_from(later) is table


def test_what_is_not_known() -> None:
    assert known(new_game()) is None
    assert known(new_game(expansion=True), exact_from=1) is None


def test_a_table_for_a_position_inside_a_turn() -> None:
    state = beginnings(12, 6, planned=True)[-1]
    later = list(in_turn(state))[1]
    assert later.due is not Due.CHOICE
    table = LateTable([later])
    assert not table.covers(state)
    assert Ahead(table).of(later.position) == pytest.approx(Prospects().of(later.position), abs=NEAR)


def test_what_is_worked_out_serves_later_positions() -> None:
    """The search goes on to the next turn, where every position is known already."""
    state, rng = TWO_TURNS["Home World alone"], SplitMix64(2)
    found = search(state)
    found.run()
    table = table_from(state)
    while state.turn == 12:
        state = state.after(rng.choice(state.legal_actions()))
    assert found.advance(state)
    found.run()
    assert prospects_in(found.analysis()) == prospects_in(analyse(state))
    assert table_from(state) is table
    assert not found.advance(new_game())


def test_the_endgame_bot_takes_the_best_action() -> None:
    bot = BOTS["endgame"]
    for state in beginnings(12, 5, planned=True):
        prospects = Prospects()
        worths = {action: prospects.of(state.after(action).position) for action in state.legal_actions()}
        best = max(worths.values())
        assert worths[bot.choose(state, 0, SplitMix64(0))] == pytest.approx(best)
    assert bot.choose(new_game(), 0, SplitMix64(0)) == planner.choose(new_game(), 0, SplitMix64(0))


def test_the_option_of_the_endgame_bot() -> None:
    assert Endgame().with_option("12").exact_from == 12
    for text in ("7", "14", "", "x", "9.5"):
        with pytest.raises(ArgumentError):
            Endgame().with_option(text)


@pytest.mark.ci
def test_rough_values_are_near(tmp_path: Path) -> None:
    states = beginnings(11, 6, planned=False) + beginnings(11, 3, planned=True)
    fine, rough = tmp_path / "fine", tmp_path / "rough"
    fine.mkdir()
    rough.mkdir()
    # Each turn rounds by half a step at most, and a step is 16 bits of a range below 16 points, or of a probability.
    score, survival = 3 * 16 / 2**17, 3 / 2**17
    for exact, near, most in ((BEST, HIGHEST, (score, survival)), (SAFEST, SOUNDEST, (survival,))):
        for one, other in zip(found_in(fine, exact, states), found_in(rough, near, states), strict=True):
            assert all(abs(a - b) <= m for a, b, m in zip(one, other, most, strict=True))


def test_what_is_not_an_own_table_of_values(tmp_path: Path) -> None:
    """Values that belong to another layer, that are cut off or can't be written are refused."""
    states = beginnings(12, 3, planned=False)
    found_in(tmp_path, HIGHEST, states)
    twelve, thirteen = (read_layer(tmp_path, turn) for turn in (12, 13))
    score, survival = (read_values(tmp_path, 12, HIGHEST, file) for file in (0, 1))
    rough, runs = (path_of(tmp_path, 12, kind).read_bytes() for kind in ("highest", "highest.runs"))
    for few in ((rough[:-2], runs), (rough, runs[:-8]), (rough,), (bytes(4 * twelve.positions - 4),)):
        with pytest.raises(ValueError, match="not those of the layer"):
            Values(twelve, *few)
    with pytest.raises(ValueError, match="no next one"):
        Solver(twelve)
    with pytest.raises(ValueError, match="turns in a row"):
        Solver(twelve, score)
    with pytest.raises(ValueError, match="a pair"):
        Solver(read_layer(tmp_path, 12), read_values(tmp_path, 13, HIGHEST), pair=True)
    with pytest.raises(ValueError, match="of one layer"):
        Solver(twelve, read_values(tmp_path, 13, HIGHEST), read_values(tmp_path, 13, HIGHEST, 1), pair=True)
    solver = Solver(thirteen, pair=True)
    for values, said in (((score, survival), "not those of the layer"), ((score,), "a pair")):
        with pytest.raises(ValueError, match=said):
            solver.solve_group(0, 1, *values)
    fine = bytes(4 * thirteen.positions)
    with pytest.raises(ValueError, match="can't be written"):
        solver.solve_group(0, 1, Values(thirteen, fine), Values(thirteen, bytearray(fine)))
    with pytest.raises(ValueError, match="no such blocks"):
        solver.solve_group(0, len(thirteen) + 1, Values(thirteen, bytearray(fine)), Values(thirteen, bytearray(fine)))


def test_rough_values_of_a_layer(tmp_path: Path) -> None:
    states = beginnings(12, 3, planned=False)
    for aim in (BEST, HIGHEST):
        found_in(tmp_path, aim, states)
    for turn in (12, 13):
        for file, step in enumerate((2**13, 2**13)):
            fine, rough = (read_values(tmp_path, turn, aim, file) for aim in (BEST, HIGHEST))
            assert len(fine) == len(rough) > 0
            assert max(abs(fine[n] - rough[n]) for n in range(len(fine))) <= (14 - turn) * step
            for values in (fine, rough):
                for number in (-1, len(values)):
                    with pytest.raises(IndexError, match=f"no value {number} among"):
                        values[number]


@pytest.mark.ci
def test_values_that_are_not_needed_any_more_are_removed(tmp_path: Path) -> None:
    states = beginnings(10, 2, planned=True)
    first = find_layers(tmp_path, states)
    add_values(tmp_path, first, HIGHEST, keep=11)
    kept = [read_values(tmp_path, turn, HIGHEST)[0] for turn in (10, 11)]
    files = [file for file in tmp_path.iterdir() if file.name[8:].partition(".")[0] in HIGHEST.files]
    assert {file.name for file in files} == {
        f"turn-{turn}.{kind}{end}" for turn in (10, 11) for kind in HIGHEST.files for end in ("", ".runs")
    }
    for file in files:
        file.unlink()
    add_values(tmp_path, first, HIGHEST)
    assert [read_values(tmp_path, turn, HIGHEST)[0] for turn in (10, 11)] == kept


class StoppedError(Exception):
    """A run was stopped."""


def test_a_run_that_was_stopped_inside_a_layer_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = beginnings(11, 3, planned=False)
    said: list[str] = []

    def stop(text: str) -> None:
        said.append(text)
        if text.startswith("turn 12") and ", 3 of" in text:
            raise StoppedError

    monkeypatch.setattr("sse_core.micro_space_empire.strength.tablebase_values._LONG", 0)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder in (whole, parts):
        folder.mkdir()
        find_layers(folder, states)
    add_values(whole, 11, BEST)
    with pytest.raises(StoppedError):
        add_values(parts, 11, BEST, keep=11, say=stop)
    assert (parts / "turn-12.score.part").exists()
    before = len(said)
    add_values(parts, 11, BEST, keep=11, say=said.append)
    assert sum(text.startswith("turn 12") for text in said[:before]) == 3
    assert not any(f", {n} of" in text for text in said[before:] for n in (1, 2, 3) if text.startswith("turn 12"))
    for kind in BEST.files:
        assert (parts / f"turn-11.{kind}").read_bytes() == (whole / f"turn-11.{kind}").read_bytes()
    assert sorted(file.name for file in parts.glob("*.score*")) == ["turn-11.score"]
    # What is there isn't found again, nor what it was found from.
    said.clear()
    add_values(parts, 11, BEST, keep=11, say=said.append)
    assert not said
    assert sorted(file.name for file in parts.glob("*.score*")) == ["turn-11.score"]


@pytest.mark.parametrize("room", [0, 60, 1_000_000])
def test_threads_find_the_same(room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many groups are worked on at a time as there is room for their blocks, but always one."""
    monkeypatch.setattr("sse_core.micro_space_empire.strength.tablebase_values._BLOCKS_AT_ONCE", room)
    asked: list[tuple[list[int], bool]] = []
    has_room = tablebase_values._Filling._has_room

    def listen(self: tablebase_values._Filling, seen: int, running: Iterable[int]) -> bool:
        found = has_room(self, seen, running)
        asked.append(([high - low for low, high in (self.groups[each] for each in (seen, *running))], found))
        return found

    monkeypatch.setattr(tablebase_values._Filling, "_has_room", listen)
    states = beginnings(10, 1, planned=True)
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, threads in ((one, 1), (two, 2)):
        folder.mkdir()
        find_layers(folder, states)
        asked.clear()
        add_values(folder, 10, HIGHEST, threads=threads)
    for file in one.iterdir():
        assert (two / file.name).read_bytes() == file.read_bytes()
    assert all(found == (len(blocks) == 1 or sum(blocks) <= room) for blocks, found in asked)
    assert any(found and len(blocks) > 1 for blocks, found in asked) == (room > 0)
    assert any(not found for _, found in asked) == (room < 1_000_000)


@cache
def small_files() -> tuple[State, dict[str, bytes]]:
    """A position of turn 9 with few cards to come, and the files of a table for the bot from there, by name."""
    unaligned = (S.CYGNUS, S.TAU_CETI, S.PROCYON, S.SIRIUS, S.EPSILON_ERIDANI)
    state = at(9, empire=(S.WOLF_359, S.PROXIMA), unaligned=unaligned, metal=1)
    with TemporaryDirectory() as name:
        folder = Path(name)
        find_layers(folder, [state])
        add_values(folder, 9, HIGHEST, keep=10)
        return state, {file.name: file.read_bytes() for file in folder.iterdir()}


def small_table(folder: Path) -> State:
    """Write the small table to a folder; return the position from which it goes."""
    state, files = small_files()
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return state


def test_the_perfect_bot_plays_by_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = small_table(tmp_path)
    best = known(state, exact_from=9)
    assert best is not None
    bot = Perfect(tmp_path)
    after = known(state.after(bot.choose(state, 0, SplitMix64(0))), exact_from=9)
    assert after is not None
    assert after.score == pytest.approx(best.score, abs=1e-3)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert BOTS["perfect"].with_option(str(tmp_path)).choose(state, 0, SplitMix64(0)) in state.legal_actions()
    assert Perfect().choose(state, 0, SplitMix64(0)) == bot.choose(state, 0, SplitMix64(0))
    assert (bot.note(state), Perfect().note(state)) == ("", "")


def test_an_analysis_is_exact_by_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = small_table(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    for position in (state, state.after(state.legal_ids()[0])):
        found = sse.analyse(position, seconds=60)
        assert "by the table" in found.how
        for line in found.lines:
            worth = known(position.after(line.action), exact_from=9)
            assert worth is not None
            assert (line.exact, line.visits, line.error) == (True, 0, 0)
            assert float(line.margin[0]) == pytest.approx(worth.score, abs=1e-3)
            assert float(line.value[0]) == pytest.approx(worth.survival, abs=1e-4)
            assert line.line[0] == line.action
    assert any(0 < line.value[0] < 1 for line in found.lines)
    # A search that goes on to turn 10 works the rest out, as one does that begins there; one back there has the table.
    search, later = micro_space_empire.search(state), beginnings(10, 2, planned=True)[0]
    search.run()
    earlier = search.analysis()
    search.advance(later)
    search.run()
    assert search.analysis().lines == sse.analyse(later).lines
    assert "by the table" not in search.analysis().how
    search.advance(state)
    search.run()
    assert search.analysis().lines == earlier.lines
    # The first card of a game isn't in this table, and neither the bot nor the analysis works it out.
    first = sse.analyse(new_game(), visits=2)
    assert "by the table" not in first.how
    assert not any(line.exact for line in first.lines)
    assert Perfect().choose(new_game(), 0, SplitMix64(0)) == planner.choose(new_game(), 0, SplitMix64(0))


def test_the_perfect_bot_without_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Perfect().choose(new_game(), 0, SplitMix64(0)) == planner.choose(new_game(), 0, SplitMix64(0))
    assert Perfect().note(new_game()).startswith("perfect has no table, and plays as endgame does: ")
    assert Perfect().note(new_game(expansion=True)).startswith("perfect has no table for the expansion, and plays as ")
    with pytest.raises(ArgumentError, match="no table"):
        Perfect().with_option(str(tmp_path))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(ArgumentError, match="no table"):
        Perfect().choose(new_game(), 0, SplitMix64(0))
    with pytest.raises(ArgumentError, match="no table"):
        Perfect().note(new_game())


DAMAGED = {
    "keys": "damaged unfound unfound",
    "starts": "damaged damaged damaged",
    "places": "damaged damaged unfound",
    "bits": "damaged damaged unfound",
    "highest": "damaged damaged read",
    "highest.runs": "damaged damaged read",
    "holding": "damaged damaged read",
    "holding.runs": "damaged damaged read",
}
"""By file, what comes of it if it is cut off, if all bits are ones, and if all are zeros. Some numbers may be anything:
the numbers of positions, their values, and that the values of a block are those of the first."""


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_table_does_not_crash(kind: str, tmp_path: Path) -> None:
    state = small_table(tmp_path)
    file = tmp_path / f"turn-10.{kind}"
    content = file.read_bytes()
    found = []
    for other in (content[:-8], b"\xff" * len(content), bytes(len(content))):
        file.write_bytes(other)
        stored_table.cache_clear()
        found.append(outcome(tmp_path, state))
    assert " ".join(found) == DAMAGED[kind]


def outcome(folder: Path, state: State) -> str:
    try:
        Perfect(folder).choose(state, 0, SplitMix64(0))
    except ArgumentError as error:
        return "damaged" if f"the table of Micro Space Empire in {folder} is damaged: " in str(error) else str(error)
    except SseError as error:
        return "unfound" if "has no prospect of a position in turn 10" in str(error) else str(error)
    return "read"


def test_a_table_that_lacks_a_turn_is_refused(tmp_path: Path) -> None:
    small_table(tmp_path)
    (tmp_path / "turn-10.holding").unlink()
    with pytest.raises(ArgumentError, match=f"in {re.escape(str(tmp_path))} lacks turn 10"):
        Perfect(tmp_path)


def test_a_table_does_not_cover_its_last_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows turn 10 isn't in it: a search that isn't to work that out plays games."""
    state, rng = small_table(tmp_path), SplitMix64(0)
    while not (state.turn == 10 and state.due is Due.CHOICE):
        state = state.resolve(rng) if state.to_act == (CHANCE,) else state.after(planner.choose(state, 0, rng))
    assert stored_table(str(tmp_path)).find(state.position) is not None
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    search = micro_space_empire.search(state, exact_from=13)
    search.run(visits=3)
    assert not any(line.exact for line in search.analysis().lines)
    with pytest.raises(SseError, match="no prospect of a position in turn 11"):
        Ahead(stored_table(str(tmp_path))).of(state.after(state.legal_ids()[0]).position)


@pytest.mark.ci
def test_the_tool_holds_a_table_to_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = small_table(tmp_path)
    monkeypatch.setattr(micro_whole, "new_game", lambda: state)
    micro_whole.check(tmp_path, 5)
    worth = known(state, exact_from=9)
    assert worth is not None
    said = capsys.readouterr().out
    assert f"the start is worth {worth.score:.3f}" in said
    assert f"survives with probability {worth.survival:.4f}" in said
    for kind, change in (("highest", 2**16), ("holding", 2**16), ("holding", -(2**16))):
        file = tmp_path / f"turn-09.{kind}"
        before = file.read_bytes()
        file.write_bytes((int.from_bytes(before, "little") + change).to_bytes(4, "little"))
        with pytest.raises(SseError, match="wrong"):
            micro_whole.check(tmp_path, 5)
        file.write_bytes(before)


def test_the_tool_solves_a_small_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that begins in the middle: the numbers are those of its start, and a second run finds them there."""
    state = small_table(tmp_path / "other")
    monkeypatch.setattr(micro_whole, "new_game", lambda: state)
    monkeypatch.setattr(micro_whole, "FIRST", 9)
    monkeypatch.setattr("sys.argv", ["micro_whole", str(tmp_path / "table")])
    micro_whole.main()
    said = capsys.readouterr().out
    worth = known(state, exact_from=9)
    assert worth is not None
    assert f"best play scores {worth.score:.3f}" in said
    assert f"it survives with probability {worth.survival:.4f}" in said
    assert "the safest play survives with probability 0." in said
    assert Perfect(tmp_path / "table").choose(state, 0, SplitMix64(0)) in state.legal_actions()
    assert not list((tmp_path / "table").glob("turn-11*"))
    micro_whole.main()
    again = capsys.readouterr().out
    assert [line.split("  ")[-1] for line in again.splitlines()] == [
        line.split("  ")[-1] for line in said.splitlines() if "positions" not in line
    ]
