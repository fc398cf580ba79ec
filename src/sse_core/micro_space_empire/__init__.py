"""Micro Space Empire: one player, a handful of cards and a die, thirteen turns.

Each turn the empire explores a system and must attack it, conquers one that was lost or missed, or bides its time. It
collects metal and wealth, builds military, discovers technologies, and meets an event. Year 1 has seven turns, Year 2
six. In Year 2 revolts and invasions are stronger, and one that finds the Home World alone ends the game. Systems,
technologies and three bonuses give victory points, 27 at most.

`new_game` begins a game, `State.legal_actions` and `State.after` play it, `State.outcome` and `State.score` have
its result and its score. ``RULES.md`` in this folder has the rules in numbered clauses. The module answers
`sse_core.game.Game`.

Ring: tables and tools.
"""

from ..lazy import make_lazy

make_lazy(__name__)
