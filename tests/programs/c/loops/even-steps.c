/* verdict: proved */
/* A counter that goes up by fours from two stays even, whatever the number of passes, round the end of its range too. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned counter = 2;
    while (__VERIFIER_nondet_uint() != 7)
        counter += 4;
    if (counter % 2 != 0)
        reach_error();
    return 0;
}
