"""The reader of packs: the content of a TOML file, checked against the facts that follow from the rulebook (C17.1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from ...forms.checks import guess, shown
from ...forms.toml_table import TomlTable
from .content import (
    MAX_EFFECTS,
    MAX_FAR_SPACE,
    MAX_KINDS,
    MAX_POWERS,
    MAX_PRICE,
    MAX_REGIONS,
    MAX_SECTORS,
    MAX_TECHNOLOGIES,
    MAX_TRACK,
    N_WORMHOLES,
    NONE,
    Amount,
    Content,
    Edict,
    Face,
    MarketTile,
    Power,
    Sector,
    Technology,
    Tile,
    slug,
)
from .effect_reading import amount_of, read_effects
from .galaxy import blockable, has_pairs, is_connected, neighbours
from .rule_numbers import total_changes
from .vocabulary import (
    EDICT_CHAOS,
    MEASURES,
    MOMENTS,
    N_EDICTS,
    RESOURCES,
    ROLES,
    RULE_NUMBERS,
    SHIPS,
    SUPPLY,
    TYPES,
)

__all__ = ["read_content"]

_REGION: Final = re.compile(r"[a-z][a-z0-9]{0,7}")
_RESERVED: Final = ("throne", "token")
"""Names in actions that regions can't have."""

_MOST_PLAYERS: Final = 4
_LEAST_TRACK: Final = 3
_N_MARKET: Final = 4
_N_COLUMNS: Final = 5
_MOST_GALAXY_TOKENS: Final = 99
_MOST_DIAL: Final = 99
_LEAST_CARDS: Final = 3 * _MOST_PLAYERS + 1
"""The least number of technologies of cost 1: three are dealt to each of four players, and one lies open (C1.2)."""

_MOST_CHANGE: Final = 60
"""The most that all effects together can change a number, so that the changes fit a signed byte."""

_LEAST_POWERS: Final = 3 * _MOST_PLAYERS
_BLOCKED: Final = 4
"""The sectors that are blocked for two players, unless the pack says otherwise (C14.1)."""


def read_content(table: TomlTable) -> Content:
    """Return the content of a pack; raise SetupError, with file, table and key, if it can't be played."""
    numbers = table.table("numbers")
    tracks = numbers.table("track")
    dial = numbers.integer_in("dial", _MOST_DIAL, 1) if numbers.has("dial") else NONE
    ends = [tracks.integer_in(resource, MAX_TRACK, _LEAST_TRACK) for resource in RESOURCES]
    regions, sectors, joins, blocked, most_blocked = _map(table.table("map"))
    far_space = _far_space(table.table("map"))
    galaxy_tokens = numbers.integer_in("galaxy_tokens", _MOST_GALAXY_TOKENS, len(far_space) + 1)
    market, values = _market(table.table("market"))
    technologies, powers = _technologies(table), _powers(table)
    n_effects = sum(len(each.effects) for each in technologies)
    n_effects += sum(len(each.core) + len(each.surge) for each in powers)
    if n_effects > MAX_EFFECTS:
        raise table.refuse("technology", f"and power have {n_effects} effects, more than {MAX_EFFECTS}")
    content = Content(
        galaxy_tokens=galaxy_tokens,
        tracks=(ends[0], ends[1], ends[2]),
        dial=dial,
        blocked=blocked,
        regions=regions,
        sectors=sectors,
        joins=joins,
        far_space=far_space,
        tiles=_tiles(table, most_blocked),
        homes=_homes(table),
        wheel=_wheel(table.table("wheel")),
        market=market,
        values=values,
        edicts=_edicts(table),
        technologies=technologies,
        powers=powers,
    )
    for number, name in enumerate(RULE_NUMBERS):
        total = total_changes(content, number)
        if total > _MOST_CHANGE:
            raise table.refuse("technology", f"and power change {name} by {total} in all, more than {_MOST_CHANGE}")
    return content


# --- the map


class _Map(NamedTuple):
    """The map of a pack."""

    regions: tuple[str, ...]
    sectors: tuple[Sector, ...]
    joins: tuple[tuple[int, int], ...]
    blocked: int
    """The number of sectors that are blocked for two players."""

    most_blocked: int
    """The most regions that blocked sectors can have."""


