"""Positions of the core in the words of the reference, and what must be equal in both after every action."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from tests.empire_of_the_stars.laws import unused

from sse_core.empire_of_the_stars import Board, State
from sse_core.empire_of_the_stars.actions import text_of
from sse_core.empire_of_the_stars.positions.due import STEP_NAMES, Due
from sse_core.empire_of_the_stars.positions.position import Position
from sse_core.empire_of_the_stars.reference import CHANCE, Components, Deal, Game, game_at, known_to, sample
from sse_core.empire_of_the_stars.reference.laying import lay
from sse_core.seeds import SplitMix64

FIRST_STEPS: Final = (
    *(Due.HOME, Due.ROLE, Due.EXPLORE, Due.STEWARD, Due.TRADE, Due.INVEST, Due.BUILD, Due.DEPLOY, Due.DRAW, Due.MOVE),
    *(Due.BATTLE, Due.INVITE, Due.ANSWER, Due.DIAL, Due.SHIFT, Due.HIT, Due.COLONIZE, Due.INFLUENCE, Due.PUT),
    *(Due.EDICT, Due.FAVOUR, Due.POWER, Due.WINDOW, Due.END),
)
"""The first step of each decision; its others follow. One player's actions there, one after the other, are one turn."""


class Words:
    """The texts of a pack's actions, and what the reference makes of the pack."""

    def __init__(self, board: Board) -> None:
        self.texts: Final = tuple(map(text_of, board.actions))
        self.ids: Final = {text: number for number, text in enumerate(self.texts)}
        self.components: Final = Components(board.content)


@lru_cache(maxsize=128)
def words_of(board: Board) -> Words:
    """The words of a pack."""
    return Words(board)


def begun_at(state: State) -> Game:
    """The game of the reference that begins at a position."""
    return game_at(words_of(state.board).components, Position(state.data))


def laid_at(state: State) -> Game:
    """The table of a position, without what is to come; a player may see no more of it."""
    return lay(words_of(state.board).components, Position(state.data))


def begun_with(state: State) -> Game:
    """The game of the reference that begins with what the seed of a start has dealt."""
    table = laid_at(state)
    blocked = [sector.name for sector in state.board.content.sectors if sector.name not in table.sectors]
    hands, dealt = [player.hand for player in table.players], [player.dealt for player in table.players]
    tops = [card for pile in table.piles.values() for card in pile]
    deal = Deal(blocked, table.display, table.stack.count("space"), hands, tops, dealt)
    return Game.from_deal(table.components, table.n, table.options, deal)


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What is not the same in two tables."""
    return {name: (one.get(name), other.get(name)) for name in {*one, *other} if one.get(name) != other.get(name)}


def compare_choices(state: State, game: Game) -> None:
    """Compare who is to act, the legal actions, and the odds of chance."""
    texts, step, due = words_of(state.board).texts, game.step, STEP_NAMES[Position(state.data).step]
    assert due == step, (due, step)
    assert state.to_act == game.to_act, (state.to_act, game.to_act, step)
    for player in game.to_act:
        found = {texts[index] for index in state.legal_ids(player)}
        assert found == game.legal(player), (step, player, found ^ game.legal(player))
    if game.to_act == (CHANCE,):
        odds = {text_of(action): chance for action, chance in state.odds()}
        assert odds == game.odds(), (odds, game.odds())


def compare(state: State, game: Game, before: State | None = None) -> None:
    """Compare a position with a game that came to it, and with one that begins there: they are to go on alike.

    What can be chosen, by whom, and by whom not; the points, the end; the table, and the scenes to come.
    """
    compare_choices(state, game)
    for player in {CHANCE, *game.seats}.difference(game.to_act):
        assert state.legal_ids(player) == ()
    assert game.odds() or state.odds() == ()
    assert state.totals == game.totals, (state.totals, game.totals)
    position, step, begun = Position(state.data), game.step, begun_at(state)
    table, told = begun.table(), game.table()
    assert table == told, (step, differences(table, told))
    assert begun.to_be_told() == game.to_be_told(), (step, begun.to_be_told(), game.to_be_told())
    assert begun.ask == game.ask, (begun.ask, game.ask)
    assert [*unused(position)] == [], step
    assert before is None or position.begun == _goes_on(Position(before.data), position), step
    outcome = state.outcome
    assert (outcome and (outcome.winners, outcome.decided_by)) == game.outcome
    assert outcome is None or outcome.totals == game.totals


def _goes_on(before: Position, now: Position) -> bool:
    """Whether the next action belongs to the turn of the last one."""
    if now.step in (Due.REVEAL, Due.CARD, Due.TURN):
        return True
    return before.actor == now.actor and bisect(FIRST_STEPS, before.step) == bisect(FIRST_STEPS, now.step)


def compare_view(state: State, game: Game, viewer: int) -> State:
    """Compare what a player may know, and return it (C16.12, S24)."""
    view, texts = state.view(viewer), words_of(state.board).texts
    assert view.to_act == state.to_act
    assert {texts[index] for index in view.legal_ids(viewer)} == game.legal(viewer)
    table, told = laid_at(view).table(), known_to(game, viewer)
    assert table == told, ("view", viewer, game.step, differences(table, told))
    others = [seat for seat in game.seats if seat != viewer]
    unknown = sum(bool(game.players[seat].power) for seat in others) if game.step == "power" else 0
    if game.step == "dial":
        unknown += sum(seat in dial for seat in others for dial in (game.this_battle.tactics, game.this_battle.weapons))
    assert view.ply == state.ply - unknown, (view.ply, state.ply, unknown)
    return view


def compare_sample(state: State, game: Game, viewer: int, seed: int) -> tuple[State, Game]:
    """Compare a whole position that a player may hold for this one, and return it."""
    drawn, told = state.sample(viewer, SplitMix64(seed)), sample(game, viewer, SplitMix64(seed))
    compare(drawn, told)
    return drawn, told
