"""One game in one call: the record of `play_game` is that of the command and of a match, for each game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from tests import heaps
from tests.command import Run

import sse_core as sse
from sse_core.arena import Contender, Start, play_match
from sse_core.bots import BOTS, Mcts, greedy
from sse_core.bots.watched import BotError
from sse_core.play.records.record import checked_game
from sse_core.small_star_empires import house_game, new_game, reference

DUEL: Final = sse.new_game(sse.maps()["duel"])


class First:
    """A bot for every game: it takes the first action."""

    def choose(self, view: Any, player: int, rng: sse.SplitMix64) -> Any:
        return view.legal_actions(player)[0]


class Failing:
    def choose(self, view: Any, player: int, rng: sse.SplitMix64) -> Any:
        raise LookupError("no idea")


@pytest.mark.parametrize("name", sse.GAMES)
def test_a_seed_gives_one_record_in_every_game(name: str) -> None:
    game: Any = sse.GAMES[name]
    record = sse.play_game("random", game=game, seed=5)
    assert record == sse.play_game("random", game=game, seed=5) != sse.play_game("random", game=game, seed=6)
    assert record.final.outcome is not None
    assert (record.start, record.tags["seed"]) == (game.new_game(seed=5), "5")
    assert record.final == sse.playout(record.start, 5)
    assert sse.read(sse.format_game(record)) == record


def test_it_is_the_game_of_the_command(run: Run, tmp_path: Path) -> None:
    for words, record in (
        (["random", "greedy"], sse.play_game(["random", "greedy"], seed=7)),
        (["jump_wars", *["random"] * 3], sse.play_game("random", game=sse.jump_wars, players=3, seed=7)),
    ):
        assert run("play", *words, "--seed", 7, "--out", tmp_path / words[0]).status == 0
        assert sse.read((tmp_path / words[0] / "game.sse").read_text(encoding="utf-8")) == record


def test_it_is_the_first_game_of_a_match() -> None:
    for bots in (("greedy", "random"), ("random", "mcts:5")):
        match = play_match(*bots, [Start(DUEL, 3)], records=True)
        assert next(match).record == sse.play_game(bots, DUEL, seed=3)


def test_bots_are_named_or_objects_or_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text(
        "def choose(view, player, rng):\n    return view.legal_actions(player)[0]\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    named = sse.play_game(["greedy", "first.py"], DUEL)
    assert dict(named.tags) == {"seed": "0", "A": "greedy", "B": "first.py"}
    objects: list[Contender] = [greedy, First()]
    for bots in (objects, (BOTS["greedy"], First())):
        record = sse.play_game(bots, DUEL)
        assert record.moves == named.moves
        # A bot that is no name has none in the record: nobody could make it again from there.
        assert dict(record.tags) == {"seed": "0"}
    assert dict(sse.play_game([Mcts(3), "random"], DUEL).tags) == {"seed": "0", "B": "random"}


def test_one_bot_plays_at_all_seats_and_many_say_how_many_play() -> None:
    assert sse.play_game(First(), DUEL) == sse.play_game([First(), First()], DUEL)
    assert len(sse.play_game(["random"] * 3).start.totals) == 3
    assert len(sse.play_game("random", players=4).start.totals) == 4
    assert len(sse.play_game("random", game=sse.micro_space_empire).start.totals) == 1


def test_a_game_is_set_up_by_its_own_options() -> None:
    options: dict[str, Any] = {"holes": "balanced", "rules": sse.Rules(edition="first")}
    assert sse.play_game("random", seed=4, **options).start == new_game(players=2, seed=4, **options)


def test_games_of_ones_own_are_played() -> None:
    assert sse.play_game([First(), "random"], game=heaps, seed=1).game is checked_game(heaps)

    class Short(reference.State):
        """A game that ends after four plies."""

        def is_over(self) -> bool:
            """Return whether the game is over."""
            return self.ply >= 4

    record = sse.play_game("greedy", house_game(Short).new_game(DUEL.board))
    assert record == sse.play_game("greedy", house_game(Short).new_game(DUEL.board))


def test_a_finished_game_has_no_moves() -> None:
    assert sse.play_game("greedy", sse.playout(DUEL, 1)).moves == ()


@pytest.mark.parametrize(
    ("bots", "options", "error", "words"),
    [
        (["greedy"], {"start": DUEL}, sse.ArgumentError, "^1 bot for 2 seats: give one for each seat, or one alone"),
        (["greedy"] * 3, {"players": 2}, sse.ArgumentError, "^3 bots for 2 seats"),
        (["greedy"], {}, sse.ArgumentError, "^1 bot for a game of 2 to 4: Small Star Empires takes one for each seat"),
        (
            ["greedy"] * 2,
            {"game": sse.micro_space_empire},
            sse.ArgumentError,
            "^2 bots for a game of 1: Micro Space Empire takes one",
        ),
        ("greedyy", {}, sse.ArgumentError, r"^there is no bot 'greedyy' \(did you mean 'greedy'\?\)"),
        (["greedy:3", "random"], {}, sse.ArgumentError, "greedy takes no option"),
        (None, {}, TypeError, "^bots is a name, a bot with `choose`, or a list of these, not NoneType$"),
        ([First(), None], {}, TypeError, r"^a bot is a name, or has `choose\(view, player, rng\)`, not NoneType$"),
        ("greedy", {"start": "sse-state 1"}, TypeError, "a position is a State, not str"),
        ("greedy", {"game": "jump_wars"}, TypeError, r"^a game is a module, GAMES\['jump_wars'\], not its name$"),
        ("greedy", {"game": "chess"}, TypeError, "^a game has the names of `sse_core.game.Game`, which 'chess' lacks$"),
        (
            "greedy",
            {"start": DUEL, "players": 2},
            sse.ArgumentError,
            "^a game from a start takes no set-up, such as pl",
        ),
        ("greedy", {"start": DUEL, "holes": "none"}, sse.ArgumentError, "such as holes$"),
        ("greedy", {"seed": -1}, sse.ArgumentError, "seed is -1, not in"),
        ([Failing(), "random"], {}, BotError, "^Failing at seat A failed at ply 0: LookupError: no idea"),
        (["random", greedy, Failing()], {}, BotError, "^Failing at seat C failed at ply 2: "),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    bots: Any, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        sse.play_game(bots, **options)
