"""Stages of tests: which tests the mutants of each compiled file are tried on, in order."""

from __future__ import annotations

import os
from typing import Final

TESTS: Final = "tests/small_star_empires/"
"""The folder to which the names of tests are relative."""

Stage = tuple[str, ...]
"""A stage of tests: files, or tests in a file. They run from the cheapest on, not in this order."""

GAMES: Final = (
    "test_equivalence.py::test_games_on_more_than_64_cells",
    "test_equivalence.py::test_fleets_of_any_size",
    "test_equivalence.py::test_tolls_on_a_row_longer_than_a_word",
    "test_equivalence.py::test_unexplored_systems_on_a_row_longer_than_a_word",
)
CLAUSES: Final = (
    "test_core.py",
    "test_positions.py",
    "test_options.py",
    "test_borders.py",
    "test_chance.py",
    "test_unexplored.py",
    "test_rules.py",
)
QUICK: Final = (*GAMES, *CLAUSES, "test_perft.py::test_core")
# The properties take a tenth of the time.
LAWS: Final = (
    "test_properties.py",
    "test_equivalence.py",
)
LOOPS: Final = (
    "test_equivalence.py::test_fleets_of_any_size",
    "test_one_stream.py",
    "test_playing.py",
    "test_perft.py::test_core",
    "../test_seeds.py",
    "test_batch.py",
)
# First come tests of a single state and its tables, asked of the core itself; then games, texts and pickles.
FACE: Final = (
    *CLAUSES,
    "test_batch.py::test_every_kind_of_system_is_shown",
    "test_batch.py::test_the_damaged_one_of_two_ships_is_told_from_the_other",
    "test_batch.py::test_territories_of_many_games_grow_from_every_cell_to_every_neighbour",
    "test_perft.py::test_core",
    "test_doors.py",
    "test_observation.py",
)
DOORS: Final = (
    "test_playing.py",
    "test_boards.py",
    *GAMES,
    "test_memory.py",
    "test_notation_properties.py",
    "test_batch.py",
    "test_numbers.py",
    "../test_legal_actions.py",
    "../test_conformance.py",
)
PERFT: Final = (
    "test_transpositions.py",
    "test_playing.py",
    "test_perft.py::test_core",
)
MASKS: Final = ("test_batch.py",)
MANY: Final = (
    "test_playing.py",
    "test_one_stream.py",
    "test_batch.py",
    "test_memory.py",
)
OBSERVED: Final = ("test_observation.py",)
# These play many games side by side, and compare them with games played one by one.
LANES: Final = (
    "test_lanes.py",
    "test_endings.py",
)
FULL_LANES: Final = ("test_full_lanes.py",)
# These compare trees and proofs with plain recursions, plain trees and stated properties.
SOLVED: Final = ("test_solving.py",)
SOUGHT: Final = ("test_reference_search.py", "test_search.py")
LEARNED: Final = ("test_learned.py",)
KEYS: Final = (
    "test_transpositions.py",
    "test_solving.py::test_the_table_changes_no_result",
    "test_solving.py::test_a_tiny_table_changes_no_result",
)

# Micro Space Empire: whole games and clauses first, then properties, texts and the whole State.
MICRO: Final = (
    "../micro_space_empire/test_equivalence.py::test_hashes_tell_positions_apart",
    "../micro_space_empire/test_equivalence.py::test_whole_games",
    "../micro_space_empire/test_rules.py",
    "../micro_space_empire/test_playing.py",
    "../micro_space_empire/test_observation.py",
    "test_observation.py::test_a_kind_of_array_is_filled_and_one_that_tells_lies_is_not",
    "test_observation.py::test_no_array_is_held_after_the_call",
    "test_observation.py::test_no_seat_beyond_the_last_is_shown_a_state",
)
MICRO_LAWS: Final = (
    "../micro_space_empire/test_equivalence.py",
    "../micro_space_empire/test_second_reading.py",
    "../micro_space_empire/test_facts.py",
    "../micro_space_empire/test_text.py",
    "../test_conformance.py",
)

