"""Variations of records: trees of moves that are written, read, gone on with, and refused in words."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import heaps
from tests.command import Run, assert_refused
from tests.offered import offered

import sse_core as sse
from sse_core import GameRecord
from sse_core.play.draws import Choice, from_choices
from sse_core.play.records.record import format_game, read
from sse_core.play.records.variations import MAX_NESTING, Variation
from sse_core.small_star_empires import Campaign, format_campaign

LINE: Final = sse.new_game(sse.parse_map("A 1 2 3 B"))
GAMES: Final = {"heaps": heaps, **{name: sse.GAMES[name] for name in sse.GAMES}}


# --- trees


def grown(below: Choice, state: Any, number: int, depth: int, first: set[Any]) -> tuple[list[Any], list[Any]]:
    """Moves from a state on, the first of which isn't one of `first`, and variations of them."""
    moves: list[tuple[int, Any]] = []
    variations: list[Variation[Any]] = []
    for place in range(below(4) + bool(depth)):
        taken = first if not place else set[Any]()
        legal = [(player, index) for player in state.to_act for index in state.legal_ids(player)]
        left = [move for move in legal if (move[0], state.actions[move[1]]) not in taken]
        if not left:
            break
        player, index = left[below(len(left))]
        moves.append((player, state.actions[index]))
        taken = taken | {moves[-1]} if place else {moves[-1]}
        while depth < 3 and (place or not depth) and below(3) == 0:
            inner, within = grown(below, state, number + place, depth + 1, taken)
            if inner:
                variations.append(Variation(number + place, inner, within))
                taken.add(inner[0])
        state = state.after(*reversed(moves[-1]))
    return moves, variations


def records() -> st.SearchStrategy[Any]:
    """Records with variations, of every game."""

    def choose(below: Choice) -> Any:
        game: Any = list(GAMES.values())[below(len(GAMES))]
        start = game.new_game(seed=below(3))
        moves, variations = grown(below, start, 1, 0, set())
        ends = {*(variation.moves[0] for variation in variations if variation.number > len(moves))}
        inner, within = grown(below, GameRecord(start, moves).final, len(moves) + 1, 1, ends)
        if inner:
            variations.append(Variation(len(moves) + 1, inner, within))
        return GameRecord(start, moves, {"seed": "3"}, variations)

    return from_choices(choose)


def lines(record: Any) -> Iterator[tuple[str, ...]]:
    """The texts of the game, and of each variation with what comes before it."""

    def below(before: tuple[str, ...], variations: Any) -> Iterator[tuple[str, ...]]:
        for each in variations:
            line = (*before[: each.number - 1], *each.texts)
            yield line
            yield from below(line, each.variations)

    yield record.texts
    yield from below(record.texts, record.variations)


def positions(record: Any) -> set[tuple[str, ...]]:
    """The moves up to each position of the tree."""
    return {line[:end] for line in lines(record) for end in range(len(line) + 1)}


