/* explore: staircase */
/* Arrays whose length is known at run time: local, as parameters, of two dimensions, and their sizes. */
#include <stdio.h>

static int total(int rows, int columns, int matrix[rows][columns])
{
    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum += matrix[i][j];
    return sum;
}

int staircase(int n)
{
    if (n < 1 || n > 6)
        return -1;
    int ways[n + 1];
    ways[0] = ways[1] = 1;
    for (int i = 2; i <= n; i++)
        ways[i] = ways[i - 1] + ways[i - 2];
    return ways[n];
}

static unsigned long pascal(int n, int k)
{
    unsigned long row[n + 1];
    for (int i = 0; i <= n; i++) {
        row[i] = 1;
        for (int j = i - 1; j > 0; j--)
            row[j] += row[j - 1];
    }
    return row[k];
}

int main(void)
{
    for (int n = 2; n < 5; n++) {
        int matrix[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++)
                matrix[i][j] = i * 10 + j;
        printf("%d %zu %zu\n", total(n, n + 1, matrix), sizeof matrix, sizeof matrix[0]);
    }
    printf("%d %d %d\n", staircase(1), staircase(6), staircase(7));
    printf("%lu %lu\n", pascal(5, 2), pascal(40, 20));
    int length = 3;
    char text[length * 2 + 1];
    for (int i = 0; i < length * 2; i++)
        text[i] = (char)('a' + i);
    text[length * 2] = 0;
    length = 100;
    printf("%s %zu\n", text, sizeof text);
    return 0;
}
