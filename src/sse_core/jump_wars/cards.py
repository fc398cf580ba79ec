"""The cards of the deck: twelve basic technologies and fourteen special ones (J1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from .messages import message, say

__all__ = ["BASICS", "COPIES", "N_BASICS", "N_CARDS", "SPECIALS", "TITLES", "Card", "name_of"]


class Card(IntEnum):
    """A kind of card. A basic technology has levels; a special one is learned or not."""

    INITIATIVE = 0
    ATTACK = 1
    DEFENSE = 2
    JUMP = 3
    COMMAND = 4
    LOGISTICS = 5
    RESEARCH = 6
    MANUFACTURING = 7
    MINIATURIZATION = 8
    ESPIONAGE = 9
    TRADE = 10
    DIPLOMACY = 11
    RAM_SCOOPS = 12
    EVENT_SKIMMING = 13
    NOVA_BOMBS = 14
    CLOAKING = 15
    SPACE_RAIDING = 16
    ASSIMILATION = 17
    LEADERSHIP = 18
    GENESIS = 19
    STAR_DOCKS = 20
    TIME_JUMP = 21
    PLANET_JUMP = 22
    PROGENITOR_RUINS = 23
    SABOTAGE = 24
    POSITRONIC_BRAINS = 25

    @property
    def title(self) -> str:
        """The name for people, in the reader's language, such as ``Nova Bombs``."""
        return say(TITLES[self])

    @property
    def is_basic(self) -> bool:
        """Whether it is a basic technology."""
        return self < N_BASICS


TITLES: Final[Mapping[Card, str]] = MappingProxyType(
    {
        Card.INITIATIVE: message("Initiative"),
        Card.ATTACK: message("Attack"),
        Card.DEFENSE: message("Defense"),
        Card.JUMP: message("Jump"),
        Card.COMMAND: message("Command"),
        Card.LOGISTICS: message("Logistics"),
        Card.RESEARCH: message("Research"),
        Card.MANUFACTURING: message("Manufacturing"),
        Card.MINIATURIZATION: message("Miniaturization"),
        Card.ESPIONAGE: message("Espionage"),
        Card.TRADE: message("Trade"),
        Card.DIPLOMACY: message("Diplomacy"),
        Card.RAM_SCOOPS: message("Ram Scoops"),
        Card.EVENT_SKIMMING: message("Event Skimming"),
        Card.NOVA_BOMBS: message("Nova Bombs"),
        Card.CLOAKING: message("Cloaking"),
        Card.SPACE_RAIDING: message("Space Raiding"),
        Card.ASSIMILATION: message("Assimilation"),
        Card.LEADERSHIP: message("Leadership"),
        Card.GENESIS: message("Genesis"),
        Card.STAR_DOCKS: message("Star Docks"),
        Card.TIME_JUMP: message("Time Jump"),
        Card.PLANET_JUMP: message("Planet Jump"),
        Card.PROGENITOR_RUINS: message("Progenitor Ruins"),
        Card.SABOTAGE: message("Sabotage"),
        Card.POSITRONIC_BRAINS: message("Positronic Brains"),
    }
)
"""The names of all cards in English, as in the rulebook."""

N_BASICS: Final = 12
N_CARDS: Final = 26

BASICS: Final = tuple(Card)[:N_BASICS]
"""The basic technologies, in the order of the rulebook."""

SPECIALS: Final = tuple(Card)[N_BASICS:]
"""The special technologies."""

COPIES: Final = tuple(5 if card.is_basic else 1 for card in Card)
"""The number of cards of each kind in the deck, 74 in all."""


def name_of(card: Card) -> str:
    """Return the name of a card in texts, such as ``nova_bombs``."""
    return card.name.lower()
