/* kind: dangling-pointer; entry: check_me; line: 15 */
/* A global keeps the address of a parameter. */
static int *current;
static int fallback = -1;

static void select_value(int value, int keep)
{
    int own = value;
    current = keep ? &own : &fallback;
}

int check_me(int value, int keep)
{
    select_value(value, keep);
    return *current;
}
