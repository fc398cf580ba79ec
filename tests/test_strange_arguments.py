"""Strange values for every argument of every public call: it returns a value, or raises an error that the package
documents.

The documented errors are `SseError`, `TypeError`, and `OSError` for files that aren't there, all with a message.
What an object's own method raises comes through as it is. Nothing else does: no bare ValueError, no crash.
"""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeAlias, cast

import numpy as np
import pytest

import sse_core as sse
from sse_core import empire_of_the_stars, jump_wars
from sse_core import micro_space_empire as micro
from sse_core.arena import EvenSearch, Numbers, play_match
from sse_core.bots import BOTS
from sse_core.bots.naming import bot_named
from sse_core.engines import bots as engine_bots
from sse_core.engines.programs import words_of
from sse_core.forms.checks import shown
from sse_core.forms.options import with_changes
from sse_core.game import Pen
from sse_core.play.records.variations import Variation
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import (
    Bag,
    Batch,
    Campaign,
    Choose,
    Hex,
    Move,
    Reveal,
    Setup,
    Solving,
    Stay,
    Symmetry,
    format_campaign,
    format_cell,
    grid_places,
    observation_planes,
    parse_campaign,
    parse_cell,
    parse_game,
    parse_state,
    position,
    reference,
    solve,
    symmetries,
    thumbnail,
)

LONGEST: Final = 2_000
"""The greatest length of a message in characters."""


class Raised(Exception):
    """The exception of the methods of hostile objects."""


def _hostile(*methods: str, of: type = object) -> Any:
    """Return an object whose methods of these names raise."""

    def refuse(*args: object, **options: object) -> Any:
        raise Raised

    return type("Hostile", (of,), dict.fromkeys(methods, refuse))()


def _answering(of: type = object, **answers: object) -> Any:
    """Return an object whose methods of these names return the same answer to every call."""
    methods: dict[str, Any] = {
        name: lambda *args, _answer=answer, **options: _answer for name, answer in answers.items()
    }
    return type("Answering", (of,), methods)()


def _recursive() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


STRANGE: Final[Mapping[str, Callable[[], Any]]] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "1": lambda: 1,
    "-1": lambda: -1,
    "-2**31 - 1": lambda: -(2**31) - 1,
    "2**63": lambda: 2**63,
    "2**64": lambda: 2**64,
    "10**5000": lambda: 10**5000,
    "-10**5000": lambda: -(10**5000),
    "nan": lambda: float("nan"),
    "infinity": lambda: float("inf"),
    "complex": lambda: 1j,
    "fraction": lambda: Fraction(10**5000, 7),
    "decimal nan": lambda: Decimal("sNaN"),
    "empty text": lambda: "",
    "text": lambda: "1",
    "long text": lambda: "x" * 100_000,
    "NUL": lambda: "\0",
    "surrogate": lambda: "\ud800",
    "text of another type": lambda: type("Text", (str,), {})("city"),
    "hostile text": lambda: _hostile("__eq__", "__hash__", "__str__", "__repr__", "__len__", of=str),
    "text that equals": lambda: _answering(str, __eq__=np.array([1, 2]), __hash__=76543),
    "bytes": lambda: b"city",
    "memoryview": lambda: memoryview(b"12"),
    "array": lambda: np.array([1, 2]),
    "empty array": lambda: np.array([]),
    "table": lambda: np.zeros((2, 2), np.int32),
    "array of one": lambda: np.array(1),
    "array of objects": lambda: np.array([None, "city"], object),
    "structured array": lambda: np.zeros(3, [("a", np.int32)]),
    "numpy integer": lambda: np.int64(1),
    "numpy bool": lambda: np.True_,
    "numpy nan": lambda: np.float64("nan"),
    "numpy date": lambda: np.datetime64("NaT", "s"),
    "empty list": list,
    "list": lambda: [0, 1],
    "recursive list": _recursive,
    "nested": lambda: [[[1]]],
    "tuple": lambda: (0, 1),
    "tuple of arrays": lambda: (np.array([1, 2]), np.array([1, 2])),
    "pair of huge numbers": lambda: (10**5000, -(10**5000)),
    "pairs of huge numbers": lambda: [(10**5000, 0), (10**5000, 0)],
    "dict": dict,
    "dict of arrays": lambda: {0: np.array([1, 2]), 1: None},
    "dict of huge numbers": lambda: {10**5000: 10**5000},
    "dict of texts": lambda: {"city": "\ud800"},
    "set": lambda: {1, 2},
    "generator": lambda: (n for n in range(3)),
    "range": lambda: range(2),
    "type": lambda: int,
    "function": lambda: len,
    "module": lambda: sse,
    "object": object,
    "NotImplemented": lambda: NotImplemented,
    "Ellipsis": lambda: ...,
    "hostile": lambda: _hostile("__eq__", "__hash__", "__bool__", "__len__", "__iter__", "__index__", "__getitem__"),
    "hostile when shown": lambda: _hostile("__repr__", "__str__", "__format__"),
    "hostile attributes": lambda: _hostile("__getattr__"),
    "hostile truth": lambda: _hostile("__bool__", "__eq__", "__ne__"),
    "hostile list": lambda: _hostile("__getitem__", "__iter__", "__len__", of=list),
    "hostile dict": lambda: _hostile("__getitem__", "__iter__", "__len__", "items", of=dict),
    "hostile integer": lambda: _hostile("__index__", "__int__", "__lt__", "__le__", "__repr__", of=int),
    "no integer": lambda: _answering(__index__="1"),
    "huge integer": lambda: _answering(__index__=10**5000),
    "equals all": lambda: _answering(__eq__=True, __hash__=0),
    "equals with an array": lambda: _answering(__eq__=np.array([1, 2]), __hash__=76543),
    "shown as none": lambda: _answering(__repr__=None, __str__=7),
    "shown at length": lambda: _answering(__repr__="x" * 100_000),
    "shown on many lines": lambda: _answering(__repr__="\n" * 50),
}
"""The values for each argument, made anew for each call."""

