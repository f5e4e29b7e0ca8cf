/* Tables of partial results: edit distance, longest common subsequence, knapsack, coins. */
#include <stdio.h>
#include <string.h>

static int least(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

static int distance(const char *a, const char *b)
{
    int rows = (int)strlen(a) + 1, columns = (int)strlen(b) + 1;
    int table[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (i == 0 || j == 0)
                table[i][j] = i + j;
            else
                table[i][j] = least(table[i - 1][j] + 1, table[i][j - 1] + 1,
                                    table[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    return table[rows - 1][columns - 1];
}

static void common(const char *a, const char *b, char *out)
{
    static unsigned char length[32][32];
    int n = (int)strlen(a), m = (int)strlen(b);
    memset(length, 0, sizeof length);
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--)
            if (a[i] == b[j])
                length[i][j] = length[i + 1][j + 1] + 1;
            else
                length[i][j] = length[i + 1][j] > length[i][j + 1] ? length[i + 1][j] : length[i][j + 1];
    for (int i = 0, j = 0; i < n && j < m;)
        if (a[i] == b[j])
            *out++ = a[i], i++, j++;
        else if (length[i + 1][j] >= length[i][j + 1])
            i++;
        else
            j++;
    *out = 0;
}

static int knapsack(const int *weight, const int *value, int count, int capacity)
{
    int best[capacity + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < count; i++)
        for (int c = capacity; c >= weight[i]; c--)
            if (best[c - weight[i]] + value[i] > best[c])
                best[c] = best[c - weight[i]] + value[i];
    return best[capacity];
}

static long coins(int amount)
{
    static const int kinds[] = {1, 2, 5, 10, 20, 50, 100, 200};
    long ways[201] = {1};
    for (int k = 0; k < 8; k++)
        for (int a = kinds[k]; a <= amount; a++)
            ways[a] += ways[a - kinds[k]];
    return ways[amount];
}

int main(void)
{
    char out[32];
    printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("same", "same"));
    common("programming language", "gaming lounge", out);
    printf("%s\n", out);
    printf("%d\n", knapsack((int[]){12, 2, 1, 4, 1}, (int[]){4, 2, 1, 10, 2}, 5, 15));
    printf("%ld\n", coins(200));
    return 0;
}
