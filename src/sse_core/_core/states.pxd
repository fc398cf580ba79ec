# States of games for Python, in every game: their making, tuples, seeds, and tables of actions. Header-only.

from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_SET_ITEM
from libc.stdint cimport int64_t, uint64_t, uintptr_t


# --- their making

# Called from Python, `State.__new__` would make a state without a position, so it raises. Cython calls the C function
# behind it instead. `State()` raises in `__init__`, since a call of a type need not go through this slot.
cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*) except NULL

cdef inline object not_made_so():
    # The error of a call of the type.
    return TypeError("a State is made by new_game, position or parse_state")

cdef inline PyObject* refuse_new(PyTypeObject* cls, PyObject* args, PyObject* options) except NULL:
    raise not_made_so()

cdef inline void forbid_new(type cls):
    # Lets `__new__` of a type raise.
    (<PyTypeObject*>cls).tp_new = refuse_new


# --- who is asked, and what chance draws

cdef inline int seat_named(object player, int n_players, object check_index) except -9:
    # A seat that is named, or CHANCE, which is -1; RangeError for no such seat.
    #   reads    check_index, that of sse_core.forms.checks, which the module has imported
    cdef int overflow = 0
    cdef long seat
    if PyLong_CheckExact(player):
        seat = PyLong_AsLongAndOverflow(player, &overflow)
        if not overflow and -1 <= seat < n_players:
            return <int>seat
    return -1 if player == -1 else check_index(player, n_players, "player")

cdef inline int drawn_event(const int64_t* weights, int total, object rng, object check_number) except -1:
    # The place of the chance event that a generator of Python draws by the weights, whose sum is `total`.
    cdef int64_t left = check_number(rng.below(total), "a random number", total - 1)
    cdef int n = 0
    while left >= weights[n]:
        left -= weights[n]
        n += 1
    return n


# --- tuples

cdef inline void put(tuple values, Py_ssize_t place, object value):
    # Puts a value into a new tuple.
    Py_INCREF(value)
    PyTuple_SET_ITEM(values, place, value)


# --- seeds

cdef enum:
    HALF_SEED = 31              # the bits of half a seed

cdef inline uint64_t half_seed(object rng, object check_number) except? 9:
    # A number below 2**31 that a generator of Python draws.
    #   reads    check_number, that of sse_core.forms.checks, which the module has imported
    return check_number(rng.below(<int64_t>1 << HALF_SEED), "a random number", (<int64_t>1 << HALF_SEED) - 1)

cdef inline uint64_t drawn_seed(object rng, object check_number) except? 9:
    # The seed of a stream, its upper half first.
    cdef uint64_t upper = half_seed(rng, check_number)
    return upper << HALF_SEED | half_seed(rng, check_number)


# --- the ids of the actions of a table, by their addresses: most actions that are played are its entries themselves

cdef struct Slot:
    PyObject* action
    int index

cdef struct Slots:
    Slot* at
    int bits                    # there are 1 << bits, and few enough are taken that most entries are found at once

cdef inline size_t first_slot(const Slots* slots, PyObject* action) noexcept nogil:
    # Where the search for an action's address begins.
    return <size_t>(<uint64_t><uintptr_t>action * <uint64_t>0x9E3779B97F4A7C15 >> (64 - slots.bits))

cdef inline int take_slots(Slots* slots, tuple actions) except -1:
    # Puts the entries of a table into slots, which `drop_slots` gives back. The table outlives them.
    cdef Py_ssize_t index
    cdef size_t place
    cdef PyObject* action
    slots.bits = 4
    while <Py_ssize_t>1 << slots.bits < 4 * len(actions):
        slots.bits += 1
    slots.at = <Slot*>PyMem_Calloc(<size_t>1 << slots.bits, sizeof(Slot))
    if slots.at is NULL:
        raise MemoryError
    for index in range(len(actions)):
        action = PyTuple_GET_ITEM(actions, index)
        place = first_slot(slots, action)
        while slots.at[place].action is not NULL:
            place = (place + 1) & ((<size_t>1 << slots.bits) - 1)
        slots.at[place].action, slots.at[place].index = action, <int>index
    return 0

cdef inline void drop_slots(Slots* slots) noexcept:
    PyMem_Free(slots.at)
    slots.at = NULL

cdef inline int find_entry(const Slots* slots, PyObject* action) noexcept nogil:
    # The id of an entry of the table; -1 for any other object.
    cdef size_t place = first_slot(slots, action)
    while slots.at[place].action is not NULL:
        if slots.at[place].action == action:
            return slots.at[place].index
        place = (place + 1) & ((<size_t>1 << slots.bits) - 1)
    return -1
