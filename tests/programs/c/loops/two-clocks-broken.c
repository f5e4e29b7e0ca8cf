/* verdict: refuted */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int up = 0, store = 0;
    while (up < limit) {
        up++;
        if (up != 3)
            store += 1;
    }
    int down = up;
    while (down > 0) {
        assert(store > 0);
        store--;
        down--;
    }
    return 0;
}
