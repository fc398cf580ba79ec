"""Six rulings of Empire of the Stars, each from the sentence of the rulebook that it reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.empire_of_the_stars.by_hand import Table, credits_of, play, resources_of, texts, throne, token
from tests.empire_of_the_stars.test_effects import HOUSE, card
from tests.empire_of_the_stars.test_evaluation import turned

from sse_core import SplitMix64
from sse_core.bots import greedy
from sse_core.empire_of_the_stars import (
    OPTIONS,
    Board,
    Due,
    Options,
    Reason,
    State,
    Verb,
    evaluate,
    format_action,
    format_state,
    load_pack,
    new_game,
    parse_action,
    parse_state,
    position,
    state_expression,
)
from sse_core.empire_of_the_stars.positions.fields import IN_HAND
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.forms.packs import Pack
from sse_core.game import CHANCE

SEATS = "ABCD"

# --- tables, and ways through a role


def seated(players: int = 3, **options: Any) -> Table:
    """A table with powers that are silent in these roles: A has the lowest number, and the last seat chooses."""
    table = Table(players, powers=True, **options)
    for seat, power in zip(SEATS[:players], ("Gardeners", "Delvers", "Exiles", "Nomads"), strict=False):
        table.power(seat, power)
    return table


@cache
def probe(effects: str) -> Pack[Board]:
    """The pack house with a technology `Probe` that has these effects."""
    with TemporaryDirectory() as folder:
        return card(effects, Path(folder))


def due(state: State) -> str:
    """Whose step it is, and which: ``A EXPLORE``."""
    p = Position(state.data)
    return f"{SEATS[p.actor]} {Due(p.step).name}"


def walk(state: State) -> Iterator[State]:
    """The states to the end of the role: players end what they can, use nothing, and take the first action else."""
    while True:
        yield state
        if not state.to_act or Position(state.data).step == Due.ROLE:
            return
        if state.to_act == (CHANCE,):
            state = state.resolve(SplitMix64(1))
            continue
        player = state.to_act[0]
        action = next(each for each in state.legal_actions(player) if each.verb is not Verb.USE)
        state = play(state, f"{SEATS[player]}:{format_action(action, state)}")


def until(state: State, wanted: str) -> State:
    """The state in this role in which a player, such as that of ``B:use=probe``, can first do this."""
    seat, _, text = wanted.rpartition(":")
    for each in walk(state):
        if any(text in texts(each, player) for player in each.to_act if not seat or SEATS[player] == seat):
            return each
    raise AssertionError(f"{wanted} can't be chosen in this role")


def ended(state: State) -> State:
    """The state after this role."""
    *_, last = walk(state)
    return last


def hands(state: State) -> list[int]:
    """The number of cards in each hand."""
    place = [*Position(state.data).place]
    return [place.count(IN_HAND + seat) for seat in range(state.players)]


def offered(state: State, seat: str) -> set[str]:
    """All that a player can choose on the way to the end of this role."""
    player = SEATS.index(seat)
    return {text for each in walk(state) if player in each.to_act for text in texts(each, player)}


def uses(state: State) -> set[str]:
    """The effects that anybody can use on the way to the end of this role."""
    return {text for seat in SEATS[: state.players] for text in offered(state, seat) if text.startswith("use=")}


def galaxy_tokens(state: State) -> list[int]:
    """The galaxy tokens in each throne."""
    return [throne(state, seat)[4] for seat in SEATS[: state.players]]


# --- S67: the first game leaves out powers, and the flip to surge, and nothing else


def bought(name: str, table: Table, **purse: int) -> State:
    """A has bought this technology in Scientist, which C chose, and chooses the next role."""
    state = table.card(name, "hand", "A").purse("A", **{"credits": 5, **purse}).role("scientist")
    text = f"buy={name.lower().replace(' ', '-')}"
    return play(until(state, f"A:{text}"), text)


def reach(state: State, region: str = "a1", ship: str = "fighter") -> set[str]:
    """Where A's ship can go in this Warlord."""
    return texts(play(until(state, f"A:from={region}"), f"from={region} ship={ship}"))


def test_s67_technologies_act_unless_they_are_left_out() -> None:
    assert (OPTIONS["powers"], OPTIONS["technologies"]) == (False, True)
    assert (Options().powers, Options().technologies) == (False, True)
    assert new_game() == new_game(technologies=True) != new_game(technologies=False)


def test_s67_a_game_without_them_says_so_in_each_form() -> None:
    plain, simple = new_game(players=3, seed=2), new_game(players=3, seed=2, technologies=False)
    assert "\noptions: standard\n" in format_state(plain)
    assert "\noptions: technologies=no\n" in format_state(simple)
    assert parse_state(format_state(simple)) == State.from_json(simple.to_json()) == simple
    assert "technologies=False" in state_expression(simple)
    assert Options(technologies=False).changes() == {"technologies": False}


def test_s67_they_change_nothing_else_of_the_first_game() -> None:
    """No powers are chosen; each has the same start, and seats go as numbers do (S52)."""
    state = Table(3).state
    assert due(state) == "C ROLE"
    assert not any(Position(state.data).power)
    for seat in "ABC":
        assert (resources_of(state, seat), credits_of(state, seat)) == ((3, 2, 1), 5)


OUTER = {"to=c2", "to=c3", "to=h2", "to=i3"}
"""Five steps from a1, on the two rings of `house`, and not four."""


@pytest.mark.parametrize("powers", [False, True])
def test_s67_fold_drive_reaches_further(powers: bool) -> None:
    """Fighters have 4 movements, and with this card 5."""
    table = seated if powers else Table
    plain = reach(table(3).role("warlord"))
    state = bought("Fold Drive", table(3), energy=2)
    assert resources_of(state, "A") == (0, 0, 0)
    assert reach(play(ended(state), "on=warlord")) - plain == OUTER


def test_s67_left_out_it_reaches_no_further() -> None:
    plain = reach(Table(3, technologies=False).role("warlord"))
    state = bought("Fold Drive", Table(3, technologies=False), energy=2)
    assert resources_of(state, "A") == (0, 0, 0)
    assert reach(play(ended(state), "on=warlord")) == plain


def test_s67_fold_drive_serves_its_owner_alone() -> None:
    """B's fighter comes from d1 by four steps as ever; A's dreadnoughts go 3 regions."""
    table = Table(3).ships("A", "dreadnought", "a1")
    state = play(ended(bought("Fold Drive", table, energy=2)), "on=warlord")
    moves = texts(play(until(state, "B:from=d1"), "from=d1 ship=fighter"))
    assert {"to=b1", "to=f1"} <= moves
    assert not {"to=a2", "to=f2"} & moves
    assert {"to=b2", "to=i2"} <= reach(state, ship="dreadnought")
    assert not {"to=c1", "to=i1"} & reach(state, ship="dreadnought")


