"""Rules and their second reading in lockstep: the same table and the same choices after every action."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

from tests.jump_wars.rich_tables import rich_table
from tests.jump_wars.second_reading import CHANCE, CHOICES, Choice, Game

from sse_core.jump_wars import State, position, start
from sse_core.jump_wars.actions import IDS
from sse_core.jump_wars.cards import BASICS, Card
from sse_core.jump_wars.position import Position, Step, level

LEANINGS: dict[str, dict[str, float]] = {
    "none": {},
    "war": {"done": 0.5, "boost": 0.2, "from": 5, "learn": 4, "goal": 8, "most": 3, "negate": 3, "rewrite": 3},
    "bargain": {"done": 0.3, "boost": 0.1, "offer": 3, "accept": 20, "held": 20, "cheap": 5, "from": 2},
    "arts": {"done": 0.2, "boost": 0.3, "learn": 9, "planet": 9, "bomb": 3, "sabotage": 5, "negate": 9, "lead": 3},
    "haste": {"done": 9, "boost": 0.1, "goal": 5, "fire": 3},
    "boosts": {"done": 2, "boost": 4, "lead": 4, "goal": 4, "most": 2},
}
"""How much likelier than others some actions are, so that random games come everywhere: by verb, by what an order aims
at, by whether a card that is asked for can be had, and by how large a number is."""

SWITCHES = ("trade", "void_orders", "must_raise", "genesis_adds", "any_map")
COMBINATIONS = tuple(product((2, 3, 4, 5), ("square", "hex"), (False, True), product((False, True), repeat=5)))


def options_of(number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of a game: 512 combinations in turn, and none with five players and a neutral Homeworld."""
    players, grid, neutral, switches = COMBINATIONS[number * 37 % len(COMBINATIONS)]
    return players, {"grid": grid, "neutral": neutral and players < 5, **dict(zip(SWITCHES, switches, strict=True))}


def begin(number: int) -> tuple[State, Game]:
    """Both readings at the beginning of a game: in two of three games in the midst of it."""
    rng = Random(number)
    players, options = options_of(number)
    rich = number % 3 > 0
    state = start(players=players, seed=number, **options, turn_limit=rng.randint(1, 3 if rich else 12))
    if rich:
        state = position(rich_table(state.position, rng))
    return state, read(state.position)


def read(p: Position) -> Game:
    """The second reading of a table at the beginning of a game or of a turn."""
    options = {name: getattr(p.options, name) for name in (*SWITCHES, "neutral", "turn_limit")}
    game = Game(p.spaces, p.homeworlds, grid=str(p.options.grid), **options)
    game.turn = p.turn
    game.fleets = [Counter({space: n for space, n in enumerate(side) if n}) for side in p.fleets]
    game.held = {space: side for space, side in enumerate(p.held) if side >= 0}
    for player, theirs in zip(game.players, p.players, strict=True):
        player.levels = Counter(dict(zip(BASICS, theirs.levels, strict=True)))
        player.learned = set(theirs.learned)
        player.tokens = theirs.tokens
        player.hand = Counter(dict(zip(Card, theirs.hand, strict=True)))
    game.deck = Counter(dict(zip(Card, p.unseen, strict=True)))
    game.discard = Counter(dict(zip(Card, p.discard, strict=True)))
    game.neutral_holder, game.neutral_turns = p.neutral_holder, p.neutral_turns
    game.begin(p.start_player)
    return game


def weight(game: Game, player: int, choice: Choice, leaning: dict[str, float]) -> float:
    verb, thing = choice
    if player == CHANCE or not leaning:
        return 1
    if game.step == "draw" and verb == "done":
        return 1
    found = leaning.get(verb, 1)
    if verb == "to" and _is_goal(game, player, thing):
        found *= leaning.get("goal", 1)
    elif verb == "ask" and game.offer and game.players[game.offer.receiver].hand[Card(thing)]:
        found *= leaning.get("held", 1)
    elif verb == "count":
        legal = game.legal(player)
        least, most = min(legal).thing, max(legal).thing
        found *= leaning.get("most", 1) * (most - least + 1) if thing == most else 1
        found *= leaning.get("cheap", 1) * (most - least + 1) if thing == least else 1
    return found


def _is_goal(game: Game, player: int, space: int) -> bool:
    """Whether others stand there or jump there."""
    others = [seat for seat in range(game.n) if seat != player]
    stand = any(game.fleets[side][space] for side in (*others, game.n))
    return stand or any(order.goal == space for seat in others for order in game.players[seat].orders)


def table(p: Position) -> dict[str, Any]:
    """What `Game.table` tells, of a position of the package."""
    seats = range(len(p.players))
    battle = p.battle
    return {
        "turn": p.turn,
        "first": p.start_player,
        "spaces": list(p.spaces),
        "homeworlds": list(p.homeworlds),
        "fleets": [{space: n for space, n in enumerate(side) if n} for side in p.fleets],
        "held": {space: side for space, side in enumerate(p.held) if side >= 0},
        "levels": [list(player.levels) for player in p.players],
        "boosted": [[level(p, seat, tech) for tech in BASICS] for seat in seats],
        "learned": [sorted(player.learned) for player in p.players],
        "led": [player.led for player in p.players],
        "tokens": [player.tokens for player in p.players],
        "hands": [list(player.hand) for player in p.players],
        "sealed": [
            (list(player.sheet.boosts), None if player.sheet.led < 0 else player.sheet.led) for player in p.players
        ],
        "deck": list(p.unseen),
        "discard": list(p.discard),
        "orders": [[tuple(order) for order in player.sheet.orders] for player in p.players],
        "alliance": p.alliance,
        "offer": p.offer
        and (p.offer.giver, p.offer.receiver, list(p.offer.give), p.offer.pay, list(p.offer.ask), p.offer.charge),
        "battle": battle
        and (
            battle.space,
            battle.round,
            {side: list(damage) for side, damage in enumerate(battle.damage) if damage},
            {side: kills for side, kills in enumerate(battle.kills) if kills},
        ),
        "neutral": (p.neutral_holder, p.neutral_turns),
    }


def compare(state: State, game: Game) -> None:
    """The table, whose turn it is, the legal actions of everybody, the odds, the score, and the end."""
    assert state.to_act == game.to_act
    for player in (CHANCE, *range(game.n)):
        assert state.legal_ids(player) == game.legal_ids(player)
    assert {IDS[action]: chance for action, chance in state.odds()} == game.odds()
    assert state.position.step == Step(game.step)
    assert state.totals == game.totals
    theirs, ours = table(state.position), game.table()
    for name, thing in ours.items():
        assert theirs[name] == thing, name
    outcome = state.outcome
    assert (outcome and (outcome.winners, outcome.decided_by)) == game.outcome
    assert outcome is None or outcome.totals == game.totals


def play_both(number: int) -> tuple[Game, int]:
    """A game by both readings; returns the second one, and the number of actions."""
    state, game = begin(number)
    rng = Random(number)
    leaning = LEANINGS[rng.choice(list(LEANINGS))]
    compare(state, game)
    actions = 0
    while game.to_act:
        player = rng.choice(game.to_act)
        ids = game.legal_ids(player)
        (index,) = rng.choices(ids, [weight(game, player, CHOICES[i], leaning) for i in ids])
        state = state.after(index, player)
        game.play(player, index)
        actions += 1
        compare(state, game)
    return game, actions
