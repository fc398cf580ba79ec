"""Checks that secrets stay secret: in views, in answers to requests, and in sealed orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from ...errors import SseError
from ...game import NarrowGame, State, TableGame
from ...play.search.monte_carlo import search_of
from ...play.state_kinds import SecretState
from ...play.steps import SteppedGame
from ...play.turns import EvaluatedGame, sample, stays_sealed
from ...seeds import SplitMix64
from .check import check
from .random_game import FEW, RandomGame, expect, seats_of, some_of

_ASKED: Final = 4
"""The number of turns in which every request is tried, unless the checks are thorough."""

_OTHERS: Final = 3
"""How many other orders of the same seat the orders of a seat are compared with."""


@check("views")
def check_views(played: RandomGame) -> None:
    """A view hides the secrets of others and keeps the legal actions of its player.

    The view of a view is the same view. It counts the plies that its player knows: while orders are sealed those before
    the writing began, and the own ones. A state from `SecretState.sample` has the same view, and the view samples the
    same state.
    """
    views, stream = list[tuple[State[Any], State[Any]]](), SplitMix64(played.seed)
    for place in (*played.places, len(played.all_turns)):
        state = played.all_states[place]
        for player in seats_of(state):
            view, plies = state.view(player), _plies_known(played, place, player)
            expect(view.view(player) == view, f"the view of player {player} is not its own view")
            expect(view.to_act == state.to_act, f"a view has another turn, of {view.to_act}, not of {state.to_act}")
            expect(
                view.ply == plies, f"ply {state.ply} is {view.ply} in the view of player {player}, who knows {plies}"
            )
            expect(
                view.legal_actions(player) == state.legal_actions(player),
                "a view has other legal actions for its player",
            )
            for action in some_of(view.legal_actions(player), stream):
                ply = view.after(action, player).ply
                expect(ply == plies + 1, f"ply {plies}, as player {player} counts, is followed by ply {ply}")
            if isinstance(state, SecretState):
                sampled = state.sample(player, SplitMix64(played.seed + state.ply))
                expect(sampled.view(player) == view, f"player {player} can tell {state!r} from {sampled!r}")
                expect(
                    sampled.legal_actions(player) == state.legal_actions(player),
                    f"player {player} has other legal actions in {sampled!r} than in {state!r}",
                )
                again = cast(SecretState, view).sample(player, SplitMix64(played.seed + state.ply))
                expect(again == sampled, f"player {player} samples {sampled!r} from the state, {again!r} from its view")
                views += [(view, sampled)] * (view != state)
    # A single sample may happen to have the same hidden things as the view, by chance.
    whole = any(view != sampled for view, sampled in views) or _is_sampled_whole(played)
    expect(not views or whole, "samples are views, and no whole states")


def _plies_known(played: RandomGame, place: int, player: int) -> int:
    """Return the number of plies that a player knows: all except plies that others have sealed and not yet opened."""
    sealed, begin = played.sealed, place
    while begin < len(sealed) and sealed[begin]:
        begin -= 1
    own = sum(turn.player == player for turn in played.all_turns[begin:place])
    return played.all_states[begin].ply + own


def _is_sampled_whole(played: RandomGame) -> bool:
    """Return whether any state of a game has a sample that is not the view."""
    asked = ((state, player) for state in played.all_states for player in seats_of(state))
    return any(
        isinstance(state, SecretState)
        and state.sample(player, SplitMix64(played.seed + state.ply)) != state.view(player) != state
        for state, player in asked
    )


@check("requests")
def check_requests(played: RandomGame) -> None:
    """The answers to a seat's requests are the same in all states that look the same to the seat.

    Requests are for the position, drawings, scores, choices, refusals and a search. No answer tells what others hold or
    have written.
    """
    stream, searched = SplitMix64(played.seed), False
    if not isinstance(played.new_game(), SecretState):
        return
    for place in reversed(played.some(range(len(played.all_turns)), _ASKED)):
        state = played.all_turns[place].state
        seat = stream.below(len(state.totals))
        other = sample(state, seat, stream)
        ours, theirs = state.view(seat), other.view(seat)
        elsewhere = dict(_answers(theirs, seat))
        for what, answer in _answers(ours, seat):
            expect(answer == elsewhere[what], f"{what} tells player {seat} a secret: {answer}, {elsewhere[what]}")
        # One search takes as long as all other answers.
        if seat in state.to_act and not searched:
            searched = True
            found, found_elsewhere = _found(ours, seat, played.seed), _found(theirs, seat, played.seed)
            expect(found == found_elsewhere, f"a search tells player {seat} a secret: {found}, {found_elsewhere}")


def _answers(view: State[Any], seat: int) -> Iterator[tuple[str, object]]:
    """Yield the answers of a game to a seat that has a view, each with its name."""
    game, legal = view.game, view.legal_actions(seat)[:FEW]
    tried = range(0, len(view.actions), 1 + len(view.actions) // FEW)
    yield "the position", game.format_state(view)
    yield "the drawing", game.to_text(view)
    yield "the picture", game.to_svg(view)
    yield "the score", game.score_table(view)
    yield "a choice", [game.format_action(action, view) for action in legal]
    yield "a refusal", [_refusal(view, index, seat) for index in tried]
    if isinstance(game, SteppedGame):
        yield "a step", [game.steps(view, action) for action in legal]
        yield "why there is no such step", game.refusal(view, ["nothing"], seat)
        yield "a question", game.question(view, (), seat) if seat in view.to_act else ""
    if reserve_text := getattr(game, "reserve_text", None):
        yield "a reserve", [reserve_text(view, each) for each in seats_of(view)]
    if isinstance(game, TableGame):
        yield "the stage", game.stage_lines(view)
        yield "what is held", [game.holdings(view, each) for each in seats_of(view)]
    if isinstance(game, EvaluatedGame):
        yield "an evaluation", game.evaluate(view)
    if isinstance(game, NarrowGame):
        yield "the narrow picture", game.narrow_svg(view)
    if thumbnail := getattr(game, "thumbnail", None):
        yield "the small picture", thumbnail(view)


def _refusal(view: State[Any], index: int, seat: int) -> str:
    """Return why an action of a seat is refused; empty if it is legal."""
    try:
        view.after(index, seat)
    except SseError as error:
        return str(error)
    return ""


def _found(view: State[Any], seat: int, seed: int) -> Sequence[object]:
    search = search_of(view, seed=seed, player=seat)
    search.run(visits=FEW)
    return search.analysis().lines


@check("seals")
def check_seals(played: RandomGame) -> None:
    """Orders stay sealed while anybody writes, are one turn, and it never matters which seat writes first."""
    stream, turns = SplitMix64(played.seed), played.all_turns
    for place in played.written:
        state, sealed = turns[place].state, played.sealed[place]
        if sealed or len(state.to_act) > 1:
            _check_hiding(state, sealed, stream)
        if not sealed and len(state.to_act) > 1:
            _check_writing(state, stream)


def _check_hiding(state: State[Any], sealed: bool, stream: SplitMix64) -> None:
    """Raise if a seat sees which sealed action another seat takes, or that it takes one; or if this ends the turn.

    A seat may only see that another seat has finished: it is no longer to act.
    """
    seen: dict[Any, State[Any]] = {}
    for writer in state.to_act:
        for action in some_of(state.legal_actions(writer), stream):
            after = state.after(action, writer)
            if not stays_sealed(state, after, sealed):
                continue
            expect(
                state.game.continues_turn(after), f"a new turn begins after {action!r}, and orders are still written"
            )
            for other in {*seats_of(state)} - {writer}:
                view = after.view(other)
                if after.to_act == state.to_act:
                    expect(view == state.view(other), f"player {other} sees that player {writer} writes")
                same = seen.setdefault((writer, other, after.to_act), view) == view
                expect(same, f"player {other} sees what player {writer} writes")


def _check_writing(state: State[Any], stream: SplitMix64) -> None:
    """Raise if it matters which seat writes first, or if a seat sees another seat's orders before it is opened."""
    writers = state.to_act
    by_writer = {writer: _orders(state, writer, stream) for writer in writers}
    parts = {writer: orders[: stream.below(len(orders) + 1)] for writer, orders in by_writer.items()}
    for written in (by_writer, parts):
        after = _written(state, ((seat, action) for seat, orders in written.items() for action in orders))
        for _ in range(2):
            mixed = _written(state, _mixed(written, stream))
            expect(mixed == after, f"it matters which of the players {writers} is first to write")
    for writer in writers:
        others = [(seat, action) for seat, orders in by_writer.items() if seat != writer for action in orders]
        # Either only the last seat is still to write, or every seat is.
        for before in (_written(state, others), state):
            for _ in range(_OTHERS):
                _check_alike(before, writer, by_writer[writer], _orders(state, writer, stream))


