/* Structures that end in an array of any length, offsets, padding, nested anonymous parts. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned short kind;
    unsigned length;
    char text[];
};

struct padded {
    char a;
    double b;
    char c;
    short d;
    struct {
        int e, f;
    };
    union {
        char g;
        long h;
    };
};

static struct message *make(unsigned short kind, const char *text)
{
    unsigned length = (unsigned)strlen(text);
    struct message *message = malloc(sizeof *message + length + 1);
    message->kind = kind;
    message->length = length;
    strcpy(message->text, text);
    return message;
}

int main(void)
{
    struct message *messages[3] = {make(1, "short"), make(2, ""), make(3, "a rather longer message")};
    unsigned total = 0;
    for (int i = 0; i < 3; i++) {
        printf("%u %u \"%s\"\n", messages[i]->kind, messages[i]->length, messages[i]->text);
        total += messages[i]->length;
    }
    struct message *bigger = realloc(messages[1], sizeof *bigger + 10);
    strcpy(bigger->text, "grown");
    bigger->length = 5;
    printf("%u %s %u\n", bigger->kind, bigger->text, total);
    free(messages[0]);
    free(bigger);
    free(messages[2]);
    printf("%zu %zu\n", sizeof(struct message), offsetof(struct message, text));
    printf("%zu %zu %zu %zu %zu %zu\n", offsetof(struct padded, b), offsetof(struct padded, c),
           offsetof(struct padded, d), offsetof(struct padded, f), offsetof(struct padded, h), sizeof(struct padded));
    struct padded p = {.f = 4, .h = -1};
    printf("%d %d %ld %d\n", p.e, p.f, p.h, p.g);
    return 0;
}
