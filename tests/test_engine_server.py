"""The server behind `sse engine`: games by requests, what seats may know, wrong requests, searches that are stopped."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sse_core as sse
from sse_core import GAMES, SplitMix64
from sse_core.bots.mcts import Mcts
from sse_core.engines.messages import FROM_ENGINE, FROM_HOST, MOST_BYTES, Message, read_message
from sse_core.engines.serving.requests import FROM_FRONT_END, FROM_SERVER
from sse_core.engines.serving.server import MOST_GAMES, Server

PAGE: Final = Path(__file__).parents[1] / "docs" / "engines.md"
ANSWERS: Final = {**FROM_ENGINE, **FROM_SERVER}


class FrontEnd:
    """A program without rules, which asks a server in this process."""

    def __init__(self, bot: str | None = None) -> None:
        self._written: SimpleQueue[bytes] = SimpleQueue()
        self.notes: list[str] = []
        self.server = Server(bot, self._written.put, self.notes.append)
        self._number = 0

    def begin_at(self, number: int) -> None:
        """Number requests from here on."""
        self._number = number

    def next(self) -> Message:
        """The next answer; all answers have the keys that the tables tell."""
        return read_message(self._written.get(timeout=60), ANSWERS)

    def send(self, line: str | bytes) -> Message:
        """Send any line, and return the next answer."""
        assert self.server.take(line.encode() if isinstance(line, str) else line)
        return self.next()

    def begin(self, type: str, **keys: object) -> int:
        """Send a request, and return its number."""
        self._number += 1
        assert self.server.take(json.dumps({"type": type, "request": self._number, **keys}).encode())
        return self._number

    def answer(self, number: int) -> Message:
        """The answer to a request, after what it tells on its way."""
        while (found := self.next()).type == "info":
            assert found["request"] == number
        assert found["request"] == number
        return found

    def ask(self, type: str, **keys: object) -> Message:
        """Send a request, and return its answer."""
        return self.answer(self.begin(type, **keys))

    def why_not(self, type: str, **keys: object) -> str:
        """The error with which a request is answered."""
        found = self.ask(type, **keys)
        assert found.type == "error", found
        return str(found["message"])


@pytest.fixture
def front_end() -> Iterator[FrontEnd]:
    made = FrontEnd()
    yield made
    made.server.close()
    assert made.server.wait(60)


# --- whole games


@pytest.mark.parametrize(
    ("name", "bot", "keys"),
    [
        ("small_star_empires", "star:0", {"players": 2}),
        ("small_star_empires", "random", {"preset": "everything-4p"}),
        ("micro_space_empire", "greedy", {"options": {"expansion": True}}),
        ("jump_wars", "random", {"players": 3, "options": {"turns": 2}}),
        ("empire_of_the_stars", "random", {"preset": "two-powers"}),
    ],
)
def test_a_game_by_requests_is_that_of_sse_play(name: str, bot: str, keys: Mapping[str, Any]) -> None:
    front_end = FrontEnd(bot)
    found = front_end.ask("new_game", game="g", name=name, seed=7, **keys)
    while found["to_act"]:
        player = found["to_act"][-1]
        chosen = front_end.ask("choose", game="g", player=player)
        assert chosen["id"] in front_end.ask("legal", game="g", player=player)["ids"]
        found = front_end.ask("play", game="g", player=player, id=chosen["id"])
    record: Any = sse.read(front_end.ask("record", game="g")["text"])
    assert record == sse.GameRecord(record.start, record.moves, {"seed": "7"})
    assert found["outcome"]["winners"] == [*record.final.outcome.winners]
    assert front_end.ask("score", game="g")["rows"][0]["total"] == record.final.totals[0]
    # Seats that write at the same time may do so in any order, and here the last one begins.
    if all(len(state.to_act) < 2 for state in record.states()):
        assert record.moves == sse.play_game(bot, record.start, seed=7).moves
    again = front_end.ask("load", game="again", text=sse.format_game(record))
    assert again["position"] == front_end.ask("position", game="g")["position"]


def test_the_games_are_told_with_options_presets_and_bots(front_end: FrontEnd) -> None:
    games = front_end.ask("games")["games"]
    assert [game["name"] for game in games] == [*GAMES]
    for game in games:
        for preset in game["presets"]:
            found = front_end.ask("new_game", game=preset["name"], name=game["name"], preset=preset["name"])
            assert len(found["totals"]) == preset["players"]
            front_end.ask("end_game", game=preset["name"])
        assert {"greedy", "mcts", "random"} <= {bot["name"] for bot in game["bots"]}
        assert len(game["levels"]) == 4


def test_actions_are_played_by_id_or_text_told_and_taken_back(front_end: FrontEnd) -> None:
    before = front_end.ask("new_game", game="g", name="small_star_empires", preset="duel")
    legal = front_end.ask("legal", game="g", words=True)
    place = legal["actions"].index("a1-a2=C")
    assert legal["words"][place] == "A flew from a1 to a2 and built a city on two planets for 2 points"
    by_text = front_end.ask("play", game="g", action="a1-a2=C")
    assert by_text["totals"][0] > before["totals"][0]
    assert front_end.ask("moves", game="g")["moves"] == [
        {"player": 0, "action": "a1-a2=C", "words": legal["words"][place], "effects": []}
    ]
    assert front_end.ask("moves", game="g", since=1)["moves"] == []
    undone = front_end.ask("undo", game="g")
    assert undone["position"] == before["position"]
    by_id = front_end.ask("play", game="g", id=legal["ids"][place])
    assert by_id["position"] == by_text["position"]
    assert front_end.why_not("undo", game="g", moves=2).endswith("undo: moves is 2, not 1")


def test_chance_is_drawn_at_once_and_taken_back_with_the_action_before(front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="micro_space_empire", seed=1)
    found = front_end.ask("play", game="g", action="explore=near")
    assert found["to_act"] == [0]
    moves = front_end.ask("moves", game="g")["moves"]
    assert [move["player"] for move in moves[:2]] == [0, -1]
    assert front_end.ask("undo", game="g")["ply"] == 0
    assert front_end.ask("play", game="g", action="explore=near")["position"] == found["position"]


def test_pictures_have_themes_marks_and_a_narrow_form(front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="empire_of_the_stars", players=2, seed=1)
    wide, narrow = (front_end.ask("picture", game="g", narrow=each)["svg"] for each in (False, True))
    assert 'data-layout="narrow"' in narrow
    assert 'data-layout="narrow"' not in wide
    front_end.ask("new_game", game="h", name="small_star_empires", preset="duel")
    plain = front_end.ask("picture", game="h")["svg"]
    assert (
        len(
            {
                plain,
                *(
                    front_end.ask("picture", game="h", **keys)["svg"]
                    for keys in ({"theme": "light"}, {"marked": ["a2"]})
                ),
            }
        )
        == 3
    )
    assert "theme is" in front_end.why_not("picture", game="h", theme="pink")
    assert "'z9'" in front_end.why_not("picture", game="h", marked=["z9"])


def test_sentences_come_in_the_language_of_the_hello(front_end: FrontEnd) -> None:
    assert front_end.send('{"type":"hello","protocol":1,"language":"de"}').type == "hello"
    front_end.ask("new_game", game="g", name="small_star_empires", preset="duel")
    front_end.ask("play", game="g", action="a1-a2=C")
    assert "A ist von a1 nach a2 geflogen" in front_end.ask("moves", game="g")["moves"][0]["words"]


# --- secrets


def answers_to(front_end: FrontEnd, position: str, player: int) -> list[Message]:
    """What a seat is told about a position."""
    front_end.ask("load", game="g", text=position, seed=1)
    asked = [
        front_end.ask(type, game="g", player=player, **keys)
        for type, keys in [
            ("position", dict[str, Any]()),
            ("legal", {"words": True}),
            ("moves", {}),
            ("score", {}),
            ("picture", {}),
            ("choose", {"bot": "mcts:3", "seed": 5}),
            ("choose", {"bot": "greedy", "seed": 5}),
            ("analyse", {"visits": 3}),
            ("play", {"action": "nonsense"}),
        ]
    ]
    front_end.ask("end_game", game="g")
    left_out = {"request", "seconds"}
    return [Message({key: value for key, value in each.items() if key not in left_out}) for each in asked]


@pytest.mark.parametrize(("name", "players", "ply"), [("jump_wars", 3, 23), ("empire_of_the_stars", 3, 40)])
def test_a_seat_is_told_nothing_of_what_is_hidden_from_it(name: str, players: int, ply: int) -> None:
    """Positions that differ in what the seat can't know get the same answers, to the letter."""
    record = sse.play_game("random", game=GAMES[name], players=players, seed=3)
    states: list[Any] = [*record.states()]
    state = next(each for each in states[ply:] if each.to_act and each.to_act[0] >= 0)
    seat = state.to_act[0]
    other = next(found for seed in range(100) if (found := state.sample(seat, SplitMix64(seed))) != state)
    assert other.view(seat) == state.view(seat)
    front_end, again = FrontEnd(), FrontEnd()
    for server in (front_end, again):
        server.begin("games")
        server.next()
    texts = [GAMES[name].format_state(each) for each in (state, other)]
    assert texts[0] != texts[1]
    assert answers_to(front_end, texts[0], seat) == answers_to(again, texts[1], seat)


