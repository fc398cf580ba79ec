"""Checks of positions by hand: bounds, what is conserved, and the decision that is due."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from ..errors import SetupError
from ..game import CHANCE
from . import rules
from .actions import SEATS, Verb
from .board import Board, bits
from .due import GROUP, STEP_NAMES, Due
from .effect_rows import MOMENT, Part
from .layout import (
    BLOCKED,
    GALAXY,
    HOME_TILE,
    IN_HAND,
    IN_PILE,
    LAYOUT,
    MAX_REGIONS,
    N_NUMBERS,
    NOBODY,
    OWN_CAP,
    SEALED,
    SECRET,
    SIZE,
    TOKENS,
    Field,
    numbers_of,
)
from .numbers import highest
from .position import Position, bytes_of
from .rules.battle import dial_end, parts
from .rules.edicts import tied
from .rules.scientist import cards_in_hand, deck_size
from .rules.ships import crowd, fleet
from .rules.sides import by_number
from .rules.standing import HAND, ROOM, TRACK, has_powers, number, owner_of, standing
from .rules.standing import tactics as tactics_of
from .vocabulary import MOMENTS, RESOURCES, ROLES, SUPPLY
from .vocabulary import SHIPS as SHIP_NAMES

__all__ = ["check_position", "faults"]

_SEATS: Final = 4
_HAND: Final = 3
_DRAWN: Final = 1

_MOST_USES: Final = 20
_EFFECT_STEPS: Final = frozenset(due for due in Due if Due.WINDOW <= due <= Due.EFFECT_EDICT)
_WITHIN: Final = _EFFECT_STEPS | {Due.CARD, Due.REVEAL}
"""Steps of effects, which can come up in every role; what else is set then is that of the step or window before."""

_BATTLE_STEPS: Final = frozenset(due for due in Due if Due.INVITE <= due <= Due.HIT_UNIT)
_DIAL_STEPS: Final = frozenset(due for due in Due if Due.DIAL <= due <= Due.HIT_UNIT)
_SHIFT_STEPS: Final = frozenset({Due.SHIFT, Due.SHIFT_SHIP, Due.SHIFT_TO})
_WARLORD: Final = frozenset(due for due in Due if Due.MOVE <= due <= Due.COLONIZE)
_SET_UP: Final = frozenset({Due.HOME, Due.FIRST_TILE, Due.POWER})

_RESTS: Final = (
    ("draft", frozenset({
        Due.FIRST_TILE, Due.EXPLORE_AT, Due.EXPLORE_SETTLE, Due.TRADE_METAL, Due.TRADE_ENERGY, Due.DEPLOY_AT, Due.CARD,
        Due.TURN, Due.MOVE_SHIP, Due.MOVE_TO, Due.AGAINST, Due.BRING_SHIP, Due.BRING_TO, Due.SHIFT_SHIP, Due.SHIFT_TO,
        Due.HIT_UNIT, Due.EFFECT_AT, Due.EFFECT_SHIP, Due.EFFECT_TO, Due.EFFECT_UNIT,
    }), 0),
    ("count", frozenset({Due.INVEST, Due.BUILD, Due.DRAW, Due.CARD, Due.TURN, Due.BUY, Due.INFLUENCE}), 0),
    ("put_back", frozenset({Due.REVEAL}), 0),
    ("moved", _WARLORD, 0),
    ("shifted", _SHIFT_STEPS, 0),
    ("placed", frozenset({Due.PUT}), 0),
    ("on_throne", frozenset({Due.PUT}), 0),
    ("influence", frozenset({Due.INFLUENCE, Due.PUT}), 0),
    ("bought", frozenset({Due.INFLUENCE, Due.PUT}), 0),
    ("sway_at", frozenset({Due.PUT}), 0),
    ("sway_throne", frozenset({Due.PUT}), 0),
    ("sway", frozenset({Due.INFLUENCE, Due.PUT, Due.WINDOW}), 0),
    ("dealt", frozenset({Due.POWER}), 0),
    ("window", _WITHIN, 0),
    ("return", _WITHIN | {Due.DISCARD}, 0),
    ("effect part left", _WITHIN, 0),
    ("fought", _WARLORD, 0),
    ("sector attacker defender", _BATTLE_STEPS, NOBODY),
    ("side asked", _BATTLE_STEPS, 0),
    ("force written tactics weapons shifts hits fallen plus spare", _DIAL_STEPS, 0),
    ("shifts", _SHIFT_STEPS, 0),
    ("favoured", frozenset({Due.END}), NOBODY),
)  # fmt: skip
"""Fields that are at rest except in some steps: their names, the steps, and the bytes at rest."""


def check_position(b: Board, data: bytes) -> None:
    """Raise SetupError, with the clause, if a position of a board can't be."""
    fault = next(iter(faults(b, data)), None)
    if fault is not None:
        raise SetupError(fault)


