"""Words for the state of a game: the due step, regions, holdings, battles. Drawings, pages and effects share them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from ...play.sentences import listed
from ..actions import SEATS
from ..board import Board
from ..messages import message, say
from ..packs.content import Face
from ..packs.vocabulary import SHIPS as SHIP_NAMES
from ..positions.due import Due
from ..positions.fields import BLOCKED, HOME_TILE, IN_HAND, NOBODY, OWNED, SECRET
from ..positions.position import Position
from ..state import State
from .names import named
from .phrases import (
    an_edict,
    cards,
    credits,
    fleet,
    hits,
    moment_words,
    resource,
    role_name,
    ships,
    ships_to_move,
    tile_name,
    token_name,
    tokens,
)

__all__ = [
    "battle_words",
    "card_name",
    "cards_of",
    "due_words",
    "edict_words",
    "effect_name",
    "fleet_line",
    "fleet_words",
    "hand_words",
    "owned_words",
    "power_words",
    "region_words",
    "role_words",
    "round_words",
    "ship_counts",
    "things_held",
    "tile_words",
    "token_words",
]

_DUE: Final = MappingProxyType({
    Due.HOME: message("{who} decides where the home world goes (C1.9)"),
    Due.FIRST_TILE: message("{who} decides where the planet that makes 2 polymers goes, beside {draft} (C1.9)"),
    Due.ROLE: message("{who} decides which role is chosen (C2.3)"),
    Due.EXPLORE: message("{who} decides which tile of the display is taken (C4.1)"),
    Due.EXPLORE_AT: message("{who} decides where the tile is placed (C4.1)"),
    Due.EXPLORE_SETTLE: message("{who} decides whether the planet at {draft} is settled (C4.2)"),
    Due.STEWARD: message("{who} decides which market tile is picked (C5.2)"),
    Due.TRADE: message("{who} decides how many polymers to have (C6.2)"),
    Due.TRADE_METAL: message("{who} decides how much metal to have (C6.2)"),
    Due.TRADE_ENERGY: message("{who} decides how much energy to have (C6.2)"),
    Due.INVEST: message("{who} decides where to invest in far space (C6.3)"),
    Due.BUILD: message("{who} decides what to build (C7.1)"),
    Due.DEPLOY: message("{who} decides which ship is deployed (C7.3)"),
    Due.DEPLOY_AT: message("{who} decides where the ship is deployed (C7.3)"),
    Due.DRAW: message("{who} decides which card is drawn (C8.1)"),
    Due.BUY: message("{who} decides which technology is bought (C8.2)"),
    Due.DISCARD: message("{who} decides which card is discarded (C8.3)"),
    Due.MOVE: message("{who} decides which ship moves (C9.1)"),
    Due.MOVE_SHIP: message("{who} decides which ship moves from {draft} (C9.1)"),
    Due.MOVE_TO: message("{who} decides where the ship moves from {draft} (C9.1)"),
    Due.BATTLE: message("{who} decides where to fight (C9.6)"),
    Due.AGAINST: message("{who} decides against whom (C10.1)"),
    Due.INVITE: message("{who} decides whom to ask for help (C10.2)"),
    Due.ANSWER: message("{who} decides which side to join (C10.2)"),
    Due.BRING: message("{who} decides which ship comes to the battle (C10.2)"),
    Due.BRING_SHIP: message("{who} decides which ship comes from {draft} (C10.2)"),
    Due.BRING_TO: message("{who} decides where the ship comes to (C10.2)"),
    Due.DIAL: message("dials to be set in secret by {who} (C10.5)"),
    Due.SHIFT: message("{who} decides which ship tactics move (C10.6)"),
    Due.SHIFT_SHIP: message("{who} decides which ship leaves {draft} (C10.6)"),
    Due.SHIFT_TO: message("{who} decides where the ship goes (C10.6)"),
    Due.HIT: message("{who} decides where hits fall (C10.7)"),
    Due.HIT_UNIT: message("{who} decides what is hit at {draft} (C10.7)"),
    Due.COLONIZE: message("{who} decides which planet is settled (C9.7)"),
    Due.INFLUENCE: message("{who} decides whether to buy an influence (C11.2)"),
    Due.PUT: message("{who} decides where influence goes (C11.3)"),
    Due.EDICT: message("{who} decides which edict is in effect (C11.8)"),
    Due.FAVOUR: message("{who} decides who of those still tied wins (C12.4)"),
    Due.POWER: message("powers to be chosen in secret by {who} (C1.8)"),
    Due.WINDOW: message("{who} decides which card is used {moment} (C13.3)"),
    Due.EFFECT_RESOURCE: message("{who} decides which resource for {effect} (C16.14)"),
    Due.EFFECT_CARD: message("{who} decides which card for {effect} (C16.14)"),
    Due.EFFECT_SEAT: message("{who} decides from whom {effect} takes (C16.14)"),
    Due.EFFECT_TILE: message("{who} decides which tile {effect} places (C16.14)"),
    Due.EFFECT_AT: message("{who} decides where {effect} works (C16.14)"),
    Due.EFFECT_FROM: message("{who} decides from where {effect} takes a ship (C16.14)"),
    Due.EFFECT_SHIP: message("{who} decides which ship {effect} moves from {draft} (C16.14)"),
    Due.EFFECT_TO: message("{who} decides where {effect} moves the ship (C16.14)"),
    Due.EFFECT_HIT: message("{who} decides where {effect} destroys (C16.14)"),
    Due.EFFECT_UNIT: message("{who} decides what {effect} destroys at {draft} (C16.14)"),
    Due.EFFECT_AGAIN: message("{who} decides whether {effect} exchanges once more (C16.14)"),
    Due.EFFECT_EDICT: message("{who} decides which edict {effect} chooses (C16.14)"),
})  # fmt: skip
"""The words for a player's decision; ``{draft}`` is the region chosen before."""


