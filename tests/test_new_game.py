"""A fourth game costs what CONTRIBUTING lists: a folder, a line, a folder of tests. Then every tool serves it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.overlay import ROOT, add_heaps, run_in

pytest.importorskip("tools.game_pages", reason="tools are part of the checkout, not of the package")
pytestmark = pytest.mark.skipif(not (ROOT / "docs").exists(), reason="docs are part of the checkout")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with one more game, Heaps."""
    folder = tmp_path_factory.mktemp("new_game") / "checkout"
    folder.mkdir()
    add_heaps(folder)
    return folder


# --- what runs in the checkout with the game


def played() -> None:
    """Play, records, counts, matches, rules, commands of its own."""
    import sse_core as sse
    from sse_core import cli, testing
    from sse_core.play.records import format_game, read

    heaps = sse.GAMES["heaps"]
    assert [*sse.GAMES][-1] == "heaps"
    testing.check_game(heaps, seeds=[0])
    for line in (
        "play heaps random grabber --seed 3 --out game",
        "score heaps game/game.sse",
        "show heaps game/game.sse --svg --out game/end.svg",
        "show heaps game/game.sse --svg --animated --out game/game.svg",
        "moves heaps nine --json",
        "perft heaps nine 3",
        "playouts heaps nine --games 5",
        "analyse heaps nine --visits 9",
        "match heaps grabber random --games 2 --jobs 1",
        "rules heaps H2.1",
        "stones count nine",
        "--help",
    ):
        try:
            status = cli.main(line.split())
        except SystemExit as left:
            status = int(left.code or 0)
        assert status == 0, line
    record = read(Path("game/game.sse").read_text(encoding="utf-8"))
    assert record.game is heaps
    assert read(format_game(record)) == record
    assert Path("game/end.svg").read_text(encoding="utf-8").startswith("<svg")


def drawn_by_hypothesis() -> None:
    """Positions and records, by annotation."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    import sse_core as sse
    from sse_core.testing.registration import register

    register()

    @settings(max_examples=5, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.from_type(sse.GAMES["heaps"].State))  # type: ignore[attr-defined]
    def check(state: object) -> None:
        assert sse.read(sse.format_state(state)) == state  # type: ignore[arg-type]

    check()


def fuzzed() -> None:
    """The readers of its texts, from the small values of its tests."""
    from tests.fuzzing import readers

    names = [name for name in readers.READERS if name.startswith("heaps-")]
    assert names == [f"heaps-{kind}" for kind in ("action", "state", "game", "state-json", "game-json")]
    assert all(readers.try_to_read(name, text) for name in names for text in readers.texts_to_begin_with(name))
    assert any("[3, 0, 0, null, null, 0]" in text for text in readers.texts_to_begin_with("heaps-state"))


def timed() -> None:
    """Its random games, beside those of the others."""
    from bench import bench_games

    starts = bench_games.starts()
    assert [*starts][-1] == "Heaps, 2"
    assert bench_games.contender("Heaps, 2", starts["Heaps, 2"]).run(3, 1) == 3


def listed() -> None:
    """Its rules, names and page in the site, and the picture of its page."""
    from tools import game_pages, pictures

    docs = Path("docs")
    game_pages.write(docs)
    index = game_pages.expanded((docs / "index.md").read_text(encoding="utf-8"), docs).split("\n")
    for line, file in (
        ("heaps", "heaps.md"),
        ("Heaps <site/rules_heaps>", "site/rules_heaps.md"),
        ("api/games/heaps", "api/games/heaps.rst"),
    ):
        assert line in index
        assert (docs / file).is_file(), file
    assert "sse_core/heaps/RULES.md" in (docs / "site" / "rules_heaps.md").read_text(encoding="utf-8")
    assert pictures.PICTURES["heaps.svg"]().startswith("<svg")


def shown_on_the_page() -> None:
    """The forms to set it up, and positions that are pasted."""
    import sse_core as sse
    from sse_core.web import fields, plan

    assert [field.name for field in fields.fields_of(sse.GAMES["heaps"])] == ["stones"]
    wish = {"game": "heaps", "players": ["random", "grabber"], "seed": 1, "fields": {"stones": 4}}
    start = plan.plan_of(wish).start
    assert start.totals == (0, 0)
    assert plan.pasted(sse.format_state(start)).game is sse.GAMES["heaps"]


def test_every_tool_serves_the_game(checkout: Path) -> None:
    """In one process, since each would load the package again; the traceback names the tool."""
    checks = (played, drawn_by_hypothesis, fuzzed, timed, listed, shown_on_the_page)
    names = ", ".join(check.__name__ for check in checks)
    run_in(checkout, "-c", f"from tests.test_new_game import {names}\nfor check in ({names}): check()")


def test_the_list_in_contributing_is_what_was_done() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Adding a game\n")[2]
    steps = re.findall(r"^\d\. \*\*(.+?)\*\*", section.partition("\n## ")[0], re.MULTILINE)
    done = re.findall(r"^    # (\d)\. ", (ROOT / "tests" / "overlay.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert [*map(str, range(1, len(steps) + 1))] == done
