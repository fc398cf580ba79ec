"""Parts of the rules of Empire of the Stars against the words of their clauses, done literally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from tests.empire_of_the_stars.by_hand import Table, play, texts

from sse_core import SplitMix64
from sse_core.empire_of_the_stars import Options, State, new_game, playout
from sse_core.empire_of_the_stars.board import Board
from sse_core.empire_of_the_stars.packs.galaxy import has_pairs
from sse_core.empire_of_the_stars.packs.library import load_pack
from sse_core.empire_of_the_stars.positions.due import Due
from sse_core.empire_of_the_stars.positions.fields import BLOCKED, IN_HAND, NOBODY
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.reference import Components, Game, game_at
from sse_core.empire_of_the_stars.reference.components import Map
from sse_core.empire_of_the_stars.reference.story import scene
from sse_core.game import CHANCE

TINY = Path(__file__).with_name("data") / "tiny.toml"


# --- C9: how far ships get


def walked(board: Board, tiles: Sequence[int], region: int, steps: int) -> set[int]:
    """The regions where a ship can be, found by trying every way, step by step."""
    found: set[int] = set()
    ways = [(region, 0)]
    seen: set[tuple[int, int]] = set()
    while ways:
        here, done = ways.pop()
        if (here, done) in seen:
            continue
        seen.add((here, done))
        found.add(here)
        if done == steps or (tiles[here] == board.asteroids + 1 and done):
            continue
        ahead = range(board.n_regions) if tiles[here] == board.wormhole + 1 else board.beside[here]
        ways += [(there, done + 1) for there in ahead if tiles[there] != BLOCKED]
    return found - {region}


def test_ships_get_where_a_walk_gets() -> None:
    """On the maps at the end of random games, where cards change nothing."""
    met, board = Counter[int](), load_pack("house").value
    for seed in range(12):
        state = playout(new_game(players=2 + seed % 3, seed=seed, technologies=False), seed)
        tiles = Position(state.data).tile
        met.update(tiles)
        for region in range(board.n_regions):
            for steps in (1, 2, 3, 4, 5) if tiles[region] != BLOCKED else ():
                ends = sum(1 << end for end in walked(board, tiles, region, steps))
                assert state.reach(0, region, steps) == ends
    assert met[board.asteroids + 1] > 5
    assert met[board.wormhole + 1] > 5


# --- C11.5: conflicts


@pytest.mark.parametrize("seed", range(30))
def test_influence_is_removed_evenly(seed: int) -> None:
    stream = SplitMix64(seed)
    influence = [stream.below(6) for _ in range(2 + stream.below(3))]
    left = [*influence]
    while sum(n > 0 for n in left) > 1:
        left = [max(0, n - 1) for n in left]
    owner = next((seat for seat, n in enumerate(left) if n), -1)
    assert table_for_two().left(Counter(dict(enumerate(influence)))) == (owner, max(left))


# --- S56


def test_home_worlds_can_always_be_placed() -> None:
    """On the tiny map, whatever those before have chosen; and pairs are counted as by trying all."""
    for seed in range(20):
        stream = SplitMix64(seed)
        state = new_game(players=4, pack=TINY, seed=seed)
        while Position(state.data).step in (Due.HOME, Due.FIRST_TILE):
            state = state.after(stream.choice(state.legal_ids()))
        assert 0 not in Position(state.data).tile[:8]
    beside = [(1,), (0, 2), (1, 3), (2,)]
    assert has_pairs(range(4), beside, 2)
    assert not has_pairs([0, 1, 2], beside, 2)


# --- S1, S15, S54: the stack


def shuffled_stack(board: Board, players: int, blocked: int, stream: SplitMix64) -> list[int]:
    """The stack from the top, after the tiles of the clauses are shuffled, blocked and parted (C1.5, C14.1)."""
    tiles = [kind for kind, tile in enumerate(board.content.tiles) for _ in range(tile.n) if kind != board.wormhole]
    for _ in range(players):
        tiles.remove(board.two_polymers)
    stream.shuffle(tiles)
    del tiles[:blocked]
    stack: list[int] = []
    n = len(tiles)
    sizes = [n // 3 + (number < n % 3) for number in range(3)]
    for size in sizes:
        part, tiles = tiles[:size], tiles[size:]
        stack += [*part[: size // 2], board.wormhole, *part[size // 2 :]]
    return stack


def table_for_two() -> Game:
    """A table for two on the tiny map with a blocked sector, on which nothing lies."""
    components, the_map = tiny_without_a_sector()
    return Game(components, 2, Options(), the_map)


@cache
def tiny_without_a_sector() -> tuple[Components, Map]:
    components = Components(load_pack(TINY).value.content)
    return components, components.map_without((components.content.sectors[0].name,))


def revealed(stream: SplitMix64) -> tuple[str, ...]:
    """The kinds of the first three tiles that chance turns up from a stack, by the odds."""
    game = table_for_two()
    game.lay_stack()
    game.then(*[scene(game.turn_up)] * 3)
    game.go_on()
    found: list[str] = []
    while odds := game.odds():
        choice = stream.draw(tuple(odds.items()))
        game.play(CHANCE, choice)
        found.append(choice.removeprefix("reveal="))
    return tuple(found)


def test_tiles_come_as_from_a_shuffled_stack() -> None:
    """Of two players with a blocked sector on the tiny map: by chi-squared, for the first three tiles of a stack."""
    stream, board = SplitMix64(7), load_pack(TINY).value
    names = [tile.name for tile in board.content.tiles]
    games = 3000
    literal = Counter[tuple[str, ...]]()
    by_odds = Counter[tuple[str, ...]]()
    for _ in range(games):
        literal[tuple(names[kind] for kind in shuffled_stack(board, 2, 2, stream)[:3])] += 1
        by_odds[revealed(stream)] += 1
    kinds = {*literal} | {*by_odds}
    chi = sum((literal[each] - by_odds[each]) ** 2 / (literal[each] + by_odds[each]) for each in kinds)
    # The mean is the number of kinds less one, and its deviation the root of twice that.
    freedom = len(kinds) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


def test_tiles_that_were_put_back_come_last() -> None:
    """S15: they lie at the bottom, so they come when nothing else is left."""
    state = play(Table().role("explorer"), "tile=1e at=b1 done tile=1p1m at=b2 tile=space at=b3")
    for text in ("reveal=space", "reveal=space", "reveal=space", "reveal=wormhole"):
        state = play(state, text)
    p = Position(bytearray(state.data))
    assert p.bottom == 2
    assert state.to_act == (CHANCE,)
    p.stack = 0
    p.depth[:] = bytes([NOBODY] * 3)
    assert game_at(Components(state.board.content), p).odds() == {"reveal=space": 1}


# --- S24: hidden cards


def test_hidden_cards_are_drawn_equally() -> None:
    """A's view of B's hand on the tiny map: each unseen card of cost 1 is as likely as any other."""
    state = _dealt()
    unseen = Counter[int]()
    stream = SplitMix64(3)
    draws = 2000
    for _ in range(draws):
        sampled = state.sample(0, stream)
        unseen.update(card for card in state.board.cards[0] if Position(sampled.data).place[card] == IN_HAND + 1)
    own = [card for card in state.board.cards[0] if Position(state.data).place[card] == IN_HAND]
    shown = [card for card in state.board.cards[0] if Position(state.data).place[card] == 1]
    others = [card for card in state.board.cards[0] if card not in own and card not in shown]
    assert {*unseen} == {*others}
    expected = 3 * draws / len(others)
    chi = sum((unseen[card] - expected) ** 2 / expected for card in others)
    assert chi < len(others) + 4 * (2 * len(others)) ** 0.5
    assert sum(map(sum, Position(state.view(0).data).hidden)) == 3
    assert sum(map(sum, Position(state.data).hidden)) == 0
    assert sum(Position(state.data).display) == 3


def _dealt() -> State:
    """A game for two on the tiny map, after set-up."""
    state = new_game(players=2, pack=TINY, seed=5)
    while not texts(state) & {"role=explorer"}:
        state = play(state, min(texts(state)))
    return state
