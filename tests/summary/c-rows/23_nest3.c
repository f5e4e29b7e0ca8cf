long nest3(int n)
{
    long c = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = i; k <= j; k++)
                c++;
    return c;
}
