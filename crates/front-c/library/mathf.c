/* math.h for float and long double: the functions on doubles, rounded. */

#define UNARY(name)                                                          \
    double name(double x);                                                   \
    float name##f(float x) { return (float)name(x); }                        \
    long double name##l(long double x) { return name((double)x); }

#define BINARY(name)                                                         \
    double name(double x, double y);                                         \
    float name##f(float x, float y) { return (float)name(x, y); }            \
    long double name##l(long double x, long double y) { return name((double)x, (double)y); }

#define TO_WHOLE(type, name)                                                 \
    type name(double x);                                                     \
    type name##f(float x) { return name(x); }                                \
    type name##l(long double x) { return name((double)x); }

#define SCALED(name, type)                                                   \
    double name(double x, type power);                                       \
    float name##f(float x, type power) { return (float)name(x, power); }     \
    long double name##l(long double x, type power) { return name((double)x, power); }

UNARY(sqrt)
UNARY(exp)
UNARY(log)
UNARY(log10)
UNARY(sin)
UNARY(cos)
UNARY(tan)
UNARY(asin)
UNARY(acos)
UNARY(atan)
UNARY(sinh)
UNARY(cosh)
UNARY(tanh)
UNARY(erf)
UNARY(erfc)
UNARY(tgamma)
UNARY(lgamma)
UNARY(fabs)
UNARY(trunc)
UNARY(floor)
UNARY(ceil)
UNARY(round)
UNARY(rint)
UNARY(nearbyint)
UNARY(logb)
UNARY(cbrt)
UNARY(exp2)
UNARY(log2)
UNARY(expm1)
UNARY(log1p)
UNARY(asinh)
UNARY(acosh)
UNARY(atanh)
BINARY(atan2)
BINARY(pow)
BINARY(copysign)
BINARY(fmod)
BINARY(remainder)
BINARY(fmin)
BINARY(fmax)
BINARY(fdim)
BINARY(hypot)
TO_WHOLE(long, lround)
TO_WHOLE(long long, llround)
TO_WHOLE(long, lrint)
TO_WHOLE(long long, llrint)
TO_WHOLE(int, ilogb)
SCALED(ldexp, int)
SCALED(scalbn, int)
SCALED(scalbln, long)

double modf(double x, double *whole);
double frexp(double x, int *power);
double nextafter(double x, double y);

float modff(float x, float *whole)
{
    double found;
    double rest = modf(x, &found);
    *whole = (float)found;
    return (float)rest;
}

long double modfl(long double x, long double *whole)
{
    double found;
    double rest = modf((double)x, &found);
    *whole = found;
    return rest;
}

float frexpf(float x, int *power)
{
    return (float)frexp(x, power);
}

long double frexpl(long double x, int *power)
{
    return frexp((double)x, power);
}

float nanf(const char *text)
{
    (void)text;
    return __builtin_nanf("");
}

long double nextafterl(long double x, long double y)
{
    return nextafter((double)x, (double)y);
}

float nextafterf(float x, float y)
{
    union { float number; unsigned int bits; } next = {x};
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return y > 0 ? 0x1p-149f : -0x1p-149f;
    next.bits += (x < y) == (x > 0) ? 1 : -1;
    return next.number;
}
