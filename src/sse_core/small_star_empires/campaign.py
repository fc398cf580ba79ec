"""Campaigns: games in a row, in which the winner of a game has a city less from then on (E10.2)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import count, zip_longest
from typing import Any, Final, TypeAlias, cast, get_args

from .._fast import State
from ..drawing.notebook import table
from ..errors import ArgumentError, GameOverError, NotationCode, NotationError, SetupError, campaign_error
from ..forms.checks import MAX_SEED, check_number, check_seed, check_text, type_named
from ..forms.expressions import constructor_call
from ..forms.immutable import Immutable
from ..forms.json_object import JsonObject
from ..forms.kinds import check_kind
from ..forms.lines import Lines, shifted
from ..games import GAMES
from ..play.records.record import GameRecord, format_game, read_record, read_record_object, record_object
from ..play.sentences import listed
from ..play.turns import turns_of
from ..seeds import SplitMix64, child_seed
from .actions import Action
from .board import Board
from .maps.map import format_map, parse_map
from .maps.sectors import base_map, check_holes
from .maps.systems import SEATS, Holes
from .messages import MESSAGES, counted, say
from .options import PUBLISHED, Rules, format_rules, parse_rules
from .positions.makers import new_game
from .reasons import Reason
from .text.state import format_state
from .words.names import LABELS

__all__ = ["Campaign", "Chooser", "campaign_table", "campaign_terms", "format_campaign", "parse_campaign"]

CAMPAIGN_NAME: Final = "sse-campaign"
CAMPAIGN_PREFIX: Final = f"{CAMPAIGN_NAME} 1"

Chooser: TypeAlias = Callable[[State, int, SplitMix64], Action | int]
"""The function that plays a seat: from its view, its seat and a generator it returns a legal action."""

Record: TypeAlias = GameRecord[State, Action]

_NAME: Final = "small_star_empires"
_BOX: Final = {2: (14, 4), 3: (12, 3), 4: (10, 2)}
"""Cities and trade stations of each player at the start of a campaign, by number of players."""

_POINTS_TO_WIN: Final = {2: 5, 3: 4, 4: 3}

_HOLES: Final[dict[str, Holes | None]] = {"none": None, **{holes: holes for holes in get_args(Holes)}}
_YES: Final = {"yes": True, "no": False}
_OF_THE_MAPS: Final = "those of the maps"
"""The text that stands for the rules of each map."""

_PILES: Final = "win piles: "
_NUMBER: Final = re.compile(r"[0-9]{1,20}")


@dataclass(frozen=True, repr=False)
class Campaign(Immutable):
    """A campaign with the games played so far: an immutable value (E10.2).

    Game i, counted from 0, is played on ``base_map(players, seed=child_seed(seed, i), ...)``, or on ``maps[i]``; after
    the last map the first one comes again. Seat i modulo `players` begins it. With 2, 3, 4 players each has 14, 12, 10
    cities, less those in the own win pile, and 4, 3, 2 trade stations, whatever the map names. Ships are the map's.

    Raises SetupError if a number is out of range, a map is for another number of players, or a game isn't finished,
    follows the end of the campaign, or starts with another state than the campaign has; TypeError if a value is
    of the wrong type.

    >>> campaign = Campaign(2, seed=7)
    >>> campaign.next_game().reserve(0)
    Reserve(cities=14, stations=4)
    """

    players: int
    """The number of players: 2, 3 or 4."""

    seed: int
    """The seed of the base maps, 0 to 2**64 − 1."""

    _: KW_ONLY

    holes: Holes | None = None
    """The holes of each base map, as in `base_map` (E8.1)."""

    unexplored: bool = False
    """Whether tiles lie face down on the empty systems of each base map (E9.1)."""

    maps: tuple[Board, ...] = ()
    """The maps of the games, repeated after the last one; empty for base maps."""

    rules: Rules | None = None
    """The options of each game; None: those of each map in `maps`, and the published ones on base maps."""

    games: tuple[Record, ...] = ()
    """The finished games, in order."""

    unfinished: Record | None = None
    """The game in progress, which comes after `games`; None if there is none."""

    piles: tuple[int, ...] = field(init=False, compare=False)
    """The number of cities in the win pile of each seat: one for each game won or shared."""

    def __post_init__(self) -> None:
        self._set("players", check_number(self.players, "players", max(_BOX), min(_BOX), error=campaign_error))
        self._set("seed", check_seed(self.seed, error=campaign_error))
        self._set("maps", tuple(self.maps))
        self._check_maps()
        if self.rules is None and not self.maps:
            self._set("rules", PUBLISHED)
        if not isinstance(self.rules, Rules | None):
            raise TypeError(f"rules is a Rules or None, not {type(self.rules).__name__}")
        self._set("holes", check_holes(self.holes))
        self._set("games", tuple(self.games))
        self._set("piles", (0,) * self.players)
        # This also checks the data that all games share.
        self._start(0)
        for index, game in enumerate(self.games):
            self._check(game, index)
            assert game.final.outcome is not None
            winners = game.final.outcome.winners
            self._set("piles", tuple(pile + (seat in winners) for seat, pile in enumerate(self.piles)))
        if self.unfinished is not None:
            self._check_start(self.unfinished, len(self.games))
            if self.unfinished.final.outcome is not None:
                raise campaign_error(f"game {len(self.games) + 1} is finished, not in progress (E10.2)")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def points_to_win(self) -> int:
        """The number of cities in a win pile that wins the campaign: 5, 4, 3 for 2, 3, 4 players."""
        return _POINTS_TO_WIN[self.players]

    @property
    def max_games(self) -> int:
        """The largest number of games that the campaign can have: 9, 10, 9 for 2, 3, 4 players.

        Every game has a winner and so adds at least one city to the piles. While nobody has won, each pile has at most
        ``points_to_win - 1`` cities, so at most ``players * (points_to_win - 1)`` games were played. One more is the
        last.
        """
        return self.players * (self.points_to_win - 1) + 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the campaign, several if they did so in the same game; ``()`` while it goes on."""
        return tuple(seat for seat, pile in enumerate(self.piles) if pile >= self.points_to_win)

    @property
    def is_over(self) -> bool:
        """Whether the campaign has winners."""
        return bool(self.winners)

    def next_game(self) -> State:
        """Return the start of the next game; raise GameOverError if the campaign is over."""
        if self.is_over:
            n = len(self.games)
            raise GameOverError(say("the campaign is over after {n} games (E10.2)", n=n), Reason.CAMPAIGN_OVER)
        return self._start(len(self.games))

    def with_unfinished(self, game: Record) -> Campaign:
        """Return the campaign with a game in progress, which starts with `next_game`.

        Raises SetupError if the campaign is over, the game is finished, or it starts with another state.
        """
        return replace(self, unfinished=game)

    def after(self, game: Record | Iterable[Action | int]) -> Campaign:
        """Return the campaign with one more game, given as a record or as the actions from `next_game` to its end.

        Raises GameOverError if the campaign is over, IllegalActionError at the first illegal action, SetupError if
        the game isn't finished, starts with another state, or doesn't go on from the game in progress.
        """
        start = self.next_game()
        if not isinstance(game, GameRecord):
            # Making a record turns ids and texts into actions.
            actions: Any = game
            game = GameRecord(start, actions)
        if self.unfinished is not None and game.actions[: len(self.unfinished.actions)] != self.unfinished.actions:
            raise campaign_error(f"game {len(self.games) + 1} is in progress, and doesn't go on like this (E10.2)")
        return replace(self, games=(*self.games, game), unfinished=None)

    def play(self, choosers: Sequence[Chooser], seed: int) -> Campaign:
        """Return the campaign after all remaining games.

        `choosers` has one ``choose(view, player, rng)`` for each seat, such as the `choose` of a bot. Game i, counted
        from 0, has the seed ``child_seed(seed, i)``, and its plies draw as in `bots.turns_of`. So a campaign that is
        interrupted, even in the middle of a game, goes on as it would have without the interruption.

        Raises IllegalActionError if an illegal action is chosen, ArgumentError if there are not as many choosers
        as players.
        """
        if len(choosers) != self.players:
            raise ArgumentError(f"{self.players} players need as many choosers, not {len(choosers)}")
        campaign = self
        while not campaign.is_over:
            game_seed = child_seed(seed, len(campaign.games))
            before = () if campaign.unfinished is None else campaign.unfinished.actions
            begun = campaign.next_game() if campaign.unfinished is None else campaign.unfinished.final
            turns = turns_of(begun, choosers, game_seed)
            campaign = campaign.after([*before, *(action for _, action, _ in turns)])
        return campaign

    def to_json(self) -> str:
        """Return the campaign as a JSON object on one line, with the content of `format_campaign`.

        Keys: ``format``, ``version``, ``players``, ``seed``, ``holes`` (null or a string), ``unexplored``, ``maps``
        (their texts), ``rules`` (as in the text), ``games`` (each as `GameRecord.to_json`), ``unfinished`` (null or
        such a game), ``piles`` (by seat), ``winners`` (seats).
        """
        return json.dumps(
            {
                "format": CAMPAIGN_NAME,
                "version": 1,
                "players": self.players,
                "seed": self.seed,
                "holes": self.holes,
                "unexplored": self.unexplored,
                "maps": [format_map(board) for board in self.maps],
                "rules": _format_rules(self.rules),
                "games": [record_object(game) for game in self.games],
                "unfinished": None if self.unfinished is None else record_object(self.unfinished),
                "piles": self.piles,
                "winners": self.winners,
            }
        )

    @staticmethod
    def from_json(text: str) -> Campaign:
        """Return the campaign of a JSON text; raise NotationError, SetupError or IllegalActionError if it isn't one."""
        found = JsonObject.parse(text)
        found.check_format(CAMPAIGN_NAME)
        found.add_defaults({"maps": [], "unfinished": None})
        unfinished = found.object_or_none("unfinished")
        campaign = Campaign(
            found.integer("players"),
            found.integer("seed"),
            holes=_parse_holes("none" if found.content.get("holes") is None else found.string("holes")),
            unexplored=found.flag("unexplored"),
            maps=tuple(parse_map(text) for text in found.strings("maps")),
            rules=_parse_rules(found.string("rules")),
            games=tuple(read_record_object(game, GAMES[_NAME]) for game in found.objects("games")),
            unfinished=None if unfinished is None else read_record_object(unfinished, GAMES[_NAME]),
        )
        found.check_written_as(campaign.to_json())
        return campaign

    def __repr__(self) -> str:
        return constructor_call(self, rules=None if self.maps else PUBLISHED)

    def _repr_html_(self) -> str:
        """Return the table of the games, which notebooks show, with the win piles."""
        caption = counted(
            len(self.games),
            "{n} game; {wins} win the campaign; win piles: {piles}",
            "{n} games; {wins} win the campaign; win piles: {piles}",
            wins=self.points_to_win,
            piles=", ".join(f"{SEATS[seat]} {pile}" for seat, pile in enumerate(self.piles)),
        )
        if self.is_over:
            who = listed(SEATS[seat] for seat in self.winners)
            caption = say("{so_far}; won by {who}", so_far=caption, who=who)
        rows = campaign_table(self)
        return table(
            caption,
            [MESSAGES.label(LABELS, name) for name in rows[0]] if rows else [],
            [list(map(_shown, row.values())) for row in rows],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_campaign, (format_campaign(self),)

    def _check_maps(self) -> None:
        """Raise unless all games can be played on the maps."""
        for number, board in enumerate(self.maps, 1):
            if not isinstance(board, Board):
                raise TypeError(f"a campaign is played on Boards, not on {type_named(board)}")
            if board.players != self.players:
                raise campaign_error(f"map {number} is for {board.players} players, the campaign for {self.players}")
        if len(self.maps) > self.max_games:
            raise campaign_error(f"{len(self.maps)} maps, and no more than {self.max_games} games to play (E10.2)")
        if self.maps and (self.holes is not None or self.unexplored):
            raise campaign_error("holes and unexplored are for base maps; maps of your own have such systems drawn in")

    def _board(self, index: int) -> Board:
        """Return the board of a game."""
        if self.maps:
            return self.maps[index % len(self.maps)]
        seed = child_seed(self.seed, index)
        return base_map(self.players, seed=seed, holes=self.holes, unexplored=self.unexplored)

    def _start(self, index: int) -> State:
        """Return the start of a game, given the piles before it."""
        board = self._board(index)
        cities, stations = _BOX[self.players]
        return new_game(
            board,
            rules=self.rules,
            first=index % self.players,
            cities=[cities - pile for pile in self.piles],
            stations=stations,
        )

    def _check(self, game: Record, index: int) -> None:
        """Raise unless a record can be game `index`, given the piles before it."""
        self._check_start(game, index)
        if game.final.outcome is None:
            raise campaign_error(f"game {index + 1} isn't finished (E10.2)")

    def _check_start(self, game: Record, index: int) -> None:
        """Raise unless a record starts as game `index` does, given the piles before it."""
        if not isinstance(game, GameRecord):
            raise TypeError(f"a campaign is made of GameRecords of Small Star Empires, not of {type_named(game)}")
        if self.is_over:
            raise campaign_error(f"game {index + 1} follows the end of the campaign (E10.2)")
        if game.start != self._start(index):
            raise campaign_error(f"game {index + 1} starts otherwise than the campaign says (E10.2)")


def _shown(value: object) -> str:
    """Return a number as text, or a list of numbers by seat."""
    return " ".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value)


