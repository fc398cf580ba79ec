"""A game by the reference: legal actions, their application, and the outcome."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Self

from ..options import Options
from .components import Components, Map
from .set_up import SetUp
from .story import Ask, Scene, Story
from .things import Deal

__all__ = ["Game"]

END = Ask("end", {})


class Game(SetUp):
    """A game that is under way, or over; `play` changes it."""

    def __init__(self, components: Components, players: int, options: Options, the_map: Map) -> None:
        super().__init__(components, players, options, the_map)
        self.ask = END
        """The choice that the story waits for."""

        self.so_far: list[tuple[int, str]] = []
        """The choices of a half-made decision, each with its player."""

        self._story: Story[None] | None = None

    @classmethod
    def from_deal(cls, components: Components, players: int, options: Options, deal: Deal) -> Self:
        """Return a game before its first decision; raise ValueError for a deal that the clauses don't allow."""
        game = cls(components, players, options, components.map_without(tuple(deal.blocked)))
        game.deal(deal)
        game.go_on()
        return game

    # --- what players and chance may do

    @property
    def step(self) -> str:
        """The name of the due step in texts of positions (C16.1)."""
        return self.ask.step

    @property
    def to_act(self) -> tuple[int, ...]:
        """C16.1: the seats to act, or CHANCE; none when the game is over."""
        return tuple(sorted(self.ask.choices))

    def legal(self, player: int) -> set[str]:
        """Return the texts of the legal actions of a player, or of CHANCE; none out of turn."""
        return self.ask.choices.get(player, set())

    def odds(self) -> dict[str, Fraction]:
        """C16.12: the probability of each chance event that can come; empty if none is due."""
        return self.ask.odds

    def play(self, player: int, choice: str) -> None:
        """Play an action by its text; raise ValueError unless it is legal."""
        if choice not in self.legal(player):
            raise ValueError(f"{choice} isn't legal for player {player}")
        assert self._story
        self.so_far.append((player, choice))
        try:
            self.ask = self._story.send((player, choice))
        except StopIteration:
            self.go_on()

    def go_on(self) -> None:
        """Run the coming scenes up to the next choice, or to the end of the game."""
        while self.to_come:
            self.now = self.to_come.pop()
            self._story = self.now.tell(*self.now.about)
            self.so_far = []
            if self._story is not None:
                try:
                    self.ask = next(self._story)
                except StopIteration:
                    continue
                return
        self.now, self._story, self.so_far, self.ask = None, None, [], END

    # --- what comes out

    @property
    def totals(self) -> tuple[int, ...]:
        """C12.3: the points of each player."""
        return tuple(map(self.points, self.seats))

    @property
    def outcome(self) -> tuple[tuple[int, ...], str] | None:
        """C12.4: the winner and the criterion; None while the game goes on."""
        if self.ask is not END:
            return None
        seat, by = self.winner
        return (seat,), by

    def to_be_told(self) -> list[tuple[object, ...]]:
        """Return the coming scenes as plain values, the present one first, then the choices made in the present one."""
        scenes = [scene for scene in (self.now, *reversed(self.to_come)) if scene]
        return [*((scene.name, *scene.about) for scene in scenes), *self.so_far]

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        shared = (self.components, self.content, self.map, self.regions, self.sectors, self.beside, self.ask)
        memo: dict[int, object] = {id(each): each for each in shared}
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        vars(twin).update({name: deepcopy(value, memo) for name, value in vars(self).items() if name != "_story"})
        twin.tell_again(self.now, self.so_far)
        return twin

    def tell_again(self, now: Scene | None, so_far: list[tuple[int, str]]) -> None:
        """Run the present scene once more up to the same choice."""
        if now:
            self.to_come.append(Scene(getattr(self, now.name), now.about))
            self.go_on()
            for player, choice in so_far:
                self.play(player, choice)
