/* Structs, unions and bit-fields. */

struct point {
    int x;
    int y;
};

static struct point moved(struct point p, int by)
{
    p.x += by;
    p.y -= by;
    return p;
}

/* examine: move_point x=-50..50 y=-50..50 by=-5..5 */
int move_point(int x, int y, int by)
{
    struct point p = {x, y};
    struct point q = moved(p, by);
    return q.x * 1000 + q.y - p.x;
}

struct packet {
    unsigned kind : 3;
    signed int level : 5;
    unsigned length : 9;
    unsigned last : 1;
};

/* examine: fields kind=0..20 level=-40..40 length=0..1000 */
int fields(unsigned kind, int level, unsigned length)
{
    struct packet p = {.last = 1};
    p.kind = kind;
    p.level = level;
    p.length = length;
    return p.last ? (int)(p.kind * 10000 + p.length) + p.level : -1;
}

union word {
    unsigned whole;
    unsigned short halves[2];
    unsigned char bytes[4];
};

/* examine: halves n=0..4294967295 */
unsigned halves(unsigned n)
{
    union word w;
    w.whole = n;
    return w.halves[0] * 3u + w.halves[1];
}

/* examine: joined a=0..255 b=0..255 */
unsigned joined(unsigned char a, unsigned char b)
{
    union word w = {0};
    w.bytes[0] = a;
    w.bytes[2] = b;
    return w.whole;
}

struct node {
    int value;
    struct node *next;
};

/* examine: list a=-9..9 b=-9..9 c=-9..9 */
int list(int a, int b, int c)
{
    struct node third = {c, 0}, second = {b, &third}, first = {a, &second};
    int best = -100;
    for (struct node *at = &first; at != 0; at = at->next)
        if (at->value > best)
            best = at->value;
    return best;
}

/* examine: copied a=-9..9 at=0..2 */
int copied(int a, int at)
{
    struct {
        char tag;
        int cells[3];
    } one = {'x', {a, a + 1, a + 2}}, two;
    two = one;
    one.cells[at] = 50;
    return two.cells[at] * 2 + one.cells[0] + two.tag;
}

/* examine: array_of_records at=0..2 */
int array_of_records(int at)
{
    static const struct {
        const char *name;
        short weight;
    } table[] = {{"iron", 26}, {"gold", 79}, {"neon", 10}};
    return table[at].weight * 1000 + table[at].name[1];
}
