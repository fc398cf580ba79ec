"""JSON of rooms for the page: the position, the moves and the legal actions, as one seat may see them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple, cast

from ..bots.levels import level_of
from ..forms.checks import shown as written
from ..game import CHANCE, State, Step, TableGame
from ..play.languages import label, language_of
from ..play.records.contents import GameMap, MapGame
from ..play.records.played import PlayedMove, last_actions
from ..play.seats import HUMAN, called, label_of, labels_of, letter_of
from ..play.sentences import result_of
from ..play.steps import questions, stepper
from ..play.visibility import Visibility, seen_by
from .answers import (
    Brief,
    ClockShown,
    Due,
    HidingShown,
    Legal,
    MoveShown,
    Page,
    QuestionShown,
    SeatShown,
    Shown,
    StepShown,
    Tries,
)
from .campaigns import campaign_object, is_campaign
from .drawing import DARK, Style, picture
from .errors import SeatError, StaleError, WebError
from .messages import counted, message, say
from .room import Snapshot
from .room.forced_moves import is_forced
from .room.players import AWAY, LATE, RESIGNED
from .room.sealed_orders import WATCHER, as_seen
from .trial_lines import line_of, seat_to_try

__all__ = [
    "Known",
    "Look",
    "brief",
    "called_in",
    "choices",
    "known_of",
    "look_at",
    "map_of",
    "moves_kept",
    "moves_object",
    "names_of",
    "page_object",
    "shown",
    "steps_object",
]

_GONE: Final = {RESIGNED: message("resigned"), LATE: message("out of time"), AWAY: message("away")}
"""The words for each reason to leave: in place of the person's name, and beside the seat."""

_LEAVES: Final = {
    RESIGNED: message("{who} resigns after {moves}"),
    LATE: message("{who} is out of time after {moves}"),
    AWAY: message("{who} has left after {moves}"),
}
_KNOWN: Final = re.compile(r"([0-9]{1,9})(?:\.(-2|[0-9]{1,2}))?(h?)")


class Known(NamedTuple):
    """The moves that a client has already: those of a version, as one viewer saw them."""

    version: int
    viewer: int | None
    is_hiding: bool = False
    """Whether the server was still looking for hidden moves."""

    @property
    def text(self) -> str:
        """The text that a client gets and sends back: ``"17"``, or ``"17.0"`` with a viewer; ``h`` while hiding."""
        viewer = "" if self.viewer is None else f".{self.viewer}"
        return f"{self.version}{viewer}{'h' * self.is_hiding}"


def known_of(text: str | None) -> Known | None:
    """Return the moves that a client says it has; None for None. Raises WebError for a text of another form.

    >>> known_of("17.0")
    Known(version=17, viewer=0, is_hiding=False)
    """
    if text is None:
        return None
    found = _KNOWN.fullmatch(text)
    if found is None:
        raise WebError(f"known is what an answer had by this name, such as 17 or 17.0, not {written(text)}")
    return Known(int(found[1]), None if found[2] is None else int(found[2]), bool(found[3]))


