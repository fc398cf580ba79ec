"""Reports on packs, in lines for people, which `sse pack check` prints."""

from __future__ import annotations

from collections.abc import Iterator

from ..forms.packs import Pack
from .board import Board
from .content import NONE, Content, Effect, Face
from .vocabulary import MEASURES, MOMENTS, ROLES, TYPES, VERBS

__all__ = ["report"]


def report(pack: Pack[Board]) -> Iterator[str]:
    """Yield what a pack has: its name and digest, then a line for each kind of component."""
    content = pack.value.content
    yield f"{pack.name} {pack.digest}: {pack.about}"
    yield (
        f"map: {_many(len(content.regions), 'region')} in {_many(len(content.sectors), 'sector')}, "
        f"{_many(len(content.joins), 'join')}, {content.blocked} blocked for two players"
    )
    yield f"far space: {_many(len(content.far_space), 'location')}, {_range(content.far_space)} credits"
    total = sum(tile.n for tile in content.tiles)
    yield f"tiles: {total}: " + ", ".join(f"{tile.n} {tile.name}" for tile in content.tiles)
    planets = sum(tile.n for tile in content.tiles if tile.face is Face.PLANET)
    yield f"planets: {planets} of {total} tiles"
    yield f"wheel: {', '.join(ROLES[role] for role in content.wheel)}"
    yield f"edicts: {', '.join(_edict(each.name, each.measure, least=each.least) for each in content.edicts)}"
    by_type = ", ".join(
        f"{sum(each.kind == kind for each in content.technologies)} {name}" for kind, name in enumerate(TYPES)
    )
    by_cost = ", ".join(
        f"{sum(each.cost == cost for each in content.technologies)} of cost {cost}" for cost in (1, 2, 3)
    )
    yield f"technologies: {len(content.technologies)}: {by_type}; {by_cost}"
    yield f"powers: {len(content.powers)}" + ("" if content.powers else ", so the first game alone is played (C15.1)")
    effects = [*_effects(content)]
    moments = {MOMENTS[effect.when].partition(":")[0] for effect in effects}
    verbs = {VERBS[do.verb] for effect in effects for do in effect.does}
    yield f"effects: {len(effects)}, at {', '.join(sorted(moments)) or 'no moment'}, with {_many(len(verbs), 'verb')}"


def _effects(content: Content) -> Iterator[Effect]:
    for card in content.technologies:
        yield from card.effects
    for power in content.powers:
        yield from (*power.core, *power.surge)


def _many(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def _range(numbers: tuple[int, ...]) -> str:
    return f"{min(numbers)} to {max(numbers)}"


def _edict(name: str, measure: int, *, least: bool) -> str:
    return name if measure == NONE else f"{name} ({'least' if least else 'most'} {MEASURES[measure]})"
