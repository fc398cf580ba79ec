"""Checks of observations: states as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from ...errors import ArgumentError, RangeError
from ...game import ObservationSpace, State
from ...play.batches import VectorGame
from ...play.observation import ObservedGame
from ...play.state_kinds import SecretState
from ...play.turns import stays_sealed
from ...seeds import SplitMix64
from .check import check
from .random_game import FEW, RandomGame, expect, seats_of, some_of

_OF_PLAYER: Final = " of player +"
"""The words in the name of a seat's plane, before the number of places from the observer."""

_STEPS: Final = 12
"""The most steps of a batch that are observed."""


@check("observations")
def check_observations(played: RandomGame) -> None:
    """An observation has the shape, the dtype and the bounds that are told, and tells no secret.

    A state and the seat's own view give the same array. A sealed action changes the array of no other seat. Planes of
    a player are the same for every observer, each at the place that its own seat gives them. A batch observes what its
    states do. What can't be observed is refused.
    """
    game = played.game
    if not isinstance(game, ObservedGame):
        return
    space = _space_of(game, played.new_game())
    for state in played.states:
        expect(game.observation_space(state) == space, "two states of a game have other spaces of observations")
        seen = [_observed(game, space, state, seat) for seat in seats_of(state)]
        _check_turning(space, seen)
        for seat, array in enumerate(seen):
            _check_knowledge(game, state, seat, array, played.seed)
    for place in played.written:
        _check_sealing(game, played.all_turns[place].state, played.sealed[place], SplitMix64(played.seed))
    _check_refusals(game, space, played.new_game())
    _check_batch(game, space, played.new_game(), played.seed)


def _space_of(game: ObservedGame, start: State[Any]) -> ObservationSpace:
    """Return the format of a game's observations, after a check that it is possible."""
    import numpy

    space = game.observation_space(start)
    names, low, high = space.names, space.low, space.high
    expect(isinstance(space, ObservationSpace) and hash(space) is not None, f"the space of observations is {space!r}")
    twice = {name for name in names if names.count(name) > 1} if len({*names}) < len(names) else {*()}
    expect(names and not twice and all(name.strip() for name in names), f"planes have no names of their own: {twice}")
    fits = len(space.shape) in (1, 2) and space.shape[0] == len(names) and min(space.shape) > 0
    expect(fits, f"{len(names)} names stand for observations of the shape {space.shape}")
    expect(len(low) == len(high) == len(names), f"{len(names)} planes have {len(low)} and {len(high)} bounds")
    limits = numpy.iinfo(space.dtype) if numpy.dtype(space.dtype).kind in "iu" else numpy.finfo(space.dtype)
    for name, least, most in zip(names, low, high, strict=True):
        expect(limits.min <= least <= most <= limits.max, f"{name} goes from {least} to {most} in {space.dtype}")
    return space


def _observed(game: ObservedGame, space: ObservationSpace, state: State[Any], seat: int) -> Any:
    """Return a seat's observation of a state, after a check of its format, in a new array and in the caller's own."""
    import numpy

    array = game.observe(state, seat)
    told = (space.shape, numpy.dtype(space.dtype), True)
    found = (array.shape, array.dtype, array.flags.c_contiguous)
    expect(found == told, f"an observation has the shape, dtype and order {found}, not {told}")
    rows = array.reshape(len(space.names), -1)
    for at in (~((rows >= numpy.array(space.low)[:, None]) & (rows <= numpy.array(space.high)[:, None]))).nonzero()[0]:
        expect(False, f"{space.names[at]} is {rows[at]}, not in {space.low[at]} to {space.high[at]}")
    out = numpy.full(space.shape, space.high[-1], space.dtype)
    expect(game.observe(state, seat, out) is out, "an observation doesn't go into the array that is handed over")
    expect((out == array).all(), "an observation differs in an array that was used before")
    again = game.observe(state, seat)
    expect(not numpy.may_share_memory(array, again), "two observations share an array")
    return array


