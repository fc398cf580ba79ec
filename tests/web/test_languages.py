"""Answers of the server in another language: no sentence of a game, of a room or of an error stays English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final
from xml.etree.ElementTree import fromstring

import pytest
from tests.profiles import shortened
from tests.web import unserved
from tests.web.table import Table

import sse_core as sse
from sse_core.forms.messages import speaking
from sse_core.play.languages import LANGUAGES
from sse_core.web.plan import plan_of
from sse_core.web.room import Room
from sse_core.web.room.play import TOO_LONG

IN_NOTATION: Final = {"text", "tried", "example_map", "known", "line"}
"""The keys of what is no language: actions, texts and maps."""

NAMES: Final = re.compile("|".join([*(game.INFO.title for game in sse.GAMES.values()), "Tau Ceti", "Epsilon Eridani"]))
"""Names that are the same in all languages: those of games and stars."""

WORDS: Final = re.compile(r"[A-Za-z']{2,}[,:;]? \(?[A-Za-z]{2,}")
"""Two words in a row."""

DRAWN: Final = ("text", "tspan", "title", "desc")


def words_in(answer: Any) -> Iterator[str]:
    """All texts of an answer that a person reads, those of pictures, too."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            if key not in IN_NOTATION or not isinstance(value, str | list):
                yield from words_in(value)
            elif key == "line":
                yield from words_in([move for move in value if isinstance(move, dict)])
    elif isinstance(answer, list):
        for value in answer:
            yield from words_in(value)
    elif isinstance(answer, str) and answer.startswith("<svg"):
        for node in fromstring(answer).iter():
            if node.tag.rpartition("}")[2] in DRAWN:
                yield from filter(None, (node.text, node.tail))
    elif isinstance(answer, str):
        yield answer


class Reader:
    """Somebody who reads each answer twice, in English and in another language."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.lang = lang
        self.unsaid: dict[str, str] = {}
        """The sentences that are the same in both, and where."""

    def compare(self, where: str, english: Any, other: Any) -> Any:
        both = {*words_in(english)} & {*words_in(other)}
        self.unsaid |= {words: where for words in both if WORDS.search(NAMES.sub("", words))}
        return english

    def get(self, path: str, **query: Any) -> Any:
        english, other = (self.table.http.get(path, params=query | lang).json() for lang in ({}, {"lang": self.lang}))
        return self.compare(path, english, other)

    def post(self, path: str, **body: Any) -> Any:
        """Send a request that changes nothing, or is refused."""
        english, other = (self.table.http.post(path, json=body | lang).json() for lang in ({}, {"lang": self.lang}))
        return self.compare(f"{path} {body}", english, other)

    def review(self, room: str) -> None:
        self._stream(room, "review", lambda events: [*events][-1])

    def analyse(self, room: str) -> None:
        """Ask for an analysis, and leave after the first news of it."""
        self._stream(room, "analysis", next)

    def _stream(self, room: str, what: str, take: Callable[[Iterator[Any]], Any]) -> None:
        with self.table.events(room, what) as english, self.table.events(room, what, lang=self.lang) as other:
            self.compare(what, take(english), take(other))


@pytest.fixture(params=LANGUAGES)
def reader(table: Table, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """A reader, to whom every sentence has been said at the end. Reviews are short: their words are looked at."""
    monkeypatch.setattr("sse_core.web.thinking.REVIEW_SECONDS", 0.001)
    found = Reader(table, request.param)
    yield found
    assert found.unsaid == {}


# --- games


def test_games_are_listed_in_the_language(reader: Reader) -> None:
    reader.get("/api/games")


PLAYED: Final = [
    (name, players)
    for players in (2, 1, 3)
    for name, game in sse.GAMES.items()
    if game.INFO.least_players <= players <= game.INFO.most_players
]
"""Games, each for a few numbers of people."""


@pytest.mark.parametrize(("name", "number"), shortened(PLAYED, 4, ci=5, rows=True))
def test_a_game_is_played_in_the_language(reader: Reader, name: str, number: int) -> None:
    """What is shown, why something is refused, how it ends, and what is said of its text."""
    table, rng, players = reader.table, Random(number), ["human"] * number
    reader.post("/api/draw", game=name, players=players, seed=3)
    room = table.open(name, players, seed=3)
    for turn in range(30):
        shown = table.get(room)
        if shown["finished"]:
            break
        seat, choice = shown["person"], rng.choice(shown["legal"])
        if turn % 5 == 0:
            reader.get(room)
            first = choice["steps"][0]["key"]
            for keys in (["c2"], ["a1"], ["d3"], [first, "b2"], [first, first]):
                reader.post(f"{room}/why", seat=seat, keys=keys)
        table.act(room, shown, id=choice["id"])
    check_end(reader, room)
    for what in ("record", "position"):
        reader.post("/api/draw", text=table.get(f"{room}/{what}"))


def check_end(reader: Reader, room: str) -> None:
    """All people resign, unless the game is over; then what is shown, and what is refused."""
    table = reader.table
    shown = table.get(room)
    for seat in range(len(shown["seats"])):
        # A bot takes the seat of who leaves others behind.
        shown = table.settled(room, seat=seat)
        if shown["finished"]:
            break
        table.post(f"{room}/resign", version=shown["version"], seat=seat)
        reader.get(room)
    shown = reader.get(room)
    assert shown["finished"]
    reader.get(f"{room}/brief")
    reader.get(room, ply=(shown["first_ply"] + shown["last_ply"]) // 2)
    reader.review(room)
    reader.analyse(room)
    now = {"version": shown["version"], "seat": 0}
    for what, more in (
        ("act", {"id": 0}),
        ("resign", {}),
        ("redo", {}),
        ("undo", {"version": 0}),
        ("hint", {"version": None}),
        ("answer", {"version": None, "agrees": True}),
        ("back", {"version": None}),
        ("without", {"version": None, "absent": 0, "bot": True}),
    ):
        body = {key: value for key, value in (now | more).items() if value is not None}
        assert "error" in reader.post(f"{room}/{what}", **body), what


def test_a_campaign_is_played_in_the_language(reader: Reader) -> None:
    table = reader.table
    room = table.open(seed=2, campaign=True)
    reader.get(room)
    reader.post("/api/draw", text=table.get(f"{room}/campaign"))
    while not (shown := table.get(room))["finished"]:
        table.act(room, shown)
    reader.get(room)
    reader.post("/api/draw", text=table.get(f"{room}/campaign"))


def test_a_map_is_drawn_in_the_language(reader: Reader) -> None:
    (game,) = (each for each in reader.table.get("/api/games") if each["is_drawn"])
    name, example = game["name"], game["example_map"]
    tools = reader.get(f"/api/sketch/{name}")
    reader.post("/api/draw", game=name, text=example)
    for text in ("", example):
        reader.post("/api/sketch", game=name, text=text)
    for tool in tools["tools"]:
        fits = reader.post("/api/sketch", game=name, text=example, tool=tool["key"])["fits"]
        for place in fits[:1]:
            reader.post("/api/sketch", game=name, text=example, tool=tool["key"], place=place)


# --- what is refused

GAME: Final[dict[str, Any]] = {"game": "small_star_empires", "seed": 1}
PEOPLE: Final = ["human", "human"]

REFUSED: Final[tuple[dict[str, Any], ...]] = (
    {"clock": "five"},
    {"clock": "0+0"},
    {"clock": "5+999"},
    {"clock": "5+3", "players": ["greedy", "greedy"]},
    {"seats": "own", "players": ["greedy", "greedy"]},
    {"seats": "own", "players": PEOPLE, "name": "x" * 25},
    {"seats": "own", "players": PEOPLE, "name": "<b>"},
    {"seats": "own", "players": PEOPLE, "name": "Greedy"},
    {"seed": "-1"},
    {"seed": "99999999999999999999"},
    {"players": ["human"]},
    {"players": ["mcts:99s", "human"]},
    {"players": ["mcts:999999999", "human"]},
    {"players": ["mcts:fast", "human"]},
    {"text": "x" * 1001, "name": "x" * 1001},
)
"""Wishes of a form that can't be: each is refused in the language."""


