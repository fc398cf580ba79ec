"""Campaigns on the page: games in a row, each a room, the same as `sse campaign` plays."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.table import Table

import sse_core as sse
from sse_core.bots import BOTS
from sse_core.small_star_empires import Campaign, format_campaign
from sse_core.web import campaigns
from sse_core.web.errors import WebError
from sse_core.web.plan import plan_of


def opened(table: Table, players: list[str], **more: Any) -> str:
    return table.open("small_star_empires", players, campaign=True, **more)


def over(table: Table, room: str) -> Any:
    """What a room of bots shows at the end of its game."""
    with table.events(room) as events:
        for _ in events:
            shown = table.get(room)
            if shown["finished"]:
                return shown
    raise AssertionError("the stream of events ended")


def test_a_campaign_of_bots_is_that_of_the_command(table: Table) -> None:
    room = opened(table, ["random", "random"], seed=7, preset="duel")
    number = 0
    while True:
        shown = over(table, room)
        number += 1
        campaign = shown["campaign"]
        assert (campaign["number"], len(campaign["rows"])) == (number, number)
        if campaign["is_over"]:
            break
        room = f"/api/rooms/{table.post(f'{room}/rematch', 201)['id']}"
        assert table.get(room)["seats"][0]["player"] == "random"
    text = table.get(f"{room}/campaign").rstrip("\n")
    expected = Campaign(2, 7, maps=(sse.maps()["duel"],)).play([BOTS["random"].choose] * 2, 7)
    found = sse.read(text)
    assert [game.actions for game in found.games] == [game.actions for game in expected.games]
    assert campaign["winners"] == ["AB"[seat] for seat in expected.winners]
    assert campaign["piles"] == list(expected.piles)
    assert "the campaign is over" in table.post(f"{room}/rematch", 409)["error"]
    assert "nothing to play" in table.post("/api/rooms", 400, game="small_star_empires", text=text)["error"]


def test_a_campaign_in_progress_is_saved_and_goes_on(table: Table) -> None:
    room = opened(table, ["human", "human"], seed=7)
    for _ in range(3):
        table.act(room, table.settled(room))
    shown = table.get(room)
    assert shown["campaign"]["rows"] == []
    assert shown["campaign"]["number"] == 1
    text = table.get(f"{room}/campaign")
    assert sse.read(text).unfinished.final.ply == 3
    again = table.open("small_star_empires", ["human", "human"], text=text)
    assert table.get(again)["svg"] == shown["svg"]
    # What is taken back is no part of the campaign.
    now = table.get(again)
    now = table.post(f"{again}/undo", version=now["version"])
    table.act(again, now, id=now["legal"][-1]["id"])
    assert sse.read(table.get(f"{again}/campaign")).unfinished.final.ply == 3


def test_a_game_that_was_resigned_is_played_again(table: Table) -> None:
    room = opened(table, ["human", "human"], seed=7)
    first = table.get(room)
    table.act(room, first)
    shown = table.get(room)
    table.post(f"{room}/resign", version=shown["version"], seat=1)
    again = table.get(f"/api/rooms/{table.post(f'{room}/rematch', 201)['id']}")
    assert (again["svg"], again["campaign"]["number"]) == (first["svg"], 1)


def nearly_over(actions: int) -> str:
    """The text of a campaign of duels whose first game has so many actions left."""
    campaign = Campaign(2, 7, maps=(sse.maps()["duel"],))
    start = campaign.next_game()
    moves = [index for index, _ in played_out(start)]
    tags = {"seed": "7", "A": "Anna", "event": "Club"}
    return format_campaign(campaign.with_unfinished(sse.GameRecord(start, moves[:-actions], tags)))


def test_people_with_seats_of_their_own_keep_them_through_a_campaign(url: str) -> None:
    first, second = Table(url), Table(url)
    text = nearly_over(1)
    room = first.open(text=text, seats="own", name="Anna")
    link = first.get(f"{room}/seats")["links"][1]["url"]
    second.post(f"{room}/sit", key=link.partition("#")[2], name="Ben")
    tables = [first, second]

    def finish() -> None:
        page = first.get(room)
        who = tables[page["person"]]
        assert who.act(room, who.get(room))["finished"]

    finish()
    asked = second.post(f"{room}/rematch", 201)["id"]
    assert first.post(f"{room}/rematch", 201)["id"] == asked, "the next game is there once"
    following = f"/api/rooms/{asked}"
    pages = [table.get(following) for table in tables]
    assert [page["mine"] for page in pages] == [[0], [1]]
    assert [seat["name"] for seat in pages[0]["seats"]] == ["Anna", "Ben"]
    assert [page["campaign"]["number"] for page in pages] == [2, 2]
    tables[pages[0]["person"]].act(following, pages[pages[0]["person"]])
    # Somebody comes late to it, when it is finished already.
    second.post(f"{following}/resign", version=second.get(following)["version"], seat=1)
    assert first.post(f"{room}/rematch", 201)["id"] == asked
    again = f"/api/rooms/{first.post(f'{following}/rematch', 201)['id']}"
    assert first.get(again)["campaign"]["number"] == 2, "the same one again"
    first.close()
    second.close()


def test_another_end_of_a_game_has_another_next_game(table: Table) -> None:
    room = table.open(text=nearly_over(3))
    done = table.play(room, lambda shown: shown["legal"][0])
    following = table.post(f"{room}/rematch", 201)["id"]
    assert table.post(f"{room}/rematch", 201)["id"] == following
    version = done["version"]
    for _ in range(3):
        version = table.post(f"{room}/undo", version=version)["version"]
    other = table.play(room, lambda shown: shown["legal"][-1])
    assert other["moves"] != done["moves"]
    fresh = table.post(f"{room}/rematch", 201)["id"]
    assert fresh != following
    ends = [sse.read(table.get(f"/api/rooms/{each}/campaign")).games[0] for each in (following, fresh)]
    assert [len(end.moves) for end in ends] == [len(done["moves"]), len(other["moves"])]
    assert ends[0] != ends[1]


def test_the_tags_of_a_game_in_a_campaign_stay_for_that_game(table: Table) -> None:
    room = table.open(text=nearly_over(1))
    tags = sse.read(table.get(f"{room}/record")).tags
    assert (tags["A"], tags["event"]) == ("Anna", "Club")
    table.act(room, table.get(room))
    text = table.get(f"{room}/campaign").rstrip("\n")
    following = f"/api/rooms/{table.post(f'{room}/rematch', 201)['id']}"
    assert "event" not in sse.read(table.get(f"{following}/record")).tags
    assert sse.read(text).games == sse.read(table.get(f"{following}/campaign")).games


def test_a_campaign_is_drawn_before_it_begins(table: Table) -> None:
    game_request: dict[str, Any] = {"game": "small_star_empires", "players": ["human"] * 3, "seed": 7, "campaign": True}
    drawn = table.post("/api/draw", **game_request, theme="dark")
    assert (drawn["kind"], drawn["players"]) == ("start", 3)
    text = format_campaign(Campaign(3, 7))
    drawn = table.post("/api/draw", text=text)
    assert (drawn["kind"], drawn["about"]) == ("campaign", "Small Star Empires: a campaign for 3, 0 games finished")


def test_games_say_whether_they_have_campaigns(table: Table) -> None:
    fields = {game["name"]: game["campaign_fields"] for game in table.get("/api/games")}
    assert [name for name, found in fields.items() if found] == ["small_star_empires"]
    assert "first" not in fields["small_star_empires"]


@pytest.mark.parametrize(
    ("game_request", "message"),
    [
        ({"game": "jump_wars", "campaign": True}, "Jump Wars has no campaigns"),
        ({"campaign": 1}, "campaign is true or false, not 1"),
        ({"campaign": True, "fields": {"first": "B"}}, "a campaign has no field 'first'"),
        (
            {"campaign": True, "text": sse.format_state(sse.GAMES["small_star_empires"].new_game())},
            "not with a position",
        ),
        ({"campaign": True, "seats": "both"}, "seats are shared or own, not 'both'"),
        ({"campaign": True, "seats": "own", "players": ["greedy", "greedy"]}, "no seat is a person's"),
        ({"campaign": True, "preset": "nowhere"}, "there is no map 'nowhere'"),
        ({"text": format_campaign(Campaign(2, 7)), "fields": {"edition": "2"}}, "has its own rules"),
    ],
)
def test_campaigns_that_cannot_be_are_refused(table: Table, game_request: dict[str, Any], message: str) -> None:
    asked = {"game": "small_star_empires", "players": ["human", "human"]} | game_request
    assert message in table.post("/api/rooms", 400, **asked)["error"]


def test_a_campaign_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games are read again where somebody looks: those of a real one are far shorter."""
    campaign = Campaign(2, 7, maps=(sse.maps()["duel"],))
    start = campaign.next_game()
    moves = [index for index, _ in played_out(start)]
    whole = campaign.after(sse.GameRecord(start, moves))
    plan_of({"game": "small_star_empires", "text": format_campaign(whole)})
    monkeypatch.setattr(campaigns, "_MOST_MOVES", len(moves) - 1)
    with pytest.raises(WebError, match=f"the campaign has {len(moves)} moves"):
        plan_of({"game": "small_star_empires", "text": format_campaign(whole)})


def played_out(state: sse.State) -> list[tuple[int, sse.State]]:
    found: list[tuple[int, sse.State]] = []
    while state.to_act:
        index = state.legal_ids()[0]
        state = state.after(index)
        found.append((index, state))
    return found
