# Arrays of numbers that callers hand over to be filled.

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uintptr_t

cdef inline bint take_bytes(object array, Py_ssize_t rows, Py_ssize_t columns, Py_buffer* out):
    # As `take_array`, of uint8.
    return take_array(array, c"B", rows, columns, out)

cdef inline bint take_shorts(object array, Py_ssize_t rows, Py_ssize_t columns, Py_buffer* out):
    # As `take_array`, of int16.
    return take_array(array, c"h", rows, columns, out)

cdef inline bint take_array(object array, char kind, Py_ssize_t rows, Py_ssize_t columns, Py_buffer* out):
    # Whether an array is writable, C-contiguous, aligned, of this kind of numbers, and of the shape (rows, columns), or
    # (rows,) for no columns. If so, its memory is held until it is released: looked at twice, an array may be
    # another one.
    #   reads    kind, the format of its numbers, as the module `struct` has it
    #   writes   out
    try:
        PyObject_GetBuffer(array, out, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
    except Exception:
        return False
    cdef bint fits = out.format != NULL and out.format[0] == kind and out.format[1] == 0
    fits = fits and <uintptr_t>out.buf % <uintptr_t>out.itemsize == 0
    if columns:
        fits = fits and out.ndim == 2 and out.shape[0] == rows and out.shape[1] == columns
    else:
        fits = fits and out.ndim == 1 and out.shape[0] == rows
    if not fits:
        PyBuffer_Release(out)
    return fits
