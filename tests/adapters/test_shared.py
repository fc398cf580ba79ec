"""Tests of what all adapters share: starts from names and numbers, seeds, chance, rewards and masks."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.profiles import by_profile

import sse_core as sse
from sse_core.adapters.chance import settled
from sse_core.adapters.masks import mask_of
from sse_core.adapters.rewards import REWARDS, check_reward, rewards_of
from sse_core.adapters.starts import GameSeeds, Starts, options_of
from sse_core.errors import ArgumentError, SseError
from sse_core.play.random_play import choose
from sse_core.seeds import PlyStream, child_seed

DRAWN = "A 3 B/ 1 ."
"""A map as a drawing whose lines end with a stroke."""

VARIANTS: list[tuple[str, Mapping[str, Any]]] = [
    ("small_star_empires", {}),
    ("small_star_empires", {"players": 3, "seed": 5, "holes": "balanced", "unexplored": True}),
    ("small_star_empires", {"map": "everything-4p"}),
    ("small_star_empires", {"map": DRAWN}),
    ("small_star_empires", {"shuffled": True}),
    ("micro_space_empire", {"expansion": True}),
    ("jump_wars", {"players": 3, "turn_limit": 2, "grid": "hex"}),
    ("jump_wars", {"players": 2, "trade": True, "turn_limit": 2}),
    ("empire_of_the_stars", {"players": 3, "round_limit": 3, "one_way": True}),
]


def starts_of(game: str, given: Mapping[str, Any]) -> Starts:
    usual = ("map", "players", "seed", "shuffled")
    named = {name: given[name] for name in usual if name in given}
    return Starts(game, **named, options={name: value for name, value in given.items() if name not in usual})


# --- starts


def test_a_start_is_that_of_the_game() -> None:
    assert starts_of(*VARIANTS[0]).first == sse.GAMES["small_star_empires"].new_game()
    board = sse.base_map(3, seed=5, holes="balanced", unexplored=True)
    assert starts_of(*VARIANTS[1]).first == sse.new_game(board)
    assert starts_of(*VARIANTS[2]).first == sse.new_game(sse.maps()["everything-4p"])
    assert starts_of(*VARIANTS[3]).first == sse.new_game(sse.parse_map(DRAWN.replace("/", "\n")))
    jump_wars: Any = sse.GAMES["jump_wars"]
    assert starts_of(*VARIANTS[6]).first == jump_wars.new_game(players=3, turn_limit=2, grid="hex")
    assert starts_of("jump_wars", {"map": "no-trade"}).first == jump_wars.presets()["no-trade"].value


@pytest.mark.parametrize("game", sse.GAMES)
def test_an_option_at_its_default_changes_nothing(game: str) -> None:
    played: Any = sse.GAMES[game]
    assert Starts(game, options=options_of(played)).first == played.new_game()
    assert Starts(game, options=dict.fromkeys(options_of(played))).first == played.new_game()


def test_a_shuffled_start_is_laid_by_the_seed_of_its_game() -> None:
    starts = starts_of(*VARIANTS[4])
    assert starts.of(7) == sse.GAMES["small_star_empires"].new_game(seed=7) != starts.of(8)
    assert starts.of(7).actions == starts.first.actions
    assert starts_of(*VARIANTS[0]).of(7) == starts_of(*VARIANTS[0]).first


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        ("chess", {}, "there is no game 'chess'; they are small_star_empires, micro_space_empire, jump_wars"),
        ("jump_war", {}, "did you mean 'jump_wars'"),
        (
            "small_star_empires",
            {"map": "base-2"},
            r"no map 'base-2' \(did you mean 'base-2p'\?\); there is base-2p, .*",
        ),
        ("small_star_empires", {"map": "A 3 C"}, "map: line 1"),
        ("small_star_empires", {"map": "duel", "players": 3}, "the map 'duel' is for 2 players, not 3"),
        ("small_star_empires", {"map": "duel", "seed": 3}, "seed is for a start without map"),
        ("small_star_empires", {"map": "duel", "shuffled": True}, "shuffled is for a start without map"),
        ("small_star_empires", {"map": "duel", "unexplored": True}, "unexplored is for a start without map"),
        ("small_star_empires", {"seed": 3, "shuffled": True}, "leave seed out, or shuffled"),
        ("small_star_empires", {"players": 5}, "players is 5, not in 2 to 4"),
        ("small_star_empires", {"players": -1}, "players is -1, not in 2 to 4"),
        ("jump_wars", {"players": 2**40}, "players is 1099511627776, not in 2 to 5"),
        ("small_star_empires", {"seed": -1}, "seed is -1"),
        (
            "small_star_empires",
            {"hole": "balanced"},
            r"no option 'hole' \(did you mean 'holes'\?\); it has map, players",
        ),
        ("small_star_empires", {"holes": "black"}, "holes, unless None, is"),
        ("small_star_empires", {"rules": None}, "no option 'rules'"),
        ("micro_space_empire", {"players": 2}, "players is 2, not 1"),
        ("micro_space_empire", {"map": "base-2p"}, "there is no start 'base-2p'; there is start, expansion"),
        ("jump_wars", {"turn_limit": 0}, "turn_limit is 0, not in 1 to 1000"),
        ("jump_wars", {"players": 5, "neutral": True}, "J3.3"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(game: str, given: Mapping[str, Any], said: str) -> None:
    with pytest.raises(SseError, match=said):
        starts_of(game, given)


@pytest.mark.parametrize(
    ("game", "given"),
    [
        (3, {}),
        ("small_star_empires", {"map": 3}),
        ("small_star_empires", {"map": sse.maps()["duel"]}),
        ("small_star_empires", {"players": "2"}),
        ("small_star_empires", {"seed": 1.5}),
        ("small_star_empires", {"shuffled": 1}),
        ("small_star_empires", {"unexplored": 1}),
        ("small_star_empires", {"unexplored": sse.new_game(sse.maps()["duel"])}),
        ("jump_wars", {"turn_limit": "3"}),
    ],
)
def test_a_value_of_another_type_is_refused(game: Any, given: Mapping[str, Any]) -> None:
    with pytest.raises(TypeError, match=r" is .*, not |are "):
        starts_of(game, given)


def test_a_map_is_no_file_but_the_text_of_one(tmp_path: Path) -> None:
    file = tmp_path / "own.map"
    file.write_text(DRAWN.replace("/", "\n") + "\n")
    with pytest.raises(ArgumentError, match="is a file: a map is a name, or the text of a drawing"):
        Starts("small_star_empires", map=str(file))
    assert Starts("small_star_empires", map=file.read_text()).first == starts_of(*VARIANTS[3]).first


# --- seeds and chance


def test_later_games_have_the_child_seeds_of_the_last_seed_that_was_given() -> None:
    seeds = GameSeeds()
    first = seeds.next()
    assert [seeds.next(), seeds.next()] == [child_seed(first, 0), child_seed(first, 1)]
    assert [seeds.next(5), seeds.next(), seeds.next()] == [5, child_seed(5, 0), child_seed(5, 1)]
    for wrong in (-1, 1 << 64):
        with pytest.raises(ArgumentError, match="seed is"):
            seeds.next(wrong)
    assert seeds.next() == child_seed(5, 2)
    assert GameSeeds().next() != first


@pytest.mark.parametrize(("game", "given"), VARIANTS, ids=lambda value: str(value))
def test_random_agents_play_the_game_of_playout(game: str, given: Mapping[str, Any]) -> None:
    starts = starts_of(game, given)
    for seed in range(by_profile(1, 3)):
        state = settled(starts.of(seed), seed)
        while state.to_act:
            seat = state.to_act[0]
            state = settled(state.after(choose(state, seat, PlyStream(seed, state.ply)), seat), seed)
        assert state == sse.playout(starts.of(seed), seed)


# --- rewards and masks


@pytest.mark.parametrize(("game", "given"), VARIANTS, ids=lambda value: str(value))
def test_rewards_share_what_is_won(game: str, given: Mapping[str, Any]) -> None:
    start = starts_of(game, given).of(3)
    end = sse.playout(start, 3)
    outcome, n = end.outcome, len(end.totals)
    assert outcome is not None
    assert all(rewards_of(start, kind) == (0,) * n for kind in REWARDS)
    win, margin, total = (rewards_of(end, kind) for kind in REWARDS)
    assert total == outcome.totals
    if n == 1:
        assert (win, margin) == ((1 if outcome.winners else -1,), total)
        return
    assert sum(win) == pytest.approx(0)
    assert sum(margin) == pytest.approx(0)
    assert {seat for seat in range(n) if win[seat] == max(win)} == set(outcome.winners)
    assert max(win) <= 1
    assert min(win) in (0, pytest.approx(-1 / (n - 1)))
    assert margin[0] == pytest.approx(total[0] - sum(total[1:]) / (n - 1))


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ArgumentError, match="reward is 'win', 'margin' or 'total', not 'score'"):
        check_reward("score")


def test_a_mask_is_fresh_and_can_be_written() -> None:
    state = sse.new_game(sse.maps()["duel"])
    mask = mask_of(state.legal_ids(), len(state.actions))
    assert (mask.dtype.name, mask.shape) == ("int8", (len(state.actions),))
    assert tuple(mask.nonzero()[0].tolist()) == state.legal_ids()
    mask[0] = 1
    assert mask_of((), 2).tolist() == [0, 0]


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sse_core.adapters.pettingzoo", raising=False)
    for library in ("pettingzoo", "gymnasium"):
        monkeypatch.setitem(sys.modules, library, None)
    needed = r"sse_core\.adapters\.pettingzoo needs gymnasium: pip install '\.\[pettingzoo\]'"
    with pytest.raises(ModuleNotFoundError, match=needed):
        import_module("sse_core.adapters.pettingzoo")
