"""Effects in battles: the strengths of both sides, their dials, hits, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from operator import ne

from ...play.sentences import listed
from ..actions import Action, Verb
from ..messages import say
from ..packs.vocabulary import MOMENTS
from ..positions.due import Due
from ..positions.fields import NOBODY
from .context import Context
from .moves import hits_of
from .phrases import hits

__all__ = ["battle_effects", "battle_over"]

_OPEN = 1 + MOMENTS.index("battle:open")


def battle_effects(before: Context, after: Context) -> Iterator[str]:
    """Yield the effects of an action in a battle."""
    p, q = before.p, after.p
    if q.step == Due.DIAL and p.step != Due.DIAL:
        yield say(
            "{attacker} has strength {n}, {defender} {m}, and both set their dials in secret (C10.4)",
            attacker=_side(after, 0),
            n=q.force[0],
            defender=_side(after, 1),
            m=q.force[1],
        )
    if p.step == Due.DIAL and q.step != Due.DIAL and q.sector != NOBODY:
        for side in range(2):
            tactics, weapons, shields = after.state.dial(side)
            yield say(
                "{who} has set tactics {tactics}, weapons {weapons} and shields {shields} (C10.5)",
                who=_leader(after, side),
                tactics=tactics,
                weapons=weapons,
                shields=shields,
            )
    if _is_sealed(before) and not _is_sealed(after) and q.sector != NOBODY:
        yield from _opened(after)


def battle_over(before: Context, action: Action, after: Context) -> Iterator[str]:
    """Yield hits that are lost, and that a battle is over."""
    p, q = before.p, after.p
    for side, n in enumerate(_lost(before, action, after)):
        if n > 0:
            yield say("{who} has {hits} left, and nothing to destroy (C10.7)", who=_leader(before, side), hits=hits(n))
    if p.sector != NOBODY and q.sector == NOBODY:
        if p.step == Due.DIAL:
            # Higher tactics would have brought a galaxy token (C10.6), as long as there is one.
            if q.pile and not any(map(ne, p.throne, q.throne)):
                yield say("The dials are open: tactics are equal, and nobody has hits to use (C10.7)")
            else:
                yield say("The dials are open, and nobody has hits to use (C10.7)")
        yield say("The battle in sector {sector} is over (C10.7)", sector=before.sector(p.sector))


def _lost(before: Context, action: Action, after: Context) -> list[int]:
    """Return the number of lost hits of each side: those that neither destroyed anything nor were given up."""
    p, q = before.p, after.p
    if p.sector == NOBODY or (action.verb is Verb.DONE and p.step == Due.HIT):
        return [0, 0]
    lost = [old - (new if q.sector == p.sector else 0) for old, new in zip(p.hits, q.hits, strict=True)]
    if p.step == Due.HIT_UNIT:
        lost[before.side] -= hits_of(before, before.number(action))
    return lost


def _is_sealed(s: Context) -> bool:
    """Return whether the dials are set, or effects change them."""
    return s.p.step == Due.DIAL or s.p.window == _OPEN


def _opened(s: Context) -> Iterator[str]:
    """Yield the effects of open dials."""
    dials = [s.state.dial(side) for side in range(2)]
    ahead = dials[0][0] - dials[1][0]
    if ahead:
        yield say(
            "{who} has {n} more tactics, and may move as many ships (C10.6)",
            who=_leader(s, int(ahead < 0)),
            n=abs(ahead),
        )
    else:
        yield say("Both have equal tactics, and move no ships by them (C10.6)")
    made = [max(0, dials[side][1] - dials[1 - side][2]) for side in range(2)]
    yield say(
        "{attacker} makes {n}, {defender} {m} (C10.7)",
        attacker=_leader(s, 0),
        n=hits(made[0]),
        defender=_leader(s, 1),
        m=hits(made[1]),
    )


def _leader(s: Context, side: int) -> str:
    return s.name(s.p.defender if side else s.p.attacker)


def _side(s: Context, side: int) -> str:
    """Return the players of a side: its leader, then the allies."""
    leader = s.p.defender if side else s.p.attacker
    allies = [s.name(seat) for seat in range(s.p.players) if s.p.side[seat] == side + 1 and seat != leader]
    if not allies:
        return s.name(leader)
    return say("{leader} with {allies}", leader=s.name(leader), allies=listed(allies))
