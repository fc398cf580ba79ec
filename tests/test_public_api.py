"""The names and signatures that other programs rely on."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
import subprocess
import sys
from dataclasses import fields
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any, assert_type

import pytest

import sse_core as sse
from sse_core import _fast, arena, errors, micro_space_empire, small_star_empires
from sse_core.game import AnyState, is_state
from sse_core.small_star_empires import Campaign, Due, Reason, parse_game, parse_state

NAMES = {
    "games": "GAMES empire_of_the_stars jump_wars micro_space_empire small_star_empires",
    "a position": "Action Board CHANCE Outcome Rules State new_game",
    "maps": "base_map format_map load_map maps parse_map",
    "reading and writing": "format_action format_state parse_action read",
    "records": "GameRecord format_game play_game",
    "words and choices": "continues_turn effects question refusal score_table steps told verdict",
    "pictures": "to_svg to_text",
    "numbers": "features observation_space observe",
    "play at random": "SplitMix64 child_seed perft perft_divide playout playouts",
    "searches": "analyse review",
    "errors": "SseError ArgumentError NotationError RangeError SetupError IllegalActionError GameOverError",
    "the package": "NotBuiltError __version__",
}
"""What `import sse_core` offers, by what a reader is looking for."""

SIGNATURES = {
    sse.base_map: "(players, *, seed=None, holes=None, unexplored=False, sides=None)",
    sse.parse_map: "(text)",
    sse.format_map: "(board)",
    sse.load_map: "(path)",
    sse.maps: "()",
    sse.parse_action: "(text, context)",
    sse.format_action: "(action, context)",
    parse_state: "(text)",
    sse.format_state: "(state)",
    parse_game: "(text)",
    sse.format_game: "(record)",
    sse.GameRecord.after: "(self, action, player=None)",
    sse.GameRecord.undone: "(self, moves=1)",
    sse.State.legal_actions: "(self, /, player=None)",
    sse.State.after: "(self, /, action, player=None)",
    sse.State.why_not: "(self, /, action, player=None)",
    sse.features: "(state, player)",
    sse.perft: "(state, depth, *, threads=1, table=0)",
    sse.perft_divide: "(state, depth, *, threads=1, table=0)",
    sse.play_game: "(bots, start=None, *, game=None, seed=0, players=None, **options)",
    sse.playout: "(state, seed)",
    sse.playouts: "(state, n, seed, *, threads=1, ends=False)",
}


def shape(function: object) -> str:
    """The signature of a function without its annotations."""
    signature = inspect.signature(function)  # type: ignore[arg-type]
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


@pytest.mark.parametrize(("function", "expected"), SIGNATURES.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_signatures_stand(function: object, expected: str) -> None:
    assert shape(function) == expected


def test_names_for_whoever_begins() -> None:
    assert dir(sse) == sorted(" ".join(NAMES.values()).split())


def test_keywords_of_new_game() -> None:
    parameters = inspect.signature(sse.new_game).parameters
    assert {name: parameter.default for name, parameter in parameters.items()} == {
        "board": None,
        "players": None,
        "seed": None,
        "holes": None,
        "unexplored": False,
        "rules": None,
        "first": 0,
        "ships": None,
        "cities": None,
        "stations": None,
    }
    assert [parameter.kind for parameter in parameters.values()] == [
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        *[inspect.Parameter.KEYWORD_ONLY] * (len(parameters) - 1),
    ]


@pytest.mark.ci
def test_no_file_takes_the_place_of_a_public_name() -> None:
    """Importing a submodule sets its name in the package, whatever stood there before."""
    program = """
import importlib, pkgutil, sse_core as sse
EXTRAS = "sse_core.adapters.", "sse_core.archive", "sse_core.arena.archiving"
before = [(package, name, getattr(package, name)) for package in (sse, *sse.GAMES.values()) for name in package.__all__]
for found in pkgutil.walk_packages(sse.__path__, "sse_core."):
    # Modules for newer processors, which this one may lack, have no names of their own.
    if found.name != "sse_core.__main__" and not found.name.endswith(("_v3", "_v4")):
        try:
            importlib.import_module(found.name)
        except sse.NotBuiltError:
            pass
        except ModuleNotFoundError:
            # The library of an extra, which not every environment of the tests has.
            assert found.name.startswith(EXTRAS), found.name
print([name for package, name, value in before if getattr(package, name) is not value])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_name_of_all_is_there_and_documented() -> None:
    for module in (sse, small_star_empires, micro_space_empire, _fast):
        assert [name for name in module.__all__ if not hasattr(module, name)] == []
    undocumented = [
        name
        for name in dir(sse)
        if (inspect.isfunction(getattr(sse, name)) or inspect.isclass(getattr(sse, name)))
        and not (getattr(sse, name).__doc__ or "").strip()
    ]
    assert undocumented == []


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (arena.Results, "cut games opened opening_plies per_round plies rounds seats tally"),
        (arena.Balance, "cut games opened opening_plies plies rounds"),
        (errors.Refusal, "clause"),
        (sse.GameRecord, "final moves start tags variations"),
    ],
    ids=str,
)
def test_help_has_an_entry_for_each_attribute(kind: object, names: str) -> None:
    text = pydoc.plain(pydoc.render_doc(kind))
    assert [name for name in names.split() if not re.search(rf"^ \|  {name}\n \|      \w", text, re.MULTILINE)] == []


def test_what_any_game_makes_is_a_state_by_type_and_by_question() -> None:
    """Type checkers read `assert_type`."""
    for name in sse.GAMES:
        state = sse.GAMES[name].new_game()
        assert_type(state, AnyState)
        read: object = sse.read(sse.format_state(state))
        assert is_state(read)
        assert_type(read, AnyState)
        record: sse.GameRecord = sse.GameRecord(state)
        assert_type(record.final, AnyState)
        assert_type(sse.GameRecord.from_json(record.to_json()).start, AnyState)
        for other in (name, sse.GAMES[name], type(state), record, None):
            assert not is_state(other)


