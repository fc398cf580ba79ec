"""Observations: a position as a seat sees it (C16.12), as numbers. The core writes them; this file names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

from .._core.empire_of_the_stars.state import observe as observe_state
from ..game import ObservationSpace
from .actions import Verb
from .board import Board
from .packs.content import MAX_AMOUNT, N_WORMHOLES
from .packs.vocabulary import MOMENTS, RESOURCES, ROLES, RULE_NUMBERS, SUPPLY
from .packs.vocabulary import SHIPS as SHIP_NAMES
from .positions.due import STEP_NAMES, Due
from .positions.fields import MAX_REGIONS, MAX_ROUNDS, NOBODY, SEALED, TOKENS
from .state import State, check_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["observation_space", "observe"]

_LARGEST: Final = 32_767
"""The largest number that is written; credits and strengths can be more."""

_FLAG: Final = 1
_LARGEST_CHANGE: Final = 127
_MOST_TILES: Final = 99
"""The most galaxy tokens, and the most tiles of a kind."""

_COSTS: Final = 3
_SIDES: Final = ("attacker", "defender")


class _Part(NamedTuple):
    """Numbers with the same bounds."""

    names: tuple[str, ...]
    most: int
    least: int = 0


def observation_space(state: State) -> ObservationSpace:
    """Return the format of `observe`: numbers of int16, whose names depend on the pack and the number of players."""
    return _space(check_state(state).board, state.players)


def observe(state: State, player: SupportsIndex, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Return a state as a seat sees it: the numbers of `observation_space`, in a new array or in `out`.

    Maps of the n regions come first, in the pack's order: `array[:n]` has the observer's fighters. The seats are
    counted clockwise from the observer, who is +0. Numbers beyond 32,767 are written as 32,767. Needs numpy.

    The array leaves out some parts of the seat's view: the ply and whether a decision has begun, the options, and the
    pack's data on tiles, market and cards.

    Raises RangeError if there is no such seat, TypeError for an `out` that is no array, ArgumentError for one of
    another shape or dtype.

    >>> from sse_core.empire_of_the_stars import observation_space, observe, new_game
    >>> state = new_game(players=2, seed=1)
    >>> seen = dict(zip(observation_space(state).names, observe(state, 1).tolist(), strict=True))
    >>> seen["stock of player +0"], seen["Emperor of player +0"], seen["rounds left"]
    (16, 1, 200)
    """
    return observe_state(check_state(state), player, out)


@lru_cache(maxsize=16)
def _space(board: Board, players: int) -> ObservationSpace:
    """Return the space of a pack: all its states share it."""
    bounds = {name: (part.least, part.most) for part in _parts(board, players) for name in part.names}
    low, high = zip(*bounds.values(), strict=True)
    return ObservationSpace(tuple(bounds), (len(bounds),), "int16", low, high)


