"""Observations of Empire of the Stars: the numbers of a view, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.empire_of_the_stars.test_laws import played
from tests.profiles import by_profile

from sse_core.empire_of_the_stars import Due, State, Verb, observation_space, observe
from sse_core.empire_of_the_stars.packs.vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SHIPS
from sse_core.empire_of_the_stars.positions.due import STEP_NAMES
from sse_core.empire_of_the_stars.positions.fields import BLOCKED, HOME_TILE, IN_DECK, IN_HAND, NOBODY, OWNED
from sse_core.empire_of_the_stars.positions.position import Position, bytes_of

TINY = Path(__file__).with_name("data") / "tiny.toml"

STARTS: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "round_limit": by_profile(dev=12, ci=200)},
    "three": {"players": 3, "round_limit": by_profile(dev=6, ci=200)},
    "two, powers": {"players": 2, "powers": True, "round_limit": by_profile(dev=8, ci=200)},
    "four, tiny": {"players": 4, "pack": TINY},
}


def told(state: State, seat: int) -> Iterator[tuple[str, int]]:
    """Yield what a seat's own view says, by the names of the numbers; zeros may be left out."""
    now, b, n = Position(state.data), state.board, state.players
    regions, far = b.content.regions, range(len(b.content.far_space))
    cards = [f"card {card.name}" for card in b.content.technologies]
    for other in range(n):
        name = f"of player +{(other - seat) % n}"
        for kind, ship in enumerate(SHIPS):
            for i, region in enumerate(regions):
                yield f"{ship}s at {region} {name}", now.ships[other, kind, i]
                yield f"moved {ship}s at {region} {name}", now.moved[other, kind, i]
                yield f"shifted {ship}s at {region} {name}", now.shifted[other, kind, i]
            yield f"{ship}s in supply {name}", now.supply[other][kind]
            yield f"{ship}s in staging {name}", now.staging[other][kind]
        for i, region in enumerate(regions):
            yield f"home world at {region} {name}", int(now.home[other] == i)
            yield f"influence at {region} {name}", now.placed[other][i]
        for token, what in ((1, "colony"), (2, "starbase")):
            yield from (
                (f"{what} at {regions[i]} {name}", now.token[i] == 2 * other + token) for i in range(b.n_regions)
            )
            yield from ((f"{what} in far space {i + 1} {name}", now.far_space[i] == 2 * other + token + 1) for i in far)
        yield from ((f"{resource} {name}", now.resources[other][i]) for i, resource in enumerate(RESOURCES))
        yield from ((f"credits {name}", now.credits[other]), (f"stock {name}", now.stock[other]))
        yield f"influence to place {name}", now.influence[other]
        yield f"influence on the Throne {name}", now.on_throne[other]
        yield f"galaxy tokens in the throne {name}", now.throne[other][4]
        for colour in range(n):
            of, whose = (colour - seat) % n, (other - seat) % n
            yield f"tokens of +{of} in the throne of +{whose}", now.throne[other][colour]
        roles = {"scepter": now.scepter, "Emperor": now.emperor, "chooser": now.chooser, "decision": now.actor}
        roles |= {"named winner": now.favoured, "attacker": now.attacker, "defender": now.defender}
        yield from ((f"{role} {name}", int(who == other)) for role, who in roles.items())
        for number, side in enumerate(("attacker", "defender")):
            yield f"on the side of the {side} {name}", int(now.side[other] == number + 1)
            yield f"asked by the {side} {name}", now.asked[number] >> other & 1
        held = [i for i, place in enumerate(now.place) if place == IN_HAND + other]
        yield from ((f"{cards[i]} bought {name}", 1) for i, place in enumerate(now.place) if place == OWNED + other)
        yield from ((f"{cards[i]} known in the hand {name}", now.known[i]) for i in held)
        for cost in range(3):
            own = sum(b.costs[i] == cost + 1 and not now.known[i] for i in held)
            yield f"hidden cards of cost {cost + 1} {name}", own + now.hidden[other][cost]
        if b.content.powers:
            yield from of_powers(state, now, other, name)
    yield from of_nobody(state, now, seat, cards)
    if b.content.powers:
        yield from of_effects(state, now, seat)
    for number, side in enumerate(("attacker", "defender")):
        yield f"numbers set by the {side}", now.written[number]
        yield f"colonies destroyed by the {side}", now.fallen[number]
        for what, numbers in (("strength", now.force), ("tactics", now.tactics), ("weapons", now.weapons)):
            yield f"{what} of the {side}", numbers[number]
        yield f"hits of the {side}", now.hits[number]


