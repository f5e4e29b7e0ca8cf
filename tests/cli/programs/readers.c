/* Whether numbers are there to be read. */
#include <assert.h>
#include <stdio.h>

int looked(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        assert(0);
    return n;
}

int trusted(void)
{
    int n;
    scanf("%d", &n);
    return n > 3;
}

int stuck(void)
{
    int n = 0, m = 0;
    int first = scanf("%d", &n);
    int second = scanf("%d", &m);
    assert(!(first == 0 && second == 1));
    return n == m;
}
