/* fixed: out-of-bounds; entry: main */
/* Looks at the neighbour to the left. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int heights[6] = {3, 1, 4, 1, 5, 9};
    int at = __VERIFIER_nondet_int();
    if (at < 1 || at >= 6)
        return 0;
    return heights[at] > heights[at - 1];
}
