void init2d(int n, int m[][10])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            m[i][j] = i * 10 + j;
}
