/* fixed: invalid-free; entry: check_me */
/* Small buffers live on the stack. */
#include <stdlib.h>

int check_me(int size)
{
    char small[16];
    char *buffer = small;
    if (size < 1 || size > 100)
        return -1;
    if (size > 16)
        buffer = malloc((size_t)size);
    buffer[size - 1] = 'x';
    int last = buffer[size - 1];
    if (size > 16)
        free(buffer);
    return last;
}
