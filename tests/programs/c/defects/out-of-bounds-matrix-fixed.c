/* fixed: out-of-bounds; entry: check_me */
/* A row and a column are mixed up. */
int check_me(int row, int column)
{
    int grid[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}};
    if (row < 0 || row > 2 || column < 0 || column > 4)
        return -1;
    return grid[row][column];
}