# --- calls that work


class HouseRule(reference.State):
    """Nothing differs."""


BOARD: Final = sse.parse_map("A 1 w 2 . w 3 B")
TILES: Final = sse.parse_map("A ? 1 B")
STATE: Final = position(BOARD, owners={1: 0, 6: 1}, pieces={6: "station"}, ships=[[0, (1, True)], [7, 6]], ply=3)
EXPLORING: Final = sse.new_game(TILES).after(sse.parse_action("a1-a2=C", TILES))
NEARLY_OVER: Final = sse.new_game(sse.parse_map("A 1 2 B"), cities=1, stations=0)
RECORD: Final = sse.GameRecord(STATE, (STATE.legal_actions()[0],), {"event": "test"})
CAMPAIGN: Final = Campaign(2, 7)
BATCH: Final = Batch(STATE, 2, seed=1)
HALF_TURN: Final = symmetries(sse.parse_map("A 1 B"))[0]
BATCH_ON_A_LINE: Final = Batch(HALF_TURN.board, 2)
HEX: Final = Hex(0, 0)
EMPIRE: Final = micro.new_game()
DRAWING: Final = EMPIRE.after(0)
STARS: Final = empire_of_the_stars.new_game(seed=1)
EMPIRE_RECORD: Final = micro.GameRecord(EMPIRE, (micro.ACTIONS[0],))
END: Final = list(turns_of(EMPIRE, [BOTS["random"].choose], seed=1))[-1][2]

Door: TypeAlias = Callable[[Any], object]


class Options(dict[str, Any]):
    """Arguments by keyword, in a list of calls."""


_PLACED: Final = Options(
    rules=sse.Rules(),
    owners={},
    pieces={},
    tiles={},
    conquered=(),
    ships=[[0], [7]],
    reserves=[(1, 1), (1, 1)],
    received=[0, 0],
    banked=[(0, 0), (0, 0)],
    passed=[False, False],
    mover=0,
    due=None,
    ply=0,
)
_LAID: Final = Options(players=2, seed=1, holes=None, unexplored=False)
_START: Final = Options(_LAID, rules=None, first=0, ships=2, cities=[1, 2], stations=1)

