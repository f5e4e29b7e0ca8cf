/* Calls: recursion, pointers to functions, variable argument lists, state that stays. */
#include <stdarg.h>
#include <stdlib.h>

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

/* examine: dispatched which=0..2 a=-9..9 b=-9..9 */
int dispatched(int which, int a, int b)
{
    int (*const table[])(int, int) = {plus, minus, larger};
    return table[which](a, b);
}

/* examine: factorial n=-1..12 */
long factorial(int n)
{
    if (n > 10)
        return -1;
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

/* examine: parity n=0..12 */
int parity(unsigned char n)
{
    if (n > 10)
        return -1;
    return is_even(n) * 2 + is_odd(n);
}

static int sum_of(int count, ...)
{
    va_list values;
    int sum = 0;
    va_start(values, count);
    while (count-- > 0)
        sum += va_arg(values, int);
    va_end(values);
    return sum;
}

/* examine: variable count=0..3 a=-9..9 */
int variable(int count, int a)
{
    return sum_of(count, a, 2 * a, 100);
}

static int divisor(int a, int b)
{
    if (a == b)
        return a;
    return a > b ? divisor(a - b, b) : divisor(a, b - a);
}

/* examine: common_divisor a=0..8 b=0..8 */
int common_divisor(int a, int b)
{
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return -1;
    return divisor(a, b);
}

static int counted(int by)
{
    static int count;
    return count += by;
}

/* examine: remembered a=-5..5 */
int remembered(int a)
{
    int before = counted(0);
    counted(a);
    counted(2 * a);
    int after = counted(0);
    counted(-3 * a);
    return after - before;
}

static void swap(int *left, int *right)
{
    int kept = *left;
    *left = *right;
    *right = kept;
}

/* examine: swapped a=-9..9 b=-9..9 */
int swapped(int a, int b)
{
    if (a > b)
        swap(&a, &b);
    return a * 100 + b;
}

/* examine: allocated n=1..4 a=-9..9 */
int allocated(int n, int a)
{
    int *cells = malloc((size_t)n * sizeof *cells);
    int sum = 0;
    for (int i = 0; i < n; i++)
        cells[i] = a * i;
    for (int i = 0; i < n; i++)
        sum += cells[n - 1 - i] * (i + 1);
    free(cells);
    return sum;
}