def faults(b: Board, data: bytes) -> list[str]:
    """Return what is wrong with a position: the first fault that is found, or nothing."""
    if len(data) != SIZE:
        return [f"a position has {SIZE} bytes, not {len(data)}"]
    p = Position(data)
    for check in (
        _bounds,
        _seats,
        _at_rest,
        _galaxy,
        _tokens,
        _ships,
        _tiles,
        _cards,
        _battle,
        _powers,
        _effect,
        _decision,
    ):
        found = check(b, p)
        if found:
            return [found]
    return []


def _bounds(b: Board, p: Position) -> str:
    for field in LAYOUT:
        for each in dict.fromkeys(numbers_of(p.data, field)):
            if not field.least <= each <= field.most and not (field.nobody and each == NOBODY):
                return f"{field.name} has {each}, not {field.least} to {field.most}"
    for seat in range(p.players):
        for resource in range(3):
            n, end = p.resources[seat][resource], number(b, p.data, seat, TRACK + resource)
            if n > end:
                return f"{SEATS[seat]} has {n} {RESOURCES[resource]}, and the track ends at {end} (C5.4)"
    if has_powers(p.data) and not b.content.powers:
        return "powers are on, and the pack has none (C15.1)"
    return _beyond(b, p)


def _beyond(b: Board, p: Position) -> str:
    """Return a fault if anything belongs to a seat, a region, a location, a kind or a card that isn't there."""
    n = p.players
    for field in LAYOUT:
        numbers = numbers_of(p.data, field)
        for place, each in enumerate(numbers):
            if each and not (field.nobody and each == NOBODY) and not _is_there(b, field, place, n):
                return f"{field.name} has {each} where this game has nothing"
    return ""


def _is_there(b: Board, field: Field, place: int, players: int) -> bool:
    """Return whether a number of a field stands for something in a game of so many players."""
    if field.name == "plus":
        return True
    if field.last < field.n or field.name in _BY_SEAT:
        # All arrays with several dimensions begin with that of the seats.
        row = field.n // _SEATS
        if place // row >= players:
            return False
        place %= row
    if field.last == MAX_REGIONS:
        return place % MAX_REGIONS < b.n_regions
    if field.name == "throne":
        return place < players or place == field.last - 1
    counts = {"far_space": len(b.content.far_space), "display": b.n_kinds, "unseen": b.n_kinds}
    counts |= dict.fromkeys(("place", "height", "known"), b.n_cards)
    counts["used"] = len(b.effects)
    return place < counts.get(field.name, field.n)


_BY_SEAT: Final = frozenset({
    "credits", "stock", "influence", "on_throne", "home", "side", "power", "surged", "spent", "sway", "sway_throne",
    "spare",
})  # fmt: skip


def _seats(b: Board, p: Position) -> str:
    n, step = p.players, p.step
    for name in ("actor", "scepter", "emperor", "chooser", "favoured", "attacker", "defender"):
        seat = getattr(p, name)
        if seat >= n and seat != NOBODY:
            return f"{name} is {SEATS[seat]}, and the game has {n} players (C1.7)"
    if p.second and (n != 2 or p.round < 2):
        return "second is 1, and only of two players one chooses two roles, after the first turn (C14.2)"
    limit, played = p.round_limit, p.round
    if played > limit + p.second or (played >= limit and step == Due.ROLE and not p.second):
        return f"round is {played}, and the last one is {limit} (S47)"
    before = step in _SET_UP or (step == Due.ROLE and played == 0) or _ends_set_up(p)
    if before != (p.monolith == NOBODY):
        return "the monolith stands on a role from the first choice on (C2.2)"
    if before and played:
        return f"round is {played} before the first choice (C2.2)"
    first = n - 1 if step == Due.POWER else by_number(p.data)[-1]
    if p.emperor != first and before:
        why = "the highest number" if has_powers(p.data) and step != Due.POWER else "the last seat"
        return f"the Emperor is {SEATS[first]} at the start, as {why} (C1.11, S52)"
    if (
        not before
        and step != Due.END
        and step != Due.FAVOUR
        and p.chooser != p.scepter
        and step != Due.ROLE
        and not _between_roles(p)
    ):
        return "the chooser of a round holds the scepter (C2.3)"
    if step == Due.ROLE and p.actor != p.scepter:
        return "the holder of the scepter chooses the role (C2.3)"
    if step in (Due.EDICT, Due.FAVOUR) and p.actor != p.emperor:
        return f"{STEP_NAMES[step]} is the Emperor's (C11.8, C12.4)"
    return ""


