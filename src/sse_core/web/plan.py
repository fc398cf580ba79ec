"""Plans of games: the request of a form, a pasted text or a record, checked and turned into a start with players."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import SystemRandom
from typing import Any, Final, cast

from ..bots.levels import levels_of
from ..bots.naming import OptionBot, TimedBot, bot_named, bots_of, file_of, is_engine, seconds_of, visits_of
from ..errors import ArgumentError, SetupError, SseError
from ..forms.checks import MAX_SEED, check_type, guess, shown
from ..forms.kinds import MAP
from ..game import AnyGame, Bot, Outcome, State
from ..games import GAMES
from ..play.game_commands import LoadMap, command_of
from ..play.records.contents import Content, content_of
from ..play.records.record import check_tag, game_of, read
from ..play.records.variations import Variation
from ..play.search.monte_carlo import search_of
from ..play.seats import HUMAN
from ..play.sentences import digits
from .campaigns import begun, campaign_text, is_campaign, new_campaign, seed_of
from .clocks import TimeControl, time_control_of
from .engines import engine_offered, engines_for
from .errors import WebError, texts_of
from .fields import parsed
from .messages import message, say

__all__ = [
    "MAX_PLIES",
    "TAGS",
    "Plan",
    "bot_of",
    "game_named",
    "pasted",
    "plan_of",
    "recorded_tags",
    "rematch_of",
    "seed_asked",
    "takes_budget",
]

MAX_PLIES: Final = 20_000
"""The most plies of a game on the server."""

TAGS: Final = "tags"
"""The key of a request for the tags of a record; requests can't set it."""

_FIRST: Final = "first"
"""The key of a rematch's request for the seat that won the last game; requests can't set it."""

_MOST_TAGS: Final = 100
"""The most tags of a record that a new game continues. They are kept with the game."""

_MAX_SECONDS: Final = 30
"""The most seconds that a bot may think about a choice."""

_MAX_SHARE: Final = 100
"""The most visits of a bot, as a multiple of the default visits of its game's search."""

_OWN_RULES: Final[Mapping[str, str]] = {
    "position": message("a position has its own rules: the set-up fields are for a new game"),
    "record": message("a record has its own rules: the set-up fields are for a new game"),
}
_NO_BEGINNING: Final[Mapping[str, str]] = {
    "position": message("a campaign begins with its first game, not with a position"),
    "record": message("a campaign begins with its first game, not with a record"),
}
"""The name of each kind of text, for people."""

_OWN: Final = "own"
_SEATS: Final = (None, "shared", _OWN)

_WORDS: Final = ("resigned", "out of time", "away", "person", "nobody", "chance")
_PASTED: Final = "-"
"""The name of the pasted map among the set-up options, the command's name for the standard input."""


@dataclass(frozen=True)
class Plan:
    """A game to play."""

    start: State[Any]
    moves: tuple[tuple[int, Any], ...]
    """The seat and the action of each move that was made before."""

    players: tuple[str, ...]
    """The player at each seat: ``human``, or the name of a bot."""

    seed: int
    request: Mapping[str, Any]
    """The request as JSON, from which a rematch is made."""

    variations: tuple[Variation[Any], ...] = ()
    """The variations of the record that was given; the page keeps them."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.start.game

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at the start, those who resign later included."""
        return tuple(seat for seat, name in enumerate(self.request["players"]) if name == HUMAN)

    @property
    def other_names(self) -> Collection[str]:
        """The names that no person can have, in lower case: names of bots, and words of the page."""
        bots = *bots_of(self.game), *engines_for(self.game)
        return {HUMAN, *_WORDS, *bots, *(name.casefold() for name in self.players)}

    @property
    def places_again(self) -> tuple[int, ...]:
        """The seat of each player in the rematch, by the present seat: one further, or the same in a campaign."""
        seats = range(len(self.players))
        return (
            tuple(seats) if is_campaign(self.request.get("text")) else tuple((seat + 1) % len(seats) for seat in seats)
        )

    @property
    def has_seats(self) -> bool:
        """Whether each person has a seat of one's own (see `seats`). If not, all people play at one screen."""
        return self.request.get("seats") == _OWN

    @property
    def time_control(self) -> TimeControl | None:
        """The time control; None for unlimited time."""
        return time_control_of(self.request.get("clock"))


