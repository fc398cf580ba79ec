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
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import islice
from types import MappingProxyType, ModuleType
from typing import Any, Final, Protocol, cast

from ..bots import BOTS, random
from ..errors import GameOverError, IllegalActionError, Refusal, SseError
from ..game import CHANCE, AnyGame, Form, Game, Info, MapGame, Outcome, SecretState, State
from ..json_object import JsonObject
from ..match import turns_of
from ..records import GameRecord, format_game, parse_game, read
from ..seeds import SplitMix64

__all__ = ["CHECKS", "Check", "check_game"]

_PATIENCE: Final = 100_000
"""The longest game that is waited for, in plies."""


class Check(Protocol):
    """One thing that a game owes to the tools."""

    def __call__(self, game: AnyGame, seed: int, /, **options: Any) -> None:
        """Play a game from a seed, `options` handed to `Game.start`; raise AssertionError where it falls short."""
        ...


_CHECKS: dict[str, Check] = {}

CHECKS: Final[Mapping[str, Check]] = MappingProxyType(_CHECKS)
"""Every check by name, the simplest first: one that fails may make those after it fail too."""


def check_game(game: AnyGame, *, seeds: Iterable[int] = range(4), **options: Any) -> None:
    """Put a game through every check of `CHECKS`, with each of some seeds.

    `game` is a module, or an object, that answers `sse_core.game.Game`; `options` are handed to its `start`. Another
    process must be able to load it: a module by its name, an object by unpickling.

    The views of a game with secrets are checked with its `SecretState.sample`, sealed orders without it too.

    Raises AssertionError at the first thing that the game doesn't do as it should; it names the check and the seed.
    """
    for seed in seeds:
        for check in CHECKS.values():
            check(game, seed, **options)


def _check(name: str) -> Callable[[Check], Check]:
    """Add a check under a name; whatever is raised in it becomes an AssertionError that tells where that was."""

    def add(owed: Check) -> Check:
        @wraps(owed)
        def check(game: AnyGame, seed: int, /, **options: Any) -> None:
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


def _turns(game: AnyGame, seed: int, options: Mapping[str, Any]) -> Iterator[_Turn]:
    """Yield every turn of a game, all chosen at random, chance events and the order of sealed orders too."""
    state, stream = game.start(seed=seed, **options), SplitMix64(seed)
    for _ in range(_PATIENCE):
        actors = state.to_act
        if not actors:
            return
        player = actors[stream.below(len(actors))] if len(actors) > 1 else actors[0]
        legal = state.legal_actions(player)
        _owe(legal, f"player {player} is to act and has no legal action: {state!r}")
        turn = _Turn(state, player, legal[stream.below(len(legal))])
        yield turn
        state = state.after(turn.action, player)
    raise AssertionError(f"the game goes on after {_PATIENCE} plies")


