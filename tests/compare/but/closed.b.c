int P(int n)
{
    return n < 1 ? 0 : n * (n + 1) / 2;
}
