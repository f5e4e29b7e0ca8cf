/* fixed: leak; entry: main */
/* The head of a list is dropped where an element is removed. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *cons(int value, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

int main(void)
{
    struct node *list = cons(1, cons(2, cons(3, NULL)));
    int drop = __VERIFIER_nondet_int();
    struct node **link = &list;
    while (*link && (*link)->value != drop)
        link = &(*link)->next;
    if (*link) {
        struct node *gone = *link;
        *link = gone->next;
        free(gone);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
