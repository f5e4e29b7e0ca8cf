/* verdict: refuted */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned counter = 2;
    while (__VERIFIER_nondet_uint() != 7)
        counter += counter > 20 ? 3 : 4;
    if (counter % 2 != 0)
        reach_error();
    return 0;
}