def test_s67_a_pack_without_powers_has_technologies_that_act(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "bare"', 1)
    path = tmp_path / "bare.toml"
    path.write_text(text.partition("[[power]]")[0], encoding="utf-8")
    state = bought("Fold Drive", Table(3, pack=load_pack(path)), energy=2)
    assert reach(play(ended(state), "on=warlord")) >= OUTER


MOMENTS = {
    "before:steward": "steward",
    "during:produce": "steward",
    "after:steward": "steward",
    "during:trade": "merchant",
    "during:invest": "merchant",
    "during:build": "engineer",
    "during:deploy": "engineer",
    "during:draw": "scientist",
    "during:buy": "scientist",
    "after:scientist": "scientist",
    "during:move": "warlord",
    "during:turn": "warlord",
    "before:explorer": "explorer",
    "during:explore": "explorer",
    "during:influence": "regent",
    "during:put": "regent",
    "edict": "regent",
}
"""A role in which each of these moments comes for A."""


@pytest.mark.parametrize("when", MOMENTS)
def test_s67_an_effect_is_used_at_its_moment(when: str) -> None:
    """C13.7: before, during and after a role, without powers too."""
    pack = probe(f'{{ when = "{when}", do = [{{ gain = "credits", n = 2 }}] }}')
    table = Table(3, pack=pack).card("Probe", "owned", "A").purse("A", credits=9, polymers=3, metal=3, energy=3)
    state = until(table.role(MOMENTS[when]), "A:use=probe")
    used = play(state, "use=probe")
    assert credits_of(used, "A") == credits_of(state, "A") + 2
    # Once in a role (S50).
    assert "use=probe" not in uses(used)


@pytest.mark.parametrize("when", MOMENTS)
def test_s67_left_out_it_is_used_never(when: str) -> None:
    pack = probe(f'{{ when = "{when}", do = [{{ gain = "credits", n = 2 }}] }}')
    table = Table(3, pack=pack, technologies=False).card("Probe", "owned", "A")
    state = table.purse("A", credits=9, polymers=3, metal=3, energy=3).role(MOMENTS[when])
    assert uses(state) == set()
    assert not [each for each in walk(state) if Position(each.data).step == Due.WINDOW]


@pytest.mark.parametrize(("technologies", "gained"), [(True, 3), (False, 0)])
def test_s67_what_must_happen_happens_by_itself(technologies: bool, gained: int) -> None:
    pack = probe('{ when = "before:steward", must = true, do = [{ gain = "credits", n = 3 }] }')
    options = {} if technologies else {"technologies": False}
    state = Table(3, pack=pack, **options).card("Probe", "owned", "A").role("steward")
    assert due(state) == "C STEWARD"
    assert credits_of(state, "A") == 5 + gained


def test_s67_a_card_works_in_the_role_in_which_it_is_bought() -> None:
    """C8.2: Oral Histories, after Scientist, give 2 credits for each culture technology, and cost a card."""
    state = until(bought("Oral Histories", Table(3), polymers=1), "A:use=oral-histories")
    before = credits_of(state, "A")
    state = play(state, "use=oral-histories")
    state = play(state, min(texts(state)))
    assert credits_of(state, "A") == before + 2


def test_s67_seats_stand_for_numbers_when_several_are_asked() -> None:
    """S52: C chose, and A is asked first; then C, whose Wandering Courts give a credit for the ship at home."""
    pack = probe('{ when = "before:merchant", do = [{ gain = "credits", n = 1 }] }')
    table = Table(3, pack=pack).card("Wandering Courts", "owned", "C").card("Probe", "owned", "A")
    state = table.role("merchant")
    assert (due(state), texts(state)) == ("A WINDOW", {"done", "use=probe"})
    state = play(state, "done")
    assert (due(state), texts(state)) == ("C WINDOW", {"done", "use=wandering-courts"})
    assert credits_of(play(state, "use=wandering-courts"), "C") == credits_of(state, "C") + 1


@pytest.mark.parametrize(("technologies", "hits"), [(True, 0), (False, 1)])
def test_s67_cards_act_in_battles(technologies: bool, hits: int) -> None:
    """A's two weapons against one shield of B, and two more by B's Shield Net."""
    options = {} if technologies else {"technologies": False}
    table = Table(2, **options).ships("A", "fighter", "b1", 2).ships("B", "fighter", "b2")
    state = until(table.card("Shield Net", "owned", "B").role("warlord"), "A:battle=b")
    state = play(state, "battle=b against=B A:tactics=0 A:weapons=2 B:tactics=0 B:weapons=0")
    if technologies:
        state = play(until(state, "B:use=shield-net"), "use=shield-net")
    assert ("hit=b2" in texts(state)) == (hits > 0)
    assert Position(ended(state).data).staging[1][0] == hits


def test_s67_without_a_power_nothing_flips() -> None:
    """C15.1: a card that turns the own power to surge does nothing here, and a wormhole turns none."""
    pack = probe('{ when = "before:explorer", do = [{ surge = 1 }] }')
    assert uses(Table(3, pack=pack).card("Probe", "owned", "A").role("explorer")) == set()
    assert uses(seated(3, pack=pack).card("Probe", "owned", "A").role("explorer")) == {"use=probe"}
    state = play(displayed(Table(3).state, "wormhole", "space", "1e", "1p"), "role=explorer tile=wormhole at=b1")
    assert not any(Position(ended(state).data).surged)


def test_s67_without_a_power_a_card_flips_nothing_beside_what_else_it_does() -> None:
    """C15.1: it gives a credit, and no window asks A to flip back what isn't there."""
    pack = probe('{ when = "before:explorer", do = [{ gain = "credits" }, { surge = 1 }] }')
    state = play(Table(3, pack=pack).card("Probe", "owned", "A").role("explorer"), "use=probe")
    assert not any(Position(state.data).surged)
    assert due(state) == "C EXPLORE"


def test_s68_a_card_of_the_edict_stays_to_the_end_of_the_next_role() -> None:
    """A hand is above its limit when a role is chosen, and the position can be set up; then it is not."""
    pack = probe('{ when = "edict", do = [{ take = "card", from = "opponent" }] }')
    state = ended(Table(3, pack=pack).card("Probe", "owned", "A").role("engineer"))
    state = ended(play(state, "on=merchant"))
    asked = next(each for each in walk(play(state, "on=engineer")) if "use=probe" in texts(each))
    state = ended(play(asked, "use=probe against=B"))
    assert (due(state), hands(state)[0]) == ("C ROLE", 4)
    assert State.of(state.pack, state.data, state.ply) == state
    assert hands(ended(play(state, "on=merchant")))[0] == 3


def test_s67_left_out_technologies_are_bought_and_measured() -> None:
    """They lower prices (C8.2) and meet edicts (C12.1), here Insight, which A alone has most technologies for."""
    state = bought("Fold Drive", Table(3, technologies=False).card("Shield Net", "hand", "A"), energy=2)
    state = play(ended(play(ended(state), "on=warlord")), "back=scientist")
    assert resources_of(state, "A") == (0, 0, 0)
    # 1, less 1 for the own technology of the type.
    state = play(until(state, "A:buy=shield-net"), "buy=shield-net")
    state = play(until(play(ended(state), "on=regent"), "edict=insight"), "edict=insight")
    assert galaxy_tokens(state) == [1, 0, 0]


def test_s67_left_out_they_change_no_number() -> None:
    state = ended(bought("Deep Stores", Table(3, technologies=False), metal=2))
    assert not any(any(row) for row in Position(state.data).changed)
    state = ended(bought("Deep Stores", Table(3), metal=2))
    assert any(Position(state.data).changed[0])


def test_s67_powers_act_where_technologies_are_left_out() -> None:
    """The two options are apart: Delvers gain 1 metal in production, and Wandering Courts do nothing."""
    table = seated(3, technologies=False).card("Wandering Courts", "owned", "C")
    assert uses(table.role("merchant")) == set()
    assert uses(seated(3, technologies=False).role("steward")) == {"use=delvers.core"}


def test_s67_bots_use_effects_without_powers() -> None:
    """A galaxy token for nothing."""
    pack = probe('{ when = "before:steward", do = [{ score = "galaxy" }] }')
    state = until(Table(3, pack=pack).card("Probe", "owned", "A").role("steward"), "A:use=probe")
    assert format_action(greedy.choose(state.view(0), 0, SplitMix64(1)), state) == "use=probe"


def test_s67_bots_value_a_card_that_acts() -> None:
    """Trade League scores a token after Merchant, for 1 credit, for who has a far space."""

    def worth(owned: bool, **options: Any) -> float:
        table = Table(2, **options).purse("A", credits=9).far(1, "A")
        return evaluate((table.card("Trade League", "owned", "A") if owned else table).state)[0]

    assert worth(True) - worth(False) > worth(True, technologies=False) - worth(False, technologies=False)


# --- S65: the display is filled once, when all have placed


def displayed(state: State, *kinds: str) -> State:
    """The position with as many other tiles on display; those that lay there are in the stack."""
    data = bytearray(state.data)
    p = Position(data)
    names = [tile.name for tile in state.board.content.tiles]
    for kind, n in enumerate(p.display):
        p.unseen[kind] += n
        p.display[kind] = 0
    for kind in map(names.index, kinds):
        p.display[kind] += 1
        if names[kind] == "wormhole":
            # The first one that lies in the stack.
            p.depth[min(number for number in range(3) if p.depth[number] != 255)] = 255
        else:
            p.unseen[kind] -= 1
    return position(state.pack, bytes(data), state.ply)


def on_display(state: State) -> Counter[str]:
    """How many tiles of each kind are on display."""
    names = [tile.name for tile in state.board.content.tiles]
    return +Counter(dict(zip(names, Position(state.data).display, strict=False)))


def turned_up(state: State) -> tuple[int, State]:
    """How many tiles are turned up now, and the state after them."""
    n = 0
    while state.to_act == (CHANCE,):
        # A planet, as long as one can come: so no empty space goes back (C4.7).
        tiles = sorted(texts(state, CHANCE))
        state = play(state, next((tile for tile in tiles if tile[len("reveal=")].isdigit()), tiles[0]))
        n += 1
    return n, state


@pytest.mark.parametrize("powers", [True, False])
def test_s65_surveyors_in_explorer_fill_no_display(powers: bool) -> None:
    """C and A have placed, two tiles are left; B takes both, one by Surveyors. Then four are turned up."""
    table = (seated() if powers else Table(3)).card("Surveyors", "owned", "B")
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer tile=1p at=b1 done tile=space at=b2")
    state = play(state, "use=surveyors tile=1m at=b3")
    assert due(state) == "B EXPLORE"
    assert on_display(state) == {"1e": 1}
    assert texts(state) == {"tile=1e"}
    assert credits_of(state, "B") == credits_of(table.state, "B") + 1
    n, state = turned_up(play(state, "tile=1e at=b4"))
    assert n == 4
    assert on_display(state).total() == 4
    assert due(state) == "A ROLE"


def test_s65_nobody_finds_what_others_took_replaced() -> None:
    """The chooser uses Surveyors before the own tile: A and B choose among what is left of the four, by turns."""
    table = seated().card("Surveyors", "owned", "C")
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer use=surveyors")
    assert texts(state) == {"done", "tile=1p", "tile=space", "tile=1m", "tile=1e"}
    state = play(state, "tile=space at=b1")
    assert (due(state), on_display(state)) == ("C EXPLORE", {"1p": 1, "1m": 1, "1e": 1})
    state = play(state, "tile=1p at=b2")
    # The privilege is for the own tile (C4.2).
    assert texts(state) == {"done", "settle=b2"}
    state = play(state, "settle=b2")
    assert (due(state), texts(state)) == ("A EXPLORE", {"tile=1m", "tile=1e"})
    state = play(state, "tile=1m at=b3")
    # C4.5: the display has run out before B has placed.
    state = play(state, "tile=1e at=b4")
    assert turned_up(state)[0] == 4


def test_s65_where_tiles_run_out_who_comes_late_places_none() -> None:
    """C4.5: C takes three tiles, A the last one. B places none; then the display is filled, and Explorer goes on."""
    pack = probe('{ when = "during:explore", do = [{ place = 2 }] }')
    state = seated(pack=pack).card("Probe", "owned", "C").state
    state = play(displayed(state, "1p", "space", "1m", "1e"), "role=explorer use=probe tile=1m at=b1 tile=1e at=b2")
    state = play(state, "tile=1p at=b3 done")
    assert (due(state), texts(state)) == ("A EXPLORE", {"tile=space"})
    state = play(state, "tile=space at=b4")
    assert state.to_act == (CHANCE,)
    n, state = turned_up(state)
    assert (n, due(state)) == (4, "A ROLE")
    assert due(play(ended(play(state, "on=steward")), "back=explorer")) == "B EXPLORE"


def test_s65_the_last_tile_goes_by_an_effect() -> None:
    """B, who comes last, places by Surveyors the one tile that is left, and has none for the own turn."""
    table = seated().card("Surveyors", "owned", "B")
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer tile=1p at=b1 done tile=space at=b2")
    data = bytearray(state.data)
    p = Position(data)
    names = [tile.name for tile in state.board.content.tiles]
    p.display[names.index("1e")] -= 1
    p.unseen[names.index("1e")] += 1
    p.stack += 1
    for number in range(3):
        p.depth[number] += 1
    state = play(position(state.pack, bytes(data), state.ply), "use=surveyors tile=1m at=b3")
    assert state.to_act == (CHANCE,)
    n, state = turned_up(state)
    assert (n, due(state)) == (4, "A ROLE")


def test_s65_before_the_choosers_turn_the_display_is_not_filled() -> None:
    """An effect before Explorer, when it is chosen already: three tiles are left for the three of them."""
    table = seated(pack=probe('{ when = "before:explorer", do = [{ place = 1 }] }')).card("Probe", "owned", "A")
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer")
    assert texts(state) == {"done", "use=probe"}
    state = play(state, "use=probe tile=1e at=b1")
    assert (due(state), on_display(state)) == ("C EXPLORE", {"1p": 1, "space": 1, "1m": 1})
    state = play(state, "tile=1p at=b2 done tile=1m at=b3 tile=space at=b4")
    assert turned_up(state)[0] == 4


def test_s65_nothing_is_left_to_place_after_an_effect_before_explorer() -> None:
    """All four tiles are placed before anyone's turn: the display is filled, and the role is over."""
    table = seated(pack=probe('{ when = "before:explorer", do = [{ place = 4 }] }')).card("Probe", "owned", "A")
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer")
    state = play(state, "use=probe tile=1e at=b1 tile=1p at=b2 tile=1m at=b3 tile=space at=b4")
    n, state = turned_up(state)
    assert (n, due(state)) == (4, "A ROLE")


def test_s65_after_explorer_the_display_is_filled_at_once() -> None:
    """Wayfinders place a tile after Explorer for 1 credit: one is turned up in its place."""
    table = seated().power("A", "Wayfinders").purse("A", credits=1)
    state = play(displayed(table.state, "1p", "space", "1m", "1e"), "role=explorer tile=1p at=b1 done tile=space at=b2")
    n, state = turned_up(play(state, "tile=1m at=b3"))
    assert n == 3
    assert (due(state), texts(state)) == ("A WINDOW", {"done", "use=wayfinders.core"})
    before = on_display(state)
    assert before.total() == 4
    placed = play(state, "use=wayfinders.core tile=1e at=b4")
    assert placed.to_act == (CHANCE,)
    assert on_display(placed) == before - Counter({"1e": 1})
    n, state = turned_up(placed)
    assert (n, on_display(state).total(), due(state)) == (1, 4, "A ROLE")


@pytest.mark.parametrize("when", ["before:steward", "after:steward"])
def test_s65_in_another_role_the_display_is_filled_at_once(when: str) -> None:
    pack = probe(f'{{ when = "{when}", do = [{{ place = 2 }}] }}')
    state = displayed(seated(pack=pack).card("Probe", "owned", "A").state, "1p", "space", "1m", "1e")
    state = play(until(play(state, "role=steward"), "A:use=probe"), "use=probe tile=1e at=b1")
    n, state = turned_up(state)
    assert (n, on_display(state).total()) == (1, 4)
    n, state = turned_up(play(state, "tile=1p at=b2"))
    assert (n, on_display(state).total()) == (1, 4)


def test_s65_without_a_planet_nothing_goes_back_before_all_have_placed() -> None:
    """C4.7 belongs to the filling: B's Surveyors take the last planet, and B finds empty space alone."""
    table = seated().card("Surveyors", "owned", "B")
    state = displayed(table.state, "1p", "space", "space", "space")
    state = play(state, "role=explorer tile=space at=b1 tile=space at=b2 use=surveyors tile=1p at=b3")
    assert (due(state), texts(state)) == ("B EXPLORE", {"tile=space"})
    assert Position(state.data).bottom == 0
    n, state = turned_up(play(state, "tile=space at=b4"))
    assert n >= 4
    assert any(kind[0].isdigit() for kind in on_display(state))


def test_s65_a_wormhole_of_surveyors_flips_powers_when_the_display_is_filled() -> None:
    """C4.8: once, after all have placed; the surge sides can be used at once."""
    table = seated().power("A", "Wayfinders").card("Surveyors", "owned", "C").ships("A", "fighter", "a3")
    state = displayed(table.state, "wormhole", "space", "1m", "1e")
    state = play(state, "role=explorer use=surveyors tile=wormhole at=a3")
    assert (due(state), [*Position(state.data).surged]) == ("C EXPLORE", [0, 0, 0, 0])
    state = play(state, "tile=1m at=b2 done tile=space at=b3")
    assert not any(Position(state.data).surged)
    n, state = turned_up(play(state, "tile=1e at=b4"))
    assert (n, [*Position(state.data).surged]) == (4, [1, 1, 1, 0])
    # Wayfinders score a token for ships on a wormhole.
    assert (due(state), texts(state)) == ("A WINDOW", {"done", "use=wayfinders.surge"})


@pytest.mark.parametrize(
    ("changes", "n"),
    [
        ([], 4),
        ([("owner", 1)], 5),
        ([("all", 1)], 7),
        ([("owner", 2), ("all", 1)], 9),
        ([("owner", 2), ("all", -1)], 5),
    ],
    ids=str,
)
def test_s65_what_effects_change_of_the_display_adds_up(changes: list[tuple[str, int]], n: int) -> None:
    """Of three players; the number of each is 1 at least."""
    more = (
        f'{{ when = "always", who = "{who}", do = [{{ number = "display", add = {add} }}] }}' for who, add in changes
    )
    state = Table(3, pack=probe(", ".join(more))).card("Probe", "owned", "A").role("explorer")
    assert on_display(ended(state)).total() == n


def laid(state: State, n: int) -> State:
    """The position with n tiles of the stack on the last regions; the wormholes go last, and lie on top before."""
    data = bytearray(state.data)
    p = Position(data)
    wormhole = [tile.name for tile in state.board.content.tiles].index("wormhole")
    kinds = [kind for kind, left in enumerate(p.unseen) for _ in range(left)] + [wormhole] * 3
    free = [region for region in reversed(range(40)) if not p.tile[region]]
    for kind, region in zip(kinds[:n], free, strict=False):
        p.tile[region] = kind + 1
        p.unseen[kind] -= kind != wormhole
    p.stack -= n
    left = kinds[n:].count(wormhole)
    for number in range(3):
        p.depth[number] = number - 3 + left if number >= 3 - left else 255
    return position(state.pack, bytes(data), state.ply)


def test_s65_after_the_last_region_nobody_places() -> None:
    """C4.5: two regions are free. C fills both, one by Surveyors, and Explorer has no effect any more."""
    table = seated().card("Surveyors", "owned", "C")
    state = play(laid(displayed(table.state, "1p", "space", "1m", "1e"), 32), "role=explorer")
    state = play(state, "use=surveyors tile=1e at=a3")
    assert due(state) == "C EXPLORE"
    assert texts(play(state, "tile=1p")) == {"at=a4"}
    state = ended(play(state, "tile=1p at=a4 done"))
    assert due(state) == "A ROLE"
    assert 0 not in Position(state.data).tile[:40]


def test_s65_after_the_last_tile_explorer_is_without_effect(tmp_path: Path) -> None:
    """C4.5: the stack is empty, and four tiles are on display. C takes three, A the last one, B none."""
    counts = iter((9, 4, 3, 6, 4, 3, 1, 2, 1, 1, 1, 1))
    text = re.sub(r"count = \d", lambda _: f"count = {next(counts)}", HOUSE.read_text(encoding="utf-8"))
    effect = 'effects = [{ when = "during:explore", do = [{ place = 2 }] }]'
    text = re.sub(r'(name = "Surveyors"\n(?:.*\n)*?)effects = .*', rf"\1{effect}", text)
    path = tmp_path / "few.toml"
    path.write_text(text.replace('name = "house"', 'name = "few"', 1), encoding="utf-8")
    state = displayed(seated(pack=load_pack(path)).card("Surveyors", "owned", "C").state, "1p", "space", "1m", "1e")
    state = play(laid(state, Position(state.data).stack), "role=explorer use=surveyors tile=1e at=a3 tile=1m at=a4")
    assert (due(state), on_display(state)) == ("C EXPLORE", {"1p": 1, "space": 1})
    state = play(state, "tile=1p at=b1 done")
    assert (due(state), texts(state)) == ("A EXPLORE", {"tile=space"})
    state = play(state, "tile=space at=b2")
    assert (due(state), on_display(state)) == ("A ROLE", {})
    assert due(play(ended(play(state, "on=steward")), "back=explorer")) == "C ROLE"


# --- S71: what effects destroy


def sector_b(players: int = 4, attacker: str = "A", **options: Any) -> Table:
    """Sector b with two colonies of the defender, on b2 and b4, and two cruisers of the attacker on b1.

    A and B fight; nobody else gets there, and a wormhole far away comes before those tiles in the stack.
    """
    defender = "B" if attacker == "A" else "A"
    table = seated(players, **options).tile("e4", "wormhole").tile("b2", "1p").tile("b4", "1p1m")
    return table.token(defender, "b2").token(defender, "b4").ships(attacker, "cruiser", "b1", 2)


def joined(state: State, **sides: str) -> State:
    """The battle after all have joined a side or none: ``C="B"`` joins the side of B."""
    while not {Due.WINDOW, Due.DIAL} & {Due(Position(state.data).step)}:
        seat = SEATS[state.to_act[0]]
        wanted = {f"ally={ally}" for ally, leader in sides.items() if leader == seat} | {f"join={sides.get(seat)}"}
        legal = texts(state)
        state = play(state, min(wanted & legal, default="done" if "done" in legal else "decline"))
    return state


def breaking(table: Table, **sides: str) -> State:
    """A's battle against B in sector b: A uses Planet Breakers, and what falls is chosen next."""
    state = play(table.card("Planet Breakers", "owned", "A").role("warlord"), "done battle=b against=B")
    state = joined(state, **sides)
    assert texts(state) == {"done", "use=planet-breakers"}
    # It costs a cruiser.
    return play(state, "use=planet-breakers from=b1")


@pytest.mark.parametrize(
    ("ship", "options", "sides", "hits"),
    [
        ("", {}, {}, {"hit=b2", "hit=b4"}),
        ("B", {}, {}, {"hit=b4"}),
        ("C", {}, {"C": "B"}, {"hit=b4"}),
        ("C", {}, {"C": "A"}, {"hit=b2", "hit=b4"}),
        ("C", {}, {}, {"hit=b2", "hit=b4"}),
        ("A", {}, {}, {"hit=b2", "hit=b4"}),
        ("C", {"neutral_shields": True}, {}, {"hit=b4"}),
        ("C", {"neutral_shields": True}, {"C": "A"}, {"hit=b2", "hit=b4"}),
    ],
    ids=[
        "nobody guards",
        "its owner guards",
        "an ally of its side guards",
        "an ally of the other side doesn't",
        "who is outside the battle doesn't",
        "the other side doesn't",
        "who is outside does with an option",
        "an ally of the other side doesn't with it",
    ],
)
def test_s71_ships_of_its_side_guard_a_colony_in_a_battle(
    ship: str, options: dict[str, Any], sides: dict[str, str], hits: set[str]
) -> None:
    """C10.8, S37: a fighter stands on b2, beside B's colony there."""
    table = sector_b(**options)
    if ship:
        table.ships(ship, "fighter", "b2")
    state = breaking(table, **sides)
    assert texts(state) == hits | {"done"}
    if "hit=b2" not in hits:
        assert state.why_not(parse_action("hit=b2", state)) is not Reason.OK
    else:
        assert token(play(state, "hit=b2 unit=token"), "b2") == ""


def test_s71_the_leaders_ships_guard_an_allys_colony() -> None:
    """C, on B's side, has a colony on b3 as well, and B a cruiser there."""
    table = sector_b().tile("b3", "1m").token("C", "b3").ships("B", "cruiser", "b3")
    assert texts(breaking(table, C="B")) == {"done", "hit=b2", "hit=b4"}
    # C isn't in the battle: its colony is nobody's target (S41).
    assert texts(breaking(table)) == {"done", "hit=b2", "hit=b4"}


def test_s71_an_allys_colony_without_ships_is_a_target() -> None:
    table = sector_b().tile("b3", "1m").token("C", "b3")
    state = breaking(table, C="B")
    assert texts(state) == {"done", "hit=b2", "hit=b3", "hit=b4"}
    state = play(state, "hit=b3 unit=token")
    assert throne(state, "A") == (0, 0, 1, 0, 0)


REMOVE = '{ when = "during:turn", do = [{ remove = "colony", n = 3, where = "sector" }] }'


@pytest.mark.parametrize("neutral", [False, True])
@pytest.mark.parametrize(("ship", "hits"), [("B", {"hit=b4"}), ("C", {"hit=b2", "hit=b4"})])
def test_s71_out_of_a_battle_its_owners_ships_guard_alone(ship: str, hits: set[str], neutral: bool) -> None:
    table = sector_b(pack=probe(REMOVE), neutral_shields=neutral).card("Probe", "owned", "A")
    state = until(table.ships(ship, "fighter", "b2").role("warlord"), "A:use=probe")
    assert texts(play(state, "use=probe")) == hits | {"done"}


def test_s71_after_the_battle_an_ally_guards_no_more() -> None:
    table = sector_b(pack=probe(REMOVE)).card("Probe", "owned", "A").ships("C", "fighter", "b2")
    state = joined(play(table.role("warlord"), "done battle=b against=B"), C="B")
    state = play(state, "A:tactics=0 A:weapons=0 B:tactics=0 B:weapons=0")
    state = play(until(state, "A:use=probe"), "use=probe")
    assert texts(state) == {"done", "hit=b2", "hit=b4"}


NO_HITS = "A:tactics=0 A:weapons=0 B:tactics=0 B:weapons=0"


@pytest.mark.parametrize("sides", [{}, {"C": "A"}, {"C": "A", "D": "A"}, {"C": "A", "D": "B"}, {"C": "B"}], ids=str)
def test_s71_allies_score_for_what_an_effect_destroys(sides: dict[str, str]) -> None:
    """C10.10: A has two colonies of B by Planet Breakers, so each of A's allies has two galaxy tokens."""
    table = sector_b()
    for seat in sides:
        table.ships(seat, "fighter", "b3")
    state = play(breaking(table, **sides), "hit=b2 unit=token hit=b4 unit=token")
    state = ended(play(until(state, "A:tactics=0"), NO_HITS))
    assert throne(state, "A") == (0, 2, 0, 0, 0)
    assert galaxy_tokens(state) == [0, 0, *(2 * (sides.get(seat) == "A") for seat in "CD")]
    # The two points that B had on planets are A's, and as many are each ally's.
    assert state.totals == (2, 0, *(2 * (sides.get(seat) == "A") for seat in "CD"))


def test_s71_what_effects_and_hits_destroy_is_counted_together() -> None:
    """A's side has strength 3 + 1 and B's two colonies one by one: b2 by the card, b4 by a hit."""
    state = play(breaking(sector_b().ships("C", "fighter", "b3"), C="A"), "hit=b2 unit=token done")
    state = play(until(state, "A:tactics=0"), "A:tactics=0 A:weapons=4 B:tactics=0 B:weapons=0")
    state = ended(play(state, "hit=b4 unit=token"))
    assert throne(state, "A") == (0, 2, 0, 0, 0)
    assert galaxy_tokens(state) == [0, 0, 2, 0]


def test_s71_the_defenders_card_counts_for_the_defenders_allies() -> None:
    """B attacks; A defends, and owns the card; C helps A, and D helps B."""
    table = sector_b(attacker="B").card("Planet Breakers", "owned", "A").tile("b3", "1m").token("B", "b3")
    table.ships("A", "cruiser", "b4").ships("C", "fighter", "b4").ships("D", "fighter", "b1")
    state = until(table.role("warlord"), "B:battle=b")
    state = joined(play(state, "battle=b against=A"), C="A", D="B")
    state = play(until(state, "A:use=planet-breakers"), "use=planet-breakers from=b4")
    assert texts(state) == {"done", "hit=b3"}
    state = play(state, "hit=b3 unit=token")
    state = ended(play(until(state, "A:tactics=0"), NO_HITS))
    assert throne(state, "A") == (0, 1, 0, 0, 0)
    assert galaxy_tokens(state) == [0, 0, 1, 0]


def test_s71_an_ally_who_destroys_scores_the_colony_and_each_ally_a_token() -> None:
    """C owns the card, and helps A beside D: the colony is C's, and C and D are the allies of that side."""
    table = sector_b().ships("C", "cruiser", "b3").ships("D", "fighter", "b3").card("Planet Breakers", "owned", "C")
    state = joined(play(table.role("warlord"), "done battle=b against=B"), C="A", D="A")
    state = play(until(state, "C:use=planet-breakers"), "use=planet-breakers from=b3 hit=b2 unit=token done")
    assert throne(state, "C")[1] == 1
    state = ended(play(until(state, "A:tactics=0"), NO_HITS))
    assert (throne(state, "A")[1], throne(state, "C")[1], throne(state, "D")[1]) == (0, 1, 0)
    assert galaxy_tokens(state) == [0, 0, 1, 1]


def test_s71_a_colony_destroyed_when_the_battle_ends_counts_too() -> None:
    pack = probe('{ when = "battle:end", do = [{ remove = "colony", n = 1, where = "sector" }] }')
    table = sector_b(pack=pack).card("Probe", "owned", "A").ships("C", "fighter", "b3")
    state = joined(play(table.role("warlord"), "done battle=b against=B"), C="A")
    state = play(until(play(state, NO_HITS), "A:use=probe"), "use=probe hit=b2 unit=token")
    state = ended(state)
    assert throne(state, "A") == (0, 1, 0, 0, 0)
    assert galaxy_tokens(state) == [0, 0, 1, 0]


def test_s71_allies_score_after_the_last_window_of_the_battle() -> None:
    """A's card at the end of the battle has the last token of the pile, and C none for the colony that A hit."""
    table = sector_b(pack=probe('{ when = "battle:end", do = [{ score = "galaxy" }] }')).card("Probe", "owned", "A")
    state = table.ships("C", "fighter", "b3").pile(1, "D").role("warlord")
    state = joined(play(state, "done battle=b against=B"), C="A")
    before = galaxy_tokens(state)
    state = play(state, "A:tactics=0 A:weapons=4 B:tactics=0 B:weapons=0 hit=b2 unit=token")
    state = ended(play(until(state, "A:use=probe"), "use=probe"))
    assert [now - then for now, then in zip(galaxy_tokens(state), before, strict=True)] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("pile", "tactics", "gained"),
    [(1, 0, [0, 0, 1, 0]), (1, 1, [0, 1, 0, 0]), (2, 1, [0, 1, 1, 0]), (0, 0, [0, 0, 0, 0])],
)
def test_s71_the_pile_serves_tactics_first_then_allies(pile: int, tactics: int, gained: list[int]) -> None:
    """S10: B wins the tactics by one of its strength; then comes C, A's ally, for the colony by the card."""
    table = sector_b().ships("C", "fighter", "b3").ships("B", "fighter", "b4").pile(pile, "A")
    before = galaxy_tokens(table.state)
    state = play(breaking(table, C="A"), "hit=b2 unit=token")
    state = until(state, "A:tactics=0")
    state = ended(play(state, f"A:tactics=0 A:weapons=0 B:tactics={tactics} B:weapons=0"))
    assert [now - then for now, then in zip(galaxy_tokens(state), before, strict=True)] == gained


