"""`sse rules`: every clause that an error can cite is printed; other words are refused, with close clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tests.command import Run, assert_refused

import sse_core as sse
from sse_core.play.markdown import blocks_of, layout

FOLDER = Path(sse.__file__).parent


def text_of(game: str) -> str:
    return (FOLDER / game / "RULES.md").read_text(encoding="utf-8")


def clauses_of(game: str) -> list[str]:
    return re.findall(r"^\*\*([A-Z]\d+\.\d+)\*\*", text_of(game), re.MULTILINE)


def words_of(text: str) -> list[str]:
    """The letters and digits of a text."""
    return re.findall(r"\w+", re.sub(r"<!--.*?-->", "", text))


@pytest.mark.parametrize("game", sse.GAMES)
def test_every_clause_is_printed_whole(run: Run, game: str) -> None:
    """The clauses of a section, one after the other, are the section; and no line is longer than 80 characters."""
    sections = re.split(r"^## ", text_of(game), flags=re.MULTILINE)[1:]
    known = clauses_of(game)
    assert len(known) > 10
    for section in sections:
        number = section.split()[0]
        clauses = [clause for clause in known if clause.startswith(f"{number}.")]
        if not clauses:
            continue
        pages = [run("rules", game, clause).out for clause in clauses]
        for clause, page in zip(clauses, pages, strict=True):
            assert page.startswith(f"{clause} ")
            assert max(map(len, page.split("\n"))) <= 80
        of_clauses = words_of(section[section.index("**" + clauses[0]) :])
        if "```" not in section and "|" not in section:
            assert words_of(" ".join(pages)) == of_clauses
        assert words_of(run("rules", game, number).out)[: len(words_of(section.split("\n")[0]))] == words_of(
            section.split("\n")[0]
        )


def cited(game: str) -> Iterator[str]:
    """The clauses that the reasons of a game, and the messages in its source, cite."""
    letter = clauses_of(game)[0][0]
    clause = rf"{letter}\d+(?:\.\d+)?"
    for path in (FOLDER / game).rglob("*.py"):
        for cites in re.findall(rf"\(({clause}(?:, {clause})*)\)", path.read_text(encoding="utf-8")):
            yield from cites.split(", ")


@pytest.mark.parametrize("game", sse.GAMES)
def test_whatever_is_cited_is_printed(run: Run, game: str) -> None:
    reasons = import_module(f"sse_core.{game}.reasons").Reason
    found = {clause for clause in [*cited(game), *(reason.clause for reason in reasons)] if clause}
    assert len(found) > 10
    for clause in found:
        result = run("rules", game, clause)
        assert (result.status, result.err) == (0, ""), clause


def test_a_clause_as_errors_cite_it(run: Run) -> None:
    page = run("rules", "E3.5").out
    assert page.startswith("E3.5 A flight cannot end on a wormhole or on a system its owner already holds,\n")
    assert "**" not in page
    for spelt in ("e3.5", "(E3.5)", "E3.5."):
        assert run("rules", spelt).out == page
    assert run("rules", "E3.5", "E4.2").out == page + "\n" + run("rules", "E4.2").out


def test_sections(run: Run) -> None:
    page = run("rules").out
    assert page.startswith("Small Star Empires: the rules this engine plays\n\nE1   The board\n")
    assert page.endswith("A section: sse rules E1.\nA clause: sse rules E1.1.\n")
    assert run("rules", "micro_space_empire").out.endswith(
        "A section: sse rules micro_space_empire M1.\nA clause: sse rules micro_space_empire M2.1.\n"
    )
    movement = run("rules", "E3").out
    assert movement.startswith("E3 Movement\n\nE3.1 ")
    assert movement.count("\nE3.") == 6
    assert run("rules", "movement").out == movement
    assert run("rules", "options").out.startswith("Options\n")
    assert run("rules", "how", "this", "engine").out.startswith("How this engine reads the gaps\n\n- ")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["E3.9"], "have no E3.9; near it are E3.1, E3.2, E3.3, E3.4, E3.5, E3.6"),
        (["E11"], "have no E11; near it are E1"),
        (["M2.1"], "M2.1 is a clause of another game: `sse rules micro_space_empire M2.1`"),
        (["micro_space_empire", "E3.5"], "E3.5 is a clause of another game: `sse rules small_star_empires E3.5`"),
        (["jump_wars", "J2.10"], "the rules of Jump Wars have no J2.10; near it are J2.1, J2.2"),
        (["J2.6"], "J2.6 is a clause of another game: `sse rules jump_wars J2.6`"),
        (["reserves"], "have no reserves; clauses with the word are E2.3, E10.2"),
        (["trade", "Stations"], "have no trade Stations; clauses with the words are E"),
        (["city"], " more"),
        (["tax"], "the rules of Small Star Empires have no tax; sections are E1 and so on"),
    ],
)
def test_no_clause(run: Run, args: list[str], words: str) -> None:
    assert_refused(run("rules", *args), 1, words)


# --- Markdown at 80 columns


def test_layout_of_a_table() -> None:
    table = "| option | n |\n|---|--:|\n| a **bold** word and [a link](x.md) | 12 |\n| b | 3 |"
    assert layout(table).split("\n") == [
        "option                   n",
        "----------------------  --",
        "a bold word and a link  12",
        "b                        3",
    ]


def test_a_wide_table_goes_on_below_and_breaks_no_word_where_it_need_not() -> None:
    words = " ".join(["something"] * 30)
    table = f"| name | what it is |\n|---|---|\n| an_option_with_a_long_name | {words} |"
    lines = layout(table).split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[2].startswith("an_option_with_a_long_name  something something")
    assert " ".join(lines[2:]).split().count("something") == 30


def test_blocks() -> None:
    page = "# T\n\none\ntwo\n\n- a\n  more\n- b\n\n```\nx  y\n\nz\n```\n\n<!-- hidden -->\n\nend"
    assert [layout(block) for block in blocks_of(page)] == [
        "T",
        "one two",
        "- a more\n- b",
        "    x  y\n    \n    z",
        "end",
    ]
