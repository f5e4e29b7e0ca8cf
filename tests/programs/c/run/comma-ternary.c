/* explore: middle */
/* Comma, conditional operator, order of evaluation where it is fixed, assignment as a value. */
#include <stdio.h>

static int calls;

static int noted(int value)
{
    calls = calls * 10 + value;
    return value;
}

int middle(int a, int b, int c)
{
    return a > b ? (b > c ? b : a > c ? c : a) : a > c ? a : b > c ? c : b;
}

int main(void)
{
    int a, b, c;
    a = (b = 3, c = b + 2, b * c);
    printf("%d %d %d\n", a, b, c);
    for (a = 0, b = 10; a < b; a++, b -= 2)
        ;
    printf("%d %d\n", a, b);
    printf("%d %d %d\n", middle(1, 2, 3), middle(3, 1, 2), middle(2, 3, 1));
    printf("%d ", noted(0) && noted(1));
    printf("%d ", noted(2) || noted(3));
    printf("%d ", noted(0) ? noted(4) : noted(5));
    printf("%d\n", calls);
    a = b = c = 7;
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    c = a++ + 1;
    b = --a - 1;
    printf("%d %d %d\n", a, b, c);
    const char *text = a > 0 ? "positive" : "other";
    printf("%s %zu\n", text, sizeof(a ? 1 : 2.0));
    if ((c = noted(6)) > 5)
        printf("%d\n", c);
    long wide = a ? -1 : 1u;
    printf("%ld\n", wide);
    return !(1, 1);
}
