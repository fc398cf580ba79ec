"""Games under OpenSpiel: its own suites, search and solvers that agree with ours, secrets kept, and wrong arguments."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import observation, rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, minimax
from tests.adapters.playthroughs import DATA, GOLDEN
from tests.profiles import by_profile, shortened

import sse_core as sse
from sse_core import small_star_empires
from sse_core.adapters import openspiel
from sse_core.adapters.rewards import rewards_of
from sse_core.errors import SseError
from sse_core.game import CHANCE

make_observation: Any = observation.make_observation

STARS = "python_small_star_empires"
MICRO = "python_micro_space_empire"
WARS = "python_jump_wars"
EMPIRE = "python_empire_of_the_stars"

VARIANTS = [
    f"{STARS}(map=duel)",
    f"{MICRO}(expansion=True)",
    f"{WARS}(turn_limit=1)",
    STARS,
    f"{STARS}(players=3,seed=5,holes=balanced)",
    f"{STARS}(players=4,seed=9,unexplored=True)",
    f"{STARS}(map=everything-2p)",
    f"{STARS}(map=everything-4p)",
    f"{STARS}(map=ships: 2//A 1 r/ 2 ? B)",
    MICRO,
    f"{WARS}(turn_limit=3)",
    f"{WARS}(players=3,grid=hex,turn_limit=1)",
    f"{WARS}(players=4,neutral=True,turn_limit=1)",
    f"{WARS}(players=5,seed=3,turn_limit=1)",
    f"{WARS}(players=3,trade=True,void_orders=True,must_raise=True,turn_limit=1)",
    f"{EMPIRE}(round_limit=3)",
    f"{EMPIRE}(players=4,round_limit=6,spare_hits=True)",
]
"""Every game and every kind of start."""

OPEN_BOARDS = [
    ("A 3 B", 1),
    ("ships: 1//A 1 2 3 B", 1),
    ("ships: 1//A 1 ./ 2 3 B", 0),
    ("ships: 1//A x 1/ 2 3 B", -1),
    ("ships: 1//A w 2/ 1 3 w B", 1),
    ("ships: 1//A 1 2/ 3 . B", 1),
    ("ships: 2//A 1 2/ r B", 1),
    ("ships: 2//A 1 r/ 2 3 B", -1),
    ("ships: 1//A r g/ 3 2 B", 1),
    ("ships: 1//A 3 2/ . r r/  1 B", -1),
]
"""Ten boards of up to eight systems, as drawings, with the worth to the first player."""

TILES = [
    ("A ? B", Fraction(4, 5)),
    ("ships: 1//A ? 2 B", Fraction(1)),
    ("ships: 1//A ? 1/ 3 B", Fraction(3, 5)),
    ("ships: 1//A ? 1/ ? B", Fraction(3, 7)),
]
"""The same with unexplored systems."""


@pytest.fixture(autouse=True)
def parsed_flags() -> None:
    """The module of playthroughs reads a flag of absl's, which must have been parsed."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()


def loaded(game: str) -> Any:
    return pyspiel.load_game(game)


def drawn(state: Any, random: Random) -> int:
    """An action that is drawn, or a chance event by its odds."""
    if state.is_chance_node():
        events, odds = zip(*state.chance_outcomes(), strict=True)
        return int(random.choices(events, odds)[0])
    return int(random.choice(state.legal_actions()))


def after(game: Any, plies: int, seed: int = 1) -> Any:
    """The state after so many random actions, or where the game ends before."""
    random, state = Random(seed), game.new_initial_state()
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(drawn(state, random))
    return state


# --- OpenSpiel's own suites


