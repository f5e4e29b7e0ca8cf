unsigned P(unsigned n)
{
    return 3 * n;
}
