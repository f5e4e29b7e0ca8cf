int irreducible(int c, int x, int n)
{
    int y = 0;
    if (c)
        goto middle;
head:
    x += 1;
middle:
    x += 2;
    y++;
    if (x < n)
        goto head;
    return y;
}
