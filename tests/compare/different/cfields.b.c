struct point { int x, y; };

int P(struct point *q)
{
    return q->y;
}