_OF_STEP: Final = frozenset({"draft", "put_back", "window", "return", "effect"})
"""The first fields of what belongs to the step itself, also where an effect asks."""


def _around(p: Position) -> Due:
    """Return the step that what is on the table belongs to: that around an effect, or one of the battle of a window."""
    step = Due(p.step)
    if step not in _WITHIN or not (p.window or p.effect):
        return step
    if not p.window:
        return Due(p.then)
    return _AROUND.get(p.window - 1, Due.WINDOW)


_BEFORE_REGENT: Final = MOMENT["before:regent"]
_AROUND: Final = {
    MOMENT["battle:begin"]: Due.ANSWER,
    MOMENT["battle:open"]: Due.SHIFT,
    MOMENT["battle:end"]: Due.SHIFT,
}


def _at_rest(b: Board, p: Position) -> str:
    step, around = Due(p.step), _around(p)
    for names, steps, rest in _RESTS:
        first, *others = names.split()
        if (step if first in _OF_STEP else around) not in steps and _is_set(p, (first, *others), rest):
            return f"{first} is set, and the step is {STEP_NAMES[step]} (C16.1)"
    return ""


def _is_set(p: Position, names: Iterable[str], rest: int = 0) -> bool:
    """Return whether any byte of these fields isn't as it is at rest."""
    return any(p.data[bytes_of(name)].strip(bytes([rest])) for name in names)


def _galaxy(b: Board, p: Position) -> str:
    """Check home worlds, blocked sectors and tokens on the map."""
    n, step, tiles = p.players, p.step, bytes(p.tile[: b.n_regions])
    seats = by_number(p.data)
    rank = seats.index(p.actor)
    for seat in range(n):
        place = seats.index(seat)
        placed = step not in _SET_UP or place < rank or (place == rank and step == Due.FIRST_TILE)
        placed = placed and step != Due.POWER
        region = p.home[seat]
        if placed != (region != NOBODY):
            return f"home of {SEATS[seat]} is {'not ' * placed}set (C1.9)"
        if placed and (region >= b.n_regions or p.tile[region] != HOME_TILE + seat):
            return f"home of {SEATS[seat]} has no home world of {SEATS[seat]} (C1.9)"
        if tiles.count(HOME_TILE + seat) != placed:
            return f"{SEATS[seat]} has more than one home world (C1.7)"
    for region, tile in enumerate(tiles):
        known = tile <= b.n_kinds or HOME_TILE <= tile < HOME_TILE + n or tile == BLOCKED
        if not known:
            return f"{b.content.regions[region]} has an unknown tile (C1.1)"
        token = p.token[region]
        if token and tile not in b.planets:
            return f"{b.content.regions[region]} has a token, and no planet (C3.3)"
        if token and token - 1 >> 1 >= n:
            return f"{b.content.regions[region]} has a token of nobody (C1.7)"
    for place, token in enumerate(p.far_space[: len(b.content.far_space)]):
        if token > GALAXY and (token - 2) >> 1 >= n:
            return f"far space {place + 1} has a token of nobody (C1.7)"
    blocked = tuple(
        number for number, regions in enumerate(b.sectors) if all(p.tile[region] == BLOCKED for region in bits(regions))
    )
    n_blocked = sum(len(b.content.sectors[number].regions) for number in blocked)
    if n_blocked != tiles.count(BLOCKED):
        return "whole sectors are blocked (C14.1)"
    if blocked not in (b.blockable if n == 2 else ((),)):
        return "blocked sectors are for two players, and hang together as the others do (C14.1, S53)"
    return ""


def _tokens(b: Board, p: Position) -> str:
    n = p.players
    planets, far = bytes(p.token[: b.n_regions]), bytes(p.far_space[: len(b.content.far_space)])
    for seat in range(n):
        total = p.stock[seat] + p.influence[seat] + p.on_throne[seat] + p.spent[seat]
        total += sum(p.placed[seat])
        total += sum(token > 0 and token - 1 >> 1 == seat for token in planets)
        total += sum(token > GALAXY and token - 2 >> 1 == seat for token in far)
        total += sum(p.throne[owner][seat] for owner in range(n))
        if total != TOKENS:
            return f"{SEATS[seat]} has {total} tokens in all, not {TOKENS} (C1.7)"
        for region in range(b.n_regions):
            if p.placed[seat][region] and p.tile[region] not in b.planets:
                return f"{b.content.regions[region]} has influence, and no planet (C11.3)"
    total = p.pile + far.count(GALAXY) + sum(p.throne[owner][4] for owner in range(n))
    if total != b.content.galaxy_tokens:
        return f"there are {total} galaxy tokens in all, not {b.content.galaxy_tokens} (C1.3)"
    return ""


