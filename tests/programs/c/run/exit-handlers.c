/* exit 7 */
/* atexit and exit from deep inside; output of the handlers comes last. */
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void last(void)
{
    printf("last at depth %d\n", depth);
}

static void before_last(void)
{
    printf("before last\n");
}

static void descend(int n)
{
    depth = n;
    if (n == 4)
        exit(n + 3);
    descend(n + 1);
    printf("never\n");
}

int main(void)
{
    if (atexit(last) != 0 || atexit(before_last) != 0)
        return 1;
    printf("start\n");
    descend(0);
    return 2;
}
