"""Kinds of maps, each with weights of its own, and the starts from which self-play draws for each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Final, NamedTuple

from ..errors import ArgumentError, SetupError
from ..forms.checks import check_type
from ..seeds import SplitMix64, child_seed
from ..small_star_empires import Board, Rules, State, base_map, format_state, new_game, parse_state
from ..small_star_empires.maps.map import format_map, maps, parse_map
from ..small_star_empires.strength.learned import kind_of

__all__ = ["MAP_KINDS", "MapKind", "own_kind"]

_EARLY: Final = 3
"""The number of first rounds, which have fewer games."""

_HOLES: Final = ("balanced", "wormholes", "black_holes", None)


class MapKind(NamedTuple):
    """A kind of map."""

    name: str
    players: int
    pieces: Sequence[int]
    """The stages with weights of their own, as pieces left in all reserves."""

    start: Callable[[int], State]
    """A function of a module that returns the start of a game by its number; it can be sent to other processes."""

    games: int
    """The number of games in each of the first rounds of self-play."""

    about: str = ""
    """A digest of a user's own maps; empty for a kind of `MAP_KINDS`."""

    def games_of(self, number: int) -> int:
        """Return the number of games in a round, 0 for the first; later rounds need more, since gains get smaller."""
        return 3 * self.games if self.is_studied and number >= _EARLY else self.games

    @property
    def is_studied(self) -> bool:
        """Whether more settings were tried for it in matches than for other kinds: only for plain maps for two."""
        return self.name == "plain-2"

    @property
    def rounds(self) -> int:
        """The most rounds."""
        return 7 if self.is_studied else 4

    @property
    def rollouts(self) -> int:
        """One simulation in so many is played to the end, none for 0; the setting that was better in matches."""
        return 0 if self.players == 2 else 3

    @property
    def endgame(self) -> int:
        """The pieces left below which all simulations are played to the end; the better setting in matches."""
        return 9 if self.is_studied else 0

    @property
    def tie_break(self) -> float:
        """The points that the tie-break by planets is worth; the setting that was better in matches."""
        return 0.5 if self.is_studied else 0.0


def own_kind(starts: Sequence[State]) -> MapKind:
    """Return the kind of a user's own starts, of which each game draws one by its number.

    Raises ArgumentError if there are none, SetupError if they are of several kinds, TypeError unless all are states.
    """
    starts = tuple(starts)
    if not starts:
        raise ArgumentError("starts are one state or more, and there are none")
    for start in starts:
        check_type(start, State, "each of starts is a State")
    kinds = [kind_of(start) for start in starts]
    for place, kind in enumerate(kinds):
        if kind != kinds[0]:
            raise SetupError(
                f"map {place + 1} is of the kind {kind}, and the first one {kinds[0]}: learn one kind at once"
            )
    usual = MAP_KINDS[kinds[0]]
    positions = tuple(format_state(start) for start in starts)
    about = blake2b("\n".join(positions).encode(), digest_size=8).hexdigest()
    return usual._replace(start=partial(_own, positions), about=about)


def _own(positions: Sequence[str], number: int) -> State:
    """Return one of a user's own starts.

    It is drawn: in turn, every tenth game, which is held out of the fit, would be on the same one of two or of ten.
    """
    return _parsed(SplitMix64(child_seed(number, 0)).choice(positions))


_parsed = lru_cache(maxsize=256)(parse_state)


def _plain(players: int, shipped: Sequence[str], number: int) -> State:
    """Return a start with explored systems and closed borders; three of four are on the base map."""
    rng = SplitMix64(child_seed(number, 0))
    seed = rng.next()
    if rng.below(4):
        return new_game(base_map(players, seed=seed, holes=_HOLES[rng.below(4)]))
    return new_game(_shuffled(rng.choice(shipped), seed))


def _variant(players: int, shipped: Sequence[str], number: int) -> State:
    """Return a start with unexplored systems, open borders, or both; half of them are on the base map."""
    rng = SplitMix64(child_seed(number, 0))
    seed, which = rng.next(), rng.below(8)
    if which >= 4:
        return new_game(_shuffled(rng.choice(shipped), seed))
    board = base_map(players, seed=seed, holes=_HOLES[rng.below(4)], unexplored=which != 0)
    return new_game(board, rules=Rules(open_borders=which < 2))


def _shuffled(name: str, seed: int) -> Board:
    """Return a map that ships, with its planets, nebulae, empty and unexplored systems shuffled."""
    text = format_map(maps()[name])
    header, _, drawing = text.rpartition("\n\n") if re.match(r"\w+:", text) else ("", "", text)
    places = [place for place, symbol in enumerate(drawing) if symbol in "123rgb.?"]
    systems = [drawing[place] for place in places]
    SplitMix64(seed).shuffle(systems)
    symbols = list(drawing)
    for place, system in zip(places, systems, strict=True):
        symbols[place] = system
    return parse_map(f"{header}\n\n{''.join(symbols)}" if header else "".join(symbols))


def _stages(players: int) -> Sequence[int]:
    return [turns * players for turns in (0, 2, 4, 6, 9, 12, 16, 20, 40)]


_MAPS: Final[Mapping[str, Mapping[int, Sequence[str]]]] = {
    "plain": {
        2: ("epic-2p", "epic-2p-galaxies", "two-galaxies", "four-galaxies", "duel"),
        3: ("epic-3p", "epic-3p-galaxies", "three-galaxies"),
        4: ("epic-4p", "epic-4p-galaxies"),
    },
    "variant": {
        2: ("first-edition-2p", "everything-2p", "everything-2p"),
        3: ("unexplored-3p",),
        4: ("unexplored-4p", "everything-4p", "everything-4p"),
    },
}

MAP_KINDS: Final[Mapping[str, MapKind]] = {
    f"{family}-{players}": MapKind(
        f"{family}-{players}",
        players,
        _stages(players),
        partial(_plain if family == "plain" else _variant, players, shipped),
        {2: 3000, 3: 2000, 4: 1500}[players],
    )
    for family, by_players in _MAPS.items()
    for players, shipped in by_players.items()
}
"""All kinds by name, as `learned.kind_of` returns them."""
