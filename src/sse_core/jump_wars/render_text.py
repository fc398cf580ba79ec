"""Drawings of positions for a terminal: the turn, the map, what each player has, and the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..drawing.checks import check_marked, check_pen
from ..drawing.pens import Painted, drawn, painted, side_by_side, wrapped
from ..game import PLAIN, Outcome, Pen
from ..play.sentences import listed
from .actions import Action
from .board import CENTRE, N_SPACES, SIDE, SIGNS, Grid, Space, space_name
from .cards import BASICS, Card
from .notation import SEATS
from .options import Options
from .outcome_text import verdict
from .position import (
    NOBODY,
    Battle,
    Deal,
    Due,
    Offer,
    Order,
    Player,
    Position,
    deck_size,
    enemy_homeworlds,
    hand_limit,
    hand_size,
    homeworld_of,
    level,
    sides_at,
    spaces_of,
)
from .state import State, check_state
from .trace import MARK, Trace, trace_of

__all__ = [
    "CODES",
    "SPACE_NAMES",
    "battle_lines",
    "cards_of",
    "cards_words",
    "counted",
    "due_words",
    "has_sealed",
    "offer_words",
    "option_words",
    "order_words",
    "side_letter",
    "situation",
    "status_words",
    "table_lines",
    "to_text",
    "turn_words",
]

_WIDTH: Final = 80
_NO_BREAK: Final = "\xa0"
"""A blank where lines don't break."""

_NEUTRAL_LETTER: Final = "N"

CODES: Final = dict(zip(BASICS, "IADJCLRMZETY", strict=True))
"""The rulebook's letter for each basic technology."""

SPACE_NAMES: Final = {
    Space.VOID: "void",
    Space.STAR_FIELD: "star field",
    Space.CLUSTER: "cluster",
    Space.BLACK_HOLE: "black hole",
    Space.NEBULA: "nebula",
    Space.HOMEWORLD: "Homeworld",
}
"""The names of what lies on spaces, in legends and titles."""

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
"""Stands for a number of fleets that is too long for its place on the map."""

_MARGIN: Final = 4
_CELL_WIDTH: Final = {Grid.SQUARE: 7, Grid.HEX: 5}
"""The columns of a space on the map: with half a space more in each row, the hex map still fits a terminal."""

_PHASES: Final = (
    ("Draw", (Due.DRAW,)),
    (
        "Trade",
        (
            *(Due.OFFER, Due.GIVE, Due.PAY, Due.ASK, Due.CHARGE, Due.ANSWER),
            *(Due.STEAL, Due.THEFT, Due.ALLIANCE),
        ),
    ),
    ("Tech", (Due.TECH, Due.PAIRS)),
    ("Mine", (Due.MINE,)),
    ("Build", (Due.BUILD, Due.SABOTAGE, Due.SABOTAGE_SPACE, Due.SABOTAGE_CARD)),
    (
        "Jump",
        (
            *(Due.ORDERS, Due.ESPIONAGE, Due.REWRITE, Due.REWRITING),
            *(Due.TIME_JUMP, Due.NEGATE_ORDER, Due.NEGATE_CARD),
        ),
    ),
    ("Fight", (Due.DEAL, Due.BOMBS, Due.SPLIT)),
    ("Final", (Due.FINAL,)),
)
"""The eight phases of a turn, with their steps (J2)."""

_PHASE_WORDS: Final = {
    step: f"phase {number}, {name}" for number, (name, steps) in enumerate(_PHASES, 1) for step in steps
}