def _check_turning(space: ObservationSpace, seen: list[Any]) -> None:
    """Raise if two seats see different things in the same player's planes."""
    found: dict[tuple[str, int], tuple[int, bytes]] = {}
    for at, name in enumerate(space.names):
        what, marked, place = name.rpartition(_OF_PLAYER)
        if not marked:
            continue
        expect(0 <= int(place) < len(seen), f"there is a plane {name!r} in a game of {len(seen)} seats")
        for seat, array in enumerate(seen):
            owner = (seat + int(place)) % len(seen)
            first, plane = found.setdefault((what, owner), (seat, array[at].tobytes()))
            same = plane == array[at].tobytes()
            expect(same, f"players {first} and {seat} see different things in {what!r} of player {owner}")


def _check_knowledge(game: ObservedGame, state: State[Any], seat: int, array: Any, seed: int) -> None:
    """Raise if a seat sees more, or less, than its own view has."""
    same = (game.observe(state.view(seat), seat) == array).all()
    expect(same, f"player {seat} observes {state!r} otherwise than the own view of it")
    if isinstance(state, SecretState):
        other = state.sample(seat, SplitMix64(seed + state.ply))
        same = (game.observe(other, seat) == array).all()
        expect(same, f"player {seat} can tell the observations of {state!r} and of {other!r}")


def _check_sealing(game: ObservedGame, state: State[Any], sealed: bool, stream: SplitMix64) -> None:
    """Raise if a sealed action changes what another seat observes, beyond who is still to act."""
    others = {seat: game.observe(state, seat) for seat in seats_of(state)} if len(state.to_act) > 1 or sealed else {}
    seen: dict[Any, Any] = {}
    for writer in state.to_act if others else ():
        for action in some_of(state.legal_actions(writer), stream)[:FEW]:
            after = state.after(action, writer)
            if not stays_sealed(state, after, sealed):
                continue
            for other in others.keys() - {writer}:
                array = game.observe(after, other)
                before = others[other] if after.to_act == state.to_act else array
                same = seen.setdefault((writer, other, after.to_act), before)
                expect((same == array).all(), f"player {other} observes what player {writer} writes: {action!r}")


def _check_refusals(game: ObservedGame, space: ObservationSpace, start: State[Any]) -> None:
    """Raise unless impossible seats and arrays are refused."""
    import numpy

    fixed = numpy.zeros(space.shape, space.dtype)
    fixed.flags.writeable = False
    arrays: tuple[tuple[Any, type[Exception]], ...] = (
        (numpy.zeros((*space.shape, 1), space.dtype), ArgumentError),
        (numpy.zeros(space.shape, numpy.complex128), ArgumentError),
        (numpy.zeros((*space.shape, 2), space.dtype)[..., 0], ArgumentError),
        (fixed, ArgumentError),
        ([0] * len(space.names), TypeError),
    )
    for out, error in arrays:
        _expect_error(error, f"observe takes {type(out).__name__} {out!r}", game.observe, start, 0, out)
    for seat in (-1, len(start.totals)):
        _expect_error(RangeError, f"player {seat} observes", game.observe, start, seat)


def _expect_error(kind: type[Exception], otherwise: str, call: Callable[..., object], *given: object) -> None:
    try:
        call(*given)
    except kind:
        return
    expect(False, f"{otherwise}, and raises no {kind.__name__}")


def _check_batch(game: ObservedGame, space: ObservationSpace, start: State[Any], seed: int) -> None:
    """Raise if a batch has other planes than the states in it."""
    if not isinstance(game, VectorGame):
        return
    vector = cast("VectorGame[Any]", game)
    names = tuple(vector.observation_planes(len(start.totals)))
    expect(names == space.names, f"planes of a batch are {names}, those of a state {space.names}")
    batch = vector.Batch(start, 2, seed=seed)
    for _ in range(_STEPS):
        rows = batch.observe()
        for row, actor in enumerate(batch.to_act.tolist()):
            same = actor < 0 or (rows[row] == game.observe(batch.state(row), actor)).all()
            expect(same, "a batch observes its game otherwise than the player to act does")
        batch.step(batch.sample())
