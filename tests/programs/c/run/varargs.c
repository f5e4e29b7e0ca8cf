/* Functions with any number of arguments, of several types, and a list that is passed on. */
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static void show(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i':
            printf("[%d]", va_arg(list, int));
            break;
        case 'l':
            printf("[%lld]", va_arg(list, long long));
            break;
        case 'd':
            printf("[%g]", va_arg(list, double));
            break;
        case 's':
            printf("[%s]", va_arg(list, const char *));
            break;
        }
    }
    va_end(list);
    printf("\n");
}

static int longest(const char *first, ...)
{
    va_list list, again;
    int best = 0;
    va_start(list, first);
    va_copy(again, list);
    for (const char *word = first; word != NULL; word = va_arg(list, const char *)) {
        int length = 0;
        while (word[length])
            length++;
        best = length > best ? length : best;
    }
    const char *second = va_arg(again, const char *);
    printf("second is %s\n", second ? second : "nothing");
    va_end(again);
    va_end(list);
    return best;
}

static void logged(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("log: ");
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    printf("%d %d\n", sum(3, 1, 2, 3), sum(0));
    show("isdl", -7, "text", 2.5, 1ll << 40);
    show("ic", 'x', (char)'y');
    printf("%d\n", longest("one", "three", "seventeen", (char *)NULL));
    printf("%d\n", longest("alone", (char *)NULL));
    logged("%s=%d (%5.1f)\n", "key", 9, 12.34f);
    return 0;
}
