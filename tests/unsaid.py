"""Words that people see of a game, for the tests of each: in pseudo-English all are in sentences, which have brackets.

A word outside all ``⟦…⟧`` was written without `say`: in another language it would still be English.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from tests.random_games import Move

from sse_core.bots.levels import levels_of
from sse_core.errors import IllegalActionError
from sse_core.forms.messages import PSEUDO, speaking
from sse_core.game import CHANCE, AnyGame, AnyState, NarrowGame, OptionGame, TableGame
from sse_core.play.game_commands import CampaignCommand, ShippingCommand, SuggestingCommand, command_of
from sse_core.play.languages import TranslatedGame, label, said
from sse_core.play.records.record import GameRecord
from sse_core.play.records.review import Review, Reviewing
from sse_core.play.search.features import FeaturedGame
from sse_core.play.search.reasons import why
from sse_core.play.sentences import result_of
from sse_core.play.steps import SteppedGame
from sse_core.seeds import SplitMix64

__all__ = ["NAMES", "Seen", "words_in"]

NAMES: Final = ("1", "2", "3", "4", "5")
"""Names of players without a letter."""

_LETTER: Final = re.compile(r"[^\W\d_]+")
_SAID: Final = "⟦[^⟦⟧]*⟧"
_TYPED: Final = "'[^'⟦⟧]*'"
_CLAUSE: Final = r"\b[A-Z][0-9]+(?:\.[0-9]+)?\b"


@dataclass(frozen=True)
class Seen:
    """What people see of a game."""

    game: AnyGame
    _: KW_ONLY
    outside: str
    """What may stand outside the brackets, as a regular expression: notation, and names of places.

    So may what somebody has typed, in quotes, the letters of the seats, clauses, and the title of the game.
    """

    place: Callable[[Any], str]
    """The name of a place in a state, which its drawings mark."""

    in_text: str = "(?!)"
    """What else may stand outside them in a drawing for a terminal."""

    pictures: Callable[[Any], Iterable[str]] = lambda _: ()
    """Further drawings of a state."""

    tried: Callable[[Any], Sequence[Any]] = lambda state: state.actions
    """The actions of which some are tried in a state, and refused."""

    # --- words

    def unsaid(self, words: str) -> list[str]:
        """The words outside all sentences that may not stand there."""
        return _LETTER.findall(self._said.sub(" ", words))

    @cached_property
    def _said(self) -> re.Pattern[str]:
        info = self.game.INFO
        return re.compile("|".join([_SAID, _TYPED, self.outside, _CLAUSE, rf"\b[{info.seats}]\b", info.title]))

    def check(self, words: Iterable[str]) -> None:
        """Check words; those of a generator are said here."""
        with speaking(PSEUDO):
            for each in words:
                assert self.unsaid(each) == [], each

    # --- games

    def check_game(self, moves: Iterable[Move], *, every: int, drawn: int = 1) -> None:
        """Check what is told of each move; the position at every so many, and where something new is asked; the end.

        One in `drawn` of every so many is drawn: that takes longest.
        """
        last, asked, met = list[Move](), set[str](), Counter[object]()
        for number, move in enumerate(moves):
            question = self._asked(move)
            if number % every == 0 or question not in asked:
                self.check_position(move.before, met)
            elif number % 3 == 0:
                self.check(self.offered(move.before))
            if number % (every * drawn) == 0:
                self.check_drawings(move.before, last[-3:])
            self.check(self.told(move, [number % len(move.before.totals)]))
            if move.after.why_not(move.action, move.player):
                # What was just done seldom can be done again, and for its own reason.
                self.check(self.refused(move.after, move.action, move.player))
            asked.add(question)
            last.append(move)
        self.check_position(last[-1].after, met)
        self.check_drawings(last[-1].after, last[-3:])

    def _asked(self, move: Move) -> str:
        """The sentences of what is asked, without what they are about."""
        game = self.game
        assert isinstance(game, SteppedGame)
        with speaking(PSEUDO):
            return " ".join(re.findall(_SAID, game.question(_view(move.before, move.player), (), move.player)))

    def check_position(self, state: AnyState, met: Counter[object] | None = None) -> None:
        """Check what is shown of a position beside drawings, what can be done there, and what is refused.

        `met` counts what was refused in other positions of the game.
        """
        for view in _views(state):
            self.check(self.shown(view))
        self.check(self.offered(state))
        self.check(self.followed(state))
        self.check(self.refusals(state, Counter() if met is None else met))

    def check_scene(self, state: AnyState, clicks: int = 4) -> None:
        """Check all of a position: each action that can be done or is refused there, and so many clicks."""
        self.check(self.shown(state))
        self.check_drawings(state)
        self.check(self.offered(state, 1_000))
        self.check(self.followed(state, 1_000))
        refused, rng = [action for action in state.actions if state.why_not(action)], SplitMix64(state.ply)
        self.check(words for action in refused for words in self.refused(state, action))
        for _ in range(clicks):
            self.check(self.clicked(state, rng.choice(refused), max(0, *state.to_act, 0)))

    def check_drawings(self, state: AnyState, last: Sequence[Move] = ()) -> None:
        """Check the words of the drawings of a position, and of what one player sees of it."""
        for view in _views(state)[:2]:
            self.check(_without(words, last) for words in self.drawn(view, last))

    def shown(self, state: AnyState) -> Iterator[str]:
        """What a page shows of a position beside drawings."""
        game, seats = self.game, range(len(state.totals))
        yield from (label(column, game) for column in game.score_table(state)[0])
        if reserve_text := getattr(game, "reserve_text", None):
            yield from (reserve_text(state, seat) for seat in seats)
        if isinstance(game, TableGame):
            yield from game.stage_lines(state)
            for kind, things in (kind for seat in seats for kind in game.holdings(state, seat)):
                yield from (kind, *things)
        if state.outcome is not None:
            names = dict(zip(self.game.INFO.seats, NAMES, strict=False))
            yield self.game.verdict(state)
            yield from (result_of(state, names, self.game, in_moves=in_moves) for in_moves in (False, True))

    def drawn(self, state: AnyState, last: Sequence[Move] = ()) -> Iterator[str]:
        """The words of the drawings of a position."""
        game = self.game
        looks: Any = {"last": [move.action for move in last], "marked": [self.place(state)]}
        yield words_in(game.to_svg(state, **looks))
        if isinstance(game, NarrowGame):
            yield words_in(game.narrow_svg(state, **looks))
        if thumbnail := getattr(game, "thumbnail", None):
            yield words_in(thumbnail(state))
        yield from map(words_in, self.pictures(state))
        yield re.sub(self.in_text, " ", re.sub(r"\n *", " ", self.game.to_text(state, **looks)))

    def offered(self, state: AnyState, most: int = 100) -> Iterator[str]:
        """What players are asked, and the buttons of about so many actions of each."""
        game = self.game
        assert isinstance(game, SteppedGame)
        for player in state.to_act:
            view = _view(state, player)
            paths = [game.steps(view, action, player) for action in _some(state.legal_actions(player), most)]
            yield from (words for path in paths for step in path for words in (step.words, step.note))
            keys = [tuple(step.key for step in path) for path in paths]
            asked = dict.fromkeys(each[:n] for each in keys for n in range(len(each)))
            yield from (game.question(view, each, player) for each in asked)

    def followed(self, state: AnyState, most: int = 12) -> Iterator[str]:
        """What is told of about so many actions of each player, and what follows from them."""
        for player in state.to_act:
            for action in _some(state.legal_actions(player), most):
                seats = range(len(state.totals))
                yield from self.told(Move(state, player, action, state.after(action, player)), seats)

    def told(self, move: Move, seats: Iterable[int] = ()) -> Iterator[str]:
        """What those who know all, and some players, are told of a move, and of what follows from it."""
        before, player, action, after = move
        views = [(before.view(seat), after.view(seat)) for seat in seats]
        for seen, then in dict.fromkeys([(before, after), *views]):
            yield self.game.told(seen, action, then, names=NAMES, player=player)
            yield from self.game.effects(seen, action, then)

    def refusals(self, state: AnyState, met: Counter[object]) -> Iterator[str]:
        """Why some actions are refused: several for each reason, and each verb that is refused for it.

        Answers to clicks take longest, and come with fewer of them.
        """
        rng, tried = SplitMix64(state.ply), self.tried(state)
        players = (CHANCE, *range(len(state.totals)), *state.to_act)
        for _ in range(100):
            action, player = rng.choice(tried), rng.choice(players)
            reason = state.why_not(action, player)
            if not reason:
                continue
            kind = reason, getattr(action, "verb", type(action))
            met[kind] += 1
            if met[kind] <= 30:
                yield from self.refused(state, action, player)
            if met[kind] == 1:
                yield from self.clicked(state, action, player)

    def refused(self, state: AnyState, action: Any, player: int | None = None) -> Iterator[str]:
        """Why an action is refused."""
        with pytest.raises(IllegalActionError) as error:
            state.after(action, player)
        yield str(error.value)

    def clicked(self, state: AnyState, action: Any, player: int) -> Iterator[str]:
        """What clicks are answered that would make up an action, and one on what isn't there."""
        game, view = self.game, _view(state, player)
        assert isinstance(game, SteppedGame)
        keys = [step.key for step in game.steps(state, action)] if {*state.to_act} - {CHANCE} else []
        for tried in dict.fromkeys([tuple(keys), tuple(keys[:1]), tuple(keys[-1:]), (*keys[:-1], "nowhere")]):
            yield game.refusal(view, tried, player)

    # --- around a game

    def check_setup(self, without: str = "") -> None:
        """Check what is offered before a game: options, presets and levels; `without` is notation in the help."""
        self.check(words.replace(without, "") for words in self._options())
        self.check(self._presets())
        self.check(self._levels())
        if isinstance(self.game, FeaturedGame):
            features = self.game.FEATURES
            self.check(said(words, self.game) for feature in features for words in (feature.one, feature.many))

    def _options(self) -> Iterator[str]:
        game, command = self.game, command_of(self.game)
        for add in (command.add_setup, *([command.add_campaign] if isinstance(command, CampaignCommand) else [])):
            parser = ArgumentParser(add_help=False)
            add(parser)
            for option in parser._actions:
                assert option.help, option.dest
                yield option.help
                yield from self._labels(option.dest, map(str, option.choices or ()))
        if isinstance(game, OptionGame):
            yield from (words for name in game.OPTIONS for words in self._labels(name, ()))
        if isinstance(command, ShippingCommand):
            yield from (words for name, shipped in command.SHIPPED.items() for words in self._labels(name, shipped))
        if isinstance(command, SuggestingCommand):
            yield from (said(words, game) for usual in command.SUGGESTIONS.values() for words in usual.values())

    def _labels(self, name: str, values: Iterable[str]) -> Iterator[str]:
        """The label of an option, unless a page asks for it in another way, and those of its values."""
        game = self.game
        assert isinstance(game, TranslatedGame)
        if name in game.LABELS or name not in ("players", game.INFO.preset):
            yield label(name, self.game)
        yield from (label(value, self.game, of=name) for value in values)

    def _presets(self) -> Iterator[str]:
        game = self.game
        for preset in game.presets().values():
            yield from (preset.title, preset.about, words_in(game.to_svg(preset.value)))
            if thumbnail := getattr(game, "thumbnail", None):
                yield words_in(thumbnail(preset.value))

    def _levels(self) -> Iterator[str]:
        yield from (words for level in levels_of(self.game) for words in (level.title, level.about))

    def check_review(self, moves: Iterable[Move], visits: int) -> Review[Any]:
        """Check a review of a game, and what sets its first actions apart."""
        played = [*moves]
        names = dict(zip(self.game.INFO.seats, NAMES, strict=False))
        record = GameRecord(played[0].before, [move.action for move in played], tags=names)
        with speaking(PSEUDO):
            work = Reviewing[Any](record, visits=visits)
            found = [*work]
            review = work.review()
            self.check((*review.words, review.how, words_in(review.to_svg()), *(each.found.how for each in found)))
            self.check(words for _, words in review.turned)
        if isinstance(self.game, FeaturedGame):
            for state in islice(record.states(), 0, 20, 5):
                self.check(words for action in state.legal_actions()[:1] for words in why(state, action).sentences)
        return review


