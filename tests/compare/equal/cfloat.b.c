#include <math.h>

double P(double t, double k)
{
    if (0.0 > t)
        return 1.0;
    return cos(t) * exp(t * -k);
}
