"""The words that packs use: roles, units, resources, measures, numbers of the rules, and the parts of effects.

A word stands for its place in its tuple: play uses only these numbers.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

__all__ = [
    "BATTLE_MOMENTS",
    "COMPARISONS",
    "COSTS",
    "EDICT_CHAOS",
    "HITS",
    "LEAST",
    "MEASURES",
    "MOMENTS",
    "MOST",
    "MOVES",
    "NUMBERS",
    "N_EDICTS",
    "PRICES",
    "RESOURCES",
    "ROLES",
    "RULE_NUMBERS",
    "SERVED",
    "SHIPS",
    "STANDING",
    "STEPS",
    "STRENGTHS",
    "SUPPLY",
    "TESTS",
    "TYPES",
    "UNITS",
    "UNTIL",
    "VERBS",
    "WHAT",
    "WHERE",
    "WORKS",
]

ROLES: Final = ("explorer", "steward", "merchant", "engineer", "scientist", "warlord", "regent")
RESOURCES: Final = ("polymers", "metal", "energy")
SHIPS: Final = ("fighter", "cruiser", "dreadnought")
UNITS: Final = (*SHIPS, "colony", "starbase", "home")

TYPES: Final = ("culture", "industry", "military")
"""The types of technology; the resource at the same place pays for one (C8.2)."""

SUPPLY: Final = (8, 4, 2)
"""The ships of each type that a player has."""

STRENGTHS: Final = (1, 3, 6, 1, 2, 2)
"""The strength of each unit (C10.4)."""

MOVES: Final = (4, 3, 2)
"""The range of each type of ship (C9.1)."""

HITS: Final = (1, 2, 3)
"""The hits that destroy a ship of each type (C10.7)."""

N_EDICTS: Final = 7
EDICT_CHAOS: Final = "Chaos"
"""The edict without a condition, which begins (C1.11)."""

MEASURES: Final = (
    "planets",
    "colonies",
    "starbases",
    "far_space",
    "sectors",
    "ships",
    "fighters",
    "cruisers",
    "dreadnoughts",
    "strength",
    "staging",
    "technologies",
    "technologies.culture",
    "technologies.industry",
    "technologies.military",
    "cards",
    "credits",
    "polymers",
    "metal",
    "energy",
    "resources",
    "stock",
    "throne",
    "home_fleet",
    "wormholes",
    "asteroids",
    "contacts",
    "made.polymers",
    "made.metal",
    "made.energy",
)
"""The measures of a player, for edicts, tests and amounts."""

TESTS: Final = (*MEASURES, "winner", "emperor", "attacker")
"""The values that a test compares: a measure, or 1 for the winner of the tactics, the Emperor, the attacker, else 0."""

COMPARISONS: Final = (">=", "<=", "==")

NUMBERS: Final = (
    *(f"moves.{ship}" for ship in SHIPS),
    *(f"strength.{unit}" for unit in UNITS[:5]),
    *(f"hits.{ship}" for ship in SHIPS),
    "room",
    "hand",
    "draws",
    "buys",
    "invests",
    "influence.free",
    "influence.bought",
    "influence.price",
    *(f"track.{resource}" for resource in RESOURCES),
    "asteroids_stop",
    "deploy_to_colonies",
    "guards",
    "home_strength",
    "display",
)
"""The numbers of the rules that effects change."""

PRICES: Final = (
    *SHIPS,
    "technology",
    *(f"technology.{kind}" for kind in TYPES),
    "far_space",
    "influence",
)
"""The prices that effects can reduce."""

RULE_NUMBERS: Final = (
    *NUMBERS,
    *(f"less.{ship}.{resource}" for ship in SHIPS for resource in (*RESOURCES, "any")),
    *(f"less.{price}" for price in PRICES[3:]),
)
"""All numbers whose changes a position keeps: those of the rules, then the reduction of each price."""

STANDING: Final = (*MOVES, *STRENGTHS[:5], *HITS, 3, 3, 1, 1, 2, 2, 1, 2, 0, 0, 0, 1, 0, 1, STRENGTHS[5], 1)
"""The numbers of the rules without effects; the ends of tracks come from the pack."""

LEAST: Final = tuple(
    -99 if name.startswith("less.") else int(name.startswith(("hits.", "room", "draws", "buys", "display")))
    for name in RULE_NUMBERS
)
"""The lower bounds of numbers under effects."""

_MOSTS: Final = {"moves": 9, "strength": 20, "hits": 9, "room": 9, "draws": 9, "buys": 9, "invests": 9, "display": 9}
_FLAGS: Final = ("asteroids_stop", "deploy_to_colonies", "guards")
MOST: Final = tuple(
    99 if name.startswith("less.") else 1 if name in _FLAGS else _MOSTS.get(name.partition(".")[0], 20)
    for name in RULE_NUMBERS
)
"""The upper bounds of numbers under effects. No track is longer than 20."""

COSTS: Final = ("credits", *RESOURCES, "any", "token", *SHIPS, "card")
"""The prices of effects: `any` are resources of choice, `token` is one of the stock, a ship is one on the board."""

STEPS: Final = (
    "explore",
    "produce",
    "trade",
    "invest",
    "build",
    "deploy",
    "draw",
    "buy",
    "move",
    "colonize",
    "influence",
    "put",
    "turn",
)
"""The steps in which an effect can be used beside the step's own actions."""

