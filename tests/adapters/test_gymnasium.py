"""Gymnasium: one seat against bots, and many games at once, by Gymnasium's own checks and beside each other."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.heaps.game import Heaps
from tests.profiles import by_profile

from sse_core import GAMES, games
from sse_core.adapters.rewards import rewards_of
from sse_core.bots import BOTS
from sse_core.errors import ArgumentError, IllegalActionError, SseError
from sse_core.play.turns import turns_of
from sse_core.seeds import PlyStream, child_seed

pytest.importorskip("gymnasium", "1.4")
import gymnasium
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from sse_core.adapters.gymnasium import IDS, ManyGames, OneSeat

SMALL = "small_star_empires"
VARIANTS: dict[str, dict[str, Any]] = {
    "base": {"game": SMALL},
    "seat 1, greedy": {"game": SMALL, "seat": 1, "opponent": "greedy"},
    "three, two bots": {"game": SMALL, "players": 3, "seat": 1, "opponent": ["random", "greedy"], "reward": "margin"},
    "everything": {"game": SMALL, "map": "everything-4p", "seat": 3},
    "tiles": {"game": SMALL, "players": 2, "unexplored": True},
    "shuffled": {"game": SMALL, "shuffled": True},
    "micro": {"game": "micro_space_empire"},
    "micro, expansion": {"game": "micro_space_empire", "expansion": True, "reward": "total"},
    "jump wars": {"game": "jump_wars", "turn_limit": 2},
    "jump wars, three": {"game": "jump_wars", "players": 3, "seat": 2, "turn_limit": 2},
    "empire": {"game": "empire_of_the_stars", "players": 3, "seat": 1, "round_limit": 6},
}
each_variant = pytest.mark.parametrize("options", [pytest.param(each, id=name) for name, each in VARIANTS.items()])
MODES = ("NextStep", "SameStep", "Disabled")


def made(**options: Any) -> OneSeat:
    """The environment as `make` gives it, without wrappers, and with a spec."""
    env = gymnasium.make(IDS[options.pop("game")], **options).unwrapped
    assert isinstance(env, OneSeat)
    return env


def drawn_id(env: OneSeat) -> int:
    """What the random bot would do in the agent's place."""
    state = env.game_state
    return PlyStream(env.game_seed, state.ply).choice(state.legal_ids(state.to_act[0]))


# --- one seat


@pytest.mark.parametrize(
    "options",
    [*VARIANTS.values(), *({"game": name, "illegal": illegal} for name in GAMES for illegal in ("refuse", "random"))],
    ids=repr,
)
def test_the_checker_of_gymnasium_finds_nothing(options: dict[str, Any]) -> None:
    check_env(made(**options))


def test_every_game_has_an_id() -> None:
    assert list(IDS) == list(GAMES)
    for name, id in IDS.items():
        assert gymnasium.spec(id).kwargs == {"game": name}
        assert isinstance(gymnasium.make(f"sse_core.adapters.gymnasium:{id}").unwrapped, OneSeat)


@each_variant
def test_a_spec_goes_through_json(options: dict[str, Any]) -> None:
    env = gymnasium.make(IDS[options["game"]], **options)
    assert env.spec is not None
    text = env.spec.to_json()
    assert json.loads(text)["kwargs"].items() >= options.items()
    again = gymnasium.make(EnvSpec.from_json(text))
    assert data_equivalence(env.reset(seed=5), again.reset(seed=5), exact=True)


