
/* Inputs by the names under which the program asks for them. */
struct sextant_leaf {
    const char *name;
    long long whole;
    double real;
    int is_real;
};
static const struct sextant_leaf *sextant_leaves;

/* The name of one object; the second one of a name has a 2 behind it, and so on. */
static const char *sextant_nth(const char *name)
{
    static char names[64][64];
    static int counts[64];
    static char full[80];
    for (int at = 0; at < 64; at++) {
        if (names[at][0] == 0)
            snprintf(names[at], sizeof names[at], "%s", name);
        if (strcmp(names[at], name) == 0) {
            if (++counts[at] == 1)
                return name;
            snprintf(full, sizeof full, "%s%d", name, counts[at]);
            return full;
        }
    }
    return name;
}

static int sextant_belongs(const struct sextant_leaf *leaf, const char *name)
{
    size_t length = strlen(name);
    return strncmp(leaf->name, name, length) == 0 && (leaf->name[length] == 0 || leaf->name[length] == '[');
}

/* The values of an object lie one behind the other and have all one size. */
void klee_make_symbolic(void *object, size_t bytes, const char *name)
{
    size_t count = 0, size;
    char *at = object;
    name = sextant_nth(name);
    for (const struct sextant_leaf *leaf = sextant_leaves; leaf->name; leaf++)
        count += sextant_belongs(leaf, name);
    size = count ? bytes / count : 0;
    for (const struct sextant_leaf *leaf = sextant_leaves; leaf->name; leaf++) {
        float single = (float)leaf->real;
        if (!sextant_belongs(leaf, name))
            continue;
        if (leaf->is_real && size == sizeof single)
            memcpy(at, &single, size);
        else if (leaf->is_real)
            memcpy(at, &leaf->real, size < sizeof leaf->real ? size : sizeof leaf->real);
        else
            memcpy(at, &leaf->whole, size < sizeof leaf->whole ? size : sizeof leaf->whole);
        at += size;
    }
}

int klee_int(const char *name)
{
    int value = 0;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

int klee_range(int low, int high, const char *name)
{
    (void)low, (void)high;
    return klee_int(name);
}

void klee_assume(unsigned long condition)
{
    if (!condition)
        _Exit(252);
}

void klee_silent_exit(int status)
{
    exit(status);
}
