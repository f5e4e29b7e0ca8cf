#include <stdio.h>
void P(int x)
{
    printf("%3d\n", x);
}