def test_sealed_orders_are_told_to_nobody_else_before_they_are_opened(front_end: FrontEnd) -> None:
    found = front_end.ask("new_game", game="g", name="jump_wars", players=2, seed=1)
    while len(found["to_act"]) < 2:
        legal = front_end.ask("legal", game="g", player=found["to_act"][0])
        found = front_end.ask("play", game="g", player=legal["player"], id=legal["ids"][0])
    kinds = ("position", "moves", "picture", "score", "legal")
    told = {kind: front_end.ask(kind, game="g", player=0) for kind in kinds}
    own = front_end.ask("moves", game="g", player=1)["next"]
    legal = front_end.ask("legal", game="g", player=1)
    after = front_end.ask("play", game="g", player=1, id=legal["ids"][-1])
    assert after["to_act"] == [0, 1]
    for kind in kinds:
        assert {**front_end.ask(kind, game="g", player=0), "request": 0} == {**told[kind], "request": 0}
    assert front_end.ask("moves", game="g", player=1)["next"] == own + 1


# --- hosts


def choice(view: Any, player: int, **keys: object) -> dict[str, Any]:
    """The keys of a host's choice, without those that this engine doesn't read."""
    return {"game": "g", "player": player, "position": view.game.format_state(view), **keys}


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_chooses_for_a_host_by_the_position_and_the_seed_that_it_sends(name: str) -> None:
    """The host's games and those of the bot in this process are the same ply by ply."""
    game = GAMES[name]
    front_end = FrontEnd("greedy")
    assert front_end.send('{"type":"hello","protocol":1,"name":"host","version":"1"}')["games"] == [*GAMES]
    hosted = {"type": "new_game", "game": "g", "name": name, "players": 2, "player": 0, "seats": "AB"}
    assert front_end.server.take(json.dumps({**hosted, "position": "", "json": {}}).encode())
    seen = 0
    for state in sse.play_game("random", game=game, seed=5).states():
        if not state.to_act or state.to_act[0] < 0 or seen == 12:
            continue
        seen += 1
        player = state.to_act[-1]
        chosen = front_end.ask("choose", **choice(state.view(player), player, seed=seen))
        own = sse.bots.greedy.choose(state.view(player), player, SplitMix64(seen))
        assert state.actions[chosen["id"]] == own
        assert "action" not in chosen
    assert seen == 12


