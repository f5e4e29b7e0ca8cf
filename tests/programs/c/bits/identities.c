/* proved: sum_by_xor sum_by_or powers lowest absolute least rotated complements signs swapped average extended saturated */
/* What two bit tricks compute is the same. */
#include <assert.h>
#include <stdint.h>

void sum_by_xor(uint32_t a, uint32_t b) { assert((a ^ b) + 2 * (a & b) == a + b); }
void sum_by_or(uint32_t a, uint32_t b) { assert((a | b) + (a & b) == a + b); }

void powers(uint32_t x)
{
    int ones = 0;
    for (int i = 0; i < 32; i++)
        ones += (x >> i) & 1;
    assert((x && !(x & (x - 1))) == (ones == 1));
}

void lowest(uint32_t x) { assert((x & -x) == (x & ~(x - 1))); }

void absolute(int32_t x)
{
    if (x == INT32_MIN)
        return;
    int32_t mask = x >> 31;
    assert(((x ^ mask) - mask) == (x < 0 ? -x : x));
}

void least(int32_t x, int32_t y) { assert((y ^ ((x ^ y) & -(x < y))) == (x < y ? x : y)); }

void rotated(uint32_t x, uint32_t n)
{
    n &= 31;
    uint32_t left = (x << n) | (x >> ((32 - n) & 31));
    assert(((left >> n) | (left << ((32 - n) & 31))) == x);
}

void complements(int a, int b) { assert(~(a & b) == (~a | ~b)); }
void signs(int32_t a, int32_t b) { assert(((a ^ b) < 0) == ((a < 0) != (b < 0))); }

void swapped(uint32_t a, uint32_t b)
{
    uint32_t x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    assert(x == b && y == a);
}

void average(uint32_t a, uint32_t b) { assert((a & b) + ((a ^ b) >> 1) == (uint32_t)(((uint64_t)a + b) / 2)); }

void extended(uint32_t x)
{
    x &= 0xfff;
    assert((int32_t)((x ^ 0x800u) - 0x800u) == ((x & 0x800) ? (int32_t)x - 4096 : (int32_t)x));
}

void saturated(uint32_t a, uint32_t b)
{
    uint32_t sum = a + b;
    sum |= -(uint32_t)(sum < a);
    uint64_t wide = (uint64_t)a + b;
    assert(sum == (wide > 0xffffffffu ? 0xffffffffu : (uint32_t)wide));
}
