/* Calls of all kinds. */
#include <stdarg.h>
int printf(const char *, ...);
char *strcpy(char *, const char *);
struct big { long a[4]; };
static struct big make(int n);
int old(a, b) char a; float b; { return a + b; }
static int apply(int (*f)(int), int x) { return f(x) + (*f)(x) + (**f)(x); }
static int twice(int x) { return 2 * x; }
int sum(int n, ...) {
    va_list list, other;
    va_start(list, n);
    va_copy(other, list);
    int total = 0;
    while (n--) total += va_arg(list, int) + (int)va_arg(other, long);
    va_end(other);
    va_end(list);
    return total;
}
static struct big make(int n) { struct big b = { { n } }; return b; }
int main(void) {
    char buffer[10];
    unsigned u;
    struct big b = make(3);
    printf("%d %s\n", apply(twice, 1), strcpy(buffer, "x"));
    __builtin_memset(buffer, 0, sizeof buffer);
    if (__builtin_expect(__builtin_add_overflow(1u, 2u, &u), 0)) __builtin_unreachable();
    return old('a', 2) + sum(2, 1, 2L) + make(1).a[2] + b.a[0] + __builtin_popcount(u) + __builtin_constant_p(u)
        + __builtin_constant_p(3) + undeclared(u);
}
