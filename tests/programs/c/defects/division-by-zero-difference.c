/* kind: division-by-zero; entry: check_me; line: 11 */
/* A slope through two points. */
struct point {
    int x, y;
};

static int slope(const struct point *a, const struct point *b)
{
    if (a->y == b->y)
        return 0;
    return (b->y - a->y) / (b->x - a->x);
}

int check_me(int x1, int x2)
{
    if (x1 < -1000 || x1 > 1000 || x2 < -1000 || x2 > 1000)
        return 0;
    struct point a = {x1, 3}, b = {x2, 9};
    return slope(&a, &b);
}
