"""Observations of Micro Space Empire: the numbers of a state."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

from hypothesis import given

from sse_core import SplitMix64
from sse_core.micro_space_empire import (
    Due,
    Event,
    Position,
    State,
    System,
    Technology,
    new_game,
    observation_space,
    observe,
)
from sse_core.micro_space_empire.strategies import states

CardT = TypeVar("CardT", bound=IntEnum)


@given(states())
def test_the_numbers_have_the_whole_position(state: State) -> None:
    assert read(dict(zip(observation_space(state).names, observe(state, 0).tolist(), strict=True))) == state.position


def test_the_numbers_have_each_position_of_whole_games() -> None:
    """Of thirty, in which empires grow, and events are under way."""
    largest, events = 0, set[Event | None]()
    for seed in range(30):
        state, rng = new_game(), SplitMix64(seed)
        space = observation_space(state)
        while state.to_act:
            state = state.after(rng.choice(state.legal_ids()))
            position = state.position
            numbers = observe(state, 0).tolist()
            assert read(dict(zip(space.names, numbers, strict=True))) == position
            assert all(number <= high for number, high in zip(numbers, space.high, strict=True))
            largest, events = max(largest, len(position.empire)), events | {position.event}
    assert largest > 4
    assert len(events) > 4


def read(seen: dict[str, int]) -> Position:
    """Return the position that the numbers describe, by their names."""

    def cards(kind: type[CardT], what: str) -> list[CardT]:
        return [card for card in kind if seen[f"{getattr(card, 'title')}{what}"]]  # noqa: B009 - no IntEnum has it

    def mask(kind: type[CardT], what: str) -> int:
        return sum(1 << card for card in cards(kind, what))

    empire = cards(System, " in the empire")
    (due,) = [due for due in Due if seen["game over" if due is Due.END else f"{due} due"]]
    return Position(
        turn=seen["turn"],
        due=due,
        metal=seen["metal"],
        wealth=seen["wealth"],
        military=seen["military"],
        technologies=mask(Technology, " known"),
        empire=tuple(sorted(empire, key=lambda system: seen[f"{system.title} in the empire"])),
        unaligned=mask(System, " unaligned"),
        seen=mask(Event, " seen"),
        struck=bool(seen["collection reduced"]),
        diplomatic=bool(seen["diplomacy chosen"]),
        built=bool(seen["military built"]),
        discovered=next(iter(cards(Technology, " discovered now")), None),
        event=next(iter(cards(Event, " under way")), None),
        target=next(iter(cards(System, " attacked")), None),
        lost=bool(seen["Home World lost"]),
        expansion=bool(seen["expansion"]),
    )
