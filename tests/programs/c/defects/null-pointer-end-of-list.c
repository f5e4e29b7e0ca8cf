/* kind: null-pointer; entry: main; line: 21 */
/* Walks one step too far on a list. */
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node third = {3, NULL}, second = {2, &third}, first = {1, &second};
    struct node *at = &first;
    int steps = __VERIFIER_nondet_int();
    if (steps < 0 || steps > 3)
        return 0;
    while (steps-- > 0)
        at = at->next;
    return at->value == 7;
}
