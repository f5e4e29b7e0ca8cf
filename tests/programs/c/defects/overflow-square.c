/* kind: overflow; entry: main; line: 10 */
/* The area of a square with a limited side. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int side = __VERIFIER_nondet_int();
    if (side < 0 || side > 65535)
        return 0;
    int area = side * side;
    return area < side ? 1 : 0;
}