# Jump Wars: lockstep with the plain rules first, of positions and of whole games; then the whole State.
JUMP: Final = (
    "../jump_wars/test_equivalence.py",
    "../jump_wars/test_rules.py",
    "../jump_wars/test_playouts.py",
)
JUMP_LAWS: Final = (
    "../jump_wars/test_observation.py",
    "../jump_wars/test_second_reading.py",
    "../jump_wars/test_facts.py",
)
# Its bots: stated properties of evaluations and searches. A mutant that only changes their play survives.
JUMP_WORTH: Final = (
    "../jump_wars/test_evaluation.py",
    "../jump_wars/test_search.py",
    "../test_plan_searches.py",
)
JUMP_SOUGHT: Final = ("../jump_wars/test_search.py", "../test_plan_searches.py")

# Empire of the Stars: in the same way. Arbitrary bytes test what the rules rely on.
EMPIRE: Final = (
    "../empire_of_the_stars/test_equivalence.py",
    "../empire_of_the_stars/test_playouts.py",
    "../empire_of_the_stars/test_perft.py",
)
EMPIRE_LAWS: Final = (
    "../empire_of_the_stars/test_rules.py",
    "../empire_of_the_stars/test_effects.py",
    "../empire_of_the_stars/test_laws.py",
)
EMPIRE_DOORS: Final = ("../empire_of_the_stars/test_state.py",)
EMPIRE_PLACED: Final = ("../empire_of_the_stars/test_laws.py", "../empire_of_the_stars/test_texts.py")
EMPIRE_PLAYED: Final = ("../empire_of_the_stars/test_playouts.py",)
# Its bots, as those of Jump Wars.
EMPIRE_WORTH: Final = (
    "../empire_of_the_stars/test_evaluation.py",
    "../empire_of_the_stars/test_search.py",
    "../test_plan_searches.py",
)
EMPIRE_SOUGHT: Final = ("../empire_of_the_stars/test_search.py", "../test_plan_searches.py")
EMPIRE_RULES: Final = (
    *("standing", "tokens", "measures", "scientist", "sides", "explorer", "verbs", "windows", "steward", "merchant"),
    *("engineer", "battle", "warlord", "regent", "edicts", "wheel", "set_up"),
    *(f"empire_of_the_stars.{name}" for name in ("boards", "ships", "rules", "views")),
)

