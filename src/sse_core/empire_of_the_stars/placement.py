"""Checks of positions by hand: bounds, what is conserved, and the decision that is due."""

from __future__ import annotations

from typing import Final

from ..errors import SetupError
from ..game import CHANCE
from . import rules
from .actions import SEATS, Verb
from .board import Board, bits
from .content import N_WORMHOLES
from .due import GROUP, STEP_NAMES, Due
from .effect_rows import MOMENT, Part
from .layout import (
    ACTOR,
    ASKED,
    ATTACKER,
    BLOCKED,
    BOTTOM,
    BOUGHT,
    CHANGED,
    CHOOSER,
    COUNT,
    DEFENDER,
    DEPTH,
    DISPLAY,
    DRAFT,
    EFFECT,
    EMPEROR,
    FALLEN,
    FAR,
    FAVOURED,
    FLAGS,
    FOR_BATTLE,
    FOR_ROLE,
    FORCE,
    FOUGHT,
    GALAXY,
    HEIGHT,
    HIDDEN,
    HITS,
    HOME,
    HOME_TILE,
    IN_HAND,
    IN_PILE,
    INFLUENCE,
    KNOWN,
    LAYOUT,
    LEFT,
    MARKET,
    MAX_REGIONS,
    MONOLITH,
    MOVED,
    N_NUMBERS,
    N_PLAYERS,
    NEW_WORMHOLE,
    NOBODY,
    ON_THRONE,
    OWN_CAP,
    PART,
    PILE,
    PLACE,
    PLACED,
    POWER,
    POWERS_DEALT,
    PUT_BACK,
    RESOURCE,
    RETURN,
    ROUND,
    ROUND_LIMIT,
    SCEPTER,
    SEALED,
    SECOND,
    SECRET,
    SECTOR,
    SHIFTED,
    SHIFTS,
    SHIPS,
    SIDE,
    SIZE,
    SPENT,
    STACK,
    STAGING,
    STEP,
    STOCK,
    SUPPLIES,
    SURGED,
    SWAY,
    SWAY_AT,
    SWAY_THRONE,
    TACTICS,
    THRONE,
    TILE,
    TOKEN,
    TOKENS,
    UNSEEN,
    USED,
    WEAPONS,
    WINDOW,
    WRITTEN,
    Data,
    Field,
    get2,
    numbers_of,
    ships_at,
)
from .numbers import highest
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
    (DRAFT, 4, frozenset({
        Due.FIRST_TILE, Due.EXPLORE_AT, Due.EXPLORE_SETTLE, Due.TRADE_METAL, Due.TRADE_ENERGY, Due.DEPLOY_AT, Due.CARD,
        Due.TURN, Due.MOVE_SHIP, Due.MOVE_TO, Due.AGAINST, Due.BRING_SHIP, Due.BRING_TO, Due.SHIFT_SHIP, Due.SHIFT_TO,
        Due.HIT_UNIT, Due.EFFECT_AT, Due.EFFECT_SHIP, Due.EFFECT_TO, Due.EFFECT_UNIT,
    }), 0),
    (COUNT, 1, frozenset({Due.INVEST, Due.BUILD, Due.DRAW, Due.CARD, Due.TURN, Due.BUY, Due.INFLUENCE}), 0),
    (PUT_BACK, 1, frozenset({Due.REVEAL}), 0),
    (MOVED, SHIFTED - MOVED, _WARLORD, 0),
    (SHIFTED, PLACED - SHIFTED, _SHIFT_STEPS, 0),
    (PLACED, 4 * MAX_REGIONS, frozenset({Due.PUT}), 0),
    (ON_THRONE, 4, frozenset({Due.PUT}), 0),
    (INFLUENCE, 4, frozenset({Due.INFLUENCE, Due.PUT}), 0),
    (BOUGHT, 1, frozenset({Due.INFLUENCE, Due.PUT}), 0),
    (SWAY_AT, 4 * MAX_REGIONS, frozenset({Due.PUT}), 0),
    (SWAY_THRONE, 4, frozenset({Due.PUT}), 0),
    (SWAY, 4, frozenset({Due.INFLUENCE, Due.PUT, Due.WINDOW}), 0),
    (POWERS_DEALT, 12, frozenset({Due.POWER}), 0),
    (WINDOW, 1, _WITHIN, 0),
    (RETURN, 1, _WITHIN | {Due.DISCARD}, 0),
    (EFFECT, 4, _WITHIN, 0),
    (FOUGHT, 2, _WARLORD, 0),
    (SECTOR, 3, _BATTLE_STEPS, NOBODY),
    (SIDE, ASKED + 2 - SIDE, _BATTLE_STEPS, 0),
    (FORCE, SIZE - FORCE, _DIAL_STEPS, 0),
    (SHIFTS, 2, _SHIFT_STEPS, 0),
    (FAVOURED, 1, frozenset({Due.END}), NOBODY),
)  # fmt: skip
"""Bytes that are at rest except in some steps: the place, how many, the steps, and the byte at rest."""


