"""The Hypothesis strategies of Empire of the Stars, with the same names and options as those of other games.

All games are played with the content pack `house`. Random play takes hundreds of actions to reach what comes late, so
some positions begin where a seed has played to. Each strategy shrinks to a new game of two players without options.

>>> from hypothesis import find
>>> find(states(), lambda state: True).ply
0
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from ..game import CHANCE
from ..play.draws import Choice, Stage, actions_at, check_stage, from_choices, one_of, played_on, random_record
from ..play.records.record import GameRecord
from ..seeds import SplitMix64
from .actions import Action
from .options import FLAG_NAMES, LIMIT, Options
from .positions.makers import new_game
from .state import State

__all__ = ["actions", "games", "options", "random_state", "states"]

_MEAN: Final = 12
"""The mean number of actions that lead from a start to a state."""

_MOST_PLAYED: Final = 400
"""The most actions that a seed plays before."""

_SEEDS: Final = 1 << 31

_MOST_PLAYERS: Final = 4


def options() -> st.SearchStrategy[Options]:
    """Options of a game: each flag on or off, and 1, 2, 10 or 200 rounds at most; they shrink to the defaults."""
    return from_choices(_options)


def states(*, players: int | None = None, stage: Stage = "any") -> st.SearchStrategy[State]:
    """Positions of new games, and of games with any options that are played on at random, some of them far.

    Parameters
    ----------
    players
        How many play, 2 to 4; None leaves it open.
    stage
        ``"any"``: games that are over are among them; ``"unfinished"``: somebody is to act in each.
    """
    check_stage(stage)
    _check_players(players)
    unfinished = stage == "unfinished"

    def choose(below: Choice) -> State:
        return played_on(below, random_state(below, players, unfinished=unfinished), _MEAN, stage)

    return from_choices(choose)


def games(*, players: int | None = None, whole: bool = True) -> st.SearchStrategy[GameRecord[State, Action]]:
    """Records of games of random choices; they shrink to few players and few rounds.

    Parameters
    ----------
    players
        How many play, 2 to 4; None leaves it open.
    whole
        Whether all are played to the end; else some break off before.
    """
    _check_players(players)

    def choose(below: Choice) -> GameRecord[State, Action]:
        return random_record(
            below,
            _new(below, players, round_limit=one_of(below, (1, 2, 10, LIMIT))),
            None if whole or below(2) else 3 * _MEAN,
        )

    return from_choices(choose)


def actions(*, state: State | None = None, legal: bool | None = True) -> st.SearchStrategy[Action]:
    """Actions of the first player to act in a position, by default one of `states`; they shrink to the lowest id.

    `legal`: True for legal actions, False for illegal ones, None for any action of the table. A position where the game
    is over has no legal action; asking for one is an error.
    """
    return actions_at(states, state, legal=legal)


def random_state(below: Choice, players: int | None = None, *, unfinished: bool = False) -> State:
    """Choose a new game, or a position that a seed has played to; `unfinished` leaves out the end of a game."""
    state = _new(below, players)
    if not below(4):
        return state
    stream = SplitMix64(below(_SEEDS))
    for _ in range(below(_MOST_PLAYED + 1)):
        after = _played_on(state, stream)
        if unfinished and not after.to_act:
            break
        state = after
        if not state.to_act:
            break
    return state


def _played_on(state: State, stream: SplitMix64) -> State:
    """Return the position after a random action of a random player to act, or after a chance event."""
    if state.to_act == (CHANCE,):
        return state.after(stream.draw(state.odds()), CHANCE)
    player = stream.choice(state.to_act)
    return state.after(stream.choice(state.legal_ids(player)), player)


def _options(below: Choice) -> Options:
    limit = one_of(below, (LIMIT, 1, 2, 10))
    defaults = Options()
    flags = {name: getattr(defaults, name) != bool(below(2)) for name in FLAG_NAMES}
    return Options(limit, **flags)


def _new(below: Choice, players: int | None, round_limit: int | None = None) -> State:
    """Choose a new game, with a round limit if it is given."""
    n = 2 + below(_MOST_PLAYERS - 1) if players is None else players
    agreed = _options(below)
    if round_limit is not None:
        agreed = replace(agreed, round_limit=round_limit)
    return new_game(players=n, seed=below(_SEEDS), options=agreed)


def _check_players(players: int | None) -> None:
    if players is not None and not 2 <= players <= _MOST_PLAYERS:
        raise InvalidArgument(f"players is {players}, not in 2 to {_MOST_PLAYERS}")
