"""Packs: TOML files with the content of a game, such as its cards. A position names its pack, with a digest.

A game declares its packs once, with a function that reads the content into a value for play::

    PACKS = Packs("sse_core.empire_of_the_stars", read_content)

A position then writes `Pack.line` in its text, and `Pack.to_object` under the key ``pack`` of its JSON. The methods
`Packs.read_line` and `Packs.read_object` read them. They find a pack that ships with the game, in ``data/packs`` of its
folder, a pack that this process has loaded, and a pack in a folder of the environment variable ``SSE_PACKS``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from ..errors import NotationCode, NotationError, SetupError, pack_error
from .checks import check_text, guess, shown
from .json_object import JsonObject
from .lines import Lines
from .toml_table import TomlFile, TomlTable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["SEARCH", "Pack", "Packs"]

T = TypeVar("T")

SEARCH: Final = "SSE_PACKS"
"""The environment variable with the folders of further packs, written like ``PATH``."""

_PREFIX: Final = "pack: "
_NAME: Final = r"[a-z][a-z0-9_-]{0,39}"
_DIGITS: Final = 16
_WRITTEN: Final = re.compile(rf"({_NAME}) ([0-9a-f]{{{_DIGITS}}})")
_SUFFIX: Final = ".toml"


@dataclass(frozen=True, slots=True)
class Pack(Generic[T]):
    """The content of a pack. Two packs of one game are equal if they have the same name and the same content."""

    name: str
    """A word of lower-case letters, digits, ``-`` and ``_``, a letter first."""

    digest: str
    """16 hexadecimal digits of the SHA-256 of `content`."""

    about: str = field(repr=False, compare=False)
    """A line for people."""

    content: str = field(repr=False, compare=False)
    """The whole content of the file, as JSON with sorted keys: the order of keys, blanks and comments don't count."""

    value: T = field(repr=False, compare=False)
    """The value that the game made of the content."""

    @property
    def line(self) -> str:
        """The line of a text that names the pack, such as ``pack: house 3f2a90c1d7e64b58``."""
        return f"{_PREFIX}{self.name} {self.digest}"

    def to_object(self) -> dict[str, str]:
        """Return the JSON object that names the pack."""
        return {"name": self.name, "digest": self.digest}


