"""Analyses by engines: what a bot that is a program of its own says of a position, and the action that it chooses."""

from __future__ import annotations

from argparse import Namespace
from collections import deque
from typing import Any, Final

from ..bots.naming import is_engine
from ..engines.bots import EngineBot, engine_named
from ..engines.messages import Message
from ..engines.programs import cut
from ..errors import ArgumentError
from ..game import CHANCE, State
from ..play.seats import label_of
from ..seeds import PlyStream
from .saving import signals_as_interrupts
from .terminal.live_page import LivePage, is_terminal
from .terminal.output import RefusedError, UsageError, align, echo, echo_json, page_width

__all__ = ["analyse_by_engine"]

_KEPT: Final = 12
"""The last lines of an engine that are shown."""


def analyse_by_engine(name: str, state: State[Any], args: Namespace) -> int:
    """Ask an engine for its choice in a position, and print what it thinks; on a terminal while it does so, too.

    Raises UsageError if there is no such program, EngineError if it fails.
    """
    if state.to_act[0] == CHANCE:
        raise RefusedError("a chance event is due, which no engine chooses: `sse analyse` without --engine weighs it")
    bot = _engine(name, args)
    player, view = state.to_act[0], state.view(state.to_act[0])
    told = deque[Message](maxlen=_KEPT)
    page = LivePage() if not args.json and is_terminal() else None

    def show(message: Message) -> None:
        told.append(message)
        if page is not None:
            page.show(_table(list(told)))

    bot.on_info = show
    try:
        with signals_as_interrupts():
            chosen = bot.choose(view, player, PlyStream(args.seed, state.ply))
    finally:
        if page is not None:
            page.clear()
    action = view.actions[chosen] if isinstance(chosen, int) else chosen
    text = state.game.format_action(action, view)
    hello = bot.hello()
    if args.json:
        infos = [_without_type(each) for each in told]
        echo_json({"engine": hello["name"], "player": player, "action": text, "infos": infos})
        return 0
    who = cut(" ".join([hello["name"], *([hello["version"]] if "version" in hello else [])]))
    parts = [_table(list(told))] if told else []
    echo("\n\n".join([*parts, f"{who} chooses {text} for {label_of(player, {}, state.game)}."]))
    return 0


def _engine(name: str, args: Namespace) -> EngineBot:
    try:
        bot = engine_named(name if is_engine(name) else f"engine:{name}")
    except ArgumentError as error:
        raise UsageError(f"--engine: {error.message}") from None
    return bot.limited(args.seconds, args.visits)


def _without_type(message: Message) -> dict[str, Any]:
    return {key: message[key] for key in ("value", "visits", "line") if key in message}


def _table(told: list[Message]) -> str:
    """Return the lines of an engine as a table, the last one at the end."""
    rows = [["visits", "win %", "line"]]
    for each in told:
        visits = f"{each['visits']:,}" if "visits" in each else ""
        value = f"{100 * each['value']:.1f}" if "value" in each else ""
        rows.append([visits, value, cut(" ".join(each.get("line", ())))])
    lines = align(rows, left=0).split("\n")
    return "\n".join(line[: page_width()].rstrip() for line in lines)
