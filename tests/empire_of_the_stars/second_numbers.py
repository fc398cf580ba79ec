"""The numbers of the rules in their second reading, as effects change them for each player (C13.6, C16.15, S60)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from tests.empire_of_the_stars.second_things import HITS, MOVES, RESOURCES, STRENGTH

from sse_core.empire_of_the_stars.content import Content, Do
from sse_core.empire_of_the_stars.vocabulary import LEAST, MOST, NUMBERS, PRICES, RULE_NUMBERS, SHIPS, VERBS

PAID: Final = ("credits", *RESOURCES, "any")

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
"""The numbers as the clauses have them; those that aren't here are 0. Tracks are the pack's."""

BOUNDS: Final = {name: (LEAST[number], MOST[number]) for number, name in enumerate(RULE_NUMBERS)}


def number_of(do: Do) -> str:
    """The number that a verb changes: one of the rules, or how much less a price is."""
    if VERBS[do.verb] == "number":
        return NUMBERS[do.what]
    price = PRICES[do.what]
    return f"less.{price}.{PAID[do.where]}" if price in SHIPS else f"less.{price}"


def is_set(do: Do) -> bool:
    """Whether a number is set, not added to."""
    return VERBS[do.verb] == "number" and do.steps == 1


class Numbers:
    """The numbers of each player."""

    def __init__(self, content: Content, players: int) -> None:
        self._standing = STANDING | {f"track.{kind}": end for kind, end in zip(RESOURCES, content.tracks, strict=True)}
        self._always: list[Counter[str]] = [Counter() for _ in range(players)]
        self._role: list[Counter[str]] = [Counter() for _ in range(players)]
        self._battle: list[Counter[str]] = [Counter() for _ in range(players)]
        self._values: dict[tuple[int, str], int] = {}
        self._changed: list[dict[str, int]] | None = None

    def of(self, seat: int, name: str) -> int:
        """A number as it is now."""
        if (seat, name) not in self._values:
            changes = self._always[seat][name] + self._role[seat][name] + self._battle[seat][name]
            least, most = BOUNDS[name]
            self._values[seat, name] = min(most, max(least, self._standing.get(name, 0) + changes))
        return self._values[seat, name]

    def stand(self, works: Iterable[tuple[int, Do]]) -> None:
        """S60: sum up what works always, in the order of the pack: what sets goes before what adds."""
        found = [*works]
        self._always = [Counter() for _ in self._always]
        for seat, do in found:
            if is_set(do):
                name = number_of(do)
                self._always[seat][name] = do.n.number - self._standing.get(name, 0)
        for seat, do in found:
            if not is_set(do):
                self._always[seat][number_of(do)] += do.n.number
        self._forget()

    def change(self, seat: int, do: Do, n: int, for_battle: bool) -> None:
        """Change a number until the end of the role or the battle."""
        name = number_of(do)
        changes = (self._battle if for_battle else self._role)[seat]
        changes[name] += n - self.of(seat, name) if is_set(do) else n
        self._forget()

    def end_role(self) -> None:
        self._role = [Counter() for _ in self._role]
        self._forget()

    def end_battle(self) -> None:
        self._battle = [Counter() for _ in self._battle]
        self._forget()

    def changed(self) -> list[dict[str, int]]:
        """The numbers of each player that aren't as they stand."""
        if self._changed is None:
            self._changed = []
            for seat, parts in enumerate(zip(self._always, self._role, self._battle, strict=True)):
                names = {name for part in parts for name in part}
                numbers = {name: self.of(seat, name) for name in names}
                self._changed.append({name: n for name, n in numbers.items() if n != self._standing.get(name, 0)})
        return self._changed

    def _forget(self) -> None:
        """Count all anew after a change."""
        self._values.clear()
        self._changed = None
