/* The mean of three measurements. */
double P(double x, double y, double z)
{
    return (x + y + z) / 3.0;
}
