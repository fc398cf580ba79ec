"""Tables in the midst of a game: high levels, learned specials, full hands, and fleets of many sides close together.

Random games reach such tables late or never; there rare events happen at once.
"""

from __future__ import annotations

from random import Random

from tests.jump_wars.combinations import options_of

from sse_core.jump_wars import State, new_game, position
from sse_core.jump_wars.board import CENTRE, N_SPACES, Space, adjacent, reach
from sse_core.jump_wars.cards import BASICS, COPIES, N_BASICS, SPECIALS, Card
from sse_core.jump_wars.positions.position import (
    NO_CARDS,
    NOBODY,
    Due,
    Player,
    Position,
    WrittenOrders,
    with_fleets,
    with_player,
)
from sse_core.jump_wars.reference import fight

LEARNABLE = tuple(card for card in SPECIALS if card is not Card.PROGENITOR_RUINS)


def rich_start(number: int) -> State:
    """The start of a game told by its number: in a battle, or with high levels, by options of all kinds."""
    players, options = options_of(number)
    options["simultaneous"] = number % 2 == 0
    p = new_game(players=players, seed=number, turn_limit=20, **options).position
    make = rich_battle if number % 3 == 0 else rich_table
    return position(make(p, Random(number)), 100)


def rich_table(p: Position, rng: Random) -> Position:
    """Return a table at the beginning of one of the last three turns, the 18th at least, on the map of a start."""
    near = rng.random() < 0.3
    if near:
        p = _with_near_homeworlds(p, rng)
    n = len(p.players)
    thrones = rng.random() < 0.2 and (n == 2 or p.options.neutral)
    fleets = _thrones(p) if thrones else _crowd(p, rng)
    held = tuple(next((side for side in range(n + 1) if fleets[side][space]), NOBODY) for space in range(N_SPACES))
    cards = [card for card in Card for _ in range(COPIES[card])]
    rng.shuffle(cards)
    hoard = rng.random() < 0.1
    alike = rng.random() < 0.4
    stout = rng.random() < 0.25
    players = []
    for seat in range(n):
        size = len(cards) // (n - seat) if hoard else rng.randrange(5)
        levels = [1 + min(rng.randrange(5), rng.randrange(5)) for _ in range(N_BASICS)]
        levels[Card.RESEARCH] = max(levels[Card.RESEARCH], size - 3)
        levels[Card.INITIATIVE] = 2 if alike else levels[Card.INITIATIVE]
        learned = {card for card in LEARNABLE if rng.random() < 0.5} | ({Card.PLANET_JUMP} if near else set())
        if stout:
            # Battles last for rounds.
            levels[Card.ATTACK], levels[Card.DEFENSE] = 1, rng.randint(5, 9)
        hand = [cards.pop() for _ in range(size)]
        players.append(
            Player(
                levels=tuple(levels),
                learned=frozenset(learned),
                tokens=rng.choice((0, rng.randrange(12), rng.randrange(40), rng.randrange(350), rng.randint(98, 100))),
                hand=tuple(hand.count(card) for card in Card),
            )
        )
    thrown = [cards.pop() for _ in range(rng.randrange(len(cards) + 1))] if cards else []
    holder = held[CENTRE] if p.options.neutral and held[CENTRE] < n else NOBODY
    start_player = rng.randrange(n)
    return p._replace(
        fleets=fleets,
        held=held,
        players=tuple(players),
        unseen=tuple(cards.count(card) for card in Card),
        discard=tuple(thrown.count(card) for card in Card),
        start_player=start_player,
        turn=p.options.turn_limit - rng.randrange(3),
        actor=start_player,
        step=Due.DRAW,
        neutral_holder=holder,
        neutral_turns=0 if holder == NOBODY else 3 if thrones else rng.randint(1, 2),
    )


