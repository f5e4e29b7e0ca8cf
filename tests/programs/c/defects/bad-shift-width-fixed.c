/* fixed: bad-shift; entry: check_me */
/* A mask of the lowest bits. */
static unsigned mask(int width)
{
    if (width == 32)
        return ~0u;
    return (1u << width) - 1;
}

int check_me(int width)
{
    if (width < 0 || width > 32)
        return -1;
    return (mask(width) & 5u) == 5u;
}
