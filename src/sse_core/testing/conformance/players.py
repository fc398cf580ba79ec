"""Checks of a game's players: searches, bots, and the game's own perft, playouts and batches."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from threading import Event
from typing import Any, Final

from ...bots import BOTS
from ...bots.naming import OptionBot, SuggestingBot
from ...errors import NotBuiltError, SseError
from ...game import CHANCE, Bot, State
from ...play.search.analysis import Analysis, Line, follow
from ...play.search.monte_carlo import search_of
from ...seeds import SplitMix64
from . import promises
from .check import check
from .random_game import FEW, RandomGame, expect, expect_all

_VISITS: Final = 12
"""The length of a search."""

_ROUNDED: Final = 1e-9
"""The largest difference between numbers that are equal apart from rounding."""

_BUDGETS: Final = ("20", "0.02s")
"""Options that make a bot quick, such as those of `mcts`, visits or seconds. The first one that a bot takes is used."""


@check("search")
def check_search(played: RandomGame) -> None:
    """The search of a position answers `Search`: the game's own, or the one for any game.

    It is asked early, in the middle and late in a game, at a chance event, and after the end.
    """
    states = played.all_states
    chance = [state for state in states if state.to_act == (CHANCE,)]
    choices = [state for state in states if state.to_act not in ((), (CHANCE,))]
    for start in {choices[0], choices[len(choices) // 2], choices[-1], *chance[:1]}:
        state = start
        search, again, whole = (search_of(state, seed=played.seed) for _ in range(3))
        actor = state.to_act[0]
        _check_analysis(state, actor, search.analysis())
        for visits in (1, _VISITS - 1):
            search.run(visits=visits)
            again.run(visits=visits)
        whole.run(visits=_VISITS)
        found = search.analysis()
        _check_analysis(state, actor, found)
        expect(found.exact or found.visits == _VISITS, f"{_VISITS} visits were asked for, {found.visits} were made")
        for other, way in ((again, "again"), (whole, "in one run")):
            lines = other.analysis().lines
            expect(lines == found.lines, f"searched {way} with the same seed, the lines are others: {lines}")
        _check_stop(start, played.seed)
        for _ in range(FEW):
            state = state.after(search.analysis().lines[0].action, actor)
            search.advance(state)
            if not state.to_act:
                break
            # The lines belong to the same seat as long as it is to act.
            actor = actor if actor in state.to_act else state.to_act[0]
            _check_analysis(state, actor, search.analysis())
    ended = search_of(states[-1], seed=played.seed)
    ended.run(visits=1)
    expect(ended.analysis().lines == (), "there are lines after the end")


def _check_stop(state: State[Any], seed: int) -> None:
    """Raise unless a search ends at once when its stop token is set."""
    search, stop = search_of(state, seed=seed), Event()
    stop.set()
    search.run(visits=_VISITS, stop=stop)
    made = search.analysis().visits
    expect(not made, f"the search makes {made} visits after it was told to end")


def _check_analysis(state: State[Any], actor: int, found: Analysis[Any]) -> None:
    """Raise unless an analysis has possible lines, the best first, for each action of the seat to act."""
    seats, legal = len(state.totals), state.legal_actions(actor)
    actions = [line.action for line in found.lines]
    expect(len(actions) == len(legal) and set(actions) == set(legal), f"the lines are of {actions}, legal are {legal}")
    for line in found.lines:
        shares = [float(share) for share in line.value]
        expect(len(line.value) == len(line.margin) == seats, f"a line for {seats} seats is {line}")
        expect(all(-_ROUNDED <= share <= 1 + _ROUNDED for share in shares), f"values are {shares}")
        expect(seats == 1 or abs(sum(shares) - 1) <= _ROUNDED, f"values add to {sum(shares)}")
        expect(line.error == 0 or (line.error > 0 and not line.exact), f"the error of a line is wrong: {line}")
        expect(line.visits >= 0 and line.line[:1] == (line.action,), f"a line doesn't begin with its action: {line}")
        for before, player, action in follow(state, line.line, None if actor == CHANCE else actor):
            reason = before.why_not(action, player)
            expect(reason == 0, f"{action!r} of the line {line.line} is refused: {reason!r}")
    if actor != CHANCE:
        for better, worse in combinations(found.lines, 2):
            expect(not _is_behind(better, worse, actor), f"this line is not the best one: {better}, {worse}")


def _is_behind(one: Line[Any], other: Line[Any], seat: int) -> bool:
    """Return whether a line should stand behind another one: both are proved and it is worth less, or in all respects.

    In a game for one the best line is the one with the largest expected score, which stands in the margin.
    """
    ours, theirs = (float((line.margin if len(line.value) == 1 else line.value)[seat]) for line in (one, other))
    if one.exact and other.exact:
        return theirs > ours + _ROUNDED
    return not one.exact and bool(one.error) and other.visits > one.visits and theirs > ours + _ROUNDED


@check("bots")
def check_bots(played: RandomGame) -> None:
    """Every bot for every game, and every bot of the game's own, chooses something legal from a player's view.

    They are asked early, in the middle and late in a game; the same view and generator give the same action, unless it
    is chosen by time. A bot takes the options that it suggests. One that this install can't run is passed over.
    """
    game = played.game
    states = [state for state in played.all_states if state.to_act not in ((), (CHANCE,))]
    for name, full in {**BOTS, **game.BOTS}.items():
        _check_options(name, full)
        bot, by_time = (full, False) if played.thorough else _quick(full)
        with suppress(NotBuiltError):
            for state in {states[0], states[len(states) // 2], states[-1]}:
                for player in state.to_act:
                    _check_choice(name, bot, by_time, state, player, played.seed)


def _check_choice(name: str, bot: Bot, by_time: bool, state: State[Any], player: int, seed: int) -> None:
    """Check that a bot chooses something legal, and the same with the same generator unless it chooses by time."""
    chosen = bot.choose(state.view(player), player, SplitMix64(seed))
    expect(chosen in state.legal_actions(player), f"the bot {name!r} chooses {chosen!r}")
    if not by_time:
        again = bot.choose(state.view(player), player, SplitMix64(seed))
        expect(again == chosen, f"the bot {name!r} chooses {chosen!r}, then {again!r} with the same generator")


def _check_options(name: str, bot: Bot) -> None:
    """Check that a bot takes the options that it suggests, if it suggests any."""
    if not isinstance(bot, SuggestingBot):
        return
    for option in bot.USUAL_OPTIONS:
        try:
            bot.with_option(option)
        except SseError as error:
            expect(False, f"the bot {name!r} suggests {option!r}, and refuses it: {error}")


def _quick(bot: Bot) -> tuple[Bot, bool]:
    """Return a bot with the first of `_BUDGETS` that it takes, and whether it then chooses by time; else itself."""
    if isinstance(bot, OptionBot):
        for budget in _BUDGETS:
            try:
                return bot.with_option(budget), budget.endswith("s")
            except SseError:
                continue
    return bot, False


@check("fast")
def check_fast(played: RandomGame) -> None:
    """The game's own `perft` and `playouts`, if it has them, give the same results as those for every game."""
    expect_all(promises.of_fast_play(played.game, played.new_game(), played.seed))


@check("batches")
def check_batches(played: RandomGame) -> None:
    """The game's own batches, if it has them, have the values of their states in arrays, and play the same games."""
    expect_all(promises.of_batches(played.game, played.new_game(), played.seed))
