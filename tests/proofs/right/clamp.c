/* Floating-point numbers in a contract; what is no number is excluded. */
//@ requires low <= high && x == x;
//@ ensures low <= \result <= high;
//@ ensures \result == x || x < low || x > high;
//@ ensures x < low ==> \result == low;
double clamp(double x, double low, double high)
{
    if (x < low) return low;
    if (x > high) return high;
    return x;
}
