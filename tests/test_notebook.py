"""Pictures and tables in notebooks: well formed, escaped, and the same every time; and rows for data frames."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis.vendor import pretty
from tests import heaps
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core import arena, jump_wars, micro_space_empire
from sse_core.bots import greedy, random
from sse_core.drawing.notebook import ScoreSheet, picture, table
from sse_core.drawing.svg import Picture
from sse_core.play.search.analysis import Analysis, Line
from sse_core.play.search.monte_carlo import search_of
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import Campaign, solve
from sse_core.small_star_empires.strength.solution import Solution

SCRIPT: Final = "<script>alert('1')</script>"
NOTEBOOK: Final = Path(__file__).parents[1] / "docs" / "first_bot.ipynb"

TINY: Final = sse.new_game(sse.parse_map("A 1 2 3 B"), ships=1)
MIDDLE: Final = sse.playout(sse.small_star_empires.new_game(players=3, seed=1, unexplored=True), 3)
MICRO: Final = micro_space_empire.new_game()
ORDERS: Final = jump_wars.new_game(players=3, seed=1).resolve(sse.SplitMix64(1))
DUEL: Final = sse.new_game(sse.maps()["duel"])
RECORD: Final = sse.GameRecord(DUEL, ["a1-b2=C", "e3-e2=C", "b2-d1=C"], {"A": SCRIPT, "B": "greedy"})
CAMPAIGN: Final = Campaign(2, 7).play([greedy.choose] * 2, 3)

PICTURES: Final[dict[str, Any]] = {
    "board": TINY.board,
    "state": MIDDLE,
    "state of Micro Space Empire": MICRO,
    "state of Jump Wars": ORDERS,
    "view": ORDERS.view(1),
    "record": RECORD,
    "record of Jump Wars": sse.GameRecord(ORDERS, [ORDERS.legal_ids()[0]]),
}
TABLES: Final[dict[str, Callable[[], Any]]] = {
    "analysis": lambda: sse.analyse(sse.small_star_empires.new_game(players=3), visits=300, seed=1),
    "analysis of a solved state": lambda: sse.analyse(TINY, visits=50, seed=1),
    "analysis of Micro Space Empire": lambda: sse.analyse(MICRO, visits=20, seed=1),
    "analysis of chance": lambda: sse.analyse(MICRO.after(0), visits=20, seed=1),
    "analysis of Jump Wars": lambda: sse.analyse(ORDERS, visits=5, seed=1),
    "analysis of the end": lambda: sse.analyse(MIDDLE, visits=5, seed=1),
    "score": lambda: MIDDLE.score_sheet()[0],
    "score sheet": MIDDLE.score_sheet,
    "score of Micro Space Empire": lambda: MICRO.score,
    "score sheet of Micro Space Empire": MICRO.score_sheet,
    "score table of Jump Wars": lambda: sse.score_table(ORDERS),
    "solution": lambda: solve(TINY, all=True),
    "solution by wins": lambda: solve(TINY, objective="win", all=True),
    "unfinished solution": lambda: solve(sse.small_star_empires.new_game(), nodes=100),
    "solution of the end": lambda: solve(MIDDLE),
    "campaign": lambda: CAMPAIGN,
    "new campaign": lambda: Campaign(3, 1),
}


def read(html: str) -> Element:
    """The elements of HTML, which is XML here, too."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def cells(html: str) -> list[list[str]]:
    """The words of the first table, row by row."""
    (found, *_) = read(html).iter("table")
    return [["".join(word.itertext()) for word in row] for row in found.iter("tr")]


def assert_harmless(html: str) -> None:
    """Nothing runs, and nothing is fetched."""
    root = read(html)
    for each in root.iter():
        assert each.tag.rpartition("}")[2] not in (
            "script",
            "iframe",
            "object",
            "link",
            "image",
            "img",
            "foreignObject",
        )
        for name, value in each.attrib.items():
            assert not name.startswith("on")
            assert not name.endswith("href") or value.startswith("#")
            assert "url(" not in value or "url(#" in value


