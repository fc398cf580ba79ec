"""House rules: Protocols of games that can be played by house rules, and of games under house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from ..errors import ArgumentError

if TYPE_CHECKING:
    from ..game import AnyGame, Game, State

__all__ = ["HouseRuledGame", "VariantGame", "base_of", "game_by", "has_house_rules", "variant_of"]


@runtime_checkable
class HouseRuledGame(Protocol):
    """A game that can be played by house rules from a user's file."""

    def house_game(self, rules: Any, /) -> Game[Any, Any]:
        """Return the game by the house rules of a file, or of a class, which is a `VariantGame`.

        Raises ArgumentError if there are no rules, or if they can't be played; the message says where and why.
        """
        ...


@runtime_checkable
class VariantGame(Protocol):
    """A game by house rules: it shares the set-up, the maps and the rule book of the game that it changes."""

    @property
    def base(self) -> Game[Any, Any]:
        """The game whose rules are changed."""
        ...

    @property
    def about(self) -> str:
        """The house rules in a sentence without a full stop."""
        ...

    def rule_name(self) -> str:
        """Return the name of the house rules in texts of the game, with a digest by which others find their file.

        Raises ArgumentError if the rules are in no file.
        """
        ...

    def by_these_rules(self, state: Any, /) -> State[Any]:
        """Return the same position as a state of the base, by the house rules; a start begins anew."""
        ...


def has_house_rules(game: AnyGame) -> bool:
    """Return whether a game can be played by house rules."""
    return isinstance(game, HouseRuledGame)


def game_by(rules: Any, game: AnyGame) -> AnyGame:
    """Return a game by house rules, as `HouseRuledGame.house_game` does; raise ArgumentError if it takes none."""
    if not isinstance(game, HouseRuledGame):
        raise ArgumentError(f"{game.INFO.name} has no house rules")
    return game.house_game(rules)


def variant_of(game: AnyGame) -> VariantGame | None:
    """Return the game if it is a `VariantGame`, else None."""
    return cast(VariantGame, game) if isinstance(game, VariantGame) else None


def base_of(game: AnyGame) -> AnyGame:
    """Return the game that a game by house rules changes; any other game itself."""
    variant = variant_of(game)
    return game if variant is None else variant.base
