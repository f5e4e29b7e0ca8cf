/* proved: linear16 linear32 corrected parities counted sums */
/* Checksums are linear, codes correct, counts agree. */
#include <assert.h>
#include <stdint.h>

static uint16_t crc16(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (int i = 0; i < 8; i++)
        crc = (uint16_t)((crc << 1) ^ (0x1021 & -(crc >> 15)));
    return crc;
}

void linear16(uint16_t crc, uint8_t a, uint8_t b)
{
    assert((crc16(crc, a) ^ crc16(0, b)) == crc16(crc, (uint8_t)(a ^ b)));
}

static uint32_t crc32(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = (crc >> 1) ^ (0xEDB88320u & -(crc & 1));
    return crc;
}

void linear32(uint32_t crc, uint8_t a, uint8_t b)
{
    assert((crc32(crc32(crc, a), b) ^ crc32(crc32(0, 0), 0)) == (crc32(crc32(crc, 0), 0) ^ crc32(crc32(0, a), b)));
}

static uint8_t hamming(uint8_t d)
{
    uint8_t a = d & 1, b = (d >> 1) & 1, c = (d >> 2) & 1, e = (d >> 3) & 1;
    return (uint8_t)((a ^ b ^ e) | ((a ^ c ^ e) << 1) | (a << 2) | ((b ^ c ^ e) << 3) | (b << 4) | (c << 5) | (e << 6));
}

void corrected(uint8_t data, uint8_t at)
{
    if (at > 6)
        return;
    uint8_t w = hamming(data & 15) ^ (uint8_t)(1u << at);
    uint8_t one = (w ^ (w >> 2) ^ (w >> 4) ^ (w >> 6)) & 1;
    uint8_t two = ((w >> 1) ^ (w >> 2) ^ (w >> 5) ^ (w >> 6)) & 1;
    uint8_t four = ((w >> 3) ^ (w >> 4) ^ (w >> 5) ^ (w >> 6)) & 1;
    assert((one | (two << 1) | (four << 2)) == at + 1);
}

void parities(uint32_t x)
{
    uint32_t v = x;
    v ^= v >> 16;
    v ^= v >> 8;
    v ^= v >> 4;
    v &= 15;
    int parity = 0;
    for (int i = 0; i < 32; i++)
        parity ^= (x >> i) & 1;
    assert(((0x6996 >> v) & 1) == parity);
}

void counted(uint8_t x)
{
    int cleared = 0, ones = 0;
    for (uint8_t v = x; v; v &= v - 1)
        cleared++;
    for (int i = 0; i < 8; i++)
        ones += (x >> i) & 1;
    assert(cleared == ones);
}

void sums(const uint8_t *p)
{
    uint32_t a = 1, b = 0;
    for (int i = 0; i < 8; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    assert(a <= 2041 && b <= 9188);
}
