"""The public state of a game of Bids; `fault` spoils one thing, for the tests of the conformance suite."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from sse_core.errors import GameOverError, IllegalActionError, Refusal
from sse_core.forms.immutable import Immutable
from sse_core.game import CHANCE, AnyGame, Outcome
from sse_core.seeds import SplitMix64

__all__ = ["ACTIONS", "NOBODY", "ROUNDS", "Reason", "Seat", "State"]

ROUNDS: Final = 3
CARDS: Final = (1, 2, 3)
HIDDEN: Final = 0
"""Stands in a hand for a card that the viewer doesn't know."""
NOBODY: Final = -2

BIDS: Final = {f"bid {card}": card for card in CARDS}
DEALS: Final = {f"card {card}": card for card in CARDS}
ACTIONS: Final = (*BIDS, "seal", "keep", "leave", *DEALS)


class Reason(Refusal):
    """The reason for which an action of Bids is refused; `OK` (0) if it is legal."""

    OK = 0, ""
    NOT_NOW = 1, "B1"
    GAME_OVER = 2, "B2"


class Seat(NamedTuple):
    """What a player has."""

    hand: tuple[int, ...] = ()
    """The cards, ascending."""
    bid: tuple[int, ...] = ()
    """The cards in the envelope, in the order in which they were put there."""
    sealed: bool = False
    points: int = 0
    written: int = 0
    """The number of actions that filled the envelope, and sealed it; 0 in the views of others."""