@pytest.mark.parametrize("game", shortened(VARIANTS, 3))
def test_the_suite_of_random_games(game: str) -> None:
    pyspiel.random_sim_test(loaded(game), num_sims=by_profile(1, 1, 5), serialize=False, verbose=False)
    pyspiel.random_sim_test(loaded(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_playthrough_replays(name: str) -> None:
    """A file that has changed on purpose is written anew by ``python -m tests.adapters.playthroughs``."""
    before, again = generate_playthrough.replay(str(DATA / f"{name}.txt"))
    assert before.splitlines()[0] == f"game: {GOLDEN[name][0]}"
    assert again == before


@pytest.mark.parametrize("game", shortened(VARIANTS, 1))
def test_a_random_playthrough_replays(game: str, tmp_path: Path) -> None:
    text = generate_playthrough.playthrough(game, [], observation_params_string="text(tensor=False)", seed=7)
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    before, again = generate_playthrough.replay(str(tmp_path / "game.txt"))
    assert before == again == text


# --- what a game says of itself


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (STARS, ("DETERMINISTIC", "PERFECT_INFORMATION", "ZERO_SUM", 0)),
        (f"{STARS}(unexplored=True)", ("EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION", "ZERO_SUM", 2953)),
        (MICRO, ("EXPLICIT_STOCHASTIC", "PERFECT_INFORMATION", "GENERAL_SUM", 68)),
        (f"{WARS}(players=3)", ("EXPLICIT_STOCHASTIC", "IMPERFECT_INFORMATION", "ZERO_SUM", 806)),
    ],
)
def test_the_type_is_that_of_the_start(game: str, kind: tuple[str, str, str, int]) -> None:
    made = loaded(game)
    its = made.get_type()
    assert (its.chance_mode.name, its.information.name, its.utility.name, made.max_chance_outcomes()) == kind
    assert its.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert made.num_distinct_actions() == len(made.start.actions)


@pytest.mark.parametrize("game", [STARS, MICRO, WARS, f"{WARS}(turn_limit=1000)", EMPIRE])
def test_lengths_fit_32_bits(game: str) -> None:
    made = loaded(game)
    most = made.start.game.max_plies(made.start)
    assert made.max_game_length() == min(most, openspiel.LONGEST_GAME)
    assert made.max_game_length() <= made.max_move_number() <= 2**31 - 1
    assert made.max_game_length() <= made.max_history_length() <= 2**31 - 1


@pytest.mark.parametrize("game", [STARS, f"{STARS}(players=3,seed=4,unexplored=True)", f"{STARS}(map=everything-4p)"])
def test_the_string_of_a_game_is_that_of_the_same_game(game: str) -> None:
    made = loaded(game)
    again = loaded(str(made))
    assert (again.start, str(again)) == (made.start, str(made))


def test_a_game_is_the_one_that_is_played_without_openspiel() -> None:
    """Every action and its text, who acts, what is legal and what is won are those of the states of this package."""
    for game in (f"{STARS}(map=unexplored-2p)", MICRO, f"{WARS}(turn_limit=1)"):
        random, made = Random(5), loaded(game)
        state, ours = made.new_initial_state(), made.start
        while ours.to_act:
            assert state.now == ours
            assert state.current_player() == ours.to_act[0]
            assert state.returns() == [0] * len(ours.totals)
            assert state.legal_actions() == [*ours.legal_ids()]
            if ours.to_act == (CHANCE,):
                odds = [float(share) for _, share in ours.odds()]
                assert state.chance_outcomes() == [*zip(ours.legal_ids(CHANCE), odds, strict=True)]
            action = drawn(state, random)
            word = ours.game.format_action(ours.actions[action], ours)
            assert state.action_to_string(state.current_player(), action) == word
            assert state.string_to_action(word) == action
            state.apply_action(action)
            ours = ours.after(action)
        assert (state.is_terminal(), state.returns()) == (True, [*rewards_of(ours, "win")])
        assert str(state) == ours.game.format_state(ours)


def test_a_copy_shares_what_never_changes() -> None:
    for game in (STARS, f"{WARS}(turn_limit=1)"):
        state = after(loaded(game), 9)
        copied = state.clone()
        assert copied.moment is state.moment is copy.deepcopy(state.moment) is copy.copy(state.moment)
        copied.apply_action(copied.legal_actions()[0])
        assert (state.move_number(), copied.move_number()) == (9, 10)
        assert copied.now != state.now