@each_variant
def test_a_game_is_that_of_its_bots_and_its_seed(options: dict[str, Any]) -> None:
    env = made(**options)
    seat = options.get("seat", 0)
    names = options.get("opponent", "random")
    observed: Any = env._starts.game
    for game in range(2):
        observation, info = env.reset(seed=3) if game == 0 else env.reset()
        assert env.game_seed == (child_seed(3, 0) if game else 3)
        seats = len(env.game_state.totals)
        others = iter([names] * seats if isinstance(names, str) else names)
        bots = ["random" if each == seat else next(others) for each in range(seats)]
        start = env._starts.of(env.game_seed)
        states = [state for *_, state in turns_of(start, [BOTS[bot].choose for bot in bots], env.game_seed)]
        kept, over, plies = [], False, []
        while not over:
            state = env.game_state
            legal = state.legal_ids(seat)
            assert np.flatnonzero(info["action_mask"]).tolist() == list(legal)
            assert info["action_mask"].dtype == np.int8
            assert env.action_masks().dtype == np.bool_
            assert (env.action_masks() == info["action_mask"]).all()
            assert np.array_equal(observation, observed.observe(state.view(seat), seat))
            assert observation in env.observation_space
            kept.append((observation, observation.copy(), info["action_mask"], info["action_mask"].copy()))
            plies.append(state.ply)
            observation, reward, over, truncated, info = env.step(np.int64(drawn_id(env)))
            assert (truncated, info["illegal"]) == (False, False)
            assert reward == (rewards_of(env.game_state, env._reward)[seat] if over else 0)
        assert env.game_state == states[-1]
        assert not info["action_mask"].any()
        assert observation in env.observation_space
        assert plies == [state.ply for state in (start, *states) if state.to_act[:1] == (seat,)]
        assert all((one == two).all() and (three == four).all() for one, two, three, four in kept)


def test_a_bot_is_handed_what_its_seat_may_know(tmp_path: Path) -> None:
    (tmp_path / "asking.py").write_text(
        "def choose(view, player, rng):\n"
        "    assert view == view.view(player)\n"
        "    return rng.choice(view.legal_actions(player))\n",
        encoding="utf-8",
    )
    for seat in (0, 1):
        bots = str(tmp_path / "asking.py"), "random"
        env, other = (made(game="jump_wars", turn_limit=2, trade=True, seat=seat, opponent=bot) for bot in bots)
        ends = env.reset(seed=1) is other.reset(seed=1)
        while not ends:
            action = drawn_id(env)
            ends = env.step(action)[2] & other.step(action)[2]
            assert env.game_state == other.game_state


@pytest.mark.parametrize("name", ["base", "three, two bots", "micro", "jump wars, three"])
def test_a_copy_plays_on_as_the_environment_does(name: str) -> None:
    env = made(**VARIANTS[name])
    env.reset(seed=2)
    for _ in range(5):
        env.step(drawn_id(env))
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(5):
        action = drawn_id(env)
        found = env.step(action)
        for other in others:
            assert data_equivalence(found, other.step(action), exact=True)
    begun = env.reset()
    assert all(data_equivalence(begun, other.reset(), exact=True) for other in others)


STRANGE = [-1, 10**30, -(10**30), 2889, 3.0, "0", None, (), [0], np.array([0, 1]), np.float64(0), np.uint64(2**63), {}]


@pytest.mark.parametrize("action", STRANGE, ids=repr)
@pytest.mark.parametrize("name", ["base", "micro"])
def test_an_illegal_action_ends_the_game_is_refused_or_replaced(name: str, action: Any) -> None:
    env = made(**VARIANTS[name])
    observation, _ = env.reset(seed=4)
    state = env.game_state
    found, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert (found == observation).all()
    assert not info["action_mask"].any()
    assert not env.action_masks().any()

    env = made(**VARIANTS[name], illegal="refuse")
    _, before = env.reset(seed=4)
    found, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (0.0, False, False, True)
    assert (found == observation).all()
    assert (info["action_mask"] == before["action_mask"]).all()
    assert env.game_state == state

    env, twin = made(**VARIANTS[name], illegal="random"), made(**VARIANTS[name])
    env.reset(seed=4)
    twin.reset(seed=4)
    replaced, wanted = env.step(action), twin.step(drawn_id(twin))
    assert data_equivalence(replaced[:-1], wanted[:-1], exact=True)
    assert replaced[-1]["illegal"] is True