def game_named(name: object) -> AnyGame:
    """Return a game by its name; raise WebError if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise WebError(f"there is no game {shown(name)}; they are {', '.join(GAMES)}")
    return GAMES[name]


def pasted(text: object, game: AnyGame | None = None) -> Content:
    """Read a map, a position, a record or a campaign, of a game or, with None, of any game.

    Raises WebError if the value is no text, or has something else, and the errors of `records.read`.
    """
    if not isinstance(text, str):
        raise WebError(f"the text is a string, not {shown(text)}")
    return content_of(read(text.removeprefix("\ufeff"), game, most=MAX_PLIES), game)


# --- plans


def plan_of(request: Mapping[str, Any]) -> Plan:
    """Return the game that a request asks for.

    `request` has the keys of ``POST /api/rooms``: ``game``; ``players``, names for the seats; ``seed``, an integer or
    its digits; ``fields``, the set-up options; ``preset``, the name of a start that ships; ``text``, a map, a position,
    a record or a campaign; ``seats``, ``shared`` or ``own``; ``campaign``, true for the first game of one; ``clock``,
    such as ``5+3``. All but the game may be left out or null.

    Raises WebError and the errors of the game for a request that can't be met.
    """
    game = game_named(request.get("game"))
    text = request.get("text")
    found = None if text in (None, "") else pasted(text, game)
    names = [] if request.get("players") is None else texts_of(request["players"], "players")
    if request.get("campaign") or (found is not None and found.campaign is not None):
        return _plan_of_campaign(game, request, names, found)
    record = None if found is None else found.record
    tags: Mapping[str, str] = {} if record is None else record.tags
    _check_tags(tags)
    seed = seed_asked(request.get("seed"), tags)
    moves: tuple[tuple[int, Any], ...] = ()
    if found is not None and found.kind != MAP:
        start = found.state if found.record is None else found.record.start
        moves = () if found.record is None else found.record.moves
        if request.get("fields"):
            raise WebError(say(_OWN_RULES[found.kind]))
    else:
        start = _set_up(game, request, names, seed, found)
    players = _players(names, len(start.totals), tags, game)
    _check_seats(request, players)
    _check_clock(request, players)
    if not start.to_act and not moves:
        raise WebError(say("the game is over in this position: there is nothing to play"))
    # A rematch of a record begins at the start of the record. The request keeps the content of a text, not its layout.
    # The tags of a record belong to this game alone.
    again: dict[str, Any] = {}
    if found is not None:
        again["text"] = game.FORM.others[MAP].format(found.shown) if found.kind == MAP else game.format_state(start)
    if record is not None:
        again[TAGS] = dict(tags)
    variations = () if record is None else record.variations
    begun_by = _beginner_of(game)
    if request.get(_FIRST) is not None and begun_by is not None:
        start = begun_by(start, request[_FIRST])
    return Plan(start, moves, players, seed, dict(request) | {"players": list(players)} | again, variations)


def _plan_of_campaign(game: AnyGame, request: Mapping[str, Any], names: Sequence[str], found: Content | None) -> Plan:
    """Return the current game of a campaign that was given, or the first game of a new campaign."""
    if found is not None and found.campaign is not None:
        campaign = found.campaign
        if request.get("fields") or request.get("campaign"):
            raise WebError(say("a campaign has its own rules: the set-up fields are for a new one"))
    elif found is not None and found.kind != MAP:
        raise WebError(say(_NO_BEGINNING[found.kind]))
    elif request.get("campaign") is not True:
        raise WebError(f"campaign is true or false, not {shown(request['campaign'])}")
    else:
        seed, load_map = seed_asked(request.get("seed"), {}), _map_loader(game, found)
        preset = request.get("preset") if found is None else _PASTED
        campaign = new_campaign(game, _fields_in(request), preset, len(names) or None, seed, load_map)
    record = begun(campaign)
    _check_tags(record.tags)
    players = _players(names, len(record.start.totals), record.tags, game)
    _check_seats(request, players)
    _check_clock(request, players)
    again = {
        "game": game.INFO.name,
        "players": list(players),
        "seats": request.get("seats"),
        "clock": request.get("clock"),
        "text": campaign_text(campaign, game),
        TAGS: dict(record.tags),
    }
    return Plan(record.start, record.moves, players, seed_of(campaign), again, record.variations)


def _check_tags(tags: Mapping[str, str]) -> None:
    if len(tags) > _MOST_TAGS:
        number = digits(f"{len(tags):,}")
        raise WebError(say("the record has {n} tags, and {most} is the most here", n=number, most=_MOST_TAGS))


def _check_seats(request: Mapping[str, Any], players: Sequence[str]) -> None:
    if request.get("seats") not in _SEATS:
        raise WebError(f"seats are shared or own, not {shown(request['seats'])}")
    if request.get("seats") == _OWN and HUMAN not in players:
        raise WebError(say("no seat is a person's: there is none to take"))


def _check_clock(request: Mapping[str, Any], players: Sequence[str]) -> None:
    if time_control_of(request.get("clock")) is not None and HUMAN not in players:
        raise WebError(say("no seat is a person's: bots have no clock, their level says how long they think"))


def _fields_in(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up options of a request by name."""
    values: Any = request.get("fields")
    values = {} if values is None else values
    if not isinstance(values, dict):
        raise WebError(f"the fields are an object, not {shown(values)}")
    return cast("dict[str, Any]", values)


