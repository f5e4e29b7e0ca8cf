/* explore: pack */
/* Bit-fields, signed and unsigned, that do not end at bytes. */
#include <stdio.h>
#include <string.h>

struct date {
    unsigned day : 5;
    unsigned month : 4;
    unsigned year : 12;
};

struct flags {
    int sign : 1;
    signed level : 4;
    unsigned char kind : 3;
    unsigned long wide : 40;
    unsigned : 0;
    unsigned last : 7;
};

int pack(int day, int month)
{
    struct date date = {.day = (unsigned)day, .month = (unsigned)month, .year = 2024};
    if (date.day == 31 && date.month == 2)
        return -1;
    return (int)(date.year * 10000 + date.month * 100 + date.day);
}

int main(void)
{
    struct flags flags;
    memset(&flags, 0, sizeof flags);
    flags.sign = -1;
    flags.level = -5;
    flags.kind = 6;
    flags.wide = 0xabcdef0123ul;
    flags.last = 127;
    flags.last++;
    printf("%d %d %d %lx %u\n", flags.sign, flags.level, flags.kind, (unsigned long)flags.wide, flags.last);
    flags.level += 2;
    flags.kind--;
    printf("%d %d\n", flags.level, flags.kind);
    printf("%d %d %d\n", pack(29, 2), pack(63, 18), pack(31, 2));
    struct date dates[3] = {{1, 2, 3}, {31, 12, 4095}, {0, 0, 0}};
    for (int i = 0; i < 3; i++)
        printf("%u.%u.%u ", dates[i].day, dates[i].month, dates[i].year);
    printf("%zu %zu\n", sizeof(struct date), sizeof(struct flags));
    return 0;
}
