#include <stdio.h>
void P(int x)
{
    printf("value %d\n", x);
}
