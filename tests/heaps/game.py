"""Heaps as an object that answers `sse_core.game.Game`; `fault` spoils one thing."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Final, SupportsFloat, SupportsIndex

from sse_core.bots.greedy import expected_lead
from sse_core.errors import ArgumentError, NotationError
from sse_core.forms.kinds import check_kind
from sse_core.forms.lines import Lines
from sse_core.game import CHANCE, PLAIN, Form, Info, ObservationSpace, Pen, Preset, Step, Theme
from sse_core.play import game_tree, random_play
from sse_core.play.search.analysis import Analysis, Line, Stop
from sse_core.play.search.monte_carlo import TreeSearch
from sse_core.seeds import SplitMix64

from . import observation
from .batch import PLANES, Batch
from .state import ACTIONS, HIDDEN, NAME, OpenState, State, format_state, read_state, read_state_object, state_object

__all__ = ["FAULTS", "Grabber", "Heaps"]

CALLS = count()
"""Another number each time."""


class Grabber:
    """A bot that takes as much as it can."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        return view.legal_actions(player)[-1]


class Sleeper:
    """A bot that chooses nothing legal."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        return "sleep"


class Tired:
    """A bot that chooses nothing legal late in a game."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        return "sleep" if view.ply > 5 else view.legal_actions(player)[-1]


class Moody:
    """A bot that chooses otherwise each time."""

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        return view.legal_actions(player)[next(CALLS) % 2]


class Boaster:
    """A bot that suggests an option which it doesn't take."""

    USUAL_OPTIONS: Final = ("5",)

    def choose(self, view: State, player: int, rng: SplitMix64) -> str:
        return view.legal_actions(player)[0]

    def with_option(self, text: str) -> Boaster:
        raise ArgumentError(f"no option, such as {text}")


QUICK: Final[Mapping[str, Any]] = {
    "perft": game_tree.perft,
    "perft_divide": game_tree.perft_divide,
    "playout": random_play.playout,
    "playouts": random_play.playouts,
}
"""Ways of its own to count and to play, such as a faster game has."""

QUICK_FAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "quick play": {"playout": lambda state, seed: random_play.playout(state, seed + 1)},
    "quick count": {"perft": lambda state, depth, table=0: game_tree.perft(state, depth) + depth // 2},
    "quick table": {"perft": lambda state, depth, table=0: game_tree.perft(state, depth) + table},
    "quick games": {"playouts": lambda state, n, seed, ends=False: random_play.playouts(state, n, seed + 1, ends=ends)},
    "quick order": {"perft_divide": lambda state, depth: dict([*game_tree.perft_divide(state, depth).items()][::-1])},
}


SEARCH_FAULTS: Final = (
    "search for few",
    "search for a win each",
    "search for the worst",
    "search astray",
    "search by mood",
    "search by half",
    "search in place",
    "search without doubt",
    "search for ever",
    "search without end",
)


class FaultySearch(TreeSearch[str]):
    """A search of its own, with something wrong."""

    def __init__(self, state: State, fault: str, seed: int) -> None:
        super().__init__(state, seed=seed + next(CALLS) * (fault == "search by mood"))
        self.fault = fault

    def run(
        self,
        *,
        visits: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        stop: Stop | None = None,
    ) -> None:
        if visits is not None and self.fault == "search by half":
            visits = visits.__index__() // 2
        super().run(visits=visits, seconds=seconds, stop=None if self.fault == "search without end" else stop)

    def advance(self, state: Any, /) -> bool:
        return self.fault == "search in place" or super().advance(state)

    def analysis(self) -> Analysis[str]:
        found = super().analysis()
        lines = found.lines
        if self.fault == "search for few":
            lines = lines[:1]
        if self.fault == "search for the worst":
            lines = lines[::-1]
        if self.fault == "search for a win each":
            lines = tuple(replace(line, value=(1.0, 1.0)) for line in lines)
        if self.fault == "search astray":
            lines = tuple(replace(line, line=(line.action, "take 2", "take 2", "take 2")) for line in lines)
        if self.fault == "search without doubt":
            lines = tuple(replace(line, exact=True) for line in lines)
        if self.fault == "search for ever" and not lines:
            lines = (Line("take 1", 0, (0.5, 0.5), (0, 0), 0.0, True, ("take 1",)),)
        return replace(found, lines=lines)


