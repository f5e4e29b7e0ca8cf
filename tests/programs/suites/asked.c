/* infeasible: 0 */
/* A program that asks for its inputs by name, twice for the same one. */
#include <stddef.h>

void klee_make_symbolic(void *object, size_t bytes, const char *name);
void klee_assume(unsigned long condition);
int klee_range(int low, int high, const char *name);

int main(void)
{
    short pair[3];
    int step;
    double rate;
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_make_symbolic(&rate, sizeof rate, "rate");
    klee_assume(pair[0] > 0);
    for (int at = 0; at < 2; at++) {
        klee_make_symbolic(&step, sizeof step, "step");
        if (step == pair[at + 1])
            return 3;
    }
    if (rate > 2.5)
        return klee_range(5, 9, "level") == 7 ? 4 : 5;
    return pair[0] == pair[2];
}