def rematch_of(plan: Plan, outcome: Outcome | None = None) -> dict[str, Any]:
    """Return the request for a rematch outside of campaigns: the same set-up, a fresh seed, players one seat further.

    `outcome` is the outcome of the last game. In a game that the last winner begins, a sole winner begins.
    """
    players = list(plan.request["players"])
    for seat, place in enumerate(plan.places_again):
        players[place] = plan.request["players"][seat]
    again = {key: value for key, value in plan.request.items() if key not in (TAGS, _FIRST)}
    if outcome is not None and len(outcome.winners) == 1 and _beginner_of(plan.game) is not None:
        again[_FIRST] = plan.places_again[outcome.winners[0]]
    return again | {"seed": None, "players": players}


def _beginner_of(game: AnyGame) -> Callable[[State[Any], int], State[Any]] | None:
    """Return ``begun_by(state, player)`` of a game that the last game's winner begins; None for any other game.

    ``begun_by`` returns a start in which the player goes first; the state itself if the first player is fixed already.
    """
    found: Callable[[State[Any], int], State[Any]] | None = getattr(game, "begun_by", None)
    return found


def recorded_tags(request: Mapping[str, Any]) -> dict[str, str]:
    """Return the tags of the record that a game continues; raise SetupError or TypeError for invalid tags."""
    tags: dict[str, str] = request.get(TAGS, {})
    check_type(tags, dict, "the tags of a record are an object")
    for key, value in tags.items():
        check_tag(key, value)
    return dict(tags)


def _set_up(
    game: AnyGame, request: Mapping[str, Any], names: Sequence[str], seed: int, found: Content | None
) -> State[Any]:
    """Return the start for the set-up options, on the pasted map if there is one."""
    fields = _fields_in(request)
    preset = request.get("preset")
    if preset is not None:
        known = game.presets()
        if not isinstance(preset, str) or preset not in known:
            raise WebError(f"there is no {game.INFO.preset} {shown(preset)}; they are {', '.join(known)}")
        if game_of(known[preset].value) is not None:
            if fields:
                raise WebError(f"the {game.INFO.preset} {preset} has its own rules: choose it without set-up fields")
            state: State[Any] = known[preset].value
            return state
        fields = fields | {game.INFO.preset: preset}
    if found is not None:
        fields = fields | {game.INFO.preset: _PASTED}
    try:
        return command_of(game).set_up(parsed(fields, game), len(names) or None, seed, _map_loader(game, found))
    except ArgumentTypeError as error:
        raise WebError(str(error)) from None


def _map_loader(game: AnyGame, found: Content | None) -> LoadMap:
    """Return the function that loads maps by name: maps that ship, and the pasted one, but no files."""

    def load_map(name: str) -> Any:
        if name == _PASTED and found is not None:
            return found.shown
        known = game.presets()
        if name not in known:
            raise WebError(f"there is no {game.INFO.preset} {shown(name)}{guess(name, known)}")
        return known[name].value

    return load_map


