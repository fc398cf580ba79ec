"""Words for people: what is due, what lies in a region, what players have. Drawings, pages and effects share them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .actions import SEATS, Verb
from .board import Board
from .content import NONE, SIDES
from .due import Due
from .layout import BLOCKED, HOME_TILE, IN_HAND, NOBODY, OWNED, SECRET
from .position import Position
from .state import State
from .vocabulary import MEASURES, MOMENTS, RESOURCES, ROLES
from .vocabulary import SHIPS as SHIP_NAMES

__all__ = [
    "battle_words",
    "card_name",
    "cards_of",
    "counted",
    "dial_words",
    "due_words",
    "edict_words",
    "far_words",
    "fleet_words",
    "hand_words",
    "power_words",
    "region_words",
    "role_words",
    "round_words",
    "ship_counts",
    "ships_words",
    "tile_words",
    "token_words",
]

_DUE: Final = {
    Due.HOME: "where the home world goes (C1.9)",
    Due.FIRST_TILE: "where the 2-polymer tile goes, beside {draft} (C1.9)",
    Due.ROLE: "which role is chosen (C2.3)",
    Due.EXPLORE: "which tile of the display is taken (C4.1)",
    Due.EXPLORE_AT: "where it is placed (C4.1)",
    Due.EXPLORE_SETTLE: "whether the planet at {draft} is settled (C4.2)",
    Due.STEWARD: "which market tile is picked (C5.2)",
    Due.TRADE: "how many polymers to hold (C6.2)",
    Due.TRADE_METAL: "how many metal to hold (C6.2)",
    Due.TRADE_ENERGY: "how many energy to hold (C6.2)",
    Due.INVEST: "where to invest in far space (C6.3)",
    Due.BUILD: "what to build (C7.1)",
    Due.DEPLOY: "which ship is deployed (C7.3)",
    Due.DEPLOY_AT: "where it is deployed (C7.3)",
    Due.DRAW: "which card is drawn (C8.1)",
    Due.BUY: "which technology is bought (C8.2)",
    Due.DISCARD: "which card is discarded (C8.3)",
    Due.MOVE: "which ship moves (C9.1)",
    Due.MOVE_SHIP: "which ship moves from {draft} (C9.1)",
    Due.MOVE_TO: "where it moves from {draft} (C9.1)",
    Due.BATTLE: "where to fight (C9.6)",
    Due.AGAINST: "against whom (C10.1)",
    Due.INVITE: "whom to ask for help (C10.2)",
    Due.ANSWER: "which side to join (C10.2)",
    Due.BRING: "which ship comes to the battle (C10.2)",
    Due.BRING_SHIP: "which ship comes from {draft} (C10.2)",
    Due.BRING_TO: "where it comes to (C10.2)",
    Due.DIAL: "how the dials are set (C10.5)",
    Due.SHIFT: "which ship tactics move (C10.6)",
    Due.SHIFT_SHIP: "which ship leaves {draft} (C10.6)",
    Due.SHIFT_TO: "where it goes (C10.6)",
    Due.HIT: "where hits fall (C10.7)",
    Due.HIT_UNIT: "what is hit at {draft} (C10.7)",
    Due.COLONIZE: "which planet is settled (C9.7)",
    Due.INFLUENCE: "whether to buy an influence (C11.2)",
    Due.PUT: "where influence goes (C11.3)",
    Due.EDICT: "which edict is in effect (C11.8)",
    Due.FAVOUR: "who of those still tied wins (C12.4)",
    Due.POWER: "which power is kept (C1.8)",
    Due.WINDOW: "which effect is used {moment} (C13.3)",
    Due.EFFECT_RESOURCE: "which resource for {effect} (C16.14)",
    Due.EFFECT_CARD: "which card for {effect} (C16.14)",
    Due.EFFECT_SEAT: "from whom {effect} takes (C16.14)",
    Due.EFFECT_TILE: "which tile {effect} places (C16.14)",
    Due.EFFECT_AT: "where {effect} works (C16.14)",
    Due.EFFECT_FROM: "from where {effect} takes a ship (C16.14)",
    Due.EFFECT_SHIP: "which ship {effect} moves from {draft} (C16.14)",
    Due.EFFECT_TO: "where {effect} moves it (C16.14)",
    Due.EFFECT_HIT: "where {effect} destroys (C16.14)",
    Due.EFFECT_UNIT: "what {effect} destroys at {draft} (C16.14)",
    Due.EFFECT_AGAIN: "whether {effect} exchanges once more (C16.14)",
    Due.EFFECT_EDICT: "which edict {effect} chooses (C16.14)",
}
"""What a player decides, in words; ``{draft}`` is the region chosen before."""


def counted(n: int, word: str) -> str:
    """Return a number of things.

    >>> counted(1, "ship"), counted(3, "colony")
    ('1 ship', '3 colonies')
    """
    if n == 1:
        return f"1 {word}"
    return f"{n} {word[:-1]}ies" if word.endswith("ny") else f"{n} {word}s"


def round_words(p: Position) -> str:
    """Return the round of a position."""
    return f"Round {p.round} of {p.round_limit}"


def role_words(p: Position) -> str:
    """Return the role of the round and its chooser."""
    if p.monolith == NOBODY:
        return "set-up"
    return f"{ROLES[p.monolith].capitalize()} of {SEATS[p.chooser]}"


def due_words(b: Board, p: Position) -> str:
    """Return what is due: who decides what."""
    step = Due(p.step)
    if step is Due.END:
        return "the game is over"
    if step is Due.REVEAL:
        return "a tile is turned up (C4.6)"
    if step is Due.CARD:
        return f"{SEATS[p.actor]} draws a card of cost {p.draft[0] + 1} (C8.1)"
    if step is Due.TURN:
        return f"a card of cost {p.draft[0] + 1} is turned up (C8.1)"
    draft = b.content.regions[p.draft[0]] if p.draft[0] < b.n_regions else ""
    if step is Due.DIAL:
        waiting = [SEATS[seat] for seat, n in zip((p.attacker, p.defender), p.written, strict=True) if n < 2]
        return f"{' and '.join(sorted(waiting))}: {_DUE[step]}"
    if step is Due.POWER:
        waiting = [SEATS[seat] for seat in range(p.players) if not p.power[seat]]
        return f"{', '.join(waiting)}: {_DUE[step]}"
    effect = b.arguments[Verb.USE][p.effect - 1] if p.effect else ""
    moment = MOMENTS[p.window - 1].replace(":", " ") if p.window else ""
    return f"{SEATS[p.actor]}: {_DUE[step].format(draft=draft, effect=effect, moment=moment)}"


def power_words(b: Board, p: Position, seat: int) -> str:
    """Return a player's power and the side that is up; empty if none is known."""
    power = p.power[seat]
    if power == SECRET:
        return "chosen, not shown yet"
    if not power:
        dealt = [b.content.powers[each - 1].name for each in p.dealt[seat] if each]
        return f"one of {', '.join(dealt)}" if dealt else ""
    found = b.content.powers[power - 1]
    return f"{found.number} {found.name}, {SIDES[p.surged[seat]]} side"


