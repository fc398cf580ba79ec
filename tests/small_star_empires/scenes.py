"""Positions and actions in a short notation, for the tables of the rule tests.

A map is a drawing as `parse_map` takes it; systems are named as on the map, ``a1`` being the first of the first row.
``a3*`` is a damaged ship at a3, ``a3s`` a station there, ``a3=asteroid`` a tile revealed there. ``a1-a3=C`` is an
action as players write it, ``a3!-a4=C`` one of the damaged ship of two; ``a1-a3=CS`` stands for two actions, one with
each piece, and ``$2`` behind an action is its toll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from operator import attrgetter
from typing import Final, TypeAlias

import pytest
from tests.small_star_empires.strategies import AnyState

from sse_core import CHANCE, Action, Board, IllegalActionError, Outcome, Rules, State, parse_map
from sse_core.small_star_empires import Banked, Choose, Move, Piece, Reason, Reserve, Reveal, Stay, Tile, position
from sse_core.small_star_empires.positions.checks import DueKind

Implementation: TypeAlias = Callable[[State], AnyState]
Refusal: TypeAlias = Reason | tuple[Reason, str]
"""Why an action is refused; with a text, the whole message, or ``(E3.4)``, the clause that it cites."""

ids = attrgetter("id")

_SEATS: Final = "ABCD"
_PIECES: Final[Mapping[str, Piece | None]] = {"C": "city", "S": "station", "": None}
_LETTERS: Final = {"city": "=C", "station": "=S", None: ""}
_DUE: Final[Mapping[str, DueKind]] = {"reveal": "reveal", "refuel": "refuel", "choose": "choose"}


@dataclass(frozen=True)
class Scene:
    """A position in short notation."""

    id: str
    map: str
    _: KW_ONLY
    held: tuple[str, ...] = ()
    found: str = ""
    """The tiles that lie face up."""

    conquered: str = ""
    ships: tuple[str, ...] | None = None
    reserves: tuple[tuple[int, int], ...] | None = None
    received: tuple[int, ...] | None = None
    banked: tuple[tuple[int, int], ...] | None = None
    passed: tuple[bool, ...] | None = None
    mover: int | None = 0
    due: str | None = None
    """What is due and where, such as ``refuel a3``."""

    over: bool = False
    """All have passed, whatever `mover` and `passed` say."""

    rules: Rules = field(default_factory=Rules)

    @property
    def state(self) -> State:
        board = parse_map(self.map)
        named = [(name, player) for player, names in enumerate(self.held) for name in names.split()]
        stations: dict[int, Piece] = {cell_of(board, name): "station" for name, _ in named if name.endswith("s")}
        tiles = [word.split("=") for word in self.found.split()]
        what, _, where = (self.due or "").partition(" ")
        return position(
            board,
            owners={cell_of(board, name): player for name, player in named},
            pieces=stations,
            tiles={cell_of(board, name): tile for name, tile in tiles},
            conquered=[cell_of(board, name) for name in self.conquered.split()],
            ships=None if self.ships is None else [ships_of(board, fleet) for fleet in self.ships],
            reserves=self.reserves,
            received=self.received,
            banked=self.banked,
            passed=[True] * board.players if self.over else self.passed,
            mover=None if self.over else self.mover,
            due=(_DUE[what], cell_of(board, where)) if what else None,
            rules=self.rules,
        )


@dataclass(frozen=True)
class Story(Scene):
    """A scene, the actions played in it, and the expected result. None: not compared."""

    _: KW_ONLY
    plays: str = ""
    """One action after the other, each as the legal ones are written."""

    turn: str | None = None
    """Who is to act, and what is due: ``A``, ``A refuel a2``, ``chance reveal a2`` or ``nobody``."""

    legal: str | None = None
    """All that is legal, in any order; nothing else is."""

    refused: Mapping[str, Refusal] | None = None
    out: str | None = None
    """Who has passed, such as ``BC``."""

    now_held: tuple[str, ...] | None = None
    now_conquered: str | None = None
    now_ships: tuple[str, ...] | None = None
    now_reserves: tuple[tuple[int, int], ...] | None = None
    now_received: tuple[int, ...] | None = None
    now_banked: tuple[tuple[int, int], ...] | None = None
    sheets: tuple[tuple[int, int, int, int, int, int], ...] | None = None
    """What each player scores: planets, nebulae, stations, territory, tiles, tolls."""

    outcome: Outcome | None = None

    def played(self, implementation: Implementation) -> AnyState:
        """Return the state after all that is played."""
        state = implementation(self.state)
        for text in self.plays.split():
            state = state.after({text_of(state, action): action for action in state.legal_actions()}[text])
        return state

    @property
    def expected(self) -> dict[str, object]:
        """Return the expected values."""
        told: dict[str, object] = {
            name: value for name in (*_LOOKS, "refused") if (value := getattr(self, name)) is not None
        }
        if self.legal is not None:
            told["legal"] = every(self.legal)
        return told

    def seen(self, state: AnyState) -> dict[str, object]:
        """Return the observed values of all that is expected."""
        told: dict[str, object] = {name: look(state) for name, look in _LOOKS.items() if name in self.expected}
        if self.refused is not None:
            told["refused"] = {text: refusal_of(state, text, known) for text, known in self.refused.items()}
        return told


def check_story(story: Story, implementation: Implementation) -> None:
    """Play a story and assert its result, and that the legal actions are those not refused."""
    state = story.played(implementation)
    assert story.expected
    assert story.seen(state) == story.expected
    assert [action for action in state.actions if state.why_not(action) is Reason.OK] == list(state.legal_actions())
    assert state.ply == len(story.plays.split())


# --- words into things


def cell_of(board: Board, name: str) -> int:
    return board.cell_names.index(name.rstrip("s*!"))


def ships_of(board: Board, fleet: str) -> tuple[tuple[int, bool], ...]:
    return tuple(sorted((cell_of(board, ship), ship.endswith("*")) for ship in fleet.split()))


def action_of(board: Board, text: str) -> Action:
    """Return the action that a text names, whatever its toll."""
    if text == "stay":
        return Stay()
    kind, _, name = text.partition("=")
    if kind == "reveal":
        return Reveal(Tile(name))
    if kind == "destroy":
        return Choose(cell_of(board, name))
    way, _, piece = text.partition("$")[0].partition("=")
    origin, target = way.split("-")
    return Move(cell_of(board, origin), cell_of(board, target), _PIECES[piece], origin.endswith("!"))


def every(words: str) -> set[str]:
    """Return the texts of the actions that a short notation stands for."""
    return {
        text
        for word in words.split()
        for text in ([word.replace("CS", letter) for letter in "CS"] if "CS" in word else [word])
    }


def reached(state: AnyState, reach: Mapping[str, str]) -> set[Action]:
    """The moves that take ships to their targets: a repair on the own homeworld, else any piece in stock."""
    board, player = state.board, state.to_act[0]
    cities, stations = state.reserve(player)
    in_stock: dict[Piece | None, int] = {"city": cities, "station": stations}
    kinds = [kind for kind, count in in_stock.items() if count]
    actions: set[Action] = set()
    for ship, targets in reach.items():
        for target in (cell_of(board, name) for name in targets.split()):
            pieces = [None] if target == board.homeworld(player) else kinds
            actions |= {Move(cell_of(board, ship), target, piece, ship.endswith("!")) for piece in pieces}
    return actions


# --- things into words


def text_of(state: AnyState, action: Action) -> str:
    """Return the text of an action, with the toll that it costs."""
    names = state.board.cell_names
    match action:
        case Move(origin, target, piece, damaged):
            toll = state.toll(action)
            price = f"${toll}" if toll else ""
            return f"{names[origin]}{'!' if damaged else ''}-{names[target]}{_LETTERS[piece]}{price}"
        case Reveal(tile):
            return f"reveal={tile}"
        case Choose(target):
            return f"destroy={names[target]}"
        case Stay():
            return "stay"


def refusal_of(state: AnyState, text: str, known: Refusal) -> Refusal:
    """Return why an action is refused, in as many words as `known` has."""
    action = action_of(state.board, text)
    reason = state.why_not(action)
    with pytest.raises(IllegalActionError) as refusal:
        state.after(action)
    message = str(refusal.value)
    if refusal.value.reason is not reason:
        return reason, f"after gives another reason: {message}"
    if isinstance(known, Reason):
        return reason if message.endswith(f" ({reason.clause})") else (reason, message)
    return reason, known[1] if known[1].startswith("(") and message.endswith(f" {known[1]}") else message


def _turn(state: AnyState) -> str:
    if not state.to_act:
        return "nobody"
    acting = "chance" if state.to_act == (CHANCE,) else _SEATS[state.to_act[0]]
    return acting if state.due is None else f"{acting} {state.due.what} {state.board.cell_names[state.due.cell]}"


def _legal(state: AnyState) -> set[str]:
    return {text_of(state, action) for action in state.legal_actions()}


def _out(state: AnyState) -> str:
    return "".join(seat for seat, passed in zip(_SEATS, state.passed, strict=False) if passed)


def _held(state: AnyState) -> tuple[str, ...]:
    board, players = state.board, range(state.board.players)
    words: list[list[str]] = [[] for _ in players]
    for cell, name in enumerate(board.cell_names):
        owner, piece = state.owner(cell), state.piece(cell)
        if owner is not None and piece != "homeworld":
            words[owner].append(f"{name}s" if piece == "station" else name)
    return tuple(map(" ".join, words))


def _conquered(state: AnyState) -> str:
    return " ".join(state.board.cell_names[cell] for cell in state.conquered)


def _ships(state: AnyState) -> tuple[str, ...]:
    names = state.board.cell_names
    fleets = (state.ships(player) for player in range(state.board.players))
    return tuple(" ".join(f"{names[cell]}{'*' if damaged else ''}" for cell, damaged in fleet) for fleet in fleets)


def _reserves(state: AnyState) -> tuple[Reserve, ...]:
    return tuple(state.reserve(player) for player in range(state.board.players))


def _received(state: AnyState) -> tuple[int, ...]:
    return tuple(state.received(player) for player in range(state.board.players))


def _banked(state: AnyState) -> tuple[Banked, ...]:
    return tuple(state.banked(player) for player in range(state.board.players))


def _sheets(state: AnyState) -> tuple[tuple[int, ...], ...]:
    return state.score_sheet()


def _outcome(state: AnyState) -> Outcome | None:
    return state.outcome


_LOOKS: Final[Mapping[str, Callable[[AnyState], object]]] = {
    "turn": _turn,
    "legal": _legal,
    "out": _out,
    "now_held": _held,
    "now_conquered": _conquered,
    "now_ships": _ships,
    "now_reserves": _reserves,
    "now_received": _received,
    "now_banked": _banked,
    "sheets": _sheets,
    "outcome": _outcome,
}
