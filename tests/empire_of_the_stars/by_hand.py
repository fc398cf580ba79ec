"""Positions of Empire of the Stars by hand: a game after set-up, with ships, tiles and tokens laid as a test wants."""

from __future__ import annotations

from typing import Any

from sse_core.empire_of_the_stars import State, parse_action, position, start
from sse_core.empire_of_the_stars.actions import SEATS
from sse_core.empire_of_the_stars.due import Due
from sse_core.empire_of_the_stars.layout import (
    ACTOR,
    CHOOSER,
    CREDITS,
    DEPTH,
    EDICT,
    EMPEROR,
    FAR,
    KNOWN,
    MARKET,
    NOBODY,
    PILE,
    PLACE,
    POWER,
    RESOURCE,
    SCEPTER,
    SHIPS,
    STACK,
    STEP,
    STOCK,
    SUPPLIES,
    SURGED,
    THRONE,
    TILE,
    TOKEN,
    UNSEEN,
    get4,
    put4,
    ships_at,
)
from sse_core.empire_of_the_stars.rules.sides import by_number
from sse_core.empire_of_the_stars.rules.standing import has_powers, restand
from sse_core.empire_of_the_stars.vocabulary import SHIPS as TYPES

HOMES = {2: ("a1", "d1"), 3: ("a1", "d1", "g1"), 4: ("a1", "d1", "g1", "i1")}
"""Where the home worlds are; the 2-polymer tiles lie at the 2 of the same sectors."""


def play(state: State, texts: str) -> State:
    """The state after these actions, each by who is to act; a seat before a colon says who."""
    for text in texts.split():
        seat, colon, rest = text.rpartition(":")
        player = SEATS.index(seat) if colon else state.to_act[0]
        state = state.after(parse_action(rest, state), player)
    return state


def texts(state: State, player: int | None = None) -> set[str]:
    """The texts of the legal actions."""
    return {state.game.format_action(action, state) for action in state.legal_actions(player)}


