int parity(int n, int *odd)
{
    int a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            a += i;
        else
            b++;
    }
    *odd = b;
    return a;
}
