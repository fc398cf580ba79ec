"""Seats of people who play on their own devices, with the secrets by which the server recognises them."""

from __future__ import annotations

import hmac
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from ...forms.checks import shown
from ..errors import SeatError, UsedError, WebError
from ..messages import say

__all__ = ["MAX_NAME", "Seat", "Seats", "checked_name", "fresh_secret", "invitation"]

MAX_NAME: Final = 24
"""The most characters of a person's name."""

_BYTES: Final = 24
"""The number of random bytes of a secret: 192 bits, which nobody guesses."""

_CHARACTERS: Final = _BYTES * 4 // 3
"""The number of characters of a secret in a link, six bits each."""

_KINDS: Final = frozenset("LMN")
"""The characters that a name may have, by the first letter of their Unicode category: letters, marks, numbers."""

_PICTURES: Final = "So"
"""The Unicode category of emoji and other pictures."""

_FURTHER: Final = frozenset(" -.'_’") | {chr(code) for code in range(0x1F3FB, 0x1F400)}
"""Further signs that a name may have, and the skin tones of emoji."""

_JOINER: Final = "\N{ZERO WIDTH JOINER}"
"""The character that joins two emoji to one."""

_MOST_MARKS: Final = 2
"""The most marks in a row: more would reach into other lines."""


def fresh_secret() -> str:
    """Return a secret that nobody can guess."""
    return token_urlsafe(_BYTES)


def invitation(secret: str, room_id: str, seat: int) -> str:
    """Return the secret of an invitation to a seat, derived from the secret of the host, who invites.

    So the server can show it to the host again, though it stores only its digest.
    """
    code = hmac.digest(secret.encode(), f"{room_id} {seat}".encode(), "sha256")
    return urlsafe_b64encode(code[:_BYTES]).decode()


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "backslashreplace")).hexdigest()


def checked_name(name: str, reserved: Collection[str] = ()) -> str:
    """Return a person's name as it is shown, in a normal form of Unicode and with single spaces; empty for none.

    `reserved` are names that a person can't have, in lower case. Raises WebError for a name that is too long, that is
    reserved, or that has other characters than letters, numbers, emoji and a few signs.
    """
    found = " ".join(unicodedata.normalize("NFC", name).split())
    if len(found) > MAX_NAME:
        raise WebError(say("a name has {most} characters at most, not {n}", most=MAX_NAME, n=len(found)))
    marks = 0
    for place, each in enumerate(found):
        kind = unicodedata.category(each)
        marks = marks + 1 if kind[0] == "M" else 0
        is_known = kind[0] in _KINDS or kind == _PICTURES or each in _FURTHER or _joins(found, place)
        if not is_known or marks > _MOST_MARKS:
            raise WebError(
                say("a name has letters, numbers, emoji, spaces, and - . ' _, not {name}", name=shown(found))
            )
    if found.casefold() in reserved:
        raise WebError(say("{name} is the name of another player here: choose another one", name=shown(found)))
    return found


def _joins(name: str, place: int) -> bool:
    """Return whether the sign at a place joins two emoji, so that another emoji follows."""
    follows = name[place + 1 : place + 2]
    return name[place] == _JOINER and place > 0 and bool(follows) and unicodedata.category(follows) == _PICTURES


@dataclass(frozen=True)
class Seat:
    """The seat of a person."""

    holder: str = ""
    """The digest of the secret of the person who sits there; empty while the seat is free."""

    invited: str = ""
    """The digest of the secret of the invitation; empty once that was used."""

    name: str = ""
    """The person's name; empty without one."""

    @property
    def is_free(self) -> bool:
        """Whether nobody has sat down yet."""
        return bool(self.invited)


