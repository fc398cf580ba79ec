"""The packs that core and reference play: `house`, `tiny`, packs that differ from them, and made-up effects.

Some packs differ in measures, dials, values and tokens. Others have technologies and powers that are drawn by the
pack's number: every verb comes at every moment where it works.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tests.empire_of_the_stars.small import TINY

from sse_core import SetupError, empire_of_the_stars
from sse_core.empire_of_the_stars import Board
from sse_core.empire_of_the_stars.packs.content import SIDES
from sse_core.empire_of_the_stars.packs.effect_reading import read_effects, works_at
from sse_core.empire_of_the_stars.packs.vocabulary import (
    BATTLE_MOMENTS,
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
    VERBS,
)
from sse_core.forms.packs import Pack
from sse_core.forms.toml_table import TomlTable

HOUSE: Final = Path(empire_of_the_stars.__file__).parent / "data" / "packs" / "house.toml"

FEWER_TILES: Final = {
    'kind = "space"\ncount = 9': 'kind = "space"\ncount = 12',
    'kind = "asteroids"\ncount = 5': 'kind = "asteroids"\ncount = 1',
    **{
        f"makes = {{ {makes} }}\ncount = {n}": f"makes = {{ {makes} }}\ncount = 1"
        for makes, n in (
            *(("polymers = 1", 5), ("metal = 1", 5), ("metal = 2", 3), ("energy = 1", 4)),
            *(("polymers = 1, metal = 1", 3), ("metal = 1, energy = 1", 2)),
        )
    },
}
"""So few that they run out before the regions (C4.5), and empty space among them that is put back (C4.7)."""

CHANGES: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("house", {}),
    ("tiny", {}),
    ("tiny", {"dial = 9": "dial = 3", "energy = [5, 4, 3, 2, 2]": "energy = [2, 1, 1, 1, 1]"}),
    ("house", {"galaxy_tokens = 30": "galaxy_tokens = 12", "polymers = [3, 2, 2, 1, 1]": "polymers = [9, 7, 5, 3, 1]"}),
    ("tiny", {"dial = 9\n": ""}),
    ("house", {"galaxy_tokens = 30": "dial = 6\ngalaxy_tokens = 60", **FEWER_TILES}),
    ("tiny", {"galaxy_tokens = 12": "galaxy_tokens = 40", "far_space = [5, 8]": "far_space = [1, 2, 3]"}),
)
"""The packs of the games, by the pack that each differs from. Those with changes have six measures each as edicts."""

PAIRS: Final = [(verb, moment) for verb in VERBS for moment in MOMENTS if works_at(verb, moment)]
"""What works when."""

AT_SET_UP: Final = [pair for pair in PAIRS if pair[1] == "setup"]

N_POWERS: Final = 16
N_CARDS: Final = 24
N_EFFECTS: Final = 3
"""Of each technology, and of each side of a power."""

N_MADE_UP: Final = 60
"""The packs whose effects are made up; together they have all pairs."""

_MONEY: Final = ("credits", *RESOURCES)


def _text_of(name: str) -> str:
    return (HOUSE if name == "house" else TINY).read_text("utf-8")


def _load(name: str, text: str) -> Pack[Board]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.toml"
        path.write_text(text, "utf-8")
        return empire_of_the_stars.load_pack(path)


@lru_cache(maxsize=1)
def packs() -> tuple[Pack[Board], ...]:
    """The packs with the cards of `house` and `tiny`; those of `tiny` have no powers."""
    found: list[Pack[Board]] = []
    measures = iter(MEASURES)
    for number, (name, changes) in enumerate(CHANGES):
        text = _text_of(name)
        for old, new in {f'name = "{name}"': f'name = "{name}-{number}"', **changes}.items():
            assert old in text, old
            text = text.replace(old, new, 1)
        if changes:
            first, *rest = re.split(r'(?m)^measure = ".*"$', text)
            text = first + "".join(f'measure = "{next(measures)}"{part}' for part in rest)
        found.append(_load(f"{name}-{number}", text))
    return tuple(found)


@lru_cache(maxsize=64)
def made_up(number: int) -> Pack[Board]:
    """A pack with the map of `house` or `tiny`, whose effects are made up; if they are too much together, anew.

    Its number is 1 to `N_MADE_UP`.
    """
    rng = Random(number)
    name = ("house", "tiny")[number % 2]
    text = _text_of(name).replace(f'name = "{name}"', f'name = "{name}-powers-{number}"', 1)
    text = text[: text.index("[[technology]]")]
    while True:
        pairs = _pairs_of(number)
        rows = [_card(rng, place, pairs) for place in range(N_CARDS)]
        rows += [_power(rng, place, pairs) for place in range(N_POWERS)]
        try:
            return _load(f"{name}-powers-{number}", text + "\n".join(rows))
        except SetupError:
            continue


def _pairs_of(number: int) -> Iterator[tuple[str, str]]:
    """The pairs of a pack: where the last one left off, so that a few packs have them all."""
    shuffled = [pair for pair in PAIRS if pair not in AT_SET_UP]
    Random(0).shuffle(shuffled)
    first = (number - 1) * N_EFFECTS * (N_CARDS + 2 * N_POWERS) % len(shuffled)
    return islice(cycle(shuffled), first, None)


def _card(rng: Random, place: int, pairs: Iterator[tuple[str, str]]) -> str:
    cost = 1 + (place >= 14) + (place >= 20)
    kind = rng.choice(("culture", "industry", "military"))
    effects = ", ".join(_effect(rng, *pair) for pair in islice(pairs, N_EFFECTS))
    return f'[[technology]]\nname = "Card {place}"\ntype = "{kind}"\ncost = {cost}\neffects = [{effects}]\n'


def _power(rng: Random, place: int, pairs: Iterator[tuple[str, str]]) -> str:
    start = [f"{kind} = {_start_of(rng)}" for kind in _MONEY]
    if rng.randrange(2):
        start.append(f"fleet = {{ {rng.choice(SHIPS)} = {rng.randint(1, 2)} }}")
    # Only the core side can turn the surge side up, and the other way round.
    works = sorted(islice(pairs, 2 * N_EFFECTS), key=lambda pair: (pair[0] == "core") - (pair[0] == "surge"))
    if place % 2:
        # A technology can't work at set-up, so every other power does.
        works.insert(0, AT_SET_UP[place // 2 % len(AT_SET_UP)])
    sides = [
        f"{side} = [{', '.join(_effect(rng, *pair) for pair in part)}]"
        for side, part in zip(SIDES, (works[:-N_EFFECTS], works[-N_EFFECTS:]), strict=True)
    ]
    return (
        f'[[power]]\nnumber = {2 * place + rng.randint(1, 2)}\nname = "Power {place}"\n'
        f"start = {{ {', '.join(start)} }}\n" + "\n".join(sides) + "\n"
    )


def _start_of(rng: Random) -> str:
    if rng.randrange(5):
        return str(rng.randint(1, 6))
    return _per(rng)


def _per(rng: Random) -> str:
    of = rng.choice(("owner", "opponents", "highest", "lowest"))
    each, most = rng.randint(1, 2), rng.randint(1, 6)
    return f'{{ per = "{rng.choice(MEASURES)}", each = {each}, most = {most}, of = "{of}" }}'


def _amount(rng: Random, *, signed: bool = False, by_measure: bool = True) -> str:
    if by_measure and rng.randrange(4) == 0:
        return _per(rng)
    return str(rng.choice((1, 1, 2, 3, -1, -2) if signed else (1, 1, 2, 3)))


def _effect(rng: Random, verb: str, moment: str) -> str:
    """An effect that packs take, with a verb at a moment; what is refused is drawn anew."""
    while True:
        text = _any_effect(rng, verb, moment)
        try:
            read_effects(TomlTable.parse(f"effects = [{text}]", "effect.toml"), "effects")
        except SetupError:
            continue
        return text


def _any_effect(rng: Random, verb: str, moment: str) -> str:
    does = [_do(rng, verb, moment)]
    if rng.randrange(4) == 0:
        other = rng.choice([other for other in VERBS if works_at(other, moment)])
        does.insert(rng.randrange(2), _do(rng, other, moment))
    parts = [f'when = "{moment}"', f"do = [{', '.join(does)}]"]
    if moment in BATTLE_MOMENTS:
        # So seldom a battle comes, and an effect in it, that many serve the side.
        parts.append(f'who = "{rng.choice((*SERVED, *["side"] * 5))}"')
    elif rng.randrange(4) == 0:
        parts.append(f'who = "{rng.choice(SERVED)}"')
    if rng.randrange(6) == 0:
        test = rng.choice(TESTS if rng.randrange(2) else TESTS[-3:])
        most = 1 if test in TESTS[-3:] else 4
        parts.append(f'if = [["{test}", "{rng.choice(COMPARISONS)}", {rng.randint(0, most)}]]')
    if rng.randrange(4) == 0:
        costs = rng.sample(COSTS, rng.choice((1, 1, 2)))
        parts.append(f"cost = {{ {', '.join(f'{cost} = {rng.choice((1, 1, 2))}' for cost in costs)} }}")
    if rng.randrange(4) == 0:
        parts.append(f"times = {rng.choice((0, 2, 3))}")
    if rng.randrange(2) == 0:
        parts.append(f'until = "{rng.choice(("role", "battle"))}"')
    if rng.randrange(4) == 0:
        parts.append("must = true")
    return f"{{ {', '.join(parts)} }}"


def _do(rng: Random, verb: str, moment: str) -> str:
    """A use of a verb, with words and numbers that are drawn."""
    asked = moment != "always"
    n = _amount(rng)
    money = rng.choice(_MONEY)
    match verb:
        case "gain":
            words = f'gain = "{rng.choice((*_MONEY, "any"))}", n = {n}'
        case "take":
            words = f'take = "{rng.choice((*_MONEY, "card"))}", n = {n}, from = "{rng.choice(("opponent", "each"))}"'
        case "score":
            words = f'score = "{rng.choice(("token", "galaxy"))}", n = {n}'
        case "number":
            words = f'number = "{rng.choice(NUMBERS)}", '
            by = _amount(rng, signed=True, by_measure=asked)
            words += f"to = {rng.randint(0, 5)}" if rng.randrange(3) == 0 else f"add = {by}"
        case "price":
            price = rng.choice(PRICES)
            words = f'price = "{price}", less = {_amount(rng, signed=True, by_measure=asked)}'
            if price in SHIPS:
                words += f', in = "{rng.choice((*RESOURCES, "any"))}"'
        case "build":
            words = f'build = "{rng.choice(SHIPS)}", n = {n}, at = "{rng.choice(("staging", "home", "starbase"))}"'
        case "move":
            words = f'move = "{rng.choice(("ship", "ship", *SHIPS))}", n = {n}, steps = {rng.randint(1, 3)}, '
            words += f'of = "{rng.choice(("own", "opponent"))}"'
        case "settle":
            words = f'settle = {n}, where = "{rng.choice(("ship", "beside", "any"))}"'
        case "remove":
            words = f'remove = "{rng.choice(("ship", *SHIPS, "colony", "colony"))}", n = {n}, '
            words += f'where = "{rng.choice(("sector", "beside", "any"))}"'
        case "draw":
            words = f"draw = {n}, cost = {rng.randint(1, 3)}"
        case "swap":
            words = f"swap = {{ {money} = 1 }}, for = {{ {rng.choice(_MONEY)} = {rng.randint(1, 3)} }}, n = {n}"
        case "dial":
            words = f'dial = "{rng.choice(("tactics", "weapons", "shields"))}", add = {_amount(rng, signed=True)}'
        case "edict" | "surge" | "core":
            words = f"{verb} = 1"
        case _:
            words = f"{verb} = {n}"
    return f"{{ {words} }}"
