/* fixed: bad-conversion; entry: check_me */
/* A difference of reals as a size. */
int check_me(int a, int b)
{
    if (a < 0 || a > 1000 || b < 0 || b > 1000)
        return -1;
    double difference = a * 0.5 - b * 0.25;
    if (difference < 0.0)
        difference = 0.0;
    unsigned char size = (unsigned char)(difference / 4.0);
    return size;
}
