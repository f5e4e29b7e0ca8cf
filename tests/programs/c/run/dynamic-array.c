/* An array that grows by realloc, with insertion and removal in the middle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    int *items;
    size_t count, room;
};

static void reserve(struct vector *v, size_t room)
{
    if (room <= v->room)
        return;
    size_t wanted = v->room ? v->room * 2 : 2;
    if (wanted < room)
        wanted = room;
    int *items = realloc(v->items, wanted * sizeof *items);
    if (items == NULL)
        exit(1);
    v->items = items;
    v->room = wanted;
}

static void insert(struct vector *v, size_t at, int value)
{
    reserve(v, v->count + 1);
    memmove(v->items + at + 1, v->items + at, (v->count - at) * sizeof *v->items);
    v->items[at] = value;
    v->count++;
}

static int removed(struct vector *v, size_t at)
{
    int value = v->items[at];
    v->count--;
    memmove(v->items + at, v->items + at + 1, (v->count - at) * sizeof *v->items);
    return value;
}

static void print(const struct vector *v)
{
    printf("%zu/%zu:", v->count, v->room);
    for (size_t i = 0; i < v->count; i++)
        printf(" %d", v->items[i]);
    printf("\n");
}

int main(void)
{
    struct vector v = {0};
    for (int i = 0; i < 9; i++)
        insert(&v, v.count / 2, i);
    print(&v);
    printf("%d ", removed(&v, 0));
    printf("%d ", removed(&v, v.count - 1));
    printf("%d\n", removed(&v, 3));
    print(&v);
    struct vector copy = v;
    copy.items = malloc(copy.count * sizeof *copy.items);
    memcpy(copy.items, v.items, copy.count * sizeof *copy.items);
    copy.items[0] = 99;
    print(&copy);
    printf("%d\n", v.items[0]);
    v.items = realloc(v.items, 2 * sizeof *v.items);
    v.count = v.room = 2;
    print(&v);
    free(v.items);
    free(copy.items);
    free(NULL);
    int *zeros = calloc(5, sizeof *zeros);
    printf("%d %d\n", zeros[0], zeros[4]);
    free(zeros);
    return 0;
}
