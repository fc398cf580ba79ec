# cython: language_level=3, wraparound=False, cdivision=True
"""The worth of a State of Empire of the Stars, and the leads that a player expects (evaluation.pxd)."""

from sse_core._core.bits cimport sse_fill_tables
from sse_core._core.empire_of_the_stars.evaluation cimport *
from sse_core._core.empire_of_the_stars.state cimport State

from sse_core.forms.checks import check_index, type_named

__all__ = ["evaluate", "expected_leads"]

sse_fill_tables()


cdef State checked(object state):
    # A state; raises TypeError for anything else.
    if not isinstance(state, State):
        raise TypeError(f"a position is a State of Empire of the Stars, not {type_named(state)}")
    return <State>state


def evaluate(state, /):
    """Return the worth for each seat."""
    cdef State found = checked(state)
    cdef double worth[MAX_PLAYERS]
    cdef int seat
    with nogil:
        evaluate_seats(&found.tables.board, &found.position, worth)
    return tuple([worth[seat] for seat in range(found.position.n_players)])


def expected_leads(state, player, /):
    """Return the expected lead after each legal action of a player, by ascending id; none out of turn."""
    cdef State found = checked(state)
    cdef double leads[MAX_LEGAL]
    cdef int seat = check_index(player, found.position.n_players, "player"), n = 0, i
    if not is_to_act(&found.position, seat):
        return ()
    with nogil:
        n = expected_leads_of(&found.tables.board, &found.position, seat, leads)
    return tuple([leads[i] for i in range(n)])