def test_a_step_needs_a_game() -> None:
    env = made(game=SMALL, render_mode="ansi")
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(ResetNeeded):
            call()
    observation, _ = env.reset(seed=1)
    env.step(-1)
    with pytest.warns(UserWarning, match="after the end"):
        found = env.step(drawn_id(env))
    assert (found[0] == observation).all()
    assert found[1:4] == (0.0, True, False)
    env.close()
    env.close()
    env.reset()
    assert env.step(drawn_id(env))[2] is False


def test_what_a_seat_sees_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    options: dict[str, Any] = {"game": "jump_wars", "players": 2, "seat": 0, "turn_limit": 2}
    found: list[Any] = []
    for mode in ("ansi", "svg", "human"):
        env = made(**options, render_mode=mode)
        env.reset(seed=1)
        found.append(env.render())
    seen = env.game_state.view(0)
    assert seen.game.to_text(seen) != seen.game.to_text(env.game_state)
    assert found == [seen.game.to_text(seen), seen.game.to_svg(seen), None]
    assert capsys.readouterr().out == f"{found[0]}\n" * 2
    env = made(game=SMALL)
    env.reset()
    with pytest.warns(UserWarning, match="without a render_mode; there is ansi, svg"):
        assert env.render() is None


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "game": ({"game": "small_star_empire"}, "there is no game 'small_star_empire' .did you mean 'small_star_empires'"),
    "map": ({"map": "base-5p"}, "there is no map 'base-5p'.*base-2p"),
    "option": ({"tiles": True}, "has no option 'tiles'.*unexplored"),
    "seat": ({"seat": 2}, "seat is 2, not in 0 to 1"),
    "no seat": ({"seat": -1}, "seat is -1, not in 0 to 1"),
    "players": ({"players": 9}, "players"),
    "bot": ({"opponent": "gredy"}, "there is no bot 'gredy' .did you mean 'greedy'.*random"),
    "bots": ({"opponent": ["greedy", "greedy"]}, "2 opponents are named, and there is 1 other seat"),
    "illegal": ({"illegal": "raise"}, "illegal is 'end', 'refuse' or 'random', not 'raise'"),
    "reward": ({"reward": "points"}, "reward is 'win', 'margin' or 'total', not 'points'"),
}


