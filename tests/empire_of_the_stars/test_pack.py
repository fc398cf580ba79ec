"""Packs of Empire of the Stars: what is read, what is refused and where, and the pack that ships."""

from __future__ import annotations

from itertools import chain, pairwise
from pathlib import Path

import pytest
from tests.command import Run

from sse_core.empire_of_the_stars import new_game, playout
from sse_core.empire_of_the_stars.actions import most_strength
from sse_core.empire_of_the_stars.packs.content import NONE, Amount, Content, Do, Edict, Face
from sse_core.empire_of_the_stars.packs.effect_reading import read_effects, works_at
from sse_core.empire_of_the_stars.packs.galaxy import blockable, has_pairs, is_connected, neighbours
from sse_core.empire_of_the_stars.packs.library import PACKS, load_pack
from sse_core.empire_of_the_stars.packs.vocabulary import (
    COSTS,
    MEASURES,
    MOMENTS,
    SERVED,
    TESTS,
    TYPES,
    VERBS,
    WORKS,
)
from sse_core.empire_of_the_stars.positions.fields import MAX_REGIONS
from sse_core.errors import SetupError
from sse_core.forms.toml_table import TomlTable

TINY = Path(__file__).with_name("data") / "tiny.toml"
TEXT = TINY.read_text(encoding="utf-8")


# --- what is read


def test_the_tiny_pack_is_read() -> None:
    pack = load_pack(TINY)
    assert (pack.name, pack.about) == ("tiny", "a small map for tests")
    content = pack.value.content
    assert content.regions == ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2")
    assert [sector.regions for sector in content.sectors] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert (0, 1) in content.joins
    assert len(content.joins) == 9
    assert [tile.name for tile in content.tiles] == ["space", "asteroids", "wormhole", "2p", "1m", "1p1e"]
    assert content.tiles[3].makes == (2, 0, 0)
    assert content.homes == ((1, 1, 0),) * 4
    assert content.edicts[0] == Edict("Chaos", NONE)
    assert content.edicts[6] == Edict("Renewal", MEASURES.index("throne"), least=True)
    assert content.dial == 9
    card = content.technologies[13]
    assert card.effects[0].does == (Do(VERBS.index("number"), 0, Amount(1)),)


def test_the_same_content_has_the_same_digest() -> None:
    assert load_pack(TINY) is load_pack(TINY)
    assert PACKS.find("tiny", load_pack(TINY).digest) is load_pack(TINY)


def test_ships_of_the_greatest_strength_on_the_largest_sector_are_played(tmp_path: Path) -> None:
    """A dial can be set to two thousand numbers."""
    regions = [f"a{n}" for n in range(1, MAX_REGIONS - 2)]
    large = f"blocked = 0\n\n[map.sectors]\na = {regions}\nb = ['b1']\nc = ['c1']\nd = ['d1']\n\n"
    joins = [f"{one}-{other}" for one, other in pairwise(regions)]
    large = f"joins = {[*joins, 'a2-b1', 'b1-c1', 'c1-d1', 'd1-a1']}\nfar_space = [5, 8]\n{large}"
    text = TEXT[: TEXT.index("joins =")] + large + TEXT[TEXT.index("[[tile]]") :]
    text = text.replace("dial = 9\n", "").replace("count = 3", f"count = {MAX_REGIONS}", 1)
    for n, name in enumerate(("fighter", "cruiser", "dreadnought", "colony")):
        does = ", ".join([f"{{ number = 'strength.{name}', add = 9 }}"] * 3)
        text += f"\n[[technology]]\nname = 'Armour {n}'\ntype = 'military'\ncost = 2\n"
        text += f"effects = [{{ when = 'always', who = 'all', do = [{does}] }}]\n"
    file = tmp_path / "tiny.toml"
    file.write_text(text, encoding="utf-8")
    pack = load_pack(file)
    assert most_strength(pack.value.content) == 2060
    assert playout(new_game(players=4, pack=pack, round_limit=4), 1).outcome is not None


# --- what is refused, with file, table and key


