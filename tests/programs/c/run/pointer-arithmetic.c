/* explore: window */
/* Pointers that walk, subtract, compare, and point to pointers; casts between views of bytes. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static size_t length_of(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

static void advance(const int **cursor, int by)
{
    *cursor += by;
}

int window(int start, int width)
{
    static const int data[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    if (start < 0 || width < 1 || start > 8 - width)
        return -1;
    int sum = 0;
    for (const int *p = data + start; p < data + start + width; p++)
        sum += *p;
    return sum;
}

int main(void)
{
    int numbers[] = {10, 20, 30, 40, 50};
    int *first = numbers, *last = &numbers[4];
    printf("%ld %d %d\n", (long)(last - first), *(first + 2), last[-1]);
    printf("%d %d\n", first < last, &numbers[5] == last + 1);
    const int *cursor = numbers;
    advance(&cursor, 3);
    int here = *cursor--;
    printf("%d %d\n", here, *cursor);
    printf("%zu\n", length_of("four"));
    unsigned char bytes[8];
    uint32_t words[2] = {0x04030201, 0x08070605};
    memcpy(bytes, words, sizeof bytes);
    for (unsigned char *b = bytes; b != bytes + 8; ++b)
        printf("%d", *b);
    uint16_t middle;
    memcpy(&middle, bytes + 3, sizeof middle);
    printf(" %x\n", middle);
    const unsigned char *raw = (const unsigned char *)&words[1];
    printf("%d %d\n", raw[0], raw[3]);
    char *names[] = {"ab", "cd", "ef", NULL};
    char **name = names;
    for (; *name; name++)
        printf("%c%c", **name, *(*name + 1));
    printf("\n%d %d\n", 2[numbers], *&numbers[1]);
    uintptr_t address = (uintptr_t)&numbers[1];
    printf("%d %d\n", *(int *)address, *(int *)(address + sizeof(int)));
    printf("%d %d %d\n", window(0, 8), window(2, 3), window(5, 4));
    return 0;
}
