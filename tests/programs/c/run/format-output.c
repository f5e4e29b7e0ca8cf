/* What printf can do with integers, texts and reals: flags, widths, precisions, lengths. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%.3d] [%8.3d] [%-8.3d] [%+.0d] [%.0d]\n", 7, 7, 7, 7, 0);
    printf("[%u] [%x] [%X] [%o] [%#x] [%#o] [%#X]\n", 3000000000u, 255, 255, 255, 255, 255, 0);
    printf("[%08x] [%-8x] [%#010x]\n", 0xbeef, 0xbeef, 0xbeef);
    printf("[%hhd] [%hhu] [%hd] [%ld] [%lld] [%llu]\n", (signed char)-1, (unsigned char)200, (short)-300, -5000000000l,
           INT64_MIN + 0ll, UINT64_MAX + 0ull);
    printf("[%zu] [%td] [%jd] [%" PRId64 "] [%" PRIx32 "]\n", sizeof(int), (ptrdiff_t)-3, (intmax_t)9, (int64_t)-8,
           (uint32_t)0xabc);
    printf("[%c] [%3c] [%-3c] [%%]\n", 'a', 'b', 'c');
    printf("[%s] [%8s] [%-8s] [%.2s] [%8.3s] [%*s] [%-*s] [%.*s]\n", "text", "text", "text", "text", "text", 6, "w", 6,
           "w", 1, "precise");
    printf("[%f] [%.0f] [%.2f] [%8.3f] [%-8.1f] [%08.2f] [%+.1f]\n", 3.14159, 2.5, 2.675, -1.5, 0.05, -3.7, 9.96);
    printf("[%e] [%.2e] [%E] [%12.3e]\n", 12345.678, 0.00012345, 1e100, -5e-5);
    printf("[%g] [%g] [%g] [%g] [%.3g] [%#g] [%G]\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1234.5, 1.0, 1e-10);
    printf("[%s] [%d]\n", "", printf("counted\n"));
    int written = printf("%s%c", "abc", '\n');
    printf("%d\n", written);
    char buffer[12];
    int wanted = snprintf(buffer, sizeof buffer, "%d/%s", 123456, "overflowing");
    printf("%d %s\n", wanted, buffer);
    sprintf(buffer, "%c%c%c", 'x', 0, 'y');
    printf("%s %c\n", buffer, buffer[2]);
    printf("%5.1f%%|%-6s|%6s|\n", 99.5, "left", "right");
    fprintf(stdout, "%lu %li %i\n", 18446744073709551615ul, -1l, -0);
    return 0;
}