class Look(NamedTuple):
    """A position of a room, as one seat may see it."""

    room: Snapshot
    """The room as the viewer knows it."""

    viewer: int | None
    """The seat whose secrets are seen, `sealed_orders.WATCHER` if nobody's are; None if everything is seen."""

    place: int
    """The number of moves before the position."""

    state: State[Any]
    """The position as the viewer knows it."""

    held: tuple[int, ...] | None
    """The seats that the client holds; None in a game at one screen."""

    seat: int | None
    """The seat for which the client may make requests; at one screen the seat of the viewer."""

    line: Sequence[PlayedMove] = ()
    """The moves of a line that is tried; `state` is the position after them."""

    @property
    def person(self) -> int | None:
        """The seat of a person who may act now; one of the client's own seats if possible."""
        held = self.held or ()
        return min(
            self.room.acting,
            key=lambda seat: (seat != self.seat or seat not in held, seat not in held, seat),
            default=None,
        )

    @property
    def ply(self) -> int:
        """The number of the position on the page, which counts the moves that the viewer knows."""
        return self.room.start.ply + self.place + len(self.line)

    @property
    def is_latest(self) -> bool:
        """Whether the position is the last one of the game."""
        return self.place == len(self.room.moves) and not self.line

    @property
    def last(self) -> tuple[Any, ...]:
        """The actions of the last turn that the viewer may see."""
        moves = (*self.room.moves[: self.place], *self.line) if self.line else self.room.moves
        place = self.place + len(self.line)
        begin, end = max(0, place - 1), place
        while begin and moves[begin].continues:
            begin -= 1
        while end < len(moves) and moves[end - 1].sealed:
            end += 1
        seen = self.seen_in(moves[begin:end])
        return tuple(last_actions(moves[begin:place], seen[: place - begin]))

    def seen_in(self, moves: Sequence[PlayedMove]) -> Sequence[bool]:
        """Return for each of some moves in a row whether the viewer may see it.

        The row must reach to the move that opens its last orders. Moves before the row make no difference, so a click
        late in a game doesn't look at thousands of moves.
        """
        if self.viewer != WATCHER:
            return seen_by(moves, self.viewer)
        visibility = Visibility(range(len(self.room.players)))
        for move in moves:
            visibility.add(move)
        return visibility.seen

    def svg(self, style: Style) -> str:
        """Return the picture."""
        return picture(self.room.game, self.state, self.last, style.theme, is_narrow=style.is_narrow)


def look_at(
    room: Snapshot,
    ply: int | None = None,
    seat: int | None = None,
    held: tuple[int, ...] | None = None,
    line: str | None = None,
) -> Look:
    """Return a position of a room by its ply, the last one for None, as a seat may see it.

    Without a seat the viewer is that of `Snapshot.viewer`; without secrets everything is seen. Where each person has a
    seat, the seat must be one that the client holds, and a client without seats is a spectator. With a line, the
    position is the one after its moves (see `trial_lines.line_of`).

    Raises WebError for a ply that isn't there, StaleError for a seat whose secrets must not be seen now, SeatError for
    the seat of somebody else, and what `line_of` raises.
    """
    _check_seat(room, seat, held)
    if held is not None:
        # A person who has resigned is a spectator: a bot plays there now.
        held = tuple(each for each in held if each in room.lookers or not room.has_secrets)
        if seat not in held:
            seat = next((each for each in room.acting if each in held), next(iter(held), None))
    viewer = room.viewer(seat, watches=held == ())
    room = room.known_to(viewer)
    if held is None:
        seat = viewer
    first = room.start.ply
    place = len(room.moves) if ply is None else ply - first
    if not 0 <= place <= len(room.moves):
        raise WebError(f"there is no ply {ply}: they are {first} to {first + len(room.moves)}")
    tried = line_of(room, place, line)
    state = tried[-1].after if tried else room.moves[place - 1].after if place else room.start
    # No line may be tried while the game has secrets.
    return Look(room, viewer, place, state if viewer is None else as_seen(state, viewer), held, seat, tried)


def _check_seat(room: Snapshot, seat: int | None, held: Collection[int] | None) -> None:
    if seat is None:
        return
    if not 0 <= seat < len(room.players):
        raise WebError(f"there is no seat {seat}: they are 0 to {len(room.players) - 1}")
    if not room.has_secrets:
        return
    if seat not in room.lookers:
        who = label_of(seat, names_of(room), room.game)
        raise StaleError(say("{who} has secrets, which nobody sees before the end", who=who))
    if held is not None and seat not in held:
        who = label_of(seat, names_of(room), room.game)
        raise SeatError(say("you don't sit at {who}, who alone sees this", who=who))


def names_of(room: Snapshot) -> dict[str, str]:
    """Return the names of the players by letter; ``resigned`` or ``out of time`` for a person who has left so.

    A person without a name has none.
    """
    found = ((room.game.INFO.seats[seat], _name(room, seat)) for seat in range(len(room.players)))
    return {letter: name for letter, name in found if name}


def _name(room: Snapshot, seat: int) -> str:
    if room.players[seat] == HUMAN and seat in room.gone:
        return say(_GONE[room.gone[seat]])
    return _own_name(room, seat)


