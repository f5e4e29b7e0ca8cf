/* Binary search over 16 sorted unknown numbers: what is found is there, what is not found is not. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int table[16];
    for (int i = 0; i < 16; i++)
        table[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 15; i++)
        __VERIFIER_assume(table[i] < table[i + 1]);
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 15, found = -1;
    while (low <= high && found < 0) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            found = middle;
        else if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (found >= 0) {
        assert(table[found] == key);
    } else {
        for (int i = 0; i < 16; i++)
            assert(table[i] != key);
    }
    return 0;
}
