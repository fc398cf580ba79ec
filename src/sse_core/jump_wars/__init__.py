"""Jump Wars, also called Space Empire: sealed orders, hidden hands and fleets on a grid, for 2 to 5 players.

Each turn the players draw cards, trade, raise technologies, collect Resource Tokens (RT), build fleets, and write
orders that are revealed at the same time. Fleets that meet fight. A player with fleets on every enemy Homeworld at the
end of a turn wins.

`new_game` begins a game, `State.legal_actions` and `State.after` play it, `State.view` shows what a player may know,
and `State.outcome` has the result. ``RULES.md`` in this folder has the rules in numbered clauses. The module answers
`sse_core.game.Game`.

Ring: tables and tools.
"""

from ..lazy import make_lazy

make_lazy(__name__)
