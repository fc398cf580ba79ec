"""Words that people see of Small Star Empires: in pseudo-English all are inside sentences, which stand in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from typing import Final

import pytest
from tests.profiles import shortened
from tests.random_games import moves
from tests.small_star_empires import test_borders, test_rules, test_unexplored
from tests.small_star_empires.scenes import Scene, Story
from tests.unsaid import Seen, words_in

import sse_core as sse
from sse_core.errors import NotationError, SetupError, SseError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE
from sse_core.play.languages import label
from sse_core.play.records.played import played
from sse_core.seeds import SplitMix64
from sse_core.small_star_empires import Bag, Campaign, Choose, Move, Reveal, Setup, Tile, campaign_table, campaign_terms
from sse_core.small_star_empires.words.options import setup_words

GAME: Final = sse.small_star_empires


def pictures(state: sse.State) -> Iterator[str]:
    """With territories, and where a ship can fly."""
    ships = [cell for seat in state.to_act if seat != CHANCE for cell, _ in state.ships(seat)]
    yield GAME.to_svg(state, territories=True, targets_of=next(iter(ships), None))


SEEN: Final = Seen(
    GAME,
    outside=r"\b(?:reveal|destroy)=\w+|\bstay\b|\b[a-z]{1,2}[0-9]+!?-[a-z]{1,2}[0-9]+(?:=[CS])?(?:\$[0-9]+)?"
    r"|\b[a-z]{1,2}[0-9]{1,3}\b|\b[a-z]\b|\b[HNU]\b|\bHex\(q=-?[0-9]+, r=-?[0-9]+\)",
    # The map, then tiles, options and reserves.
    in_text=r"^[^⟦]*|\w+=[\w,]+|\b[0-9]+[CS]\b",
    place=lambda state: state.board.cell_names[0],
    pictures=pictures,
)

RULES: Final = {
    "first edition": sse.Rules(edition="first"),
    "open borders": sse.Rules(open_borders=True, toll_compulsory=False, territory_points=1),
    "strict": sse.Rules(unexplored_passable=False, damaged_jump=False, conquest_own_only=True),
    "lenient": sse.Rules(damaged_passes_unexplored=True, conquered_passable=True, nebula_points=(1, 2)),
    "many tiles": sse.Rules(edition="first", open_borders=True, bag=Bag(5, 5, 5, 5, 5, 5, 5, 5, 5)),
}

STARTS: Final = {name: (name, None) for name in ("duel", "four-galaxies", "base-4p")} | {
    title: ("unexplored-2p", rules) for title, rules in RULES.items()
}
"""Maps with their own rules, and with others."""

SCENES: Final[list[Scene]] = [
    *test_rules.MOVES,
    *test_rules.TURNS,
    *test_rules.ENDINGS,
    *test_borders.MOVES,
    *test_borders.TURNS,
    *test_unexplored.STORIES,
]
"""The positions by which the clauses are tested: every obstacle, every tile, each end."""
SPREAD: Final = [scene for first in range(7) for scene in SCENES[first::7]]
"""The same, of which the first ones are from all parts of the rules."""


def test_unsaid_words_are_found() -> None:
    assert SEEN.unsaid("⟦the ship at ⟧a1⟦ may fly⟧, A: E3.4, a2-c4=C$2, reveal=three") == []
    assert SEEN.unsaid("⟦the ship at ⟧a1 may ⟦fly⟧ home") == ["may", "home"]


# --- games


def exploring(state: sse.State, player: int, rng: SplitMix64) -> sse.Action:
    """A player who explores and refuels sees more of the game."""
    actions = state.legal_actions(player)
    tiles = [each for each in actions if isinstance(each, Move) and each.target in state.unexplored]
    return rng.choice(tiles or actions)


@pytest.mark.parametrize("name", STARTS)
def test_nothing_of_a_game_is_unsaid(name: str) -> None:
    board, rules = STARTS[name]
    start = sse.new_game(sse.maps()[board], rules=rules)
    SEEN.check_game(moves(start, SplitMix64(len(name)), exploring), every=15)


@pytest.mark.parametrize("scene", shortened(SPREAD, 60, ci=200), ids=lambda scene: scene.id)
def test_nothing_of_a_scene_is_unsaid(scene: Scene) -> None:
    """All that can be done there, all that is refused, and what was played."""
    states = [scene.state]
    if isinstance(scene, Story):
        for text in scene.plays.split():
            states.append(states[-1].after(sse.parse_action(text, states[-1])))
    for state in states:
        SEEN.check_scene(state)
        SEEN.check(clicks(state))


def clicks(state: sse.State) -> Iterator[str]:
    """What clicks are answered that belong to no action of the board: two places, or one that isn't there."""
    rng = SplitMix64(state.ply)
    for _ in range(4):
        origin, target = (rng.choice(state.board.cell_names) for _ in range(2))
        kinds = rng.choice(((), ("city",), ("station",), ("damaged",), ("whole",), ("stay",)))
        for keys in ([origin, target], [origin, target, *kinds], [origin, *kinds, target], ["zz99"]):
            yield GAME.refusal(state, keys, max(0, *state.to_act, 0))


