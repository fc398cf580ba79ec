"""Every game under PettingZoo: its own suites, seeds, rewards, copies, drawings, and what is refused."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.adapters.fonts import font
from tests.profiles import by_profile, shortened

import sse_core as sse
from sse_core.adapters import pictures
from sse_core.adapters.pettingzoo import env, raw_env
from sse_core.adapters.rewards import REWARDS, rewards_of
from sse_core.errors import IllegalActionError, SseError
from sse_core.seeds import PlyStream, child_seed

with warnings.catch_warnings():
    # The suites load games of PettingZoo by a way that it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo.test

# Not all of them have types.
SUITES: Final[Any] = pettingzoo.test

STARS: Final = "small_star_empires"
MICRO: Final = "micro_space_empire"
JUMP: Final = "jump_wars"
EMPIRE: Final = "empire_of_the_stars"

Variant: TypeAlias = tuple[str, Mapping[str, Any]]
"""The name of a game, and options."""

VARIANTS: Final[list[Variant]] = [
    (STARS, {}),
    (JUMP, {"players": 2, "turn_limit": 2}),
    (MICRO, {}),
    (STARS, {"map": "everything-4p"}),
    (STARS, {"players": 3, "unexplored": True, "shuffled": True}),
    (STARS, {"map": "everything-2p"}),
    (STARS, {"players": 2, "unexplored": True, "reward": "total"}),
    (STARS, {"players": 3, "seed": 5, "holes": "wormholes", "reward": "margin"}),
    (STARS, {"players": 4, "holes": "balanced", "shuffled": True}),
    (STARS, {"players": 4, "unexplored": True}),
    (STARS, {"map": "A 3 B/ 1 ."}),
    (MICRO, {"expansion": True, "reward": "total"}),
    (JUMP, {"players": 3, "turn_limit": 1, "trade": True, "grid": "hex"}),
    (JUMP, {"players": 4, "turn_limit": 1, "neutral": True, "shuffled": True}),
    (JUMP, {"players": 5, "turn_limit": 1}),
    (EMPIRE, {"round_limit": 4}),
    (EMPIRE, {"players": 4, "round_limit": 8, "own_cap": True}),
]
"""The games with their options: two to five players, base maps, all rules, tiles, secrets."""

GAMES: Final = VARIANTS[:3]
SHORT: Final[list[Variant]] = [*VARIANTS[:2], (STARS, {"map": "unexplored-3p"})]
MAKERS: Final[list[Callable[..., Any]]] = [raw_env, env]

every_variant = pytest.mark.parametrize("variant", shortened(VARIANTS, 3), ids=str)
wrapped_and_raw = pytest.mark.parametrize("make", MAKERS, ids=["raw", "wrapped"])


def chosen(agents: Any, mask: Any) -> int:
    """The action of a random bot: ``rng.choice`` of the legal ids, by the stream of the ply."""
    raw = agents.unwrapped
    ids: list[int] = np.flatnonzero(mask).tolist()
    return PlyStream(raw.game_seed, raw.game_state.ply).choice(ids)


def play(agents: Any, plies: int = 1 << 30) -> dict[str, float]:
    """Play a game that has begun, or so many plies of it, by random agents; return what each has got at the end."""
    got: dict[str, float] = {}
    for agent in agents.agent_iter(plies):
        seen, reward, terminated, truncated, _ = agents.last()
        if terminated or truncated:
            got[agent] = reward
        agents.step(None if terminated or truncated else chosen(agents, seen["action_mask"]))
    return got


# --- the suites


@wrapped_and_raw
@every_variant
@pytest.mark.filterwarnings(
    # These two texts are for each dictionary whose environment the suite doesn't know by name.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
def test_the_suite_of_the_interface(variant: Variant, make: Callable[..., Any]) -> None:
    game, given = variant
    agents = make(game, **given)
    # It plays one game a call.
    for _ in range(by_profile(2, 5, 20)):
        with contextlib.redirect_stdout(io.StringIO()):
            SUITES.api_test(agents)


@wrapped_and_raw
@every_variant
def test_the_suite_of_seeds(variant: Variant, make: Callable[..., Any]) -> None:
    game, given = variant
    SUITES.seed_test(partial(make, game, **given))


PICTURED: Final = [(make, each) for make in (env, raw_env) for each in (*GAMES, (EMPIRE, {"round_limit": 1}))]
"""Each game as it is used, then raw."""


# The wrappers hand a drawing on as it is: one raw game is enough. The nightly run draws all, and all variants.
@pytest.mark.parametrize(
    "drawn", shortened([*PICTURED, *((env, each) for each in VARIANTS[3:])], ci=len(PICTURED) // 2 + 1)
)
def test_the_suite_of_drawings(drawn: tuple[Callable[..., Any], Variant]) -> None:
    make, (game, given) = drawn
    with contextlib.redirect_stdout(io.StringIO()):
        SUITES.render_test(partial(make, game, **given), {"svg": lambda picture: picture.startswith("<svg")})


# --- seeds


@wrapped_and_raw
@every_variant
def test_random_agents_play_the_games_of_playout(variant: Variant, make: Callable[..., Any]) -> None:
    game, given = variant
    agents = make(game, **given)
    start = sse.GAMES[game].new_game
    seed = 3
    for number in range(3):
        agents.reset(**({"seed": seed} if number == 0 else {}))
        raw = agents.unwrapped
        now = seed if number == 0 else child_seed(seed, number - 1)
        assert raw.game_seed == now
        if "map" in given:
            begun: Any = sse.new_game(sse.maps().get(given["map"]) or sse.parse_map(given["map"].replace("/", "\n")))
        else:
            named = {key: value for key, value in given.items() if key not in ("reward", "shuffled", "seed")}
            laid: dict[str, Any] = {"seed": now if given.get("shuffled") else given.get("seed")}
            begun = start(**named, **laid)
        got = play(agents)
        end = sse.playout(begun, now)
        assert raw.game_state == end
        assert [got[f"player_{seat}"] for seat in range(len(end.totals))] == list(
            rewards_of(end, given.get("reward", "win"))
        )
        assert agents.agents == []


def test_games_without_a_seed_differ() -> None:
    first, second = raw_env(MICRO), raw_env(MICRO)
    first.reset()
    second.reset()
    assert first.game_seed != second.game_seed


# --- what agents see


@pytest.mark.parametrize("variant", SHORT, ids=str)
def test_agents_see_what_their_seats_may_know(variant: Variant) -> None:
    game, given = variant
    agents = raw_env(game, **given)
    agents.reset(seed=2)
    observed: Any = agents.game
    while agents.agents:
        state = agents.game_state
        for seat, agent in enumerate(agents.possible_agents):
            seen = agents.observe(agent)
            assert agents.observation_space(agent).contains(seen)
            assert np.array_equal(seen["observation"], observed.observe(state.view(seat), seat))
            legal = state.legal_ids(seat) if agent == agents.agent_selection and state.to_act else ()
            assert seen["action_mask"].dtype == np.int8
            assert tuple(np.flatnonzero(seen["action_mask"]).tolist()) == legal
            # Whoever writes into the arrays changes nothing.
            seen["observation"][:] = 1
            seen["action_mask"][:] = 1
        play(agents, 1)


def test_orders_are_written_one_seat_after_the_other_and_unseen() -> None:
    agents = raw_env(JUMP, players=3, turn_limit=2)
    agents.reset(seed=1)
    sealed = 0
    while agents.agents:
        state = agents.game_state
        if len(state.to_act) > 1:
            assert agents.agent_selection == f"player_{state.to_act[0]}"
            before = [agents.observe(agent)["observation"] for agent in agents.possible_agents]
            writer = state.to_act[0]
            play(agents, 1)
            # Who is done with its orders is known to all.
            if agents.game_state.to_act == state.to_act:
                sealed += 1
                for seat, agent in enumerate(agents.possible_agents):
                    assert seat == writer or np.array_equal(agents.observe(agent)["observation"], before[seat])
        else:
            play(agents, 1)
    assert sealed > 0
    assert raw_env.metadata["is_parallelizable"] is False


# --- copies


@wrapped_and_raw
@pytest.mark.parametrize("variant", SHORT, ids=str)
def test_a_game_in_progress_can_be_copied_and_pickled(variant: Variant, make: Callable[..., Any]) -> None:
    game, given = variant
    agents = make(game, **given)
    agents.reset(seed=4)
    play(agents, 7)
    copies = [copy.deepcopy(agents), pickle.loads(pickle.dumps(agents))]
    here = agents.unwrapped.game_state
    got = play(agents)
    for each in copies:
        assert each.unwrapped.game_state == here
        assert play(each) == got
        assert each.unwrapped.game_state == agents.unwrapped.game_state
    for each in (agents, *copies):
        each.reset()
    assert {each.unwrapped.game_seed for each in (agents, *copies)} == {child_seed(4, 0)}


# --- the end, and what is refused


def test_an_illegal_action_ends_the_wrapped_game_and_is_refused_by_the_raw_one() -> None:
    agents: Any = env(STARS, players=3)
    agents.reset(seed=1)
    play(agents, 4)
    loser = agents.agent_selection
    mask = agents.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    agents.step(illegal)
    assert play(agents) == {agent: -1 if agent == loser else 0 for agent in agents.possible_agents}

    raw = raw_env(STARS, players=3)
    raw.reset(seed=1)
    play(raw, 4)
    before = raw.game_state
    with pytest.raises(IllegalActionError, match=r"\(E"):
        raw.step(illegal)
    assert (raw.game_state, raw.agent_selection) == (before, loser)
    raw.step(int(np.flatnonzero(mask)[0]))


def test_a_reset_in_the_last_steps_begins_a_whole_game() -> None:
    agents = env(STARS, map="duel")
    for seed in (1, 2):
        agents.reset(seed=seed)
        while not any(agents.terminations.values()):
            play(agents, 1)
        agents.step(None)
    agents.reset(seed=1)
    assert len(play(agents)) == 2


def test_calls_out_of_order() -> None:
    raw: Any = raw_env(STARS, map="duel")
    with pytest.raises(AttributeError, match=r"raw_env has no agent_selection: reset\(\) begins a game"):
        raw.step(0)
    with pytest.raises(AttributeError, match="reset"):
        raw.last()
    agents: Any = env(STARS, map="duel")
    with pytest.raises(AssertionError, match="before step"):
        agents.step(0)
    for each in (raw, agents):
        each.reset(seed=1)
        play(each)
    with pytest.raises(SseError, match=r"all agents are done: reset\(\) begins another game"):
        raw.step(None)
    agents.step(None)
    for each in (raw, agents):
        each.close()
        each.close()
        each.reset(seed=2)
        with pytest.raises((SseError, AssertionError, TypeError)):
            each.step(None)
        with pytest.raises(SseError, match="there is no agent 'player_2'; they are player_0, player_1"):
            each.observe("player_2")
        unknown: Any = ["player_0"]
        for space in (each.action_space, each.observation_space):
            with pytest.raises(SseError, match="there is no agent"):
                space(unknown)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'; they are small_star_empires, "),
        ({"map": "base-9p"}, "there is no map 'base-9p'"),
        ({"tile": 3}, "no option 'tile'; it has map, players, seed, shuffled, holes, unexplored"),
        ({"reward": "score"}, "reward is 'win', 'margin' or 'total', not 'score'"),
        ({"render_mode": "gif"}, "render_mode is 'ansi', 'svg', .* not 'gif'"),
        ({"players": 7}, "players is 7"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_there_is_not_is_refused(given: Mapping[str, Any], said: str) -> None:
    for make in MAKERS:
        with pytest.raises(SseError, match=said):
            make(**given)


def test_drawings() -> None:
    for mode in ("ansi", "svg"):
        agents = raw_env(STARS, map="duel", render_mode=mode)
        agents.reset(seed=1)
        draw = agents.game.to_text if mode == "ansi" else agents.game.to_svg
        assert agents.render() == draw(agents.game_state)
        before = agents.game_state
        action = before.legal_ids()[0]
        agents.step(action)
        drawing = agents.render()
        assert drawing == draw(agents.game_state, last=[before.actions[action]]) != draw(agents.game_state)
        agents.reset(seed=1)
        agents.step(before.actions[action])
        assert agents.render() == drawing
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        agents = raw_env(STARS, map="duel", render_mode="human")
        agents.reset(seed=1)
        agents.step(agents.game_state.legal_ids()[0])
    assert [f"Ply {ply}:" in said.getvalue() for ply in (0, 1, 2)] == [True, True, False]
    silent = raw_env(STARS, map="duel")
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize("game", sse.GAMES)
def test_pixels_have_words_in_the_first_font_that_the_machine_has(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A renderer that knows none of the names takes a font with serifs, or leaves the words out, and says nothing."""
    resvg, Image = pytest.importorskip("resvg_py"), pytest.importorskip("PIL.Image")
    render = resvg.svg_to_bytes
    files = [tmp_path / f"{number}.ttf" for number in range(len(pictures.FONTS))]
    # The last is no font's name. In its place is the font that the renderer takes for names that it doesn't know.
    for number, (file, name) in enumerate(zip(files, [*pictures.FONTS[:-1], "Liberation Serif"], strict=True)):
        file.write_bytes(font(name, 300 + 70 * number))

    def pixels(document: str, fonts: Sequence[Path]) -> NDArray[np.uint8]:
        png = render(svg_string=document, width=640, skip_system_fonts=True, font_files=[*map(str, fonts)])
        with Image.open(io.BytesIO(png)) as picture:
            return np.array(picture.convert("RGB"), np.uint8)

    agents: Any = raw_env(game, render_mode="rgb_array")
    agents.reset(seed=1)
    document = agents.game.to_svg(agents.game_state)
    seen = set[bytes]()
    for there in (files, files[3:], []):
        own = partial(render, skip_system_fonts=True, font_files=[*map(str, there)])
        monkeypatch.setattr(resvg, "svg_to_bytes", own)
        name = pictures.FONTS[files.index(there[0])] if there else "none"
        drawn = agents.render()
        assert np.array_equal(
            drawn, pixels(re.sub('font-family="[^"]*"', f'font-family="{name}"', document), there[:1])
        )
        seen.add(drawn.tobytes())
    assert len(seen) == 3