@dataclass(frozen=True)
class Heaps:
    fault: str = ""

    def __new__(cls, fault: str = "") -> Heaps:  # noqa: PYI034 - it makes games of a class below this one, too
        return super().__new__(KINDS.get(fault.partition(" ")[0], cls))

    @property
    def INFO(self) -> Info:
        return Info(
            name="heaps",
            title="Heaps",
            prefix={"prefix": "heap", "long prefix": "heapsofstones"}.get(self.fault, "heaps"),
            seats={"seats": "A", "a seat too few": "ABC"}.get(self.fault, "AB"),
            least_players=2,
            most_players=3 if self.fault == "a seat too few" else 2,
            preset="heap",
        )

    @property
    def FORM(self) -> Form[State, str]:
        def misread(lines: Lines) -> State:
            state = read_state(lines, self.fault)
            return State(9, state.taken, state.sealed, state.ply, self.fault) if self.fault == "misread" else state

        return Form("take 2", misread, state_object, partial(read_state_object, fault=self.fault))

    @property
    def BOTS(self) -> Mapping[str, Any]:
        bots = {"sleeper": Sleeper(), "tired": Tired(), "moody": Moody(), "boaster": Boaster()}
        return {"grabber": bots.get(self.fault, Grabber())}

    def new_game(self, *, players: int | None = None, seed: int | None = None, stones: int = 0) -> State:
        kind = OpenState if self.fault == "open" else State
        heap = stones or 9 + (seed or 0) % 3
        if self.fault == "process":
            heap += os.getpid() % 1_000
        if self.fault == "hash seed":
            heap += hash("heap") % 1_000
        return kind(heap, fault=self.fault)

    def evaluate(self, state: State) -> Sequence[float]:
        """A seat's stones, and those of its sealed order."""
        worth = [taken + (order or 0) for taken, order in zip(state.taken, state.sealed, strict=True)]
        if self.fault == "peeking":
            worth.reverse()
        if self.fault == "a debt":
            worth[0] -= 1
        return worth[:1] if self.fault == "no worth" else worth

    def expected_leads(self, state: State, player: int) -> Sequence[float]:
        leads = [expected_lead(state.after(index, player), player) for index in state.legal_ids(player)]
        return [float(lead) for lead in (leads[:-1] if self.fault == "no lead" else leads)]

    def presets(self) -> Mapping[str, Preset]:
        return {"nine": Preset("" if self.fault == "no line" else "nine stones", self.new_game(stones=9))}

    def max_plies(self, state: State) -> int:
        return 5 if self.fault == "bound" else 3 * state.heap

    def continues_turn(self, state: State) -> bool:
        return self.fault == "endless turn" or state.to_act == (CHANCE,) or state.sealed != (None, None)

    def score_table(self, state: State) -> Sequence[Mapping[str, int]]:
        return [{"total": stones + (self.fault == "a point too many")} for stones in state.taken]

    def verdict(self, state: State) -> str:
        return "" if self.fault == "no verdict" else "most stones (H3.1)"

    def parse_action(self, text: str, context: object) -> str:
        if text not in ACTIONS:
            raise NotationError("no action of Heaps", text)
        return text

    def format_action(self, action: str, context: object) -> str:
        return "take" if self.fault == "one text" else action

    def parse_state(self, text: str) -> State:
        if self.fault == "any text" and not text.startswith(NAME):
            return State(9)
        check_kind(text, NAME)
        return read_state(Lines(text), self.fault)

    def format_state(self, state: State) -> str:
        return format_state(State(state.heap, state.taken, state.sealed, 0) if self.fault == "text" else state)

    def told(
        self, before: State, action: str, after: State, *, names: Sequence[str] = (), player: int | None = None
    ) -> str:
        actor = before.to_act[0] if player is None else player
        who = (*names, *"AB"[len(names) :])[actor]
        if self.fault == "told to nobody":
            return ""
        if self.fault == "told of nobody":
            return "an order was written"
        if self.fault == "told otherwise" and next(CALLS) % 2:
            return f"{who} did something"
        said = "Wind came" if actor == CHANCE else f"{who} wrote an order of {action.removeprefix('take ')}"
        ends = {"told with a stop": ".", "told with a clause": " (H2.1)", "told in lines": "\nand waits"}
        return said + ends.get(self.fault, "")

    def effects(self, before: State, action: str, after: State) -> tuple[str, ...]:
        if self.fault == "changing effects":
            return ("and so on",) * next(CALLS)
        taken = sum(after.taken) - sum(before.taken)
        said = (f"{taken} are taken (H2.3)",) if taken else ()
        return ("",) if self.fault == "silent effects" else said

    def to_text(self, state: State, *, last: Sequence[str] = (), marked: Collection[str] = (), pen: Pen = PLAIN) -> str:
        if self.fault == "drawing":
            return "a heap"
        heap = ("●" if pen.unicode else "o") * state.heap
        more = " and more" if pen.unicode and self.fault == "wide symbols" else ""
        more += " in paint" if pen.paint is not PLAIN.paint and self.fault == "wide paint" else ""
        return pen.paint(heap, "strong") + more + self._marked(last)

    def to_svg(
        self, state: State, *, last: Sequence[str] = (), marked: Collection[str] = (), theme: Theme = "dark"
    ) -> str:
        if self.fault == "one theme" and theme != "dark":
            return ""
        heap = '<g data-place="heap"/>' * (2 if self.fault == "two places" else 1)
        drawing = f"{heap}{id(state) if self.fault == 'other drawing' else state}{self._marked(last)}"
        return f'<svg viewBox="0 0 90 9">{drawing}' + ("</svg>" if self.fault != "open drawing" else "")

    def _marked(self, last: Sequence[str]) -> str:
        return f" after {', '.join(last)}" if last and self.fault != "no mark" else ""


