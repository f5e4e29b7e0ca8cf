#include <string.h>
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* Equal up to the rounding of library functions. */
static int __attribute__((unused)) sextant_near(double is, double wanted)
{
    double off = is > wanted ? is - wanted : wanted - is;
    double size = wanted < 0 ? -wanted : wanted;
    return is == wanted || off <= 1e-9 * (size > 1 ? size : 1);
}

