"""The conformance suite: checks that every game passes, whatever its rules.

Each check of `CHECKS` tests one promise of the contract `sse_core.game`. It plays a game of random choices from a seed
and raises AssertionError with what the game did wrong. `check_game` runs them all, on a game of your own too.

>>> list(CHECKS)[:4]
['names', 'info', 'presets', 'turns']
"""

from __future__ import annotations

import copy
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import combinations, islice
from types import MappingProxyType, ModuleType
from typing import Any, Final, Protocol, TypeVar, cast, get_args

from ..bots import BOTS, random
from ..drawing.markup import parse as parse_svg
from ..errors import GameOverError, IllegalActionError, Refusal, SseError
from ..forms.json_object import JsonObject
from ..forms.kinds import is_name
from ..game import (
    CHANCE,
    AnyGame,
    EvaluatedGame,
    Form,
    Game,
    Info,
    MapGame,
    Outcome,
    Pen,
    SecretState,
    State,
    Step,
    SteppedGame,
    Theme,
)
from ..play.analysis import Analysis, Line, follow
from ..play.match import stays_sealed, turns_of
from ..play.records import GameRecord, format_game, game_of, parse_game, read
from ..play.search import search_of
from ..seeds import SplitMix64
from . import promises

__all__ = ["CHECKS", "Check", "check_game"]

ErrorT = TypeVar("ErrorT", bound=SseError)

_MAX_PLIES: Final = 100_000
"""A game with more plies counts as endless."""

_STEPPED: Final = 40
"""The most states of a game in which all steps are looked at."""

_FEW: Final = 8
"""The number of actions of a seat that are tried in a state; each costs several views."""

_IN_PICTURES: Final = 12
"""How many moves are drawn as an animation."""

_SHEETS: Final = 3
"""The number of sheets of the same seat with which a sheet of orders is compared."""


_VISITS: Final = 12
"""How long a search goes on."""

_ROUNDED: Final = 1e-9
"""The largest difference between numbers that are equal but for rounding."""

_EVALUATED: Final = 300
"""About so many states of a game are evaluated."""


class Check(Protocol):
    """A test of one promise of the contract."""

    def __call__(self, game: AnyGame, seed: int, /, **options: Any) -> None:
        """Play a game from a seed; raise AssertionError if the promise is broken. `Game.start` gets the `options`."""
        ...


_CHECKS: dict[str, Check] = {}

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(_CHECKS)
"""Every check by name, the simplest first. If a check fails, later ones may fail for the same reason."""


def check_game(game: AnyGame, *, seeds: Iterable[int] = range(4), **options: Any) -> None:
    """Run every check of `CHECKS` on a game, with each seed.

    `game` is a module or an object that answers `sse_core.game.Game`. Its `start` gets the `options`. Another process
    must be able to load it: a module by its name, an object by unpickling.

    Views are checked with `SecretState.sample` where the states have it. Sealed orders are checked in any case.

    Raises AssertionError at the first broken promise. The message names the check and the seed.
    """
    for seed in seeds:
        for check in CHECKS.values():
            check(game, seed, **options)


def _add(name: str) -> Callable[[Check], Check]:
    """Add a check under a name. Every error in it becomes an AssertionError with check, game, seed and options."""

    def add(function: Check) -> Check:
        @wraps(function)
        def check(game: AnyGame, seed: int, /, **options: Any) -> None:
            try:
                function(game, seed, **options)
            except Exception as error:
                label = game.__name__ if isinstance(game, ModuleType) else repr(game)
                message = str(error) if isinstance(error, AssertionError) else f"raises {error!r}"
                where = f"check {name!r} of {label}, seed {seed}, options {options}"
                raise AssertionError(f"{message} ({where})") from error

        _CHECKS[name] = check
        return check

    return add


def _expect(condition: object, message: str) -> None:
    """Raise AssertionError unless a condition holds, under ``python -O`` too."""
    if not condition:
        raise AssertionError(message)


def _expect_all(promised: Iterable[tuple[object, str]]) -> None:
    """Raise AssertionError at the first promise that doesn't hold."""
    for condition, message in promised:
        _expect(condition, message)


# --- a game of random choices


@dataclass(frozen=True)
class _Turn:
    """An action, its player, and the state before it."""

    state: State[Any]
    player: int
    action: Any


def _turns(game: AnyGame, seed: int, options: Mapping[str, Any]) -> Iterator[_Turn]:
    """Yield every turn of a game of random actions, random chance events, and sealed orders in random order."""
    state, stream = game.start(seed=seed, **options), SplitMix64(seed)
    for _ in range(_MAX_PLIES):
        actors = state.to_act
        if not actors:
            return
        player = actors[stream.below(len(actors))] if len(actors) > 1 else actors[0]
        legal = state.legal_actions(player)
        _expect(legal, f"player {player} is to act and has no legal action: {state!r}")
        turn = _Turn(state, player, legal[stream.below(len(legal))])
        yield turn
        state = state.after(turn.action, player)
    raise AssertionError(f"the game goes on after {_MAX_PLIES} plies")


