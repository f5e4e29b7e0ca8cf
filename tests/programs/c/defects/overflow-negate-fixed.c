/* fixed: overflow; entry: check_me */
/* The size of a number without its sign. */
static int size(int n)
{
    if (n < 0 && n != -2147483647 - 1)
        return -n;
    return n < 0 ? 2147483647 : n;
}

int check_me(int n)
{
    return size(n) > 10;
}
