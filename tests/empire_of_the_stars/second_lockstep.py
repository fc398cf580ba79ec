"""The rules and their second reading in lockstep: the same table and the same choices after every action.

``python -m tests.empire_of_the_stars.second_lockstep 20000 --jobs 8`` plays the games from number 0 on, in so many
processes, and prints what came up; ``--powers`` plays with powers, ``--house`` with those of the pack `house` alone. A
game follows from its number. All numbers of players and all options come in turn, with the packs of
``second_packs.py``.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final, TypeAlias

from tests import campaigns
from tests.empire_of_the_stars.second_comparison import compare, compare_view, second_reading, words_of
from tests.empire_of_the_stars.second_packs import N_MADE_UP, packs, with_powers
from tests.empire_of_the_stars.second_reading import Game
from tests.empire_of_the_stars.second_story import CHANCE

from sse_core.empire_of_the_stars import State, start

SWITCHES: Final = (
    *("start_colony", "one_way", "edict_substitute", "own_cap", "reshuffle", "free_allies", "spare_hits"),
    "neutral_shields",
)
COMBINATIONS: Final = tuple(product((2, 3, 4), product((False, True), repeat=len(SWITCHES))))

Leaning: TypeAlias = dict[str, float]


class Powers(Enum):
    """Whether games have powers, and of which packs."""

    NONE = "without powers"
    ALL = "with powers"
    """Every other game has the pack `house`, the others have effects that are made up."""

    HOUSE = "with the powers of house"


LEANINGS: Final[dict[str, Leaning]] = {
    "none": {},
    "war": {"warlord": 9, "engineer": 4, "done": 0.2, "ally": 3, "join": 3, "most weapons": 9, "least tactics": 5},
    "siege": {
        "warlord": 6,
        "regent": 3,
        "engineer": 2,
        "done": 0.1,
        "battle": 9,
        "join": 9,
        "settle": 9,
        "put": 0.3,
        "most weapons": 30,
        "least tactics": 9,
    },
    "fleets": {
        "warlord": 6,
        "engineer": 6,
        "steward": 5,
        "done": 0.1,
        "dreadnought": 9,
        "cruiser": 3,
        "most polymers": 5,
        "most metal": 5,
        "most energy": 5,
        "most weapons": 9,
        "least tactics": 5,
    },
    "court": {"regent": 9, "steward": 3, "merchant": 3, "influence": 5, "throne": 6, "join": 2},
    "trade": {"merchant": 9, "steward": 9, "invest": 5, "regent": 0.3, "least polymers": 9, "least metal": 9},
    "travel": {"explorer": 9, "warlord": 4, "wormhole": 5, "asteroids": 3, "done": 0.3, "settle": 5, "put": 0.5},
    "arts": {"scientist": 15, "steward": 3, "done": 0.3, "take": 3, "buy": 5},
}
"""The weights of actions, so that random games reach every rule: by verb, by what they are about, by the last word of
that, and of the largest and the least number of a verb."""

WITH_POWERS: Final[dict[str, Leaning]] = {
    "cards": {"scientist": 9, "explorer": 3, "use": 9, "buy": 9, "take": 3, "done": 0.3},
    "use": {"use": 9, "warlord": 3, "battle": 3, "done": 0.5, "core": 0.3},
}
"""The same for games with powers alone."""

_NUMBERS: Final = frozenset({"polymers", "metal", "energy", "tactics", "weapons"})


def options_of(number: int) -> tuple[int, dict[str, Any]]:
    """Players and switches of a game: 768 combinations in turn."""
    players, switches = COMBINATIONS[number * 37 % len(COMBINATIONS)]
    return players, dict(zip(SWITCHES, switches, strict=True))


def begin(number: int, rng: Random, powers: Powers) -> tuple[State, Game]:
    """Both readings at the start of a game."""
    players, options = options_of(number)
    if powers is Powers.NONE:
        pack = rng.choice(packs())
    else:
        pack = with_powers(number // 2 % N_MADE_UP + 1 if powers is Powers.ALL and number % 2 else 0)
    blocked = ""
    if players == 2 and rng.randrange(2):
        sectors = pack.value.content.sectors
        blocked = " ".join(sectors[sector].name for sector in rng.choice(pack.value.blockable))
    limit = rng.choice((200, 200, 200, 60, 12, 3))
    options |= {"powers": powers is not Powers.NONE, "round_limit": limit}
    state = start(players=players, seed=number, pack=pack, blocked=blocked, **options)
    return state, second_reading(state)


def weight(choice: str, legal: list[str], leaning: Leaning) -> float:
    """How likely a choice is, beside the others."""
    verb, _, thing = choice.partition("=")
    found = leaning.get(verb, 1) * leaning.get(thing.rpartition(".")[2], 1)
    if verb in _NUMBERS:
        numbers = [int(each.rpartition("=")[2]) for each in legal if each.startswith(verb)]
        found *= leaning.get(f"most {verb}", 1) if int(thing) == max(numbers) else 1
        found *= leaning.get(f"least {verb}", 1) if int(thing) == min(numbers) else 1
    return found


def play_both(number: int, powers: Powers = Powers.NONE) -> Counter[str]:
    """Play a game by both readings; return what came up."""
    rng = Random(number)
    state, game = begin(number, rng, powers)
    words = words_of(state.board)
    leanings = LEANINGS if powers is Powers.NONE else LEANINGS | WITH_POWERS
    leaning = leanings[rng.choice(list(leanings))]
    compare(state, game)
    while game.to_act:
        player = rng.choice(game.to_act)
        legal = sorted(game.legal(player))
        weights = [1.0 if player == CHANCE else weight(choice, legal, leaning) for choice in legal]
        (choice,) = rng.choices(legal, weights)
        if rng.randrange(8) == 0:
            other = rng.randrange(len(words.texts))
            compare_view(state, game, rng.choice(game.seats))
            assert (state.why_not(other, player).value == 0) == (words.texts[other] in legal), words.texts[other]
        state = state.after(words.ids[choice], player)
        game.play(player, choice)
        game.happened["actions"] += 1
        compare(state, game)
    found = game.happened
    found["games"] += 1
    found[f"{game.n} players"] += 1
    found[f"pack {state.pack.name}"] += 1
    return found


def play_all(numbers: range, powers: Powers = Powers.NONE) -> Counter[str]:
    """Play games by both readings; return what came up in them."""
    name = f"tests.empire_of_the_stars.second_lockstep, {powers.value}"
    return campaigns.play_all(partial(play_both, powers=powers), name, numbers)


def play_asked(numbers: range, powers: bool, house: bool) -> Counter[str]:
    """Play games with the powers that a command line asks for; return what came up in them."""
    return play_all(numbers, Powers.HOUSE if house else Powers.ALL if powers else Powers.NONE)


if __name__ == "__main__":
    campaigns.run(
        play_asked,
        __doc__,
        powers="play with powers, and with technologies that act",
        house="the same with the pack house alone",
    )
