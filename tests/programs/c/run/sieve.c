/* explore: smallest_factor */
/* Primes: a sieve of bits, factors, twins, and a test by division. */
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1000 };
static unsigned char composite[LIMIT / 8 + 1];

static void sieve(void)
{
    memset(composite, 0, sizeof composite);
    for (int i = 2; i * i <= LIMIT; i++)
        if (!(composite[i >> 3] >> (i & 7) & 1))
            for (int j = i * i; j <= LIMIT; j += i)
                composite[j >> 3] |= 1 << (j & 7);
}

static int is_prime(int n)
{
    return n > 1 && !(composite[n / 8] & 1 << n % 8);
}

int smallest_factor(int n)
{
    if (n < 2 || n > 120)
        return 0;
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return d;
    return n;
}

int main(void)
{
    sieve();
    int count = 0, twins = 0, last = 0;
    for (int n = 0; n <= LIMIT; n++)
        if (is_prime(n)) {
            count++;
            twins += n - last == 2;
            last = n;
        }
    printf("%d primes, %d twins, last %d\n", count, twins, last);
    for (int n = 90; n < 100; n++) {
        printf("%d =", n);
        for (int rest = n; rest > 1; rest /= smallest_factor(rest))
            printf(" %d", smallest_factor(rest));
        printf("\n");
    }
    return 0;
}
