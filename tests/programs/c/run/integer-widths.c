/* Every integer type: size, limits, and what conversion to it keeps. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void show(long long value)
{
    printf("%lld: %d %u %d %u %d %u %lld %llu\n", value, (signed char)value, (unsigned char)value, (short)value,
           (unsigned short)value, (int)value, (unsigned)value, (long long)value, (unsigned long long)value);
}

int main(void)
{
    static const long long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536,
                                       INT_MAX, INT_MAX + 1LL, UINT_MAX, UINT_MAX + 1LL, LLONG_MAX, LLONG_MIN};
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long),
           sizeof(void *));
    printf("%d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        show(values[i]);
    int8_t small = -5;
    uint64_t large = small;
    printf("%llu %d %d\n", (unsigned long long)large, (uint8_t)small, small >> 1);
    _Bool truth = 256;
    printf("%d %d\n", truth, (_Bool)0.25);
    return 0;
}
