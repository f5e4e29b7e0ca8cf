/* explore: cell */
/* Arrays of arrays, pointers to rows, arrays of pointers, and initialisers with gaps. */
#include <stdio.h>

static const int weights[3][4] = {{1, 2, 3, 4}, {[2] = 9}, {5}};

int cell(int row, int column)
{
    if (row < 0 || row > 2 || column < 0 || column > 3)
        return -1;
    return weights[row][column];
}

static int trace(int (*matrix)[3])
{
    return matrix[0][0] + matrix[1][1] + (*(matrix + 2))[2];
}

static void transpose(int from[2][3], int to[3][2])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            to[j][i] = from[i][j];
}

int main(void)
{
    int a[2][3] = {1, 2, 3, 4, 5, 6};
    int b[3][2];
    int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    int square[3][3] = {{1}, {0, 2}, {[2] = 3}};
    transpose(a, b);
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", b[i][0], b[i][1]);
    printf("%d %d\n", trace(square), cube[1][0][1]);
    int *flat = &a[0][0];
    printf("%d %d\n", flat[4], *(*(a + 1) + 2));
    const char *words[] = {"zero", "one", [4] = "four"};
    printf("%zu %s %d %c\n", sizeof words / sizeof *words, words[4], words[2] == NULL, words[1][2]);
    char table[3][6] = {"alpha", "beta", "c"};
    printf("%s %zu %d\n", table[1], sizeof table, table[2][5]);
    printf("%d %d %d\n", cell(1, 2), cell(2, 0), cell(0, 4));
    int (*row)[3] = a;
    row++;
    printf("%d %ld\n", (*row)[0], (long)(&a[1][2] - &a[1][0]));
    return 0;
}
