"""The server behind `sse engine`: it reads requests from lines, keeps games by their names, and writes answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock
from traceback import format_exc
from typing import Any, BinaryIO, Final

from ...bots import BOTS
from ...bots.levels import levels_of
from ...bots.naming import bot_named, bots_of, file_of, is_bot_file, is_engine
from ...bots.watched import Chooser, watched
from ...errors import ArgumentError, SseError
from ...forms.checks import check_index, check_number, check_seconds, check_seed, guess, shown
from ...forms.json_object import JsonObject
from ...forms.kinds import MAP
from ...forms.messages import ENGLISH, speaking
from ...game import AnyGame, State
from ...games import GAMES
from ...play.languages import LANGUAGES, language_named
from ...play.records.record import GameRecord, format_game
from ...play.search.analysis import Analysis, listen, stoppable
from ...play.search.analysis_json import analysis_object, texts_of
from ...play.search.monte_carlo import MAX_VISITS, Budget, search_of
from ...play.search.running import PAUSE, search_in_parts
from ...play.seats import HUMAN
from ...play.sentences import players_wanted
from ...play.turns import choices
from ...seeds import PlyStream, SplitMix64
from ...version import __version__
from ...web.drawing import picture, theme_named
from ...web.plan import Plan, bot_of, pasted, plan_of, seed_asked, takes_budget
from ..messages import (
    MOST_BYTES,
    PROTOCOL,
    Message,
    MessageError,
    UnknownTypeError,
    read_message,
    unknown_keys,
    written,
)
from .answers import LINES, actions_object, games_object, moves_object, position_object, score_object
from .requests import FROM_FRONT_END
from .tables import Table
from .thinking import Deadline, Sitter, Thinking

__all__ = ["MOST_GAMES", "Server", "games_of"]

MOST_GAMES: Final = 1000
"""The most games at a time."""

_FIRST: Final = PAUSE / 5
"""The seconds to the first results of an analysis."""


class _Game:
    """A game by its name: one that a front end plays, or one of a host, which sends each position."""

    def __init__(self, game: AnyGame, table: Table | None) -> None:
        self.game = game
        self.table = table
        self.choosers: dict[int, tuple[str, Chooser, Sitter]] = {}
        """The last bot at each seat, with its name. Some remember the choices before."""
        self.thinking: set[int] = set()
        """The seats whose bots think."""
        self.deadlines: set[Deadline] = set()
        """The deadlines of the choices and analyses that are under way."""


class Server:
    """Games for a host or a front end, which speaks by lines of JSON.

    bot
        The name of the bot that chooses where a request names none. None: the second of the game's levels.
    write
        Takes the bytes of a line. It is called by several threads, one at a time.
    note
        Takes a sentence for people, such as one about a key that is ignored.

    Raises ArgumentError if no game has such a bot.
    """

    def __init__(self, bot: str | None, write: Callable[[bytes], object], note: Callable[[str], object]) -> None:
        self._bot = bot
        self._games_of_bot = [*GAMES] if bot is None else games_of(bot)
        self._write = write
        self._note = note
        self._noted: set[str] = set()
        self._writing = Lock()
        self._is_closed = False
        self._language = ENGLISH
        self._games: dict[str, _Game] = {}
        self._thinking: Final = Thinking()
        self._answers: Final[dict[str, Callable[[Message], None]]] = {
            "hello": self._hello,
            "games": self._list_games,
            "new_game": self._new_game,
            "load": self._load,
            "position": self._show,
            "legal": self._legal,
            "play": self._play,
            "undo": self._undo,
            "moves": self._moves,
            "score": self._score,
            "picture": self._picture,
            "record": self._record,
            "choose": self._choose,
            "analyse": self._analyse,
            "stop": self._stop,
            "ponder": self._ponder,
            "end_game": self._end_game,
        }
        self._where = ""
        """The place of the message that is being answered, for errors: its line and its type."""

    # --- lines

    def serve(self, lines: BinaryIO) -> bool:
        """Take lines until ``quit``, or to the end of the input; return whether there was a ``quit``.

        What is under way goes on (see `stop` and `wait`).
        """
        return not all(self.take(line, number) for number, line in enumerate(_lines(lines), 1))

    def take(self, line: bytes, number: int = 1) -> bool:
        """Take one line, and answer it, now or by a thread; return False after ``quit``.

        A line that is wrong is answered by an error, which has its number.
        """
        self._where = f"line {number}"
        try:
            message = read_message(line, FROM_FRONT_END)
        except MessageError as error:
            if isinstance(error, UnknownTypeError) and error.request is None:
                # A host of a later version may say more, and waits for no answer.
                self._note(f"{self._where}: {error}; it is ignored")
            else:
                self._error(self._where, error, error.request, None)
            return True
        self._where += f", {message.type}"
        self._note_ignored(message)
        if message.type == "quit":
            return False
        try:
            with speaking(self._language):
                self._answers[message.type](message)
        except Exception as error:
            self._error(self._where, error, message.get("request"), message.get("game"))
        return True

    def stop(self) -> None:
        """Tell all work to answer with what it has found so far."""
        self._thinking.stop_all()

    def wait(self, seconds: float) -> bool:
        """Wait until everything is answered, for so many seconds at most; return whether it is."""
        return self._thinking.wait(seconds)

    def close(self) -> None:
        """Tell all work to stop, and write nothing any more."""
        self._is_closed = True
        self._thinking.stop_all()

    def _send(self, type: str, **values: object) -> None:
        line = written(type, **values)
        with self._writing:
            if not self._is_closed:
                self._write(line)

    def _answer(self, type: str, message: Message, **values: object) -> None:
        self._send(type, request=message["request"], game=message["game"], **values)

    def _error(self, where: str, error: Exception, request: int | None, game: str | None) -> None:
        if isinstance(error, SseError | TypeError):
            why = str(error)
        else:
            # A bug of ours, or of a bot's file: the caller hears of it, and other games go on.
            why = f"{type(error).__name__}: {error}"
            self._note(format_exc().rstrip())
        self._send("error", message=f"{where}: {why}", request=request, game=game)

    def _note_ignored(self, message: Message) -> None:
        for key in unknown_keys(message, FROM_FRONT_END):
            name = f"{message.type} {key}"
            if name not in self._noted and len(self._noted) < MOST_GAMES:
                self._noted.add(name)
                near = guess(key, FROM_FRONT_END[message.type])
                self._note(f"{self._where}: the key {shown(key)} is unknown{near}, and ignored")

    # --- what there is

    def _hello(self, message: Message) -> None:
        if message["protocol"] != PROTOCOL:
            raise ArgumentError(f"this engine speaks protocol {PROTOCOL}, not {shown(message['protocol'])}")
        language = message.get("language", ENGLISH)
        if language != ENGLISH and language_named(language) != language:
            raise ArgumentError(f"the languages are {', '.join([ENGLISH, *LANGUAGES])}, not {shown(language)}")
        self._language = language
        self._send(
            "hello",
            protocol=PROTOCOL,
            name=f"sse_core {self._bot or 'engine'}",
            version=__version__,
            games=self._games_of_bot,
            wants=["position"],
            games_at_once=MOST_GAMES,
        )

    def _list_games(self, message: Message) -> None:
        self._send("games", request=message["request"], games=games_object())

    # --- games

    def _new_game(self, message: Message) -> None:
        game = _game_named(message["name"])
        self._check_new(message["game"])
        if "player" in message:
            self._games[message["game"]] = _Game(game, None)
            return
        _check_request(message)
        _refuse(message, "position", "json", why="load begins a game at a position")
        asked = {
            "game": message["name"],
            "players": _players(message, game),
            "seed": message.get("seed"),
            "preset": message.get("preset"),
            "fields": message.get("options"),
        }
        self._begin(message, _table_of(plan_of(asked)))

    def _load(self, message: Message) -> None:
        self._check_new(message["game"])
        found = pasted(message["text"], _game_named(message["name"]) if "name" in message else None)
        if found.kind == MAP:
            asked = {"players": _players(message, found.game), "seed": message.get("seed"), "text": message["text"]}
            self._begin(message, _table_of(plan_of({"game": found.game.INFO.name, **asked})))
            return
        record = found.record or GameRecord(found.state)
        check_number(message.get("players", len(record.start.totals)), "players", *[len(record.start.totals)] * 2)
        seed = seed_asked(message.get("seed"), record.tags)
        self._begin(message, Table(record.start, seed, record.moves, record.tags))

    def _begin(self, message: Message, table: Table) -> None:
        self._games[message["game"]] = _Game(table.game, table)
        self._show(message)

    def _check_new(self, name: str) -> None:
        if name in self._games:
            raise ArgumentError(f"the game {shown(name)} is there already; end_game ends it")
        if len(self._games) >= MOST_GAMES:
            raise ArgumentError(f"{MOST_GAMES:,} games are open, and that is the most; end_game ends one")

    def _end_game(self, message: Message) -> None:
        game = self._game(message)
        if game.table is not None:
            _check_request(message)
        del self._games[message["game"]]
        for deadline in [*game.deadlines]:
            deadline.tell()
        if "request" in message:
            self._answer("done", message)

    def _game(self, message: Message) -> _Game:
        name = message["game"]
        if name not in self._games:
            raise ArgumentError(f"there is no game {shown(name)}{guess(name, self._games)}; new_game begins one")
        return self._games[name]

    def _table(self, message: Message) -> Table:
        table = self._game(message).table
        if table is None:
            raise ArgumentError(f"the game {shown(message['game'])} is one seat of a host's: only choose asks about it")
        return table

    # --- positions and moves

    def _show(self, message: Message) -> None:
        table, player = self._table(message), message.get("player")
        self._answer("position", message, player=player, **position_object(table.seen_by(player)))

    def _legal(self, message: Message) -> None:
        table = self._table(message)
        player = table.seat(message.get("player"))
        seat = table.acting(None) if player is None else player
        in_words = message.get("words", False)
        self._answer("legal", message, **actions_object(table.state.view(seat), seat, in_words=in_words))

    def _play(self, message: Message) -> None:
        found = [message[key] for key in ("id", "action") if key in message]
        if len(found) != 1:
            raise ArgumentError("an action is named by 'id' or by 'action', by one of them")
        self._table(message).play(message.get("player"), found[0])
        self._show(message)

    def _undo(self, message: Message) -> None:
        game, table = self._game(message), self._table(message)
        table.undo(message.get("moves", 1))
        # A bot may remember what was taken back.
        game.choosers = {}
        self._show(message)

    def _moves(self, message: Message) -> None:
        moves = self._table(message).disclosed(message.get("player"))
        since = check_number(message.get("since", 0), "since", len(moves))
        self._answer("moves", message, **moves_object(moves, since))

    def _score(self, message: Message) -> None:
        self._answer("score", message, **score_object(self._table(message).seen_by(message.get("player"))))

    def _picture(self, message: Message) -> None:
        table, player = self._table(message), message.get("player")
        state, last, theme = table.seen_by(player), table.last(player), theme_named(message.get("theme"))
        marked, is_narrow = frozenset(message.get("marked", ())), message.get("narrow", False)
        self._answer(
            "picture", message, svg=picture(table.game, state, last, theme, is_narrow=is_narrow, marked=marked)
        )

    def _record(self, message: Message) -> None:
        self._answer("record", message, text=format_game(self._table(message).record()))

    # --- choices and analyses

    def _choose(self, message: Message) -> None:
        game, request = self._game(message), message["request"]
        self._thinking.check(request)
        seconds = _seconds(message)
        if game.table is None:
            view, player = _position_sent(message, game.game)
            stream = SplitMix64(0)
        else:
            _refuse(message, "position", "json", why="the game has its own position")
            player = game.table.acting(message.get("player"))
            view, stream = game.table.state.view(player), PlyStream(game.table.seed, game.table.state.ply)
        if "seed" in message:
            stream = SplitMix64(check_seed(message["seed"]))
        if player in game.thinking:
            raise ArgumentError(f"the bot at player {player} thinks already; stop ends its choice")
        chooser, sitter = self._chooser(game, player, message)
        deadline = Deadline(seconds)

        def work() -> None:
            sitter.deadline = deadline
            sitter.tell = partial(self._info, request, view, player)
            try:
                action = chooser(view, player, stream)
                index = view.legal_ids(player)[view.legal_actions(player).index(action)]
                text = game.game.format_action(action, view)
            finally:
                sitter.deadline = sitter.tell = None
                game.thinking.discard(player)
            if game.table is None:
                self._send("action", request=request, id=index)
            else:
                self._answer("action", message, ply=view.ply, id=index, action=text)

        game.thinking.add(player)
        try:
            self._begin_work(game, message, deadline, work)
        except RuntimeError:
            game.thinking.discard(player)
            raise

    def _chooser(self, game: _Game, player: int, message: Message) -> tuple[Chooser, Sitter]:
        """Return the bot at a seat, which is made at its first choice, and when another one is asked for."""
        name = self._named_bot(game.game, message)
        known, chooser, sitter = game.choosers.get(player, ("", None, Sitter()))
        if chooser is None or known != name:
            bot, sitter = bot_named(name, game.game), Sitter()
            can_stop = stoppable(bot)
            if can_stop is not None:
                # This bot is a new one, which no other seat has.
                bot = can_stop.with_stop(sitter)
                listen(bot, sitter.hear)
            chooser = watched(bot, name)
            game.choosers[player] = name, chooser, sitter
        return chooser, sitter

    def _named_bot(self, game: AnyGame, message: Message) -> str:
        """Return the name of the bot that a request wants; those of requests are bots that ship."""
        asked: str | None = message.get("bot")
        known = bots_of(game)
        if asked is not None:
            if file_of(asked) is None and not is_engine(asked) and asked.partition(":")[0] not in known:
                raise ArgumentError(f"there is no bot {shown(asked)}{guess(asked, known)}; they are {', '.join(known)}")
            bot_of(asked, game)
        elif game.INFO.name not in self._games_of_bot:
            raise ArgumentError(
                f"{self._bot} doesn't play {game.INFO.name}; 'bot' names one that does: {', '.join(known)}"
            )
        name = asked or self._bot or _usual_bot(game)
        plain, visits = name.partition(":")[0], message.get("visits")
        if visits is not None:
            check_number(visits, "visits", MAX_VISITS, 1)
            if not is_engine(name) and plain in known and takes_budget(known[plain]):
                return f"{plain}:{visits}"
        return name

    def _analyse(self, message: Message) -> None:
        game, table, request = self._game(message), self._table(message), message["request"]
        self._thinking.check(request)
        player = table.acting(message.get("player"))
        view = table.state.view(player)
        search = search_of(view, player=player, seed=message.get("seed", 0))
        deadline = Deadline()
        budget = Budget(message.get("visits"), _seconds(message), search.default_visits, deadline)
        most = check_number(message.get("lines", LINES), "lines", 10_000, 1)

        def work() -> None:
            parts = search_in_parts(
                search, budget, first=_FIRST, is_enough=lambda found: found.exact or found.is_full, stop=deadline
            )
            for found, done in parts:
                if done:
                    told = analysis_object(found, found.lines[:most], view, player=player, most=LINES)
                    self._answer("analysis", message, **told)
                else:
                    self._info(request, view, player, found)

        self._begin_work(game, message, deadline, work)

    def _info(self, request: int, view: State[Any], player: int, found: Analysis[Any]) -> None:
        """Tell the best action of results so far, as the seat `player` sees the position `view`."""
        best = found.lines[0]
        # A host takes a share of 0 to 1, and sums of rounded numbers may be a little more.
        value = round(min(max(float(best.value[player]), 0.0), 1.0), 4)
        line = texts_of(best, view, player, LINES)
        self._send("info", request=request, value=value, visits=found.visits, line=line)

    def _begin_work(self, game: _Game, message: Message, deadline: Deadline, work: Callable[[], None]) -> None:
        where = self._where

        def checked() -> None:
            try:
                work()
            except Exception as error:
                self._error(where, error, message["request"], message["game"])
            finally:
                game.deadlines.discard(deadline)

        game.deadlines.add(deadline)
        try:
            self._thinking.begin(message["request"], deadline, checked)
        except RuntimeError:
            game.deadlines.discard(deadline)
            raise

    def _stop(self, message: Message) -> None:
        # The answer may have crossed the request.
        self._thinking.stop(message["request"])

    def _ponder(self, message: Message) -> None:
        raise ArgumentError("this engine doesn't ponder, as its hello says")


def _lines(lines: BinaryIO) -> Iterator[bytes]:
    """Yield lines; of one that is too long no more than its beginning, which `read_message` refuses."""
    while line := lines.readline(MOST_BYTES + 1):
        rest = line
        while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
            rest = lines.readline(MOST_BYTES + 1)
        yield line


def games_of(bot: str) -> list[str]:
    """Return the games that a bot can play; raise ArgumentError if there are none."""
    plain = bot.partition(":")[0]
    if is_bot_file(bot) or is_engine(bot) or plain in BOTS:
        first = next(iter(GAMES))
        bot_named(bot, GAMES[first])
        return [*GAMES]
    found = [name for name in GAMES if plain in GAMES[name].BOTS]
    if not found:
        known = dict.fromkeys([*BOTS, *(name for game in GAMES.values() for name in game.BOTS)])
        raise ArgumentError(f"there is no bot {shown(plain)}{guess(plain, known)}; they are {', '.join(known)}")
    for name in found:
        bot_named(bot, GAMES[name])
    return found


def _check_request(message: Message) -> None:
    """Raise ArgumentError if a message of a front end has no number: only a host's messages have no answer."""
    if "request" not in message:
        raise ArgumentError(f"{message.type!r} lacks the key 'request'")


