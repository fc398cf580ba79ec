"""Functions that take a state of any game, as `import sse_core` offers them: each asks the game of the state.

What is no state of another game goes to Small Star Empires, which takes boards, too, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, TypeVar, overload

from . import game_tree, random_play, small_star_empires
from .game import AnyGame, State
from .random_play import Playouts
from .records import GameRecord, format_game, game_of, read
from .small_star_empires import Action, Board
from .small_star_empires import State as SmallStarEmpiresState

__all__ = [
    "GameRecord",
    "Playouts",
    "continues_turn",
    "effects",
    "format_action",
    "format_game",
    "format_state",
    "max_plies",
    "parse_action",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
    "read",
    "score_table",
    "to_svg",
    "to_text",
    "verdict",
]

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT", bound=State[Any])


def _game_of(value: object) -> AnyGame:
    game: AnyGame = small_star_empires
    return game if type(value) is SmallStarEmpiresState else game_of(value) or game


# --- texts and drawings


@overload
def parse_action(text: str, context: SmallStarEmpiresState | Board) -> Action: ...
@overload
def parse_action(text: str, context: State[Any]) -> Any: ...
def parse_action(text: str, context: State[Any] | Board) -> Any:
    """Return the action that a text names, in the context of a state, or of a board of Small Star Empires.

    Raises NotationError if the text names no action of the game. See the game's own `parse_action` for the notation.

    >>> from sse_core import parse_map
    >>> parse_action("a1-a2=S", parse_map("A 3 B"))
    Move(origin=0, target=1, piece='station', damaged=False)
    """
    return _game_of(context).parse_action(text, context)


def format_action(action: Any, context: State[Any] | Board) -> str:
    """Return the text of an action, which `parse_action` reads back."""
    return _game_of(context).format_action(action, context)


def format_state(state: State[Any]) -> str:
    """Return a position as text that says everything, beginning with the game's prefix; `read` reads it back."""
    return _game_of(state).format_state(state)


def to_text(state: State[Any] | Board, *, last: Sequence[Any] = ()) -> str:
    """Draw a state, or a board, for a terminal, and mark the last actions: those that led to it.

    See the game's own `to_text` for what is drawn.
    """
    return _game_of(state).to_text(state, last=last)


def to_svg(state: State[Any] | Board, *, last: Sequence[Any] = ()) -> str:
    """Draw a state, or a board, as one SVG document, and mark the last actions: those that led to it."""
    return _game_of(state).to_svg(state, last=last)


def effects(before: StateT, action: Any, after: StateT) -> tuple[str, ...]:
    """Return what an action did beyond its own text: a sentence for each effect, in their order, with its clause.

    `before` and `after` are the states around the action. A sentence has no capital at its start and no full stop.

    Raises IllegalActionError if the action can't be done in `before`, ArgumentError if it leads elsewhere than to
    `after`.
    """
    return _game_of(before).effects(before, action, after)


# --- the turn and the score


def max_plies(state: State[Any]) -> int:
    """Return an upper bound, which the rules prove, on the number of actions that can follow a state."""
    return _game_of(state).max_plies(state)


def continues_turn(state: State[Any]) -> bool:
    """Return whether the next action belongs to the turn of the action before it."""
    return _game_of(state).continues_turn(state)


def score_table(state: State[Any]) -> Sequence[Mapping[str, int]]:
    """Return each seat's points by column, in the order to print; the last column is ``total``."""
    return _game_of(state).score_table(state)


def verdict(state: State[Any]) -> str:
    """Return how the winners of a finished game were separated from the rest, with the clause."""
    return _game_of(state).verdict(state)


# --- many games


def perft(state: State[Any], depth: SupportsIndex, *, threads: SupportsIndex = 1) -> int:
    """Return how many positions lie `depth` plies ahead, each way there counted; a game that ends sooner counts once.

    1 at depth 0 and for a finished state. Each kind of chance event is a branch. Raises ArgumentError for a depth
    below 0 or above 10,000, or for no threads.
    """
    count: int = _quickest(state, game_tree).perft(state, depth, threads=threads)
    return count


def perft_divide(state: State[ActionT], depth: SupportsIndex, *, threads: SupportsIndex = 1) -> dict[ActionT, int]:
    """Return the `perft` of what follows each legal action, `depth` plies counted from here (at least 1).

    The keys are in the order of ids; empty for a finished state.
    """
    counts: dict[ActionT, int] = _quickest(state, game_tree).perft_divide(state, depth, threads=threads)
    return counts


def playout(state: StateT, seed: SupportsIndex) -> StateT:
    """Return the end of a game of uniform random play: the same game as random bots play with this seed.

    The draws of each ply come from `PlyStream(seed, state.ply)`: the action of rank ``below(n)`` among n legal ones by
    ascending id, or one chance event by its odds. Raises ArgumentError unless the seed is 0 to 2**64 − 1.
    """
    end: StateT = _quickest(state, random_play).playout(state, seed)
    return end


def playouts(
    state: State[Any], n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return how n games of uniform random play from a state ended, in arrays.

    Game i is ``playout(state, child_seed(seed, i))``, whatever the number of threads. `ends`: the final states come
    too. In Small Star Empires all of it runs without the GIL. Needs numpy.
    """
    found: Playouts = _quickest(state, random_play).playouts(state, n, seed, threads=threads, ends=ends)
    return found


def _quickest(state: State[Any], plain: Any) -> Any:
    """Return what has the functions for many games: the game itself (`game.FastGame`), or one of the plain modules."""
    if type(state) is SmallStarEmpiresState:
        return small_star_empires
    game = _game_of(state)
    return game if hasattr(game, "playouts") else plain
