/* fixed: overlapping-copy; entry: main */
/* Elements of a table are copied in pairs. */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[6] = {1, 2, 3, 4, 5, 6};
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    if (from < 0 || from > 4 || to < 0 || to > 4 || from == to)
        return 0;
    memmove(&table[to], &table[from], 2 * sizeof *table);
    return table[0] > 6;
}