_CALLS: Final[Mapping[str, tuple[Any, ...]]] = {
    "Batch": (Batch, STATE, 2, Options(rules=None, seed=0, auto_reset=False, chance="batch", threads=1)),
    "Batch.from_states": (Batch.from_states, [STATE, STATE]),
    "Batch.illegal": (BATCH.illegal, BATCH.sample(), None),
    "Batch.legal_mask": (BATCH.legal_mask, None, Options(packed=True, kept=False)),
    "Batch.play": (BATCH.play, 1, Options(which=None, seed=None)),
    "Batch.observe": (BATCH.observe, None, Options(which=None, grid=False)),
    "Batch.rewards": (BATCH.rewards, "win"),
    "Batch.reset": (BATCH.reset, None, Options(seed=None)),
    "Batch.sample": (BATCH.sample, None),
    "Batch.scores": (BATCH.scores, None),
    "Batch.state": (BATCH.state, 0),
    "Batch.step": (BATCH.step, BATCH.sample()),
    "Board": (sse.Board, {HEX: "A", Hex(1, 0): "B"}, Setup()),
    "Board.action_id": (BOARD.action_id, Stay()),
    "Board.at": (BOARD.at, HEX),
    "Board.cell": (BOARD.cell, HEX),
    "Board.cell_named": (BOARD.cell_named, "a1"),
    "Board.check_cell": (BOARD.check_cell, 0),
    "Board.check_player": (BOARD.check_player, 0),
    "Board.distance": (BOARD.distance, 0, 1),
    "Board.homeworld": (BOARD.homeworld, 0),
    "Board.jumps": (BOARD.jumps, 0),
    "Board.line": (BOARD.line, 0, 1),
    "Board.lines": (BOARD.lines, 0),
    "Board.neighbours": (BOARD.neighbours, 0),
    "Board.system": (BOARD.system, 0),
    "Board.turned": (BOARD.turned, 1),
    "analyse": (sse.analyse, STATE, Options(visits=1, seconds=0.01, seed=0, threads=1, stop=None)),
    "campaign_table": (sse.small_star_empires.campaign_table, CAMPAIGN),
    "campaign_terms": (sse.small_star_empires.campaign_terms, CAMPAIGN),
    "continues_turn": (sse.continues_turn, STATE),
    "presets": (sse.small_star_empires.presets,),
    "read": (sse.read, sse.format_state(STATE), None),
    "refusal of any game": (sse.refusal, STATE, ["a1"], 0),
    "review": (sse.review, RECORD, Options(plies=[STATE.ply], visits=1, seconds=0.01, seed=0, threads=1)),
    "score_table": (sse.score_table, STATE),
    "steps of any game": (sse.steps, STATE, STATE.legal_actions()[0]),
    "verdict": (sse.verdict, sse.playout(STATE, 1)),
    "micro continues_turn": (micro.continues_turn, EMPIRE),
    "micro presets": (micro.presets,),
    "micro score_table": (micro.score_table, EMPIRE),
    "micro verdict": (micro.verdict, sse.playout(EMPIRE, 1)),
    "Campaign": (
        Campaign,
        2,
        1,
        Options(holes=None, unexplored=False, maps=(), rules=sse.Rules(), games=(), unfinished=None),
    ),
    "Campaign.after": (CAMPAIGN.after, ()),
    "Campaign.from_json": (Campaign.from_json, CAMPAIGN.to_json()),
    "Campaign.play": (CAMPAIGN.play, [], 1),
    "Campaign.with_unfinished": (CAMPAIGN.with_unfinished, sse.GameRecord(CAMPAIGN.next_game(), ())),
    "GameRecord": (sse.GameRecord, STATE, (), {}),
    "GameRecord.after": (RECORD.after, RECORD.final.legal_ids()[0], RECORD.final.to_act[0]),
    "GameRecord.resolve": (sse.GameRecord(EXPLORING).resolve, sse.SplitMix64(1)),
    "GameRecord.from_json": (sse.GameRecord.from_json, RECORD.to_json()),
    "GameRecord.to_rows": (RECORD.to_rows,),
    "GameRecord.to_strip": (RECORD.to_strip, [0, 1], Options(columns=2, width=500)),
    "GameRecord.to_svg": (RECORD.to_svg, Options(ply=1)),
    "GameRecord.to_svg animated": (
        RECORD.to_svg,
        Options(animated=True, plies=[0, 1], seconds=1, loop=True),
    ),
    "Rules": (sse.Rules, Options((field.name, getattr(sse.Rules(), field.name)) for field in fields(sse.Rules))),
    "Setup": (Setup, Options((field.name, getattr(Setup(), field.name)) for field in fields(Setup))),
    "SplitMix64": (sse.SplitMix64, 1),
    "SplitMix64.choice": (sse.SplitMix64(1).choice, [1, 2]),
    "SplitMix64.below": (sse.SplitMix64(1).below, 3),
    "SplitMix64.draw": (sse.SplitMix64(1).draw, EXPLORING.odds()),
    "State": (sse.State, 1),
    "State.after": (STATE.after, STATE.legal_ids()[0], None),
    "State.banked": (STATE.banked, 0),
    "State.from_json": (sse.State.from_json, STATE.to_json()),
    "State.legal_actions": (STATE.legal_actions, 0),
    "State.legal_count": (STATE.legal_count, 0),
    "State.legal_ids": (STATE.legal_ids, 0),
    "State.owner": (STATE.owner, 0),
    "State.piece": (STATE.piece, 0),
    "State.received": (STATE.received, 0),
    "State.reserve": (STATE.reserve, 0),
    "State.resolve": (EXPLORING.resolve, sse.SplitMix64(1)),
    "State.ships": (STATE.ships, 0),
    "State.territory": (STATE.territory, 0),
    "State.tile": (STATE.tile, 0),
    "State.toll": (STATE.toll, 0),
    "State.turned": (STATE.turned, 1),
    "State.view": (STATE.view, 0),
    "State.why_not": (STATE.why_not, 0, 0),
    "base_map": (sse.base_map, 2, Options(seed=1, holes=None, unexplored=False, sides={2: "B"})),
    "child_seed": (sse.child_seed, 1, 1),
    "effects": (sse.effects, STATE, STATE.legal_actions()[0], STATE.after(STATE.legal_ids()[0])),
    "format_action": (sse.format_action, 0, STATE),
    "format_campaign": (format_campaign, CAMPAIGN),
    "format_cell": (format_cell, 0, BOARD),
    "format_game": (sse.format_game, RECORD),
    "format_map": (sse.format_map, BOARD),
    "format_state": (sse.format_state, STATE),
    "house_game": (sse.small_star_empires.house_game, HouseRule),
    "load_map": (sse.load_map, "duel"),
    "maps": (sse.maps,),
    "new_game": (sse.new_game, BOARD, _START),
    "observation_planes": (observation_planes, 2),
    "has_chance": (sse.small_star_empires.has_chance, STATE),
    "observation_space": (sse.observation_space, STATE),
    "observation_space of the game": (sse.small_star_empires.observation_space, STATE),
    "observe": (sse.observe, STATE, 0, None),
    "observe of the game": (sse.small_star_empires.observe, STATE, 0, None),
    "action_features": (sse.small_star_empires.action_features, STATE),
    "features": (sse.features, STATE, 0),
    "features of the game": (sse.small_star_empires.features, STATE, 0),
    "parse_action": (sse.parse_action, "stay", STATE),
    "parse_campaign": (parse_campaign, format_campaign(CAMPAIGN)),
    "parse_cell": (parse_cell, "a1", BOARD),
    "parse_game": (parse_game, sse.format_game(RECORD)),
    "parse_map": (sse.parse_map, "A 1 B"),
    "parse_state": (parse_state, sse.format_state(STATE)),
    "perft": (sse.perft, STATE, 1, Options(threads=1, table=0)),
    "perft_divide": (sse.perft_divide, STATE, 1, Options(threads=1, table=0)),
    "play_game": (sse.play_game, "random", STATE, Options(seed=1)),
    "play_game without a start": (sse.play_game, ["random"] * 2, Options(players=2, seed=1)),
    "playout": (sse.playout, STATE, 1),
    "playouts": (sse.playouts, STATE, 1, 1, Options(threads=1, ends=False)),
    "position": (position, BOARD, _PLACED),
    "map_of": (sse.small_star_empires.map_of, STATE),
    "reserve_text": (sse.small_star_empires.reserve_text, STATE, 0),
    "map_settings": (sse.small_star_empires.map_settings,),
    "map_tools": (sse.small_star_empires.map_tools,),
    "sketch": (sse.small_star_empires.sketch, "A 1 B"),
    "tool_svg": (sse.small_star_empires.tool_svg, "three", 0, Options(theme="dark")),
    "Variation": (Variation, 1, [0], []),
    "question": (sse.small_star_empires.question, STATE, [], 0),
    "refusal": (sse.small_star_empires.refusal, STATE, ["a1"], 0),
    "steps": (sse.small_star_empires.steps, STATE, STATE.legal_actions()[0]),
    "max_plies": (sse.small_star_empires.max_plies, STATE),
    "search": (sse.small_star_empires.search, STATE, Options(seed=0, threads=1, megabytes=1)),
    "rollouts": (sse.small_star_empires.rollouts, STATE, Options(seed=0, threads=1, megabytes=1)),
    "Solving": (Solving, NEARLY_OVER, Options(objective="win", megabytes=1, all=True)),
    "grid_places": (grid_places, BOARD),
    "symmetries": (symmetries, BOARD, Options(same_board=True)),
    "Symmetry.moved_actions": (HALF_TURN.moved_actions, BATCH_ON_A_LINE.legal_mask(packed=False)),
    "Symmetry.moved_planes": (HALF_TURN.moved_planes, BATCH_ON_A_LINE.observe()),
    "Symmetry.moved_state": (HALF_TURN.moved_state, BATCH_ON_A_LINE.state(0)),
    "solve": (
        solve,
        NEARLY_OVER,
        Options(objective="win", seconds=1, nodes=100, megabytes=1, all=True, report=None),
    ),
    "new_game on the base map": (sse.new_game, None, _LAID),
    "thumbnail": (thumbnail, STATE, Options(theme="dark", orientation="flat", width=160)),
    "to_svg": (
        sse.to_svg,
        STATE,
        Options(
            last=(),
            marked=(),
            theme="dark",
            orientation="flat",
            coordinates=False,
            panel=False,
            targets_of=None,
            territories=True,
            width=400,
        ),
    ),
    "told": (
        sse.small_star_empires.told,
        STATE,
        STATE.legal_actions()[0],
        STATE.after(STATE.legal_ids()[0]),
        Options(names=["Ann"], player=0),
    ),
    "to_text": (sse.to_text, STATE, Options(last=(), marked=(), pen=Pen())),
    "micro GameRecord": (micro.GameRecord, EMPIRE, (), {}),
    "micro GameRecord.from_json": (micro.GameRecord.from_json, EMPIRE_RECORD.to_json()),
    "micro Variation": (micro.Variation, 1, [0], []),
    "micro State": (micro.State, 1),
    "micro State.after": (EMPIRE.after, 0, 0),
    "micro State.from_json": (micro.State.from_json, EMPIRE.to_json()),
    "micro State.legal_actions": (EMPIRE.legal_actions, 0),
    "micro State.legal_ids": (EMPIRE.legal_ids, 0),
    "micro State.resolve": (DRAWING.resolve, sse.SplitMix64(1)),
    "micro State.view": (EMPIRE.view, 0),
    "micro State.why_not": (EMPIRE.why_not, 0, 0),
    "micro effects": (micro.effects, EMPIRE, micro.ACTIONS[0], DRAWING),
    "micro format_action": (micro.format_action, 0, None),
    "micro format_game": (micro.format_game, EMPIRE_RECORD),
    "micro format_state": (micro.format_state, EMPIRE),
    "micro question": (micro.question, EMPIRE, [], 0),
    "micro told": (micro.told, EMPIRE, micro.ACTIONS[0], DRAWING, Options(names=["Ann"], player=0)),
    "micro refusal": (micro.refusal, EMPIRE, ["bide"], 0),
    "micro steps": (micro.steps, EMPIRE, micro.ACTIONS[0]),
    "micro max_plies": (micro.max_plies, EMPIRE),
    "micro parse_action": (micro.parse_action, "bide", None),
    "micro parse_game": (micro.parse_game, micro.format_game(EMPIRE_RECORD)),
    "micro parse_state": (micro.parse_state, micro.format_state(EMPIRE)),
    "micro perft": (micro.perft, EMPIRE, 1, Options(threads=1)),
    "micro perft_divide": (micro.perft_divide, EMPIRE, 1, Options(threads=1)),
    "micro observation_space": (micro.observation_space, EMPIRE),
    "micro observe": (micro.observe, EMPIRE, 0, None),
    "micro playout": (micro.playout, EMPIRE, 1),
    "micro playouts": (micro.playouts, EMPIRE, 1, 1, Options(threads=1, ends=False)),
    "micro position": (micro.position, EMPIRE.position, 0),
    "micro PlannerSearch": (micro.PlannerSearch, END, Options(seed=0, exact_from=13)),
    "micro search": (micro.search, END, Options(seed=0, threads=1, exact_from=13)),
    "micro new_game": (micro.new_game, Options(players=1, seed=1, expansion=False)),
    "micro narrow_svg": (micro.narrow_svg, EMPIRE, Options(last=(), marked=(), theme="dark")),
    "empire narrow_svg": (empire_of_the_stars.narrow_svg, STARS, Options(last=(), marked=(), theme="dark")),
    "micro to_svg": (micro.to_svg, EMPIRE, Options(last=(), marked=(), theme="dark", width=400)),
    "micro to_text": (micro.to_text, EMPIRE, Options(last=(), marked=(), pen=Pen())),
}
"""Every public call with arguments that it takes."""


