/* A value of type _Bool is 0 or 1. */
#include <stdbool.h>
int P(bool on) { return on; }
