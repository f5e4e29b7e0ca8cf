/* infeasible: 1 */
/* The parity of a byte, its lowest set bit, or its length, by the way that is asked for. */
int bits(unsigned char value, int way)
{
    int result = 0;
    switch (way) {
    case 0:
        for (; value != 0; value &= value - 1)
            result ^= 1;
        break;
    case 1:
        if (value == 0)
            return -1;
        while ((value & 1) == 0) {
            value >>= 1;
            result++;
        }
        break;
    case 2:
        while (value != 0) {
            value >>= 1;
            result++;
        }
        if (result > 8)
            return -2;
        break;
    default:
        return -3;
    }
    return result;
}
