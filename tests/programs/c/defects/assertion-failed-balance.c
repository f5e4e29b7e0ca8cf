/* kind: assertion-failed; entry: main; line: 16 */
/* Money is neither made nor lost. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mine = 500, yours = 20;
    int amount = __VERIFIER_nondet_int();
    int fee = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 400 || fee < 0 || fee > 50)
        return 0;
    mine -= amount;
    yours += amount - fee;
    assert(mine + yours == 520);
    return 0;
}