def rich_battle(p: Position, rng: Random) -> Position:
    """Return such a table where all players have jumped into one space, with equal Initiative, bombs and cards."""
    p = rich_table(p, rng)
    space = rng.choice([space for space, kind in enumerate(p.spaces) if kind is Space.STAR_FIELD])
    unseen, discard = [n + m for n, m in zip(p.unseen, p.discard, strict=True)], NO_CARDS
    for seat, one in enumerate(p.players):
        levels = [*one.levels]
        levels[Card.INITIATIVE], levels[Card.ATTACK], levels[Card.DEFENSE] = 3, 1, rng.randint(4, 7)
        hand = [*one.hand]
        left = [card for card in BASICS if unseen[card]]
        for card in rng.sample(left, min(3, len(left))):
            hand[card] += 1
            unseen[card] -= 1
        learned = (one.learned | {Card.NOVA_BOMBS, Card.LEADERSHIP}) - {Card.CLOAKING}
        p = with_player(
            p, seat, levels=tuple(levels), hand=tuple(hand), learned=learned, written_orders=WrittenOrders(done=True)
        )
        p = with_fleets(p, seat, space, rng.randint(3, 9))
    return fight.begin(p._replace(unseen=tuple(unseen), discard=discard))


def _with_near_homeworlds(p: Position, rng: Random) -> Position:
    """Two Homeworlds with a Void beside both, as Planet Jumps may bring them there."""
    spaces, homeworlds = list(p.spaces), list(p.homeworlds)
    middles = []
    for space in range(N_SPACES):
        voids = [near for near in adjacent(p.options.grid, space) if spaces[near] is Space.VOID]
        if spaces[space] is Space.VOID and len(voids) > 1:
            middles.append(voids)
    if not middles:
        return p
    for seat, space in enumerate(rng.sample(rng.choice(middles), 2)):
        spaces[homeworlds[seat]], spaces[space] = Space.VOID, Space.HOMEWORLD
        homeworlds[seat] = space
    moved = p._replace(spaces=tuple(spaces), homeworlds=tuple(homeworlds))
    joined = reach(p.options.grid, moved.spaces, homeworlds[0], N_SPACES, skims=False)
    others = {*homeworlds[1:], *([CENTRE] if p.options.neutral else [])}
    return moved if p.options.any_map or others.issubset(joined) else p


def _crowd(p: Position, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Fleets of all sides around a few spaces, one side a space; a neutral Homeworld keeps its own, or has fallen."""
    n = len(p.players)
    fleets = [[0] * N_SPACES for _ in range(n + 1)]
    guarded = p.options.neutral and rng.random() < 0.7
    centres = [rng.choice(p.homeworlds), CENTRE if guarded or rng.random() < 0.3 else rng.randrange(N_SPACES)]
    near = {
        other
        for one in centres
        for space in (one, *adjacent(p.options.grid, one))
        for other in (space, *adjacent(p.options.grid, space))
    }
    stand = [space for space in sorted(near) if p.spaces[space] is not Space.BLACK_HOLE]
    if guarded:
        fleets[n][CENTRE] = rng.randint(1, 3)
        stand = [space for space in stand if space != CENTRE]
    largest = rng.choice((2, 6, 12, 130))
    for space in rng.sample(stand, min(len(stand), 4 * n)):
        fleets[rng.randrange(n)][space] = rng.randint(1, largest)
    for seat, home in enumerate(p.homeworlds):
        if not any(side[home] for side in fleets) and rng.random() < 0.7:
            fleets[seat][home] = rng.randint(1, 5)
    for seat, theirs in enumerate(fleets[:n]):
        enemies = [home for other, home in enumerate(p.homeworlds) if other != seat]
        if all(theirs[home] for home in enemies):
            # Nobody has won yet.
            theirs[rng.choice(enemies)] = 0
    return tuple(map(tuple, fleets))


def _thrones(p: Position) -> tuple[tuple[int, ...], ...]:
    """A player on all enemy Homeworlds; of two players both, and of more another on the neutral Homeworld."""
    n = len(p.players)
    fleets = [[0] * N_SPACES for _ in range(n + 1)]
    for seat, home in enumerate(p.homeworlds):
        fleets[1 if seat == 0 else 0][home] = 12
    if p.options.neutral:
        fleets[n - 1][CENTRE] = 12
    return tuple(map(tuple, fleets))