def test_pixels_need_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "RENDER_MODES", ("ansi", "svg", "human"))
    with pytest.raises(SseError, match=r"pip install '\.\[pixels\]'"):
        raw_env(render_mode="rgb_array")


STRANGE: Final[list[Any]] = [
    *(
        None,
        True,
        False,
        -1,
        0,
        1,
        2**31,
        2**64,
        -(2**63),
        10**30,
        1.0,
        float("nan"),
        "0",
        "player_0",
        b"0",
        (),
        [1],
        {},
    ),
    *(np.int8(3), np.uint8(200), np.int64(-5), np.uint64(2**64 - 1), np.float32(2), np.bool_(True), np.array(4)),
    *(np.zeros(3, np.int8), object(), range(3), 1j, sse.maps()["duel"], sse.new_game(sse.maps()["duel"])),
]


@wrapped_and_raw
@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
def test_strange_calls_raise_and_break_nothing(make: Callable[..., Any]) -> None:
    """10,000 calls of any kind in any order: errors are those of the convention, and a game can be played after."""
    below = Random(1).randrange
    agents = make(STARS, map="unexplored-2p")
    expected = (SseError, TypeError, ValueError, AttributeError, LookupError, *([AssertionError] * (make is env)))
    refused = played = 0
    for _ in range(by_profile(1_000, 10_000)):
        value = STRANGE[below(len(STRANGE))]
        call = below(12)
        if not agents.unwrapped.agents and below(2):
            agents.reset()
        try:
            if call < 5:
                legal = agents.last()[0]["action_mask"].nonzero()[0]
                agents.step(legal[below(len(legal))] if len(legal) else None)
                played += 1
            elif call < 8:
                agents.step(value if below(2) else below(agents.unwrapped._n_actions + 2) - 1)
            elif call == 8:
                agents.observe(value)
            elif call == 9:
                agents.reset(seed=value, options=value)
            elif call == 10:
                agents.action_space(value)
            else:
                agents.close()
                agents.render()
        except expected:
            refused += 1
    assert min(played, refused) > 100
    agents.reset(seed=5)
    play(agents)
    assert agents.unwrapped.game_state == sse.playout(sse.new_game(sse.maps()["unexplored-2p"]), 5)


def test_every_kind_of_reward_is_paid_at_the_end() -> None:
    for kind in REWARDS:
        agents = raw_env(STARS, map="duel", reward=kind)
        agents.reset(seed=3)
        got = play(agents)
        assert tuple(got.values()) == rewards_of(agents.game_state, kind)
