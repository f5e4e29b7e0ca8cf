int P(int x)
{
    return x & 1 ? 13 : 7;
}
