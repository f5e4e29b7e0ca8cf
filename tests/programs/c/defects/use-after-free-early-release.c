/* kind: use-after-free; entry: check_me; line: 11 */
/* One of two ways releases too early. */
#include <stdlib.h>

int check_me(int keep, int value)
{
    int *box = malloc(sizeof *box);
    *box = value;
    if (!keep)
        free(box);
    int result = *box;
    if (keep)
        free(box);
    return result > 100;
}
