"""Small Star Empires: ships fly straight lines over a map of hexes and colonize where they land.

Two to four players take turns. In a turn one ship flies any number of systems in one of six directions, through free
and own systems and wormholes, and lands on a free system, which is colonized with a city or a trade station from the
player's reserve. Beside a wormhole a ship may jump to a system beside another one. A player who can't move is out.
When all are out, or all reserves are empty, the highest score wins: planets, sets of nebulae, stations beside
opponents, and the largest territory.

`new_game` on a `base_map` starts a game, `State.legal_actions` and `State.after` play it, `State.outcome` and
`State.score_sheet` have its result and its scores. ``RULES.md`` in this folder has the rules in numbered clauses,
``reference/rules.py`` has them in plain Python. The module answers `sse_core.game.Game`.

Ring: core.
"""

from ..lazy import make_lazy

make_lazy(__name__)
