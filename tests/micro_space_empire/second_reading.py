"""Second reading of the rules: written by another reader from the clauses alone, with texts and names for cards.

It shares nothing with the package. A clause that one of the two misreads shows as a difference.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Card(NamedTuple):
    """A system as its card says (M1)."""

    deck: str
    resistance: int
    metal: int
    wealth: int
    points: int


SYSTEMS: Final = {
    "wolf_359": Card("near", 5, 1, 0, 1),
    "proxima": Card("near", 6, 1, 0, 1),
    "epsilon_eridani": Card("near", 8, 0, 0, 1),
    "cygnus": Card("near", 5, 0, 1, 1),
    "tau_ceti": Card("near", 4, 0, 0, 1),
    "procyon": Card("near", 7, 0, 1, 1),
    "sirius": Card("near", 6, 0, 0, 1),
    "canopus": Card("distant", 9, 0, 1, 2),
    "polaris": Card("distant", 9, 1, 0, 2),
    "galaxys_edge": Card("distant", 10, 0, 0, 3),
}
EXPANSION: Final = {"aquila": Card("near", 6, 0, 1, 1), "queloz": Card("near", 7, 1, 0, 1)}
EVERY: Final = SYSTEMS | EXPANSION

EVENTS: Final[dict[str, tuple[str, int, int]]] = {
    "asteroid": ("wealth", 0, 0),
    "strike": ("strike", 0, 0),
    "derelict_ship": ("metal", 0, 0),
    "revolt_a": ("revolt", 1, 3),
    "small_invasion_force": ("invasion", 1, 2),
    "peace_and_quiet": ("nothing", 0, 0),
    "large_invasion_force": ("invasion", 2, 3),
    "revolt_b": ("revolt", 1, 2),
}
COSTS: Final = {
    "capital_ships": 3,
    "forward_starbases": 4,
    "robot_workers": 2,
    "planetary_defenses": 4,
    "hyper_television": 3,
    "interstellar_diplomacy": 5,
    "interspecies_commerce": 2,
    "interstellar_banking": 3,
}
LEFT_OF: Final = {
    "forward_starbases": "capital_ships",
    "planetary_defenses": "robot_workers",
    "interstellar_diplomacy": "hyper_television",
    "interstellar_banking": "interspecies_commerce",
}


class Game:
    """A game that is under way, or over; `do` changes it."""

    def __init__(self, *, expansion: bool) -> None:
        self.turn = 1
        self.phase = "choice"
        self.stores = {"metal": 0, "wealth": 0}
        self.military = 0
        self.technologies: set[str] = set()
        self.empire: list[str] = []
        self.unaligned: set[str] = set()
        self.seen: set[str] = set()
        self.hidden = set(EVERY if expansion else SYSTEMS)
        self.near_to_come = 7
        self.strike = self.built = self.discovered = self.lost = False
        self.free_attack_in_turn = 0
        self.target: str | None = None
        self.event: str | None = None

    # --- what follows from the fields

    @property
    def store_cap(self) -> int:
        return 5 if "interstellar_banking" in self.technologies else 3

    @property
    def military_cap(self) -> int:
        return 5 if "capital_ships" in self.technologies else 3

    @property
    def production(self) -> dict[str, int]:
        metal = sum(EVERY[name].metal for name in self.empire)
        wealth = sum(EVERY[name].wealth for name in self.empire)
        return {"metal": 1 + metal, "wealth": 1 + wealth}

    @property
    def points(self) -> tuple[int, int, int, int, int]:
        """M7, part by part."""
        all_seen = self.near_to_come == 0 and not self._hidden("distant")
        systems = sum(EVERY[name].points for name in self.empire)
        everything = len(self.technologies) == len(COSTS)
        return systems, len(self.technologies), int(all_seen), int(everything), 3 * (len(self.empire) == 10)

    def _hidden(self, deck: str) -> set[str]:
        return {name for name in self.hidden if EVERY[name].deck == deck}

    # --- what may be done

    def legal(self) -> set[str]:
        match self.phase:
            case "choice":
                return self._choices()
            case "near" | "distant" as deck:
                return {f"turn={name}" for name in self._hidden(deck)}
            case "diplomacy":
                return {"diplomacy", "roll"}
            case "attack" | "defense":
                return {f"die={face}" for face in (1, 2, 3, 4, 5, 6)}
            case "trade":
                return self._trades() | {"keep"}
            case "build":
                return self._projects() | {"done"}
            case "event":
                return {f"event={name}" for name in EVENTS if name not in self.seen}
            case "revolt":
                return {f"revolt={name}" for name in self._weakest()}
            case _:
                return set()

    def _choices(self) -> set[str]:
        found = {"bide"} | {f"conquer={name}" for name in self.unaligned}
        if self.near_to_come:
            found.add("explore=near")
        barred = any(EVERY[name].deck == "near" for name in self.unaligned)
        if self._hidden("distant") and "forward_starbases" in self.technologies and not barred:
            found.add("explore=distant")
        return found

    def _trades(self) -> set[str]:
        if "interspecies_commerce" not in self.technologies:
            return set()
        pairs = (("metal", "wealth"), ("wealth", "metal"))
        return {f"trade={a}" for a, b in pairs if self.stores[a] > 1 and self.stores[b] + 1 <= self.store_cap}

    def _projects(self) -> set[str]:
        found = set()
        if not self.built and min(self.stores.values()) >= 1 and self.military + 1 <= self.military_cap:
            found.add("build")
        if not self.discovered:
            for name, cost in COSTS.items():
                next_in_row = LEFT_OF.get(name) in (None, *self.technologies)
                if name not in self.technologies and cost <= self.stores["wealth"] and next_in_row:
                    found.add(f"discover={name}")
        return found

    def _weakest(self) -> list[str]:
        least = min(EVERY[name].resistance for name in self.empire)
        return [name for name in self.empire if EVERY[name].resistance == least]

    # --- what follows

    def do(self, action: str) -> None:
        verb, _, thing = action.partition("=")
        match verb:
            case "explore":
                self.phase = thing
            case "turn":
                self.hidden.remove(thing)
                self.near_to_come -= EVERY[thing].deck == "near"
                self.unaligned.add(thing)
                self._attack(thing)
            case "conquer":
                self._attack(thing)
            case "bide":
                self._collect()
            case "roll":
                self.phase = "attack"
            case "diplomacy":
                self._win()
            case "die" if self.phase == "attack":
                self._roll(int(thing))
            case "die":
                self._defend(int(thing))
            case "trade":
                self.stores[thing] -= 2
                self.stores["wealth" if thing == "metal" else "metal"] += 1
                self._go_building()
            case "keep":
                self._go_building()
            case "build":
                self.stores["metal"] -= 1
                self.stores["wealth"] -= 1
                self.military += 1
                self.built = True
                self._go_building()
            case "discover":
                self.stores["wealth"] -= COSTS[thing]
                self.technologies.add(thing)
                self.discovered = True
                if thing == "interstellar_diplomacy":
                    self.free_attack_in_turn = self.turn + 1
                self._go_building()
            case "done":
                self.phase = "event"
            case "event":
                self._happen(thing)
            case "revolt":
                self.target, self.phase = thing, "defense"
            case _:
                raise AssertionError(action)

    def _attack(self, name: str) -> None:
        self.target = name
        self.phase = "diplomacy" if self.free_attack_in_turn == self.turn else "attack"

    def _roll(self, face: int) -> None:
        assert self.target is not None
        if face + self.military >= EVERY[self.target].resistance:
            self._win()
        else:
            self.military -= self.military > 0
            self.target = None
            self._collect()

    def _win(self) -> None:
        assert self.target is not None
        self.unaligned.remove(self.target)
        self.empire.append(self.target)
        self.target = None
        self._collect()

    def _collect(self) -> None:
        for name, amount in self.production.items():
            if self.strike:
                amount = -(-amount // 2) if "robot_workers" in self.technologies else 0
            self.stores[name] = min(self.store_cap, self.stores[name] + amount)
        self.strike = False
        if self._trades():
            self.phase = "trade"
        else:
            self._go_building()

    def _go_building(self) -> None:
        self.phase = "build" if self._projects() else "event"

    def _happen(self, name: str) -> None:
        self.seen.add(name)
        kind, _, _ = EVENTS[name]
        if kind in ("revolt", "invasion"):
            self._meet(name, kind)
            return
        if kind in self.stores and self.stores[kind] < self.store_cap:
            self.stores[kind] += 1
        self.strike = self.strike or kind == "strike"
        self._end_turn()

    def _meet(self, name: str, kind: str) -> None:
        if not self.empire and self.turn <= 7:
            self._end_turn()
        elif not self.empire:
            self.lost = True
            self.phase = "end"
        else:
            struck = self.empire[-1:] if kind == "invasion" else self._weakest()
            self.event = name
            if len(struck) > 1:
                self.phase = "revolt"
            else:
                self.target, self.phase = struck[0], "defense"

    def _defend(self, face: int) -> None:
        assert self.target is not None
        assert self.event is not None
        kind, *forces = EVENTS[self.event]
        shield = "hyper_television" if kind == "revolt" else "planetary_defenses"
        if face + forces[self.turn > 7] >= EVERY[self.target].resistance + (shield in self.technologies):
            self.empire.remove(self.target)
            self.unaligned.add(self.target)
        self.target = self.event = None
        self._end_turn()

    def _end_turn(self) -> None:
        if self.turn == 13:
            self.phase, self.strike = "end", False
            return
        if self.turn == 7:
            self.seen = set()
        self.turn += 1
        self.built = self.discovered = False
        self.phase = "choice"