# --- pictures


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_shown_as_svg_and_as_html_that_fits_the_page(name: str) -> None:
    value = PICTURES[name]
    svg, html = value._repr_svg_(), value._repr_html_()
    assert (svg, html) == (value._repr_svg_(), value._repr_html_())
    assert_harmless(html)
    (shown,) = read(html).iter("{http://www.w3.org/2000/svg}svg")
    assert shown.attrib.pop("style") == "max-width:100%;height:auto"
    drawn = ElementTree.fromstring(svg)
    assert shown.attrib == drawn.attrib
    assert [*shown.itertext()] == [*drawn.itertext()]
    assert not repr(value).startswith("<")


def test_what_draws_is_shown_as_a_picture() -> None:
    for svg in (
        sse.to_svg(TINY, theme="light"),
        micro_space_empire.to_svg(MICRO),
        jump_wars.to_svg(ORDERS),
        RECORD.to_svg(animated=True),
        RECORD.to_strip(),
    ):
        shown: Any = svg
        assert isinstance(shown, Picture)
        assert shown._repr_svg_() == str(svg)
        assert shown._repr_html_() == picture(svg)
        assert repr(shown) == repr(str(svg))
        assert pretty.pretty(shown) == f"<SVG document of {len(svg):,} characters>"
        assert_harmless(shown._repr_html_())


def test_a_record_is_shown_as_its_end_with_who_won() -> None:
    assert RECORD._repr_svg_() == sse.to_svg(RECORD.final, last=RECORD.actions[-1:])
    html = RECORD._repr_html_()
    assert SCRIPT not in html
    (caption,) = read(html).iter("figcaption")
    assert caption.text == f"Small Star Empires: A ({SCRIPT}), B (greedy); 3 plies, unfinished"
    moves = [(player, action) for player, action, _ in turns_of(TINY, [random.choose] * 2, 1)]
    whole = sse.GameRecord(TINY, moves)
    outcome = whole.final.outcome
    assert outcome is not None
    assert f"; {len(moves)} plies, {'AB'[outcome.winners[0]]} wins<" in whole._repr_html_()


def test_a_view_shows_what_the_view_knows() -> None:
    hand = ORDERS.after(ORDERS.legal_ids()[0], ORDERS.to_act[0]).resolve(sse.SplitMix64(2))
    other = next(seat for seat in range(3) if hand.view(seat) != hand)
    assert hand.view(other)._repr_html_() == picture(jump_wars.to_svg(hand.view(other)))
    assert hand.view(other)._repr_html_() != hand._repr_html_()


# --- tables


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_well_formed_and_plain(name: str) -> None:
    value = TABLES[name]()
    html = value._repr_html_()
    assert html == value._repr_html_()
    assert_harmless(html)
    assert read(html).text is None
    # It has the colours of the page.
    assert "color" not in html
    assert "background" not in html
    for shown in read(html).iter("table"):
        assert len({len(row) for row in shown.iter("tr")}) == 1


def test_words_of_a_table_are_escaped() -> None:
    html = table(SCRIPT, [SCRIPT, "n"], [[SCRIPT, "1"]], note=SCRIPT)
    assert "<script" not in html
    assert cells(html) == [[SCRIPT, "n"], [SCRIPT, "1"]]
    assert picture("<svg />", SCRIPT).count("<script") == 0
    assert "<table" not in table("nothing", ["a"], [])


def test_an_analysis_has_its_actions_in_notation_and_numbers_by_seat() -> None:
    start = sse.small_star_empires.new_game(players=3)
    found = sse.analyse(start, visits=300, seed=1)
    heading, *rows = cells(found._repr_html_())
    assert heading == [
        *("action", "visits", "win % A", "win % B", "win % C", "±", "margin A", "margin B", "margin C"),
        "expected play",
    ]
    assert len(rows) == 20
    for row, line in zip(rows, found.lines, strict=False):
        assert row[0] == sse.format_action(line.action, start)
        assert row[1] == str(line.visits)
        assert row[2:5] == [f"{100 * value:.1f}" for value in map(float, line.value)]
        assert row[6:9] == [f"{margin:+z.2f}" for margin in map(float, line.margin)]
        state, texts = start, list[str]()
        for action in line.line:
            texts.append(sse.format_action(action, state))
            state = state.after(action)
        assert row[9].removesuffix(" …").split() == texts[1:8]
    html = found._repr_html_()
    assert f"{len(found.lines) - 20} more" in html
    assert f"Ply 0, A to act, {len(found.lines)} legal actions; 300 visits" in html
    assert found.how in "".join(read(html).itertext())


