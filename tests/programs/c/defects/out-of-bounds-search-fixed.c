/* fixed: out-of-bounds; entry: main */
/* A search without a sentinel runs over the end. */
extern int __VERIFIER_nondet_int(void);

static const int primes[] = {2, 3, 5, 7, 11, 13};

static int position(int wanted)
{
    int at = 0;
    while (at < 6 && primes[at] != wanted)
        at++;
    return at;
}

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    if (wanted < 0 || wanted > 100)
        return 0;
    return position(wanted) > 6;
}
