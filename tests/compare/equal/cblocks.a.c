int P(int x)
{
    int total = 0;
    { int part[2] = {3, 5}; total += part[x & 1]; }
    { int part[2] = {4, 8}; total += part[x & 1]; }
    return total;
}
