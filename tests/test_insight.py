"""The statistics of Jump Wars: games that are kept, and the figures made of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import insight

from sse_core.bots import BOTS
from sse_core.jump_wars import Card


def game(winners: list[int], first: int, decided_by: str, turns: int, *learned: list[str]) -> insight.Game:
    return insight.Game(turns, 100 * turns, decided_by, winners, first, list(learned))


GAMES = [
    game([0], 0, "conquest", 10, ["genesis"], ["genesis", "cloaking"]),
    game([1], 0, "fleets", 100, [], ["cloaking"]),
    game([0, 1], 1, "shared", 100, ["genesis"], []),
]


@pytest.mark.parametrize(
    ("found", "n", "text"),
    # Wilson's interval, as tables have it.
    [(0, 10, "0.0 % (0.0–27.8)"), (5, 10, "50.0 % (23.7–76.3)"), (10, 10, "100.0 % (72.2–100.0)")],
)
def test_a_share_has_an_interval(found: int, n: int, text: str) -> None:
    assert insight.share(found, n) == text


def test_a_mean_has_an_interval() -> None:
    assert insight.mean([1, 2, 3, 4, 5]) == "3.0 ± 1.4"


def test_how_games_end_is_counted() -> None:
    bot, players, games, turns, median, limit, actions = insight.length("greedy", 2, GAMES)
    assert (bot, players, games, median, actions) == ("greedy", "2", "3", "100", "7,000")
    assert turns.startswith("70.0 ± ")
    assert limit.startswith("66.7 % (")
    *_, conquest, homeworlds, fleets, tokens, first, fair = insight.ending("greedy", 2, GAMES)
    assert [cell.split()[0] for cell in (conquest, homeworlds, fleets, tokens)] == ["33.3", "0.0", "33.3", "0.0"]
    # The start player won once, lost once, and shared once.
    assert (first.split()[0], fair) == ("50.0", "50.0 %")


def test_the_wins_of_each_seat_are_counted() -> None:
    more = [*GAMES, game([1], 0, "conquest", 20, [], [])]
    bot, players, a, b, *others = insight.seats("greedy", 2, more)
    assert (bot, players, a.split()[0], b.split()[0], others) == ("greedy", "2", "37.5", "62.5", ["", "", ""])


def test_who_learned_a_special_and_won_is_counted() -> None:
    learned = {name: insight.special(card, {2: GAMES})[1] for name, card in Card.__members__.items()}
    assert learned["GENESIS"].startswith("50.0 %")
    assert learned["GENESIS"].endswith(", 3 times")
    assert learned["CLOAKING"].startswith("50.0 %")
    assert learned["SABOTAGE"] == "–"


def test_games_are_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(insight.BOTS, "greedy", lambda: BOTS["random"].choose)
    insight.play_on(tmp_path, "greedy", 2, 1)
    first = insight.kept(tmp_path, "greedy", 2)
    insight.play_on(tmp_path, "greedy", 2, 2)
    both = insight.kept(tmp_path, "greedy", 2)
    assert both[:1] == first == [insight.played("greedy", 2, 0)]
    assert len(both) == 2
    assert both[0] != both[1]
    text = insight.section(tmp_path)
    assert "| greedy | 2       | 2     |" in text
    assert text.count("| Nova Bombs ") == 1