# --- observations


@pytest.mark.parametrize("game", [f"{STARS}(players=3)", MICRO, f"{WARS}(turn_limit=1)", f"{EMPIRE}(round_limit=2)"])
def test_a_tensor_is_the_observation(game: str) -> None:
    made = loaded(game)
    space = made.observation_space
    assert made.observation_tensor_shape() == [*space.shape]
    seen_by = make_observation(made)
    random, state = Random(1), made.new_initial_state()
    while not state.is_terminal():
        for seat in range(made.num_players()):
            seen = state.now.game.observe(state.now, seat)
            seen_by.set_from(state, seat)
            assert (seen_by.dict["observation"] == seen).all()
            assert state.observation_tensor(seat) == seen.ravel().tolist()
            assert state.observation_string(seat) == state.now.game.format_state(state.now.view(seat))
        state.apply_action(drawn(state, random))


def test_kinds_of_observations() -> None:
    made = loaded(f"{WARS}(turn_limit=1)")
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    assert make_observation(made, params={"tensor": False}).tensor is None
    assert make_observation(made, kind(perfect_recall=True)).tensor is None
    assert make_observation(made, kind(perfect_recall=False, private_info=private.NONE)) is None
    assert make_observation(made, kind(perfect_recall=False, public_info=False)) is None
    with pytest.raises(SseError, match="no parameter 'planes'; it has tensor"):
        make_observation(made, params={"planes": 3})


# --- what seats remember


def test_information_states_of_an_open_game_are_its_history() -> None:
    state = after(loaded(STARS), 3)
    assert state.information_state_string() == state.information_state_string(0) == state.history_str()
    same = state.resample_from_infostate(1, lambda: 0.5)
    assert (same.history(), str(same)) == (state.history(), str(state))


def test_a_seat_remembers_all_that_it_saw_and_did() -> None:
    """Two positions have one information state if and only if the seat saw the same views and took the same actions."""
    made, random = loaded(f"{WARS}(turn_limit=1)"), Random(2)
    told: dict[str, set[Any]] = {}
    for _ in range(by_profile(3, 12)):
        state = made.new_initial_state()
        memories: list[tuple[Any, ...]] = [(state.now.view(seat),) for seat in (0, 1)]
        while True:
            for seat in (0, 1):
                told.setdefault(state.information_state_string(seat), set()).add((seat, memories[seat]))
            if state.is_terminal():
                break
            actor, before = state.current_player(), state.now
            # Few actions, so that games go the same way for a while.
            action = drawn(state, random) if state.is_chance_node() else random.choice(state.legal_actions()[-2:])
            state.apply_action(action)
            for seat in (0, 1):
                memories[seat] += (action,) if seat == actor else ()
                view = state.now.view(seat)
                memories[seat] += (view,) if view != before.view(seat) else ()
    assert {len(remembered) for remembered in told.values()} == {1}
    assert len(told) == len(set.union(*told.values()))
    assert any(len(key) > 1 for key in told)


def test_sealed_orders_of_others_are_in_no_information_state() -> None:
    """While a seat writes, no other learns anything: not what it writes, and not how much."""
    made = loaded(f"{WARS}(players=3,turn_limit=1)")
    random, sealed = Random(4), 0
    state = made.new_initial_state()
    while not state.is_terminal():
        before, writers = state.clone(), state.now.to_act
        state.apply_action(drawn(state, random))
        # Who is done with the orders says so, and the last writer opens them all.
        if state.now.to_act == writers and len(writers) > 1:
            sealed += 1
            for seat in {0, 1, 2} - {writers[0]}:
                assert state.information_state_string(seat) == before.information_state_string(seat)
                assert state.observation_string(seat) == before.observation_string(seat)
                assert state.observation_tensor(seat) == before.observation_tensor(seat)
    assert sealed >= 2


