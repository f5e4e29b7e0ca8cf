/* fixed: uninitialised; entry: check_me */
/* A member of a structure is set only sometimes. */
struct result {
    int valid;
    int value;
};

static struct result parse(int c)
{
    struct result result;
    result.valid = c >= '0' && c <= '9';
    if (result.valid)
        result.value = c - '0';
    return result;
}

int check_me(int c)
{
    struct result result = parse(c);
    if (!result.valid)
        return -1;
    if (result.value > 4)
        return 1;
    return 0;
}
