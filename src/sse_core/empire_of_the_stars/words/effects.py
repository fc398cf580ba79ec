"""Effects of actions in words: the changes on the table beyond the sentence about the action itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ...play.sentences import listed
from ..actions import TOKEN_UNIT, Action, Verb
from ..messages import counted, message, say
from ..options import options_of
from ..packs.content import NONE
from ..packs.effect_rows import Part
from ..packs.vocabulary import ROLES
from ..positions.due import Due
from ..positions.fields import GALAXY
from ..positions.position import Row
from ..state import State
from .battle_effects import battle_effects, battle_over
from .card_effects import card_effects
from .context import Context
from .influence_effects import influence_effects
from .moves import check_around
from .phrases import an_edict, fleet, market_values, purse, ships, tokens
from .questions import money_in_trade

__all__ = ["effects"]

_ROLE_VERBS: Final = (Verb.ROLE, Verb.ON, Verb.BACK)
_PRICED: Final = (Verb.ON, Verb.BACK, Verb.INVEST, Verb.BUILD, Verb.BUY, Verb.INFLUENCE, Verb.USE)


class _Change(NamedTuple):
    """An action between two scenes."""

    before: Context
    action: Action
    after: Context

    @property
    def seats(self) -> range:
        return range(self.before.p.players)

    @property
    def edicts(self) -> int:
        """How often the edict was scored: by its choice (C11.8), and as the Emperor received the scepter (C12.2)."""
        p, q = self.before.p, self.after.p
        received = p.scepter != q.scepter and q.scepter == q.emperor and p.step != Due.POWER
        return (p.step == Due.EDICT) + received


def effects(before: State, action: Action, after: State) -> tuple[str, ...]:
    """Return the effects of an action beyond what `told` says, in order: a sentence for each, with its clause.

    `before` and `after` are the states around the action. No sentence names a card that only some players know, or
    tells of a dial before both are set.

    Raises ArgumentError for states of two packs, IllegalActionError for a value that is no action of the game.
    """
    check_around(before, action, after)
    change = _Change(Context(before), action, Context(after))
    return tuple(sentence for part in _PARTS for sentence in part(change))


# --- the table


def _set_up(c: _Change) -> Iterator[str]:
    """Yield the ships of a home world, and the powers when all are shown."""
    p, q, seat = c.before.p, c.after.p, c.before.seat
    if p.step == Due.FIRST_TILE:
        home = p.draft[0]
        yield say(
            "{who} begins with {ships} at {region} (C1.9)",
            who=c.before.who,
            ships=fleet(c.after.fleet_at(seat, home)),
            region=c.before.region(home),
        )
    if p.step != Due.POWER or q.step == Due.POWER:
        return
    for owner in c.seats:
        power = q.power[owner] - 1
        yield say(
            "{who} has the power {power}, number {n} (C1.8)",
            who=c.after.name(owner),
            power=c.after.power(power),
            n=c.after.b.content.powers[power].number,
        )
    yield say("{who} has the highest number, is the Emperor and starts (C1.11)", who=c.after.name(q.emperor))


def _roles(c: _Change) -> Iterator[str]:
    """Yield that a role has no effect, and the changes at its beginning."""
    if c.action.verb in _ROLE_VERBS:
        role = c.before.number(c.action)
        if c.before.has_no_effect(role):
            if role:
                yield say("Steward has no effect: no market tile shows resources (C5.1)")
            else:
                yield say("Explorer has no effect: there is no tile to place, or no region for one (C4.5)")


def _tiles(c: _Change) -> Iterator[str]:
    """Yield that empty space went under the stack."""
    n = c.after.p.put_back - c.before.p.put_back
    if n > 0:
        yield say("Empty space goes from the display under the stack, because no planet is there (C4.7)")


def _fallen(c: _Change) -> Iterator[str]:
    """Yield ships that went to staging, ships that were built for nothing, and ships that went back to the supply."""
    p, q = c.before.p, c.after.p
    for seat in c.seats:
        who = c.before.name(seat)
        for kind, change in _changes(p.staging[seat], q.staging[seat]):
            if change > 0 and p.step in (Due.HIT_UNIT, Due.EFFECT_UNIT):
                yield say("{ships} of {who} goes to staging (C10.9)", ships=ships(change, kind), who=who)
        for kind, n in enumerate(_put_back(c, seat)):
            if n:
                back = ships(n, kind)
                yield say("{ships} of {who} stayed in staging and went back to the supply (C7.4)", ships=back, who=who)
        if c.action.verb not in (Verb.BUILD, Verb.AT):
            for kind, change in _changes(p.supply[seat], q.supply[seat]):
                if change < 0:
                    yield say("{who} builds {ships} for nothing (C16.14)", ships=ships(-change, kind), who=who)


def _put_back(c: _Change, seat: int) -> list[int]:
    """Return how many ships of each type went from a player's staging to the supply, when deploying was over."""
    p, q = c.before.p, c.after.p
    if p.step == Due.EFFECT_FROM:
        return [0, 0, 0]
    more = [new - old for old, new in zip(p.supply[seat], q.supply[seat], strict=True)]
    if c.action.verb is Verb.BUILD and seat == c.before.seat:
        more[c.before.number(c.action)] += 1
    return [max(n, 0) for n in more]