class HalfQuickHeaps(Heaps):
    """The game with one fast function of its own, where others belong to it."""

    def playout(self, state: State, seed: int, /) -> State:
        return random_play.playout(state, seed)


class QuickHeaps(Heaps):
    """The game with ways of its own to count and to play, and something wrong with them."""

    @property
    def perft(self) -> Any:
        return self._quick("perft")

    @property
    def perft_divide(self) -> Any:
        return self._quick("perft_divide")

    @property
    def playout(self) -> Any:
        return self._quick("playout")

    @property
    def playouts(self) -> Any:
        return self._quick("playouts")

    def _quick(self, name: str) -> Any:
        return {**QUICK, **QUICK_FAULTS.get(self.fault, {})}[name]


class BatchHeaps(Heaps):
    """The game with batches, and something wrong with them."""

    def Batch(self, start: State, n: int, /, *, seed: int = 0) -> Batch:
        return Batch(start, n, seed, self.fault)

    def observation_planes(self, players: int, /) -> Sequence[str]:
        return PLANES


class ObservedHeaps(BatchHeaps):
    """The game with observations of states and of batches, and something wrong with them."""

    def observation_space(self, state: State, /) -> ObservationSpace:
        return observation.observation_space(state, self.fault)

    def observe(self, state: State, player: SupportsIndex, /, out: Any = None) -> Any:
        return observation.observe(state, player, out, self.fault)


class SearchedHeaps(Heaps):
    """The game with a search of its own."""

    def search(self, state: State, /, *, player: int | None = None, seed: int = 0, threads: int = 1) -> FaultySearch:
        return FaultySearch(state, self.fault, seed)


class SteppedHeaps(Heaps):
    """The game with steps, which ``take`` begins, and something wrong with them."""

    def steps(self, state: State, action: str, /, player: int | None = None) -> Sequence[Step]:
        if self.fault == "steps of nothing":
            return ()
        if self.fault == "steps in silence":
            return (Step(action, ""),)
        if self.fault == "steps alike":
            return (Step("take", "take stones"),)
        if self.fault == "steps begun":
            return [Step("take", "take stones"), Step("2", "two of them")][: 1 + (action == "take 2")]
        if self.fault == "steps of the blind" and state.sealed.count(None) == 1 and HIDDEN in state.sealed:
            return (Step(f"blindly {action}", action),)
        return [Step(word, word) for word in action.split()]

    def question(self, state: State, keys: Sequence[str] = (), /, player: int | None = None) -> str:
        if self.fault == "steps unasked":
            return "choose (H2.1)"
        if self.fault == "steps without reason":
            return "What do you do?"
        if self.fault == "steps asked of the blind" and HIDDEN in state.sealed:
            return "What do you take in the dark? (H2.1)"
        return "How many stones do you take? (H2.1)" if keys else "What do you do? (H2.1)"

    def refusal(self, state: State, keys: Sequence[str], /, player: int | None = None) -> str:
        legal = [action.split()[: len(keys)] for action in state.legal_actions(player)]
        if self.fault == "steps refused":
            return "no (H2.1)"
        return "" if list(keys) in legal or self.fault == "steps for all" else f"{' '.join(keys)} is no action (H2.1)"


