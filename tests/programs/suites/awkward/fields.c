/* Some bits of a record have no name. */
struct flags {
    unsigned kind : 3;
    unsigned : 2;
    int level : 5;
    unsigned : 0;
    unsigned ready : 1;
};

int state(struct flags *flags) {
    if (flags->kind == 5 && flags->level < 0)
        return -1;
    return flags->ready ? 1 : 0;
}
