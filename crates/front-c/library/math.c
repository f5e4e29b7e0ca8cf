/* math.h: what comes down to arithmetic and comparisons. The functions of analysis on doubles (sqrt, exp, log, log10,
   sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, erf, erfc, tgamma, lgamma, pow) are the machine's own; the
   other ones are made of them. A long double has the values of a double. */
#include <float.h>
#include <limits.h>

double sqrt(double x);
double exp(double x);
double log(double x);
double pow(double x, double y);

#define INFINITE (DBL_MAX * 2)
/* From here on every double is whole. */
#define ALL_WHOLE 0x1p52

int isnan(double x)
{
    return x != x;
}

int isinf(double x)
{
    return x > DBL_MAX ? 1 : x < -DBL_MAX ? -1 : 0;
}

int finite(double x)
{
    return x >= -DBL_MAX && x <= DBL_MAX;
}

/* A zero has a sign; that of its reciprocal is seen. */
static int is_negative(double x)
{
    return x < 0 || (x == 0 && 1 / x < 0);
}

double fabs(double x)
{
    return x <= 0 ? 0 - x : x;
}

double copysign(double x, double sign)
{
    return is_negative(sign) ? -fabs(x) : fabs(x);
}

double trunc(double x)
{
    if (x == 0 || !(fabs(x) < ALL_WHOLE))
        return x;
    return x < 0 ? -(double)(long)-x : (double)(long)x;
}