def _with_move(call: Door, part: str) -> Door:
    return lambda value: call(Move(0, 3, "city")._replace(**{part: value}))


def _with_part(part: str) -> Door:
    return lambda value: micro.position(EMPIRE.position._replace(**{part: value}))


def _searching(name: str) -> Door:
    return lambda value: Numbers(**{name: value})


SEARCH: Final = EvenSearch(lambda seed: sse.new_game(players=2, seed=seed), 7, Numbers(starts=2))

_INSIDE: Final[Mapping[str, Door]] = {
    **{
        f"{door} of a Move with a strange {part}": _with_move(call, part)
        for door, call in (
            ("after", STATE.after),
            ("why_not", STATE.why_not),
            ("toll", STATE.toll),
            ("action_id", BOARD.action_id),
            ("format_action", lambda action: sse.format_action(action, STATE)),
            ("GameRecord", lambda action: sse.GameRecord(STATE, (action,))),
        )
        for part in Move._fields
    },
    **{f"Numbers with {name}": _searching(name) for name in ("starts", "screening", "proof", "others", "compared")},
    "EvenSearch, make": lambda value: EvenSearch(value, 7, Numbers()),
    "EvenSearch, what is made": lambda value: EvenSearch(lambda seed: value, 7, Numbers()),
    "EvenSearch, seed": lambda value: EvenSearch(lambda seed: sse.new_game(players=2, seed=seed), value, Numbers(2)),
    "EvenSearch, numbers": lambda value: EvenSearch(lambda seed: STATE, 7, value),
    "EvenSearch.start": lambda value: SEARCH.start(value),
    "engine_named": engine_bots.engine_named,
    "words_of a command": words_of,
    "Options.parse of an engine": engine_bots.Options.parse,
    "EngineBot": engine_bots.EngineBot,
    "after a Reveal": lambda value: EXPLORING.after(Reveal(value)),
    "after a Choose": lambda value: EXPLORING.after(Choose(value)),
    "format_action of a Reveal": lambda value: sse.format_action(Reveal(value), TILES),
    "format_action of a Choose": lambda value: sse.format_action(Choose(value), TILES),
    "resolve with a number": lambda value: EXPLORING.resolve(_answering(below=value)),
    "position with a cell of owners": lambda value: position(BOARD, owners={value: 0}),
    "position with an owner": lambda value: position(BOARD, owners={1: value}),
    "position with a cell of pieces": lambda value: position(BOARD, owners={1: 0}, pieces={value: "city"}),
    "position with a piece": lambda value: position(BOARD, owners={1: 0}, pieces={1: value}),
    "position with a cell of tiles": lambda value: position(TILES, tiles={value: "two"}),
    "position with a tile": lambda value: position(TILES, tiles={1: value}),
    "position with a conquered cell": lambda value: position(TILES, conquered=[value]),
    "position with a fleet": lambda value: position(BOARD, ships=[value, []]),
    "position with a ship": lambda value: position(BOARD, ships=[[value], []]),
    "position with a ship's cell": lambda value: position(BOARD, ships=[[(value, True)], []]),
    "position with a ship's damage": lambda value: position(BOARD, ships=[[(0, value)], []]),
    "position with a reserve": lambda value: position(BOARD, reserves=[value, (1, 1)]),
    "position with cities": lambda value: position(BOARD, reserves=[(value, 1), (1, 1)]),
    "position with cities received": lambda value: position(BOARD, received=[value, 0]),
    "position with points": lambda value: position(BOARD, banked=[value, (0, 0)]),
    "position with planets": lambda value: position(BOARD, banked=[(value, 0), (0, 0)]),
    "position with a player passed": lambda value: position(BOARD, passed=[value, False]),
    "position with something due": lambda value: position(TILES, due=(value, 1)),
    "position with something due somewhere": lambda value: position(TILES, due=("reveal", value)),
    "new_game with ships of a player": lambda value: sse.new_game(BOARD, ships=[value, 1]),
    "Board with a place": lambda value: sse.Board({value: "A", Hex(1, 0): "B"}),
    "Board with a coordinate": lambda value: sse.Board({Hex(value, 0): "A", Hex(1, 0): "B"}),
    "Board with a system": lambda value: sse.Board({HEX: value, Hex(1, 0): "B"}),
    "Board.cell of a coordinate": lambda value: BOARD.cell(Hex(0, value)),
    "base_map with a sector": lambda value: sse.base_map(2, sides={value: "A"}),
    "base_map with a side": lambda value: sse.base_map(2, sides={2: value}),
    "Rules with points": lambda value: sse.Rules(nebula_points=(1, value)),
    "Rules with a count in a bag": lambda value: sse.Rules(bag=Bag(two=value)),
    "Setup with a count in a bag": lambda value: Setup(bag=Bag(two=value)),
    "GameRecord with an action": lambda value: sse.GameRecord(STATE, (value,)),
    "GameRecord with a name of a tag": lambda value: sse.GameRecord(STATE, (), {value: "1"}),
    "GameRecord with a tag": lambda value: sse.GameRecord(STATE, (), {"a": value}),
    "Campaign with a game": lambda value: Campaign(2, 1, games=(value,)),
    "Campaign.after an action": lambda value: CAMPAIGN.after([value]),
    "Campaign.play with a chooser": lambda value: CAMPAIGN.play([value, value], 1),
    "Campaign.play with a choice": lambda value: CAMPAIGN.play([lambda *_: value] * 2, 1),
    "Batch with a start": lambda value: Batch([STATE, value], 2),
    "Batch.from_states of a state": lambda value: Batch.from_states([STATE, value]),
    **{f"micro position with {part}": _with_part(part) for part in micro.Position._fields},
    "micro position with a system": lambda value: micro.position(EMPIRE.position._replace(empire=(value,))),
    "micro after a verb": lambda value: EMPIRE.after(micro.Action(value)),
    "micro after a thing": lambda value: EMPIRE.after(micro.Action(micro.Verb.EXPLORE, value)),
    "micro why_not a thing": lambda value: EMPIRE.why_not(micro.Action(micro.Verb.EXPLORE, value)),
    "micro format_action of a thing": lambda value: micro.format_action(micro.Action(micro.Verb.EXPLORE, value)),
    "micro resolve with a number": lambda value: DRAWING.resolve(_answering(below=value)),
    "micro GameRecord with an action": lambda value: micro.GameRecord(EMPIRE, (value,)),
}
"""Values inside of arguments."""