def _check_alike(state: State[Any], writer: int, one: Iterable[Any], two: Iterable[Any]) -> None:
    """Raise if other seats see which of two lists of orders a seat writes, or how far, even if one is longer."""
    others = {*seats_of(state)} - {writer}
    seen = {(other, state.to_act): state.view(other) for other in others}
    for orders in (one, two):
        before = state
        for action in orders:
            after = before.after(action, writer)
            if not stays_sealed(before, after, sealed=True):
                break
            for other in others:
                same = seen.setdefault((other, after.to_act), after.view(other)) == after.view(other)
                expect(same, f"player {other} sees the orders of player {writer}, or how many there are")
            before = after


def _orders(state: State[Any], writer: int, stream: SplitMix64) -> list[Any]:
    """Return random orders of a seat, up to its last action, while others are still to write."""
    orders: list[Any] = []
    while writer in state.to_act:
        orders.append(stream.choice(state.legal_actions(writer)))
        state = state.after(orders[-1], writer)
    return orders


def _mixed(by_writer: Mapping[int, Sequence[Any]], stream: SplitMix64) -> Iterator[tuple[int, Any]]:
    """Yield the actions of some seats, each with its seat: those of a seat in order, the seats at random."""
    left = {seat: list(orders) for seat, orders in by_writer.items() if orders}
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
