/* proved: little_endian big_endian16 base64_group hex_digit hex_pair bcd_byte bcd_sum leb128_signed zigzag utf16_pair crc8_table crc8_linear crc16_bits adler fletcher fnv_inverse jenkins_mix rle_pair fixed_half fixed_multiply sine_index root16 luhn manchester nibbles lsb_mask packed_date rgb565 checksum_ones */
/* refuted: base64_shift hex_lower zigzag_logical bcd_carry utf16_low crc8_missed adler_narrow root_off fnv_even date_narrow */
/* Codes, checksums, hashes: what goes out comes in again, and near misses do not. */
#include <assert.h>
#include <stdint.h>

void little_endian(uint32_t x)
{
    uint8_t out[4];
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(x >> (8 * i));
    assert((out[0] | out[1] << 8 | out[2] << 16 | (uint32_t)out[3] << 24) == x);
}

void big_endian16(uint8_t a, uint8_t b) { uint16_t x = (uint16_t)(a << 8 | b); assert(x / 256 == a && x % 256 == b); }

void base64_group(uint8_t a, uint8_t b, uint8_t c)
{
    uint8_t s[4] = {a >> 2, (uint8_t)((a & 3) << 4 | b >> 4), (uint8_t)((b & 15) << 2 | c >> 6), c & 63};
    assert((uint8_t)(s[0] << 2 | s[1] >> 4) == a && (uint8_t)(s[1] << 4 | s[2] >> 2) == b && (uint8_t)(s[2] << 6 | s[3]) == c);
}

void base64_shift(uint8_t a, uint8_t b)
{
    uint8_t s0 = a >> 2, s1 = (uint8_t)((a & 3) << 4 | b >> 4);
    assert((uint8_t)(s0 << 2 | s1 >> 3) == a);
}

