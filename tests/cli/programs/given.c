/* What callers and functions that are not defined give: structs by value, functions, pointers. */
#include <assert.h>

struct pair {
    int left, right;
};

struct reader {
    int (*next)(void *state);
    int limit;
};

extern struct pair *find(int key);
extern void fill(int *place);
int level;

struct pair swapped(struct pair p)
{
    struct pair q = {p.right, p.left};
    p.left = 0;
    return q;
}

int twice(int (*f)(int))
{
    assert(f(1) == f(1));
    return 0;
}

int read_one(struct reader *r)
{
    int value = r->next(r);
    assert(value <= r->limit);
    return value;
}

int looked_up(int key)
{
    struct pair *found = find(key);
    return found->left;
}

int settled(int key)
{
    struct pair *found = find(key);
    if (!found)
        return 0;
    found->left = 3;
    assert(found->left == 3);
    return found->right;
}

int through(void)
{
    void (*how)(int *) = fill;
    int place = 1;
    how(&place);
    assert(place == 1);
    return place;
}

struct flags {
    char kind;
    unsigned low : 3;
    int high : 12;
};

int packed(struct flags f)
{
    assert(f.low < 8 && f.high >= -2048 && f.high < 2048);
    return f.kind;
}
