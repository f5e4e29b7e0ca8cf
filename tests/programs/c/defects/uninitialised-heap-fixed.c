/* fixed: uninitialised; entry: main */
/* Storage is read that nobody has written. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    int status = 0;
    if (count < 0 || count > 3)
        return 0;
    int *values = calloc(4, sizeof *values);
    for (int i = 0; i < count; i++)
        values[i] = i;
    if (values[2] > 5)
        status = 1;
    free(values);
    return status;
}
