"""Rules and their second reading in lockstep: the same table and the same choices after every action."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.campaigns import told
from tests.jump_wars.combinations import COMBINATIONS, SWITCHES, options_of
from tests.jump_wars.rich_tables import LEARNABLE, rich_table
from tests.jump_wars.second_reading import CHANCE, CHOICES, Choice, Game
from tests.profiles import by_profile

from sse_core.jump_wars import State, new_game, position
from sse_core.jump_wars.actions import TABLE
from sse_core.jump_wars.cards import BASICS, Card
from sse_core.jump_wars.positions.position import Due, Position, level, with_fleets, with_player

LEANINGS: dict[str, dict[str, float]] = {
    "none": {},
    "war": {"done": 0.5, "early": 0.05, "from": 5, "learn": 4, "goal": 8, "most": 3, "negate": 3, "rewrite": 3},
    "crowd": {"done": 0.3, "early": 0.02, "from": 9, "goal": 60, "lead": 3, "boost": 3, "bomb": 0.5},
    "bargain": {"done": 0.3, "early": 0.1, "offer": 3, "accept": 20, "held": 20, "cheap": 5, "from": 2},
    "arts": {"done": 0.2, "early": 0.1, "learn": 9, "planet": 30, "bomb": 3, "sabotage": 5, "negate": 9, "goal": 9},
    "haste": {"done": 9, "early": 0.05, "goal": 5, "fire": 3},
    "boosts": {"done": 2, "boost": 4, "lead": 4, "goal": 4, "most": 2},
}
"""The weights of actions, so that random games reach every rule: by verb, by the number of sides at the target of an
order or on their way there, by whether a card that is asked for is there, by the size of a number, and by whether a
boost comes before orders are written."""

LATE = ("orders", "espionage", "time-jump", "deal", "final")


def begin(number: int) -> tuple[State, Game]:
    """Both readings at the beginning of a game, in four of five games in the midst of it; some games may be long."""
    rng = Random(number)
    players, options = options_of(number)
    rich = number % 5 > 0
    limit = 70 if number % 205 == 150 else rng.randint(20, 60) if rich else rng.choice((1, 1, 2, 4, 8, 12))
    state = new_game(players=players, seed=number, **options, turn_limit=limit)
    game = second_reading(state.position)
    if rich:
        state = position(rich_table(state.position, rng))
        game = second_reading(state.position)
        lay(game, state.position)
    game.begin(state.position.start_player)
    return state, game


def second_reading(p: Position) -> Game:
    """The second reading of the start of a game."""
    names = (*SWITCHES, "neutral", "turn_limit")
    options = {name: getattr(p.options, name) for name in names}
    return Game(p.spaces, p.homeworlds, grid=str(p.options.grid), **options)


def lay(game: Game, p: Position) -> None:
    """Lay what else is on the table when a turn begins."""
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


def weight(game: Game, player: int, choice: Choice, leaning: dict[str, float]) -> float:
    verb, thing = choice
    if player == CHANCE or not leaning or (game.step == "draw" and verb == "done"):
        return 1
    found = leaning.get(verb, 1)
    if verb in ("boost", "lead") and game.step not in LATE:
        found *= leaning.get("early", 1)
    elif verb in ("to", "planet"):
        found *= 1 + leaning.get("goal", 0) * _others_at(game, player, thing)
    elif verb == "ask" and game.offer and game.players[game.offer.receiver].hand[Card(thing)]:
        found *= leaning.get("held", 1)
    elif verb == "count":
        legal = game.legal(player)
        least, most = min(legal).thing, max(legal).thing
        found *= most if game.step == "bombs" and thing == least else 1
        found *= leaning.get("most", 1) * (most - least + 1) if thing == most else 1
        found *= leaning.get("cheap", 1) * (most - least + 1) if thing == least else 1
    return found


def _others_at(game: Game, player: int, space: int) -> int:
    """How many other sides stand in a space, or jump there."""
    others = set(range(game.n + 1)) - {player}
    # Fights with the neutral side should be large.
    neutral = 3 * (game.fleets[game.n][space] > 0)
    jump = {seat for seat in others - {game.n} if any(o.goal == space for o in game.players[seat].orders)}
    return neutral + len(jump | {side for side in others if game.fleets[side][space]})


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
            (list(player.written_orders.boosts), None if player.written_orders.led < 0 else player.written_orders.led)
            for player in p.players
        ],
        "deck": list(p.unseen),
        "discard": list(p.discard),
        "orders": [[tuple(order) for order in player.written_orders.orders] for player in p.players],
        "alliance": p.alliance,
        "offer": p.offer and (p.offer.giver, p.offer.receiver, list(p.offer.give), list(p.offer.ask)),
        "price": p.offer and p.step is Due.ANSWER and (p.offer.pay, p.offer.charge),
        "battle": battle and (battle.space, battle.round, {s: list(d) for s, d in enumerate(battle.damage) if d}),
        "kills": battle and {side: kills for side, kills in enumerate(battle.kills) if kills},
        "neutral": (p.neutral_holder, p.neutral_turns),
    }


def compare(state: State, game: Game) -> None:
    """The table, whose turn it is, the legal actions of everybody, the odds, the score, and the end."""
    assert state.to_act == game.to_act
    for player in (CHANCE, *range(game.n)):
        assert state.legal_ids(player) == game.legal_ids(player)
    assert {TABLE.ids[action]: chance for action, chance in state.odds()} == game.odds()
    assert state.position.step == Due(game.step)
    assert state.totals == game.totals
    theirs, ours = table(state.position), game.table()
    for name, thing in ours.items():
        assert theirs[name] == thing, (name, theirs[name], thing, game.step, game.turn)
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
        refused = rng.randrange(len(CHOICES))
        assert (state.why_not(refused, player).value == 0) == (refused in ids)
        state = state.after(index, player)
        game.play(player, index)
        actions += 1
        compare(state, game)
    return game, actions


def play_all(numbers: range) -> Counter[str]:
    """Games by both readings; returns what came up in them, and prints it."""
    total: Counter[str] = Counter()
    for number in numbers:
        game, actions = play_both(number)
        total += game.happened
        total["actions"] += actions
    print(f"\n{len(numbers):,} games from {numbers.start:,} on: {told(total)}")
    return total


DECISIONS = (
    *("draw", "offer", "answer", "steal", "alliance", "tech", "pairs", "mine", "build", "sabotage", "orders"),
    *("espionage", "time-jump", "deal", "final"),
)

SELDOM_LED = ("alliance", "sabotage", "espionage", "time-jump", "deal")

MUST_OCCUR = frozenset(
    {
        *(f"learn {card.name}" for card in LEARNABLE),
        *(f"boost in {step}" for step in DECISIONS),
        *(f"lead in {step}" for step in DECISIONS if step not in SELDOM_LED),
        # Draw and Trade.
        *("a third card", "ruins", "brains", "reshuffle", "nothing to draw", "accept", "refuse", "theft", "alliance"),
        # Tech, Mine and Build.
        *("pair", "Genesis makes more", "Ram Scoops make RT", "a Cluster raided", "a Cluster raided by two or more"),
        *("build at a Star Dock", "build beside an enemy"),
        *("sabotage", "sabotage of a neutral fleet", "sabotage of an own fleet"),
        # Jump.
        *("a jump over a Black Hole", "a number in parts", "an order voided by the alliance"),
        *("a Planet Jump", "two Planet Jumps into one Void"),
        *("an order cancelled", "an order rewritten", "an order rewritten as one of the other kind"),
        *("a Time Jump", "a Time Jump against a Planet Jump", "a Time Jump against an own order"),
        # Fight.
        *("a fight", "a fight of three", "a fight of four and more", "a long battle", "all fall", "a split"),
        *("a fight with the neutral side", "a fight of three with the neutral side"),
        *(
            "a sealed boost at a deal",
            "a defended Homeworld",
            "a defended Nebula",
            "equal Initiative",
            "equal Initiative of three and more",
        ),
        "the neutral side fires at the largest of several",
        *("Nova Bombs", "Nova Bombs and fire", "own fleets bombed", "Assimilation"),
        # The end.
        *("two would win at once", "won by conquest", "won by neutral"),
        *("won by homeworlds", "won by fleets", "won by tokens", "won by shared"),
    }
)
"""The events of everyday games."""

RARE = frozenset(
    {
        *(f"lead in {step}" for step in SELDOM_LED),
        "a Planet Jump voided by the alliance",
        "the neutral side fires at the first of equals",
    }
)
"""The further events of each thousand games."""


def test_both_readings_play_alike() -> None:
    """What must come up, comes up in the 250 games of `make nightly`; they are the same every time."""
    games = by_profile(dev=25, ci=100, nightly=250)
    found = play_all(range(games)).keys()
    assert games < 250 or found >= MUST_OCCUR


@pytest.mark.nightly
@pytest.mark.parametrize("thousand", range(20))
def test_both_readings_play_20_000_games_alike(thousand: int) -> None:
    assert play_all(range(1_000 * thousand, 1_000 * (thousand + 1))).keys() >= MUST_OCCUR | RARE


def test_games_have_all_numbers_of_players_and_options() -> None:
    """So many games in a row have every combination; five players have no neutral Homeworld."""
    found = {(players, *options.values()) for players, options in map(options_of, range(len(COMBINATIONS)))}
    assert found == {(n, grid, neutral and n < 5, *rest) for n, grid, neutral, rest in COMBINATIONS}


def test_both_readings_end_writing_after_forty_orders() -> None:
    """J4.10: few random games have so high a Command, and so many fleets."""
    p = new_game(players=2, seed=3, first=0).position._replace(turn=2)
    p = with_player(p, 0, levels=tuple(60 if technology is Card.COMMAND else 1 for technology in BASICS))
    p = with_fleets(p, 0, p.homeworlds[0], 60)
    state = position(p)
    game = second_reading(p)
    lay(game, p)
    game.begin(p.start_player)
    seat, texts = 0, Counter[str]()
    while game.step != "orders" or len(game.players[seat].orders) < 40:
        player = seat if seat in game.to_act else game.to_act[0]
        ids = game.legal_ids(player)
        # The first id ends a decision that can be ended.
        index = ids[0] if game.step != "orders" or len(ids) == 1 or CHOICES[ids[0]].verb != "done" else ids[1]
        state = state.after(index, player)
        game.play(player, index)
        texts[CHOICES[index].verb] += 1
        compare(state, game)
    assert texts["from"] == 40
    assert {CHOICES[index].verb for index in game.legal_ids(seat)} == {"done"}
