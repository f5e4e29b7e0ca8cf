void P(int a[8])
{
    int value = 0;
    int i = 0;
    while (i < 8) {
        a[i] = value;
        value += 2;
        i++;
    }
}
