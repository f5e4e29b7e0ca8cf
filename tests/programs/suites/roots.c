/* infeasible: 0 */
#include <math.h>

/* The number of real roots of a x^2 + b x + c. */
int roots(double a, double b, double c, double *first, double *second)
{
    if (a == 0) {
        if (b == 0)
            return c == 0 ? -1 : 0;
        *first = -c / b;
        return 1;
    }
    double d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    *first = (-b + sqrt(d)) / (2 * a);
    if (d == 0)
        return 1;
    *second = (-b - sqrt(d)) / (2 * a);
    return 2;
}
