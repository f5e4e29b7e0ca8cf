void P(int a[8], int x)
{
    for (int i = 0; i < 8; i++)
        a[i] = x;
}
