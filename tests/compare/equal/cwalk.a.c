void P(int a[8], int x)
{
    int *end = a + 8;
    for (int *p = a; p < end; p++)
        *p = x;
}
