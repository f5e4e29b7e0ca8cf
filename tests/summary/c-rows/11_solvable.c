void solvable(long *x, long *y, int n)
{
    for (int i = 0; i < n; i++) {
        *x = 2 * *x + *y * *y;
        *y = 3 * *y;
    }
}