def test_an_analysis_says_what_is_exact_and_names_chance() -> None:
    solved = sse.analyse(sse.new_game(sse.parse_map("A 1 2 B"), cities=1, stations=0), visits=1000, seed=1)
    assert solved.exact
    assert cells(solved._repr_html_())[1][4] == "exact"
    heading, first, *_ = cells(sse.analyse(MICRO.after(0), visits=20, seed=1)._repr_html_())
    assert heading == ["action", "visits", "win %", "±", "score", "expected play"]
    assert first[0].startswith("turn=")
    assert "Ply 1, chance to act, 7 chance events" in sse.analyse(MICRO.after(0), visits=20)._repr_html_()
    assert "The game is over" in sse.analyse(MIDDLE, visits=5)._repr_html_()


def test_an_analysis_of_another_writer_of_orders_is_that_of_its_view() -> None:
    state = ORDERS
    while len(state.to_act) < 2:
        state = state.after(state.legal_ids()[0]).resolve(sse.SplitMix64(1))
    search = search_of(state, player=state.to_act[1], seed=1)
    search.run(visits=5)
    found = search.analysis()
    assert (found.player, found.state) == (state.to_act[1], state.view(state.to_act[1]))
    assert f", {'ABC'[state.to_act[1]]} to act" in found._repr_html_()
    legal = {state.game.format_action(action, state) for action in state.legal_actions(state.to_act[1])}
    assert {row[0] for row in cells(found._repr_html_())[1:]} <= legal


def test_an_analysis_made_by_hand_shows_its_actions_as_they_are() -> None:
    line = Line("<take>", 3, (0.5, Fraction(1, 2)), (0, 1.5), 0.25, False, ("<take>", "wait"))
    found = Analysis((line,), 3, 0.1, SCRIPT)
    assert cells(found._repr_html_())[1] == ["<take>", "3", "50.0", "50.0", "25.0", "+0.00", "+1.50", "wait"]
    assert "<script" not in found._repr_html_()
    assert found == Analysis((line,), 3, 0.1, SCRIPT, state=heaps.new_game(), player=1)
    assert "state" not in repr(found)


def test_scores_are_tuples_and_lists_as_before() -> None:
    sheet, table_of = MIDDLE.score_sheet(), sse.score_table(MIDDLE)
    assert isinstance(sheet, tuple)
    assert sheet == tuple(sheet) == sse.State.from_json(MIDDLE.to_json()).score_sheet()
    assert repr(sheet) == repr(tuple(sheet))
    assert table_of == MIDDLE.game.score_table(MIDDLE)
    assert repr(table_of) == repr(list(table_of))
    assert isinstance(sheet, ScoreSheet)
    heading, *rows = cells(sheet._repr_html_())
    assert heading == ["seat", *sheet[0]._fields, "total"]
    assert rows == [["ABC"[seat], *map(str, score), str(score.total)] for seat, score in enumerate(sheet)]
    assert cells(sheet[1]._repr_html_()) == [heading[1:], rows[1][1:]]


def test_a_solution_has_the_worth_of_each_action() -> None:
    found = solve(TINY, objective="win-margin", all=True)
    assert found.margin is not None
    heading, *rows = cells(found._repr_html_())
    assert heading == ["action", "margin A", "margin B", "win A", "win B"]
    assert [row[0] for row in rows] == [sse.format_action(worth.action, TINY) for worth in found.worths]
    assert [row[1] for row in rows] == [f"{worth.margin[0]:+d}" for worth in found.worths if worth.margin]
    html = found._repr_html_()
    assert f"Solved: A {found.margin[0]:+d} and 100.0 %" in html
    assert f"Best play: {sse.format_action(found.line[0], TINY)} " in html
    assert repr(found).startswith("Solution(exact=True")
    assert "state" not in repr(found)
    assert "Not solved yet: between " in solve(sse.small_star_empires.new_game(), nodes=100)._repr_html_()
    bare = Solution(False, "margin", None, None, -1, 1, (), (), 0, 0.0)
    assert "Not solved yet" in bare._repr_html_()


