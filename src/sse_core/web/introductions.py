"""Introductions to games as JSON, for people who have never played: three lines, the stops of tours, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ..bots.levels import levels_of
from ..forms.checks import shown as written
from ..game import AnyGame
from ..play.introduction import TourStop, introduction_of, tour_of, translation_of
from ..play.languages import language_of
from ..play.rules import page_of, rules_of
from ..play.seats import HUMAN
from ..play.steps import refusal
from .answers import Introduction, RulesShown, StopShown
from .drawing import Style
from .errors import MissingError
from .messages import say
from .room import Snapshot
from .room_json import Look, look_at, shown

__all__ = ["introduction_object", "refusal_at", "rules_object", "stop_object"]

_MOST_PICTURES: Final = 3
"""The most pictures after an action that are sent one by one; if there are more, only the last one is sent."""

_COLUMNS: Final = 76
"""The columns of tables in the rules."""


@lru_cache
def introduction_object(name: str, language: str) -> Introduction:
    """Return the introduction to a game: three lines, the request for a first game, and whether there is a tour.

    The lines are in one of the game's languages.
    """
    found, translation = introduction_of(name), translation_of(name, language)
    if found is None:
        return {"about": [], "first_game": None, "has_tour": False, "language": language}
    return {
        "about": found.about if translation is None else translation.about,
        "first_game": found.first_game,
        "has_tour": found.has_tour,
        "language": language,
    }


def stop_object(game: AnyGame, number: int, style: Style) -> StopShown:
    """Return a stop of a tour by its number, counted from 1, with the positions before it and after it.

    Its words are in the reader's language, if the game has it, else in English. Raises MissingError if there
    is no such stop.
    """
    stops, stop, spoken = _stops(game), _stop(game, number), language_of(game)
    translation = translation_of(game.INFO.name, spoken)
    said = stop if translation is None else translation.of(stop)
    before = stops[number - 2] if number > 1 else None
    # The last action is marked where this stop goes on from the stop before.
    leads_here = before is not None and before.moves and before.after == stop.state
    here = _look(before if before is not None and leads_here else stop, stop.seat, is_after=bool(leads_here))
    there = _look(stop, stop.seat, is_after=True)
    first = stop.state.ply + 1
    plies = range(first, first + len(stop.moves))
    if len(plies) > _MOST_PICTURES:
        plies = plies[-1:]
    return {
        "title": game.INFO.title,
        "stop": number,
        "stops": len(stops),
        "step": stop.step,
        "steps": stops[-1].step,
        "heading": said.title,
        "words": said.words,
        "done": said.done,
        "language": spoken,
        "tried": stop.tried,
        "action": None if stop.action is None else stop.state.actions.index(stop.action),
        "before": shown(here, style),
        "after": shown(there, style) if stop.moves else None,
        "pictures": [look_at(there.room, ply, stop.seat).svg(style) for ply in plies],
    }


def refusal_at(game: AnyGame, number: int, keys: Sequence[str]) -> str:
    """Return why no legal action at a stop of a tour begins with these keys; empty if one does."""
    stop = _stop(game, number)
    return refusal(stop.state.view(stop.seat), keys, stop.seat) if stop.state.to_act else ""


def rules_object(game: AnyGame) -> RulesShown:
    """Return the rules of a game as JSON: sections with blocks, and the clause of each block."""
    rules = rules_of(game)
    return {
        "game": game.INFO.name,
        "title": rules.title,
        "sections": [
            {
                "number": section.number,
                "title": section.title,
                "blocks": [{"clause": clause, "text": page_of([block], _COLUMNS)} for clause, block in section.parts()],
            }
            for section in rules.sections
        ],
    }


# --- inside


def _stops(game: AnyGame) -> tuple[TourStop, ...]:
    return tour_of(game.INFO.name)


def _stop(game: AnyGame, number: int) -> TourStop:
    stops = _stops(game)
    if not 1 <= number <= len(stops):
        title, stop = game.INFO.title, written(number)
        raise MissingError(
            say("the tour of {game} has {n} stops, and no stop {stop}", game=title, n=len(stops), stop=stop)
        )
    return stops[number - 1]


def _look(stop: TourStop, seat: int, *, is_after: bool) -> Look:
    """Return the position of a stop, or the one after it, as a view of a room made for it alone.

    The other seats show the weakest level of bots as their players.
    """
    moves = stop.moves if is_after else ()
    final = stop.after if is_after else stop.state
    game = stop.state.game
    room = Snapshot(
        id="",
        game=game,
        start=stop.state,
        players=tuple(HUMAN if each == seat else levels_of(game)[0].player for each in range(len(final.totals))),
        names=("",) * len(final.totals),
        moves=moves,
        added=(1,) * len(moves),
        is_over=not final.to_act,
    )
    return look_at(room, None, seat)
