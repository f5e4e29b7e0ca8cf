/* fixed: overflow; entry: check_me */
/* A quotient whose only trouble is the least number. */
int check_me(int a, int b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return a == -2147483647 - 1 ? 2147483647 : -a;
    return a / b;
}
