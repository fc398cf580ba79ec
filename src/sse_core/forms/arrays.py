"""Checks of numpy arrays that callers hand over, and new ones where they hand over none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["array_to_fill", "checked_array"]


def array_to_fill(out: NDArray[Any] | None, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the memory of `out`, checked as by `checked_array` and for being writable; a new array for None."""
    import numpy

    if out is None:
        return numpy.empty(shape, dtype)
    if isinstance(out, numpy.ndarray) and not numpy.asarray(out).flags.writeable:
        raise ArgumentError("out is read-only")
    return checked_array(out, "out", dtype, shape)


def checked_array(array: NDArray[Any], name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array of this dtype and shape, C-contiguous and aligned; of another class, a plain array of its memory.

    Raises TypeError for what is no array, ArgumentError for any other. Attributes and methods of such a class are
    ignored, since compiled code reads and writes the memory.
    """
    import numpy

    if not isinstance(array, numpy.ndarray):
        raise TypeError(f"{name} is a numpy array, not {type(array).__name__}")
    array = numpy.asarray(array)
    if array.dtype != dtype:
        raise ArgumentError(f"{name} has the dtype {array.dtype}, not {numpy.dtype(dtype)}")
    if array.shape != shape:
        raise ArgumentError(f"{name} has the shape {array.shape}, not {shape}")
    if not array.flags.c_contiguous:
        raise ArgumentError(f"{name} is not C-contiguous")
    if not array.flags.aligned:
        raise ArgumentError(f"{name} is not aligned")
    return array
