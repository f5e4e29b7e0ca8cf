int f(int x) {
    return y + x;
}
int g(void) { return f(1, 2); }
struct s { int a; } v = { .b = 1 };
