int twoexit(int n, int m)
{
    int i = 0;
    while (i < n) {
        if ((long)i * i > m)
            break;
        i++;
    }
    return i;
}
