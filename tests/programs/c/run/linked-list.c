/* explore: nth */
/* A singly linked list: build, insert in order, remove, reverse, free. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *list, int value)
{
    struct node **link = &list;
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = *link;
    *link = node;
    return list;
}

static struct node *removed(struct node *list, int value)
{
    for (struct node **link = &list; *link; link = &(*link)->next)
        if ((*link)->value == value) {
            struct node *gone = *link;
            *link = gone->next;
            free(gone);
            break;
        }
    return list;
}

static struct node *reversed(struct node *list)
{
    struct node *result = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

static void clear(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static void print(const struct node *list)
{
    for (; list; list = list->next)
        printf("%d%s", list->value, list->next ? " -> " : "\n");
}

int nth(int index, int extra)
{
    if (index < 0)
        return -2;
    struct node *list = NULL;
    for (int i = 1; i <= 3; i++)
        list = insert(list, i * 10);
    list = insert(list, extra);
    int found = -1;
    for (struct node *node = list; node; node = node->next)
        if (index-- == 0)
            found = node->value;
    clear(list);
    return found;
}

int main(void)
{
    struct node *list = NULL;
    static const int values[] = {5, 3, 9, 1, 7, 3};
    for (int i = 0; i < 6; i++)
        list = insert(list, values[i]);
    print(list);
    list = removed(removed(list, 3), 42);
    list = reversed(list);
    print(list);
    clear(list);
    printf("%d %d %d\n", nth(1, 15), nth(0, 15), nth(4, 15));
    return 0;
}
