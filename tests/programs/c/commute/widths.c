/* Integers of every width, their conversions and what becomes of what does not fit. */

/* examine: widen a=-128..127 b=-300..300 */
long widen(signed char a, short b)
{
    return (long)a * 100000 + b;
}

/* examine: narrow n=-100000..100000 */
int narrow(int n)
{
    signed char c = (signed char)n;
    unsigned char u = (unsigned char)n;
    short s = (short)n;
    if (c < 0)
        return u * 2 - s;
    return c + s;
}

/* examine: wrap_bytes a=0..255 b=0..255 */
unsigned char wrap_bytes(unsigned char a, unsigned char b)
{
    unsigned char sum = a + b;
    unsigned char product = a * b;
    return sum > product ? sum - product : product - sum;
}

/* examine: wrap_words a=0..4000000000 b=0..4000000000 */
unsigned wrap_words(unsigned a, unsigned b)
{
    if (a + b < a)
        return a + b;
    return a - b;
}

/* examine: mixed_signs a=-10..10 b=0..20 */
int mixed_signs(int a, unsigned b)
{
    if (a < b)
        return 1;
    if ((long)a < (long)b)
        return 2;
    return a > 0 ? 3 : 4;
}

/* examine: long_products a=-2000000000..2000000000 b=-4..4 */
long long long_products(int a, int b)
{
    long long wide = (long long)a * b;
    if (wide > 2147483647 || wide < -2147483648LL)
        return wide / 3;
    return a * b;
}

/* examine: truths a=-3..3 b=-3..3 */
int truths(int a, int b)
{
    _Bool first = a, second = b * 256;
    return first + 2 * second + 4 * (first == second) + 8 * !a;
}

/* examine: quotients a=-50..50 b=-5..5 */
int quotients(int a, int b)
{
    if (b == 0)
        return 1000;
    return (a / b) * 100 + a % b;
}

/* examine: unsigned_quotients a=0..100000 b=0..9 */
unsigned long unsigned_quotients(unsigned long a, unsigned char b)
{
    return b > 3 ? a / b - a % b : -a;
}
