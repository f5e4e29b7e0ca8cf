/* fixed: out-of-bounds; entry: main */
/* A remainder of a negative number is negative. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static int table[16];
    int key = __VERIFIER_nondet_int();
    int at = (int)((unsigned)key % 16);
    table[at] = 1;
    return table[0] > 1;
}