class Table:
    """A game after set-up, before the first role, to lay things on."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        state = start(players=players, blocked="g h i j" if players == 2 else "", **options)
        while state.data[STEP] == Due.POWER:
            state = state.after(state.legal_ids()[0])
        while state.data[STEP] == Due.HOME:
            # With powers they place by number, without as they sit.
            home = HOMES[players][state.to_act[0]]
            state = play(state, f"at={home} at={home[0]}2")
        while state.data[STEP] != Due.ROLE:
            state = play(state, "done")
        self._state = state
        self._board = state.board
        self._data = bytearray(state.data)

    def _region(self, name: str) -> int:
        return self._board.content.regions.index(name)

    def tile(self, region: str, kind: str) -> Table:
        """Lay a tile of the stack; a wormhole is the next one there."""
        names = [tile.name for tile in self._board.content.tiles]
        number = names.index(kind)
        if kind == "wormhole":
            place = next(place for place in range(DEPTH, DEPTH + 3) if self._data[place] != NOBODY)
            self._data[place] = NOBODY
        else:
            self._data[UNSEEN + number] -= 1
        self._data[STACK] -= 1
        for place in range(DEPTH, DEPTH + 3):
            if self._data[place] != NOBODY:
                self._data[place] -= 1
        self._data[TILE + self._region(region)] = number + 1
        return self

    def ships(self, seat: str, kind: str, region: str, n: int = 1) -> Table:
        """Put ships of the supply on the map."""
        owner, number = SEATS.index(seat), TYPES.index(kind)
        self._data[SUPPLIES + 3 * owner + number] -= n
        self._data[SHIPS + ships_at(owner, number, self._region(region))] += n
        return self

    def token(self, seat: str, region: str, *, starbase: bool = False) -> Table:
        """Put a token of the stock on a planet."""
        owner = SEATS.index(seat)
        self._data[STOCK + owner] -= 1
        self._data[TOKEN + self._region(region)] = 1 + 2 * owner + starbase
        return self

    def scored(self, seat: str, n: int) -> Table:
        """Put tokens of the stock into the own throne."""
        owner = SEATS.index(seat)
        self._data[STOCK + owner] -= n
        self._data[THRONE + 6 * owner] += n
        return self

    def pile(self, left: int, seat: str = "A") -> Table:
        """Leave so many galaxy tokens in the pile; the others are in a throne."""
        taken = self._data[PILE] - left
        self._data[PILE] = left
        self._data[THRONE + 5 * SEATS.index(seat) + 4] += taken
        return self

    def purse(self, seat: str, credits: int = 0, polymers: int = 0, metal: int = 0, energy: int = 0) -> Table:
        """Set credits and resources."""
        owner = SEATS.index(seat)
        put4(self._data, CREDITS + 4 * owner, credits)
        self._data[RESOURCE + 3 * owner : RESOURCE + 3 * owner + 3] = bytes((polymers, metal, energy))
        return self

    def market(self, *tiles: int) -> Table:
        """Let market tiles show credits, counted from 1."""
        self._data[MARKET] = sum(1 << tile - 1 for tile in tiles)
        return self

    def far(self, location: int, seat: str = "", *, starbase: bool = False) -> Table:
        """Take the galaxy token of a location away, to the pile, and put a token of the stock there."""
        place = FAR + location - 1
        self._data[PILE] += self._data[place] == 1
        self._data[place] = 0
        if seat:
            owner = SEATS.index(seat)
            self._data[STOCK + owner] -= 1
            self._data[place] = 2 + 2 * owner + starbase
        return self

    def card(self, name: str, where: str, seat: str) -> Table:
        """Put a technology into a hand, or let a player own it; the first card of the hand goes for it to the deck."""
        owner = SEATS.index(seat)
        names = [card.name for card in self._board.content.technologies]
        number = names.index(name)
        if where == "hand":
            first = next(card for card in range(len(names)) if self._data[PLACE + card] == 2 + owner)
            self._data[PLACE + first] = 0
        self._data[PLACE + number] = (2 if where == "hand" else 6) + owner
        self._data[KNOWN + number] = 0
        return self

    def power(self, seat: str, name: str, *, surge: bool = False) -> Table:
        """Let a player have a power, and who had it the other one; the highest number is Emperor and begins."""
        place = POWER + SEATS.index(seat)
        names = [power.name for power in self._board.content.powers]
        wanted = names.index(name) + 1
        other = self._data.find(wanted, POWER, POWER + 4)
        if other >= 0:
            self._data[other] = self._data[place]
        self._data[place] = wanted
        self._data[SURGED + SEATS.index(seat)] = surge
        first = by_number(self._data)[-1]
        self._data[EMPEROR] = self._data[SCEPTER] = self._data[CHOOSER] = self._data[ACTOR] = first
        return self

    def edict(self, number: int) -> Table:
        """Let an edict be in effect."""
        self._data[EDICT] = number
        return self

    @property
    def state(self) -> State:
        """The position; the holder of the scepter chooses the first role."""
        if has_powers(self._data):
            restand(self._board, self._data)
        return position(self._state.pack, bytes(self._data), self._state.ply)

    def role(self, role: str) -> State:
        """The position after the choice of a role by the last seat, or by the highest number."""
        return play(self.state, f"role={role}")


def number(state: State, place: int) -> int:
    """A byte of a position."""
    return state.data[place]


def credits_of(state: State, seat: str) -> int:
    """The credits of a player."""
    return get4(state.data, CREDITS + 4 * SEATS.index(seat))


def resources_of(state: State, seat: str) -> tuple[int, ...]:
    """The resources of a player."""
    place = RESOURCE + 3 * SEATS.index(seat)
    return tuple(state.data[place : place + 3])


def throne(state: State, seat: str) -> tuple[int, ...]:
    """The tokens in a throne: of each seat, then of the galaxy."""
    place = THRONE + 5 * SEATS.index(seat)
    return tuple(state.data[place : place + 5])


def token(state: State, region: str) -> str:
    """The token on a planet: ``A``, ``A*`` for a starbase, empty for none."""
    found = state.data[TOKEN + state.board.content.regions.index(region)]
    return f"{SEATS[found - 1 >> 1]}{'' if found & 1 else '*'}" if found else ""


def emperor(state: State) -> str:
    """The letter of the Emperor."""
    return SEATS[state.data[EMPEROR]]
