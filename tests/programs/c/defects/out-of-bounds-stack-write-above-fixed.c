/* fixed: out-of-bounds; entry: check_me */
/* Fills an array up to a limit. */
int check_me(int limit)
{
    int squares[10];
    int sum = 0;
    if (limit < 0 || limit > 10)
        return -1;
    for (int i = 0; i < limit; i++)
        squares[i] = i * i;
    for (int i = 0; i < limit; i++)
        sum += squares[i];
    return sum;
}
