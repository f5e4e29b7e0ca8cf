#include <assert.h>

double tenths(void)
{
    double x = 0;
    for (int i = 0; i < 10; i++)
        x += 0.1;
    assert(x == 1.0);
    return x;
}