def test_every_reason_is_said() -> None:
    """What a board never allows is refused in sentences, too."""
    state = sse.new_game(sse.parse_map("A 1 x 2 B\n w 1   w 1"))
    cells = range(state.board.n_cells)
    for origin, target, piece, damaged in product(cells, cells, ("city", "station", None, "ship"), (False, True, None)):
        move = Move(origin, target, piece, damaged)  # type: ignore[arg-type]
        if state.why_not(move):
            SEEN.check(words.replace("=C", "").replace("=S", "") for words in SEEN.refused(state, move))
    for action in (Reveal(Tile.TWO), Choose(1), 99_999):
        SEEN.check(SEEN.refused(state, action))
    for text in ("a1", "a9-a1", "a1-a2=C$3", "reveal=four", "destroy=b"):
        with speaking(PSEUDO), pytest.raises(NotationError) as wrong:
            sse.parse_action(text, state)
        SEEN.check([wrong.value.message.replace(", ".join(Tile), "")])


# --- around a game


def test_nothing_of_the_setup_is_unsaid() -> None:
    SEEN.check_setup(", ".join(field.name for field in fields(sse.Rules)))
    SEEN.check(words for rules in RULES.values() for words in setup_words(Setup(rules)))


def test_nothing_of_a_campaign_is_unsaid() -> None:
    campaign, rng = Campaign(2, seed=1), SplitMix64(1)
    with speaking(PSEUDO):
        while not campaign.is_over:
            SEEN.check([campaign_terms(campaign)])
            campaign = campaign.after([move.action for move in moves(campaign.next_game(), rng)])
        SEEN.check(label(column, GAME) for column in campaign_table(campaign)[0])
        with pytest.raises(SseError) as over:
            campaign.next_game()
        SEEN.check([str(over.value)])


def test_nothing_of_a_review_is_unsaid() -> None:
    review = SEEN.check_review(moves(sse.new_game(sse.maps()["duel"]), SplitMix64(3)), visits=30)
    assert review.turns


def test_effects_are_kept_for_readers_of_each_language() -> None:
    board = sse.parse_map("1 A ? B 1")
    before = sse.new_game(board).after(Move(1, 2, "city"))
    move = played(before, CHANCE, Reveal(Tile.TWO), None)
    english = move.effects
    with speaking("de"):
        assert move.effects == ("A baut auf a3 eine Kolonie und bekommt 2 Punkte (E9.3)",)
    assert move.effects == english == ("A puts a city at a3 and scores 2 points (E9.3)",)


def test_nothing_of_a_drawn_map_is_unsaid() -> None:
    with speaking(PSEUDO):
        for tool in GAME.map_tools():
            SEEN.check((tool.words, tool.group, words_in(GAME.tool_svg(tool.key))))
        for setting in GAME.map_settings():
            SEEN.check((setting.help, setting.default))
        for text in ("", "A", "A 1", "A 1 A", "A . C", "A w B", "A   1 B", "A 1 B", "A x 1 x B"):
            sketch = GAME.sketch(text)
            SEEN.check(remark.words for remark in (*sketch.notes, *([sketch.fault] if sketch.fault else [])))
            SEEN.check((sketch.about, re.sub(r"-?[0-9]+,-?[0-9]+", "", words_in(sketch.to_svg()))))


def test_a_sketch_tells_each_reader_in_another_language() -> None:
    sketch = GAME.sketch("A 1 A")
    assert sketch.fault is not None
    assert sketch.fault.words == "homeworld A stands twice (E1.6)"
    with speaking("de"):
        assert sketch.fault.words == "die Heimatwelt A steht zweimal da (E1.6)"


def test_a_map_that_cannot_be_played_is_refused_in_sentences() -> None:
    with speaking(PSEUDO), pytest.raises(SetupError) as wrong:
        sse.parse_map("A 1 A")
    SEEN.check([wrong.value.message])