def check_position(b: Board, p: bytes) -> None:
    """Raise SetupError, with the clause, if a position of a board can't be."""
    fault = next(iter(faults(b, p)), None)
    if fault is not None:
        raise SetupError(fault)


def faults(b: Board, p: bytes) -> list[str]:
    """Return what is wrong with a position: the first fault that is found, or nothing."""
    if len(p) != SIZE:
        return [f"a position has {SIZE} bytes, not {len(p)}"]
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


def _bounds(b: Board, p: Data) -> str:
    for field in LAYOUT:
        for each in numbers_of(p, field):
            if not field.least <= each <= field.most and not (field.nobody and each == NOBODY):
                return f"{field.name} has {each}, not {field.least} to {field.most}"
    for seat in range(p[N_PLAYERS]):
        for resource in range(3):
            n, end = p[RESOURCE + 3 * seat + resource], number(b, p, seat, TRACK + resource)
            if n > end:
                return f"{SEATS[seat]} has {n} {RESOURCES[resource]}, and the track ends at {end} (C5.4)"
    if has_powers(p) and not b.content.powers:
        return "powers are on, and the pack has none (C15.1)"
    return _beyond(b, p)


def _beyond(b: Board, p: Data) -> str:
    """Return a fault if anything belongs to a seat, a region, a location, a kind or a card that isn't there."""
    n = p[N_PLAYERS]
    for field in LAYOUT:
        numbers = numbers_of(p, field)
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


def _seats(b: Board, p: Data) -> str:
    n, step = p[N_PLAYERS], p[STEP]
    for field in LAYOUT:
        if field.name in ("actor", "scepter", "emperor", "chooser", "favoured", "attacker", "defender"):
            (seat,) = numbers_of(p, field)
            if seat >= n and seat != NOBODY:
                return f"{field.name} is {SEATS[seat]}, and the game has {n} players (C1.7)"
    if p[SECOND] and (n != 2 or get2(p, ROUND) < 2):
        return "second is 1, and only of two players one chooses two roles, after the first turn (C14.2)"
    limit, played = get2(p, ROUND_LIMIT), get2(p, ROUND)
    if played > limit + p[SECOND] or (played >= limit and step == Due.ROLE and not p[SECOND]):
        return f"round is {played}, and the last one is {limit} (S47)"
    before = step in _SET_UP or (step == Due.ROLE and played == 0) or _ends_set_up(p)
    if before != (p[MONOLITH] == NOBODY):
        return "the monolith stands on a role from the first choice on (C2.2)"
    if before and played:
        return f"round is {played} before the first choice (C2.2)"
    first = n - 1 if step == Due.POWER else by_number(p)[-1]
    if p[EMPEROR] != first and before:
        why = "the highest number" if has_powers(p) and step != Due.POWER else "the last seat"
        return f"the Emperor is {SEATS[first]} at the start, as {why} (C1.11, S52)"
    if (
        not before
        and step != Due.END
        and step != Due.FAVOUR
        and p[CHOOSER] != p[SCEPTER]
        and step != Due.ROLE
        and not _between_roles(p)
    ):
        return "the chooser of a round holds the scepter (C2.3)"
    if step == Due.ROLE and p[ACTOR] != p[SCEPTER]:
        return "the holder of the scepter chooses the role (C2.3)"
    if step in (Due.EDICT, Due.FAVOUR) and p[ACTOR] != p[EMPEROR]:
        return f"{STEP_NAMES[step]} is the Emperor's (C11.8, C12.4)"
    return ""


