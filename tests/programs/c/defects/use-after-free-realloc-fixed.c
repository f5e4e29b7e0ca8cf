/* fixed: use-after-free; entry: main */
/* An old address is used after the storage has moved. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    if (wanted < 0 || wanted > 9)
        return 0;
    int *items = malloc(4 * sizeof *items);
    int *first = items;
    items[0] = 5;
    if (wanted > 4)
        items = realloc(items, 1000 * sizeof *items);
    first = items;
    int bad = *first != 5;
    free(items);
    return bad;
}
