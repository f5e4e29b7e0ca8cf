#include <stdlib.h>
int one(int n)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = n;
    n = *p;
    free(p);
    return n;
}
