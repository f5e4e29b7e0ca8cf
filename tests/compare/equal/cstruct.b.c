int P(int a, int b)
{
    return (a + 1) * b;
}
