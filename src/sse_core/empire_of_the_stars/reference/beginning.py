"""Games that begin at any decision of a position: the fields give the table, and the scenes that are still to come.

The choices of a half-made decision stand in the position, and are played again. The rest of an effect, and the scenes
after it, follow from the fields of the position by the clauses.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import dropwhile
from types import MappingProxyType
from typing import Final

from ..packs.vocabulary import MOMENTS, VERBS
from ..positions.due import Due
from ..positions.fields import SEALED, SECRET
from ..positions.position import Position
from .components import Components
from .game import Game
from .laying import lay
from .story import Scene, scene
from .things import SEATS, SHIPS

__all__ = ["game_at"]


def game_at(components: Components, p: Position) -> Game:
    """Return the game that goes on from a whole position; raise ValueError for a player's view of a position."""
    if any(map(any, p.hidden)) or SEALED in p.written or SECRET in p.power:
        raise ValueError("a game begins at a whole position, not at what a player sees of it")
    game = lay(components, p)
    scenes = _to_come(game, p)
    game.then(*scenes)
    game.go_on()
    for choice in _half_made(game, p):
        game.play(p.actor, choice)
    return game


# --- the scenes to come

_SCENE: Final = MappingProxyType({
    Due.EXPLORE: "place_tile", Due.EXPLORE_AT: "place_tile",
    Due.STEWARD: "choose_market_tile",
    Due.TRADE: "trade", Due.TRADE_METAL: "trade", Due.TRADE_ENERGY: "trade", Due.INVEST: "invest",
    Due.BUILD: "build", Due.DEPLOY: "deploy", Due.DEPLOY_AT: "deploy",
    Due.DRAW: "draw", Due.BUY: "buy", Due.DISCARD: "discard",
    Due.MOVE: "move", Due.MOVE_SHIP: "move", Due.MOVE_TO: "move",
    Due.BATTLE: "start_battle", Due.AGAINST: "start_battle", Due.COLONIZE: "colonize",
    Due.INFLUENCE: "buy_influence", Due.PUT: "place_influence", Due.EDICT: "choose_edict",
})  # fmt: skip
"""The scene of each step of a role."""

_IN_BATTLE: Final = MappingProxyType({
    Due.INVITE: "call_ally", Due.ANSWER: "hear_ally", Due.DIAL: "set_dial",
    Due.SHIFT: "shift", Due.SHIFT_SHIP: "shift", Due.SHIFT_TO: "shift", Due.HIT: "hit", Due.HIT_UNIT: "hit",
})  # fmt: skip
"""The scene of each step of a battle."""

_BRINGING: Final = (Due.BRING, Due.BRING_SHIP, Due.BRING_TO)


def _from(scenes: Iterable[Scene], name: str, *about: object) -> list[Scene]:
    """Return the scenes from a given one on, found by its name and its first argument."""
    return [*dropwhile(lambda each: (each.name, *each.about[: len(about)]) != (name, *about), scenes)]


def _to_come(game: Game, p: Position) -> list[Scene]:
    """Return the scenes from the present one to the next choice of a role."""
    step = Due(p.step)
    match step:
        case Due.POWER:
            return game.set_up()
        case Due.HOME:
            return _from(game.placing(), "place_home", p.actor)
        case Due.FIRST_TILE:
            return _from(game.placing(), "place_first_tile", p.actor)
        case Due.ROLE:
            return [scene(game.choose_role)]
        case Due.FAVOUR:
            return [scene(game.name_winner)]
        case Due.END:
            return []
        case _ if p.effect:
            return _of_effect(game, p, step)
        case Due.WINDOW:
            return _of_window(game, p, p.actor)
        case _:
            return _of_role(game, p, step, p.actor)


def _of_window(game: Game, p: Position, seat: int) -> list[Scene]:
    """C13.3: the scenes from the window of a player on."""
    moment = MOMENTS[p.window - 1]
    return [*_from(game.window(moment), "window_of", moment, seat), *_after_window(game, p, moment)]


def _after_window(game: Game, p: Position, moment: str) -> list[Scene]:
    """C13.3: the scenes after a window."""
    head, _, _ = moment.partition(":")
    match head:
        case "setup":
            return game.after_starts()
        case "before":
            return [scene(game.begin_role)]
        case "after":
            return [scene(game.end_role)]
        case "battle":
            return [*_from(game.fight(), "open_window", moment)[1:], *_after_battle(game, p)]
        case "edict" if p.then != Due.END_ROLE:
            return game.after_edict()
        case "final":
            return [scene(game.name_winner)]
        case _:
            # The production of planets, or the edict of Regent.
            return game.after_role()


def _after_battle(game: Game, p: Position) -> list[Scene]:
    """C9.6: the attacker goes on."""
    return _of_role(game, p, Due.BATTLE, p.attacker)