def _taken_apart(name: str) -> tuple[Callable[..., Any], list[Any], Options]:
    """Return the function of a call, its arguments in order, and those by keyword."""
    arguments: list[Any] = list(_CALLS[name])
    options = Options(arguments.pop() if isinstance(arguments[-1], Options) else {})
    return arguments[0], arguments[1:], options


def _doors_of(name: str) -> Iterator[tuple[str, Door]]:
    """Yield each argument of a call, with valid values for the others."""
    function, arguments, options = _taken_apart(name)

    def in_place(place: int) -> Door:
        return lambda value: function(*arguments[:place], value, *arguments[place + 1 :], **options)

    def by_keyword(option: str) -> Door:
        return lambda value: function(*arguments, **{**options, option: value})

    for place in range(len(arguments)):
        yield f"{name}, argument {place}", in_place(place)
    for option in options:
        yield f"{name}, {option}", by_keyword(option)


DOORS: Final = {place: door for name in _CALLS for place, door in _doors_of(name)} | dict(_INSIDE)


def complaint(door: Door, value: object) -> str | None:
    """Return the fault of a call with a strange value, None if there is none."""
    try:
        door(value)
    except (Raised, OSError):
        return None
    except (sse.SseError, TypeError) as error:
        try:
            message = str(error)
        except Exception as worse:
            return f"a message that can't be written: {worse!r}"
        return None if message.strip() and len(message) < LONGEST else f"a message of {len(message)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None


