/* A matcher of simple patterns (letters, `.`, `*`, `^`, `$`) on an unknown pattern of seven characters. */
extern char __VERIFIER_nondet_char(void);

static int match_here(const char *pattern, const char *text);

static int match_star(int letter, const char *pattern, const char *text)
{
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text != 0 && (*text++ == letter || letter == '.'));
    return 0;
}

static int match_here(const char *pattern, const char *text)
{
    if (pattern[0] == 0)
        return 1;
    if (pattern[1] == '*')
        return match_star(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == 0)
        return *text == 0;
    if (*text != 0 && (pattern[0] == '.' || pattern[0] == *text))
        return match_here(pattern + 1, text + 1);
    return 0;
}

static int match(const char *pattern, const char *text)
{
    if (pattern[0] == '^')
        return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text++ != 0);
    return 0;
}

int main(void)
{
    char pattern[8];
    for (int i = 0; i < 7; i++)
        pattern[i] = __VERIFIER_nondet_char();
    pattern[7] = 0;
    return match(pattern, "hello");
}