def _own_names(room: Snapshot) -> dict[str, str]:
    """Return the names of the players by letter, as if nobody had left; a person without a name has none."""
    found = ((room.game.INFO.seats[seat], _own_name(room, seat)) for seat in range(len(room.players)))
    return {letter: name for letter, name in found if name}


def _own_name(room: Snapshot, seat: int) -> str:
    """Return a person's name, empty without one; for a bot the title of its level, or its name if it is no level."""
    player = room.players[seat]
    if player == HUMAN:
        return room.names[seat]
    level = level_of(player, room.game)
    return player if level is None else level.title


def map_of(room: Snapshot) -> GameMap | None:
    """Return the map of a room; None if the game is played without one."""
    game = room.game
    return cast(MapGame, game).map_of(room.start) if isinstance(game, MapGame) else None


# --- the whole page


def shown(look: Look, style: Style = DARK, known: Known | None = None) -> Shown:
    """Return the JSON object of a page, without the moves that the client has already."""
    begin = moves_kept(look, known)
    return {**page_object(look, style, begin), "moves": moves_object(look, begin)}


def page_object(look: Look, style: Style, begin: int) -> Page:
    """Return the JSON object of a page without moves, for a client that has so many of the first moves."""
    room, state = look.room, look.state
    info = room.game.INFO
    first = room.start.ply
    table = room.game.score_table(state)
    person = look.person
    acting = person if look.is_latest and look.viewer in (None, person) else None
    if look.held is not None and acting not in look.held:
        acting = None
    legal, asked = (None, {}) if acting is None else choices(state, acting)
    return {
        "id": room.id,
        "game": info.name,
        "title": info.title,
        "language": language_of(room.game),
        "version": room.version,
        "ply": look.ply,
        "first_ply": first,
        "last_ply": first + len(room.moves),
        "seats": [_seat(look, each) for each in range(len(room.players))],
        "to_act": [] if room.is_over else list(state.to_act),
        "person": person,
        "viewer": None if look.viewer == WATCHER else look.viewer,
        "mine": None if look.held is None else list(look.held),
        "table": room.table,
        "asked": _asked(room),
        "rematch": None if room.rematch is None else {"id": room.rematch[0], "seat": room.rematch[1]},
        "thinking": room.thinking,
        "finished": room.is_over,
        "result": _result(room),
        "situation": _situation(look),
        "due": _due(look),
        "stage": room.game.stage_lines(state) if isinstance(room.game, TableGame) else [],
        "trouble": room.trouble,
        "warning": room.warning,
        "hiding": _hiding(room),
        "score": {
            "columns": [label(name, room.game) for name in table[0]],
            "rows": [list(row.values()) for row in table],
        },
        "svg": look.svg(style),
        "is_latest": look.is_latest,
        "moves_from": begin,
        "known": Known(room.version, look.viewer, room.hiding is not None).text,
        "can_undo": _can_undo(look),
        "can_redo": _can_redo(look),
        "legal": legal,
        "questions": asked,
        "tries": _tries(look),
        "line": [_move_object(look, move, look.place + n, called_in(look.room)) for n, move in enumerate(look.line, 1)],
        "secrets": room.has_secrets,
        "seed": None if room.has_secrets else str(room.seed),
        "has_map": map_of(room) is not None,
        "clock": _clock(look),
        "campaign": campaign_object(room.request, room.record) if is_campaign(room.request.get("text")) else None,
    }


def brief(look: Look) -> Brief:
    """Return the JSON object of `answers.Brief`: the state of a game in a few words."""
    room = look.room
    points = [list(row.values())[-1] for row in room.game.score_table(look.state)]
    return {
        "id": room.id,
        "title": room.game.INFO.title,
        "status": _result(room) or _situation(look),
        "due": None if room.is_over else _due(look),
        "finished": room.is_over,
        "mine": None if look.held is None else list(look.held),
        "seats": [
            {
                "letter": room.game.INFO.seats[seat],
                "name": _name(room, seat),
                "player": room.players[seat],
                "points": total,
                "acts": _acts(look, seat),
            }
            for seat, total in enumerate(points)
        ],
    }


def _hiding(room: Snapshot) -> HidingShown | None:
    if room.hiding is None or not room.has_secrets:
        return None
    return {"done": room.hiding.done, "of": room.hiding.of}


