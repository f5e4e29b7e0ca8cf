/* kind: unreachable-reached; entry: main; line: 12 */
/* Two locks must never be held in the wrong order. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int state = 0;
    for (int i = 0; i < 2; i++) {
        int lock = __VERIFIER_nondet_int();
        if (lock == 1 && state == 2)
            __VERIFIER_error();
        if (lock == 1)
            state = 1;
        else if (lock == 2)
            state = 2;
    }
    return 0;
}