@pytest.mark.parametrize("game_request", REFUSED, ids=str)
def test_a_wish_is_refused_in_the_language(reader: Reader, game_request: dict[str, Any]) -> None:
    assert "error" in reader.post("/api/rooms", **GAME | game_request)


def test_an_address_leads_nowhere_in_the_language(reader: Reader) -> None:
    for path, query in (
        ("/api/rooms/gone", {}),
        ("/api/shared", {"p": "x"}),
        ("/api/shared", {"p": "S0"}),
        ("/api/tours/small_star_empires/99", {}),
        ("/api/sketch/jump_wars", {}),
    ):
        assert "error" in reader.get(path, **query), path


def test_seats_are_refused_in_the_language(reader: Reader) -> None:
    table = reader.table
    for room, seats in ((table.open(), ()), (table.open(seats="own"), (0, 1, 2))):
        reader.get(room)
        for key in ("B-", f"B-{'x' * 32}", "?-x"):
            assert "error" in reader.post(f"{room}/sit", key=key)
        for seat in seats[1:]:
            assert "error" in reader.post(f"{room}/name", seat=seat, name="Ann")
    assert "error" in reader.post(f"{room}/name", seat=0, name="x" * 25)
    room = table.open()
    assert "error" in reader.post(f"{room}/act", version=table.get(room)["version"], seat=1, id=0)


def test_secrets_are_refused_in_the_language(reader: Reader) -> None:
    table = reader.table
    room = table.open("jump_wars", ["human", "human"], seed=1)
    for what in ("record", "campaign"):
        assert "error" in reader.get(f"{room}/{what}"), what
    shown = table.get(room)
    assert "error" in reader.post(f"{room}/act", version=shown["version"] + 9, seat=0, id=0)
    assert "error" in reader.get(room, line="A take")
    reader.review(room)


# --- what is kept of a room


def test_what_a_room_keeps_is_said_when_it_is_shown() -> None:
    """Whoever reads has another language than the bot, or the disk, by which it came about."""
    room = Room("id", plan_of({**GAME, "players": PEOPLE}), unserved.workers(), lambda room: None)
    room.is_unkept = True
    room._play.trouble = TOO_LONG
    with speaking("de"):
        german = room.snapshot()
        assert room.news(None)["warning"] == german.warning
    english = room.snapshot()
    assert english.warning.startswith("This game can't be written to the disk now")
    assert german.warning.startswith("Diese Partie lässt sich jetzt nicht auf die Festplatte schreiben")
    assert english.trouble == "the game has 20,000 moves, and takes no more here"
    assert german.trouble == "die Partie hat 20.000 Züge, und mehr nimmt sie hier nicht auf"


def test_who_has_left_keeps_the_name_in_the_moves(table: Table) -> None:
    room = table.open(seats="own", name="Ann")
    shown = table.act(room, table.get(room))
    table.post(f"{room}/resign", version=shown["version"], seat=0)
    german = table.get(room, lang="de")
    assert german["moves"][0]["told"].startswith("Ann ")
    assert [(seat["status"], seat["left"]) for seat in german["seats"]] == [("aufgegeben", "resigned"), ("", "")]
    assert german["seats"][0]["label"] == "A (aufgegeben)"
    assert german["result"] == "A gibt nach 1 Zug auf: B gewinnt."