_DUE_WORDS: Final = {
    Due.START: "chance draws the start player",
    Due.OFFER: "{actor} may make an offer",
    Due.GIVE: "{actor} puts cards into an offer",
    Due.PAY: "{actor} puts RT into an offer",
    Due.ASK: "{actor} asks for cards in an offer",
    Due.CHARGE: "{actor} asks for RT in an offer",
    Due.ANSWER: "{actor} accepts or refuses an offer",
    Due.STEAL: "{actor} has the highest Trade and may steal a card",
    Due.THEFT: "chance draws the card that {actor} steals",
    Due.ALLIANCE: "{actor} has the highest Diplomacy and may name an ally",
    Due.TECH: "{actor} may discard a card for a level, or to learn it",
    Due.PAIRS: "{actor} may discard pairs for levels",
    Due.MINE: "{actor} may discard cards for RT, and mines",
    Due.BUILD: "{actor} may build fleets at {price} RT each",
    Due.SABOTAGE: "{actor} may sabotage a fleet, and chooses its side",
    Due.SABOTAGE_SPACE: "{actor} chooses the space of the fleet to sabotage",
    Due.SABOTAGE_CARD: "{actor} discards a card for the sabotage",
    Due.ESPIONAGE: "{actor} has the highest Espionage and may rewrite an order",
    Due.REWRITE: "{actor} chooses the number of the order to rewrite",
    Due.REWRITING: "{actor} writes the order anew, or cancels it",
    Due.TIME_JUMP: "{actor} may void an order by a Time Jump, and chooses whose",
    Due.NEGATE_ORDER: "{actor} chooses the number of the order to void",
    Due.NEGATE_CARD: "{actor} discards a card for the Time Jump",
    Due.DEAL: "{actor} deals damage at {space}",
    Due.BOMBS: "{actor} says how many fleets at {space} are given up as Nova Bombs",
    Due.SPLIT: "{actor} splits the damage at {space} between the sides",
    Due.END: "the game is over",
}
"""The words for what is due, where they are the same for each position of a step."""


