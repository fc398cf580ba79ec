# Ids of legal actions of Small Star Empires: their places in the table of a board. Header-only.

from sse_core._core.small_star_empires.structs cimport CHOOSE, REPAIR, REVEAL, STATION, STAY, ActionRow, RulesetData


cdef inline int id_of(const RulesetData* r, const ActionRow* action, int player) noexcept nogil:
    # The id of a legal action of a player, or of an event.
    #   reads    player, whose homeworld is the target of a repair
    cdef int target
    if action.piece == REVEAL:
        return r.first_reveal + action.target
    if action.piece == CHOOSE:
        return r.choices[action.target]
    if action.piece == STAY:
        return r.n_actions - 1
    target = r.home[player] if action.piece == REPAIR else action.target
    return r.ids[(2 * action.origin + action.damaged) * r.n_cells + target] + (action.piece == STATION)