# --- text


def format_campaign(campaign: Campaign) -> str:
    """Return a campaign as text: its options and maps, the record of each game, the win piles and the winners.

    The first line is ``sse-campaign 1``; the text has no newline at its end. It parses back to an equal campaign.
    """
    if not isinstance(campaign, Campaign):
        raise TypeError(f"a campaign is a Campaign, not {type(campaign).__name__}")
    lines = [
        CAMPAIGN_PREFIX,
        f"players: {campaign.players}",
        f"seed: {campaign.seed}",
        f"holes: {campaign.holes or 'none'}",
        f"unexplored: {'yes' if campaign.unexplored else 'no'}",
        f"rules: {_format_rules(campaign.rules)}",
    ]
    if campaign.maps:
        lines.append(f"maps: {len(campaign.maps)}")
    for number, board in enumerate(campaign.maps, 1):
        lines += [f"map {number}", format_map(board).removesuffix("\n")]
    lines.append(f"games: {len(campaign.games)}")
    for number, game in enumerate(campaign.games, 1):
        lines += [f"game {number}", format_game(game)]
    if campaign.unfinished is not None:
        lines += [f"game {len(campaign.games) + 1} in progress", format_game(campaign.unfinished)]
    lines.append(f"win piles: {' '.join(map(str, campaign.piles))}")
    lines.append(f"winners: {' '.join(SEATS[seat] for seat in campaign.winners) or 'nobody'}")
    return "\n".join(lines)


