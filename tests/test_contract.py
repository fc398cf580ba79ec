"""The contract, read from the source: what `game.py` keeps, and where each optional Protocol stands.

- `game.py` has what every game answers. An optional Protocol is there only where tools of one floor ask it, which may
  not import each other.
- Any other optional Protocol stands in a module that asks it.
- What a single game answers for a single reader is no Protocol: the reader asks for the attribute.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from tests.test_layers import GAMES, PACKAGE, PYTHON, floor_of, own_imports, read, room_of

import sse_core

CONTRACT: Final = "game"
MOST: Final = 12
"""The most Protocols of `game.py`."""

EVERY: Final = {"AnyGame", "Bot", "Game", "Recorded", "State"}
"""What every game, player and record answers."""

COMMANDS: Final = "play.game_commands"
"""A contract, too: its Protocols ``...Command`` and ``...Commands`` say what the module ``command`` of a game has."""


class Optional(NamedTuple):
    """A Protocol that Python can ask at run time."""

    module: str
    name: str

    @property
    def kind(self) -> type[Any]:
        """The class itself."""
        found: type[Any] = getattr(import_module(f"{PACKAGE}.{self.module}"), self.name)
        return found


def module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def trees() -> dict[str, tuple[Path, ast.Module]]:
    return {module_of(path): (path, ast.parse(read(path))) for path in PYTHON}


def protocols(module: str) -> list[ast.ClassDef]:
    classes = (node for node in trees()[module][1].body if isinstance(node, ast.ClassDef))
    return [each for each in classes if any(ast.unparse(base).partition("[")[0] == "Protocol" for base in each.bases)]


def is_asked_at_run_time(protocol: ast.ClassDef) -> bool:
    return "runtime_checkable" in map(ast.unparse, protocol.decorator_list)


OPTIONAL: Final = [
    Optional(module, each.name)
    for module in trees()
    for each in protocols(module)
    if is_asked_at_run_time(each) and not (module == COMMANDS and each.name.endswith(("Command", "Commands")))
]


def asks(node: ast.AST, name: str) -> bool:
    """Whether ``isinstance`` asks a Protocol somewhere in a node."""
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and ast.unparse(each.func) == "isinstance")
    return any(isinstance(each, ast.Name) and each.id == name for call in calls for each in ast.walk(call.args[1]))


def readers(optional: Optional) -> set[str]:
    """The other modules that take a Protocol, or a function that asks it, from the module where it stands."""
    home = trees()[optional.module][1]
    asking = {node.name for node in home.body if isinstance(node, ast.FunctionDef) and asks(node, optional.name)}
    wanted = {(*optional.module.split("."), name) for name in {optional.name, *asking}}
    return {
        module
        for module, (path, _) in trees().items()
        if module != optional.module and any(found.parts in wanted for found in own_imports(path, read(path)))
    }


def answering(optional: Optional) -> list[str]:
    """The games that answer a Protocol, themselves or by their states."""
    asked = {name: (game, game.new_game(seed=1)) for name, game in sse_core.GAMES.items()}
    return [name for name, values in asked.items() if any(isinstance(value, optional.kind) for value in values)]


def test_the_contract_is_what_every_game_answers() -> None:
    names = {each.name: is_asked_at_run_time(each) for each in protocols(CONTRACT)}
    assert {name for name, optional in names.items() if not optional} == EVERY
    assert len(names) <= MOST


def test_an_optional_protocol_of_the_contract_is_asked_by_tools_that_share_no_other_place() -> None:
    for optional in (each for each in OPTIONAL if each.module == CONTRACT):
        rooms = {room_of(trees()[module][0]) for module in readers(optional)} - GAMES
        top = [room for room in rooms if floor_of(room) == min(map(floor_of, rooms))]
        assert len(top) > 1, optional
        assert {floor_of(room) for room in rooms} == {floor_of(top[0])}, (optional, rooms)


@pytest.mark.parametrize("optional", [each for each in OPTIONAL if each.module != CONTRACT], ids=lambda each: each.name)
def test_an_optional_protocol_stands_where_it_is_asked(optional: Optional) -> None:
    assert asks(trees()[optional.module][1], optional.name)


@pytest.mark.parametrize("optional", OPTIONAL, ids=lambda each: each.name)
def test_no_protocol_is_answered_by_one_game_for_one_reader(optional: Optional) -> None:
    games, asked = answering(optional), readers(optional)
    assert len(games) != 1 or len(asked) > 1, (games, asked)
