/* kind: out-of-bounds; entry: check_me; line: 10 */
/* A histogram whose last class is open. */
static int counts[8];

int check_me(int value, int weight)
{
    if (value < 0 || weight < 0 || weight > 100)
        return -1;
    int class = value > 8 ? 8 : value;
    counts[class] = weight;
    return counts[0];
}