def parse_campaign(text: str) -> Campaign:
    """Return the campaign of a text, as `format_campaign` writes it, with any line ends.

    All games are replayed.

    Raises
    ------
    NotationError
        With the line at fault and the column, if the text is written otherwise, a game starts with another state than
        the campaign has, or the piles or winners aren't those of the games.
    SetupError
        With the line, if an option is out of range, a game isn't finished, or it follows the end of the campaign.
    IllegalActionError
        With the line, the action, the reason and the clause, if one is illegal.
    """
    check_kind(check_text(text, "a campaign"), CAMPAIGN_NAME)
    lines = Lines(text)
    lines.take_exactly(CAMPAIGN_PREFIX)
    campaign = _read_options(lines)
    n_games = lines.take("games: ").parsed(_number("games"))
    for number in range(1, n_games + 1):
        # No line of a record begins like this: the name of a tag has no blank.
        end = [f"game {number + 1}"] if number < n_games else [f"game {number + 1} in progress", _PILES]
        campaign = _read_game(lines, campaign, end)
    if lines.peek() == _in_progress(campaign):
        campaign = _read_unfinished(lines, campaign)
    lines.take(_PILES)
    lines.take("winners: ")
    lines.check_written_as(format_campaign(campaign), 0)
    return campaign


def _in_progress(campaign: Campaign) -> str:
    """Return the line above the game in progress."""
    return f"game {len(campaign.games) + 1} in progress"


