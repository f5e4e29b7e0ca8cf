#include <stdio.h>

void P(int level)
{
    if (level < 0)
        printf("level out of range: %d\n", level);
}
