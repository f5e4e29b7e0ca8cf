/* proved: utf8 varint boxes swapped reversed assembled gray */
/* What is encoded is decoded. */
#include <assert.h>
#include <stdint.h>

static void encode(uint32_t c, uint8_t *o)
{
    if (c < 0x80) {
        o[0] = (uint8_t)c;
    } else if (c < 0x800) {
        o[0] = (uint8_t)(0xC0 | (c >> 6));
        o[1] = (uint8_t)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        o[0] = (uint8_t)(0xE0 | (c >> 12));
        o[1] = (uint8_t)(0x80 | ((c >> 6) & 63));
        o[2] = (uint8_t)(0x80 | (c & 63));
    } else {
        o[0] = (uint8_t)(0xF0 | (c >> 18));
        o[1] = (uint8_t)(0x80 | ((c >> 12) & 63));
        o[2] = (uint8_t)(0x80 | ((c >> 6) & 63));
        o[3] = (uint8_t)(0x80 | (c & 63));
    }
}

static uint32_t decode(const uint8_t *o)
{
    if (o[0] < 0x80)
        return o[0];
    if ((o[0] & 0xE0) == 0xC0)
        return ((o[0] & 31u) << 6) | (o[1] & 63);
    if ((o[0] & 0xF0) == 0xE0)
        return ((o[0] & 15u) << 12) | ((o[1] & 63u) << 6) | (o[2] & 63);
    return ((o[0] & 7u) << 18) | ((o[1] & 63u) << 12) | ((o[2] & 63u) << 6) | (o[3] & 63);
}

void utf8(uint32_t c)
{
    uint8_t text[4] = {0};
    if (c > 0x10ffff)
        return;
    encode(c, text);
    assert(decode(text) == c);
}

void varint(uint32_t x)
{
    uint8_t out[5];
    int n = 0;
    uint32_t v = x, y = 0;
    for (; v >= 0x80; v >>= 7)
        out[n++] = (uint8_t)(v | 0x80);
    out[n++] = (uint8_t)v;
    for (int i = 0; i < n; i++)
        y |= (uint32_t)(out[i] & 0x7f) << (7 * i);
    assert(y == x);
}

static const uint8_t box[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
static const uint8_t back[16] = {5, 14, 15, 8, 12, 1, 2, 13, 11, 4, 6, 3, 0, 7, 9, 10};

void boxes(uint8_t x, uint8_t y)
{
    x &= 15;
    y &= 15;
    assert(back[box[x]] == x);
    if (x != y)
        assert(box[x] != box[y]);
}

static uint32_t swap(uint32_t x) { return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24); }
void swapped(uint32_t x) { assert(swap(swap(x)) == x); }

void reversed(uint32_t x)
{
    uint32_t y = x, z = 0;
    y = ((y >> 1) & 0x55555555u) | ((y & 0x55555555u) << 1);
    y = ((y >> 2) & 0x33333333u) | ((y & 0x33333333u) << 2);
    y = ((y >> 4) & 0x0f0f0f0fu) | ((y & 0x0f0f0f0fu) << 4);
    y = swap(y);
    for (int i = 0; i < 32; i++)
        z |= ((x >> i) & 1u) << (31 - i);
    assert(y == z);
}

void assembled(const uint8_t *p)
{
    uint32_t v = p[0] | (p[1] << 8) | (p[2] << 16) | ((uint32_t)p[3] << 24);
    for (int i = 0; i < 4; i++)
        assert((uint8_t)(v >> (8 * i)) == p[i]);
}

void gray(uint32_t x)
{
    uint32_t g = x ^ (x >> 1);
    for (int by = 16; by; by >>= 1)
        g ^= g >> by;
    assert(g == x);
}
