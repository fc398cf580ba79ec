# Bits of words, for every game: the lowest, the highest, the n-th, and how many; a hash of bytes; the check of the
# debug build; tables that are filled at load. Header-only.

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    /* SSE_AT_LOAD(name) { ... }: a function that runs when the module is loaded, before any other code of it. It fills
       tables, which belong to each module that cimports a header. */
    #if defined(__GNUC__)
      #define SSE_AT_LOAD(name) __attribute__((constructor)) static void name(void)
    #elif defined(_MSC_VER)
      #pragma section(".CRT$XCU", read)
      #ifdef __cplusplus
        #define SSE_NAMED extern "C"
      #else
        #define SSE_NAMED
      #endif
      /* The linker keeps a variable that it is told to include. */
      #define SSE_AT_LOAD(name) \
          static void name(void); \
          SSE_NAMED __declspec(allocate(".CRT$XCU")) void (*name##_at_load)(void) = name; \
          __pragma(comment(linker, "/include:" #name "_at_load")) \
          static void name(void)
    #else
      #error "sse_core: this compiler has no way to fill tables when a module is loaded; take gcc, clang or MSVC"
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #include <intrin.h>
      static __inline int sse_lowest_bit(unsigned __int64 x) {
          unsigned long i; _BitScanForward64(&i, x); return (int)i; }
      static __inline int sse_highest_bit(unsigned __int64 x) {
          unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
      #if defined(__x86_64__) && !defined(__BMI__)
        /* TZCNT, which older processors run as BSF. Both find the bit; newer ones of AMD are slow at BSF. */
        static inline int sse_lowest_bit(unsigned long long x) {
            unsigned long long i; __asm__("rep bsfq %1, %0" : "=r"(i) : "rm"(x) : "cc"); return (int)i; }
      #else
        #define sse_lowest_bit(x) __builtin_ctzll(x)
      #endif
      #define sse_highest_bit(x) (63 - __builtin_clzll(x))
    #endif
    #if defined(__POPCNT__) || defined(__aarch64__)
      #define sse_count_bits(x) __builtin_popcountll(x)
    #else
      static inline int sse_count_bits(unsigned long long x) {
          x -= (x >> 1) & 0x5555555555555555ULL;
          x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
          x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
          return (int)((x * 0x0101010101010101ULL) >> 56); }
    #endif
    /* The place of the n-th set bit of a word, n counted from 0: running sums of the bytes' bit counts find the byte, a
       table finds the bit in it. */
    static unsigned char sse_places[256][8];
    static unsigned short sse_spread[256];
    SSE_AT_LOAD(sse_fill_places) {
        for (int byte = 0; byte < 256; byte++)
            for (int place = 0, n = 0; place < 8; place++)
                if (byte >> place & 1) {
                    sse_places[byte][n++] = (unsigned char)place;
                    sse_spread[byte] |= (unsigned short)(1 << 2 * place); } }
    #ifdef __BMI2__
    static inline int sse_nth_bit(unsigned long long word, int n) {
        return sse_lowest_bit(__builtin_ia32_pdep_di(1ULL << n, word)); }
    /* The same in a word of double width that interleaves two words: the first word has its even bits. */
    static inline int sse_nth_of_two(unsigned long long first, unsigned long long second, int n) {
        const unsigned long long even = 0x5555555555555555ULL;
        int low = sse_count_bits(first << 32) + sse_count_bits(second << 32), half = 32 & -(n >= low);
        first = __builtin_ia32_pdep_di(first >> half, even);
        second = __builtin_ia32_pdep_di(second >> half, ~even);
        return 2 * half + sse_nth_bit(first | second, n - (low & -(half >> 5))); }
    #else
    static inline int sse_nth_bit(unsigned long long word, int n) {
        const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
        unsigned long long sums = word - ((word >> 1) & 0x5555555555555555ULL), above;
        int shift;
        sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
        sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * ones;
        above = (((n * ones) | tops) - sums) & tops;
        shift = (int)(((above >> 7) * ones) >> 56) * 8;
        return shift + sse_places[(word >> shift) & 255][n - (int)(((sums << 8) >> shift) & 255)]; }
    static inline int sse_nth_of_two(unsigned long long first, unsigned long long second, int n) {
        const unsigned long long ones = 0x0101010101010101ULL, tops = 0x8080808080808080ULL;
        unsigned long long sums, others, above;
        int shift, both, low;
        sums = first - ((first >> 1) & 0x5555555555555555ULL);
        others = second - ((second >> 1) & 0x5555555555555555ULL);
        sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
        others = (others & 0x3333333333333333ULL) + ((others >> 2) & 0x3333333333333333ULL);
        sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) + ((others + (others >> 4)) & 0x0F0F0F0F0F0F0F0FULL);
        sums *= ones;
        above = (((n * ones) | tops) - sums) & tops;
        shift = (int)(((above >> 7) * ones) >> 56) * 8;
        n -= (int)(((sums << 8) >> shift) & 255);
        both = sse_spread[(first >> shift) & 255] | sse_spread[(second >> shift) & 255] << 1;
        low = sse_count_bits(both & 255);
        return 2 * shift + (n < low ? sse_places[both & 255][n] : 8 + sse_places[both >> 8][n - low]); }
    #endif
    #ifdef SSE_DEBUG
      #include <stdio.h>
      #include <stdlib.h>
      #define sse_check(condition) ((condition) ? (void)0 : \
          (fprintf(stderr, "sse_core: %s:%d: %s\\n", __FILE__, __LINE__, #condition), abort()))
    #else
      #define sse_check(condition) ((void)0)
    #endif
    """
    int sse_lowest_bit(uint64_t word) noexcept nogil     # word != 0
    int sse_highest_bit(uint64_t word) noexcept nogil    # word != 0
    int sse_count_bits(uint64_t word) noexcept nogil
    int sse_nth_bit(uint64_t word, int n) noexcept nogil     # 0 <= n < sse_count_bits(word)
    int sse_nth_of_two(uint64_t first, uint64_t second, int n) noexcept nogil
    void sse_check(bint condition) noexcept nogil        # aborts in the SSE_DEBUG build, nothing otherwise


cdef inline uint64_t hash_of(const void* content, size_t n, uint64_t key) noexcept nogil:
    # A 64-bit hash of a number and of the bytes of a position, the same on every machine of one byte order. Bytes after
    # the last whole word aren't hashed.
    #   reads    content[n]
    cdef const char* data = <const char*>content
    cdef uint64_t word
    cdef size_t i = 0
    while i + sizeof(word) <= n:
        memcpy(&word, data + i, sizeof(word))
        key = (key ^ word) * <uint64_t>0x9E3779B97F4A7C15
        key ^= key >> 32
        i += sizeof(word)
    return key