REFUSED = {
    "an unknown table": ('about = "a small', '[sectors]\nabout = "a small', "[pack] about is missing"),
    "an unknown key": ("dial = 9", "dail = 9", "[numbers] dail is unknown"),
    "too few galaxy tokens": (
        "galaxy_tokens = 12",
        "galaxy_tokens = 2",
        "[numbers] galaxy_tokens is 2, not in 3 to 99",
    ),
    "a track that is too short": ("energy = 3 }", "energy = 2 }", "[numbers.track] energy is 2, not in 3 to 20"),
    "a join to nowhere": ('"d2-a1"', '"d2-e1"', "[map] joins has 'd2-e1': there is no region 'e1'"),
    "a join without a minus": ('"d2-a1"', '"d2a1"', "[map] joins has 'd2a1'"),
    "a join to itself": ('"d2-a1"', '"d2-d2"', "[map] joins has 'd2-d2', which joins a region to itself"),
    "a join twice": ('"d2-a1"', '"a2-a1"', "[map] joins has 'a2-a1' twice"),
    "a galaxy in parts": (
        '"c2-d1", "d2-a1", ',
        "",
        "[map] joins leaves the galaxy in parts that don't hang together",
    ),
    "a region twice": (
        'b = ["b1", "b2"]',
        'b = ["b1", "a2"]',
        "[map.sectors] b has the region a2, which is there already",
    ),
    "a region with a bad name": ('b = ["b1", "b2"]', 'b = ["b1", "B2"]', "[map.sectors] b has a region 'B2'"),
    "a region called throne": ('b = ["b1", "b2"]', 'b = ["b1", "throne"]', "[map.sectors] b has a region 'throne'"),
    "a sector without regions": ('b = ["b1", "b2"]', "b = []", "[map.sectors] b has no regions"),
    "more blocked than there are": ("blocked = 1", "blocked = 4", "[map] blocked is 4, not in 0 to 3"),
    "no price": ("far_space = [5, 8]", "far_space = []", "[map] far_space has 0 locations, not 1 to 16"),
    "a price of nothing": ("far_space = [5, 8]", "far_space = [5, 0]", "[map] far_space has the price 0"),
    "an unknown kind of tile": ('kind = "space"', 'kind = "spice"', "[tile.1] kind is one of space, asteroids"),
    "empty space that makes something": (
        'kind = "space"',
        'kind = "space"\nmakes = { metal = 1 }',
        "[tile.1] makes has no meaning: planets alone make anything",
    ),
    "a kind twice": ("makes = { metal = 1 }\n", "makes = { polymers = 2 }\n", "[tile.5] kind is a second 2p"),
    "two wormholes": (
        'kind = "wormhole"\ncount = 3',
        'kind = "wormhole"\ncount = 2',
        "tile has 2 wormholes, not 3 (C1.5)",
    ),
    "three 2-polymer planets": ("count = 4", "count = 3", "tile has 3 planets of 2 polymers, and 4 players take one"),
    "too few tiles": (
        'kind = "space"\ncount = 3\n\n[[tile]]\nkind = "asteroids"\ncount = 2',
        'kind = "space"\ncount = 1',
        "tile has 8 tiles beside the wormholes, and 4 players need 9 (C1.5, C1.6, C14.1)",
    ),
    "two home worlds": (
        "[[home]]\n",
        "[[home]]\nmakes = { metal = 1 }\n[[home]]\n",
        "home has 2 rows, not one for all colours or 4",
    ),
    "a role twice": ('"explorer", "steward"', '"steward", "steward"', "[wheel] order is each of explorer, steward"),
    "three market tiles": (
        '  { kinds = ["energy"], credits = 3 },\n',
        "",
        "[market] tiles has 3 tiles, not 4 (C1.4)",
    ),
    "an unknown resource": ('kinds = ["energy"]', 'kinds = ["dust"]', "[market.tiles.3] kinds has some of polymers"),
    "a resource twice": (
        'kinds = ["energy"]',
        'kinds = ["energy", "energy"]',
        "[market.tiles.3] kinds names a resource twice",
    ),
    "credits of nothing": ('kinds = ["energy"], credits = 3', 'kinds = ["energy"], credits = 0', "credits is 0"),
    "values that rise": ("[3, 2, 2, 1, 1]", "[3, 2, 2, 1, 2]", "[market.values] polymers has values that rise"),
    "four values": ("[3, 2, 2, 1, 1]", "[3, 2, 2, 1]", "[market.values] polymers has 4 values, not 5"),
    "six edicts": ('[[edict]]\nname = "Plenty"\nmeasure = "credits"\n', "", "edict has 6 edicts, not 7"),
    "no Chaos": ('name = "Chaos"', 'name = "Order"\nmeasure = "cards"', "edict has no Chaos"),
    "Chaos with a condition": (
        'name = "Chaos"',
        'name = "Chaos"\nmeasure = "cards"',
        "[edict.1] measure has no meaning: Chaos has no condition",
    ),
    "an unknown measure": ('measure = "strength"', 'measure = "strenght"', "(did you mean 'strength'?)"),
    "two cards of one name": (
        'name = "Card 2"',
        'name = "card-1"',
        "[technology.2] name is 'card-1', as another one's",
    ),
    "an unknown type": ('type = "industry"', 'type = "magic"', "[technology.2] type is one of culture, industry"),
    "twelve cards of cost 1": (
        'name = "Card 13"\ntype = "culture"\ncost = 1',
        'name = "Card 13"\ntype = "culture"\ncost = 2',
        "technology has 12 cards of cost 1, fewer than 13 (C1.2)",
    ),
    "no card of cost 3": ("cost = 3", "cost = 2", "technology has no card of cost 3 (C1.2)"),
    "an unknown moment": ('when = "always"', 'when = "allways"', "[technology.14.effects.1] when is one of always"),
    "a verb that is none": (
        '{ number = "moves.fighter"',
        '{ nubmer = "moves.fighter"',
        "nubmer is no verb (did you mean 'number'?)",
    ),
    "two verbs": (
        '{ number = "moves.fighter", add = 1 }',
        '{ number = "moves.fighter", add = 1, spare = 1 }',
        "[technology.14.effects.1.do.1] spare is a second verb beside number",
    ),
    "a verb at a moment where it can't work": (
        'when = "after:merchant"',
        'when = "always"',
        "has no meaning beside when = 'always', when nothing is asked",
    ),
    "a dial out of battle": (
        '{ score = "token", n = 1 }',
        '{ dial = "shields", add = 1 }',
        "dial can't work at 'after:merchant'; it works at battle:open",
    ),
    "an unknown test": (
        '["far_space", ">="',
        '["farspace", ">="',
        "[technology.15.effects.1] if has no test 'farspace'",
    ),
    "an unknown comparison": ('["far_space", ">="', '["far_space", ">"', "if compares by >=, <=, ==, not '>'"),
    "a test of words": (
        '["far_space", ">=", 2]',
        '["far_space", ">=", "two"]',
        'if has tests like ["planets", ">=", 3]',
    ),
    "too many tests": (
        '["far_space", ">=", 2]',
        ", ".join(['["far_space", ">=", 2]'] * 5),
        "[technology.15.effects.1] if has 5 tests, more than 4",
    ),
    "an unknown cost": (
        "cost = { credits = 4 }",
        "cost = { gold = 4 }",
        "[technology.15.effects.1] cost has none of credits",
    ),
    "no verb": ('do = [{ score = "token", n = 1 }]', "do = []", "[technology.15.effects.1] do has 0 verbs, not 1 to 4"),
    "a number out of range": ("n = 1 }]", "n = 21 }]", "[technology.15.effects.1.do.1] n is 21, not in 1 to 20"),
    "a number that changes nothing": ("add = 1", "add = 0", "add is 0, which changes nothing"),
    "any number of times for nothing": (
        "cost = { credits = 4 }",
        "times = 0",
        "[technology.15.effects.1] times is 0, any number of times, and there is no cost",
    ),
    "a must with a cost": (
        "cost = { credits = 4 }",
        "cost = { credits = 4 }, must = true",
        "[technology.15.effects.1] must is true, and there is a cost: nobody must pay",
    ),
    "one power": (
        "[[home]]",
        '[[power]]\nnumber = 1\nname = "One"\nstart = { credits = 3 }\n\n[[home]]',
        "power has 1 powers, and three are dealt to each of 4 players: 12 or none",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_content_that_cannot_be_played_is_refused_with_its_place(case: str, tmp_path: Path) -> None:
    before, after, message = REFUSED[case]
    assert before in TEXT
    path = tmp_path / "tiny.toml"
    path.write_text(TEXT.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        load_pack(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_each_pair_of_verb_and_moment_is_read_or_refused() -> None:
    """The table of moments by verbs says which pairs work; every other pair is refused with the verb and the moment."""
    samples = {
        "gain": 'gain = "metal"',
        "take": 'take = "credits"',
        "score": 'score = "token"',
        "number": 'number = "room", add = 1',
        "price": 'price = "cruiser", less = 1',
        "build": 'build = "fighter"',
        "move": 'move = "ship"',
        "remove": 'remove = "fighter"',
        "draw": "draw = 1, cost = 1",
        "swap": "swap = { metal = 1 }, for = { credits = 1 }",
        "dial": 'dial = "tactics", add = 1',
    }
    for verb in VERBS:
        do = samples.get(verb, f"{verb} = 1")
        for moment in MOMENTS:
            table = TomlTable.parse(f'effects = [{{ when = "{moment}", do = [{{ {do} }}] }}]', "x.toml")
            if works_at(verb, moment):
                (effect,) = read_effects(table, "effects")
                assert (VERBS[effect.does[0].verb], MOMENTS[effect.when]) == (verb, moment)
                table.check_all_read()
            else:
                with pytest.raises(SetupError, match=rf"\[effects\.1\.do\.1\] {verb} can't work at '{moment}'"):
                    read_effects(table, "effects")
    for words in WORKS.values():
        assert all(any(word in (moment, moment.partition(":")[0]) for moment in MOMENTS) for word in words)


# --- the map


def test_what_hangs_together() -> None:
    beside = neighbours(4, [(0, 1), (2, 3)])
    assert is_connected([0, 1], beside)
    assert not is_connected(range(4), beside)
    assert is_connected([], beside)


def test_sectors_that_can_be_blocked() -> None:
    """In a ring of six sectors of one region, any two neighbours."""
    beside = neighbours(6, [(n, (n + 1) % 6) for n in range(5)] + [(0, 5)])
    ways = blockable([(n,) for n in range(6)], beside, 2)
    assert len(ways) == 6
    assert (0, 5) in ways
    assert (0, 2) not in ways


def test_pairs_of_regions() -> None:
    """A star has one pair; a path of six in which taking pairs in the wrong order finds two has three."""
    star = neighbours(5, [(0, n) for n in range(1, 5)])
    assert has_pairs(range(5), star, 1)
    assert not has_pairs(range(5), star, 2)
    path = neighbours(6, [(0, 2), (0, 1), (2, 3), (1, 4), (3, 5)])
    assert has_pairs(range(6), path, 3)
    assert not has_pairs(range(6), path, 4)


# --- house


@pytest.fixture(scope="module")
def house() -> Content:
    return load_pack("house").value.content


def test_house_says_in_its_first_line_whose_numbers_it_has(house: Content) -> None:
    import sse_core

    path = Path(sse_core.__file__).parent / "empire_of_the_stars" / "data" / "packs" / "house.toml"
    first = path.read_text(encoding="utf-8").split("\n")[0]
    assert first == "# The numbers and names in this file are this project's own, not the publisher's."
    assert house.galaxy_tokens == 30


def test_house_turns_onto_itself_sector_by_sector(house: Content) -> None:
    turned = {tuple(sorted(((one + 4) % 40, (other + 4) % 40))) for one, other in house.joins}
    assert turned == {*house.joins}
    assert [sector.regions for sector in house.sectors] == [tuple(range(n, n + 4)) for n in range(0, 40, 4)]


def test_house_has_what_the_boxes_have(house: Content) -> None:
    assert sum(tile.n for tile in house.tiles) == 47
    assert next(tile.n for tile in house.tiles if tile.face is Face.WORMHOLE) == 3
    assert {*house.far_space} >= {5, 10}
    assert len(house.far_space) == 8
    assert len(house.technologies) >= 54
    assert sum(card.cost == 1 for card in house.technologies) == 24
    for kind in range(len(TYPES)):
        assert sum(card.kind == kind for card in house.technologies) >= 6
    assert len(house.powers) >= 16


def test_house_uses_every_word_of_the_vocabulary(house: Content) -> None:
    effects = [*chain(*(card.effects for card in house.technologies))]
    effects += chain(*((*power.core, *power.surge) for power in house.powers))
    assert {MOMENTS[effect.when] for effect in effects} == {*MOMENTS}
    assert {VERBS[do.verb] for effect in effects for do in effect.does} == {*VERBS}
    assert {COSTS[what] for effect in effects for what, _ in effect.cost} == {*COSTS}
    assert {SERVED[effect.who] for effect in effects} == {*SERVED}
    counted = {test for effect in effects for test, _, _ in effect.tests}
    counted |= {do.n.per for effect in effects for do in effect.does}
    counted |= {edict.measure for edict in house.edicts}
    assert counted - {NONE} == {*range(len(TESTS))}


# --- the command


def test_pack_check_says_what_a_pack_has(run: Run) -> None:
    result = run("pack", "check", TINY)
    assert (result.status, result.err) == (0, "")
    pack = load_pack(TINY)
    assert result.out.startswith(f"tiny {pack.digest}: a small map for tests\n")
    assert "map: 8 regions in 4 sectors, 9 joins, 1 blocked for two players\n" in result.out
    assert "powers: 0, so the first game alone is played (C15.1)\n" in result.out
    assert "54 technologies" in run("pack", "check", "house").out.replace("technologies: 54", "54 technologies")


def test_pack_show_prints_the_pack_that_ships_to_begin_one_with(run: Run, tmp_path: Path) -> None:
    result = run("pack", "show", "house")
    assert (result.status, result.err) == (0, "")
    (tmp_path / "mine.toml").write_text(result.out, encoding="utf-8")
    assert load_pack(tmp_path / "mine.toml") == load_pack("house")
    refused = "sse: no pack 'hose' ships with the game (did you mean 'house'?); those are house\n"
    assert run("pack", "show", "hose") == (1, "", refused)


def test_pack_check_refuses_with_the_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('"d2-a1"', '"d2-e1"'), encoding="utf-8")
    result = run("pack", "check", path)
    assert result.status != 0
    assert "[map] joins has 'd2-e1': there is no region 'e1'" in result.err
    assert run("pack", "check", tmp_path / "nothing.toml").status != 0
