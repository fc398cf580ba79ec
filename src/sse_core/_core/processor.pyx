# cython: language_level=3
"""Features of the processor, which decide the variants of compiled modules that it can run (see ``variants.py``)."""

cdef extern from *:
    """
    #if defined(SSE_NEWER) && defined(__GNUC__)
      /* Whether the processor has x86-64-v3. AMD's of before Zen 3 have it, but take up to hundreds of cycles for a
         PDEP or PEXT. */
      static int sse_runs_v3(void) {
          __builtin_cpu_init();
          return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
              && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma")
              && !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"); }
      /* Whether it has x86-64-v4, counts and turns round the bits of eight words in a step or two, moves the bytes
         together that a mask chooses, looks bytes up in a table of 128, and puts bits of a word into any order. */
      static int sse_runs_v4(void) {
          return sse_runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
              && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
              && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq")
              && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("gfni")
              && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg"); }
    #else
      #define sse_runs_v3() 0
      #define sse_runs_v4() 0
    #endif
    """
    bint sse_runs_v3() noexcept nogil
    bint sse_runs_v4() noexcept nogil

__all__ = ["runs_v3", "runs_v4"]


def runs_v3():
    """Return whether variants of the level ``v3`` are fast on this processor; False where none are compiled."""
    return sse_runs_v3()


def runs_v4():
    """Return the same for the level ``v4``."""
    return sse_runs_v4()
