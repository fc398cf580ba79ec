"""Reports of a campaign: the score, and each mutant that no test has killed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.mutation.mutants import Mutant
from tools.mutation.results import Result
from tools.mutation.stages import stages_of

EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")


def read_equivalents(path: Path) -> dict[str, str]:
    """Return the listed equivalent mutants: by id, the reason why no test can kill each."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {id: group["reason"] for group in table.get("equivalent", []) for id in group["mutants"]}


def fate(mutant: Mutant, results: Mapping[str, Result], equivalents: Mapping[str, str]) -> str:
    """Return the outcome of a mutant: as in its result, ``"equivalent"``, or ``"to do"`` before its last stage."""
    result = results.get(mutant.id)
    if mutant.id in equivalents:
        return "equivalent"
    if result is None or (result.outcome == "survived" and result.stages < len(stages_of(mutant.file))):
        return "to do"
    return result.outcome


def report(chosen: Sequence[Mutant], results: Mapping[str, Result], equivalents: Mapping[str, str]) -> bool:
    """Print the score by file and by kind, and the survivors; return whether every mutant is accounted for."""
    fates = {mutant.id: fate(mutant, results, equivalents) for mutant in chosen}
    _print_table("file", chosen, fates, lambda mutant: mutant.file)
    _print_table("kind", chosen, fates, lambda mutant: mutant.kind)
    survivors = [mutant for mutant in chosen if fates[mutant.id] == "survived"]
    for mutant in survivors:
        before, after = (" ".join(text.split()) for text in (mutant.before, mutant.after))
        print(f"\n{mutant.file}:{mutant.line}  {mutant.id}\n    {before}\n    {after}")
    return not survivors and "to do" not in fates.values()


def _print_table(
    title: str, chosen: Sequence[Mutant], fates: Mapping[str, str], part_of: Callable[[Mutant], str]
) -> None:
    counts: dict[str, Counter[str]] = {}
    for mutant in chosen:
        for part in (part_of(mutant), "all"):
            counts.setdefault(part, Counter())[fates[mutant.id]] += 1
    outcomes = ("killed", "crashed", "timeout", "survived", "equivalent", "to do")
    print(f"\n{title:<16}{'mutants':>10}" + "".join(f"{outcome:>12}" for outcome in outcomes) + f"{'score':>8}")
    for part, count in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        dead = count["killed"] + count["crashed"] + count["timeout"]
        judged = dead + count["survived"]
        score = f"{100 * dead / judged:.1f} %" if judged else "–"
        print(
            f"{part:<16}{count.total():>10}" + "".join(f"{count[outcome]:>12}" for outcome in outcomes) + f"{score:>8}"
        )
