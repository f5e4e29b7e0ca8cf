/* kind: overflow; entry: check_me; line: 7 */
/* Adds two prices. */
int check_me(int first, int second)
{
    if (first < 0 || second < 0)
        return -1;
    int total = first + second;
    return total / 100;
}
