"""The record of any game: who acts, what is refused, and how texts and JSON of every game are told apart."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from tests import heaps

import sse_core as sse
from sse_core import games
from sse_core.game import CHANCE, Reader
from sse_core.play.records.record import _KEPT, GameRecord, format_game, game_of, parse_game, read
from sse_core.small_star_empires import Campaign

START: Final = sse.new_game(sse.load_map("duel"))
ACTION: Final = START.legal_actions()[0]


# --- who acts


def test_seats_of_any_integer_type_are_kept_as_int() -> None:
    record = GameRecord(START, [(np.int64(0), np.int32(START.legal_ids()[0]))])
    assert record == GameRecord(START, [ACTION])
    assert [type(player) for player, _ in record.moves] == [int]
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize("seat", [None, True, 0.0, "A"])
def test_a_seat_is_an_integer(seat: Any) -> None:
    starts: list[tuple[Any, Any]] = [(START, ACTION), (heaps.new_game(), "take 1")]
    for start, action in starts:
        with pytest.raises(TypeError, match=rf"the seat an integer, not {type(seat).__name__}"):
            GameRecord(start, [(seat, action)])


def test_another_seat_than_the_one_to_act_is_refused() -> None:
    for seat in (1, CHANCE):
        with pytest.raises(sse.IllegalActionError, match=r"^move 1: .* not to act"):
            GameRecord(START, [(seat, ACTION)])
    with pytest.raises(sse.RangeError):
        GameRecord(START, [(5, ACTION)])


@pytest.mark.parametrize("value", [GameRecord(START), heaps, heaps.State, START.board, None])
def test_what_is_no_state_has_no_game(value: Any) -> None:
    assert game_of(value) is None
    with pytest.raises(TypeError, match="a record starts from a State, not "):
        GameRecord(value)


# --- JSON


def test_json_without_players_tells_who_acted_where_one_is_to_act() -> None:
    found = json.loads(GameRecord(heaps.new_game(), [(0, "take 1"), (1, "take 2"), "a stone"]).to_json())
    found.pop("players")
    with pytest.raises(sse.NotationError, match=r"move 1: players is missing, and seats \(0, 1\) are to act"):
        GameRecord.from_json(json.dumps(found), heaps)
    late = GameRecord(heaps.new_game().after("take 1", 0), [(1, "take 2"), "a stone"])
    found = json.loads(late.to_json())
    found.pop("players")
    assert GameRecord.from_json(json.dumps(found), heaps) == late


def test_json_says_which_move_is_no_action() -> None:
    found = json.loads(GameRecord(START, [ACTION]).to_json())
    with pytest.raises(sse.NotationError, match="move 1: "):
        GameRecord.from_json(json.dumps({**found, "actions": ["x"]}))


@pytest.mark.parametrize("sort", [False, True])
def test_json_is_read_whatever_the_order_of_its_keys(sort: bool) -> None:
    """Sorted, the format of the position stands before that of the record is found."""
    record = GameRecord(START, [ACTION], {"seed": "3"})
    campaign = Campaign(2, 7).with_unfinished(GameRecord(Campaign(2, 7).next_game()))
    for value in (START, record, campaign):
        content = json.loads(value.to_json())
        content["format"] = content.pop("format")
        assert read(json.dumps(content, sort_keys=sort, indent=2)) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "the key 'format' is missing"),
        ('{"format": 3}', "format is a string in JSON"),
        ('{"format": "hello", "start": {"format": "sse-state"}}', "no format of ours: 'hello'"),
        ('{"format": "zz-game"}', "no game has such texts; they begin with sse-, mse-, jw- or eots-: 'zz-game'"),
        ("{", "not JSON"),
    ],
)
def test_json_of_no_game_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(sse.NotationError, match=message):
        read(text)


# --- games


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "a record begins like `sse-game 1`: 'hello'"),
        ("A 3 B", "a record is wanted, and this looks like a map: 'A 3 B'"),
        ("", "a record is wanted, and this looks like an empty text"),
        ("zz-game 1", "no game has such texts; they begin with sse-, mse-, jw- or eots-: 'zz-game'"),
        (sse.format_state(START), r"a record \(sse-game\) is wanted, and this looks like a position \(sse-state\)"),
    ],
)
def test_what_is_no_record_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(sse.NotationError, match=message):
        parse_game(text)


@pytest.mark.parametrize("game", [3, 0, "heaps", ""])
def test_a_game_is_asked_for_where_one_is_given(game: Any) -> None:
    record = GameRecord(START)
    for reader, text in ((read, format_game(record)), (parse_game, format_game(record)), (read, record.to_json())):
        with pytest.raises(TypeError, match=r"a game has the names of `sse_core\.game\.Game`"):
            reader(text, game)
    with pytest.raises(TypeError, match=r"a game has the names of `sse_core\.game\.Game`"):
        GameRecord.from_json(record.to_json(), game)


def test_a_game_reads_texts_of_other_kinds_by_the_word_after_its_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = Reader(lambda text: text.count("o"), str, lambda text: len(json.loads(text)["stones"]))
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")
    monkeypatch.setattr(heaps, "FORM", replace(heaps.FORM, others={"tally": tally}))
    for game in (None, heaps):
        assert read("heaps-tally 1\nooo", game) == 3
        assert read('{"format": "heaps-tally", "stones": "oo"}', game) == 2
        with pytest.raises(sse.NotationError, match=r"Heaps has no such text: it looks like a sack \(heaps-sack\)"):
            read("heaps-sack 1", game)


# --- what a reading costs


def game_of_heaps() -> Any:
    """The record of a game of Heaps."""
    moves = [(0, "take 1"), (1, "take 2"), (CHANCE, "a stone")] * 2
    return GameRecord(heaps.new_game(), moves, {"seed": "7"})


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The actions that were applied in Heaps, in order."""
    found: list[Any] = []
    after = heaps.State.after

    def counted(state: heaps.State, action: str | int, player: int | None = None) -> heaps.State:
        found.append(action)
        return after(state, action, player)

    monkeypatch.setattr(heaps.State, "after", counted)
    return found