PLAIN: Final = frozenset(
    {"Action", "Analysis", "Bag", "Banked", "Choose", "Due", "Hex", "Line", "Move", "Outcome", "Playouts"}
    | {"Position", "Reserve", "Reveal", "Score", "Solution", "Stay", "Symmetry", "Worth"}
)
"""Tuples and the like: they hold any values, which are checked when they are used."""


def test_every_public_call_is_here() -> None:
    public: set[str] = set()
    for game, prefix in ((sse, ""), (sse.small_star_empires, ""), (micro, "micro ")):
        for name in set(game.__all__) - PLAIN:
            value = getattr(game, name)
            if inspect.isfunction(value) or (isinstance(value, type) and not issubclass(value, Exception | Enum)):
                public.add(f"{prefix}{name}")
    for kind in (Batch, sse.Board, Campaign, sse.State, Symmetry, micro.State):
        prefix = "micro " if kind is micro.State else ""
        for name, method in inspect.getmembers(kind, callable):
            if not name.startswith("_") and len(inspect.signature(method).parameters) > 1:
                public.add(f"{prefix}{kind.__name__}.{name}")
    # A position within the game is as good as its maker, and `house_game` makes each HouseGame.
    assert public - set(_CALLS) == {"micro State.of", "HouseGame"}


@pytest.mark.parametrize("call", _CALLS)
def test_every_call_works(call: str) -> None:
    function, arguments, options = _taken_apart(call)
    if call in ("State", "micro State"):
        with pytest.raises(TypeError, match="a State is made by"):
            function(*arguments)
    elif call == "Campaign.after":
        with pytest.raises(sse.SetupError, match="isn't finished"):
            function(*arguments)
    elif call == "Campaign.play":
        with pytest.raises(sse.ArgumentError, match="as many choosers"):
            function(*arguments)
    else:
        function(*arguments, **options)


@pytest.mark.parametrize("name", DOORS)
def test_a_strange_argument_is_taken_or_refused_in_words(name: str) -> None:
    found = {what: complaint(DOORS[name], make()) for what, make in STRANGE.items()}
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def test_what_callers_came_with() -> None:
    """An array for a flag or a word, and integers that are too long for Python to format."""
    array, huge = np.array([1, 2]), 10**5000
    for door, what in (("Batch, auto_reset", "auto_reset"), ("micro new_game, expansion", "expansion")):
        with pytest.raises(TypeError, match=rf"{what} is True or False, not array\(\[1, 2\]\)"):
            DOORS[door](array)
    with pytest.raises(TypeError, match=r"a piece is 'city' or 'station', not array\(\[1, 2\]\)"):
        DOORS["position with a piece"](array)
    with pytest.raises(sse.SetupError, match=r"metal is an unprintable int, not in 0 to 3 \(M1\)"):
        DOORS["micro position with metal"](huge)
    with pytest.raises(sse.SetupError, match=r"technologies is an unprintable int, no set of \d cards"):
        DOORS["micro position with technologies"](huge)
    with pytest.raises(sse.ArgumentError, match="n is an unprintable int, not in 1 to 4294967295"):
        DOORS["SplitMix64.below, argument 0"](huge)


@pytest.mark.parametrize("kind", [jump_wars.Options, empire_of_the_stars.Options], ids=lambda kind: kind.__module__)
def test_options_are_those_of_the_game(kind: type[Any]) -> None:
    """What is none is named, and a misspelt one is guessed; each is a keyword, too."""
    other = micro.new_game()
    strange: list[Any] = [{}, {"trade": False}, 3, other, kind]
    for given in strange:
        words = re.escape(f"options is Options or None, not {shown(given)}; each option is a keyword, too")
        with pytest.raises(TypeError, match=f"^{words}$"):
            with_changes(kind, given, {})
    first = next(iter(kind().__dataclass_fields__))
    words = rf"^there is no option '{first}s' \(did you mean '{first}'\?\); they are {first}, "
    with pytest.raises(TypeError, match=words):
        with_changes(kind, None, {f"{first}s": 1})
    assert with_changes(kind, None, {}) == with_changes(kind, kind(), {}) == kind()
    with pytest.raises(TypeError, match=r"^options is Options or None, not \{\}"):
        jump_wars.new_game(options=strange[0])


