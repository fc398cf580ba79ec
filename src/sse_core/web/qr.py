"""QR codes of addresses, drawn by the package `segno` (in the extra `web`)."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import Final

from ..forms.libraries import needs
from .errors import MissingError, WebError

__all__ = ["MAX_TEXT", "has_drawer", "qr_code"]

MAX_TEXT: Final = 300
"""The most characters of an address."""

_SCHEMES: Final = ("http://", "https://")


@cache
def has_drawer() -> bool:
    """Return whether QR codes can be drawn here."""
    return find_spec("segno") is not None


def qr_code(address: str) -> str:
    """Return the QR code of an address as SVG, dark on light with a margin, as cameras need it.

    Raises WebError for another text, MissingError if `segno` isn't installed.
    """
    if len(address) > MAX_TEXT or not address.isascii() or not address.startswith(_SCHEMES):
        raise WebError(f"a QR code is that of an address, http://… or https://…, of {MAX_TEXT} characters at most")
    if not has_drawer():
        raise MissingError(needs("a QR code", "segno", "web"))
    from segno import make_qr

    out = BytesIO()
    make_qr(address, error="m").save(
        out, kind="svg", xmldecl=False, omitsize=True, dark="#000", light="#fff", title="QR code of the link"
    )
    return out.getvalue().decode()
