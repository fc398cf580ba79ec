"""Quick deterministic bots of a game, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sse_core.bots.naming import OptionBot, SuggestingBot, bots_of
from sse_core.errors import SseError
from sse_core.game import AnyGame

__all__ = ["quick_bots"]

_BUDGETS: Final = ("20", "8")
"""Options that make a bot quick, such as few visits. The first one that the bot accepts is used."""

_WORDS: Final = 2
"""The number of a bot's suggested options that are tried; the first ones are the quickest."""


def quick_bots(game: AnyGame) -> list[str]:
    """Return the names of a game's bots with quick options, without bots that need time."""
    return [name for key, bot in bots_of(game).items() for name in _names(key, bot)]


def _names(key: str, bot: Any) -> Iterator[str]:
    if not isinstance(bot, OptionBot):
        yield key
        return
    budgets = [option for option in _BUDGETS if _takes(bot, option)][:1]
    words = [each for each in bot.USUAL_OPTIONS if each.isalpha()][:_WORDS] if isinstance(bot, SuggestingBot) else []
    for option in budgets + words:
        yield f"{key}:{option}"
    if not budgets and not isinstance(bot, SuggestingBot):
        yield key


def _takes(bot: OptionBot, option: str) -> bool:
    try:
        bot.with_option(option)
    except SseError:
        return False
    return True