def test_a_text_is_replayed_once_when_it_is_read(played: list[Any]) -> None:
    record = game_of_heaps()
    text = format_game(record)
    played.clear()
    again = read(text, heaps)
    assert again == record
    assert played == list(record.actions)
    assert format_game(again) == text
    assert again.to_json() == record.to_json()
    assert played == list(record.actions)


@pytest.mark.parametrize("without", [[], ["players"]])
def test_json_is_replayed_once_when_it_is_read(played: list[Any], without: list[str]) -> None:
    # Without their seats, moves are those of games in which one is to act.
    record = GameRecord(replace(heaps.new_game(), sealed=(1, 2)), ["a stone"]) if without else game_of_heaps()
    found = json.loads(record.to_json())
    for key in without:
        found.pop(key)
    played.clear()
    assert GameRecord.from_json(json.dumps(found), heaps) == record
    assert played == list(record.actions)


def test_a_record_of_actions_is_replayed_once_when_it_is_made_and_once_when_it_is_written(played: list[Any]) -> None:
    record = game_of_heaps()
    assert played == list(record.actions)
    format_game(record)
    format_game(record)
    assert played == list(record.actions) * 2


def test_one_more_move_is_played_alone_and_written_without_a_replay(played: list[Any]) -> None:
    whole, record = game_of_heaps(), GameRecord(heaps.new_game(), tags={"seed": "7"})
    text = format_game(whole)
    played.clear()
    for player, action in whole.moves:
        record = record.after(action, player)
        format_game(record)
    assert played == list(whole.actions)
    assert record == whole
    assert format_game(record) == text
    read_back = read(text, heaps)
    played.clear()
    assert format_game(read_back.after("take 1", 0)) == format_game(record.after("take 1", 0))
    assert played == ["take 1"] * 2


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_that_is_kept_move_by_move_is_the_game_that_is_kept_at_once(name: str) -> None:
    state = sse.GAMES[name].new_game(seed=1)
    record, rng = GameRecord(state), sse.SplitMix64(5)
    for ply in range(40):
        player = state.to_act[0]
        index = rng.choice(state.legal_ids(player))
        given = (index, state.actions[index], state.game.format_action(state.actions[index], state))[ply % 3]
        state = state.after(index, player)
        earlier, record = record, record.after(given, player if ply % 2 or len(earlier_seats(record)) > 1 else None)
        assert len(earlier.moves) == ply
        if not state.to_act:
            break
    assert record.final == state
    again = GameRecord(record.start, record.moves, record.tags)
    assert record == again
    assert (format_game(record), record.to_json(), record.texts) == (format_game(again), again.to_json(), again.texts)
    assert read(format_game(record)) == record


def earlier_seats(record: Any) -> tuple[int, ...]:
    """The seats that may make the next move."""
    seats: tuple[int, ...] = record.final.to_act
    return seats


def test_one_more_move_is_refused_in_the_words_of_the_game() -> None:
    record = GameRecord(START, [ACTION])
    calls: list[tuple[Any, Any]] = [
        (lambda: record.after(ACTION), lambda: record.final.after(ACTION)),
        (lambda: record.after("fly"), lambda: sse.parse_action("fly", record.final)),
    ]
    for call, plain in calls:
        with pytest.raises(sse.SseError) as caught:
            call()
        with pytest.raises(type(caught.value)) as expected:
            plain()
        assert str(caught.value) == str(expected.value)
    with pytest.raises(TypeError, match="a move is a pair"):
        GameRecord(heaps.new_game()).after("take 1")
    assert record == GameRecord(START, [ACTION])


