int P(int x)
{
    return x > 300;
}
