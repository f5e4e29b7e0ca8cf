/* fixed: no-return-value; entry: main */
/* A search that does not say that it failed. */
extern int __VERIFIER_nondet_int(void);

static const int squares[5] = {0, 1, 4, 9, 16};

static int root_of(int square)
{
    for (int i = 0; i < 5; i++)
        if (squares[i] == square)
            return i;
    return -1;
}

int main(void)
{
    int square = __VERIFIER_nondet_int();
    int root = root_of(square);
    return root > 4;
}