def _clock(look: Look) -> ClockShown | None:
    """Return the time on the clocks now, or at an earlier position; and the moment at which each running one is out."""
    clocks, now, seats = look.room.clocks, look.room.moment, range(len(look.room.players))
    if clocks.control is None:
        return None
    live = clocks.left_at(now)
    left = {} if look.line else live if look.is_latest else clocks.left_before(look.place)
    return {
        "control": clocks.control.text,
        "now": now,
        "left": [left.get(seat) if look.room.players[seat] == HUMAN else None for seat in seats],
        "ends": [now + live[seat] if seat in clocks.running else None for seat in seats],
    }


def _can_undo(look: Look) -> bool:
    """Return whether the client can take back the last decision of a person."""
    if look.held == ():
        return False
    place = look.room.undo_place(None, look.seat)
    return place is not None and not look.room.why_kept(place, look.seat)


def _can_redo(look: Look) -> bool:
    """Return whether the client can redo what was taken back last."""
    return look.held != () and not look.room.why_undone(look.seat)


def _asked(room: Snapshot) -> QuestionShown | None:
    asked = room.asked
    return None if asked is None else {"seat": asked.asker, "back": asked.back, "open": list(asked.open)}


def _reserve(state: State[Any], seat: int) -> str:
    """Return a player's reserves beside the score, in words; empty in a game without ``reserve_text``."""
    reserve_text: Callable[[State[Any], int], str] | None = getattr(state.game, "reserve_text", None)
    return "" if reserve_text is None else reserve_text(state, seat)


def _seat(look: Look, seat: int) -> SeatShown:
    room = look.room
    return {
        "letter": room.game.INFO.seats[seat],
        "label": label_of(seat, names_of(room), room.game),
        "player": room.players[seat],
        "name": _own_name(room, seat),
        "is_person": room.players[seat] == HUMAN,
        "is_free": seat in room.free,
        "status": _status(look, seat),
        "left": _left(look, seat),
        "reserve": _reserve(look.state, seat),
        "holdings": room.game.holdings(look.state, seat) if isinstance(room.game, TableGame) else [],
        "acts": _acts(look, seat),
    }


def _acts(look: Look, seat: int) -> bool:
    return not look.room.is_over and seat in look.state.to_act


def _left(look: Look, seat: int) -> str:
    return look.room.gone.get(seat, "") if look.is_latest and look.state.outcome is None else ""


def _status(look: Look, seat: int) -> str:
    outcome, left = look.state.outcome, _left(look, seat)
    if outcome is not None:
        return say("won") if seat in outcome.winners else ""
    if left:
        return say(_GONE[left])
    if look.is_latest and seat == look.room.thinking:
        return say("thinking")
    return say("to act") if _acts(look, seat) else ""


def moves_kept(look: Look, known: Known | None) -> int:
    """Return how many of the first moves a client has already, in the form in which they are shown now."""
    if known is None or known.viewer != look.viewer or (known.is_hiding and look.room.hiding is None):
        return 0
    moves, place = look.room.moves, look.room.moves_of(known.version)
    # Sealed moves look different once a later move has opened the orders, or was taken back. So the client gets all
    # sealed moves at the end again. Moves before the last open one never change.
    while look.viewer is not None and place and moves[place - 1].sealed:
        place -= 1
    return place


def moves_object(look: Look, begin: int) -> list[MoveShown]:
    """Return the moves from `begin` on, as the viewer may see them."""
    seen, names = look.seen_in(look.room.moves[begin:]), called_in(look.room)
    return [_move(look, place, names, is_seen) for place, is_seen in enumerate(seen, begin)]


def _move(look: Look, place: int, names: Sequence[str], is_seen: bool) -> MoveShown:
    move = look.room.moves[place]
    found = _move_object(look, move, place + 1, names)
    if look.viewer in (None, move.player) and move.player >= 0 and is_forced(move.before, move.player):
        found["only"] = True
    return found if is_seen else {**found, "text": "", "told": "", "effects": [], "hidden": True}


