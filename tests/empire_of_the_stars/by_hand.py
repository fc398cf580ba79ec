"""Positions of Empire of the Stars by hand: a game after set-up, with ships, tiles and tokens laid as a test wants.

Whatever is played here is played by core and reference, and compared.
"""

from __future__ import annotations

from typing import Any

from tests.empire_of_the_stars.comparison import begun_at, compare, laid_at, words_of

from sse_core.empire_of_the_stars import State, new_game, parse_action, position
from sse_core.empire_of_the_stars.actions import SEATS
from sse_core.empire_of_the_stars.packs.vocabulary import RULE_NUMBERS
from sse_core.empire_of_the_stars.packs.vocabulary import SHIPS as TYPES
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.fields import IN_DECK, IN_HAND, NOBODY, OWNED
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.reference.laying import lay

HOMES = {2: ("a1", "d1"), 3: ("a1", "d1", "g1"), 4: ("a1", "d1", "g1", "i1")}
"""Where the home worlds are; the 2-polymer tiles lie at the 2 of the same sectors."""


def play(state: State, texts: str) -> State:
    """The state after these actions, each by who is to act; a seat before a colon says who."""
    game = begun_at(state)
    compare(state, game)
    for text in texts.split():
        seat, colon, rest = text.rpartition(":")
        player = SEATS.index(seat) if colon else state.to_act[0]
        before, action = state, parse_action(rest, state)
        state = state.after(action, player)
        game.play(player, state.game.format_action(action, before))
        compare(state, game, before)
    return state


def texts(state: State, player: int | None = None) -> set[str]:
    """The texts of the legal actions."""
    return {state.game.format_action(action, state) for action in state.legal_actions(player)}


