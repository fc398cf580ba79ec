"""Words for what lies on the table beside the map: the stage of the game, and what each player holds."""

from __future__ import annotations

from ..forms.checks import check_index
from .card_words import powers_told
from .layout import POWER, STAGING, SUPPLIES
from .render_text import situation, table_lines
from .state import State, check_state
from .vocabulary import SHIPS
from .words import battle_words, counted, hand_words, owned_words, player_line, power_words

__all__ = ["holdings", "stage_lines"]


def stage_lines(state: State, /) -> tuple[str, ...]:
    """Return the round, the role and what is due; then the battle, if there is one, and what lies on the table."""
    b, p = check_state(state).board, state.data
    return situation(state), *battle_words(b, p), *table_lines(b, p)


def holdings(state: State, player: int, /) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return a player's purse, cards, technologies, and ships that aren't on the map."""
    b, p = check_state(state).board, state.data
    seat = check_index(player, state.players, "player")

    def ships(place: int) -> tuple[str, ...]:
        return tuple(
            counted(p[place + 3 * seat + kind], ship) for kind, ship in enumerate(SHIPS) if p[place + 3 * seat + kind]
        )

    # Those that can be chosen tell what they do themselves.
    does = [words.removesuffix(".") for words in powers_told(b, p, seat)] if p[POWER + seat] else []
    return (
        ("has", tuple(player_line(b, p, seat).replace(";", ",").split(", "))),
        *((("power", (power, *does)),) if (power := power_words(b, p, seat)) else ()),
        ("hand", tuple(hand_words(b, p, seat))),
        ("technologies", tuple(owned_words(b, p, seat))),
        ("staging", ships(STAGING)),
        ("supply", ships(SUPPLIES)),
    )
