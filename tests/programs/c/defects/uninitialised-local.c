/* kind: uninitialised; entry: check_me; line: 10 */
/* Only two of three ways give a value. */
int check_me(int n)
{
    int sign;
    if (n < 0)
        sign = -1;
    else if (n > 10)
        sign = 1;
    return sign == 1 ? 100 : 7;
}
