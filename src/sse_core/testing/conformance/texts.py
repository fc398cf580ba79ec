"""Checks of texts and JSON: positions, actions and records that are written and read back."""

from __future__ import annotations

from typing import Any

from ...errors import SseError
from ...forms.json_object import JsonObject
from ...play.records.record import GameRecord, format_game, parse_game, read
from .check import check
from .random_game import RandomGame, expect


@check("texts")
def check_texts(played: RandomGame) -> None:
    """The texts of positions and actions parse back to them, to a fixed point, from files too; others are refused."""
    game = played.game
    for state in played.states:
        text = game.format_state(state)
        expect(game.parse_state(text) == state, f"this text parses to another position:\n{text}")
        expect(game.format_state(game.parse_state(text)) == text, f"this text is written otherwise again:\n{text}")
        for player in state.to_act:
            legal = state.legal_actions(player)
            texts = [game.format_action(action, state) for action in legal]
            expect(len(set(texts)) == len(texts), f"two actions have one text: {texts}")
            for action, named in zip(legal, texts, strict=True):
                expect(game.parse_action(named, state) == action, f"{named!r} parses to another action than {action!r}")
    end = played.states[-1]
    text = f"{game.format_state(end)}\n".replace("\n", "\r\n")
    expect(game.parse_state(text) == end, f"with CRLF this text parses to another position:\n{text}")
    try:
        game.parse_state("no such text")
    except SseError:
        return
    raise AssertionError("'no such text' parses to a position")


@check("records")
def check_records(played: RandomGame) -> None:
    """A record keeps the seats, replays to the same states, and its text parses back to it, to a fixed point."""
    game = played.game
    record = _record(played)
    text = format_game(record)
    again = parse_game(text, game)
    expect(again == record and hash(again) == hash(record), f"this text parses to another record:\n{text}")
    expect(read(text, game) == record, f"this text is read as something else:\n{text}")
    expect(format_game(again) == text, f"this record is written otherwise again:\n{text}")
    states = [*played.all_states[: played.followed + 1]]
    expect(list(again.states()) == states, "a record replays to other states")


@check("json")
def check_json(played: RandomGame) -> None:
    """The JSON of positions and records is read back to them, to a fixed point."""
    game = played.game
    for state in played.states:
        text = state.to_json()
        position = game.FORM.read_state_object(JsonObject.parse(text))
        expect(position == state, f"this JSON is read as another position: {text}")
        expect(position.to_json() == text, f"this JSON is written otherwise again: {text}")
        expect(read(text, game) == state, f"this JSON is read as something else: {text}")
    record = _record(played)
    text = record.to_json()
    again = GameRecord.from_json(text, game)
    expect(again == record, f"this JSON is read as another record: {text}")
    expect(again.to_json() == text, f"this JSON is written otherwise again: {text}")


def _record(played: RandomGame) -> GameRecord[Any, Any]:
    """Return the record of the game, up to the last ply that is checked."""
    turns = played.all_turns[: played.followed]
    return GameRecord(played.new_game(), [(turn.player, turn.action) for turn in turns], {"seed": "1"})