def _states(game: AnyGame, seed: int, options: Mapping[str, Any]) -> list[State[Any]]:
    """Return every state of a game, the last one included."""
    turns = list(_turns(game, seed, options))
    if not turns:
        return [game.start(seed=seed, **options)]
    last = turns[-1]
    return [*(turn.state for turn in turns), last.state.after(last.action, last.player)]


def _some(actions: Sequence[Any], stream: SplitMix64) -> Sequence[Any]:
    """Return all of a few actions, some of many at random."""
    return actions if len(actions) <= _FEW else [stream.choice(actions) for _ in range(_FEW)]


def _seats(state: State[Any]) -> range:
    return range(len(state.totals))


def _values(state: State[Any]) -> list[Any]:
    """Return every value that a state answers with, without its views."""
    actors = (None, CHANCE, *_seats(state))
    legal = [state.legal_actions(actor) for actor in actors]
    return [state.to_act, state.ply, state.totals, state.outcome, legal, state.odds(), hash(state)]


# --- the checks


@_add("names")
def _check_names(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The game has every name of `Game`, its states have every name of `State`, and optional Protocols are whole."""
    start = game.start(seed=seed, **options)
    for protocol, value in ((Game, game), (State, start)):
        for name in vars(protocol):
            if not name.startswith("_"):
                _expect(hasattr(value, name), f"{protocol.__name__}.{name} is missing")
    _expect_all(promises.of_whole_answers(game))


@_add("info")
def _check_info(game: AnyGame, seed: int, /, **options: Any) -> None:
    """INFO and FORM are valid, every state knows its game, and a game has as many seats as it is started for."""
    info = game.INFO
    _expect(isinstance(info, Info), f"INFO is {info!r}")
    _expect(isinstance(game.FORM, Form), f"FORM is {game.FORM!r}")
    _expect(0 < info.least_players <= info.most_players, f"players are {info.least_players} to {info.most_players}")
    _expect(len(set(info.seats)) == len(info.seats) >= info.most_players, f"seats are {info.seats!r}")
    _expect(is_name(f"{info.prefix}-state"), f"the prefix {info.prefix!r} is not 1 to 9 letters from a to z")
    for players in range(info.least_players, info.most_players + 1) if "players" not in options else ():
        seats = len(game.start(players=players, seed=seed, **options).totals)
        _expect(seats == players, f"a game for {players} has {seats} seats")
    for state in _states(game, seed, options):
        _expect(state.game == game, f"a state says that it belongs to {state.game!r}")
        seats = len(state.totals)
        _expect(info.least_players <= seats <= info.most_players, f"a state has {seats} seats")
        prefix = f"{info.prefix}-state "
        _expect(game.format_state(state).startswith(prefix), f"a position's text doesn't begin with {prefix!r}")


@_add("presets")
def _check_presets(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Every preset has a line for people, and is a state of the game or a map of it, which is drawn and written."""
    for name, preset in game.presets().items():
        _expect(preset.about.strip(), f"the preset {name!r} has no line for people")
        state = preset.value
        if isinstance(game, MapGame) and game_of(state) is None:
            _expect_all(promises.of_maps(game, state))
            state = cast(MapGame, game).new_game(state)
        _expect(game_of(state) == game, f"the preset {name!r} is {preset.value!r}")


@_add("turns")
def _check_turns(game: AnyGame, seed: int, /, **options: Any) -> None:
    """`to_act` has one of its four forms, and only those to act have legal actions."""
    for state in _states(game, seed, options):
        seats, actors = _seats(state), state.to_act
        if actors != (CHANCE,):
            _expect(type(actors) is tuple and list(actors) == sorted(set(actors)), f"to_act is {actors!r}")
            _expect(set(actors) <= set(seats), f"to_act is {actors!r} with {len(seats)} seats")
        for player in (*seats, CHANCE):
            may = bool(state.legal_actions(player))
            _expect(may == (player in actors), f"{actors} are to act, and player {player} has {may} legal actions")
        expected = state.legal_actions(actors[0]) if actors else ()
        if len(actors) < 2:
            _expect(state.legal_actions() == expected, "legal_actions() are not those of the player to act")


@_add("ids")
def _check_ids(game: AnyGame, seed: int, /, **options: Any) -> None:
    """An action's id is its index in `actions`, legal actions ascend by id, and `after` takes ids and actions alike."""
    for turn in _turns(game, seed, options):
        state = turn.state
        places = {action: index for index, action in enumerate(state.actions)}
        _expect(len(places) == len(state.actions), "an action is in the table twice")
        for player in state.to_act:
            legal = state.legal_actions(player)
            _expect(all(action in places for action in legal), f"a legal action isn't in the table: {legal}")
            ids = tuple(places[action] for action in legal)
            _expect(list(ids) == sorted(set(ids)), f"legal actions don't ascend by id: {ids}")
            _expect(state.legal_ids(player) == ids, f"legal_ids are {state.legal_ids(player)}, of legal_actions {ids}")
        for player in {CHANCE, *_seats(state)} - {*state.to_act}:
            _expect(state.legal_ids(player) == (), f"player {player} isn't to act and has legal ids")
        by_action = state.after(turn.action, turn.player)
        by_id = state.after(places[turn.action], turn.player)
        _expect(by_id == by_action, f"{turn.action!r} and its id {places[turn.action]} lead to different states")
        if len(state.to_act) == 1:
            _expect(state.legal_ids() == state.legal_ids(turn.player), "legal_ids() are not those of the one to act")
            _expect(state.after(turn.action) == by_action, f"after({turn.action!r}) is not done by the one to act")
            _expect(state.why_not(turn.action) == 0, f"why_not({turn.action!r}) is not answered for the one to act")


@_add("immutability")
def _check_immutability(game: AnyGame, seed: int, /, **options: Any) -> None:
    """`after` adds a ply and leaves its receiver unchanged, and no attribute of a state can be set."""
    for turn in _turns(game, seed, options):
        before = _values(turn.state)
        after = turn.state.after(turn.action, turn.player)
        _expect(_values(turn.state) == before, f"after({turn.action!r}) changes its receiver")
        _expect(after.ply == turn.state.ply + 1, f"ply {turn.state.ply} is followed by ply {after.ply}")
        for name in ("to_act", "actions", "ply", "totals", "outcome"):
            value = getattr(after, name)
            try:
                setattr(after, name, value)
            except (AttributeError, TypeError):
                continue
            raise AssertionError(f"{name} of a state can be set")


@_add("hashes")
def _check_hashes(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A state that is reached twice is equal and hashes equal. Other states and other objects are unequal."""
    states, again = _states(game, seed, options), _states(game, seed, options)
    for state, twin in zip(states, again, strict=True):
        _expect(state == twin, f"ply {state.ply}, reached twice, is unequal to itself")
        _expect(hash(state) == hash(twin), f"ply {state.ply}, reached twice, has two hashes")
        _expect(state != object(), "a state equals anything")
    _expect(len(set(states)) == len(states), "two states of one game are equal")


@_add("end")
def _check_end(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A game is over if and only if nobody is to act: only then it has an outcome, and every action is refused."""
    *states, last = _states(game, seed, options)
    for state in states:
        _expect(state.outcome is None, f"{state.to_act} are to act, but there is an outcome: {state.outcome}")
    outcome = last.outcome
    _expect(isinstance(outcome, Outcome), f"the outcome at the end is {outcome!r}")
    assert outcome is not None
    _expect(outcome.totals == last.totals, f"the outcome has totals {outcome.totals}, the state {last.totals}")
    winners = outcome.winners
    _expect(list(winners) == sorted(set(winners)) and set(winners) <= set(_seats(last)), f"winners are {winners}")
    for player in (None, CHANCE, *_seats(last)):
        _expect(last.legal_actions(player) == (), f"player {player} has legal actions after the end")
        for index in range(min(3, len(last.actions))):
            _raises(GameOverError, last, index, player)


@_add("bound")
def _check_bound(game: AnyGame, seed: int, /, **options: Any) -> None:
    """At most `max_plies` actions follow a state."""
    states = _states(game, seed, options)
    for done, state in enumerate(states):
        bound, follow = game.max_plies(state), len(states) - 1 - done
        _expect(follow <= bound, f"{follow} actions follow ply {state.ply}, and max_plies says {bound}")


@_add("chance")
def _check_chance(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The odds are those of the legal chance events, positive, and add to one. `resolve` draws by them."""
    for state in _states(game, seed, options):
        odds = state.odds()
        if state.to_act != (CHANCE,):
            _expect(odds == (), f"{state.to_act} are to act, and chance has odds")
            _expect(state.resolve(SplitMix64(seed)) == state, "resolve changes a state in which no chance event is due")
            continue
        events = tuple(event for event, _ in odds)
        _expect(events == state.legal_actions(CHANCE), f"odds are of {events}, legal are {state.legal_actions(CHANCE)}")
        _expect(all(type(share) is Fraction and share > 0 for _, share in odds), f"odds are {odds}")
        _expect(sum(share for _, share in odds) == 1, f"odds add to {sum(share for _, share in odds)}")
        resolved = state.resolve(SplitMix64(seed))
        _expect(resolved == state.resolve(SplitMix64(seed)), "resolve isn't the same for the same generator")
        _expect(resolved.to_act != (CHANCE,), "resolve leaves a chance event due")
        drawn, stream = state, SplitMix64(seed)
        while drawn.to_act == (CHANCE,):
            drawn = drawn.after(stream.draw(drawn.odds()), CHANCE)
        _expect(resolved == drawn, "resolve doesn't draw events as SplitMix64.draw does from the odds")


@_add("refusals")
def _check_refusals(game: AnyGame, seed: int, /, **options: Any) -> None:
    """An illegal action raises IllegalActionError: by id, by action, with an id out of range, and out of turn.

    An action of a player who isn't there raises any error of ours.
    """
    for state in _states(game, seed, options):
        n, stream = len(state.actions), SplitMix64(seed + state.ply)
        for player in (*_seats(state), CHANCE):
            legal = set(state.legal_actions(player))
            for index in {*(stream.below(n) for _ in range(5)), 0, n - 1}:
                if state.actions[index] not in legal:
                    _raises(IllegalActionError, state, index, player)
                    _raises(IllegalActionError, state, state.actions[index], player)
            for index in (-1, -n, n, 1 << 31, 1 << 64, -(1 << 64)):
                _raises(IllegalActionError, state, index, player)
        for player in (len(_seats(state)), CHANCE - 1, 1 << 64):
            _raises(SseError, state, stream.below(n), player)


@_add("reasons")
def _check_reasons(game: AnyGame, seed: int, /, **options: Any) -> None:
    """`why_not` gives the reason that `after` raises with, 0 for what is legal alone, by id and by action."""
    for state in _states(game, seed, options):
        n, stream = len(state.actions), SplitMix64(seed + state.ply)
        for player in (*_seats(state), CHANCE):
            legal = state.legal_ids(player)
            for index in {*legal[:2], *(stream.below(n) for _ in range(5)), 0, n - 1, n, -1}:
                reason = state.why_not(index, player)
                _expect(isinstance(reason, Refusal), f"why_not({index}, {player}) is {reason!r}")
                _expect(
                    (reason == 0) == (index in legal), f"why_not({index}, {player}) is {reason!r}, legal are {legal}"
                )
                if 0 <= index < n:
                    action = state.actions[index]
                    same = state.why_not(action, player)
                    _expect(same == reason, f"why_not({action!r}, {player}) is {same!r}, by its id {reason!r}")
                if reason:
                    raised = _raises(IllegalActionError, state, index, player)
                    _expect(
                        raised.reason == reason, f"after({index}, {player}) gives {raised.reason!r}, not {reason!r}"
                    )


def _raises(kind: type[ErrorT], state: State[Any], action: Any, player: int | None) -> ErrorT:
    """Return the error that an illegal action raises; raise AssertionError if it raises none or another kind."""
    try:
        state.after(action, player)
    except kind as error:
        return error
    except Exception as error:
        raise AssertionError(f"after({action!r}, {player}) raises {error!r}, not {kind.__name__}") from error
    raise AssertionError(f"after({action!r}, {player}) is illegal and doesn't raise")


@_add("views")
def _check_views(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A view hides the secrets of others and keeps the legal actions of its player.

    The view of a view is the same view. A state from `SecretState.sample` has the same view, and the view samples the
    same state.
    """
    views, stream = list[tuple[State[Any], State[Any]]](), SplitMix64(seed)
    for state in _states(game, seed, options):
        for player in _seats(state):
            view = state.view(player)
            _expect(view.view(player) == view, f"the view of player {player} is not its own view")
            _expect((view.to_act, view.ply) == (state.to_act, state.ply), "a view has another turn")
            _expect(
                view.legal_actions(player) == state.legal_actions(player),
                "a view has other legal actions for its player",
            )
            for action in _some(view.legal_actions(player), stream):
                ply = view.after(action, player).ply
                _expect(ply == state.ply + 1, f"ply {state.ply}, seen by player {player}, is followed by ply {ply}")
            if isinstance(state, SecretState):
                sample = state.sample(player, SplitMix64(seed + state.ply))
                _expect(sample.view(player) == view, f"player {player} can tell {state!r} from {sample!r}")
                _expect(
                    sample.legal_actions(player) == state.legal_actions(player),
                    f"player {player} has other legal actions in {sample!r} than in {state!r}",
                )
                again = cast(SecretState, view).sample(player, SplitMix64(seed + state.ply))
                _expect(again == sample, f"player {player} samples {sample!r} from the state, {again!r} from its view")
                views += [(view, sample)] * (view != state)
    # A single sample may happen to be what the view has in the place of what it hides.
    _expect(not views or any(view != sample for view, sample in views), "samples are views, and no whole states")


@_add("seals")
def _check_seals(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Orders stay sealed while anybody writes, are one turn, and it never matters which seat writes first."""
    stream, sealed = SplitMix64(seed), False
    for turn in _turns(game, seed, options):
        state, after = turn.state, turn.state.after(turn.action, turn.player)
        if sealed or len(state.to_act) > 1:
            _check_hiding(state, sealed, stream)
        if not sealed and len(state.to_act) > 1:
            _check_sheets(state, stream)
        sealed = stays_sealed(state, after, sealed)


def _check_hiding(state: State[Any], sealed: bool, stream: SplitMix64) -> None:
    """Raise if a seat sees which sealed action another one takes, or if the action ends the turn."""
    seen: dict[Any, State[Any]] = {}
    for writer in state.to_act:
        for action in _some(state.legal_actions(writer), stream):
            after = state.after(action, writer)
            if not stays_sealed(state, after, sealed):
                continue
            _expect(
                state.game.continues_turn(after), f"a new turn begins after {action!r}, and orders are still written"
            )
            for other in {*_seats(state)} - {writer}:
                view = after.view(other)
                same = seen.setdefault((writer, other, after.to_act), view) == view
                _expect(same, f"player {other} sees what player {writer} writes")


def _check_sheets(state: State[Any], stream: SplitMix64) -> None:
    """Raise if it matters which seat writes first, or if a seat sees the sheet of another one before its time."""
    writers = state.to_act
    sheets = {writer: _sheet(state, writer, stream) for writer in writers}
    parts = {writer: sheet[: stream.below(len(sheet) + 1)] for writer, sheet in sheets.items()}
    for written in (sheets, parts):
        after = _written(state, ((seat, action) for seat, sheet in written.items() for action in sheet))
        for _ in range(2):
            mixed = _written(state, _mixed(written, stream))
            _expect(mixed == after, f"it matters which of the players {writers} is first to write")
    for writer in writers:
        others = [(seat, action) for seat, sheet in sheets.items() if seat != writer for action in sheet]
        # The last one alone is still to write, or everybody is.
        for before in (_written(state, others), state):
            for _ in range(_SHEETS):
                _check_alike(before, writer, sheets[writer], _sheet(state, writer, stream))


def _check_alike(state: State[Any], writer: int, one: Iterable[Any], two: Iterable[Any]) -> None:
    """Raise if another seat sees which of two sheets a seat writes, as long as both are sealed and equally long."""
    first = second = state
    for ours, theirs in zip(one, two, strict=False):
        before, (first, second) = (first, second), (first.after(ours, writer), second.after(theirs, writer))
        if first.to_act != second.to_act or not all(map(stays_sealed, before, (first, second), (True, True))):
            return
        for other in {*_seats(state)} - {writer}:
            _expect(first.view(other) == second.view(other), f"player {other} sees the sheet of player {writer}")


def _sheet(state: State[Any], writer: int, stream: SplitMix64) -> list[Any]:
    """Return what a seat writes at random, up to its last action, while others are still to write."""
    sheet: list[Any] = []
    while writer in state.to_act:
        sheet.append(stream.choice(state.legal_actions(writer)))
        state = state.after(sheet[-1], writer)
    return sheet


def _mixed(sheets: Mapping[int, Sequence[Any]], stream: SplitMix64) -> Iterator[tuple[int, Any]]:
    """Yield the actions of some seats, each with its seat: those of a seat in order, the seats at random."""
    left = {seat: list(sheet) for seat, sheet in sheets.items() if sheet}
    while left:
        seat = stream.choice(list(left))
        yield seat, left[seat].pop(0)
        if not left[seat]:
            del left[seat]


def _written(state: State[Any], moves: Iterable[tuple[int, Any]]) -> State[Any]:
    """Return the state after actions of given seats."""
    for seat, action in moves:
        state = state.after(action, seat)
    return state


@_add("texts")
def _check_texts(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The texts of positions and actions parse back to them, to a fixed point. Other texts are refused."""
    for state in _states(game, seed, options):
        text = game.format_state(state)
        _expect(game.parse_state(text) == state, f"this text parses to another position:\n{text}")
        _expect(game.format_state(game.parse_state(text)) == text, f"this text is written otherwise again:\n{text}")
        for player in state.to_act:
            legal = state.legal_actions(player)
            texts = [game.format_action(action, state) for action in legal]
            _expect(len(set(texts)) == len(texts), f"two actions have one text: {texts}")
            for action, named in zip(legal, texts, strict=True):
                _expect(
                    game.parse_action(named, state) == action, f"{named!r} parses to another action than {action!r}"
                )
    try:
        game.parse_state("no such text")
    except SseError:
        return
    raise AssertionError("'no such text' parses to a position")


@_add("records")
def _check_records(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A record keeps the seats, replays to the same states, and its text parses back to it, to a fixed point."""
    states, record = _states(game, seed, options), _record(game, seed, options)
    text = format_game(record)
    again = parse_game(text, game)
    _expect(again == record and hash(again) == hash(record), f"this text parses to another record:\n{text}")
    _expect(read(text, game) == record, f"this text is read as something else:\n{text}")
    _expect(format_game(again) == text, f"this record is written otherwise again:\n{text}")
    _expect(list(again.states()) == states, "a record replays to other states")


@_add("json")
def _check_json(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The JSON of positions and records is read back to them, to a fixed point."""
    for state in _states(game, seed, options):
        text = state.to_json()
        position = game.FORM.read_state_object(JsonObject.parse(text))
        _expect(position == state, f"this JSON is read as another position: {text}")
        _expect(position.to_json() == text, f"this JSON is written otherwise again: {text}")
        _expect(read(text, game) == state, f"this JSON is read as something else: {text}")
    record = _record(game, seed, options)
    text = record.to_json()
    again = GameRecord.from_json(text, game)
    _expect(again == record, f"this JSON is read as another record: {text}")
    _expect(again.to_json() == text, f"this JSON is written otherwise again: {text}")


def _record(game: AnyGame, seed: int, options: Mapping[str, Any]) -> GameRecord[Any, Any]:
    turns = list(_turns(game, seed, options))
    return GameRecord(game.start(seed=seed, **options), [(turn.player, turn.action) for turn in turns], {"seed": "1"})


@_add("steps")
def _check_steps(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A game's steps, where it has them, tell the legal actions of a seat apart, and none are the beginning of others.

    They are the same in the seat's own view. Beginnings of legal actions are not refused, and other ones are.
    """
    if not isinstance(game, SteppedGame):
        return
    stream, states = SplitMix64(seed), _states(game, seed, options)
    for state in states[:: 1 + len(states) // _STEPPED]:
        for actor in state.to_act:
            legal = state.legal_actions(actor)
            chosen = [_keys(game.steps(state, action), action) for action in legal]
            _expect(len({*chosen}) == len(chosen), f"two legal actions have the same steps: {sorted(chosen)}")
            beginnings = {keys[:n] for keys in chosen for n in range(len(keys))}
            for keys in beginnings & {*chosen}:
                raise AssertionError(f"the steps {keys} of an action are the beginning of another's")
            if actor == CHANCE:
                continue
            seen = state.view(actor)
            for action in _some(legal, stream):
                keys = _keys(game.steps(state, action), action)
                _expect(_keys(game.steps(seen, action), action) == keys, f"{action!r} has other steps in a view")
                for n in range(len(keys) + 1):
                    why = game.refusal(seen, keys[:n], actor)
                    _expect(not why, f"the beginning {keys[:n]} of a legal action is refused: {why}")
                wrong = (*keys[:-1], "no such step")
                _expect(game.refusal(seen, wrong, actor).strip(), f"there is no reason against the steps {wrong}")


def _keys(steps: Sequence[Step], action: Any) -> tuple[str, ...]:
    """Return the keys of an action's steps; each step has a key and words."""
    _expect(steps, f"{action!r} has no steps")
    for step in steps:
        _expect(step.key.strip() and step.words.strip(), f"a step of {action!r} has no key or no words: {step}")
    return tuple(step.key for step in steps)


@_add("scores")
def _check_scores(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The score table has a row for each seat, the same columns in all, the total last; the end has a verdict."""
    *states, last = _states(game, seed, options)
    for state in (*states, last):
        rows = game.score_table(state)
        _expect(len(rows) == len(state.totals), f"the score table has {len(rows)} rows for {len(state.totals)} seats")
        _expect(
            all(list(row) == list(rows[0]) for row in rows), f"the rows of the score table differ in columns: {rows}"
        )
        _expect(list(rows[0])[-1] == "total", f"the last column of the score table is {list(rows[0])[-1]!r}")
        _expect(tuple(row["total"] for row in rows) == state.totals, f"the score table has other totals: {rows}")
    _expect(game.verdict(last).strip(), "the end has no verdict")
    _expect(game.continues_turn(game.start(seed=seed, **options)) is False, "the first action continues a turn")
    answers = {game.continues_turn(state) for state in states}
    _expect(answers <= {False, True}, f"continues_turn returns {answers}")


@_add("evaluation")
def _check_evaluation(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A game's `evaluate`, where it has one, gives each seat a number from 0 on: the same for the seat's own view."""
    if not isinstance(game, EvaluatedGame):
        return
    states = _states(game, seed, options)
    for state in states[:: 1 + len(states) // _EVALUATED]:
        worth = tuple(game.evaluate(state))
        _expect(len(worth) == len(state.totals), f"the worth is {worth} for {len(state.totals)} seats")
        _expect(all(number >= 0 for number in worth), f"the worth is {worth}")
        for player in _seats(state):
            seen = game.evaluate(state.view(player))[player]
            _expect(seen == worth[player], f"the worth for player {player} is {worth[player]}, in his view {seen}")


@_add("search")
def _check_search(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The search of a position answers `Search`: the game's own, or the one for any game.

    It is asked early, in the middle and late in a game, at a chance event, and after the end.
    """
    states = _states(game, seed, options)
    chance = [state for state in states if state.to_act == (CHANCE,)]
    choices = [state for state in states if state.to_act not in ((), (CHANCE,))]
    for start in {choices[0], choices[len(choices) // 2], choices[-1], *chance[:1]}:
        state = start
        search, again, whole = (search_of(state, seed=seed) for _ in range(3))
        actor = state.to_act[0]
        _check_analysis(state, actor, search.analysis())
        for visits in (1, _VISITS - 1):
            search.run(visits=visits)
            again.run(visits=visits)
        whole.run(visits=_VISITS)
        found = search.analysis()
        _check_analysis(state, actor, found)
        _expect(found.exact or found.visits == _VISITS, f"{_VISITS} visits were asked for, {found.visits} were made")
        for other, way in ((again, "again"), (whole, "in one run")):
            lines = other.analysis().lines
            _expect(lines == found.lines, f"searched {way} with the same seed, the lines are others: {lines}")
        for _ in range(_FEW):
            state = state.after(search.analysis().lines[0].action, actor)
            search.advance(state)
            if not state.to_act:
                break
            # The lines stay those of the same seat as long as it is to act.
            actor = actor if actor in state.to_act else state.to_act[0]
            _check_analysis(state, actor, search.analysis())
    ended = search_of(states[-1], seed=seed)
    ended.run(visits=1)
    _expect(ended.analysis().lines == (), "there are lines after the end")


def _check_analysis(state: State[Any], actor: int, found: Analysis[Any]) -> None:
    """Raise unless an analysis has lines that can be, the best first, for each action of the one who acts."""
    seats, legal = len(state.totals), state.legal_actions(actor)
    actions = [line.action for line in found.lines]
    _expect(len(actions) == len(legal) and set(actions) == set(legal), f"the lines are of {actions}, legal are {legal}")
    for line in found.lines:
        shares = [float(share) for share in line.value]
        _expect(len(line.value) == len(line.margin) == seats, f"a line for {seats} seats is {line}")
        _expect(all(-_ROUNDED <= share <= 1 + _ROUNDED for share in shares), f"values are {shares}")
        _expect(seats == 1 or abs(sum(shares) - 1) <= _ROUNDED, f"values add to {sum(shares)}")
        _expect(line.error == 0 or (line.error > 0 and not line.exact), f"the error of a line is wrong: {line}")
        _expect(line.visits >= 0 and line.line[:1] == (line.action,), f"a line doesn't begin with its action: {line}")
        for before, player, action in follow(state, line.line, None if actor == CHANCE else actor):
            reason = before.why_not(action, player)
            _expect(reason == 0, f"{action!r} of the line {line.line} is refused: {reason!r}")
    if actor != CHANCE:
        for better, worse in combinations(found.lines, 2):
            _expect(not _is_behind(better, worse, actor), f"this line is not the best one: {better}, {worse}")


def _is_behind(one: Line[Any], other: Line[Any], seat: int) -> bool:
    """Return whether a line should stand behind another one: both are proved and it is worth less, or in all respects.

    In a game for one the best line is the one with the largest expected score, which stands in the margin.
    """
    ours, theirs = (float((line.margin if len(line.value) == 1 else line.value)[seat]) for line in (one, other))
    if one.exact and other.exact:
        return theirs > ours + _ROUNDED
    return not one.exact and bool(one.error) and other.visits > one.visits and theirs > ours + _ROUNDED


@_add("bots")
def _check_bots(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Every bot for every game, and every bot of the game's own, chooses something legal from a player's view.

    They are asked early, in the middle and late in a game; the same view and generator give the same action.
    """
    states = [state for state in _states(game, seed, options) if state.to_act not in ((), (CHANCE,))]
    for name, bot in {**BOTS, **game.BOTS}.items():
        for state in {states[0], states[len(states) // 2], states[-1]}:
            for player in state.to_act:
                chosen = bot.choose(state.view(player), player, SplitMix64(seed))
                _expect(chosen in state.legal_actions(player), f"the bot {name!r} chooses {chosen!r}")
                again = bot.choose(state.view(player), player, SplitMix64(seed))
                _expect(again == chosen, f"the bot {name!r} chooses {chosen!r}, then {again!r} with the same generator")


@_add("fast")
def _check_fast(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The game's own `perft` and `playouts`, where it has them, give what those for every game give."""
    _expect_all(promises.of_fast_play(game, game.start(seed=seed, **options), seed))


@_add("batches")
def _check_batches(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The game's own batches, where it has them, say in arrays what their states say, and play the same games."""
    _expect_all(promises.of_batches(game, game.start(seed=seed, **options), seed))


@_add("copies")
def _check_copies(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A copy, a deep copy and an unpickled state are equal, hash equal, and give the same next state."""
    for turn in _turns(game, seed, options):
        state = turn.state
        after = state.after(turn.action, turn.player)
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            _expect(twin == state and hash(twin) == hash(state), f"a copy of ply {state.ply} is another state")
            _expect(_values(twin) == _values(state), f"a copy of ply {state.ply} has other values")
            _expect(twin.after(turn.action, turn.player) == after, f"a copy of ply {state.ply} plays on otherwise")


@_add("effects")
def _check_effects(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The effects of every action are a tuple of sentences, the same at each call, and give no secret away."""
    stream, sealed = SplitMix64(seed), False
    for turn in _turns(game, seed, options):
        after = turn.state.after(turn.action, turn.player)
        effects = game.effects(turn.state, turn.action, after)
        _expect(type(effects) is tuple, f"effects are a {type(effects).__name__}, not a tuple")
        sentences = all(type(sentence) is str and sentence.strip() for sentence in effects)
        _expect(sentences, f"effects are no sentences: {effects}")
        again = game.effects(turn.state, turn.action, turn.state.after(turn.action, turn.player))
        _expect(again == effects, f"the effects of {turn.action!r} differ between two calls: {effects}, {again}")
        sealed = stays_sealed(turn.state, after, sealed)
        # What is sealed is told when it is open.
        for seat in _seats(after) if not sealed else ():
            told = _effects_elsewhere(turn, after, seat, stream)
            _expect(told in (None, effects), f"the effects of {turn.action!r} tell player {seat} a secret: {effects}")


def _effects_elsewhere(turn: _Turn, after: State[Any], seat: int, stream: SplitMix64) -> tuple[str, ...] | None:
    """Return the effects of an action in another state that looks the same to a seat, before and after the action.

    None if the game has no secrets, or if the action is illegal in the other state or shows which state it is.
    """
    if not isinstance(turn.state, SecretState):
        return None
    other: State[Any] = turn.state.sample(seat, stream)
    if turn.action not in other.legal_actions(turn.player):
        return None
    later = other.after(turn.action, turn.player)
    return turn.state.game.effects(other, turn.action, later) if later.view(seat) == after.view(seat) else None


@_add("drawings")
def _check_drawings(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A state has one drawing, the end of a game another than its start, and the last action is marked.

    Paint changes no column of the drawing for a terminal, nor do characters beyond ASCII.
    """
    (first, *_, last), (again, *_) = _states(game, seed, options), _states(game, seed, options)
    for draw in (game.to_text, game.to_svg):
        _expect(draw(first) == draw(again), "the same state is drawn in two ways")
        _expect(draw(first) != draw(last), "start and end of a game look the same")
        for turn in _turns(game, seed, options):
            after = turn.state.after(turn.action, turn.player)
            _expect(draw(after, last=[turn.action]) != draw(after), f"the last action {turn.action!r} isn't marked")
    for state in (first, last):
        plain = game.to_text(state)
        _expect(plain.isascii(), "the plain drawing has a character beyond ASCII")
        _expect(_STAINS.sub("", game.to_text(state, pen=Pen(_stained))) == plain, "paint changes the drawing")
        columns = [*map(len, plain.splitlines())]
        for pen in (Pen(unicode=True), Pen(_stained, unicode=True)):
            lines = _STAINS.sub("", game.to_text(state, pen=pen)).splitlines()
            _expect([*map(len, lines)] == columns, "characters beyond ASCII change the columns of the drawing")


_STAINS: Final = re.compile("\x02[^\x03]*\x03|\x04")
"""The paint of `_stained`."""


def _stained(words: str, role: str) -> str:
    return f"\x02{role}\x03{words}\x04"


@_add("pictures")
def _check_pictures(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A picture is an SVG document in each theme, and has no place twice.

    A recorded game has one animation and one strip, SVG documents both, and rows that end with its totals.
    """
    for state in islice(_states(game, seed, options), 0, None, 5):
        for theme in get_args(Theme):
            picture = game.to_svg(state, theme=theme)
            _expect(parse_svg(picture).markup == picture, f"the picture in the theme {theme} is no SVG document")
            places = re.findall(r' data-place="([^"]*)"', picture)
            _expect(len({*places}) == len(places), f"a place is twice in a picture: {places}")
    turns = list(islice(_turns(game, seed, options), _IN_PICTURES))
    record: GameRecord[Any, Any] = GameRecord(
        game.start(seed=seed, **options), [(turn.player, turn.action) for turn in turns]
    )
    for picture, again in (
        (record.to_svg(animated=True), record.to_svg(animated=True)),
        (record.to_strip(), record.to_strip()),
    ):
        _expect(parse_svg(picture).markup == picture, "a picture of the game is no SVG document")
        _expect(picture == again, "the same game is drawn in two ways")
    rows = record.to_rows()
    _expect(len(rows) == len(turns), f"{len(turns)} moves have {len(rows)} rows")
    _expect(len({tuple(row) for row in rows}) <= 1, "rows of one game have different keys")
    letters = game.INFO.seats
    for row, state in zip(rows, list(record.states())[1:], strict=True):
        totals = tuple(row[f"total_{letters[seat]}"] for seat in _seats(state))
        _expect(totals == state.totals, f"row {row['ply']} has the totals {totals}, not {state.totals}")


@_add("seeds")
def _check_seeds(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The same seed gives the same game, in this process and in others, whatever their hash seed."""
    texts = _random_game(game, seed, options)
    _expect(_random_game(game, seed, options) == texts, "the same seed gives another game in the same process")
    packed = ("name", game.__name__) if isinstance(game, ModuleType) else ("pickle", pickle.dumps(game))
    sent = pickle.dumps((sys.path, packed, pickle.dumps(options), seed))
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", _OTHER_PROCESS],
            input=sent,
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        _expect(done.returncode == 0, f"another process fails: {done.stderr.decode()}")
        _expect(pickle.loads(done.stdout) == texts, "the same seed gives another game in another process")


def _random_game(game: AnyGame, seed: int, options: Mapping[str, Any]) -> list[str]:
    """Return the texts of the states of a game of random bots."""
    start = game.start(seed=seed, **options)
    turns = turns_of(start, [random.choose] * len(start.totals), seed)
    return [game.format_state(state) for _, _, state in islice(turns, _MAX_PLIES)]


_OTHER_PROCESS: Final = """
import importlib, pickle, sys
path, (kind, what), options, seed = pickle.load(sys.stdin.buffer)
sys.path[:] = path
game = importlib.import_module(what) if kind == "name" else pickle.loads(what)
from sse_core.bots import random
from sse_core.play.match import turns_of
start = game.start(seed=seed, **pickle.loads(options))
turns = turns_of(start, [random.choose] * len(start.totals), seed)
sys.stdout.buffer.write(pickle.dumps([game.format_state(state) for _, _, state in turns]))
"""
"""The script of the other process. It does what `_random_game` does, without loading Hypothesis, which is slow."""
