/* fixed: use-after-free; entry: check_me */
/* One of two ways releases too early. */
#include <stdlib.h>

int check_me(int keep, int value)
{
    int *box = malloc(sizeof *box);
    *box = value;
    int result = *box;
    free(box);
    if (!keep)
        result = 0;
    return result > 100;
}
