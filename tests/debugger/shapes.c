/* Points, lists and a table: what the debugger reads and shows of C. */
struct point { int x, y; };
struct node { int key; struct node *next; };

int limit = 10;
static int table[2][3] = {{1, 2, 3}, {4, 5, 6}};

int inside(struct point *p, int a[3], char c, unsigned mask)
{
    struct point q = {p->x + 1, p->y};
    int *last = &a[2];
    if (q.x > limit)
        return 0;
    if (c >= '0' && c <= '9')
        *last = c - '0';
    if ((mask ^ 0xf0) & 0x80)
        return table[1][2];
    return a[2] + q.y;
}

int sum(int n)
{
    struct node second = {n, 0};
    struct node first = {1, &second};
    struct node *at = &first;
    int total = 0;
    while (at) {
        total += at->key;
        at = at->next;
    }
    return total;
}
