"""Laws of Empire of the Stars, which hold after every action: what is conserved, and what can't be.

They read a position through the names of its fields alone, and share no code with the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from sse_core.empire_of_the_stars.board import Board
from sse_core.empire_of_the_stars.options import options_of
from sse_core.empire_of_the_stars.packs.vocabulary import NUMBERS, RULE_NUMBERS, VERBS
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.fields import LAYOUT, NOBODY, numbers_of
from sse_core.empire_of_the_stars.positions.position import Box, Position, bytes_of
from sse_core.empire_of_the_stars.state import State

BLOCKED, HOME = 40, 32
N_CHOSEN = MappingProxyType({
    Due.FIRST_TILE: 1, Due.EXPLORE_AT: 1, Due.EXPLORE_SETTLE: 1, Due.TRADE_METAL: 1, Due.TRADE_ENERGY: 2,
    Due.DEPLOY_AT: 1, Due.CARD: 1, Due.TURN: 1, Due.MOVE_SHIP: 1, Due.MOVE_TO: 2, Due.AGAINST: 1,
    Due.BRING_SHIP: 1, Due.BRING_TO: 2, Due.SHIFT_SHIP: 1, Due.SHIFT_TO: 2, Due.HIT_UNIT: 1,
    Due.EFFECT_AT: 1, Due.EFFECT_SHIP: 1, Due.EFFECT_TO: 2, Due.EFFECT_UNIT: 1,
})  # fmt: skip
"""How many choices of a decision were made before each step."""

COUNTED = frozenset({Due.INVEST, Due.BUILD, Due.DRAW, Due.CARD, Due.TURN, Due.BUY, Due.INFLUENCE})
"""The steps that count what was done in them."""


def broken(state: State, before: State | None = None) -> Iterator[str]:
    """Yield each law that a position breaks, or that the way from the position before breaks."""
    content, n = state.board.content, state.players
    now = Position(state.data)
    yield from _bounds(state)
    yield from _tokens(now, n, content.galaxy_tokens)
    yield from _ships(now, n)
    tiles = Counter(tile for tile in now.tile if 0 < tile < HOME)
    depths = [depth for depth in now.depth if depth != NOBODY]
    waiting = sum(home == NOBODY for home in now.home[:n]) if now.step < Due.ROLE or now.step == Due.POWER else 0
    # In the second of two steps the home world lies, and the tile doesn't.
    waiting += now.step == Due.FIRST_TILE
    for kind, tile in enumerate(content.tiles):
        there = tiles[kind + 1] + now.display[kind] + now.unseen[kind]
        there += now.bottom * (tile.name == "space") + len(depths) * (tile.name == "wormhole")
        there += waiting * (tile.name == "2p")
        if there != tile.n:
            yield f"{there} tiles {tile.name}"
    if now.stack != sum(now.unseen) - [*now.tile].count(BLOCKED) + len(depths):
        yield f"the stack has {now.stack}"
    planets = {kind + 1 for kind, tile in enumerate(content.tiles) if tile.face.name == "PLANET"}
    if any(token and tile not in planets for token, tile in zip(now.token, now.tile, strict=True)):
        yield "a token that isn't on a planet"
    first = RULE_NUMBERS.index("track.polymers")
    for seat in range(n):
        for each in range(3):
            end = content.tracks[each] + now.changed[seat][first + each]
            if now.resources[seat][each] > end:
                yield "resources beyond a track"
    yield from _effects(now, n)
    if not any(map(any, now.hidden)):
        yield from unused(now)
    yield from of_nobody(now)
    yield from _room(now, state)
    yield from _cards(now, state)
    for player in state.to_act:
        legal = state.legal_ids(player)
        if not legal or [*legal] != sorted({*legal}):
            yield f"legal ids {legal}"
    if before is not None:
        was = Position(before.data)
        thrones = zip(chain(*was.throne), chain(*now.throne), strict=True)
        if any(old > new for old, new in thrones):
            yield "a token has left a throne"
        if any(old != new for old, new in zip(was.tile, now.tile, strict=True) if old):
            yield "a tile has changed"


def unused(now: Position) -> Iterator[str]:
    """Yield the fields that the step doesn't use and that aren't empty."""
    if any(now.draft[N_CHOSEN.get(Due(now.step), 0) :]):
        yield "a choice of no decision"
    step = now.then if now.effect and not now.window else now.step
    if now.count and step not in COUNTED:
        yield "a count of no decision"
    if not now.effect and (now.part or now.left):
        yield "a part of no effect"
    if now.window and not (now.effect or now.step == Due.WINDOW):
        yield "a window beside a step"
    if now.then and not (now.effect or now.window or now.step == Due.DISCARD):
        yield "a step is to be gone on with, and no effect is half done"
    if now.sector == NOBODY and (min(now.attacker, now.defender) != NOBODY or any(now.data[bytes_of("side").start :])):
        yield "a battle without a sector"


def of_nobody(now: Position) -> Iterator[str]:
    """Yield the fields of seats that nobody has and that aren't empty."""
    seats = range(now.players, 4)
    rows = [now.resources, now.throne, now.supply, now.staging, now.placed, now.hidden, now.dealt, now.sway_at]
    rows += [now.changed, now.for_role, now.for_battle]
    row = now.credits, now.stock, now.influence, now.on_throne, now.power, now.surged, now.spent, now.sway, now.side
    if any(each[seat] for each in row for seat in seats) or any(any(each[seat]) for each in rows for seat in seats):
        yield "something of nobody"
    if any(now.home[seat] != NOBODY for seat in seats):
        yield "a home world of nobody"


