#include <stdio.h>
void P(int x)
{
    printf("value ");
    printf("%i\n", x);
}
