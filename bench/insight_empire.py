"""The subject Empire of the Stars of `insight`: a game's data; tables of rounds, wins, points, battles, technologies.

Ring: laboratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from sse_core import SplitMix64, empire_of_the_stars
from sse_core.empire_of_the_stars import Due, Verb
from sse_core.empire_of_the_stars.actions import TOKEN_UNIT
from sse_core.empire_of_the_stars.info import INFO
from sse_core.empire_of_the_stars.packs.content import slug
from sse_core.empire_of_the_stars.packs.library import load_pack
from sse_core.empire_of_the_stars.packs.vocabulary import ROLES
from sse_core.empire_of_the_stars.positions.fields import IN_HAND, NOBODY, OWNED
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.game import State

from .figures import Subject, Turns, mean, share, wins_of
from .tables import table

PLAYERS: Final = range(2, 5)

SIMULATIONS: Final = {2: 100, 3: 100, 4: 100}

SOURCES: Final = ("own tokens", "galaxy tokens", "others' tokens", "colonies", "starbases", "far space")
"""The sources of points; the first three are in the throne."""

ROLE_VERBS: Final = (Verb.ROLE, Verb.ON, Verb.BACK)


class Game(NamedTuple):
    """The stored data of a game."""

    rounds: int
    plies: int
    decided_by: str
    ended_by: str
    """The reason of the end: ``stock``, ``pile`` or ``limit``."""
    winners: list[int]
    powers: list[str]
    """The power of each seat."""
    sources: list[list[int]]
    """The points of each seat by source."""
    roles: dict[str, int]
    """The number of times that each role was chosen."""
    battles: list[int]
    """The numbers of battles whose tactics the attacker won, the defender won, and nobody won."""
    losses: list[int]
    """The tokens hit by winners of a battle's tactics, and by losers."""
    held: list[str]
    """The technologies in hands, each once for each player who had it."""
    bought: list[str]


def watched(start: State[Any], turns: Turns) -> Game:
    """Return the data of a game."""
    state: Any = start
    b, n = state.board, state.players
    names = [slug(card.name) for card in b.content.technologies]
    roles: Counter[str] = Counter()
    battles, losses = [0, 0, 0], [0, 0]
    held, fought = set[tuple[int, int]](), -1
    p, places = Position(state.data), b""
    for seat, action, after in turns:
        if action.verb == Verb.UNIT and action.argument == TOKEN_UNIT and 0 <= fought < 2:
            losses[seat != (p.attacker, p.defender)[fought]] += 1
        state, p = after, Position(after.data)
        if action.verb in ROLE_VERBS:
            roles[action.argument] += 1
        if p.place != places:
            places = bytes(p.place)
            held |= {(card, place - IN_HAND) for card, place in enumerate(places) if IN_HAND <= place < OWNED}
        if p.sector == NOBODY:
            fought = -1
        elif fought < 0 and [*p.written] == [2, 2]:
            ahead = state.dial(0)[0] - state.dial(1)[0]
            fought = 0 if ahead > 0 else 1 if ahead < 0 else 2
            battles[fought] += 1
    outcome = state.outcome
    assert outcome is not None
    return Game(
        p.round,
        state.ply,
        outcome.decided_by,
        "limit" if p.round >= p.round_limit else "stock" if p.pile else "pile",
        [*outcome.winners],
        [slug(b.content.powers[p.power[seat] - 1].name) for seat in range(n)],
        [sources_of(p, seat) for seat in range(n)],
        dict(roles),
        battles,
        losses,
        [names[card] for card, _ in sorted(held)],
        [names[card] for card, place in enumerate(p.place) if place >= OWNED],
    )


def sources_of(p: Position, seat: int) -> list[int]:
    """Return the points of a seat by source."""
    throne, planets, far = p.throne[seat], bytes(p.token), bytes(p.far_space)
    return [
        throne[seat],
        throne[4],
        sum(throne[:4]) - throne[seat],
        planets.count(1 + 2 * seat),
        2 * planets.count(2 + 2 * seat),
        far.count(2 + 2 * seat) + 2 * far.count(3 + 2 * seat),
    ]


def begun(players: int, seed: int) -> State[Any]:
    """Return the start of a game with powers that the seed chooses, so that all powers are equally frequent."""
    state, rng = empire_of_the_stars.new_game(players=players, seed=seed, powers=True), SplitMix64(seed)
    while Position(state.data).step == Due.POWER:
        state = state.after(rng.choice(state.legal_ids()))
    return state


# --- tables