ORDINARY: Final = (QUICK, MANY, LAWS)
STAGES: Final = {
    "_fast.pyx": (FACE, DOORS, LAWS),
    "action_features.pxd": (("test_action_numbers.py",), LEARNED),
    "arrays.pxd": (OBSERVED,),
    "bags.pxd": (FULL_LANES,),
    "batch.pyx": (MANY,),
    "bounds.pxd": (SOLVED,),
    "draws.pxd": (LANES, FULL_LANES),
    "eight_targets.pxd": (LEARNED,),
    "endings.pxd": (LANES,),
    "entries.pxd": (SOLVED,),
    "goal.pxd": (SOLVED,),
    "full_lanes.pyx": (FULL_LANES,),
    "grid.pxd": (("test_numbers.py",), LEARNED),
    **{f"{name}.pxd": (FULL_LANES,) for name in ("charts", "choices", "exploring", "games", "halves", "sight")},
    "lanes.pyx": (LANES,),
    "learned.pxd": (LEARNED,),
    "legal_actions.pyx": (("../test_legal_actions.py",), FACE),
    "loops.pyx": (LOOPS, LAWS),
    "masks.pxd": (MASKS,),
    "moves.pxd": (QUICK, (*MANY, "test_search.py::test_every_map_is_searched"), LAWS),
    "small_star_empires.observation.pxd": (OBSERVED, MANY),
    "numbers.pxd": (("test_numbers.py",), LEARNED),
    "perft.pyx": (PERFT,),
    "places.pxd": (LANES,),
    "playing.pxd": (LOOPS, LAWS),
    "random.pxd": (LOOPS, LAWS),
    "rich_play.pxd": (SOUGHT,),
    "solver.pyx": (SOLVED,),
    "symmetry.pxd": (SOLVED,),
    "transpositions.pxd": (KEYS,),
    "tree.pxd": (SOUGHT, LEARNED),
    "tree_search.pyx": (SOUGHT, LEARNED),
    "micro_space_empire.rules.pxd": (MICRO, MICRO_LAWS),
    "micro_space_empire.state.pyx": (MICRO, MICRO_LAWS),
    "bandit.pxd": (EMPIRE_SOUGHT, JUMP_SOUGHT),
    "battles.pxd": (JUMP_SOUGHT,),
    "jump_wars.boards.pxd": (JUMP, JUMP_LAWS),
    "build.pxd": (JUMP, JUMP_LAWS),
    "drafts.pxd": (JUMP_WORTH,),
    "draw.pxd": (JUMP, JUMP_LAWS),
    "jump_wars.evaluation.pxd": (JUMP_WORTH,),
    "fight.pxd": (JUMP, JUMP_LAWS),
    "final.pxd": (JUMP, JUMP_LAWS),
    "forecasts.pxd": (JUMP_WORTH,),
    "fronts.pxd": (JUMP_WORTH,),
    "hands.pxd": (JUMP, JUMP_LAWS),
    "ids.pxd": (JUMP, JUMP_LAWS),
    "jump.pxd": (JUMP, JUMP_LAWS),
    **{
        f"{name}.pxd": (("../jump_wars/test_placement.py",),)
        for name in ("laws", "jump_wars.decision_laws", "jump_wars.faults")
    },
    "jump_wars.observation.pxd": (("../jump_wars/test_observation.py",),),
    "refusals.pxd": (JUMP, JUMP_LAWS),
    "jump_wars.rules.pxd": (JUMP, JUMP_LAWS),
    "jump_wars.state.pyx": ((*JUMP, "../jump_wars/test_state.py", "../jump_wars/test_placement.py"), JUMP_LAWS),
    "jump_wars.structs.pxd": (JUMP, JUMP_LAWS),
    "distances.pxd": (JUMP_SOUGHT,),
    "mine.pxd": (JUMP, JUMP_LAWS),
    "plans.pxd": (JUMP_SOUGHT,),
    "jump_wars.playing.pyx": (("../jump_wars/test_playouts.py",),),
    "jump_wars.policy.pxd": (JUMP_SOUGHT,),
    "jump_wars.random_play.pxd": (("../jump_wars/test_playouts.py",),),
    "jump_wars.search.pyx": (JUMP_WORTH,),
    "orders.pxd": (JUMP_SOUGHT,),
    "decisions.pxd": (JUMP, JUMP_LAWS),
    "tech.pxd": (JUMP, JUMP_LAWS),
    "trade.pxd": (JUMP, JUMP_LAWS),
    "jump_wars.views.pxd": ((*JUMP, "../jump_wars/test_views.py"), JUMP_LAWS),
    "worth.pxd": (JUMP_SOUGHT,),
    **{f"{name}.pxd": (EMPIRE, EMPIRE_LAWS) for name in EMPIRE_RULES},
    "appraisal.pxd": (EMPIRE_WORTH,),
    "empire_of_the_stars.evaluation.pxd": (EMPIRE_WORTH,),
    "empire_of_the_stars.playing.pyx": (EMPIRE_PLAYED,),
    "empire_of_the_stars.policy.pxd": (EMPIRE_SOUGHT,),
    "empire_of_the_stars.random_play.pxd": (EMPIRE_PLAYED,),
    "empire_of_the_stars.search.pyx": (EMPIRE_WORTH,),
    "empire_of_the_stars.state.pyx": ((*EMPIRE, *EMPIRE_DOORS), EMPIRE_LAWS),
    "empire_of_the_stars.observation.pxd": (("../empire_of_the_stars/test_observation.py",),),
    "answers.pxd": (EMPIRE_LAWS,),
    **{
        f"{name}.pxd": ((*EMPIRE_DOORS, *EMPIRE_PLACED), EMPIRE, EMPIRE_LAWS)
        for name in ("table_laws", "empire_of_the_stars.decision_laws")
    },
    "empire_of_the_stars.faults.pxd": (EMPIRE_PLACED,),
    "states.pxd": (("../jump_wars/test_state.py", *EMPIRE_DOORS), MICRO, JUMP),
}
"""The stages for mutants of each file, in the order that kills soonest; other files have `ORDINARY`."""


def stages_of(file: str) -> tuple[Stage, ...]:
    return STAGES.get(file, ORDINARY)


def path_of(test: str) -> str:
    """Return pytest's name of a stage's test."""
    return os.path.normpath(TESTS + test)


def name_of(path: str) -> str:
    """Return the stage's name of a pytest test."""
    file, separator, name = path.partition("::")
    return os.path.relpath(file, TESTS) + separator + name