def test_a_host_that_forgets_the_position_hears_so(front_end: FrontEnd) -> None:
    front_end.server.take(b'{"type":"new_game","game":"g","name":"jump_wars","player":0}')
    assert "'position' is missing" in front_end.why_not("choose", game="g", player=0)
    assert "only choose asks about it" in front_end.why_not("position", game="g")
    start = sse.jump_wars.new_game(players=2, seed=1).resolve(SplitMix64(1))
    idle = next(seat for seat in (0, 1) if seat not in start.to_act) if len(start.to_act) == 1 else None
    if idle is not None:
        assert "line" in front_end.why_not("choose", **choice(start.view(idle), idle))


# --- what goes wrong

WRONG: Final[Mapping[str, tuple[str | bytes, str]]] = {
    "nothing": ("", "line 1: the line is empty"),
    "garbage": ("garbage", "line 1: the line is no JSON"),
    "a list": ("[1]", "a message is an object"),
    "no UTF-8": (b'{"type":"games\xff"}', "no UTF-8"),
    "too long": (b'{"type":"games","request":1,"x":"' + b"x" * MOST_BYTES, "at most"),
    "too deep": ('{"type":"games","request":1,"x":' + "[" * 100_000, "JSON"),
    "no type": ('{"request":1}', "'type' is missing"),
    "unknown type": ('{"type":"chose","request":1}', "did you mean 'choose'?"),
    "no request": ('{"type":"games"}', "lacks the key 'request'"),
    "a wrong shape": ('{"type":"legal","request":1,"game":7}', "'game' of 'legal' is a text, not 7"),
    "a protocol of later": ('{"type":"hello","protocol":2}', "hello: this engine speaks protocol 1, not 2"),
    "a language": ('{"type":"hello","protocol":1,"language":"../de"}', "the languages are en, de"),
    "no game": ('{"type":"legal","request":1,"game":"h"}', "line 1, legal: there is no game 'h'"),
    "a game twice": ('{"type":"new_game","request":1,"game":"g","name":"jump_wars"}', "there already"),
    "no such game": ('{"type":"new_game","request":1,"game":"h","name":"jump"}', "there is no game 'jump'"),
    "players": ('{"type":"new_game","request":1,"game":"h","name":"jump_wars","players":1000000000}', "2 to 5 players"),
    "seed": ('{"type":"new_game","request":1,"game":"h","name":"jump_wars","seed":-1}', "a seed is 0 to"),
    "preset": ('{"type":"new_game","request":1,"game":"h","name":"jump_wars","preset":"/etc/passwd"}', "no start"),
    "option": ('{"type":"new_game","request":1,"game":"h","name":"jump_wars","options":{"x":1}}', "no field 'x'"),
    "file": (
        '{"type":"new_game","request":1,"game":"h","name":"small_star_empires","options":{"map":"/etc/passwd"}}',
        "/etc/passwd",
    ),
    "a position": ('{"type":"new_game","request":1,"game":"h","name":"jump_wars","position":""}', "load begins a game"),
    "a second position": ('{"type":"choose","request":1,"game":"g","position":""}', "has its own position"),
    "a text for a number": ('{"type":"stop","request":"1"}', "'request' of 'stop' is an integer"),
    "no text": ('{"type":"load","request":1,"game":"h","text":""}', "empty"),
    "a wrong text": ('{"type":"load","request":1,"game":"h","text":"sse-state 1\\nrules: x"}', "line 2"),
    "no action": ('{"type":"play","request":1,"game":"g"}', "by 'id' or by 'action'"),
    "two actions": ('{"type":"play","request":1,"game":"g","id":1,"action":"a1-a2=C"}', "by one of them"),
    "an unknown id": ('{"type":"play","request":1,"game":"g","id":99999}', "there is no action 99999"),
    "a negative id": ('{"type":"play","request":1,"game":"g","id":-1}', "there is no action -1"),
    "an illegal id": ('{"type":"play","request":1,"game":"g","id":14}', "(E"),
    "an illegal text": ('{"type":"play","request":1,"game":"g","action":"a1-a1=C"}', "(E3.1)"),
    "no text of an action": ('{"type":"play","request":1,"game":"g","action":"fly"}', "column 1"),
    "another's turn": ('{"type":"play","request":1,"game":"g","player":1,"id":1}', "player 1 is not to act, but 0"),
    "no such seat": ('{"type":"position","request":1,"game":"g","player":2}', "there is no player 2: they are 0 to 1"),
    "nothing to take back": ('{"type":"undo","request":1,"game":"g"}', "moves"),
    "since": ('{"type":"moves","request":1,"game":"g","since":5}', "since is 5"),
    "a bot of a file": ('{"type":"choose","request":1,"game":"g","bot":"bot.py"}', "a file can't be named here"),
    "a bot outside": ('{"type":"choose","request":1,"game":"g","bot":"engine:./bot"}', "a program can't be named here"),
    "an unknown bot": ('{"type":"choose","request":1,"game":"g","bot":"stra"}', "did you mean 'star'?"),
    "a bot of files": (
        '{"type":"choose","request":1,"game":"g","bot":"star:1@/etc/passwd"}',
        "a file can't be named here",
    ),
    "no time": ('{"type":"choose","request":1,"game":"g","seconds":-1}', "seconds is -1"),
    "no visits": ('{"type":"analyse","request":1,"game":"g","visits":0}', "visits is 0"),
    "no lines": ('{"type":"analyse","request":1,"game":"g","lines":0}', "lines is 0"),
    "pondering": ('{"type":"ponder","game":"g","player":0,"ply":0}', "doesn't ponder"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_line_gets_an_error_and_the_games_go_on(case: str, front_end: FrontEnd) -> None:
    before = front_end.ask("new_game", game="g", name="small_star_empires", preset="duel")
    line, words = WRONG[case]
    found = front_end.send(line)
    assert found.type == "error", found
    assert words in found["message"]
    assert found["message"].startswith("line 1")
    assert len(found["message"]) < 1000
    assert front_end.notes == []
    assert {**front_end.ask("position", game="g"), "request": 1} == dict(before)


VALUES: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.integers()
    | st.floats()
    | st.sampled_from(["g", "de", "a1-a2=C"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
KEYS: Final = sorted({"type", *(name for keys in FROM_FRONT_END.values() for name in keys)})
KINDS: Final = sorted({*FROM_FRONT_END} - {"quit", "games"})


@given(
    st.lists(
        st.builds(
            lambda kind, others: {"type": kind, "request": 1, "game": "g", **others},
            st.sampled_from(KINDS),
            st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4),
        ),
        min_size=1,
        max_size=20,
    ),
    st.binary(max_size=20),
)
def test_no_line_harms_the_server(messages: list[dict[str, Any]], garbage: bytes) -> None:
    """Whatever comes, in whatever order, is answered, and another game is as it was."""
    front_end = FrontEnd("random")
    before = front_end.ask("new_game", game="other", name="small_star_empires", preset="duel")
    for message in messages:
        assert front_end.server.take(json.dumps(message).encode())
    front_end.server.take(garbage)
    front_end.server.stop()
    assert front_end.server.wait(60)
    assert not [note for note in front_end.notes if "Traceback" in note]
    front_end.begin_at(1000)
    number = front_end.begin("position", game="other")
    assert _answer_among(front_end, number)["position"] == before["position"]


def test_a_game_that_is_over_says_so(front_end: FrontEnd) -> None:
    end = sse.play_game("random", sse.new_game(sse.maps()["duel"]), seed=1).final
    found = front_end.ask("load", game="g", text=sse.format_state(end))
    assert found["to_act"] == []
    assert found["outcome"]["totals"] == [*end.totals]
    for kind in ("legal", "choose", "analyse"):
        assert "the game is over" in front_end.why_not(kind, game="g")
    assert front_end.ask("legal", game="g", player=0)["ids"] == []


def test_games_have_a_bound_and_their_names_come_free_again(front_end: FrontEnd) -> None:
    begun = '{{"type":"new_game","game":"{}","name":"jump_wars","player":0}}'
    for number in range(MOST_GAMES):
        front_end.server.take(begun.format(number).encode())
    assert "that is the most" in front_end.send(begun.format("one more"))["message"]
    front_end.ask("end_game", game="0")
    assert front_end.ask("new_game", game="0", name="jump_wars", players=2).type == "position"


def test_an_unknown_key_is_noted_once_and_ignored(front_end: FrontEnd) -> None:
    for _ in range(2):
        front_end.ask("new_game", game="g", name="jump_wars", players=2, sead=7)
        front_end.ask("end_game", game="g")
    assert front_end.notes == ["line 1, new_game: the key 'sead' is unknown (did you mean 'seed'?), and ignored"]


def test_a_type_of_a_later_version_is_noted_and_ignored(front_end: FrontEnd) -> None:
    assert front_end.server.take(b'{"type":"later"}')
    assert len(front_end.notes) == 1
    assert "there is no type 'later' here" in front_end.notes[0]
    assert front_end.ask("games").type == "games"


def test_a_bot_of_the_operator_that_fails_is_an_error_of_its_choice(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("def choose(view, player, rng):\n    return [][player]\n", encoding="utf-8")
    front_end = FrontEnd("broken.py")
    front_end.ask("new_game", game="g", name="small_star_empires", preset="duel")
    assert "IndexError: list index out of range (broken.py, line 2)" in front_end.why_not("choose", game="g")
    assert front_end.ask("choose", game="g", bot="random").type == "action"


@pytest.mark.parametrize(
    ("bot", "words"), [("stra", "did you mean 'star'?"), ("star:clubb", "star"), ("none.py", "none.py")]
)
def test_an_engine_is_not_begun_with_a_bot_that_is_not_there(bot: str, words: str) -> None:
    with pytest.raises(sse.ArgumentError, match=words.replace("?", "[?]")):
        FrontEnd(bot)


def test_a_bot_of_one_game_says_so() -> None:
    front_end = FrontEnd("star:club")
    assert front_end.send('{"type":"hello","protocol":1}')["games"] == ["small_star_empires"]
    front_end.ask("new_game", game="g", name="jump_wars", players=2)
    assert "there is no bot 'star'" in front_end.why_not(
        "choose", game="g", player=front_end.ask("position", game="g")["to_act"][0]
    )


# --- searches


def test_an_analysis_tells_what_it_finds_on_its_way_and_ends_when_it_is_stopped(front_end: FrontEnd) -> None:
    for name in "gh":
        front_end.ask("new_game", game=name, name="small_star_empires", players=2, seed=1)
    request = front_end.begin("analyse", game="g", seconds=1000)
    info = front_end.next()
    assert (info.type, info["request"]) == ("info", request)
    assert 0 <= info["value"] <= 1
    # Another game goes on meanwhile, and the game itself as well.
    number = front_end.begin("play", game="h", id=_legal(front_end, "h")["ids"][0])
    assert _answer_among(front_end, number)["ply"] == 1
    number = front_end.begin("analyse", game="h", seconds=1000)
    front_end.server.take(json.dumps({"type": "stop", "request": request}).encode())
    analysis = _answer_among(front_end, request)
    assert analysis.type == "analysis"
    assert analysis["visits"] >= info["visits"]
    assert analysis["lines"][0]["action"] in _legal(front_end, "g")["actions"]
    front_end.server.stop()
    assert _answer_among(front_end, number).type == "analysis"


def _legal(front_end: FrontEnd, game: str) -> Message:
    return _answer_among(front_end, front_end.begin("legal", game=game))


def _answer_among(front_end: FrontEnd, number: int) -> Message:
    """The answer to a request, after those to others."""
    while (found := front_end.next()).type == "info" or found.get("request") != number:
        pass
    return found


@pytest.mark.parametrize("bot", ["star:club", "star:200", "star:beginner", "mcts:300"])
def test_a_choice_tells_what_the_bot_thinks(bot: str, front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="small_star_empires", players=2, seed=1)
    request = front_end.begin("choose", game="g", bot=bot)
    info, action = front_end.next(), front_end.next()
    assert (info.type, info["request"], action.type) == ("info", request, "action")
    assert 0 < info["value"] < 1
    assert (info["visits"] > 0, info["line"][0]) == (bot in ("star:200", "mcts:300"), action["action"])


def test_a_game_that_is_ended_ends_its_searches(front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="small_star_empires", players=2, seed=1)
    analysis = front_end.begin("analyse", game="g", seconds=1000)
    choice = front_end.begin("choose", game="g", bot="mcts:30s")
    front_end.begin("end_game", game="g")
    found = dict[int, str]()
    while len(found) < 3:
        message = front_end.next()
        if message.type != "info":
            found[message["request"]] = message.type
    assert [found[each] for each in (analysis, choice, choice + 1)] == ["analysis", "action", "done"]


def test_a_seat_keeps_its_last_bot_alone(front_end: FrontEnd) -> None:
    """A front end may ask for any number of visits, and each makes another bot."""
    front_end.ask("new_game", game="g", name="small_star_empires", preset="duel")

    def bots() -> int:
        gc.collect()
        return sum(isinstance(each, Mcts) for each in gc.get_objects())

    before = bots()
    for visits in range(1, 11):
        front_end.ask("choose", game="g", bot="mcts", visits=visits)
    assert front_end.server.wait(60)
    assert bots() - before <= 2


def test_an_analysis_by_visits_is_the_same_each_time(front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="small_star_empires", players=2, seed=1)
    first, second = (front_end.ask("analyse", game="g", visits=300, seed=4, lines=3) for _ in range(2))
    assert first["visits"] == 300
    assert len(first["lines"]) == 3
    assert first["lines"] == second["lines"]


def test_a_choice_ends_when_it_is_stopped_or_its_time_is_up(front_end: FrontEnd) -> None:
    front_end.ask("new_game", game="g", name="small_star_empires", players=2, seed=1)
    request = front_end.begin("choose", game="g", bot="mcts:30s")
    assert "thinks already" in front_end.send('{"type":"choose","request":99,"game":"g","bot":"greedy"}')["message"]
    busy = json.dumps({"type": "choose", "request": request, "game": "g", "bot": "greedy"})
    assert "under way already" in front_end.send(busy)["message"]
    front_end.server.take(json.dumps({"type": "stop", "request": request}).encode())
    assert front_end.answer(request).type == "action"
    assert front_end.ask("choose", game="g", bot="mcts:30s", seconds=0.01).type == "action"
    # Visits that are asked for replace the bot's own.
    assert front_end.ask("choose", game="g", bot="mcts:30s", visits=5).type == "action"
    # A stop that has crossed the answer is no error.
    front_end.server.take(json.dumps({"type": "stop", "request": request}).encode())
    assert front_end.ask("position", game="g").type == "position"


# --- the page


@pytest.mark.skipif(not PAGE.exists(), reason="docs are part of the checkout, not of the package")
def test_the_page_has_the_keys_of_all_requests_and_answers() -> None:
    """Keys that may be left out are in brackets there. What a host writes has tables of its own."""
    page = PAGE.read_text(encoding="utf-8").partition("## Our players for other programs")[2].partition("\n## ")[0]
    asked, answered = (_rows_of(part) for part in page.split("The answers have these keys"))
    assert {*asked} == {*FROM_FRONT_END} - {"ponder"}
    for kind, row in asked.items():
        keys, _, _ = row.rpartition(" | ")
        hosts = FROM_HOST.get(kind, {}).keys() - PLAIN | HOSTED.get(kind, set())
        for name in FROM_FRONT_END[kind].keys() - hosts - {"request"}:
            assert f"`{name}`" in keys, (kind, name)
            assert (f"[`{name}`]" in keys) is not FROM_FRONT_END[kind][name].required, (kind, name)
    for kind, forms in FROM_SERVER.items():
        if kind != "done":
            assert {*re.findall(r"`(\w+)`", answered[kind])} >= forms.keys() - {"request", "game"}, kind


PLAIN: Final = {"protocol", "game", "name", "players", "player", "seconds", "visits", "seed"}
"""The keys of a host's messages that front ends write, too."""


HOSTED: Final[Mapping[str, set[str]]] = {"hello": {"name", "version"}, "new_game": {"player"}}
"""The others that only hosts write."""


def _rows_of(page: str) -> dict[str, str]:
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
