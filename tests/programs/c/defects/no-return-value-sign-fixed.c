/* fixed: no-return-value; entry: check_me */
/* A function that forgets one case. */
static int sign(int n)
{
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
    return 0;
}

int check_me(int n)
{
    return sign(n) + 1;
}
