long fastpow(long x, int n)
{
    long r = 1;
    while (n > 0) {
        if (n % 2)
            r *= x;
        x *= x;
        n /= 2;
    }
    return r;
}
