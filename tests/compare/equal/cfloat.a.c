#include <math.h>

/* Damping of a spring after t seconds. */
double P(double t, double k)
{
    double factor = exp(-k * t);
    if (t < 0.0)
        return 1.0;
    return factor * cos(t);
}
