/* explore: carry */
/* Numbers of any length: addition, multiplication, division by a digit, factorials, powers. */
#include <stdio.h>
#include <string.h>

enum { DIGITS = 120 };

struct big {
    int length;
    unsigned char digits[DIGITS];
};

static struct big from(unsigned n)
{
    struct big result = {0, {0}};
    do
        result.digits[result.length++] = n % 10;
    while (n /= 10);
    return result;
}

static struct big add(const struct big *a, const struct big *b)
{
    struct big sum = {0, {0}};
    int carry = 0;
    for (int i = 0; i < a->length || i < b->length || carry; i++) {
        carry += (i < a->length ? a->digits[i] : 0) + (i < b->length ? b->digits[i] : 0);
        sum.digits[sum.length++] = carry % 10;
        carry /= 10;
    }
    return sum;
}

static void scale(struct big *a, unsigned factor)
{
    unsigned carry = 0;
    for (int i = 0; i < a->length || carry; i++) {
        if (i == a->length)
            a->digits[a->length++] = 0;
        carry += a->digits[i] * factor;
        a->digits[i] = carry % 10;
        carry /= 10;
    }
}

static unsigned remainder_of(const struct big *a, unsigned divisor)
{
    unsigned rest = 0;
    for (int i = a->length - 1; i >= 0; i--)
        rest = (rest * 10 + a->digits[i]) % divisor;
    return rest;
}

static void print(const struct big *a)
{
    for (int i = a->length - 1; i >= 0; i--)
        putchar('0' + a->digits[i]);
    putchar('\n');
}

int carry(int a, int b)
{
    if (a < 0 || a > 99 || b < 0 || b > 99)
        return -1;
    struct big x = from((unsigned)a), y = from((unsigned)b);
    struct big sum = add(&x, &y);
    return sum.length > x.length && sum.length > y.length;
}

int main(void)
{
    struct big factorial = from(1), a = from(0), b = from(1);
    for (unsigned i = 2; i <= 50; i++)
        scale(&factorial, i);
    print(&factorial);
    for (int i = 0; i < 300; i++) {
        struct big next = add(&a, &b);
        a = b;
        b = next;
    }
    print(&a);
    printf("%u %u\n", remainder_of(&factorial, 53), remainder_of(&a, 1000));
    printf("%d %d %d\n", carry(5, 4), carry(5, 5), carry(95, 5));
    return 0;
}
