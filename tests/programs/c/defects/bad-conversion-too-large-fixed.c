/* fixed: bad-conversion; entry: main */
/* Powers of ten as a real, kept as an int. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int exponent = __VERIFIER_nondet_int();
    double value = 1.0;
    if (exponent < 0 || exponent > 9)
        return 0;
    while (exponent-- > 0)
        value *= 10.0;
    int whole = (int)value;
    return whole < 0;
}
