unsigned P(unsigned x, unsigned y)
{
    (void)y;
    return 2u * x;
}
