/* kind: overflow; entry: check_me; line: 6 */
/* The size of a number without its sign. */
static int size(int n)
{
    if (n < 0)
        return -n;
    return n;
}

int check_me(int n)
{
    return size(n) > 10;
}
