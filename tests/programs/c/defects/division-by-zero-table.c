/* kind: division-by-zero; entry: main; line: 9 */
/* Rates by kind; one of them has no entry. */
extern int __VERIFIER_nondet_int(void);

static const int rates[4] = {2, 5, 0, 10};

static int units(int kind, int amount)
{
    return amount / rates[kind];
}

int main(void)
{
    int kind = __VERIFIER_nondet_int();
    int amount = __VERIFIER_nondet_int();
    if (kind < 0 || kind > 3)
        return 1;
    return units(kind, amount) < 0;
}
