/* fixed: null-pointer; entry: check_me */
/* An allocation that is made only for good sizes. */
#include <stdlib.h>

int check_me(int size, int value)
{
    int *storage = NULL;
    if (size > 0 && size <= 16)
        storage = malloc(sizeof *storage);
    if (storage == NULL)
        return -1;
    *storage = value;
    int kept = *storage;
    free(storage);
    return kept;
}
