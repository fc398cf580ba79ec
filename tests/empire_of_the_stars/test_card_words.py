"""Words for cards of Empire of the Stars: they say all that an effect does, and choices tell them."""

from __future__ import annotations

from itertools import chain

import pytest
from tests.empire_of_the_stars.by_hand import Table, play
from tests.empire_of_the_stars.test_effects import DOES, PAIRS

from sse_core.empire_of_the_stars import holdings, load_pack, new_game, parse_action, steps, to_text
from sse_core.empire_of_the_stars.packs.content import Effect, named_effects, slug
from sse_core.empire_of_the_stars.packs.effect_reading import read_effects
from sse_core.empire_of_the_stars.packs.vocabulary import (
    COMPARISONS,
    COSTS,
    MOMENTS,
    NUMBERS,
    PRICES,
    SERVED,
    SHIPS,
    TESTS,
    VERBS,
)
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.words.cards import (
    effect_words,
    power_terms,
    powers_told,
    side_words,
    technology_words,
)
from sse_core.forms.toml_table import TomlTable

HOUSE = load_pack("house").value.content


def effect(do: str, head: str = 'when = "before:regent"') -> Effect:
    return read_effects(TomlTable.parse(f"effects = [{{ {head}, do = [{{ {do} }}] }}]", "x.toml"), "effects")[0]


MEASURED = '{ per = "planets", each = 2, most = 3, of = "highest" }'
VARIED = [
    *(effect(DOES[verb], f'when = "{moment}"') for verb, moment in PAIRS),
    *(effect(f'number = "{name}", {change}') for name in NUMBERS for change in ("add = 1", "to = 0")),
    *(effect(f'price = "{name}", less = {less}') for name in PRICES for less in ("1", "-1", MEASURED)),
    *(effect(f'price = "{ship}", less = 1, in = "metal"') for ship in SHIPS),
    *(effect("place = 1", f'when = "before:regent", cost = {{ {name} = {n} }}') for name in COSTS for n in (1, 2)),
    *(
        effect("gain = 'metal'", f'when = "before:regent", who = "{who}"')
        for who in SERVED
        if who not in ("owner", "side")
    ),
    *(
        effect("place = 2", f'when = "before:regent", if = [["{test}", "{how}", 2]]')
        for test in TESTS[:-3]
        for how in COMPARISONS
    ),
    *(
        effect("place = 2", f'when = "before:regent", if = [["{test}", "==", {n}]]')
        for test in TESTS[-3:]
        for n in (0, 1)
    ),
    *(effect(f'build = "{ship}", at = "{where}"') for ship in SHIPS for where in ("home", "starbase")),
    *(
        effect(f'move = "{ship}", steps = 2, of = "{whose}"')
        for ship in ("ship", *SHIPS)
        for whose in ("own", "opponent")
    ),
    *(effect(f'settle = 2, where = "{where}"') for where in ("ship", "beside", "any")),
    *(
        effect(f'remove = "{unit}", n = 2, where = "{w}"')
        for unit in (*SHIPS, "colony")
        for w in ("sector", "beside", "any")
    ),
    *(effect(f'score = "{token}", n = {n}') for token in ("token", "galaxy") for n in (2, MEASURED)),
    *(effect(f'take = "{what}", from = "each"') for what in ("credits", "metal")),
    effect('take = "card"'),
    effect("swap = { metal = 1, energy = 1 }, for = { credits = 5 }, n = 3"),
    effect('gain = "any"', 'when = "before:regent", times = 3'),
    effect('gain = "any"', 'when = "before:regent", cost = { token = 1 }, times = 0'),
    effect('gain = "metal"', 'when = "before:regent", must = true'),
    effect('number = "room", add = 1', 'when = "battle:begin", until = "battle"'),
]
"""Effects that differ in what they do, and use each word of the vocabulary."""


def test_effects_that_differ_have_words_that_differ() -> None:
    found = {one: effect_words(one) for one in {*VARIED, *chain(*(card.effects for card in HOUSE.technologies))}}
    assert {VERBS[do.verb] for one in found for do in one.does} == {*VERBS}
    assert {MOMENTS[one.when] for one in found} == {*MOMENTS}
    by_words = dict[str, list[Effect]]()
    for one, words in found.items():
        assert words[0].isupper()
        assert words.endswith(".")
        assert "_" not in words
        by_words.setdefault(words, []).append(one)
    assert [same for same in by_words.values() if len(same) > 1] == []


@pytest.mark.parametrize(
    ("do", "head", "words"),
    [
        (
            'score = "token"',
            'when = "after:merchant", cost = { credits = 4 }',
            "After Merchant, for 4 credits: score 1 token.",
        ),
        (
            f'gain = "credits", n = {MEASURED}',
            'when = "during:trade", if = [["made.metal", ">=", 1]]',
            "While trading, with at least 1 metal made by own planets: gain 2 credits for each planet of the opponent "
            "with the most, 3 at most.",
        ),
        (
            'price = "cruiser", less = 1, in = "metal"',
            'when = "before:engineer"',
            "Before Engineer: cruisers cost 1 metal less, until the role ends.",
        ),
        ('number = "guards", to = 0', 'when = "always"', "Always: ships guard no colonies against these hits."),
    ],
)
def test_an_effect_is_a_sentence(do: str, head: str, words: str) -> None:
    assert effect_words(effect(do, head)) == words


def test_a_power_says_how_it_begins_and_what_both_sides_do() -> None:
    power = next(each for each in HOUSE.powers if each.name == "Shipwrights")
    assert power_terms(power) == (
        "Begins with 3 credits and 1 cruiser. Core: While building: cruisers cost 1 resource of choice less, until the "
        "role ends. Surge: Before Engineer, for 3 metal and 1 energy: build 1 cruiser for nothing on the home world."
    )


def test_what_a_power_does_is_told_while_it_is_chosen_and_played() -> None:
    """To who chooses, and once it is shown to all; of others nothing."""
    state = new_game(players=2, powers=True, seed=3)
    board, p = state.board, Position(state.view(0).data)
    dealt = {board.content.powers[each - 1] for each in Position(state.data).dealt[0]}
    assert {*powers_told(board, p, 0)} == {f"{each.name}: {power_terms(each)}" for each in dealt}
    assert powers_told(board, p, 1) == []
    for side in range(2):
        state = Table(2, powers=True).power("A", "Shipwrights", surge=bool(side)).state
        words = side_words(HOUSE.powers[2], side)
        assert powers_told(state.board, Position(state.data), 0) == [words]
        assert f"{dict(holdings(state, 0))['power'][1]}." == words
        assert words in to_text(state).replace("\n   ", " ")


def test_choices_of_cards_say_what_these_do() -> None:
    """Powers, technologies and effects, by the note of the last step, without a full stop."""
    choosing = new_game(players=2, powers=True, seed=3)
    power = choosing.board.content.powers[choosing.board.numbers[choosing.legal_ids(0)[0]]]
    buying = Table(2).card("Festival Fleet", "hand", "B").purse("B", 0, 3).role("scientist")
    buying = play(buying, "done")
    using = Table(2).card("Study Circles", "own", "B").role("scientist")
    circles = next(one for name, one in named_effects(HOUSE) if name == "study-circles")
    for state, text, words in [
        (choosing, f"power={slug(power.name)}", power_terms(power)),
        (buying, "buy=festival-fleet", technology_words(HOUSE.technologies[0])),
        (using, "use=study-circles", effect_words(circles)),
    ]:
        assert f"{steps(state, parse_action(text, state))[-1].note}." == words
