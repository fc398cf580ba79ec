"""People at the terminal: what they type and what they are told, in a pipe, where every word of the page can be
read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.command import Run, joined
from tests.heaps import new_game as new_heaps

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.cli.session.choices import choices_page, list_page
from sse_core.cli.session.hints import hint_lines
from sse_core.cli.session.requests import COMMANDS
from sse_core.cli.session.typed_input import Chosen, Options, Refused, _meanings, options_of, understand
from sse_core.game import PLAIN, Step
from sse_core.play.search.monte_carlo import search_of
from sse_core.play.turns import turns_of
from sse_core.small_star_empires import Move, position

DUEL: Final = ("play", "human", "human", "--map", "duel")
FUEL: Final = "rules: open_borders=yes\nbag: refueling=1\nships: 1\n\n1 A ? 1 B 1\n"

PAGE: Final = Path(__file__).parents[1] / "docs" / "terminal.md"


def position_of(name: str, plies: int, seed: int) -> Any:
    """The position after so many random plies, at which somebody is to choose; the start if the game ends before."""
    options = {"unexplored": True} if name == "small_star_empires" else {}
    state = start = sse.GAMES[name].new_game(seed=seed, **options)
    players = [BOTS["random"].choose] * len(state.totals)
    for _, _, after in islice(turns_of(state, players, seed), plies):
        state = after
    return (state if state.to_act else start).resolve(sse.SplitMix64(seed))


def positions(name: str) -> st.SearchStrategy[Any]:
    found = st.builds(position_of, st.just(name), st.integers(0, 150), st.integers(0, 2**32))
    return found.filter(lambda state: bool(state.to_act))


# --- what is typed


@pytest.mark.parametrize(
    "typed",
    ["a1-b1=C", "A1-B1=c", "a1 - b1 = C", "a1 b1 city", "a1 b1 c", "A1  B1  CITY", "a1-b1 c", "a1>b1 c", "a1b1c"],
)
def test_typing_is_forgiving(run: Run, typed: str) -> None:
    result = run(*DUEL, stdin=f"{typed}\nquit\n")
    if typed == "a1b1c":
        # There is no mark between the cells, so it might be anything.
        assert "\nThe game was left after 0 plies.\n" in result.out
    else:
        assert "\nThe game was left after 1 ply.\n" in result.out
        assert typed == "a1-b1=C" or "\nA (human): a1-b1=C\n" in result.out


@pytest.mark.parametrize("name", sse.GAMES)
@given(data=st.data())
def test_an_action_can_be_typed_by_its_text_and_by_its_steps(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    player = state.to_act[0]
    view = state.view(player)
    options = options_of(view, player)
    action, text, steps = data.draw(st.sampled_from(options.actions))
    for typed in (text, text.upper(), " ".join(step.key for step in steps)):
        assert understand(typed, view, player, COMMANDS) == Chosen(action)


@pytest.mark.parametrize("name", sse.GAMES)
@given(data=st.data())
def test_the_first_choices_lead_to_all_actions(name: str, data: st.DataObject) -> None:
    """Each of them alone is an action, or what it leads to."""
    state = data.draw(positions(name))
    player = state.to_act[0]
    view = state.view(player)
    options = options_of(view, player)
    reached = []
    for step in options.next_steps:
        meant = understand(step.key, view, player)
        assert isinstance(meant, Chosen | Options)
        reached += [meant.action] if isinstance(meant, Chosen) else [action for action, _, _ in meant.actions]
    assert sorted(map(repr, reached)) == sorted(repr(action) for action, _, _ in options.actions)


def test_a_game_without_steps_has_its_texts_in_two_parts() -> None:
    state = new_heaps().resolve(sse.SplitMix64(0))
    found = options_of(state.view(0), 0)
    assert [[step.key for step in steps] for _, _, steps in found.actions][:2] == [["take", "1"], ["take", "2"]]
    assert understand("take 2", state.view(0), 0) == Chosen("take 2")
    assert isinstance(understand("take", state.view(0), 0), Options)


@pytest.mark.parametrize(
    ("typed", "command"),
    [("undo", "undo"), ("UNDO", "undo"), ("undo 2", "undo"), ("u", "undo"), ("?", "?"), ("? a1", "?"), ("q", "quit")],
)
def test_commands_are_known_by_their_beginning(typed: str, command: str) -> None:
    assert understand(typed, sse.new_game(sse.maps()["duel"]), 0, COMMANDS) == command


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("h", "h may be hint or help"),
        ("s", "s may be score or save"),
        ("a1 zz", "after a1 comes a2, a3, b1, b2, c1, c3 or 1 other, not zz"),
        ("a1 e3", "(E3."),
        ("e3", "player A has no ship at e3 (E2.1)"),
        ("e3 e2", "player A has no ship at e3 (E2.1)"),
        ("", "nothing was typed; ? lists the legal actions"),
        ("b9", "there is no b9: rows are a to e, and row b has b1 to b4 (E2.1)"),
        ("B9 c1", "there is no b9: rows are a to e, and row b has b1 to b4 (E2.1)"),
        ("a1 B9", "there is no b9: rows are a to e, and row b has b1 to b4 (E2.1)"),
        ("b9-c1=C", "there is no b9: rows are a to e, and row b has b1 to b4"),
        ("k1", "there is no k1: rows are a to e"),
        ("bord", "there is no 'bord' (did you mean 'board'?)"),
        ("rulse E3", "there is no 'rulse' (did you mean 'rules'?)"),
        ("blah", "an action is written like "),
    ],
)
def test_a_refusal_says_why(typed: str, words: str) -> None:
    meant = understand(typed, sse.new_game(sse.maps()["duel"]), 0, COMMANDS)
    assert isinstance(meant, Refused)
    assert words in meant.why


@pytest.mark.parametrize("name", sse.GAMES)
@given(data=st.data())
def test_whatever_is_typed_has_a_meaning(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name))
    player = state.to_act[0]
    words = st.sampled_from(["b2", "a1", "?", "undo", "=", "-", "targets", "near", "done", "b2-", "\ud800", "1" * 5000])
    typed = data.draw(st.text() | st.lists(words).map(" ".join))
    meant = understand(typed, state.view(player), player, COMMANDS)
    assert isinstance(meant, Chosen | Options | Refused) or meant in COMMANDS


def test_what_several_begin_with_is_asked_for() -> None:
    """Of two actions and a command none is taken for another."""
    state = sse.GAMES["micro_space_empire"].new_game(seed=1)
    meant = understand("b", state, 0, COMMANDS)
    assert meant == Refused("b may be an action or board")
    assert isinstance(understand("bi", state, 0, COMMANDS), Chosen)
    assert understand("bo", state, 0, COMMANDS) == "board"
    duel = sse.new_game(sse.maps()["duel"])
    assert understand("a1 a", duel, 0, COMMANDS) == Refused("a may be a2 or a3")


def test_a_ship_alone_is_never_moved() -> None:
    """Its cell asks where it can go, even if that is one system, or if another ship can go home there."""
    state = sse.new_game(sse.parse_map("A 3 B"), stations=0)
    assert len(state.legal_actions()) == 1
    meant = understand("a1", state, 0, COMMANDS)
    assert isinstance(meant, Options)
    assert meant.keys == ("a1",)
    board = sse.parse_map("A 3 2 B")
    damaged = position(board, owners={1: 0}, ships=[[(1, True)], [(3, False)]])
    assert "a2-a1" in [text for _, text, _ in options_of(damaged, 0).actions]
    assert isinstance(understand("a1", damaged, 0, COMMANDS), Refused)


def test_a_number_is_enough_where_numbers_are_chosen() -> None:
    steps = [(Step("20-29", "20 to 29"), Step("23", "23")), (Step("20-29", "20 to 29"), Step("24", "24"))]
    options = Options((), tuple((f"count={each[1].key}", f"count={each[1].key}", each) for each in steps))
    assert _meanings("23", options) == [Chosen("count=23")]
    assert _meanings("2", options) == [options.after("20-29")]


# --- where a ship can go


@pytest.mark.parametrize("typed", ["a1", "targets a1", "TARGETS A1"])
def test_the_targets_of_a_ship_are_marked_and_told(run: Run, typed: str) -> None:
    state = sse.new_game(sse.maps()["duel"])
    targets = {state.board.cell_names[move.target] for move in state.legal_actions() if isinstance(move, Move)}
    shown = run(*DUEL, stdin=f"{typed}\nquit\n").out.partition(f"A (human): {typed}\n")[2]
    asked = "Where does the ship at a1 land? (E3.1)"
    assert shown.startswith(f"\n{sse.to_text(state, marked=targets)}\n\n{asked}\n")
    told = shown.partition(f"\n{asked}\n")[2].partition("A (human)")[0]
    assert {*re.findall(r"\b[a-e][1-9]\b", told)} == targets


def test_targets_alone_are_the_first_choices(run: Run) -> None:
    shown = run(*DUEL, stdin="targets\nquit\n").out.partition("A (human): targets\n")[2]
    assert shown.startswith(
        f"\n{sse.to_text(sse.new_game(sse.maps()['duel']), marked=['a1'])}\n\n"
        "Which of your ships moves? (E2.1)\n  the ship at a1; one of 4 ships there\n"
    )


def test_choices_have_their_notes() -> None:
    """A toll and a tile stand behind the targets that they belong to."""
    state = sse.new_game(sse.parse_map(FUEL))
    options = options_of(state, 0).after("a2")
    assert choices_page(state, 0, options, (), PLAIN).partition("land? (E3.1)\n")[2].splitlines() == [
        "  fly to a1, a4; one planet, 1 point at once (E6.2)",
        "  fly to a3 and explore it; turns over a tile, with a city (E9.1)",
        "  fly to a6; one planet, 1 point at once; toll of 1 city (E6.2, E10.1)",
    ]


def test_pieces_are_told_with_the_reserve(run: Run) -> None:
    shown = run(*DUEL, stdin="a1 b1\nquit\n").out.partition("A (human): a1 b1\n")[2]
    asked = "What do you leave at b1: a city, or a trade station? (E6.1)"
    assert shown.startswith(f"\n{asked}\n  a city; 16 in reserve\n  a trade station; 4 in reserve; ")


@pytest.mark.parametrize(
    ("typed", "words"),
    [("targets e3", "(E2.1)"), ("targets stay", "No: "), ("targets a1 zz", "No: "), ("targets a1 b1 city", "No: ")],
)
def test_targets_that_are_not_there(run: Run, typed: str, words: str) -> None:
    shown = run(*DUEL, stdin=f"{typed}\nquit\n").out.partition(f"A (human): {typed}\n")[2]
    assert shown.startswith("No: ")
    assert words in shown.partition("\n")[0]


# --- lists


@pytest.mark.parametrize("name", sse.GAMES)
@given(data=st.data())
def test_a_list_of_actions_fits_a_screen(name: str, data: st.DataObject) -> None:
    """With each beginning that it offers: whatever is left out can be reached by typing more."""
    state = data.draw(positions(name))
    options = options_of(state.view(state.to_act[0]), state.to_act[0])
    page = list_page(options)
    assert page.count("\n") < 20
    assert max(map(len, page.split("\n"))) <= 80
    if "legal action" in page:
        groups = re.findall(r"(\S+(?: \S+)*) \((\d+)\)", page.partition(":\n")[2])
        assert sum(int(n) for _, n in groups) == len(options.actions)
        for key, _ in groups:
            assert not list_page(options, key).startswith("No legal")
    else:
        assert page.split() == [text for _, text, _ in options.actions] or " " in options.actions[0][1]


@pytest.mark.parametrize("name", sse.GAMES)
@pytest.mark.parametrize("lines", [5, 12, 24])
def test_a_list_of_actions_fits_a_narrow_and_low_screen(name: str, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", str(lines))
    state = position_of(name, 9, 2)
    options = options_of(state.view(state.to_act[0]), state.to_act[0])
    for beginning in ("", *(step.key for step in options.next_steps), "nothing that any action begins with"):
        page = list_page(options, beginning)
        assert page.count("\n") < max(6, lines - 4)
        assert [line for line in page.split("\n") if len(line) > 40 and " " in line] == []


def test_many_actions_are_grouped() -> None:
    cells = [f"{a}{b}" for a in "abcdefghij" for b in range(1, 11)]
    ways = [(f"{cell}-{n}", (Step(cell, cell), Step(f"{n}", f"{n}"))) for cell in cells for n in range(4)]
    page = list_page(Options((), tuple((text, text, steps) for text, steps in ways)))
    assert page.startswith("400 legal actions; ? and a name lists those of a group:\na1 (4)  a2 (4)")
    assert page.count("\n") < 20
    assert "j10 (4)" in page


@pytest.mark.parametrize(("typed", "same"), [("moves", "?"), ("moves a1-b", "? a1-b"), ("? a1 b1", "? a1-b1")])
def test_moves_are_listed(run: Run, typed: str, same: str) -> None:
    pages = [run(*DUEL, stdin=f"{each}\nquit\n").out.partition(f"A (human): {each}\n")[2] for each in (typed, same)]
    assert pages[0] == pages[1]
    assert "a1-b1=C" in pages[0]


# --- questions


def test_help_lists_all_commands_on_a_screen(run: Run) -> None:
    shown = run(*DUEL, stdin="help\nquit\n").out.partition("A (human): help\n")[2].partition("A (human): quit")[0]
    assert shown.count("\n") < 24
    assert max(map(len, shown.splitlines())) <= 80
    for name in COMMANDS:
        assert name in shown


def test_the_score_is_that_of_the_score_command(run: Run, tmp_path: Path) -> None:
    out = run(*DUEL, "--out", tmp_path, stdin="a1-a2=C\nscore\nquit\n").out
    assert run("score", tmp_path / "game.sse").out in out.partition("B (human): score\n")[2]


def test_a_hint_has_an_action_its_worth_and_what_follows(run: Run) -> None:
    state = sse.new_game(sse.maps()["duel"])
    shown = run(*DUEL, stdin="hint 0.05\nquit\n").out.partition("hint 0.05\n")[2]
    action = shown.strip().partition(":")[0]
    assert sse.parse_action(action, state) in state.legal_actions()
    worth = r"\d % of the win \((proved|\+- [\d.]+)\), ([\d.]+ points (ahead|behind)|level) at the end\."
    assert len(re.findall(worth, " ".join(shown.split()))) == 2
    assert "\n  Expected after it: " in shown
    assert re.search(r"\n  (Next best|Searched less often|Not proved) is a1-", shown)


NUMBER: Final = r"(-?[\d.]+) % of the win|(-?[\d.]+) points to be expected"


def number_in(line: str) -> float:
    """The number by which a line of a hint orders actions."""
    (found,) = re.findall(NUMBER, line)
    return float("".join(found))


@pytest.mark.parametrize("name", sse.GAMES)
@pytest.mark.parametrize("visits", [1, 30, 200])
def test_the_next_best_of_a_hint_is_worth_no_more_than_the_best(name: str, visits: int) -> None:
    """What seems to be worth more is no next best, in whatever order the search has them, and its line says why."""
    state = position_of(name, 9, 2)
    player = state.to_act[0]
    view = state.view(player)
    search = search_of(view, player=player, seed=1)
    search.run(visits=visits)
    found = search.analysis()
    pairs = [(found.lines[0], other) for other in found.lines[1:4]]
    nothing = tuple(-99.0 for _ in view.totals)
    lost = replace(found.lines[0], value=nothing, margin=nothing, error=0.0, exact=True)
    pairs += [(lost, other) for other in found.lines[1:] if other.error][:1]
    assert pairs
    for best, other in [*pairs, *((other, best) for best, other in pairs)]:
        first, *_, told, _ = hint_lines(replace(found, lines=(best, other)), view, player)
        assert f" is {view.game.format_action(other.action, view)}: " in told
        if told.startswith("Next best is "):
            assert number_in(told) <= number_in(first)
        else:
            assert number_in(told) >= number_in(first)
            why = f"after {other.visits:,} visits? against {best.visits:,}\\." if best.error else "^Not proved is "
            assert re.search(why, told)


def test_a_hint_of_few_visits_says_so(run: Run) -> None:
    """Ctrl-C, or a slow game, leaves numbers that say little: the next best may look better than the best."""
    out = joined(run("play", "micro_space_empire", "human", "--seed", 1, stdin="hint 0.001\nquit\n").out)
    assert re.search(r"\(\d+ visits? in 0\.\d s, few for \d+ actions; hint [1-9] looks for longer\)", out)


@pytest.mark.parametrize("seconds", ["0", "x", "-1", "1e3"])
def test_a_hint_takes_a_time(run: Run, seconds: str) -> None:
    assert (
        "\nNo: a time in seconds is above 0, in plain digits such as 5, 0.5 or 3600, not "
        in run(*DUEL, stdin=f"hint {seconds}\nquit\n").out
    )


def test_a_hint_where_one_action_is_legal(run: Run) -> None:
    out = run("play", "jump_wars", "human", "greedy", "--seed", 3, stdin="hint 0.01\nquit\n").out
    assert "\n  take: it is the only legal action.\n" in out


@pytest.mark.parametrize("clause", ["E3.4", "e3.4", "E3"])
def test_rules_are_those_of_the_rules_command(run: Run, clause: str) -> None:
    out = run(*DUEL, stdin=f"rules {clause}\nquit\n").out
    assert f"A (human): rules {clause}\n{run('rules', clause).out}A (human): quit" in out


def test_rules_that_are_not_there(run: Run) -> None:
    out = run(*DUEL, stdin="rules E99.1\nrules\nquit\n").out
    assert "\nNo: the rules of Small Star Empires have no E99.1; " in out
    assert "A section: rules E1.\nA clause: rules E1.1.\n" in out


def test_last_tells_in_words_what_was_done(run: Run) -> None:
    out = run(*DUEL, stdin="last\na1-b1=C\ne3-e2=S\nlast\nquit\n").out
    assert "A (human): last\nNothing was done yet.\n" in out
    assert (
        "A (human): last\n"
        "A (human) flew from a1 to b1 and built a city on one planet for 1 point\n"
        "    [a1-b1=C]\n"
        "B (human) flew from e3 to e2 and built a trade station on two planets for 2\n"
        "    points [e3-e2=S]\n"
    ) in out


def test_last_tells_no_secrets(run: Run) -> None:
    """Orders that are sealed are not told before they are open."""
    out = run("play", "jump_wars", "greedy", "human", "--seed", 3, stdin="last\nquit\n").out
    assert "hidden" in out
    told = out.partition("B (human): last\n")[2].partition("B (human): quit")[0]
    assert "draw=" not in told


def test_board_shows_the_position_once_more(run: Run) -> None:
    out = run(*DUEL, stdin="board\nquit\n").out
    assert out.count(sse.to_text(sse.new_game(sse.maps()["duel"]))) == 2


@pytest.mark.parametrize("command", ["board", "score", "last", "help", "quit"])
def test_commands_that_take_nothing_say_so(run: Run, command: str) -> None:
    out = run(*DUEL, stdin=f"{command} zzz\nquit\n").out
    assert f"\nA (human): {command} zzz\nNo: 'zzz' stands behind a command that takes nothing.\n" in out


# --- taking back


def record_in(folder: Path) -> Any:
    return sse.read((folder / "game.sse").read_text(encoding="utf-8"))


def play(run: Run, folder: Path, *args: object, typed: str) -> Any:
    result = run("play", "human", "greedy", "--seed", 1, *args, "--out", folder, stdin=typed)
    assert result.status == 3
    return record_in(folder)


def test_undo_goes_back_to_the_last_decision_of_a_person(run: Run, tmp_path: Path) -> None:
    one = play(run, tmp_path / "a", "--map", "duel", typed="a1-a2=C\nquit\n")
    back = play(run, tmp_path / "b", "--map", "duel", typed="a1-a2=C\nundo\nquit\n")
    other = play(run, tmp_path / "c", "--map", "duel", typed="a1-a2=C\nundo\na1-b1=S\nquit\n")
    straight = play(run, tmp_path / "d", "--map", "duel", typed="a1-b1=S\nquit\n")
    assert (len(one.moves), len(back.moves)) == (2, 0)
    assert other.moves == straight.moves
    assert dict(other.tags) == {**straight.tags, "undone": "1"}
    assert "undone" not in straight.tags


def test_undo_shows_the_position_as_it_was(run: Run) -> None:
    out = run("play", "human", "greedy", "--map", "duel", "--seed", 1, stdin="a1-a2=C\nundo\nquit\n").out
    assert out.count(sse.to_text(sse.new_game(sse.maps()["duel"]))) == 2


def test_what_was_typed_behind_undo_is_left_out(run: Run) -> None:
    out = run(*DUEL, stdin="a1-a2=C\nundo; a1-b1=C\nquit\n").out
    assert "\nBack at ply 0.\nLeft out, since the position is another one now: a1-b1=C.\n" in out
    assert "\nThe game was left after 0 plies.\n" in out


def test_undo_takes_back_no_luck(run: Run, tmp_path: Path) -> None:
    """The same choice meets the same tile again, and another choice the tile that was due at this ply."""
    args = ("--unexplored", "--seed", 7)
    typed = "b2-h4=C\nundo\nb2-h4=C\nquit\n"
    out = run("play", "human", "human", *args, "--out", tmp_path, stdin=typed).out
    tiles = re.findall(r"\[(reveal=\w+)\]", out)
    assert len(tiles) == 2
    assert tiles[0] == tiles[1]
    assert record_in(tmp_path).tags["undone"] == "1"


def test_several_decisions_are_taken_back_and_done_again(run: Run, tmp_path: Path) -> None:
    moves = ["a1-a2=C", "e3-e2=C", "a1-b1=S"]
    for typed, n, undone in (
        ([*moves, "undo 3"], 0, "3"),
        ([*moves, "undo", "undo"], 1, "2"),
        ([*moves, "undo 2", "redo"], 2, "1"),
        ([*moves, "undo 3", "redo", "redo 2"], 3, None),
        ([*moves, "undo 2", "e3-e2=S", "redo"], 2, "2"),
    ):
        result = run(*DUEL, "--out", tmp_path, stdin="\n".join([*typed, "quit"]))
        kept = record_in(tmp_path)
        assert (len(kept.moves), kept.tags.get("undone")) == (n, undone), result.out
        (tmp_path / "game.sse").unlink()
        (tmp_path / "final.svg").unlink()
    assert "\nNo: there is nothing to do again.\n" in result.out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("undo", "there is no decision to take back"),
        ("redo", "there is nothing to do again"),
        ("redo x", "redo does again 1, 2, ... decisions, not 'x'"),
        ("undo 99999999999999999999", "undo takes back 1, 2, ... decisions, not '99999999999999999999'"),
        ("a1-a2=C\nundo\nredo 2", "there is 1 decision to do again"),
        ("a1-a2=C\ne3-e2=C\nundo 3", "there are 2 decisions to take back"),
        ("undo 0", "undo takes back 1, 2, ... decisions, not '0'"),
        ("undo x", "undo takes back 1, 2, ... decisions, not 'x'"),
        ("a1-a2=C\nundo 2", "there is 1 decision to take back"),
    ],
)
def test_what_cannot_be_taken_back(run: Run, typed: str, words: str) -> None:
    assert f"\nNo: {words}.\n" in run(*DUEL, stdin=f"{typed}\nquit\n").out


def test_a_resumed_game_remembers_what_was_taken_back(run: Run, tmp_path: Path) -> None:
    play(run, tmp_path, "--map", "duel", typed="a1-a2=C\nundo\na1-b1=S\nquit\n")
    run("play", "--resume", tmp_path / "game.sse", "--out", tmp_path, stdin="undo\nundo\nquit\n")
    # It lacks moves of the game that was resumed, which is kept.
    (tmp_path / "game-2.sse").replace(tmp_path / "game.sse")
    kept = record_in(tmp_path)
    assert (len(kept.moves), kept.tags["undone"]) == (0, "2")


def test_orders_of_sealed_hands_are_taken_back_one_by_one(run: Run, tmp_path: Path) -> None:
    args = ("play", "jump_wars", "human", "greedy", "--seed", 3, "--out", tmp_path)
    assert run(*args, stdin="take\nundo\nundo\nquit\n").status == 3
    kept = record_in(tmp_path)
    assert kept.tags["undone"] == "1"
    assert len(kept.moves) < 3


# --- saving


def test_save_writes_the_record_so_far(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = run(*DUEL, "--seed", 5, stdin="a1-a2=C\nsave\nsave my game.sse\nquit\n").out
    for name, quoted in (("sse-5.sse", "sse-5.sse"), ("my game.sse", "'my game.sse'")):
        assert f"Saved to {name} after 1 ply; `sse play --resume {quoted}` goes on with it.\n" in joined(out)
        kept = sse.read((tmp_path / name).read_text(encoding="utf-8"))
        assert (len(kept.moves), kept.tags["seed"]) == (1, "5")
    assert "It isn't kept" not in out
    again = run("play", "--resume", "my game.sse", stdin="e3-e2=C\nsave\nquit\n").out
    assert "Saved to my game.sse after 2 plies" in again


def test_save_writes_over_nothing_else(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sse-5.sse").write_text("mine")
    out = run(*DUEL, "--seed", 5, stdin="save sse-5.sse\nsave\nsave no/such\nquit\n").out
    assert "\nNo: sse-5.sse is there already; save FILE takes another name.\n" in out
    assert "Saved to sse-5-2.sse" in out
    assert "\nNo: no/.such" in out or "No such file" in out
    assert (tmp_path / "sse-5.sse").read_text() == "mine"


def test_a_shortened_game_does_not_replace_the_longer_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*DUEL, "--seed", 5, stdin="a1-a2=C\ne3-e2=C\nsave long.sse\nquit\n")
    before = (tmp_path / "long.sse").read_bytes()
    for args in (["--ply", "1"], []):
        out = run("play", "--resume", "long.sse", *args, stdin=f"{'' if args else 'undo'}\nsave\nquit\n").out
        assert "Saved to sse-5" in out
    assert (tmp_path / "long.sse").read_bytes() == before


# --- the page of the documentation


@pytest.mark.skipif(not PAGE.is_file(), reason="needs a checkout")
def test_the_session_on_the_page_is_what_is_printed(run: Run) -> None:
    out = run("play", "human", "greedy", "--map", "duel", "--seed", 1, stdin="a1\na1 d3 s\nlast\na1 e2\nquit\n").out
    sessions = re.findall(r"```text\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(sessions) == 2
    for session in sessions:
        assert session in out


@pytest.mark.skipif(not PAGE.is_file(), reason="needs a checkout")
def test_all_commands_are_on_the_page() -> None:
    named = {*re.findall(r"`([a-z?]+)", PAGE.read_text(encoding="utf-8"))}
    assert {*COMMANDS} <= named


# --- piped input


def test_a_pipe_is_asked_nothing_about_saving(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*DUEL, stdin="a1-a2=C\nquit\n")
    assert "\nThe game was left after 1 ply.\nIt isn't kept. With --out DIR it would be" in result.out
    assert [*tmp_path.iterdir()] == []
    assert result.out.isascii()
    assert "\x1b" not in result.out


@pytest.mark.parametrize(
    ("words", "typed", "why"),
    [
        (["micro_space_empire", "human"], "explore=near; explore=near", "chance acted meanwhile"),
        (["human", "greedy", "--map", "duel"], "a1-a2=C; a1-a3=C", "others acted meanwhile"),
    ],
)
def test_who_came_between_two_typed_actions_is_told(run: Run, words: list[str], typed: str, why: str) -> None:
    """Chance alone is nobody."""
    out = run("play", *words, "--seed", 1, stdin=f"{typed}\nquit\n").out
    assert f"Left out, since {why}: {typed.partition('; ')[2]}." in out