def report(found: Mapping[tuple[str, int], Sequence[Game]]) -> Iterator[str]:
    """Return the lines of the section."""
    yield "Each bot plays against itself in all seats, with the pack `house`. Each seat has one of the powers that it"
    yield f"was dealt, by lot. mcts makes {SIMULATIONS[2]} simulations for each choice. Intervals are those of 95 %."
    yield ""
    heading = ["bot", "players", "games", "rounds", "median", "actions", "a stock is empty", "the pile", "round limit"]
    yield from table(heading, [length(*key, games) for key, games in found.items()])
    yield ""
    yield "How often each seat wins:"
    yield ""
    yield from table(["bot", "players", *INFO.seats, "fair"], [seats(*key, games) for key, games in found.items()])
    yield ""
    yield "The points of a player by source, and those of the winner:"
    yield ""
    heading = ["bot", "players", *SOURCES, "all", "of the winner"]
    yield from table(heading, [points(*key, games) for key, games in found.items()])
    yield ""
    yield "How often each role is chosen:"
    yield ""
    yield from table(["bot", "players", *ROLES], [chosen(*key, games) for key, games in found.items()])
    yield ""
    yield "Battles in a game, in how many of them each side wins the tactics, and how many of the tokens that are hit"
    yield "fall to who won them:"
    yield ""
    heading = ["bot", "players", "battles", "attacker", "defender", "nobody", "tokens hit"]
    yield from table(heading, [fights(*key, games) for key, games in found.items()])
    for bot in dict.fromkeys(bot for bot, _ in found):
        games = {players: its for (name, players), its in found.items() if name == bot}
        yield ""
        yield f"How often each power wins, with {bot}:"
        yield ""
        content = load_pack().value.content
        heading = ["power", *(f"{n} players" for n in games)]
        yield from table(heading, [power(each.name, games) for each in content.powers])
        yield ""
        fair = ", ".join(f"{100 / n:.1f} % of {n} players" for n in games)
        yield f"A fair share is {fair}."
        yield ""
        yield f"In how many of the hands that held it each technology was bought, with {bot}, in games for any number:"
        yield ""
        together = [game for its in games.values() for game in its]
        yield from table(
            ["technology", "cost", "bought", "hands"],
            [card(each.name, each.cost, together) for each in content.technologies],
        )


def length(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    ends = [share(sum(game.ended_by == way for game in games), len(games)) for way in ("stock", "pile", "limit")]
    rounds = [game.rounds for game in games]
    plies = fmean(game.plies for game in games)
    return [bot, str(players), f"{len(games):,}", mean(rounds), f"{median(rounds):.0f}", f"{plies:,.0f}", *ends]


def seats(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    """Return the cells with the share of the wins of each seat; empty cells for missing seats."""
    won = [share(sum(wins_of(game.winners, seat) for game in games), len(games)) for seat in range(players)]
    return [bot, str(players), *won, *[""] * (len(INFO.seats) - players), f"{100 / players:.1f} %"]


def points(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    rows = [row for game in games for row in game.sources]
    means = [f"{fmean(column):.1f}" for column in zip(*rows, strict=True)]
    return [bot, str(players), *means, mean([*map(sum, rows)]), mean([max(map(sum, game.sources)) for game in games])]


def chosen(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    counts = [sum(game.roles.get(role, 0) for game in games) for role in ROLES]
    return [bot, str(players), *(f"{100 * n / sum(counts):.0f} %" for n in counts)]


def fights(bot: str, players: int, games: Sequence[Game]) -> list[str]:
    counts = [sum(game.battles[who] for game in games) for who in range(3)]
    hits = [sum(game.losses[who] for game in games) for who in range(2)]
    n = sum(counts)
    shares = [share(count, n) if n else "–" for count in counts]
    return [bot, str(players), f"{n / len(games):.1f}", *shares, share(hits[0], sum(hits)) if any(hits) else "–"]


def power(name: str, games: Mapping[int, Sequence[Game]]) -> list[str]:
    cells: list[str] = []
    for players, its in games.items():
        won = [
            wins_of(game.winners, seat) for game in its for seat in range(players) if game.powers[seat] == slug(name)
        ]
        cells.append(f"{share(sum(won), len(won))}, {len(won)} times" if won else "–")
    return [name, *cells]


def card(name: str, cost: int, games: Sequence[Game]) -> list[str]:
    hands = sum(game.held.count(slug(name)) for game in games)
    bought = sum(game.bought.count(slug(name)) for game in games)
    return [name, str(cost), share(bought, hands) if hands else "–", str(hands)]


SUBJECT: Final[Subject[Game]] = Subject(
    "empire_of_the_stars",
    PLAYERS,
    begun,
    SIMULATIONS,
    {"greedy": 2000},
    watched,
    lambda kept: Game(**kept),
    report,
)
"""The subject Empire of the Stars."""
