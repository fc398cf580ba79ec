"""Hypothesis strategies for the values of Small Star Empires; each shrinks to a case small enough to draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, cast

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from ...forms.checks import shown
from ...play.draws import (
    Choice,
    Stage,
    check_stage,
    choices_of,
    from_choices,
    one_of,
    random_walk,
    unfinished,
)
from .. import MAX_CELLS, Action, Bag, Board, Choose, GameRecord, Hex, Move, Rules, Setup, State, format_map, new_game
from ..maps.map import draw
from .layouts import random_board
from .placing import random_position, random_start
from .variants import random_bag, random_rules, random_setup, with_enough_tiles

__all__ = [
    "actions",
    "bags",
    "boards",
    "choices",
    "games",
    "hexes",
    "maps",
    "moves",
    "rules",
    "setups",
    "states",
]

T = TypeVar("T")

_FEWEST_CELLS: Final = 5


def hexes(*, radius: int = 8) -> st.SearchStrategy[Hex]:
    """Places at most `radius` steps from Hex(0, 0), which they shrink to."""
    _check(radius, "radius", 0, 10_000)
    return st.integers(-radius, radius).flatmap(
        lambda q: st.integers(max(-radius, -q - radius), min(radius, radius - q)).map(lambda r: Hex(q, r))
    )


def boards(
    *, players: int | None = None, max_cells: int = MAX_CELLS, unexplored: bool | None = None
) -> st.SearchStrategy[Board]:
    """Boards: drawn ones on which events come early, ones grown at random, and base maps; some turned or mirrored.

    They shrink to a line of two homeworlds and one system between.

    Parameters
    ----------
    players
        How many play on them, 2 to 4; None leaves it open.
    max_cells
        The most systems that they have, holes counted: 5 to 128.
    unexplored
        Whether some systems are; None leaves it open. At most 15 are, so that every bag has enough tiles.
    """
    if players is not None:
        _check(players, "players", 2, 4)
    _check(max_cells, "max_cells", _FEWEST_CELLS, MAX_CELLS)
    return from_choices(lambda below: random_board(below, players=players, max_cells=max_cells, unexplored=unexplored))


def maps(
    *, players: int | None = None, max_cells: int = MAX_CELLS, unexplored: bool | None = None
) -> st.SearchStrategy[str]:
    """Texts of maps for `parse_map`: drawings without a header, and drawings with one.

    The options are those of `boards`. They shrink to ``A 3 B``.
    """

    def written(board: Board, setup: Setup, with_header: bool) -> str:
        systems = dict(zip(board.hexes, board.systems, strict=True))
        if setup != Setup() or with_header:
            return format_map(Board(systems, setup))
        return draw(board, [system.value for system in board.systems])

    found = boards(players=players, max_cells=max_cells, unexplored=unexplored)
    return st.builds(written, found, setups(), st.booleans())


def rules() -> st.SearchStrategy[Rules]:
    """Rules of the base game, of each variant, and of all variants together; they shrink to the published game."""
    return from_choices(random_rules)


def bags() -> st.SearchStrategy[Bag]:
    """Bags of up to four tiles of each kind; they shrink to an empty one."""
    return from_choices(random_bag)


def setups() -> st.SearchStrategy[Setup]:
    """Setups of maps; they shrink to one that names nothing."""
    return from_choices(random_setup)


def states(
    *,
    board: Board | st.SearchStrategy[Board] | None = None,
    rules: Rules | st.SearchStrategy[Rules] | None = None,
    stage: Stage = "any",
    placed: bool = True,
    max_plies: int = 60,
) -> st.SearchStrategy[State]:
    """Positions on `boards`: starts of games, pieces placed at random, and both of them played on.

    They shrink to few plies, a small board, no variant and few pieces.

    Parameters
    ----------
    board
        The board of all states, or a strategy for it; None: any of `boards`.
    rules
        The rules of all states, or a strategy for them; None: any of `rules`, as a rule not those that the map names.
        The bag has enough tiles for the board: boards and rules that don't fit are drawn again.
    stage
        ``"any"``: games that are over are among them; ``"unfinished"``: somebody is to act in each.
    placed
        Whether pieces are placed at random, too; without it every position is one that a game leads to.
    max_plies
        The most actions that are played, from a start or from what was placed.

    Raises SetupError if `board` and `rules` are given, and the bag has too few tiles for the board.
    """
    _check(max_plies, "max_plies", 0, 1_000)
    check_stage(stage)

    def choose(below: Choice, board: Board | None, rules: Rules | None) -> State:
        state = _start(below, board, rules, placed)
        most = one_of(below, (0, 10, 60)) if max_plies else 0
        # One in four of the games that are played on is played to its end, if `max_plies` allows.
        to_the_end = bool(most) and stage == "any" and below(4) == 3
        for ply, (_, after) in enumerate(random_walk(below, state, most) if most else ()):
            if ply == max_plies or not (after.to_act or to_the_end):
                break
            state = after
        return state

    found = _dealt_on(board, rules, choose)
    return found if stage == "any" else unfinished(found)


def games(
    *,
    board: Board | st.SearchStrategy[Board] | None = None,
    rules: Rules | st.SearchStrategy[Rules] | None = None,
    whole: bool = True,
) -> st.SearchStrategy[GameRecord[State, Action]]:
    """Records of games from their starts; they shrink as `states` do.

    `board` and `rules` are those of `states`. With `whole` all games are played to the end; else some stop before it.
    """

    def choose(below: Choice, board: Board | None, rules: Rules | None) -> GameRecord[State, Action]:
        start = _start(below, board, rules, placed=False)
        walk = random_walk(below, start, None if whole or below(2) else 20)
        return GameRecord(start, tuple(action for action, _ in walk))

    return _dealt_on(board, rules, choose)


def actions(*, state: State | None = None, legal: bool | None = True) -> st.SearchStrategy[Action]:
    """Actions of a position, by default one of `states`; they shrink to the action with the lowest id.

    `legal`: True for legal actions, False for illegal ones, None for any action of the table. A position where the game
    is over has no legal action; asking for one is an error.
    """
    if state is None:
        return states(stage="unfinished" if legal else "any").flatmap(lambda found: actions(state=found, legal=legal))
    if legal is None:
        return st.sampled_from(state.actions)
    ids = state.legal_ids()
    if not legal:
        allowed = frozenset(ids)
        ids = tuple(index for index in range(len(state.actions)) if index not in allowed)
    elif not ids:
        raise InvalidArgument("no action is legal: the game is over")
    return st.sampled_from(ids).map(lambda index: state.actions[index])


def _dealt_on(
    board: Board | st.SearchStrategy[Board] | None,
    rules: Rules | st.SearchStrategy[Rules] | None,
    choose: Callable[[Choice, Board | None, Rules | None], T],
) -> st.SearchStrategy[T]:
    """Return the strategy of what `choose` makes from choices, a board and rules, both given or drawn first."""
    boards, agreed = _given(board, Board, "board"), _given(rules, Rules, "rules")
    if isinstance(board, Board) and isinstance(rules, Rules):
        new_game(board, rules=rules)

    @st.composite
    def values(draw: st.DrawFn) -> T:
        return choose(choices_of(draw), draw(boards), draw(agreed))

    return values()


def _given(value: T | st.SearchStrategy[T] | None, kind: type[T], what: str) -> st.SearchStrategy[T | None]:
    """Return the strategy of a value, of None, or the strategy that was given; raise InvalidArgument for another."""
    if value is None or isinstance(value, kind):
        return st.just(value)
    if not isinstance(value, st.SearchStrategy):
        raise InvalidArgument(f"{what} is a {kind.__name__}, a strategy for them or None, not {shown(value)}")
    return cast("st.SearchStrategy[T | None]", value)


def moves() -> st.SearchStrategy[Move]:
    """Legal moves of some positions."""
    return cast("st.SearchStrategy[Move]", actions().filter(lambda action: isinstance(action, Move)))


def choices() -> st.SearchStrategy[Choose]:
    """Choices of a city to destroy, on a board of any size."""
    return st.integers(0, MAX_CELLS - 1).map(Choose)


def _start(below: Choice, board: Board | None, rules: Rules | None, placed: bool) -> State:
    places, wanted = placed and below(2), random_rules(below) if rules is None else rules
    at = random_board(below) if board is None else board
    by = with_enough_tiles(wanted, at)
    # Given rules are never changed.
    assume(rules is None or by == rules)
    return random_position(below, at, by) if places else random_start(below, at, by)


def _check(number: int, what: str, least: int, most: int) -> None:
    if not least <= number <= most:
        raise InvalidArgument(f"{what} is {number}, not in {least} to {most}")
