/* What q leads to is decided by a condition. */
int choose(int *a, int *b, int c)
{
    int *q = c ? a : b;
    *q = 1;
    return *a;
}
