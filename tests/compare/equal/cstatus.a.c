#include <stdlib.h>
int P(int x)
{
    if (x == 7)
        exit(x);
    return 1;
}
