/* fixed: misaligned-pointer; entry: main */
/* Steps in bytes of whole elements. */
extern int __VERIFIER_nondet_int(void);

static double samples[6] = { 0.5, 1.5, 2.5, 3.5, 4.5, 5.5 };

int main(void)
{
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 5)
        return 1;
    char *start = (char *)samples;
    double *chosen = (double *)(start + at * sizeof(double));
    double sum = 0;
    sum += *chosen;
    return sum > 100;
}
