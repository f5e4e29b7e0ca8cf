int log2up(int n)
{
    int i = 1;
    while (i < n)
        i *= 2;
    return i;
}
