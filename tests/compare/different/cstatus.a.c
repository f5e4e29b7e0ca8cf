#include <stdlib.h>
static void leave(int status)
{
    exit(status);
}
int P(int x)
{
    if (x == 7)
        leave(3);
    return 1;
}