# --- which error


def _untyped(name: str) -> Callable[..., Any]:
    """Return a function without its types, for arguments that a type checker would refuse."""
    function: Callable[..., Any] = _CALLS[name][0]
    return function


FINISHED: Final = sse.playout(STATE, 1)
OTHER: Final = sse.new_game(sse.parse_map("A 1 B"))

ARGUMENTS: Final[Mapping[str, Callable[[], object]]] = {
    "a depth below 0": lambda: sse.perft(STATE, -1),
    "a depth of no ply": lambda: sse.perft_divide(STATE, 0),
    "a depth that no game has": lambda: sse.perft(STATE, 10**30),
    "no threads": lambda: sse.perft(STATE, 1, threads=0),
    "a table of less than no positions": lambda: sse.perft(STATE, 1, table=-1),
    "a table of too many positions": lambda: sse.perft(EMPIRE, 1, table=2**32 + 1),
    "too many threads": lambda: sse.playouts(STATE, 1, 1, threads=10**6),
    "no threads for a batch": lambda: Batch(STATE, 1, threads=0),
    "less than no games": lambda: sse.playouts(STATE, -1, 1),
    "no games in a batch": lambda: Batch(STATE, 0),
    "a batch of no states": lambda: Batch.from_states([]),
    "a batch of no starts": lambda: Batch([], 1),
    "the board of a batch of two": lambda: Batch([STATE, OTHER], 2).board,
    "a kept mask in an array": lambda: BATCH.legal_mask(BATCH.legal_mask(), kept=True),
    "a batch with rules beside a state": lambda: Batch(STATE, 1, rules=sse.Rules()),
    "a seed of some games": lambda: BATCH.reset(BATCH.done, seed=1),
    "a finished game that begins anew": lambda: Batch(FINISHED, 1, auto_reset=True),
    "another word for who draws": lambda: _untyped("Batch")(STATE, 1, chance="nobody"),
    "a seed below 0": lambda: sse.playout(STATE, -1),
    "a seed of 65 bits": lambda: sse.SplitMix64(2**64),
    "a seed of a batch": lambda: Batch(STATE, 1, seed=-1),
    "a seed of a map": lambda: sse.base_map(2, seed=2**64),
    "a seed of the other game": lambda: micro.new_game(seed=-1),
    "an index of a seed": lambda: sse.child_seed(1, -1),
    "a number below nothing": lambda: sse.SplitMix64(1).below(0),
    "planes of five players": lambda: observation_planes(5),
    "an array of another dtype": lambda: BATCH.step(np.zeros(2, np.int64)),
    "an array of another shape": lambda: BATCH.step(np.zeros(3, np.int32)),
    "an array that isn't contiguous": lambda: BATCH.step(np.zeros(4, np.int32)[::2]),
    "an array that is read-only": lambda: _untyped("Batch.sample")(out=BATCH.to_act),
    "effects of another action": lambda: sse.effects(STATE, STATE.legal_actions()[0], STATE),
    "effects of another action there": lambda: micro.effects(EMPIRE, micro.ACTIONS[0], EMPIRE),
    "too few choosers": lambda: CAMPAIGN.play([], 1),
    "a search from turn 0": lambda: micro.search(END, exact_from=0),
    "an analysis of less than no visits": lambda: sse.analyse(STATE, visits=-1),
    "an analysis in less than no time": lambda: sse.analyse(EMPIRE, seconds=-1),
    "an analysis without a thread": lambda: sse.analyse(STATE, threads=0),
    "a review of no position": lambda: sse.review(RECORD, plies=[]),
    "a review of less than no visits": lambda: sse.review(RECORD, visits=-1),
    "a review without a thread": lambda: sse.review(EMPIRE_RECORD, threads=0),
}
INDEXES: Final[Mapping[str, Callable[[], object]]] = {
    "a seat": lambda: STATE.ships(2),
    "a seat before the first": lambda: STATE.legal_actions(-2),
    "a seat of the other game": lambda: EMPIRE.view(1),
    "a cell": lambda: STATE.owner(99),
    "a cell from the end": lambda: BOARD.system(-1),
    "a direction": lambda: BOARD.line(0, 6),
    "a hex": lambda: BOARD.cell(Hex(9, 9)),
    "a game of a batch": lambda: BATCH.state(2),
    "a seat to begin": lambda: sse.new_game(BOARD, first=2),
    "a cell of an owner": lambda: position(BOARD, owners={99: 0}),
    "an owner of a cell": lambda: position(BOARD, owners={1: 2}),
}
SET_UPS: Final[Mapping[str, Callable[[], object]]] = {
    "a map": lambda: sse.parse_map("A z B"),
    "a board": lambda: sse.Board({HEX: "A"}),
    "a map for five": lambda: sse.base_map(5),
    "a map with another side": lambda: sse.base_map(2, sides={2: "C"}),
    "a map with an eighth sector": lambda: sse.base_map(2, sides={8: "A"}),
    "a map with other holes": lambda: _untyped("base_map")(2, holes="many"),
    "rules": lambda: sse.Rules(territory_points=-1),
    "rules of another edition": lambda: _untyped("Rules")(edition="third"),
    "a bag": lambda: sse.Rules(bag=Bag(two=256)),
    "a setup": lambda: Setup(ships=17),
    "a game with too many ships": lambda: sse.new_game(BOARD, ships=17),
    "a position with a ply": lambda: position(BOARD, ply=-1),
    "a position with a reserve": lambda: position(BOARD, reserves=[(-1, 0), (1, 1)]),
    "a position with a piece": lambda: _untyped("position")(BOARD, owners={1: 0}, pieces={1: "tower"}),
    "a position with too many entries": lambda: position(BOARD, passed=[False] * 3),
    "a position of a text": lambda: parse_state(sse.format_state(OTHER).replace("to act: A", "to act: D")),
    "a position of JSON": lambda: sse.State.from_json(OTHER.to_json().replace('"to_act": [0]', '"to_act": [7]')),
    "a tag": lambda: sse.GameRecord(STATE, (), {"two words": "1"}),
    "a campaign for five": lambda: Campaign(5, 1),
    "a campaign of another seed": lambda: Campaign(2, -1),
    "a game of the other kind for two": lambda: micro.new_game(players=2),
    "a position of the other game": lambda: micro.position(EMPIRE.position._replace(metal=9)),
    "a ply of the other game": lambda: micro.position(EMPIRE.position, -1),
}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param(call, error, id=f"{error.__name__}: {what}")
        for error, calls in (
            (sse.ArgumentError, ARGUMENTS),
            (sse.RangeError, INDEXES),
            (sse.SetupError, SET_UPS),
        )
        for what, call in calls.items()
    ],
)
def test_arguments_indexes_and_set_ups_are_told_apart(call: Callable[[], object], expected: type[sse.SseError]) -> None:
    with pytest.raises(expected) as caught:
        call()
    assert type(caught.value) is expected or type(caught.value).__bases__ == (sse.SetupError,)
    assert isinstance(caught.value, sse.ArgumentError | sse.SetupError)
    assert str(caught.value).endswith(caught.value.message)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))


