/* What is registered for the end runs when main returns, the last one first. */
#include <stdio.h>
#include <stdlib.h>

static int level;

static void report(void) { printf("level %d\n", level); }
static void raise(void) { level++; }

int main(void) {
    atexit(report);
    atexit(raise);
    level = 6;
    return 0;
}