def _ships(b: Board, p: Position) -> str:
    n = p.players
    # Ships stay where an effect of an earlier role had made room.
    room = max(b.bases[ROOM], highest(b.content, ROOM))
    for seat in range(n):
        for kind, most in enumerate(SUPPLY):
            here, moved, shifted = (p.data[bytes_of(name, seat, kind)] for name in ("ships", "moved", "shifted"))
            total = p.supply[seat][kind] + p.staging[seat][kind] + sum(here)
            if total != most:
                return f"{SEATS[seat]} has {total} {SHIP_NAMES[kind]}s in all, not {most} (C1.7)"
            for region, (ships, *gone) in enumerate(zip(here, moved, shifted, strict=True)):
                if ships < max(gone):
                    return f"more {SHIP_NAMES[kind]}s moved at {b.content.regions[region]} than are there (C9.1)"
        own = fleet(p.data, seat)
        for region in range(b.n_regions):
            tile = p.tile[region]
            if own[region] and (tile == BLOCKED or (HOME_TILE <= tile < BLOCKED and tile != HOME_TILE + seat)):
                return f"{SEATS[seat]} has ships at {b.content.regions[region]}, where none can stop (C9.3, C14.1)"
            if p.flags & OWN_CAP and own[region] > room:
                return f"{SEATS[seat]} has {own[region]} ships at {b.content.regions[region]}, not {room} (C7.4)"
    if not p.flags & OWN_CAP:
        for region, ships in enumerate(crowd(p.data)[: b.n_regions]):
            if ships > room:
                return f"{b.content.regions[region]} has {ships} ships, not {room} (C7.4)"
    return ""


def _tiles(b: Board, p: Position) -> str:
    """Check that all tiles are there, and the stack."""
    depths = [depth for depth in p.depth if depth != NOBODY]
    there = bytes(p.tile[: b.n_regions])
    # C1.9: each player has a 2-polymer tile beside the stack until it is placed.
    waiting = p.players - by_number(p.data).index(p.actor) if p.step in _SET_UP else 0
    waiting = p.players if p.step == Due.POWER else waiting
    for kind, tile in enumerate(b.content.tiles):
        total = p.display[kind] + p.unseen[kind] + there.count(kind + 1)
        total += p.bottom * (kind == b.space) + len(depths) * (kind == b.wormhole) + waiting * (kind == b.two_polymers)
        if total != tile.n:
            return f"there are {total} tiles {tile.name} in all, not {tile.n} (C1.5)"
    if p.unseen[b.wormhole]:
        return "wormholes of the stack lie at known depths (S1)"
    unseen = sum(p.unseen[: b.n_kinds]) - there.count(BLOCKED)
    if p.stack != unseen + len(depths):
        return f"the stack has {p.stack} tiles, and {unseen + len(depths)} are left for it (C1.5)"
    if len({*depths}) < len(depths) or any(depth >= p.stack for depth in depths):
        return "each wormhole of the stack lies at a depth of its own within it (S1)"
    if [*p.depth] != sorted(p.depth, key=lambda depth: (depth + 1) % 256):
        return "the depths of wormholes ascend, those that were turned up first (S1)"
    if p.put_back > p.bottom:
        return f"{p.put_back} tiles were put back, and the bottom of the stack has {p.bottom} (C4.7)"
    if p.step == Due.REVEAL and not p.stack + p.bottom:
        return "a tile is to be turned up, and the stack is empty (C4.6)"
    if has_powers(p.data):
        return "" if p.market != 15 or p.step != Due.STEWARD else "no market tile shows resources (C5.1)"
    if sum(p.display[: b.n_kinds]) > p.players + 1:
        return f"the display has more than {p.players + 1} tiles (C1.6)"
    if p.step == Due.REVEAL and sum(p.display[: b.n_kinds]) > p.players:
        return "a tile is to be turned up, and the display is full (C4.6)"
    if p.market == 15 and p.step == Due.STEWARD:
        return "no market tile shows resources (C5.1)"
    return ""