_OWNED: Final = MappingProxyType({
    Due.FIRST_TILE: message("The planet at {region} is a {token} of {who} now (C1.9)"),
    Due.HIT_UNIT: message("The planet at {region} is a {token} of {who} now (C10.7)"),
    None: message("The planet at {region} is a {token} of {who} now (C16.14)"),
})  # fmt: skip
"""The sentence about a planet that is owned now, by the step; None stands for all other steps, those of effects."""

_TOKEN_TOLD: Final = (Due.EXPLORE_SETTLE, Due.COLONIZE, Due.EFFECT_AT)


def _tokens(c: _Change) -> Iterator[str]:
    """Yield the changes on planets that neither the action nor the influence there tells."""
    p, q = c.before.p, c.after.p
    if p.step in _TOKEN_TOLD or (p.step == Due.PUT and q.step == Due.EDICT):
        return
    for region, _ in _changes(p.token, q.token):
        name = c.before.region(region)
        if q.token[region]:
            step = Due(p.step) if p.step in _OWNED else None
            who = c.after.name(c.after.owner(region))
            yield say(_OWNED[step], region=name, token=c.after.token(region), who=who)
        else:
            if p.step == Due.HIT_UNIT:
                yield say("The planet at {region} is free now (C10.10)", region=name)
            else:
                yield say("The planet at {region} is free now (C16.14)", region=name)
            if _colony_scored(c) >= 0:
                yield say("{who} scores its token (C10.10)", who=c.before.who)


def _colony_scored(c: _Change) -> int:
    """Return the owner of a destroyed colony that went into the throne of its destroyer; -1 if there is none."""
    p, q, seat = c.before.p, c.after.p, c.before.seat
    if p.step not in (Due.HIT_UNIT, Due.EFFECT_UNIT) or c.action.argument != TOKEN_UNIT:
        return -1
    owner = c.before.owner(p.draft[0])
    return owner if not q.token[p.draft[0]] and q.throne[seat][owner] > p.throne[seat][owner] else -1


# --- money


def _told_of_purse(c: _Change) -> Mapping[int, Sequence[int]]:
    """Return the gains of credits, polymers, metal and energy that the sentence about the action tells, by seat."""
    s, verb = c.before, c.action.verb
    if verb in _PRICED and s.p.step != Due.EFFECT_AGAIN:
        number = s.number(c.action)
        found = s.p.wheel[number] if verb in _ROLE_VERBS else 0
        first, *others = (-n for n in s.price(verb, number))
        return {s.seat: (first + found, *others)}
    if verb is Verb.ROLE:
        return {}
    if verb is Verb.ENERGY:
        n, held = s.number(c.action), s.p.resources[s.seat]
        money = money_in_trade(s, 2) + (held[2] - n) * s.state.market_values[2] - s.p.credits[s.seat]
        return {s.seat: (money, s.p.draft[0] - held[0], s.p.draft[1] - held[1], n - held[2])}
    if verb is Verb.RESOURCE:
        assert s.stage is not None
        n = -1 if s.stage.part == Part.PAY_ANY else 1
        return {s.seat: (0, *(n * (kind == s.number(c.action)) for kind in range(3)))}
    return {}