def _map(table: TomlTable) -> _Map:
    regions, sectors = _sectors(table)
    joins = _joins(table, regions)
    beside = neighbours(len(regions), joins)
    if not is_connected(range(len(regions)), beside):
        raise table.refuse("joins", "leaves the galaxy in parts that don't hang together")
    blocked = table.integer_in("blocked", len(sectors) - 1) if table.has("blocked") else _BLOCKED
    ways = blockable([each.regions for each in sectors], beside, blocked) if blocked < len(sectors) else ()
    if not ways:
        raise table.refuse(
            "blocked",
            f"is {blocked} sectors for two players, and no {blocked} hang together while others do, too (S53)",
        )
    taken = [{region for number in way for region in sectors[number].regions} for way in ways]
    for each in taken:
        if not has_pairs({*range(len(regions))} - each, beside, 2):
            raise table.refuse("sectors", "leaves too little room for the home worlds of two players (S56)")
    if not has_pairs(range(len(regions)), beside, _MOST_PLAYERS):
        raise table.refuse("sectors", f"leaves too little room for the home worlds of {_MOST_PLAYERS} players (S56)")
    return _Map(tuple(regions), tuple(sectors), joins, blocked, max(map(len, taken)))


def _sectors(table: TomlTable) -> tuple[list[str], list[Sector]]:
    """Return the names of the regions, and the sectors that they lie in."""
    by_name = table.table("sectors")
    if not 1 <= len(by_name.content) <= MAX_SECTORS:
        raise table.refuse("sectors", f"has {len(by_name.content)} sectors, not 1 to {MAX_SECTORS}")
    regions: list[str] = []
    sectors: list[Sector] = []
    for name in by_name.content:
        if not _REGION.fullmatch(name):
            raise by_name.refuse(name, "is no name of a sector: up to 8 small letters and digits, a letter first")
        first = len(regions)
        for region in by_name.strings(name):
            if not _REGION.fullmatch(region) or region in _RESERVED:
                raise by_name.refuse(
                    name, f"has a region {shown(region)}; one is named by up to 8 small letters and digits"
                )
            if region in regions:
                raise by_name.refuse(name, f"has the region {region}, which is there already")
            regions.append(region)
        if len(regions) == first:
            raise by_name.refuse(name, "has no regions")
        sectors.append(Sector(name, tuple(range(first, len(regions)))))
    if len(regions) > MAX_REGIONS:
        raise table.refuse("sectors", f"has {len(regions)} regions, more than {MAX_REGIONS}")
    return regions, sectors


def _joins(table: TomlTable, regions: Sequence[str]) -> tuple[tuple[int, int], ...]:
    found: set[tuple[int, int]] = set()
    for text in table.strings("joins"):
        one, minus, other = text.partition("-")
        for name in (one, other):
            if not minus or name not in regions:
                raise table.refuse(
                    "joins", f"has {shown(text)}: there is no region {shown(name)}{guess(name, regions)}"
                )
        pair = regions.index(one), regions.index(other)
        if one == other:
            raise table.refuse("joins", f"has {shown(text)}, which joins a region to itself")
        if (min(pair), max(pair)) in found:
            raise table.refuse("joins", f"has {shown(text)} twice")
        found.add((min(pair), max(pair)))
    return tuple(sorted(found))


def _far_space(table: TomlTable) -> tuple[int, ...]:
    prices = table.integers("far_space")
    if not 1 <= len(prices) <= MAX_FAR_SPACE:
        raise table.refuse("far_space", f"has {len(prices)} locations, not 1 to {MAX_FAR_SPACE}")
    for price in prices:
        if not 1 <= price <= MAX_PRICE:
            raise table.refuse("far_space", f"has the price {shown(price)}, not 1 to {MAX_PRICE}")
    return tuple(prices)


# --- tiles and the market


def _makes(table: TomlTable, key: str) -> tuple[int, int, int]:
    if not table.has(key):
        return 0, 0, 0
    by = table.table(key)
    found = [by.integer_in(resource, 9, 1) if by.has(resource) else 0 for resource in RESOURCES]
    return found[0], found[1], found[2]


