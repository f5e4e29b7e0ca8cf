/* Parameters whose declarations say how many elements they lead to. */
typedef int quad[4];

int behind(int n, int a[n])
{
    return a[n];
}

int total(int n, const int a[static n])
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum > 10;
}

int corner(int rows, int columns, int grid[rows][columns], int i, int j)
{
    if (i < 0 || i > 1 || j < 0 || j >= columns || rows < 2)
        return 0;
    return grid[i][j] > 0;
}

int fifth(quad four)
{
    return four[4];
}

int large(int n, char text[n])
{
    return n > 1000 ? 1 / (n - n) : text[0];
}
