/* verdict: proved */
/* A lock that is taken and given back in turn. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int held = 0;
    for (;;) {
        int order = __VERIFIER_nondet_int();
        if (order == 0)
            break;
        if (order > 0 && !held) {
            assert(held == 0);
            held = 1;
        } else if (held) {
            assert(held == 1);
            held = 0;
        }
    }
    assert(held == 0 || held == 1);
    return 0;
}
