/* kind: division-by-zero; entry: main; line: 7 */
/* The slot of a table that shrinks. */
extern int __VERIFIER_nondet_int(void);

static int slot(unsigned key, unsigned size)
{
    return (int)(key % size);
}

int main(void)
{
    int shrink = __VERIFIER_nondet_int();
    unsigned size = 16;
    if (shrink < 0 || shrink > 4)
        return 0;
    while (shrink-- > 0)
        size /= 4;
    return slot(1234u, size) > 16;
}
