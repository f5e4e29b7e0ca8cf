/* A value of type _Bool is 0 or 1. */
#include <stdbool.h>
int lamp(bool on) { return on; }
