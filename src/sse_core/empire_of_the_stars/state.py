"""State of a game: a pack, a flat position, and the number of actions that led to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, SupportsIndex

from ..errors import IllegalActionError, NotationError
from ..forms.checks import check_index, check_rng, shown, type_named
from ..forms.packs import Pack
from ..game import CHANCE, AnyGame, Outcome
from ..games import GAMES
from ..play.state_face import StateFace
from ..seeds import SplitMix64
from . import rules, secrets
from .actions import Action
from .board import Board
from .layout import N_PLAYERS
from .legality import reason_for
from .packs import PACKS
from .reasons import Reason
from .refusal_text import refusal

__all__ = ["State", "check_state"]


@dataclass(frozen=True, slots=True, repr=False)
class State(StateFace):
    """A position of Empire of the Stars, immutable; states with the same content are equal and hash equal.

    It answers `sse_core.game.State` and `SecretState`. `start` begins a game, `position` makes a state of any position.
    """

    pack: Pack[Board]
    """The content pack: the map, tiles, cards and edicts."""

    data: bytes
    """The position, whose fields `layout` tells."""

    ply: int
    """The number of actions before this state; in a view, of those that its player knows."""

    _legal: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]], init=False, compare=False)
    """The legal ids that were asked for, by player."""

    @property
    def game(self) -> AnyGame:
        """The game: `sse_core.empire_of_the_stars`."""
        return GAMES["empire_of_the_stars"]

    @property
    def board(self) -> Board:
        """What the pack is for play: its map, its numbers, its actions."""
        return self.pack.value

    @property
    def actions(self) -> tuple[Action, ...]:
        """The dense table of every action of the pack; an action's id is its index."""
        return self.board.actions

    @property
    def players(self) -> int:
        """The number of players."""
        return self.data[N_PLAYERS]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act: one, both who still set dials, ``(CHANCE,)``, or ``()`` at the end (C16.1)."""
        return rules.to_act(self.data)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat if the game ended now (C12.3)."""
        return rules.totals(self.board, self.data)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, None while it goes on: decided by ``"total"``, ``"planets"`` or ``"favour"`` (C12.4)."""
        return rules.outcome(self.board, self.data)

    def legal_ids(self, player: int | None = None) -> tuple[int, ...]:
        """Return the ids of the legal actions of a player, or of CHANCE, ascending; None: the first to act.

        Raises RangeError for a player who isn't there.
        """
        player = self._actor(player)
        found = self._legal.get(player)
        if found is None:
            found = self._legal[player] = rules.legal_ids(self.board, self.data, player)
        return found

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """Return the actions with the `legal_ids`."""
        actions = self.actions
        return tuple(actions[index] for index in self.legal_ids(player))

    def after(self, action: Action | SupportsIndex, player: int | None = None) -> State:
        """Return the state after an action or its id, of the player to act; None: the first of them.

        Raises IllegalActionError, GameOverError below it, with the reason of `why_not`.
        """
        actor, index = self._actor(player), self.board.table.id_of(action)
        if index not in self.legal_ids(actor):
            reason = reason_for(self.board, self.data, actor, index)
            if reason is Reason.NO_SUCH_ACTION:
                raise IllegalActionError(f"{shown(action)} is no action of this game ({reason.clause})", reason)
            raise refusal(self.board, self.data, actor, index, reason)
        return State(self.pack, rules.play(self.board, self.data, actor, index), self.ply + 1)

    def why_not(self, action: Action | SupportsIndex, player: int | None = None) -> Reason:
        """Return the reason why `after` refuses an action or id; ``Reason.OK`` (0) if it is legal."""
        actor, index = self._actor(player), self.board.table.id_of(action)
        return Reason.OK if index in self.legal_ids(actor) else reason_for(self.board, self.data, actor, index)

    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """Return each chance event that can come with its probability, by ascending id; ``()`` if none is due.

        In a view, the card that is drawn may be any card of its cost that the player hasn't seen, each equally likely.
        """
        return tuple((self.actions[index], share) for index, share in rules.odds(self.board, self.data).items())

    def resolve(self, rng: SplitMix64) -> State:
        """Return the state after drawing chance events until none is due, each by ``rng.draw(odds())``."""
        state = self
        while state.to_act == (CHANCE,):
            state = state.after(rng.draw(state.odds()), CHANCE)
        return state

    def view(self, player: int) -> State:
        """Return the state as a player may know it (C16.12).

        Cards of others are counted by cost, unless they were taken from a pile (S24). Powers that others were dealt or
        have chosen are hidden until all have; a dial of another player until both are set. `to_act` tells who has
        finished, and `ply` counts none of the actions of others until then.
        """
        viewer = check_index(player, self.players, "player")
        seen = secrets.view(self.board, self.data, viewer)
        return State(self.pack, seen, self.ply - secrets.unknown_plies(self.data, viewer))

    def sample(self, player: int, rng: SplitMix64) -> State:
        """Return a full state with the same `view` of a player.

        Each way to deal the hidden cards and powers is equally likely. A dial, or a choice of a power, that isn't known
        is drawn by random choices.
        """
        check_rng(rng)
        seen = self.view(player)
        data, drawn = secrets.sample(self.board, seen.data, rng)
        return State(self.pack, data, seen.ply + drawn)

    def __reduce__(self) -> tuple[Any, ...]:
        # A pack of one's own may not be known where the state is read again.
        return _remade, (self.game.format_state(self), self.pack.content)

    def _actor(self, player: int | None) -> int:
        """Return the player who is meant: the first to act unless one is named."""
        if player is None:
            actors = self.to_act
            return actors[0] if actors else 0
        # Nearly every player is an ordinary number, and play asks at every action.
        if type(player) is int and CHANCE <= player < self.data[N_PLAYERS]:
            return player
        return CHANCE if player == CHANCE else check_index(player, self.players, "player")


def _remade(text: str, content: str) -> State:
    """Return the state of a text whose pack has this content, which may not be known here yet."""
    parse: Callable[[str], State] = GAMES["empire_of_the_stars"].parse_state
    try:
        return parse(text)
    except NotationError:
        PACKS.remake(content)
        return parse(text)


def check_state(state: State) -> State:
    """Return a state; raise TypeError for anything else."""
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Empire of the Stars, not {type_named(state)}")
    return state
