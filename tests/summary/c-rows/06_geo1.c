long geo1(long z, int k, long *power)
{
    long x = 1, y = z;
    int c = 1;
    while (c < k) {
        c++;
        x = x * z + 1;
        y = y * z;
    }
    *power = y;
    return x;
}