class Seats:
    """The seats of the people of a game. The room that owns them locks them.

    The server stores only the digests of secrets. An invitation can be used once to take a seat, which gives the person
    a secret. It becomes void when that secret is used, not before: if the server's answer is lost on the way, the
    invitation can be used again.
    """

    def __init__(self, seats: Mapping[int, Seat], host: int) -> None:
        self._seats = dict(seats)
        self.host = host
        """The seat of the person who invites the others."""

    @classmethod
    def opened(cls, room_id: str, people: Sequence[int], secret: str, name: str = "") -> Seats:
        """Return the seats of a new game. The host, who opens it, has the secret and the first seat of a person."""
        return cls({people[0]: Seat(_digest(secret), "", name)}, people[0])._completed(room_id, people, secret)

    def again(self, room_id: str, places: Mapping[int, int], host: int, secret: str) -> Seats:
        """Return the seats of a rematch. Each person changes to another seat, and keeps the secret.

        `places` has the new seat of each old one. `host`, an old seat, invites people to the free seats.
        """
        taken = {places[seat]: found for seat, found in self._seats.items() if not found.is_free}
        return Seats(taken, places[host])._completed(room_id, sorted(places[seat] for seat in self._seats), secret)

    def _completed(self, room_id: str, people: Sequence[int], secret: str) -> Seats:
        """Return seats that include the free ones, with their invitations."""
        for seat in people:
            if seat not in self._seats:
                self._seats[seat] = Seat(invited=_digest(invitation(secret, room_id, seat)))
        return self

    def name_of(self, seat: int) -> str:
        """Return the name of a person; empty without one, or where nobody sits."""
        return self._seats[seat].name if seat in self._seats else ""

    def is_free(self, seat: int) -> bool:
        """Return whether a person's seat is free."""
        return seat in self._seats and self._seats[seat].is_free

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, ascending."""
        return tuple(sorted(self._seats))

    @property
    def free(self) -> tuple[int, ...]:
        """The free seats, ascending."""
        return tuple(sorted(seat for seat, found in self._seats.items() if found.is_free))

    def held(self, secrets: Mapping[int, str]) -> tuple[int, ...]:
        """Return the seats whose secrets are given here by seat, ascending."""
        return tuple(
            seat
            for seat, secret in sorted(secrets.items())
            if seat in self._seats and _is(secret, self._seats[seat].holder)
        )

    def settle(self, held: Collection[int]) -> bool:
        """Void the invitations to the seats that a client holds; return whether there were any."""
        came = [seat for seat in held if self._seats[seat].is_free]
        for seat in came:
            self._seats[seat] = replace(self._seats[seat], invited="")
        return bool(came)

    def sit(self, seat: int, secret: str, name: str = "") -> str:
        """Let somebody sit down with the secret of an invitation; return the secret of the seat.

        The secret of the seat itself is accepted, too, and returned. Raises UsedError if somebody has taken the seat,
        SeatError for another secret.
        """
        found = self._seats.get(seat)
        if found is None:
            raise SeatError(say("this link leads to no seat of a person in this game"))
        if _is(secret, found.holder):
            if name:
                self.rename(seat, name)
            return secret
        _check_link(found, secret)
        self._check_name(seat, name)
        fresh = fresh_secret()
        self._seats[seat] = replace(found, holder=_digest(fresh), name=name)
        return fresh

    def come_along(self, seat: int, secret: str, name: str) -> bool:
        """Seat a person who joined the last game after its rematch was made; return whether the person sits here now.

        A seat that somebody else has taken by its invitation stays taken. The person's name is taken over, too, unless
        somebody else here has it.
        """
        found = self._seats.get(seat)
        if found is None or found.holder:
            return False
        self._seats[seat] = Seat(_digest(secret), "", "" if self._is_taken(seat, name) else name)
        return True

    def rename(self, seat: int, name: str) -> None:
        """Give a person another name; raise WebError if another one has it."""
        self._check_name(seat, name)
        self._seats[seat] = replace(self._seats[seat], name=name)

    def _check_name(self, seat: int, name: str) -> None:
        if self._is_taken(seat, name):
            raise WebError(say("somebody else here is called {name}: choose another name", name=shown(name)))

    def _is_taken(self, seat: int, name: str) -> bool:
        others = (other.name.casefold() for at, other in self._seats.items() if at != seat)
        return bool(name) and name.casefold() in others

    # --- in the store

    def rows(self) -> list[list[str]]:
        """Return rows for the store: the seat, the digests of the holder's secret and of the invitation's, the name."""
        return [[str(seat), each.holder, each.invited, each.name] for seat, each in sorted(self._seats.items())]

    @classmethod
    def of_rows(cls, rows: Sequence[Sequence[str]], people: Collection[int], host: int) -> Seats:
        """Return seats from rows of the store; raise WebError if their people are others."""
        if [row[0] for row in rows] != [str(seat) for seat in sorted(people)] or host not in people:
            raise WebError("the seats are not those of the people who play")
        return cls({int(seat): Seat(*rest) for seat, *rest in rows}, host)


def _check_link(seat: Seat, secret: str) -> None:
    """Raise UsedError if somebody has taken the seat of an invitation, SeatError if the secret is no invitation."""
    if len(secret) != _CHARACTERS or (seat.is_free and not _is(secret, seat.invited)):
        raise SeatError(say("this link to a seat isn't whole: a part of it is missing, or something was added"))
    if not seat.is_free:
        raise UsedError(say("somebody has taken this seat with the link already; whoever comes later watches"))


def _is(secret: str, digest: str) -> bool:
    return bool(digest) and hmac.compare_digest(_digest(secret), digest)
