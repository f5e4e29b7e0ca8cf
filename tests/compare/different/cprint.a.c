#include <stdio.h>

void P(int level)
{
    if (level < 0 || level > 40)
        printf("level out of range: %d\n", level);
}