BATTLE_MOMENTS: Final = ("battle:begin", "battle:open", "battle:end")

MOMENTS: Final = (
    "always",
    "setup",
    *(f"before:{role}" for role in ROLES),
    *(f"after:{role}" for role in ROLES),
    *(f"during:{step}" for step in STEPS),
    *BATTLE_MOMENTS,
    "edict",
    "final",
)
"""The moments at which an effect works."""

SERVED: Final = ("owner", "chooser", "others", "side", "all")
UNTIL: Final = ("role", "battle")

VERBS: Final = (
    "gain",
    "take",
    "score",
    "number",
    "price",
    "build",
    "move",
    "settle",
    "upgrade",
    "remove",
    "draw",
    "place",
    "influence",
    "swap",
    "dial",
    "spare",
    "edict",
    "surge",
    "core",
)
"""The verbs of effects; each is the first key of its table."""

_MONEY: Final = ("credits", *RESOURCES)

WHAT: Final = MappingProxyType(
    {
        "gain": (*_MONEY, "any"),
        "take": (*_MONEY, "card"),
        "score": ("token", "galaxy"),
        "number": NUMBERS,
        "price": PRICES,
        "build": SHIPS,
        "move": ("ship", *SHIPS),
        "remove": ("ship", *SHIPS, "colony"),
        "dial": ("tactics", "weapons", "shields"),
    }
)
"""The first argument of a verb: the words of its key, whose places are in `Do.what`."""

WHERE: Final = MappingProxyType(
    {
        "take": ("opponent", "each"),
        "price": (*_MONEY, "any"),
        "build": ("staging", "home", "starbase"),
        "move": ("own", "opponent"),
        "settle": ("ship", "beside", "any"),
        "remove": ("sector", "beside", "any"),
    }
)
"""The second argument of a verb, a place, a player or a resource: the words of its key, whose places are in
`Do.where`."""

_ALL_WINDOWS: Final = ("before", "after", "during")
_ALL_BATTLE: Final = BATTLE_MOMENTS

WORKS: Final = MappingProxyType(
    {
        "gain": ("setup", *_ALL_WINDOWS, *_ALL_BATTLE, "edict"),
        "take": ("setup", *_ALL_WINDOWS, "battle:end", "edict"),
        "score": (*_ALL_WINDOWS, "battle:end", "edict", "final"),
        "number": ("always", "before", "during", "battle:begin"),
        "price": ("always", "before", "during"),
        "build": ("setup", *_ALL_WINDOWS, "battle:end"),
        "move": _ALL_WINDOWS,
        "settle": ("setup", *_ALL_WINDOWS, "battle:end"),
        "upgrade": _ALL_WINDOWS,
        "remove": (*_ALL_WINDOWS, "battle:begin", "battle:end"),
        "draw": ("setup", *_ALL_WINDOWS, "battle:end"),
        "place": _ALL_WINDOWS,
        "influence": ("before:regent", "during:influence", "during:put"),
        "swap": _ALL_WINDOWS,
        "dial": ("battle:open",),
        "spare": ("battle:open",),
        "edict": ("before", "after", "edict"),
        "surge": _ALL_WINDOWS,
        "core": _ALL_WINDOWS,
    }
)
"""The moments at which each verb can work; the part before a colon stands for all of its moments.

`always` is for verbs without a moment of their own: numbers and prices. After the last round only tokens can be scored.
Dials change when they are open.
"""
