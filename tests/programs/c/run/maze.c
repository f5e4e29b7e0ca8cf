/* explore: walk */
/* The shortest way through a maze by breadth-first search; a walk by single moves. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 7, COLUMNS = 11 };

static const char maze[ROWS][COLUMNS + 1] = {
    "###########", "#S  #     #", "# # # ### #", "# #   # # #", "# ##### # #", "#       #G#", "###########",
};

static const int moves[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

static int shortest(void)
{
    int distance[ROWS][COLUMNS], queue[ROWS * COLUMNS], head = 0, tail = 0;
    memset(distance, -1, sizeof distance);
    distance[1][1] = 0;
    queue[tail++] = 1 * COLUMNS + 1;
    while (head < tail) {
        int row = queue[head] / COLUMNS, column = queue[head] % COLUMNS;
        head++;
        if (maze[row][column] == 'G')
            return distance[row][column];
        for (int m = 0; m < 4; m++) {
            int r = row + moves[m][0], c = column + moves[m][1];
            if (maze[r][c] != '#' && distance[r][c] < 0) {
                distance[r][c] = distance[row][column] + 1;
                queue[tail++] = r * COLUMNS + c;
            }
        }
    }
    return -1;
}

int walk(int first, int second, int third)
{
    int path[] = {first, second, third};
    int row = 1, column = 1;
    for (int i = 0; i < 3; i++) {
        if (path[i] < 0 || path[i] > 3)
            return -1;
        int r = row + moves[path[i]][0], c = column + moves[path[i]][1];
        if (maze[r][c] == '#')
            return i;
        row = r;
        column = c;
    }
    return row * 100 + column;
}

int main(void)
{
    printf("%d\n", shortest());
    printf("%d %d %d %d\n", walk(1, 1, 2), walk(0, 0, 0), walk(2, 2, 2), walk(1, 1, 1));
    return 0;
}
