long ps6(long k)
{
    long c = 0, y = 0, x = 0;
    while (c < k) {
        c++;
        y++;
        x += y * y * y * y * y;
    }
    return x;
}
