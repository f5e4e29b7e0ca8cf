/* verdict: proved */
/* A ring buffer never leaves its table. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[16];
    int at = 0;
    while (__VERIFIER_nondet_int()) {
        table[at] = 1;
        at++;
        if (at == 16)
            at = 0;
    }
    return 0;
}