def of_powers(state: State, now: Position, other: int, name: str) -> Iterator[tuple[str, int]]:
    """What effects have left with a player."""
    powers = state.board.content.powers
    for i, region in enumerate(state.board.content.regions):
        yield f"influence of effects at {region} {name}", now.sway_at[other][i]
    yield f"influence of effects to place {name}", now.sway[other]
    yield f"influence of effects on the Throne {name}", now.sway_throne[other]
    yield from ((f"tokens paid {name}", now.spent[other]), (f"hits spared {name}", now.spare[other]))
    power = now.power[other]
    yield from ((f"power chosen {name}", int(power > 0)), (f"power on surge {name}", now.surged[other]))
    if 0 < power <= len(powers):
        yield f"power {powers[power - 1].name} {name}", 1
    for numbers, when in (
        (now.changed, "in all"),
        (now.for_role, "for the role"),
        (now.for_battle, "for the battle"),
    ):
        yield from (
            (f"{rule} changed {when} {name}", by) for rule, by in zip(RULE_NUMBERS, numbers[other], strict=True)
        )


def of_effects(state: State, now: Position, seat: int) -> Iterator[tuple[str, int]]:
    """The window that is open, the effect that is half done, what was used."""
    names, powers = state.board.arguments[Verb.USE], state.board.content.powers
    for power in now.dealt[seat]:
        if power:
            yield f"power {powers[power - 1].name} dealt to the observer", 1
    yield "new wormhole", now.new_wormhole
    if now.window:
        yield f"window {MOMENTS[now.window - 1]}", 1
    if now.then:
        yield f"{Due(now.then).name.lower().replace('_', '-')} follows", 1
    if now.effect:
        yield f"effect {names[now.effect - 1]} half done", 1
    yield from (("part of the effect", now.part), ("left of it", now.left))
    yield from ((f"effect {name} used", times) for name, times in zip(names, now.used, strict=False))
    for i, side in enumerate(("attacker", "defender")):
        for j, part in enumerate(("tactics", "weapons", "shields")):
            yield f"{part} of the {side} changed", now.plus[i][j]


def of_nobody(state: State, now: Position, seat: int, cards: list[str]) -> Iterator[tuple[str, int]]:
    b = state.board
    kinds = [tile.name for tile in b.content.tiles]
    for region, tile in zip(b.content.regions, now.tile, strict=False):
        yield f"blocked at {region}", int(tile == BLOCKED)
        if 0 < tile < HOME_TILE:
            yield f"tile {kinds[tile - 1]} at {region}", 1
    for i, card in enumerate(cards):
        yield f"{card} in the own hand", int(now.place[i] == IN_HAND + seat)
        yield f"{card} unseen", int(now.place[i] == IN_DECK)
        yield f"height of {card} in its pile", now.height[i]
    yield f"{STEP_NAMES[now.step]} due", 1
    yield from (
        ("round", now.round),
        ("rounds left", max(0, now.round_limit - now.round)),
        ("second role", now.second),
    )
    yield f"edict {b.content.edicts[now.edict].name}", 1
    if now.monolith != NOBODY:
        yield f"monolith on {ROLES[now.monolith]}", 1
    yield from ((f"credits on {role}", now.wheel[i]) for i, role in enumerate(ROLES))
    yield from ((f"credits shown by market tile {i + 1}", now.market >> i & 1) for i in range(len(b.content.market)))
    yield from ((f"choice {i + 1}", number) for i, number in enumerate(now.draft))
    yield from (("times used", now.count), ("influence bought", now.bought), ("ships to shift", now.shifts))
    yield from ((f"tiles {kind} in the display", now.display[i]) for i, kind in enumerate(kinds))
    yield from ((f"tiles {kind} unseen", now.unseen[i]) for i, kind in enumerate(kinds))
    yield from (("tiles in the stack", now.stack), ("empty tiles at the bottom", now.bottom))
    yield from (("tiles put back", now.put_back), ("galaxy tokens in the pile", now.pile))
    yield from ((f"place of wormhole {i + 1}", depth + 1) for i, depth in enumerate(now.depth) if depth != NOBODY)
    yield from ((f"galaxy token in far space {i + 1}", 1) for i, token in enumerate(now.far_space) if token == 1)
    for i, sector in enumerate(b.content.sectors):
        yield f"fought in sector {sector.name}", now.fought >> i & 1
        yield f"battle in sector {sector.name}", int(now.sector == i)


def seen(state: State, seat: int) -> dict[str, int]:
    array = observe(state, seat).tolist()
    return {name: value for name, value in zip(observation_space(state).names, array, strict=True) if value}


@pytest.mark.parametrize("name", STARTS)
def test_the_numbers_say_what_the_view_does(name: str) -> None:
    """By their names; and views with the same numbers differ in what the docs leave out alone."""
    found: dict[tuple[int, bytes], bytes] = {}
    begun = bytes_of("begun")
    for count, state in enumerate(played(3, **STARTS[name])):
        seat = count % state.players
        view = state.view(seat)
        kept = view.data[: begun.start] + view.data[begun.stop :]
        assert found.setdefault((seat, observe(state, seat).tobytes()), kept) == kept
        if count % 5 == 0 or Due.INVITE <= Position(state.data).step <= Due.HIT_UNIT:
            assert seen(state, seat) == {what: value for what, value in told(view, seat) if value}
