/* kind: overflow; entry: check_me; line: 9 */
/* Factorials fit only up to twelve. */
int check_me(int n)
{
    int result = 1;
    if (n < 0 || n > 13)
        return -1;
    for (int i = 2; i <= n; i++)
        result *= i;
    return result;
}
