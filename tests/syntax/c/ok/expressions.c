/* Conversions are written out; places and values are told apart. */
typedef unsigned char byte;
struct point { int x, y; };
enum colour { RED, GREEN = 5, BLUE };

int arithmetic(short s, byte b, unsigned u, long l, double d, float f) {
    int sum = s + b;
    u = s * u - l % 7;
    d += f / 2;
    s <<= b;
    l = ~s ^ (b | 4) & sum;
    return !d && u || s >= b ? -s : +b;
}

int pointers(int *p, int n, struct point *q, const char *text) {
    int a[4][5];
    a[n][2] = *p++;
    --p[1];
    p += n;
    p -= 2;
    q->x = (*q).y;
    2 [p] = text[0];
    return &a[1][1] - p + (p == 0) + (q != (void *)0);
}

int choices(int a, enum colour c, _Bool t) {
    t = a;
    t = c + 2;
    int big = a ?: c;
    a = (big, c);
    return _Generic(a, char: 1, int: 2, default: 3) + BLUE + __builtin_choose_expr(sizeof(int) == 4, 'x', "no");
}

int effects(int i, int *p) {
    int twice = ({
        int t = i++;
        t + t;
    });
    *p++ = twice;
    return (i += 2, i--) + *p;
}

double reals(long double x, float f) {
    return x * 2 + f - 1e400 + 0x1.8p3f + __builtin_inf();
}
