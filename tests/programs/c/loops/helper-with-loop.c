/* verdict: proved */
/* A loop in a function that a loop calls. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int capped(int from, int steps)
{
    while (steps > 0) {
        if (from < 100)
            from++;
        steps--;
    }
    return from;
}

int main(void)
{
    int level = 0;
    while (__VERIFIER_nondet_int() > 0) {
        level = capped(level, __VERIFIER_nondet_int());
        assert(level <= 100);
    }
    return 0;
}
