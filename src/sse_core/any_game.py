"""Functions for a state of any game, offered by `import sse_core`. Each calls the function of the state's game.

A value that is no state goes to Small Star Empires, which also takes boards and raises the error for other values.
A function loads what it needs, such as the search of `analyse`, at its first call.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, overload

from . import small_star_empires
from ._fast import State as SmallStarEmpiresState
from .errors import ArgumentError
from .forms.checks import action_meant, check_seed
from .game import PLAIN, AnyGame, Game, ObservationSpace, Pen, Playouts, State, Theme, is_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .bots.one_game import Contender
    from .play.fast_play import FastGame
    from .play.records.record import GameRecord
    from .play.records.review import Review
    from .play.search.analysis import Analysis, Stop
    from .small_star_empires import Action, Board

__all__ = [
    "analyse",
    "continues_turn",
    "effects",
    "features",
    "format_action",
    "format_state",
    "observation_space",
    "observe",
    "parse_action",
    "perft",
    "perft_divide",
    "play_game",
    "playout",
    "playouts",
    "review",
    "score_table",
    "to_svg",
    "to_text",
    "told",
    "verdict",
]

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT", bound=State[Any])


def _game_of(value: object) -> AnyGame:
    game: AnyGame = small_star_empires
    if type(value) is SmallStarEmpiresState:
        return game
    from .play.records.record import game_of

    return game_of(value) or game


# --- texts and drawings


@overload
def parse_action(text: str, context: SmallStarEmpiresState | Board) -> Action: ...
@overload
def parse_action(text: str, context: State[Any]) -> Any: ...
def parse_action(text: str, context: State[Any] | Board) -> Any:
    """Return the action of a text, in the context of a state, or of a board of Small Star Empires.

    Raises NotationError if the text is no action of the game. See the game's own `parse_action` for the notation.

    >>> from sse_core import parse_map
    >>> parse_action("a1-a2=S", parse_map("A 3 B"))
    Move(origin=0, target=1, piece='station', damaged=False)
    """
    return _game_of(context).parse_action(text, context)


def format_action(action: Any, context: State[Any] | Board) -> str:
    """Return the text of an action. `parse_action` parses it back."""
    return _game_of(context).format_action(action, context)


def format_state(state: State[Any]) -> str:
    """Return the complete text of a position. It begins with the game's prefix, and `read` reads it back."""
    return _game_of(state).format_state(state)


def to_text(
    state: State[Any] | Board, *, last: Sequence[Any] = (), marked: Collection[str] = (), pen: Pen = PLAIN
) -> str:
    """Return a drawing of a state, or a board, for a terminal, with the last actions and some places marked.

    See the game's own `to_text` for its parts.
    """
    return _game_of(state).to_text(state, last=last, marked=marked, pen=pen)


def to_svg(
    state: State[Any] | Board,
    *,
    last: Sequence[Any] = (),
    marked: Collection[str] = (),
    theme: Theme = "dark",
    **options: Any,
) -> str:
    """Return a drawing of a state, or a board, as one SVG document, with the last actions and some places marked.

    `options` are those of the game's own `to_svg`, such as ``orientation="flat"`` in Small Star Empires.
    """
    return _game_of(state).to_svg(state, last=last, marked=marked, theme=theme, **options)


def told(before: StateT, action: Any, after: StateT, *, names: Sequence[str] = (), player: int | None = None) -> str:
    """Return an action, or its id, as a sentence in the past tense: who did what, where, and at what price.

    `before` and `after` are the states around the action. `names` has the name of each seat; a seat beyond its end is
    called by its letter. `player` did it; None stands for the first one to act. The sentence has no full stop and no
    clause.
    """
    return _game_of(before).told(before, _meant(action, before), after, names=names, player=player)


def effects(before: StateT, action: Any, after: StateT) -> tuple[str, ...]:
    """Return the effects of an action, or its id, beyond what `told` says: a sentence for each, with its clause.

    They stand in order. `before` and `after` are the states around the action. A sentence has no capital at its start
    and no full stop.

    Raises IllegalActionError if the action is illegal in `before`, ArgumentError if it doesn't lead to `after`.
    """
    return _game_of(before).effects(before, _meant(action, before), after)


def _meant(action: Any, state: State[Any]) -> Any:
    return action_meant(action, state.actions) if is_state(state) else action


# --- the turn and the score


def continues_turn(state: State[Any]) -> bool:
    """Return whether the next action belongs to the turn of the action before it."""
    return _game_of(state).continues_turn(state)


def score_table(state: State[Any]) -> Sequence[Mapping[str, int]]:
    """Return each seat's points by column, in the order to print; the last column is ``total``."""
    from .drawing.notebook import ScoreTable

    return ScoreTable(_game_of(state).score_table(state))


def verdict(state: State[Any]) -> str:
    """Return the criterion that separated the winners of a finished game from the rest, in words, with the clause."""
    return _game_of(state).verdict(state)


