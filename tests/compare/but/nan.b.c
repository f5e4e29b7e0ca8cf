double P(double left, double right)
{
    if (left >= right)
        return left;
    return right;
}
