"""The check of seeds: the same seed gives the same game in every process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from itertools import islice
from types import ModuleType
from typing import Final

from ...bots import random
from ...play.turns import turns_of
from .check import check
from .random_game import RandomGame, expect


@check("seeds")
def check_seeds(played: RandomGame) -> None:
    """The same seed gives the same game, in this process and in others, whatever their hash seed."""
    game = played.game
    texts = _random_game(played)
    expect(_random_game(played) == texts, "the same seed gives another game in the same process")
    packed = ("name", game.__name__) if isinstance(game, ModuleType) else ("pickle", pickle.dumps(game))
    sent = pickle.dumps((sys.path, packed, pickle.dumps(played.options), played.seed, played.followed))
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", _OTHER_PROCESS],
            input=sent,
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        expect(done.returncode == 0, f"another process fails: {done.stderr.decode()}")
        expect(pickle.loads(done.stdout) == texts, "the same seed gives another game in another process")


def _random_game(played: RandomGame) -> list[str]:
    """Return the texts of the states of a game of random bots, up to the last ply that is checked."""
    start = played.new_game()
    turns = turns_of(start, [random.choose] * len(start.totals), played.seed)
    return [played.game.format_state(state) for _, _, state in islice(turns, played.followed)]


_OTHER_PROCESS: Final = """
import importlib, pickle, sys
from itertools import islice
path, (kind, what), options, seed, plies = pickle.load(sys.stdin.buffer)
sys.path[:] = path
game = importlib.import_module(what) if kind == "name" else pickle.loads(what)
from sse_core.bots import random
from sse_core.play.turns import turns_of
start = game.new_game(seed=seed, **pickle.loads(options))
turns = turns_of(start, [random.choose] * len(start.totals), seed)
sys.stdout.buffer.write(pickle.dumps([game.format_state(state) for _, _, state in islice(turns, plies)]))
"""
"""The script of the other process. It does what `_random_game` does, without loading Hypothesis, which is slow."""
