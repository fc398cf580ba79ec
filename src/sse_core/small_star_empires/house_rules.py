"""House rules: the game by a user's variant of the rules in plain Python, a subclass of `reference.State`.

`house_game` makes the game of such a class, or of the file that has it. The game answers `game.Game`, so that bots,
search, records, drawings and the conformance suite take it like any game. Its texts begin with ``ssehouse`` and name
the rule, with a digest of its file. The published game doesn't read them.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property
from hashlib import sha256
from operator import index
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType, ModuleType
from typing import Any, Final, TypeAlias, cast

from .._fast import State as PublishedState
from ..drawing.checks import check_pen
from ..errors import ArgumentError, IllegalActionError, Refusal, SetupError, refused
from ..forms.checks import check_text, no_action, type_named
from ..forms.json_object import JsonObject
from ..forms.kinds import HOUSE_RULE, MAP
from ..forms.lines import Lines
from ..forms.state_form import StateJson, StateText, itself
from ..game import CHANCE, PLAIN, AnyGame, Form, Pen, Preset, Reader, Step, Theme
from ..games import GAMES
from ..play.own_files import module_of
from ..play.state_face import StateFace
from ..seeds import SplitMix64
from . import game, reference
from .actions import Action, Choose, Move, Piece
from .any_state import PlainState
from .board import Board
from .drawing.svg import to_svg
from .drawing.terminal import to_text
from .house_rule_methods import check_methods
from .info import INFO
from .maps.hexes import DIRECTIONS
from .maps.map import format_map, parse_map
from .maps.systems import SEATS, player_name
from .maps.tiles import Tile
from .messages import say
from .options import Rules
from .positions import checks, makers
from .positions.checks import DueKind
from .reasons import Reason
from .steps import refusal_by, steps_by
from .text import json_form
from .text.notation import format_action, parse_action
from .text.state import lines_of, read_lines
from .words import effects
from .words.impossible import impossible
from .words.moves import told_by
from .words.questions import question_by
from .words.refusals import illegal_action

__all__ = ["HouseGame", "HouseReason", "HouseState", "house_game"]

Rule: TypeAlias = type[reference.State]

_PREFIX: Final = f"{INFO.prefix}{HOUSE_RULE}"
_KEY: Final = "house rule"
_DIGITS: Final = 16
_WIDTH: Final = 80
_NAME: Final = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}"
_WRITTEN: Final = re.compile(rf"({_NAME}) ({_NAME}) ([0-9a-f]{{{_DIGITS}}})")
_FIELDS: Final = tuple(field.name for field in fields(reference.State))

_LANDINGS: Final = frozenset(
    {
        Reason.NO_CITY,
        Reason.NO_CITY_TO_EXPLORE,
        Reason.NO_STATION,
        Reason.OWN_SYSTEM,
        Reason.OPPONENT_SYSTEM,
        Reason.ASTEROID_FIELD,
        Reason.NORDINN_SYSTEM,
        Reason.CONQUERED_SYSTEM,
        Reason.DAMAGED_EXPLORER,
        Reason.EXPLORES_WITH_CITY,
    }
)
_WAYS: Final = frozenset(
    {
        Reason.NO_DAMAGED_JUMP,
        Reason.OUT_OF_RANGE,
        Reason.BLOCKED,
        Reason.BLOCKED_BY_ASTEROIDS,
        Reason.BLOCKED_BY_NORDINN,
        Reason.BLOCKED_BY_CONQUEST,
        Reason.BLOCKED_BY_UNEXPLORED,
        Reason.BLOCKED_FOR_DAMAGED,
        Reason.NO_TOLL,
    }
)
_DUE: Final = frozenset(
    {
        Reason.REVEAL_FIRST,
        Reason.FUEL_FIRST,
        Reason.CHOICE_FIRST,
        Reason.NO_REVEAL,
        Reason.NO_DESTRUCTION,
        Reason.MUST_MOVE,
        Reason.FREE_MOVES,
    }
)
_ABOUT_RULES: Final = _LANDINGS | _WAYS | _DUE | {Reason.NO_CHOICE, Reason.NOT_ADJACENT}
"""The reasons that depend on the rules. All others depend only on the turn, or on the pieces and their places."""

_WHOLE: Final = ("legal_actions", "_actions", "_turn", "_moves", "_priced_moves")
"""The methods that give all legal actions: a rule that replaces one of them may change anything."""


class HouseReason(Refusal):
    """The reason why the house rule alone refuses an action; other actions are refused with a `Reason`."""

    OK = 0, ""
    HOUSE_RULE = len(Reason), _KEY


class HouseState(PlainState, StateFace, reference.State):
    """A position by a house rule. Its class also has the rule's own class as a parent, above `reference.State`."""

    rule_game: HouseGame

    @property
    def game(self) -> Any:
        """The game by the house rule."""
        return self.rule_game

    @cached_property
    def _legal(self) -> tuple[Action, ...]:
        # A rule may yield the same action several times.
        return tuple(dict.fromkeys(super().legal_actions()))

    def legal_actions(self, player: int | None = None) -> Sequence[Action]:
        """Return the legal actions of the player to act, or of chance, by ascending id."""
        if player not in (None, CHANCE):
            self.board.check_player(player)
        return self._legal if player in (None, *self.to_act) else ()

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """Return the ids of the legal actions, ascending."""
        return tuple(map(self._id, self.legal_actions(player)))

    def legal_count(self) -> int:
        """Return the number of legal actions."""
        return len(self._legal)

    def after(self, action: Action | int, player: int | None = None) -> HouseState:
        """Return the state after an action or its id; raise IllegalActionError if the rules refuse it."""
        if error := self._judged(action, player):
            raise error
        return cast(HouseState, super().after(self._named(action), player))

    def resolve(self, rng: SplitMix64) -> HouseState:
        """Return the state after drawing chance events until none is due."""
        return cast(HouseState, super().resolve(rng))

    def view(self, player: int) -> HouseState:
        """Return the state as a player may know it."""
        return cast(HouseState, super().view(player))

    def why_not(self, action: Action | int, player: int | None = None) -> Any:
        """Return the reason for which an action is refused: a `Reason` or a `HouseReason`; 0 if it is legal."""
        error = self._judged(action, player)
        return error.reason if error else Reason.OK

    def _named(self, action: Action | int) -> Action | int:
        if isinstance(action, bool) or not (isinstance(action, Action) or hasattr(action, "__index__")):
            raise no_action(action)
        return super()._named(action if isinstance(action, Action) else index(action))

    def _id(self, action: Action) -> int:
        found = self.board.action_id(action)
        if found is None:
            name = self.rule_game.name
            raise ArgumentError(
                f"{name} allows more than the board's table of actions: {impossible(self.board, action)}"
            )
        return found

    def is_jump(self, move: Move) -> bool:
        """Return whether a legal move is a jump by the rule: a jump leads there, and no free flight does (E4.1)."""
        mover = self.mover
        if mover is None or self.pending is not None:
            return False
        damaged = self._is_damaged(mover, move)
        if move.target not in self._jumps(move.origin, damaged):
            return False
        for direction in range(len(DIRECTIONS)):
            for cell in self._flight(mover, move.origin, direction, damaged):
                if cell == move.target:
                    return False
                if self.owner(cell) not in (None, mover):
                    break
        return True

    # --- why an action is refused

    def _judged(self, action: Action | int, player: int | None) -> IllegalActionError | None:
        """Return the error for an action that is refused, None if it is legal.

        The published rules give the reason if they also refuse the action, for a reason that the house rule doesn't
        change.
        """
        named, legal = self._named(action), self.legal_actions(player)
        if not isinstance(named, int) and named in legal:
            return None
        published = self.rule_game.published(self)
        reason = published.why_not(named, player)
        if isinstance(named, int) or self.board.action_id(named) is None:
            return illegal_action(published, named, reason, player)
        if reason and self._agrees(published, reason, named):
            return illegal_action(published, named, reason, player)
        text, rule = format_action(named, self.board), self.rule_game
        words = say("{action} is not allowed by {rule}: {about}", action=text, rule=rule.name, about=rule.about)
        return refused(words, HouseReason.HOUSE_RULE)

    def _agrees(self, published: reference.State, reason: Reason, action: Action) -> bool:
        """Return whether the rule doesn't change the part of the rules that a reason of the published game is about."""
        mover = self.mover
        if mover is None or reason not in _ABOUT_RULES:
            return True
        if self._allows_more(published, action):
            return False
        match action:
            case Choose() if self.pending is not None:
                cell = self.pending[1]
                return self._cities_to_destroy(mover, cell) == published._cities_to_destroy(mover, cell)
            case Move(origin, target):
                damaged = self._is_damaged(mover, action)
                if reason is Reason.NOT_ADJACENT:
                    return {*self._second_moves(mover, origin)} == {*published._second_moves(mover, origin)}
                if reason in _LANDINGS:
                    return self._landings(mover, target, damaged) == published._landings(mover, target, damaged)
                ours, theirs = (state._ways(mover, origin, damaged) for state in (self, published))
                way = (*(published._way(origin, target) or ()), target)
                return all(ours.get(cell) == theirs.get(cell) for cell in way)
            case _:
                return True

    def _allows_more(self, published: reference.State, action: Action) -> bool:
        """Return whether the rule makes its own list of legal actions, with more actions for the same ship."""
        rule = self.rule_game.rule
        if all(getattr(rule, name) is getattr(reference.State, name) for name in _WHOLE):
            return False
        ship = action.origin if isinstance(action, Move) else None
        more = {*self._legal} - {*published.legal_actions()}
        return any(ship is None or (isinstance(other, Move) and other.origin == ship) for other in more)


