/* kind: dangling-pointer; entry: check_me; line: 16 */
/* The address of a local outlives its function. */
static int *larger_of(int a, int b)
{
    int kept[2];
    kept[0] = a;
    kept[1] = b;
    int *larger = a > b ? &kept[0] : &kept[1];
    return larger;
}

int check_me(int a)
{
    static int three = 3;
    int *result = a > 4 ? larger_of(a, 3) : &three;
    return *result;
}