static int from_hex(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void hex_digit(uint8_t n) { n &= 15; assert(from_hex((uint8_t)(n < 10 ? '0' + n : 'A' + n - 10)) == n); }
void hex_pair(uint8_t x)
{
    const char *digits = "0123456789abcdef";
    assert(from_hex((uint8_t)digits[x >> 4]) * 16 + from_hex((uint8_t)digits[x & 15]) == x);
}
void hex_lower(uint8_t c) { assert(from_hex(c) < 0 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')); }

void bcd_byte(uint8_t x)
{
    if (x > 99)
        return;
    uint8_t packed = (uint8_t)((x / 10) << 4 | x % 10);
    assert((packed >> 4) * 10 + (packed & 15) == x && packed == x + 6 * (x / 10));
}

void bcd_sum(uint8_t a, uint8_t b)
{
    if ((a & 15) > 9 || (a >> 4) > 9 || (b & 15) > 9 || (b >> 4) > 9)
        return;
    uint32_t plain = (a >> 4) * 10 + (a & 15) + (b >> 4) * 10 + (b & 15);
    uint32_t t = a + 0x66u, sum = t + b, no_carry = ~(t ^ b ^ sum) & 0x110;
    sum -= (no_carry >> 2) | (no_carry >> 3);
    assert((sum >> 8) * 100 + ((sum >> 4) & 15) * 10 + (sum & 15) == plain);
}

void bcd_carry(uint8_t a, uint8_t b)
{
    if ((a & 15) > 9 || (a >> 4) > 9 || (b & 15) > 9 || (b >> 4) > 9)
        return;
    uint32_t sum = a + b;
    if ((sum & 15) > 9)
        sum += 6;
    assert(((sum & 15) == ((a & 15) + (b & 15)) % 10));
}

void leb128_signed(int32_t x)
{
    uint8_t out[5];
    int n = 0, more = 1;
    int32_t v = x;
    while (more) {
        uint8_t byte = v & 0x7f;
        v >>= 7;
        more = !((v == 0 && !(byte & 0x40)) || (v == -1 && (byte & 0x40)));
        out[n++] = (uint8_t)(byte | (more ? 0x80 : 0));
    }
    uint32_t y = 0;
    int shift = 0;
    for (int i = 0; i < n; i++) {
        y |= (uint32_t)(out[i] & 0x7f) << shift;
        shift += 7;
    }
    if (shift < 32 && (out[n - 1] & 0x40))
        y |= ~0u << shift;
    assert((int32_t)y == x);
}

static uint32_t zig(int32_t x) { return ((uint32_t)x << 1) ^ (uint32_t)(x >> 31); }
void zigzag(int32_t x) { uint32_t z = zig(x); assert((int32_t)((z >> 1) ^ -(z & 1)) == x); }
void zigzag_logical(int32_t x) { uint32_t z = ((uint32_t)x << 1) ^ ((uint32_t)x >> 31); assert((int32_t)((z >> 1) ^ -(z & 1)) == x); }

void utf16_pair(uint32_t c)
{
    if (c < 0x10000 || c > 0x10ffff)
        return;
    uint16_t high = (uint16_t)(0xd7c0 + (c >> 10)), low = (uint16_t)(0xdc00 | (c & 0x3ff));
    assert((high & 0xfc00) == 0xd800 && ((uint32_t)high << 10) + low - 0x35fdc00u == c);
}
void utf16_low(uint32_t c) { if (c >= 0x10000 && c <= 0x1fffff) assert(((0xd7c0 + (c >> 10)) & 0xfc00) == 0xd800); }

static uint8_t crc8(uint8_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    return crc;
}

static const uint8_t upper[16] = {0x00, 0x70, 0xe0, 0x90, 0xc7, 0xb7, 0x27, 0x57, 0x89, 0xf9, 0x69, 0x19, 0x4e, 0x3e, 0xae, 0xde};
static const uint8_t lower[16] = {0x00, 0x07, 0x0e, 0x09, 0x1c, 0x1b, 0x12, 0x15, 0x38, 0x3f, 0x36, 0x31, 0x24, 0x23, 0x2a, 0x2d};
void crc8_table(uint8_t x) { assert((upper[x >> 4] ^ lower[x & 15]) == crc8(0, x)); }
void crc8_linear(uint8_t a, uint8_t b, uint8_t c) { assert(crc8(a ^ b, c) == (crc8(a, c) ^ crc8(b, 0))); }
void crc8_missed(uint8_t a, uint8_t b) { assert(a == b || crc8(crc8(0, a), b) != 0); }

void crc16_bits(uint16_t crc, uint8_t byte)
{
    uint16_t slow = (uint16_t)(crc ^ (byte << 8));
    for (int i = 0; i < 8; i++)
        slow = (uint16_t)(slow & 0x8000 ? slow << 1 ^ 0x1021 : slow << 1);
    uint8_t x = (uint8_t)(crc >> 8 ^ byte);
    x ^= x >> 4;
    uint16_t fast = (uint16_t)(crc << 8 ^ (uint16_t)(x << 12) ^ (uint16_t)(x << 5) ^ x);
    assert(slow == fast);
}

void adler(uint8_t a, uint8_t b)
{
    uint32_t s1 = 1, s2 = 0;
    s1 = (s1 + a) % 65521;
    s2 = (s2 + s1) % 65521;
    s1 = (s1 + b) % 65521;
    s2 = (s2 + s1) % 65521;
    assert(s1 == 1u + a + b && s2 == 2u + 2u * a + b);
}
void adler_narrow(uint8_t a, uint8_t b) { uint32_t s1 = (1u + a + b) % 251; assert(s1 == 1u + a + b); }

void fletcher(uint8_t a, uint8_t b)
{
    uint32_t s = a, t = a;
    s = (s + b) % 255;
    t = (t + s) % 255;
    assert(t == (2u * a + b) % 255);
}

void fnv_inverse(uint32_t h, uint8_t b) { uint32_t g = (h ^ b) * 16777619u; assert(((g * 899433627u) ^ b) == h); }
void fnv_even(uint32_t h, uint8_t b) { assert(((h ^ b) * 16777619u) % 2 == 1); }

void jenkins_mix(uint32_t h)
{
    uint32_t a = h + (h << 10), b = h + (h << 10);
    a ^= a >> 6;
    b = b ^ (b >> 6);
    uint32_t undone = a ^ (a >> 6) ^ (a >> 12) ^ (a >> 18) ^ (a >> 24) ^ (a >> 30);
    assert(a == b && undone == h * 1025u);
}

void rle_pair(uint8_t n, uint8_t v) { uint16_t code = (uint16_t)((n & 15) << 8 | v); assert((code >> 8) < 16 && (uint8_t)code == v); }
void fixed_half(int16_t x) { int32_t product = x * 0x8000; assert(product >> 16 == (x >> 1)); }

void fixed_multiply(int16_t a, int16_t b)
{
    int32_t product = ((int32_t)a * b + 0x80) >> 8;
    assert(product * 256 - (int32_t)a * b <= 128 && (int32_t)a * b - product * 256 < 128);
}

void sine_index(uint16_t angle)
{
    uint16_t index = angle & 0x3fff;
    if (angle & 0x4000)
        index = (uint16_t)(0x4000 - index);
    assert(index <= 0x4000);
}

void root16(uint16_t n)
{
    uint32_t root = 0, rest = n, bit = 1u << 14;
    while (bit) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    assert(root * root <= n && (root + 1) * (root + 1) > n);
}

void root_off(uint8_t n)
{
    uint32_t r = 0;
    while (r * r < n)
        r++;
    assert(r * r <= n);
}

void luhn(uint8_t d) { if (d < 10) { int twice = 2 * d > 9 ? 2 * d - 9 : 2 * d; assert(twice == 2 * d / 10 + 2 * d % 10); } }

void manchester(uint8_t x)
{
    uint16_t line = 0;
    for (int i = 0; i < 8; i++)
        line |= (uint16_t)(((x >> i) & 1 ? 2 : 1) << (2 * i));
    assert(((line ^ (line >> 1)) & 0x5555) == 0x5555);
}

void nibbles(uint8_t x) { uint8_t y = (uint8_t)(x << 4 | x >> 4); assert((uint8_t)(y << 4 | y >> 4) == x && y % 16 == x / 16); }
void lsb_mask(uint32_t x) { assert(x == 0 || ((x ^ (x - 1)) >> 1) == (x & -x) - 1); }

void packed_date(uint16_t y, uint8_t m, uint8_t d)
{
    if (y < 1980 || y > 2107 || m < 1 || m > 12 || d < 1 || d > 31)
        return;
    uint16_t p = (uint16_t)((y - 1980) << 9 | m << 5 | d);
    assert((p >> 9) + 1980 == y && ((p >> 5) & 15) == m && (p & 31) == d);
}
void date_narrow(uint16_t y) { uint16_t p = (uint16_t)((y - 1980) << 9); if (y >= 1980) assert((p >> 9) + 1980 == y); }

void rgb565(uint8_t r, uint8_t g, uint8_t b)
{
    uint16_t p = (uint16_t)((r & 0xf8) << 8 | (g & 0xfc) << 3 | b >> 3);
    assert(((p >> 8) & 0xf8) == (r & 0xf8) && ((p >> 3) & 0xfc) == (g & 0xfc) && ((p << 3) & 0xf8) == (b & 0xf8));
}

void checksum_ones(uint16_t a, uint16_t b)
{
    uint32_t s = (uint32_t)a + b;
    s = (s & 0xffff) + (s >> 16);
    assert(s <= 0xffff && (s % 0xffff == ((uint32_t)a + b) % 0xffff));
}
