"""What every game owes to the tools, whatever its rules: `check_game` puts any game through it, a third party's too.

Each check of `CHECKS` asks for one thing, plays a game of random choices from a seed, and raises AssertionError where
the game falls short, with what it did. By name:

>>> list(CHECKS)[:4]
['names', 'turns', 'ids', 'immutability']
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import islice
from types import MappingProxyType, ModuleType
from typing import Any, Final, Protocol

from ..bots import random
from ..errors import GameOverError, IllegalActionError, SseError
from ..game import CHANCE, Game, Outcome, Record, State
from ..match import turns_of
from ..seeds import SplitMix64

__all__ = ["CHECKS", "Check", "check_game"]

_PATIENCE: Final = 100_000
"""The longest game that is waited for, in plies."""


class Check(Protocol):
    """One thing that a game owes to the tools."""

    def __call__(self, game: Game, seed: int, /, **options: Any) -> None:
        """Play a game from a seed, `options` handed to `Game.start`; raise AssertionError where it falls short."""
        ...


_CHECKS: dict[str, Check] = {}

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(_CHECKS)
"""Every check by name, the simplest first: one that fails may make those after it fail too."""


def check_game(game: Game, *, seeds: Iterable[int] = range(4), **options: Any) -> None:
    """Put a game through every check of `CHECKS`, with each of some seeds.

    `game` is a module, or an object, that answers `sse_core.game.Game`; `options` are handed to its `start`. Another
    process must be able to load it: a module by its name, an object by unpickling.

    A game with secrets that chance deals or players keep can have its views checked too if it says which states a
    player can't tell apart: by a function ``alike(state, player, rng)`` beside the others, which returns such a state,
    drawn at random. Sealed orders, where several are to act, need no such help.

    Raises AssertionError at the first thing that the game doesn't do as it should; it names the check and the seed.
    """
    for seed in seeds:
        for check in CHECKS.values():
            check(game, seed, **options)


def _check(name: str) -> Callable[[Check], Check]:
    """Add a check under a name; whatever is raised in it becomes an AssertionError that tells where that was."""

    def add(owed: Check) -> Check:
        @wraps(owed)
        def check(game: Game, seed: int, /, **options: Any) -> None:
            try:
                owed(game, seed, **options)
            except Exception as error:
                of = game.__name__ if isinstance(game, ModuleType) else repr(game)
                complaint = str(error) if isinstance(error, AssertionError) else f"raises {error!r}"
                raise AssertionError(f"{complaint} (check {name!r} of {of}, seed {seed}, options {options})") from error

        _CHECKS[name] = check
        return check

    return add


def _owe(holds: object, complaint: str) -> None:
    """Raise unless something holds; an assert could be switched off."""
    if not holds:
        raise AssertionError(complaint)


# --- a game to look at


@dataclass(frozen=True)
class _Turn:
    """What was done in a state, and by whom."""

    state: State[Any]
    player: int
    action: Any


def _turns(game: Game, seed: int, options: Mapping[str, Any]) -> Iterator[_Turn]:
    """Yield every turn of a game, all chosen at random, chance too; sealed orders come seat by seat."""
    state, stream = game.start(seed=seed, **options), SplitMix64(seed)
    for _ in range(_PATIENCE):
        if not state.to_act:
            return
        player = state.to_act[0]
        legal = state.legal_actions(player)
        _owe(legal, f"player {player} is to act and has no legal action: {state!r}")
        turn = _Turn(state, player, legal[stream.below(len(legal))])
        yield turn
        state = state.after(turn.action, player)
    raise AssertionError(f"the game goes on after {_PATIENCE} plies")


def _states(game: Game, seed: int, options: Mapping[str, Any]) -> list[State[Any]]:
    """Return every state of a game, the last one too."""
    turns = list(_turns(game, seed, options))
    if not turns:
        return [game.start(seed=seed, **options)]
    last = turns[-1]
    return [*(turn.state for turn in turns), last.state.after(last.action, last.player)]


def _seats(state: State[Any]) -> range:
    return range(len(state.totals))


def _shown(state: State[Any]) -> list[Any]:
    """Return all that a state shows, but for the views of it."""
    actors = (None, CHANCE, *_seats(state))
    legal = [state.legal_actions(actor) for actor in actors]
    return [state.to_act, state.ply, state.totals, state.outcome, legal, state.odds(), hash(state)]


# --- the checks


@_check("names")
def _owes_names(game: Game, seed: int, /, **options: Any) -> None:
    """It answers every name of `Game`, its states every name of `State`, its records every name of `Record`."""
    start = game.start(seed=seed, **options)
    for protocol, thing in ((Game, game), (State, start), (Record, game.GameRecord(start, ()))):
        for name in vars(protocol):
            if not name.startswith("_"):
                _owe(hasattr(thing, name), f"{protocol.__name__}.{name} is missing")


@_check("turns")
def _owes_turns(game: Game, seed: int, /, **options: Any) -> None:
    """`to_act` has one of its four forms, and who isn't to act may do nothing."""
    for state in _states(game, seed, options):
        seats, actors = _seats(state), state.to_act
        if actors != (CHANCE,):
            _owe(type(actors) is tuple and list(actors) == sorted(set(actors)), f"to_act is {actors!r}")
            _owe(set(actors) <= set(seats), f"to_act is {actors!r} with {len(seats)} seats")
        for player in (*seats, CHANCE):
            may = bool(state.legal_actions(player))
            _owe(may == (player in actors), f"{actors} are to act, and player {player} has {may} legal actions")
        expected = state.legal_actions(actors[0]) if actors else ()
        if len(actors) < 2:
            _owe(state.legal_actions() == expected, "legal_actions() are not those of the one to act")


