/* fixed: dangling-pointer; entry: check_me */
/* A global keeps the address of a parameter. */
static int *current;
static int fallback = -1;

static void select_value(int value, int keep)
{
    static int own;
    own = value;
    current = keep ? &own : &fallback;
}

int check_me(int value, int keep)
{
    select_value(value, keep);
    return *current;
}
