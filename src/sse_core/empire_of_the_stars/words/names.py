"""Names of cards and of the game's data in the reader's language."""

from __future__ import annotations

from typing import Final

from ...forms.messages import Labels
from ..messages import message, say

__all__ = ["LABELS", "named"]

_NAMES: Final = {
    name: name
    for name in (
        # Edicts.
        message("Chaos"),
        message("Frontier"),
        message("Armada"),
        message("Insight"),
        message("Bulwark"),
        message("Plenty"),
        message("Renewal"),
        # Technologies of culture.
        message("Festival Fleet"),
        message("Open Archives"),
        message("Study Circles"),
        message("Envoys"),
        message("Pilgrim Routes"),
        message("Seed Vaults"),
        message("Public Works"),
        message("Oral Histories"),
        message("Terraformers"),
        message("Charter Towns"),
        message("Common Tongue"),
        message("Wandering Courts"),
        message("Academy"),
        message("Resonance"),
        message("Golden Age"),
        message("Great Library"),
        message("Diplomatic Corps"),
        message("Council of Worlds"),
        # Technologies of industry.
        message("Bulk Haulers"),
        message("Scrap Yards"),
        message("Surveyors"),
        message("Ore Crushers"),
        message("Fuel Pools"),
        message("Polymer Looms"),
        message("Toll Gates"),
        message("Futures"),
        message("Twin Docks"),
        message("Frontier Yards"),
        message("Deep Stores"),
        message("Charter Company"),
        message("Salvage Rights"),
        message("Automated Yards"),
        message("Trade League"),
        message("Ringworld Yards"),
        message("Asteroid Mills"),
        message("Open Exchange"),
        # Military technologies.
        message("Shield Net"),
        message("Targeting Links"),
        message("Feint Drills"),
        message("Rapid Relay"),
        message("War Bonds"),
        message("Home Guard"),
        message("Scouts"),
        message("Boarding Parties"),
        message("Fold Drive"),
        message("Ablative Hulls"),
        message("Mine Fields"),
        message("Reserve Wings"),
        message("Tractor Beams"),
        message("Pathfinders"),
        message("Siege Engines"),
        message("Flagship"),
        message("Planet Breakers"),
        message("Victory Columns"),
        # Powers.
        message("Wayfinders"),
        message("Brokers"),
        message("Shipwrights"),
        message("Archivists"),
        message("Marauders"),
        message("Gardeners"),
        message("Courtiers"),
        message("Delvers"),
        message("Hive"),
        message("Exiles"),
        message("Admirals"),
        message("Sappers"),
        message("Heirs"),
        message("War Scholars"),
        message("Nomads"),
        message("Wardens"),
    )
}
"""The technologies, edicts and powers of the pack that ships."""

LABELS: Final[Labels] = {
    # Columns of the score table.
    "throne": message("throne"),
    "planets": message("planets"),
    "far_space": message("far space"),
    "total": message("total"),
    # Options of the set-up.
    "players": message("players"),
    "pack": message("pack"),
    "blocked": message("blocked sectors"),
    "powers": message("powers"),
    "technologies": message("technologies"),
    "no_technologies": message("no technologies"),
    "round_limit": message("last round"),
    "rounds": message("last round"),
    "edict_substitute": message("substitute at the edict"),
    "no_substitute": message("no substitute at the edict"),
    "start_colony": message("start colony"),
    "one_way": message("one way"),
    "own_cap": message("own cap"),
    "reshuffle": message("reshuffle"),
    "free_allies": message("free allies"),
    "spare_hits": message("spare hits"),
    "neutral_shields": message("neutral shields"),
    # Values of options.
    ("pack", "house"): message("the pack that ships"),
}
"""The game's data in words, by name; a value of an option by the option and its name."""


def named(name: str) -> str:
    """Return the translated name of a technology, an edict or a power; in another pack, the name that the pack gives.

    >>> named("Fold Drive"), named("Mirror Fleet")
    ('Fold Drive', 'Mirror Fleet')
    """
    return say(_NAMES[name]) if name in _NAMES else name
