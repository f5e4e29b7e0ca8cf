/* explore: apply */
/* A recursive descent parser that evaluates expressions and reports errors by their position. */
#include <ctype.h>
#include <stdio.h>

static const char *start, *at;
static int failed;

static long expression(void);

static void skip(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static long fail(void)
{
    if (!failed)
        printf("error at %d: ", (int)(at - start));
    failed = 1;
    return 0;
}

int apply(int op, int a, int b)
{
    if (a < -1000 || a > 1000 || b < -1000 || b > 1000)
        return 0;
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b == 0 ? -1 : a / b;
    case '%':
        return b == 0 ? -1 : a % b;
    }
    return -2;
}

static long primary(void)
{
    skip();
    if (*at == '(') {
        at++;
        long value = expression();
        skip();
        if (*at != ')')
            return fail();
        at++;
        return value;
    }
    if (*at == '-') {
        at++;
        return -primary();
    }
    if (!isdigit((unsigned char)*at))
        return fail();
    long value = 0;
    while (isdigit((unsigned char)*at))
        value = value * 10 + (*at++ - '0');
    return value;
}

static long term(void)
{
    long value = primary();
    for (;;) {
        skip();
        char op = *at;
        if (op != '*' && op != '/' && op != '%')
            return value;
        at++;
        long right = primary();
        if (op != '*' && right == 0)
            return fail();
        value = op == '*' ? value * right : op == '/' ? value / right : value % right;
    }
}

static long expression(void)
{
    long value = term();
    for (skip(); *at == '+' || *at == '-'; skip())
        value = *at++ == '+' ? value + term() : value - term();
    return value;
}

int main(void)
{
    static const char *const texts[] = {"1+2*3", "(1+2)*3", " 10 / 3 - -4 ", "2*(3+4)*5%7", "1+", "(1", "7/(3-3)",
                                        "((((5))))", "2 2"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        start = at = texts[i];
        failed = 0;
        long value = expression();
        if (!failed && *at)
            fail();
        printf("%s%s%ld\n", texts[i], failed ? " " : " = ", failed ? -1 : value);
    }
    printf("%d %d %d\n", apply('*', 6, 7), apply('/', 1, 0), apply('?', 1, 1));
    return 0;
}