def features(state: State[Any], player: SupportsIndex) -> Mapping[str, int]:
    """Return the numbers of a seat in a position by name: its goods, and its possible actions.

    They are integers, in the order of the game's `FEATURES`, which has the unit and the meaning of each name. Small
    Star Empires has 45, such as points by kind and systems in reach. Any state has them, for any seat. A seat's numbers
    don't depend on the other seats' numbers; for a lead, compare two seats.

    Raises ArgumentError if the game has no such numbers (only Small Star Empires has them), RangeError if there is no
    such seat.

    >>> from sse_core import base_map, new_game
    >>> found = features(new_game(base_map(2)), 0)
    >>> found["now"], found["now_planets"], found["stations_left"]
    (17, 11, 4)
    """
    from .play.search.features import featured

    return featured(_game_of(state)).features(state, player)


def observation_space(state: State[Any]) -> ObservationSpace:
    """Return the format of the arrays of `observe`: names, shape, dtype and bounds. All states of a game have the same.

    Raises ArgumentError if the game has no observations; all games of this package have them.

    >>> from sse_core import jump_wars
    >>> space = observation_space(jump_wars.new_game(players=2))
    >>> space.shape, space.dtype
    ((1768,), 'int16')
    """
    from .play.observation import observed

    return observed(_game_of(state)).observation_space(state)


