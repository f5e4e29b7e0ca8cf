/* Unions: one storage, several views; a tagged variant. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union word {
    uint32_t all;
    uint16_t halves[2];
    uint8_t bytes[4];
};

struct value {
    enum { NUMBER, REAL, TEXT } kind;
    union {
        long number;
        double real;
        char text[12];
    };
};

static void print_value(const struct value *value)
{
    switch (value->kind) {
    case NUMBER:
        printf("number %ld\n", value->number);
        break;
    case REAL:
        printf("real %.2f\n", value->real);
        break;
    case TEXT:
        printf("text %s\n", value->text);
    }
}

int main(void)
{
    union word word = {.all = 0x11223344};
    printf("%x %x %x %x\n", word.bytes[0], word.bytes[3], word.halves[0], word.halves[1]);
    word.bytes[1] = 0xff;
    printf("%x\n", word.all);
    word.halves[1] = 0;
    printf("%x\n", word.all);
    struct value values[3] = {{.kind = NUMBER, .number = -42}, {.kind = REAL, .real = 2.5}, {.kind = TEXT}};
    strcpy(values[2].text, "hello");
    for (int i = 0; i < 3; i++)
        print_value(&values[i]);
    union {
        float f;
        uint32_t bits;
    } pun = {1.0f};
    printf("%08x\n", pun.bits);
    pun.bits |= 0x80000000;
    printf("%.1f\n", pun.f);
    union {
        double d;
        uint64_t bits;
    } wide = {.bits = 0x4009000000000000};
    printf("%.3f %zu\n", wide.d, sizeof(struct value));
    return 0;
}
