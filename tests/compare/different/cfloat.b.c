#include <math.h>

double P(double t, double k)
{
    if (t <= 0.0)
        return 1.0;
    return exp(-k * t) * sin(t);
}
