"""The files of the page: they serve all games, and know the art and the words of none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import sse_core as sse
from sse_core import web
from sse_core.game import Game

STATIC: Final = Path(web.__file__).parent / "static"
FILES: Final = sorted(path for path in STATIC.rglob("*") if path.is_file())
TRANSLATED: Final = frozenset(STATIC.glob("messages/*.js")) - {STATIC / "messages" / "en.js"}
WORDS: Final = re.compile(
    r"\b(hex(es)?|ships?(?! with)|fleets?|planets?|(?<!-)systems?(?!-ui)|sectors?|spaces|nebulae?|wormholes?|holes?"
    r"|homeworlds?|worlds?|cit(y|ies)|stations?|colon(y|ies)|tiles?|unexplored|explor\w*|tolls?|jumps?|hands?|decks?"
    r"|empires?|wars?)\b",
    re.IGNORECASE,
)
"""Words of games. A card is none: so the page calls its own parts that have a frame."""

OWN_NAME: Final = "Star Empires"
"""The name of the page, which is that of no game."""

KNOWN: Final = frozenset({"data-place", "data-face", "data-moves", "data-from", "data-to", "data-label"})
"""What pictures say of themselves, by the contract of `Game.to_svg`."""


@pytest.mark.parametrize("path", [path for path in FILES if path not in TRANSLATED], ids=lambda path: path.name)
def test_the_page_has_no_words_of_one_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace(OWN_NAME, "")
    assert [found[0] for found in WORDS.finditer(text)] == []
    for name, game in sse.GAMES.items():
        assert name not in text
        assert game.INFO.title not in text


def test_the_page_asks_of_a_picture_what_the_contract_says() -> None:
    """By attributes that stand in the docstring of `Game.to_svg` and in the guide to pictures."""
    docs = Path(__file__).parents[2] / "docs" / "pictures.md"
    said = set(re.findall(r"``(data-\w+)", Game.to_svg.__doc__ or ""))
    assert said == KNOWN
    assert set(re.findall(r"`(data-\w+)`", docs.read_text(encoding="utf-8"))) >= KNOWN
    asked = set[str]()
    for path in STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        own = set(re.findall(r'"(data-\w+)": ', text))
        asked |= set(re.findall(r"\[(data-\w+)", text)) - own | set(re.findall(r'getAttribute\("(data-\w+)"', text))
        assert "[href" not in text, "the shapes that a picture defines are the business of its game"
    assert asked == KNOWN
