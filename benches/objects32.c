/* Thirty-two objects of the heap behind one unknown pointer. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int *object[32];
    for (int i = 0; i < 32; i++) {
        object[i] = malloc(sizeof(int));
        if (object[i] == 0)
            return 1;
        *object[i] = i;
    }
    unsigned chosen = __VERIFIER_nondet_uint();
    if (chosen < 32) {
        *object[chosen] += 100;
        assert(*object[chosen] == (int)chosen + 100);
    }
    int sum = 0;
    for (int i = 0; i < 32; i++) {
        sum += *object[i];
        free(object[i]);
    }
    assert(sum == 496 || sum == 596);
    return 0;
}
