"""The core of Jump Wars and the plain rules in lockstep: the same position and the same choices after every action.

``python -m tests.jump_wars.lockstep 200000 --jobs 8`` plays the games from number 0 on, in so many processes. A game
follows from its number; all numbers of players and all options come in turn. Few games are long: most of them begin
late, on tables where much can happen, and end within three turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests import campaigns
from tests.jump_wars.combinations import SWITCHES, options_of
from tests.jump_wars.rich_tables import rich_battle, rich_table

from sse_core.game import CHANCE
from sse_core.jump_wars import reference
from sse_core.jump_wars.actions import ACTIONS, Verb, id_of
from sse_core.jump_wars.board import N_SPACES
from sse_core.jump_wars.cards import Card
from sse_core.jump_wars.positions.makers import new_game
from sse_core.jump_wars.positions.position import FIGHTING, Due, Position, has
from sse_core.jump_wars.reasons import Reason
from sse_core.jump_wars.reference import build, fight, final, jump, mine, secrets
from sse_core.jump_wars.reference.refusals import reason_for, verbs_due
from sse_core.jump_wars.state import State
from sse_core.jump_wars.strategies import random_state
from sse_core.jump_wars.text.shapes import MAX_BOOST, MAX_LEVEL, MAX_TOKENS
from sse_core.seeds import PlyStream, SplitMix64

LEANINGS: Sequence[dict[str, float]] = (
    {},
    {"done": 0.5, "from": 5, "learn": 4, "goal": 8, "most": 9, "negate": 3, "rewrite": 3, "early": 0.05},
    {"done": 0.3, "from": 9, "goal": 60, "boost": 0.5, "lead": 3, "bomb": 0.5},
    {"done": 0.3, "offer": 3, "accept": 20, "least": 5, "early": 0.1},
    {"done": 0.2, "learn": 9, "planet": 30, "bomb": 3, "sabotage": 5, "negate": 9, "goal": 9, "early": 0.1},
    {"done": 9, "goal": 5, "fire": 3, "early": 0.05},
)
"""The weights of actions, so that random games reach every rule: by verb; by whether others stand at the target of an
order; of the largest and of the least number; and of boosts before orders are written."""

_LATE = frozenset({Due.ORDERS, Due.ESPIONAGE, Due.TIME_JUMP, Due.FINAL, *FIGHTING})
_TO = id_of(Verb.TO)
_COUNTS = range(id_of(Verb.COUNT), id_of(Verb.COUNT) + 100)
_BOOSTS = frozenset({Verb.BOOST, Verb.LEAD})


def begin(number: int, rng: Random) -> Position:
    """Return where a game begins: at its start, late on a rich table, in a battle, or in any phase of one made up."""
    players, options = options_of(number)
    kind = rng.randrange(10)
    if kind == 0:
        turns = 8 if rng.randrange(20) == 0 else rng.choice((1, 1, 2))
        return new_game(players=players, seed=number, **options, turn_limit=turns).position
    if kind < 6:
        late = new_game(players=players, seed=number, **options, turn_limit=rng.randint(20, 60)).position
        p = rich_table(late, rng) if kind < 5 else rich_battle(late, rng)
        return with_large_numbers(p, rng) if kind < 5 and rng.randrange(8) == 0 else p
    p = random_state(rng.randrange, players).position
    switches = {name: on for name, on in options.items() if name in SWITCHES and name not in ("trade", "any_map")}
    return p._replace(options=replace(p.options, **switches, turn_limit=min(p.options.turn_limit, p.turn + 1)))


def with_large_numbers(p: Position, rng: Random) -> Position:
    """Return a table with some levels, boosts and RT as large as they may be by hand, so that numbers are in parts."""
    players = tuple(
        one._replace(
            levels=tuple(MAX_LEVEL if rng.randrange(5) == 0 else n for n in one.levels),
            boosts=tuple(MAX_BOOST * (rng.randrange(5) == 0) for _ in one.boosts),
            tokens=rng.choice((one.tokens, MAX_TOKENS)),
        )
        for one in p.players
    )
    return p._replace(players=players)


class Lockstep:
    """A game by the core and by the plain rules."""

    def __init__(self, p: Position, rng: Random) -> None:
        self.rng = rng
        self.leaning = LEANINGS[rng.randrange(len(LEANINGS))]
        self.seen: Counter[str] = Counter()
        self.plain = p
        self.core = State.of(p, rng.choice((0, 1, 1_000)))
        self.first_ply = self.core.ply
        self.legal: dict[int, tuple[int, ...]] = {}
        self.compare()

    def play(self) -> None:
        """Play to the end; now and then look at what a player may know, and go on there for some actions."""
        while self.core.to_act:
            self.step()
            if self.rng.randrange(24) == 0:
                self.look()
        outcome = self.core.outcome
        assert outcome is not None
        self.seen[f"by {outcome.decided_by}"] += 1
        self.seen["actions"] += self.core.ply - self.first_ply

    def step(self) -> None:
        """Play an action of a player who is to act, or a chance event, in both."""
        p, player = self.plain, self.rng.choice(self.core.to_act)
        legal = self.legal[player]
        if player == CHANCE and self.rng.randrange(4):
            # As plain play draws it, by the least common denominator.
            odds = list(reference.odds(p).items())
            index = PlyStream(self.first_ply, self.core.ply).draw(odds)
        else:
            (index,) = self.rng.choices(legal, [self.weight(player, one, legal) for one in legal])
        self.seen[f"{ACTIONS[index].verb} in {p.step}"] += 1
        if self.rng.randrange(8) == 0:
            refused, other = self.rng.randrange(len(ACTIONS)), self.rng.randrange(-1, len(p.players))
            reason = Reason.OK if refused in self.legal[other] else reason_for(p, other, refused)
            assert self.core.why_not(refused, other) is reason
        ply = self.core.ply
        self.core, self.plain = self.core.after(index, player), reference.play(p, player, index)
        assert self.core.ply == ply + 1
        self.compare()

    def weight(self, player: int, index: int, legal: Sequence[int]) -> float:
        """How likely an action is, beside the others."""
        leaning, verb = self.leaning, ACTIONS[index].verb
        found = leaning.get(verb, 1.0)
        if verb in _BOOSTS and self.plain.step not in _LATE:
            found *= leaning.get("early", 1.0)
        elif "goal" in leaning and _TO <= index < _TO + N_SPACES:
            space = index - _TO
            others = sum(row[space] > 0 for side, row in enumerate(self.plain.fleets) if side != player)
            found *= 1 + leaning["goal"] * others
        elif index in _COUNTS:
            found *= leaning.get("most", 1.0) if index == legal[-1] else 1.0
            found *= leaning.get("least", 1.0) if index == legal[0] else 1.0
        return found

    def compare(self) -> None:
        """Compare the position, whose turn it is, the legal actions of everybody, the odds and the end."""
        p, core = self.plain, self.core
        # Its bytes are those of the position that the plain rules give.
        if State.of(p, core.ply, core.written) != core:
            differs = [name for name in p._fields if getattr(p, name) != getattr(core.position, name)]
            raise AssertionError(f"the positions differ in {', '.join(differs) or 'a byte that no field shows'}")
        actors = reference.to_act(p)
        assert core.to_act == actors
        for player in (CHANCE, *range(len(p.players))):
            self.legal[player] = reference.legal_ids(p, player) if player in actors else ()
            assert core.legal_ids(player) == self.legal[player]
        if actors == (CHANCE,):
            assert [(ACTIONS[index], share) for index, share in reference.odds(p).items()] == list(core.odds())
        assert core.outcome == reference.outcome(p)
        if not actors or self.rng.randrange(8) == 0:
            assert core.position == p
            assert core.totals == reference.totals(p)
            self.ask()

    def ask(self) -> None:
        """Compare what words ask of the core, for a player and a space; and a battle after a deal."""
        p, core = self.plain, self.core
        seat, space = self.rng.randrange(len(p.players)), self.rng.randrange(N_SPACES)
        assert core.price(seat) == build.price(p, seat)
        assert (core.most_orders(seat), core.stack(seat)) == (jump.most_orders(p, seat), jump.stack(p, seat))
        assert core.free_fleets(seat, space) == jump.free_fleets(p, seat, space)
        assert core.is_voided(seat, space) is jump.is_voided(p, seat, space)
        assert core.yield_of(seat, space) == mine.yield_of(p, seat, space)
        for side in range(len(p.fleets)):
            # A side without fleets there has no strength to ask for.
            if p.fleets[side][space]:
                assert core.strength(side, space) == self.strength(side, space)
        assert core.would_win == tuple(final.would_win(p))
        for player in core.to_act:
            assert set(core.verbs_due(player)) == {*verbs_due(p, player)}
        if p.step is Due.SPLIT:
            assert core.points_left == fight.points(p, p.actor, p.draft[0]) - sum(p.draft[1:])
        if p.step in FIGHTING:
            assert p.battle is not None
            for side, standing in enumerate(p.battle.damage):
                if standing:
                    assert core.strength(side, p.battle.space) == self.strength(side, p.battle.space)
            self.deal()

    def strength(self, side: int, space: int) -> tuple[int, ...]:
        """The strength of a side in a space, with Cloaking in the first round of the battle there."""
        p = self.plain
        found = [fight.strength(p, side, space, card) for card in (Card.INITIATIVE, Card.ATTACK, Card.DEFENSE)]
        fighting = p.battle is not None and (p.battle.space, p.battle.round) == (space, 1)
        if fighting and side < len(p.players) and has(p, side, Card.CLOAKING):
            found[0] += 2
        return tuple(found)

    def deal(self) -> None:
        """Compare the battle after an action of its dealer: before Assimilation, if the battle is over then."""
        p, battle = self.plain, self.plain.battle
        assert battle is not None
        index = self.rng.choice(self.legal[p.actor])
        after, found = reference.play(p, p.actor, index), self.core.battle_after(index)
        if after.battle is not None and after.battle.space == battle.space:
            assert found == after.battle
            return
        self.seen["battles that an action ends"] += 1
        for side, row in enumerate(after.fleets):
            won = side < len(p.players) and has(p, side, Card.ASSIMILATION) and found.damage[side]
            assert row[battle.space] == len(found.damage[side]) + (found.kills[side] // 2 if won else 0)

    def look(self) -> None:
        """Compare what a player may know, and a full position that fits it; and play on there for some actions."""
        whole = self.core, self.plain
        seat, seed = self.rng.randrange(len(self.plain.players)), self.rng.getrandbits(62)
        self.core, self.plain = self.core.view(seat), secrets.view(self.plain, seat)
        self.compare()
        if any(one.hidden for one in self.plain.players):
            self.seen["views with hidden cards"] += 1
        full, _ = secrets.sample(self.plain, seat, SplitMix64(seed))
        # Two draws below 2**31 are the seed of a sample in the core.
        halves = iter((seed >> 31, seed & ((1 << 31) - 1)))
        stream = SplitMix64(0)
        stream.below = lambda n: next(halves)  # type: ignore[method-assign]
        assert self.core.sample(seat, stream).position == full
        for _ in range(self.rng.randrange(12)):
            if self.core.to_act:
                self.step()
        self.core, self.plain = whole
        self.compare()


def play_one(number: int) -> Counter[str]:
    """Play a game; return what came up in it."""
    rng = Random(number)
    game = Lockstep(begin(number, rng), rng)
    game.play()
    return game.seen


def play_all(numbers: range) -> Counter[str]:
    """Play games; return what came up in them."""
    return campaigns.play_all(play_one, "tests.jump_wars.lockstep", numbers)


if __name__ == "__main__":
    campaigns.run(play_all, __doc__)
