/* kind: bad-shift; entry: check_me; line: 5 */
/* A mask of the lowest bits. */
static unsigned mask(int width)
{
    return (1u << width) - 1;
}

int check_me(int width)
{
    if (width < 0 || width > 32)
        return -1;
    return (mask(width) & 5u) == 5u;
}
