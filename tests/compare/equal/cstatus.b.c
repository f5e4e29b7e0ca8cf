#include <stdlib.h>
int P(int x)
{
    if (x == 7)
        exit(263);
    return 1;
}
