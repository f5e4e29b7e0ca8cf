/* kind: bad-shift; entry: check_me; line: 7 */
/* Puts a byte into the highest place of a word. */
int check_me(int byte)
{
    if (byte < 0 || byte > 255)
        return -1;
    int word = byte << 24;
    return word != 0;
}