@pytest.mark.parametrize("name", sse.GAMES)
def test_the_state_of_each_game_reads_its_json(name: str) -> None:
    state: Any = sse.GAMES[name].new_game(seed=1)
    assert type(state).from_json(state.to_json()) == state == sse.read(state.to_json())


@pytest.mark.parametrize("name", ["jump_wars", "empire_of_the_stars"])
def test_an_evaluation_says_its_unit_and_its_clause(name: str) -> None:
    game: Any = sse.GAMES[name]
    assert re.search(r"in (points|fleets of level 1)\b.*\([CJ][0-9.]+\)", game.evaluate.__doc__, re.DOTALL)


def test_packs_are_shown_by_their_names() -> None:
    assert repr(sse.empire_of_the_stars.PACKS) == "<packs: house>"


def test_what_a_state_is_made_of_pickles() -> None:
    state = sse.new_game(sse.base_map(2))
    score = state.score_sheet()[0]
    for value in (state.reserve(0), state.banked(0), score, Due("reveal", 3, 0)):
        assert pickle.loads(pickle.dumps(value)) == value
        home = "sse_core.small_star_empires.scores" if value is score else "sse_core._fast"
        assert type(value).__module__ == home


def test_a_copy_of_what_never_changes_is_itself() -> None:
    start = sse.new_game(sse.base_map(2))
    record = sse.GameRecord(start)
    values = [
        *(game.new_game() for game in sse.GAMES.values()),
        *(start.board, start.rules, start.board.setup, sse.jump_wars.Options()),
        *(record, Campaign(2, seed=1), sse.Outcome((0,), (1, 0), "total")),
    ]
    for value in values:
        assert copy.copy(value) is copy.deepcopy(value) is value
        assert copy.deepcopy([value])[0] is value
        again = pickle.loads(pickle.dumps(value))
        assert (type(again), again) == (type(value), value)


def test_every_method_of_state_is_documented() -> None:
    public = [name for name in vars(sse.State) if not name.startswith("_")]
    assert len(public) > 25
    assert [name for name in public if not getattr(sse.State, name).__doc__] == []


def test_the_options_of_this_version() -> None:
    defaults = {field.name: field.default for field in fields(sse.Rules)}
    assert defaults == {
        "edition": "second",
        "unexplored_passable": True,
        "damaged_passes_unexplored": False,
        "damaged_jump": True,
        "conquered_passable": False,
        "conquest_own_only": False,
        "open_borders": False,
        "toll_compulsory": True,
        "nebula_points": (2, 5, 8),
        "territory_points": 3,
        "bag": None,
    }


def test_reason_ok_is_zero_and_every_other_cites_a_clause() -> None:
    assert int(Reason.OK) == 0
    assert all(reason.clause.startswith("E") for reason in Reason if reason is not Reason.OK)
    rules = (files("sse_core") / "small_star_empires" / "RULES.md").read_text(encoding="utf-8")
    assert [reason.name for reason in Reason if reason.clause not in rules] == []


def test_every_error_is_a_value_error() -> None:
    for error in (sse.SetupError, sse.ArgumentError, sse.RangeError, sse.NotationError, sse.IllegalActionError):
        assert issubclass(error, sse.SseError)
        assert issubclass(error, ValueError)
    assert not issubclass(sse.ArgumentError, sse.SetupError)
    assert not issubclass(sse.SetupError, sse.ArgumentError)
    assert issubclass(sse.GameOverError, sse.IllegalActionError)
    assert issubclass(sse.RangeError, sse.ArgumentError)
    assert issubclass(sse.RangeError, IndexError)


def test_what_ships_is_there() -> None:
    package = files("sse_core")
    for name in (
        "py.typed",
        "__init__.pyi",
        "jump_wars/__init__.pyi",
        "_fast.pyi",
        "_fast.pxd",
        "_core/bits.pxd",
        "_core/small_star_empires/strength/tree.pxd",
        "small_star_empires/RULES.md",
    ):
        assert package.joinpath(name).is_file(), name
    assert set(sse.maps()) >= {"base-2p", "base-3p", "base-4p", "base-2p-balanced"}


def test_published_maps_are_what_base_map_lays_out() -> None:
    for players in (2, 3, 4):
        assert sse.maps()[f"base-{players}p"] is sse.base_map(players)
        assert sse.maps()[f"base-{players}p-balanced"] is sse.base_map(players, holes="balanced")
        assert sse.maps()[f"base-{players}p-wormholes"] is sse.base_map(players, holes="wormholes")
        assert sse.maps()[f"base-{players}p-black-holes"] is sse.base_map(players, holes="black_holes")


def test_what_others_test_with() -> None:
    from sse_core import testing

    values = {"CHECKS", "EVENTS"}
    assert {name for name in dir(testing) if not getattr(testing, name).__doc__} <= values
    assert [entry.value for entry in entry_points(group="hypothesis", name="sse_core")] == [
        "sse_core.testing.registration:register"
    ]
    for name in ("hexes", "boards", "maps", "rules", "states", "actions", "games", "seeds"):
        parameters = inspect.signature(getattr(testing, name)).parameters.values()
        assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in parameters), name


def test_the_command_is_installed() -> None:
    assert [entry.value for entry in entry_points(group="console_scripts", name="sse")] == ["sse_core.__main__:main"]
    done = subprocess.run([sys.executable, "-m", "sse_core", "--version"], capture_output=True, text=True, check=True)
    assert sse.__version__ in done.stdout