_OF_STEP: Final = frozenset({DRAFT, PUT_BACK, WINDOW, RETURN, EFFECT})
"""Places of what belongs to the step itself, also where an effect asks."""


def _around(p: Data) -> Due:
    """Return the step that what is on the table belongs to: that around an effect, or one of the battle of a window."""
    step = Due(p[STEP])
    if step not in _WITHIN or not (p[WINDOW] or get2(p, EFFECT)):
        return step
    if not p[WINDOW]:
        return Due(p[RETURN])
    return _AROUND.get(p[WINDOW] - 1, Due.WINDOW)


_BEFORE_REGENT: Final = MOMENT["before:regent"]
_AROUND: Final = {
    MOMENT["battle:begin"]: Due.ANSWER,
    MOMENT["battle:open"]: Due.SHIFT,
    MOMENT["battle:end"]: Due.SHIFT,
}


def _at_rest(b: Board, p: Data) -> str:
    step, around = Due(p[STEP]), _around(p)
    for place, n, steps, rest in _RESTS:
        now = step if place in _OF_STEP else around
        if now not in steps and any(byte != rest for byte in p[place : place + n]):
            name = next(field.name for field in reversed(LAYOUT) if field.offset <= place)
            return f"{name} is set, and the step is {STEP_NAMES[step]} (C16.1)"
    return ""


def _galaxy(b: Board, p: Data) -> str:
    """Check home worlds, blocked sectors and tokens on the map."""
    n, step = p[N_PLAYERS], p[STEP]
    seats = by_number(p)
    rank = seats.index(p[ACTOR])
    for seat in range(n):
        place = seats.index(seat)
        placed = step not in _SET_UP or place < rank or (place == rank and step == Due.FIRST_TILE)
        placed = placed and step != Due.POWER
        region = p[HOME + seat]
        if placed != (region != NOBODY):
            return f"home of {SEATS[seat]} is {'not ' * placed}set (C1.9)"
        if placed and (region >= b.n_regions or p[TILE + region] != HOME_TILE + seat):
            return f"home of {SEATS[seat]} has no home world of {SEATS[seat]} (C1.9)"
        if p[TILE : TILE + b.n_regions].count(HOME_TILE + seat) != placed:
            return f"{SEATS[seat]} has more than one home world (C1.7)"
    for region, tile in enumerate(p[TILE : TILE + b.n_regions]):
        known = tile <= b.n_kinds or HOME_TILE <= tile < HOME_TILE + n or tile == BLOCKED
        if not known:
            return f"{b.content.regions[region]} has an unknown tile (C1.1)"
        token = p[TOKEN + region]
        if token and tile not in b.planets:
            return f"{b.content.regions[region]} has a token, and no planet (C3.3)"
        if token and token - 1 >> 1 >= n:
            return f"{b.content.regions[region]} has a token of nobody (C1.7)"
    for place, token in enumerate(p[FAR : FAR + len(b.content.far_space)]):
        if token > GALAXY and (token - 2) >> 1 >= n:
            return f"far space {place + 1} has a token of nobody (C1.7)"
    blocked = tuple(
        number
        for number, regions in enumerate(b.sectors)
        if all(p[TILE + region] == BLOCKED for region in bits(regions))
    )
    n_blocked = sum(len(b.content.sectors[number].regions) for number in blocked)
    if n_blocked != p[TILE : TILE + b.n_regions].count(BLOCKED):
        return "whole sectors are blocked (C14.1)"
    if blocked not in (b.blockable if n == 2 else ((),)):
        return "blocked sectors are for two players, and hang together as the others do (C14.1, S53)"
    return ""