@_check("ids")
def _owes_ids(game: Game, seed: int, /, **options: Any) -> None:
    """An action's id is its place in the table, legal actions ascend, and ids and actions serve alike."""
    for turn in _turns(game, seed, options):
        state = turn.state
        places = {action: index for index, action in enumerate(state.actions)}
        _owe(len(places) == len(state.actions), "an action stands in the table twice")
        for player in state.to_act:
            legal = state.legal_actions(player)
            _owe(all(action in places for action in legal), f"a legal action isn't in the table: {legal}")
            ids = [places[action] for action in legal]
            _owe(ids == sorted(set(ids)), f"legal actions don't ascend by id: {ids}")
        by_action = state.after(turn.action, turn.player)
        by_id = state.after(places[turn.action], turn.player)
        _owe(by_id == by_action, f"{turn.action!r} and its id {places[turn.action]} lead to different states")


@_check("immutability")
def _owes_immutability(game: Game, seed: int, /, **options: Any) -> None:
    """`after` counts a ply, leaves its receiver as it was, and nothing that a state shows can be set."""
    for turn in _turns(game, seed, options):
        before = _shown(turn.state)
        after = turn.state.after(turn.action, turn.player)
        _owe(_shown(turn.state) == before, f"after({turn.action!r}) changes the state that it is asked of")
        _owe(after.ply == turn.state.ply + 1, f"ply {turn.state.ply} is followed by ply {after.ply}")
        for name in ("to_act", "actions", "ply", "totals", "outcome"):
            value = getattr(after, name)
            try:
                setattr(after, name, value)
            except (AttributeError, TypeError):
                continue
            raise AssertionError(f"{name} of a state can be set")


@_check("hashes")
def _owes_hashes(game: Game, seed: int, /, **options: Any) -> None:
    """The same state reached twice is equal and hashes equal; other states, and other things, are unequal."""
    states, again = _states(game, seed, options), _states(game, seed, options)
    for state, twin in zip(states, again, strict=True):
        _owe(state == twin, f"ply {state.ply}, reached twice, is unequal to itself")
        _owe(hash(state) == hash(twin), f"ply {state.ply}, reached twice, has two hashes")
        _owe(state != object(), "a state equals anything")
    _owe(len(set(states)) == len(states), "two states of one game are equal")


@_check("end")
def _owes_end(game: Game, seed: int, /, **options: Any) -> None:
    """A game is over where nobody is to act; there it has an outcome and takes no more actions, and only there."""
    *states, last = _states(game, seed, options)
    for state in states:
        _owe(state.outcome is None, f"{state.to_act} are to act, but there is an outcome: {state.outcome}")
    outcome = last.outcome
    _owe(isinstance(outcome, Outcome), f"the outcome at the end is {outcome!r}")
    assert outcome is not None
    _owe(outcome.totals == last.totals, f"the outcome tells {outcome.totals}, the state {last.totals}")
    winners = outcome.winners
    _owe(list(winners) == sorted(set(winners)) and set(winners) <= set(_seats(last)), f"winners are {winners}")
    for player in (None, CHANCE, *_seats(last)):
        _owe(last.legal_actions(player) == (), f"player {player} has legal actions after the end")
        for index in range(min(3, len(last.actions))):
            _raises(GameOverError, last, index, player)


@_check("bound")
def _owes_bound(game: Game, seed: int, /, **options: Any) -> None:
    """No more actions follow a state than `max_plies` says."""
    states = _states(game, seed, options)
    for done, state in enumerate(states):
        bound, follow = game.max_plies(state), len(states) - 1 - done
        _owe(follow <= bound, f"{follow} actions follow ply {state.ply}, and max_plies says {bound}")


