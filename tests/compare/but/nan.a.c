/* The larger of two levels. */
double P(double left, double right)
{
    if (left < right)
        return right;
    return left;
}