def _gained(c: _Change, who: str, what: str) -> str:
    """Return the words for a gain, by its source; without a known source it comes from a card."""
    step, verb = c.before.p.step, c.action.verb
    if step == Due.FIRST_TILE:
        return say("{who} gains {what} (C1.10)", who=who, what=what)
    if step == Due.STEWARD:
        return say("{who} gains {what} (C5.3)", who=who, what=what)
    if verb in _ROLE_VERBS and ROLES[c.before.number(c.action)] == "merchant":
        return say("{who} gains {what} (C6.1)", who=who, what=what)
    return say("{who} gains {what} (C16.14)", who=who, what=what)


def _purses(c: _Change) -> Iterator[str]:
    """Yield changes of credits and resources that the action doesn't tell."""
    p, q = c.before.p, c.after.p
    told = _told_of_purse(c)
    for seat in c.seats:
        known = told.get(seat, (0, 0, 0, 0))
        before, after = (p.credits[seat], *p.resources[seat]), (q.credits[seat], *q.resources[seat])
        more = [new - old - said for old, new, said in zip(before, after, known, strict=True)]
        gained, lost = [max(n, 0) for n in more], [max(-n, 0) for n in more]
        who = c.before.name(seat)
        if any(gained):
            yield _gained(c, who, purse(gained))
        if any(lost):
            yield say("{who} loses {what} (C16.14)", who=who, what=purse(lost))


def _market(c: _Change) -> Iterator[str]:
    """Yield the values of the market when they change."""
    p, q = c.before.p, c.after.p
    if p.market == q.market:
        return
    values = market_values(c.after.state.market_values)
    if not q.market:
        yield say("All market tiles show resources again: {values} (C6.5)", values=values)
    else:
        tile = c.before.b.content.market[c.before.number(c.action)]
        yield say("The market tile shows {n} now: {values} (C5.5)", n=purse((tile.credits, 0, 0, 0)), values=values)


# --- tokens and edicts


def _scored(c: _Change) -> Iterator[str]:
    """Yield the edict if it is scored, and the tokens that went into thrones."""
    p, q = c.before.p, c.after.p
    if p.edict != q.edict and p.step != Due.EDICT:
        yield say("The edict {edict} is in effect (C11.8)", edict=c.after.edict(q.edict))
    edict, name = c.after.b.content.edicts[q.edict], c.after.edict(q.edict)
    if c.edicts > 1:
        yield say(
            "The edict {edict} is scored twice, since the Emperor gets the scepter, too: "
            "1 token of each stock, and {what} (C12.2)",
            edict=name,
            what=an_edict(edict),
        )
    elif c.edicts and p.step == Due.EDICT:
        yield say(
            "The edict {edict} is scored: 1 token of each stock, and {what} (C12.1)", edict=name, what=an_edict(edict)
        )
    elif c.edicts:
        yield say(
            "The Emperor {who} gets the scepter, so the edict {edict} is scored: "
            "1 token of each stock, and {what} (C12.2)",
            who=c.after.name(q.emperor),
            edict=name,
            what=an_edict(edict),
        )
    galaxies = 0
    for seat in c.seats:
        won = dict(_changes(p.throne[seat], q.throne[seat]))
        galaxy = won.pop(len(p.throne[seat]) - 1, 0)
        if seat == c.before.seat and c.action.verb is Verb.INVEST:
            galaxy -= p.far_space[c.before.number(c.action)] == GALAXY
        if seat == c.before.seat and (owner := _colony_scored(c)) >= 0:
            won[owner] -= 1
        galaxies += galaxy
        own = sum(won.values())
        parts = [tokens(own)] if own else []
        parts += [counted(galaxy, "{n} galaxy token", "{n} galaxy tokens")] if galaxy else []
        if parts:
            yield _score_of(c, c.before.name(seat), listed(parts))
        if c.edicts > own and galaxy and options_of(p).edict_substitute and _is_edict_alone(c):
            galaxies -= min(c.edicts - own, galaxy)
            yield say("The stock of {who} is empty, and a galaxy token serves instead (C3.1)", who=c.before.name(seat))
    if c.edicts and edict.measure != NONE and not galaxies and q.pile and _is_edict_alone(c):
        yield say("Several are equal in what the edict counts, so it brings nobody a galaxy token (C12.1)")


