void fill(int *a, int n, int c)
{
    for (int i = 0; i < n; i++)
        a[i] = i * i + c;
}