def test_s71_out_of_a_battle_nobody_else_scores() -> None:
    """A destroys a colony before the battle, in which C is A's ally: only the other one, by a hit, counts for C."""
    table = sector_b(pack=probe(REMOVE)).card("Probe", "owned", "A").ships("C", "fighter", "b3")
    state = play(until(table.role("warlord"), "A:use=probe"), "use=probe hit=b2 unit=token done")
    assert (throne(state, "A"), galaxy_tokens(state)) == ((0, 1, 0, 0, 0), [0, 0, 0, 0])
    state = joined(play(state, "done battle=b against=B"), C="A")
    state = play(state, "A:tactics=0 A:weapons=7 B:tactics=0 B:weapons=0 hit=b4 unit=token")
    assert throne(ended(state), "A") == (0, 2, 0, 0, 0)
    assert galaxy_tokens(ended(state)) == [0, 0, 1, 0]


# --- S61: a reduction in any resource comes off where it lets the owner pay


def reduced(does: str, purse: tuple[int, int, int]) -> State:
    """A's part of Engineer, where a technology of A changes prices; C, who chose, has nothing."""
    pack = probe(f'{{ when = "always", do = [{does}] }}')
    polymers, metal, energy = purse
    table = seated(pack=pack).card("Probe", "owned", "A").purse("B").purse("C")
    return table.purse("A", polymers=polymers, metal=metal, energy=energy).role("engineer")