def _cards(b: Board, p: Position) -> str:
    n = p.players
    for card, place in enumerate(p.place[: b.n_cards]):
        seat = (place - IN_HAND) % 4
        if place >= IN_HAND and seat >= n:
            return f"{b.content.technologies[card].name} is nobody's (C1.7)"
        if p.known[card] and not IN_HAND <= place < IN_HAND + 4:
            return f"{b.content.technologies[card].name} is known, and in no hand (S24)"
        if (p.height[card] > 0) != (place == IN_PILE):
            return f"{b.content.technologies[card].name} has a height in a pile, and isn't in one (C8.1)"
    for cost, cards in enumerate(b.cards):
        heights = sorted(p.height[card] for card in cards if p.place[card] == IN_PILE)
        if heights != [*range(1, len(heights) + 1)]:
            return f"the pile of cost {cost + 1} has heights 1 to {len(heights)}, each once (C8.1)"
        deck = deck_size(b, p.data, cost)
        if deck < 0:
            return f"more cards of cost {cost + 1} are hidden in hands than there are (S24)"
        if p.step in (Due.CARD, Due.TURN) and p.draft[0] == cost and not deck:
            return f"a card is to be drawn, and the deck of cost {cost + 1} is empty (C8.1)"
    for seat in range(n):
        most = _HAND + (_DRAWN if p.step in (Due.BUY, Due.TURN, Due.DISCARD) and seat == p.actor else 0)
        if has_powers(p.data):
            most = number(b, p.data, seat, HAND) if p.step == Due.ROLE else b.n_cards
        hand = cards_in_hand(b, p.data, seat)
        if hand > most:
            return f"{SEATS[seat]} has {hand} cards in hand, more than {most} (C8.3)"
        if p.step == Due.DISCARD and seat == p.actor and hand <= number(b, p.data, seat, HAND):
            return f"{SEATS[seat]} has {hand} cards in hand, and is to discard (C8.3)"
    return ""


def _battle(b: Board, p: Position) -> str:
    """Check the battle that goes on, if there is one."""
    step = Due(p.step)
    if _around(p) not in _BATTLE_STEPS:
        return ""
    attacker, defender, n = p.attacker, p.defender, p.players
    if NOBODY in (attacker, defender, p.sector) or attacker == defender or p.sector >= len(b.sectors):
        return "a battle has a sector, an attacker and a defender (C10.1)"
    if p.side[attacker] != 1 or p.side[defender] != 2:
        return "attacker and defender are on their own sides (C10.1)"
    if not p.fought >> p.sector & 1:
        return "the sector of the battle counts as fought in (C9.6)"
    if p.fought >> len(b.sectors):
        return "there is no such sector (C9.6)"
    principals = 1 << attacker | 1 << defender
    for side in range(2):
        asked = p.asked[side]
        if asked & principals or asked >> n:
            return "attacker and defender ask other players (C10.2)"
        for seat in range(n):
            if not principals >> seat & 1 and p.side[seat] == side + 1 and not asked >> seat & 1:
                return f"{SEATS[seat]} has joined a side that didn't ask (C10.2)"
    if step == Due.INVITE and p.actor not in (attacker, defender):
        return "attacker and defender ask for allies (C10.2)"
    if step in (Due.ANSWER, Due.BRING, Due.BRING_SHIP, Due.BRING_TO):
        asked = (p.asked[0] | p.asked[1]) >> p.actor & 1
        if not asked or (step == Due.ANSWER) == (p.side[p.actor] > 0):
            return f"{SEATS[p.actor]} was not asked, or hasn't joined (C10.2)"
    return _dials(b, p) if _around(p) in _DIAL_STEPS else ""


def _dials(b: Board, p: Position) -> str:
    is_set = p.step != Due.DIAL
    for side in range(2):
        force, tactics, weapons, written = (row[side] for row in (p.force, p.tactics, p.weapons, p.written))
        if is_set and written != 2:
            return "the dials are set when ships are moved and hit (C10.5)"
        if (written in (0, SEALED) and tactics) or (written != 2 and weapons):
            return "a dial that isn't set has no numbers (C10.5)"
        if tactics > dial_end(b, force) or weapons > dial_end(b, force - tactics):
            return f"a dial parts a strength of {force} (C10.5)"
    if not is_set and p.written[0] > 1 and p.written[1] > 1:
        return "both dials are set (C10.5)"
    if not is_set and p.actor != p.attacker:
        return "the actor is the attacker while dials are set (C10.5)"
    ahead = tactics_of(p.data, 0) - tactics_of(p.data, 1)
    shifting = p.step in _SHIFT_STEPS
    if shifting and (not 0 < p.shifts <= abs(ahead) or p.actor != (p.attacker, p.defender)[ahead < 0]):
        return "the winner of the tactics moves ships, up to the difference (C10.6)"
    if p.step in (Due.HIT, Due.HIT_UNIT) and p.actor not in (p.attacker, p.defender):
        return "attacker and defender make hits (C10.7)"
    if p.window:
        return ""
    for side in range(2):
        most = max(0, parts(b, p.data, side)[1] - parts(b, p.data, 1 - side)[2]) if is_set else 0
        if p.hits[side] > most:
            return f"{most} hits can be made, not {p.hits[side]} (C10.7)"
    if not is_set and any(p.fallen):
        return "no colony has fallen before the hits (C10.10)"
    return ""


