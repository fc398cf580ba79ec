"""Numbers of the rules for each player, with the changes by effects (C13.6, C16.15, S60)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ..packs.content import Content, Do
from ..packs.vocabulary import LEAST, MOST, RULE_NUMBERS, SHIPS, VERBS, WHAT, WHERE
from .things import HITS, MOVES, RESOURCES, STRENGTH, kept

__all__ = ["BOUNDS", "STANDING", "Numbers", "is_set", "number_of", "what_of", "where_of"]

STANDING: Final = {
    **{f"moves.{ship}": n for ship, n in MOVES.items()},
    **{f"strength.{unit}": n for unit, n in STRENGTH.items()},
    **{f"hits.{ship}": n for ship, n in HITS.items()},
    "room": 3,
    "hand": 3,
    "draws": 1,
    "buys": 1,
    "invests": 2,
    "influence.free": 2,
    "influence.bought": 1,
    "influence.price": 2,
    "asteroids_stop": 1,
    "guards": 1,
    "home_strength": 2,
    "display": 1,
}
"""The numbers by the clauses; missing ones are 0. Tracks are those of the pack."""

BOUNDS: Final = {name: (LEAST[number], MOST[number]) for number, name in enumerate(RULE_NUMBERS)}


def what_of(do: Do) -> str:
    """Return the first argument of a verb: a resource, a ship, a number, a price."""
    return WHAT[VERBS[do.verb]][do.what]


def where_of(do: Do) -> str:
    """Return the second argument of a verb: a place, a player, or a resource."""
    return WHERE[VERBS[do.verb]][do.where]


def number_of(do: Do) -> str:
    """Return the number that a verb changes: one of the rules, or the reduction of a price."""
    changed = what_of(do)
    if VERBS[do.verb] == "number":
        return changed
    return f"less.{changed}.{where_of(do)}" if changed in SHIPS else f"less.{changed}"


def is_set(do: Do) -> bool:
    """Return whether a number is set, not added to."""
    return VERBS[do.verb] == "number" and do.steps == 1


class Numbers:
    """The numbers of each player."""

    def __init__(self, content: Content, players: int) -> None:
        self._standing = STANDING | {f"track.{kind}": end for kind, end in zip(RESOURCES, content.tracks, strict=True)}
        self.always: list[Counter[str]] = [Counter() for _ in range(players)]
        """The changes by technologies and powers as long as they work."""

        self.for_role: list[Counter[str]] = [Counter() for _ in range(players)]
        self.for_battle: list[Counter[str]] = [Counter() for _ in range(players)]

    def of(self, seat: int, name: str) -> int:
        """Return a number as it is now, within its bounds."""
        changes = self.always[seat][name] + self.for_role[seat][name] + self.for_battle[seat][name]
        least, most = BOUNDS[name]
        return min(most, max(least, self._standing.get(name, 0) + changes))

    def stand(self, works: Iterable[tuple[int, Do]]) -> None:
        """S60: sum up permanent effects in the order of the pack: effects that set a number before effects that add."""
        found = [*works]
        self.always = [Counter() for _ in self.always]
        for seat, do in found:
            if is_set(do):
                name = number_of(do)
                self.always[seat][name] = do.n.number - self._standing.get(name, 0)
        for seat, do in found:
            if not is_set(do):
                self.always[seat][number_of(do)] += do.n.number

    def change(self, seat: int, do: Do, n: int, for_battle: bool) -> None:
        """C16.15: change a number until the end of the role or the battle."""
        name = number_of(do)
        changes = (self.for_battle if for_battle else self.for_role)[seat]
        changes[name] += n - self.of(seat, name) if is_set(do) else n

    def end_role(self) -> None:
        """C16.15: changes for the role end."""
        self.for_role = [Counter() for _ in self.for_role]

    def end_battle(self) -> None:
        """C16.15: changes for the battle end."""
        self.for_battle = [Counter() for _ in self.for_battle]

    def changes(self) -> list[tuple[dict[str, int], ...]]:
        """Return the changes of each player: those for ever, for the role and for the battle."""
        parts = (self.always, self.for_role, self.for_battle)
        return [tuple(kept(part) for part in each) for each in zip(*parts, strict=True)]