def _tiles(table: TomlTable, most_blocked: int) -> tuple[Tile, ...]:
    rows = table.tables("tile")
    if len(rows) > MAX_KINDS:
        raise table.refuse("tile", f"has {len(rows)} kinds, more than {MAX_KINDS}")
    count: dict[str, int] = {}
    tiles: list[Tile] = []
    for row in rows:
        tile = _tile(row, count)
        count[tile.name] = tile.n
        tiles.append(tile)
    if count.get("wormhole") != N_WORMHOLES:
        raise table.refuse("tile", f"has {count.get('wormhole', 0)} wormholes, not {N_WORMHOLES} (C1.5)")
    if count.get("2p", 0) < _MOST_PLAYERS:
        why = f"has {count.get('2p', 0)} planets of 2 polymers, and {_MOST_PLAYERS} players take one each (C1.7)"
        raise table.refuse("tile", why)
    others = sum(count.values()) - N_WORMHOLES
    # C14.1, C1.6: the display of two players comes after the blocked tiles.
    for players in range(2, _MOST_PLAYERS + 1):
        least = players + players + 1 + (most_blocked if players == 2 else 0)
        if others < least:
            why = f"has {others} tiles beside the wormholes, and {players} players need {least} (C1.5, C1.6, C14.1)"
            raise table.refuse("tile", why)
    return tuple(tiles)


def _tile(row: TomlTable, others: Collection[str]) -> Tile:
    face = Face[row.choice("kind", [each.name.lower() for each in Face]).upper()]
    if row.has("makes") and face is not Face.PLANET:
        raise row.refuse("makes", f"has no meaning: planets alone make anything, not {face.name.lower()}")
    makes = _makes(row, "makes")
    name = "".join(f"{n}{letter}" for n, letter in zip(makes, "pme", strict=True) if n) or face.name.lower()
    if name in others:
        raise row.refuse("kind", f"is a second {name}; each kind has one row with its count")
    return Tile(name, face, makes, row.integer_in("count", MAX_PRICE, 1))


def _homes(table: TomlTable) -> tuple[tuple[int, int, int], ...]:
    rows = table.tables("home")
    if len(rows) not in (1, _MOST_PLAYERS):
        raise table.refuse("home", f"has {len(rows)} rows, not one for all colours or {_MOST_PLAYERS}")
    makes = [_makes(row, "makes") for row in rows]
    return tuple(makes * _MOST_PLAYERS)[:_MOST_PLAYERS]


def _wheel(table: TomlTable) -> tuple[int, ...]:
    order = table.strings("order")
    if sorted(order) != sorted(ROLES):
        raise table.refuse("order", f"is each of {', '.join(ROLES)} once, not {', '.join(order)}")
    return tuple(map(ROLES.index, order))


def _market(table: TomlTable) -> tuple[tuple[MarketTile, ...], tuple[tuple[int, ...], ...]]:
    rows = table.tables("tiles")
    if len(rows) != _N_MARKET:
        raise table.refuse("tiles", f"has {len(rows)} tiles, not {_N_MARKET} (C1.4)")
    tiles: list[MarketTile] = []
    for row in rows:
        kinds = row.strings("kinds")
        unknown = next((kind for kind in kinds if kind not in RESOURCES), None)
        if unknown is not None or not kinds:
            raise row.refuse("kinds", f"has some of {', '.join(RESOURCES)}, not {shown(unknown or kinds)}")
        if len({*kinds}) < len(kinds):
            raise row.refuse("kinds", "names a resource twice, which changes nothing (S16)")
        tiles.append(MarketTile(tuple(sorted(map(RESOURCES.index, kinds))), row.integer_in("credits", MAX_PRICE, 1)))
    by = table.table("values")
    values: list[tuple[int, ...]] = []
    for resource in RESOURCES:
        column = by.integers(resource)
        if len(column) != _N_COLUMNS:
            raise by.refuse(resource, f"has {len(column)} values, not {_N_COLUMNS}: one a column (C5.5)")
        if not all(1 <= value <= MAX_PRICE for value in column):
            raise by.refuse(resource, f"has values of 1 to {MAX_PRICE}, not {shown(column)}")
        if column != sorted(column, reverse=True):
            raise by.refuse(resource, f"has values that rise to the right: {shown(column)} (C5.5)")
        values.append(tuple(column))
    return tuple(tiles), tuple(values)


# --- cards


def _named(table: TomlTable, names: set[str]) -> str:
    """Return the name of a card and note it; raise if another card of its kind has the name."""
    name = table.string("name")
    written = slug(name)
    if not written or not name.isascii() or not name.isprintable():
        raise table.refuse("name", f"has letters or digits, and nothing that isn't ASCII; not {shown(name)}")
    if written in names:
        raise table.refuse("name", f"is {shown(name)}, as another one's: both are written {written}")
    names.add(written)
    return name


