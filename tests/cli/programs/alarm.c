/* Whatever its body, a call of reach_error is what verification tasks ask about. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int level = __VERIFIER_nondet_int();
    if (level > 90 && level < 92)
        reach_error();
    return 0;
}
