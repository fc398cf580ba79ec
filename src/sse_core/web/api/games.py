"""Handlers for requests about games and texts: lists, rules, tours, maps, and drawings of texts."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any, Final

from starlette.responses import Response

from ...bots.levels import levels_of
from ...bots.naming import bots_of
from ...errors import ArgumentError
from ...forms.checks import shown as written
from ...forms.kinds import MAP
from ...forms.messages import speaking
from ...game import AnyGame, Level, Preset
from ...games import GAMES
from ...play.languages import language_of
from ...play.records.contents import MapGame
from ...play.rules import clause_text
from ..answers import BotShown, Drawn, FieldShown, GameShown, LevelShown, PresetShown
from ..drawing import picture, theme_named, thumbnail
from ..engines import engines_for
from ..errors import MissingError, clause_of
from ..fields import Field, campaign_fields_of, fields_of
from ..introductions import introduction_object, refusal_at, rules_object, stop_object
from ..messages import say
from ..plan import Plan, game_named, pasted, plan_of, takes_budget
from ..qr import qr_code
from ..room.sealed_orders import WATCHER, as_seen
from ..site import Site
from ..texts.pasting import content_object, text_object
from ..texts.sharing import unpacked
from ..texts.sketching import edit_address, is_drawn, sketch_object, tool_picture, tools_object
from .http import SVG, Call, json_answer, text_answer
from .requests import (
    Draw,
    InLanguage,
    InTheme,
    Nothing,
    Packed,
    SketchAsked,
    StopAsked,
    Text,
    ToolAsked,
    WhyAtStop,
)

__all__ = ["GamesApi", "text_of"]

_LISTING: Final = Lock()
"""A lock for the list of games, which loads their modules."""


class GamesApi:
    """A method for each request about a game or a text."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def games(self, call: Call[InLanguage]) -> Response:
        """Answer with all games."""
        # Another thread could see a module half loaded while its import fails.
        with _LISTING:
            return json_answer(
                [_game_object(name, language_of(game), (*engines_for(game),)) for name, game in GAMES.items()]
            )

    def preset(self, call: Call[InTheme]) -> Response:
        """Answer with a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        text = text_of(game, _preset(game, name))
        return json_answer({"name": name, "text": text, **content_object(pasted(text, game), call.asked.theme)})

    def thumbnail(self, call: Call[InTheme]) -> Response:
        """Answer with a small picture of a start that ships."""
        game, name = game_named(call.path["game"]), call.path["name"]
        svg = thumbnail(game, _preset(game, name), call.asked.theme)
        return text_answer(svg, f"{name}.svg", SVG)

    def rule(self, call: Call[Nothing]) -> Response:
        """Answer with a clause of the rules."""
        game, clause = game_named(call.path["game"]), call.path["clause"]
        try:
            return json_answer({"clause": clause, "text": clause_text(clause, game)})
        except ArgumentError as error:
            raise MissingError(str(error)) from None

    def rules(self, call: Call[Nothing]) -> Response:
        """Answer with all rules of a game."""
        return json_answer(rules_object(game_named(call.path["game"])))

    def stop(self, call: Call[StopAsked]) -> Response:
        """Answer with a stop of a tour."""
        return json_answer(stop_object(game_named(call.path["game"]), call.path["stop"], call.asked.style))

    def why_at(self, call: Call[WhyAtStop]) -> Response:
        """Answer why steps lead to no legal action at a stop of a tour."""
        reason = refusal_at(game_named(call.path["game"]), call.path["stop"], call.asked.keys)
        return json_answer({"reason": reason, "clause": clause_of(reason)})

    def draw(self, call: Call[Draw]) -> Response:
        """Answer with the picture of a text, or of the start of a new game."""
        text, theme = call.asked.text, call.asked.theme
        if not text:
            return json_answer(_start_object(plan_of(call.asked.game_request), theme))
        game = None if call.asked.game is None else game_named(call.asked.game)
        drawn = self._site.rooms.readers.run(text_object, text, game and game.INFO.name, theme, client=call.client)
        return json_answer(drawn)

    def shared(self, call: Call[Packed]) -> Response:
        """Answer with what an address shares."""
        text = unpacked(call.asked.p or "")
        drawn = self._site.rooms.readers.run(text_object, text, None, call.asked.theme, client=call.client)
        return json_answer({"text": text, **drawn})

    def tools(self, call: Call[Nothing]) -> Response:
        """Answer with the tools of a game."""
        return json_answer(tools_object(call.path["game"]))

    def tool(self, call: Call[ToolAsked]) -> Response:
        """Answer with the picture of a tool."""
        game, name = call.path["game"], call.path["tool"]
        svg = tool_picture(game, name, call.asked.turn, call.asked.theme)
        return text_answer(svg, f"{name}.svg", SVG)

    def sketch(self, call: Call[SketchAsked]) -> Response:
        """Answer with a sketch, after a click on it."""
        asked = call.asked
        tool = None if asked.tool is None else (asked.tool, asked.turn or 0)
        setting = None if asked.setting is None else (asked.setting, asked.value or "")
        what = (asked.game, asked.text or "", asked.theme, tool, asked.place, setting)
        return json_answer(self._site.rooms.readers.run(sketch_object, *what, client=call.client))

    def qr(self, call: Call[Text]) -> Response:
        """Answer with the QR code of an address."""
        return text_answer(qr_code(call.asked.text or ""), "link.svg", SVG)


# --- games as JSON


@lru_cache
def _game_object(name: str, spoken: str, engines: tuple[str, ...]) -> GameShown:
    """Return the JSON object of a game, in a language that the game has, with the names of the engines on offer."""
    with speaking(spoken):
        return _said(GAMES[name], spoken, engines)


def _said(game: AnyGame, spoken: str, engines: tuple[str, ...]) -> GameShown:
    info, presets, bots = game.INFO, game.presets(), bots_of(game)
    draws_maps = isinstance(game, MapGame) and MAP in game.FORM.others
    return {
        **introduction_object(info.name, spoken),
        "name": info.name,
        "title": info.title,
        "preset": info.preset,
        "least_players": info.least_players,
        "most_players": info.most_players,
        "seats": info.seats,
        "presets": [_preset_object(key, preset) for key, preset in presets.items()],
        "levels": [_level(level) for level in levels_of(game)],
        "bots": [
            *[_bot(key, takes_budget(bot)) for key, bot in bots.items()],
            *[_bot(key, False) for key in engines],
        ],
        "fields": [_field(field) for field in fields_of(game)],
        "campaign_fields": [field.name for field in campaign_fields_of(game)],
        "draws_maps": draws_maps,
        "is_drawn": is_drawn(game),
        "example_map": text_of(game, next(iter(presets.values())).value) if draws_maps else "",
    }


def _preset_object(name: str, preset: Preset) -> PresetShown:
    return {"name": name, "title": preset.title or name, "about": preset.about}


def _bot(name: str, takes_budget: bool) -> BotShown:
    return {"name": name, "takes_budget": takes_budget}


def _level(level: Level) -> LevelShown:
    return {"title": level.title, "player": level.player, "about": level.about, "elo": level.elo}


def _field(field: Field) -> FieldShown:
    return {
        "name": field.name,
        "label": field.label,
        "help": field.help,
        "kind": field.kind,
        "choices": field.choices,
        "names": field.names,
        "default": field.default,
        "suggestions": field.suggestions,
    }


def _preset(game: AnyGame, name: str) -> Any:
    """Return a map or a start that ships; raise MissingError if there is none of this name."""
    known = game.presets()
    if name not in known:
        raise MissingError(f"there is no {game.INFO.preset} {written(name)}; they are {', '.join(known)}")
    return known[name].value


def text_of(game: AnyGame, value: Any) -> str:
    """Return the text of a position or a map."""
    return game.format_state(value) if hasattr(value, "to_act") else game.FORM.others[MAP].format(value)


def _start_object(plan: Plan, theme: str | None) -> Drawn:
    players = len(plan.players)
    # Cards that a seed has dealt are secrets of their seats, even before the first move.
    seen = as_seen(plan.start, WATCHER)
    return {
        "game": plan.game.INFO.name,
        "kind": "start",
        "svg": picture(plan.game, seen, (), theme_named(theme)),
        "players": players,
        "about": say("{game} for {n}", game=plan.game.INFO.title, n=players),
        "edit": edit_address(plan.game, plan.start),
    }