class Table:
    """A game after set-up, before the first role, to lay things on."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        state = new_game(players=players, blocked="g h i j" if players == 2 else "", **options)
        while Position(state.data).step == Due.POWER:
            state = state.after(state.legal_ids()[0])
        while Position(state.data).step == Due.HOME:
            # With powers they place by number, without as they sit.
            home = HOMES[players][state.to_act[0]]
            state = play(state, f"at={home} at={home[0]}2")
        while Position(state.data).step != Due.ROLE:
            state = play(state, "done")
        self._state = state
        self._content = state.board.content
        self._p = Position(bytearray(state.data))

    def _region(self, name: str) -> int:
        return self._content.regions.index(name)

    def tile(self, region: str, kind: str) -> Table:
        """Lay a tile of the stack; a wormhole is the next one there."""
        p = self._p
        number = [tile.name for tile in self._content.tiles].index(kind)
        if kind == "wormhole":
            p.depth[[*map(NOBODY.__ne__, p.depth)].index(True)] = NOBODY
        else:
            p.unseen[number] -= 1
        p.stack -= 1
        for place, depth in enumerate(p.depth):
            p.depth[place] = depth - (depth != NOBODY)
        p.tile[self._region(region)] = number + 1
        return self

    def ships(self, seat: str, kind: str, region: str, n: int = 1) -> Table:
        """Put ships of the supply on the map."""
        owner, number = SEATS.index(seat), TYPES.index(kind)
        self._p.supply[owner][number] -= n
        self._p.ships[owner, number, self._region(region)] += n
        return self

    def token(self, seat: str, region: str, *, starbase: bool = False) -> Table:
        """Put a token of the stock on a planet."""
        owner = SEATS.index(seat)
        self._p.stock[owner] -= 1
        self._p.token[self._region(region)] = 1 + 2 * owner + starbase
        return self

    def scored(self, seat: str, n: int) -> Table:
        """Put tokens of the stock into the own throne."""
        owner = SEATS.index(seat)
        self._p.stock[owner] -= n
        self._p.throne[owner][owner] += n
        return self

    def pile(self, left: int, seat: str = "A") -> Table:
        """Leave so many galaxy tokens in the pile; the others are in a throne."""
        self._p.throne[SEATS.index(seat)][4] += self._p.pile - left
        self._p.pile = left
        return self

    def purse(self, seat: str, credits: int = 0, polymers: int = 0, metal: int = 0, energy: int = 0) -> Table:
        """Set credits and resources."""
        owner = SEATS.index(seat)
        self._p.credits[owner] = credits
        self._p.resources[owner][:] = bytes((polymers, metal, energy))
        return self

    def market(self, *tiles: int) -> Table:
        """Let market tiles show credits, counted from 1."""
        self._p.market = sum(1 << tile - 1 for tile in tiles)
        return self

    def far(self, location: int, seat: str = "", *, starbase: bool = False) -> Table:
        """Take the galaxy token of a location away, to the pile, and put a token of the stock there."""
        p = self._p
        p.pile += p.far_space[location - 1] == 1
        p.far_space[location - 1] = 0
        if seat:
            owner = SEATS.index(seat)
            p.stock[owner] -= 1
            p.far_space[location - 1] = 2 + 2 * owner + starbase
        return self

    def card(self, name: str, where: str, seat: str) -> Table:
        """Put a technology into a hand, or let a player own it; the first card of the hand goes for it to the deck."""
        p, owner = self._p, SEATS.index(seat)
        number = [card.name for card in self._content.technologies].index(name)
        if where == "hand":
            p.place[[*p.place].index(IN_HAND + owner)] = IN_DECK
        p.place[number] = (IN_HAND if where == "hand" else OWNED) + owner
        p.known[number] = 0
        return self

    def power(self, seat: str, name: str, *, surge: bool = False) -> Table:
        """Let a player have a power, and who had it the other one; the highest number is Emperor and begins."""
        p, owner = self._p, SEATS.index(seat)
        wanted = [power.name for power in self._content.powers].index(name) + 1
        if wanted in [*p.power]:
            p.power[[*p.power].index(wanted)] = p.power[owner]
        p.power[owner] = wanted
        p.surged[owner] = surge
        p.emperor = p.scepter = p.chooser = p.actor = lay(words_of(self._state.board).components, p).by_number()[-1]
        return self

    def edict(self, number: int) -> Table:
        """Let an edict be in effect."""
        self._p.edict = number
        return self

    @property
    def state(self) -> State:
        """The position; the holder of the scepter chooses the first role, and what cards change always is summed up."""
        p = self._p
        game = lay(words_of(self._state.board).components, p)
        if game.options.powers or game.options.technologies:
            game.stand()
        for seat, player in enumerate(game.players):
            p.changed[seat][:] = memoryview(bytes(game.numbers.always[seat][name] & 255 for name in RULE_NUMBERS)).cast(
                "b"
            )
            for kind, name in enumerate(("polymers", "metal", "energy")):
                p.resources[seat][kind] = player.resources[name]
        return position(self._state.pack, bytes(p.data), self._state.ply)

    def role(self, role: str) -> State:
        """The position after the choice of a role by the last seat, or by the highest number."""
        return play(self.state, f"role={role}")


def rule(state: State, seat: str, name: str) -> int:
    """A number of the rules for a player, with all that effects change."""
    return laid_at(state).numbers.of(SEATS.index(seat), name)


def credits_of(state: State, seat: str) -> int:
    """The credits of a player."""
    return Position(state.data).credits[SEATS.index(seat)]


def resources_of(state: State, seat: str) -> tuple[int, ...]:
    """The resources of a player."""
    return tuple(Position(state.data).resources[SEATS.index(seat)])


def throne(state: State, seat: str) -> tuple[int, ...]:
    """The tokens in a throne: of each seat, then of the galaxy."""
    return tuple(Position(state.data).throne[SEATS.index(seat)])


def token(state: State, region: str) -> str:
    """The token on a planet: ``A``, ``A*`` for a starbase, empty for none."""
    found = Position(state.data).token[state.board.content.regions.index(region)]
    return f"{SEATS[found - 1 >> 1]}{'' if found & 1 else '*'}" if found else ""


def emperor(state: State) -> str:
    """The letter of the Emperor."""
    return SEATS[Position(state.data).emperor]
