unsigned P(unsigned x, unsigned y)
{
    return (x + y) - (y - x);
}
