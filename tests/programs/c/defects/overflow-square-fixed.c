/* fixed: overflow; entry: main */
/* The area of a square with a limited side. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int side = __VERIFIER_nondet_int();
    if (side < 0 || side > 46340)
        return 0;
    int area = side * side;
    return area < side ? 1 : 0;
}