def _tokens(b: Board, p: Data) -> str:
    n = p[N_PLAYERS]
    planets, far = p[TOKEN : TOKEN + b.n_regions], p[FAR : FAR + len(b.content.far_space)]
    for seat in range(n):
        total = p[STOCK + seat] + p[INFLUENCE + seat] + p[ON_THRONE + seat] + p[SPENT + seat]
        total += sum(p[PLACED + seat * MAX_REGIONS : PLACED + (seat + 1) * MAX_REGIONS])
        total += sum(token > 0 and token - 1 >> 1 == seat for token in planets)
        total += sum(token > GALAXY and token - 2 >> 1 == seat for token in far)
        total += sum(p[THRONE + 5 * owner + seat] for owner in range(n))
        if total != TOKENS:
            return f"{SEATS[seat]} has {total} tokens in all, not {TOKENS} (C1.7)"
        for region in range(b.n_regions):
            if p[PLACED + seat * MAX_REGIONS + region] and p[TILE + region] not in b.planets:
                return f"{b.content.regions[region]} has influence, and no planet (C11.3)"
    total = p[PILE] + far.count(GALAXY) + sum(p[THRONE + 5 * owner + 4] for owner in range(n))
    if total != b.content.galaxy_tokens:
        return f"there are {total} galaxy tokens in all, not {b.content.galaxy_tokens} (C1.3)"
    return ""


def _ships(b: Board, p: Data) -> str:
    n = p[N_PLAYERS]
    # Ships stay where an effect of an earlier role had made room.
    room = max(b.bases[ROOM], highest(b.content, ROOM))
    for seat in range(n):
        for kind, most in enumerate(SUPPLY):
            start = ships_at(seat, kind)
            row = p[SHIPS + start : SHIPS + start + b.n_regions]
            total = p[SUPPLIES + 3 * seat + kind] + p[STAGING + 3 * seat + kind] + sum(row)
            if total != most:
                return f"{SEATS[seat]} has {total} {SHIP_NAMES[kind]}s in all, not {most} (C1.7)"
            for region, ships in enumerate(row):
                if ships < max(p[MOVED + start + region], p[SHIFTED + start + region]):
                    return f"more {SHIP_NAMES[kind]}s moved at {b.content.regions[region]} than are there (C9.1)"
        own = fleet(p, seat)
        for region in range(b.n_regions):
            tile = p[TILE + region]
            if own[region] and (tile == BLOCKED or (HOME_TILE <= tile < BLOCKED and tile != HOME_TILE + seat)):
                return f"{SEATS[seat]} has ships at {b.content.regions[region]}, where none can stop (C9.3, C14.1)"
            if get2(p, FLAGS) & OWN_CAP and own[region] > room:
                return f"{SEATS[seat]} has {own[region]} ships at {b.content.regions[region]}, not {room} (C7.4)"
    if not get2(p, FLAGS) & OWN_CAP:
        for region, ships in enumerate(crowd(p)[: b.n_regions]):
            if ships > room:
                return f"{b.content.regions[region]} has {ships} ships, not {room} (C7.4)"
    return ""


def _tiles(b: Board, p: Data) -> str:
    """Check that all tiles are there, and the stack."""
    depths = [depth for depth in p[DEPTH : DEPTH + N_WORMHOLES] if depth != NOBODY]
    there = p[TILE : TILE + b.n_regions]
    # C1.9: each player has a 2-polymer tile beside the stack until it is placed.
    waiting = p[N_PLAYERS] - by_number(p).index(p[ACTOR]) if p[STEP] in _SET_UP else 0
    waiting = p[N_PLAYERS] if p[STEP] == Due.POWER else waiting
    for kind, tile in enumerate(b.content.tiles):
        total = p[DISPLAY + kind] + p[UNSEEN + kind] + there.count(kind + 1)
        total += p[BOTTOM] * (kind == b.space) + len(depths) * (kind == b.wormhole) + waiting * (kind == b.two_polymers)
        if total != tile.n:
            return f"there are {total} tiles {tile.name} in all, not {tile.n} (C1.5)"
    if p[UNSEEN + b.wormhole]:
        return "wormholes of the stack lie at known depths (S1)"
    unseen = sum(p[UNSEEN : UNSEEN + b.n_kinds]) - there.count(BLOCKED)
    if p[STACK] != unseen + len(depths):
        return f"the stack has {p[STACK]} tiles, and {unseen + len(depths)} are left for it (C1.5)"
    if len({*depths}) < len(depths) or any(depth >= p[STACK] for depth in depths):
        return "each wormhole of the stack lies at a depth of its own within it (S1)"
    if [*p[DEPTH : DEPTH + N_WORMHOLES]] != sorted(p[DEPTH : DEPTH + N_WORMHOLES], key=lambda depth: (depth + 1) % 256):
        return "the depths of wormholes ascend, those that were turned up first (S1)"
    if p[PUT_BACK] > p[BOTTOM]:
        return f"{p[PUT_BACK]} tiles were put back, and the bottom of the stack has {p[BOTTOM]} (C4.7)"
    if p[STEP] == Due.REVEAL and not p[STACK] + p[BOTTOM]:
        return "a tile is to be turned up, and the stack is empty (C4.6)"
    if has_powers(p):
        return "" if p[MARKET] != 15 or p[STEP] != Due.STEWARD else "no market tile shows resources (C5.1)"
    if sum(p[DISPLAY : DISPLAY + b.n_kinds]) > p[N_PLAYERS] + 1:
        return f"the display has more than {p[N_PLAYERS] + 1} tiles (C1.6)"
    if p[STEP] == Due.REVEAL and sum(p[DISPLAY : DISPLAY + b.n_kinds]) > p[N_PLAYERS]:
        return "a tile is to be turned up, and the display is full (C4.6)"
    if p[MARKET] == 15 and p[STEP] == Due.STEWARD:
        return "no market tile shows resources (C5.1)"
    return ""


