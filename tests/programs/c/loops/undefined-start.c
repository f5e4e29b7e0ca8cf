/* verdict: refuted; kind: assertion-failed */
/* The use of an undefined value is an error; what happens behind it is looked at all the same. */
#include <assert.h>

int main(void)
{
    unsigned steps;
    while (steps < 1000)
        steps += 2;
    assert(steps == 1000);
    return 0;
}
