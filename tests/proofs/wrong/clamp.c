/* x may be no number: then it is returned. */
//@ requires low <= high;
//@ ensures low <= \result <= high;
double clamp(double x, double low, double high)
{
    if (x < low) return low;
    if (x > high) return high;
    return x;
}
