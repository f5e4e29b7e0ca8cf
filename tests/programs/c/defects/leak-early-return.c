/* kind: leak; entry: check_me; line: 7 */
/* One way out forgets the buffer. */
#include <stdlib.h>

int check_me(int value)
{
    int *buffer = malloc(sizeof *buffer);
    *buffer = value;
    if (*buffer < 0)
        return -1;
    int result = *buffer > 10;
    free(buffer);
    return result;
}
