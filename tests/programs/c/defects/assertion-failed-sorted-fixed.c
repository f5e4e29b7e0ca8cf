/* fixed: assertion-failed; entry: check_me */
/* Sorting three numbers with one exchange missing. */
#include <assert.h>

static void order(int *a, int *b)
{
    if (*a > *b) {
        int old = *a;
        *a = *b;
        *b = old;
    }
}

int check_me(int a, int b, int c)
{
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    assert(a <= b && b <= c);
    return b;
}