def edict_words(b: Board, p: Position) -> str:
    """Return the Emperor and the edict in effect."""
    edict = b.content.edicts[p.edict]
    what = (
        "no condition" if edict.measure == NONE else f"{'least' if edict.least else 'most'} {MEASURES[edict.measure]}"
    )
    return f"Emperor {SEATS[p.emperor]}, edict {edict.name} ({what}); scepter {SEATS[p.scepter]}"


def tile_words(b: Board, p: Position, region: int) -> str:
    """Return the tile of a region."""
    tile = p.tile[region]
    if tile == BLOCKED:
        return "blocked"
    if tile >= HOME_TILE:
        return f"home {SEATS[tile - HOME_TILE]}"
    return b.content.tiles[tile - 1].name if tile else ""


def token_words(token: int) -> str:
    """Return a token on a planet: the letter of its player, with ``*`` for a starbase; empty for none."""
    return f"{SEATS[token - 1 >> 1]}{'' if token & 1 else '*'}" if token else ""


def far_words(token: int) -> str:
    """Return what lies on a location of far space."""
    return "" if not token else "galaxy" if token == 1 else token_words(token - 1)


def ship_counts(p: Position, region: int) -> Iterator[tuple[int, int, int]]:
    """Yield the seat, the type and the number of the ships in a region."""
    for seat in range(p.players):
        for kind in range(3):
            n = p.ships[seat, kind, region]
            if n:
                yield seat, kind, n


