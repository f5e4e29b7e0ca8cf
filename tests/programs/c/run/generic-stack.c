/* explore: balanced */
/* A stack of elements of any size behind void pointers; brackets and a calculator in reverse notation use it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    unsigned char *bytes;
    size_t size, count, room;
};

static void push(struct stack *stack, const void *element)
{
    if (stack->count == stack->room) {
        stack->room = stack->room * 2 + 4;
        stack->bytes = realloc(stack->bytes, stack->room * stack->size);
    }
    memcpy(stack->bytes + stack->count++ * stack->size, element, stack->size);
}

static int pop(struct stack *stack, void *element)
{
    if (stack->count == 0)
        return 0;
    memcpy(element, stack->bytes + --stack->count * stack->size, stack->size);
    return 1;
}

static int check(const char *text)
{
    struct stack stack = {.size = 1};
    int good = 1;
    for (; *text && good; text++) {
        const char *found = strchr("([{)]}", *text);
        if (!found)
            continue;
        char open;
        if (strchr("([{", *text))
            push(&stack, text);
        else
            good = pop(&stack, &open) && found[-3] == open;
    }
    good = good && stack.count == 0;
    free(stack.bytes);
    return good;
}

int balanced(int a, int b)
{
    char text[] = {(char)a, (char)b, ')', 0};
    return check(text);
}

static double calculate(const char *text)
{
    struct stack stack = {.size = sizeof(double)};
    double a = 0, b = 0;
    while (*text) {
        char *end;
        double number = strtod(text, &end);
        if (end != text) {
            push(&stack, &number);
            text = end;
            continue;
        }
        if (*text != ' ') {
            pop(&stack, &b);
            pop(&stack, &a);
            a = *text == '+' ? a + b : *text == '-' ? a - b : *text == '*' ? a * b : a / b;
            push(&stack, &a);
        }
        text++;
    }
    pop(&stack, &a);
    free(stack.bytes);
    return a;
}

int main(void)
{
    printf("%d %d %d %d\n", check("{[()()]}"), check("(]"), check("(()"), check("no brackets"));
    printf("%d %d %d\n", balanced('a', '('), balanced('(', '('), balanced(')', '('));
    printf("%g %g\n", calculate("3 4 + 2 *"), calculate("1.5 2 / 10 - 4 *"));
    return 0;
}
