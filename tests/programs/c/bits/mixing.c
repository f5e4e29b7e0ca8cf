/* proved: nonzero shifted deciphered product root tenth refuted: queens machine */
/* Generators, ciphers, arithmetic by hand, puzzles. */
#include <assert.h>
#include <stdint.h>

void nonzero(uint32_t x)
{
    uint32_t seed = x;
    for (int i = 0; i < 4; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    if (x == 0)
        assert(seed == 0);
}

void shifted(uint16_t seed)
{
    uint16_t x = seed;
    for (int i = 0; i < 32; i++)
        x = (uint16_t)((x >> 1) | ((x ^ (x >> 2) ^ (x >> 3) ^ (x >> 5)) & 1) << 15);
    if (seed)
        assert(x != 0);
}

static uint32_t mix(uint32_t v, uint32_t key, uint32_t sum) { return ((v << 4) + key) ^ (v + sum) ^ (v >> 5); }

void deciphered(uint32_t a, uint32_t b, uint32_t key)
{
    uint32_t x = a, y = b, sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += 0x9e3779b9u;
        x += mix(y, key, sum);
        y += mix(x, key, sum);
    }
    for (int i = 0; i < 2; i++) {
        y -= mix(x, key, sum);
        x -= mix(y, key, sum);
        sum -= 0x9e3779b9u;
    }
    assert(x == a && y == b);
}

void product(uint8_t a, uint8_t b, uint8_t m)
{
    a &= 7;
    b &= 7;
    m &= 7;
    if (a >= m || b >= m)
        return;
    unsigned r = 0, x = a;
    for (int i = 0; i < 3; i++) {
        if ((b >> i) & 1)
            r = (r + x) % m;
        x = (x + x) % m;
    }
    assert(r == (unsigned)(a * b) % m);
}

void root(uint16_t n)
{
    uint32_t r = 0, x = n;
    for (uint32_t b = 1u << 14; b; b >>= 2) {
        if (x >= r + b) {
            x -= r + b;
            r = (r >> 1) + b;
        } else {
            r >>= 1;
        }
    }
    assert(r * r <= n && (r + 1) * (r + 1) > n);
}

void tenth(uint16_t n) { assert(((uint32_t)n * 52429u) >> 19 == n / 10u); }

void queens(uint8_t a, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f)
{
    uint8_t rows[6] = {a, b, c, d, e, f}, columns = 0, left = 0, right = 0;
    for (int i = 0; i < 6; i++) {
        uint8_t bit = rows[i];
        if (!bit || (bit & (bit - 1)) || bit > 32 || (bit & (columns | left | right)))
            return;
        columns |= bit;
        left = (uint8_t)((left | bit) << 1);
        right = (uint8_t)((right | bit) >> 1);
    }
    assert(0);
}

void machine(const uint8_t *p, uint8_t a)
{
    uint8_t sum = a, kept = 1;
    for (int i = 0; i < 4; i++) {
        switch (p[i] & 3) {
        case 0: sum += p[i] >> 2; break;
        case 1: sum ^= kept; break;
        case 2: kept = sum; break;
        case 3: if (sum & 1) sum >>= 1; break;
        }
    }
    assert(!(sum == 77 && kept == 13 && a == 5));
}
