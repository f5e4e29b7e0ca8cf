/* infeasible: 1 */
unsigned steps(unsigned char start)
{
    unsigned value = start, count = 0;
    if (start == 0)
        return 0;
    while (value != 1) {
        if (value % 2 == 0)
            value /= 2;
        else
            value = 3 * value + 1;
        if (value == 0)
            return 1000;
        if (++count >= 7)
            break;
    }
    return count;
}