def _refuse(message: Message, *keys: str, why: str) -> None:
    """Raise ArgumentError if a message has one of these keys, which hosts alone may write."""
    for key in keys:
        if key in message:
            raise ArgumentError(f"{key!r} is for the games of hosts: {why}")


def _game_named(name: str) -> AnyGame:
    if name not in GAMES:
        raise ArgumentError(f"there is no game {shown(name)}{guess(name, GAMES)}; they are {', '.join(GAMES)}")
    return GAMES[name]


def _table_of(plan: Plan) -> Table:
    return Table(plan.start, plan.seed, plan.moves)


def _players(message: Message, game: AnyGame) -> list[str]:
    """Return a player for each seat of a new game; none where the request leaves their number to the game."""
    number = message.get("players")
    if number is None:
        return []
    info = game.INFO
    if why := players_wanted(info.title, number, info.least_players, info.most_players):
        raise ArgumentError(why)
    return [HUMAN] * number


def _seconds(message: Message) -> float | None:
    return check_seconds(message["seconds"]) if "seconds" in message else None


def _position_sent(message: Message, game: AnyGame) -> tuple[State[Any], int]:
    """Return the position that a host sent with a choice, as its player knows it, and the player."""
    if "position" in message:
        state = game.parse_state(message["position"])
    elif "json" in message:
        state = game.FORM.read_state_object(JsonObject(message["json"]))
    else:
        raise ArgumentError("'position' is missing: this engine wants it, as its hello says")
    if "player" not in message:
        raise ArgumentError("'player' is missing")
    player = check_index(message["player"], len(state.totals), "player")
    view = state.view(player)
    # A player who isn't to act hears why from the rules.
    choices(view, player)
    return view, player


def _usual_bot(game: AnyGame) -> str:
    return levels_of(game)[1].player
