"""Bots by name: those that ship, with options, and files of somebody's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sse_core as sse
from sse_core import SplitMix64, micro_space_empire, small_star_empires
from sse_core.bots import BOTS, Mcts
from sse_core.bots.naming import bot_named, bots_of, is_bot_file, listed
from sse_core.errors import ArgumentError

FUNCTION = "def choose(view, player, rng):\n    return view.legal_actions(player)[0]\n"
METHOD = "    def choose(self, view, player, rng):\n        return view.legal_actions(player)[-1]\n"

START = sse.new_game(sse.maps()["duel"])
FIRST, LAST = START.legal_actions()[0], START.legal_actions()[-1]


@dataclass(frozen=True)
class Slow:
    """A bot with an option."""

    n: int = 1

    def choose(self, view: Any, player: int, rng: SplitMix64) -> Any:
        return view.legal_actions(player)[self.n]

    def with_option(self, text: str) -> Slow:
        if not text.isdigit():
            raise ArgumentError(f"slow takes a number, not {text!r}")
        return Slow(int(text))


GAME: Any = SimpleNamespace(INFO=small_star_empires.INFO, BOTS={"slow": Slow()})


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that writes a file of a bot into the current folder, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(source: str, name: str = "mybot.py") -> str:
        Path(name).write_text(source, encoding="utf-8")
        return name

    return write


def refusal(text: str, game: Any = small_star_empires) -> str:
    with pytest.raises(ArgumentError) as caught:
        bot_named(text, game)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def chosen(text: str) -> Any:
    return bot_named(text, small_star_empires).choose(START, 0, SplitMix64(1))


# --- bots that ship


def test_a_bot_that_ships() -> None:
    for name, bot in BOTS.items():
        assert bot_named(name, small_star_empires) is bot
    assert bot_named("planner", micro_space_empire) is micro_space_empire.BOTS["planner"]
    assert set(bots_of(micro_space_empire)) == {*BOTS, *micro_space_empire.BOTS}


def test_a_bot_with_an_option() -> None:
    assert bot_named("slow:3", GAME) == Slow(3)
    assert bot_named("slow", GAME) == Slow()
    found = bot_named("mcts:70,2s", small_star_empires)
    assert isinstance(found, Mcts)
    assert (found.visits, found.seconds) == (70, 2.0)


def test_an_unknown_name_lists_what_there_is() -> None:
    assert refusal("gredy", GAME) == (
        "there is no bot 'gredy' (did you mean 'greedy'?); they are greedy, mcts[:OPTION], random, slow[:OPTION], a "
        "file of your own such as mybot.py, or a program such as engine:./mybot"
    )
    assert listed(GAME) in refusal("bob:3", GAME)
    assert "there is no bot ''" in refusal("")
    assert "there is no bot 'human'" in refusal("human")


def test_an_option_that_is_none() -> None:
    assert refusal("greedy:3") == "greedy takes no option, and 'greedy:3' has one"
    assert refusal("greedy:") == "greedy takes no option, and 'greedy:' has one"
    assert refusal("slow:much", GAME) == "slow:much: slow takes a number, not 'much'"
    assert refusal("mcts:").startswith("mcts:: mcts takes visits, seconds or both")


def test_a_name_is_a_text() -> None:
    with pytest.raises(TypeError, match="the name of a bot is a str, not int"):
        bot_named(3, small_star_empires)  # type: ignore[arg-type]


# --- files


@pytest.mark.parametrize(
    ("text", "is_file"),
    [("a.py", True), ("b/a.py", True), ("/b/a.py", True), ("a.py:x", True), (".py", True), ("a.pyc", False)],
)
def test_a_name_that_ends_in_py_is_a_file(text: str, is_file: bool) -> None:
    assert is_bot_file(text) == is_file
    assert not is_bot_file("mcts:2s")


def test_a_file_with_a_function(file: Callable[..., str], tmp_path: Path) -> None:
    name = file(FUNCTION)
    assert chosen(name) == chosen(f"./{name}") == chosen(str(tmp_path / name)) == FIRST


def test_a_file_with_a_class(file: Callable[..., str]) -> None:
    assert chosen(file(f"class Mine:\n{METHOD}")) == LAST


def test_a_function_goes_before_classes(file: Callable[..., str]) -> None:
    assert chosen(file(f"class A:\n{METHOD}\nclass B:\n{METHOD}\n{FUNCTION}")) == FIRST


def test_a_class_is_made_anew_and_its_file_is_run_once(
    file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = file(f"print('run')\nclass Mine:\n{METHOD}")
    one, other = (bot_named(name, small_star_empires) for _ in range(2))
    assert one is not other
    assert type(one) is type(other)
    assert capsys.readouterr().out == "run\n"


def test_a_class_of_another_module_is_not_the_file_s(file: Callable[..., str]) -> None:
    name = file(f"from sse_core.bots import Mcts\n\nclass Mine:\n{METHOD}")
    assert chosen(name) == LAST
    assert "is no bot: it has no function choose(view, player, rng)" in refusal(
        file("from sse_core.bots import Mcts\n", "theirs.py")
    )


def test_a_file_that_was_changed_is_run_again(file: Callable[..., str]) -> None:
    assert chosen(file(FUNCTION)) == FIRST
    assert chosen(file(FUNCTION.replace("[0]", "[-1]"))) == LAST


def test_a_file_takes_an_option(file: Callable[..., str]) -> None:
    option = (
        "    def with_option(self, text):\n        found = Mine()\n        found.text = text\n        return found\n"
    )
    found: Any = bot_named(f"{file(f'class Mine:{chr(10)}{METHOD}{option}')}:a:b", small_star_empires)
    assert found.text == "a:b"
    assert refusal(f"{file(FUNCTION, 'plain.py')}:3") == "plain.py takes no option, and 'plain.py:3' has one"


def test_a_file_has_a_name_of_its_own(file: Callable[..., str]) -> None:
    """A file named after a module neither hides it nor is hidden by it, and its classes are found by their module."""
    before = {name: sys.modules[name] for name in ("random", "dataclasses")}
    source = (
        "from __future__ import annotations\nimport random\nfrom dataclasses import dataclass\n"
        f"@dataclass\nclass Mine:\n    n: int = random.Random(1).randrange(1)\n{METHOD}"
    )
    assert chosen(file(source, "random.py")) == LAST
    assert {name: sys.modules[name] for name in before} == before


def test_nothing_is_left_beside_a_file(file: Callable[..., str], tmp_path: Path) -> None:
    chosen(file(FUNCTION))
    assert [path.name for path in tmp_path.iterdir()] == ["mybot.py"]


FAULTY = {
    "no choose": ("x = 1\n", "mybot.py is no bot: it has no function choose(view, player, rng), and no class with one"),
    "two classes": (
        f"class A:\n{METHOD}\nclass B:\n{METHOD}",
        "mybot.py has 2 classes with choose: A, B; a line such as `choose = B().choose` at its end says which one",
    ),
    "an import": ("x = 1\nimport no_such_module\n", "mybot.py, line 2: ModuleNotFoundError: No module named 'no_such_"),
    "an error below": ("def f():\n    return {}['x']\n\n\nf()\n", "mybot.py, line 2: KeyError: 'x'"),
    "an error in a library": (
        "import json\njson.loads('{')\n",
        "mybot.py, line 2: JSONDecodeError: Expecting property",
    ),
    "syntax": ("x = 1\ndef choose(view:\n", "mybot.py, line 2: SyntaxError: "),
    "no Python": ("\0", "mybot.py"),
    "an exit": ("import sys\nsys.exit(3)\n", "mybot.py, line 2: SystemExit: 3"),
    "lines in the words": ("raise ValueError('a\\nb')\n", "mybot.py, line 1: ValueError: a b"),
    "two arguments": ("def choose(view, player): ...\n", "mybot.py: choose takes three arguments, view, player, rng"),
    "no function": ("choose = 3\n", "mybot.py: choose is no function"),
    "a class with arguments": (
        f"class Mine:\n    def __init__(self, n): ...\n{METHOD}",
        "mybot.py: TypeError: Mine.__init__() missing 1 required positional argument: 'n', in Mine()",
    ),
    "a class that fails": (
        f"class Mine:\n    def __init__(self):\n        1 / 0\n{METHOD}",
        "mybot.py, line 3: ZeroDivisionError: division by zero, in Mine()",
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_file_that_is_no_bot(file: Callable[..., str], fault: str) -> None:
    source, words = FAULTY[fault]
    assert refusal(file(source)).startswith(words)


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal("no.py") == "no.py: no such file; a name that ends in .py is the path of a bot's file"
    (tmp_path / "folder.py").mkdir()
    assert refusal("folder.py").startswith("folder.py: ")
    assert refusal("no/no.py:3").startswith("no/no.py: no such file")
