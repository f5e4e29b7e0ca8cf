/* kind: out-of-bounds; entry: check_me; line: 10 */
/* Bytes are allocated where elements were meant. */
#include <stdlib.h>

int check_me(int count, int wanted)
{
    if (count < 1 || count > 8 || wanted < 0 || wanted >= count)
        return -1;
    int *numbers = calloc((size_t)count, 2);
    int found = numbers[wanted];
    free(numbers);
    return found;
}
