/* kind: uninitialised; entry: main; line: 14 */
/* Every second element is written. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[8];
    int step = __VERIFIER_nondet_int();
    int at = __VERIFIER_nondet_int();
    if (step < 1 || step > 2 || at < 0 || at > 7)
        return 0;
    for (int i = 0; i < 8; i += step)
        table[i] = i;
    if (table[at] == 100)
        return 1;
    return 0;
}
