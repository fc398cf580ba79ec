"""The core of Empire of the Stars beside the reference: the same after every action, and every rule comes up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.campaigns import told
from tests.empire_of_the_stars.comparison import begun_at
from tests.empire_of_the_stars.lockstep import COMBINATIONS, SWITCHES, Lockstep, options_of, play_all
from tests.empire_of_the_stars.packs import N_MADE_UP, PAIRS, made_up, packs
from tests.profiles import PROFILE, by_profile

from sse_core.empire_of_the_stars import State
from sse_core.empire_of_the_stars.packs.content import named_effects
from sse_core.empire_of_the_stars.packs.vocabulary import COSTS, MEASURES, MOMENTS, ROLES, VERBS
from sse_core.empire_of_the_stars.strategies import states

MUST_OCCUR = frozenset(
    {
        *ROLES,
        *(f"{n} players" for n in (2, 3, 4)),
        # Explorer, Steward and Merchant.
        *("the chooser settles", "a wormhole is placed", "a known wormhole is turned up", "empty space is put back"),
        *("no region is free", "Explorer without effect", "Steward without effect", "resources lost"),
        *("nothing to trade", "a galaxy token of far space", "a colony in far space", "a starbase in far space"),
        # Engineer and Scientist.
        *("a fighter is built", "a cruiser is built", "a dreadnought is built", "a ship goes back to the supply"),
        *("a technology", "a technology for nothing", "a pile gets a new card"),
        # Warlord.
        *("a ship stops at wormhole", "a ship stops at asteroids", "a ship leaves a wormhole for afar"),
        *("a ship stops in a region without a tile", "a ship joins one of another player", "four ships in a region"),
        "a colony by ships",
        # Battles.
        *(
            f"a battle with {sides} allies"
            for sides in ("0 and 0", "1 and 0", "0 and 1", "1 and 1", "2 and 0", "0 and 2")
        ),
        *("asked by both sides", "an ally declines", "an ally brings a ship", "no way left to join"),
        *("tactics of the attacker", "tactics of the defender", "equal tactics"),
        *(
            f"tactics move a ship of the {side} side {how} the sector"
            for side in ("own", "other")
            for how in ("out of", "within")
        ),
        *("tactics move a ship that has moved", "strength beyond the end of the dials"),
        *("a fighter falls", "a cruiser falls", "a starbase becomes a colony", "a colony falls"),
        *("an ally scores for a colony", "hits lost", "hits spared", "a colony guarded by ships of others"),
        # Regent and edicts.
        *("influence is bought", "influence of three", "influence of four", "influence takes a planet"),
        *("influence makes a starbase", "influence weakens a starbase", "equal influence leaves a planet empty"),
        *("influence on the Throne", "equal influence on the Throne", "a new Emperor"),
        *("a tie for the edict", "a galaxy token for the edict", "no galaxy token left to score"),
        # The end.
        *("ended by a stock", "ended by the pile", "ended by round_limit"),
        *("won by total", "won by planets", "won by favour", "the Emperor favours another"),
        "views with hidden cards",
    }
)
"""The events of everyday games."""

WITH_EFFECTS = frozenset(
    {
        *(f"{whose} is used" for whose in ("a core side", "a surge side", "a technology")),
        *(f"{whose} works always" for whose in ("a core side", "a surge side", "a technology")),
        *(f"{cost} is paid" for cost in COSTS),
        *("an effect by itself", "all powers surge", "a power flips back after its use"),
        *("a power is flipped back before a role", "hits that don't count"),
        *("influence that is no token", "influence that is no token goes"),
        *("an effect without powers", "a price falls where something is short"),
        *("an effect destroys a colony", "an effect destroys a colony in a battle"),
    }
)
"""The further events of games with effects."""

EVERY_EFFECT = frozenset(f"{verb} at {moment}" for verb, moment in PAIRS)

RARE = frozenset(
    {
        *(f"an edict by {measure}" for measure in MEASURES),
        *("no tile is left", "a known space is turned up", "a pile becomes the deck", "a dreadnought falls"),
        *("a ship that has moved, and one that tactics have moved", "effects empty the display before Explorer"),
    }
)
"""The further events of thousands of games."""


@given(states(), st.randoms(use_true_random=False))
def test_any_action_in_any_position(state: State, rng: Random) -> None:
    game = Lockstep(state, begun_at(state), rng)
    game.look()
    for _ in range(6):
        if game.game.to_act:
            game.step()
    game.look()


_CHOSEN: Final = """
408 253 361 105 458 36 221 101 349 366 340 192 189 469 299 109 116 177 269 409 392 465 356 229 71 112 414 241
257 245 265 293 380 259 86 216 169 386 54 365 330 220 305 362 190 61 346 197 271 102 454 370 374 261 358 273
110 141 237 185 88 74 133 421 198 419 136 201 157 333 390 97 405 93 442 301 118 428 413 42 262 289 210 326 294
300 21 393 69 445 439 377 278 430 211 378
"""
CHOSEN: Final = tuple(map(int, _CHOSEN.split()))
"""Of the first 480 games those that show most, for the time that they take, each what the ones before it don't.

They have 553 of the 601 kinds of events that all 480 have. The first 160 games have 466, and take three times as long.
"""

# Many mutants fail in a few games, and one that hangs is given up soon after a short test.
GAMES: Final[list[Sequence[int]]] = (
    [range(first, first + 20) for first in range(0, 200, 20)]
    if PROFILE == "mutation"
    else [CHOSEN[: by_profile(16, 96)]]
)


@pytest.mark.parametrize("numbers", GAMES, ids=lambda numbers: f"{len(numbers)} from {numbers[0]} on")
def test_whole_games(numbers: Sequence[int]) -> None:
    """What must occur does so in these games."""
    found = play_all(numbers)
    assert len(numbers) < len(CHOSEN) or sorted(MUST_OCCUR - found.keys()) == []


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 40_000, 8_000))
def test_40_000_games(first: int) -> None:
    """The games are the same every time; what must come up does so in each of these parts, of 8,000 games."""
    found = play_all(range(first, first + 8_000))
    print(f"\n{told(found)}")
    assert sorted((MUST_OCCUR | WITH_EFFECTS | RARE) - found.keys()) == []


@pytest.mark.nightly
def test_every_effect_is_used() -> None:
    """Every verb, at every moment where it works; the games are the same every time."""
    found = play_all(range(1, 12_000, 4))
    print(f"\n{told(found)}")
    assert sorted(EVERY_EFFECT - found.keys()) == []


@pytest.mark.ci
def test_packs_have_every_verb_at_every_moment() -> None:
    packs_made = (made_up(number).value.content for number in range(1, N_MADE_UP + 1))
    effects = [effect for content in packs_made for _, effect in named_effects(content)]
    assert {(VERBS[do.verb], MOMENTS[effect.when]) for effect in effects for do in effect.does} == {*PAIRS}


def test_games_have_all_numbers_of_players_and_options() -> None:
    """1,536 numbers in a row have every combination."""
    found: list[tuple[int, dict[str, Any]]] = [options_of(number) for number in range(len(COMBINATIONS))]
    assert {(players, *options.values()) for players, options in found} == {(n, *rest) for n, rest in COMBINATIONS}
    assert all(tuple(options) == SWITCHES for _, options in found)


def test_packs_have_every_measure_as_an_edict() -> None:
    edicts = [edict for pack in packs() for edict in pack.value.content.edicts]
    assert {edict.measure for edict in edicts} == {-1, *range(len(MEASURES))}
    assert {pack.value.content.dial for pack in packs()} == {-1, 3, 6, 9}