def seed_asked(seed: Any, tags: Mapping[str, str]) -> int:
    """Return the seed of a request, else that in the tags of a record, else a fresh one that nobody can guess."""
    if seed in (None, ""):
        seed = tags.get("seed") or SystemRandom().randrange(MAX_SEED + 1)
    if isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) <= len(str(MAX_SEED)):
        seed = int(seed)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise WebError(say("a seed is 0 to 2**64 - 1, not {seed}", seed=shown(seed)))
    return seed


# --- players


def _players(names: Sequence[str], seats: int, tags: Mapping[str, str], game: AnyGame) -> tuple[str, ...]:
    """Return the player at each seat: as the request or the record says, else one person and the weakest level."""
    if not names:
        letters = game.INFO.seats[:seats]
        names = [
            _known(tags.get(letter), game) or (HUMAN if not seat else levels_of(game)[0].player)
            for seat, letter in enumerate(letters)
        ]
    if len(names) != seats:
        raise WebError(say("the game is for {seats} players, and {n} are named", seats=seats, n=len(names)))
    for name in names:
        if name != HUMAN:
            bot_of(name, game)
    return tuple(names)


def _known(name: str | None, game: AnyGame) -> str | None:
    """Return the name of a record's player if that player can play here, else None."""
    try:
        if name not in (None, HUMAN):
            bot_of(name, game)
    except (ArgumentError, WebError):
        return None
    return name


def bot_of(name: str, game: AnyGame) -> Bot:
    """Return a bot by its name, such as ``mcts:1000``: one that ships, or an engine that the operator offers.

    The only option of a bot here is a budget: other options may name files, or take more than a server has.

    Raises WebError for the name of a file or a program, ArgumentError for an unknown one, or one that thinks for too
    long.
    """
    if file_of(name) is not None:
        raise WebError("a file can't be named here: the bots are those that ship")
    if is_engine(name):
        raise WebError("a program can't be named here: the bots are those that ship, and those that the server offers")
    if (engine := engine_offered(name, game)) is not None:
        return engine
    if name.partition(":")[0] not in bots_of(game):
        known = [*bots_of(game), *engines_for(game)]
        raise WebError(f"there is no player {shown(name)}{guess(name, known)}; they are {HUMAN}, {', '.join(known)}")
    plain, colon, _ = name.partition(":")
    if colon and not takes_budget(bots_of(game)[plain]):
        raise WebError(f"{plain} takes no option here, and {shown(name)} has one")
    try:
        bot = bot_named(name, game)
        check_tag(game.INFO.seats[0], name)
    except SetupError as error:
        raise WebError(say("{name} is no name of a player: {why}", name=shown(name), why=error.message)) from None
    _check_budget(bot, name, game)
    return bot


def takes_budget(bot: Bot) -> bool:
    """Return whether a bot takes a budget: whether its option ``1s`` gives a `TimedBot`."""
    if not isinstance(bot, OptionBot):
        return False
    try:
        return isinstance(bot.with_option("1s"), TimedBot)
    except SseError:
        # The bot takes no budget, or can't be made in this installation.
        return False


def _check_budget(bot: Bot, name: str, game: AnyGame) -> None:
    """Raise WebError if a bot would think for too long."""
    plain = name.partition(":")[0]
    visits = visits_of(bot)
    seconds = seconds_of(bot)
    if seconds is not None and seconds > _MAX_SECONDS:
        raise WebError(say("{bot}: a bot has {n} seconds at most here", bot=name, n=_MAX_SECONDS))
    if visits is not None and seconds is None and visits > (most := _most_visits(cast("Hashable", game))):
        n, example = digits(f"{most:,}"), f"{plain}:5s"
        raise WebError(
            say(
                "{bot}: a bot of this game has {n} visits at most here, or seconds, as in {example}",
                bot=name,
                n=n,
                example=example,
            )
        )


@cache
def _most_visits(game: Any) -> int:
    return _MAX_SHARE * search_of(game.new_game()).default_visits
