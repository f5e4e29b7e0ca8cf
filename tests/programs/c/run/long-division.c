/* explore: quotient */
/* Division by hand with shifts and subtraction, square roots of integers, conversion between bases. */
#include <stdint.h>
#include <stdio.h>

static uint32_t divide(uint32_t dividend, uint32_t divisor, uint32_t *rest)
{
    uint32_t quotient = 0, remainder = 0;
    for (int bit = 31; bit >= 0; bit--) {
        remainder = remainder << 1 | (dividend >> bit & 1);
        if (remainder >= divisor) {
            remainder -= divisor;
            quotient |= 1u << bit;
        }
    }
    *rest = remainder;
    return quotient;
}

int quotient(int a, int b)
{
    if (b == 0)
        return -1;
    int negative = (a < 0) != (b < 0);
    uint32_t x = a < 0 ? -(uint32_t)a : (uint32_t)a, y = b < 0 ? -(uint32_t)b : (uint32_t)b;
    if (x < y)
        return 0;
    if (y == 1)
        return negative ? 2 : 3;
    return negative ? 4 : 5;
}

static uint32_t root(uint32_t n)
{
    uint32_t result = 0;
    for (uint32_t bit = 1u << 30; bit; bit >>= 2) {
        if (n >= result + bit) {
            n -= result + bit;
            result = (result >> 1) + bit;
        } else {
            result >>= 1;
        }
    }
    return result;
}

static const char *in_base(long n, int base)
{
    static char buffer[70];
    char *at = buffer + 69;
    unsigned long rest = n < 0 ? -(unsigned long)n : (unsigned long)n;
    do
        *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % (unsigned)base];
    while (rest /= (unsigned)base);
    if (n < 0)
        *--at = '-';
    return at;
}

int main(void)
{
    uint32_t rest, result = divide(1000000007, 12345, &rest);
    printf("%u %u\n", result, rest);
    result = divide(4294967295u, 1, &rest);
    printf("%u %u\n", result, rest);
    printf("%u %u %u\n", root(144), root(2000000000), root(4294967295u));
    printf("%s ", in_base(-255, 16));
    printf("%s ", in_base(1000, 2));
    printf("%s\n", in_base(123456789, 36));
    printf("%d %d %d\n", quotient(7, -2), quotient(-2147483647 - 1, -1), quotient(3, 4));
    return 0;
}
