/* explore: gcd */
/* Number theory: greatest common divisors, powers modulo a number, Chinese remainders, a small generator. */
#include <stdint.h>
#include <stdio.h>

int gcd(int a, int b)
{
    if (a < 0 || b < 0 || a > 60 || b > 60)
        return -1;
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t extended(int64_t a, int64_t b, int64_t *x, int64_t *y)
{
    if (b == 0) {
        *x = 1;
        *y = 0;
        return a;
    }
    int64_t s, t, g = extended(b, a % b, &s, &t);
    *x = t;
    *y = s - a / b * t;
    return g;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static uint32_t state = 12345;

static uint32_t random_number(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

int main(void)
{
    int64_t x, y;
    printf("%d %d %d\n", gcd(48, 18), gcd(17, 0), gcd(60, 61));
    int64_t g = extended(240, 46, &x, &y);
    printf("%lld = 240*%lld + 46*%lld\n", (long long)g, (long long)x, (long long)y);
    printf("%llu %llu\n", (unsigned long long)power(3, 200, 1000007), (unsigned long long)power(2, 1ull << 40, 97));
    for (int i = 0; i < 4; i++)
        printf("%u ", random_number());
    printf("\n");
    __int128 wide = (__int128)INT64_MAX * INT64_MAX;
    printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
    return 0;
}
