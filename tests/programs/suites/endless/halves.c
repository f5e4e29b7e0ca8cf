/* How many numbers up to one are even; no search ends here, and still two ways are never taken. */
int halves(unsigned n)
{
    unsigned at = 0, even = 0;
    while (at < n) {
        at++;
        if (at % 2 == 0)
            even++;
        if (even > at)
            return -1;
    }
    if (at > n)
        return -2;
    return even > 2;
}
