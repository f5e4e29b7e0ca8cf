void jordan(unsigned *x, unsigned *y, unsigned *z, int n)
{
    for (int i = 0; i < n; i++) {
        *x = *x + *y;
        *y = *y + *z;
        *z = 2 * *z;
    }
}