def _parts(board: Board, players: int) -> Iterator[_Part]:
    """Yield the parts in their order."""
    yield from chain(
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


def _of_player(place: int, names: Iterable[str], most: int) -> _Part:
    """Return the numbers of the player so many places after the observer."""
    return _Part(tuple(f"{name} of player +{place}" for name in names), most)


# --- maps


def _maps_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield a player's maps of the regions: ships, tokens, influence."""
    maps = [
        (what.format(name), SUPPLY[kind])
        for what in ("{}s", "moved {}s", "shifted {}s")
        for kind, name in enumerate(SHIP_NAMES)
    ]
    maps += [("home world", _FLAG), ("colony", _FLAG), ("starbase", _FLAG), ("influence", TOKENS)]
    maps += [("influence of effects", _MOST_TILES)] if b.content.powers else []
    for what, most in maps:
        yield _of_player(place, (f"{what} at {region}" for region in b.content.regions), most)


def _maps(b: Board) -> Iterator[_Part]:
    """Yield the maps of tiles."""
    for what in (*(f"tile {tile.name}" for tile in b.content.tiles), "blocked"):
        yield _Part(tuple(f"{what} at {region}" for region in b.content.regions), _FLAG)


# --- players


def _belongings(b: Board, place: int) -> Iterator[_Part]:
    """Yield a player's things beside the map, and the player's part in the round."""
    yield _of_player(place, ["credits"], _LARGEST)
    yield _of_player(place, RESOURCES, max(b.content.tracks))
    yield _of_player(place, ["stock", "influence to place", "influence on the Throne"], TOKENS)
    if b.content.powers:
        yield from _powers_of(b, place)
    yield _of_player(
        place, (f"{ship}s in {where}" for where in ("supply", "staging") for ship in SHIP_NAMES), max(SUPPLY)
    )
    yield _of_player(place, ["scepter", "Emperor", "chooser", "decision", "named winner", *_SIDES], _FLAG)
    yield _of_player(place, (f"{what} the {side}" for what in ("on the side of", "asked by") for side in _SIDES), _FLAG)
    for name in ("colony", "starbase"):
        names = (f"{name} in far space {location + 1}" for location in range(len(b.content.far_space)))
        yield _of_player(place, names, _FLAG)


def _powers_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield a player's power, and the lasting changes by effects."""
    yield _of_player(place, ["influence of effects to place", "influence of effects on the Throne"], _MOST_TILES)
    yield _of_player(place, ["tokens paid"], TOKENS)
    yield _of_player(place, ["hits spared"], _MOST_TILES)
    names = (*(f"power {power.name}" for power in b.content.powers), "power chosen", "power on surge")
    yield _of_player(place, names, _FLAG)
    for when in ("in all", "for the role", "for the battle"):
        names = tuple(f"{name} changed {when}" for name in RULE_NUMBERS)
        yield _of_player(place, names, _LARGEST_CHANGE)._replace(least=-_LARGEST_CHANGE - 1)


def _cards_of(b: Board, place: int) -> Iterator[_Part]:
    """Yield the public facts about a player's technologies."""
    cards = [f"card {card.name}" for card in b.content.technologies]
    yield _of_player(place, (f"hidden cards of cost {cost + 1}" for cost in range(_COSTS)), b.n_cards)
    yield _of_player(place, (f"{card} known in the hand" for card in cards), _FLAG)
    yield _of_player(place, (f"{card} bought" for card in cards), _FLAG)


def _thrones(players: int) -> Iterator[_Part]:
    """Yield the tokens that each player has scored, by colour."""
    for place in range(players):
        names = tuple(f"tokens of +{colour} in the throne of +{place}" for colour in range(players))
        yield _Part(names, TOKENS)
    yield _Part(tuple(f"galaxy tokens in the throne of player +{place}" for place in range(players)), _MOST_TILES)


# --- what belongs to nobody


def _cards(b: Board) -> Iterator[_Part]:
    cards = [f"card {card.name}" for card in b.content.technologies]
    yield _Part(tuple(f"{card} in the own hand" for card in cards), _FLAG)
    yield _Part(tuple(f"{card} unseen" for card in cards), _FLAG)
    yield _Part(tuple(f"height of {card} in its pile" for card in cards), b.n_cards)


def _round(b: Board) -> Iterator[_Part]:
    """Yield the round, the wheel, the market, and what is due."""
    yield _Part(tuple(f"{step} due" for step in STEP_NAMES), _FLAG)
    yield _Part(("round",), MAX_ROUNDS + 1)
    yield _Part(("rounds left",), MAX_ROUNDS)
    yield _Part(("second role",), _FLAG)
    yield _Part(tuple(f"edict {edict.name}" for edict in b.content.edicts), _FLAG)
    yield _Part(tuple(f"monolith on {role}" for role in ROLES), _FLAG)
    yield _Part(tuple(f"credits on {role}" for role in ROLES), 6 * MAX_ROUNDS)
    yield _Part(tuple(f"credits shown by market tile {i + 1}" for i in range(len(b.content.market))), _FLAG)
    yield _Part(tuple(f"choice {i + 1}" for i in range(4)), MAX_REGIONS - 1)
    yield _Part(("times used",), MAX_AMOUNT)
    yield _Part(("influence bought",), 4)


def _tiles(b: Board) -> Iterator[_Part]:
    """Yield the display, the stack, and galaxy tokens."""
    tiles = [tile.name for tile in b.content.tiles]
    yield _Part(tuple(f"tiles {tile} in the display" for tile in tiles), _MOST_TILES)
    yield _Part(tuple(f"tiles {tile} unseen" for tile in tiles), _MOST_TILES)
    yield _Part(("tiles in the stack",), 255)
    yield _Part(("empty tiles at the bottom", "tiles put back"), _MOST_TILES)
    yield _Part(tuple(f"place of wormhole {i + 1}" for i in range(N_WORMHOLES)), NOBODY)
    yield _Part(("galaxy tokens in the pile",), _MOST_TILES)
    names = tuple(f"galaxy token in far space {location + 1}" for location in range(len(b.content.far_space)))
    yield _Part(names, _FLAG)


def _battle(b: Board) -> Iterator[_Part]:
    sectors = [sector.name for sector in b.content.sectors]
    yield _Part(tuple(f"fought in sector {sector}" for sector in sectors), _FLAG)
    yield _Part(tuple(f"battle in sector {sector}" for sector in sectors), _FLAG)
    for side in _SIDES:
        yield _Part((f"numbers set by the {side}",), SEALED)
        yield _Part((f"colonies destroyed by the {side}",), MAX_REGIONS)
        yield _Part(tuple(f"{what} of the {side}" for what in ("strength", "tactics", "weapons", "hits")), _LARGEST)
    yield _Part(("ships to shift",), _LARGEST)


def _effects(b: Board) -> Iterator[_Part]:
    """Yield the open window, the effect that is half done, and the effects that were used."""
    if not b.content.powers:
        return
    yield _Part(tuple(f"power {power.name} dealt to the observer" for power in b.content.powers), _FLAG)
    yield _Part(("new wormhole",), _FLAG)
    yield _Part(tuple(f"window {moment}" for moment in MOMENTS), _FLAG)
    # The very first step, a home world, can't be the one to come back to.
    yield _Part(tuple(f"{due.name.lower().replace('_', '-')} follows" for due in [*Due][1:]), _FLAG)
    names = b.arguments[Verb.USE]
    yield _Part(tuple(f"effect {name} half done" for name in names), _FLAG)
    yield _Part(("part of the effect", "left of it", *(f"effect {name} used" for name in names)), MAX_AMOUNT)
    for side in _SIDES:
        parts = tuple(f"{part} of the {side} changed" for part in ("tactics", "weapons", "shields"))
        yield _Part(parts, _LARGEST_CHANGE, -_LARGEST_CHANGE - 1)
