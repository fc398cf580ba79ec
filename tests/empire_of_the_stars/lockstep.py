"""The core and the reference in lockstep: the same positions and the same choices after every action.

``python -m tests.empire_of_the_stars.lockstep 40000 --jobs 8`` plays the games from number 0 on, in so many processes,
and prints what came up. A game follows from its number: those with even numbers have no powers, and of these as of the
others every second one has effects that are made up. All numbers of players and all options come in turn, with the
packs of ``packs.py``. In half of the games with powers the players have technologies from the first. At every eighth
position or so the reference begins anew, too, and has to go on as the game that came there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from random import Random
from typing import Any, Final, TypeAlias

from tests import campaigns
from tests.empire_of_the_stars.comparison import (
    begun_at,
    begun_with,
    compare,
    compare_choices,
    compare_sample,
    compare_view,
    words_of,
)
from tests.empire_of_the_stars.laws import of_nobody
from tests.empire_of_the_stars.packs import N_MADE_UP, made_up, packs

from sse_core.empire_of_the_stars import Action, State, new_game, position
from sse_core.empire_of_the_stars.positions.fields import IN_DECK, OWNED
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.reference import CHANCE, Game

SWITCHES: Final = (
    *("start_colony", "one_way", "edict_substitute", "own_cap", "reshuffle", "free_allies", "spare_hits"),
    *("neutral_shields", "technologies"),
)
COMBINATIONS: Final = tuple(product((2, 3, 4), product((False, True), repeat=len(SWITCHES))))

Leaning: TypeAlias = dict[str, float]

LEANINGS: Final[dict[str, Leaning]] = {
    "none": {},
    "war": {"warlord": 9, "engineer": 4, "done": 0.2, "ally": 3, "join": 3, "most weapons": 9, "least tactics": 5},
    "siege": {
        "warlord": 6,
        "regent": 3,
        "engineer": 2,
        "done": 0.1,
        "battle": 9,
        "join": 9,
        "settle": 9,
        "put": 0.3,
        "most weapons": 30,
        "least tactics": 9,
    },
    "fleets": {
        "warlord": 6,
        "engineer": 6,
        "steward": 5,
        "done": 0.1,
        "dreadnought": 9,
        "cruiser": 3,
        "most polymers": 5,
        "most metal": 5,
        "most energy": 5,
        "most weapons": 9,
        "least tactics": 5,
    },
    "court": {"regent": 9, "steward": 3, "merchant": 3, "influence": 5, "throne": 6, "join": 2},
    "trade": {"merchant": 9, "steward": 9, "invest": 5, "regent": 0.3, "least polymers": 9, "least metal": 9},
    "travel": {"explorer": 9, "warlord": 4, "wormhole": 5, "asteroids": 3, "done": 0.3, "settle": 5, "put": 0.5},
    "arts": {"scientist": 15, "steward": 3, "done": 0.3, "take": 3, "buy": 5},
}
"""The weights of actions, so that random games reach every rule: by verb, by what they are about, by the last word of
that, and of the largest and the least number of a verb."""

WITH_EFFECTS: Final[dict[str, Leaning]] = {
    "cards": {"scientist": 9, "explorer": 3, "use": 9, "buy": 9, "take": 3, "done": 0.3},
    "use": {"use": 9, "warlord": 3, "battle": 3, "done": 0.5, "core": 0.3},
    "fight": {"use": 9, "warlord": 9, "engineer": 3, "battle": 9, "ally": 3, "join": 3, "done": 0.3},
}
"""The same for games with effects alone."""

_NUMBERS: Final = frozenset({"polymers", "metal", "energy", "tactics", "weapons"})


def options_of(number: int) -> tuple[int, dict[str, Any]]:
    """Players and switches of a game: 1,536 combinations in turn."""
    players, switches = COMBINATIONS[number * 37 % len(COMBINATIONS)]
    return players, dict(zip(SWITCHES, switches, strict=True))


def begin(number: int, rng: Random) -> State:
    """The start of a game."""
    powers, made = number % 2 == 1, number % 4 in (1, 2)
    players, options = options_of(number // 4)
    if made:
        pack = made_up(rng.randint(1, N_MADE_UP))
    else:
        pack = rng.choice([pack for pack in packs() if pack.value.content.powers or not powers])
    blocked = ""
    if players == 2 and rng.randrange(2):
        sectors = pack.value.content.sectors
        blocked = " ".join(sectors[sector].name for sector in rng.choice(pack.value.blockable))
    limit = rng.choice((200, 200, 60, 12, 3))
    options |= {"powers": powers, "round_limit": limit}
    return new_game(players=players, seed=number, pack=pack, blocked=blocked, **options)


def with_cards(state: State, rng: Random) -> State:
    """The start with some technologies of the decks, which act as soon as powers are shown."""
    p = Position(bytearray(state.data))
    cards = [card for card in range(state.board.n_cards) if p.place[card] == IN_DECK]
    for number, card in enumerate(rng.sample(cards, min(len(cards), rng.randrange(1, 3 * state.players)))):
        p.place[card] = OWNED + number % state.players
    return position(state.pack, bytes(p.data), state.ply)


def weight(choice: str, legal: list[str], leaning: Leaning) -> float:
    """How likely a choice is, beside the others."""
    verb, _, thing = choice.partition("=")
    found = leaning.get(verb, 1) * leaning.get(thing.rpartition(".")[2], 1)
    if verb in _NUMBERS:
        numbers = [int(each.rpartition("=")[2]) for each in legal if each.startswith(verb)]
        found *= leaning.get(f"most {verb}", 1) if int(thing) == max(numbers) else 1
        found *= leaning.get(f"least {verb}", 1) if int(thing) == min(numbers) else 1
    return found


def choice_of(legal: list[str], player: int, leaning: Leaning, rng: Random) -> str:
    """A choice of a player by the weights of a leaning; chance leans to nothing."""
    weights = [1.0 if player == CHANCE else weight(choice, legal, leaning) for choice in legal]
    (choice,) = rng.choices(legal, weights)
    return choice


def inclined(leaning: Leaning) -> Callable[[State, int, Random], Action]:
    """Players with a leaning, for `random_games.moves`."""

    def choose(state: State, player: int, rng: Random) -> Action:
        legal = {state.game.format_action(action, state): action for action in state.legal_actions(player)}
        return legal[choice_of(sorted(legal), player, leaning, rng)]

    return choose


class Lockstep:
    """A game by the core and by the reference."""

    def __init__(self, state: State, game: Game, rng: Random) -> None:
        self.state, self.game, self.rng = state, game, rng
        self.words = words_of(state.board)
        leanings = LEANINGS | WITH_EFFECTS if game.options.powers or game.options.technologies else LEANINGS
        self.leaning = leanings[rng.choice([*leanings])]
        compare(state, game)

    def play(self) -> Counter[str]:
        """Play to the end; return what came up."""
        while self.game.to_act:
            self.step()
            # Where players choose in secret, somebody looks more often.
            if self.rng.randrange(2 if self.game.step in ("power", "dial") else 16) == 0:
                self.look()
        compare(self.state, self.game)
        found = self.game.happened
        found["games"] += 1
        found[f"{self.game.n} players"] += 1
        found[f"pack {self.state.pack.name}"] += 1
        return found

    def step(self) -> None:
        """Play an action of a player who is to act, or a chance event, in both."""
        before, rng = self.state, self.rng
        player = rng.choice(self.game.to_act)
        choice = choice_of(sorted(self.game.legal(player)), player, self.leaning, rng)
        index = self.words.ids[choice]
        # Half of the actions are those of the table, half are ids.
        self.state = before.after(index if rng.randrange(2) else before.actions[index], player)
        self.game.play(player, choice)
        self.game.happened["actions"] += 1
        assert self.state.ply == before.ply + 1
        if rng.randrange(8):
            compare_choices(self.state, self.game)
        else:
            compare(self.state, self.game, before)

    def look(self) -> None:
        """Compare what a player may know, what is refused, and a whole position that fits; go on there for a while."""
        state, game, rng = self.state, self.game, self.rng
        viewer = rng.choice(game.seats)
        view = compare_view(state, game, viewer)
        game.happened["views with hidden cards"] += any(map(any, Position(view.data).hidden))
        other, player = rng.randrange(len(self.words.texts)), rng.randrange(-1, game.n)
        assert (state.why_not(other, player).value == 0) == (self.words.texts[other] in game.legal(player))
        assert [*of_nobody(Position(state.data))] == []
        assert State.of(state.pack, state.data, state.ply) == state
        if rng.randrange(6) == 0:
            self.state, self.game = compare_sample(state, game, viewer, rng.getrandbits(64))
            for _ in range(rng.randrange(12)):
                if self.game.to_act:
                    self.step()
            self.state, self.game = state, game


def play_one(number: int) -> Counter[str]:
    """Play a game by both; return what came up in it."""
    rng = Random(number)
    state = begin(number, rng)
    game = begun_with(state)
    if game.options.powers and rng.randrange(2):
        compare(state, game)
        state = with_cards(state, rng)
        game = begun_at(state)
    return Lockstep(state, game, rng).play()


def play_all(numbers: Iterable[int]) -> Counter[str]:
    """Play games by both; return what came up in them."""
    return campaigns.play_all(play_one, "tests.empire_of_the_stars.lockstep", numbers)


if __name__ == "__main__":
    campaigns.run(play_all, __doc__)