def _states(game: AnyGame, seed: int, options: Mapping[str, Any]) -> list[State[Any]]:
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
def _owes_names(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The game has every name of `Game`, its states every name of `State`."""
    start = game.start(seed=seed, **options)
    for protocol, value in ((Game, game), (State, start)):
        for name in vars(protocol):
            if not name.startswith("_"):
                _owe(hasattr(value, name), f"{protocol.__name__}.{name} is missing")


@_check("info")
def _owes_info(game: AnyGame, seed: int, /, **options: Any) -> None:
    """INFO and FORM are what they promise, every state knows its game, and no game has more seats than INFO says."""
    info = game.INFO
    _owe(isinstance(info, Info), f"INFO is {info!r}")
    _owe(isinstance(game.FORM, Form), f"FORM is {game.FORM!r}")
    _owe(0 < info.least_players <= info.most_players, f"players are {info.least_players} to {info.most_players}")
    _owe(len(set(info.seats)) == len(info.seats) >= info.most_players, f"seats are {info.seats!r}")
    for state in _states(game, seed, options):
        _owe(state.game == game, f"a state says that it belongs to {state.game!r}")
        seats = len(state.totals)
        _owe(info.least_players <= seats <= info.most_players, f"a state has {seats} seats")
        prefix = f"{info.prefix}-state "
        _owe(game.format_state(state).startswith(prefix), f"a position's text doesn't begin with {prefix!r}")


@_check("presets")
def _owes_presets(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Every preset has a line for people, and is a state of the game or a map on which it begins."""
    for name, preset in game.presets().items():
        _owe(preset.about.strip(), f"the preset {name!r} has no line for people")
        on_map = isinstance(game, MapGame) and not hasattr(preset.value, "to_act")
        state = game.new_game(preset.value) if isinstance(game, MapGame) and on_map else preset.value
        _owe(hasattr(state, "to_act") and state.game == game, f"the preset {name!r} is {preset.value!r}")


@_check("turns")
def _owes_turns(game: AnyGame, seed: int, /, **options: Any) -> None:
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
def _owes_ids(game: AnyGame, seed: int, /, **options: Any) -> None:
    """An action's id is its place in the table, legal actions ascend, and ids and actions serve alike."""
    for turn in _turns(game, seed, options):
        state = turn.state
        places = {action: index for index, action in enumerate(state.actions)}
        _owe(len(places) == len(state.actions), "an action stands in the table twice")
        for player in state.to_act:
            legal = state.legal_actions(player)
            _owe(all(action in places for action in legal), f"a legal action isn't in the table: {legal}")
            ids = tuple(places[action] for action in legal)
            _owe(list(ids) == sorted(set(ids)), f"legal actions don't ascend by id: {ids}")
            _owe(state.legal_ids(player) == ids, f"legal_ids are {state.legal_ids(player)}, of legal_actions {ids}")
        for player in {CHANCE, *_seats(state)} - {*state.to_act}:
            _owe(state.legal_ids(player) == (), f"player {player} isn't to act and has legal ids")
        by_action = state.after(turn.action, turn.player)
        by_id = state.after(places[turn.action], turn.player)
        _owe(by_id == by_action, f"{turn.action!r} and its id {places[turn.action]} lead to different states")


@_check("immutability")
def _owes_immutability(game: AnyGame, seed: int, /, **options: Any) -> None:
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
def _owes_hashes(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The same state reached twice is equal and hashes equal; other states, and other things, are unequal."""
    states, again = _states(game, seed, options), _states(game, seed, options)
    for state, twin in zip(states, again, strict=True):
        _owe(state == twin, f"ply {state.ply}, reached twice, is unequal to itself")
        _owe(hash(state) == hash(twin), f"ply {state.ply}, reached twice, has two hashes")
        _owe(state != object(), "a state equals anything")
    _owe(len(set(states)) == len(states), "two states of one game are equal")


@_check("end")
def _owes_end(game: AnyGame, seed: int, /, **options: Any) -> None:
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
def _owes_bound(game: AnyGame, seed: int, /, **options: Any) -> None:
    """No more actions follow a state than `max_plies` says."""
    states = _states(game, seed, options)
    for done, state in enumerate(states):
        bound, follow = game.max_plies(state), len(states) - 1 - done
        _owe(follow <= bound, f"{follow} actions follow ply {state.ply}, and max_plies says {bound}")


@_check("chance")
def _owes_chance(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Odds are those of the legal chance events, positive, and add to one; `resolve` draws by them."""
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
        drawn, stream = state, SplitMix64(seed)
        while drawn.to_act == (CHANCE,):
            drawn = drawn.after(stream.draw(drawn.odds()), CHANCE)
        _owe(resolved == drawn, "resolve doesn't draw events as SplitMix64.draw does from the odds")


@_check("refusals")
def _owes_refusals(game: AnyGame, seed: int, /, **options: Any) -> None:
    """An action that isn't legal raises IllegalActionError: by id, by action, out of the table, and out of turn."""
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


@_check("reasons")
def _owes_reasons(game: AnyGame, seed: int, /, **options: Any) -> None:
    """`why_not` gives the reason that `after` raises with, and 0 for what is legal alone."""
    for state in _states(game, seed, options):
        n, stream = len(state.actions), SplitMix64(seed + state.ply)
        for player in (*_seats(state), CHANCE):
            legal = state.legal_ids(player)
            for index in {*legal[:2], *(stream.below(n) for _ in range(5)), 0, n - 1, n}:
                reason = state.why_not(index, player)
                _owe(isinstance(reason, Refusal), f"why_not({index}, {player}) is {reason!r}")
                _owe((reason == 0) == (index in legal), f"why_not({index}, {player}) is {reason!r}, legal are {legal}")
                if reason:
                    raised = _raises(IllegalActionError, state, index, player)
                    _owe(raised.reason == reason, f"after({index}, {player}) gives {raised.reason!r}, not {reason!r}")


def _raises(kind: type[IllegalActionError], state: State[Any], action: Any, player: int | None) -> IllegalActionError:
    """Return the error that an illegal action raises; raise AssertionError if it raises none, or another one."""
    try:
        state.after(action, player)
    except kind as error:
        return error
    except Exception as error:
        raise AssertionError(f"after({action!r}, {player}) raises {error!r}, not {kind.__name__}") from error
    raise AssertionError(f"after({action!r}, {player}) is illegal and doesn't raise")


@_check("views")
def _owes_views(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A view leaks nothing, and keeps what its player may do.

    An order that is sealed shows in nobody else's view before all are given. A view of a view is the same. States that
    `SecretState.sample` draws from a view are whole, and give that view again.
    """
    for state in _states(game, seed, options):
        for player in _seats(state):
            view = state.view(player)
            _owe(view.view(player) == view, f"the view of player {player} has another view in it")
            _owe((view.to_act, view.ply) == (state.to_act, state.ply), "a view tells another turn")
            _owe(view.legal_actions(player) == state.legal_actions(player), "a view changes what its player may do")
            if isinstance(state, SecretState):
                sample = state.sample(player, SplitMix64(seed + state.ply))
                _owe(sample.view(player) == view, f"player {player} can tell {state!r} from {sample!r}")
                again = cast(SecretState, view).sample(player, SplitMix64(seed + state.ply))
                _owe(again == sample, f"player {player} samples {sample!r} from the state, {again!r} from its view")
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
def _owes_texts(game: AnyGame, seed: int, /, **options: Any) -> None:
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
    try:
        game.parse_state("no such text")
    except SseError:
        return
    raise AssertionError("'no such text' is taken for a position")


@_check("records")
def _owes_records(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A record keeps who acted, replays to the same states, and is text and back, to a fixed point."""
    states, record = _states(game, seed, options), _record(game, seed, options)
    text = format_game(record)
    again = parse_game(text, game)
    _owe(again == record and hash(again) == hash(record), f"this text parses to another record:\n{text}")
    _owe(read(text, game) == record, f"this text is read as something else:\n{text}")
    _owe(format_game(again) == text, f"this record is written otherwise again:\n{text}")
    _owe(list(again.states()) == states, "a record replays to other states")


@_check("json")
def _owes_json(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Positions and records are JSON and back, to a fixed point."""
    for state in _states(game, seed, options):
        text = state.to_json()
        position = game.FORM.read_state_object(JsonObject.parse(text))
        _owe(position == state, f"this JSON is read as another position: {text}")
        _owe(position.to_json() == text, f"this JSON is written otherwise again: {text}")
        _owe(read(text, game) == state, f"this JSON is read as something else: {text}")
    record = _record(game, seed, options)
    text = record.to_json()
    again = GameRecord.from_json(text, game)
    _owe(again == record, f"this JSON is read as another record: {text}")
    _owe(again.to_json() == text, f"this JSON is written otherwise again: {text}")


def _record(game: AnyGame, seed: int, options: Mapping[str, Any]) -> GameRecord[Any, Any]:
    turns = list(_turns(game, seed, options))
    return GameRecord(game.start(seed=seed, **options), [(turn.player, turn.action) for turn in turns], {"seed": "1"})


@_check("scores")
def _owes_scores(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The score table has a row for each seat, the same columns in each, and the total last; the end has a verdict."""
    *states, last = _states(game, seed, options)
    for state in (*states, last):
        rows = game.score_table(state)
        _owe(len(rows) == len(state.totals), f"the score table has {len(rows)} rows for {len(state.totals)} seats")
        _owe(all(list(row) == list(rows[0]) for row in rows), f"the rows of the score table differ in columns: {rows}")
        _owe(list(rows[0])[-1] == "total", f"the last column of the score table is {list(rows[0])[-1]!r}")
        _owe(tuple(row["total"] for row in rows) == state.totals, f"the score table has other totals: {rows}")
    _owe(game.verdict(last).strip(), "the end has no verdict")
    _owe(game.continues_turn(game.start(seed=seed, **options)) is False, "the first action continues a turn")
    told = {game.continues_turn(state) for state in states}
    _owe(told <= {False, True}, f"continues_turn gives {told}")


@_check("bots")
def _owes_bots(game: AnyGame, seed: int, /, **options: Any) -> None:
    """Every bot for every game, and every bot of the game's own, chooses something legal from a player's view."""
    state = next(state for state in _states(game, seed, options) if state.to_act != (CHANCE,))
    for name, bot in {**BOTS, **game.BOTS}.items():
        for player in state.to_act:
            chosen = bot.choose(state.view(player), player, SplitMix64(seed))
            _owe(chosen in state.legal_actions(player), f"the bot {name!r} chooses {chosen!r}")


@_check("copies")
def _owes_copies(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A copy, a deep copy and what was pickled are equal, hash equal and play on alike."""
    for turn in _turns(game, seed, options):
        state = turn.state
        after = state.after(turn.action, turn.player)
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            _owe(twin == state and hash(twin) == hash(state), f"a copy of ply {state.ply} is another state")
            _owe(_shown(twin) == _shown(state), f"a copy of ply {state.ply} shows something else")
            _owe(twin.after(turn.action, turn.player) == after, f"a copy of ply {state.ply} plays on otherwise")


@_check("effects")
def _owes_effects(game: AnyGame, seed: int, /, **options: Any) -> None:
    """The effects of every action are told in a tuple of sentences, and in the same ones again."""
    for turn in _turns(game, seed, options):
        after = turn.state.after(turn.action, turn.player)
        told = game.effects(turn.state, turn.action, after)
        _owe(type(told) is tuple, f"effects are a {type(told).__name__}, not a tuple")
        _owe(all(type(words) is str and words.strip() for words in told), f"no sentences are the effects {told}")
        again = game.effects(turn.state, turn.action, turn.state.after(turn.action, turn.player))
        _owe(again == told, f"the effects of {turn.action!r} are told in two ways: {told}, {again}")


@_check("drawings")
def _owes_drawings(game: AnyGame, seed: int, /, **options: Any) -> None:
    """A state is drawn the same every time, the end of a game otherwise than its start, and the last action shows."""
    (first, *_, last), (again, *_) = _states(game, seed, options), _states(game, seed, options)
    for draw in (game.to_text, game.to_svg):
        _owe(draw(first) == draw(again), "the same state is drawn in two ways")
        _owe(draw(first) != draw(last), "start and end of a game look the same")
        for turn in _turns(game, seed, options):
            after = turn.state.after(turn.action, turn.player)
            _owe(draw(after, last=[turn.action]) != draw(after), f"the last action {turn.action!r} isn't shown")


@_check("seeds")
def _owes_seeds(game: AnyGame, seed: int, /, **options: Any) -> None:
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


def _told(game: AnyGame, seed: int, options: Mapping[str, Any]) -> list[str]:
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