@dataclass(frozen=True)
class State(Immutable):
    seats: tuple[Seat, ...]
    round: int = 0
    dealt: int = 0
    """How many players have got the card of this round."""
    best: int = NOBODY
    """The player who is to keep a point or leave it."""
    ply: int = 0
    fault: str = ""
    whole: tuple[Seat, ...] = field(default=(), compare=False)
    """The seats without anything hidden, in a view that gives them away."""

    @property
    def game(self) -> AnyGame:
        from tests import bids

        sound: Any = bids
        return bids.Bids(self.fault) if self.fault else sound

    @property
    def actions(self) -> tuple[str, ...]:
        return ACTIONS

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.round == ROUNDS:
            return ()
        if self.dealt < len(self.seats):
            return (CHANCE,)
        if self.best != NOBODY:
            return (self.best,)
        return tuple(player for player, seat in enumerate(self.seats) if not seat.sealed)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.points for seat in self.seats)

    @property
    def outcome(self) -> Outcome | None:
        if self.to_act:
            return None
        winners = tuple(player for player, seat in enumerate(self.seats) if seat.points == max(self.totals))
        return Outcome(winners, self.totals, "total" if len(winners) == 1 else "shared")

    def legal_actions(self, player: int | None = None) -> tuple[str, ...]:
        if player is None:
            player = self.to_act[0] if self.to_act else NOBODY
        if player not in self.to_act:
            return ()
        if player == CHANCE:
            return tuple(DEALS)
        if self.best == player:
            return ("keep", "leave")
        hand = self.seats[player].hand
        return (*(bid for bid, card in BIDS.items() if card in hand or HIDDEN in hand), "seal")

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        return tuple(map(ACTIONS.index, self.legal_actions(player)))

    def why_not(self, action: str | int, player: int | None = None) -> Reason:
        if not self.to_act:
            return Reason.GAME_OVER
        if isinstance(action, int):
            action = ACTIONS[action] if 0 <= action < len(ACTIONS) else ""
        return Reason.OK if action in self.legal_actions(player) else Reason.NOT_NOW

    def after(self, action: str | int, player: int | None = None) -> State:
        if self.fault == "stranger" and player is not None:
            _ = self.seats[player]
        reason = self.why_not(action, player)
        if reason:
            error = GameOverError if reason is Reason.GAME_OVER else IllegalActionError
            raise error(f"that can't be done ({reason.clause})", reason)
        if isinstance(action, int):
            action = ACTIONS[action]
        if player is None:
            player = self.to_act[0]
        return replace(self._played(action, player), ply=self.ply + 1)

    def _played(self, action: str, player: int) -> State:
        if action in DEALS:
            dealt = self._with(self.dealt, hand=_sorted(*self.seats[self.dealt].hand, DEALS[action]))
            return replace(dealt, dealt=self.dealt + 1)
        seat = self.seats[player]
        if action in BIDS:
            card = BIDS[action]
            rest = list(seat.hand)
            rest.remove(card if card in rest else HIDDEN)
            return self._with(player, hand=tuple(rest), bid=(*seat.bid, card), written=seat.written + 1)
        if action == "seal":
            if self.fault == "first to seal" and not any(one.sealed for one in self.seats):
                seat = seat._replace(bid=(*seat.bid, 1))
            sealed = self._with(player, bid=seat.bid, sealed=True, written=seat.written + 1)
            return sealed._opened() if all(one.sealed for one in sealed.seats) else sealed
        if action == "keep":
            return self._with(player, points=seat.points + 1)._next_round()
        return self._with(player, hand=_sorted(*seat.hand, *seat.bid))._next_round()

    def _opened(self) -> State:
        """Return the state in which the one highest bid is known."""
        sums = [sum(seat.bid) for seat in self.seats]
        if sums.count(max(sums)) > 1:
            return self._next_round()
        return replace(self, seats=tuple(seat._replace(written=0) for seat in self.seats), best=sums.index(max(sums)))

    def _next_round(self) -> State:
        seats = tuple(seat._replace(bid=(), sealed=False, written=0) for seat in self.seats)
        return replace(self, seats=seats, round=self.round + 1, dealt=0, best=NOBODY)

    def _with(self, player: int, **changes: object) -> State:
        seats = list(self.seats)
        seats[player] = Seat(**(seats[player]._asdict() | changes))
        return replace(self, seats=tuple(seats))

    def odds(self) -> tuple[tuple[str, Fraction], ...]:
        return tuple((event, Fraction(1, len(DEALS))) for event in self.legal_actions(CHANCE))

    def resolve(self, rng: SplitMix64) -> State:
        state = self
        while state.to_act == (CHANCE,):
            state = state.after(rng.draw(state.odds()), CHANCE)
        return state

    def view(self, player: int) -> State:
        seats = [seat if one == player else self._hidden(seat) for one, seat in enumerate(self.seats)]
        whole = (self.whole or self.seats) if self.fault == "telling drawing" else ()
        # Nobody knows how much others have written (the contract of sealed orders).
        unknown = sum(seat.written - one.written for seat, one in zip(self.seats, seats, strict=True))
        ply = self.ply if self.fault == "telling ply" else self.ply - unknown
        return replace(self, seats=tuple(seats), ply=ply, whole=whole)

    def _hidden(self, seat: Seat) -> Seat:
        """Return what others know of a seat: an envelope before all are sealed looks like a part of the hand."""
        shown = {
            "open envelope": True,
            "open when sealed": seat.sealed,
            "last envelope": len(self.to_act) == 1,
        }.get(self.fault, False)
        if shown or self.best != NOBODY:
            return seat._replace(hand=(HIDDEN,) * len(seat.hand))
        written = int(seat.sealed) if self.fault == "telling seals" else 0
        if self.fault == "thick envelope":
            return seat._replace(hand=(HIDDEN,) * len(seat.hand), bid=(HIDDEN,) * len(seat.bid), written=written)
        return seat._replace(hand=(HIDDEN,) * (len(seat.hand) + len(seat.bid)), bid=(), written=written)

    def sample(self, player: int, rng: SplitMix64) -> State:
        """Return a state with random cards in the place of hidden ones; those who have sealed bid any of them."""
        view = self.view(player)
        state = replace(view, whole=())
        for one, seat in enumerate(view.seats):
            hand = _sorted(*(card or 1 + rng.below(len(CARDS)) for card in seat.hand))
            if one == player or not seat.sealed or self.best != NOBODY:
                state = state._with(one, hand=hand)
                continue
            bids = rng.below(len(hand) + 1)
            state = state._with(one, hand=hand[bids:], bid=(*seat.bid, *hand[:bids]), written=bids + 1)
            state = replace(state, ply=state.ply + bids + 1)
        return state

    def to_json(self) -> str:
        return json.dumps(state_object(self))


def _sorted(*cards: int) -> tuple[int, ...]:
    return tuple(sorted(cards))


def state_object(state: State) -> dict[str, object]:
    return {"format": "bids-state", "version": 1, "position": format_position(state)}


def format_position(state: State) -> str:
    return json.dumps([state.seats, state.round, state.dealt, state.best, state.ply])


def read_position(text: str, fault: str) -> State:
    seats, *numbers = json.loads(text)
    whole = tuple(Seat(tuple(hand), tuple(bid), *rest) for hand, bid, *rest in seats)
    round_, dealt, best, ply = numbers
    return State(whole, round_, dealt, best, ply, fault)
