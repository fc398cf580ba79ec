"""Packs with made-up effects: each verb, moment, cost, measure and test of the vocabulary, drawn at random.

A pack follows from its number. It has the map of `house` or of `tiny`, and as many technologies and powers as `house`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import Any, Final

from tests.empire_of_the_stars.small import TINY

from sse_core.empire_of_the_stars import PACKS, Board, load_pack
from sse_core.empire_of_the_stars.effect_reading import read_effects, works_at
from sse_core.empire_of_the_stars.vocabulary import (
    COMPARISONS,
    COSTS,
    MEASURES,
    MOMENTS,
    NUMBERS,
    PRICES,
    RESOURCES,
    SERVED,
    SHIPS,
    TESTS,
    UNTIL,
    VERBS,
)
from sse_core.errors import SseError
from sse_core.forms.packs import Pack
from sse_core.forms.toml_table import TomlTable

N_PACKS: Final = 60
"""How many packs are told apart; those beyond are the same again."""

_MONEY: Final = ("credits", *RESOURCES)
_FIGHTS: Final = ("battle:begin", "battle:open", "battle:end")
Table = dict[str, Any]


def made_up_pack(number: int) -> Pack[Board]:
    """Return the pack with a number."""
    return _pack(number % N_PACKS)


@lru_cache(maxsize=N_PACKS)
def _pack(number: int) -> Pack[Board]:
    rng = Random(number)
    house = json.loads(load_pack("house").content)
    content = house if number % 2 else json.loads(load_pack(TINY).content)
    while True:
        content["pack"] = {"name": f"made-up-{number}", "about": "effects at random", "format": 1}
        content["technology"] = [
            {"name": f"Card {place}", "type": card["type"], "cost": card["cost"], "effects": _effects(rng, "card")}
            for place, card in enumerate(house["technology"])
        ]
        content["power"] = [
            {
                "number": place + 1,
                "name": f"Power {place}",
                "start": _start(rng),
                "core": _effects(rng, "power"),
                "surge": _effects(rng, "power"),
            }
            for place in range(14)
        ]
        measures = rng.sample(MEASURES, len(content["edict"]) - 1)
        for edict in content["edict"]:
            if "measure" in edict:
                edict["measure"], edict["least"] = measures.pop(), rng.randrange(3) == 0
        try:
            return PACKS.remake(json.dumps(content, sort_keys=True))
        except SseError:
            # Its effects together change a number too far, or a dial is too long.
            continue


def _start(rng: Random) -> Table:
    start: Table = {kind: rng.randint(0, 4) for kind in RESOURCES}
    start["credits"] = rng.choice([3, {"per": "credits", "of": rng.choice(["highest", "lowest", "opponents"])}])
    if rng.randrange(2):
        start["fleet"] = rng.choice([{"cruiser": 1}, {"fighter": 2}, {"dreadnought": 1, "fighter": 1}])
    return start


def _effects(rng: Random, owner: str) -> list[Table]:
    return [_effect(rng, owner) for _ in range(rng.choice((0, 1, 1, 1, 2)))]


def _effect(rng: Random, owner: str) -> Table:
    """Return an effect that a pack may have: most that are drawn may not be."""
    while True:
        # All moments, those of battles more often.
        when = rng.choice((*MOMENTS, *_FIGHTS))
        verbs = [verb for verb in VERBS if works_at(verb, when)]
        if (owner == "card" and when == "setup") or not verbs:
            continue
        effect: Table = {"when": when, "do": [_do(rng, rng.choice(verbs)) for _ in range(rng.choice((1, 1, 2, 3)))]}
        if rng.randrange(4) == 0:
            effect["if"] = [
                [rng.choice(TESTS), rng.choice(COMPARISONS), rng.randint(0, 4)] for _ in range(rng.choice((1, 1, 2)))
            ]
        if rng.randrange(3) == 0:
            effect["cost"] = {rng.choice(COSTS): rng.randint(1, 2) for _ in range(rng.choice((1, 1, 2)))}
        if rng.randrange(4) == 0:
            effect["who"] = rng.choice(SERVED)
        if rng.randrange(3) == 0:
            effect["times"] = rng.randint(0, 3)
        if rng.randrange(4) == 0:
            effect["until"] = rng.choice(UNTIL)
        if rng.randrange(6) == 0:
            effect["must"] = True
        try:
            read_effects(TomlTable({"effects": [effect]}, "made up"), "effects")
        except SseError:
            continue
        return effect


def _n(rng: Random, most: int = 3) -> Any:
    """Return a number, or so many for each of a measure."""
    if rng.randrange(3):
        return rng.randint(1, most)
    found: Table = {"per": rng.choice(MEASURES)}
    if rng.randrange(2):
        found["each"] = rng.randint(1, 2)
    if rng.randrange(2):
        found["most"] = rng.randint(1, 5)
    if rng.randrange(2):
        found["of"] = rng.choice(["owner", "opponents", "highest", "lowest"])
    return found


def _change(rng: Random) -> Any:
    return rng.choice((-2, -1, 1, 2, 3)) if rng.randrange(3) else _n(rng)


def _do(rng: Random, verb: str) -> Table:
    """Return a verb with what it needs."""
    ship, any_ship = rng.choice(SHIPS), rng.choice(("ship", *SHIPS))
    money = {rng.choice(_MONEY): rng.randint(1, 2)}
    found: dict[str, Table] = {
        "gain": {"gain": rng.choice((*_MONEY, "any")), "n": _n(rng)},
        "take": {"take": rng.choice((*_MONEY, "card")), "n": _n(rng), "from": rng.choice(("opponent", "each"))},
        "score": {"score": rng.choice(("token", "galaxy")), "n": _n(rng, 2)},
        "number": {"number": rng.choice(NUMBERS), **rng.choice(({"add": _change(rng)}, {"to": rng.randint(0, 4)}))},
        "price": {"price": rng.choice(PRICES), "less": _change(rng)},
        "build": {"build": ship, "n": _n(rng, 2), "at": rng.choice(("staging", "home", "starbase"))},
        "move": {"move": any_ship, "n": _n(rng), "of": rng.choice(("own", "opponent")), "steps": rng.randint(1, 4)},
        "settle": {"settle": _n(rng, 2), "where": rng.choice(("ship", "beside", "any"))},
        "upgrade": {"upgrade": _n(rng, 2)},
        "remove": {
            "remove": rng.choice(("ship", *SHIPS, "colony")),
            "n": _n(rng, 2),
            "where": rng.choice(("sector", "beside", "any")),
        },
        "draw": {"draw": _n(rng, 2), "cost": rng.randint(1, 3)},
        "place": {"place": _n(rng, 2)},
        "influence": {"influence": _n(rng)},
        "swap": {"swap": money, "for": {rng.choice(_MONEY): rng.randint(1, 2)}, "n": _n(rng)},
        "dial": {"dial": rng.choice(("tactics", "weapons", "shields")), "add": _change(rng)},
        "spare": {"spare": _n(rng)},
        "edict": {"edict": 1},
        "surge": {"surge": 1},
        "core": {"core": 1},
    }
    if verb == "price" and found["price"]["price"] in SHIPS:
        found["price"]["in"] = rng.choice((*RESOURCES, "any"))
    return found[verb]
