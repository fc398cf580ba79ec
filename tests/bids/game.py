"""Bids as an object that answers `sse_core.game.Game`; `fault` spoils one thing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, SupportsIndex

from sse_core.errors import NotationError
from sse_core.forms.arrays import array_to_fill
from sse_core.forms.checks import check_index
from sse_core.forms.json_object import JsonObject
from sse_core.forms.kinds import check_kind
from sse_core.forms.lines import Lines
from sse_core.game import CHANCE, PLAIN, Form, Info, ObservationSpace, Pen, Preset, Theme
from sse_core.seeds import SplitMix64

from .state import ACTIONS, NOBODY, ROUNDS, Seat, State, format_position, read_position, state_object

__all__ = ["FAULTS", "Bids", "Spender"]

NAME: Final = "bids-state"


class Spender:
    """A bot that bids its highest cards, all of them, and keeps its points."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        legal = view.legal_actions(player)
        return legal[0] if view.best == player else legal[-2:][0]


@dataclass(frozen=True)
class Bids:
    fault: str = ""

    def __new__(cls, fault: str = "") -> Bids:  # noqa: PYI034 - it makes games of a class below this one, too
        return super().__new__(ObservedBids if fault.startswith("observed") else cls)

    @property
    def INFO(self) -> Info:
        return Info("bids", "Bids", "bids", "ABC", 2, 3, "start")

    @property
    def FORM(self) -> Form[State, str]:
        def read_object(found: JsonObject) -> State:
            found.check_format(NAME)
            return read_position(found.string("position"), self.fault)

        return Form("bid 2", self._read, state_object, read_object)

    def _read(self, lines: Lines) -> State:
        lines.take_exactly(f"{NAME} 1")
        return read_position(lines.take("").text, self.fault)

    @property
    def BOTS(self) -> Mapping[str, Any]:
        return {"spender": Spender()}

    def new_game(self, *, players: int | None = None, seed: int | None = None) -> State:
        return State((Seat(),) * (players or 2), fault=self.fault)

    def presets(self) -> Mapping[str, Preset]:
        return {}

    def max_plies(self, state: State) -> int:
        # In a round everybody gets a card, bids at most a card of each round, and seals; then the winner chooses.
        return ROUNDS * (len(state.seats) * (1 + ROUNDS + 1) + 1)

    def continues_turn(self, state: State) -> bool:
        if state.to_act == (CHANCE,):
            return state.dealt > 0
        written = any(seat.bid or seat.sealed for seat in state.seats)
        return written and state.best == NOBODY and self.fault != "many turns"

    def score_table(self, state: State) -> Sequence[Mapping[str, int]]:
        return [{"total": seat.points} for seat in state.seats]

    def verdict(self, state: State) -> str:
        return "most points (B2)"

    def parse_action(self, text: str, context: object) -> str:
        if text not in ACTIONS:
            raise NotationError("no action of Bids", text)
        return text

    def format_action(self, action: str, context: object) -> str:
        return action

    def parse_state(self, text: str) -> State:
        check_kind(text, NAME)
        return self._read(Lines(text))

    def format_state(self, state: State) -> str:
        return f"{NAME} 1\n{format_position(state)}"

    def told(
        self, before: State, action: str, after: State, *, names: Sequence[str] = (), player: int | None = None
    ) -> str:
        actor = before.to_act[0] if player is None else player
        if actor == CHANCE:
            return "A card was dealt"
        who = (*names, *self.INFO.seats[len(names) :])[actor]
        others = [seat.hand for seat in before.seats] if self.fault == "telling all" else ""
        return f"{who} did this: {action} {others}".strip()

    def effects(self, before: State, action: str, after: State) -> tuple[str, ...]:
        if action != "seal" or after.to_act == before.to_act[1:]:
            return ()
        hands = [str(seat.hand if self.fault == "telling effects" else len(seat.hand)) for seat in after.seats]
        return (f"cards left: {', '.join(hands)} (B1)",)

    def to_text(self, state: State, *, last: Sequence[str] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
        drawn = replace(state, seats=state.whole) if state.whole else state
        return f"round {state.round + 1}: {format_position(drawn)}" + (f" after {', '.join(last)}" if last else "")

    def to_svg(
        self, state: State, *, last: Sequence[str] = (), marked: Collection[str] = (), theme: Theme = "dark"
    ) -> str:
        return f'<svg viewBox="0 0 90 9">{self.to_text(state, last=last)}</svg>'


class ObservedBids(Bids):
    """The game with observations: how many cards each player has, the envelope's too."""

    def observation_space(self, state: State, /) -> ObservationSpace:
        n = len(state.seats)
        return ObservationSpace(
            (*(f"cards of player +{i}" for i in range(n)), "plies"), (n + 1,), "uint8", (0,) * (n + 1), (99,) * (n + 1)
        )

    def observe(self, state: State, player: SupportsIndex, /, out: Any = None) -> Any:
        n = len(state.seats)
        seat = check_index(player, n, "player")
        array = array_to_fill(out, "uint8", (n + 1,))
        cards = [len(one.hand) + len(one.bid) for one in (*state.seats[seat:], *state.seats[:seat])]
        array[:] = [*cards, state.ply if self.fault == "observed plies" else 0]
        return array


FAULTS: Final = {
    "stranger": "refusals",
    "telling drawing": "requests",
    "telling ply": "seals",
    "telling seals": "views",
    "thick envelope": "seals",
    "open envelope": "seals",
    "open when sealed": "seals",
    "last envelope": "seals",
    "first to seal": "seals",
    "many turns": "seals",
    "telling effects": "effects",
    "telling all": "told",
    "observed plies": "observations",
}
"""The check that must find each fault."""