def _read_options(lines: Lines) -> Campaign:
    """Take the lines on options and maps, and return the campaign without games."""
    players = lines.take("players: ").parsed(_number("players", max(_BOX), min(_BOX)))
    seed = lines.take("seed: ").parsed(_number("seed"))
    holes = lines.take("holes: ").parsed(_parse_holes)
    unexplored = lines.take("unexplored: ").parsed(_parse_flag)
    last = lines.take("rules: ")
    rules = last.parsed(_parse_rules)
    maps: tuple[Board, ...] = ()
    if lines.peek().startswith("maps: "):
        last = lines.take("maps: ")
        maps = tuple(_read_maps(lines, last.parsed(_number("maps"))))
    # Each line alone is right. Together, the bag may have too few tiles, or a map another number of players.
    return last.parsed(lambda _: Campaign(players, seed, holes=holes, unexplored=unexplored, maps=maps, rules=rules))


def _read_maps(lines: Lines, n_maps: int) -> Iterator[Board]:
    """Take the lines of the maps, and yield each board."""
    for number in range(1, n_maps + 1):
        lines.take_exactly(f"map {number}")
        above = lines.taken
        drawing = lines.take_until("map ", "games: ")
        with shifted(above):
            board = parse_map(drawing.take_rest())
        yield board


