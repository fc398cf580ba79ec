"""Encoding of texts for addresses: deflated, in characters that an address may have."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from ...play.sentences import digits
from ..errors import WebError
from ..messages import say

__all__ = ["MAX_TEXT", "packed", "unpacked"]

MAX_TEXT: Final = 100_000
"""The most bytes of a text from an address."""

_RAW: Final = -15
"""Deflate without a header (see `zlib`)."""


def packed(text: str) -> str:
    """Encode a text for an address.

    >>> unpacked(packed("A 3 B"))
    'A 3 B'
    """
    squeeze = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    data = squeeze.compress(text.encode()) + squeeze.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(words: str) -> str:
    """Decode a text from an address; raise WebError if there is none, or if it has more than `MAX_TEXT` bytes."""
    try:
        data = urlsafe_b64decode(words.encode("ascii") + b"=" * (-len(words) % 4))
        stretch = zlib.decompressobj(_RAW)
        text = stretch.decompress(data, MAX_TEXT + 1)
        if len(text) > MAX_TEXT:
            most = digits(f"{MAX_TEXT:,}")
            raise WebError(say("the shared text is longer than {most} bytes", most=most))
        if not stretch.eof:
            raise WebError(say("the shared text is cut off: the whole address is needed"))
        return text.decode()
    except (ValueError, zlib.error) as error:
        if isinstance(error, WebError):
            raise
        raise WebError(say("the address has no text that can be read")) from None
