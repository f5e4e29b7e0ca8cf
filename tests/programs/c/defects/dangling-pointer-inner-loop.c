/* kind: dangling-pointer; entry: main; line: 20 */
/* The longest run is remembered by the address of a counter that does not outlive its pass. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int none = 0;
    int *longest = &none;
    for (int round = 0; round < 3; round++) {
        int run = __VERIFIER_nondet_int();
        if (run < 0)
            continue;
        if (run > 100)
            break;
        if (longest == &none) {
            longest = &run;
            none = run;
        }
    }
    return *longest > 50;
}
