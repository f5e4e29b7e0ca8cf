unsigned long gosper(int n)
{
    unsigned long f = 1, s = 0;
    for (int i = 1; i <= n; i++) {
        f *= i;
        s += i * f;
    }
    return s;
}
