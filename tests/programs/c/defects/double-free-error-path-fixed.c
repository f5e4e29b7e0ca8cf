/* fixed: double-free; entry: main */
/* The way out after an error releases again. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    int status = 0;
    int *buffer = malloc(sizeof *buffer);
    *buffer = value;
    if (*buffer < 0) {
        status = 1;
        goto out;
    }
    if (*buffer > 100)
        status = 2;
out:
    free(buffer);
    return status > 2;
}