@pytest.mark.parametrize(("options", "message"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("kind", [OneSeat, ManyGames])
def test_what_there_is_not_is_refused_with_what_there_is(kind: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(SseError, match=message):
        kind(**{"game": SMALL} | options)


def test_self_play_has_no_opponents() -> None:
    for opponent in ("random", "greedy", ["greedy"]):
        with pytest.raises(ArgumentError, match="seat=None is self-play: leave opponent out"):
            ManyGames(4, game=SMALL, seat=None, opponent=opponent)


def test_other_wrong_values_are_refused() -> None:
    env: Any = OneSeat(SMALL)
    with pytest.raises(ArgumentError, match="render_mode is"):
        OneSeat(SMALL, render_mode="ascii")
    for wrong in ({"opponent": 3}, {"opponent": [3]}, {"illegal": 3}, {"seat": "0"}, {"game": 3}):
        with pytest.raises(TypeError, match=r"not (int|str)|not 3|integer"):
            OneSeat(**{"game": SMALL} | wrong)
    with pytest.raises(ArgumentError, match="no options, not level"):
        env.reset(options={"level": 3})
    for seed in (-1, 2**64):
        with pytest.raises(ArgumentError, match="seed is"):
            env.reset(seed=seed)
    with pytest.raises(TypeError, match="seed is an integer, not str"):
        env.reset(seed="1")


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for name in [name for name in sys.modules if name.startswith("sse_core.adapters.gymnasium")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError, match=r"needs gymnasium: pip install '\.\[gymnasium\]'"):
        import_module("sse_core.adapters.gymnasium")


# --- many games

MANY: dict[str, dict[str, Any]] = {
    "base": {},
    "seat 1, greedy": {"seat": 1, "opponent": "greedy"},
    "three": {"players": 3, "seat": 1, "opponent": ["random", "greedy"], "reward": "margin"},
    "tiles": {"unexplored": True, "reward": "total"},
    "everything": {"map": "everything-4p", "seat": 3, "illegal": "refuse"},
    "replaced": {"players": 3, "seat": 2, "illegal": "random"},
    # The homeworld of seat 1 is shut in: the game ends before it can act.
    "never to act": {"map": "B A 1 1", "seat": 1},
}


class Seeded(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A single environment in a slot of a batch: game after game has the seed that the batch gives it."""

    def __init__(self, env: OneSeat, slot: int, n: int, seed: int) -> None:
        super().__init__(env)
        self.slot, self.n, self.seed, self.games = slot, n, seed, 0

    def reset(self, **_: Any) -> Any:
        self.games += 1
        return self.env.reset(seed=child_seed(self.seed, self.slot + (self.games - 1) * self.n))


def beside(n: int, seed: int, mode: str, **options: Any) -> SyncVectorEnv:
    """The environments of Gymnasium's own vector that play the games of a batch."""
    options = {"game": SMALL} | options
    makers = [lambda slot=slot: Seeded(OneSeat(**options), slot, n, seed) for slot in range(n)]
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode(mode))


def chosen(masks: Any, rng: np.random.Generator, wrong: float = 0.02) -> Any:
    """A legal id in each row, or now and then any number."""
    rows = [rng.choice(np.flatnonzero(mask)) if mask.any() else -7 for mask in masks]
    return np.where(rng.random(len(rows)) < wrong, rng.integers(-5, 5000, len(rows)), np.array(rows))


def without(info: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in info.items() if name.lstrip("_") not in names}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [pytest.param(each, id=name) for name, each in MANY.items()])
def test_many_games_are_those_of_single_environments(options: dict[str, Any], mode: str) -> None:
    n, rng = 3, np.random.default_rng(len(mode))
    vec = gymnasium.make_vec(IDS[SMALL], num_envs=n, autoreset_mode=mode, **options)
    assert isinstance(vec, ManyGames)
    sync = beside(n, 11, mode, **options)
    for name in ("single_observation_space", "observation_space", "single_action_space", "action_space"):
        assert getattr(vec, name) == getattr(sync, name)
    assert vec.metadata["autoreset_mode"] is AutoresetMode(mode)
    found: Any = vec.reset(seed=11)
    wanted: Any = sync.reset()
    assert data_equivalence(found, wanted, exact=True)
    ends = 0
    for _ in range(by_profile(50, 150)):
        actions = chosen(found[-1]["action_mask"], rng)
        found, wanted = vec.step(actions), sync.step(actions)
        assert data_equivalence(found, wanted, exact=True)
        assert found[0] in vec.observation_space
        assert all(one in vec.single_observation_space for one in found[-1].get("final_obs", ()) if one is not None)
        ends += int(found[2].sum())
        if mode == "Disabled" and found[2].any():
            over = found[2]
            with pytest.raises(ResetNeeded, match=f"game {over.argmax()} is over"):
                vec.step(actions)
            again, other = vec.reset(options={"reset_mask": over}), sync.reset(options={"reset_mask": over})
            assert (again[0] == other[0]).all()
            assert (again[1]["action_mask"][over] == other[1]["action_mask"][over]).all()
            assert (again[1]["action_mask"][~over] == found[-1]["action_mask"][~over]).all()
            found = again
    assert ends > n


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("seat", [0, 1])
def test_several_boards_are_those_of_single_environments(mode: str, seat: int) -> None:
    """Each array is as wide as the largest board needs; rewards count the players of each game's own board."""
    boards: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 2, "seed": 7}]
    n, rng = 4, np.random.default_rng(seat)
    lists: dict[str, Any] = {name: [board.get(name) for board in boards] for name in ("players", "seed")}
    vec = ManyGames(n, game=SMALL, seat=seat, autoreset_mode=mode, **lists)
    found: Any = vec.reset(seed=5)
    names = vec._observed.observation_space(OneSeat(SMALL, players=3)._starts.first).names
    envs = [[OneSeat(SMALL, seat=seat, **options) for options in boards] for _ in range(n)]
    numbers, over = list(range(n)), [True] * n
    kinds: set[tuple[int, float]] = set()
    for step in range(by_profile(80, 200)):
        actions = chosen(found[-1]["action_mask"], rng, 0.01)
        found = vec.step(actions) if step else found
        for i in range(n):
            env = envs[i][numbers[i] % 3]
            result: Any = None
            if over[i]:
                result = env.reset(seed=child_seed(5, numbers[i]))
                over[i], reward = False, 0.0
            else:
                result = env.step(actions[i])
                reward, over[i] = result[1], result[2]
                kinds |= {(numbers[i] % 3, reward)}
                numbers[i] += n * over[i]
                assert (found[1][i], found[2][i]) == (reward, over[i])
                if over[i] and mode == "SameStep":
                    last = found[-1]["final_obs"][i]
                    part = env._observed.observation_space(env._starts.first)
                    assert (last[[names.index(name) for name in part.names], : part.shape[1]] == result[0]).all()
                    env = envs[i][numbers[i] % 3]
                    result, over[i] = env.reset(seed=child_seed(5, numbers[i])), False
            part = env._observed.observation_space(env._starts.first)
            planes = [names.index(name) for name in part.names]
            assert (found[0][i][planes, : part.shape[1]] == result[0]).all()
            assert found[0][i].sum() == result[0].sum()
            mask = found[-1]["action_mask"][i]
            assert np.flatnonzero(mask).tolist() == np.flatnonzero(result[-1]["action_mask"]).tolist()
        assert found[0] in vec.observation_space
    assert {number for number, _ in kinds} == {0, 1, 2}
    assert {reward for number, reward in kinds if number == 1} <= {-1.0, -0.5, 0.0, 0.25, 1.0}