def _ends_set_up(p: Position) -> bool:
    return p.then == Due.GAME_BEGINS


def _between_roles(p: Position) -> bool:
    """Return whether effects are asked when the Emperor has received the scepter, or at the end of the game."""
    return p.then in (Due.EDICT_SCORED, Due.COUNTED)


_USES: Final = ("surged", "new_wormhole", "window", "return", "effect", "part", "left", "used")
_OF_POWERS: Final = (
    *("power", "dealt", *_USES, "changed", "for_role", "for_battle", "spent"),
    *("sway", "sway_at", "sway_throne"),
)
"""Fields that are at rest in games without powers."""


def _powers(b: Board, p: Position) -> str:
    """Check powers, and the numbers that effects have changed."""
    n = p.players
    if not has_powers(p.data):
        without = "powers and effects are set, and the game is played without them (C15.1)"
        return without if _is_set(p, _OF_POWERS) else ""
    known, choosing = [*p.power[:n]], p.step == Due.POWER
    for seat, power in enumerate(known):
        dealt = [each for each in p.dealt[seat] if each]
        if power > len(b.content.powers) and (power != SECRET or not choosing or dealt):
            return f"{SEATS[seat]} has an unknown power (C1.8)"
        if not choosing and not power:
            return f"{SEATS[seat]} has no power (C1.8)"
        if choosing and (len(dealt) not in (0, 3) or (0 < power < SECRET and power not in dealt)):
            return f"{SEATS[seat]} chooses one of three powers (C1.8)"
        if p.surged[seat] and choosing:
            return "all powers begin on their core side (C13.1)"
        if choosing and not dealt and power not in (0, SECRET):
            return f"{SEATS[seat]} has a power that was not dealt (C1.8)"
    if choosing and all(known):
        return "all have chosen their powers (C1.8)"
    dealt = [each for each in chain(*p.dealt) if each]
    if len({*dealt}) < len(dealt) or any(each > len(b.content.powers) for each in dealt):
        return "each power is dealt once (C1.8)"
    open_powers = [power for power in known if power != SECRET and power]
    if len({*open_powers}) < len(open_powers):
        return "each power is one player's (C1.8)"
    if (choosing or p.step in _SET_UP) and _is_set(p, _USES):
        return "nothing was used before the game (C13.1)"
    rows = (
        [standing(b, p.data, seat) for seat in range(n)]
        if not choosing and p.step not in _SET_UP
        else [[0] * N_NUMBERS] * n
    )
    for seat, row in enumerate(rows):
        for number_of in zip(p.changed[seat], row, p.for_role[seat], p.for_battle[seat], strict=True):
            if (number_of[0] - sum(number_of[1:])) & 255:
                return f"changed isn't what the cards of {SEATS[seat]} say (C13.6)"
    if any(p.sway) and _around(p) == Due.WINDOW and p.window != _BEFORE_REGENT + 1:
        return "influence of effects is placed in Regent (C11.3)"
    if p.step == Due.ROLE and any(p.used):
        return "what was used is forgotten when the role ends (C16.13)"
    if p.step == Due.ROLE and _is_set(p, ("for_role", "for_battle")):
        return "what effects changed ends with the role (C16.15)"
    if p.sector == NOBODY and _is_set(p, ("for_battle",)):
        return "what effects changed ends with the battle (C16.15)"
    if p.new_wormhole and p.step == Due.ROLE:
        return "powers have flipped when the role ends (C4.8)"
    for effect, found in enumerate(b.effects):
        if p.used[effect] > found.times or (p.used[effect] and owner_of(b, p.data, effect) < 0):
            return f"{b.arguments[_USE][effect]} was used {p.used[effect]} times (C16.13)"
    return ""


