/* Each of two files has a static variable of the same name. */
#include <assert.h>
static int total;
int pump_total(void);
int tank_total(int by) { total += by; return total; }
int balance(void) { assert(pump_total() == total); return 0; }