def test_self_play_is_the_batch_itself() -> None:
    """Observation and mask of whoever is to act, the reward of whoever acted, and those of all seats."""
    n, rng = 6, np.random.default_rng(3)
    vec = ManyGames(n, game=SMALL, players=[2, 3], seat=None, autoreset_mode="SameStep")
    starts = [OneSeat(SMALL, players=players)._starts.first for players in (2, 3)]
    game: Any = GAMES[SMALL]
    batch = game.Batch(starts, n, seed=8, auto_reset=True)
    observations, info = vec.reset(seed=8)
    ends = 0
    for _ in range(by_profile(150, 600)):
        assert (observations == batch.observe()).all()
        assert (info["action_mask"] == batch.legal_mask(packed=False)).all()
        assert (info["to_act"] == batch.to_act).all()
        actor = batch.to_act.copy()
        actions = chosen(info["action_mask"], rng, 0)
        batch.step(actions.astype(np.int32))
        observations, rewards, terminated, _, info = vec.step(actions)
        assert (terminated == batch.done).all()
        assert (info["rewards"] == batch.rewards()).all()
        assert (rewards == batch.rewards()[np.arange(n), actor]).all()
        ends += int(terminated.sum())
    assert ends > n
    # An illegal action ends its own game alone, and costs its own seat alone.
    actor = batch.to_act.copy()
    actions = chosen(info["action_mask"], rng, 0)
    actions[2] = -1
    batch.step(actions.astype(np.int32))
    observations, rewards, terminated, _, info = vec.step(actions)
    assert terminated[2]
    assert info["final_info"]["illegal"].tolist() == [i == 2 for i in range(n)]
    assert rewards[2] == info["rewards"][2, actor[2]] == info["rewards"][2].sum() == -1
    assert (observations[np.arange(n) != 2] == batch.observe()[np.arange(n) != 2]).all()


def test_a_reset_of_some_games_leaves_the_others_over() -> None:
    vec = ManyGames(3, game=SMALL, seat=None, autoreset_mode="Disabled")
    _, info = vec.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    *_, info = vec.step(np.where([True, True, False], -1, legal))
    assert info["to_act"].tolist() == [-2, -2, 1]
    _, info = vec.reset(options={"reset_mask": np.array([True, False, False])})
    assert info["to_act"].tolist() == [0, -2, 1]
    assert info["action_mask"].any(axis=1).tolist() == [True, False, True]
    with pytest.raises(ResetNeeded, match="game 1 is over"):
        vec.step(legal)


