/* explore: run */
/* A machine with a stack that runs programs of bytes. */
#include <stdio.h>

enum { PUSH, ADD, SUBTRACT, MULTIPLY, DUPLICATE, SWAP, JUMP, JUMP_IF_ZERO, PRINT, LOAD, STORE, HALT };

struct machine {
    int stack[16];
    int top;
    int memory[8];
};

static int execute(struct machine *m, const signed char *code, int limit)
{
    int at = 0, steps = 0;
    while (steps++ < limit) {
        int a, b;
        switch (code[at++]) {
        case PUSH:
            m->stack[m->top++] = code[at++];
            break;
        case ADD:
            b = m->stack[--m->top];
            m->stack[m->top - 1] += b;
            break;
        case SUBTRACT:
            b = m->stack[--m->top];
            m->stack[m->top - 1] -= b;
            break;
        case MULTIPLY:
            b = m->stack[--m->top];
            m->stack[m->top - 1] *= b;
            break;
        case DUPLICATE:
            m->stack[m->top] = m->stack[m->top - 1];
            m->top++;
            break;
        case SWAP:
            a = m->stack[m->top - 1];
            m->stack[m->top - 1] = m->stack[m->top - 2];
            m->stack[m->top - 2] = a;
            break;
        case JUMP:
            at = code[at];
            break;
        case JUMP_IF_ZERO:
            at = m->stack[--m->top] == 0 ? code[at] : at + 1;
            break;
        case PRINT:
            printf("%d ", m->stack[--m->top]);
            break;
        case LOAD:
            m->stack[m->top++] = m->memory[code[at++]];
            break;
        case STORE:
            m->memory[code[at++]] = m->stack[--m->top];
            break;
        case HALT:
            return m->top > 0 ? m->stack[m->top - 1] : 0;
        default:
            return -1;
        }
    }
    return -2;
}

int run(int n)
{
    static const signed char triangle[] = {LOAD, 0, JUMP_IF_ZERO, 18, LOAD, 1, LOAD, 0, ADD, STORE, 1,
                                           LOAD, 0, PUSH, 1, SUBTRACT, JUMP, 21, LOAD, 1, HALT, STORE, 0, JUMP, 0};
    struct machine m = {.memory = {n}};
    if (n < 0 || n > 5)
        return -3;
    return execute(&m, triangle, 200);
}

int main(void)
{
    static const signed char squares[] = {PUSH, 1, DUPLICATE, DUPLICATE, MULTIPLY, PRINT, PUSH, 1, ADD, DUPLICATE,
                                          PUSH, 6, SUBTRACT, JUMP_IF_ZERO, 17, JUMP, 2, HALT};
    struct machine m = {.top = 0};
    printf("%d\n", execute(&m, squares, 1000));
    for (int n = -1; n < 6; n++)
        printf("%d ", run(n));
    printf("\n");
    return 0;
}
