/* Shifts, masks and single bits. */

/* examine: shifted n=0..1000 count=0..20 */
unsigned shifted(unsigned n, int count)
{
    if (count < 8)
        return n << count;
    return (n << 16) >> (count - 8);
}

/* examine: signed_right n=-5000..5000 count=0..12 */
int signed_right(int n, int count)
{
    return (n >> count) + (n >> 1);
}

/* examine: low_bits n=0..70000 */
int low_bits(unsigned n)
{
    unsigned low = n & 0xff, high = (n & ~0xffu) >> 8;
    return (int)(low * 3 - high);
}

/* examine: set_and_clear n=0..255 at=0..7 */
int set_and_clear(unsigned char n, int at)
{
    unsigned char set = n | (1u << at);
    unsigned char cleared = n & ~(1u << at);
    return set - cleared == 1 << at ? set ^ cleared : -1;
}

/* examine: count_ones n=0..15 */
int count_ones(unsigned n)
{
    int count = 0;
    while (n != 0) {
        count += n & 1;
        n >>= 1;
    }
    return count;
}

/* examine: swap_bytes n=0..65535 */
unsigned short swap_bytes(unsigned short n)
{
    return (unsigned short)(n << 8 | n >> 8);
}

/* examine: rotated n=0..4294967295 by=0..31 */
unsigned rotated(unsigned n, int by)
{
    return by == 0 ? n : n << by | n >> (32 - by);
}

/* examine: power_of_two n=0..300 */
int power_of_two(unsigned n)
{
    return n != 0 && (n & (n - 1)) == 0;
}