def fleet_words(p: Position, region: int) -> str:
    """Return the ships of a region in short, such as ``A:2f1c``."""
    found: dict[int, str] = {}
    for seat, kind, n in ship_counts(p, region):
        found[seat] = found.get(seat, f"{SEATS[seat]}:") + f"{n}{SHIP_NAMES[kind][0]}"
    return " ".join(found.values())


def ships_words(numbers: Iterable[int]) -> str:
    """Return so many ships of each type in words."""
    words = [counted(n, SHIP_NAMES[kind]) for kind, n in enumerate(numbers) if n]
    return ", ".join(words) or "none"


def region_words(b: Board, p: Position, region: int) -> str:
    """Return what is in a region, as a sentence without a full stop."""
    tile = tile_words(b, p, region) or "no tile"
    token = p.token[region]
    owner = f", {'colony' if token & 1 else 'starbase'} of {SEATS[token - 1 >> 1]}" if token else ""
    fleets = "".join(f", {counted(n, SHIP_NAMES[kind])} of {SEATS[seat]}" for seat, kind, n in ship_counts(p, region))
    placed = "".join(
        f", {p.placed[seat][region]} influence of {SEATS[seat]}" for seat in range(p.players) if p.placed[seat][region]
    )
    return f"{b.content.regions[region]}: {tile}{owner}{fleets}{placed}"


def card_name(b: Board, card: int) -> str:
    """Return the name of a technology."""
    return b.content.technologies[card].name


def cards_of(b: Board, p: Position, place: int) -> list[int]:
    """Return the technologies in a place, such as `OWNED` and a seat."""
    return [card for card, where in enumerate(p.place[: b.n_cards]) if where == place]


def hand_words(b: Board, p: Position, seat: int) -> list[str]:
    """Return the cards in hand; hidden ones by their cost."""
    found = [card_name(b, card) + (" (known)" if p.known[card] else "") for card in cards_of(b, p, IN_HAND + seat)]
    for cost, n in enumerate(p.hidden[seat]):
        if n:
            found.append(f"{counted(n, 'card')} of cost {cost + 1}")
    return found


def dial_words(state: State, side: int) -> str:
    """Return an open dial."""
    tactics, weapons, shields = state.dial(side)
    return f"tactics {tactics}, weapons {weapons}, shields {shields}"


def battle_words(state: State, p: Position) -> list[str]:
    """Return the battle that goes on, if there is one, as lines."""
    if p.sector == NOBODY:
        return []
    names: list[str] = []
    for side, leader in enumerate((p.attacker, p.defender)):
        allies = [SEATS[seat] for seat in range(p.players) if p.side[seat] == side + 1 and seat != leader]
        names.append(SEATS[leader] + (f" with {' and '.join(allies)}" if allies else ""))
    found = [f"battle in sector {state.board.content.sectors[p.sector].name}: {names[0]} against {names[1]}"]
    if p.step == Due.DIAL:
        done = ["set" if p.written[side] > 1 else "not set" for side in range(2)]
        found.append(f"strength {p.force[0]} (dial {done[0]}) against {p.force[1]} (dial {done[1]})")
    elif p.written[0] > 1 and p.written[1] > 1:
        for side, name in enumerate(names):
            hits = counted(p.hits[side], "hit")
            found.append(f"{name}: strength {p.force[side]}: {dial_words(state, side)}; {hits} left")
        if p.shifts:
            found.append(f"{counted(p.shifts, 'ship')} can still be moved by tactics")
    return found


def player_line(b: Board, p: Position, seat: int) -> str:
    """Return what a player has in short: credits, resources, tokens, influence."""
    amounts = p.resources[seat]
    resources = ", ".join(f"{n} {name}" for n, name in zip(amounts, RESOURCES, strict=True))
    held = p.influence[seat] + p.sway[seat]
    influence = f", {held} influence" if held else ""
    throne = sum(p.throne[seat])
    return f"{p.credits[seat]} credits, {resources}; stock {p.stock[seat]}, throne {throne}{influence}"


def fleet_line(b: Board, p: Position, seat: int) -> str:
    """Return the ships of a player that aren't on the map."""
    supply = ships_words(p.supply[seat])
    staging = p.staging[seat]
    return f"supply {supply}" + (f"; staging {ships_words(staging)}" if any(staging) else "")


def owned_words(b: Board, p: Position, seat: int) -> list[str]:
    """Return the technologies that a player owns."""
    return [card_name(b, card) for card in cards_of(b, p, OWNED + seat)]