# --- what a message says

OVER: Final = sse.playout(STATE, 1)


def shuffled(seed: int) -> sse.State:
    return sse.new_game(players=2, seed=seed)


MESSAGES: Final[Mapping[str, tuple[Callable[[], object], type[Exception], str]]] = {
    "a record of one line": (
        lambda: sse.read("sse-game 1"),
        sse.NotationError,
        "expected an empty line after this line",
    ),
    "a word that is no action": (
        lambda: sse.parse_action("done", STATE),
        sse.NotationError,
        "^line 1, column 1: an action",
    ),
    "a toll after the end": (
        lambda: OVER.after(sse.parse_action("a1-a2=C$1", OVER)),
        sse.GameOverError,
        "the game is over",
    ),
    "an unknown game": (
        lambda: sse.GAMES["chess"],
        KeyError,
        "there is no game 'chess'; they are small_star_empires, mic",
    ),
    "a misspelt game": (lambda: sse.GAMES["jump_war"], KeyError, r"'jump_war' \(did you mean 'jump_wars'\?\)"),
    "a misspelt game in the place of a bot": (
        lambda: bot_named("jump_war", jump_wars),
        sse.ArgumentError,
        r"there is no bot 'jump_war' \(did you mean 'jump_wars'\?\)",
    ),
    "a program that isn't there in the place of a bot": (
        lambda: bot_named("engine:./nobody", jump_wars),
        sse.ArgumentError,
        "there is no program ./nobody",
    ),
    "a game in the place of a bot": (
        lambda: bot_named("jump_wars", jump_wars),
        sse.ArgumentError,
        "there is no bot 'jump_wars'; they are ",
    ),
    "a state in the place of a start": (
        lambda: next(play_match("random", "greedy", cast("Any", [STATE]))),
        TypeError,
        "each of starts is a Start, as starts_of makes them, not State of Small Star Empires",
    ),
    "a state in the place of a start with an opening": (
        lambda: next(play_match("random", "greedy", cast("Any", [STATE]), opening_plies=2)),
        TypeError,
        "each of starts is a Start",
    ),
    "a number in the place of the numbers of a search": (
        lambda: EvenSearch(shuffled, 7, cast("Any", 64)),
        TypeError,
        "numbers is a Numbers, not int",
    ),
    "a seed of a search that is a text": (
        lambda: EvenSearch(shuffled, cast("Any", "7"), Numbers()),
        TypeError,
        "seed is an integer, not str",
    ),
    "a text in the place of a number of starts": (
        lambda: Numbers(cast("Any", "64")),
        TypeError,
        "starts is an integer, not str",
    ),
    "an option of Empire of the Stars": (
        lambda: empire_of_the_stars.new_game(pak="house"),
        TypeError,
        r"no option 'pak' \(did you mean 'pack'\?\); they are players, seed, pack, blocked, round",
    ),
    "an option of Jump Wars": (
        lambda: jump_wars.new_game(frist=1),
        TypeError,
        r"no option 'frist' \(did you mean 'first'\?\); they are players, seed, first, grid",
    ),
    "players of a game for one": (lambda: micro.new_game(players=9), sse.SetupError, "^players is 9, not 1$"),
    "an id to tell": (
        lambda: sse.told(STATE, len(STATE.actions), STATE),
        TypeError,
        "an action of Small Star Empires is told, not int",
    ),
}


@pytest.mark.parametrize(("call", "error", "words"), MESSAGES.values(), ids=MESSAGES)
def test_messages_say_what_is_wrong(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("name", sse.GAMES)
def test_the_root_tells_an_action_by_its_id_too(name: str) -> None:
    before = sse.GAMES[name].new_game(seed=1)
    player = before.to_act[0]
    number, action = before.legal_ids(player)[0], before.legal_actions(player)[0]
    after = before.after(action, player)
    for tell in (sse.told, sse.effects):
        assert tell(before, number, after) == tell(before, action, after)
    assert sse.told(before, np.int64(number), after, player=player) == sse.told(before, action, after, player=player)
