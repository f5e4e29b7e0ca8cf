unsigned square(unsigned x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * x + 2 * x;
    return x;
}
