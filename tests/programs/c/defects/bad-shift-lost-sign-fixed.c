/* fixed: bad-shift; entry: check_me */
/* Puts a byte into the highest place of a word. */
int check_me(int byte)
{
    if (byte < 0 || byte > 255)
        return -1;
    unsigned word = (unsigned)byte << 24;
    return word != 0;
}
