struct point {
    int x, y;
};

int P(int a, int b)
{
    struct point p = {a, b}, q;
    q = p;
    q.x += 1;
    return q.x * q.y;
}