double floor(double x)
{
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

double ceil(double x)
{
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}

/* Away from zero by one, if at all. */
static double farther(double whole, double x)
{
    return is_negative(x) ? whole - 1 : whole + 1;
}

double round(double x)
{
    double whole = trunc(x);
    return fabs(x - whole) >= 0.5 ? farther(whole, x) : whole;
}

/* A half goes to the even neighbour. */
double rint(double x)
{
    double whole = trunc(x);
    double rest = fabs(x - whole);
    if (rest < 0.5 || !(fabs(x) < ALL_WHOLE))
        return whole;
    int even = trunc(whole / 2) * 2 == whole;
    return rest == 0.5 && even ? whole : farther(whole, x);
}

double nearbyint(double x)
{
    return rint(x);
}

double roundeven(double x)
{
    return rint(x);
}

long lround(double x)
{
    return (long)round(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long lrint(double x)
{
    return (long)rint(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return isinf(x) ? copysign(0, x) : copysign(x - *whole, x);
}

/* A power of two between those of the least and the greatest normal number. */
static double power_of_two(int power)
{
    double factor = power < 0 ? 0.5 : 2;
    double result = 1;
    for (int count = power < 0 ? -power : power; count > 0; count--)
        result *= factor;
    return result;
}

/* Only the last product may be rounded, so that the others stay far from the least numbers. */
double ldexp(double x, int power)
{
    if (x == 0 || !finite(x))
        return x;
    for (int times = 0; times < 2 && power > 1023; times++) {
        x *= 0x1p1023;
        power -= 1023;
    }
    for (int times = 0; times < 2 && power < -1022; times++) {
        x *= 0x1p-969;
        power += 969;
    }
    return x * power_of_two(power > 1023 ? 1023 : power < -1022 ? -1022 : power);
}

double scalbn(double x, int power)
{
    return ldexp(x, power);
}

double scalbln(double x, long power)
{
    return ldexp(x, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power);
}

double frexp(double x, int *power)
{
    *power = 0;
    if (x == 0 || !finite(x))
        return x;
    while (fabs(x) >= 1) {
        x /= 2;
        ++*power;
    }
    while (fabs(x) < 0.5) {
        x *= 2;
        --*power;
    }
    return x;
}

double logb(double x)
{
    int power;
    if (x == 0)
        return -INFINITE;
    if (!finite(x))
        return x * x;
    frexp(x, &power);
    return power - 1;
}

int ilogb(double x)
{
    if (x == 0 || isnan(x))
        return INT_MIN;
    return isinf(x) ? INT_MAX : (int)logb(x);
}

/* The divisor is doubled as often as it fits and subtracted on the way back; every step is exact. */
double fmod(double x, double y)
{
    double rest = fabs(x);
    double divisor = fabs(y);
    if (!finite(x) || !(divisor > 0))
        return (x * y) / (x * y);
    double multiple = divisor;
    while (multiple <= rest / 2)
        multiple *= 2;
    for (; multiple >= divisor && rest >= divisor; multiple /= 2)
        if (rest >= multiple)
            rest -= multiple;
    return copysign(rest, x);
}

/* The quotient is rounded to the nearest whole number, a half to the even one. */
double remainder(double x, double y)
{
    double divisor = fabs(y);
    if (!finite(x) || !(divisor > 0))
        return (x * y) / (x * y);
    double rest = divisor <= DBL_MAX / 2 ? fmod(fabs(x), divisor * 2) : fabs(x);
    int odd = rest >= divisor;
    if (odd)
        rest -= divisor;
    if (rest > divisor - rest || (rest == divisor - rest && odd))
        rest -= divisor;
    return is_negative(x) ? -rest : rest;
}

double drem(double x, double y)
{
    return remainder(x, y);
}

double fmin(double x, double y)
{
    return isnan(x) || y < x ? y : x;
}

double fmax(double x, double y)
{
    return isnan(x) || y > x ? y : x;
}

double fdim(double x, double y)
{
    return isnan(x) || isnan(y) ? x + y : x > y ? x - y : 0;
}

double nan(const char *text)
{
    (void)text;
    return __builtin_nan("");
}

/* The neighbour is found by the order of the bits, which is that of the numbers. */
double nextafter(double x, double y)
{
    union { double number; unsigned long bits; } next = {x};
    if (isnan(x) || isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return y > 0 ? 0x1p-1074 : -0x1p-1074;
    next.bits += (x < y) == (x > 0) ? 1 : -1;
    return next.number;
}

/* Scaling keeps the squares in range. */
double hypot(double x, double y)
{
    double a = fabs(x);
    double b = fabs(y);
    double larger = fmax(a, b);
    if (isinf(a) || isinf(b))
        return INFINITE;
    if (larger == 0 || isnan(a) || isnan(b))
        return a + b;
    if (larger < 0x1p500 && larger > 0x1p-500)
        return sqrt(a * a + b * b);
    a /= larger;
    b /= larger;
    return larger * sqrt(a * a + b * b);
}

/* A step of Newton's method mends what the power has lost. */
double cbrt(double x)
{
    if (x == 0 || !finite(x))
        return x;
    if (fabs(x) < 0x1p-900)
        return cbrt(x * 0x1p300) * 0x1p-100;
    double root = pow(fabs(x), 1.0 / 3);
    root -= (root * root * root - fabs(x)) / (3 * root * root);
    return copysign(root, x);
}

double exp2(double x)
{
    return pow(2, x);
}

double exp10(double x)
{
    return pow(10, x);
}

double log2(double x)
{
    int power;
    double fraction = frexp(x, &power);
    if (fraction == 0.5)
        return power - 1;
    return power == 0 || power == 1 ? log(x) / log(2) : power + log(fraction) / log(2);
}

double expm1(double x)
{
    double power = exp(x);
    if (power == 1)
        return x;
    if (power - 1 == -1 || power > 2 || power < 0.5)
        return power - 1;
    return (power - 1) * x / log(power);
}

double log1p(double x)
{
    double sum = 1 + x;
    return sum == 1 ? x : sum > DBL_MAX ? sum : log(sum) * (x / (sum - 1));
}

double asinh(double x)
{
    double size = fabs(x);
    double value = size > 0x1p28 ? log(size) + log(2) : log1p(size + size * size / (1 + sqrt(size * size + 1)));
    return copysign(value, x);
}

double acosh(double x)
{
    return x > 0x1p28 ? log(x) + log(2) : log1p(x - 1 + sqrt((x - 1) * (x - 1) + 2 * (x - 1)));
}

double atanh(double x)
{
    return copysign(log1p(2 * fabs(x) / (1 - fabs(x))) / 2, x);
}

/* What the macros of the system's header call: the classes are numbered as it numbers them. */
static int class_of(double x, double least_normal)
{
    enum { NOT_A_NUMBER, INFINITE_NUMBER, ZERO, SUBNORMAL, NORMAL };
    if (isnan(x))
        return NOT_A_NUMBER;
    if (isinf(x))
        return INFINITE_NUMBER;
    if (x == 0)
        return ZERO;
    return fabs(x) < least_normal ? SUBNORMAL : NORMAL;
}

int __fpclassify(double x) { return class_of(x, DBL_MIN); }
int __fpclassifyf(float x) { return class_of(x, FLT_MIN); }
int __fpclassifyl(long double x) { return class_of(x, DBL_MIN); }

/* The same for the three types. */
#define TESTS(suffix, type)                                            \
    int __isnan##suffix(type x) { return isnan(x); }                   \
    int __isinf##suffix(type x) { return isinf(x); }                   \
    int __finite##suffix(type x) { return finite(x); }                 \
    int __signbit##suffix(type x) { return is_negative(x); }

TESTS(, double)
TESTS(f, float)
TESTS(l, long double)

int isnanf(float x) { return isnan(x); }
int isinff(float x) { return isinf(x); }
int finitef(float x) { return finite(x); }
int isnanl(long double x) { return isnan(x); }
int isinfl(long double x) { return isinf(x); }
int finitel(long double x) { return finite(x); }
