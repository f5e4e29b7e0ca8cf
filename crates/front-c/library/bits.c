/* The bits of numbers: what the compiler's own functions count and turn around. */

int __sextant_popcountll(unsigned long long x)
{
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (int)((x * 0x0101010101010101ull) >> 56);
}

int __sextant_popcountl(unsigned long x)
{
    return __sextant_popcountll(x);
}

int __sextant_popcount(unsigned x)
{
    return __sextant_popcountll(x);
}

int __sextant_parityll(unsigned long long x)
{
    return __sextant_popcountll(x) & 1;
}

int __sextant_parityl(unsigned long x)
{
    return __sextant_popcountll(x) & 1;
}

int __sextant_parity(unsigned x)
{
    return __sextant_popcountll(x) & 1;
}

/* Zeros above the highest bit. For 0 nothing is promised, so that reaching it is a mistake. */
int __sextant_clzll(unsigned long long x)
{
    int count = 0;
    if (x == 0)
        __builtin_unreachable();
    for (int step = 32; step > 0; step /= 2) {
        if (x >> (64 - step) == 0) {
            count += step;
            x <<= step;
        }
    }
    return count;
}

int __sextant_clzl(unsigned long x)
{
    return __sextant_clzll(x);
}

int __sextant_clz(unsigned x)
{
    return __sextant_clzll(x) - 32;
}

int __sextant_ctzll(unsigned long long x)
{
    int count = 0;
    if (x == 0)
        __builtin_unreachable();
    for (int step = 32; step > 0; step /= 2) {
        if (x << (64 - step) == 0) {
            count += step;
            x >>= step;
        }
    }
    return count;
}

int __sextant_ctzl(unsigned long x)
{
    return __sextant_ctzll(x);
}

int __sextant_ctz(unsigned x)
{
    return __sextant_ctzll(x);
}

int __sextant_ffsll(long long x)
{
    return x == 0 ? 0 : __sextant_ctzll((unsigned long long)x) + 1;
}

int __sextant_ffsl(long x)
{
    return __sextant_ffsll(x);
}

int __sextant_ffs(int x)
{
    return __sextant_ffsll(x);
}

/* Copies of the sign behind it. */
int __sextant_clrsbll(long long x)
{
    unsigned long long turned = (unsigned long long)(x < 0 ? ~x : x);
    return turned == 0 ? 63 : __sextant_clzll(turned) - 1;
}

int __sextant_clrsbl(long x)
{
    return __sextant_clrsbll(x);
}

int __sextant_clrsb(int x)
{
    return __sextant_clrsbll(x) - 32;
}

unsigned short __sextant_bswap16(unsigned short x)
{
    return (unsigned short)(x << 8 | x >> 8);
}

unsigned __sextant_bswap32(unsigned x)
{
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

unsigned long __sextant_bswap64(unsigned long x)
{
    return (unsigned long)__sextant_bswap32((unsigned)x) << 32 | __sextant_bswap32((unsigned)(x >> 32));
}

unsigned char __sextant_bitreverse8(unsigned char x)
{
    unsigned result = 0;
    for (int bit = 0; bit < 8; bit++)
        result |= (x >> bit & 1u) << (7 - bit);
    return (unsigned char)result;
}

unsigned short __sextant_bitreverse16(unsigned short x)
{
    return (unsigned short)(__sextant_bitreverse8((unsigned char)x) << 8 | __sextant_bitreverse8((unsigned char)(x >> 8)));
}

unsigned __sextant_bitreverse32(unsigned x)
{
    return (unsigned)__sextant_bitreverse16((unsigned short)x) << 16 | __sextant_bitreverse16((unsigned short)(x >> 16));
}

unsigned long __sextant_bitreverse64(unsigned long x)
{
    return (unsigned long)__sextant_bitreverse32((unsigned)x) << 32 | __sextant_bitreverse32((unsigned)(x >> 32));
}

unsigned char __sextant_rotateleft8(unsigned char x, unsigned char count)
{
    return (unsigned char)(x << (count & 7) | x >> (-count & 7));
}

unsigned short __sextant_rotateleft16(unsigned short x, unsigned short count)
{
    return (unsigned short)(x << (count & 15) | x >> (-count & 15));
}

unsigned __sextant_rotateleft32(unsigned x, unsigned count)
{
    return x << (count & 31) | x >> (-count & 31);
}

unsigned long __sextant_rotateleft64(unsigned long x, unsigned long count)
{
    return x << (count & 63) | x >> (-count & 63);
}

unsigned char __sextant_rotateright8(unsigned char x, unsigned char count)
{
    return (unsigned char)(x >> (count & 7) | x << (-count & 7));
}

unsigned short __sextant_rotateright16(unsigned short x, unsigned short count)
{
    return (unsigned short)(x >> (count & 15) | x << (-count & 15));
}

unsigned __sextant_rotateright32(unsigned x, unsigned count)
{
    return x >> (count & 31) | x << (-count & 31);
}

unsigned long __sextant_rotateright64(unsigned long x, unsigned long count)
{
    return x >> (count & 63) | x << (-count & 63);
}
