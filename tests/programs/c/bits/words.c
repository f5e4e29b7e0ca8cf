/* proved: swapped_bytes swapped_by_rotation is_power next_power round_up average_down average_up average_signed extended16 extended_any saturated_signed saturated_difference greatest clamped nabs sign_of three_way offset_sign merged toggled cleared isolated_zero equal_bytes zero_byte carry_out borrow_out overflow_sign tens thirds shifted_product fixed_square */
/* refuted: average_wraps power_of_zero greatest_wraps zero_byte_naive carry_or absolute_least round_up_wraps three_way_difference extended_without_mask */
/* One-liners on words, each against the plain way to say it; the refuted ones are near misses. */
#include <assert.h>
#include <stdint.h>

void swapped_bytes(uint32_t x)
{
    uint32_t y = 0;
    for (int i = 0; i < 4; i++)
        y = (y << 8) | ((x >> (8 * i)) & 0xff);
    assert(y == ((x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24)));
}

void swapped_by_rotation(uint32_t x)
{
    uint32_t left = (x << 8) | (x >> 24), right = (x >> 8) | (x << 24);
    uint32_t y = (left & 0x00ff00ffu) | (right & 0xff00ff00u);
    assert((y >> 24) == (x & 0xff) && ((y >> 16) & 0xff) == ((x >> 8) & 0xff) && (y & 0xff) == (x >> 24));
}

void is_power(uint64_t x)
{
    int found = 0;
    for (int i = 0; i < 64; i++)
        found |= x == (1ull << i);
    assert(found == (x != 0 && (x & (x - 1)) == 0));
}

void power_of_zero(uint32_t x)
{
    int found = 0;
    for (int i = 0; i < 32; i++)
        found |= x == (1u << i);
    assert(found == ((x & (x - 1)) == 0));
}

void next_power(uint32_t x)
{
    if (x == 0 || x > 0x80000000u)
        return;
    uint32_t y = x - 1;
    y |= y >> 1;
    y |= y >> 2;
    y |= y >> 4;
    y |= y >> 8;
    y |= y >> 16;
    y++;
    assert((y & (y - 1)) == 0 && y >= x && (y >> 1) < x);
}

void round_up(uint32_t x)
{
    if (x > 0xffffff00u)
        return;
    uint32_t y = (x + 15) & ~15u;
    assert(y % 16 == 0 && y >= x && y - x < 16);
}

void round_up_wraps(uint32_t x) { assert(((x + 15) & ~15u) >= x); }

void average_down(uint32_t a, uint32_t b) { assert((a & b) + ((a ^ b) >> 1) == (a >> 1) + (b >> 1) + (a & b & 1)); }
void average_up(uint32_t a, uint32_t b) { assert((a | b) - ((a ^ b) >> 1) == (uint32_t)(((uint64_t)a + b + 1) >> 1)); }
void average_wraps(uint32_t a, uint32_t b) { assert((a + b) / 2 == (uint32_t)(((uint64_t)a + b) / 2)); }

void average_signed(int32_t a, int32_t b)
{
    int64_t sum = (int64_t)a + b;
    assert((a & b) + ((a ^ b) >> 1) == (int32_t)(sum >> 1));
}

void extended16(uint32_t x) { assert((int32_t)(((x & 0xffff) ^ 0x8000u) - 0x8000u) == (int16_t)x); }
void extended_without_mask(uint32_t x) { assert((int32_t)((x ^ 0x8000u) - 0x8000u) == (int16_t)x); }

void extended_any(uint32_t x, uint8_t width)
{
    if (width < 1 || width > 31)
        return;
    uint32_t top = 1u << (width - 1);
    uint32_t value = x & (2 * top - 1);
    int32_t wanted = (value & top) ? (int32_t)(value - 2 * top) : (int32_t)value;
    assert((int32_t)((value ^ top) - top) == wanted);
}

void saturated_signed(int32_t a, int32_t b)
{
    uint32_t sum = (uint32_t)a + (uint32_t)b;
    uint32_t limit = ((uint32_t)a >> 31) + 0x7fffffffu;
    if ((int32_t)((limit ^ (uint32_t)b) | ~((uint32_t)b ^ sum)) >= 0)
        sum = limit;
    int64_t wide = (int64_t)a + b;
    assert((int32_t)sum == (wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : (int32_t)wide));
}

void saturated_difference(uint32_t a, uint32_t b)
{
    uint32_t difference = a - b;
    difference &= -(uint32_t)(difference <= a);
    assert(difference == (a > b ? a - b : 0));
}

