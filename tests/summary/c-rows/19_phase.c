int phase(int n, int m)
{
    int x = 0, y = m;
    while (x < n) {
        if (x < m) {
            x++;
        } else {
            x++;
            y++;
        }
    }
    return y;
}