def _cards(b: Board, p: Data) -> str:
    n = p[N_PLAYERS]
    for card, place in enumerate(p[PLACE : PLACE + b.n_cards]):
        seat = (place - IN_HAND) % 4
        if place >= IN_HAND and seat >= n:
            return f"{b.content.technologies[card].name} is nobody's (C1.7)"
        if p[KNOWN + card] and not IN_HAND <= place < IN_HAND + 4:
            return f"{b.content.technologies[card].name} is known, and in no hand (S24)"
        if (p[HEIGHT + card] > 0) != (place == IN_PILE):
            return f"{b.content.technologies[card].name} has a height in a pile, and isn't in one (C8.1)"
    for cost, cards in enumerate(b.cards):
        heights = sorted(p[HEIGHT + card] for card in cards if p[PLACE + card] == IN_PILE)
        if heights != [*range(1, len(heights) + 1)]:
            return f"the pile of cost {cost + 1} has heights 1 to {len(heights)}, each once (C8.1)"
        deck = deck_size(b, p, cost)
        if deck < 0:
            return f"more cards of cost {cost + 1} are hidden in hands than there are (S24)"
        if p[STEP] in (Due.CARD, Due.TURN) and p[DRAFT] == cost and not deck:
            return f"a card is to be drawn, and the deck of cost {cost + 1} is empty (C8.1)"
    for seat in range(n):
        most = _HAND + (_DRAWN if p[STEP] in (Due.BUY, Due.TURN, Due.DISCARD) and seat == p[ACTOR] else 0)
        if has_powers(p):
            most = number(b, p, seat, HAND) if p[STEP] == Due.ROLE else b.n_cards
        hand = cards_in_hand(b, p, seat)
        if hand > most:
            return f"{SEATS[seat]} has {hand} cards in hand, more than {most} (C8.3)"
        if p[STEP] == Due.DISCARD and seat == p[ACTOR] and hand <= number(b, p, seat, HAND):
            return f"{SEATS[seat]} has {hand} cards in hand, and is to discard (C8.3)"
    return ""


