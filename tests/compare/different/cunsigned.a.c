int P(unsigned x)
{
    return x - 1u < x;
}
