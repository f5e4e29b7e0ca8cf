#include <stdlib.h>
int P(int x)
{
    if (x == 7)
        exit(4);
    return 1;
}