class HouseGame:
    """The game by a house rule, which answers `game.Game`; `house_game` makes it.

    Its states are of the class `State`, which has the rule's class as a parent.
    """

    def __init__(self, rule: Rule, about: str, path: Path | None) -> None:
        self.rule: Final = rule
        """The class with the rule."""
        self.name: Final = rule.__name__
        self.about: Final = about
        """The rule in words for people."""
        self.path: Final = path
        """The file that the rule was read from; None for a class that Python has imported."""
        self.BOTS: Final[Mapping[str, Any]] = MappingProxyType({})
        self.State: Final = cast(type[HouseState], type(self.name, (HouseState, rule), {"rule_game": self}))
        self.INFO: Final = replace(INFO, name=self.name, title=f"{INFO.title} by {self.name}", prefix=_PREFIX)
        self._text: Final = StateText(f"{_PREFIX}-state", self._checked, itself, self._lines_of, self._read_lines)
        self._json: Final = StateJson(self._text.name, self._checked, itself, self._object_of, self._read_object)
        self.FORM: Final[Form[Any, Action]] = Form(
            example=game.FORM.example,
            read_state=self._text.read_state,
            state_object=self._json.state_object,
            read_state_object=self._json.read_state_object,
            others=MappingProxyType({MAP: Reader(parse_map, format_map)}),
        )
        self.format_state: Final = self._text.format_state
        self.parse_state: Final = self._text.parse_state
        self.state_to_json: Final = self._json.state_to_json
        if path is not None:
            # The file is read now, since it may change after the rule was read from it.
            _ = self.digest

    def __repr__(self) -> str:
        return f"<the game by {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            return house_game, (self.rule,)
        return _reloaded, (str(self.path), self.name, self.digest)

    # --- starts

    @property
    def base(self) -> AnyGame:
        """The published game."""
        return GAMES[INFO.name]

    def by_these_rules(self, state: Any) -> HouseState:
        """Return the position of a published state; if the player to act can't move here, the turn goes on (E2.2).

        A start begins anew, with the first player who can move. A position made by hand is impossible if a player has
        passed who could move.

        Raises TypeError for what is no state of Small Star Empires.
        """
        if not isinstance(state, PublishedState | reference.State):
            raise TypeError(f"a state of {INFO.title} is wanted, not {type_named(state)}")
        same = reference.same(cast(PublishedState, state))
        found = self.State(**{name: getattr(same, name) for name in _FIELDS})
        if state.due is not None or (state.ply and found.mover is None):
            return found
        players, first = state.board.players, found.mover or 0
        if state.ply == 0:
            while found.passed[first - 1] and not all(found.passed):
                first = (first - 1) % players
            anew: dict[str, Any] = {"passed": (False,) * players, "mover": None}
            if replace(same, **anew).turn_comes_to(first) == same:
                return cast(HouseState, replace(found, **anew).turn_comes_to(first))
            first = found.mover or 0
        return cast(HouseState, found.turn_comes_to(first))

    def new_game(
        self, board: Board | None = None, *, players: int | None = None, seed: int | None = None, **options: Any
    ) -> HouseState:
        """Return a new game, with the arguments of the published game's `new_game`."""
        return self.by_these_rules(makers.new_game(board, players=players, seed=seed, **options))

    def map_of(self, state: Any) -> Board:
        """Return the map that a position is played on."""
        return game.map_of(state)

    def presets(self) -> Mapping[str, Preset]:
        """Return the maps that ship."""
        return game.presets()

    def published(self, state: reference.State) -> reference.State:
        """Return the same position by the published rules, in plain Python."""
        return reference.State(**{name: getattr(state, name) for name in _FIELDS})

    # --- the turn and the end

    def max_plies(self, state: Any) -> int:
        """Return the bound of the published rules on the actions that can follow."""
        return makers.max_plies(state)

    def continues_turn(self, state: Any) -> bool:
        """Return whether a reveal, a second move or a choice is due."""
        return game.continues_turn(state)

    def score_table(self, state: Any) -> Sequence[Mapping[str, int]]:
        """Return each seat's points by column."""
        return game.score_table(state)

    def reserve_text(self, state: Any, player: int) -> str:
        """Return the cities and stations that a player has left."""
        return game.reserve_text(state, player)

    def verdict(self, state: Any) -> str:
        """Return the criterion that decided the game, in words: the published one unless the rule has its own end."""
        if self.rule.outcome is reference.State.outcome:
            return game.verdict(state)
        if state.outcome is None:
            raise ArgumentError("an unfinished game has no verdict")
        return say("decided by {criterion}, as {rule} has it", criterion=state.outcome.decided_by, rule=self.name)

    def told(
        self, before: Any, action: Action, after: Any, *, names: Sequence[str] = (), player: int | None = None
    ) -> str:
        """Return an action as a sentence, as in the published game, without points, which the rule may have changed."""
        return told_by(before, action, after, names=names, player=player, points=False)

    def effects(self, before: Any, action: Action, after: Any) -> tuple[str, ...]:
        """Return the effects of an action beyond what `told` says.

        If the published game leads to the same position and scores, they are its effects with their clauses. Else they
        only say who is out and whether the game is over, without clauses.
        """
        rule, twin = self.rule, self.published(before)
        same_scores = rule.score_sheet is reference.State.score_sheet and rule.totals is reference.State.totals
        if same_scores and not twin.why_not(action) and twin.after(action) == self.published(after):
            return effects.effects(before, action, after)
        if before.after(action) != after:
            raise ArgumentError("the action leads to another position than the one after it")
        out = [seat for seat in range(after.board.players) if after.passed[seat] and not before.passed[seat]]
        ended = [] if after.outcome is None else [say("the game is over")]
        return (*(say("{seat} is out for the rest of the game", seat=SEATS[seat]) for seat in out), *ended)

    # --- steps

    def steps(self, state: Any, action: Action, /, player: int | None = None) -> tuple[Step, ...]:
        """Return the choices that make up a legal action, as in the published game, without its notes and clauses."""
        return steps_by(self._checked(state), action, notes=False)  # type: ignore[arg-type]

    def question(self, state: Any, keys: Sequence[str] = (), player: int | None = None) -> str:
        """Return the question to a player for the step after these keys, as in the published game, without clauses."""
        words, _ = question_by(self._checked(state), keys, player, self.steps)  # type: ignore[arg-type]
        return f"{words} ({HouseReason.HOUSE_RULE.clause})"

    def refusal(self, state: Any, keys: Sequence[str], player: int | None = None) -> str:
        """Return why no legal action begins with these keys; the rule, if the published game has such an action."""
        why = refusal_by(self._checked(state), keys, player, self.steps)  # type: ignore[arg-type]
        clause = f"({HouseReason.HOUSE_RULE.clause})"
        if not why or why.endswith(clause) or refusal_by(self.published(state), keys, player, steps_by):  # type: ignore[arg-type]
            return why
        words = say(
            "{action} is not allowed by {rule}: {about}", action=" ".join(keys), rule=self.name, about=self.about
        )
        return f"{words} {clause}"

    # --- texts and drawings

    def parse_action(self, text: str, context: Any) -> Action:
        """Return the action of a text, as the published game writes it."""
        return parse_action(text, context)

    def format_action(self, action: Action | int, context: Any) -> str:
        """Return the text of an action."""
        return format_action(action, context)

    def state_expression(self, state: HouseState) -> str:
        """Return the call that makes a state, for `repr`."""
        return f"{self.name}.parse_state({self.format_state(state)!r})"

    def to_text(
        self, state: Any, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN
    ) -> str:
        """Return the drawing of a state for a terminal, with a line on the rule, or that of a board."""
        rule = wrap(say("House rule {rule}: {about}", rule=self.name, about=self.about), _WIDTH, subsequent_indent="  ")
        if isinstance(state, Board):
            return to_text(state, last=last, marked=marked, pen=pen)
        if (lines := check_pen(pen).lines) is not None:
            pen = replace(pen, lines=max(1, lines - len(rule)))
        return "\n".join([to_text(state, last=last, marked=marked, pen=pen), *rule])

    def to_svg(
        self,
        state: Any,
        *,
        last: Sequence[Action] = (),
        marked: Collection[str] = (),
        theme: Theme = "dark",
        **options: Any,
    ) -> str:
        """Return the drawing of a state, or of a board, as SVG; options as in the published game."""
        return to_svg(state, last=last, marked=marked, theme=theme, **options)

    # --- positions, with the rule that they need

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits of the SHA-256 of the rule's file."""
        return sha256(self._source.read_text(encoding="utf-8").encode()).hexdigest()[:_DIGITS]

    @property
    def _source(self) -> Path:
        try:
            return self.path or Path(inspect.getfile(self.rule))
        except (OSError, TypeError):
            raise ArgumentError(f"{self.name} has no file, which texts of its positions would name") from None

    def rule_name(self) -> str:
        """Return the name of the rule in texts: its file, its class, and the digest."""
        return f"{self._source.name} {self.name} {self.digest}"

    def _checked(self, state: Any) -> HouseState:
        if not isinstance(state, self.State):
            raise TypeError(f"a position by {self.name} is one of its States, not {type(state).__name__}")
        return state

    def _lines_of(self, state: HouseState) -> list[str]:
        return [f"{_KEY}: {self.rule_name()}", *lines_of(cast(Any, state))]

    def _read_lines(self, lines: Lines) -> HouseState:
        word = lines.take(f"{_KEY}: ")
        if word.text != self.rule_name():
            raise word.error(self._why_other(word.text))
        return read_lines(lines, self._position)

    def _object_of(self, state: HouseState) -> dict[str, Any]:
        return {_KEY: self.rule_name(), **json_form.object_of(cast(Any, state))}

    def _read_object(self, found: JsonObject) -> HouseState:
        if (need := found.string(_KEY)) != self.rule_name():
            raise found.error(self._why_other(need), need)
        return json_form.read_object(found, self._position)

    def _why_other(self, need: str) -> str:
        """Return why a text is not one by this rule."""
        wanted = _WRITTEN.fullmatch(need)
        if wanted is None:
            return f"a {_KEY} is written like `{self.rule_name()}`: its file, its class, and the digest of the file"
        if wanted[2] != self.name:
            return f"this is by the {_KEY} {wanted[2]} of {wanted[1]}, and not by {self.name}"
        return f"{wanted[1]} is wanted with the digest {wanted[3]}, and here {self._source.name} has {self.digest}"

    def _position(
        self,
        board: Board,
        *,
        rules: Rules,
        owners: Mapping[int, int],
        pieces: Mapping[int, Piece],
        tiles: Mapping[int, Tile | str],
        conquered: Sequence[int],
        ships: Sequence[Sequence[tuple[int, bool]]],
        reserves: Sequence[Any],
        received: Sequence[int],
        banked: Sequence[Any],
        passed: Sequence[bool],
        mover: int | None,
        due: tuple[DueKind, int] | None,
        ply: int,
    ) -> HouseState:
        """Return the position that a text describes; raise SetupError for a piece at an impossible place.

        The position isn't checked against the published rules, since the rule may have changed them.
        """
        bag = makers.new_game(board, rules=rules).bag
        for cell in (*owners, *(cell for fleet in ships for cell, _ in fleet)):
            if not board.system(cell).can_be_landed_on and (cell in owners or board.system(cell).homeworld is None):
                raise SetupError(f"nothing of a player can be at {board.cell_names[cell]} (E3.4, E3.5)")
        if due is not None and (mover is None or due[1] not in [cell for cell, _ in ships[mover]]):
            raise SetupError(f"{due[0]} is due at {board.cell_names[due[1]]}, where the mover has no ship (E9.2)")
        found = self.State(
            board,
            rules,
            pieces={cell: (owner, pieces.get(cell, "city")) for cell, owner in owners.items()},
            fleets=tuple(tuple(sorted(fleet)) for fleet in ships),
            reserves=tuple(reserves),
            passed=tuple(checks.per_player(board, passed, "passed")),
            mover=mover,
            ply=ply,
            tiles=checks.read_tiles(board, bag, tiles),
            conquered_cells=frozenset(conquered),
            received_cities=tuple(received),
            banked_points=tuple(banked),
            pending=due,
        )
        if mover is not None and not found.legal_actions():
            raise SetupError(f"{player_name(mover)} is to act, but has no action by {self.name}")
        return found


