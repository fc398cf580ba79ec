"""Messages for impossible positions: a sentence for each law that the core checks of a position, with its clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...errors import SetupError
from ...forms.naming import named
from ..actions import SEATS, Verb
from ..board import Board
from ..packs.vocabulary import MOMENTS, RESOURCES, SHIPS
from .due import STEP_NAMES
from .fields import LAYOUT

__all__ = ["LAWS", "unlawful"]

LAWS: Final = (
    "a position can be",
    "a position has {0} bytes, not {1}",
    "{0:field} has {1}, not {2} to {3}",
    "{0:seat} has {1} {2:resource}, and the track ends at {3} (C5.4)",
    "powers are on, and the pack has none (C15.1)",
    "{0:field} has {1} where this game has nothing",
    "{0:field} is {1:seat}, and the game has {2} players (C1.7)",
    "second is 1, and only of two players one chooses two roles, after the first turn (C14.2)",
    "round is {0}, and the last one is {1} (S47)",
    "the monolith stands on a role from the first choice on (C2.2)",
    "round is {0} before the first choice (C2.2)",
    "the Emperor is {0:seat} at the start, as the last seat (C1.11, S52)",
    "the Emperor is {0:seat} at the start, as the highest number (C1.11, S52)",
    "the chooser of a round holds the scepter (C2.3)",
    "the holder of the scepter chooses the role (C2.3)",
    "{0:step} is the Emperor's (C11.8, C12.4)",
    "{0:field} is set, and the step is {1:step} (C16.1)",
    "home of {0:seat} is not set (C1.9)",
    "home of {0:seat} is set (C1.9)",
    "home of {0:seat} has no home world of {0:seat} (C1.9)",
    "{0:seat} has more than one home world (C1.7)",
    "{0:region} has an unknown tile (C1.1)",
    "{0:region} has a token, and no planet (C3.3)",
    "{0:region} has a token of nobody (C1.7)",
    "far space {0} has a token of nobody (C1.7)",
    "whole sectors are blocked (C14.1)",
    "blocked sectors are for two players, and hang together as the others do (C14.1, S53)",
    "{0:seat} has {1} tokens in all, not {2} (C1.7)",
    "{0:region} has influence, and no planet (C11.3)",
    "there are {0} galaxy tokens in all, not {1} (C1.3)",
    "{0:seat} has {1} {2:ship}s in all, not {3} (C1.7)",
    "more {0:ship}s moved at {1:region} than are there (C9.1)",
    "{0:seat} has ships at {1:region}, where none can stop (C9.3, C14.1)",
    "{0:seat} has {1} ships at {2:region}, not {3} (C7.4)",
    "{0:region} has {1} ships, not {2} (C7.4)",
    "there are {0} tiles {1:tile} in all, not {2} (C1.5)",
    "wormholes of the stack lie at known depths (S1)",
    "the stack has {0} tiles, and {1} are left for it (C1.5)",
    "each wormhole of the stack lies at a depth of its own within it (S1)",
    "the depths of wormholes ascend, those that were turned up first (S1)",
    "{0} tiles of empty space were put back, and the pack has none (C4.7)",
    "{0} tiles were put back, and the bottom of the stack has {1} (C4.7)",
    "a tile is to be turned up, and the stack is empty (C4.6)",
    "the display has more than {0} tiles (C1.6)",
    "a tile is to be turned up, and the display is full (C4.6)",
    "no market tile shows resources (C5.1)",
    "{0:card} is nobody's (C1.7)",
    "{0:card} is known, and in no hand (S24)",
    "{0:card} has a height in a pile, and isn't in one (C8.1)",
    "the pile of cost {0} has heights 1 to {1}, each once (C8.1)",
    "more cards of cost {0} are hidden in hands than there are (S24)",
    "a card is to be drawn, and the deck of cost {0} is empty (C8.1)",
    "{0:seat} has {1} cards in hand, more than {2} (C8.3)",
    "{0:seat} has {1} cards in hand, and is to discard (C8.3)",
    "a battle has a sector, an attacker and a defender (C10.1)",
    "attacker and defender are on their own sides (C10.1)",
    "the sector of the battle counts as fought in (C9.6)",
    "there is no such sector (C9.6)",
    "attacker and defender ask other players (C10.2)",
    "{0:seat} has joined a side that didn't ask (C10.2)",
    "no colony has fallen before the battle begins (C10.10)",
    "attacker and defender ask for allies (C10.2)",
    "{0:seat} was not asked, or hasn't joined (C10.2)",
    "the dials are set when ships are moved and hit (C10.5)",
    "a dial that isn't set has no numbers (C10.5)",
    "the strength of a side is {0}, and {1} is the most that can be (C10.4)",
    "a dial parts a strength of {0} (C10.5)",
    "both dials are set (C10.5)",
    "the actor is the attacker while dials are set (C10.5)",
    "the winner of the tactics moves ships, up to the difference (C10.6)",
    "attacker and defender make hits (C10.7)",
    "{0} hits can be made, not {1} (C10.7)",
    "powers are set, and the game is played without them (C15.1)",
    "{0:seat} has an unknown power (C1.8)",
    "{0:seat} has no power (C1.8)",
    "{0:seat} chooses one of three powers (C1.8)",
    "all have chosen their powers (C1.8)",
    "each power is dealt once (C1.8)",
    "each power is one player's (C1.8)",
    "all powers begin on their core side (C13.1)",
    "powers have flipped when the role ends (C4.8)",
    "effects are set, and neither powers nor technologies act (S67)",
    "nothing was used before the game (C13.1)",
    "changed isn't what the cards of {0:seat} say (C13.6)",
    "influence of effects is placed in Regent (C11.3)",
    "what was used is forgotten when the role ends (C16.13)",
    "what effects changed ends with the role (C16.15)",
    "what effects changed ends with the battle (C16.15)",
    "{0:effect} was used, and technologies don't act (S67)",
    "{0:effect} was used {1} times (C16.13)",
    "a window asks at a moment, and never within an effect (C16.13)",
    "the step is {0:step}, and no effect is half done (C16.14)",
    "a window is open, and nobody is asked (C16.13)",
    "no effect is half done (C16.14)",
    "nothing is to go on with (C16.13)",
    "the window {0:moment} isn't followed by that step (C13.3)",
    "the window {0:moment} belongs to another role (C13.3)",
    "the window {0:moment} doesn't fit the battle (C13.3)",
    "there is no such effect (C16.13)",
    "the owner of an effect uses it (C16.13)",
    "the step is {0:step}, and the effect asks for something else (C16.14)",
    "an effect that is half done was used (C16.13)",
    "the part of an effect that asks isn't done (C16.14)",
    "{0:seat} uses an effect, and takes no part in the battle (C16.13)",
    "an effect works at its moment (C13.3)",
    "an effect is used in the role of its step (C13.3)",
    "draft has more than {0} numbers (C16.1)",
    "draft has an amount beyond its track (C6.2)",
    "draft is the cost of a card, less 1 (C8.1)",
    "draft is the region of the home world (C1.9)",
    "draft is a planet that the chooser can settle (C4.2)",
    "the chooser alone settles a tile (C4.2)",
    "draft is a tile of the display (C16.14)",
    "draft has {0}, which {1:step} doesn't allow (C16.1)",
    "count is {0} (C6.3, C7.2)",
    "the step is {0:step}, and there is nothing to do (C16.1)",
    "the Emperor names the winner among those still tied, and only then (C12.4)",
)
"""The sentence of each law by its number in ``positions/faults.pxd`` of the core, in the order of the checks.

A name is written as ``{0:seat}``: the first number of the fault is a seat.
"""


def unlawful(b: Board, law: int, at: Sequence[int]) -> SetupError:
    """Return the error for a position of a board that breaks a law; `at` has the numbers that its sentence names."""
    return SetupError(named(LAWS[law], at, _names(b)))


def _names(b: Board) -> dict[str, Callable[[int], str]]:
    """Return the words for a number in a sentence, by its kind."""
    return {
        "card": lambda card: b.content.technologies[card].name,
        "effect": b.arguments[Verb.USE].__getitem__,
        "field": lambda offset: next(field.name for field in reversed(LAYOUT) if field.offset <= offset),
        "moment": MOMENTS.__getitem__,
        "region": b.content.regions.__getitem__,
        "resource": RESOURCES.__getitem__,
        "seat": SEATS.__getitem__,
        "ship": SHIPS.__getitem__,
        "step": STEP_NAMES.__getitem__,
        "tile": lambda kind: b.content.tiles[kind].name,
    }
