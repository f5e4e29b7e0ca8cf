/* kind: null-pointer; entry: check_me; line: 22 */
/* A search may find nothing. */
#include <stddef.h>

struct entry {
    int key, value;
};

static struct entry entries[3] = {{1, 10}, {2, 20}, {3, 30}};

static struct entry *find(int key)
{
    for (int i = 0; i < 3; i++)
        if (entries[i].key == key)
            return &entries[i];
    return NULL;
}

int check_me(int key)
{
    struct entry *found = find(key);
    return found->value;
}