class Packs(Generic[T]):
    """The packs of a game, which offers them as ``PACKS``: `names` lists those that ship with it, `load` reads one.

    Parameters
    ----------
    package
        The name of the game's package. Its folder ``data/packs`` has the packs of the game, each in ``NAME.toml``.
    read
        Returns the content of a table, the whole file, as the game uses it. It raises the errors of `TomlTable`, and
        needn't look for unknown keys: keys that it doesn't read are refused. The table ``[pack]`` is read already.
    version
        The version of the form, which stands under ``format`` in the table ``[pack]``.
    """

    def __init__(self, package: str, read: Callable[[TomlTable], T], *, version: int = 1) -> None:
        self._package = package
        self._read = read
        self._version = version
        # Texts name a pack by its digest, so an earlier pack never changes what they mean: it only lets more of them be
        # read.
        self._loaded: dict[tuple[str, str], Pack[T]] = {}
        # Reading a file takes long, and the files of the package don't change.
        self._shipped: dict[str, Pack[T]] = {}

    def __repr__(self) -> str:
        return f"<packs: {', '.join(self.names())}>"

    def names(self) -> tuple[str, ...]:
        """Return the names of the packs that ship with the game, sorted."""
        folder = self._folder()
        files = [file.name for file in folder.iterdir()] if folder.is_dir() else []
        return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))

    def text(self, name: str) -> str:
        """Return the file of a pack that ships with the game, to begin another one with.

        Raises SetupError if none has the name.
        """
        if name not in self.names():
            known = ", ".join(self.names())
            raise pack_error(f"no pack {shown(name)} ships with the game{guess(name, self.names())}; those are {known}")
        return (self._folder() / f"{name}{_SUFFIX}").read_text(encoding="utf-8")

    def load(self, what: str | os.PathLike[str]) -> Pack[T]:
        """Return the pack that ships with the game under a name, or that of a file. Later texts that name it are read.

        Raises NotationError or SetupError, with file, table and key, if the content can't be played; OSError if the
        file can't be read.
        """
        if isinstance(what, str) and what in self._shipped:
            return self._shipped[what]
        if isinstance(what, str) and what in self.names():
            found = self._load(self._folder() / f"{what}{_SUFFIX}", f"{what}{_SUFFIX}", what)
            return self._shipped.setdefault(what, found)
        path = Path(what)
        if isinstance(what, str) and re.fullmatch(_NAME, what) and not path.exists():
            hint = guess(what, self.names())
            raise pack_error(f"no pack {shown(what)} ships with the game, and there is no such file{hint}")
        return self._load(path, str(path))

    def remake(self, content: str) -> Pack[T]:
        """Return the pack with this `Pack.content`, such as another process's; later texts that name it are read."""
        return self._read_content(content, "the pack")

    def add(self, pack: Pack[T]) -> Pack[T]:
        """Return a pack, such as one that was unpickled. Later texts that name it are read."""
        return self._loaded.setdefault((pack.name, pack.digest), pack)

    def find(self, name: str, digest: str) -> Pack[T]:
        """Return the pack with a name and a digest: loaded before, shipped with the game, or in a folder of `SEARCH`.

        Raises SetupError if there is no such pack, or if those of the name have other digests.
        """
        if (name, digest) in self._loaded:
            return self._loaded[name, digest]
        here = {pack.digest: "loaded" for (known, _), pack in self._loaded.items() if known == name}
        for file, label in self._files(name):
            pack = self._load(file, label, name)
            if pack.digest == digest:
                return pack
            here[pack.digest] = label
        if here:
            known = ", ".join(f"{other} ({where})" for other, where in here.items())
            raise pack_error(f"the pack {shown(name)} is wanted with the digest {digest}, and here it has {known}")
        raise pack_error(
            f"the pack {shown(name)} is not here{guess(name, self.names())}: none of that name ships with the game "
            f"or is loaded, and no folder of {SEARCH} has {name}{_SUFFIX}"
        )

    def read_line(self, lines: Lines) -> Pack[T]:
        """Take the line that names a pack, as `Pack.line` writes it; raise NotationError if the pack is not here."""
        word = lines.take(_PREFIX)
        match = _WRITTEN.fullmatch(word.text)
        if match is None:
            raise word.error(f"a pack is written like `house {'0123456789abcdef'[:_DIGITS]}`: its name and its digest")
        try:
            return self.find(match[1], match[2])
        except (SetupError, NotationError) as error:
            raise word.error(str(error), NotationCode.PACK) from None

    def read_object(self, found: JsonObject) -> Pack[T]:
        """Return the pack of an object as `Pack.to_object` makes it; raise NotationError if the pack is not here."""
        name, digest = found.string("name"), found.string("digest")
        if _WRITTEN.fullmatch(f"{name} {digest}") is None:
            raise found.error(f"a pack has a name, and a digest of {_DIGITS} hexadecimal digits", found.content)
        try:
            return self.find(name, digest)
        except (SetupError, NotationError) as error:
            raise found.error(str(error), found.content, NotationCode.PACK) from None

    def _folder(self) -> Traversable:
        # It takes long to load, and games without packs don't need it.
        from importlib.resources import files

        return files(self._package) / "data" / "packs"

    def _files(self, name: str) -> Iterator[tuple[TomlFile, str]]:
        """Yield the files that may have the pack of a name, each with its name in errors."""
        if name in self.names():
            yield self._folder() / f"{name}{_SUFFIX}", f"{name}{_SUFFIX}"
        for folder in filter(None, os.environ.get(SEARCH, "").split(os.pathsep)):
            path = Path(folder, f"{name}{_SUFFIX}")
            if path.is_file():
                yield path, str(path)

    def _load(self, file: TomlFile, label: str, name: str | None = None) -> Pack[T]:
        """Return the pack of a file, which has the name where one is given."""
        return self._read_content(_canonical(TomlTable.read(file, label)), label, name)

    def _read_content(self, content: str, label: str, name: str | None = None) -> Pack[T]:
        table = TomlTable(json.loads(content), label)
        head = table.table("pack")
        found, about = head.string("name"), head.string("about")
        if not re.fullmatch(_NAME, found):
            raise head.refuse("name", f"is up to 40 of a to z, 0 to 9, - and _, a letter first; not {shown(found)}")
        if name not in (None, found):
            raise head.refuse("name", f"is {shown(found)}, and the file is that of {shown(name)}")
        if not about.strip() or not about.isprintable():
            raise head.refuse("about", "is a line for people")
        head.integer_in("format", self._version, self._version)
        value = self._read(table)
        table.check_all_read()
        return self.add(Pack(found, _digest(content), about, content, value))


def _canonical(table: TomlTable) -> str:
    """Return the content of a file as JSON with sorted keys."""

    def refuse(value: Any) -> Any:
        raise pack_error(f"{table.file}: a pack has no dates and times: {value}")

    try:
        return json.dumps(table.content, sort_keys=True, allow_nan=False, ensure_ascii=False, default=refuse)
    except ValueError as error:
        if isinstance(error, SetupError):
            raise
        raise pack_error(f"{table.file}: a pack has no infinite numbers and no nan") from None


def _digest(content: str) -> str:
    from hashlib import sha256

    return sha256(check_text(content, "content").encode()).hexdigest()[:_DIGITS]
