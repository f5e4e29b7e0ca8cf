int mannadiv(int x, int y, int *rest)
{
    if (x < 0 || y < 1)
        return -1;
    int q = 0, a = 0, b = x;
    while (b != 0) {
        if (a + 1 == y) {
            q++;
            a = 0;
            b--;
        } else {
            a++;
            b--;
        }
    }
    *rest = a;
    return q;
}
