int P(const int a[], int b)
{
    int s = b;
    for (int i = 0; i < 6; i++)
        s += a[i];
    return s;
}
