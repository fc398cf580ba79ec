"""Drawings of positions for a terminal: the turn, the map, the goods of each player, and the score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ...drawing.checks import check_marked, check_pen
from ...drawing.pens import Painted, drawn, painted, side_by_side, wrapped
from ...game import PLAIN, Outcome, Pen
from ..actions import Action
from ..board import N_SPACES, SIDE, SIGNS, Grid, Space, space_name
from ..cards import BASICS, Card
from ..messages import counted, say
from ..positions.position import (
    NOBODY,
    Player,
    Position,
    enemy_homeworlds,
    hand_limit,
    hand_size,
    homeworld_of,
    level,
    sides_at,
    spaces_of,
)
from ..state import State, check_state
from ..text.notation import SEATS
from ..words.names import code_of, homeworld_name, kind_name
from ..words.table import (
    NEUTRAL_LETTER,
    NO_BREAK,
    cards_words,
    deck_words,
    has_sealed,
    listed_firmly,
    order_words,
    side_letter,
    situation,
    standing,
    standing_words,
    table_lines,
    turn_words,
)
from .trace import MARK, Trace, trace_of

__all__ = ["to_text"]

_WIDTH: Final = 80


_GAP: Final = "\0"
"""A placeholder for coloured words while the sentence around them is made."""

_SPACES: Final = frozenset(map(space_name, range(N_SPACES)))
"""The names of all spaces."""

_UNICODE_SIGNS: Final = {
    Space.VOID: "·",
    Space.STAR_FIELD: "✦",
    Space.CLUSTER: "∴",
    Space.BLACK_HOLE: "●",
    Space.NEBULA: "≈",
}
"""The signs of counters where more than ASCII may be written."""

_BATTLE_MARK: Final = "!"
_MANY: Final = "..."
"""The sign in place of a number of fleets that is too long for the map."""

_MARGIN: Final = 4
_CELL_WIDTH: Final = {Grid.SQUARE: 7, Grid.HEX: 5}
"""The columns of a space on the map: with half a space more in each row, the hex map still fits a terminal."""


def to_text(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
    """Return a drawing of a position for a terminal, at most 80 columns wide.

    The map has a letter for each column and a number for each row. On the hex grid each row stands half a space further
    to the right than the one above, and each space has the letter of its column. The fleets of each side stand below
    the sign of their space: ``A12`` are twelve of A, ``N`` is the neutral side. Below the map are the players: levels
    by the letters of the rulebook with boosts behind a ``+``, special technologies, fleets, hand and orders. In a
    player's view it shows what the player may know.

    `last` has the actions that led to the position, such as those of the last turn: their spaces are marked by ``*``,
    and a line names the actions. The spaces that `marked` names stand in brackets. There is no newline at the end.

    Raises ArgumentError for a marked space that isn't on the map, IllegalActionError for a value that is no action of
    this game, TypeError for a value of another type.
    """
    p = check_state(state).position
    look = _Look(trace_of(last), check_marked(marked, _SPACES, "space"), check_pen(pen))
    lines = (*_heading(state, look), *_map(p, look), *_below(p, state.outcome, look))
    wrapped_lines = [part for line in lines for part in _wrapped(line)]
    return drawn(wrapped_lines, pen).replace(NO_BREAK, " ")


class _Look(NamedTuple):
    """The look of a drawing: the marks, and the pen."""

    trace: Trace
    """The last actions."""

    marked: frozenset[str]
    """The names of the spaces that stand in brackets."""

    pen: Pen

    @property
    def signs(self) -> Mapping[Space, str]:
        """The signs of the counters for the pen."""
        return _UNICODE_SIGNS if self.pen.unicode else SIGNS

    def space(self, space: int, sign: str, role: str) -> Painted:
        """Return a space with its marks: a bracket or a blank before it, a bracket or a mark behind."""
        if space_name(space) in self.marked:
            return painted(f"[{sign}]", "marked")
        return painted(" ") + painted(sign, role) + painted(self.trace.sign(space), "last")


def _wrapped(line: Painted) -> list[Painted]:
    """Return a line in lines of at most 80 columns. A line of the map, which begins with blanks or a number, fits."""
    if len(line) <= _WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.text.lstrip()) + 2)
    return wrapped(line, _WIDTH, indent)


def _heading(state: State, look: _Look) -> Iterator[Painted]:
    yield painted(f"{turn_words(state.position)}: {situation(state)}", "strong")
    trace = look.trace
    if trace.words:
        begin, end = (
            say("Last: {actions} ({mark} their spaces)", actions=_GAP, mark=MARK)
            if trace.spaces
            else say("Last: {actions}", actions=_GAP)
        ).split(_GAP)
        yield painted(begin) + painted(trace.words, "last") + painted(end)
    yield Painted("")


def _below(p: Position, outcome: Outcome | None, look: _Look) -> Iterator[Painted]:
    """Yield the lines below the map: the legend, the table, the players."""
    yield from (painted(line, "dim") for line in _legend(p, look))
    yield Painted("")
    yield painted(deck_words(p))
    yield from map(painted, table_lines(p))
    for seat, player in enumerate(p.players):
        yield Painted("")
        first, *others = _player(p, seat, player, outcome)
        yield painted(SEATS[seat], SEATS[seat]) + painted(first.removeprefix(SEATS[seat]))
        yield from map(painted, others)
    if p.options.neutral:
        yield Painted("")
        begin, end = say(
            "{letter}, the neutral side: {fleets}", letter=_GAP, fleets=_fleet_words(p, len(p.players))
        ).split(_GAP)
        yield painted(begin) + painted(NEUTRAL_LETTER, "strong") + painted(end)


# --- the map


def _map(p: Position, look: _Look) -> Iterator[Painted]:
    """Yield the lines of the map: for each row its spaces, then the fleets there, a line for each side in a space."""
    width, hexes = _CELL_WIDTH[p.options.grid], p.options.grid is Grid.HEX
    if not hexes:
        yield _laid(_MARGIN, width, (painted(letter, "dim") for letter in "abcdefghij"))
    for y in range(SIDE):
        row = range(SIDE * y, SIDE * (y + 1))
        left = _MARGIN + (width * y // 2 if hexes else 0)
        stacks = [[_fleet_label(p, side, space, width) for side in sides_at(p, space)] for space in row]
        # A space begins a column early, with a blank or a bracket.
        spaces = _laid(left - 1, width, (_head(p, space, look) for space in row))
        number = painted(f"{y + 1:>2}", "dim")
        yield number + Painted(spaces.text[len(number) :], spaces.moved(-len(number)))
        for line in range(max(1, *map(len, stacks))):
            yield _laid(left, width, (stack[line] if line < len(stack) else Painted("") for stack in stacks))


def _laid(left: int, width: int, texts: Iterable[Painted]) -> Painted:
    """Return texts side by side, each so many columns wide."""
    line = side_by_side((left + width * place, text) for place, text in enumerate(texts))
    return Painted(line.text.rstrip(), line.spans)


def _head(p: Position, space: int, look: _Look) -> Painted:
    """Return a space on the map: its letter on the hex grid, its sign, and its marks. It begins a column early."""
    letter = space_name(space)[0] if p.options.grid is Grid.HEX else ""
    fought = _BATTLE_MARK if p.battle is not None and p.battle.space == space else ""
    sign = _sign(p, space, look)
    role = _side_role(sign) if p.spaces[space] is Space.HOMEWORLD else ""
    return look.space(space, f"{letter}{sign}{fought}", role or ("dim" if p.spaces[space] is Space.VOID else ""))


def _sign(p: Position, space: int, look: _Look) -> str:
    if p.spaces[space] is not Space.HOMEWORLD:
        return look.signs[p.spaces[space]]
    owner = homeworld_of(p, space)
    return NEUTRAL_LETTER if owner == NOBODY else SEATS[owner]


def _side_role(letter: str) -> str:
    """Return the role of a side: the letter of its seat."""
    return "strong" if letter == NEUTRAL_LETTER else letter


def _fleet_label(p: Position, side: int, space: int, width: int) -> Painted:
    letter, number = side_letter(side, len(p.players)), str(p.fleets[side][space])
    label = letter + (number if len(letter + number) < width else _MANY)
    return painted(label, _side_role(letter))


def _legend(p: Position, look: _Look) -> Iterator[str]:
    signs = [f"{sign} {kind_name(space)}" for space, sign in look.signs.items()]
    home = f"{SEATS[0]} {homeworld_name(0)}"
    neutral = [say("{letter} the neutral one", letter=NEUTRAL_LETTER)] if p.options.neutral else []
    five = say("{sign} five fleets of {seat}", sign=f"{SEATS[0]}5", seat=SEATS[0])
    marks = [f"{_BATTLE_MARK} {say('battle')}"] if p.battle is not None else []
    marks += [f"[ ] {say('marked')}"] if look.marked else []
    yield listed_firmly([*signs, home, *neutral, five, *marks])
    longest = max(len(str(number)) for fleets in p.fleets for number in fleets)
    if longest + 2 > _CELL_WIDTH[p.options.grid]:
        yield say("{dots} stands for more fleets than fit there; they are listed below.", dots=_MANY)


# --- the players


def _player(p: Position, seat: int, player: Player, outcome: Outcome | None) -> Iterator[str]:
    facts = [
        say("start player") if seat == p.start_player else "",
        standing_words(standing(p, seat, outcome)),
        counted(enemy_homeworlds(p, seat), "{n} enemy Homeworld", "{n} enemy Homeworlds"),
        counted(sum(p.fleets[seat]), "{n} fleet", "{n} fleets"),
        say("{n} RT", n=player.tokens),
        counted(hand_size(player), "{n} card of {limit}", "{n} cards of {limit}", limit=hand_limit(p, seat)),
    ]
    yield f"{SEATS[seat]}: {', '.join(filter(None, facts))}"
    yield from (f"  {name:<7} {words}" for name, words in _belongings(p, seat, player))


def _belongings(p: Position, seat: int, player: Player) -> Iterator[tuple[str, str]]:
    """Yield the goods of a player, each kind by its name."""
    yield say("levels"), " ".join(f"{code_of(basic)}{_level_words(p, seat, basic)}" for basic in BASICS)
    specials = listed_firmly(card.title for card in sorted(player.learned))
    yield say("learned"), say("{specials} (Leadership is used)", specials=specials) if player.led else specials
    yield say("hand"), _hand_words(player)
    yield say("fleets"), _fleet_words(p, seat)
    if player.written_orders.orders or player.written_orders.draft:
        yield say("orders"), listed_firmly(_order_list_words(player))
    if has_sealed(player):
        yield say("sealed"), listed_firmly(_sealed_words(player))


def _level_words(p: Position, seat: int, basic: Card) -> str:
    """Return a level, with the boosts behind a plus."""
    permanent = p.players[seat].levels[basic]
    boost = level(p, seat, basic) - permanent
    return f"{permanent}+{boost}" if boost else str(permanent)


def _hand_words(player: Player) -> str:
    known = cards_words(player.hand)
    if not player.hidden:
        return known
    hidden = counted(player.hidden, "{n} card face down", "{n} cards face down")
    return f"{known}, {hidden}" if any(player.hand) else hidden


def _fleet_words(p: Position, side: int) -> str:
    return listed_firmly(f"{space_name(space)} {p.fleets[side][space]}" for space in spaces_of(p, side))


def _order_list_words(player: Player) -> Iterator[str]:
    written = player.written_orders
    yield from (f"{number}. {order_words(order)}" for number, order in enumerate(written.orders, 1))
    if written.draft:
        origin, *target = map(space_name, written.draft[:2])
        yield say("{origin} to {target}...", origin=origin, target=target[0]) if target else f"{origin}..."


def _sealed_words(player: Player) -> Iterator[str]:
    yield from (say("{card} for a boost", card=card.title) for card in player.written_orders.boosts)
    if player.written_orders.led != NOBODY:
        yield say("Leadership for {card}", card=Card(player.written_orders.led).title)
