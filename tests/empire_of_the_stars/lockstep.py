"""The core of Empire of the Stars and the plain rules in lockstep: the same bytes and choices after every action.

``python -m tests.empire_of_the_stars.lockstep 200000 --jobs 8`` plays the games from number 0 on, in so many processes,
and prints what came up. A game follows from its number. All numbers of players and all options come in turn, without
powers and with them; the packs are `house`, `tiny`, those of the second reading, and packs with made-up effects.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Final

from tests import campaigns
from tests.empire_of_the_stars.second_lockstep import LEANINGS, options_of, weight
from tests.empire_of_the_stars.second_packs import made_up, packs
from tests.empire_of_the_stars.small import TINY

from sse_core.empire_of_the_stars import Board, State, load_pack, rules, secrets, start
from sse_core.empire_of_the_stars.actions import Verb, text_of
from sse_core.empire_of_the_stars.due import STEP_NAMES
from sse_core.empire_of_the_stars.effect_rows import Part
from sse_core.empire_of_the_stars.layout import EFFECT, HIDDEN, LAYOUT, N_PLAYERS, PART, STEP, get2, numbers_of
from sse_core.empire_of_the_stars.reasons import Reason
from sse_core.forms.packs import Pack
from sse_core.game import CHANCE
from sse_core.seeds import SplitMix64

N_MADE_UP: Final = 60
"""The packs with made-up effects."""


@lru_cache(maxsize=128)
def texts_of(board: Board) -> tuple[str, ...]:
    """The texts of a pack's actions."""
    return tuple(map(text_of, board.actions))


def begin(number: int, rng: Random) -> State:
    """The start of a game."""
    players, options = options_of(number)
    kind = rng.randrange(8)
    pack: Pack[Board]
    if kind < 3:
        pack = made_up(rng.randrange(1, N_MADE_UP + 1))
    elif kind < 5:
        pack = load_pack(rng.choice(("house", TINY)))
    else:
        pack = rng.choice(packs())
    powers = bool(pack.value.content.powers) and (kind < 3 or rng.randrange(2) == 0)
    blocked = ""
    if players == 2 and rng.randrange(2):
        sectors = pack.value.content.sectors
        blocked = " ".join(sectors[sector].name for sector in rng.choice(pack.value.blockable))
    limit = rng.choice((200, 200, 60, 12, 3))
    return start(players=players, seed=number, pack=pack, blocked=blocked, round_limit=limit, powers=powers, **options)


class Lockstep:
    """A game by the core and by the plain rules."""

    def __init__(self, state: State, rng: Random) -> None:
        self.rng = rng
        self.leaning = LEANINGS[rng.choice(list(LEANINGS))]
        self.seen: Counter[str] = Counter()
        self.board = state.board
        self.texts = texts_of(state.board)
        self.core, self.plain = state, state.data
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
        self.seen[f"{self.core.players} players"] += 1
        self.seen["games"] += 1

    def step(self) -> None:
        """Play an action of a player who is to act, or a chance event, in both."""
        b, p, player = self.board, self.plain, self.rng.choice(self.core.to_act)
        legal = self.legal[player]
        if player == CHANCE:
            index = self.rng.choice(legal)
        else:
            words = [self.texts[each] for each in legal]
            (index,) = self.rng.choices(legal, [weight(word, words, self.leaning) for word in words])
        self.count(p, index)
        if self.rng.randrange(16) == 0:
            refused, other = self.rng.randrange(len(self.texts)), self.rng.randrange(-1, p[N_PLAYERS])
            assert (self.core.why_not(refused, other) is Reason.OK) == (refused in self.legal[other])
        ply = self.core.ply
        # Half of the actions are those of the table, half are ids.
        action = index if self.rng.randrange(2) else b.actions[index]
        self.core, self.plain = self.core.after(action, player), rules.play(b, p, player, index)
        assert self.core.ply == ply + 1
        self.compare()

    def count(self, p: bytes, index: int) -> None:
        """Count an action by verb and step; of an effect that goes on, by its part, too."""
        self.seen["actions"] += 1
        effect = get2(p, EFFECT)
        part = f" of {Part(self.board.effects[effect - 1].stages[p[PART] - 1].part).name.lower()}" if effect else ""
        self.seen[f"{Verb(self.board.verbs[index]).word} in {STEP_NAMES[p[STEP]]}{part}"] += 1

    def compare(self) -> None:
        """Compare the position, whose turn it is, the legal actions of everybody, the odds and the end."""
        b, p, core = self.board, self.plain, self.core
        if core.data != p:
            differs = [
                (field.name, numbers_of(core.data, field), numbers_of(p, field))
                for field in LAYOUT
                if numbers_of(core.data, field) != numbers_of(p, field)
            ]
            raise AssertionError(f"the positions differ (core, plain): {differs}")
        actors = rules.to_act(p)
        assert core.to_act == actors
        for player in (CHANCE, *range(p[N_PLAYERS])):
            self.legal[player] = rules.legal_ids(b, p, player)
            assert core.legal_ids(player) == self.legal[player], (STEP_NAMES[p[STEP]], player)
        odds = [(b.actions[index], share) for index, share in rules.odds(b, p).items()]
        assert list(core.odds()) == odds
        assert core.outcome == rules.outcome(b, p)
        if not actors or self.rng.randrange(8) == 0:
            assert core.totals == rules.totals(b, p)
            assert State.of(core.pack, p, core.ply) == core

    def look(self) -> None:
        """Compare what a player may know, and a full position that fits it; and play on there for some actions."""
        whole = self.core, self.plain
        seat, seed = self.rng.randrange(self.core.players), self.rng.getrandbits(64)
        known = self.core.ply - secrets.unknown_plies(self.plain, seat)
        self.core, self.plain = self.core.view(seat), secrets.view(self.board, self.plain, seat)
        assert self.core.ply == known
        self.compare()
        self.seen["views with hidden cards"] += any(self.plain[HIDDEN : HIDDEN + 12])
        full, drawn = secrets.sample(self.board, self.plain, SplitMix64(seed))
        sampled = whole[0].sample(seat, SplitMix64(seed))
        assert (sampled.data, sampled.ply) == (full, known + drawn)
        if self.rng.randrange(2):
            self.core, self.plain = sampled, full
            self.compare()
        for _ in range(self.rng.randrange(12)):
            # A view may hide what is to be chosen, or to be discarded.
            if self.core.to_act and all(self.legal[player] for player in self.core.to_act):
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
    return campaigns.play_all(play_one, "tests.empire_of_the_stars.lockstep", numbers)


if __name__ == "__main__":
    campaigns.run(play_all, __doc__)
