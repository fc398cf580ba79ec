"""Observations: what a seat sees of a position (C16.12), as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex, TypeAlias

from ..forms.arrays import array_to_fill
from ..forms.checks import check_index
from ..game import ObservationSpace
from .actions import Verb
from .board import Board
from .content import MAX_AMOUNT, N_WORMHOLES
from .due import STEP_NAMES, Due
from .layout import BLOCKED, GALAXY, HOME_TILE, IN_DECK, IN_HAND, MAX_REGIONS, MAX_ROUNDS, NOBODY, OWNED, SEALED, TOKENS
from .position import Position, bytes_of
from .rules.tokens import token_of
from .secrets import view
from .state import State, check_state
from .vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SUPPLY
from .vocabulary import SHIPS as SHIP_NAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_LARGEST: Final = 32_767
"""Larger numbers are written as this one: credits and strengths can be more."""

_FLAG: Final = 1
_LARGEST_CHANGE: Final = 127
_SEATS: Final = 4
_COLOURS: Final = 5
_COSTS: Final = 3
_SIDES: Final = ("attacker", "defender")

_Read: TypeAlias = Callable[[bytes, int], Iterable[int]]


class _Part(NamedTuple):
    """Numbers that are read together."""

    names: tuple[str, ...]
    most: int
    """The greatest value of each."""

    read: _Read
    """Takes a view, and the seat to which the numbers belong."""

    place: int = 0
    """How many places after the observer that seat sits; 0 for what belongs to nobody."""

    least: int = 0


def observation_space(state: State) -> ObservationSpace:
    """Return what `observe` writes: numbers of int16, whose names depend on the pack and the number of players."""
    return _space(check_state(state).board, state.players)


def observe(state: State, player: SupportsIndex, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Return a state as a seat sees it: the numbers of `observation_space`, in a new array or in `out`.

    Maps of the n regions come first, in the pack's order: `array[:n]` has the observer's fighters. The seats are
    counted clockwise from the observer, who is +0. Numbers beyond 32,767 are written as 32,767. Needs numpy.

    The array leaves out of the seat's view: the ply and whether a decision has begun, the options, and what the pack
    says of tiles, market and cards.

    Raises RangeError if there is no such seat, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.empire_of_the_stars import observation_space, observe, start
    >>> state = start(players=2, seed=1)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 1).tolist(), strict=True))
    >>> seen["stock of player +0"], seen["Emperor of player +0"], seen["rounds left"]
    (16, 1, 200)
    """
    board, players = check_state(state).board, state.players
    seat = check_index(player, players, "player")
    parts = _parts(board, players)
    array = array_to_fill(out, "int16", _space(board, players).shape)
    seen = view(board, state.data, seat)
    rows = (part.read(seen, (seat + part.place) % players) for part in parts)
    array[:] = [*chain.from_iterable(rows)]
    return array if out is None else out


@lru_cache(maxsize=16)
def _space(board: Board, players: int) -> ObservationSpace:
    """Return the space of a pack: all its states share it."""
    bounds = {name: (part.least, part.most) for part in _parts(board, players) for name in part.names}
    low, high = zip(*bounds.values(), strict=True)
    return ObservationSpace(tuple(bounds), (len(bounds),), "int16", low, high)


@lru_cache(maxsize=16)
def _parts(board: Board, players: int) -> tuple[_Part, ...]:
    """Return what is read, in order."""
    return tuple(
        chain(
            *(_maps_of(board, place) for place in range(players)),
            _maps(board),
            *(_belongings(board, place) for place in range(players)),
            *(_cards_of(board, place) for place in range(players)),
            _thrones(players),
            _cards(board),
            _round(board),
            _tiles(board),
            _battle(board),
            _effects(board),
        )
    )


# --- how numbers are read


def _first(where: slice, n: int | None) -> slice:
    """Return where the first n bytes lie; None: all."""
    return where if n is None else slice(where.start, where.start + n)


def _bytes(name: str, *at: int, n: int | None = None) -> _Read:
    """Return what reads the bytes of a field, below some of its indices; the first n of them."""
    where = _first(bytes_of(name, *at), n)
    return lambda p, _: p[where]


def _by_seat(read: Callable[..., _Read], name: str, *below: int, **how: int) -> _Read:
    """Return what reads a seat's part of a field as `read` does, below some further indices."""
    reads = [read(name, seat, *below, **how) for seat in range(_SEATS)]
    return lambda p, seat: reads[seat](p, seat)


def _signed(name: str, *at: int) -> _Read:
    """Return what reads numbers with a sign."""
    where = bytes_of(name, *at)
    return lambda p, _: memoryview(p)[where].cast("b")


