# Arrays of bytes that callers hand over to be filled.

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

cdef inline bint holds_bytes(object array, Py_ssize_t rows, Py_ssize_t columns):
    # Whether an array is writable, C-contiguous, of uint8, and of the shape (rows, columns), or (rows,) for no columns.
    cdef Py_buffer view
    try:
        PyObject_GetBuffer(array, &view, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
    except Exception:
        return False
    cdef bint fits = view.format != NULL and view.format[0] == b"B" and view.format[1] == 0
    if columns:
        fits = fits and view.ndim == 2 and view.shape[0] == rows and view.shape[1] == columns
    else:
        fits = fits and view.ndim == 1 and view.shape[0] == rows
    PyBuffer_Release(&view)
    return fits
