/* Functions as they were written before 1989, and declarations without prototypes. */
#include <stdio.h>

int power();
static char *copy();
long total();

int main()
{
    char buffer[20];
    printf("%d %d\n", power(2, 10), power(-3, 3));
    printf("%s\n", copy(buffer, "old style", 3));
    printf("%ld\n", total(4, 10L));
    return 0;
}

int power(base, exponent)
    int base, exponent;
{
    int result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static char *copy(to, from, limit)
    char *to;
    char *from;
    int limit;
{
    register int i;
    for (i = 0; i < limit && from[i]; i++)
        to[i] = from[i];
    to[i] = '\0';
    return to;
}

long total(count, each)
    short count;
    long each;
{
    auto long sum = 0;
    for (; count > 0; --count)
        sum += each;
    return sum;
}
