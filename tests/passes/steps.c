/* A switch that falls through, an exchange by addresses, a part of an array as an argument. */
int classify(int x)
{
    int r = 0;
    switch (x) {
    case 1:
        r = 10;
        break;
    case 2:
        r = 20; /* falls through */
    case 3:
        r += 3;
        break;
    default:
        r = -1;
    }
    return r;
}

static void exchange(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

int use(int x, int y)
{
    exchange(&x, &y);
    return x - 2 * y;
}

static int sum(int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

int tail(int *p, int n)
{
    return n > 0 && classify(n) > 0 ? sum(p + 1, n - 1) : -1;
}
