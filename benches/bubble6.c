/* Bubble sort of six unknown numbers, with the assertion that they are in order. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int values[6];
    for (int i = 0; i < 6; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int end = 5; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (values[i] > values[i + 1]) {
                int kept = values[i];
                values[i] = values[i + 1];
                values[i + 1] = kept;
            }
    for (int i = 0; i < 5; i++)
        assert(values[i] <= values[i + 1]);
    return 0;
}
