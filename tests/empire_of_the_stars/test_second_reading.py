"""The rules beside their second reading: the same after every action, and every rule comes up."""

from __future__ import annotations

from typing import Any

import pytest
from tests.empire_of_the_stars.second_lockstep import COMBINATIONS, SWITCHES, options_of, play_all, told
from tests.empire_of_the_stars.second_packs import packs
from tests.profiles import by_profile

from sse_core.empire_of_the_stars.vocabulary import MEASURES, ROLES

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
    }
)
"""The events of everyday games."""

RARE = frozenset(
    {
        *(f"an edict by {measure}" for measure in MEASURES),
        *("no tile is left", "a known space is turned up", "a pile becomes the deck", "a dreadnought falls"),
        "a ship that has moved, and one that tactics have moved",
    }
)
"""The further events of each thousand games."""


def test_both_readings_play_alike() -> None:
    """What must come up, comes up in the 250 games of `make nightly`; they are the same every time."""
    games = by_profile(dev=15, ci=60, nightly=250)
    found = play_all(range(games))
    assert games < 250 or found.keys() >= MUST_OCCUR


@pytest.mark.nightly
@pytest.mark.parametrize("thousand", range(20))
def test_both_readings_play_20_000_games_alike(thousand: int) -> None:
    found = play_all(range(1_000 * thousand, 1_000 * (thousand + 1)))
    print(f"\n{told(found)}")
    assert found.keys() >= MUST_OCCUR | RARE


def test_games_have_all_numbers_of_players_and_options() -> None:
    """768 games in a row have every combination."""
    found: list[tuple[int, dict[str, Any]]] = [options_of(number) for number in range(len(COMBINATIONS))]
    assert {(players, *options.values()) for players, options in found} == {(n, *rest) for n, rest in COMBINATIONS}
    assert all(tuple(options) == SWITCHES for _, options in found)


def test_packs_have_every_measure_as_an_edict() -> None:
    edicts = [edict for pack in packs() for edict in pack.value.content.edicts]
    assert {edict.measure for edict in edicts} == {-1, *range(len(MEASURES))}
    assert {pack.value.content.dial for pack in packs()} == {-1, 3, 6, 9}
