"""Promises of the optional Protocols of games: each function yields conditions, each with a message if it is broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, cast

from ...errors import IllegalActionError
from ...forms.kinds import MAP
from ...game import AnyGame, AnyState, Game, OptionGame, TableGame
from ...play import game_tree, random_play
from ...play.batches import GameBatch, VectorGame
from ...play.fast_play import FastGame
from ...play.game_commands import CampaignGame
from ...play.languages import TranslatedGame
from ...play.observation import ObservedGame
from ...play.records.contents import GameMap, MapGame
from ...play.search.features import FeaturedGame
from ...play.sketches import SketchGame
from ...play.steps import SteppedGame
from ...seeds import child_seed

__all__ = ["of_batches", "of_fast_play", "of_maps", "of_options", "of_sketches", "of_tools", "of_whole_answers"]

_SEVERAL: Final = (
    FastGame,
    VectorGame,
    ObservedGame,
    FeaturedGame,
    MapGame,
    SketchGame,
    SteppedGame,
    TableGame,
    CampaignGame,
    TranslatedGame,
)
"""The optional Protocols of several names, or of a single one that nobody has by chance."""

_ROUNDING: Final = 1e-6
"""The greatest error of a reward."""

_GAMES: Final = 3
"""The games of a batch."""


def of_whole_answers(game: AnyGame) -> Iterator[tuple[object, str]]:
    """A game with one name of an optional Protocol has all its names; a name that every game has doesn't count."""
    for protocol in _SEVERAL:
        names = [name for name in vars(protocol) if not name.startswith("_") and name not in vars(Game)]
        had = [name for name in names if hasattr(game, name)]
        for name in names if had else ():
            yield name in had, f"{protocol.__name__}.{name} is missing, and the game has {', '.join(had)}"


def of_options(game: AnyGame) -> Iterator[tuple[object, str]]:
    """An option is a word or a number that `new_game` takes, and its default changes nothing."""
    if not isinstance(game, OptionGame):
        return
    new_game, plain = cast("Callable[..., AnyState]", game.new_game), game.new_game()
    for name, default in game.OPTIONS.items():
        yield (
            type(default) in (str, int, bool),
            f"the option {name} has the default {default!r}, which is no plain value",
        )
        yield (
            new_game(**{name: default}) == plain,
            f"new_game(), and new_game({name}={default!r}) as in OPTIONS, are other games",
        )


def of_maps(game: AnyGame, layout: GameMap) -> Iterator[tuple[object, str]]:
    """A map is drawn and played on, and reads back as ``map`` from the text that its game writes."""
    reader = game.FORM.others.get(MAP)
    yield reader is not None, f"a map ships, and FORM reads no {MAP}"
    if reader is not None:
        yield reader.parse(reader.format(layout)) == layout, f"the text of {layout!r} is that of another map"
        if reader.from_json is not None:
            yield reader.from_json(layout.to_json()) == layout, f"the JSON of {layout!r} is that of another map"
    drawings: Any = game
    yield drawings.to_text(layout).strip() and drawings.to_svg(layout), f"{layout!r} isn't drawn"
    on_maps = cast(MapGame, game)
    found = on_maps.map_of(on_maps.new_game(layout))
    yield found == layout, f"a game on {layout!r} is played on {found!r}"


def of_sketches(game: AnyGame, layout: GameMap) -> Iterator[tuple[object, str]]:
    """A map can be drawn further: its text has no fault."""
    reader = game.FORM.others.get(MAP)
    if not isinstance(game, SketchGame) or reader is None:
        return
    text = reader.format(layout)
    drawn = game.sketch(text)
    yield (drawn.text, drawn.fault) == (text, None), f"{layout!r} has the fault {drawn.fault} where it is drawn"
    keys = {tool.key for tool in game.map_tools()}
    yield set(drawn.counts) <= keys, f"what no tool puts is counted: {dict(drawn.counts)}"
    yield set(drawn.settings) <= {setting.key for setting in game.map_settings()}, f"{dict(drawn.settings)} are set"


