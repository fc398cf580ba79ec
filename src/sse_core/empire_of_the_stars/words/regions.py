"""Regions in words, for players who decide: the things in a region, their owners, and the regions beside it."""

from __future__ import annotations

from collections.abc import Iterator

from ...play.sentences import listed
from ..messages import counted, say
from ..positions.fields import BLOCKED, HOME_TILE, NOBODY
from .context import Context
from .phrases import fleet, purse, token_name

__all__ = ["beside", "place_for_home", "produced", "there", "whose_ships"]


def there(s: Context, region: int) -> str:
    """Return the things in a region: the tile, its owner, and ships."""
    return "; ".join([_planet(s, region), *whose_ships(s, region)])


def _planet(s: Context, region: int) -> str:
    tile, owner = s.p.tile[region], s.owner(region)
    if tile == BLOCKED:
        return say("blocked")
    if tile >= HOME_TILE:
        if owner == s.seat:
            return say("your home world")
        return say("the home world of {other}", other=s.name(tile - HOME_TILE))
    if not tile:
        return say("no tile")
    what = s.tile(tile - 1)
    if owner == s.seat:
        return say("your {token}, {tile}", token=token_name(s.p.token[region]), tile=what)
    if owner != NOBODY:
        return say("a {token} of {other}, {tile}", token=token_name(s.p.token[region]), other=s.name(owner), tile=what)
    return say("{tile}, free", tile=what) if tile in s.b.planets else what


def whose_ships(s: Context, region: int) -> Iterator[str]:
    """Yield the ships in a region, of each player who has any."""
    for seat in range(s.p.players):
        ships = s.fleet_at(seat, region)
        if any(ships):
            if seat == s.seat:
                yield say("{ships} of yours", ships=fleet(ships))
            else:
                yield say("{ships} of {other}", ships=fleet(ships), other=s.name(seat))


def beside(s: Context, region: int) -> str:
    """Return the home worlds and planets beside a region, with their owners; empty if there are none."""
    own, others, free = 0, list[int](), 0
    for near in s.b.beside[region]:
        owner = s.owner(near)
        own += owner == s.seat
        free += owner == NOBODY and s.p.tile[near] in s.b.planets
        if owner not in (NOBODY, s.seat):
            others.append(owner)
    parts = [counted(own, "{n} planet of yours", "{n} planets of yours")] if own else []
    for seat in sorted({*others}):
        n = others.count(seat)
        parts.append(counted(n, "{n} planet of {other}", "{n} planets of {other}", other=s.name(seat)))
    if free:
        parts.append(counted(free, "{n} free planet", "{n} free planets"))
    return say("beside {what}", what=listed(parts)) if parts else ""


def place_for_home(s: Context, region: int) -> str:
    """Return the facts about a place for a home world or the planet beside it: room, planets, the way to others."""
    open_there = [near for near in s.b.beside[region] if s.p.tile[near] != BLOCKED]
    reach = s.state.reach(s.seat, region, s.rule("moves.fighter"))
    planets = [near for near, tile in enumerate(s.p.tile) if tile in s.b.planets and s.owner(near) == NOBODY]
    free = sum(reach >> near & 1 for near in planets)
    parts = [
        counted(len(open_there), "{n} region beside it", "{n} regions beside it"),
        counted(reach.bit_count(), "{n} region in reach of a fighter", "{n} regions in reach of a fighter"),
    ]
    if free:
        parts.append(counted(free, "{n} free planet among them", "{n} free planets among them"))
    others = [seat for seat in range(s.p.players) if seat != s.seat and s.p.home[seat] != NOBODY]
    return "; ".join([*parts, *(_way(s, region, seat) for seat in others)])


def _way(s: Context, region: int, seat: int) -> str:
    home = s.p.home[seat]
    for steps in range(1, s.b.n_regions):
        if s.state.reach(s.seat, region, steps) >> home & 1:
            return counted(
                steps,
                "{n} move to the home world of {other}",
                "{n} moves to the home world of {other}",
                other=s.name(seat),
            )
    return say("no way to the home world of {other}", other=s.name(seat))


def produced(s: Context, seat: int, kinds: tuple[int, ...]) -> str:
    """Return the production of some resources by the planets of a seat (C5.3)."""
    made = [0, 0, 0]
    for region in range(s.b.n_regions):
        if s.owner(region) == seat:
            tile = s.p.tile[region]
            makes = s.b.content.homes[seat] if tile >= HOME_TILE else s.b.makes[tile - 1]
            made = [n + makes[kind] * (kind in kinds) for kind, n in enumerate(made)]
    return purse((0, *made))
