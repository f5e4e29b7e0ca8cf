void fig4(int *d, int *j, int b0, int m)
{
    int b = b0 + 1;
    while (*j <= m) {
        *d = 2 * *d;
        *j += b;
    }
}