class CalmHeaps(Heaps):
    """The game, which answers `ChanceGame`."""

    def has_chance(self, state: State) -> bool:
        return self.fault != "calm weather" and bool(state.to_act)


KINDS: Final[Mapping[str, type[Heaps]]] = {
    "half": HalfQuickHeaps,
    "quick": QuickHeaps,
    "batch": BatchHeaps,
    "calm": CalmHeaps,
    "observed": ObservedHeaps,
    "search": SearchedHeaps,
    "steps": SteppedHeaps,
}
"""The games with an optional Protocol, by the first word of what is wrong with them.

From Python 3.12 on, a Protocol with a method is answered by the class alone, not by ``__getattr__``.
"""

BATCH_FAULTS: Final = (
    "batch of others",
    "batch of one seed",
    "batch begun anew",
    "batch in a hurry",
    "batch that plays all",
    "batch in full",
    "batch of the blameless",
    "batch of all",
    "batch in part",
    "batch without rules",
    "batch back to front",
    "batch in the dark",
    "batch of twisted seeds",
    "batch for the win of others",
    "batch for the margin of others",
    "batch for the total of others",
)

TOLD_FAULTS: Final = (
    "told to nobody",
    "told of nobody",
    "told otherwise",
    "told with a stop",
    "told with a clause",
    "told in lines",
)

QUESTION_FAULTS: Final = ("steps unasked", "steps without reason", "steps asked of the blind")

STEPS_FAULTS: Final = (
    "steps of nothing",
    "steps in silence",
    "steps alike",
    "steps begun",
    "steps of the blind",
    "steps refused",
    "steps for all",
)

FAULTS: Final = {
    "other game": "info",
    "prefix": "info",
    "long prefix": "info",
    "seats": "info",
    "a seat too few": "info",
    "no line": "presets",
    "to_act": "end",
    "order": "turns",
    "others act": "turns",
    "descending": "ids",
    "ids": "ids",
    "an id too few": "ids",
    "ids of nobody": "ids",
    "done by nobody": "ids",
    "receiver": "immutability",
    "ply": "immutability",
    "open": "immutability",
    "hash": "hashes",
    "outcome": "end",
    "over": "end",
    "bound": "bound",
    "odds": "chance",
    "unresolved": "chance",
    "calm weather": "chance",
    "negative": "refusals",
    "illegal": "refusals",
    "error": "refusals",
    "another clause": "reasons",
    "no reason": "reasons",
    "another reason": "reasons",
    "reason of actions": "reasons",
    "view": "views",
    "counting view": "views",
    "blind": "views",
    "sample": "views",
    "sampled view": "views",
    "text": "texts",
    "one text": "texts",
    "any text": "texts",
    "misread": "records",
    "json": "json",
    "peeking": "evaluation",
    "a debt": "evaluation",
    "no worth": "evaluation",
    "no lead": "evaluation",
    "a point too many": "scores",
    "no verdict": "scores",
    "endless turn": "scores",
    **dict.fromkeys(SEARCH_FAULTS, "search"),
    **dict.fromkeys(STEPS_FAULTS, "steps"),
    **dict.fromkeys(QUESTION_FAULTS, "questions"),
    **dict.fromkeys(TOLD_FAULTS, "told"),
    "sleeper": "bots",
    "tired": "bots",
    "moody": "bots",
    "boaster": "bots",
    "quick play": "fast",
    "quick count": "fast",
    "quick table": "fast",
    "quick order": "fast",
    "quick games": "fast",
    "half quick": "names",
    **dict.fromkeys(BATCH_FAULTS, "batches"),
    **dict.fromkeys(observation.FAULTS, "observations"),
    "pickle": "copies",
    "copy": "copies",
    "deep copy": "copies",
    "drawing": "drawings",
    "other drawing": "drawings",
    "no mark": "drawings",
    "open drawing": "pictures",
    "one theme": "pictures",
    "two places": "pictures",
    "wide paint": "drawings",
    "wide symbols": "drawings",
    "changing effects": "effects",
    "silent effects": "effects",
    "process": "seeds",
    "hash seed": "seeds",
}
"""The check that must find each fault."""
