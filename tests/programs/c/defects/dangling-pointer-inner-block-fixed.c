/* fixed: dangling-pointer; entry: main */
/* A pointer to a variable of a block that has ended. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int outer = 1;
    int *chosen = &outer;
    int inside = 0;
    int deep = __VERIFIER_nondet_int();
    if (deep > 0) {
        int inner = 2;
        inside = inner;
        chosen = &inside;
    }
    return *chosen == 3;
}
