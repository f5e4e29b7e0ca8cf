/* The remainder of the least integer by -1 overflows like the quotient. */
int hand(int ticks, int dial) {
    if (dial == 0)
        return -1;
    return ticks % dial;
}
