"""Empire of the Stars: roles on a wheel, a market, ships in regions, battles with sealed dials, for 2 to 4 players.

In each round the holder of the scepter chooses one of seven roles, and all take a turn with it: tiles are placed,
planets make resources, which are traded and become ships and technologies, fleets fight, influence makes an Emperor.
Scored tokens, planets and far space are points; most of them win.

`new_game` begins a game, `State.legal_actions` and `State.after` play it, `State.view` shows what a player may know,
and `State.outcome` has the result. The map, the tiles and the cards come from a content pack: ``PACKS.names()`` lists
those that ship, and `load_pack` reads one, or a file.
``RULES.md`` in this folder has the rules in numbered clauses. The module answers `sse_core.game.Game`.

Ring: tables and tools.
"""

from ..lazy import make_lazy

make_lazy(__name__)
