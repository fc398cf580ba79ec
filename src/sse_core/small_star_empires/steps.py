"""Steps of actions: the ship, its target and the piece, chosen one by one; and messages for refused choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from .._fast import State
from ..errors import IllegalActionError
from ..forms.checks import check_texts, lowered, no_action, shown
from ..game import Step
from ..play.sentences import either
from .actions import Action, Choose, Move, Piece, Reveal, Stay
from .any_state import PlainState
from .board import Board
from .maps.geometry import way_between
from .maps.systems import SEATS, System, player_name
from .messages import counted, say
from .playing import check_state
from .reasons import Reason
from .text.notation import is_cell_name, no_cell
from .words.impossible import impossible, why_never
from .words.places import cities_words, piece_words, place_words, planets_at, tile_words
from .words.refusals import is_obstacle

__all__ = ["is_jump", "refusal", "refusal_by", "steps", "steps_by"]

_STAY: Final = "stay"
_WHOLE: Final = "whole"
_DAMAGED: Final = "damaged"
_PIECES: Final[tuple[Piece, Piece]] = ("city", "station")


def steps(state: State, action: Action, /, player: int | None = None) -> tuple[Step, ...]:
    """Return the choices that make up a legal action, in order.

    A move is the cell of its ship; ``whole`` or ``damaged`` if the player has both there; the cell of its target; and
    ``city`` or ``station``. There is no step for the piece if the ship is repaired, or if it explores, which always
    takes a city (E9.1). The step of a city to destroy is its cell, that of a tile to reveal its name, that of the
    decision not to move ``stay``.

    Raises IllegalActionError if the action is no action of the board, TypeError if it is none at all.

    >>> from sse_core.small_star_empires import new_game, parse_map
    >>> state = new_game(parse_map("A 3 B"))
    >>> [step.key for step in steps(state, Move(0, 1, "station"))]
    ['a1', 'a2', 'station']
    """
    return steps_by(check_state(state), action)


def steps_by(state: State, action: Action, *, notes: bool = True) -> tuple[Step, ...]:
    """Return the steps of an action in any state of the game.

    `notes`: tell the effects of a step by the published rules, which a house rule may change. By a house rule exploring
    may not need a city, either: if the ship can explore with both pieces, the piece is a step, too.
    """
    match action:
        case Move():
            if state.board.action_id(action) is None:
                raise impossible(state.board, action)
            return tuple(_of_move(state, action, notes))
        case Reveal(tile):
            words = say("reveal {place}", place=tile_words(tile))
            note = say("{n} of the {total} tiles that are left", n=state.bag.of(tile), total=state.bag.total)
            return (Step(tile.value, words, _noted([(note, "E9.2")], notes)),)
        case Choose(target):
            return (_of_city(state, target, notes),)
        case Stay():
            return (_of_stay(state, notes),)
    raise no_action(action, "an action of Small Star Empires has steps")


def _noted(facts: Sequence[tuple[str, str]], notes: bool) -> str:
    """Return facts, each with its clause, as a note: the clauses stand at the end, or nowhere without `notes`."""
    clauses = dict.fromkeys(clause for _, clause in facts if clause)
    words = "; ".join(fact for fact, _ in facts)
    return f"{words} ({', '.join(clauses)})" if notes and clauses else words


def _of_move(state: State, move: Move, notes: bool) -> Iterator[Step]:
    names, seat = state.board.cell_names, state.to_act[0]
    origin, target = names[move.origin], names[move.target]
    kinds = [damaged for cell, damaged in state.ships(seat) if cell == move.origin]
    damaged = move.damaged or False not in kinds
    yield Step(origin, say("the ship at {cell}", cell=origin), _noted(_of_ships(kinds, notes), notes))
    if len({*kinds}) > 1:
        yield _of_kind(damaged, notes)
    jumps = is_jump(state, move)
    way = list[tuple[str, str]]()
    if toll := state.toll(move):
        way.append((say("toll of {cities}", cities=cities_words(state, toll)), "E10.1"))
    if jumps and notes:
        way.append((_jump_note(state.board, move), "E4.1"))
    if move.target in state.unexplored:
        facts = [(say("turns over a tile, with {piece}", piece=piece_words(state, "city")), "E9.1")] * notes
        words = (
            say("jump to {cell} and explore it", cell=target)
            if jumps
            else say("fly to {cell} and explore it", cell=target)
        )
        yield Step(target, words, _noted([*facts, *way], notes), costs=toll > 0)
        if not notes and move.piece is not None and _explores_with_either(state, move):
            yield _of_piece(state, move, move.piece, seat, notes)
    elif move.piece is None:
        words = say("jump home to {cell}", cell=target) if jumps else say("fly home to {cell}", cell=target)
        facts = [(say("the ship is repaired"), "E5.3")] * notes
        yield Step(target, words, _noted([*facts, *way], notes), costs=toll > 0)
    else:
        words = say("jump to {cell}", cell=target) if jumps else say("fly to {cell}", cell=target)
        facts = [_of_place(state, move.target, seat, notes)]
        yield Step(target, words, _noted([*facts, *way], notes), costs=toll > 0)
        yield _of_piece(state, move, move.piece, seat, notes)


def _of_ships(kinds: Sequence[bool], notes: bool) -> list[tuple[str, str]]:
    """Return a note about a player's ships in one place: how many are damaged and how many aren't."""
    if kinds and all(kinds):
        return [(say("damaged: it flies two systems at most"), "E5.1") if notes else (say("damaged"), "")]
    return [(say("one of {n} ships there", n=len(kinds)), "")] if len(kinds) > 1 else []


def _of_kind(damaged: bool, notes: bool) -> Step:
    if damaged:
        facts = [(say("it flies two systems at most"), "E5.1")] * notes
        return Step(_DAMAGED, say("the damaged ship"), _noted(facts, notes))
    return Step(_WHOLE, say("the whole ship"))


def _of_place(state: State, cell: int, seat: int, notes: bool) -> tuple[str, str]:
    """Return the words for a target; with `notes` also its points, and the clause."""
    place, tile = place_words(state, cell), state.tile(cell)
    planets, colour = planets_at(state, cell), state.board.systems[cell].nebula
    if not notes:
        return place, ""
    if planets and state.rules.edition == "first":
        return counted(planets, "{place}, {n} point at the end", "{place}, {n} points at the end", place=place), "E6.2"
    if planets:
        return counted(planets, "{place}, {n} point at once", "{place}, {n} points at once", place=place), "E6.2"
    if tile is not None:
        return place, tile.clause
    if colour is None:
        return say("{place}, no points of its own", place=place), "E7.0"
    held = sum(state.owner(each) == seat for each, system in enumerate(state.board.systems) if system.nebula == colour)
    points = state.rules.nebula_points
    worth = points[min(held, len(points) - 1)]
    if not held:
        return counted(worth, "{place}, {n} point at the end", "{place}, {n} points at the end", place=place), "E7.1"
    words = counted(
        worth,
        "{place}, {n} point at the end for {held} of this colour",
        "{place}, {n} points at the end for {held} of this colour",
        place=place,
        held=held + 1,
    )
    return words, "E7.1"


def _of_city(state: State, cell: int, notes: bool) -> Step:
    """Return the step of a city to destroy."""
    name, owner = state.board.cell_names[cell], state.owner(cell)
    words = say("let the {city} at {cell} be destroyed", city=state.rules.city_word, cell=name)
    place = place_words(state, cell)
    if owner is None:
        return Step(name, words, place)
    if owner in state.to_act:
        return Step(name, words, _noted([(say("your own, on {place}", place=place), "E9.9")], notes))
    return Step(name, words, _noted([(say("of {seat}, on {place}", seat=SEATS[owner], place=place), "E9.9")], notes))


def _of_stay(state: State, notes: bool) -> Step:
    if not notes:
        return Step(_STAY, say("stay"))
    if state.due is not None:
        return Step(_STAY, say("stay"), _noted([(say("the ship goes no further, and your turn ends"), "E9.7")], notes))
    out = say("no toll is paid, and you are out for the rest of the game")
    return Step(_STAY, say("stay"), _noted([(out, "E10.1")], notes))


def _explores_with_either(state: State, move: Move) -> bool:
    legal = {*state.legal_actions()}
    return all(move._replace(piece=piece) in legal for piece in _PIECES)


def _of_piece(state: State, move: Move, piece: Piece, seat: int, notes: bool) -> Step:
    """Return the step of a piece, with the number in reserve, and the points of a station."""
    cities, stations = state.reserve(seat)
    facts = [(say("{n} in reserve", n=cities if piece == "city" else stations), "")]
    if piece == "station" and notes:
        near = sum(state.owner(cell) not in (None, seat) for cell in state.board.neighbours(move.target))
        facts.append((say("1 point at the end for each system of others next to it, {n} now", n=near), "E7.2"))
    return Step(piece, piece_words(state, piece), _noted(facts, notes))


# --- flights and jumps


def is_jump(state: State, move: Move) -> bool:
    """Return whether a legal move is a jump: the target is beyond a wormhole, and no free flight leads there (E4.1)."""
    board = state.board
    if isinstance(state, PlainState):
        return state.is_jump(move)
    if state.due is not None or move.target not in board.jumps(move.origin):
        return False
    seat = state.to_act[0]
    damaged = move.damaged or (move.origin, False) not in state.ships(seat)
    between = way_between(board, move.origin, move.target)
    if between is None or (damaged and len(between) > 1):
        return True
    return any(state.owner(cell) not in (None, seat) or is_obstacle(state, cell, seat, damaged) for cell in between)


def _jump_note(board: Board, move: Move) -> str:
    """Return the wormholes of a jump: those beside its start, and those beside its target."""
    enter, leave = (
        [board.cell_names[cell] for cell in sorted(board.neighbours(at)) if board.systems[cell] is System.WORMHOLE]
        for at in (move.origin, move.target)
    )
    return say("from the wormhole at {enter} to the one at {leave}", enter=either(enter), leave=either(leave))


# --- refusals


def refusal(state: State, keys: Sequence[str], player: int | None = None) -> str:
    """Return why no legal action of a player, None for the one to act, begins with these keys; ``""`` if one does.

    The reason is a sentence without a full stop, with its clause.

    >>> from sse_core.small_star_empires import new_game, parse_map
    >>> refusal(new_game(parse_map("A 3 B")), ["a1", "a3"])
    'no ship goes from a1 to a3: a3 is the homeworld of player B, where no piece is placed (E3.4)'
    """
    return refusal_by(check_state(state), keys, player, steps)


def refusal_by(
    state: State, keys: Sequence[str], player: int | None, steps_of: Callable[[State, Action], Sequence[Step]]
) -> str:
    """Return why no legal action begins with these keys, in any state; `steps` gives the steps of actions."""
    chosen = check_texts(keys, "keys")
    legal = state.legal_actions(player)
    if any(tuple(step.key for step in steps_of(state, action)[: len(chosen)]) == chosen for action in legal):
        return ""
    board = state.board
    cells = [cell for key in chosen if (cell := board.cell_named(lowered(key))) is not None]
    if not legal or _STAY in chosen:
        return _unknown(state, chosen, player)
    for key in chosen:
        if is_cell_name(key) and board.cell_named(lowered(key)) is None:
            return say("{why} (E2.1)", why=no_cell(key, board))
    if not cells:
        return _unknown(state, chosen, player)
    if state.due is not None and state.due.what == "choose":
        return _explained(state, [Choose(cells[0])], player)
    if len(cells) > 1:
        damaged = [_DAMAGED in chosen] if {_DAMAGED, _WHOLE} & {*chosen} else [False, True]
        origin, target = cells[:2]
        pieces: list[Piece | None] = [piece for piece in _PIECES if piece in chosen] or [*_PIECES, None]
        return _explained(state, [Move(origin, target, piece, flag) for piece in pieces for flag in damaged], player)
    kind = next((key for key in chosen if key in (_DAMAGED, _WHOLE)), None)
    known = [tuple(step.key for step in steps_of(state, action)) for action in legal]
    n = max(n for n in range(len(chosen)) if any(keys[:n] == chosen[:n] for keys in known))
    if n and chosen[n] not in (_DAMAGED, _WHOLE):
        # The ship can go somewhere, and this key is no place.
        return say("there is no {choice} to choose here (E2.1)", choice=shown(chosen[n]))
    return _no_ship(state, cells[0], kind, player)


def _unknown(state: State, chosen: Sequence[str], player: int | None) -> str:
    """Return why a choice that names no system is refused."""
    reason = state.why_not(Stay(), player)
    if reason:
        words = _words(state, Stay(), player)
        if reason in (Reason.GAME_OVER, Reason.NOT_TO_ACT) or _STAY in chosen:
            return words
    if not chosen:
        return say("nothing is chosen (E2.1)")
    return say("there is no {choice} to choose here (E2.1)", choice=shown(chosen[0]))


def _no_ship(state: State, cell: int, kind: str | None, player: int | None) -> str:
    """Return why no ship in a cell can move, or no ship of the chosen kind."""
    seat, name = _seat(state, player), state.board.cell_names[cell]
    if all(origin != cell for origin, _ in state.ships(seat)):
        return say("{who} has no ship at {cell} (E2.1)", who=player_name(seat), cell=name)
    if kind is not None:
        who = player_name(seat)
        if kind == _DAMAGED:
            return say("{who} has no damaged ship beside another one at {cell} (E5.1)", who=who, cell=name)
        return say("{who} has no whole ship beside another one at {cell} (E5.1)", who=who, cell=name)
    if state.due is not None:
        due = state.board.cell_names[state.due.cell]
        who = player_name(seat)
        return say("{who} goes on with the ship that refuels at {cell}, or stays (E9.7)", who=who, cell=due)
    return say("no ship at {cell} has a way to a system where it may land (E3.2)", cell=name)


def _explained(state: State, actions: Sequence[Action], player: int | None) -> str:
    """Return why actions are refused.

    Of several reasons it is the last in the order of `Reason`, since that action breaks the fewest rules; actions of
    the board's table come first. If one of the actions is legal, the choice after it is refused.
    """
    refused = [(action, reason) for action in actions if (reason := state.why_not(action, player))]
    if len(refused) < len(actions):
        return say("there is nothing more to choose (E2.1)")
    known = [(action, reason) for action, reason in refused if state.board.action_id(action) is not None]
    action, _ = max(known or refused, key=lambda found: int(found[1]))
    if isinstance(action, Move) and not known:
        names, seat = state.board.cell_names, _seat(state, player)
        never, why = why_never(state.board, action, seat)
        return say(
            "no ship goes from {origin} to {target}: {why} ({clause})",
            origin=names[action.origin],
            target=names[action.target],
            why=why,
            clause=never.clause,
        )
    return _words(state, action, player)


def _words(state: State, action: Action, player: int | None) -> str:
    """Return why the state refuses an action."""
    try:
        state.after(action, player)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{action!r} is legal")


def _seat(state: State, player: int | None) -> int:
    return (state.to_act[0] if state.to_act else 0) if player is None else player
