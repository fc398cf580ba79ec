"""Reports on packs for `sse pack check`: as a JSON object, and in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...forms.packs import Pack
from ..board import Board
from .content import NONE, Content, Edict, Effect, Face
from .vocabulary import MEASURES, MOMENTS, ROLES, TYPES, VERBS

__all__ = ["report", "report_object"]


def report_object(pack: Pack[Board]) -> dict[str, Any]:
    """Return the JSON object of a pack: its name and digest, then its components by kind."""
    content = pack.value.content
    technologies, effects = content.technologies, [*_effects(content)]
    return {
        **pack.to_object(),
        "about": pack.about,
        "map": {
            "regions": len(content.regions),
            "sectors": len(content.sectors),
            "joins": len(content.joins),
            "blocked": content.blocked,
        },
        "far_space": [*content.far_space],
        "tiles": [{"name": tile.name, "n": tile.n} for tile in content.tiles],
        "planets": sum(tile.n for tile in content.tiles if tile.face is Face.PLANET),
        "wheel": [ROLES[role] for role in content.wheel],
        "edicts": [_edict_object(edict) for edict in content.edicts],
        "technologies": {
            "by_type": {name: sum(each.kind == kind for each in technologies) for kind, name in enumerate(TYPES)},
            "by_cost": {str(cost): sum(each.cost == cost for each in technologies) for cost in (1, 2, 3)},
        },
        "powers": len(content.powers),
        "effects": len(effects),
        "moments": sorted({MOMENTS[effect.when].partition(":")[0] for effect in effects}),
        "verbs": sorted({VERBS[do.verb] for effect in effects for do in effect.does}),
    }


def _edict_object(edict: Edict) -> dict[str, str | None]:
    """Return an edict with its condition: the most or the least of a measure; both are null if it has none."""
    if edict.measure == NONE:
        return {"name": edict.name, "rewards": None, "measure": None}
    return {"name": edict.name, "rewards": "least" if edict.least else "most", "measure": MEASURES[edict.measure]}


def report(pack: Pack[Board]) -> Iterator[str]:
    """Yield the lines about a pack: its name and digest, then a line for each kind of component."""
    found = report_object(pack)
    yield f"{found['name']} {found['digest']}: {found['about']}"
    has, prices = found["map"], found["far_space"]
    yield (
        f"map: {_many(has['regions'], 'region')} in {_many(has['sectors'], 'sector')}, "
        f"{_many(has['joins'], 'join')}, {has['blocked']} blocked for two players"
    )
    yield f"far space: {_many(len(prices), 'location')}, {min(prices)} to {max(prices)} credits"
    total = sum(tile["n"] for tile in found["tiles"])
    yield f"tiles: {total}: " + ", ".join(f"{tile['n']} {tile['name']}" for tile in found["tiles"])
    yield f"planets: {found['planets']} of {total} tiles"
    yield f"wheel: {', '.join(found['wheel'])}"
    yield f"edicts: {', '.join(map(_edict, found['edicts']))}"
    kinds = found["technologies"]
    by_type = ", ".join(f"{n} {name}" for name, n in kinds["by_type"].items())
    by_cost = ", ".join(f"{n} of cost {cost}" for cost, n in kinds["by_cost"].items())
    yield f"technologies: {sum(kinds['by_type'].values())}: {by_type}; {by_cost}"
    yield f"powers: {found['powers']}" + ("" if found["powers"] else ", so the first game alone is played (C15.1)")
    at, verbs = ", ".join(found["moments"]) or "no moment", len(found["verbs"])
    yield f"effects: {found['effects']}, at {at}, with {_many(verbs, 'verb')}"


def _effects(content: Content) -> Iterator[Effect]:
    for card in content.technologies:
        yield from card.effects
    for power in content.powers:
        yield from (*power.core, *power.surge)


def _many(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def _edict(edict: Mapping[str, str | None]) -> str:
    return f"{edict['name']} ({edict['rewards']} {edict['measure']})" if edict["rewards"] else f"{edict['name']}"
