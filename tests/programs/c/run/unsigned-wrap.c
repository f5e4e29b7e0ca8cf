/* explore: distance */
/* Unsigned arithmetic goes modulo the width; hashes and clocks live on it. */
#include <stdint.h>
#include <stdio.h>

unsigned distance(unsigned from, unsigned to)
{
    unsigned forward = to - from;
    unsigned backward = from - to;
    return forward < backward ? forward : backward;
}

static uint32_t fnv(const char *text)
{
    uint32_t hash = 2166136261u;
    while (*text) {
        hash ^= (unsigned char)*text++;
        hash *= 16777619u;
    }
    return hash;
}

static uint16_t checksum(const uint8_t *bytes, int count)
{
    uint16_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += bytes[i] * 257;
    return sum;
}

int main(void)
{
    printf("%u %u %u\n", distance(10, 3), distance(4294967290u, 4), distance(0, 2147483648u));
    printf("%08x %08x\n", fnv("sextant"), fnv(""));
    uint8_t bytes[] = {255, 255, 255, 1, 2, 3};
    printf("%u\n", checksum(bytes, 6));
    uint64_t big = 1;
    for (int i = 0; i < 70; i++)
        big *= 3;
    printf("%llu\n", (unsigned long long)big);
    uint8_t tick = 250;
    for (int i = 0; i < 10; i++)
        tick++;
    printf("%d\n", tick);
    printf("%u\n", 0u - 1u);
    return 0;
}
