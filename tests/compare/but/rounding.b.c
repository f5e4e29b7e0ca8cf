double P(double x, double y, double z)
{
    return x / 3.0 + y / 3.0 + z / 3.0;
}
