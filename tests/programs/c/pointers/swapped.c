/* Two pointers change places two thousand million times; the assertion behind fails for one input. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 0, b = 0;
    int *p = &a, *q = &b;
    int x = __VERIFIER_nondet_int();
    for (long i = 0; i < 2000000000L; i++) {
        int *kept = p;
        p = q;
        q = kept;
    }
    *p = 1;
    assert(x != 7);
    return 0;
}