@pytest.mark.parametrize("mode", MODES)
def test_a_kept_mask_is_the_same_array_and_the_same_mask(mode: str) -> None:
    rng = np.random.default_rng(1)
    kept, copied = (ManyGames(3, game=SMALL, seat=None, autoreset_mode=mode, copy=copy) for copy in (False, True))
    found: Any = kept.reset(seed=1)
    other: Any = copied.reset(seed=1)
    mask = found[1]["action_mask"]
    for _ in range(80):
        assert found[-1]["action_mask"] is mask
        assert data_equivalence(found, other, exact=True)
        actions = chosen(mask, rng, 0)
        old = other[-1]["action_mask"]
        before = old.copy()
        found, other = kept.step(actions), copied.step(actions)
        assert (old == before).all()
        if mode == "Disabled" and found[2].any():
            found, other = (vec.reset(options={"reset_mask": found[2]}) for vec in (kept, copied))
    with pytest.raises(ValueError, match="read-only"):
        mask[0, 0] = 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [{}, {"players": [2, 3, 2]}, {"seat": None}], ids=["one", "three", "self-play"])
def test_statistics_count_each_game_once(mode: str, options: dict[str, Any]) -> None:
    n, rng = 3, np.random.default_rng(2)
    vec = RecordEpisodeStatistics(ManyGames(n, game=SMALL, autoreset_mode=mode, **options), buffer_length=10_000)
    _, info = vec.reset(seed=2)
    lengths, returns, length, gain = list[int](), list[float](), np.zeros(n, int), np.zeros(n)
    over = np.zeros(n, bool)
    for _ in range(120):
        _, rewards, terminated, _, info = vec.step(chosen(info["action_mask"], rng))
        length += ~over
        gain += rewards
        lengths += length[terminated].tolist()
        returns += gain[terminated].tolist()
        length[terminated], gain[terminated] = 0, 0
        over = terminated if mode == "NextStep" else over
        if mode == "Disabled" and terminated.any():
            _, info = vec.reset(options={"reset_mask": terminated})
    assert vec.episode_count == len(lengths) > n
    assert list(vec.length_queue) == lengths
    assert list(vec.return_queue) == returns


def test_infos_become_a_list_for_each_game() -> None:
    vec = DictInfoToList(ManyGames(2, game=SMALL, seat=None, autoreset_mode="SameStep"))
    _, infos = vec.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "illegal", "rewards", "to_act"]] * 2
    *_, infos = vec.step(np.array([-1, int(infos[1]["action_mask"].argmax())]))
    assert [sorted(info) for info in infos] == [
        ["action_mask", "final_info", "final_obs", "illegal", "rewards", "to_act"],
        ["action_mask", "illegal", "rewards", "to_act"],
    ]


def first_of(observations: Any, masks: Any) -> Any:
    assert observations.shape[0] == masks.shape[0] > 0
    return masks.argmax(axis=1)


FIRST = "def choose(view, player, rng):\n    return view.legal_actions(player)[0]\n"


def test_a_function_plays_the_other_seats_as_a_bot_does(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST, encoding="utf-8")
    rng = np.random.default_rng(1)
    makers: list[Any] = [first_of, str(file), [first_of, "random"], [str(file), "random"]]
    vecs = [ManyGames(3, game=SMALL, players=3 if isinstance(each, list) else 2, opponent=each) for each in makers]
    for one, two in (vecs[:2], vecs[2:]):
        found: Any = one.reset(seed=6)
        other: Any = two.reset(seed=6)
        for _ in range(60):
            assert data_equivalence(found, other, exact=True)
            actions = chosen(found[-1]["action_mask"], rng)
            found, other = one.step(actions), two.step(actions)


