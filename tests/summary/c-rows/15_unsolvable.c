unsigned unsolvable(unsigned x, unsigned y, int n)
{
    unsigned z = 0;
    for (int i = 0; i < n; i++) {
        unsigned old = y;
        z = 1 - z;
        y = 2 * y - y * y + 2 * z;
        x = 2 * x + old * old + z;
    }
    return x + y;
}