def round_words(p: Position) -> str:
    """Return the round of a position."""
    return say("Round {n} of {most}", n=p.round, most=p.round_limit) if p.round else say("Before the first round")


def role_words(p: Position) -> str:
    """Return the role of the round and its chooser."""
    if p.monolith == NOBODY:
        return say("set-up")
    return say("{role} of {who}", role=role_name(p.monolith), who=SEATS[p.chooser])


def due_words(b: Board, p: Position) -> str:
    """Return the words for the due step: who decides what."""
    step = Due(p.step)
    if step in _BY_CHANCE:
        return say(_BY_CHANCE[step], who=SEATS[p.actor], n=p.draft[0] + 1)
    seats = [p.actor]
    if step is Due.DIAL:
        sides = zip((p.attacker, p.defender), p.written, strict=True)
        seats = sorted(seat for seat, n in sides if n < 2)
    elif step is Due.POWER:
        seats = [seat for seat in range(p.players) if not p.power[seat]]
    return say(
        _DUE[step],
        who=listed(SEATS[seat] for seat in seats),
        draft=b.content.regions[p.draft[0]] if p.draft[0] < b.n_regions else "",
        effect=effect_name(b, p.effect - 1) if p.effect else "",
        moment=moment_words(p.window - 1) if p.window else "",
    )


_BY_CHANCE: Final = MappingProxyType({
    Due.END: message("the game is over (C12.2)"),
    Due.REVEAL: message("a tile is turned up (C4.6)"),
    Due.CARD: message("{who} draws a card of cost {n} (C8.1)"),
    Due.TURN: message("a card of cost {n} is turned up (C8.1)"),
})  # fmt: skip
"""The words for the due step if no player decides."""


def effect_name(b: Board, number: int) -> str:
    """Return the name of the card of an effect; for a power, also its side."""
    row, content = b.effects[number], b.content
    if row.card >= 0:
        return card_name(b, row.card)
    return say(_SIDED[row.side], power=named(content.powers[row.power].name))


_SIDED: Final = (message("{power} (core side)"), message("{power} (surge side)"))


def power_words(b: Board, p: Position, seat: int) -> str:
    """Return a player's power and the side that is up; empty if none is known."""
    power = p.power[seat]
    if power == SECRET:
        return say("chosen, not shown yet")
    if not power:
        dealt = [named(b.content.powers[each - 1].name) for each in p.dealt[seat] if each]
        return say("one of {powers}", powers=", ".join(dealt)) if dealt else ""
    found = b.content.powers[power - 1]
    return say(_SIDED[p.surged[seat]], power=f"{found.number} {named(found.name)}")


def edict_words(b: Board, p: Position) -> str:
    """Return the Emperor, the edict in effect, and who has the scepter."""
    edict = b.content.edicts[p.edict]
    return say(
        "Emperor: {emperor}. Edict {edict}: {what}. Scepter: {scepter}",
        emperor=SEATS[p.emperor],
        edict=named(edict.name),
        what=an_edict(edict),
        scepter=SEATS[p.scepter],
    )


def tile_words(b: Board, p: Position, region: int) -> str:
    """Return the tile of a region."""
    tile = p.tile[region]
    if tile == BLOCKED:
        return say("blocked")
    if tile >= HOME_TILE:
        return say("home {who}", who=SEATS[tile - HOME_TILE])
    if not tile:
        return ""
    name, face = b.content.tiles[tile - 1].name, b.content.tiles[tile - 1].face
    return name if face is Face.PLANET else say(_FACES[face])


_FACES: Final = {
    Face.SPACE: message("space"),
    Face.ASTEROIDS: message("asteroids"),
    Face.WORMHOLE: message("wormhole"),
}


