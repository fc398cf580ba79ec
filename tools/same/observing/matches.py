"""Observations of commands that play many games: a match, an arena and a balance, as text, JSON and records."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from sse_core import SplitMix64
from sse_core.game import AnyGame

from .bots import quick_bots
from .seen import Seen

__all__ = ["of_matches"]

_Json: TypeAlias = dict[str, Any] | list[Any] | str | float | None

_LEFT_OUT: Final = ("mcts", "endgame", "perfect")
"""The bots that aren't used: one is too slow for hundreds of games, others need tables that few have built."""

_MEASURED: Final = re.compile(r"[\d,.]+( games)? a second")
"""The pattern for times in a page."""

_ENDS: Final = ("low", "high")
"""The keys of an interval's ends, which are compared separately from counts."""

_ASKED: Final = {
    "match": (
        *("game", "players", "a", "b", "seed", "opening_plies", "finished", "rounds", "games", "different_rounds"),
        *("different_games", "opened_rounds", "cut_rounds", "wins", "shared", "losses", "share", "margin", "elo"),
        *("by_seat", "round_results", "sprt", "plies", "plies_of_openings"),
    ),
    "arena": (
        *("game", "players", "bots", "schedule", "seed", "finished", "rounds", "games", "plies", "anchor", "ratings"),
        *("pairs", "balances", "failures", "differing", "timed_games"),
    ),
    "balance": ("game", "seed", "opening_plies", "balances"),
}
"""The keys of a command's JSON that are compared one by one, since a build may have more keys."""


def of_matches(game: AnyGame, seed: int, number: int, games: int) -> Iterator[Seen]:
    """Yield the output of the three commands for so many games, with each number of players in turn."""
    stream = SplitMix64(seed)
    bots = [name for name in quick_bots(game) if not name.startswith(_LEFT_OUT)]
    first = stream.choice(bots)
    second = stream.choice([name for name in bots if name != first])
    info = game.INFO
    players = info.least_players + number % (info.most_players - info.least_players + 1)
    usual = ["--games", str(games), "--seed", str(seed)]
    if info.most_players > 1:
        usual += ["--players", str(players)]
    records = Path(f"records_{number}.jsonl")
    commands = {
        "match": [info.name, first, second, *usual],
        "arena": [info.name, *bots, *usual, "--jobs", "1"],
    }
    for command, words in commands.items():
        yield from _of_command(command, words)
    _run("match", [*commands["match"], "--out", str(records), "--force"])
    yield Seen("match/records", "match", records.read_text("utf-8") if records.exists() else "none")
    records.unlink(missing_ok=True)
    state = game.new_game(players=players, seed=seed)
    start = Path(f"start_{number}.txt")
    start.write_text(game.format_state(state), "utf-8")
    yield from _of_command("balance", [info.name, str(start), "--bot", first, *usual[:4]])


def _of_command(command: str, words: Sequence[str]) -> Iterator[Seen]:
    """Yield the page of a command, and its JSON key by key."""
    place = " ".join(["sse", command, *words])
    page = _run(command, words)
    yield Seen(f"{command}/page", place, _MEASURED.sub("", page.stdout))
    yield Seen(f"{command}/status", place, f"{page.returncode} {page.stderr}")
    try:
        found = json.loads(_run(command, [*words, "--json"]).stdout)
    except ValueError:
        # A command that refuses has printed the reason.
        return
    ends = list[Any]()
    for key in _ASKED[command]:
        yield Seen(f"{command}/{key}", place, json.dumps(_counted(found.get(key, "not there"), ends)))
    yield Seen(f"{command}/intervals", place, json.dumps(ends))


def _counted(found: _Json, ends: list[Any]) -> _Json:
    """Return a JSON value without seconds and without ends of intervals, which are appended to a list."""
    if isinstance(found, list):
        return [_counted(each, ends) for each in found]
    if not isinstance(found, dict):
        return found
    ends += [found[key] for key in _ENDS if key in found]
    return {key: _counted(value, ends) for key, value in found.items() if key not in (*_ENDS, "seconds")}


def _run(command: str, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of this build, and return its output and status."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "sse_core", command, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
