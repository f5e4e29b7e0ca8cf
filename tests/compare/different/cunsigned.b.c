int P(unsigned x)
{
    (void)x;
    return 1;
}
