"""Effects of influence in words: the influence at each place, who keeps it, and who becomes Emperor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...play.sentences import listed
from ..actions import Action, Verb
from ..messages import message, say
from ..positions.due import Due
from .context import Context
from .phrases import tokens

__all__ = ["influence_effects"]


def influence_effects(before: Context, action: Action, after: Context) -> Iterator[str]:
    """Yield the influence that players take, the settled conflicts, and the new Emperor."""
    p, q = before.p, after.p
    taken = [seat for seat in range(p.players) if q.influence[seat] > p.influence[seat]]
    if taken and action.verb is not Verb.INFLUENCE and not any(p.influence):
        parts = [f"{before.name(seat)} {tokens(q.influence[seat])}" for seat in taken]
        yield say("All take tokens of their stock as influence: {what} (C11.1)", what=listed(parts))
    if p.step == Due.PUT and q.step == Due.EDICT:
        yield from _settled(before, action, after)
    elif p.emperor != q.emperor and p.step != Due.POWER:
        yield say("{who} is the new Emperor (C11.7)", who=after.name(q.emperor))


def _settled(before: Context, action: Action, after: Context) -> Iterator[str]:
    p = before.p
    last = before.number(action) if action.verb is Verb.PUT else -1
    for region in range(before.b.n_regions):
        placed = [p.placed[seat][region] + p.sway_at[seat][region] for seat in range(p.players)]
        placed[before.seat] += region == last
        if not any(placed):
            continue
        if p.token[region]:
            # C11.4: tokens that already lie there count, too.
            placed[before.owner(region)] += 1 if p.token[region] & 1 else 2
        yield _planet(before, after, region, placed)
    throne = [p.on_throne[seat] + p.sway_throne[seat] for seat in range(p.players)]
    throne[before.seat] += last == before.b.n_regions
    yield _throne(before, after, throne)
    back = [after.p.stock[seat] - p.stock[seat] for seat in range(p.players)]
    parts = [f"{after.name(seat)} {tokens(n)}" for seat, n in enumerate(back) if n > 0]
    if parts:
        yield say("Tokens that don't stay go back to the stocks: {what} (C11.5)", what=listed(parts))


def _named(s: Context, placed: Sequence[int]) -> str:
    return listed(f"{s.name(seat)} {n}" for seat, n in enumerate(placed) if n)


_NOBODYS: Final = (
    message("Influence at {region} is {influence}, equal: the planet stays free (C11.5)"),
    message("Influence at {region} is {influence}, equal: nobody keeps the planet (C11.5)"),
)
_SOMEBODYS: Final = (
    message("Influence at {region} is {influence}: it is a {token} of {who} now (C11.6)"),
    message("Influence at {region} is {influence}: it stays a {token} of {who} (C11.6)"),
)


def _planet(before: Context, s: Context, region: int, placed: Sequence[int]) -> str:
    influence, name = _named(s, placed), s.region(region)
    old, new = before.p.token[region], s.p.token[region]
    if not new:
        return say(_NOBODYS[old > 0], region=name, influence=influence)
    who = s.name(s.owner(region))
    return say(_SOMEBODYS[old == new], region=name, influence=influence, token=s.token(region), who=who)


def _throne(before: Context, after: Context, placed: Sequence[int]) -> str:
    emperor, influence = after.name(after.p.emperor), _named(after, placed)
    if not any(placed):
        return say("Nobody has influence on the Throne: the chooser {who} is the Emperor (C11.7)", who=emperor)
    most = max(placed)
    if [*placed].count(most) > 1:
        return say(
            "Influence on the Throne is {influence}, equal: the chooser {who} is the Emperor (C11.7)",
            influence=influence,
            who=emperor,
        )
    if before.p.emperor == after.p.emperor:
        return say(
            "Influence on the Throne is {influence}: {who} stays the Emperor (C11.7)", influence=influence, who=emperor
        )
    return say(
        "Influence on the Throne is {influence}: {who} is the new Emperor (C11.7)", influence=influence, who=emperor
    )
