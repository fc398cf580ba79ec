# cython: language_level=3, wraparound=False
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Legal actions of a state, in every game: a sequence that looks an action up when it is asked for.

A caller often takes one action of many. So `State.legal_actions` lists none of them. The sequence compares, hashes and
shows itself as the tuple of its actions does, and its slices are tuples.
"""

from collections.abc import Sequence

from cpython.number cimport PyIndex_Check, PyNumber_AsSsize_t
from cpython.object cimport PyObject

__all__ = ["LegalActions"]


cdef extern from "Python.h":
    ctypedef struct PySliceObject:
        PyObject* start
        PyObject* stop
        PyObject* step


cdef inline bint is_whole(PySliceObject* places) noexcept:
    # Whether a slice is `[:]`, the usual way to all actions.
    return <object>places.start is None and <object>places.stop is None and <object>places.step is None


cdef class LegalActions:
    """The legal actions of a player in a state, by ascending id: an immutable sequence.

    Made by `State.legal_actions`. It keeps its state. It is equal to any sequence of legal actions, and to any tuple,
    with the same actions in the same order. It is pickled as that tuple.
    """

    def __init__(self, *args, **options):
        raise TypeError("a sequence of legal actions is made by State.legal_actions")

    cdef object at(self, Py_ssize_t place):
        raise NotImplementedError

    cdef tuple listed(self):
        return ()

    cdef bint holds(self, object action) except -1:
        return False

    def __len__(self):
        return self.n

    def __getitem__(self, place):
        cdef Py_ssize_t index
        if PyIndex_Check(place):
            index = PyNumber_AsSsize_t(place, IndexError)
            if index < 0:
                index += self.n
            if not 0 <= index < self.n:
                raise IndexError(f"place {place} of {self.n} legal actions")
            return self.at(index)
        listed = self.listed()
        return listed if type(place) is slice and is_whole(<PySliceObject*>place) else listed[place]

    def __iter__(self):
        return iter(self.listed())

    def __reversed__(self):
        return reversed(self.listed())

    def __contains__(self, action, /):
        return self.holds(action)

    def index(self, action, *bounds):
        """Return the place of an action, as `tuple.index` does. Raises ValueError if it isn't there."""
        return self.listed().index(action, *bounds)

    def count(self, action, /):
        """Return 1 for a legal action, 0 for anything else."""
        return int(self.holds(action))

    def __eq__(self, other, /):
        if isinstance(other, LegalActions):
            return self.listed() == (<LegalActions>other).listed()
        return self.listed() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self):
        return hash(self.listed())

    def __repr__(self):
        return repr(self.listed())

    def __reduce__(self):
        return tuple, (self.listed(),)


Sequence.register(LegalActions)
