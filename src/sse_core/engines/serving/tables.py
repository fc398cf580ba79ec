"""Games that front ends play on `sse engine`: their moves, chance, what is taken back, and what each seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ...errors import ArgumentError, RangeError
from ...forms.checks import check_index, check_number, shown
from ...game import CHANCE, AnyGame, State
from ...play.records.played import PlayedMove, last_actions, played
from ...play.records.record import GameRecord
from ...play.sentences import count
from ...play.visibility import Visibility
from ...seeds import PlyStream
from ...web.plan import MAX_PLIES
from ...web.room.sealed_orders import writing_from

__all__ = ["Table"]

_NO_TAGS: Final[Mapping[str, str]] = MappingProxyType({})


class Table:
    """A game that a front end plays. Chance events are drawn as soon as they are due.

    Ply p draws from ``PlyStream(seed, p)``, as in `bots.turns_of`. So `sse play` plays the same game with the same seed
    and the same choices.
    """

    def __init__(
        self, start: State[Any], seed: int, moves: Iterable[tuple[int, Any]] = (), tags: Mapping[str, str] = _NO_TAGS
    ) -> None:
        self.game: Final[AnyGame] = start.game
        self.start: Final[State[Any]] = start
        self.seed: Final = seed
        self._tags = tags
        self._moves: list[PlayedMove] = []
        self._disclosed: dict[int | None, _Disclosed] = {}
        for seat, action in moves:
            self._add(seat, action)
        self._draw()

    @property
    def state(self) -> State[Any]:
        """The position, with all that is hidden."""
        return self._moves[-1].after if self._moves else self.start

    def seat(self, player: int | None) -> int | None:
        """Return a seat, or None; raise RangeError if the game has no such seat."""
        return None if player is None else check_index(player, len(self.start.totals), "player")

    def acting(self, player: int | None) -> int:
        """Return the seat that acts: the player, or the only one to act without a player.

        Raises GameOverError after the end, ArgumentError if the player isn't to act, or if several are.
        """
        state = self.state
        seat, to_act = self.seat(player), state.to_act
        if not to_act:
            state.after(0)
        if seat is None:
            if len(to_act) > 1:
                raise ArgumentError(f"'player' says who: players {', '.join(map(str, to_act))} are to act")
            return next(iter(to_act))
        if seat not in to_act:
            raise ArgumentError(f"player {seat} is not to act, but {' and '.join(map(str, to_act))}")
        return seat

    def seen_by(self, player: int | None) -> State[Any]:
        """Return the position as a player may know it; None is who knows everything."""
        seat = self.seat(player)
        return self.state if seat is None else self.state.view(seat)

    # --- moves

    def play(self, player: int | None, action: int | str) -> None:
        """Play an action of a player, by id or text, then what chance does.

        Raises NotationError and IllegalActionError, in the words of the game: they use only what the player may know.
        """
        seat = self.acting(player)
        view = self.state.view(seat)
        chosen = self.game.parse_action(action, view) if isinstance(action, str) else _action_of(action, view)
        view.after(chosen, seat)
        self._add(seat, chosen)
        self._draw()

    def undo(self, number: int = 1) -> None:
        """Take back the last actions of players, so many of them, with the chance events after each.

        Raises RangeError if there are fewer, and changes nothing then.
        """
        places = [place for place, move in enumerate(self._moves) if move.player != CHANCE]
        check_number(number, "moves", MAX_PLIES, 1, error=RangeError)
        if number > len(places):
            known = f"{count(len(places), 'action', 'actions')} can be taken back, not {number}"
            raise RangeError(known if places else "there is nothing to take back")
        del self._moves[places[-number] :]
        self._disclosed.clear()

    def disclosed(self, player: int | None) -> Sequence[PlayedMove]:
        """Return the moves that a player may have seen by now, in the order in which they could be seen."""
        found = self._known_to(player)
        return [self._moves[place] for place in found.places]

    def last(self, player: int | None) -> tuple[Any, ...]:
        """Return those actions of the last turn that a player may see.

        Nothing tells whether another player has begun to write sealed orders: what was last before them stays so.
        """
        seen = self._known_to(player).seen
        first = writing_from(self._moves)
        places = [place for place in range(len(self._moves)) if place < first or seen[place]]
        return tuple(last_actions([self._moves[place] for place in places], [seen[place] for place in places]))

    def record(self) -> GameRecord[Any, Any]:
        """Return the record of the game, with all that is hidden."""
        moves = [(move.player, move.action) for move in self._moves]
        return GameRecord(self.start, moves, {**self._tags, "seed": str(self.seed)})

    def _add(self, seat: int, action: Any) -> None:
        if len(self._moves) >= MAX_PLIES:
            raise RangeError(f"a game has at most {MAX_PLIES:,} moves here")
        self._moves.append(played(self.state, seat, action, self._moves[-1] if self._moves else None))

    def _draw(self) -> None:
        while self.state.to_act == (CHANCE,):
            state = self.state
            self._add(CHANCE, PlyStream(self.seed, state.ply).draw(state.odds()))

    def _known_to(self, player: int | None) -> _Disclosed:
        seat = self.seat(player)
        found = self._disclosed.setdefault(seat, _Disclosed(seat))
        found.take(self._moves)
        return found


class _Disclosed:
    """The moves of a game that the viewer at a seat may see; None sees all."""

    def __init__(self, viewer: int | None) -> None:
        self._visibility = Visibility(() if viewer is None else (viewer,))
        self.places: list[int] = []
        """The places of the moves, in the order in which they could be seen."""

    @property
    def seen(self) -> Sequence[bool]:
        """Whether each move may be seen."""
        return self._visibility.seen

    def take(self, moves: Sequence[PlayedMove]) -> None:
        """Take in the moves that came since the last call."""
        for move in moves[len(self.seen) :]:
            self.places += self._visibility.add(move)


def _action_of(index: int, view: State[Any]) -> Any:
    """Return the action of an id; raise RangeError for another integer."""
    if not 0 <= index < len(view.actions):
        raise RangeError(f"there is no action {shown(index)}; 'legal' lists those that can be played")
    return view.actions[index]
