"""Random games of Empire of the Stars: the laws after every action, positions that can be set up, games that end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.empire_of_the_stars.laws import broken, points
from tests.profiles import shortened

from sse_core import SetupError, empire_of_the_stars
from sse_core.empire_of_the_stars import (
    State,
    format_state,
    load_pack,
    max_plies,
    new_game,
    parse_state,
    position,
)
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.laws import LAWS, unlawful
from sse_core.empire_of_the_stars.positions.position import Position, bytes_of
from sse_core.empire_of_the_stars.text.json_form import state_from_json
from sse_core.game import CHANCE
from sse_core.seeds import SplitMix64

TINY = Path(__file__).with_name("data") / "tiny.toml"

ALL = {
    "start_colony": True,
    "one_way": True,
    "edict_substitute": False,
    "own_cap": True,
    "reshuffle": True,
    "free_allies": True,
    "spare_hits": True,
    "neutral_shields": True,
}

STARTS: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four, powers, all options": {"players": 4, "powers": True, **ALL},
    "four, tiny, all options": {"players": 4, "pack": TINY, **ALL},
    "four": {"players": 4},
    "two, all options": {"players": 2, **ALL},
    "four, all options": {"players": 4, **ALL},
    "two, powers": {"players": 2, "powers": True},
    "two, tiny": {"players": 2, "pack": TINY},
    "three, tiny": {"players": 3, "pack": TINY},
}


def played(seed: int, **options: Any) -> Iterator[State]:
    """The positions of a game of random play."""
    stream = SplitMix64(seed)
    state = new_game(seed=seed, **options)
    yield state
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.after(stream.draw(state.odds()), CHANCE)
        else:
            player = stream.choice(state.to_act)
            state = state.after(stream.choice(state.legal_ids(player)), player)
        yield state


def check_laws(seed: int, **options: Any) -> None:
    """Play a game, and look at the laws after every action, and at the points of its end."""
    before = None
    bound = -1
    for state in played(seed, **options):
        assert [*broken(state, before)] == [], (seed, options, state)
        bound = max_plies(state) if before is None else bound
        before = state
    assert before is not None
    assert before.outcome is not None
    assert before.totals == tuple(points(before, seat) for seat in range(before.players))
    assert before.ply <= bound


@pytest.mark.parametrize("name", shortened(STARTS, 4))
def test_every_position_keeps_the_laws(name: str) -> None:
    check_laws(len(name), **STARTS[name])


def test_with_own_cap_a_region_holds_three_ships_of_each_player() -> None:
    """S22: four ships of two players stand in a region of this game."""
    check_laws(22, **STARTS["two, all options"])


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_many_games_keep_the_laws(first: int) -> None:
    """Every number of players with every set of options comes up, with powers and without."""
    flags = {**ALL, "powers": True}
    for number in range(first, first + 500):
        players, chosen = 2 + number % 3, number // 3 % (1 << len(flags))
        options = {name: value if chosen >> bit & 1 else not value for bit, (name, value) in enumerate(flags.items())}
        check_laws(number, players=players, **options)


@pytest.mark.parametrize("name", STARTS)
def test_positions_of_games_can_be_set_up_and_read_back(name: str) -> None:
    """Those that players see, too. Each is checked; of some the text and the JSON are read."""
    for state in played(len(name) + 1, **STARTS[name]):
        view = state.view(state.ply % state.players)
        if state.ply % 7 == 0:
            for each in (state, view):
                assert State.of(each.pack, each.data, each.ply) == each, format_state(each)
        if state.ply % 70 == 7:
            for each in (state, view):
                assert parse_state(format_state(each)) == each
                assert state_from_json(each.to_json()) == each
                assert position(each.pack, each.data, each.ply) == each


def test_a_second_role_may_be_beyond_the_last_round() -> None:
    """S47: of two players, and what follows until the game is over can be set up, too."""
    met = set[tuple[int, bool]]()
    for seed in range(12):
        for state in played(seed, players=2, round_limit=2, powers=seed % 2 == 0):
            p = Position(state.data)
            if p.round > p.round_limit:
                assert State.of(state.pack, state.data, state.ply) == state
                met.add((p.step, p.second == 1))
    assert {(Due.END, False), (Due.FAVOUR, False)} <= met
    assert any(second for _, second in met)


def test_the_core_and_the_sentences_number_the_laws_alike() -> None:
    """The header names each law; its number is the place of its sentence, which has a clause and known words."""
    core = Path(empire_of_the_stars.__file__).parents[1] / "_core" / "empire_of_the_stars" / "positions" / "faults.pxd"
    numbers = re.findall(r"^    \w+_LAW = (\d+)$", core.read_text(encoding="utf-8"), re.MULTILINE)
    assert [*map(int, numbers)] == [*range(1, len(LAWS))]
    board = load_pack().value
    words = [str(unlawful(board, law, (0, 0, 0, 0))) for law in range(1, len(LAWS))]
    assert len({*words}) == len(words)
    assert [each for each in words if not re.search(r" \([CS][\d.]+(, [CS][\d.]+)?\)$", each)] == [
        "a position has 0 bytes, not 0",
        "players has 0, not 0 to 0",
        "players has 0 where this game has nothing",
    ]


class Wrong:
    """A position that no State holds, in which nobody acts."""

    to_act: tuple[int, ...] = ()

    def __init__(self, state: State, data: bytes) -> None:
        self.board, self.data, self.players = state.board, data, state.players


def test_games_end_by_the_emperors_check() -> None:
    """Random games of this many seeds end before the last round; with `round_limit` a game ends there."""
    for seed in range(3):
        *_, last = played(seed, players=2)
        p = Position(last.data)
        assert p.round < 200
        assert 0 in p.stock[:2] or not p.pile
    *_, last = played(0, players=3, round_limit=2)
    assert Position(last.data).round == 2


def test_a_planted_fault_breaks_a_law() -> None:
    """A byte more or less in a field that is conserved is noticed, by the laws and by the check of positions."""
    *_, state = (each for each, _ in zip(played(5, players=3), range(150), strict=False))
    names = "stock throne token supply staging ships tile display unseen stack pile"
    for name in names.split():
        where = bytes_of(name)
        place = next((place for place in range(where.start, where.stop) if state.data[place]), where.start)
        data = bytearray(state.data)
        data[place] += -1 if data[place] else 1
        wrong: Any = Wrong(state, bytes(data))
        assert [*broken(wrong)], name
        with pytest.raises(SetupError, match=r"\(C1\.\d|\(S1\)|not \d+ to \d+"):
            State.of(state.pack, wrong.data)


def test_an_effect_that_outlasts_its_role_breaks_a_law() -> None:
    """So do one that outlasts its battle, influence that outlasts Regent, and powers or effects in a game without."""
    state = next(each for each in played(5, players=3, powers=True) if Position(each.data).step == Due.ROLE)
    for name in ["used", "for_role", "for_battle", "plus", "spare", "sway", "sway_at", "sway_throne", "new_wormhole"]:
        data = bytearray(state.data)
        data[bytes_of(name).start] += 1
        wrong: Any = Wrong(state, bytes(data))
        assert [*broken(wrong)], name
        with pytest.raises(SetupError):
            State.of(state.pack, wrong.data)
    games = played(5, players=3, technologies=False)
    without = next(each for each in games if Position(each.data).step == Due.ROLE)
    for name in ["power", "surged", "changed", "spent"]:
        data = bytearray(without.data)
        data[bytes_of(name).start] += 1
        wrong = Wrong(without, bytes(data))
        assert [*broken(wrong)], name
        with pytest.raises(SetupError):
            State.of(state.pack, wrong.data)


def test_every_step_comes_up() -> None:
    """All steps but those that need chance to be kind come up in these games, and those of powers aside."""
    found: set[int] = set()
    for seed in range(2):
        for state in played(seed, players=4):
            found.add(Position(state.data).step)
    assert {due for due in Due if due < Due.POWER or due == Due.END} - found <= {Due.TURN, Due.FAVOUR, Due.DISCARD}


def test_the_packs_of_these_games() -> None:
    assert load_pack(TINY).name == "tiny"