def less(ship: str, n: int, resource: str = "any") -> str:
    """What lowers a price."""
    return f'{{ price = "{ship}", less = {n}, in = "{resource}" }}'


@pytest.mark.parametrize(
    ("ship", "n", "purse", "left"),
    [
        # Nothing is short: off the largest part, the first of equal ones.
        ("dreadnought", 2, (5, 5, 5), (3, 3, 3)),
        ("dreadnought", 1, (3, 3, 2), (1, 0, 0)),
        ("cruiser", 1, (2, 2, 1), (1, 0, 0)),
        ("fighter", 1, (1, 1, 0), (1, 0, 0)),
        # One is short: off that one first, and what is left off the largest part.
        ("dreadnought", 1, (2, 3, 2), (0, 0, 0)),
        ("dreadnought", 1, (3, 2, 2), (0, 0, 0)),
        ("dreadnought", 1, (3, 3, 1), (0, 0, 0)),
        ("dreadnought", 2, (1, 3, 2), (0, 0, 0)),
        ("dreadnought", 2, (3, 1, 2), (0, 0, 0)),
        ("dreadnought", 2, (3, 3, 0), (0, 0, 0)),
        ("dreadnought", 2, (3, 3, 1), (1, 0, 0)),
        ("dreadnought", 3, (5, 5, 1), (3, 3, 0)),
        ("dreadnought", 3, (0, 5, 5), (0, 2, 3)),
        ("dreadnought", 4, (0, 5, 5), (0, 3, 3)),
        ("cruiser", 1, (1, 2, 1), (0, 0, 0)),
        ("cruiser", 1, (2, 1, 1), (0, 0, 0)),
        ("cruiser", 1, (2, 2, 0), (0, 0, 0)),
        ("fighter", 1, (0, 1, 0), (0, 0, 0)),
        ("fighter", 1, (1, 0, 0), (0, 0, 0)),
        # Several are short: off each as much as it lacks.
        ("dreadnought", 2, (2, 3, 1), (0, 0, 0)),
        ("dreadnought", 2, (2, 2, 2), (0, 0, 0)),
        ("dreadnought", 2, (3, 2, 1), (0, 0, 0)),
        ("dreadnought", 3, (2, 2, 1), (0, 0, 0)),
        ("dreadnought", 4, (3, 2, 0), (1, 0, 0)),
        ("cruiser", 2, (1, 1, 1), (0, 0, 0)),
        ("cruiser", 2, (1, 2, 0), (0, 0, 0)),
        ("cruiser", 2, (2, 1, 0), (0, 0, 0)),
        ("cruiser", 3, (1, 1, 0), (0, 0, 0)),
        ("fighter", 2, (0, 0, 0), (0, 0, 0)),
        # No part falls below 0.
        ("fighter", 5, (1, 1, 1), (1, 1, 1)),
        ("fighter", 5, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_s61_what_is_short_is_taken_off_first(
    ship: str, n: int, purse: tuple[int, int, int], left: tuple[int, int, int]
) -> None:
    state = until(reduced(less(ship, n), purse), f"A:build={ship}")
    assert resources_of(play(state, f"build={ship}"), "A") == left


@pytest.mark.parametrize(
    ("ship", "n", "purse"),
    [
        ("dreadnought", 1, (3, 3, 0)),
        ("dreadnought", 1, (2, 2, 2)),
        ("dreadnought", 2, (1, 3, 1)),
        ("dreadnought", 2, (2, 2, 1)),
        ("dreadnought", 2, (0, 8, 6)),
        ("cruiser", 1, (1, 1, 1)),
        ("cruiser", 1, (1, 2, 0)),
        ("fighter", 1, (0, 0, 6)),
    ],
)
def test_s61_where_more_is_short_nothing_is_built(ship: str, n: int, purse: tuple[int, int, int]) -> None:
    state = reduced(less(ship, n), purse)
    assert f"build={ship}" not in offered(state, "A")


@pytest.mark.parametrize(
    ("does", "purse", "left"),
    [
        # A reduction in one resource comes off that one, whether it is short or not.
        ((less("cruiser", 1, "metal"), less("cruiser", 1)), (2, 1, 0), (0, 0, 0)),
        ((less("cruiser", 1, "metal"), less("cruiser", 1)), (1, 1, 1), (0, 0, 0)),
        ((less("cruiser", 1, "metal"), less("cruiser", 1)), (2, 2, 0), (0, 1, 0)),
        ((less("cruiser", 2, "metal"), less("cruiser", 1)), (2, 2, 1), (1, 2, 0)),
        ((less("cruiser", 1), less("cruiser", 1, "metal")), (2, 1, 0), (0, 0, 0)),
        ((less("cruiser", 1), less("cruiser", 1)), (1, 2, 0), (0, 0, 0)),
    ],
)
def test_s61_a_reduction_in_one_resource_goes_before(
    does: tuple[str, ...], purse: tuple[int, int, int], left: tuple[int, int, int]
) -> None:
    state = until(reduced(", ".join(does), purse), "A:build=cruiser")
    assert resources_of(play(state, "build=cruiser"), "A") == left


def test_s61_each_ship_is_paid_from_what_is_left_then() -> None:
    """Shipwrights, 1 less in any resource: a cruiser for 1, 2, 1, then one for 2, 2, 0, as no energy is left."""
    table = seated().power("A", "Shipwrights").purse("A", polymers=3, metal=4, energy=1).purse("B").purse("C")
    state = play(until(table.role("engineer"), "A:use=shipwrights.core"), "use=shipwrights.core build=cruiser")
    assert resources_of(state, "A") == (2, 2, 0)
    assert "build=cruiser" in texts(state)
    assert resources_of(play(state, "build=cruiser"), "A") == (0, 0, 0)


def test_s61_ringworld_yards_build_without_energy() -> None:
    """They give 1 metal, and 2 less for a dreadnought: here both are its energy."""
    table = seated().card("Ringworld Yards", "owned", "A").purse("A", polymers=3, metal=2).purse("B").purse("C")
    state = play(until(table.role("engineer"), "A:use=ringworld-yards"), "use=ringworld-yards")
    state = until(state, "A:build=dreadnought")
    assert resources_of(play(state, "build=dreadnought"), "A") == (0, 0, 0)


def test_s61_what_a_card_makes_cheaper_for_one_is_dear_for_others() -> None:
    pack = probe(f'{{ when = "always", do = [{less("dreadnought", 2)}] }}')
    table = seated(pack=pack).card("Probe", "owned", "A").purse("A").purse("B", polymers=3, metal=3).purse("C")
    assert "build=dreadnought" not in offered(table.role("engineer"), "B")


# --- S10: effects that serve several, in turn order from their owner


def shared(do: str, when: str = "before:steward", who: str = "all", more: str = "") -> Pack[Board]:
    """A pack whose Probe serves several players."""
    return probe(f'{{ when = "{when}", who = "{who}", {more}do = [{{ {do} }}] }}')


def in_turn(owner: str, players: int, n: int) -> list[int]:
    """One for each of the first n players in turn order from the owner, by seat."""
    first = SEATS.index(owner)
    return [int((seat - first) % players < n) for seat in range(players)]


MANY = [(players, owner, pile) for players in (2, 3, 4) for owner in SEATS[:players] for pile in range(players + 1)]


@pytest.mark.parametrize(("players", "owner", "pile"), MANY)
def test_s10_a_short_pile_serves_the_owner_first(players: int, owner: str, pile: int) -> None:
    pack = shared('score = "galaxy"')
    table = seated(players, pack=pack).card("Probe", "owned", owner).pile(pile)
    before = galaxy_tokens(table.state)
    state = until(table.role("steward"), f"{owner}:use=probe") if pile else ended(table.role("steward"))
    if pile:
        state = play(state, "use=probe")
    gained = [now - then for now, then in zip(galaxy_tokens(state), before, strict=True)]
    assert gained == in_turn(owner, players, pile)
    assert Position(state.data).pile == 0


@pytest.mark.parametrize("owner", "ABCD")
def test_s10_so_it_is_where_it_must_happen(owner: str) -> None:
    pack = shared('score = "galaxy"', more="must = true, ")
    table = seated(4, pack=pack).card("Probe", "owned", owner).pile(2)
    before = galaxy_tokens(table.state)
    gained = [now - then for now, then in zip(galaxy_tokens(table.role("steward")), before, strict=True)]
    assert gained == in_turn(owner, 4, 2)


@pytest.mark.parametrize("when", ["after:steward", "during:produce", "during:put", "edict"])
def test_s10_so_it_is_at_each_moment(when: str) -> None:
    table = seated(4, pack=shared('score = "galaxy"', when)).card("Probe", "owned", "C").pile(3)
    state = until(table.role(MOMENTS[when]), "C:use=probe")
    used = play(state, "use=probe")
    gained = [now - then for now, then in zip(galaxy_tokens(used), galaxy_tokens(state), strict=True)]
    assert gained == [1, 0, 1, 1]


def test_s10_so_it_is_at_the_end_of_the_game() -> None:
    table = seated(3, pack=shared('score = "galaxy"', "final"), round_limit=1).card("Probe", "owned", "B")
    state = until(table.pile(1).role("engineer"), "B:use=probe")
    before = galaxy_tokens(state)
    state = play(state, "use=probe")
    assert [now - then for now, then in zip(galaxy_tokens(state), before, strict=True)] == [0, 1, 0]


def test_s10_the_pile_stands_in_for_empty_stocks_in_turn_order() -> None:
    """C3.1: B and D have no tokens; the owner C and A score their own, and the last galaxy token is D's."""
    table = seated(4, pack=shared('score = "token"')).card("Probe", "owned", "C")
    table.scored("B", 16).scored("D", 16).pile(1)
    before = galaxy_tokens(table.state)
    state = play(until(table.role("steward"), "C:use=probe"), "use=probe")
    assert [now - then for now, then in zip(galaxy_tokens(state), before, strict=True)] == [0, 0, 0, 1]
    assert [throne(state, seat)[SEATS.index(seat)] for seat in SEATS] == [1, 16, 1, 16]


@pytest.mark.parametrize(("owner", "pile", "gained"), [("C", 1, "C"), ("C", 2, "CD"), ("A", 1, "A"), ("A", 2, "AC")])
def test_s10_a_side_is_served_from_the_owner(owner: str, pile: int, gained: str) -> None:
    """A fights B with C and D as allies; the card of a member of the side serves all three."""
    pack = shared('score = "galaxy"', "battle:end", "side")
    table = sector_b(pack=pack).ships("C", "fighter", "b3").ships("D", "fighter", "b3").card("Probe", "owned", owner)
    state = joined(play(table.pile(pile, "B").role("warlord"), "done battle=b against=B"), C="A", D="A")
    before = galaxy_tokens(state)
    state = play(until(play(state, NO_HITS), f"{owner}:use=probe"), "use=probe")
    now = galaxy_tokens(state)
    assert [now[seat] - before[seat] for seat in range(4)] == [int(seat in gained) for seat in SEATS]


@pytest.mark.parametrize("do", ['score = "token"', 'score = "galaxy"'])
@pytest.mark.parametrize("owner", "ABCD")
def test_s10_seats_turned_round_give_the_same_game(do: str, owner: str) -> None:
    """Each player sits one to the right, and A where D sat: what was B's is A's, and nothing else differs."""
    table = seated(4, pack=shared(do)).card("Probe", "owned", owner).scored("B", 16).scored("D", 16).pile(1)
    state = until(table.role("steward"), f"{owner}:use=probe")
    for _ in range(4):
        after = turned(play(state, "use=probe"))
        state = turned(state)
        assert play(state, "use=probe").data == after.data


# --- S63: influence that is no token leaves no more than the tokens that were there, a starbase counting 2


SWAY = ", ".join(f'{{ when = "before:regent", do = [{{ influence = {n} }}] }}' for n in (1, 2, 3))
"""Three effects of Probe: so much influence that is no token."""


@pytest.mark.parametrize(
    ("there", "tokens", "sway", "against", "kept"),
    [
        # A starbase of A's counts 2, so 2 may be left of it.
        ("A*", 0, 3, 2, "A*"),
        ("A*", 0, 2, 2, "A*"),
        ("A*", 0, 1, 2, "A"),
        ("A*", 0, 0, 2, ""),
        ("A*", 0, 0, 1, "A"),
        ("A*", 0, 3, 1, "A*"),
        ("A*", 0, 3, 0, "A*"),
        # A colony counts 1: whatever the effect adds, it stays a colony.
        ("A", 0, 3, 2, "A"),
        ("A", 0, 2, 2, "A"),
        ("A", 0, 1, 2, ""),
        ("A", 0, 1, 1, "A"),
        ("A", 0, 3, 0, "A"),
        # Tokens that are placed count with it.
        ("A", 1, 3, 2, "A*"),
        ("A", 1, 1, 2, "A"),
        ("A", 1, 3, 0, "A*"),
        ("", 1, 3, 1, "A"),
        ("", 1, 1, 2, ""),
        ("", 2, 3, 2, "A*"),
        ("", 2, 2, 2, "A*"),
        ("", 2, 1, 2, "A"),
        # Without a token nothing stays; others lose all the same.
        ("", 0, 3, 0, ""),
        ("", 0, 3, 2, ""),
        ("", 0, 1, 2, "B"),
        ("B", 0, 3, 0, ""),
        ("B", 0, 1, 0, ""),
        ("B*", 0, 3, 0, ""),
        ("B*", 0, 1, 0, "B"),
        ("B", 1, 3, 0, "A"),
        ("B*", 1, 3, 0, "A"),
        ("B*", 2, 1, 0, "A"),
        ("B*", 2, 3, 0, "A*"),
    ],
)
def test_s63_no_more_is_left_than_the_strength_of_the_tokens(
    there: str, tokens: int, sway: int, against: int, kept: str
) -> None:
    """A has so many tokens as influence and puts all on b2; B puts some of its two there, the others on d2."""
    table = seated(2, pack=probe(SWAY)).card("Probe", "owned", "A").tile("b2", "1p").purse("A").purse("B")
    if there:
        table.token(there[0], "b2", starbase=there.endswith("*"))
    table.scored("A", 16 - tokens - (there[:1] == "A"))
    state = table.role("regent")
    if sway:
        state = play(state, f"use=probe{f'.{sway}' if sway > 1 else ''}")
    state = play(until(state, "A:put=b2" if tokens + sway else "B:put=b2"), "put=b2 " * (tokens + sway))
    state = play(state, "put=b2 " * against + "put=d2 " * (2 - against))
    assert token(state, "b2") == kept
    p = Position(state.data)
    # No token is lost or won: what isn't on the map is in the stock and the throne (C11.5).
    assert due(state).endswith("EDICT")
    for seat, on_map in (("A", kept[:1] == "A"), ("B", (kept[:1] == "B") + (token(state, "d2") != ""))):
        player = SEATS.index(seat)
        assert p.stock[player] + on_map + throne(state, seat)[player] == 16


def test_s63_on_the_throne_it_counts_wholly() -> None:
    """B's two tokens against three of A's that are none."""
    table = seated(2, pack=probe(SWAY)).card("Probe", "owned", "A").scored("A", 16).purse("A").purse("B")
    state = play(until(play(table.role("regent"), "use=probe.3"), "A:put=throne"), "put=throne " * (3 + 2))
    assert due(state) == "A EDICT"
    assert Position(state.data).stock[1] == 16