def token_words(token: int) -> str:
    """Return a token on a planet: the letter of its player, with ``*`` for a starbase; empty for none."""
    return f"{SEATS[token - 1 >> 1]}{'' if token & 1 else '*'}" if token else ""


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


def region_words(b: Board, p: Position, region: int) -> str:
    """Return the content of a region as a sentence without a full stop."""
    found = [_tile_name(b, p.tile[region])]
    token = p.token[region]
    if token:
        found.append(say("{token} of {who}", token=token_name(token), who=SEATS[token - 1 >> 1]))
    found += [
        say("{ships} of {who}", ships=ships(n, kind), who=SEATS[seat]) for seat, kind, n in ship_counts(p, region)
    ]
    for seat in range(p.players):
        if n := p.placed[seat][region] + p.sway_at[seat][region]:
            found.append(say("{n} influence of {who}", n=n, who=SEATS[seat]))
    return f"{b.content.regions[region]}: {', '.join(found)}"


def _tile_name(b: Board, tile: int) -> str:
    """Return the words for the tile of a region, given as in positions."""
    if tile == BLOCKED:
        return say("blocked")
    if tile >= HOME_TILE:
        return say("home world of {who}", who=SEATS[tile - HOME_TILE])
    return tile_name(b.content.tiles[tile - 1]) if tile else say("no tile")


def card_name(b: Board, card: int) -> str:
    """Return the name of a technology."""
    return named(b.content.technologies[card].name)


def cards_of(b: Board, p: Position, place: int) -> list[int]:
    """Return the technologies in a place, such as `OWNED` and a seat."""
    return [card for card, where in enumerate(p.place[: b.n_cards]) if where == place]


def hand_words(b: Board, p: Position, seat: int) -> list[str]:
    """Return the cards in hand; hidden ones by their cost."""
    found = [
        say("{card} (known to all)", card=card_name(b, card)) if p.known[card] else card_name(b, card)
        for card in cards_of(b, p, IN_HAND + seat)
    ]
    for cost, n in enumerate(p.hidden[seat]):
        if n:
            found.append(say("{cards} of cost {cost}", cards=cards(n), cost=cost + 1))
    return found


def battle_words(state: State, p: Position) -> list[str]:
    """Return the battle that goes on, if there is one, as lines."""
    if p.sector == NOBODY:
        return []
    names: list[str] = []
    for side, leader in enumerate((p.attacker, p.defender)):
        allies = [SEATS[seat] for seat in range(p.players) if p.side[seat] == side + 1 and seat != leader]
        with_allies = say("{leader} with {allies}", leader=SEATS[leader], allies=listed(allies))
        names.append(with_allies if allies else SEATS[leader])
    words = say(
        "Battle in sector {sector}: {attacker} attacks {defender}",
        sector=state.board.content.sectors[p.sector].name,
        attacker=names[0],
        defender=names[1],
    )
    return [words, *_sides(state, p, names)]


def _sides(state: State, p: Position, names: Sequence[str]) -> Iterator[str]:
    """Yield the known facts about each side of a battle."""
    for side, name in enumerate(names):
        force = p.force[side]
        if p.step == Due.DIAL and p.written[side] > 1:
            yield say("{who} has strength {n}, and has set the dial", who=name, n=force)
        elif p.step == Due.DIAL:
            yield say("{who} has strength {n}, and sets the dial", who=name, n=force)
        elif p.written[0] > 1 and p.written[1] > 1:
            tactics, weapons, shields = state.dial(side)
            yield say(
                "{who}: tactics {tactics}, weapons {weapons}, shields {shields}; {hits} left",
                who=name,
                tactics=tactics,
                weapons=weapons,
                shields=shields,
                hits=hits(p.hits[side]),
            )
    if p.shifts and p.step != Due.DIAL:
        yield ships_to_move(p.shifts)


def things_held(p: Position, seat: int) -> list[str]:
    """Return a player's credits, resources, tokens and influence."""
    found = [credits(p.credits[seat]), *(resource(n, kind) for kind, n in enumerate(p.resources[seat]))]
    found.append(say("{tokens} in stock", tokens=tokens(p.stock[seat])))
    found.append(say("{tokens} scored", tokens=tokens(sum(p.throne[seat]))))
    held = p.influence[seat] + p.sway[seat]
    return [*found, say("{n} influence to place", n=held)] if held else found


def fleet_line(p: Position, seat: int) -> str:
    """Return the ships of a player that aren't on the map."""
    supply = fleet(p.supply[seat])
    if not any(p.staging[seat]):
        return say("ships in supply: {supply}", supply=supply)
    return say("ships in supply: {supply}; in staging: {staging}", supply=supply, staging=fleet(p.staging[seat]))


def owned_words(b: Board, p: Position, seat: int) -> list[str]:
    """Return the technologies that a player owns."""
    return [card_name(b, card) for card in cards_of(b, p, OWNED + seat)]
