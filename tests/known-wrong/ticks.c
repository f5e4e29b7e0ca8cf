/* The clocks of the C library are there. */
#include <stdio.h>
#include <time.h>

int main(void) {
    clock_t before = clock();
    printf("%d\n", clock() >= before);
    return 0;
}
