/* fixed: bad-shift; entry: main */
/* Moves a bit by the distance of two positions. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int to = __VERIFIER_nondet_int();
    int from = __VERIFIER_nondet_int();
    if (to < 0 || to > 15 || from < 0 || from > 15)
        return 0;
    if (from > to)
        return 1;
    int moved = 1 << (to - from);
    return moved == 256;
}