def paths(variations: Any, before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    for place, each in enumerate(variations):
        yield (*before, place)
        yield from paths(each.variations, (*before, place))


# --- laws


@given(records())
def test_a_record_with_variations_comes_back(record: Any) -> None:
    """From its text, from JSON, from its `repr`, from a pickle, and from a copy; equal values hash equal."""
    game, text = record.game, format_game(record)
    evaluated = eval(repr(record), {"GameRecord": GameRecord, "Variation": Variation, **offered(game)})
    found = [read(text, game), GameRecord.from_json(record.to_json(), game), evaluated]
    found += [pickle.loads(pickle.dumps(record)), copy.deepcopy(record), GameRecord(*record.__reduce__()[1])]
    for again in found:
        assert again == record
        assert hash(again) == hash(record)
        assert list(lines(again)) == list(lines(record))
        assert (format_game(again), again.to_json()) == (text, record.to_json())


@given(records())
def test_without_its_variations_a_record_is_written_as_ever(record: Any) -> None:
    alone = GameRecord(record.start, record.moves, record.tags)
    kept, depth = list[str](), 0
    for line in format_game(record).split("\n"):
        depth += line == "("
        if not depth:
            kept.append(line)
        depth -= line == ")"
    assert "\n".join(kept) == format_game(alone) == format_game(record.line())
    found = json.loads(record.to_json())
    assert bool(found.pop("variations", [])) == bool(record.variations)
    assert json.dumps(found) == alone.to_json()


@given(records())
def test_the_line_of_a_variation_is_a_record(record: Any) -> None:
    found = [record.line(*path).texts for path in [(), *paths(record.variations)]]
    assert found == list(lines(record))


@given(records(), st.randoms(use_true_random=False))
def test_one_more_move_keeps_all_positions(record: Any, rng: Any) -> None:
    """Also where it is the first one of a variation, which goes on from there."""
    ends = [each.moves[0] for each in record.variations if each.number == len(record.moves) + 1]
    legal = [
        (player, record.final.actions[index])
        for player in record.final.to_act
        for index in record.final.legal_ids(player)
    ]
    for player, action in [*ends, *rng.sample(legal, min(2, len(legal)))]:
        after = record.after(action, player)
        assert positions(after) == positions(record) | {after.texts}
        assert after == GameRecord(after.start, after.moves, after.tags, after.variations)


@given(records())
def test_moves_that_are_taken_back_keep_the_variations_that_have_a_place(record: Any) -> None:
    for left in range(len(record.moves)):
        back = record.undone(len(record.moves) - left)
        kept = [each for each in record.variations if each.number <= left + 1]
        assert back == GameRecord(record.start, record.moves[:left], record.tags, kept)
        assert format_game(back) == format_game(GameRecord(*back.__reduce__()[1]))


@given(records(), st.randoms(use_true_random=False))
def test_variations_are_kept_by_their_numbers(record: Any, rng: Any) -> None:
    """In whatever order they come; those with the same number stay as they come."""
    by_number: dict[int, list[Any]] = {}
    for each in record.variations:
        by_number.setdefault(each.number, []).append(each)
    numbers = list(by_number)
    rng.shuffle(numbers)
    shuffled = [each for number in numbers for each in by_number[number]]
    assert GameRecord(record.start, record.moves, record.tags, shuffled) == record


# --- what is refused


TEXT: Final = format_game(
    GameRecord(
        LINE,
        ["a1-a3=S", "a5-a4=S"],
        variations=[Variation(1, ["a1-a2=C", "a5-a3=S"], [Variation(2, ["a5-a4=C"])]), Variation(2, ["a5-a4=C"])],
    )
)
HEAD: Final = TEXT.count("\n", 0, TEXT.index("moves:")) + 2
"""The line of the first move."""

MOVES: Final = ["1 A a1-a3=S", "(", "1 A a1-a2=C", "2 B a5-a3=S", "(", "2 B a5-a4=C", ")", ")"]
MOVES_AFTER: Final = ["2 B a5-a4=S", "(", "2 B a5-a4=C", ")"]


def text_of(moves: list[str], count: int) -> str:
    before = TEXT[: TEXT.index("moves:")]
    return "\n".join([f"{before}moves: {count}", *moves, "result: unfinished"])


def test_the_text_of_the_cases() -> None:
    assert text_of(MOVES + MOVES_AFTER, 2) == TEXT


CASES: Final[dict[str, tuple[list[str], int, int, str]]] = {
    "no end": (["1 A a1-a3=S", "(", "1 A a1-a2=C"], 1, 1, r"this variation has no end: '\)' is missing"),
    "an end too many": (["1 A a1-a3=S", ")"], 1, 1, r"no variation is open here, which '\)' could end"),
    "no move": (["1 A a1-a3=S", "(", ")"], 1, 1, "a variation has a move at least"),
    "the game itself": (["1 A a1-a3=S", "(", "1 A a1-a3=S", ")"], 1, 1, "begins with another action than the line"),
    "twins": (
        ["1 A a1-a3=S", "(", "1 A a1-a2=C", ")", "(", "1 A a1-a2=C", "2 B a5-a3=S", ")"],
        1,
        4,
        "another variation begins with the same action there",
    ),
    "before its move": (["(", "1 A a1-a2=C", ")", "1 A a1-a3=S"], 1, 0, "expected '1 A a1-a3=S' here"),
    "nothing to replace": (["(", "2 A a1-a2=C", ")"], 0, 0, "a variation stands behind the move that it replaces"),
    "too early": (["1 A a1-a3=S", "(", "2 B a5-a4=C", ")", "2 B a5-a4=S"], 2, 1, "expected '2 B a5-a4=S' here"),
    "another number": (["1 A a1-a3=S", "(", "3 A a1-a2=C", ")"], 1, 2, "expected '1 ' here"),
    "beside, not within": (
        ["1 A a1-a3=S", "(", "1 A a1-a2=C", "(", "1 A a1-a2=S", ")", ")"],
        1,
        3,
        "a variation stands behind the move that it replaces",
    ),
    "from the end of a variation": (
        ["1 A a1-a3=S", "(", "1 A a1-a2=C", "(", "2 B a5-a3=S", ")", ")"],
        1,
        3,
        "a variation stands behind the move that it replaces",
    ),
    "illegal": (
        ["1 A a1-a3=S", "(", "1 A a1-a2=C", "2 B a1-a2=C", ")"],
        1,
        3,
        f"line {HEAD + 3}, move 2, a1-a2=C: .*E",
    ),
    "no action": (["1 A a1-a3=S", "(", "1 A fly", ")"], 1, 2, "column 5: "),
    "no move at all": (["1 A a1-a3=S", "( 1 A a1-a2=C )"], 2, 1, "expected '2 ' here"),
    "miscounted": (["1 A a1-a3=S", "(", "1 A a1-a2=C", ")"], 2, -1, "1 moves follow"),
    "in another order": (
        [*MOVES[:1], "(", "1 A a1-a2=C", "2 B a5-a3=S", ")", "(", "2 B a5-a4=C", ")", "(", "1 A a1-a2=S", ")"],
        1,
        6,
        "expected '1 A a1-a2=S' here",
    ),
    "too deep": (["1 A a1-a3=S", *["("] * (MAX_NESTING + 1)], 1, MAX_NESTING + 1, f"{MAX_NESTING} variations lie"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_text_with_another_tree_is_refused_with_its_line(name: str) -> None:
    moves, count, line, message = CASES[name]
    with pytest.raises(sse.SseError, match=message) as caught:
        read(text_of(moves, count))
    place = getattr(caught.value, "line", None)
    assert str(caught.value).startswith(f"line {HEAD + line}") or place == HEAD + line, str(caught.value)


@pytest.mark.parametrize(
    ("variations", "message"),
    [
        ([Variation(4, ["a1-a2=C"])], "variation 1 begins with move 4, .* that it may replace are 1 to 3"),
        ([Variation(0, ["a1-a2=C"])], "variation 1 begins with move 0, .* that it may replace are 1 to 3"),
        ([Variation(-5, ["a1-a2=C"])], "variation 1 begins with move -5"),
        ([Variation(1, [])], "variation 1: a variation has a move at least"),
        ([Variation(1, ["a1-a3=S"])], "variation 1: a variation begins with another action"),
        ([Variation(2, ["a5-a4=C"]), Variation(2, [(1, "a5-a4=C")])], "variation 2: another variation begins with"),
        ([Variation(1, ["a1-a2=C"], [Variation(1, ["a1-a2=S"])])], "variation 1.1 begins with move 1, .* are none"),
        ([Variation(1, ["a1-a2=C"], [Variation(2, ["a5-a3=S"])])], "variation 1.1 begins with move 2, .* are none"),
        ([Variation(1, ["a1-a2=C", "a5-a5=S"])], "variation 1, move 2: "),
        ([Variation(1, ["fly"])], "variation 1, move 1: "),
    ],
)
def test_variations_that_cannot_be_are_refused_with_their_places(variations: Any, message: str) -> None:
    with pytest.raises(sse.SseError, match=message) as caught:
        GameRecord(LINE, ["a1-a3=S", "a5-a4=S"], variations=variations)
    if isinstance(caught.value, sse.SetupError):
        assert caught.value.code == "variation"
    found = json.loads(GameRecord(LINE, ["a1-a3=S", "a5-a4=S"]).to_json())
    with pytest.raises(sse.SseError, match=message):
        read(json.dumps({**found, "variations": [json_of(each) for each in variations]}))


def json_of(variation: Any) -> dict[str, Any]:
    pairs = [move if isinstance(move, tuple) else (None, move) for move in variation.moves]
    players = [(variation.number + place - 1) % 2 for place in range(len(pairs))]
    inner = {"variations": [json_of(each) for each in variation.variations]} if variation.variations else {}
    return {"number": variation.number, "actions": [text for _, text in pairs], "players": players, **inner}


@pytest.mark.parametrize("value", [3, "a1-a2=C", [Variation(1, ["a1-a2=C"]), None]])
def test_what_is_no_variation_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError, match=r"a variation is a Variation|variations come in a tuple or a list"):
        GameRecord(LINE, variations=value)
    with pytest.raises(TypeError, match="the number of a move is an integer"):
        Variation(True, ["a1-a2=C"])
    with pytest.raises(TypeError, match="not in one str"):
        Variation(1, "a1-a2=C")


def nested(state: Any, number: int, levels: int) -> list[Any]:
    """A variation, in which one replaces the second move, and so on."""
    first = state.legal_ids()[1]
    after = state.after(first)
    inner = nested(after, number + 1, levels - 1) if levels > 1 else []
    return [Variation(number, [first, after.legal_ids()[0]], inner)]


def test_variations_lie_so_deep_within_each_other() -> None:
    """The deepest ones come back, also from a campaign in JSON; one more is refused."""
    start = Campaign(2, 7).next_game()
    main = start.legal_ids()[0]
    record = GameRecord(start, [main], variations=nested(start, 1, MAX_NESTING))
    campaign = Campaign(2, 7).with_unfinished(record)
    assert read(format_game(record)) == read(record.to_json()) == record
    assert read(format_campaign(campaign)) == read(campaign.to_json()) == campaign
    with pytest.raises(sse.SetupError, match=f"{MAX_NESTING} variations lie within each other at most"):
        GameRecord(start, [main], variations=nested(start, 1, MAX_NESTING + 1))


def test_all_moves_are_counted_before_one_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of variations, too; and each is played once."""
    record = GameRecord(heaps.new_game(), [(0, "take 1")], variations=[Variation(1, [(0, "take 2"), (1, "take 1")])])
    text, found = format_game(record), list[Any]()
    after = heaps.State.after

    def counted(state: heaps.State, action: str | int, player: int | None = None) -> heaps.State:
        found.append(action)
        return after(state, action, player)

    monkeypatch.setattr(heaps.State, "after", counted)
    for form in (text, record.to_json()):
        with pytest.raises(sse.NotationError, match="the record has 3 moves, and 2 is the most here"):
            read(form, heaps, most=2)
        assert not found
        assert read(form, heaps, most=3) == record
        assert found == ["take 1", "take 2", "take 1"]
        found.clear()


def test_json_says_what_is_wrong_with_a_variation() -> None:
    found = json.loads(read(TEXT).to_json())
    for change, message in (
        ({"players": [0]}, "players has 1 seats for 2 actions"),
        ({"number": "1"}, "number is an integer"),
        ({"actions": "a"}, "actions is an array"),
        ({"junk": 1}, r"the key 'junk' of variations\[0\] should not be there"),
        ({"variations": []}, r"the key 'variations' of variations\[0\] should not be there"),
    ):
        others = found["variations"][1:]
        text = json.dumps({**found, "variations": [{**found["variations"][0], **change}, *others]})
        with pytest.raises(sse.NotationError, match=message):
            read(text)
    with pytest.raises(sse.NotationError, match="the key 'variations' should not be there"):
        read(json.dumps({**json.loads(GameRecord(LINE).to_json()), "variations": []}))


def test_a_variation_that_is_not_there() -> None:
    record = read(TEXT)
    for path in ((2,), (-1,), (1, 0), (0, 1)):
        with pytest.raises(sse.RangeError, match="there is no variation"):
            record.line(*path)


# --- the command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file of a record with variations."""
    path = tmp_path / "game.sse"
    path.write_text(f"{TEXT}\n", encoding="utf-8")
    return path


def test_show_says_what_it_leaves_out(run: Run, game: Path) -> None:
    main = run("show", game).out
    assert main.endswith("\n\n2 variations are left out: --variation 1 shows the first.\n")
    first = run("show", game, "--variation", 1).out
    assert "variation" not in first
    assert json.loads(run("show", game, "--variation", "1.1", "--json").out)["actions"] == ["a1-a2=C", "a5-a4=C"]
    assert read(run("show", game, "--json").out) == read(TEXT)
    assert run("show", game, "--svg", "--variation", 2).out == f"{read(TEXT).line(1).to_svg()}\n"


def test_review_says_what_it_leaves_out(run: Run, game: Path) -> None:
    main = run("review", game, "--visits", 5).out
    assert "2 variations are left out: --variation 1 reviews the first." in main
    assert "a1-a2=C" in run("review", game, "--visits", 5, "--variation", 1).out


def test_a_position_of_a_variation(run: Run, game: Path) -> None:
    after = read(TEXT).line(0).states()
    for ply, state in enumerate(after):
        found = json.loads(run("moves", game, "--variation", 1, "--ply", ply, "--json").out)
        assert len(found["actions"]) == len(state.legal_ids())


def test_a_variation_that_is_not_there_is_a_wrong_use(run: Run, game: Path) -> None:
    assert_refused(run("show", game, "--variation", 3), 2, "--variation 3:", "has only 2 at its top")
    assert_refused(run("show", game, "--variation", "0"), 2, "a variation is written like 2, or 2.1")
    assert_refused(run("show", "--variation", "1"), 2, "name its file")
    assert_refused(run("show", "duel", "--variation", "1"), 1, "duel is no record of a game, but a map")


def test_a_game_that_goes_on_keeps_its_variations(run: Run, game: Path, tmp_path: Path) -> None:
    """Those behind the ply that it goes on from are gone with the moves there."""
    out = tmp_path / "out"
    run("play", "greedy", "greedy", "--resume", game, "--seed", 1, "--out", out)
    on = read((out / "game.sse").read_text(encoding="utf-8"))
    assert on.variations == read(TEXT).variations
    run("play", "greedy", "greedy", "--resume", game, "--ply", 0, "--seed", 1, "--out", out, "--force")
    anew = read((out / "game.sse").read_text(encoding="utf-8"))
    assert [each.number for each in anew.variations if each.number == 1] in ([1], [])
    assert set(lines(anew)) <= {anew.texts, ("a1-a2=C", "a5-a3=S"), ("a1-a2=C", "a5-a4=C")}