def fleet(ships: Box, seat: int, kind: int) -> list[int]:
    """The ships of a type of a seat in each region."""
    return [ships[seat, kind, region] for region in range(64)]


def _effects(now: Position, n: int) -> Iterator[str]:
    """Yield what effects may not leave behind: what they change for a role ends with it (C16.15)."""
    powers, acts = now.flags & 1, now.flags & 3
    between = not now.effect and not now.window
    if now.step == Due.ROLE and (any(now.used) or any(chain(*now.for_role)) or not between or now.new_wormhole):
        yield "an effect outlasts its role"
    if now.sector == NOBODY and (any(chain(*now.for_battle)) or any(chain(*now.plus)) or any(now.spare)):
        yield "an effect outlasts its battle"
    if now.step == Due.ROLE and (any(now.sway) or any(chain(*now.sway_at)) or any(now.sway_throne)):
        yield "influence of an effect outlasts Regent"
    if not powers and (now.new_wormhole or any(map(any, (now.power, now.surged, *now.dealt)))):
        yield "powers in a game without them"
    if not acts and (now.window or any(map(any, (now.used, now.spent, *now.changed)))):
        yield "effects in a game without them"
    chosen = [power for power in now.power[:n] if power]
    if len({*chosen}) < len(chosen):
        yield "a power of two players"


def _bounds(state: State) -> Iterator[str]:
    for field in LAYOUT:
        for number in {*numbers_of(state.data, field)}:
            if not (field.least <= number <= field.most or (field.nobody and number == NOBODY)):
                yield f"{field.name} is {number}"


def _tokens(now: Position, n: int, galaxy: int) -> Iterator[str]:
    for seat in range(n):
        total = now.stock[seat] + now.influence[seat] + now.on_throne[seat] + now.spent[seat]
        total += sum(now.placed[seat])
        total += sum(now.throne[owner][seat] for owner in range(n))
        total += sum(token in (2 * seat + 1, 2 * seat + 2) for token in now.token)
        total += sum(token in (2 * seat + 2, 2 * seat + 3) for token in now.far_space)
        if total != 16:
            yield f"{total} tokens of seat {seat}"
    total = now.pile + [*now.far_space].count(1) + sum(now.throne[seat][4] for seat in range(n))
    if total != galaxy:
        yield f"{total} galaxy tokens"


def _ships(now: Position, n: int) -> Iterator[str]:
    for seat in range(n):
        for kind, most in enumerate((8, 4, 2)):
            here, moved, shifted = (fleet(row, seat, kind) for row in (now.ships, now.moved, now.shifted))
            total = now.supply[seat][kind] + now.staging[seat][kind] + sum(here)
            if total != most:
                yield f"{total} ships of type {kind} of seat {seat}"
            if any(some > there for some, there in zip(moved, here, strict=True)):
                yield "more ships have moved than are there"
            if any(some > there for some, there in zip(shifted, here, strict=True)):
                yield "more ships were shifted than are there"


def _room(now: Position, state: State) -> Iterator[str]:
    own_cap = options_of(now).own_cap
    fleets = [[*map(sum, zip(*(fleet(now.ships, seat, kind) for kind in range(3)), strict=True))] for seat in range(4)]
    most = 3 + most_room(state.board)
    for region, tile in enumerate(now.tile):
        counts = [fleet[region] for fleet in fleets]
        if (max(counts) if own_cap else sum(counts)) > most:
            yield f"{counts} ships in region {region}"
        for seat, ships in enumerate(counts):
            if ships and (tile == BLOCKED or (HOME <= tile < BLOCKED and tile != HOME + seat)):
                yield f"ships of seat {seat} where none can stop"


@lru_cache(maxsize=16)
def most_room(board: Board) -> int:
    """How many ships more than three a region may hold by all effects of a pack."""
    content = board.content
    effects = [effect for card in content.technologies for effect in card.effects]
    effects += [effect for power in content.powers for effect in (*power.core, *power.surge)]
    room = VERBS.index("number"), NUMBERS.index("room")
    return sum(abs(do.n.number) for effect in effects for do in effect.does if (do.verb, do.what) == room)


def _cards(now: Position, state: State) -> Iterator[str]:
    content = state.board.content
    for cost in (1, 2, 3):
        heights = [now.height[card] for card, each in enumerate(content.technologies) if each.cost == cost]
        pile = sorted(filter(None, heights))
        if pile != [*range(1, len(pile) + 1)]:
            yield f"a pile of heights {pile}"
    for card, place in enumerate(now.place):
        if (now.height[card] > 0) != (place == 1):
            yield f"card {card} has a height {now.height[card]} in place {place}"


def points(state: State, seat: int) -> int:
    """The points of a seat from the board alone (C12.3)."""
    now = Position(state.data)
    total = sum(now.throne[seat])
    total += sum({2 * seat + 1: 1, 2 * seat + 2: 2}.get(token, 0) for token in now.token)
    return total + sum({2 * seat + 2: 1, 2 * seat + 3: 2}.get(token, 0) for token in now.far_space)
