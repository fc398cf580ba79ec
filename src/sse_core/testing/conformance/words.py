"""Checks of sentences about actions: the sentence that tells the action, and those about its effects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ...game import CHANCE, State
from ...play.secrets import is_hidden
from ...play.state_kinds import SecretState
from ...play.turns import stays_sealed
from ...seeds import SplitMix64
from .check import check
from .random_game import RandomGame, Turn, expect, seats_of

_NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
"""The names of seats."""

_CITED: Final = re.compile(r"\([A-Z][0-9]+(\.[0-9]+)?\)")
"""A clause in brackets."""


@check("told")
def check_told(played: RandomGame) -> None:
    """Every action is told in one sentence, of the state and of each view whose player may see the action.

    The sentence begins with the name of the player, also if that is a letter, or with a capital if chance acted. It has
    neither a full stop at its end nor a clause, is the same at each call, and gives no secret away.
    """
    game, stream = played.game, SplitMix64(played.seed)
    for place, turn in zip(played.places, played.turns, strict=True):
        state, player, action = turn.state, turn.player, turn.action
        after = state.after(action, player)
        sealed = stays_sealed(state, after, played.sealed[place])
        said = _told(turn, state, after)
        expect(_told(turn, state, after) == said, f"{action!r} is told otherwise at a second call: {said!r}")
        lettered = game.told(state, action, after, player=player)
        _expect_sentence(lettered, action, "" if player == CHANCE else game.INFO.seats[player])
        for seat in _who_may_see(turn, after, sealed):
            _told(turn, state.view(seat), after.view(seat))
            if found := _elsewhere(turn, after, seat, stream):
                told = _told(turn, *found)
                expect(told == said, f"{action!r} is told to player {seat} with a secret: {said!r}, and {told!r}")


def _told(turn: Turn, before: State[Any], after: State[Any]) -> str:
    """Return the sentence that tells an action, with the names of the seats."""
    names = _NAMES[: len(before.totals)]
    said = before.game.told(before, turn.action, after, names=names, player=turn.player)
    _expect_sentence(said, turn.action, "" if turn.player == CHANCE else names[turn.player])
    return said


def _expect_sentence(said: str, action: Any, name: str) -> None:
    """Raise unless a sentence about an action begins with a name, and ends without a full stop."""
    expect(type(said) is str and said.strip() and "\n" not in said, f"{action!r} is told in no line of words: {said!r}")
    begins = said.startswith(f"{name} ") if name else said[0].isupper()
    expect(begins, f"{action!r} is told without {name or 'a capital'} at the beginning: {said!r}")
    expect(not said.endswith("."), f"{action!r} is told with a full stop: {said!r}")
    expect(not _CITED.search(said), f"{action!r} is told with a clause: {said!r}")


def _who_may_see(turn: Turn, after: State[Any], sealed: bool) -> Iterator[int]:
    """Yield the seats that may see an action: its own, and unless it is sealed, all from which it isn't hidden."""
    for seat in seats_of(after):
        if seat == turn.player or not (sealed or is_hidden(turn.state, turn.player, turn.action, after, seat)):
            yield seat


@check("effects")
def check_effects(played: RandomGame) -> None:
    """The effects of every action are a tuple of sentences, the same at each call, and give no secret away."""
    game = played.game
    stream = SplitMix64(played.seed)
    for place, turn in zip(played.places, played.turns, strict=True):
        after = turn.state.after(turn.action, turn.player)
        effects = game.effects(turn.state, turn.action, after)
        expect(type(effects) is tuple, f"effects are a {type(effects).__name__}, not a tuple")
        sentences = all(type(sentence) is str and sentence.strip() for sentence in effects)
        expect(sentences, f"effects are no sentences: {effects}")
        again = game.effects(turn.state, turn.action, turn.state.after(turn.action, turn.player))
        expect(again == effects, f"the effects of {turn.action!r} differ between two calls: {effects}, {again}")
        # A sealed action is told when it is opened.
        for seat in seats_of(after) if not stays_sealed(turn.state, after, played.sealed[place]) else ():
            if found := _elsewhere(turn, after, seat, stream):
                told = game.effects(found[0], turn.action, found[1])
                expect(told == effects, f"the effects of {turn.action!r} tell player {seat} a secret: {effects}")


def _elsewhere(turn: Turn, after: State[Any], seat: int, stream: SplitMix64) -> tuple[State[Any], State[Any]] | None:
    """Return another state that looks the same to a seat, before and after the action.

    None if the game has no secrets, or if the action is illegal in the other state or shows which state it is.
    """
    if not isinstance(turn.state, SecretState):
        return None
    other: State[Any] = turn.state.sample(seat, stream)
    if turn.action not in other.legal_actions(turn.player):
        return None
    later = other.after(turn.action, turn.player)
    return (other, later) if later.view(seat) == after.view(seat) else None
