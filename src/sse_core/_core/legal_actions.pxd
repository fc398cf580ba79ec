# The extension type `LegalActions`, for the modules of the games, each of which has a child of it.

# The legal actions of a player in a state, by ascending id; immutable as seen from Python. A child says what they are
# by the methods below. The first one is asked most.
cdef class LegalActions:
    cdef Py_ssize_t n                       # how many there are
    cdef object at(self, Py_ssize_t place)  # the action at a place: 0 <= place < n
    cdef tuple listed(self)                 # all of them
    cdef bint holds(self, object action) except -1  # whether an object is one of them


# A state keeps 1 more than the id of the legal action that was looked up last, 0 if none was. Most callers play the
# action that they have just looked up: then it is legal, and its id is known.
cdef extern from *:
    """
    /* A number that threads write and read at the same time. */
    #if defined(_MSC_VER)
      #define sse_put_number(at, number) (*(volatile int*)(at) = (number))
      #define sse_see_number(at) (*(volatile int*)(at))
    #else
      #define sse_put_number(at, number) __atomic_store_n(at, number, __ATOMIC_RELAXED)
      #define sse_see_number(at) __atomic_load_n(at, __ATOMIC_RELAXED)
    #endif
    """
    void sse_put_number(int* at, int number) noexcept nogil
    int sse_see_number(int* at) noexcept nogil
