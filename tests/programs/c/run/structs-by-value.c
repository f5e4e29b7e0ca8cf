/* explore: inside */
/* Structures as arguments, results, array elements, and in assignments. */
#include <stdio.h>

struct point {
    int x, y;
};

struct box {
    struct point low, high;
    char name[8];
};

static struct point moved(struct point p, int dx, int dy)
{
    p.x += dx;
    p.y += dy;
    return p;
}

static struct box around(struct point a, struct point b)
{
    struct box box = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y},
                      "box"};
    return box;
}

static int contains(struct box box, struct point p)
{
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y;
}

int inside(int x, int y)
{
    struct box box = around((struct point){10, 0}, (struct point){-10, 5});
    if (contains(box, (struct point){x, y}))
        return 1;
    return x > box.high.x ? 2 : 3;
}

int main(void)
{
    struct point start = {1, 2};
    struct point end = moved(start, 10, -5);
    printf("%d,%d %d,%d\n", start.x, start.y, end.x, end.y);
    struct box box = around(start, end);
    struct box copy = box;
    copy.name[0] = 'B';
    printf("%s %s %d,%d %d,%d\n", box.name, copy.name, copy.low.x, copy.low.y, copy.high.x, copy.high.y);
    printf("%d %d\n", contains(box, start), contains(box, moved(start, -1, 0)));
    struct point track[4];
    for (int i = 0; i < 4; i++)
        track[i] = moved(i ? track[i - 1] : start, i, i * i);
    printf("%d,%d\n", track[3].x, track[3].y);
    printf("%d\n", around(start, end).high.x);
    printf("%d %d %d\n", inside(0, 0), inside(11, 3), inside(-11, 3));
    return 0;
}