@_check("chance")
def _owes_chance(game: Game, seed: int, /, **options: Any) -> None:
    """Odds are those of the legal chance events, positive, and add to one; `resolve` draws one of them."""
    for state in _states(game, seed, options):
        odds = state.odds()
        if state.to_act != (CHANCE,):
            _owe(odds == (), f"{state.to_act} are to act, and chance has odds")
            _owe(state.resolve(SplitMix64(seed)) == state, "resolve does something where no chance event is due")
            continue
        events = tuple(event for event, _ in odds)
        _owe(events == state.legal_actions(CHANCE), f"odds tell of {events}, legal are {state.legal_actions(CHANCE)}")
        _owe(all(type(share) is Fraction and share > 0 for _, share in odds), f"odds are {odds}")
        _owe(sum(share for _, share in odds) == 1, f"odds add to {sum(share for _, share in odds)}")
        resolved = state.resolve(SplitMix64(seed))
        _owe(resolved == state.resolve(SplitMix64(seed)), "resolve isn't the same for the same generator")
        _owe(resolved.to_act != (CHANCE,), "resolve leaves a chance event due")
        # Chance may come several times in a row; where it comes once, one of the events must have led there.
        outcomes = [state.after(event, CHANCE) for event in events]
        several = any(outcome.to_act == (CHANCE,) for outcome in outcomes)
        _owe(several or resolved in outcomes, "resolve leads where no event does")


@_check("refusals")
def _owes_refusals(game: Game, seed: int, /, **options: Any) -> None:
    """Whatever isn't legal raises IllegalActionError: by id, by action, out of the table, and out of turn."""
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


def _raises(kind: type[IllegalActionError], state: State[Any], action: Any, player: int | None) -> None:
    try:
        state.after(action, player)
    except kind:
        return
    except Exception as error:
        raise AssertionError(f"after({action!r}, {player}) raises {error!r}, not {kind.__name__}") from error
    raise AssertionError(f"after({action!r}, {player}) is illegal and doesn't raise")


@_check("views")
def _owes_views(game: Game, seed: int, /, **options: Any) -> None:
    """A view leaks nothing, and keeps what its player may do.

    An order that is sealed shows in nobody else's view before all are given; a view of a view is the same; states that
    a player can't tell apart (``alike``, where the game has it) look the same.
    """
    alike: Callable[[State[Any], int, SplitMix64], State[Any]] | None = getattr(game, "alike", None)
    for state in _states(game, seed, options):
        for player in _seats(state):
            view = state.view(player)
            _owe(view.view(player) == view, f"the view of player {player} has another view in it")
            _owe((view.to_act, view.ply) == (state.to_act, state.ply), "a view tells another turn")
            _owe(view.legal_actions(player) == state.legal_actions(player), "a view changes what its player may do")
            if alike is not None:
                other = alike(state, player, SplitMix64(seed + state.ply))
                _owe(other.view(player) == view, f"player {player} can tell {state!r} from {other!r}")
        if len(state.to_act) > 1:
            _check_seals(state)


def _check_seals(state: State[Any]) -> None:
    """Raise if a seat can see what another one has sealed, or it matters who is first to seal."""
    one, two = state.to_act[:2]
    ours, theirs = state.legal_actions(one)[-1], state.legal_actions(two)[-1]
    after = state.after(ours, one).after(theirs, two)
    _owe(state.after(theirs, two).after(ours, one) == after, f"it matters which of {one} and {two} is first to seal")
    for giver in state.to_act:
        given = [state.after(action, giver) for action in state.legal_actions(giver)]
        for other in set(state.to_act) - {giver}:
            seen = {after.view(other) for after in given if other in after.to_act}
            _owe(len(seen) <= 1, f"player {other} sees which order player {giver} has sealed")


@_check("texts")
def _owes_texts(game: Game, seed: int, /, **options: Any) -> None:
    """Positions and actions are text and back, each to a fixed point; what is no position is refused."""
    for state in _states(game, seed, options):
        text = game.format_state(state)
        _owe(game.parse_state(text) == state, f"this text parses to another position:\n{text}")
        _owe(game.format_state(game.parse_state(text)) == text, f"this text is written otherwise again:\n{text}")
        for player in state.to_act:
            legal = state.legal_actions(player)
            texts = [game.format_action(action, state) for action in legal]
            _owe(len(set(texts)) == len(texts), f"two actions have one text: {texts}")
            for action, named in zip(legal, texts, strict=True):
                _owe(game.parse_action(named, state) == action, f"{named!r} parses to another action than {action!r}")
    for parse in (game.parse_state, game.parse_game):
        try:
            parse("no such text")
        except SseError:
            continue
        raise AssertionError("'no such text' is taken for a position or a record")


