/* verdict: proved */
/* What one loop counts up another one counts down to the same place. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int up = 0, store = 0;
    while (up < limit) {
        up++;
        store += 1;
    }
    int down = up;
    while (down > 0) {
        assert(store > 0);
        store--;
        down--;
    }
    assert(store == 0);
    return 0;
}