def test_a_campaign_has_a_row_for_each_game() -> None:
    heading, *rows = cells(CAMPAIGN._repr_html_())
    assert heading[0] == "game"
    assert len(rows) == len(CAMPAIGN.games)
    assert f"won by {'AB'[CAMPAIGN.winners[0]]}" in CAMPAIGN._repr_html_()
    assert "0 games; 4 win the campaign; win piles: A 0, B 0, C 0" in Campaign(3, 1)._repr_html_()


def test_results_of_a_match_have_their_intervals() -> None:
    results = arena.Results(seats=2)
    assert "No round is complete" in results._repr_html_()
    starts = arena.starts_of(lambda seed: sse.new_game(sse.base_map(2, seed=seed)), seed=7)
    for played in arena.play_match("greedy", "random", starts):
        if results.add(played) and results.rounds in (1, 4):
            html = results._repr_html_()
            assert_harmless(html)
            heading, share, margin, elo = cells(html)
            assert heading == ["", "result", "95 %, from", "to"]
            assert share[1:] == [f"{100 * number:.1f} %" for number in results.share]
            assert margin[1] == f"{results.margin.value:+.2f}"
            assert elo[0] == "Elo"
            # One round can't bound the margin.
            assert (margin[2:] == ["", ""]) == (results.rounds == 1)
            assert f"A won {results.tally.wins}, " in html
        if results.rounds == 4:
            break


# --- rows


def game_of_each(name: str) -> sse.GameRecord[Any, Any]:
    starts: dict[str, Any] = {
        "small_star_empires": sse.small_star_empires.new_game(players=3, seed=2, unexplored=True),
        "micro_space_empire": MICRO,
        "jump_wars": jump_wars.new_game(players=2, seed=3, turn_limit=1),
    }
    start = starts[name] if name in starts else sse.GAMES[name].new_game(seed=2)
    moves = [(player, action) for player, action, _ in turns_of(start, [random.choose] * 3, seed=5)]
    return sse.GameRecord(start, moves, {"A": "random", "seed": "5"})


PLAIN: Final = (int, float, str, bool, type(None))


@pytest.mark.parametrize("name", sse.GAMES)
def test_rows_replay_to_the_same_game(name: str) -> None:
    record = game_of_each(name)
    game, rows = record.game, record.to_rows()
    assert len(rows) == len(record.moves)
    assert len({tuple(row) for row in rows}) == 1
    assert {type(value) for row in rows for value in row.values()} <= {*PLAIN}
    state = record.start
    turn = 0
    for ply, row in enumerate(rows, 1):
        turn += not (ply > 1 and game.continues_turn(state))
        action = game.parse_action(row["action"], state)
        after = state.after(action, row["seat"])
        assert (row["ply"], row["turn"]) == (ply, turn)
        assert row["is_chance"] == (row["seat"] == sse.CHANCE) == (row["player"] == "?")
        assert row["is_chance"] or row["player"] == game.INFO.seats[row["seat"]]
        chances = {event: float(chance) for event, chance in state.odds()}
        assert row["probability"] == (chances[action] if row["is_chance"] else None)
        assert row["name"] == ("random" if row["player"] == "A" else None)
        assert row["effects"] == "; ".join(game.effects(state, action, after))
        for seat, score in enumerate(game.score_table(after)):
            letter = game.INFO.seats[seat]
            assert row[f"total_{letter}"] == after.totals[seat]
            for column, points in score.items():
                assert row[f"{column.replace(' ', '_')}_{letter}"] == points
        state = after
    assert state == record.final


def test_the_keys_of_rows_stand_in_order() -> None:
    (row,) = sse.GameRecord(TINY, [0]).to_rows()
    assert list(row) == [
        *("ply", "turn", "seat", "player", "name", "action", "kind", "is_chance", "probability", "effects"),
        *("total_A", "total_B"),
        *(f"{part}_{seat}" for seat in "AB" for part in ("planets", "nebulae", "trade_stations", "territory")),
    ]
    assert sse.GameRecord(TINY, []).to_rows() == []


