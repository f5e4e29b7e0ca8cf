/* A product whose terms, multiplied out, are far larger than the subscript that they add up to. */
long entry(long b)
{
    signed char low = (signed char)b;
    long v[3] = {5, 6, 7};
    v[(int)b * (int)low - 1] = 4;
    return v[0];
}
