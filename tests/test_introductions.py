"""Introductions to the games: what they say agrees with the rules, and their tours can be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import sse_core as sse
from sse_core import games
from sse_core.errors import SetupError
from sse_core.play import introduction
from sse_core.play.introduction import introduction_of, tour_of, translation_of
from sse_core.play.rules import clauses_of
from sse_core.play.steps import refusal, steps
from sse_core.web.plan import plan_of

NAMES: Final = list(sse.GAMES)
CLAUSE: Final = re.compile(r"\b[A-Z][0-9]+(?:\.[0-9]+)?\b")
PLACE: Final = re.compile(r"\b[a-j][0-9]+\b")
LANGUAGES: Final = ("de",)


@pytest.mark.parametrize("name", NAMES)
def test_three_lines_say_what_a_game_is(name: str) -> None:
    found = introduction_of(name)
    assert found is not None
    assert len(found.about) == 3
    assert found.has_tour
    for line in found.about:
        assert line.endswith(".")
        assert len(line) < 180, "a line is read at a glance"
    assert re.search(r"\bwins?\b", found.about[2])


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_can_be_played(name: str) -> None:
    """It has five to eight steps, in nearly all of which the visitor acts; clauses exist; refusals are refusals."""
    stops = tour_of(name)
    numbers = [stop.step for stop in stops]
    assert numbers == sorted(numbers)
    assert {*numbers} == {*range(1, numbers[-1] + 1)}
    assert 5 <= numbers[-1] <= 8
    acting = {stop.step for stop in stops if stop.action is not None or stop.tried}
    assert len(acting) >= numbers[-1] - 1
    assert any(stop.tried for stop in stops), "a visitor sees a refusal once"
    known = {*clauses_of(sse.GAMES[name])}
    for stop in stops:
        assert {*CLAUSE.findall(f"{stop.words} {stop.done}")} <= known
        if stop.tried:
            reason = refusal(stop.state, stop.tried, stop.seat)
            assert CLAUSE.findall(reason)
            assert refusal(stop.state, stop.tried[:-1], stop.seat) == "", "all but the last choice can be made"
        elif stop.action is not None:
            assert stop.state.to_act[0] == stop.seat
            assert steps(stop.state, stop.action)
            assert stop.action in stop.state.legal_actions(stop.seat)
            seen = stop.state.view(stop.seat)
            assert stop.action in seen.legal_actions(stop.seat), "what is seen is enough"
    ends = [stop for stop in stops if stop.action is not None]
    outcome = ends[-1].after.outcome
    assert outcome is not None, "the tour leads to the end of a game"
    assert ends[-1].seat in outcome.winners
    citing = {stop.step for stop in stops if CLAUSE.search(f"{stop.words} {stop.done}")}
    assert citing >= acting


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_translation_says_the_same(name: str, language: str) -> None:
    """Other words for each step, which cite the same clauses and name the same places and numbers."""
    original, translation = introduction_of(name), translation_of(name, language)
    assert original is not None
    assert translation is not None
    assert translation.language == language
    assert all(line.endswith(".") and len(line) < 180 for line in translation.about)
    assert not {*translation.about} & {*original.about}
    for stop in tour_of(name):
        said = translation.of(stop)
        assert (said.state, said.action, said.tried) == (stop.state, stop.action, stop.tried)
        for ours, theirs in ((said.title, stop.title), (said.words, stop.words), (said.done, stop.done)):
            assert bool(ours) is bool(theirs)
            assert not ours or ours != theirs
            assert sorted(CLAUSE.findall(ours)) == sorted(CLAUSE.findall(theirs))
            assert sorted(set(PLACE.findall(ours))) == sorted(set(PLACE.findall(theirs)))
            assert sorted(re.findall(r"\b[0-9]+\b", ours)) == sorted(re.findall(r"\b[0-9]+\b", theirs))


@pytest.mark.parametrize("language", ["en", "tlh", "../de", ""])
def test_what_is_translated_into_no_such_language(language: str) -> None:
    assert translation_of("small_star_empires", language) is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('done = "Du gewinnst.', 'then = "Du gewinnst.'), r"\[tour.step.7\] done stands where"),
        (('title = "Fliegen', 'colour = "rot"\ntitle = "Fliegen'), "colour is unknown"),
        (("about = [", 'about = ["Eine Zeile."]\nold = ['), "about has 3 lines, not 1"),
        (('title = "Ein Plan', 'title = "Ein Plan"\nwords = "Mehr."\n[[tour.step]]\ntitle = "Ein Plan'), "8 times"),
    ],
    ids=["done", "unknown", "lines", "steps"],
)
def test_what_is_wrong_with_a_translation_is_said(
    change: tuple[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = games.place_of("small_star_empires").parent / "data"
    (tmp_path / "data").mkdir()
    for name in ("introduction.toml", "introduction.de.toml"):
        text = (shipped / name).read_text(encoding="utf-8")
        if ".de." in name:
            assert change[0] in text
            text = text.replace(*change, 1)
        (tmp_path / "data" / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(introduction, "place_of", lambda name: tmp_path / "__init__.py")
    with pytest.raises(SetupError, match=said):
        translation_of.__wrapped__("small_star_empires", "de")


@pytest.mark.parametrize("name", NAMES)
def test_a_first_game_can_be_opened(name: str) -> None:
    found = introduction_of(name)
    assert found is not None
    plan = plan_of({"game": name, **found.first_game})
    assert plan.players[0] == "human"
    assert plan.start.to_act


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('do = ["a1-a2=C"]', 'do = ["a1-e3=C"]'), r"\[tour.step.1\] do: a1-e3=C: .*\(E3\."),
        (('do = ["a1-a2=C"]', 'do = ["up"]'), r"\[tour.step.1\] do: up"),
        (('then = ["e3-e2=C"]', 'then = ["e3-e2=C", "e3-e2=C"]'), r"\[tour.step.1\] then: e3-e2=C"),
        (('do = ["a1-a2=C"]', "if = 3"), r"\[tour.step.1\] then follows an action"),
        (('title = "Fly and land"', 'title = "Fly and land"\ncolour = "red"'), r"colour is unknown"),
        (('title = "Fly and land"\n', ""), r"\[tour.step.1\] title is missing"),
        (("about = [", 'about = ["One more."]\nold = ['), r"about has 3 lines, not 1"),
    ],
    ids=["illegal", "no-action", "out-of-turn", "nothing-done", "unknown", "missing", "lines"],
)
def test_what_is_wrong_with_a_file_is_said(
    change: tuple[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the table, the key, and the clause of a rule that was broken."""
    shipped = games.place_of("small_star_empires").parent / "data" / "introduction.toml"
    text = shipped.read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "introduction.toml").write_text(text.replace(*change, 1), encoding="utf-8")
    monkeypatch.setattr(introduction, "place_of", lambda name: tmp_path / "__init__.py")
    with pytest.raises(SetupError, match=said):
        tour_of.__wrapped__("small_star_empires")


def test_a_game_without_a_file_has_no_introduction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(introduction, "place_of", lambda name: tmp_path / "__init__.py")
    assert introduction_of("small_star_empires") is None
    assert tour_of.__wrapped__("small_star_empires") == ()
