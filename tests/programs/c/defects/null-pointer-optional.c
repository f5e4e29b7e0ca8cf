/* kind: null-pointer; entry: check_me; line: 7 */
/* An optional argument that is not always there. */
#include <stddef.h>

static int scaled(int value, const int *factor)
{
    return value * *factor;
}

int check_me(int mode)
{
    static const int twice = 2;
    return scaled(21, mode == 0 ? NULL : &twice);
}
