/* explore: settle */
/* goto: out of nested loops, backwards, into a shared cleanup, and computed. */
#include <stdio.h>

static int find(int grid[3][4], int wanted, int *row, int *column)
{
    for (*row = 0; *row < 3; ++*row)
        for (*column = 0; *column < 4; ++*column)
            if (grid[*row][*column] == wanted)
                goto found;
    return 0;
found:
    return 1;
}

int settle(int n)
{
    int steps = 0;
again:
    if (n <= 0 || n > 100)
        goto out;
    if (steps == 5)
        goto out;
    steps++;
    if (n % 3 == 0) {
        n -= 5;
        goto again;
    }
    n++;
    goto again;
out:
    return steps * 1000 + n;
}

static int stages(int limit)
{
    int done = 0;
    if (limit < 1)
        goto none;
    done += 1;
    if (limit < 2)
        goto first;
    done += 10;
    if (limit < 3)
        goto second;
    done += 100;
    return done;
second:
    done -= 10;
first:
    done -= 1;
none:
    return -done - 1;
}

static int interpret(const char *program)
{
    static void *const labels[] = {&&stop, &&more, &&twice};
    int value = 0;
    goto *labels[*program++ - '0'];
more:
    value++;
    goto *labels[*program++ - '0'];
twice:
    value *= 2;
    goto *labels[*program++ - '0'];
stop:
    return value;
}

int main(void)
{
    int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    int row, column;
    printf("%d", find(grid, 7, &row, &column));
    printf(" %d %d\n", row, column);
    printf("%d\n", find(grid, 13, &row, &column));
    printf("%d %d %d\n", settle(7), settle(-1), settle(99));
    printf("%d %d %d %d\n", stages(0), stages(1), stages(2), stages(3));
    printf("%d\n", interpret("112210"));
    return 0;
}
