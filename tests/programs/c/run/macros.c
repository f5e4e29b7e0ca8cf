/* The preprocessor: functions, pasting, texts, variable arguments, conditions, lists of names. */
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define PASTE(a, b) a##b
#define TEXT(x) #x
#define EXPANDED_TEXT(x) TEXT(x)
#define VERSION 3
#define REPORT(format, ...) printf("[%d] " format "\n", counter++, ##__VA_ARGS__)
#define SWAP(type, a, b)  \
    do {                  \
        type old_ = (a);  \
        (a) = (b);        \
        (b) = old_;       \
    } while (0)
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#define COLOURS(X) X(RED, 10) X(GREEN, 20) X(BLUE, 30)
#define AS_ENUM(name, value) name = value,
#define AS_CASE(name, value) \
    case name:               \
        return #name;

enum colour { COLOURS(AS_ENUM) };

static const char *colour_name(enum colour colour)
{
    switch (colour) { COLOURS(AS_CASE) }
    return "none";
}

#if VERSION > 2 && defined(SQUARE)
static const char *const mode = "new";
#elif VERSION == 2
static const char *const mode = "old";
#else
#error "no version"
#endif

#ifndef LIMIT
#define LIMIT 5
#endif
#undef VERSION
#define VERSION 4

int main(void)
{
    int counter = 1, a = 2, b = 7;
    printf("%d %d %d\n", SQUARE(3 + 1), LARGER(a, b), PASTE(1, 2));
    REPORT("plain");
    REPORT("a=%d b=%d", a, b);
    if (a < b)
        SWAP(int, a, b);
    else
        a = 0;
    REPORT("a=%d b=%d", a, b);
    printf("%s %s %s\n", TEXT(a + b), EXPANDED_TEXT(VERSION), TEXT("quoted\n"));
    printf("%s %s %d\n", colour_name(GREEN), colour_name(11), BLUE);
    int PASTE(var, iable)[] = {1, 2, 3};
    printf("%zu %s %d\n", COUNT_OF(variable), mode, LIMIT);
    printf("%d\n", __LINE__ > 60);
    printf("%s" " joined" "\x41\102\n", "texts");
    return 0;
}
