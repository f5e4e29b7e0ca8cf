struct point { int x, y; };

int P(struct point *p)
{
    return p->x;
}
