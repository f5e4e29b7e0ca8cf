/* fixed: null-pointer; entry: main */
/* A table of handlers with a gap. */
extern int __VERIFIER_nondet_int(void);

static int start(void) { return 1; }
static int stop(void) { return 2; }

static int (*const handlers[4])(void) = {start, stop, [3] = stop};

int main(void)
{
    int event = __VERIFIER_nondet_int();
    if (event < 0 || event > 3)
        return 0;
    if (!handlers[event])
        return 0;
    return handlers[event]() == 5;
}
