"""Whole games of Jump Wars at the terminal: played by a person, recorded, replayed, scored and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.command import Run, joined

import sse_core as sse
from sse_core.game import CHANCE
from sse_core.jump_wars.actions import Action, Verb
from sse_core.jump_wars.cards import BASICS, Card
from sse_core.jump_wars.positions.makers import new_game, position
from sse_core.jump_wars.positions.position import Due
from sse_core.play.records.record import GameRecord, read
from sse_core.play.secrets import is_hidden


class Played(NamedTuple):
    """A game that a person has played, and its page."""

    page: str
    record: GameRecord[Any, Any]

    def told(self, who: str) -> list[str]:
        """Return what the page says that a player has done, or chance, in order: in notation, or ``hidden``."""
        found: list[str] = []
        for line in self._lines:
            notation = re.search(r"\[(.*)\]$", line)
            if line == f"{who}: hidden":
                found.append("hidden")
            elif notation is not None:
                # Who draws a card by chance is named before it, too.
                by_chance = notation[1].startswith(("draw=", "first="))
                if by_chance if who == "chance" else line.startswith(f"{who} ") and not by_chance:
                    found.append(notation[1])
        return found

    @property
    def _lines(self) -> list[str]:
        # The game as a table follows in the end, and tells everything.
        return re.sub(r"\n {4}(?=\S)", " ", self.page.partition("\nThe game:\n")[0]).splitlines()


def play(run: Run, folder: Path, seat: int, names: Sequence[str], *options: object) -> Played:
    """Let a person at a seat play what the bot there would play, so that the script is known before."""
    assert run("play", "jump_wars", *names, *options, "--quiet", "--out", folder / "bots").status == 0
    expected = read((folder / "bots" / "game.sse").read_text(encoding="utf-8"))
    typed = [
        sse.format_action(action, state)
        for state, (player, action) in zip(expected.states(), expected.moves, strict=False)
        if player == seat
    ]
    people = [*names[:seat], "human", *names[seat + 1 :]]
    stdin = "\n".join([*typed, ""])
    result = run("play", "jump_wars", *people, *options, "--out", folder / "person", stdin=stdin)
    assert (result.status, result.err) == (0, "")
    record = read((folder / "person" / "game.sse").read_text(encoding="utf-8"))
    assert record.moves == expected.moves
    return Played(result.out, record)


@pytest.fixture
def duel(run: Run, tmp_path: Path) -> Played:
    """A game of three turns in which the person writes orders first."""
    return play(run, tmp_path, 0, ["greedy", "greedy"], "--turns", 3, "--seed", 1)


def actions_of(record: GameRecord[Any, Any], player: int, *steps: Due) -> list[str]:
    """Return the texts of a player's actions in some steps."""
    return [
        sse.format_action(action, state)
        for state, (actor, action) in zip(record.states(), record.moves, strict=False)
        if actor == player and (not steps or state.position.step in steps)
    ]


def test_a_person_plays_to_the_end(run: Run, tmp_path: Path, duel: Played) -> None:
    record, path = duel.record, tmp_path / "person" / "game.sse"
    assert record.final.outcome is not None
    assert record.final.position.turn == 3
    assert "the same position, the same score" in duel.page
    assert sse.verdict(record.final) in joined(run("score", "jump_wars", path).out)
    assert (tmp_path / "person" / "final.svg").read_text(encoding="utf-8").rstrip("\n") == sse.to_svg(
        record.final, last=[record.moves[-1][1]]
    )
    shown = run("show", "jump_wars", path)
    assert shown.status == 0
    assert shown.out.startswith("Turn 3 of 3: the game is over")