def test_a_refusal_does_not_tell_how_many_actions_another_seat_has_sealed() -> None:
    start = heaps.new_game()
    writing = GameRecord(start, [(1, "take 1")])
    for record in (GameRecord(start), writing):
        with pytest.raises(sse.IllegalActionError) as caught:
            record.after("a stone", 0)
        with pytest.raises(sse.IllegalActionError) as expected:
            start.view(0).after("a stone", 0)
        assert str(caught.value) == str(expected.value)


@pytest.mark.parametrize("name", sse.GAMES)
def test_chance_is_drawn_into_a_record_as_into_a_state(name: str) -> None:
    state = sse.GAMES[name].new_game(seed=2)
    rng, twin = sse.SplitMix64(5), sse.SplitMix64(5)
    record = GameRecord(state).resolve(rng)
    assert record.final == state.resolve(twin)
    drawn = 0
    for _ in range(60):
        if not record.final.to_act:
            break
        seat = record.final.to_act[0]
        record = record.after(record.final.legal_ids(seat)[0], seat)
        before, state = len(record.moves), record.final.resolve(twin)
        record = record.resolve(rng)
        assert record.final == state
        drawn += len(record.moves) - before
    assert bool(drawn) == (name != "small_star_empires")
    assert GameRecord(record.start, record.moves) == record


# --- moves that are taken back


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_game_is_taken_back_to_what_it_was_at_each_move(name: str) -> None:
    whole = sse.play_game("random", game=sse.GAMES[name], seed=3)
    moves = whole.moves[:70]
    stages = [GameRecord(whole.start, tags={"seed": "3"})]
    for player, action in moves:
        stages.append(stages[-1].after(action, player))
    made, read_back = stages[-1], read(format_game(stages[-1]))
    once = GameRecord(whole.start, moves, {"seed": "3"})
    for number in range(len(moves) - 1, -1, -1):
        made, read_back, once = made.undone(), read_back.undone(), once.undone()
        for record in (made, read_back, once, stages[-1].undone(len(moves) - number)):
            assert record == stages[number]
            assert record.final == stages[number].final
        if number % 20 == 0:
            assert format_game(made) == format_game(once) == format_game(stages[number])
    player, action = moves[0]
    assert made.after(action, player) == stages[1]


def test_no_move_is_played_to_take_one_back(played: list[Any]) -> None:
    record, whole = GameRecord(heaps.new_game()), game_of_heaps()
    for player, action in whole.moves:
        record = record.after(action, player)
    text = format_game(whole)
    played.clear()
    for n in range(len(whole.moves), 0, -1):
        assert [*record.actions] == [*whole.actions[:n]]
        record = record.undone()
        format_game(record)
    assert record.final == record.start
    assert played == []
    # What was read keeps one position. Further back it is replayed once.
    read_back = read(text, heaps)
    played.clear()
    read_back = read_back.undone()
    assert played == []
    left = len(whole.moves) - 2
    for _ in range(left + 1):
        read_back = read_back.undone()
    assert played == list(whole.actions[:left])


def test_a_long_game_keeps_some_positions_and_is_replayed_seldom(played: list[Any]) -> None:
    record = GameRecord(heaps.Heaps().new_game(stones=400))
    while len(record.moves) < 100:
        player = record.final.to_act[0]
        record = record.after(record.final.legal_ids(player)[0], player)
    assert len(record._earlier) == _KEPT == 32
    n, replays = len(record.moves), list[int]()
    while record.moves:
        played.clear()
        record = record.undone()
        assert len(record._earlier) <= _KEPT
        if played:
            replays.append(len(played))
    assert replays == [n - 33, n - 66, n - 99]


@pytest.mark.parametrize(
    ("moves", "error", "words"),
    [
        (2, sse.RangeError, "^the number of moves to take back is 2, not 1$"),
        (0, sse.RangeError, "is 0, not 1"),
        (-1, sse.RangeError, "is -1, not 1"),
        (True, TypeError, "is an integer, not bool"),
        ("1", TypeError, "is an integer, not str"),
        (None, TypeError, "is an integer, not NoneType"),
    ],
)
def test_moves_that_are_not_there_are_not_taken_back(moves: Any, error: type[Exception], words: str) -> None:
    record = GameRecord(START, [ACTION])
    with pytest.raises(error, match=words):
        record.undone(moves)
    with pytest.raises(sse.RangeError, match=r"^there is no move to take back: the record has none$"):
        record.undone().undone()


# --- whose text it is


def test_the_prefixes_of_games_are_known_without_loading_them() -> None:
    assert {name: game.INFO.prefix for name, game in sse.GAMES.items()} == games._PREFIXES


def test_the_prefix_of_a_game_that_is_in_no_table_is_asked_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._MODULES, "heaps", "tests.heaps")
    assert games.prefix_of("heaps") == "heaps"
    assert parse_game(format_game(game_of_heaps())) == game_of_heaps()