@pytest.mark.parametrize("game", [f"{WARS}(turn_limit=1)", f"{WARS}(players=3,trade=True,turn_limit=1)"])
def test_a_seat_cannot_tell_a_sampled_state_from_the_true_one(game: str) -> None:
    made, random = loaded(game), Random(3)
    state, others, changed = made.new_initial_state(), 0, 0
    while not state.is_terminal():
        for seat in range(made.num_players()):
            number = random.random()
            sampled, again = (state.resample_from_infostate(seat, lambda number=number: number) for _ in range(2))
            assert sampled.now == again.now
            changed += sampled.now != state.resample_from_infostate(seat, lambda number=number: 1 - number).now
            assert sampled.information_state_string(seat) == state.information_state_string(seat)
            assert sampled.current_player() == state.current_player()
            others += sampled.now != state.now
            if seat == state.current_player():
                for action in (sampled.legal_actions()[0], sampled.legal_actions()[-1]):
                    here, there = state.clone(), sampled.clone()
                    here.apply_action(action)
                    there.apply_action(action)
                    if here.now.view(seat) == there.now.view(seat):
                        assert here.information_state_string(seat) == there.information_state_string(seat)
        state.apply_action(drawn(state, random))
    assert others >= 10
    assert changed >= 10


def test_a_sampled_state_is_kept_by_pickling_and_by_openspiels_own_text() -> None:
    made = loaded(f"{WARS}(turn_limit=1)")
    for state in (after(made, 12), after(made, 12).resample_from_infostate(0, lambda: 0.25)):
        text = pyspiel.serialize_game_and_state(made, state)
        _, read = pyspiel.deserialize_game_and_state(text)
        for again in (read, pickle.loads(pickle.dumps(state))):
            assert (again.now, again.history()) == (state.now, state.history())
            assert [again.information_state_string(seat) for seat in (0, 1)] == [
                state.information_state_string(seat) for seat in (0, 1)
            ]


@pytest.mark.parametrize(
    "game",
    [f"{STARS}(map=A 3 B/ 1 .)", f"{MICRO}(expansion=True)", f"{WARS}(turn_limit=1)", f"{EMPIRE}(round_limit=2)"],
)
def test_a_game_is_kept_by_pickling_and_copying(game: str) -> None:
    made = loaded(game)
    for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert (str(again), again.start, type(again)) == (str(made), made.start, type(made))


