/* Floating point: conversions, rounding, special values, comparison, series. */
#include <float.h>
#include <math.h>
#include <stdio.h>

static double root(double x)
{
    double guess = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        guess = (guess + x / guess) / 2;
    return guess;
}

static double sine(double x)
{
    double term = x, sum = 0;
    for (int n = 1; n < 30; n += 2) {
        sum += term;
        term *= -x * x / ((n + 1) * (n + 2));
    }
    return sum;
}

int main(void)
{
    printf("%.17g %.9g\n", 0.1, 0.1f);
    printf("%d %d\n", 0.1 + 0.2 == 0.3, 0.1f + 0.2f == 0.3f);
    printf("%d %d %d %d\n", (int)2.9, (int)-2.9, (int)(float)16777217, (unsigned char)200.7);
    printf("%.1f %.1f\n", 7 / 2 + 0.0, 7 / 2.0);
    printf("%f %e %g %G\n", 1234.5678, 1234.5678, 1e-5, 1e100);
    printf("%10.3f|%-10.2e|%+g|%010.2f\n", 3.14159, 31415.9, 2.5, -1.5);
    double zero = 0.0, infinite = 1 / zero, nothing = zero * infinite;
    printf("%f %f %d %d %d\n", infinite, -infinite, nothing == nothing, nothing < 1, infinite > DBL_MAX);
    printf("%d %d %d\n", -zero == zero, isnan(nothing) != 0, isinf(infinite) != 0);
    printf("%.12f %.12f\n", root(2), sine(1));
    float small = 1;
    int halvings = 0;
    while (1 + small / 2 != 1) {
        small /= 2;
        halvings++;
    }
    printf("%d %g\n", halvings, small);
    printf("%.1f %.1f %.1f %.1f %.1f\n", floor(-2.5), ceil(-2.5), fabs(-3.5), fmod(7.5, 2), sqrt(6.25));
    long big = 9007199254740993;
    printf("%.0f %ld\n", (double)big, (long)(double)big);
    double sum = 0;
    for (int i = 10000; i > 0; i--)
        sum += 1.0 / i / i;
    printf("%.10f\n", sum);
    return 0;
}
