/* proved: population population64 population_pairs leading trailing leading_smear reversed8 reversed_twice parity_folded parity_table parity_product morton morton_inverse gray_step gray_neighbours digital_root log_ten rank_select */
/* refuted: population_missed leading_off parity_half morton_swapped gray_wrong */
/* Counting and moving bits: by fields, by loops, by tables. */
#include <assert.h>
#include <stdint.h>

static uint32_t fields(uint32_t x)
{
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (x * 0x01010101u) >> 24;
}

void population(uint32_t x)
{
    uint32_t count = 0;
    for (int i = 0; i < 32; i++)
        count += (x >> i) & 1;
    assert(fields(x) == count);
}

void population_missed(uint32_t x)
{
    uint32_t count = 0;
    for (int i = 0; i < 31; i++)
        count += (x >> i) & 1;
    assert(fields(x) == count);
}

void population64(uint64_t x) { assert(fields((uint32_t)x) + fields((uint32_t)(x >> 32)) <= 64); }

void population_pairs(uint16_t x)
{
    uint32_t y = (x & 0x5555u) + ((x >> 1) & 0x5555u);
    y = (y & 0x3333u) + ((y >> 2) & 0x3333u);
    y = (y & 0x0f0fu) + ((y >> 4) & 0x0f0fu);
    y = (y & 0xff) + (y >> 8);
    assert(y == fields(x));
}

void leading(uint32_t x)
{
    if (x == 0)
        return;
    uint32_t y = x;
    int n = 0;
    if (!(y >> 16)) { n += 16; y <<= 16; }
    if (!(y >> 24)) { n += 8; y <<= 8; }
    if (!(y >> 28)) { n += 4; y <<= 4; }
    if (!(y >> 30)) { n += 2; y <<= 2; }
    if (!(y >> 31)) n += 1;
    assert((x >> (31 - n)) == 1);
}

void leading_off(uint32_t x)
{
    uint32_t y = x;
    int n = 0;
    if (!(y >> 16)) { n += 16; y <<= 16; }
    if (!(y >> 24)) { n += 8; y <<= 8; }
    if (!(y >> 28)) { n += 4; y <<= 4; }
    if (!(y >> 30)) { n += 2; y <<= 2; }
    if (!(y >> 31)) n += 1;
    assert((x >> (31 - n)) == 1);
}

void trailing(uint32_t x)
{
    if (x == 0)
        return;
    int n = 0;
    while (!((x >> n) & 1))
        n++;
    assert(fields((x & -x) - 1) == (uint32_t)n);
}

void leading_smear(uint32_t x)
{
    uint32_t y = x;
    for (int by = 1; by < 32; by *= 2)
        y |= y >> by;
    assert(y >= x && (y & (y + 1)) == 0 && (x == 0 || (y ^ (y >> 1)) <= x));
}

void reversed8(uint8_t x)
{
    uint8_t slow = 0;
    for (int i = 0; i < 8; i++)
        if (x & (1 << i))
            slow |= (uint8_t)(0x80 >> i);
    uint8_t fast = (uint8_t)(((x * 0x80200802ull) & 0x0884422110ull) * 0x0101010101ull >> 32);
    assert(slow == fast);
}

static uint32_t reverse(uint32_t x)
{
    x = ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
    x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
    x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
    x = ((x & 0x00ff00ffu) << 8) | ((x >> 8) & 0x00ff00ffu);
    return (x << 16) | (x >> 16);
}

void reversed_twice(uint32_t x) { assert(reverse(reverse(x)) == x && (reverse(x) >> 31) == (x & 1)); }

static uint32_t folded(uint32_t x)
{
    for (int by = 16; by; by /= 2)
        x ^= x >> by;
    return x & 1;
}

void parity_folded(uint32_t a, uint32_t b) { assert(folded(a ^ b) == (folded(a) ^ folded(b))); }
void parity_table(uint32_t x) { uint32_t y = x ^ (x >> 16); y ^= y >> 8; y ^= y >> 4; assert(((0x6996u >> (y & 15)) & 1) == folded(x)); }
void parity_product(uint8_t x) { assert((((x * 0x0101010101010101ull) & 0x8040201008040201ull) % 0x1ff & 1) == folded(x)); }
void parity_half(uint32_t x) { uint32_t y = x ^ (x >> 16); y ^= y >> 8; assert(((0x6996u >> (y & 15)) & 1) == folded(x)); }

static uint32_t spread(uint32_t x)
{
    x = (x | (x << 8)) & 0x00ff00ffu;
    x = (x | (x << 4)) & 0x0f0f0f0fu;
    x = (x | (x << 2)) & 0x33333333u;
    return (x | (x << 1)) & 0x55555555u;
}

static uint32_t gathered(uint32_t x)
{
    x &= 0x55555555u;
    x = (x | (x >> 1)) & 0x33333333u;
    x = (x | (x >> 2)) & 0x0f0f0f0fu;
    x = (x | (x >> 4)) & 0x00ff00ffu;
    return (x | (x >> 8)) & 0xffffu;
}

void morton(uint16_t x, uint16_t y)
{
    uint32_t z = 0;
    for (int i = 0; i < 16; i++)
        z |= (uint32_t)((x >> i) & 1) << (2 * i) | (uint32_t)((y >> i) & 1) << (2 * i + 1);
    assert(z == (spread(x) | (spread(y) << 1)));
}

void morton_inverse(uint16_t x, uint16_t y)
{
    uint32_t z = spread(x) | (spread(y) << 1);
    assert(gathered(z) == x && gathered(z >> 1) == y);
}

void morton_swapped(uint16_t x, uint16_t y) { assert((spread(x) | (spread(y) << 1)) == (spread(y) | (spread(x) << 1))); }

void gray_step(uint32_t x)
{
    uint32_t y = x + 1;
    uint32_t change = (x ^ (x >> 1)) ^ (y ^ (y >> 1));
    assert(change != 0 && (change & (change - 1)) == 0);
}

void gray_neighbours(uint8_t x)
{
    uint8_t code = (uint8_t)(x ^ (x >> 1)), y = code;
    for (int by = 1; by < 8; by *= 2)
        y ^= (uint8_t)(y >> by);
    assert(y == x);
}

void gray_wrong(uint32_t x)
{
    uint32_t y = x + 1;
    uint32_t change = (x ^ (x >> 2)) ^ (y ^ (y >> 2));
    assert((change & (change - 1)) == 0);
}

void digital_root(uint16_t n)
{
    uint32_t s = n;
    while (s > 9)
        s = s / 10 + s % 10;
    assert(s == (n ? (n - 1u) % 9 + 1 : 0));
}

void log_ten(uint16_t n)
{
    if (n == 0)
        return;
    int digits = (n >= 10) + (n >= 100) + (n >= 1000) + (n >= 10000);
    int slow = 0;
    for (uint32_t x = n; x >= 10; x /= 10)
        slow++;
    assert(digits == slow);
}

void rank_select(uint8_t x, uint8_t k)
{
    int seen = 0, at = -1;
    k &= 7;
    for (int i = 0; i < 8; i++)
        if ((x >> i) & 1) {
            if (seen == k)
                at = i;
            seen++;
        }
    assert(at < 0 ? fields(x) <= k : fields(x & ((1u << at) - 1)) == k);
}