void greatest(int32_t x, int32_t y) { assert((x ^ ((x ^ y) & -(x < y))) == (x < y ? y : x)); }
void greatest_wraps(int32_t x, int32_t y)
{
    uint32_t difference = (uint32_t)x - (uint32_t)y;
    uint32_t mask = -(difference >> 31);
    assert((int32_t)((uint32_t)x - (difference & mask)) == (x < y ? y : x));
}

void clamped(int32_t x)
{
    int32_t y = x & ~(x >> 31);
    y = 255 - ((255 - y) & ~((255 - y) >> 31));
    assert(y == (x < 0 ? 0 : x > 255 ? 255 : x));
}

void nabs(int32_t x)
{
    int32_t mask = x >> 31;
    assert((int32_t)((uint32_t)mask - (uint32_t)(x ^ mask)) == (x > 0 ? -x : x));
}

void absolute_least(int32_t x)
{
    uint32_t mask = -((uint32_t)x >> 31);
    assert((int32_t)(((uint32_t)x ^ mask) - mask) >= 0);
}

void sign_of(int32_t x) { assert(((x >> 31) | (int32_t)(-(uint32_t)x >> 31)) == (x > 0) - (x < 0)); }
void three_way(int32_t x, int32_t y) { assert((x > y) - (x < y) == (x > y ? 1 : x == y ? 0 : -1)); }
void three_way_difference(int32_t x, int32_t y) { assert(((int32_t)((uint32_t)x - (uint32_t)y) > 0) == (x > y)); }
void offset_sign(int32_t x, int32_t y) { assert((((uint32_t)x ^ 0x80000000u) < ((uint32_t)y ^ 0x80000000u)) == (x < y)); }
void merged(uint32_t a, uint32_t b, uint32_t m) { assert((a ^ ((a ^ b) & m)) == ((a & ~m) | (b & m))); }
void toggled(uint32_t x) { uint32_t y = 17; for (int i = 0; i < 3; i++) y ^= 17 ^ x; assert(y == x); }
void cleared(uint32_t x) { assert((x & (x - 1)) == x - (x & -x)); }
void isolated_zero(uint32_t x) { assert((~x & (x + 1)) == (~x & -~x)); }

void equal_bytes(uint32_t x)
{
    uint32_t one = x & 0xff;
    assert((x == one * 0x01010101u) == (x == ((x << 8) | (x >> 24))));
}

void zero_byte(uint32_t x)
{
    int some = !(x & 0xff) || !(x & 0xff00) || !(x & 0xff0000) || !(x & 0xff000000u);
    assert((((x - 0x01010101u) & ~x & 0x80808080u) != 0) == some);
}

void zero_byte_naive(uint32_t x)
{
    int some = !(x & 0xff) || !(x & 0xff00) || !(x & 0xff0000) || !(x & 0xff000000u);
    assert((((x - 0x01010101u) & 0x80808080u) != 0) == some);
}

void carry_out(uint32_t a, uint32_t b) { assert((((a & b) | ((a | b) & ~(a + b))) >> 31) == (uint32_t)(((uint64_t)a + b) >> 32)); }
void carry_or(uint32_t a, uint32_t b) { assert((((a | b) & ~(a + b)) >> 31) == (uint32_t)(((uint64_t)a + b) >> 32)); }
void borrow_out(uint32_t a, uint32_t b) { assert((((~a & b) | ((~a | b) & (a - b))) >> 31) == (a < b)); }

void overflow_sign(int32_t a, int32_t b)
{
    uint32_t sum = (uint32_t)a + (uint32_t)b;
    int64_t wide = (int64_t)a + b;
    assert(((((uint32_t)a ^ sum) & ((uint32_t)b ^ sum)) >> 31) == (wide != (int32_t)wide));
}

void tens(uint32_t n) { assert((uint32_t)(((uint64_t)n * 0xcccccccdu) >> 35) == n / 10); }
void thirds(uint16_t n) { assert((uint32_t)((uint32_t)n * 0xaaabu) >> 17 == n / 3u); }
void shifted_product(uint32_t x) { assert((x << 6) + (x << 5) + (x << 2) == 100 * x); }

void fixed_square(uint16_t x)
{
    uint32_t square = (uint32_t)x * x;
    uint32_t high = x >> 8, low = x & 0xff;
    assert(square == (high * high << 16) + (2 * high * low << 8) + low * low);
}
