/* Reals: floats, doubles and their conversions. */

/* examine: halved x=real */
double halved(double x)
{
    return x < 0 ? -x / 2 : x * 0.5;
}

/* examine: mean a=real b=real */
double mean(double a, double b)
{
    return (a + b) / 2.0;
}

/* examine: single a=real */
float single(float a)
{
    return a * a - 1.5f;
}

/* examine: cut x=real */
int cut(double x)
{
    return (int)x * 10 + (x > (int)x);
}

/* examine: from_integer n=-1000..1000 */
double from_integer(int n)
{
    double x = n;
    return x / 4 + (float)n;
}

/* examine: three_ways a=real b=real */
int three_ways(double a, double b)
{
    if (a > b)
        return 1;
    return a == b ? 0 : -1;
}

/* examine: polynomial x=real */
double polynomial(double x)
{
    const double coefficients[3] = {1.0, -2.5, 0.25};
    double sum = 0;
    for (int i = 2; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

/* examine: clamped x=real n=-4..4 */
double clamped(float x, int n)
{
    if (x > n)
        return n;
    return x < -n ? -n : x;
}