def observe(state: State[Any], player: SupportsIndex, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Return a state as a seat sees it: an array in the format of `observation_space`, a new one or `out`.

    Any seat sees any state: out of turn, at a chance event and at the end. The array has nothing that is hidden from
    the seat. `out` is C-contiguous. Needs numpy.

    Raises RangeError if there is no such seat; ArgumentError for an `out` of another shape or dtype, and if the game
    has no observations; TypeError for an `out` that is no array.

    >>> from sse_core import base_map, new_game
    >>> observe(new_game(base_map(2)), 1).shape
    (36, 57)
    """
    from .play.observation import observed

    return observed(_game_of(state)).observe(state, player, out)


# --- search


def analyse(
    state: State[ActionT],
    *,
    visits: int | None = None,
    seconds: float | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    stop: Stop | None = None,
) -> Analysis[ActionT]:
    """Return the results of a search of a state: a `Line` for each legal action, or chance event, the best one first.

    The search ends after so many `visits` or so many `seconds`, whichever comes first; without both, after the default
    number of visits of the game's search. It is the game's own search, or the one for any game
    (`sse_core.play.search.monte_carlo`). With one thread, the same seed and visits find the same. Once `stop` is set,
    such as a `threading.Event` by another thread, it ends within some milliseconds.

    In a state with secrets the search uses only what the seat to act may know. If several seats write sealed orders,
    the lines are those of the first of them; `monte_carlo.search_of` can search for another seat, and can continue a
    search.

    Raises ArgumentError for a number out of range.

    >>> from sse_core import micro_space_empire as micro
    >>> found = analyse(micro.new_game(), visits=40, seed=1)
    >>> [micro.format_action(line.action) for line in found.lines]
    ['explore=near', 'bide']
    """
    from .play.search.monte_carlo import search_of

    search = search_of(state, seed=seed, threads=threads)
    search.run(visits=visits, seconds=seconds, stop=stop)
    return search.analysis()


def review(
    record: GameRecord,
    *,
    plies: Iterable[SupportsIndex] | None = None,
    visits: int | None = None,
    seconds: float | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    stop: Stop | None = None,
) -> Review[Any]:
    """Return the review of a recorded game, finished or not: the worth of each position, and where the game turned.

    Each position is searched as by `analyse`: for so many `visits` or so many `seconds`, whichever ends first; without
    both, for the default number of visits of the game's search.

    `plies` are the positions to search, as `State.ply` counts them; None: all positions, or 200 evenly spread ones if
    there are more. `play.records.review.Reviewing` goes position by position. Some milliseconds after `stop` is set,
    the review ends with the positions searched so far.

    Raises RangeError for a ply that the record doesn't have, ArgumentError for a number out of range.

    >>> from sse_core import GameRecord, micro_space_empire as micro
    >>> found = review(GameRecord(micro.new_game(), ["explore=near", "turn=sirius"]), visits=20)
    >>> [(each.ply, each.text, each.found.visits) for each in found.plies]
    [(0, 'explore=near', 20), (1, 'turn=sirius', 20), (2, '', 20)]
    """
    from .play.records.review import Reviewing

    work: Reviewing[Any] = Reviewing(
        record, plies=plies, visits=visits, seconds=seconds, seed=seed, threads=threads, stop=stop
    )
    for _ in work:
        pass
    return work.review()


# --- one game between bots


@overload
def play_game(
    bots: Contender | Sequence[Contender],
    *,
    game: Game[StateT, ActionT],
    seed: SupportsIndex = 0,
    players: SupportsIndex | None = None,
    **options: Any,
) -> GameRecord[StateT, ActionT]: ...
@overload
def play_game(
    bots: Contender | Sequence[Contender],
    *,
    game: None = None,
    seed: SupportsIndex = 0,
    players: SupportsIndex | None = None,
    **options: Any,
) -> GameRecord[SmallStarEmpiresState, Action]: ...
@overload
def play_game(
    bots: Contender | Sequence[Contender], start: SmallStarEmpiresState, *, seed: SupportsIndex = 0
) -> GameRecord[SmallStarEmpiresState, Action]: ...
@overload
def play_game(
    bots: Contender | Sequence[Contender], start: StateT, *, seed: SupportsIndex = 0
) -> GameRecord[StateT, Any]: ...
def play_game(
    bots: Contender | Sequence[Contender],
    start: State[Any] | None = None,
    *,
    game: AnyGame | None = None,
    seed: SupportsIndex = 0,
    players: SupportsIndex | None = None,
    **options: Any,
) -> GameRecord[Any, Any]:
    """Return the record of a game that bots play to its end.

    bots
        A bot for each seat, or one for all: names such as ``"greedy"``, ``"mcts:20"`` or ``"mybot.py"``
        (`sse_core.bots.naming`), or bots of your own (`game.Bot`).
    start
        The position that the game begins with, of any game. None: the `new_game` of `game` makes it, with `players`,
        `seed` and `options`.
    game
        The game, such as ``sse_core.jump_wars``. None: that of `start`, or Small Star Empires.
    seed
        The seed of chance and bots, 0 to 2**64 − 1. The same seed and bots give the same record, in ``sse play`` too,
        unless a bot looks at the clock.
    players
        The number of players. None: the number of bots, if they are a sequence.

    The record has the seed as a tag, and the names of the bots that are given by name. `bots.turns_of` is the loop,
    which goes ply by ply.

    Raises ArgumentError for an unknown bot, for more or fewer bots than seats, and for a set-up beside a `start`;
    `bots.BotError`, which names bot, seat and ply, where a bot fails; and the errors of the game for a set-up that it
    refuses.

    >>> from sse_core import jump_wars
    >>> record = play_game(["greedy", "random"], seed=7)
    >>> dict(record.tags), record.final.totals
    ({'seed': '7', 'A': 'greedy', 'B': 'random'}, (55, 35))
    >>> play_game("random", record.start, seed=8).start == record.start
    True
    >>> play_game("random", game=jump_wars, players=3, seed=1).game.INFO.title
    'Jump Wars'
    """
    from .bots.one_game import is_one, record_between, seats_for
    from .play.records.record import checked_game, checked_game_of

    number = check_seed(seed)
    if start is not None:
        checked_game_of(start)
        given = {"game": game, "players": players} | options
        if names := [name for name, value in given.items() if value is not None]:
            raise ArgumentError(f"a game from a start takes no set-up, such as {', '.join(names)}")
        return record_between(bots, start, number)
    played: AnyGame = small_star_empires if game is None else checked_game(game)
    if players is None and not is_one(bots) and isinstance(bots, Sequence):
        players = seats_for(bots, played)
    begin: Any = played.new_game
    return record_between(bots, begin(players=players, seed=number, **options), number)


# --- many games


def perft(state: State[Any], depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0) -> int:
    """Return the number of sequences of `depth` actions; a game that ends sooner counts once.

    1 at depth 0 and for a finished state. Each kind of chance event is a branch.

    `table`: how many positions are kept in a transposition table, 0 for none. A position that comes up again with as
    many plies left is not counted again: the same number, much sooner in deep counts. In Small Star Empires a position
    in the table takes 64 bytes on the base map for two, and 344 at most where the counts need no more than 64 bits.

    Raises ArgumentError for a depth below 0 or above 10,000, for no threads, or for a table of more than 2**32
    positions; MemoryError if there is no room for the table.
    """
    return _fast(state).perft(state, depth, threads=threads, table=table)


def perft_divide(
    state: State[ActionT], depth: SupportsIndex, *, threads: SupportsIndex = 1, table: SupportsIndex = 0
) -> dict[ActionT, int]:
    """Return the `perft` of each legal action, with `depth` plies from here, at least 1.

    The keys are in the order of ids. Empty for a finished state.
    """
    counts: dict[ActionT, int] = _fast(state).perft_divide(state, depth, threads=threads, table=table)
    return counts


def playout(state: StateT, seed: SupportsIndex) -> StateT:
    """Return the end of a game of uniform random play: the game of random bots with this seed.

    Each ply draws from ``PlyStream(seed, state.ply)``: index ``below(n)`` of the n legal actions by ascending id, or a
    chance event by its odds. Raises ArgumentError unless the seed is 0 to 2**64 − 1.
    """
    end: StateT = _fast(state).playout(state, seed)
    return end


def playouts(
    state: State[Any], n: SupportsIndex, seed: SupportsIndex, *, threads: SupportsIndex = 1, ends: bool = False
) -> Playouts:
    """Return the results of n games of uniform random play from a state, in arrays.

    Game i is ``playout(state, child_seed(seed, i))``, with any number of threads. `ends`: return the final states, too.
    In Small Star Empires the games run without the GIL. Needs numpy.
    """
    return _fast(state).playouts(state, n, seed, threads=threads, ends=ends)


def _fast(state: State[Any]) -> FastGame[Any, Any]:
    """Return the game, or the module, with the fastest functions for random play and perft of a state."""
    if type(state) is SmallStarEmpiresState:
        return small_star_empires
    from .play.fast_play import fast_of

    return fast_of(_game_of(state))
