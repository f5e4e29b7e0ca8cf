/* explore: runs */
/* Run-length coding, there and back. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static size_t compress(const char *text, char *out)
{
    char *start = out;
    while (*text) {
        int run = 1;
        while (text[run] == *text)
            run++;
        if (run > 1)
            out += sprintf(out, "%d", run);
        *out++ = *text;
        text += run;
    }
    *out = 0;
    return (size_t)(out - start);
}

static void expand(const char *code, char *out)
{
    while (*code) {
        int run = 0;
        while (isdigit((unsigned char)*code))
            run = run * 10 + (*code++ - '0');
        if (run == 0)
            run = 1;
        while (run-- > 0)
            *out++ = *code;
        code++;
    }
    *out = 0;
}

int runs(int a, int b, int c, int d)
{
    int values[] = {a, b, c, d};
    int count = 1;
    for (int i = 1; i < 4; i++)
        if (values[i] != values[i - 1])
            count++;
    return count;
}

int main(void)
{
    static const char *const texts[] = {"", "a", "aaaabbbc", "abc", "zzzzzzzzzzzzzzzzzz", "aabbaabb"};
    for (int i = 0; i < 6; i++) {
        char code[64], back[64];
        size_t length = compress(texts[i], code);
        expand(code, back);
        printf("%s|%zu|%s|%d\n", texts[i], length, code, strcmp(texts[i], back));
    }
    printf("%d %d %d\n", runs(1, 1, 1, 1), runs(1, 2, 2, 3), runs(4, 3, 2, 1));
    return 0;
}
