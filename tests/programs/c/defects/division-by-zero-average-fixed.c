/* fixed: division-by-zero; entry: check_me */
/* The mean of what was counted. */
static int mean(int sum, int count)
{
    if (count == 0)
        return 0;
    return sum / count;
}

int check_me(int count, int each)
{
    int sum = 0;
    if (count < 0 || count > 20 || each < 0 || each > 1000)
        return -1;
    for (int i = 0; i < count; i++)
        sum += each;
    return mean(sum, count);
}
