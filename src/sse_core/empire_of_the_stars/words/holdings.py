"""Words for the table beside the map: the stage of the game, and the holdings of each player."""

from __future__ import annotations

from ...forms.checks import check_index
from ..drawing.terminal import situation, table_lines
from ..messages import say
from ..positions.position import Position, Row
from ..state import State, check_state
from . import phrases
from .cards import powers_told
from .table import battle_words, hand_words, owned_words, power_words, things_held

__all__ = ["holdings", "stage_lines"]


def stage_lines(state: State, /) -> tuple[str, ...]:
    """Return the round, the role and what is due; then the battle, if there is one, and the things on the table."""
    b, p = check_state(state).board, Position(state.data)
    return situation(b, p), *battle_words(state, p), *table_lines(state, p)


def holdings(state: State, player: int, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a player's purse, cards, technologies, and ships that aren't on the map."""
    b, p = check_state(state).board, Position(state.data)
    seat = check_index(player, state.players, "player")

    def ships(numbers: Row) -> tuple[str, ...]:
        return tuple(phrases.ships(n, kind) for kind, n in enumerate(numbers) if n)

    # During the choice of a power, the choices themselves tell what each does.
    does = [words.removesuffix(".") for words in powers_told(b, p, seat)] if p.power[seat] else []
    return (
        (say("has"), tuple(things_held(p, seat))),
        *(((say("power"), (power, *does)),) if (power := power_words(b, p, seat)) else ()),
        (say("hand"), tuple(hand_words(b, p, seat))),
        (say("technologies"), tuple(owned_words(b, p, seat))),
        (say("staging"), ships(p.staging[seat])),
        (say("supply"), ships(p.supply[seat])),
    )
