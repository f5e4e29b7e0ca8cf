/* Functions of two numbers that use memory inside: each is run as it is and with its memory as variables. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct point {
    int x, y;
};

struct shape {
    struct point corners[3];
    int weights[2];
    unsigned char kind;
};

static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

static void exchange(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}

static void add(struct point *to, const struct point *by)
{
    to->x += by->x;
    to->y += by->y;
}

static int total(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void both(int *p, int *q)
{
    *p = 1;
    *q = 2;
    *p += *q;
}

int addressed(int x, int y)
{
    exchange(&x, &y);
    return x - 2 * y;
}

int local_array(int x, int y)
{
    int a[5] = {1, 2, 3};
    a[4] = x;
    a[x] = y;
    return a[0] + 10 * a[1] + 100 * a[2] + a[3] + a[4];
}

int rows(int x, int y)
{
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i * 4 + j + x;
    return m[1][2] + m[2][y];
}

int records(int x, int y)
{
    struct point p = {x, y}, q = {1, 2}, r;
    add(&p, &q);
    r = p;
    r.x = r.x * 2;
    return r.x + r.y + p.x;
}

int nested(int x, int y)
{
    struct shape s;
    for (int i = 0; i < 3; i++) {
        s.corners[i].x = x + i;
        s.corners[i].y = y - i;
    }
    s.weights[0] = 3;
    s.weights[1] = x;
    s.kind = (unsigned char)y;
    return s.corners[2].x * s.weights[0] + s.corners[y & 1].y + s.weights[1] + s.kind;
}

int constant_table(int x, int y)
{
    return primes[x] + total(primes, y);
}

int walking(int x, int y)
{
    int a[6], s = 0;
    int *end = a + 6;
    for (int *p = a; p < end; p++)
        *p = x + (int)(p - a);
    int *q = a + y;
    while (q != a)
        s += *--q;
    return s;
}

int aliased(int x, int y)
{
    int a[3] = {0, 0, 0};
    both(&a[x & 1], &a[y & 1]);
    return a[0] + 10 * a[1] + 100 * a[2];
}

int same_twice(int x, int y)
{
    both(&x, &x);
    return x + y;
}

int in_loop(int x, int y)
{
    int s = 0;
    for (int i = 0; i < 4; i++) {
        int pair[2];
        int late;
        pair[0] = i;
        pair[1] = x;
        late = pair[i & 1];
        s += late * y;
    }
    return s;
}

int checked(int x, int y)
{
    unsigned char small = (unsigned char)(x + y);
    assert(x != 3);
    printf("%d %d\n", x, small);
    return small % 7;
}

int literal(int x, int y)
{
    const char *word = "sextant";
    return word[x] * 2 + y;
}
