/* explore: survives */
/* The game of life on a torus. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 10 };
typedef char world[ROWS][COLUMNS];

int survives(int alive, int neighbours)
{
    if (neighbours < 0 || neighbours > 8)
        return -1;
    return neighbours == 3 || (alive && neighbours == 2);
}

static int neighbours(const world w, int row, int column)
{
    int count = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc)
                count += w[(row + dr + ROWS) % ROWS][(column + dc + COLUMNS) % COLUMNS];
    return count;
}

static void step(world w)
{
    world next;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            next[r][c] = (char)survives(w[r][c], neighbours((const char(*)[COLUMNS])w, r, c));
    memcpy(w, next, sizeof next);
}

static void print(world w)
{
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++)
            putchar(w[r][c] ? '#' : '.');
        putchar('\n');
    }
}

int main(void)
{
    world w = {0};
    static const int glider[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
    for (int i = 0; i < 5; i++)
        w[glider[i][0] + 4][glider[i][1] + 6] = 1;
    for (int generation = 0; generation < 20; generation++)
        step(w);
    print(w);
    return 0;
}
