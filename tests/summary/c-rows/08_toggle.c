int toggle(int x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += x;
        x = 1 - x;
    }
    return s;
}
