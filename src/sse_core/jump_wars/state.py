"""State of a game: a position, and the number of actions that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from operator import add
from typing import Final, SupportsIndex

from ..errors import ArgumentError, IllegalActionError
from ..forms.checks import check_index, check_rng, shown, type_named
from ..game import CHANCE, AnyGame, Outcome
from ..games import GAMES
from ..play.state_face import StateFace
from ..seeds import SplitMix64
from . import rules, secrets
from .actions import ACTIONS, TABLE, Action
from .legality import reason_for
from .position import Due, Position, is_sealing
from .reasons import Reason
from .refusal_text import refusal

__all__ = ["LAST_PLY", "State", "check_state"]

LAST_PLY: Final = 4 * 10**9
"""The ply after which no action is counted: each builds one fleet at most, so that fleets fit 32 bits."""


@dataclass(frozen=True, slots=True, repr=False)
class State(StateFace):
    """A position of Jump Wars, immutable; states with the same content are equal and hash equal.

    It answers `sse_core.game.State` and `SecretState`. `start` begins a game, `position` makes a state of any position.
    """

    position: Position
    ply: int
    """The number of actions before this state; in a view, of those that its player knows."""

    written: tuple[int, ...] = ()
    """How many of these actions each seat has made at its sealed decision, orders or a deal; ``()`` if none has."""

    _legal: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]], init=False, compare=False)
    """The legal ids that were asked for, by player."""

    @property
    def game(self) -> AnyGame:
        """The game: `sse_core.jump_wars`."""
        return GAMES["jump_wars"]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table of every action; an action's id is its index."""
        return ACTIONS

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.position.players)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act: one, all who still write orders, ``(CHANCE,)``, or ``()`` at the end (J2, J4.2)."""
        return rules.to_act(self.position)

    @property
    def totals(self) -> tuple[int, ...]:
        """For each seat, the enemy Homeworlds with own fleets (J3.4)."""
        return rules.totals(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, None while it goes on (J3).

        It is decided by ``"conquest"`` or ``"neutral"``, and at the turn limit by ``"homeworlds"``, ``"fleets"``,
        ``"tokens"`` or ``"shared"``.
        """
        return rules.outcome(self.position)

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """Return the ids of the legal actions of a player, or of CHANCE, ascending; None: the first to act.

        Raises RangeError for a player who isn't there.
        """
        player = self._actor(player)
        found = self._legal.get(player)
        if found is None:
            found = self._legal[player] = rules.legal_ids(self.position, player)
        return found

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """Return the actions with the `legal_ids`."""
        return tuple(ACTIONS[index] for index in self.legal_ids(player))

    def after(self, action: Action | SupportsIndex, player: int | None = None) -> State:
        """Return the state after an action or its id, of the player to act; None: the first of them.

        Raises IllegalActionError, GameOverError below it, with the reason of `why_not`; ArgumentError at ply
        `LAST_PLY`, where the count of actions ends.
        """
        if self.ply >= LAST_PLY:
            raise ArgumentError(f"no action follows ply {self.ply}: actions are counted to {LAST_PLY}")
        actor, index = self._actor(player), TABLE.id_of(action)
        if index not in self.legal_ids(actor):
            reason = reason_for(self.position, actor, index)
            if reason is Reason.NO_SUCH_ACTION:
                raise IllegalActionError(f"{shown(action)} is no action of this game ({reason.clause})", reason)
            raise refusal(self.position, actor, ACTIONS[index], reason)
        after = rules.play(self.position, actor, index)
        return State(after, self.ply + 1, self._written(actor) if _goes_on(after) else ())

    def why_not(self, action: Action | SupportsIndex, player: int | None = None) -> Reason:
        """Return the reason why `after` refuses an action or id; ``Reason.OK`` (0) if it is legal."""
        actor, index = self._actor(player), TABLE.id_of(action)
        return Reason.OK if index in self.legal_ids(actor) else reason_for(self.position, actor, index)

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """Return each chance event that can come with its probability, by ascending id; ``()`` if none is due.

        In a view, the card that is drawn may be any unseen card, each equally likely.
        """
        return tuple((ACTIONS[index], share) for index, share in rules.odds(self.position).items())

    def resolve(self, rng: SplitMix64) -> State:
        """Return the state after drawing chance events until none is due, each by ``rng.draw(odds())``."""
        state = self
        while state.to_act == (CHANCE,):
            state = state.after(rng.draw(state.odds()), CHANCE)
        return state

    def view(self, player: int) -> State:
        """Return the state as a player may know it (J1.6).

        The cards of others are counted in `Player.hidden`. Orders of others are hidden until all are written; so are
        offers between others until they are answered (J4.6). Until then `ply` counts none of the others' orders, and
        nothing tells that one is being written: who has finished is known by `to_act` alone. With the option
        `simultaneous`, the same holds for the deals of a group, until all of them are settled (J5.11).
        """
        viewer = check_index(player, self.players, "player")
        seen = secrets.view(self.position, viewer)
        if not self.written:
            return State(seen, self.ply)
        own = self.written[viewer]
        known = tuple(own * (seat == viewer) for seat in range(self.players)) if own else ()
        return State(seen, self.ply - sum(self.written) + own, known)

    def sample(self, player: int, rng: SplitMix64) -> State:
        """Return a full state with the same `view` of a player.

        Each way to deal the unseen cards is equally likely. Sealed orders, sealed deals and hidden offers of others are
        drawn by random choices; the deals have no boosts.
        """
        check_rng(rng)
        view = self.view(player)
        position, drawn = secrets.sample(view.position, player, rng)
        if not drawn:
            return State(position, view.ply, view.written)
        written = map(add, view.written or (0,) * self.players, drawn)
        return State(position, view.ply + sum(drawn), tuple(written))

    def _written(self, actor: int) -> tuple[int, ...]:
        """Return how many actions each seat's sealed decision has had, after one more of a seat's."""
        if not is_sealing(self.position):
            return ()
        written = self.written or (0,) * self.players
        return (*written[:actor], written[actor] + 1, *written[actor + 1 :])

    def _actor(self, player: int | None) -> int:
        """Return the player who is meant: the first to act unless one is named."""
        if player is None:
            actors = self.to_act
            return actors[0] if actors else 0
        # Nearly every player is an ordinary number, and play asks at every action.
        if type(player) is int and CHANCE <= player < len(self.position.players):
            return player
        return CHANCE if player == CHANCE else check_index(player, self.players, "player")


def _goes_on(p: Position) -> bool:
    """Return whether what is sealed after an action goes on: a group of deals has begun, and isn't settled (J5.11)."""
    if p.battle is None:
        return p.step is Due.ORDERS
    return p.options.simultaneous and (p.begun or bool(p.battle.deals))


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Jump Wars, not {type_named(state)}")
    return state
