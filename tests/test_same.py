"""`make campaign WHAT=same`: a build is the same as itself, and a difference is found with its kind and its place."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

import pytest
from tools.same.__main__ import campaign, main
from tools.same.builds import observer_of
from tools.same.comparing import differing
from tools.same.observing.mutants import mutated
from tools.same.observing.starts import begin
from tools.same.observing.walk import Question
from tools.same.plan import NO_PRESET, matches, questions, starts_of

import sse_core as sse
from sse_core.web.fields import fields_of

PLANTED: Final = """
from sse_core import micro_space_empire as micro

sound = micro.effects

def effects(before, action, after):
    return (*sound(before, action, after), *(["It rains."] if after.ply == 9 else []))

micro.effects = effects

from tools.same.observing.__main__ import main
main()
"""
"""The observer of a build in which one effect is told that isn't there."""

NOTING: Final = """
import json, sys
from tools.same.observing import __main__ as observer

sound = observer.look

def look(question):
    seen = [*sound(question)]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump({each.kind: each.value for each in seen}, file)
    return seen

observer.look = look
observer.main()
"""
"""The observer of a build, which also writes the last observation of each kind to a file."""

MUTE: Final = "import sys; print('\"nowhere\"', flush=True); sys.stdin.readline(); sys.exit(3)"
"""A process that ends with the first question."""

OBSERVER: Final = observer_of(sys.executable)
SOLO: Final = ("micro_space_empire", NO_PRESET)
OTHERS: Final = (("small_star_empires", "duel"), ("jump_wars", NO_PRESET), ("empire_of_the_stars", NO_PRESET))


def few(*starts: tuple[str, str], games: int) -> list[Question]:
    return [*questions(starts, range(games), seed=5, plies=10, refusals=8, texts=8)]


def test_a_build_is_the_same_as_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Each fourth game is played by bots."""
    asked = [*few(SOLO, games=4), *few(*OTHERS, games=1)]
    assert campaign((OBSERVER, OBSERVER), asked, jobs=1) == 0
    said = capsys.readouterr().out
    assert re.search(r"\n7 games, [\d,]{5,} things seen: all the same\n$", said), said


@pytest.mark.nightly
def test_matches_are_the_same_with_the_same_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = [*matches(["micro_space_empire"], range(1), 5, 2)]
    noting = [sys.executable, "-P", "-c", NOTING, str(tmp_path / "seen.json")]
    assert campaign((OBSERVER, noting), asked, jobs=1) == 0
    said = capsys.readouterr().out
    assert "things seen: all the same" in said
    seen: dict[str, str] = json.loads((tmp_path / "seen.json").read_text("utf-8"))
    assert '"games": 2' in seen["arena/ratings"]
    assert "of 1 seed" in seen["match/page"]
    assert len(seen["match/records"].splitlines()) == 2


def test_a_difference_is_told_with_its_kind_and_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    planted = [sys.executable, "-P", "-c", PLANTED]
    asked = few(("micro_space_empire", "start"), games=1)
    assert campaign((OBSERVER, planted), asked, jobs=1, again="python -m tools.same EARLIER") == 1
    said = capsys.readouterr().out.splitlines()
    head, start, here, earlier, again = said[2:7]
    assert head == "sentence/effects: micro_space_empire, start, game 0, ply 8"
    assert start.split() == ["start:", "start"]
    assert "It rains." not in here
    assert earlier.endswith("It rains.")
    assert again.split(maxsplit=1)[1] == (
        "python -m tools.same EARLIER --game micro_space_empire --preset 'start' --first 0 --games 1"
    )
    # The rows of the game have the effects, too.
    assert said[7] == "rows: micro_space_empire, start, game 0, record"
    assert said[12].endswith("these differ")
    assert said[13:] == [f"    {kind}: 1 in 1 games of micro_space_empire" for kind in ("rows", "sentence/effects")]


def test_a_build_that_crashes_differs(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign((OBSERVER, [sys.executable, "-c", MUTE]), few(SOLO, games=2), jobs=1) == 1
    said = capsys.readouterr().out
    assert "the earlier build ended with status 3" in said
    assert said.endswith("    crash: 2 in 2 games of micro_space_empire\n")


def test_a_build_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["/nowhere/python", "--games", "1"]) == 2
    assert capsys.readouterr().err == "same: there is no Python /nowhere/python\n"


def test_what_follows_after_another_choice_is_not_compared() -> None:
    first, last = [("legal", "1"), ("move", "2")], [("legal", "8"), ("move", "9")]
    assert [*differing([*first, *last], [*first, ("legal", "7"), ("move", "9")])] == [(2, "legal")]
    assert [*differing([*first, *last], [("legal", "1"), ("move", "3"), ("legal", "7")])] == [(1, "move")]
    assert [*differing([*first, *last], [*first, ("error", "5"), *last])] == [(2, "error")]
    assert [*differing([*first, *last], first)] == [(2, "course")]


@pytest.mark.parametrize("game", sse.GAMES)
def test_every_value_of_every_option_comes_up(game: str) -> None:
    found = sse.GAMES[game]
    seen = [each for seed in range(60) for each in begin(found, NO_PRESET, seed).seen]
    words = " ".join(each.value for each in seen if each.place != "fields")
    for field in fields_of(found):
        if field.name == found.INFO.preset:
            continue
        values = [True, False] if field.kind == "flag" else [*field.choices, *field.suggestions]
        assert [value for value in values if repr(value) not in words or repr(field.name) not in words] == []
    for players in range(found.INFO.least_players, found.INFO.most_players + 1):
        assert f"{players} players" in words


def test_all_presets_are_played_and_their_seeds_differ() -> None:
    starts = starts_of([*sse.GAMES], None)
    assert {preset for game, preset in starts if game == "jump_wars"} == {NO_PRESET, *sse.jump_wars.presets()}
    asked = [*questions(starts, range(2), seed=0)]
    assert len({question.seed for question in asked}) == len(asked) == 2 * len(starts)
    assert [*questions(starts[3:4], range(1, 2), seed=0)] == [asked[len(starts) + 3]]


def test_a_seed_makes_the_same_mistakes() -> None:
    text = sse.format_state(sse.jump_wars.new_game(seed=1))
    made = [mutated(text, sse.SplitMix64(seed)) for seed in range(50)]
    assert made == [mutated(text, sse.SplitMix64(seed)) for seed in range(50)]
    assert len({*made}) > 40
    assert all(isinstance(mutated("", sse.SplitMix64(seed)), str) for seed in range(50))
