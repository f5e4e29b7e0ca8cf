/* fixed: bad-conversion; entry: check_me */
/* A ratio of reals may be infinite or nothing at all. */
int check_me(int part, int whole)
{
    double ratio = (double)part / (double)whole;
    if (part < 0 || part > 100 || whole < 1 || whole > 100)
        return -1;
    return (int)(ratio * 100.0);
}
