/* kind: no-return-value; entry: check_me; line: 9 */
/* A function that forgets one case. */
static int sign(int n)
{
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int check_me(int n)
{
    return sign(n) + 1;
}
