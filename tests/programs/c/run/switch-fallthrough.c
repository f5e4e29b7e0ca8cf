/* explore: classify */
/* switch: fallthrough, default in the middle, nested, on characters and long values, without braces. */
#include <stdio.h>

int classify(int code)
{
    int weight = 0;
    switch (code) {
    case 3:
        weight += 1;
    case 2:
        weight += 10;
    case 1:
        weight += 100;
        break;
    default:
        weight = -1;
    case 0:
        weight *= 2;
        break;
    case 10 ... 19:
        weight = 7;
        switch (code % 2) {
        case 0:
            weight++;
        }
    }
    return weight;
}

static int vowels(const char *text)
{
    int count = 0;
    for (; *text; text++)
        switch (*text) {
        case 'a': case 'e': case 'i': case 'o': case 'u':
            count++;
            continue;
        case '.':
            return count;
        }
    return count;
}

static const char *size_of(unsigned long long n)
{
    switch (n >> 10) {
    case 0:
        return "bytes";
    case 1 ... 1023:
        return "kilobytes";
    case 0x3fffffffffffff:
        return "all";
    }
    return "more";
}

int main(void)
{
    for (int code = -1; code < 13; code++)
        printf("%d ", classify(code));
    printf("\n%d %d\n", vowels("symbolic execution"), vowels("stop.here"));
    printf("%s %s %s %s\n", size_of(3), size_of(5000), size_of(-1ull), size_of(1 << 20));
    switch (2)
        case 2: printf("bare\n");
    switch (classify(2)) {
        int hidden;
    case 110:
        hidden = 5;
        printf("%d\n", hidden);
    }
    return 0;
}