def _equal(name: str, value: int, step: int = 0, n: int | None = None) -> _Read:
    """Return what tells which bytes of a field have a value, which is more by `step` for each seat."""
    where = _first(bytes_of(name), n)
    tables = [bytes(byte == value + step * seat for byte in range(256)) for seat in range(_SEATS)]
    return lambda p, seat: p[where].translate(tables[seat])


def _one_of(name: str, *at: int, n: int, first: int = 0) -> _Read:
    """Return what tells which of n things a number names, whose numbers begin with `first`."""
    where, things = bytes_of(name, *at), range(first, first + n)

    def read(p: bytes, _: int) -> list[int]:
        named = int.from_bytes(p[where], "little")
        return [named == number for number in things]

    return read


def _bits_of(name: str, n: int) -> _Read:
    """Return what tells which of n bits are set in a number."""
    where, bits = bytes_of(name), range(n)

    def read(p: bytes, _: int) -> list[int]:
        number = int.from_bytes(p[where], "little")
        return [number >> bit & 1 for bit in bits]

    return read


def _number(name: str, *at: int) -> _Read:
    """Return what reads a number of several bytes."""
    where = bytes_of(name, *at)
    return lambda p, _: (min(int.from_bytes(p[where], "little"), _LARGEST),)


def _rounds_left(seen: bytes, _: int) -> tuple[int]:
    p = Position(seen)
    return (max(0, p.round_limit - p.round),)


def _wormholes(seen: bytes, _: int) -> list[int]:
    return [(depth + 1) & 255 for depth in Position(seen).depth]


# --- maps