def test_a_game_is_gone_on_with_in_the_midst_of_orders(run: Run, tmp_path: Path, duel: Played) -> None:
    path = tmp_path / "person" / "game.sse"
    states = list(duel.record.states())
    # One has written everything, the other one a part.
    ply = next(
        state.ply
        for state in states[len(states) // 2 :]
        if state.to_act == (1,) and state.position.players[1].written_orders.draft
    )
    again = run("play", "jump_wars", "greedy", "greedy", "--resume", path, "--ply", ply, "--out", tmp_path / "again")
    assert (again.status, again.err) == (0, "")
    replayed = read((tmp_path / "again" / "game.sse").read_text(encoding="utf-8"))
    assert replayed.moves == duel.record.moves


@pytest.mark.parametrize("seat", [0, 1])
def test_a_person_sees_own_cards_and_not_those_of_others(run: Run, tmp_path: Path, seat: int) -> None:
    played = play(run, tmp_path, seat, ["greedy", "greedy"], "--turns", 3, "--seed", 1)
    draws = [
        # J4.6: of two players both see which card is stolen.
        (state.position.actor if state.position.step is Due.DRAW else seat, sse.format_action(action, state))
        for state, (player, action) in zip(played.record.states(), played.record.moves, strict=False)
        if player == CHANCE and action.verb is Verb.DRAW
    ]
    own = [text for actor, text in draws if actor == seat]
    assert 0 < len(own) < len(draws)
    told = played.told("chance")
    assert [text for text in told if text.startswith("draw=")] == own
    # Two or three cards of the other one are one line.
    assert told.count("hidden") == 3


@pytest.mark.parametrize("seat", [0, 1])
def test_a_person_sees_orders_once_all_are_written(run: Run, tmp_path: Path, seat: int) -> None:
    played = play(run, tmp_path, seat, ["greedy", "greedy"], "--turns", 3, "--seed", 1)
    other = 1 - seat
    orders = [text for text in actions_of(played.record, other, Due.ORDERS, Due.REWRITING) if text != "done"]
    assert len(orders) > 6
    label = f"{'AB'[other]} (greedy)"
    assert [text for text in played.told(label) if text.startswith(("from=", "to=", "planet="))] == [
        text for text in orders if text.startswith(("from=", "to=", "planet="))
    ]
    before, _, after = played.page.partition(f"{label}: hidden\n")
    assert "[from=" not in before
    assert "[from=" in after
    # One line for all steps of writing: none of the first turn's orders is told before the person has written, too.
    assert played.told(label).count("hidden") == 3


def test_offers_of_others_are_hidden(run: Run, tmp_path: Path) -> None:
    names = ["random", "random", "random"]
    played = play(run, tmp_path, 0, names, "--turns", 4, "--seed", 5)
    parts = [Due.GIVE, Due.PAY, Due.ASK]
    for seat in (1, 2):
        offered = actions_of(played.record, seat, *parts)
        assert any(text.startswith(("give=", "ask=")) for text in offered)
        told = played.told(f"{'ABC'[seat]} (random)")
        assert not any(text.startswith(("give=", "ask=")) for text in told)
        assert set(told) & {"accept", "refuse"}


@pytest.mark.parametrize(("person", "hidden"), [(0, True), (1, False), (2, False)])
def test_a_stolen_card_is_seen_by_the_two_alone(person: int, hidden: bool) -> None:
    p = new_game(players=3, seed=1).position
    thief = p.players[2]._replace(levels=tuple(1 + (card is Card.TRADE) for card in BASICS))
    hand = tuple(int(card in (Card.JUMP, Card.ATTACK, Card.CLOAKING)) for card in Card)
    unseen = tuple(n - m for n, m in zip(p.unseen, hand, strict=True))
    players = (p.players[0], p.players[1]._replace(hand=hand), thief)
    due = position(p._replace(players=players, unseen=unseen, start_player=0, turn=2, step=Due.STEAL, actor=2))
    before = due.after(Action(Verb.STEAL, 1), 2)
    card = Action(Verb.DRAW, Card.JUMP)
    assert not is_hidden(due, 2, Action(Verb.STEAL, 1), before, person)
    assert is_hidden(before, CHANCE, card, before.after(card), person) is hidden
