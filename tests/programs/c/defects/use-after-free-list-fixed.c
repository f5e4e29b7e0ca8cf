/* fixed: use-after-free; entry: check_me */
/* The next element is read from one that was released. */
#include <stdlib.h>

struct node {
    struct node *next;
};

int check_me(int length)
{
    struct node *list = NULL;
    int released = 0;
    if (length < 0 || length > 5)
        return -1;
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        released++;
    }
    return released;
}