def _battle(b: Board, p: Data) -> str:
    """Check the battle that goes on, if there is one."""
    step = Due(p[STEP])
    if _around(p) not in _BATTLE_STEPS:
        return ""
    attacker, defender, n = p[ATTACKER], p[DEFENDER], p[N_PLAYERS]
    if NOBODY in (attacker, defender, p[SECTOR]) or attacker == defender or p[SECTOR] >= len(b.sectors):
        return "a battle has a sector, an attacker and a defender (C10.1)"
    if p[SIDE + attacker] != 1 or p[SIDE + defender] != 2:
        return "attacker and defender are on their own sides (C10.1)"
    if not get2(p, FOUGHT) >> p[SECTOR] & 1:
        return "the sector of the battle counts as fought in (C9.6)"
    if get2(p, FOUGHT) >> len(b.sectors):
        return "there is no such sector (C9.6)"
    principals = 1 << attacker | 1 << defender
    for side in range(2):
        asked = p[ASKED + side]
        if asked & principals or asked >> n:
            return "attacker and defender ask other players (C10.2)"
        for seat in range(n):
            if not principals >> seat & 1 and p[SIDE + seat] == side + 1 and not asked >> seat & 1:
                return f"{SEATS[seat]} has joined a side that didn't ask (C10.2)"
    if step == Due.INVITE and p[ACTOR] not in (attacker, defender):
        return "attacker and defender ask for allies (C10.2)"
    if step in (Due.ANSWER, Due.BRING, Due.BRING_SHIP, Due.BRING_TO):
        asked = (p[ASKED] | p[ASKED + 1]) >> p[ACTOR] & 1
        if not asked or (step == Due.ANSWER) == (p[SIDE + p[ACTOR]] > 0):
            return f"{SEATS[p[ACTOR]]} was not asked, or hasn't joined (C10.2)"
    return _dials(b, p) if _around(p) in _DIAL_STEPS else ""


def _dials(b: Board, p: Data) -> str:
    is_set = p[STEP] != Due.DIAL
    for side in range(2):
        force, tactics, weapons = (get2(p, place + 2 * side) for place in (FORCE, TACTICS, WEAPONS))
        written = p[WRITTEN + side]
        if is_set and written != 2:
            return "the dials are set when ships are moved and hit (C10.5)"
        if (written in (0, SEALED) and tactics) or (written != 2 and weapons):
            return "a dial that isn't set has no numbers (C10.5)"
        if tactics > dial_end(b, force) or weapons > dial_end(b, force - tactics):
            return f"a dial parts a strength of {force} (C10.5)"
    if not is_set and p[WRITTEN] > 1 and p[WRITTEN + 1] > 1:
        return "both dials are set (C10.5)"
    if not is_set and p[ACTOR] != p[ATTACKER]:
        return "the actor is the attacker while dials are set (C10.5)"
    ahead = tactics_of(p, 0) - tactics_of(p, 1)
    shifting = p[STEP] in _SHIFT_STEPS
    if shifting and (not 0 < get2(p, SHIFTS) <= abs(ahead) or p[ACTOR] != p[ATTACKER + (ahead < 0)]):
        return "the winner of the tactics moves ships, up to the difference (C10.6)"
    if p[STEP] in (Due.HIT, Due.HIT_UNIT) and p[ACTOR] not in (p[ATTACKER], p[DEFENDER]):
        return "attacker and defender make hits (C10.7)"
    if p[WINDOW]:
        return ""
    for side in range(2):
        most = max(0, parts(b, p, side)[1] - parts(b, p, 1 - side)[2]) if is_set else 0
        if get2(p, HITS + 2 * side) > most:
            return f"{most} hits can be made, not {get2(p, HITS + 2 * side)} (C10.7)"
    if not is_set and any(p[FALLEN : FALLEN + 2]):
        return "no colony has fallen before the hits (C10.10)"
    return ""


def _ends_set_up(p: Data) -> bool:
    return p[RETURN] == Due.GAME_BEGINS


def _between_roles(p: Data) -> bool:
    """Return whether effects are asked when the Emperor has received the scepter, or at the end of the game."""
    return p[RETURN] in (Due.EDICT_SCORED, Due.COUNTED)


