struct pair { int first; short second[2]; };
union word { unsigned whole; unsigned char bytes[4]; };
static int seen;
int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        if (values[i] > 0)
            total += values[i];
    return total;
}
int larger(struct pair *p, int x) {
    seen++;
    if (p && p->first > x && p->second[1] != 0)
        return p->first / p->second[1];
    return x << (x & 3);
}
unsigned mixed(union word w, unsigned k) {
    while (k--)
        w.whole = (w.whole >> 1) ^ w.bytes[k % 4];
    return w.whole;
}
double root(double x, float y) {
    return x > y ? x / (y - 1) : -x;
}
int word(const char *text, int (*what)(int)) {
    switch (text[0]) {
    case 'a': return what ? what(1) : 0;
    case 0: return -1;
    default: return text[1] == 'b' || text[2] == 'c';
    }
}