@_check("records")
def _owes_records(game: Game, seed: int, /, **options: Any) -> None:
    """A record replays to the same states, as text too."""
    states, record = _states(game, seed, options), _record(game, seed, options)
    text = game.format_game(record)
    again = game.parse_game(text)
    _owe(again == record and hash(again) == hash(record), f"this text parses to another record:\n{text}")
    _owe(game.format_game(again) == text, f"this record is written otherwise again:\n{text}")
    _owe(list(again.states()) == states, "a record replays to other states")


@_check("json")
def _owes_json(game: Game, seed: int, /, **options: Any) -> None:
    """A record, and a position as that of no actions, is JSON and back, to a fixed point."""
    records = [game.GameRecord(state, ()) for state in _states(game, seed, options)]
    for record in (*records, _record(game, seed, options)):
        text = record.to_json()
        again = type(record).from_json(text)
        _owe(again == record, f"this JSON is read as another record: {text}")
        _owe(again.to_json() == text, f"this JSON is written otherwise again: {text}")


def _record(game: Game, seed: int, options: Mapping[str, Any]) -> Record:
    turns = list(_turns(game, seed, options))
    return game.GameRecord(game.start(seed=seed, **options), tuple(turn.action for turn in turns))


@_check("copies")
def _owes_copies(game: Game, seed: int, /, **options: Any) -> None:
    """A copy, a deep copy and what was pickled are equal, hash equal and play on alike."""
    for turn in _turns(game, seed, options):
        state = turn.state
        after = state.after(turn.action, turn.player)
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            _owe(twin == state and hash(twin) == hash(state), f"a copy of ply {state.ply} is another state")
            _owe(_shown(twin) == _shown(state), f"a copy of ply {state.ply} shows something else")
            _owe(twin.after(turn.action, turn.player) == after, f"a copy of ply {state.ply} plays on otherwise")


@_check("effects")
def _owes_effects(game: Game, seed: int, /, **options: Any) -> None:
    """The effects of every action are told in a tuple of sentences, and in the same ones again."""
    for turn in _turns(game, seed, options):
        after = turn.state.after(turn.action, turn.player)
        told = game.effects(turn.state, turn.action, after)
        _owe(type(told) is tuple, f"effects are a {type(told).__name__}, not a tuple")
        _owe(all(type(words) is str and words.strip() for words in told), f"no sentences are the effects {told}")
        again = game.effects(turn.state, turn.action, turn.state.after(turn.action, turn.player))
        _owe(again == told, f"the effects of {turn.action!r} are told in two ways: {told}, {again}")


@_check("drawings")
def _owes_drawings(game: Game, seed: int, /, **options: Any) -> None:
    """A state is drawn the same every time, the end of a game otherwise than its start, and the last action shows."""
    (first, *_, last), (again, *_) = _states(game, seed, options), _states(game, seed, options)
    for draw in (game.to_text, game.to_svg):
        _owe(draw(first) == draw(again), "the same state is drawn in two ways")
        _owe(draw(first) != draw(last), "start and end of a game look the same")
        for turn in _turns(game, seed, options):
            after = turn.state.after(turn.action, turn.player)
            _owe(draw(after, last=[turn.action]) != draw(after), f"the last action {turn.action!r} isn't shown")


@_check("seeds")
def _owes_seeds(game: Game, seed: int, /, **options: Any) -> None:
    """The same seed gives the same game again, in this process and in others, whatever the seed of their hashes."""
    told = _told(game, seed, options)
    _owe(_told(game, seed, options) == told, "the same seed gives another game in the same process")
    packed = ("name", game.__name__) if isinstance(game, ModuleType) else ("pickle", pickle.dumps(game))
    sent = pickle.dumps((sys.path, packed, pickle.dumps(options), seed))
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", _ELSEWHERE],
            input=sent,
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        _owe(done.returncode == 0, f"another process fails: {done.stderr.decode()}")
        _owe(pickle.loads(done.stdout) == told, "the same seed gives another game in another process")


def _told(game: Game, seed: int, options: Mapping[str, Any]) -> list[str]:
    """Return a game in words."""
    start = game.start(seed=seed, **options)
    turns = turns_of(start, [random.choose] * len(start.totals), seed)
    return [game.format_state(state) for _, _, state in islice(turns, _PATIENCE)]


_ELSEWHERE: Final = """
import importlib, pickle, sys
path, (kind, what), options, seed = pickle.load(sys.stdin.buffer)
sys.path[:] = path
game = importlib.import_module(what) if kind == "name" else pickle.loads(what)
from sse_core.bots import random
from sse_core.match import turns_of
start = game.start(seed=seed, **pickle.loads(options))
turns = turns_of(start, [random.choose] * len(start.totals), seed)
sys.stdout.buffer.write(pickle.dumps([game.format_state(state) for _, _, state in turns]))
"""
"""What another process does: it tells the same, without Hypothesis, which takes long to load."""