_USE: Final = int(Verb.USE)
_FIRST_STEPS: Final = {
    Due.EFFECT_RESOURCE: (Part.PAY_ANY, Part.GAIN_ANY),
    Due.EFFECT_CARD: (Part.PAY_CARD, Part.TAKE_CARD),
    Due.EFFECT_SEAT: (Part.TAKE, Part.TAKE_CARD),
    Due.EFFECT_TILE: (Part.PLACE,),
    Due.EFFECT_AT: (Part.BUILD_STARBASE, Part.SETTLE, Part.UPGRADE, Part.PLACE),
    Due.EFFECT_FROM: (Part.PAY_SHIP, Part.MOVE),
    Due.EFFECT_SHIP: (Part.MOVE,),
    Due.EFFECT_TO: (Part.MOVE,),
    Due.EFFECT_HIT: (Part.REMOVE,),
    Due.EFFECT_UNIT: (Part.REMOVE,),
    Due.EFFECT_AGAIN: (Part.SWAP,),
    Due.EFFECT_EDICT: (Part.EDICT,),
    Due.CARD: (Part.DRAW,),
    Due.REVEAL: (Part.PLACE,),
}
"""The parts of effects in which each step comes up."""


def _effect(b: Board, p: Position) -> str:
    """Check the window and the effect that is half done."""
    step, effect, window, back = Due(p.step), p.effect, p.window, p.then
    if step == Due.WINDOW and (not window or effect):
        return "a window asks at a moment, and never within an effect (C16.13)"
    if step in _EFFECT_STEPS and step != Due.WINDOW and not effect:
        return f"the step is {STEP_NAMES[step]}, and no effect is half done (C16.14)"
    if window and not effect and step != Due.WINDOW:
        return "a window is open, and nobody is asked (C16.13)"
    if not effect and (p.part or p.left):
        return "no effect is half done (C16.14)"
    if not effect and not window and back and (step != Due.DISCARD or back not in (Due.ROLE_OVER, Due.GAME_BEGINS)):
        return "nothing is to go on with (C16.13)"
    if window:
        fault = _window(b, p, window - 1, back)
        if fault:
            return fault
    if not effect:
        return ""
    if effect > len(b.effects):
        return "there is no such effect (C16.13)"
    row, owner = b.effects[effect - 1], owner_of(b, p.data, effect - 1)
    if owner < 0 or (p.actor != owner) != (step == Due.EFFECT_CARD and row.stages[p.part - 1].part == Part.TAKE_CARD):
        return "the owner of an effect uses it (C16.13)"
    if not 0 < p.part <= len(row.stages) or row.stages[p.part - 1].part not in _FIRST_STEPS.get(step, ()):
        return f"the step is {STEP_NAMES[step]}, and the effect asks for something else (C16.14)"
    if not p.used[effect - 1]:
        return "an effect that is half done was used (C16.13)"
    if not p.left and step != Due.REVEAL:
        return "the part of an effect that asks isn't done (C16.14)"
    if window:
        return "" if row.when == window - 1 else "an effect works at its moment (C13.3)"
    if back > Due.END or effect - 1 not in b.during[back]:
        return "an effect works at its moment (C13.3)"
    fits = p.monolith != NOBODY and p.monolith == _ROLE_OF[Due(back)]
    return "" if fits else "an effect is used in the role of its step (C13.3)"


_ROLE_OF: Final = {
    due: ROLES.index(role)
    for role, dues in {
        "explorer": (Due.EXPLORE,),
        "merchant": (Due.TRADE, Due.INVEST),
        "engineer": (Due.BUILD, Due.DEPLOY),
        "scientist": (Due.DRAW, Due.BUY),
        "warlord": (Due.MOVE, Due.BATTLE, Due.COLONIZE),
        "regent": (Due.INFLUENCE, Due.PUT),
    }.items()
    for due in dues
}


def _window(b: Board, p: Position, moment: int, back: int) -> str:
    """Check what follows a window."""
    name = MOMENTS[moment]
    then = {
        "setup": (Due.GAME_BEGINS,),
        "during:produce": (Due.END_ROLE,),
        "battle:begin": (Due.SET_DIALS,),
        "battle:open": (Due.OPEN_DIALS,),
        "battle:end": (Due.BATTLE_OVER,),
        "edict": (Due.END_ROLE, Due.EDICT_SCORED),
        "final": (Due.COUNTED,),
    }.get(name, (Due.DO_ROLE,) if name.startswith("before:") else (Due.ROLE_OVER,))
    if back not in then or name.startswith(("always", "during")) != (name == "during:produce"):
        return f"the window {name} isn't followed by that step (C13.3)"
    if name.startswith(("before:", "after:")) and name.partition(":")[2] != ROLES[p.monolith]:
        return f"the window {name} belongs to another role (C13.3)"
    if name.startswith("battle:") != (p.sector != NOBODY):
        return f"the window {name} doesn't fit the battle (C13.3)"
    if (name == "during:produce" and ROLES[p.monolith] != "steward") or (
        name == "edict" and back == Due.END_ROLE and ROLES[p.monolith] != "regent"
    ):
        return f"the window {name} belongs to another role (C13.3)"
    return ""