@pytest.mark.parametrize("answer", [-1, 0, 5000, 10**12])
def test_a_function_that_answers_wrongly_is_named_and_a_reset_goes_on(answer: int) -> None:
    vec = ManyGames(2, game=SMALL, opponent=lambda seen, masks: np.full(len(masks), answer))
    _, info = vec.reset(seed=6)
    with pytest.raises(IllegalActionError, match="game 0: "):
        vec.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(ResetNeeded):
        vec.step(info["action_mask"].argmax(axis=1))
    vec.reset()


@pytest.mark.parametrize("answer", [np.zeros(1, int), np.zeros(2), "0"], ids=repr)
def test_a_function_that_answers_no_ids_is_told_so(answer: Any) -> None:
    vec = ManyGames(2, game=SMALL, opponent=lambda seen, masks: answer)
    _, info = vec.reset(seed=6)
    with pytest.raises((ArgumentError, TypeError), match="an opponent's actions"):
        vec.step(info["action_mask"].argmax(axis=1))


def test_a_bot_that_answers_wrongly_is_refused_by_the_rules(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def choose(view, player, rng):\n    return view.actions[0]\n", encoding="utf-8")
    bot = str(tmp_path / "wrong.py")
    each: list[Any] = [OneSeat(SMALL, opponent=bot), ManyGames(game=SMALL, opponent=bot)]
    for one in each:
        _, info = one.reset(seed=6)
        legal = info["action_mask"].argmax(axis=-1)
        with pytest.raises(IllegalActionError, match=r"\(E\d"):
            one.step(legal)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_another_game_with_a_batch_needs_no_more_than_its_protocols(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heaps with observations and batches, of which neither keeps a mask nor knows several boards."""
    monkeypatch.setitem(sys.modules, "heaps_in_arrays", Heaps("observed"))
    monkeypatch.setitem(games._MODULES, "heaps", "heaps_in_arrays")
    check_env(OneSeat("heaps"), skip_render_check=True)
    rng = np.random.default_rng(4)
    for options in ({"seat": 1}, {"opponent": "greedy", "reward": "margin"}):
        given: dict[str, Any] = {"game": "heaps", **options}
        vec, sync = ManyGames(3, autoreset_mode=mode, **given), beside(3, 2, mode, **given)
        found: Any = vec.reset(seed=2)
        wanted: Any = sync.reset()
        for _ in range(30):
            assert data_equivalence(found, wanted, exact=True)
            actions = chosen(found[-1]["action_mask"], rng)
            found, wanted = vec.step(actions), sync.step(actions)


def test_games_without_a_batch_take_the_vector_of_gymnasium() -> None:
    for name in GAMES:
        vec = gymnasium.make_vec(IDS[name], num_envs=2)
        assert type(vec) is (ManyGames if name == SMALL else SyncVectorEnv)
        _, info = vec.reset(seed=1)
        vec.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(ArgumentError, match="Jump Wars has no Batch: make_vec takes vectorization_mode='sync' for it"):
        ManyGames(2, game="jump_wars")


def test_wrong_calls_of_many_games_are_refused() -> None:
    vec = ManyGames(3, game=SMALL)
    every = {"reset_mask": np.ones(3, bool)}
    for call in (
        lambda: vec.step(np.zeros(3, int)),
        lambda: vec.reset(options=every),
        vec.render,
    ):
        with pytest.raises(ResetNeeded):
            call()
    vec.reset(seed=1)
    shapes: list[Any] = [0, np.zeros(2, int), np.zeros((3, 1), int), [[1], [1, 2], [3]], []]
    for actions in shapes:
        with pytest.raises((ArgumentError, TypeError), match="actions"):
            vec.step(actions)
    kinds: list[Any] = [np.zeros(3), [None] * 3, ["a"] * 3, np.ones(3, bool), [10**30] * 3]
    for actions in kinds:
        with pytest.raises(TypeError, match="actions are integers, not"):
            vec.step(actions)
    for options, error in (
        ({"reset_mask": np.zeros(3, bool)}, "marks 0 games"),
        ({"reset_mask": np.ones(2, bool)}, "has the shape"),
        ({"mask": np.ones(3, bool)}, "reset_mask alone, not mask"),
    ):
        with pytest.raises(ArgumentError, match=error):
            vec.reset(options=options)
    for mask in ([True] * 3, np.ones(3, int)):
        with pytest.raises(TypeError, match="array of bool"):
            vec.reset(options={"reset_mask": mask})
    with pytest.raises(ArgumentError, match="takes no reset_mask"):
        vec.reset(seed=1, options=every)
    for wrong, message in (
        ({"autoreset_mode": "same"}, "autoreset_mode is 'NextStep'"),
        ({"render_mode": "human"}, "no render_mode 'human'"),
        ({"players": [2, 3], "seed": [1]}, "lists of starts have one length"),
        ({"players": []}, "1 or more"),
        ({"players": [2, 3], "seat": 2}, "seat is 2, not in 0 to 1"),
        ({"shuffled": True}, "by a list of seeds"),
        ({"num_envs": 0}, "num_envs"),
    ):
        with pytest.raises(ArgumentError, match=message):
            ManyGames(**{"game": SMALL} | wrong)
    wrong_opponent: dict[str, Any] = {"game": SMALL, "opponent": 3}
    with pytest.raises(TypeError, match="an opponent that is no function"):
        ManyGames(**wrong_opponent)
    vec.close()
    vec.close()


def test_each_game_is_drawn() -> None:
    vec = ManyGames(2, game=SMALL, seat=None, render_mode="ansi")
    vec.reset(seed=1)
    frames = vec.render()
    assert frames is not None
    assert [frame.splitlines()[-1] for frame in frames] == ["Ply 0: A to act, 34 legal actions"] * 2
    vec = ManyGames(2, game=SMALL)
    vec.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert vec.render() is None


# --- any calls at all


def anything(rng: np.random.Generator, masks: Sequence[Any] | None) -> Any:
    """An action, or actions, of any type and size; now and then legal ones."""
    kind = int(rng.integers(12))
    if masks is not None and kind < 6:
        return [int(mask.argmax()) if mask.any() else 0 for mask in masks]
    strange = [
        *STRANGE,
        rng.integers(-(2**40), 2**40, 2),
        np.zeros(2, np.uint8),
        [0, 2**63],
        rng.integers(9, size=(2, 2)),
    ]
    return strange[int(rng.integers(len(strange)))]


@pytest.mark.filterwarnings("ignore:.*step is called after the end")
def test_no_call_breaks_an_environment() -> None:
    """Single ones never refuse an action; many games refuse arrays as the page says. Then each plays on."""
    calls, rng = by_profile(1_000, 10_000), np.random.default_rng(9)
    envs: list[Any] = [
        made(**VARIANTS[name], illegal=illegal) for name in ("base", "micro") for illegal in ("end", "random")
    ]
    for what, mode in zip(("end", "refuse", "random"), MODES, strict=True):
        envs.append(ManyGames(2, game=SMALL, illegal=what, autoreset_mode=mode))
    masks: list[Any] = [None] * len(envs)
    refused = 0
    for _ in range(calls):
        at = int(rng.integers(len(envs)))
        env, many, kind = envs[at], isinstance(envs[at], ManyGames), rng.random()
        try:
            if kind < 0.9:
                action = anything(rng, masks[at])
                info = env.step(action[0] if not many and isinstance(action, list) else action)[-1]
            elif kind < 0.97:
                some = {"reset_mask": rng.random(2) < 0.7}
                info = env.reset(options=some if many and rng.random() < 0.5 else None)[-1]
            else:
                info = env.reset(seed=[1, 2**63, -1, "x", 2**64][int(rng.integers(5))])[-1]
            masks[at] = info["action_mask"] if many else [info["action_mask"]]
        except ResetNeeded:
            assert masks[at] is None or (many and env.metadata["autoreset_mode"] is AutoresetMode.DISABLED)
        except (SseError, TypeError):
            assert many or kind >= 0.97
            refused += 1
    assert refused > calls // 20
    for env in envs:
        _, info = env.reset(seed=1)
        assert info["action_mask"].any()