def words_in(svg: str) -> str:
    """The words of a picture: what is written in it, and what is told of it.

    A sentence may go on in the next line, or be cut, and ends there.
    """
    found, is_open = list[str](), False
    for part in _parts(ElementTree.fromstring(svg)):
        is_open = part.rfind("⟦") > part.rfind("⟧") or (is_open and "⟧" not in part)
        found.append(f"{part}⟧" if is_open and part.endswith("…") else part)
        is_open = is_open and not part.endswith("…")
    return " ".join(found)


def _parts(element: Element) -> Iterator[str]:
    yield from filter(None, (element.get("aria-label"), element.text))
    for child in element:
        yield from _parts(child)
        yield from filter(None, (child.tail,))


def _views(state: AnyState) -> Sequence[AnyState]:
    """A position, and what players see of it, if that is less; first somebody who isn't to act."""
    seats = sorted(range(len(state.totals)), key=lambda seat: seat in state.to_act)
    return [*dict.fromkeys([state, *(state.view(seat) for seat in seats)])]


def _view(state: AnyState, player: int) -> AnyState:
    return state if player == CHANCE else state.view(player)


def _some(actions: Sequence[Any], most: int) -> Sequence[Any]:
    """About so many of some actions."""
    return actions[:: 1 + len(actions) // most]


def _without(words: str, last: Sequence[Move]) -> str:
    """Words without the texts of the last actions."""
    for before, _, action, _ in last:
        words = re.sub(rf"(?<!\w){re.escape(before.game.format_action(action, before))}(?!\w)", " ", words)
    return words
