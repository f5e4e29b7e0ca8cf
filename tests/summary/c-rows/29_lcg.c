unsigned lcg(unsigned x, int k)
{
    for (int i = 0; i < k; i++)
        x = 1664525u * x + 1013904223u;
    return x;
}
