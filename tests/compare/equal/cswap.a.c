static void exchange(int *x, int *y)
{
    int t = *x;
    *x = *y;
    *y = t;
}

void P(int *p, int *q)
{
    if (*p > *q)
        exchange(p, q);
}