def _powers(b: Board, p: Data) -> str:
    """Check powers, and the numbers that effects have changed."""
    n = p[N_PLAYERS]
    if not has_powers(p):
        start, end = POWER, SWAY_THRONE + 4
        return "powers and effects are set, and the game is played without them (C15.1)" if any(p[start:end]) else ""
    known, choosing = [*p[POWER : POWER + n]], p[STEP] == Due.POWER
    for seat, power in enumerate(known):
        dealt = [each for each in p[POWERS_DEALT + 3 * seat : POWERS_DEALT + 3 * seat + 3] if each]
        if power > len(b.content.powers) and (power != SECRET or not choosing or dealt):
            return f"{SEATS[seat]} has an unknown power (C1.8)"
        if not choosing and not power:
            return f"{SEATS[seat]} has no power (C1.8)"
        if choosing and (len(dealt) not in (0, 3) or (0 < power < SECRET and power not in dealt)):
            return f"{SEATS[seat]} chooses one of three powers (C1.8)"
        if p[SURGED + seat] and choosing:
            return "all powers begin on their core side (C13.1)"
        if choosing and not dealt and power not in (0, SECRET):
            return f"{SEATS[seat]} has a power that was not dealt (C1.8)"
    if choosing and all(known):
        return "all have chosen their powers (C1.8)"
    dealt = [each for each in p[POWERS_DEALT : POWERS_DEALT + 12] if each]
    if len({*dealt}) < len(dealt) or any(each > len(b.content.powers) for each in dealt):
        return "each power is dealt once (C1.8)"
    open_powers = [power for power in known if power != SECRET and power]
    if len({*open_powers}) < len(open_powers):
        return "each power is one player's (C1.8)"
    if (choosing or p[STEP] in _SET_UP) and any(p[SURGED:CHANGED]):
        return "nothing was used before the game (C13.1)"
    rows = (
        [standing(b, p, seat) for seat in range(n)]
        if not choosing and p[STEP] not in _SET_UP
        else [[0] * N_NUMBERS] * n
    )
    for seat, row in enumerate(rows):
        for each, by in enumerate(row):
            place = seat * N_NUMBERS + each
            whole = (by + p[FOR_ROLE + place] + p[FOR_BATTLE + place]) & 255
            if p[CHANGED + place] != whole:
                return f"changed isn't what the cards of {SEATS[seat]} say (C13.6)"
    if any(p[SWAY : SWAY + 4]) and _around(p) == Due.WINDOW and p[WINDOW] != _BEFORE_REGENT + 1:
        return "influence of effects is placed in Regent (C11.3)"
    if p[STEP] == Due.ROLE and any(p[USED : USED + len(b.effects)]):
        return "what was used is forgotten when the role ends (C16.13)"
    if p[STEP] == Due.ROLE and any(p[FOR_ROLE:SPENT]):
        return "what effects changed ends with the role (C16.15)"
    if p[SECTOR] == NOBODY and any(p[FOR_BATTLE:SPENT]):
        return "what effects changed ends with the battle (C16.15)"
    if p[NEW_WORMHOLE] and p[STEP] == Due.ROLE:
        return "powers have flipped when the role ends (C4.8)"
    for effect, found in enumerate(b.effects):
        if p[USED + effect] > found.times or (p[USED + effect] and owner_of(b, p, effect) < 0):
            return f"{b.arguments[_USE][effect]} was used {p[USED + effect]} times (C16.13)"
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


def _effect(b: Board, p: Data) -> str:
    """Check the window and the effect that is half done."""
    step, effect, window, back = Due(p[STEP]), get2(p, EFFECT), p[WINDOW], p[RETURN]
    if step == Due.WINDOW and (not window or effect):
        return "a window asks at a moment, and never within an effect (C16.13)"
    if step in _EFFECT_STEPS and step != Due.WINDOW and not effect:
        return f"the step is {STEP_NAMES[step]}, and no effect is half done (C16.14)"
    if window and not effect and step != Due.WINDOW:
        return "a window is open, and nobody is asked (C16.13)"
    if not effect and (p[PART] or p[LEFT]):
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
    row, owner = b.effects[effect - 1], owner_of(b, p, effect - 1)
    if owner < 0 or (p[ACTOR] != owner) != (step == Due.EFFECT_CARD and row.stages[p[PART] - 1].part == Part.TAKE_CARD):
        return "the owner of an effect uses it (C16.13)"
    if not 0 < p[PART] <= len(row.stages) or row.stages[p[PART] - 1].part not in _FIRST_STEPS.get(step, ()):
        return f"the step is {STEP_NAMES[step]}, and the effect asks for something else (C16.14)"
    if not p[USED + effect - 1]:
        return "an effect that is half done was used (C16.13)"
    if not p[LEFT] and step != Due.REVEAL:
        return "the part of an effect that asks isn't done (C16.14)"
    if window:
        return "" if row.when == window - 1 else "an effect works at its moment (C13.3)"
    if back > Due.END or effect - 1 not in b.during[back]:
        return "an effect works at its moment (C13.3)"
    fits = p[MONOLITH] != NOBODY and p[MONOLITH] == _ROLE_OF[Due(back)]
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


