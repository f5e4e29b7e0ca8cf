/* kind: overflow; entry: check_me; line: 7 */
/* A quotient whose only trouble is the least number. */
int check_me(int a, int b)
{
    if (b == 0)
        return 0;
    return a / b;
}
