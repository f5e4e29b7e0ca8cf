#include <math.h>

/* Damping of a spring after t seconds. */
double P(double t, double k)
{
    if (t < 0.0)
        return 1.0;
    return exp(-k * t) * cos(t);
}
