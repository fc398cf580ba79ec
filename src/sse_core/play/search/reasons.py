"""Reasons for an action, drawn from the numbers of a position (`features.FeaturedGame`), as sentences and as numbers.

The numbers after the action stand beside those before it, and beside their mean after the other legal actions. The
sentences tell what sets the action apart: the numbers that are farthest from that mean, measured by how much they vary
from action to action. They prove nothing: a search looks ahead, and the numbers describe only the next position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Any, Final

from ...errors import ArgumentError
from ...game import CHANCE, AnyGame, State
from ..languages import said
from ..messages import counted, say
from ..sentences import digits, listed
from .analysis import seat_of
from .features import Feature, featured

__all__ = ["Change", "Why", "why"]

_OWN: Final = 3
"""The most numbers of the player that are told."""

_OPPONENTS: Final = 2
"""The most numbers of opponents that are told."""


@dataclass(frozen=True, slots=True)
class Change:
    """A number of a seat before and after an action."""

    player: int
    name: str
    before: int
    after: int

    others: float | None
    """The mean after the other legal actions; None if there is no other."""


@dataclass(frozen=True, slots=True)
class Why:
    """The changes by an action."""

    sentences: tuple[str, ...]
    """Two or three for people: what sets the action apart for the player, then for opponents."""

    changes: tuple[Change, ...]
    """All numbers of all seats, by seat, in the order of `FeaturedGame.FEATURES`; none for a chance event."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A number that a sentence may tell."""

    change: Change
    feature: Feature
    distance: float
    """How far it is from the mean of the other actions, in standard deviations over all actions."""


def why(state: State[Any], action: Any) -> Why:
    """Return the changes by a legal action of the player to act.

    Raises ArgumentError if the game has no numbers, or the game is over; IllegalActionError for an illegal action.
    """
    game = state.game
    numbers = featured(game)
    if not state.to_act:
        raise ArgumentError("the game is over: no action is left to explain")
    player = seat_of(state, None)
    if player == CHANCE:
        return Why((say("Chance is to act: nothing is chosen."),), ())
    state = state.view(player)
    seats = range(len(state.totals))
    before, after = ([numbers.features(each, seat) for seat in seats] for each in (state, state.after(action, player)))
    rest = [other for other in state.legal_actions(player) if other != action]
    others = [[numbers.features(end, seat) for seat in seats] for end in (state.after(other, player) for other in rest)]
    told = [
        _told(seat, feature, before[seat], after[seat], [each[seat] for each in others])
        for seat in seats
        for feature in numbers.FEATURES
    ]
    reasons = [each for each in told if each.feature.is_reason]
    own = _chosen([each for each in reasons if each.change.player == player], _OWN)
    theirs = _chosen([each for each in reasons if each.change.player != player], _OPPONENTS)
    text = game.format_action(action, state)
    return Why(tuple(_sentences(text, len(rest), own, theirs, game)), tuple(each.change for each in told))


def _told(
    player: int, feature: Feature, before: Mapping[str, int], after: Mapping[str, int], others: list[Mapping[str, int]]
) -> _Told:
    name = feature.name
    values = [each[name] for each in others]
    mean = fmean(values) if values else None
    change = Change(player, name, before[name], after[name], mean)
    if mean is None:
        return _Told(change, feature, float(change.after != change.before))
    spread = pstdev([*values, change.after])
    return _Told(change, feature, abs(change.after - mean) / spread if spread else 0.0)


def _chosen(told: Sequence[_Told], most: int) -> list[_Told]:
    """Return the numbers farthest from the mean, only one of each family, such as ``now`` and ``now_planets``."""
    found: dict[tuple[int, str], _Told] = {}
    for each in sorted(told, key=lambda each: -each.distance):
        if each.distance and len(found) < most:
            found.setdefault((each.change.player, each.feature.name.partition("_")[0]), each)
    return list(found.values())


# --- sentences


def _sentences(text: str, n_others: int, own: Sequence[_Told], theirs: Sequence[_Told], game: AnyGame) -> Sequence[str]:
    parts = [_phrases(told, game) for told in (own, theirs) if told]
    if not parts:
        return [say("After {action}, the numbers of the position are those after any other action.", action=text)]
    found = [
        say("After {action}, {changes}.", action=text, changes=parts[0]),
        *(say("Then {changes}.", changes=part) for part in parts[1:]),
    ]
    if not n_others:
        return [*found, say("There is no other action.")]
    return [
        *found,
        counted(
            n_others,
            "In brackets: the change by the {n} other action.",
            "In brackets: the change by the {n} other actions, on the mean.",
        ),
    ]


def _phrases(told: Sequence[_Told], game: AnyGame) -> str:
    """Return phrases about more and fewer things of seats, such as ``A has 2 more systems in reach (+0.5)``."""
    by_seat: dict[int, list[str]] = {}
    for each in told:
        by_seat.setdefault(each.change.player, []).append(_phrase(each, game))
    seats = game.INFO.seats
    return "; ".join(
        say("{seat} has {changes}", seat=seats[seat], changes=listed(each)) for seat, each in by_seat.items()
    )


def _phrase(told: _Told, game: AnyGame) -> str:
    change, feature = told.change, told.feature
    gain = change.after - change.before
    things = said(feature.one if abs(gain) == 1 else feature.many, game)
    if gain > 0:
        words = say("{n} more {things}", n=gain, things=things)
    elif gain:
        words = say("{n} fewer {things}", n=-gain, things=things)
    else:
        words = say("as many {things}", things=things)
    if change.others is None:
        return words
    mean = digits(f"{change.others - change.before:+z.1f}")
    return f"{words} ({mean})"