def to_text(state: State, *, last: Sequence[Action] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
    """Return a drawing of a position for a terminal, at most 80 columns wide.

    The map has a letter for each column and a number for each row. On the hex grid each row stands half a space further
    to the right than the one above, and each space has the letter of its column. The fleets of each side stand below
    the sign of their space: ``A12`` are twelve of A, ``N`` is the neutral side. Below the map are the players: levels
    by the letters of the rulebook with boosts behind a ``+``, special technologies, fleets, hand and orders. Of a
    player's view it shows what the player may know.

    `last` has the actions that led to the position, such as those of the last turn: their spaces are marked by ``*``,
    and a line names the actions. The spaces that `marked` names stand in brackets. There is no newline at the end.

    Raises ArgumentError for a marked space that isn't on the map, IllegalActionError for what is no action of this
    game, TypeError for a value of another type.
    """
    p = check_state(state).position
    look = _Look(trace_of(last), check_marked(marked, _SPACES, "space"), check_pen(pen))
    lines = (*_heading(state, look), *_map(p, look), *_below(p, state.outcome, look))
    wrapped_lines = [part for line in lines for part in _wrapped(line)]
    return drawn(wrapped_lines, pen).replace(_NO_BREAK, " ")


class _Look(NamedTuple):
    """How a drawing looks: what is marked, and the pen."""

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
        spaces = f" ({MARK} their spaces)" if trace.spaces else ""
        yield painted("Last: ") + painted(trace.words, "last") + painted(spaces)
    yield Painted("")


def _below(p: Position, outcome: Outcome | None, look: _Look) -> Iterator[Painted]:
    """Yield what stands below the map: the legend, the table, the players."""
    yield from (painted(line, "dim") for line in _legend(p, look))
    yield Painted("")
    yield painted(f"Deck: {counted(deck_size(p), 'card')}. Discard: {_discard_words(p)}")
    yield from map(painted, table_lines(p))
    for seat, player in enumerate(p.players):
        yield Painted("")
        first, *others = _player(p, seat, player, outcome)
        yield painted(SEATS[seat], SEATS[seat]) + painted(first.removeprefix(SEATS[seat]))
        yield from map(painted, others)
    if p.options.neutral:
        yield Painted("")
        fleets = _fleet_words(p, len(p.players))
        yield painted(_NEUTRAL_LETTER, "strong") + painted(f", the neutral side: {fleets}")


# --- words


def side_letter(side: int, players: int) -> str:
    """Return the letter of a side: that of its seat, ``N`` for the neutral side."""
    return SEATS[side] if side < players else _NEUTRAL_LETTER


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 fleet``, ``2 fleets``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def turn_words(p: Position) -> str:
    """Return the turn and the phase, such as ``Turn 3 of 100, phase 6, Jump``."""
    phase = _PHASE_WORDS.get(p.step)
    return f"Turn {p.turn} of {p.options.turn_limit}{f', {phase}' if phase else ''}"


def situation(state: State) -> str:
    """Return what is due and for whom; after the end, who won and what decided it, with the clause."""
    outcome = state.outcome
    if outcome is None:
        return due_words(state)
    winners = listed(SEATS[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"the game is over, {winners} {verb}: {verdict(state)}"


def due_words(state: State) -> str:
    """Return the words for what is due and for whom."""
    p = state.position
    actor = SEATS[p.actor] if p.actor != NOBODY else ""
    match p.step:
        case Due.DRAW if p.due:
            return f"chance draws {'a card' if p.due == 1 else f'the first of {p.due} cards'} for {actor}"
        case Due.DRAW:
            return f"{actor} draws cards"
        case Due.ORDERS:
            return _writers_words(p)
        case Due.FINAL:
            excess = hand_size(p.players[p.actor]) - hand_limit(p, p.actor)
            return f"{actor} discards {counted(excess, 'card')}" if excess > 0 else f"{actor} ends the turn"
        case _:
            space = space_name(p.battle.space) if p.battle is not None else ""
            cost = state.price(p.actor) if p.step is Due.BUILD else 0
            return _DUE_WORDS[p.step].format(actor=actor, space=space, price=cost)


def _writers_words(p: Position) -> str:
    """Return who still writes orders."""
    writers = [SEATS[seat] for seat, player in enumerate(p.players) if not player.sheet.done]
    return f"{listed(writers)} write{'s' if len(writers) == 1 else ''} orders"


def status_words(p: Position, seat: int, outcome: Outcome | None) -> str:
    """Return what a player is doing: ``to act``, ``done``, ``won``, or nothing."""
    if outcome is not None:
        return "won" if seat in outcome.winners else ""
    if p.step is Due.ORDERS:
        return "done" if p.players[seat].sheet.done else "to act"
    return "to act" if seat == p.actor else ""


def cards_of(counts: Sequence[int]) -> Iterator[tuple[Card, int]]:
    """Yield each kind of card that is there, with its number."""
    return ((card, counts[card]) for card in Card if counts[card])


def cards_words(counts: Sequence[int]) -> str:
    """Return the names of cards: ``2 Attack, Jump``; ``none`` if there is no card."""
    return _listed_firmly(f"{n} {card.title}" if n > 1 else card.title for card, n in cards_of(counts))


def order_words(order: Order) -> str:
    """Return an order, such as ``a1 to c3 with 5 fleets``."""
    way = f"{space_name(order.origin)} to {space_name(order.target)}"
    what = f"Planet Jump {way}" if order.is_planet else f"{way} with {counted(order.fleets, 'fleet')}"
    return f"{what} (void)" if order.void else what


def offer_words(p: Position, offer: Offer) -> str:
    """Return an offer: what its giver gives, and what for. Those who don't see it see who makes it to whom (J4.6)."""
    giver, receiver = SEATS[offer.giver], SEATS[offer.receiver]
    if p.step is Due.ANSWER and offer == Offer(offer.giver, offer.receiver):
        return f"{giver} makes one to {receiver}, and only they know what it is"
    give, ask = (
        [*(card.title for card in cards), *([f"{tokens} RT"] if tokens else [])]
        for cards, tokens in ((offer.give, offer.pay), (offer.ask, offer.charge))
    )
    return f"{giver} offers {receiver} {listed(give) or 'nothing'} for {listed(ask) or 'nothing'}"


def option_words(options: Options) -> str:
    """Return the options that differ from their defaults; empty if none does."""
    changed = ((name.replace("_", " "), value) for name, value in options.changes().items())
    return ", ".join(_option_word(words, value) for words, value in changed)


def _option_word(words: str, value: object) -> str:
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {value}"


def _listed_firmly(texts: Iterable[str]) -> str:
    """Return texts with commas, so that no line breaks in one; ``none`` if there is none."""
    return ", ".join(text.replace(" ", _NO_BREAK) for text in texts) or "none"


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
    return _NEUTRAL_LETTER if owner == NOBODY else SEATS[owner]


def _side_role(letter: str) -> str:
    """Return the role of a side: the letter of its seat."""
    return "strong" if letter == _NEUTRAL_LETTER else letter


def _fleet_label(p: Position, side: int, space: int, width: int) -> Painted:
    letter, number = side_letter(side, len(p.players)), str(p.fleets[side][space])
    label = letter + (number if len(letter + number) < width else _MANY)
    return painted(label, _side_role(letter))


def _legend(p: Position, look: _Look) -> Iterator[str]:
    signs = [f"{sign} {SPACE_NAMES[space]}" for space, sign in look.signs.items()]
    neutral = [f"{_NEUTRAL_LETTER} the neutral one"] if p.options.neutral else []
    marks = [f"{_BATTLE_MARK} battle"] if p.battle is not None else []
    marks += ["[ ] marked"] if look.marked else []
    yield _listed_firmly([*signs, f"{SEATS[0]} Homeworld of {SEATS[0]}", *neutral, "A5 five fleets of A", *marks])
    longest = max(len(str(number)) for fleets in p.fleets for number in fleets)
    if longest + 2 > _CELL_WIDTH[p.options.grid]:
        yield f"{_MANY} stands for more fleets than fit there; they are listed below."


# --- the table


def table_lines(p: Position) -> Iterator[str]:
    """Yield the lines on what belongs to no player alone, but for the deck and the discard."""
    if words := option_words(p.options):
        yield f"Options: {words}"
    if p.alliance is not None:
        diplomat, ally = (SEATS[seat] for seat in p.alliance)
        yield f"Alliance: {ally} is the ally of {diplomat} and may not jump where {diplomat} has fleets."
    if p.offer is not None:
        yield f"Offer: {offer_words(p, p.offer)}"
    if p.sold:
        yield f"Discarded for RT in this Mine phase by {SEATS[p.actor]}: {counted(p.sold, 'card')}"
    if defended := [*_defended(p)]:
        yield f"Defended nebulae: {_listed_firmly(defended)}"
    if p.options.neutral and p.neutral_holder != NOBODY:
        turns = counted(p.neutral_turns, "turn")
        yield f"The neutral Homeworld at {space_name(CENTRE)} is held by {SEATS[p.neutral_holder]} for {turns}."
    if p.battle is not None:
        yield from battle_lines(p, p.battle)


def _discard_words(p: Position) -> str:
    size = sum(p.discard)
    return f"{counted(size, 'card')}: {cards_words(p.discard)}" if size else "0 cards"


def _defended(p: Position) -> Iterator[str]:
    """Yield the nebulae that a side held at the end of the last turn, where it defends (J2.7)."""
    for space, side in enumerate(p.held):
        if side != NOBODY and p.spaces[space] is Space.NEBULA:
            yield f"{space_name(space)} by {side_letter(side, len(p.players))}"


def battle_lines(p: Position, battle: Battle) -> Iterator[str]:
    """Yield the lines on a battle: who deals and who follows, each side's fleets, damage and kills, and the deals."""
    groups = [listed(side_letter(side, len(p.players)) for side in group) for group in battle.groups]
    order = f": {', then '.join(groups)} still to deal" if groups else ""
    yield f"Battle at {space_name(battle.space)}, round {battle.round}{order}"
    for side, damage in enumerate(battle.damage):
        if damage or battle.kills[side]:
            hits = Counter(points for points in damage if points)
            hit = f" ({', '.join(f'{count} hit by {points}' for points, count in hits.items())})" if hits else ""
            kills = f", {counted(battle.kills[side], 'kill')}" if battle.kills[side] else ""
            yield f"  {side_letter(side, len(p.players))}: {counted(len(damage), 'fleet')}{hit}{kills}"
    yield from (f"  {_deal_words(p, deal)}" for deal in battle.deals)


def _deal_words(p: Position, deal: Deal) -> str:
    if not deal.points:
        return f"{side_letter(deal.side, len(p.players))} has settled a deal that is sealed"
    aims = [f"{points} at {side_letter(side, len(p.players))}" for side, points in enumerate(deal.points) if points]
    bombs = [f"{counted(deal.bombs, 'Nova Bomb')} of {deal.force}"] if deal.bombs else []
    return f"{side_letter(deal.side, len(p.players))} deals {listed([*bombs, *aims]) or 'nothing'}"


# --- the players


def _player(p: Position, seat: int, player: Player, outcome: Outcome | None) -> Iterator[str]:
    facts = [
        "start player" if seat == p.start_player else "",
        status_words(p, seat, outcome),
        counted(enemy_homeworlds(p, seat), "enemy Homeworld"),
        counted(sum(p.fleets[seat]), "fleet"),
        f"{player.tokens} RT",
        f"{counted(hand_size(player), 'card')} of {hand_limit(p, seat)}",
    ]
    yield f"{SEATS[seat]}: {', '.join(filter(None, facts))}"
    yield f"  levels  {' '.join(f'{CODES[basic]}{_level_words(p, seat, basic)}' for basic in BASICS)}"
    specials = _listed_firmly(card.title for card in sorted(player.learned))
    yield f"  learned {specials}{' (Leadership is used)' if player.led else ''}"
    yield f"  hand    {_hand_words(player)}"
    yield f"  fleets  {_fleet_words(p, seat)}"
    if player.sheet.orders or player.sheet.draft:
        yield f"  orders  {_listed_firmly(_sheet_words(player))}"
    if has_sealed(player):
        yield f"  sealed  {_listed_firmly(_sealed_words(player))}"


def _level_words(p: Position, seat: int, basic: Card) -> str:
    """Return a level, with the boosts behind a plus."""
    permanent = p.players[seat].levels[basic]
    boost = level(p, seat, basic) - permanent
    return f"{permanent}+{boost}" if boost else str(permanent)


def _hand_words(player: Player) -> str:
    known = cards_words(player.hand)
    if not player.hidden:
        return known
    hidden = f"{counted(player.hidden, 'card')} face down"
    return f"{known}, {hidden}" if any(player.hand) else hidden


def _fleet_words(p: Position, side: int) -> str:
    return _listed_firmly(f"{space_name(space)} {p.fleets[side][space]}" for space in spaces_of(p, side))


def _sheet_words(player: Player) -> Iterator[str]:
    sheet = player.sheet
    yield from (f"{number}. {order_words(order)}" for number, order in enumerate(sheet.orders, 1))
    if sheet.draft:
        yield f"{' to '.join(map(space_name, sheet.draft[:2]))}..."


def has_sealed(player: Player) -> bool:
    """Return whether boosts are sealed with a player's orders (J4.3)."""
    return bool(player.sheet.boosts) or player.sheet.led != NOBODY


def _sealed_words(player: Player) -> Iterator[str]:
    yield from (f"{card.title} for a boost" for card in player.sheet.boosts)
    if player.sheet.led != NOBODY:
        yield f"Leadership for {Card(player.sheet.led).title}"
