unsigned leftfact(int n)
{
    unsigned f = 1, s = 0;
    for (int i = 1; i <= n; i++) {
        f *= i;
        s += f;
    }
    return s;
}
