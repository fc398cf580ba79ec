# Two real numbers side by side: the estimated worths of a city and of a station on one target. Header-only.

cdef extern from *:
    """
    #if defined(__SSE2__)
      #include <emmintrin.h>
      typedef __m128 sse_pair;
      #define sse_no_pair() _mm_setzero_ps()
      #define sse_pair_at(numbers) _mm_castsi128_ps(_mm_loadl_epi64((const __m128i*)(numbers)))
      #define sse_pair_times(a, x) _mm_mul_ps(a, _mm_set1_ps(x))
      #define sse_pair_sum(a, b) _mm_add_ps(a, b)
      #define sse_put_pair(a, out) _mm_storel_epi64((__m128i*)(out), _mm_castps_si128(a))
      #define sse_pair_total(a) (_mm_cvtss_f32(a) + _mm_cvtss_f32(_mm_shuffle_ps(a, a, 1)))
    #else
      typedef struct { float first, second; } sse_pair;
      static inline sse_pair sse_pair_of(float first, float second) { sse_pair a = {first, second}; return a; }
      #define sse_no_pair() sse_pair_of(0, 0)
      #define sse_pair_at(numbers) sse_pair_of((numbers)[0], (numbers)[1])
      #define sse_pair_times(a, x) sse_pair_of((a).first * (x), (a).second * (x))
      #define sse_pair_sum(a, b) sse_pair_of((a).first + (b).first, (a).second + (b).second)
      #define sse_put_pair(a, out) ((out)[0] = (a).first, (out)[1] = (a).second)
      #define sse_pair_total(a) ((a).first + (a).second)
    #endif
    """
    ctypedef struct Pair "sse_pair":
        pass
    Pair no_pair "sse_no_pair"() noexcept nogil                         # both 0
    Pair pair_at "sse_pair_at"(const float* numbers) noexcept nogil
    Pair pair_times "sse_pair_times"(Pair a, float x) noexcept nogil
    Pair plus_pair "sse_pair_sum"(Pair a, Pair b) noexcept nogil
    void put_pair "sse_put_pair"(Pair a, float* out) noexcept nogil     # writes out[0:2]
    float total_of_pair "sse_pair_total"(Pair a) noexcept nogil