_PARENTS: Final = {
    Due.EXPLORE_AT: (Due.EXPLORE,),
    Due.DEPLOY_AT: (Due.DEPLOY,),
    Due.MOVE_SHIP: (Due.MOVE,),
    Due.MOVE_TO: (Due.MOVE, Due.MOVE_SHIP),
    Due.AGAINST: (Due.BATTLE,),
    Due.BRING_SHIP: (Due.BRING,),
    Due.BRING_TO: (Due.BRING, Due.BRING_SHIP),
    Due.SHIFT_SHIP: (Due.SHIFT,),
    Due.SHIFT_TO: (Due.SHIFT, Due.SHIFT_SHIP),
    Due.HIT_UNIT: (Due.HIT,),
    Due.EFFECT_SHIP: (Due.EFFECT_FROM,),
    Due.EFFECT_TO: (Due.EFFECT_FROM, Due.EFFECT_SHIP),
    Due.EFFECT_UNIT: (Due.EFFECT_HIT,),
}
"""The steps before a part of a decision, whose choices are its draft."""


def _decision(b: Board, p: Position) -> str:
    """Check that the draft was legal, and that something can be done now."""
    step = Due(p.step)
    fault = _draft(b, p, step)
    if fault:
        return fault
    if step == Due.END:
        return _end(b, p)
    if p.count > (_MOST_USES if has_powers(p.data) else 1):
        return f"count is {p.count} (C6.3, C7.2)"
    for seat in rules.to_act(p.data):
        hidden = seat != CHANCE and any(p.hidden[seat])
        if not hidden and not rules.legal_ids(b, p.data, seat):
            return f"the step is {STEP_NAMES[step]}, and there is nothing to do (C16.1)"
    return ""


def _draft(b: Board, p: Position, step: Due) -> str:
    n = {
        Due.TRADE_METAL: 1,
        Due.TRADE_ENERGY: 2,
        Due.MOVE_TO: 2,
        Due.BRING_TO: 2,
        Due.SHIFT_TO: 2,
        Due.EFFECT_TO: 2,
    }.get(step, 1)
    if any(p.draft[n:]):
        return f"draft has more than {n} numbers (C16.1)"
    seat = p.actor
    if step in (Due.TRADE_METAL, Due.TRADE_ENERGY):
        for resource in range(n):
            if p.draft[resource] > number(b, p.data, seat, TRACK + resource):
                return "draft has an amount beyond its track (C6.2)"
        return ""
    if step in (Due.CARD, Due.TURN) and p.draft[0] > 2:
        return "draft is the cost of a card, less 1 (C8.1)"
    if step == Due.FIRST_TILE and p.draft[0] != p.home[seat]:
        return "draft is the region of the home world (C1.9)"
    if step == Due.EXPLORE_SETTLE:
        region = p.draft[0]
        if region >= b.n_regions or p.tile[region] not in b.planets or p.token[region] or not p.stock[seat]:
            return "draft is a planet that the chooser can settle (C4.2)"
        return "" if seat == p.chooser else "the chooser alone settles a tile (C4.2)"
    if step == Due.EFFECT_AT:
        placing = b.effects[p.effect - 1].stages[p.part - 1].part == Part.PLACE
        fits = p.draft[0] < b.n_kinds and p.display[p.draft[0]] if placing else not p.draft[0]
        return "" if fits else "draft is a tile of the display (C16.14)"
    before = Position(bytearray(p.data))
    drafted = [*p.draft]
    before.draft[:] = bytes(4)
    for place, parent in enumerate(_PARENTS.get(step, ())):
        before.step = parent
        legal = rules.legal_ids(b, bytes(before.data), seat)
        if drafted[place] + (3 if parent in (Due.SHIFT_SHIP, Due.EFFECT_SHIP) else 0) not in {
            b.numbers[index] for index in legal if b.verbs[index] != 0
        }:
            return f"draft has {drafted[place]}, which {STEP_NAMES[parent]} doesn't allow (C16.1)"
        before.draft[place] = drafted[place]
    return ""


def _end(b: Board, p: Position) -> str:
    still = tied(b, p.data)[1]
    if (p.favoured != NOBODY) != (len(still) > 1) or (len(still) > 1 and p.favoured not in still):
        return "the Emperor names the winner among those still tied, and only then (C12.4)"
    return ""


assert {*GROUP} == {due for due in Due if due <= Due.END}
