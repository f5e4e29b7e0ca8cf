/* fixed: unreachable-reached; entry: main */
/* A product of neighbours is even, a sum is not. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int even = n * (n + 1);
    if (even % 2 != 0)
        reach_error();
    return 0;
}
