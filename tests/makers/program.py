"""A maker's program: it embeds a game, saves it, explains refusals and searches, with no cast and no Any.

`make types` reads it as strictly as mypy and pyright can, as a program outside the package would be.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TypeVar

import sse_core as sse
from sse_core import Action, State
from sse_core.arena import (
    MEMORY,
    Plan,
    Results,
    Schedule,
    Setup,
    Store,
    Tournament,
    play_match,
    starts_of,
    threads,
)
from sse_core.bots import greedy
from sse_core.errors import NotationCode, SetupCode
from sse_core.game import Step
from sse_core.play.records.record import GameRecord
from sse_core.play.search.analysis import Analysis, Search
from sse_core.play.search.monte_carlo import search_of
from sse_core.play.search.running import run_async
from sse_core.play.steps import SteppedGame
from sse_core.small_star_empires import Move, new_game

ActionT = TypeVar("ActionT")

GERMAN: dict[NotationCode, str] = {
    NotationCode.PLACE: "Dieses Feld gibt es nicht",
    NotationCode.FORM: "So schreibt man das nicht",
}


def translated(error: sse.NotationError | sse.SetupError | sse.IllegalActionError) -> str:
    """An error in another language, as far as it is known; else its code, and where it is."""
    match error:
        case sse.NotationError(code=code, column=column):
            return f"{GERMAN.get(code, code)} (Spalte {column})"
        case sse.SetupError(code=SetupCode.MAP, line=line):
            return f"Diese Karte geht nicht (Zeile {line})"
        case sse.SetupError(code=code):
            return str(code)
        case sse.IllegalActionError(reason=reason):
            return f"{reason.name} ({reason.clause})"


def said(state: State, text: str) -> str:
    """What a player hears who types an action."""
    try:
        action = sse.parse_action(text, state)
        state.after(action)
    except (sse.NotationError, sse.IllegalActionError) as error:
        return translated(error)
    return ", ".join(step.words for step in sse.steps(state, action))


def menu(state: State, keys: tuple[str, ...] = ()) -> list[str]:
    """The choices that go on from these keys; the reason, alone, where none does."""
    why = sse.refusal(state, keys)
    if why:
        return [why]
    every: list[tuple[Step, ...]] = [tuple(sse.steps(state, action)) for action in state.legal_actions()]
    place = len(keys)
    going = [found for found in every if tuple(step.key for step in found[:place]) == keys and len(found) > place]
    return sorted({found[place].key for found in going})


class Cautious:
    """A bot for this game alone: it takes the first of the shortest moves."""

    def choose(self, view: State, player: int, rng: sse.SplitMix64) -> Action:
        """The action that moves least."""
        return min(view.legal_actions(player), key=lambda action: len(sse.format_action(action, view)))


class FromTheTop:
    """A bot for every game: it takes the first action."""

    def choose(self, view: sse.game.State[ActionT], player: int, rng: sse.SplitMix64) -> ActionT:
        """The first legal action."""
        return view.legal_actions(player)[0]


def one_game(seed: int) -> GameRecord[State, Action]:
    """The record of a game between bots of both kinds, which stand in a list."""
    bots = [FromTheTop(), FromTheTop()]
    kept: list[sse.game.Bot] = [*bots, Cautious()]
    assert sse.play_game(bots, seed=seed).final.outcome is not None
    assert sse.play_game(kept, seed=seed).final.outcome is not None
    return sse.play_game(["greedy", Cautious(), greedy], seed=seed)


def taken_back(record: GameRecord[State, Action]) -> GameRecord[State, Action]:
    """The record without its last turn."""
    while record.moves:
        record = record.undone()
        if not sse.continues_turn(record.final):
            break
    return record


def share_of_wins(rounds: int) -> float:
    """The share of the wins of a bot of this program."""
    results = Results(seats=2)
    starts = starts_of(lambda seed: new_game(players=2, seed=seed), seed=7)
    for game in play_match(Cautious(), "random", starts):
        if results.add(game) and results.rounds == rounds:
            break
    return results.share.value


def rated(names: list[str], rounds: int) -> list[float | None]:
    """The Elo of bots that are in a list."""
    schedule = Schedule("round-robin", bots=len(names), seats=2)
    plan = Plan(Setup("small_star_empires", options={"map": "duel"}), names, seed=7, rounds=rounds, schedule=schedule)
    with Store(MEMORY, plan.to_json()) as store, threads(1) as workers:
        tournament = Tournament(plan, store)
        for _ in tournament.play(workers):
            pass
    return [rating.elo for rating in tournament.standings.ratings(names[0]).values()]


def own_steps(game: SteppedGame, state: State, action: Action) -> list[str]:
    """The same by the game's own functions."""
    return [step.key for step in game.steps(state, action)]


def saved(record: GameRecord[State, Action], action: Action, path: Path) -> GameRecord[State, Action]:
    """The record with one more move, which is on the disk before the move is shown."""
    record = record.after(action)
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(f"{sse.format_game(record)}\n", encoding="utf-8")
    draft.replace(path)
    return record


async def hint(state: State, seconds: float) -> Analysis[Action]:
    """What a search finds in so much time, while the program goes on."""
    search: Search[Action] = search_of(state)
    with suppress(TimeoutError):
        await asyncio.wait_for(run_async(search, seconds=60), seconds)
    return search.analysis()


def stopped(state: State) -> int:
    """The visits of a search that was told to end before it began."""
    stop = Event()
    stop.set()
    found: Analysis[Action] = sse.analyse(state, seconds=60, stop=stop)
    return found.visits


def best(found: Analysis[Action]) -> Move | None:
    """The best move of an analysis."""
    action = found.lines[0].action
    return action if isinstance(action, Move) else None
