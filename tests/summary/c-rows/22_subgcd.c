int subgcd(int a, int b)
{
    if (a < 1 || b < 1)
        return 0;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}
