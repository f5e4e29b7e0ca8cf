int cohendiv(int x, int y, int *rest)
{
    if (x < 0 || y < 1)
        return -1;
    int q = 0, r = x;
    while (r >= y) {
        int a = 1, b = y;
        while (r >= 2 * b) {
            a *= 2;
            b *= 2;
        }
        r -= b;
        q += a;
    }
    *rest = r;
    return q;
}
