"""Hypothesis strategies for the types of Empire of the Stars."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ..game import CHANCE
from ..play.draws import Stage, check_stage, unfinished
from ..play.records.record import GameRecord
from ..seeds import SplitMix64
from .actions import Action
from .options import FLAG_NAMES, Options
from .packs.library import DEFAULT_PACK, load_pack
from .positions.makers import new_game
from .state import State

__all__ = ["actions", "games", "options", "states"]

_LONG = 400
"""The most actions of a drawn game."""


def actions() -> SearchStrategy[Action]:
    """Draw an action of the pack that ships."""
    return st.sampled_from(load_pack(DEFAULT_PACK).value.actions)


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Draw the options of a game."""
    limit = draw(st.sampled_from([200, 1, 2, 10]))
    flags = {name: draw(st.booleans()) for name in FLAG_NAMES}
    return Options(limit, **flags)


def states(*, stage: Stage = "any") -> SearchStrategy[State]:
    """Positions that random play reaches, with any options.

    `stage`: ``"any"``, games that are over are among them; ``"unfinished"``, somebody is to act in each.
    """
    check_stage(stage)
    found: SearchStrategy[State] = st.composite(_played)().map(lambda states: states[-1])
    return found if stage == "any" else unfinished(found)


@st.composite
def games(draw: st.DrawFn) -> GameRecord[State, Action]:
    """Draw a game, whole or in part, that was played at random."""
    states = _played(draw)
    moves: list[tuple[int, Action]] = []
    for before, after in pairwise(states):
        player = before.to_act[0]
        moves.append((player, next(a for a in before.legal_actions(player) if before.after(a, player) == after)))
    return GameRecord(states[0], moves)


def _played(draw: st.DrawFn) -> list[State]:
    """Return the positions of a game that was played at random up to a drawn length."""
    players, seed = draw(st.integers(2, 4)), draw(st.integers(0, 2**32))
    found = [new_game(players=players, seed=seed, options=draw(options()))]
    stream = SplitMix64(seed)
    for _ in range(draw(st.integers(0, _LONG))):
        state = found[-1]
        if not state.to_act:
            break
        if state.to_act == (CHANCE,):
            found.append(state.after(stream.draw(state.odds()), CHANCE))
        else:
            found.append(state.after(stream.choice(state.legal_ids())))
    return found
