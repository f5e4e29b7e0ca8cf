/* fixed: invalid-free; entry: check_me */
/* Not the first byte is given back. */
#include <stdlib.h>

int check_me(int skip)
{
    if (skip < 0 || skip > 3)
        return -1;
    char *text = malloc(4);
    char *start = text;
    for (int i = 0; i < skip; i++)
        *text++ = ' ';
    free(start);
    return skip;
}