def _window(b: Board, p: Data, moment: int, back: int) -> str:
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
    if name.startswith(("before:", "after:")) and name.partition(":")[2] != ROLES[p[MONOLITH]]:
        return f"the window {name} belongs to another role (C13.3)"
    if name.startswith("battle:") != (p[SECTOR] != NOBODY):
        return f"the window {name} doesn't fit the battle (C13.3)"
    if (name == "during:produce" and ROLES[p[MONOLITH]] != "steward") or (
        name == "edict" and back == Due.END_ROLE and ROLES[p[MONOLITH]] != "regent"
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


def _decision(b: Board, p: bytes) -> str:
    """Check that the draft was legal, and that something can be done now."""
    step = Due(p[STEP])
    fault = _draft(b, p, step)
    if fault:
        return fault
    if step == Due.END:
        return _end(b, p)
    if p[COUNT] > (_MOST_USES if has_powers(p) else 1):
        return f"count is {p[COUNT]} (C6.3, C7.2)"
    for seat in rules.to_act(p):
        hidden = seat != CHANCE and any(p[HIDDEN + 3 * seat : HIDDEN + 3 * seat + 3])
        if not hidden and not rules.legal_ids(b, p, seat):
            return f"the step is {STEP_NAMES[step]}, and there is nothing to do (C16.1)"
    return ""


def _draft(b: Board, p: bytes, step: Due) -> str:
    n = {
        Due.TRADE_METAL: 1,
        Due.TRADE_ENERGY: 2,
        Due.MOVE_TO: 2,
        Due.BRING_TO: 2,
        Due.SHIFT_TO: 2,
        Due.EFFECT_TO: 2,
    }.get(step, 1)
    if any(p[DRAFT + n : DRAFT + 4]):
        return f"draft has more than {n} numbers (C16.1)"
    seat = p[ACTOR]
    if step in (Due.TRADE_METAL, Due.TRADE_ENERGY):
        for resource in range(n):
            if p[DRAFT + resource] > number(b, p, seat, TRACK + resource):
                return "draft has an amount beyond its track (C6.2)"
        return ""
    if step in (Due.CARD, Due.TURN) and p[DRAFT] > 2:
        return "draft is the cost of a card, less 1 (C8.1)"
    if step == Due.FIRST_TILE and p[DRAFT] != p[HOME + seat]:
        return "draft is the region of the home world (C1.9)"
    if step == Due.EXPLORE_SETTLE:
        region = p[DRAFT]
        if region >= b.n_regions or p[TILE + region] not in b.planets or p[TOKEN + region] or not p[STOCK + seat]:
            return "draft is a planet that the chooser can settle (C4.2)"
        return "" if seat == p[CHOOSER] else "the chooser alone settles a tile (C4.2)"
    if step == Due.EFFECT_AT:
        placing = b.effects[get2(p, EFFECT) - 1].stages[p[PART] - 1].part == Part.PLACE
        fits = p[DRAFT] < b.n_kinds and p[DISPLAY + p[DRAFT]] if placing else not p[DRAFT]
        return "" if fits else "draft is a tile of the display (C16.14)"
    before = bytearray(p)
    drafted = [*p[DRAFT : DRAFT + 2]]
    before[DRAFT : DRAFT + 4] = bytes(4)
    for place, parent in enumerate(_PARENTS.get(step, ())):
        before[STEP] = parent
        legal = rules.legal_ids(b, bytes(before), seat)
        if drafted[place] + (3 if parent in (Due.SHIFT_SHIP, Due.EFFECT_SHIP) else 0) not in {
            b.numbers[index] for index in legal if b.verbs[index] != 0
        }:
            return f"draft has {drafted[place]}, which {STEP_NAMES[parent]} doesn't allow (C16.1)"
        before[DRAFT + place] = drafted[place]
    return ""


def _end(b: Board, p: bytes) -> str:
    still = tied(b, p)[1]
    if (p[FAVOURED] != NOBODY) != (len(still) > 1) or (len(still) > 1 and p[FAVOURED] not in still):
        return "the Emperor names the winner among those still tied, and only then (C12.4)"
    return ""


assert {*GROUP} == {due for due in Due if due <= Due.END}