def _is_edict_alone(c: _Change) -> bool:
    """Return whether tokens come from the edict alone, and not also from a battle that ended with the same action."""
    return c.before.p.step not in (Due.DIAL, Due.HIT_UNIT)


def _score_of(c: _Change, who: str, what: str) -> str:
    """Return the words for a score, by its source; with an edict and a battle at once no single clause fits."""
    step = c.before.p.step
    if step == Due.DIAL and not c.edicts:
        return say("{who} scores {what} for more tactics (C10.6)", who=who, what=what)
    if step == Due.HIT_UNIT and not c.edicts:
        return say("{who} scores {what} for destroyed colonies (C10.10)", who=who, what=what)
    if c.edicts and _is_edict_alone(c):
        return say("{who} scores {what} (C12.1)", who=who, what=what)
    return say("{who} scores {what} (C3.1)", who=who, what=what)


# --- powers and rounds


def _powers(c: _Change) -> Iterator[str]:
    """Yield the powers that flip, and influence that is no token."""
    p, q = c.before.p, c.after.p
    for seat in c.seats:
        who = c.before.name(seat)
        if p.surged[seat] != q.surged[seat] and c.action.verb is not Verb.CORE:
            if q.surged[seat] and p.new_wormhole:
                yield say("A wormhole is new in the galaxy: the power of {who} flips to its surge side (C4.8)", who=who)
            elif q.surged[seat]:
                yield say("The power of {who} flips to its surge side (C16.14)", who=who)
            else:
                yield say("The power of {who} flips to its core side (C13.5)", who=who)
        if q.sway[seat] > p.sway[seat]:
            n = q.sway[seat] - p.sway[seat]
            yield say("{who} gains {n} influence that is no token (C16.14)", who=who, n=n)


def _rounds(c: _Change) -> Iterator[str]:
    """Yield who has the scepter next, and the end."""
    p, q = c.before.p, c.after.p
    if q.step == Due.FAVOUR and p.step != Due.FAVOUR:
        yield say("{who} names the winner among those still equal (C12.4)", who=c.after.name(q.emperor))
    elif q.step == Due.END:
        yield _end_of(c)
    elif q.second and not p.second:
        yield say("The role is over, and {who} chooses a second one (C14.2)", who=c.after.name(q.scepter))
    elif p.scepter != q.scepter and p.step != Due.POWER:
        yield say("The role is over, and {who} gets the scepter (C2.5)", who=c.after.name(q.scepter))


def _end_of(c: _Change) -> str:
    """Return why the game is over."""
    q = c.after.p
    if c.before.p.step == Due.FAVOUR:
        return say("The game is over (C12.4)")
    empty = [c.after.name(seat) for seat in c.seats if not q.stock[seat]]
    if empty:
        return say("The game is over: no token is left in the stock of {who} (C12.2)", who=listed(empty))
    if not q.pile:
        return say("The game is over: no galaxy token is left in the pile (C12.2)")
    return say("The game is over: this was the last round (C12.2)")


def _battles(c: _Change) -> Iterator[str]:
    yield from battle_effects(c.before, c.after)


def _battles_over(c: _Change) -> Iterator[str]:
    yield from battle_over(c.before, c.action, c.after)


def _cards(c: _Change) -> Iterator[str]:
    yield from card_effects(c.before, c.action, c.after)


def _influence(c: _Change) -> Iterator[str]:
    yield from influence_effects(c.before, c.action, c.after)


_PARTS: Final[tuple[Callable[[_Change], Iterator[str]], ...]] = (
    _set_up,
    _roles,
    _cards,
    _battles,
    _tiles,
    _fallen,
    _influence,
    _tokens,
    _purses,
    _market,
    _powers,
    _battles_over,
    _scored,
    _rounds,
)
"""The functions that yield the effects, in order."""


def _changes(before: Row, after: Row) -> Iterator[tuple[int, int]]:
    """Yield each place where rows differ, and the difference: after less before."""
    if before != after:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield place, new - old
