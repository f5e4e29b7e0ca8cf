/* fixed: null-pointer; entry: check_me */
/* An optional argument that is not always there. */
#include <stddef.h>

static int scaled(int value, const int *factor)
{
    return factor ? value * *factor : value;
}

int check_me(int mode)
{
    static const int twice = 2;
    return scaled(21, mode == 0 ? NULL : &twice);
}
