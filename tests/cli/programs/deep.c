/* A reader that gives up from deep inside by a jump, and says where it was. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf surface;
static int tries;

static void dive(int depth, int bottom) {
    int here[4] = {depth, depth + 1, depth + 2, depth + 3};
    if (depth == bottom) longjmp(surface, here[0]);
    dive(depth + 1, bottom);
}

/* What a jump brings along; 1 where it brings 0. */
int deepest(int bottom) {
    if (bottom < 0 || bottom > 3) return -1;
    int brought = setjmp(surface);
    if (brought != 0) return brought;
    dive(0, bottom);
    return -2;
}

/* The jump goes back into a function that has ended. */
static int mark(void) { return setjmp(surface); }

int lost(void) {
    if (mark() == 0) longjmp(surface, 1);
    return 0;
}

int main(void) {
    if (setjmp(surface) != 0) puts("once more");
    if (++tries < 3) longjmp(surface, tries);
    printf("%d %d %d\n", tries, deepest(0), deepest(3));
    exit(0);
}
