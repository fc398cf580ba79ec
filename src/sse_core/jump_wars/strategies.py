"""The Hypothesis strategies of Jump Wars, with the same names and options as those of other games.

Random play seldom comes to a sabotage or a split of damage. So some positions begin in the middle of a made-up game, in
any phase, with fleets that meet and players who have learned much. Each strategy shrinks to a new game of two players
without options.

>>> from hypothesis import find
>>> find(states(), lambda state: True).players
2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from ..play.draws import Choice, Stage, actions_at, check_stage, from_choices, one_of, played_on, random_record
from ..play.records.record import GameRecord
from .actions import Action, Verb, id_of
from .board import CENTRE, N_SPACES, Grid, Space
from .cards import BASICS, SPECIALS, Card
from .options import MAX_TURNS, TURN_LIMIT, Options
from .positions.makers import new_game, position
from .positions.position import (
    FIRST_LEVELS,
    NOBODY,
    Due,
    Position,
    WrittenOrders,
    changed,
    decide,
    has,
    homeworld_of,
    side_at,
    turn_order,
    with_fleets,
    with_player,
)
from .state import State

__all__ = ["actions", "games", "options", "random_state", "states"]

_MEAN: Final = 12
"""The mean number of actions that lead from a start to a state."""

_MOST_PLAYERS: Final = 5


def options() -> st.SearchStrategy[Options]:
    """Options of a game; they shrink to the defaults."""
    return from_choices(_options)


def states(*, players: int | None = None, stage: Stage = "any") -> st.SearchStrategy[State]:
    """Positions of new games, of made-up games, and of both played on at random.

    Parameters
    ----------
    players
        How many play, 2 to 5; None leaves it open.
    stage
        ``"any"``: games that are over are among them; ``"unfinished"``: somebody is to act in each.
    """
    check_stage(stage)
    _check_players(players)

    def choose(below: Choice) -> State:
        return played_on(below, random_state(below, players), _MEAN, stage)

    return from_choices(choose)


def games(*, players: int | None = None, whole: bool = True) -> st.SearchStrategy[GameRecord[State, Action]]:
    """Records of games of random choices. The games are short: they end after one turn, or two.

    Parameters
    ----------
    players
        How many play, 2 to 5; None leaves it open.
    whole
        Whether all are played to the end; else some break off before.
    """
    _check_players(players)

    def choose(below: Choice) -> GameRecord[State, Action]:
        return random_record(below, _new(below, players, turns=1 + below(2)), None if whole or below(2) else 3 * _MEAN)

    return from_choices(choose)


def actions(*, state: State | None = None, legal: bool | None = True) -> st.SearchStrategy[Action]:
    """Actions of the first player to act in a position, by default one of `states`; they shrink to the lowest id.

    `legal`: True for legal actions, False for illegal ones, None for any action of the table. A position where the game
    is over has no legal action; asking for one is an error.
    """
    return actions_at(states, state, legal=legal)


def _check_players(players: int | None) -> None:
    if players is not None and not 2 <= players <= _MOST_PLAYERS:
        raise InvalidArgument(f"players is {players}, not in 2 to {_MOST_PLAYERS}")


# --- new games


def _options(below: Choice) -> Options:
    return Options(
        grid=one_of(below, list(Grid)),
        turn_limit=one_of(below, (TURN_LIMIT, 1, 2, MAX_TURNS)),
        neutral=below(2) == 1,
        trade=below(2) == 0,
        void_orders=below(2) == 1,
        must_raise=below(2) == 1,
        genesis_adds=below(2) == 1,
        any_map=below(2) == 1,
        simultaneous=below(2) == 1,
    )


def _new(below: Choice, players: int | None, turns: int | None = None) -> State:
    """Choose a new game, with a turn limit if it is given."""
    n = 2 + below(4) if players is None else players
    changes: dict[str, Any] = {} if turns is None else {"turn_limit": turns}
    agreed = _options(below)
    if n == _MOST_PLAYERS:
        changes["neutral"] = False
    return new_game(players=n, seed=below(1_000), options=agreed, **changes)


# --- games made up


def random_state(below: Choice, players: int | None = None) -> State:
    """Choose a new game, or a position in any phase of a game that is made up."""
    return _made_up(below, players) if below(4) else _new(below, players)


def _made_up(below: Choice, players: int | None) -> State:
    """Choose a position in the middle of a game: the goods of the players, then the stage of the turn."""
    p = _new(below, players, turns=3).position
    p = p._replace(start_player=below(len(p.players)), turn=2 + below(2))
    for seat in range(len(p.players)):
        p = _with_goods(below, p, seat)
    p = _with_discard(below, p)
    for seat in range(len(p.players)):
        p = _with_stacks(below, p, seat)
    p = p._replace(held=tuple(side_at(p, space) for space in range(N_SPACES)))
    if p.options.neutral and p.held[CENTRE] in range(len(p.players)):
        p = p._replace(neutral_holder=p.held[CENTRE], neutral_turns=1)
    p = decide(p, Due.DRAW, p.start_player)
    return position(one_of(below, _PHASES)(below, p), below(1_000))


def _with_goods(below: Choice, p: Position, seat: int) -> Position:
    """Choose levels, special technologies, RT and cards."""
    levels: tuple[int, ...] = FIRST_LEVELS
    known = frozenset(SPECIALS if below(3) == 2 else ())
    for _ in range(below(4)):
        levels = changed(levels, one_of(below, BASICS), 1 + below(2))
    for _ in range(below(4)):
        known |= {one_of(below, SPECIALS)}
    tokens = one_of(below, (0, 9, 30, 250))
    p = with_player(p, seat, levels=levels, learned=known - {Card.PROGENITOR_RUINS}, tokens=tokens)
    for _ in range(below(6)):
        card = one_of(below, [card for card in Card if p.unseen[card]])
        p = p._replace(unseen=changed(p.unseen, card, -1))
        p = with_player(p, seat, hand=changed(p.players[seat].hand, card, 1))
    return p


def _with_discard(below: Choice, p: Position) -> Position:
    """Choose cards on the discard: some, or all but a few."""
    discard, unseen = p.discard, p.unseen
    if below(4) == 3:
        discard, unseen = unseen, discard
    for _ in range(below(4)):
        card = one_of(below, [card for card in Card if discard[card] or unseen[card]])
        by = 1 if unseen[card] else -1
        discard, unseen = changed(discard, card, by), changed(unseen, card, -by)
    return p._replace(discard=discard, unseen=unseen)


def _with_stacks(below: Choice, p: Position, seat: int) -> Position:
    """Choose the places of a player's fleets; never all enemy Homeworlds, which would have won (J3.1)."""
    n = len(p.players)
    home, next_home = p.homeworlds[seat], p.homeworlds[(seat + 1) % n]
    if below(4) == 3:
        p = with_fleets(p, seat, home, -p.fleets[seat][home])
    for _ in range(below(4)):
        space, fleets = below(N_SPACES), one_of(below, (1, 2, 5, 130))
        enemy_home = homeworld_of(p, space) not in (NOBODY, seat) and (space != next_home or n == 2)
        if p.spaces[space] is not Space.BLACK_HOLE and side_at(p, space) in (NOBODY, seat) and not enemy_home:
            p = with_fleets(p, seat, space, fleets)
    return p


