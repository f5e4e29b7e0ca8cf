/* explore: calculate */
/* Tables of functions, functions that return functions, callbacks with a context. */
#include <stdio.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

static operation *const table[] = {add, subtract, larger};

static operation *choose(char letter)
{
    switch (letter) {
    case '+':
        return add;
    case '-':
        return &subtract;
    default:
        return NULL;
    }
}

int calculate(int which, int a, int b)
{
    if (which < 0 || which > 2)
        return -1;
    if (a > 1000 || a < -1000 || b > 1000 || b < -1000)
        return -2;
    return table[which](a, b);
}

static int fold(const int *numbers, int count, int start, int (*combine)(int, int))
{
    for (int i = 0; i < count; i++)
        start = (*combine)(start, numbers[i]);
    return start;
}

static void each(const int *numbers, int count, void (*visit)(int, void *), void *context)
{
    while (count-- > 0)
        visit(*numbers++, context);
}

static void count_even(int number, void *context)
{
    *(int *)context += number % 2 == 0;
}

int main(void)
{
    int numbers[] = {4, 8, 15, 16, 23, 42};
    int even = 0;
    printf("%d %d %d\n", fold(numbers, 6, 0, add), fold(numbers, 6, 0, larger), fold(numbers, 6, 100, subtract));
    each(numbers, 6, count_even, &even);
    printf("%d\n", even);
    printf("%d %d\n", choose('+')(2, 3), (*choose('-'))(2, 3));
    printf("%d %d\n", choose('*') == NULL, choose('+') == table[0]);
    printf("%d %d %d\n", calculate(0, 5, 6), calculate(2, 5, 6), calculate(7, 1, 1));
    return 0;
}