def _read_game(lines: Lines, campaign: Campaign, following: Sequence[str]) -> Campaign:
    """Take the lines of the next game, up to one that starts with one of `following`, and add the game."""
    lines.take_exactly(f"game {len(campaign.games) + 1}")
    above = lines.taken
    game = _read_record(lines, campaign, following)
    try:
        return campaign.after(game)
    except SetupError as error:
        raise campaign_error(error.message, above, 1) from None


def _read_unfinished(lines: Lines, campaign: Campaign) -> Campaign:
    """Take the lines of the game in progress, and add the game."""
    lines.take_exactly(_in_progress(campaign))
    above = lines.taken
    game = _read_record(lines, campaign, [_PILES])
    try:
        return campaign.with_unfinished(game)
    except SetupError as error:
        raise campaign_error(error.message, above, 1) from None


def _read_record(lines: Lines, campaign: Campaign, following: Sequence[str]) -> Record:
    """Take the lines of a record of the campaign's next game."""
    above = lines.taken
    if campaign.is_over:
        raise campaign_error("this game follows the end of the campaign (E10.2)", above, 1)
    try:
        game = read_record(lines.take_until(*following), GAMES[_NAME])
    except SetupError as error:
        raise SetupError(error.message, error.line or above + 1, error.column, code=error.code) from None
    _check_start(game, campaign.next_game(), above)
    return game


def _check_start(game: Record, expected: State, above: int) -> None:
    """Raise, with the first line that differs, unless a record starts with the expected state."""
    first_line = above + 1 + len(game.tags) + 2
    pairs = zip_longest(format_state(game.start).split("\n"), format_state(expected).split("\n"), fillvalue="")
    for line, (found, wanted) in zip(count(first_line), pairs, strict=False):
        if found != wanted:
            raise NotationError(f"this game starts with {wanted!r} here (E10.2)", found, line=line)


def _number(what: str, most: int = MAX_SEED, least: int = 0) -> Callable[[str], int]:
    """Return the function that reads a number in a range."""

    def parse(text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise NotationError("expected a number", text, code=NotationCode.NUMBER)
        return check_number(int(text), what, most, least, error=campaign_error)

    return parse


def _parse_holes(text: str) -> Holes | None:
    if text not in _HOLES:
        raise NotationError(f"holes are {', '.join(_HOLES)}", text, code=NotationCode.WORD)
    return _HOLES[text]


def _parse_rules(text: str) -> Rules | None:
    return None if text == _OF_THE_MAPS else parse_rules(text)


def _format_rules(rules: Rules | None) -> str:
    return _OF_THE_MAPS if rules is None else format_rules(rules)


def _parse_flag(text: str) -> bool:
    if text not in _YES:
        raise NotationError("expected `yes` or `no`", text)
    return _YES[text]


# --- for people


def campaign_terms(campaign: Campaign) -> str:
    """Return the special rules of a campaign: the smaller reserves, and the number of wins that it takes (E10.2)."""
    _check_campaign(campaign)
    begun = replace(campaign, games=(), unfinished=None).next_game()
    cities, stations = begun.reserve(0)
    return say(
        "Smaller reserves than in a single game: {cities} {many} and {stations} trade stations each, less a {one} "
        "for each game won; {wins} games won or shared win the campaign (E10.2).",
        cities=cities,
        many=begun.rules.cities_word,
        stations=stations,
        one=begun.rules.city_word,
        wins=campaign.points_to_win,
    )


def campaign_table(campaign: Campaign) -> Sequence[Mapping[str, Any]]:
    """Return each game: its map or the map's seed, the first player, totals, winners, win piles after it (E10.2)."""
    _check_campaign(campaign)
    rows: list[dict[str, Any]] = []
    piles = [0] * campaign.players
    for index, game in enumerate(campaign.games):
        outcome = game.final.outcome
        assert outcome is not None
        piles = [pile + (seat in outcome.winners) for seat, pile in enumerate(piles)]
        rows.append(
            {
                "game": index + 1,
                **_map_of(campaign, index),
                "begun by": SEATS[index % campaign.players],
                "totals": list(outcome.totals),
                "won by": [SEATS[seat] for seat in outcome.winners],
                "win piles": piles,
            }
        )
    return rows


def _check_campaign(campaign: Campaign) -> None:
    if not isinstance(campaign, Campaign):
        raise TypeError(f"a campaign is a Campaign, not {type(campaign).__name__}")


def _map_of(campaign: Campaign, index: int) -> dict[str, int]:
    """Return the seed of a game's map, or its number among the campaign's maps."""
    if campaign.maps:
        return {"map": index % len(campaign.maps) + 1}
    return {"map seed": child_seed(campaign.seed, index)}