def test_kinds_of_actions() -> None:
    kinds = {name: {row["kind"] for row in game_of_each(name).to_rows()} for name in sse.GAMES}
    assert {"move", "reveal"} <= kinds["small_star_empires"] <= {"move", "reveal", "choose", "stay"}
    assert kinds["micro_space_empire"] <= {verb.value for verb in micro_space_empire.Verb}
    assert kinds["jump_wars"] <= {verb.value for verb in jump_wars.Verb}


@pytest.mark.ci
def test_rows_make_a_data_frame() -> None:
    pandas: Any = importlib.import_module("pandas")
    record = game_of_each("micro_space_empire")
    frame = pandas.DataFrame(record.to_rows())
    assert frame.shape == (len(record.moves), len(record.to_rows()[0]))
    assert str(frame["is_chance"].dtype) == "bool"
    assert str(frame["probability"].dtype) == "float64"
    assert frame["probability"].isna().tolist() == [not chance for chance in frame["is_chance"]]
    assert frame["total_A"].iloc[-1] == record.final.totals[0]


# --- the command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sse"
    path.write_text(sse.format_game(RECORD), encoding="utf-8")
    return path


def test_show_draws_whole_games(run: Run, game: Path, tmp_path: Path) -> None:
    assert run("show", game, "--svg", "--animated").out == RECORD.to_svg(animated=True) + "\n"
    assert run("show", game, "--svg", "--strip").out == RECORD.to_strip() + "\n"
    chosen = run("show", game, "--svg", "--animated", "--plies", "3,0-2:2", "--seconds", "0.5", "--once").out
    assert chosen == RECORD.to_svg(animated=True, plies=[3, 0, 2], seconds=0.5, loop=False) + "\n"
    beside = run("show", game, "--svg", "--strip", "--plies", "0-3", "--columns", "2").out
    assert beside == RECORD.to_strip(range(4), columns=2) + "\n"
    out = tmp_path / "film.svg"
    assert run("show", game, "--svg", "--animated", "--out", out).out == f"wrote {out}\n"
    assert out.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--strip"], 2, "--strip is a picture: --svg --strip"),
        (["--json", "--animated"], 2, "--animated is a picture"),
        (["--svg", "--animated", "--strip"], 2, "not allowed with"),
        (["--svg", "--plies", "1"], 2, "--plies goes with --animated or --strip"),
        (["--svg", "--strip", "--seconds", "1"], 2, "--seconds goes with --animated"),
        (["--svg", "--strip", "--once"], 2, "--once goes with --animated"),
        (["--svg", "--animated", "--columns", "2"], 2, "--columns goes with --strip"),
        (["--svg", "--strip", "--plies", "2-1"], 2, "plies are written like 0,7,12 or 0-40 or 0-40:5, not '2-1'"),
        (["--svg", "--strip", "--plies", "1-3:0"], 2, "plies are written like"),
        (["--svg", "--strip", "--plies", "x"], 2, "plies are written like"),
        (["--svg", "--strip", "--plies", "0-999999999"], 1, "the record has no ply 4: they are 0, the start, to 3"),
        (["--svg", "--animated", "--seconds", "9999"], 1, "seconds is 9999.0, not in 0.01 to 3,600"),
        (["--svg", "--strip", "--columns", "1k"], 1, "columns is 1000, not in 1 to 100"),
    ],
)
def test_show_refuses_what_makes_no_picture(run: Run, game: Path, options: list[str], status: int, words: str) -> None:
    assert_refused(run("show", game, *options), status, words)


def test_show_draws_whole_games_of_records_alone(run: Run) -> None:
    assert_refused(run("show", "duel", "--svg", "--animated"), 1, "duel is no record of a game, but a map")
    assert_refused(run("show", "--svg", "--strip"), 2, "--strip shows a recorded game: name its file")


# --- the notebook of the docs


@pytest.mark.skipif(not NOTEBOOK.exists(), reason="docs are part of the checkout, not of the package")
def test_the_notebook_is_kept_without_outputs() -> None:
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert found["metadata"]["kernelspec"]["name"] == "python3"
    code = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 10
    for cell in code:
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        compile("".join(cell["source"]), "cell", "exec")
    texts = ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "markdown"]
    for target in re.findall(r"\]\(([^)]+)\)", "\n".join(texts)):
        assert (NOTEBOOK.parent / target).exists(), target
