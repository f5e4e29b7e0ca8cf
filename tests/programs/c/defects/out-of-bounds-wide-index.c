/* kind: out-of-bounds; entry: main; line: 16 */
/* Places counted by numbers without a sign; the last mark goes one element too far. */
#include <stddef.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

static double samples[6];

int main(void)
{
    char marks[8] = "";
    size_t wanted = __VERIFIER_nondet_ulong();
    int back = __VERIFIER_nondet_int();
    if (wanted > sizeof marks || back < 0 || back > 5)
        return 1;
    marks[wanted] = 'x';
    if (wanted > 0)
        marks[wanted - 1] = 'y';
    char *bytes = (char *)samples;
    double *chosen = (double *)(bytes + back * sizeof(double));
    *chosen = 1.5;
    return marks[0] == 'y' && samples[back] != 1.5;
}
