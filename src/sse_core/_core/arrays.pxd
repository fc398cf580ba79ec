# Arrays of bytes that callers hand over to be filled.

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

cdef inline bint take_bytes(object array, Py_ssize_t rows, Py_ssize_t columns, Py_buffer* out):
    # Whether an array is writable, C-contiguous, of uint8, and of the shape (rows, columns), or (rows,) for no columns.
    # If so, its memory is held until it is released: looked at twice, an array may be another one.
    #   writes   out
    try:
        PyObject_GetBuffer(array, out, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
    except Exception:
        return False
    cdef bint fits = out.format != NULL and out.format[0] == b"B" and out.format[1] == 0
    if columns:
        fits = fits and out.ndim == 2 and out.shape[0] == rows and out.shape[1] == columns
    else:
        fits = fits and out.ndim == 1 and out.shape[0] == rows
    if not fits:
        PyBuffer_Release(out)
    return fits