@pytest.mark.ci
def test_another_process_unpickles_what_this_one_pickled() -> None:
    state = after(loaded(f"{WARS}(turn_limit=1)"), 12)
    script = "import pickle, sys; [print(pickle.loads(bytes.fromhex(text))) for text in sys.argv[1:]]"
    pickled = [pickle.dumps(each).hex() for each in (state.get_game(), state)]
    ended = subprocess.run([sys.executable, "-c", script, *pickled], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{state.get_game()}\n{state}\n", "")


# --- search and learning


@pytest.mark.parametrize(("drawing", "worth"), OPEN_BOARDS)
def test_alpha_beta_agrees_with_the_solver(drawing: str, worth: int) -> None:
    made = loaded(f"{STARS}(map={drawing})")
    assert made.start.board.n_cells <= 8
    solution = small_star_empires.solve(made.start, objective="win", all=True)
    found, action = minimax.alpha_beta_search(made)
    assert solution.value is not None
    assert found == 2 * solution.value[0] - 1 == worth
    best = {each.action for each in solution.worths if each.value == solution.value}
    assert made.start.actions[action] in best


@pytest.mark.parametrize(("drawing", "worth"), TILES)
def test_expectiminimax_agrees_with_the_solver(drawing: str, worth: Fraction) -> None:
    made = loaded(f"{STARS}(map={drawing})")
    solution = small_star_empires.solve(made.start, objective="win")
    found, _ = minimax.expectiminimax(made.new_initial_state(), made.max_game_length(), None, 0)
    assert solution.value is not None
    assert 2 * solution.value[0] - 1 == worth
    assert found == pytest.approx(float(worth), abs=1e-12)


def mcts_bot(game: Any, evaluator: Any, random: Any) -> Any:
    return mcts.MCTSBot(game, 1.4, by_profile(3, 20), evaluator, random_state=random)


def ismcts_bot(game: Any, evaluator: Any, random: Any) -> Any:
    return ismcts.ISMCTSBot(game, evaluator, 1.4, by_profile(3, 10), random_state=random)


@pytest.mark.parametrize(
    ("game", "make"),
    [
        (f"{STARS}(map=duel)", mcts_bot),
        (f"{STARS}(map=unexplored-2p)", mcts_bot),
        (MICRO, mcts_bot),
        (f"{WARS}(turn_limit=1)", ismcts_bot),
        pytest.param(f"{WARS}(players=3,trade=True,turn_limit=2)", ismcts_bot, marks=pytest.mark.ci),
    ],
)
def test_the_bots_in_python_play_to_the_end(game: str, make: Callable[..., Any]) -> None:
    made, numbers, random = loaded(game), np.random.RandomState(3), Random(3)
    bot = make(made, mcts.RandomRolloutEvaluator(1, numbers), numbers)
    state, chosen = made.new_initial_state(), 0
    while not state.is_terminal():
        is_bot = state.current_player() == 0
        chosen += is_bot
        action = bot.step(state) if is_bot else drawn(state, random)
        assert action in state.legal_actions()
        state.apply_action(int(action))
    assert chosen >= 5


@pytest.mark.parametrize(
    "game", [f"{STARS}(players=3,unexplored=True)", MICRO, f"{WARS}(turn_limit=1)", f"{EMPIRE}(round_limit=2)"]
)
def test_the_environment_for_learners_plays_to_the_end(game: str) -> None:
    events = rl_environment.ChanceEventSampler(seed=3)
    environment = rl_environment.Environment(game, chance_event_sampler=events, include_full_state=False)
    random, step = Random(1), environment.reset()
    (size,) = environment.observation_spec()["info_state"]
    while not step.last():
        seat = step.current_player()
        assert [len(each) for each in step.observations["info_state"]] == [size] * environment.num_players
        step = environment.step([random.choice(step.observations["legal_actions"][seat])])
    n = environment.num_players
    assert sum(step.rewards) == pytest.approx(0) if n > 1 else step.rewards[0] in (1, -1)


# --- wrong arguments


@pytest.mark.parametrize(
    ("game", "given", "message"),
    [
        (STARS, {"map": "duell"}, "there is no map 'duell' .did you mean 'duel'.*; there is base-2p, "),
        (STARS, {"players": 5}, "players is 5, not in 2 to 4"),
        (STARS, {"players": -1}, "players is -1"),
        (STARS, {"seed": -2}, "seed is -2"),
        (STARS, {"holes": "many"}, "'many'"),
        (STARS, {"map": "duel", "players": 3}, "is for 2 players, not 3"),
        (STARS, {"map": "A 3 B", "unexplored": True}, "unexplored is for a start without map"),
        (STARS, {"map": "A 3 C"}, "map: line 1"),
        (STARS, {"map": "rules: open_borders=yes//A 3 B"}, "can't carry .* no comma and no equals sign"),
        (STARS, {"map": "note: one, two//A 3 B"}, "can't carry"),
        (STARS, {"map": "note: (one//A 3 B"}, "can't carry"),
        (STARS, {"map": "A 3\n B 1"}, "can't carry"),
        (MICRO, {"map": "duel"}, "there is no start 'duel'|there is no "),
        (WARS, {"turn_limit": 0}, "turn_limit is 0, not in 1 to 1000"),
        (WARS, {"grid": "cube"}, "grid is 'square' or 'hex', not 'cube'"),
    ],
)
def test_wrong_parameters_say_what_there_is(game: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(SseError, match=message):
        pyspiel.load_game(game, given)


def test_a_parameter_that_there_is_not_is_openspiels_error() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'tiles'\. Available .*: holes, map,"):
        loaded(f"{STARS}(tiles=3)")
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter players"):
        loaded(f"{STARS}(players=many)")


ODD: list[Any] = [
    0, 1, 2, 3, -1, -2, -4, 4, 7, 66, 805, 806, 2889, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, 2**63, -(2**63), 2**64,
    10**40, 0.5, -0.0, float("nan"), float("inf"), True, False, None, "", "0", "a1", b"\x00", [], [0], (), {}, {0: 1},
    object(), int, 1j, np.int8(3), np.int64(-5), np.float32(1.5), np.zeros(3), np.bool_(True), pyspiel.PlayerId.CHANCE,
]  # fmt: skip
"""Values of any type and size."""

CALLS = [
    "action_to_string", "apply_action", "apply_action_with_legality_check", "chance_outcomes", "child", "clone",
    "current_player", "history", "history_str", "information_state_string", "information_state_tensor",
    "is_chance_node", "is_terminal", "legal_actions", "legal_actions_mask", "move_number", "observation_string",
    "observation_tensor", "player_return", "player_reward", "resample_from_infostate", "returns", "rewards",
    "serialize", "string_to_action", "undo_action", "apply_actions", "_apply_action", "_legal_actions",
    "_action_to_string", "__str__", "__repr__",
]  # fmt: skip

GAME_CALLS = ["action_to_string", "deserialize_state", "make_observer", "make_py_observer", "new_initial_state"]
WRITING = ["set_from", "string_from"]
REFUSALS = (SseError, TypeError, ValueError, OverflowError, AttributeError, RuntimeError)
"""OpenSpiel's own error is a RuntimeError; what is asked of a value of another type is an attribute that it lacks."""


def test_no_call_crashes_or_spoils_a_game(capfd: pytest.CaptureFixture[str]) -> None:
    """Calls with arguments of any type and size raise, or do what they are for; a refused one changes nothing."""
    random = Random(11)
    games = [loaded(game) for game in (f"{STARS}(map=ships: 2//A 1 r/ 2 ? B)", MICRO, f"{WARS}(turn_limit=1)")]
    state = games[0].new_initial_state()
    refused = 0
    for number in range(by_profile(2_000, 10_000)):
        if number % 100 == 0:
            state = after(random.choice(games), random.randrange(60), seed=number)
        if random.random() < 0.02 and not state.is_terminal():
            state.apply_action(drawn(state, random))
        before = (state.moment, state.history())
        arguments = [random.choice(ODD) for _ in range(random.choice((0, 1, 1, 1, 2)))]
        game = state.get_game()
        asked, calls = random.choice([(state, CALLS)] * 8 + [(game, GAME_CALLS), (game.make_py_observer(), WRITING)])
        name = random.choice(calls)
        try:
            getattr(asked, name)(*arguments)
        except REFUSALS:
            refused += 1
            assert (state.moment, state.history()) == before, (name, arguments)
        if number % 50 == 0:
            key = random.choice([*games[0].get_parameters(), "turn_limit", "nix"])
            try:
                pyspiel.load_game(random.choice(games).get_type().short_name, {key: random.choice(ODD)})
            except REFUSALS:
                refused += 1
    assert refused > by_profile(2_000, 10_000) // 3
    capfd.readouterr()  # OpenSpiel prints each of its errors.


def test_an_action_that_is_refused_says_why() -> None:
    state = loaded(f"{STARS}(map=A 3 B)").new_initial_state()
    with pytest.raises(sse.IllegalActionError):
        state.apply_action(10**6)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(sse.GameOverError):
        state.apply_action(0)
    assert state.legal_actions() == []


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "sse_core.adapters.openspiel")
    with pytest.raises(
        ModuleNotFoundError,
        match=r"^sse_core.adapters.openspiel needs pyspiel: pip install '\.\[openspiel\]' in the checkout",
    ):
        importlib.import_module("sse_core.adapters.openspiel")


@pytest.mark.ci
def test_a_process_that_has_registered_games_ends_in_peace() -> None:
    """OpenSpiel keeps what registers a game beyond the end of Python."""
    script = (
        "import pyspiel, sse_core.adapters.openspiel as o; print(pyspiel.load_game('python_jump_wars').num_players())"
    )
    ended = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n", "")
