/* fixed: out-of-bounds; entry: check_me */
/* A histogram whose last class is open. */
static int counts[8];

int check_me(int value, int weight)
{
    if (value < 0 || weight < 0 || weight > 100)
        return -1;
    int class = value > 8 ? 7 : value;
    if (class == 8)
        class = 7;
    counts[class] = weight;
    return counts[0];
}
