/* kind: double-free; entry: check_me; line: 13 */
/* A table with the same pointer in two places. */
#include <stdlib.h>

int check_me(int a, int b)
{
    char *slots[4] = {NULL, NULL, NULL, NULL};
    if (a < 0 || a > 3 || b < 0 || b > 3)
        return -1;
    slots[a] = malloc(1);
    free(slots[a]);
    if (b == 3)
        free(slots[b]);
    return 0;
}