def _edicts(table: TomlTable) -> tuple[Edict, ...]:
    rows = table.tables("edict")
    if len(rows) != N_EDICTS:
        raise table.refuse("edict", f"has {len(rows)} edicts, not {N_EDICTS}: {EDICT_CHAOS} and six others")
    names: set[str] = set()
    edicts: list[Edict] = []
    for row in rows:
        name = _named(row, names)
        if name == EDICT_CHAOS:
            if row.has("measure"):
                raise row.refuse("measure", f"has no meaning: {EDICT_CHAOS} has no condition (C12.1)")
            edicts.insert(0, Edict(name, NONE))
            continue
        measure = MEASURES.index(row.choice("measure", MEASURES))
        edicts.append(Edict(name, measure, row.flag("least") if row.has("least") else False))
    if edicts[0].name != EDICT_CHAOS:
        raise table.refuse("edict", f"has no {EDICT_CHAOS}, with which a game begins (C1.11)")
    return tuple(edicts)


def _about(table: TomlTable) -> str:
    """Return the line for people of a card, which may be left out."""
    about = table.string("about") if table.has("about") else ""
    if not about.isprintable():
        raise table.refuse("about", "is a line for people")
    return about


def _technologies(table: TomlTable) -> tuple[Technology, ...]:
    rows = table.tables("technology")
    if len(rows) > MAX_TECHNOLOGIES:
        raise table.refuse("technology", f"has {len(rows)} cards, more than {MAX_TECHNOLOGIES}")
    names: set[str] = set()
    found = [
        Technology(
            _named(row, names),
            TYPES.index(row.choice("type", TYPES)),
            row.integer_in("cost", 3, 1),
            read_effects(row, "effects"),
            _about(row),
        )
        for row in rows
    ]
    for row, card in zip(rows, found, strict=True):
        if any(MOMENTS[effect.when] == "setup" for effect in card.effects):
            raise row.refuse("effects", "has when = 'setup', when nobody has a technology: that is for powers")
    dealt = sum(card.cost == 1 for card in found)
    if dealt < _LEAST_CARDS:
        raise table.refuse("technology", f"has {dealt} cards of cost 1, fewer than {_LEAST_CARDS} (C1.2)")
    for cost in (2, 3):
        if not any(card.cost == cost for card in found):
            raise table.refuse("technology", f"has no card of cost {cost} (C1.2)")
    return tuple(found)


def _powers(table: TomlTable) -> tuple[Power, ...]:
    rows = table.tables("power") if table.has("power") else []
    if len(rows) > MAX_POWERS:
        raise table.refuse("power", f"has {len(rows)} powers, more than {MAX_POWERS}")
    if rows and len(rows) < _LEAST_POWERS:
        why = f"has {len(rows)} powers, and three are dealt to each of {_MOST_PLAYERS} players: {_LEAST_POWERS} or none"
        raise table.refuse("power", why)
    names: set[str] = set()
    numbers: set[int] = set()
    found: list[Power] = []
    for row in rows:
        number = row.integer_in("number", MAX_PRICE, 1)
        if number in numbers:
            raise row.refuse("number", f"is {number}, as another power's")
        numbers.add(number)
        found.append(_power(row, number, _named(row, names)))
    return tuple(sorted(found, key=lambda power: power.number))


def _power(row: TomlTable, number: int, name: str) -> Power:
    start = row.table("start")
    amounts = [amount_of(start, key, MAX_TRACK, 0) if start.has(key) else Amount(0) for key in ("credits", *RESOURCES)]
    fleet = [1, 0, 0]
    if start.has("fleet"):
        ships = start.table("fleet")
        fleet = [
            ships.integer_in(ship, most, 1) if ships.has(ship) else 0 for ship, most in zip(SHIPS, SUPPLY, strict=True)
        ]
        if not 1 <= sum(fleet) <= 3:
            raise start.refuse("fleet", f"has {sum(fleet)} ships, not 1 to 3: a region holds no more (C7.4)")
    return Power(
        number,
        name,
        (amounts[0], amounts[1], amounts[2], amounts[3]),
        (fleet[0], fleet[1], fleet[2]),
        read_effects(row, "core"),
        read_effects(row, "surge"),
        _about(row),
    )