def _maps_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield a player's maps of the regions: ships, tokens, influence."""
    regions = b.content.regions

    def part(what: str, most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{what} at {region} of player +{place}" for region in regions), most, read, place)

    for field, what in (("ships", "{}s"), ("moved", "moved {}s"), ("shifted", "shifted {}s")):
        for kind, name in enumerate(SHIP_NAMES):
            yield part(what.format(name), SUPPLY[kind], _by_seat(_bytes, field, kind, n=b.n_regions))
    yield part("home world", _FLAG, _equal("tile", HOME_TILE, 1, b.n_regions))
    step = token_of(1) - token_of(0)
    yield part("colony", _FLAG, _equal("token", token_of(0), step, b.n_regions))
    yield part("starbase", _FLAG, _equal("token", token_of(0, starbase=True), step, b.n_regions))
    yield part("influence", TOKENS, _by_seat(_bytes, "placed", n=b.n_regions))
    if b.content.powers:
        yield part("influence of effects", _MOST_TILES, _by_seat(_bytes, "sway_at", n=b.n_regions))


def _maps(b: Board) -> Iterator[_Part]:
    """Yield the maps of tiles."""
    tiles = [(f"tile {tile.name}", number + 1) for number, tile in enumerate(b.content.tiles)]
    for what, value in (*tiles, ("blocked", BLOCKED)):
        names = tuple(f"{what} at {region}" for region in b.content.regions)
        yield _Part(names, _FLAG, _equal("tile", value, n=b.n_regions))


# --- players


def _belongings(b: Board, place: int) -> Iterator[_Part]:
    """Yield what a player has beside the map, and the part that the player has in the round."""

    def part(names: Iterable[str], most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{name} of player +{place}" for name in names), most, read, place)

    yield part(["credits"], _LARGEST, _by_seat(_number, "credits"))
    yield part(RESOURCES, max(b.content.tracks), _by_seat(_bytes, "resources"))
    yield part(["stock"], TOKENS, _by_seat(_bytes, "stock"))
    yield part(["influence to place"], TOKENS, _by_seat(_bytes, "influence"))
    yield part(["influence on the Throne"], TOKENS, _by_seat(_bytes, "on_throne"))
    if b.content.powers:
        yield part(["influence of effects to place"], _MOST_TILES, _by_seat(_bytes, "sway"))
        yield part(["influence of effects on the Throne"], _MOST_TILES, _by_seat(_bytes, "sway_throne"))
        yield part(["tokens paid"], TOKENS, _by_seat(_bytes, "spent"))
        yield part(["hits spared"], _MOST_TILES, _by_seat(_bytes, "spare"))
        powers = [power.name for power in b.content.powers]
        yield part((f"power {name}" for name in powers), _FLAG, _by_seat(_one_of, "power", n=len(powers), first=1))
        yield part(["power chosen"], _FLAG, lambda seen, seat: (Position(seen).power[seat] > 0,))
        yield part(["power on surge"], _FLAG, _by_seat(_bytes, "surged"))
        for field, when in (("changed", "in all"), ("for_role", "for the role"), ("for_battle", "for the battle")):
            names = (f"{name} changed {when}" for name in RULE_NUMBERS)
            yield part(names, _LARGEST_CHANGE, _by_seat(_signed, field))._replace(least=-_LARGEST_CHANGE - 1)
    most = max(SUPPLY)
    yield part((f"{ship}s in supply" for ship in SHIP_NAMES), most, _by_seat(_bytes, "supply"))
    yield part((f"{ship}s in staging" for ship in SHIP_NAMES), most, _by_seat(_bytes, "staging"))
    for name, holder in (
        ("scepter", "scepter"),
        ("Emperor", "emperor"),
        ("chooser", "chooser"),
        ("decision", "actor"),
        ("named winner", "favoured"),
        *zip(_SIDES, _SIDES, strict=True),
    ):
        yield part([name], _FLAG, _equal(holder, 0, 1))
    for number, side in enumerate(_SIDES):
        yield part([f"on the side of the {side}"], _FLAG, _by_seat(_one_of, "side", n=1, first=number + 1))
    for number, side in enumerate(_SIDES):
        yield part([f"asked by the {side}"], _FLAG, _was_asked(number))
    n_far = len(b.content.far_space)
    step = token_of(1) - token_of(0)
    for name, token in (("colony", token_of(0)), ("starbase", token_of(0, starbase=True))):
        names = (f"{name} in far space {location + 1}" for location in range(n_far))
        yield part(names, _FLAG, _equal("far_space", GALAXY + token, step, n_far))


def _was_asked(side: int) -> _Read:
    return lambda seen, seat: (Position(seen).asked[side] >> seat & 1,)


def _cards_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield what all know of a player's technologies."""

    def part(names: Sequence[str], most: int, read: _Read) -> _Part:
        return _Part(tuple(f"{name} of player +{place}" for name in names), most, read, place)

    n, cards = b.n_cards, [f"card {card.name}" for card in b.content.technologies]

    in_hand, known_to_all = _equal("place", IN_HAND, 1, n), _bytes("known", n=n)
    hidden = _by_seat(_bytes, "hidden")

    def known(p: bytes, seat: int) -> list[int]:
        return [held & all_know for held, all_know in zip(in_hand(p, seat), known_to_all(p, seat), strict=True)]

    def unknown(p: bytes, seat: int) -> list[int]:
        # Of the observer's own cards, those that others don't know; of others, as the view counts them.
        found = [*hidden(p, seat)]
        for cost, held, all_know in zip(b.costs, in_hand(p, seat), known_to_all(p, seat), strict=True):
            found[cost - 1] += held & ~all_know
        return found

    yield part([f"hidden cards of cost {cost + 1}" for cost in range(_COSTS)], n, unknown)
    yield part([f"{card} known in the hand" for card in cards], _FLAG, known)
    yield part([f"{card} bought" for card in cards], _FLAG, _equal("place", OWNED, 1, n))


def _thrones(players: int) -> Iterator[_Part]:
    """Yield the tokens that each player has scored, by colour."""
    for place in range(players):
        names = tuple(f"tokens of +{colour} in the throne of +{place}" for colour in range(players))
        yield _Part(names, TOKENS, _throne(players, place), place)
    for place in range(players):
        galaxy = _by_seat(_bytes, "throne", _COLOURS - 1)
        yield _Part((f"galaxy tokens in the throne of player +{place}",), _MOST_TILES, galaxy, place)


def _throne(players: int, place: int) -> _Read:
    """Return what reads a throne, the observer's colour first; it belongs to the seat at a place after the observer."""
    throne = _by_seat(_bytes, "throne")

    def read(p: bytes, seat: int) -> list[int]:
        tokens = [*throne(p, seat)]
        return [tokens[(seat - place + colour) % players] for colour in range(players)]

    return read


# --- what belongs to nobody


def _cards(b: Board) -> Iterator[_Part]:
    n, cards = b.n_cards, [f"card {card.name}" for card in b.content.technologies]
    yield _Part(tuple(f"{card} in the own hand" for card in cards), _FLAG, _equal("place", IN_HAND, 1, n))
    yield _Part(tuple(f"{card} unseen" for card in cards), _FLAG, _equal("place", IN_DECK, n=n))
    yield _Part(tuple(f"height of {card} in its pile" for card in cards), n, _bytes("height", n=n))


def _round(b: Board) -> Iterator[_Part]:
    """Yield the round, the wheel, the market, and what is due."""
    yield _Part(tuple(f"{step} due" for step in STEP_NAMES), _FLAG, _one_of("step", n=len(STEP_NAMES)))
    yield _Part(("round",), MAX_ROUNDS + 1, _number("round"))
    yield _Part(("rounds left",), MAX_ROUNDS, _rounds_left)
    yield _Part(("second role",), _FLAG, _bytes("second"))
    edicts = tuple(f"edict {edict.name}" for edict in b.content.edicts)
    yield _Part(edicts, _FLAG, _one_of("edict", n=len(edicts)))
    yield _Part(tuple(f"monolith on {role}" for role in ROLES), _FLAG, _one_of("monolith", n=len(ROLES)))
    for role, name in enumerate(ROLES):
        yield _Part((f"credits on {name}",), 6 * MAX_ROUNDS, _number("wheel", role))
    n = len(b.content.market)
    yield _Part(tuple(f"credits shown by market tile {i + 1}" for i in range(n)), _FLAG, _bits_of("market", n))
    yield _Part(tuple(f"choice {i + 1}" for i in range(4)), MAX_REGIONS - 1, _bytes("draft"))
    yield _Part(("times used",), MAX_AMOUNT, _bytes("count"))
    yield _Part(("influence bought",), 4, _bytes("bought"))


def _tiles(b: Board) -> Iterator[_Part]:
    """Yield the display, the stack, and galaxy tokens."""
    tiles = [tile.name for tile in b.content.tiles]
    yield _Part(tuple(f"tiles {tile} in the display" for tile in tiles), _MOST_TILES, _bytes("display", n=b.n_kinds))
    yield _Part(tuple(f"tiles {tile} unseen" for tile in tiles), _MOST_TILES, _bytes("unseen", n=b.n_kinds))
    yield _Part(("tiles in the stack",), 255, _bytes("stack"))
    yield _Part(("empty tiles at the bottom",), _MOST_TILES, _bytes("bottom"))
    yield _Part(("tiles put back",), _MOST_TILES, _bytes("put_back"))
    wormholes = tuple(f"place of wormhole {i + 1}" for i in range(N_WORMHOLES))
    yield _Part(wormholes, NOBODY, _wormholes)
    yield _Part(("galaxy tokens in the pile",), _MOST_TILES, _bytes("pile"))
    n_far = len(b.content.far_space)
    names = tuple(f"galaxy token in far space {location + 1}" for location in range(n_far))
    yield _Part(names, _FLAG, _equal("far_space", GALAXY, n=n_far))


def _battle(b: Board) -> Iterator[_Part]:
    sectors, n = [sector.name for sector in b.content.sectors], len(b.content.sectors)
    yield _Part(tuple(f"fought in sector {sector}" for sector in sectors), _FLAG, _bits_of("fought", n))
    yield _Part(tuple(f"battle in sector {sector}" for sector in sectors), _FLAG, _one_of("sector", n=n))
    for side, name in enumerate(_SIDES):
        yield _Part((f"numbers set by the {name}",), SEALED, _bytes("written", side))
        yield _Part((f"colonies destroyed by the {name}",), MAX_REGIONS, _bytes("fallen", side))
        for what, field in (("strength", "force"), ("tactics", "tactics"), ("weapons", "weapons"), ("hits", "hits")):
            yield _Part((f"{what} of the {name}",), _LARGEST, _number(field, side))
    yield _Part(("ships to shift",), _LARGEST, _number("shifts"))


def _effects(b: Board) -> Iterator[_Part]:
    """Yield the window that is open, the effect that is half done, and what was used."""
    if not b.content.powers:
        return
    powers = [power.name for power in b.content.powers]
    yield _Part(tuple(f"power {name} dealt to the observer" for name in powers), _FLAG, _dealt(len(powers)))
    yield _Part(("new wormhole",), _FLAG, _bytes("new_wormhole"))
    yield _Part(tuple(f"window {moment}" for moment in MOMENTS), _FLAG, _one_of("window", n=len(MOMENTS), first=1))
    # The first step of all, a home world, follows nothing.
    dues = [due.name.lower().replace("_", "-") for due in Due][1:]
    yield _Part(tuple(f"{due} follows" for due in dues), _FLAG, _one_of("return", n=len(dues), first=1))
    n = len(b.effects)
    names = b.arguments[Verb.USE]
    yield _Part(tuple(f"effect {name} half done" for name in names), _FLAG, _one_of("effect", n=n, first=1))
    yield _Part(("part of the effect",), MAX_AMOUNT, _bytes("part"))
    yield _Part(("left of it",), MAX_AMOUNT, _bytes("left"))
    yield _Part(tuple(f"effect {name} used" for name in names), MAX_AMOUNT, _bytes("used", n=n))
    for side, name in enumerate(_SIDES):
        parts = tuple(f"{part} of the {name} changed" for part in ("tactics", "weapons", "shields"))
        yield _Part(parts, _LARGEST_CHANGE, _signed("plus", side), least=-_LARGEST_CHANGE - 1)


def _dealt(n: int) -> _Read:
    powers = range(1, n + 1)

    def read(seen: bytes, seat: int) -> list[int]:
        dealt = Position(seen).dealt[seat]
        return [power in dealt for power in powers]

    return read


_MOST_TILES: Final = 99
"""Of galaxy tokens, and of tiles of a kind."""