def called_in(room: Snapshot) -> Sequence[str]:
    """Return the name of each seat for the sentences of moves; a person who has left keeps the name."""
    return called(_own_names(room), len(room.players), room.game)


def _move_object(look: Look, move: PlayedMove, number: int, names: Sequence[str]) -> MoveShown:
    """Return the JSON object of a move with its number, for a viewer who may see it."""
    return {
        "ply": look.room.start.ply + number,
        "seat": move.player,
        "letter": letter_of(move.player, look.room.game),
        "text": move.text,
        "told": move.told(names),
        "effects": list(move.effects),
        "continues": number > 1 and move.continues,
    }


def _result(room: Snapshot) -> str | None:
    """Return a sentence about the result; None while the game goes on."""
    if room.final.outcome is not None:
        return result_of(room.final, names_of(room), room.game, in_moves=True)
    if not room.is_over:
        return None
    letters = room.game.INFO.seats
    gone, why = list(room.gone.items())[-1]
    left = [seat for seat in range(len(room.players)) if seat != gone]
    moves = counted(room.final.ply, "{n} move", "{n} moves")
    end = say(_LEAVES[why], who=letters[gone], moves=moves)
    who = labels_of(left, names_of(room), room.game)
    return counted(len(left), "{end}: {who} wins.", "{end}: {who} win.", end=end, who=who) if left else f"{end}."


def _due(look: Look) -> Due | None:
    """Return the next move of a position: number, seats, and whether a bot thinks; None if the game doesn't go on."""
    room, state = look.room, look.state
    if not state.to_act or (look.is_latest and (room.trouble or room.is_over)):
        return None
    move = look.ply + 1
    if look.is_latest and room.thinking is not None and state.to_act != (CHANCE,):
        return {"move": move, "seats": [room.thinking], "thinks": True}
    return {"move": move, "seats": state.to_act, "thinks": False}


def _situation(look: Look) -> str:
    """Return a sentence about whose turn it is."""
    room, state, due = look.room, look.state, _due(look)
    if due is None:
        if look.line and not state.to_act:
            return say("So the game would end: {result}", result=result_of(state, names_of(room), room.game))
        if room.trouble and look.is_latest:
            return say("The game can't go on: {trouble}.", trouble=room.trouble)
        return say("The game is over.")
    move, seats = due["move"], due["seats"]
    if tuple(seats) == (CHANCE,):
        return say("Move {move}: a chance event is due.", move=move)
    who = labels_of(seats, _own_names(room), room.game)
    if due["thinks"]:
        return say("Move {move}: {who} is thinking.", move=move, who=who)
    if look.is_latest and not _own_seats(look).isdisjoint(seats):
        return say("Your turn (move {move}).", move=move)
    return counted(len(seats), "Move {move}: {who} is to act.", "Move {move}: {who} are to act.", move=move, who=who)


def _own_seats(look: Look) -> frozenset[int]:
    """Return the seats of the person who looks: those held, or the only person's at one screen."""
    if look.held is not None:
        return frozenset(look.held)
    return frozenset(look.room.people if len(look.room.people) == 1 else ())


def _tries(look: Look) -> Tries | None:
    seat = seat_to_try(look.room, look.state, is_latest=look.is_latest)
    if seat is None:
        return None
    legal, asked = choices(look.state, seat)
    return {"seat": seat, "legal": legal, "questions": asked}


# --- legal actions


def choices(state: State[Any], seat: int) -> tuple[list[Legal], dict[str, str]]:
    """Return the legal actions of a seat with id, text and steps, and the questions that the steps answer."""
    found: list[Legal] = []
    chains: list[Sequence[Step]] = []
    game, steps_of = state.game, stepper(state, player=seat)
    for index in state.legal_ids(seat):
        action = state.actions[index]
        text = game.format_action(action, state)
        steps = steps_of(action)
        chains.append(steps)
        found.append({"id": index, "text": text, "steps": steps_object(steps)})
    asked = questions(state, chains, seat)
    return found, {" ".join(keys): words for keys, words in asked.items()}


def steps_object(steps: Sequence[Step]) -> list[StepShown]:
    """Return the JSON of steps."""
    return [{"key": step.key, "words": step.words, "note": step.note, "costs": step.costs} for step in steps]