# --- where the turn stands


def _drawing(below: Choice, p: Position) -> Position:
    return p


def _trading(below: Choice, p: Position) -> Position:
    """Let the last player end the Draw phase."""
    last = turn_order(p)[-1]
    return _done(decide(p, Due.DRAW, last)._replace(begun=True, used=frozenset({Verb.TAKE})), last)


def _done(p: Position, player: int) -> Position:
    """Return the position after a player has ended a decision."""
    return State.of(p, 0).after(id_of(Verb.DONE), player).position


def _stealing(below: Choice, p: Position) -> Position:
    """Choose a thief, and make that player's Trade the highest."""
    thief = one_of(below, turn_order(p))
    levels = changed(p.players[thief].levels, Card.TRADE, 9)
    return decide(with_player(p, thief, levels=levels), Due.STEAL, thief)


def _raising(below: Choice, p: Position) -> Position:
    return decide(_allied(below, p), Due.TECH, p.start_player)


def _pairing(below: Choice, p: Position) -> Position:
    return decide(p, Due.PAIRS, one_of(below, turn_order(p)))


def _mining(below: Choice, p: Position) -> Position:
    return decide(p, Due.MINE, p.start_player)


def _building(below: Choice, p: Position) -> Position:
    return decide(p, Due.BUILD, p.start_player)


def _sabotaging(below: Choice, p: Position) -> Position:
    for seat in turn_order(p):
        if has(p, seat, Card.SABOTAGE):
            return decide(p, Due.SABOTAGE, seat)
    return _building(below, p)


def _writing(below: Choice, p: Position) -> Position:
    return decide(_allied(below, p), Due.ORDERS)


def _revealing(below: Choice, p: Position) -> Position:
    """Choose the orders of all players, and let them be revealed."""
    state = State.of(_writing(below, p), 0)
    for seat in range(state.players):
        steps = below(10)
        while state.position.step is Due.ORDERS and seat in state.to_act:
            legal = state.legal_ids(seat)
            # The lowest id ends the orders, or goes on with a half-written one.
            state = state.after(one_of(below, legal) if steps > 0 else legal[0], seat)
            steps -= 1
    return state.position


def _fighting(below: Choice, p: Position) -> Position:
    """Choose a space where some sides meet."""
    space = one_of(below, [space for space, kind in enumerate(p.spaces) if kind is not Space.BLACK_HOLE])
    p, last = decide(p, Due.ORDERS), len(p.players) - 1
    for seat in range(len(p.players)):
        p = with_player(p, seat, written_orders=WrittenOrders(done=seat != last))
        if below(3) < 2:
            p = with_fleets(p, seat, space, one_of(below, (1, 3, 40)))
    p = _done(p, last)
    while p.step in (Due.ESPIONAGE, Due.TIME_JUMP):
        p = _done(p, p.actor)
    return p


def _finishing(below: Choice, p: Position) -> Position:
    for seat in range(len(p.players)):
        p = with_player(p, seat, written_orders=WrittenOrders(done=True))
    return decide(p, Due.FINAL, p.start_player)


def _allied(below: Choice, p: Position) -> Position:
    """Choose an alliance, or none."""
    n = len(p.players)
    diplomat = below(n + 1) - 1
    return p if diplomat == NOBODY else p._replace(alliance=(diplomat, (diplomat + 1 + below(n - 1)) % n))


_PHASES: Final[Sequence[Callable[[Choice, Position], Position]]] = (
    _drawing,
    _trading,
    _stealing,
    _raising,
    _pairing,
    _mining,
    _building,
    _sabotaging,
    _writing,
    _revealing,
    _fighting,
    _finishing,
)