_MADE: Final[dict[tuple[Rule, Path | None], HouseGame]] = {}
"""A cache of games, one for each class and its file: two states are only equal if they have the same game."""


def _game_of(rule: Rule, path: Path | None) -> HouseGame:
    if (rule, path) in _MADE:
        return _MADE[rule, path]
    if not rule.__doc__:
        raise ArgumentError(f"{rule.__name__} has no docstring, whose first line tells players the rule")
    if [field.name for field in fields(rule)] != [*_FIELDS]:
        raise ArgumentError(f"{rule.__name__} has fields of its own, which texts of positions can't hold")
    check_methods(rule)
    about = inspect.cleandoc(rule.__doc__).partition("\n")[0].removesuffix(".")
    return _MADE.setdefault((rule, path), HouseGame(rule, about, path))


def house_game(rules: str | os.PathLike[str] | Rule) -> HouseGame:
    """Return the game by a house rule: a subclass of `reference.State`, or the file that has one.

    It is a `HouseGame`, which bots, records and `testing.check_game` take like any game. Its ``by_these_rules`` makes
    the same position by the house rule of a state of the published game, for `testing.GameMachine`, too.

    The first line of the class's docstring says the rule to players. A file is run, so take none from strangers. It
    stands alone, as a bot's file does: what it imports must be installed, or on Python's path.

    Raises ArgumentError if the file can't be read, fails, or has no such class, or if the class can't be played; the
    message says where and why.

    >>> from sse_core.small_star_empires import reference
    >>> class Sprawl(reference.State):
    ...     '''A territory scores a point for each of its systems.'''
    ...
    ...     def score_sheet(self):
    ...         sheet = super().score_sheet()
    ...         return [score._replace(territory=max(self.territories(seat))) for seat, score in enumerate(sheet)]
    >>> game = house_game(Sprawl)
    >>> game.new_game().totals
    (1, 1)
    >>> from sse_core.small_star_empires import new_game
    >>> game.by_these_rules(new_game()) == game.new_game()
    True
    """
    if isinstance(rules, type):
        if not issubclass(rules, reference.State) or rules is reference.State:
            raise ArgumentError(f"a {_KEY} is a class below small_star_empires.reference.State, not {rules.__name__}")
        return _game_of(rules, None)
    if not isinstance(rules, str | os.PathLike):
        raise TypeError(f"a {_KEY} is a class or the path of a file, not {type(rules).__name__}")
    name = check_text(os.fspath(rules), f"the path of a {_KEY}")
    module = module_of(name, _KEY)
    return _game_of(_rule_in(module, name), Path(str(module.__file__)))


def _rule_in(module: ModuleType, name: str) -> Rule:
    """Return the subclass of `reference.State` in a file; of several, the one that is a subclass of all others."""
    own = [value for value in vars(module).values() if inspect.isclass(value) and value.__module__ == module.__name__]
    rules = [value for value in dict.fromkeys(own) if issubclass(value, reference.State)]
    last = [rule for rule in rules if all(issubclass(rule, other) for other in rules)]
    if not rules:
        raise ArgumentError(f"{name} is no {_KEY}: it has no class below small_star_empires.reference.State")
    if not last:
        names = ", ".join(rule.__name__ for rule in rules)
        raise ArgumentError(f"{name} has {len(rules)} {_KEY}s: {names}; one class below them says which is played")
    return last[0]


def _reloaded(path: str, name: str, digest: str) -> HouseGame:
    """Return the game of a pickle; raise SetupError if the file has changed."""
    found = house_game(path)
    if (found.name, found.digest) != (name, digest):
        raise SetupError(f"{path} is wanted with {name} and the digest {digest}, and has {found.name} {found.digest}")
    return found
