"""The statistics of games that bots play against themselves: games that are kept, and the figures made of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bench import insight, insight_empire, insight_jump
from bench.figures import mean, share

from sse_core.bots import BOTS
from sse_core.jump_wars import Card

JUMP, EMPIRE = insight.SUBJECTS["jump_wars"], insight.SUBJECTS["empire_of_the_stars"]


def game(winners: list[int], first: int, decided_by: str, turns: int, *learned: list[str]) -> insight_jump.Game:
    return insight_jump.Game(turns, 100 * turns, decided_by, winners, first, list(learned))


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
    assert share(found, n) == text


def test_a_mean_has_an_interval() -> None:
    assert mean([1, 2, 3, 4, 5]) == "3.0 ± 1.4"


@pytest.mark.parametrize("subject", [JUMP, EMPIRE])
def test_games_are_kept_and_gone_on_with(subject: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(insight.BOTS, "greedy", lambda _: BOTS["random"].choose)
    insight.play_on(subject, tmp_path, "greedy", 2, 1)
    first = insight.kept(subject, tmp_path, "greedy", 2)
    insight.play_on(subject, tmp_path, "greedy", 2, 2)
    both = insight.kept(subject, tmp_path, "greedy", 2)
    assert both[:1] == first == [insight.played(subject, "greedy", 2, 0)]
    assert len(both) == 2
    assert both[0] != both[1]
    text = insight.section(subject, tmp_path)
    assert "| greedy | 2       | 2     |" in text
    assert text.count("| Nova Bombs " if subject is JUMP else "| Siege Engines ") == 1


@pytest.mark.parametrize(
    ("words", "asked"), [([], [("greedy", 7), ("mcts", 3)]), (["--games", "9"], [("greedy", 9), ("mcts", 9)])]
)
def test_without_words_the_games_of_the_published_tables_are_played(
    words: list[str], asked: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played = list[tuple[str, int]]()
    subject = JUMP._replace(players=range(2, 3), games={"greedy": 7, "mcts": 3})
    monkeypatch.setitem(insight.SUBJECTS, "jump_wars", subject)
    monkeypatch.setattr(insight, "play_on", lambda _, __, bot, ___, games: played.append((bot, games)))
    assert insight.main([*words, "--folder", str(tmp_path)]) == 0
    assert played == asked


# --- Jump Wars


def test_how_games_end_is_counted() -> None:
    bot, players, games, turns, median, limit, actions = insight_jump.length("greedy", 2, GAMES)
    assert (bot, players, games, median, actions) == ("greedy", "2", "3", "100", "7,000")
    assert turns.startswith("70.0 ± ")
    assert limit.startswith("66.7 % (")
    *_, conquest, homeworlds, fleets, tokens, first, fair = insight_jump.ending("greedy", 2, GAMES)
    assert [cell.split()[0] for cell in (conquest, homeworlds, fleets, tokens)] == ["33.3", "0.0", "33.3", "0.0"]
    # The start player won once, lost once, and shared once.
    assert (first.split()[0], fair) == ("50.0", "50.0 %")


def test_the_wins_of_each_seat_are_counted() -> None:
    more = [*GAMES, game([1], 0, "conquest", 20, [], [])]
    bot, players, a, b, *others = insight_jump.seats("greedy", 2, more)
    assert (bot, players, a.split()[0], b.split()[0], others) == ("greedy", "2", "37.5", "62.5", ["", "", ""])


def test_who_learned_a_special_and_won_is_counted() -> None:
    learned = {name: insight_jump.special(card, {2: GAMES})[1] for name, card in Card.__members__.items()}
    assert learned["GENESIS"].startswith("50.0 %")
    assert learned["GENESIS"].endswith(", 3 times")
    assert learned["CLOAKING"].startswith("50.0 %")
    assert learned["SABOTAGE"] == "–"


# --- Empire of the Stars


def test_powers_technologies_and_battles_are_counted() -> None:
    def one(winner: int, ended_by: str, battles: list[int]) -> insight_empire.Game:
        powers, sources = ["hive", "exiles"], [[1, 2, 3, 4, 5, 6], [2, 2, 2, 2, 2, 2]]
        held, bought = ["flagship", "flagship", "scouts"], ["flagship"]
        roles = {"regent": 3, "explorer": 1}
        return insight_empire.Game(
            20, 200, "total", ended_by, [winner], powers, sources, roles, battles, [3, 1], held, bought
        )

    games = [one(0, "stock", [2, 1, 1]), one(0, "pile", [0, 4, 0]), one(1, "stock", [0, 0, 0])]
    assert [cell.split()[0] for cell in insight_empire.length("greedy", 2, games)[-3:]] == ["66.7", "33.3", "0.0"]
    assert [cell.split()[0] for cell in insight_empire.power("Hive", {2: games})] == ["Hive", "66.7"]
    assert insight_empire.power("Nomads", {2: games}) == ["Nomads", "–"]
    name, cost, bought, hands = insight_empire.card("Flagship", 3, games)
    assert (name, cost, bought.split()[0], hands) == ("Flagship", "3", "50.0", "6")
    _, _, n, attacker, defender, nobody, hits = insight_empire.fights("greedy", 2, games)
    assert [cell.split()[0] for cell in (n, attacker, defender, nobody, hits)] == [
        "2.7",
        "25.0",
        "62.5",
        "12.5",
        "75.0",
    ]
    points = insight_empire.points("greedy", 2, games)
    assert (points[2], points[8].split()[0], points[9].split()[0]) == ("1.5", "16.5", "21.0")
    assert insight_empire.chosen("greedy", 2, games)[2] == "25 %"