def of_tools(game: AnyGame) -> Iterator[tuple[object, str]]:
    """The result of each tool on an empty field reads back, and each tool has a small drawing."""
    if not isinstance(game, SketchGame):
        return
    empty = game.sketch()
    yield empty.fault is not None, "an empty field has no fault"
    yield game.sketch(empty.text) == empty, f"the text of an empty field is that of another sketch: {empty.text!r}"
    keys = [tool.key for tool in game.map_tools()]
    yield len(set(keys)) == len(keys), f"two tools have one key: {keys}"
    place = re.findall('data-place="([^"]+)"', empty.to_svg())[0]
    for tool in game.map_tools():
        clicked = empty.put(tool.key, place, turn=tool.turns - 1)
        yield game.sketch(clicked.text) == clicked, f"after {tool.key} the text is that of another sketch"
        yield game.tool_svg(tool.key, tool.turns - 1).startswith("<svg"), f"{tool.key} has no picture"


def of_fast_play(game: AnyGame, start: AnyState, seed: int) -> Iterator[tuple[object, str]]:
    """The game's own functions give the same results as those for every game."""
    if not isinstance(game, FastGame):
        return
    quick = cast("FastGame[Any, Any]", game)
    yield quick.playout(start, seed) == random_play.playout(start, seed), "playout is not the game of random bots"
    for depth in (0, 1, 2):
        count, expected = quick.perft(start, depth), game_tree.perft(start, depth)
        yield count == expected, f"perft counts {count} positions at depth {depth}, there are {expected}"
        count = quick.perft(start, depth, table=3)
        yield count == expected, f"perft with a table counts {count} positions at depth {depth}, not {expected}"
    divided, expected_each = quick.perft_divide(start, 2), game_tree.perft_divide(start, 2)
    yield list(divided.items()) == list(expected_each.items()), f"perft_divide gives {divided}, not {expected_each}"
    played, plain = (play(start, _GAMES, seed, ends=True) for play in (quick.playouts, random_play.playouts))
    yield played.ends == plain.ends, f"playouts end with {played.ends}, not {plain.ends}"
    yield played.totals.tolist() == plain.totals.tolist(), f"playouts have the totals {played.totals}"
    yield played.winners.tolist() == plain.winners.tolist(), f"playouts have the winners {played.winners}"
    yield played.plies.tolist() == plain.plies.tolist(), f"playouts have {played.plies} plies, not {plain.plies}"


def of_batches(game: AnyGame, start: AnyState, seed: int) -> Iterator[tuple[object, str]]:
    """A batch has the values of its states in arrays, and plays the games of playouts."""
    if not isinstance(game, VectorGame):
        return
    vector = cast("VectorGame[Any]", game)
    batch = vector.Batch(start, _GAMES, seed=seed)
    yield batch.n_actions == len(start.actions), f"a batch has {batch.n_actions} actions, not {len(start.actions)}"
    planes, seen = vector.observation_planes(len(start.totals)), batch.observe().shape
    yield seen[:2] == (_GAMES, len(planes)), f"{len(planes)} planes of {_GAMES} games are observed in the shape {seen}"
    yield from _of_a_refusal(batch)
    yield from _of_waiting(batch)
    yield from _of_beginnings(vector, batch, start, seed)
    while not batch.done.all():
        ids = batch.sample()
        yield from _of_rows(batch, ids.tolist())
        batch.step(ids)
    yield from _of_rows(batch, [-1] * _GAMES)
    if len(start.totals) > 1:
        yield from _of_rewards(batch)
    seeds = [child_seed(seed, number) for number in range(_GAMES)]
    yield list(batch.seeds) == seeds, f"a batch says that its games have the seeds {batch.seeds}, not {seeds}"
    plain = random_play.playouts(start, _GAMES, seed, ends=True)
    ends = tuple(_states(batch))
    yield ends == plain.ends, f"a batch plays other games than playouts: {ends}, {plain.ends}"
    yield batch.totals.tolist() == plain.totals.tolist(), f"a batch has the totals {batch.totals}, not {plain.totals}"
    yield batch.winners.tolist() == plain.winners.tolist(), f"a batch has other winners: {batch.winners}"


def _of_a_refusal(batch: GameBatch[Any]) -> Iterator[tuple[object, str]]:
    states = _states(batch)
    ids = batch.sample()
    ids[-1] = batch.n_actions
    bad = batch.illegal(ids).tolist()
    yield bad == [False] * (_GAMES - 1) + [True], f"a batch says that {bad} are illegal of {ids.tolist()}"
    try:
        batch.step(ids)
    except IllegalActionError:
        yield _states(batch) == states, "a batch plays on where an action is refused"
    else:
        yield False, f"a batch takes the action {batch.n_actions}, which there isn't"


