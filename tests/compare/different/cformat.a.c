#include <stdio.h>
void P(int x)
{
    printf("%d\n", x);
}
