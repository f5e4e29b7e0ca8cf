unsigned P(unsigned x)
{
    return x / 2 + x % 2;
}
