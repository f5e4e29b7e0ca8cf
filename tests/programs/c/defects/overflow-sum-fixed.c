/* fixed: overflow; entry: check_me */
/* Adds two prices. */
int check_me(int first, int second)
{
    if (first < 0 || second < 0)
        return -1;
    if (first > 2147483647 - second)
        return -2;
    int total = first + second;
    return total / 100;
}
