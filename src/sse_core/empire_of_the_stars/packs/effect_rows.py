"""Effects in the form for play: rows of small integers, made when a pack is read."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from ..positions.due import Due
from .content import NONE, Amount, Content, Do, Effect
from .rule_numbers import changed_by
from .vocabulary import COSTS, MOMENTS, STEPS, VERBS

__all__ = ["DURING", "MOMENT", "Part", "Row", "Stage", "rows", "step_of"]

MOMENT: Final = MappingProxyType({name: number for number, name in enumerate(MOMENTS)})
"""The number of each moment."""


class Part(IntEnum):
    """The kinds of parts of an effect: the choices for its price, then its verbs."""

    PAY_ANY = 0
    PAY_SHIP = 1
    PAY_CARD = 2
    GAIN_ANY = 3
    TAKE = 4
    TAKE_CARD = 5
    BUILD_STARBASE = 6
    MOVE = 7
    SETTLE = 8
    UPGRADE = 9
    REMOVE = 10
    DRAW = 11
    PLACE = 12
    SWAP = 13
    EDICT = 14
    # The other kinds need no choice.
    GAIN = 15
    TAKE_EACH = 16
    SCORE_TOKEN = 17
    SCORE_GALAXY = 18
    NUMBER = 19
    BUILD_STAGING = 20
    BUILD_HOME = 21
    INFLUENCE = 22
    DIAL = 23
    SPARE = 24
    SURGE = 25
    CORE = 26


class Stage(NamedTuple):
    """A part of an effect."""

    part: int
    what: int
    """The argument, by its place among its words: a resource, a number, a type of ship, a cost, a dial."""

    n: Amount
    where: int
    steps: int
    give: tuple[int, int, int, int]
    get: tuple[int, int, int, int]


class Row(NamedTuple):
    """An effect."""

    when: int
    who: int
    tests: tuple[tuple[int, int, int], ...]
    paid: tuple[int, int, int, int]
    """Credits, polymers, metal and energy of the price."""

    tokens: int
    """Tokens of the stock in the price."""

    stages: tuple[Stage, ...]
    times: int
    """How often it works in one role."""

    until: int
    must: bool
    card: int
    """The technology of the effect; NONE for an effect of a power."""

    power: int
    side: int


_MOST_USES: Final = 20
"""S62: the bound that stands for `times = 0`, which means any number."""

_ANY, _TOKEN, _FIGHTER, _CARD = (COSTS.index(name) for name in ("any", "token", "fighter", "card"))


def rows(content: Content) -> tuple[Row, ...]:
    """Return the effects of a pack, in the order of their numbers: technologies, then powers with their sides."""
    found = [
        _row(effect, number, NONE, 0) for number, card in enumerate(content.technologies) for effect in card.effects
    ]
    for number, power in enumerate(content.powers):
        for side, effects in enumerate((power.core, power.surge)):
            found += [_row(effect, NONE, number, side) for effect in effects]
    return tuple(found)


def _row(effect: Effect, card: int, power: int, side: int) -> Row:
    cost = dict(effect.cost)
    ships = [_stage(Part.PAY_SHIP, kind, Amount(cost[_FIGHTER + kind])) for kind in range(3) if _FIGHTER + kind in cost]
    choices = [_stage(Part.PAY_ANY, NONE, Amount(cost[_ANY]))] if _ANY in cost else []
    choices += ships
    choices += [_stage(Part.PAY_CARD, NONE, Amount(cost[_CARD]))] if _CARD in cost else []
    return Row(
        effect.when,
        effect.who,
        effect.tests,
        (cost.get(0, 0), cost.get(1, 0), cost.get(2, 0), cost.get(3, 0)),
        cost.get(_TOKEN, 0),
        (*choices, *map(_verb, effect.does)),
        effect.times or _MOST_USES,
        effect.until,
        effect.must,
        card,
        power,
        side,
    )


def _stage(part: Part, what: int, n: Amount) -> Stage:
    return Stage(part, what, n, NONE, 0, (0, 0, 0, 0), (0, 0, 0, 0))


_WORDS: Final[dict[str, tuple[Part, ...]]] = {
    "score": (Part.SCORE_TOKEN, Part.SCORE_GALAXY),
    "build": (Part.BUILD_STAGING, Part.BUILD_HOME, Part.BUILD_STARBASE),
}
_ANY_GAIN: Final = 4
_A_CARD: Final = 4
_EACH: Final = 1


def _verb(do: Do) -> Stage:
    """Return a verb as a part."""
    word, what = VERBS[do.verb], do.what
    if word == "gain":
        part = Part.GAIN_ANY if what == _ANY_GAIN else Part.GAIN
    elif word == "take":
        part = Part.TAKE_CARD if what == _A_CARD else Part.TAKE_EACH if do.where == _EACH else Part.TAKE
    elif word in ("number", "price"):
        part, what = Part.NUMBER, changed_by(do)
    elif word == "score":
        part = _WORDS[word][what]
    elif word == "build":
        part = _WORDS[word][do.where]
    else:
        part = Part[word.upper()]
    return Stage(part, what, do.n, do.where, do.steps, do.give, do.get)


DURING: Final = MappingProxyType({
    Due.EXPLORE: "explore", Due.TRADE: "trade", Due.INVEST: "invest", Due.BUILD: "build", Due.DEPLOY: "deploy",
    Due.DRAW: "draw", Due.BUY: "buy", Due.MOVE: "move", Due.BATTLE: "turn", Due.COLONIZE: "colonize",
    Due.INFLUENCE: "influence", Due.PUT: "put",
})  # fmt: skip
"""The steps in which effects can be used beside the step's own actions; effects of `turn` can be used in all of
them."""


def step_of(due: int, effects: tuple[Row, ...]) -> tuple[int, ...]:
    """Return the effects that can be used in a step, beside the step's own actions."""
    word = DURING.get(Due(due))
    if word is None:
        return ()
    moments = (MOMENT[f"during:{word}"], MOMENT["during:turn"])
    return tuple(number for number, row in enumerate(effects) if row.when in moments)


assert {*DURING.values()} | {"produce"} == {*STEPS}