def _of_role(game: Game, p: Position, step: Due, seat: int) -> list[Scene]:
    """The scenes of a role, or of a battle or of chance in it, from a player's step on."""
    match step:
        case Due.REVEAL:
            return [scene(game.turn_up), *_from(game.role(), "fill_display"), *game.after_role()]
        case Due.EXPLORE_SETTLE:
            settle = scene(game.settle_tile, seat, game.content.regions[p.draft[0]])
            return [settle, *_from(game.role(), "place_tile", seat)[1:], *game.after_role()]
        case Due.CARD:
            return [scene(game.draw_card, seat, p.draft[0] + 1), *_after_card(game, p, seat)]
        case Due.TURN:
            return [scene(game.renew_pile, p.draft[0] + 1), *_after_card(game, p, seat)]
        case Due.DISCARD if p.then:
            discards = _from([scene(game.discard, each) for each in game.by_number()], "discard", seat)
            return [*discards, *(game.first_turn() if p.then == Due.GAME_BEGINS else [scene(game.pass_scepter)])]
        case _ if step in _BRINGING:
            return [scene(game.bring, seat), *_from(game.fight(), "hear_ally", seat)[1:], *_after_battle(game, p)]
        case _ if step in _IN_BATTLE:
            about = () if step in (Due.DIAL, Due.SHIFT, Due.SHIFT_SHIP, Due.SHIFT_TO) else (seat,)
            return [*_from(game.fight(), _IN_BATTLE[step], *about), *_after_battle(game, p)]
        case _:
            about = () if step == Due.EDICT else (seat,)
            first, *rest = _from(game.role(), _SCENE[step], *about)
            return [_counted(game, p, first), *rest, *game.after_role()]


def _after_card(game: Game, p: Position, seat: int) -> list[Scene]:
    """C8.1: the scenes after a card that came to a hand or to a pile."""
    _, *rest = _from(game.role(), "draw", seat)
    return [scene(game.draw, seat, p.count + 1), *rest, *game.after_role()]


def _counted(game: Game, p: Position, first: Scene) -> Scene:
    """Return a scene with the count of its player's earlier choices (C6.3, C7.2, C8.1, C8.2, C11.2)."""
    if first.name in ("invest", "draw", "buy", "buy_influence"):
        return first._replace(about=(first.about[0], p.count))
    if first.name == "build":
        return first._replace(about=(first.about[0], first.about[1] and not p.count))
    return first


# --- effects


def _of_effect(game: Game, p: Position, step: Due) -> list[Scene]:
    """C16.14: the scenes of an effect that is half done, and of the step in which it was used."""
    name = [*game.components.effects][p.effect - 1]
    owner = game.owner_of(name)
    parts = game.parts_of(owner, name)
    present = _of_part(game, p, step, name, parts[p.part - 1])
    after = _of_window(game, p, owner) if p.window else _of_role(game, p, Due(p.then), owner)
    return [*present, *parts[p.part :], *after]


def _of_part(game: Game, p: Position, step: Due, name: str, part: Scene) -> list[Scene]:
    """The scenes of a part of an effect that is still to be done so often."""
    if part.name != "do":
        return [part._replace(about=(*part.about[:-1], p.left))]
    owner: int = part.about[0]
    number: int = part.about[2]
    do = game.components.effects[name].does[number]
    match VERBS[do.verb]:
        case "gain":
            return [scene(game.gain_any, owner, p.left)]
        case "take" if step == Due.EFFECT_CARD:
            return [scene(game.give_cards, p.actor, owner, p.left)]
        case "take":
            return [scene(game.take_from_one, owner, do, game.amount(owner, do.n))]
        case "build":
            return [scene(game.build_at_starbase, owner, do, p.left)]
        case "move":
            return [scene(game.move_by_effect, owner, do, p.left)]
        case "settle":
            return [scene(game.settle_by_effect, owner, do, p.left)]
        case "upgrade":
            return [scene(game.upgrade, owner, p.left)]
        case "remove":
            return [scene(game.remove, owner, do, p.left)]
        case "draw":
            cost = p.draft[0] + 1
            return [scene(game.draw_card, owner, cost), scene(game.draw_by_effect, owner, cost, p.left - 1)]
        case "place":
            filling = [scene(game.turn_up), scene(game.fill_display)] if step == Due.REVEAL else []
            return [*filling, scene(game.place_by_effect, owner, p.left)]
        case "swap":
            return [scene(game.swap_again, owner, name, do, p.left)]
        case _:
            return [scene(game.edict_by_effect, owner)]


# --- a decision that is half made

_HALF_MADE: Final = MappingProxyType({
    Due.EXPLORE_AT: ("tile",), Due.EFFECT_AT: ("tile",),
    Due.TRADE_METAL: ("polymers",), Due.TRADE_ENERGY: ("polymers", "metal"),
    Due.DEPLOY_AT: ("deploy",),
    Due.MOVE_SHIP: ("from",), Due.MOVE_TO: ("from", "ship"),
    Due.AGAINST: ("battle",),
    Due.BRING_SHIP: ("from",), Due.BRING_TO: ("from", "ship"),
    Due.SHIFT_SHIP: ("from",), Due.SHIFT_TO: ("from", "any ship"),
    Due.HIT_UNIT: ("hit",),
    Due.EFFECT_SHIP: ("from",), Due.EFFECT_TO: ("from", "any ship"),
    Due.EFFECT_UNIT: ("hit",),
})  # fmt: skip
"""The choices before each step of a decision, in order."""


def _half_made(game: Game, p: Position) -> list[str]:
    """Return the choices that were made in the present decision."""
    if p.step == Due.EFFECT_AT and game.step != "effect-tile":
        # A region alone.
        return []
    verbs = _HALF_MADE.get(Due(p.step), ())
    return [_choice(game.components, verb, number) for verb, number in zip(verbs, p.draft, strict=False)]


def _choice(components: Components, verb: str, number: int) -> str:
    """Return the text of a choice by the number that a position has for it."""
    content, ships = components.content, tuple(SHIPS)
    match verb:
        case "tile":
            return f"tile={components.tiles[number]}"
        case "polymers" | "metal":
            return f"{verb}={number}"
        case "deploy" | "ship":
            return f"{verb}={ships[number]}"
        case "any ship":
            return f"ship={SEATS[number // 3]}.{ships[number % 3]}"
        case "battle":
            return f"battle={content.sectors[number].name}"
        case _:
            return f"{verb}={content.regions[number]}"