def _of_waiting(batch: GameBatch[Any]) -> Iterator[tuple[object, str]]:
    """The id −1 leaves a game unchanged while another is played; games observed alone look as among all games."""
    import numpy

    states, ids, alone = _states(batch), batch.sample(), numpy.arange(_GAMES) == 1
    batch.step(numpy.where(alone, ids, numpy.int32(-1)))
    moved = [state != before for state, before in zip(_states(batch), states, strict=True)]
    yield moved == alone.tolist(), f"a batch plays on in the games {moved} where the second alone is to"
    seen, one = batch.observe(), batch.observe(which=alone)
    yield numpy.array_equal(one, seen[alone]), f"one game is observed in the shape {one.shape}, or as another one"


def _of_beginnings(
    vector: VectorGame[Any], batch: GameBatch[Any], start: AnyState, seed: int
) -> Iterator[tuple[object, str]]:
    """Marked games begin anew; with a seed all games begin as in a new batch. Games play what they would sample."""
    import numpy

    batch.step(batch.sample())
    states, alone = _states(batch), numpy.arange(_GAMES) == 1
    batch.reset(alone)
    begun = [state != before for state, before in zip(_states(batch), states, strict=True)]
    yield begun == alone.tolist(), f"a batch begins the games {begun} anew where the second alone is marked"
    for one in (seed + 1, seed):
        batch.reset(seed=one)
        again = vector.Batch(start, _GAMES, seed=one)
        for _ in range(2):
            yield _states(batch) == _states(again), f"a batch that begins with the seed {one} plays other games"
            ids = batch.sample()
            yield ids.tolist() == again.sample().tolist(), f"a batch that begins with the seed {one} draws otherwise"
            again.step(ids)
            batch.step(ids)
        for which in (alone, None):
            batch.step(batch.sample() if which is None else numpy.where(which, batch.sample(), numpy.int32(-1)))
            again.play(which=which)
            yield _states(batch) == _states(again), "a batch plays otherwise than it samples, or in other games"
        batch.reset(seed=one)


def _of_rewards(batch: GameBatch[Any]) -> Iterator[tuple[object, str]]:
    """Finished games of several seats have rewards that follow from their outcomes."""
    win, margin, total = batch.rewards(), batch.rewards("margin"), batch.rewards("total")
    for row, state in enumerate(_states(batch)):
        outcome = state.outcome
        assert outcome is not None
        seats = range(len(outcome.totals))
        shares = [Fraction(seat in outcome.winners, len(outcome.winners)) for seat in seats]
        for what, found, worth in (("win", win, shares), ("margin", margin, outcome.totals)):
            wanted = [float(own - Fraction(sum(worth) - own) / (len(seats) - 1)) for own in worth]
            same = all(abs(one - other) < _ROUNDING for one, other in zip(found[row], wanted, strict=True))
            yield same, f"a batch rewards the {what} by {found[row]}, not by {wanted}"
        same = total[row].tolist() == [*outcome.totals]
        yield same, f"a batch rewards the total by {total[row]}, not by {outcome.totals}"


def _states(batch: GameBatch[Any]) -> list[AnyState]:
    return [batch.state(i) for i in range(_GAMES)]


def _of_rows(batch: GameBatch[Any], sampled: list[int]) -> Iterator[tuple[object, str]]:
    """Every row of every array is that of its game's state."""
    import numpy

    mask, packed = batch.legal_mask(packed=False), batch.legal_mask()
    unpacked = numpy.unpackbits(packed, axis=1, count=batch.n_actions, bitorder="little")
    yield bool((mask == unpacked).all()), "a packed mask is another one than the unpacked one"
    for row, chosen in enumerate(sampled):
        state: AnyState = batch.state(row)
        actor = state.to_act[0] if state.to_act else -2
        yield int(batch.to_act[row]) == actor, f"{batch.to_act[row]} is to act in a batch, not {actor}"
        yield bool(batch.done[row]) == (not state.to_act), f"done is {batch.done[row]}, and {state.to_act} are to act"
        legal = state.legal_ids(actor) if state.to_act else ()
        shown = tuple(mask[row].nonzero()[0].tolist())
        yield shown == legal, f"a batch says that the actions {shown} are legal, not {legal}"
        yield chosen in (legal or (-1,)), f"a batch samples the action {chosen}"
